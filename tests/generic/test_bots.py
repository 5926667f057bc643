"""Bots at every game: whole games without a complaint, repeatable, in this process and in others."""

from __future__ import annotations

import json
import sys
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from hordes.bots.protocol import Bot, Question
from hordes.bots.registry import BUILT_IN_BOTS, parse_bot
from hordes.bots.runner import FinishedGame, play_game
from hordes.bots.suggest import suggest_move
from hordes.engine.core.playout import random_playout
from hordes.engine.core.rng import Rng
from hordes.engine.errors import BadRequest
from hordes.engine.games import BUILT_IN, load
from hordes.engine.match import Match
from tests.generic.setups import NAMES, Table, every_table, tables
from tests.generic.walks import new, seats, some_states, walk

LITTLE = {"flat": "flat:rollouts=1", "search": "search:simulations=6,width=2", "hard": "hard:simulations=6"}
LITTLE |= {"expert": "expert:simulations=4"}
"""The same bots with less to do."""
COUNTED = (
    "random",
    "greedy",
    "flat:rollouts=1",
    "planner",
    "search:simulations=6,width=2",
    "hard:simulations=6,ms=60000",
)
"""Bots whose play does not depend on the machine's speed."""
PROGRAM = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"move": question["legal"][len(question["legal"]) // 2]}), flush=True)
"""
CLASS = """
from hordes.bots.protocol import Bot
from hordes.bots.settings import Setting


class Nth(Bot):
    accepts = (Setting("n", 0, 9, default=0),)

    def __init__(self, seed=0, budget=None, n=0):
        super().__init__(seed, budget)
        self.n = n

    def choose(self, question):
        assert question.world(3).legal_texts() == question.legal
        return question.legal[self.n % len(question.legal)]
"""


@cache
def shortest(name: str) -> Table:
    """The table of a game with the fewest decisions."""
    return min((table for table in tables() if table.name == name), key=lambda t: random_playout(new(t), Rng(1)))


def played(table: Table, specs: list[str], seed: int = 2) -> FinishedGame:
    """A whole game of bots, one for each seat in turn."""
    bots = [parse_bot(specs[seat % len(specs)]).make() for seat in seats(new(table))]
    try:
        return play_game(table.name, table.complete, bots, seed, record=True)
    finally:
        for bot in bots:
            bot.close()


def check_game(table: Table, game: FinishedGame) -> None:
    """A game that was played to its end without a failure."""
    assert game.complaints == []
    assert game.failures == [0] * len(game.failures)
    record = Match.load({
        "format": 1, "game": table.name, "rules": table.game.rules_version, "options": table.complete,
        "moves": game.moves, "result": game.result,
    })  # fmt: skip
    assert record.is_over
    asked = [record.deciders.count(seat) for seat in seats(new(table))]
    assert asked == game.decisions
    assert record.events == game.events


def slow_in_plain_python(name: str, bot: str) -> Any:
    """A game and a bot; those that take seconds in plain Python are played by the compiled package only."""
    is_slow = name in BUILT_IN and bot not in ("random", "greedy", "easy")
    return pytest.param(name, bot, marks=[pytest.mark.slow] if is_slow else [])


@pytest.mark.parametrize(("name", "bot"), [slow_in_plain_python(name, bot) for name in NAMES for bot in BUILT_IN_BOTS])
def test_every_bot_plays_whole_games(name: str, bot: str) -> None:
    table = shortest(name)
    check_game(table, played(table, [LITTLE.get(bot, bot), "random"]))


@every_table
def test_bots_that_look_one_move_ahead_play_every_table(table: Table) -> None:
    check_game(table, played(table, ["greedy", "random"]))


@pytest.mark.parametrize("bot", COUNTED)
@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_answers(name: str, bot: str) -> None:
    """Also after other games: a bot begins each one anew."""
    player = parse_bot(bot).make()
    assert answers(player, name, 5) == answers(player, name, 5) == answers(parse_bot(bot).make(), name, 5)
    if bot == "random":
        assert answers(player, name, 5) != answers(player, name, 6)


def answers(bot: Bot, name: str, seed: int) -> list[str]:
    """What a bot answers at some states of a game, in turn."""
    bot.begin(seed)
    states = [state for state in some_states(shortest(name), every=2) if state.to_move >= 0][:10]
    return [bot.choose(Question(name, state.options(), state)) for state in states]


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_of_ones_own_and_a_program_play_as_well(name: str, tmp_path: Path) -> None:
    own, program = tmp_path / "own.py", tmp_path / "program.py"
    own.write_text(CLASS, encoding="utf-8")
    program.write_text(PROGRAM, encoding="utf-8")
    table = shortest(name)
    for spec in (str(own), f"{own}:Nth:n=1", f"cmd:{sys.executable} {program}"):
        check_game(table, played(table, [spec, "random"]))


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_that_fails_is_named_and_replaced(name: str, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(CLASS.replace("question.legal[self.n % len(question.legal)]", '"dance"'), encoding="utf-8")
    game = played(shortest(name), [str(own), "random"])
    assert game.failures[0] == game.decisions[0] > 0
    assert "answered 'dance', which is no legal move" in game.complaints[0]
    assert game.result["scores"]


@pytest.mark.parametrize("name", NAMES)
def test_settings_and_names_of_bots_are_checked_before_a_game(name: str) -> None:
    match = Match(name)
    for wrong, why in (
        ("search:simulation=4", "Did you mean `simulations`"),
        ("flat:rollouts=0", "a whole number from 1"),
        ("greedy:depth=2", "has no setting `depth`"),
        ("grredy", "Did you mean greedy"),
    ):
        with pytest.raises(BadRequest, match=why):
            suggest_move(match, wrong)


@every_table
def test_a_turn_has_a_number_of_its_own(table: Table) -> None:
    """Bots plan a turn and think about it for a certain time: they have to know when another begins."""
    evaluator = table.game.evaluator()
    for seed in range(2):
        turns = [(int(state.turn_seat()), int(evaluator.turn_id(state))) for state in walk(table, seed)]
        for (seat, number), (next_seat, next_number) in pairwise(turns):
            assert (seat == next_seat) or (number != next_number)
        if table.name not in BUILT_IN:  # those count days and rounds, in which a seat's turns are planned together
            numbers = [number for number, _ in groupby(number for _, number in turns)]
            assert len(set(numbers)) == len(numbers), "a turn that was over is going on again"


@every_table
def test_an_evaluator_weighs_positions_and_moves_of_every_seat(table: Table) -> None:
    evaluator = table.game.evaluator()
    for state in some_states(table, every=15):
        before = state.dump()
        for seat in seats(state):
            assert isinstance(int(evaluator.value(state, seat)), int)
        if state.to_move >= 0:
            evaluator.prepare_ratings(state)
            assert all(isinstance(int(evaluator.rate(state, move)), int) for move in state.legal())
        assert state.dump() == before


@pytest.mark.parametrize("name", NAMES)
def test_a_question_is_what_a_program_in_any_language_reads(name: str) -> None:
    state = next(state for state in some_states(shortest(name), every=1) if state.to_move >= 0)
    line = Question(name, load(name).normalise({}), state).as_json()
    assert json.loads(json.dumps(line)) == line
    assert list(line) == ["type", "game", "options", "seat", "view", "legal", "milliseconds"]


class Counting(Bot):
    """Takes the first move; counts the games that it begins and the questions that it is asked."""

    games = 0
    asked = 0

    def begin(self, seed: int) -> None:
        super().begin(seed)
        self.games += 1

    def choose(self, question: Question) -> str:
        self.asked += 1
        return question.legal[0]


@pytest.mark.parametrize("name", NAMES)
def test_seats_that_the_rules_play_are_never_asked(name: str) -> None:
    for table in [table for table in tables() if table.name == name][:3]:
        state = new(table)
        bots = [Counting() for _ in seats(state)]
        game = play_game(name, table.complete, list[Bot](bots), 4)
        assert [bot.asked for bot in bots] == game.decisions
        assert all(bot.asked == 0 for seat, bot in enumerate(bots) if state.is_automatic(seat))
        assert [bot.games for bot in bots] == [1] * len(bots)
