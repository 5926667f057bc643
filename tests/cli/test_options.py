"""The options of games at the command line: flags, `--option NAME=VALUE`, the table of options, wrong numbers."""

import re
from pathlib import Path
from typing import Any

import pytest

from hordes.cli.commands import run as hordes
from hordes.cli.commands import simulate
from hordes.cli.options import game_options
from hordes.engine.errors import BadRequest
from hordes.engine.games import game_names, game_of_file, load
from hordes.engine.option_input import read_option, with_proposed

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize(
    ("game", "flags", "assignments", "expected"),
    [
        ("covil", {}, [], {}),
        ("covil", {"players": ["3"], "board": ["water-town"]}, [], {"players": 3, "board": "water-town"}),
        ("covil", {"dummies": ["1"]}, [], {"dummies": 1, "players": 1}),
        ("covil", {}, ["dummies=2"], {"dummies": 2, "players": 1}),
        ("smallworld", {"map": ["map-4p"]}, ["turns=5"], {"map": "map-4p", "turns": 5}),
        ("smallworld", {}, ["ghosts=13"], {"ghosts": 13, "mode": "necromancer"}),
        ("smallworld", {}, ["rulings.pots=12", "markers=TRUE"], {"rulings.pots": 12, "markers": True}),
        ("smallworld", {"markers": ["true"]}, [], {"markers": True}),
        ("smallworld", {}, ["sets=base, cursed"], {"sets": ["base", "cursed"]}),
        ("smallworld", {}, ['map={"regions": []}'], {"map": {"regions": []}}),
    ],
)
def test_flags_and_assignments_are_the_declared_options(
    game: str, flags: dict[str, list[str]], assignments: list[str], expected: dict[str, Any]
) -> None:
    assert game_options(game, None, flags, assignments, command=simulate) == expected


def test_sets_named_by_their_flag_are_added_to_the_default() -> None:
    named = game_options("smallworld", 3, {"sets": ["cursed,royal_bonus"]}, None, command=simulate)
    assert named == {"players": 3, "sets": ["base", "cursed", "royal_bonus"]}
    own = game_options("smallworld", None, {"sets": [str(EXAMPLES / "river_folk.py")]}, None, command=simulate)
    assert own["sets"][0] == "base"
    assert load("smallworld").normalise(own)["sets"] == own["sets"]


@pytest.mark.parametrize(
    ("assignment", "why"),
    [
        ("player=3", "Small World has no option `player`.* Did you mean `players`?"),
        ("board=water-town", "Small World has no option `board`; it has players, mode, map"),
        ("players=2.6", "`players` is a whole number from 2 to 6, not '2.6'"),
        ("players=many", "`players` is a whole number from 2 to 6, not 'many'"),
        ("markers=maybe", "`markers` is true or false, not 'maybe'"),
        ("map=none.json", "Cannot read the map none.json: No such file"),
        ("map={", "`map` is JSON or a file"),
        ("players", "An option is given as NAME=VALUE, such as players=3, not 'players'"),
        ("=3", "An option is given as NAME=VALUE"),
        ("sets=base,,cursed", "The name of a set is empty"),
    ],
)
def test_wrong_assignments_are_explained(assignment: str, why: str) -> None:
    with pytest.raises(BadRequest, match=why):
        game_options("smallworld", None, {}, [assignment], command=simulate)


@pytest.mark.parametrize(
    ("game", "flag", "why"),
    [
        ("covil", "mode", "There is no flag --mode, and Covil has no such option; it has players, dummies, board"),
        ("smallworld", "gmes", "Did you mean `games`?"),
        ("smallworld", "marker", "Did you mean `markers`?"),
    ],
)
def test_a_flag_that_neither_command_nor_game_has_is_refused(game: str, flag: str, why: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(why)):
        game_options(game, None, {flag: ["4"]}, None, command=simulate)


def test_an_option_is_given_once() -> None:
    with pytest.raises(BadRequest, match="`players` is given 2 times; it has one value"):
        game_options("smallworld", 3, {}, ["players=4"], command=simulate)


def test_data_is_read_from_a_file(tmp_path: Path) -> None:
    assert read_option(load("covil"), "cards", str(EXAMPLES / "night_shift.json"))["extends"] == "box"
    broken = tmp_path / "own.json"
    broken.write_text("{")
    with pytest.raises(BadRequest, match=r"The cards .*own\.json is no JSON"):
        read_option(load("covil"), "cards", str(broken))


def test_every_game_is_proposed_as_something_that_it_accepts() -> None:
    for name in game_names():
        assert load(name).normalise(with_proposed(load(name), {}))
    assert with_proposed(load("smallworld"), {"players": 4}) == {"players": 4}
    assert with_proposed(load("smallworld"), {"map": "atlantis"}) == {"map": "atlantis"}


def test_files_are_recognised_by_what_is_in_them(tmp_path: Path) -> None:
    for file in ("river_folk.py", "three_lakes.json", "crossroads.json"):
        assert game_of_file(str(EXAMPLES / file)) == ("covil" if file == "crossroads.json" else "smallworld")
    assert game_of_file(str(tmp_path / "none.json")) == "smallworld"


def test_the_table_lists_every_declared_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert hordes(["options", "covil"]) == 0
    listed = capsys.readouterr().out
    for option in load("covil").option_schema():
        assert option.name in listed
    assert "1 to 3" in listed
    assert "Only where players is 1." in " ".join(listed.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", "--games", "2.6"],
        ["simulate", "--seed", "1.5"],
        ["simulate", "--players", "2.5"],
        ["simulate", "--jobs", "1.0"],
        ["fuzz", "--first", "0.5"],
        ["play", "--terminal", "--seat", "0.4"],
        ["play", "--port", "80.5"],
        ["tournament", "easy", "hard", "--games", "1e3"],
        ["analyse", "game.json", "--simulations", "3.9"],
        ["record", "results", "1.5"],
        ["map", "draw", "map.json", "--tries", "2.5"],
    ],
)
def test_a_fraction_is_no_whole_number(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        hordes(arguments)
    assert end.value.code != 0
    assert f"'{arguments[-1]}' is no whole number" in " ".join(capsys.readouterr().err.replace("│", " ").split())


def test_more_bots_than_seats_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for way in (["--terminal"], ["--no-browser"]):
        assert hordes(["play", *way, "-p", "2", "-b", "easy", "-b", "hard"]) == 2
        sentence = "2 bots are named (easy, hard), and there is 1 seat for them."
        assert sentence in " ".join(capsys.readouterr().err.split())


def test_a_tournament_takes_turns_with_boards_however_they_are_given(tmp_path: Path) -> None:
    places = []
    for number, flags in enumerate((["--board", "water-town", "--board", "desert-town"],
                                    ["--option", "board=water-town", "--option", "board=desert-town"])):  # fmt: skip
        out = tmp_path / str(number)
        arguments = ["tournament", "random", "easy", "--game", "covil", "-n", "4", *flags, "--out", str(out)]
        assert hordes(arguments) == 0
        places.append((out / "games.jsonl").read_text().splitlines()[0])
    assert places[0] == places[1]
    assert "water-town" in places[0]
    assert hordes(["tournament", "random", "easy", "--game", "covil", "--option", "players=2", "-p", "2"]) == 2
