"""Sessions of Covil in the terminal: whole games by script, wrong input, undo, saving, hidden hands, the solo game."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.core.state import OVER
from hordes.engine.match import Match
from hordes.terminal.console import Terminal
from hordes.terminal.play import begin, resume
from hordes.terminal.saves import SaveError, read_save
from hordes.terminal.scene import all_choices
from hordes.terminal.session import Session
from hordes.terminal.wording import SeatNames
from tests.terminal.tables import Typist, assert_fits, console, play

OWN_BOARD: dict[str, Any] = {
    "town": "t",
    "zones": [
        {"id": "t", "terrain": ["Town", "Water"], "adjacent": ["1", "2"]},
        {"id": "1", "terrain": ["Desert"], "start": True, "adjacent": ["t"]},
        {"id": "2", "terrain": ["Forest"], "start": True, "adjacent": ["t"]},
    ],
}


def covil(
    options: dict[str, Any] | None = None, seed: int = 1, width: int = 80, height: int = 24, hotseat: bool = False
) -> Session:
    return begin(
        Terminal(console(width, height), is_interactive=False, fast=True),
        None,
        "covil",
        options or {},
        seed,
        0,
        hotseat,
    )


def keys(table: Session) -> list[str]:
    state = table.match.state
    return [
        choice.key
        for choice in all_choices(table.interface.choices(state.legal_texts(), table.scene(int(state.to_move))))
    ]


def random_lines(table: Session, seed: int = 0) -> Iterator[str]:
    """Types legal moves at random, in full or by number, and commands in between."""
    rng = random.Random(seed)
    asides = itertools.cycle(
        ["?", "? squire", "map", "table", "players", "hand", "pool", "log", "score", "? A", "? rules", "zzz", "hire h9"]
    )
    while True:
        if rng.random() < 0.1:
            yield next(asides)
        yield rng.choice([*table.match.state.legal_texts(), *keys(table)])


TABLES: list[tuple[dict[str, Any], int, int]] = [
    ({"players": 2}, 80, 24),
    ({"players": 3}, 120, 40),
    ({"players": 4}, 80, 24),
    ({"players": 4}, 160, 50),
    ({"players": 1, "dummies": 2}, 80, 24),
    ({"players": 2, "board": OWN_BOARD}, 100, 40),
]


@pytest.mark.parametrize(("options", "width", "height"), TABLES)
def test_a_whole_game_by_script(
    options: dict[str, Any], width: int, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = covil(options, seed=len(str(options)), width=width, height=height)
    text = play(table, random_lines(table), monkeypatch)
    assert table.match.state.to_move == OVER
    assert "Final scores" in text
    assert re.search(r"wins? with \d+ victory points", text.replace("\n", " "))
    assert "Traceback" not in text
    assert_fits(text.split("\n"), width)


def test_hotseat_by_script(monkeypatch: pytest.MonkeyPatch) -> None:
    table = covil({"players": 2}, hotseat=True)
    typist = Typist(random_lines(table))
    monkeypatch.setattr("builtins.input", typist)
    assert table.run() == 0
    assert any("Pass the screen" in prompt for prompt in typist.prompts)
    assert table.match.state.to_move == OVER


def first_turn(**more: Any) -> Session:
    """A table at which the person is about to act on the first afternoon."""
    table = covil(**more)
    while table.match.state.to_move != 0 or table.match.state.phase_name() != "afternoon":
        table.match.play(table.match.state.describe(table.match.state.default_move()))
    return table


def test_names_stand_for_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_turn()
    home = table.match.state.view(0)["fortresses"][0]["zone"]
    region = table.interface.map_data.get(home)
    assert region is not None
    there = table.interface.map_data.get(region.adjacent[0])
    assert there is not None
    play(table, [f"move a to {there.name.lower()}"], monkeypatch)
    assert table.match.record.moves[-1] == f"move 0a {there.id}"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("99", "There is no choice 99"),
        ("zzz", "neither a choice nor a move"),
        ("move", "could be"),
        ("found", "`found` what?"),
        ("hire squier", "Did you mean Squire?"),
        ("retreat A", "retreat"),
        ("? nonsense", "Nothing is known about"),
        ("melee a 1b", "our troop a"),
        ("save", "Save where?"),
        ("undo", "Nothing can be taken back"),
        ("grubmaw", "could be"),
    ],
)
def test_wrong_input_is_answered_in_words(typed: str, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_turn(seed=3)
    before = len(table.match.record.moves)
    text = play(table, [typed], monkeypatch)
    assert answer in text.replace("\n", " ")
    assert len(table.match.record.moves) == before


def test_a_choice_can_be_asked_for_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_turn()
    text = play(table, ["? 1"], monkeypatch)
    choice = all_choices(table.interface.choices(table.match.state.legal_texts(), table.scene(0)))[0]
    assert f"`{choice.move}`: {choice.words}" in text


def test_refusals_name_troops_and_cards() -> None:
    table = first_turn()
    output = table.interface.with_names(
        "Troop 0a is far from 1b: `move 0a C` would do, and h2.", SeatNames(("Ann", "Grim"), 0)
    )
    assert output == "Your troop a is far from Grim's troop b: `move 0a C` would do, and Squire."


def test_undo_takes_back_until_a_card_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_turn()
    before = table.match.state.position()
    play(table, ["hire 1", "1", "undo", "undo"], monkeypatch)
    assert table.match.state.position() == before
    text = play(table, ["draw", "undo"], monkeypatch)
    assert "Nothing can be taken back" in text


def test_nobody_reads_another_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither screen nor log names a relic that lies in somebody else's hand."""
    table = first_turn(seed=5)
    text = play(table, ["log 500", "players", "score", "hand"], monkeypatch).replace("\n", " ")
    position = table.match.state.position()
    glossary = table.interface.lexicon.glossary
    for relic in position["players"][1]["relics"]:
        assert glossary[relic]["name"] not in text
    for relic in position["players"][0]["relics"]:
        assert glossary[relic]["name"] in text


def test_save_and_load_round_trip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = first_turn(seed=4)
    path = tmp_path / "evening.json"
    play(table, [f"save {path}", "gold a"], monkeypatch)
    saved = read_save(path)
    assert saved.game == "covil"
    again = resume(saved, table.terminal, None)
    assert again.match.state.position() == Match.load(dict(saved.record)).state.position()
    text = play(again, ["gold a"], monkeypatch)
    assert "gold" in text


def test_a_covil_game_can_be_loaded_from_a_small_world_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from tests.terminal.tables import session

    path = tmp_path / "covil.json"
    play(first_turn(), [f"save {path}"], monkeypatch)
    table = session()
    text = play(table, [f"load {path}", "players"], monkeypatch)
    assert table.game.name == "covil"
    assert "Evil Scepter" in text or "Day 1 of 4" in text


def test_the_solo_game_has_dummies_that_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    table = covil({"players": 1, "dummies": 2})
    assert table.names[1:] == ("Dummy 1", "Dummy 2")
    text = play(table, ["1", "gold a", "end", "end"], monkeypatch)
    assert "Dummy 1" in text
    with pytest.raises(SaveError, match="no seat 1 for you"):
        begin(table.terminal, None, "covil", {"players": 1, "dummies": 2}, 1, 1)
