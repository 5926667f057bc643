"""What the fuzzer finds in games of others beyond wrong answers: what copies forget, and what is shown too much."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hordes.engine import games
from hordes.engine.core.state import OVER
from hordes.engine.plugin import PluginGame, encode_move
from hordes.lab.fuzz import fuzz_games
from tests.docs.test_code_blocks import ROOT, blocks
from tests.plugin.pile import TAKE, Pile, PileState

Spoilt = dict[str, Any]


@pytest.fixture(autouse=True)
def _pile_is_forgotten() -> Iterator[None]:
    yield
    games._loaded.pop("pile", None)
    games._loaded.pop("pig", None)


def problems(game: PluginGame, count: int = 24) -> str:
    """All that the fuzzer finds at fault in some random games."""
    games._loaded.pop(game.name, None)
    games.register_game(game)
    return "\n".join(failure.problem for failure in fuzz_games(game, 0, count, 3).failures)


def pile(state: Spoilt | None = None, game: Spoilt | None = None) -> PluginGame:
    """Pile with other methods in its state or in its game."""
    kind = type("BadState", (PileState,), state or {})
    made: PluginGame = type("BadPile", (Pile,), {"state_class": kind, **(game or {})})()
    return made


# Copies


def pig(source_of: Callable[[str], str] = str) -> PluginGame:
    """The game of the documentation, its source changed."""
    page = blocks(ROOT / "docs" / "own-game.md")
    source = next(text for language, text in page if language == "python" and "class PigState" in text)
    names: dict[str, Any] = {}
    exec(source_of(source), names)
    game: PluginGame = names["Pig"]()
    return game


def without_the_turn(source: str) -> str:
    """The documentation's game with a key of its position forgotten."""
    before = source
    source = source.replace('{"turn": self.turn, "turns"', '{"turns"')
    source = source.replace("self.points, self.turn, self.turns = ", "self.points, self.turns = ")
    source = source.replace('data["points"], data["turn"], data["turns"]', 'data["points"], data["turns"]')
    assert source.count("turn") < before.count("turn")
    return source


def test_the_game_of_the_documentation_has_no_fault() -> None:
    assert problems(pig()) == ""


def test_a_key_that_the_position_forgets_is_found() -> None:
    assert "a position read back is another state" in problems(pig(without_the_turn))


class Remembering(PileState):
    """Who takes two stones may take but one the next time; the position does not say who."""

    def __init__(self, game: PluginGame, options: dict[str, Any]) -> None:
        super().__init__(game, options)
        self.stones = 12
        self.greedy: list[int] = []

    def legal_moves(self) -> list[int]:
        most = 1 if self.to_move in self.greedy else 2
        return [move for move in super().legal_moves() if self.to_move < 0 or move % 64 <= most]

    def apply(self, move: int) -> None:
        seat = self.to_move
        super().apply(move)
        if move == encode_move(TAKE, 2):
            self.greedy.append(seat)


def test_what_a_position_forgets_is_found_also_where_it_shows_moves_later() -> None:
    said = problems(type("Longer", (Pile,), {"state_class": Remembering, "max_game_length": twelve})())
    assert re.search(r"a position read back is another state, which shows \d moves? later: other moves are legal", said)


def twelve(self: PluginGame, options: dict[str, Any]) -> int:
    return 12


# What is shown


def seen_by_all(state: PileState) -> int:
    return sum(state.secrets)


def of_another(state: PileState, seat: int) -> list[int]:
    return [state.stones, state.secrets[(seat + 1) % state.seats] if state.secrets else 0]


LEAKS: list[tuple[Spoilt, str]] = [
    ({"observation": of_another}, r"the observation of seat \d shows something hidden \(in secret\)"),
    (
        {"move_data": lambda self, move: PileState.move_data(self, move) | {"label": f"take of {seen_by_all(self)}"}},
        r"the data of the move `take \d` of seat \d show something hidden \(in label\)",
    ),
    ({"explain": lambda self, text: f"{seen_by_all(self)}"}, r"the explanation of the move `take \d` of seat \d shows"),
    ({"phase_name": lambda self: f"play {seen_by_all(self)}"}, "the name of the phase shows something hidden"),
    (
        {"view": lambda self, seat: PileState.view(self, seat) | {"sum": {"all": seen_by_all(self)}}},
        r"the view of seat \d shows something hidden \(in sum.all\)",
    ),
    (
        {"narrate": lambda self, event: f"something like {seen_by_all(self)}"},
        r"what seat \d is told of the event '\w+' shows something hidden \(in text\)",
    ),
    ({"redact_event": lambda self, event, seat: event}, r"that its view does not show: the event `got` \(in number\)"),
]  # fmt: skip


