"""No module names a game but its own: games are reached by name, asked for what they declare, and never told apart.

A game's own modules are those below a folder of its name, and files that begin with its name (`envs/NAME_v0.py`).
Examples in docstrings may name games, since they have to run.
"""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hordes.engine.games import BUILT_IN, load

SOURCES = Path(__file__).resolve().parents[1] / "src" / "hordes"
OUTSIDE = "marches"
"""The example of a game from another package."""
DECLARATIONS = ("BUILT_IN", "DEFAULT_GAME")
"""Names in `engine/games.py` that are set to names of games; nothing else is."""


def spellings(game: str) -> set[str]:
    """A game's name and title, as a name in code and in prose."""
    title = load(game).title if game in BUILT_IN else game
    return {game, title.lower(), title.lower().replace(" ", "_"), title.lower().replace(" ", "-")}


def is_own(path: str, game: str) -> bool:
    """Whether a module belongs to a game."""
    *folders, file = path.split("/")
    return game in folders or re.match(rf"{game}(_|\.)", file) is not None


def without_examples(source: str) -> list[str]:
    """The lines of a module; those of examples in docstrings, and the declarations of games, are blank."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for example in doctest.DocTestParser().get_examples(node.value.value):
                first = node.lineno - 1 + example.lineno
                for k in range(first, first + (example.source + example.want).count("\n")):
                    lines[k] = ""
    return lines


def without_declarations(source: str) -> str:
    """`engine/games.py` with the two assignments that name games left out."""
    lines = source.splitlines()
    for node in ast.parse(source).body:
        names = [target.id for target in getattr(node, "targets", ()) if isinstance(target, ast.Name)]
        if names and names[0] in DECLARATIONS:
            last = node.end_lineno or node.lineno
            lines[node.lineno - 1 : last] = [""] * (last - node.lineno + 1)
    return "\n".join(lines)


def named(source: str, game: str) -> list[int]:
    """Lines of a module that name a game, in code, strings, comments or prose."""
    pattern = re.compile(rf"(?<![a-z])({'|'.join(map(re.escape, sorted(spellings(game))))})(?![a-z])", re.IGNORECASE)
    folded = [re.sub(r"([a-z])([A-Z])", r"\1_\2", line) for line in without_examples(source)]
    return [number for number, line in enumerate(folded, 1) if pattern.search(line)]


def modules() -> Iterator[tuple[str, str]]:
    """Path and source of every module of the package."""
    for path in sorted(SOURCES.rglob("*.py")):
        source, place = path.read_text(encoding="utf-8"), path.relative_to(SOURCES).as_posix()
        yield place, without_declarations(source) if place == "engine/games.py" else source


@pytest.mark.parametrize("game", [*BUILT_IN, OUTSIDE])
def test_no_module_outside_a_game_names_it(game: str) -> None:
    found_in = {
        place: lines for place, source in modules() if not is_own(place, game) if (lines := named(source, game))
    }
    assert found_in == {}, "ask the game (engine/core/game.py::Game) instead of knowing it"


@pytest.mark.parametrize("game", [*BUILT_IN, OUTSIDE])
def test_templates_of_pages_name_no_game(game: str) -> None:
    pattern = re.compile("|".join(map(re.escape, spellings(game))), re.IGNORECASE)
    templates = list(SOURCES.rglob("*.jinja"))
    assert templates
    assert [path.name for path in templates if pattern.search(path.read_text(encoding="utf-8"))] == []


def test_every_game_has_modules_of_its_own_and_the_others_are_many() -> None:
    places = [place for place, _ in modules()]
    for game in BUILT_IN:
        own = [place for place in places if is_own(place, game)]
        assert f"{game}/game.py" in own
        assert f"terminal/{game}/interface.py" in own
        assert len(own) < len(places) / 2


def test_the_default_game_is_declared_once() -> None:
    source = (SOURCES / "engine" / "games.py").read_text(encoding="utf-8")
    assert named(source, "smallworld") != []
    assert named(without_declarations(source), "smallworld") == []


@pytest.mark.parametrize(
    "line",
    [
        'if game.name == "smallworld": pass',
        "from hordes.smallworld.game import GAME",
        "class SmallWorldSpiel: pass",
        "class CovilInterface: pass",
        "small_world = 1",
        "def covil_rows(): pass",
        "x = 1  # Covil: the day",
        '"""Coins (Covil: gold)."""',
        'text = "the map of Small World"',
        'IDS = {"hordes/SmallWorld-v0"}',
    ],
)
def test_a_name_is_noticed(line: str) -> None:
    assert named(line, "smallworld") + named(line, "covil") == [1]


@pytest.mark.parametrize(
    "source",
    [
        '"""Loads.\n\n>>> load("covil").name\n\'covil\'\n"""',
        'def f():\n    """Loads.\n\n    >>> load(\n    ...     "smallworld")\n    <Game: smallworld>\n    """',
        "marchesa = 1",
        "small = world = 1",
    ],
)
def test_examples_and_other_words_are_no_names(source: str) -> None:
    assert [named(source, game) for game in (*BUILT_IN, OUTSIDE)] == [[], [], []]
