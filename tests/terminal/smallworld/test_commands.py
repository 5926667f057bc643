"""Parsing of lines typed in Small World: moves in words, commands, suggestions for what is not understood."""

from __future__ import annotations

import pytest

from hordes.terminal.board.map_data import read_map_data
from hordes.terminal.parsed_command import Command
from hordes.terminal.region_search import find_regions
from hordes.terminal.scene import Choice
from hordes.terminal.smallworld.choice_keys import assign_keys
from hordes.terminal.smallworld.choices import kind_of, region_of
from hordes.terminal.smallworld.commands import COMMANDS, CommandContext, parse_line
from hordes.terminal.wording import SeatNames
from tests.terminal.tables import NAMES, lexicon, map_data

CONQUER = ("conquer 1", "conquer 7", "conquer 7 with dragon", "conquer 9 with die", "abandon 3", "decline", "stop")
PLACE = ("place 3", "place 3 2", "place 3 3", "place 7", "place 7 2", "place 7 3", "place hero 7")
COLUMN = (
    {"race": "trolls", "power": "flying"},
    {"race": "tritons", "power": "forest"},
    {"race": "elves", "power": "hill"},
)


def table(*moves: str) -> CommandContext:
    listed = [move for move in moves if kind_of(move) != "place" or len(move.split()) == 2]
    piles = [(kind, [m for m in listed if kind_of(m) == kind]) for kind in dict.fromkeys(map(kind_of, listed))]
    typed = assign_keys(piles, numbered=True)
    choices = [Choice(typed[move], move, move, region=region_of(move)) for move in listed]
    return CommandContext(map_data(3), lexicon(), SeatNames(NAMES[:3]), choices, moves, COLUMN)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("7", "conquer 7"),
        ("7x", "conquer 7 with dragon"),
        ("7 x", "conquer 7 with dragon"),
        ("7 with dragon", "conquer 7 with dragon"),
        ("9d", "conquer 9 with die"),
        ("9D", "conquer 9 with die"),
        ("9 die", "conquer 9 with die"),
        ("17d", "conquer 17 with die"),
        ("17", "conquer 17"),
        ("a3", "abandon 3"),
        ("a7", "abandon 7"),
        ("s", "stop"),
        ("d", "decline"),
        ("conquer 7", "conquer 7"),
        ("CONQUER 7", "conquer 7"),
        ("  conquer   7 ", "conquer 7"),
        ("conquer #7", "conquer 7"),
        ("conquer honeycroft", "conquer 7"),
        ("conquer Honeycroft with dragon", "conquer 7 with dragon"),
        ("conquer #7 honeycroft", "conquer 7"),
        ("take honey", "conquer 7"),
        ("attack roundtop with die", "conquer 9 with die"),
        ("conq roundtop die", "conquer 9 with die"),
        ("honeycroft", "conquer 7"),
        ("#7", "conquer 7"),
        ("honeycroft with dragon", "conquer 7 with dragon"),
        ("conquer 7 with teeth", "conquer 7 with teeth"),
        ("abandon ryeward", "abandon 3"),
        ("leave 3", "abandon 3"),
        ("stop", "stop"),
        ("done", "done"),
        ("end turn", "done"),
        ("decline", "decline"),
        ("cold anvil", "conquer 17"),
    ],
)
def test_conquests_in_words(line: str, move: str) -> None:
    assert parse_line(line, table(*CONQUER)) == Command("move", move)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("3", "place 3"),
        ("3 3", "place 3 3"),
        ("7 1", "place 7"),
        ("7h", "place hero 7"),
        ("7 hero", "place hero 7"),
        ("29 2", "place 29 2"),
        ("place 3 2", "place 3 2"),
        ("place 3 1", "place 3"),
        ("place honeycroft", "place 7"),
        ("place honeycroft 2", "place 7 2"),
        ("put 2 on honeycroft", "place 7 2"),
        ("place 2 tokens in ryeward", "place 3 2"),
        ("honeycroft 3", "place 7 3"),
        ("place hero honeycroft", "place hero 7"),
        ("place hero on 7", "place hero 7"),
        ("ryeward", "place 3"),
        ("thornmantle", "place 29"),
    ],
)
def test_placements_in_words(line: str, move: str) -> None:
    assert parse_line(line, table(*PLACE)) == Command("move", move)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("1", "pick 1"),
        ("pick 2", "pick 2"),
        ("trolls", "pick 1"),
        ("pick tri", "pick 2"),
        ("choose hill elves", "pick 3"),
        ("forest", "pick 2"),
        ("pick 9", "pick 9"),
    ],
)
def test_combos_in_words(line: str, move: str) -> None:
    assert parse_line(line, table("pick 1", "pick 2", "pick 3")) == Command("move", move)