@pytest.mark.parametrize(("methods", "why"), LEAKS)
def test_whatever_shows_something_hidden_is_found_and_named(methods: Spoilt, why: str) -> None:
    said = problems(pile(methods))
    assert re.search(why, said), said


# Answers to bots, learners and people


def unreadable(self: PileState, text: str) -> str:
    _, number = text.split()
    return f"{int(number)} stones are too many."


ANSWERS: list[tuple[Spoilt, Spoilt, str]] = [
    ({"estimate": lambda self, seat: None}, {}, r"BadState\.estimate answered None: it answers with a whole number"),
    ({"rate": lambda self, move: "good"}, {}, r"BadState\.rate answered 'good': it answers with a whole number"),
    ({"turn_number": lambda self: None}, {}, r"BadState\.turn_number answered None"),
    ({"team_of": lambda self, seat: "A"}, {}, r"BadState\.team_of answered 'A'"),
    ({"explain": lambda self, text: None}, {}, r"BadState\.explain answered None"),
    ({"why_illegal": lambda self, text: 3}, {}, r"BadState\.why_illegal answered 3"),
    ({"why_illegal": unreadable}, {}, r"BadState\.why_illegal raised ValueError"),
    ({"observation": lambda self, seat: [1]}, {}, "an observation has 1 numbers, its parts declare 2"),
    ({"observation": lambda self, seat: [-1, 0]}, {}, r"number 0 \(part 'stones'\) is -1, and numbers are from 0 to"),
    ({"observation": lambda self, seat: [0, 40000]}, {}, r"number 1 \(part 'secret'\) is 40000"),
    ({"observation": lambda self, seat: [5, 0]}, {}, r"\(part `stones`\) is 5; declared are 0 to 4"),
    ({}, {"glossary": lambda self: {"stone": {"name": "Stone"}}}, r"the entry 'stone' has the kind None"),
    ({}, {"board_drawing": lambda self, options: {}}, r"BadPile\.board_drawing answered {}: it lacks `size`"),
    ({}, {"die_faces": lambda self: None}, r"BadPile\.die_faces answered None"),
]  # fmt: skip


@pytest.mark.parametrize(("state", "game", "why"), ANSWERS)
def test_a_wrong_answer_to_bots_learners_or_people_is_met(state: Spoilt, game: Spoilt, why: str) -> None:
    said = problems(pile(state, game))
    assert re.search(why, said), said


# Events


def emits_a_set(self: PileState, move: int) -> None:
    self.emit("x", what={1, 2})
    PileState.apply(self, move)


def test_an_event_that_is_no_json_data_is_refused_where_it_is_emitted() -> None:
    said = problems(pile({"apply": emits_a_set}))
    where = r"\(line \d+ of .*test_fuzz_findings\.py\)"
    assert re.search(rf"BadState emits the event 'x' with what={{1, 2}}, which JSON cannot say {where}", said), said


# Beginnings


def fails(self: PileState, game: PluginGame, options: dict[str, Any]) -> None:
    PileState.__init__(self, game, options)
    raise KeyError("stones")


def without_base(self: PileState, game: PluginGame, options: dict[str, Any]) -> None:
    self.stones = 4


def uses_seats(self: PileState, game: PluginGame, options: dict[str, Any]) -> None:
    self.secrets = [0] * self.seats


@pytest.mark.parametrize(
    ("begin", "why"),
    [
        (fails, r"BadState\.__init__ raised KeyError: 'stones' \(line \d+ of .*findings\.py\)"),
        (without_base, r"BadState\.__init__ does not call `super\(\).__init__\(game, options\)` \(line \d+ of"),
        (uses_seats, r"BadState\.__init__ raised AttributeError.*it calls `super\(\).__init__\(game, options\)` first"),
    ],
)
def test_a_beginning_that_fails_is_a_sentence(begin: Callable[..., None], why: str) -> None:
    said = problems(pile({"__init__": begin}))
    assert re.search(why, said), said


# Teams


def two_teams(self: PileState, seat: int) -> int:
    return min(seat, 1)


def test_partners_win_together_by_default() -> None:
    game = pile({"team_of": two_teams})
    assert problems(game) == ""
    state = game.from_position({"players": 3}, {"stones": 0, "secrets": [2, 1, 2], "to_move": OVER})
    result = state.result()
    assert result is not None
    assert (result["scores"], result["winners"]) == ([2, 1, 2], [1, 2])


def alone(self: PileState) -> dict[str, Any] | None:
    scores = [self.score(seat) for seat in range(self.seats)]
    return {"scores": scores, "winners": [0], "reason": "first"} if self.to_move == OVER else None


def test_a_result_in_which_a_partner_does_not_win_is_found() -> None:
    said = problems(pile({"result": alone, "team_of": lambda self, seat: 0}))
    assert "seats [0] win, but not their partners" in said
