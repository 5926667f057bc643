from __future__ import annotations

import pytest

from hordes.terminal.atlas import read_atlas
from hordes.terminal.choices import Choice, region_of
from hordes.terminal.commands import COMMANDS, Command, Table, find_regions, understand
from hordes.terminal.words import Cast
from tests.terminal.tables import NAMES, atlas, lexicon

CONQUER = ("conquer 1", "conquer 7", "conquer 7 with dragon", "conquer 9 with die", "abandon 3", "decline", "stop")
PLACE = ("place 3", "place 3 2", "place 3 3", "place 7", "place 7 2", "place 7 3", "place hero 7")
COLUMN = (
    {"race": "trolls", "power": "flying"},
    {"race": "tritons", "power": "forest"},
    {"race": "elves", "power": "hill"},
)


def table(*moves: str) -> Table:
    listed = [move for move in moves if not move.endswith((" 2", " 3")) or move == "place 3"]
    choices = [Choice(n, move, move, region=region_of(move)) for n, move in enumerate(listed, start=1)]
    return Table(atlas(3), lexicon(), Cast(NAMES[:3]), choices, moves, COLUMN)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("2", "conquer 7"),
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
        ("roundtop", "conquer 9 with die"),
        ("honeycroft with dragon", "conquer 7 with dragon"),
        ("conquer 7 with teeth", "conquer 7 with teeth"),
        ("abandon ryeward", "abandon 3"),
        ("leave 3", "abandon 3"),
        ("stop", "stop"),
        ("done", "stop"),
        ("end turn", "stop"),
        ("decline", "decline"),
        ("cold anvil", "conquer 17"),
    ],
)
def test_conquests_in_words(line: str, move: str) -> None:
    assert understand(line, table(*CONQUER)) == Command("move", move)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("1", "place 3"),
        ("1 3", "place 3 3"),
        ("2 1", "place 7"),
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
    assert understand(line, table(*PLACE)) == Command("move", move)


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
    assert understand(line, table("pick 1", "pick 2", "pick 3")) == Command("move", move)


def test_allies_by_name_or_number() -> None:
    deal = table("ally 1", "ally 2", "done")
    assert understand("ally grim", deal) == Command("move", "ally 1")
    assert understand("peace with mabel", deal) == Command("move", "ally 2")
    assert understand("ally 2", deal) == Command("move", "ally 2")
    assert understand("stop", deal) == Command("move", "done")


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
    assert understand(line, table(*PLACE)) == command


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("99", "no choice 99"),
        ("29", "For region #29"),
        ("conquer", "Which region"),
        ("conquer narnia", "no region “narnia”"),
        ("conquer honycroft", "Did you mean #7 Honeycroft?"),
        ("conquer co", "could be"),
        ("xyzzy", "neither a choice nor a move"),
        ("all 7", "no tokens to place"),
        ("2 2", "Type 2 alone"),
        ("pick zebra", "No combo"),
    ],
)
def test_what_cannot_be_understood_is_answered_with_advice(line: str, says: str) -> None:
    found = understand(line, table(*CONQUER))
    assert found.verb == "unclear"
    assert says in found.argument


def test_regions_are_found_by_number_name_beginning_or_part() -> None:
    for text in ("7", "#7", "honeycroft", "Honey", "croft"):
        assert [region.id for region in find_regions(text, atlas(3))] == ["7"]
    assert [region.name for region in find_regions("giants molar", atlas(2))] == ["Giant's Molar"]
    assert find_regions("", atlas(3)) == []


def test_ids_of_a_map_of_ones_own_in_any_case() -> None:
    board = read_atlas({"turns": 3, "regions": [{"id": "Fen", "terrain": "swamp"}, {"id": "b", "terrain": "hill"}]})
    deal = Table(board, lexicon(), Cast(NAMES), [], ["conquer Fen", "conquer b"])
    for line in ("conquer Fen", "conquer fen", "CONQUER FEN", "fen", "#Fen"):
        assert understand(line, deal) == Command("move", "conquer Fen")


@pytest.mark.parametrize(
    "line", ["²", "9" * 5000, "-1", "1.5", "\x00", "�", "[bold]x[/]", "place 3 ²", "log ²", "?" * 99, "💥"]
)
def test_no_line_whatever_upsets_the_reader(line: str) -> None:
    assert understand(line, table(*PLACE)).verb in ("unclear", "move", "log", "?")


def test_every_command_of_the_help_is_understood() -> None:
    for command in COMMANDS:
        verb = command.split()[0]
        argument = "7" if verb == "all" else ""
        assert understand(f"{verb} {argument}".strip(), table(*PLACE)).verb == verb
