"""Observations hide what is hidden and lose nothing in between; every legal move has its own action."""

from typing import Any

import pytest

from hordes.engine.arena import ILLEGAL, Arena
from hordes.engine.encoding import LARGEST, Encoder
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.playout import settle_chance
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, State
from hordes.smallworld import encoding
from hordes.smallworld.numbering import SEAT

BOXES = ["base", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"]
SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("smallworld", {"players": 2}),
    ("smallworld", {"players": 5, "sets": BOXES}),
    ("smallworld", {"players": 3, "sets": BOXES, "markers": True}),
    ("smallworld", {"players": 4, "mode": "necromancer", "sets": BOXES}),
    ("smallworld", {"players": 3, "mode": "necromancer", "sets": ["base"]}),
    ("smallworld", {"players": 4, "sets": ["base"], "markers": True}),
    ("smallworld", {"mode": "teams", "players": 6}),
    ("covil", {"players": 2}),
    ("covil", {"players": 4}),
    ("covil", {"players": 1, "dummies": 2}),
]
each_setup = pytest.mark.parametrize(("game", "options"), SETUPS, ids=lambda part: str(part)[:60])


def walk(game: str, options: dict[str, Any], games: int) -> list[State]:
    """States of random games in which a seat decides."""
    found: list[State] = []
    for seed in range(games):
        state, rng = load(game).new(options), Rng(seed)
        while state.to_move != OVER:
            if state.to_move != CHANCE:
                found.append(state.clone())
            state.apply(state.nth_legal(rng.below(state.find_legal())))
    return found


@each_setup
def test_resampled_worlds_look_the_same_to_the_seat(game: str, options: dict[str, Any]) -> None:
    encoder, rng = load(game).encoder(options), Rng(5)
    for state in walk(game, options, 1)[::7]:
        for seat in range(load(game).normalise(options)["players"]):
            assert encoder.numbers(state, seat) == encoder.numbers(state.resample(seat, rng), seat)


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_what_is_hidden_differs_in_these_worlds_so_the_test_can_fail(game: str) -> None:
    rng, differ = Rng(5), 0
    for state in walk(game, {"players": 2}, 1)[5::3]:
        differ += state.resample(0, rng).view(1) != state.view(1)
    assert differ > 3


@each_setup
def test_a_row_written_over_an_older_one_equals_a_fresh_one(game: str, options: dict[str, Any]) -> None:
    encoder = load(game).encoder(options)
    arena = Arena(load(game).new(options), encoder, 2, 0)
    for k, state in enumerate(walk(game, options, 2)):
        if k % 3 != 1:
            arena.place(1, state)
            arena.look(1)
            assert [int(n) for n in arena.numbers][encoder.size :] == encoder.numbers(state, state.to_move)


@each_setup
def test_numbers_stay_within_what_their_part_says(game: str, options: dict[str, Any]) -> None:
    encoder = load(game).encoder(options)
    for state in walk(game, options, 1):
        row = encoder.numbers(state, state.to_move)
        for part in encoder.parts:
            block = row[part.start : part.start + part.numbers()]
            assert 0 <= min(block) <= max(block) <= part.most <= LARGEST, part.name


def test_parts_follow_each_other_without_a_gap() -> None:
    for game, options in SETUPS:
        encoder, at = load(game).encoder(options), 0
        for part in encoder.parts:
            assert part.start == at
            at += part.numbers()
        assert at == encoder.size


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_every_legal_move_of_every_drill_has_an_action_of_its_own(game: str) -> None:
    known: dict[str, Encoder] = {}
    for k in range(60):
        drill, rng = load(game).drill(k), Rng(k)
        options = load(game).normalise(drill.options)
        encoder = known.setdefault(str(options), load(game).encoder(options))
        new = load(game)
        state = new.new(options) if drill.position is None else new.from_position(options, drill.position)
        opening = list(drill.opening)
        while state.to_move != OVER:
            legal = state.legal()
            if state.to_move == CHANCE:
                assert [encoder.answer_of(encoder.outcome_of(move)) for move in legal] == legal
            else:
                actions = [encoder.action_of(move) for move in legal]
                assert [encoder.move_of(action) for action in actions] == legal
                assert max(actions) < encoder.actions
            if opening and opening[0] in state.legal_texts():
                state.play(opening.pop(0))
            else:
                state.apply(state.nth_legal(rng.below(state.find_legal())))