def test_allies_by_name_or_number() -> None:
    deal = table("ally 1", "ally 2", "done")
    assert parse_line("ally grim", deal) == Command("move", "ally 1")
    assert parse_line("peace with mabel", deal) == Command("move", "ally 2")
    assert parse_line("ally 2", deal) == Command("move", "ally 2")
    assert parse_line("2", deal) == Command("move", "ally 2")
    assert parse_line("stop", deal) == Command("move", "stop")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", Command("nothing")),
        ("?", Command("?")),
        ("help", Command("?")),
        ("? Trolls", Command("?", "Trolls")),
        ("?7", Command("?", "7")),
        ("help flying", Command("?", "flying")),
        ("u", Command("undo")),
        ("save My Game.json", Command("save", "My Game.json")),
        ("load x.json", Command("load", "x.json")),
        ("log 50", Command("log", "50")),
        ("Q", Command("quit")),
        ("spread", Command("spread")),
        ("all honeycroft", Command("all", "7")),
    ],
)
def test_commands(line: str, command: Command) -> None:
    assert parse_line(line, table(*PLACE)) == command


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("99", "no region 99"),
        ("9", "type `9d` for “conquer 9 with die”"),
        ("roundtop", "cannot be taken outright"),
        ("conquer", "Which region"),
        ("conquer narnia", "no region “narnia”"),
        ("conquer honycroft", "Did you mean #7 Honeycroft?"),
        ("conquer co", "could be"),
        ("xyzzy", "neither a choice nor a move"),
        ("all 7", "no tokens to place"),
        ("7 2", "Type 7 alone"),
        ("pick zebra", "No combo"),
    ],
)
def test_what_cannot_be_understood_is_answered_with_advice(line: str, says: str) -> None:
    command = parse_line(line, table(*CONQUER))
    assert command.verb == "unclear"
    assert says in command.argument


def test_while_combos_are_listed_a_number_is_a_combo() -> None:
    command = parse_line("29", table("pick 1", "pick 2", "pick 3"))
    assert command.argument == "There is no choice 29: they run from 1 to 3. For region #29 type `#29`."


def test_encampments_go_several_at_once() -> None:
    camps = table("place encampment 3", "place encampment 7")
    assert parse_line("7 3", camps) == Command("move", "place encampment 7", 3)
    assert parse_line("all 7", camps) == Command("all", "7")


def test_regions_are_found_by_number_name_beginning_or_part() -> None:
    for text in ("7", "#7", "honeycroft", "Honey", "croft"):
        assert [region.id for region in find_regions(text, map_data(3))] == ["7"]
    assert [region.name for region in find_regions("giants molar", map_data(2))] == ["Giant's Molar"]
    assert find_regions("", map_data(3)) == []


def test_ids_of_a_map_of_ones_own_in_any_case() -> None:
    board = read_map_data({"turns": 3, "regions": [{"id": "Fen", "terrain": "swamp"}, {"id": "b", "terrain": "hill"}]})
    deal = CommandContext(board, lexicon(), SeatNames(NAMES), [], ["conquer Fen", "conquer b"])
    for line in ("conquer Fen", "conquer fen", "CONQUER FEN", "fen", "#Fen"):
        assert parse_line(line, deal) == Command("move", "conquer Fen")


@pytest.mark.parametrize(
    "line", ["²", "9" * 5000, "-1", "1.5", "\x00", "�", "[bold]x[/]", "place 3 ²", "log ²", "?" * 99, "💥"]
)
def test_no_line_whatever_upsets_the_reader(line: str) -> None:
    assert parse_line(line, table(*PLACE)).verb in ("unclear", "move", "log", "?")


def test_every_command_of_the_help_is_understood() -> None:
    for command in COMMANDS:
        verb = command.split()[0]
        argument = "7" if verb == "all" else ""
        assert parse_line(f"{verb} {argument}".strip(), table(*PLACE)).verb == verb
