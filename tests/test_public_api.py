"""The public API: every name exists, is documented and cheap to import, and first steps in a shell or notebook work."""

from __future__ import annotations

import copy
import doctest
import inspect
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hordes
from hordes.engine.core.state import Event

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("smallworld", {"players": 3}),
    ("smallworld", {"players": 3, "mode": "necromancer", "turns": 3}),
    ("smallworld", {"players": 6, "mode": "teams", "turns": 2}),
    ("covil", {"players": 2}),
    ("covil", {"players": 1, "dummies": 1}),
]
each_setup = pytest.mark.parametrize(("game", "options"), SETUPS, ids=str)
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def played(game: str, options: dict[str, Any], decisions: int, seed: int = 3) -> hordes.Match:
    """A match after some random decisions."""
    match, rng = hordes.Match(game, options, seed), hordes.Rng(seed)
    for _ in range(decisions):
        texts = match.legal_texts()
        match.play(texts[rng.below(len(texts))])
    return match


# Names and documentation


def test_all_public_names_are_there() -> None:
    assert dir(hordes) == sorted([*hordes.__all__, "__version__"])
    for name in hordes.__all__:
        assert getattr(hordes, name) is getattr(hordes, name)
    with pytest.raises(AttributeError, match="no attribute 'Mach'"):
        hordes.Mach  # type: ignore[attr-defined]  # noqa: B018


def public_members(thing: type) -> dict[str, Any]:
    """The public methods and properties that a class or one of its bases in the package defines."""
    kinds = [kind for kind in thing.__mro__ if kind.__module__.startswith("hordes")]
    members = {name: value for kind in reversed(kinds) for name, value in vars(kind).items() if name[0] != "_"}
    return {
        name: value
        for name, value in members.items()
        if inspect.isroutine(value) or isinstance(value, property | classmethod | staticmethod)
    }


@pytest.mark.parametrize("name", [name for name in hordes.__all__ if not name.isupper()])
def test_public_names_and_their_methods_are_documented(name: str) -> None:
    """Also in the compiled package: tools/docstrings.py puts back what mypyc drops."""
    thing = getattr(hordes, name)
    assert thing.__doc__
    assert thing.__doc__ not in {base.__doc__ for base in getattr(thing, "__mro__", ())[1:]}
    if isinstance(thing, type):
        assert [key for key, value in public_members(thing).items() if not value.__doc__] == []


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_the_states_of_games_say_what_their_methods_do(game: str) -> None:
    """A method that is documented in `State` need not be documented again: `help` finds it there."""
    state = type(hordes.Match(game).state)
    silent = [name for name in public_members(hordes.State) if not inspect.getdoc(getattr(state, name))]
    assert state.__doc__
    assert silent == []


def test_the_package_is_cheap_to_import() -> None:
    code = "import hordes, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    own = {name for name in loaded if name.startswith("hordes")}
    assert own == {"hordes", "hordes.engine", "hordes.engine.drawing"}
    assert not loaded & {"rich", "numpy", "json", "litestar", "cyclopts"}


# Matches