def test_a_move_that_no_such_table_knows_has_no_action() -> None:
    encoder = load("smallworld").encoder({"players": 2})
    with pytest.raises(BadRequest, match="no place in the action space"):
        encoder.action_of(92 * 64)  # Behemoths are not in the base box


@each_setup
def test_the_arena_plays_as_the_engine_does(game: str, options: dict[str, Any]) -> None:
    encoder, start = load(game).encoder(options), load(game).new(options)
    arena, rng = Arena(start, encoder, 1, 7), Rng(3)
    arena.reseed(0, 11)
    arena.begin(0)
    state, luck = start.clone(), Rng(11)
    settle_chance(state, luck)
    while state.to_move != OVER:
        legal = state.legal()
        mask = [k for k in range(encoder.actions) if arena.masks[k]]
        assert mask == sorted(encoder.action_of(move) for move in legal)
        arena.look(0)
        assert [int(n) for n in arena.numbers] == encoder.numbers(state, state.to_move)
        move = legal[rng.below(len(legal))]
        arena.step(0, encoder.action_of(move))
        state.apply(move)
        settle_chance(state, luck)
        assert arena.to_move[0] == state.to_move
    assert arena.games[0] == state


def test_an_illegal_action_changes_nothing() -> None:
    start = load("smallworld").new({"players": 2})
    arena = Arena(start, load("smallworld").encoder({"players": 2}), 2, 0)
    before = [game.fingerprint() for game in arena.games]
    for action in (-1, 10**6, arena.encoder.actions - 1):
        assert arena.step(0, action) == ILLEGAL
    arena.sample(Rng(1))
    arena.actions[1] = arena.encoder.actions - 1
    assert arena.step_all() == -2
    assert [game.fingerprint() for game in arena.games] == before


def test_games_that_end_begin_anew_and_say_how_they_went() -> None:
    start = load("smallworld").new({"players": 2, "turns": 1})
    arena, rng, ended = Arena(start, load("smallworld").encoder({"players": 2, "turns": 1}), 3, 0), Rng(1), 0
    for _ in range(200):
        arena.sample(rng)
        now = arena.step_all()
        assert now == sum(arena.over)
        for k in range(3):
            rows = slice(2 * k, 2 * k + 2)
            assert sum(arena.shares[rows]) == arena.over[k]
            assert sum(arena.prizes[rows]) == 0
            assert any(arena.scores[rows]) == (arena.over[k] == 1)
            ended += arena.over[k]
            assert arena.games[k].to_move >= 0
    assert ended > 5


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_a_row_that_follows_its_game_misses_nothing(game: str) -> None:
    rules = load(game)
    for k in range(60):
        drill, rng = rules.drill(k), Rng(k)
        options = rules.normalise(drill.options)
        encoder, start = rules.encoder(options), rules.new(options)
        state = start if drill.position is None else rules.from_position(options, drill.position)
        settle_chance(state, rng)
        arena = Arena(start, encoder, 1, k)
        arena.place(0, state)
        arena.look(0)
        for step in range(120):
            if state.to_move == OVER:
                break
            if step % 3 == 0:
                assert [int(n) for n in arena.numbers] == encoder.numbers(state, state.to_move), (k, step)
            arena.act(arena.pick(0, rng))


def test_constants_that_are_written_out_agree_with_the_columns() -> None:
    assert len(SEAT) == encoding.SEAT_WIDTH
    assert SEAT[encoding.HAND] == "hand"
