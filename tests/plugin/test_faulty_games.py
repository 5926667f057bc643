"""Faults of games from other packages: each is a sentence that names game, method, file and line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hordes.bots.registry import parse_bot
from hordes.bots.runner import play_game
from hordes.cli.commands import run as run_command
from hordes.engine import games
from hordes.engine.core.state import OVER
from hordes.engine.errors import BadPosition, BadRequest, PieceError
from hordes.engine.match import Match, play_random_game
from hordes.engine.option_schema import Option
from hordes.engine.plugin import PluginGame, PluginState, encode_move
from hordes.engine.referee import answer_line
from hordes.lab.fuzz import fuzz, fuzz_games
from tests.plugin.pile import GET, TAKE, Pile, PileState

Spoilt = dict[str, Any]


def game_with(state: Spoilt | None = None, game: Spoilt | None = None) -> Pile:
    """Pile with other methods or attributes in its state or in its game; made known by its name."""
    kind = type("BadState", (PileState,), state or {})
    made: Pile = type("BadPile", (Pile,), {"state_class": kind, **(game or {})})()
    games._loaded.pop(made.name, None)
    games.register_game(made)
    return made


@pytest.fixture(autouse=True)
def _pile_is_forgotten() -> Any:
    yield
    games._loaded.pop("pile", None)


def problem_of(game: PluginGame) -> str:
    """What the fuzzer finds at fault in some random games."""
    failures = fuzz_games(game, 0, 16, 3).failures
    return failures[0].problem if failures else ""


def test_the_game_that_is_spoilt_below_has_no_fault() -> None:
    assert problem_of(game_with()) == ""
    assert play_random_game("pile", seed=1).is_over


def late(method: Callable[..., Any], others: str) -> Callable[..., Any]:
    """A method that is as it was until two stones are left: a fault that does not show at once."""
    right = getattr(PileState, others)
    return lambda self, *more: right(self, *more) if self.stones > 2 else method(self, *more)


def raising(self: Any, *more: Any) -> Any:
    empty: dict[str, Any] = {}
    return empty["not there"]


def broken(self: PileState, move: int) -> None:
    PileState.apply(self, move)
    self.to_move = 7


def wrongly_won(self: PileState) -> dict[str, Any] | None:
    return {"scores": [1] * self.seats, "winners": [3], "reason": ""} if self.to_move == OVER else None


STATE_FAULTS: list[tuple[str, Callable[..., Any], str]] = [
    ("legal_moves", raising, r"raised KeyError: 'not there' \(line \d+ of .*test_faulty_games\.py\)\."),
    ("legal_moves", lambda self: None, "answered None: it answers with a list of whole numbers"),
    ("legal_moves", lambda self: {64, 65}, "it answers with a list of whole numbers"),
    ("legal_moves", lambda self: [1.0], r"answered \[1\.0\]: it answers with a list of whole numbers"),
    ("legal_moves", lambda self: [True], "it answers with a list of whole numbers"),
    ("legal_moves", lambda self: [], "is to move, so some move must be legal"),
    ("legal_moves", lambda self: [-1], "is not declared in `"),
    ("legal_moves", lambda self: [encode_move(TAKE, 9)], "verb 0 with target 9 is not declared in `"),
    ("legal_moves", lambda self: [encode_move(9, 0)], "verb 9 with target 0 is not declared in `"),
    ("legal_moves", lambda self: [encode_move(TAKE, 63)], "verb 0 with target 63 is not declared"),
    ("chance_weights", lambda self: {}, "chance decides, so it needs an outcome"),
    ("chance_weights", lambda self: {64: 0, 65: 1}, "weights, whole numbers from 1 up"),
    ("chance_weights", lambda self: {64: 0.5, 65: 0.5}, "weights, whole numbers from 1 up"),
    ("chance_weights", lambda self: {64: -1}, "weights, whole numbers from 1 up"),
    ("chance_weights", lambda self: [64, 65], "weights, whole numbers from 1 up"),
    ("chance_weights", lambda self: {encode_move(GET, 5): 1}, "not declared in `outcome_targets`"),
    ("chance_weights", raising, "raised KeyError"),
    ("apply", raising, "raised KeyError"),
    ("apply", lambda self, move: self, "it answers nothing, but changes the state"),
    ("apply", broken, "`to_move` is then 7, neither a seat from 0 to 1 nor CHANCE nor OVER"),
    ("describe", lambda self, move: None, "it answers with words, one space between them"),
    ("describe", lambda self, move: f"take  {move % 64}", "one space between them"),
    ("describe", lambda self, move: f"grab {move}", r"its first word is none of `verbs`, \('take', 'get'\)"),
    ("position", lambda self: [1], r"answered \[1\]: it answers with a dict"),
    ("score", lambda self, seat: "many", "it answers with a whole number"),
    ("clone", lambda self: self, "it answers with another BadState"),
    ("clone", lambda self: None, "it answers with another BadState"),
    ("view", lambda self, seat: None, "it answers with a dict"),
    ("resample", lambda self, seat, rng: 3, "it answers with another BadState"),
    ("result", lambda self: {"scores": [1]}, "it answers"),
    ("result", wrongly_won, "`winners` is an ascending list"),
    ("phase_name", lambda self: 3, "it answers with a text"),
    ("default_move", lambda self: encode_move(TAKE, 0), "it answers with a legal move"),
    ("default_move", raising, "raised KeyError"),
    ("redact_event", lambda self, event, seat: None, "it answers with an event"),
    ("public_summary", lambda self: [], "it answers with a dict"),
    ("display", lambda self, seat: {}, "it lacks `status`; its keys are `status`, `regions`, `seats`"),
    ("move_data", lambda self, move: "take", "it answers with a dict"),
    ("narrate", lambda self, event: 3, "it answers with a text"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "body", "why"), STATE_FAULTS)
def test_a_method_of_the_state_that_answers_wrongly_is_named(method: str, body: Callable[..., Any], why: str) -> None:
    problem = problem_of(game_with({method: body}))
    assert re.match(rf"The game 'pile' is at fault: BadState\.{method} (answered|raised)", problem), problem
    assert re.search(why, problem), problem
    assert re.search(r"\(line \d+ of .*test_faulty_games\.py\)\.$", problem), problem


def shared_clone(state: PileState) -> PileState:
    """A clone that shares a list with its original."""
    twin = PileState.clone(state)
    assert isinstance(twin, PileState)
    twin.secrets = state.secrets
    return twin


@pytest.mark.parametrize(
    ("methods", "why"),
    [
        ({"clone": shared_clone}, "playing on a clone changed the original"),
        ({"position": lambda self: {"stones": self.stones, "to_move": self.to_move}}, "a move changed nothing"),
        ({"position": lambda self: {**PileState.position(self), "odd": {1: 2}}}, "a position is not what JSON can say"),
        ({"position": lambda self: {**PileState.position(self), "all": {1, 2}}}, "its position is no JSON"),
        ({"position": lambda self: {**PileState.position(self), "secrets": self.secrets}}, "changing data"),
        ({"read_position": lambda self, data: None}, "read and written again it differs in"),
        ({"view": lambda self, seat: self.position()}, "shows something hidden"),
        ({"view": lambda self, seat: {**PileState.view(self, seat), "all": {1, 2}}}, "what is shown is not what JSON"),
        ({"public_summary": lambda self: {"sum": sum(self.secrets)}}, "shows something hidden"),
        ({"redact_event": lambda self, event, seat: event}, "something that its view does not show"),
        ({"resample": lambda self, seat, rng: self.clone()}, "bots would know it"),
        ({"score": lambda self, seat: 99}, "the score 99 is out of bounds"),
        ({"describe": lambda self, move: "take 1" if move < 64 else f"get {move % 64}"}, "have the same text"),
        ({"is_automatic": lambda self, seat: True}, "seat 0 is then to move, which is automatic"),
    ],
)
def test_a_state_that_is_wrong_in_itself_is_found_by_the_fuzzer(methods: Spoilt, why: str) -> None:
    assert re.search(why, problem_of(game_with(methods))), problem_of(game_with(methods))


def test_a_game_that_never_ends_is_stopped() -> None:
    def forever(self: PileState, move: int) -> None:
        PileState.apply(self, move)
        if self.to_move == OVER:
            self.stones, self.to_move = 4, 0

    assert "the game goes on after 4 decisions, more than declared" in problem_of(game_with({"apply": forever}))


@pytest.mark.parametrize(
    ("attributes", "why"),
    [
        ({"name": ""}, "`name` of BadPile is a text, not ''"),
        ({"name": "two words"}, "`name` of BadPile is one word"),
        ({"title": None}, "`title` of BadPile is a text"),
        ({"rules_version": 1}, "`rules_version` of BadPile is a text, not 1"),
        ({"verbs": ()}, "`verbs` of BadPile is a tuple of words"),
        ({"verbs": ("take it",)}, "`verbs` of BadPile is a tuple of words"),
        ({"verbs": ["take", "get"]}, "`verbs` of BadPile is a tuple of words"),
        ({"moves_are_public": "yes"}, "`moves_are_public` of BadPile is True or False"),
        ({"state_class": Pile}, "`state_class` of BadPile is a subclass of PluginState"),
        ({"state_class": PluginState}, "BadPile lacks `state_class`, the subclass of PluginState that has its rules"),
    ],
)
def test_a_class_that_is_not_complete_is_no_game(attributes: Spoilt, why: str) -> None:
    with pytest.raises(PieceError, match=why):
        game_with(game=attributes)


class Incomplete(PluginGame):
    """A game without half of its methods."""

    name, title = "incomplete", "Incomplete"
    verbs = ("take",)

    def option_schema(self) -> list[Option]:
        return []


def test_a_game_without_its_methods_is_told_which() -> None:
    lacks = "lacks `max_game_length`, `score_bounds`, `action_targets`"
    with pytest.raises(PieceError, match=rf"Incomplete in .*test_faulty_games\.py {lacks}\."):
        Incomplete()


GAME_FAULTS: list[tuple[str, Callable[..., Any], str]] = [
    ("option_schema", lambda self: None, "it answers with a list of `Option`"),
    ("option_schema", lambda self: [], "the option `players` is missing"),
    ("option_schema", lambda self: [Option("players", "two", "", choices=("two",))], "the option `players` is missing"),
    ("option_schema", lambda self: [Option("players", 5, "", least=2, most=4)], "a default that it refuses itself"),
    ("option_schema", lambda self: [Option("players", 2, "", least=2, most=4)] * 2, "two options have the same name"),
    ("option_schema", raising, "raised KeyError"),
    ("check_options", lambda self, options: False, "it answers nothing"),
    ("start", lambda self, options: None, "it answers with a BadState"),
    ("max_game_length", lambda self, options: 0, "it answers with a whole number from 1 up"),
    ("score_bounds", lambda self, options: (3, 1), "the least and the greatest score"),
    ("score_bounds", lambda self, options: [0, 1], "the least and the greatest score"),
    ("action_targets", lambda self, options: {TAKE: 99}, "a dict of verbs and their numbers of targets"),
    ("action_targets", lambda self, options: raising(self), "raised KeyError"),
    ("violated_invariants", lambda self, state: "wrong", "it answers with a list of texts"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "body", "why"), GAME_FAULTS)
def test_a_method_of_the_game_that_answers_wrongly_is_named(method: str, body: Callable[..., Any], why: str) -> None:
    game = game_with(game={method: body})
    with pytest.raises(PieceError, match=rf"The game 'pile' is at fault: BadPile\.{method} .*{why}.*line \d+ of "):
        raise PieceError(problem_of(game))


@pytest.mark.parametrize(
    ("method", "body", "why"),
    [
        ("observation_parts", lambda self, options: [("stones", 1)], "it answers with parts"),
        ("board_drawing", lambda self, options: {}, "it lacks `size`; its keys are `size`, `regions`"),
        ("board_data", lambda self, options: None, "it answers with a dict"),
        ("glossary", lambda self: [], "it answers with a dict"),
        ("die_faces", lambda self: None, "it answers with a list of whole numbers"),
    ],
)
def test_what_only_interfaces_ask_is_checked_when_they_ask(method: str, body: Callable[..., Any], why: str) -> None:
    game = game_with(game={method: body})
    ask = getattr(game, method)
    with pytest.raises(PieceError, match=rf"BadPile\.{method} answered .*{why}"):
        ask() if method in ("glossary", "die_faces") else ask({})


def test_observations_that_do_not_fit_their_parts_are_refused() -> None:
    game = game_with({"observation": lambda self, seat: [1, 2, 3]})
    state = play_random_game("pile").record.replay(3)
    with pytest.raises(PieceError, match="an observation has 3 numbers, its parts declare 2"):
        game.encoder({}).observation(state, 0)


# Where people meet such a game

FAULTY = {"apply": late(raising, "apply")}
SENTENCE = r"The game 'pile' is at fault: BadState\.apply raised KeyError: 'not there' \(line \d+ of .*\.py\)\."


def test_a_match_says_whose_fault_it_is() -> None:
    game_with(FAULTY)
    match = Match("pile", seed=1)
    match.play("take 2")
    with pytest.raises(PieceError, match=SENTENCE):
        match.play("take 1")


def test_the_command_line_says_it_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    game_with(FAULTY)
    for command in (
        ["simulate", "pile", "--games", "2"],
        ["simulate", "pile", "--games", "2", "--bots", "greedy"],
        ["tournament", "greedy", "random", "--game", "pile", "--games", "2"],
    ):
        assert run_command(command) == 2, command
        error = capsys.readouterr().err
        assert re.search(SENTENCE, error), error
        assert "Traceback" not in error


def test_the_fuzzer_prints_the_request_that_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    game_with(FAULTY)
    assert run_command(["fuzz", "pile", "--games", "3"]) == 1
    output = capsys.readouterr().out
    assert re.search(SENTENCE, output)
    request = json.loads(next(line for line in output.splitlines() if line.startswith("{")))
    reply = json.loads(answer_line(json.dumps(request)))
    assert not reply["ok"]
    assert re.search(SENTENCE, reply["error"]["message"])


def test_no_bot_is_blamed_for_it() -> None:
    game_with(FAULTY)
    with pytest.raises(PieceError, match=SENTENCE):
        play_game("pile", {"players": 2}, [parse_bot("greedy").make(), parse_bot("random").make()], 1)


def test_a_position_that_makes_no_sense_is_the_positions_fault() -> None:
    game = game_with()
    for wrong, why in (
        ({"stones": 4, "secrets": [0, 1]}, "KeyError: 'to_move'"),
        ({"stones": 4, "secrets": [0, 1], "to_move": 9}, "`to_move` is then 9"),
        ({"stones": 0, "secrets": [0, 1], "to_move": 0}, "seat 0 is to move, so some move must be legal"),
        ({"stones": "x", "secrets": [0, 1], "to_move": 0}, "raised TypeError"),
        ({"stones": 4, "secrets": [0, 1], "to_move": 0, "extra": 1}, "it differs in extra"),
    ):
        with pytest.raises(BadPosition, match=why):
            game.from_position({}, wrong)


# Packages that cannot be loaded


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Installs a module as the game `broken`."""

    def install(source: str, point: str = "broken_game:GAME", name: str = "broken-game") -> None:
        info = tmp_path / f"{name.replace('-', '_')}-1.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[hordes.games]\nbroken = {point}\n", encoding="utf-8")
        (tmp_path / "broken_game.py").write_text(source, encoding="utf-8")
        monkeypatch.delitem(__import__("sys").modules, "broken_game", raising=False)

    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(games, "_loaded", dict(games._loaded))
    return install