def test_a_match_is_made_by_a_name_or_a_game_with_options_as_keywords_or_a_dict() -> None:
    first = hordes.Match("smallworld", players=3, seed=7)
    for other in (
        hordes.Match("smallworld", {"players": 3}, 7),
        hordes.Match(hordes.load("smallworld"), {"players": 3}, seed=7),
        hordes.Match(hordes.load("smallworld"), players=3, seed=7),
    ):
        assert other.state == first.state
        assert other.save() == first.save()
    assert hordes.Match("covil").record.options == hordes.load("covil").normalise({})
    match = hordes.Match("smallworld", {"players": 2}, turns=3)
    assert (match.record.options["players"], match.record.options["turns"]) == (2, 3)


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        (("chess",), {}, "There is no game 'chess'; there are covil, smallworld"),
        ((7,), {}, "A game is a name such as 'smallworld'"),
        ((["smallworld"],), {}, "A game is a name such as 'smallworld'"),
        (("smallworld", 3), {}, "Options are keywords or a dict, such as players=3, not 3"),
        (("smallworld", {"players": 3}), {"players": 3}, "`players` is given twice"),
        (("smallworld",), {"players": 9}, "`players` is a number from"),
        (("covil",), {"player": 2}, "player"),
        (("covil",), {"players": {1, 2}}, "JSON"),
        (("covil",), {"seed": "seven"}, "`seed` is a whole number, not 'seven'"),
        (("covil",), {"seed": None}, "`seed` is a whole number, not None"),
    ],
)
def test_wrong_options_are_refused_with_a_sentence(
    arguments: tuple[Any, ...], options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(hordes.BadRequest, match=sentence):
        hordes.Match(*arguments, **options)


def test_misuse_by_a_newcomer_is_refused_with_a_sentence() -> None:
    match = hordes.Match("smallworld", players=3)
    with pytest.raises(hordes.UnknownMove, match=r"A move is a text, such as those of `legal_texts\(\)`, not 0"):
        match.play(0)  # type: ignore[arg-type]
    with pytest.raises(hordes.BadRequest, match="Seats are numbered from 0 to 2; there is no seat 3"):
        match.view(3)
    with pytest.raises(hordes.BadPosition, match="A position is an object, not 3"):
        hordes.Match("covil", position=3)  # type: ignore[arg-type]
    with pytest.raises(hordes.BadRequest, match="there is no seat -1"):
        match.board_text(-1)


def test_first_steps_of_a_newcomer() -> None:
    match = hordes.Match("smallworld", players=3, seed=7)
    assert repr(match) == "<Match: smallworld, 3 seats, 0 decisions, seat 0 to move: pick>"
    events: list[Event] = match.play(match.legal_texts()[0])
    assert [event["type"] for event in events] == ["picked", "revealed"]
    assert match.view(0)["phase"] == "conquer"
    assert "You" in match.board_text(0)
    assert "seat 0" in match.board_text()
    with pytest.raises(hordes.RuleViolation, match="Gurgle Bog is inland"):
        match.play("conquer 8")
    move = hordes.suggest_move(match, "greedy")
    assert move in match.legal_texts()
    match.play(move)
    assert match.can_undo()
    match.undo()
    assert (match.to_move, match.is_over, match.result()) == (0, False, None)


@each_setup
def test_a_random_game_is_played_to_its_end_and_can_be_repeated(game: str, options: dict[str, Any]) -> None:
    match = hordes.play_random_game(game, options, seed=4)
    result = match.result()
    assert match.is_over
    assert result is not None
    assert match.to_move == hordes.OVER
    assert "over, won by" in repr(match)
    assert match.legal_texts() == []
    assert hordes.play_random_game(game, options, seed=4).save() == match.save()
    assert hordes.play_random_game(game, seed=5, **options).save() != match.save()
    assert match.record.replay() == match.state
    with pytest.raises(hordes.GameOver, match="there is no move to suggest"):
        hordes.suggest_move(match)


def test_the_examples_on_the_page_of_the_api_are_true() -> None:
    page = Path(__file__).resolve().parents[1] / "docs" / "api.md"
    assert doctest.testfile(str(page), module_relative=False) == (0, 5)


def test_the_page_of_the_api_shows_every_public_name() -> None:
    text = (Path(__file__).resolve().parents[1] / "docs" / "api.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"::: hordes\.(\w+)\n", text)) | set(
        re.findall(r"\w+", text.partition("members: [")[2].partition("]")[0])
    )
    assert set(hordes.__all__) <= listed


# Copies


@each_way
@each_setup
def test_a_copy_of_a_state_is_equal_and_on_its_own(
    way: Callable[[Any], Any], game: str, options: dict[str, Any]
) -> None:
    for decisions in (0, 1, 7, 30, 45):
        state = played(game, options, decisions).state
        before = state.dump()
        twin = way(state)
        assert type(twin) is type(state)
        assert (twin, hash(twin), twin.dump()) == (state, hash(state), before)
        assert (twin.position(), twin.legal(), twin.view(0)) == (state.position(), state.legal(), state.view(0))
        assert twin.sink is None
        twin.apply(twin.legal()[-1])
        assert state.dump() == before
        state.apply(state.legal()[-1])
        assert twin == state


@each_way
def test_a_state_that_is_over_is_copied(way: Callable[[Any], Any]) -> None:
    state = hordes.play_random_game("covil", players=2).state
    assert way(state) == state
    assert way(state).result() == state.result()


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_a_pickled_state_of_other_rules_is_refused(game: str) -> None:
    parts: Any = hordes.Match(game).state.__reduce__()
    revive, (setup, words, version, *_) = parts
    assert version == hordes.load(game).rules_version
    with pytest.raises(hordes.BadPosition, match="pickled under version '0' of the rules"):
        revive(setup, words, "0")
    with pytest.raises(hordes.BadPosition, match="pickled under version ''"):
        revive(setup, words)


@each_way
@each_setup
def test_a_copy_of_a_record_is_equal_and_on_its_own(
    way: Callable[[Any], Any], game: str, options: dict[str, Any]
) -> None:
    record = played(game, options, 10).record
    twin = way(record)
    assert twin == record
    assert twin.replay() == record.replay()
    twin.moves.pop()
    twin.options["players"] = 99
    assert twin != record
    assert record.options["players"] == options["players"]


def test_a_pickled_record_of_other_rules_is_refused() -> None:
    record = hordes.Record("covil", {"players": 2})
    record.rules = "0"
    with pytest.raises(hordes.BadRecord, match="version '0' of the rules"):
        pickle.loads(pickle.dumps(record))


@each_way
def test_a_copy_of_a_generator_goes_on_the_same_way(way: Callable[[Any], Any]) -> None:
    rng = hordes.Rng(5)
    rng.below(6)
    twin = way(rng)
    told = [rng.below(1000) for _ in range(20)]
    assert [twin.below(1000) for _ in range(20)] == told


@each_way
@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_there_is_one_object_for_each_game(way: Callable[[Any], Any], game: str) -> None:
    assert way(hordes.load(game)) is hordes.load(game)


@each_setup
def test_a_view_is_plain_data_and_no_window_into_the_state(game: str, options: dict[str, Any]) -> None:
    state = played(game, options, 20).state
    before = state.dump()
    for seat in (hordes.PUBLIC, 0):
        view = state.view(seat)
        assert json.loads(json.dumps(view)) == view == copy.deepcopy(view) == pickle.loads(pickle.dumps(view))
        clear_nested(view)
        assert state.view(seat) != view
    assert state.dump() == before
    assert state.options() == hordes.load(game).normalise(options)
    assert state.game_name() == game


def clear_nested(data: Any) -> None:
    """Empty everything in nested data."""
    for part in list(data.values() if isinstance(data, dict) else data):
        if isinstance(part, dict | list):
            clear_nested(part)
    data.clear()


# Notebooks


@each_setup
def test_a_notebook_shows_the_board_once(game: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """rich shows what is printed as outputs of its own in a notebook; nothing may be printed there but the drawing."""
    shown: list[Any] = []
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    monkeypatch.setattr("rich.jupyter.display", lambda *what: shown.append(what))
    match = played(game, options, 12)
    drawing = match._repr_svg_()
    assert drawing is not None
    assert drawing.startswith("<svg")
    assert "http" not in drawing.replace("http://www.w3.org/2000/svg", "")
    assert match.state._repr_svg_() == drawing
    assert match.board_text().count("\n") > 6
    assert shown == []


@each_setup
def test_the_drawing_of_a_notebook_tells_nothing_hidden(game: str, options: dict[str, Any]) -> None:
    """States that differ in what a seat cannot know look the same."""
    differ = 0
    for decisions in (3, 25, 50):
        state = played(game, options, decisions).state
        for seat in range(options["players"]):
            world = state.resample(seat, hordes.Rng(seat))
            differ += world != state
            if world.view(hordes.PUBLIC) == state.view(hordes.PUBLIC):
                assert world._repr_svg_() == state._repr_svg_()
                assert world.board_text() == state.board_text()
    assert differ > 0 or hordes.load(game).moves_are_public


def test_a_game_without_a_board_to_draw_shows_its_text() -> None:
    state = hordes.State()
    assert (state.game_name(), state.options(), state._repr_svg_(), state.board_text()) == ("", {}, None, "")


@each_way
def test_a_refusal_is_copied_with_its_sentence(way: Callable[[Any], Any]) -> None:
    """Worker processes send refusals back."""
    match = hordes.Match("smallworld", players=3, seed=7)
    match.play("pick 1")
    for move in ("conquer 8", "dance", "pick 1"):
        with pytest.raises(hordes.Refusal) as caught:
            match.play(move)
        refusal, twin = caught.value, way(caught.value)
        assert type(twin) is type(refusal)
        assert (str(twin), twin.public, twin.code) == (str(refusal), refusal.public, refusal.code)
        assert (str(twin.message), twin.message.key) == (str(refusal), refusal.message.key)


# Packages, and what is not installed


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("package", ["bots", "covil", "envs", "smallworld"])
def test_packages_need_no_import_of_their_own(package: str) -> None:
    done = run_python(f"import hordes; print(hordes.{package}.__name__)")
    assert (done.stdout.strip(), done.stderr) == (f"hordes.{package}", "")


@pytest.mark.parametrize("file", ["__init__.py", "envs/__init__.py"])
def test_a_type_checker_sees_misspelt_names(file: str) -> None:
    """A module-level `__getattr__` that it can see answers for every name there is not."""
    source = (Path(str(hordes.__file__)).parent / file).read_text(encoding="utf-8")
    assert "\ndef __getattr__" not in source
    assert "if not TYPE_CHECKING:" in source


@pytest.mark.parametrize(
    ("statement", "package", "extra"),
    [
        ("from hordes.envs import covil_v0", "gymnasium", "rl"),
        ("from hordes.envs import smallworld_v0", "pettingzoo", "rl"),
        ("import hordes.envs.solo", "gymnasium", "rl"),
        ("import hordes.envs.spiel", "pyspiel", "openspiel"),
        ("from hordes.envs import VectorEnv", "numpy", "rl"),
    ],
)
def test_an_environment_says_what_to_install(statement: str, package: str, extra: str) -> None:
    stubs = "numpy numpy.typing gymnasium gymnasium.spaces pettingzoo pettingzoo.utils pettingzoo.utils.conversions"
    code = f"""
import sys, unittest.mock
for name in {stubs!r}.split():
    sys.modules[name] = unittest.mock.MagicMock()
for name in [name for name in sys.modules if name.split(".")[0] == {package!r}]:
    sys.modules[name] = None
sys.modules[{package!r}] = None
{statement}
"""
    done = run_python(code)
    assert f'This needs {package}, which is not installed: pip install "hordes[{extra}]"' in done.stderr