INCOMPLETE = (
    "from hordes.engine.plugin import PluginGame\n\nclass Bad(PluginGame):\n    name = 'broken'\n\nGAME = Bad()\n"
)


@pytest.mark.parametrize(
    ("source", "point", "why"),
    [
        ("import nothing_like_this", "broken_game:GAME", r"ModuleNotFoundError: .* \(line 1 of .*broken_game\.py\)"),
        ("def", "broken_game:GAME", "cannot be loaded: SyntaxError"),
        ("1 / 0", "broken_game:GAME", r"ZeroDivisionError: division by zero \(line 1 of .*broken_game\.py\)"),
        ("", "broken_game:GAME", "AttributeError: .*GAME"),
        ("", "no_such_module:GAME", "No module named 'no_such_module'"),
        ("GAME = 3", "broken_game:GAME", "What is installed as the game 'broken' is no game, but 3"),
        (INCOMPLETE, "broken_game:GAME", "is at fault: `title` of Bad is a text"),
    ],
)
def test_a_package_that_cannot_be_loaded_is_refused_and_the_others_are_there(
    package: Callable[..., None], source: str, point: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    package(source, point)
    with pytest.raises(BadRequest, match=f"(?s).*{why}"):
        games.load("broken")
    assert "broken" in games.game_names()
    assert [game.name for game in games.usable_games()] == [name for name in games.game_names() if name != "broken"]
    assert re.search(why, caplog.text)


def test_two_packages_with_one_game_are_refused(package: Callable[..., None]) -> None:
    package("", name="broken-game")
    package("", name="other-game")
    with pytest.raises(BadRequest, match="Several packages install a game 'broken': broken-game, other-game"):
        games.load("broken")


def test_fuzz_goes_on_after_a_fault_and_counts_them() -> None:
    game_with(FAULTY)
    totals = fuzz("pile", 0, 5, 1)
    assert totals.games == 5
    assert len(totals.failures) == 5
    assert {failure.category() for failure in totals.failures} == {totals.failures[0].category()}


class Shared:
    """Methods that several games of a package share, in a class that is no state."""

    def score(self, seat: int) -> Any:
        return "three"

    def explain(self, text: str) -> Any:
        return 1 // 0


def test_methods_that_a_state_takes_from_another_class_are_checked_too() -> None:
    kind = type("MixedState", (Shared, PileState), {})
    game: Pile = type("MixedPile", (Pile,), {"state_class": kind})()
    state = game.new({})
    with pytest.raises(PieceError, match=r"MixedState\.score answered 'three': .*whole number .*test_faulty_games\.py"):
        state.score(0)
    with pytest.raises(PieceError, match=r"MixedState\.explain raised ZeroDivisionError"):
        state.explain("take 1")
    assert Shared().score(0) == "three", "the class itself is left as it is"


def test_a_method_that_is_no_python_function_is_checked_too() -> None:
    """Such as a partial function: it gets no state, and has no line that a message could name."""
    kind = type("BuiltState", (PileState,), {"score": partial(divmod, 7)})
    state = type("BuiltPile", (Pile,), {"state_class": kind})().new({})
    with pytest.raises(PieceError, match=r"BuiltState\.score answered \(7, 0\): it answers with a whole number\.$"):
        state.score(1)


def test_no_place_is_named_where_only_importing_was_at_work(package: Callable[..., None]) -> None:
    package("", "no_such_module:GAME")
    with pytest.raises(BadRequest, match="No module named 'no_such_module'") as refused:
        games.load("broken")
    assert "frozen" not in str(refused.value)
    assert "line " not in str(refused.value)
