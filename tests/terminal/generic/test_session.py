"""A game from another package in the terminal: typed lines, undo, save and load, help, hotseat, bots, an own screen."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.core.state import OVER
from hordes.engine.games import load
from hordes.terminal import interfaces
from hordes.terminal.console import Terminal
from hordes.terminal.generic.interface import GenericInterface
from hordes.terminal.interfaces import interface_for
from hordes.terminal.opponents import Opponents
from hordes.terminal.play import begin, resume, run
from hordes.terminal.saves import read_save
from hordes.terminal.scene import all_choices
from hordes.terminal.session import Session
from tests.terminal.generic.tables import GAME, marches, shown
from tests.terminal.tables import Typist, assert_fits, console, play, written


def random_lines(table: Session) -> Iterator[str]:
    """Keys, moves and commands at random, mostly ones that play."""
    rng = random.Random(5)
    asides = ["?", "? levy", "? 1", "? lorn", "map", "table", "players", "words", "log", "undo", "zzz", "march x", "99"]
    while True:
        if rng.random() < 0.15:
            yield rng.choice(asides)
        scene = table.scene(max(0, int(table.match.state.to_move)))
        keys = [choice.key for choice in all_choices(table.interface.choices(table.match.state.legal_texts(), scene))]
        yield rng.choice([*table.match.state.legal_texts(), *keys])


@pytest.mark.parametrize(("players", "width", "height"), [(2, 80, 24), (4, 80, 24), (3, 120, 40), (2, 50, 20)])
def test_a_whole_game_by_script(players: int, width: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = marches(players, seed=players, width=width, height=height)
    text = play(table, random_lines(table), monkeypatch)
    assert table.match.state.to_move == OVER
    assert "Final scores" in text
    assert re.search(r"wins? (together )?\(most points\)\.", text)
    assert "{" not in text, "every name is filled in"
    assert_fits(text.split("\n"), width)


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 4, "teams": True}, {"players": 1}], ids=str)
def test_a_game_without_board_words_and_display_is_played_by_script(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(console(80, 24), False, fast=True)
    table = begin(terminal, None, "auction", options, 1)
    text = play(table, random_lines(table), monkeypatch)
    assert table.match.state.to_move == OVER
    assert "Final scores" in text
    assert_fits(text.split("\n"), 80)


def test_what_a_game_has_not_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin(Terminal(console(80, 24), False, fast=True), None, "auction", {"players": 3}, 1)
    text = " ".join(play(table, ["map", "table", "words"], monkeypatch).split())
    assert "has no board that could be drawn" in text
    assert "has no regions; `players` shows" in text
    assert "This game has no glossary." in text
    assert "1) Bid 1 2) Bid 2" in text, "a key and a number are not taken for each other"


def test_people_pass_the_screen_and_see_their_own_claim_only(monkeypatch: pytest.MonkeyPatch) -> None:
    table = marches(2, hotseat=True)
    typist = Typist(random_lines(table))
    monkeypatch.setattr("builtins.input", typist)
    assert table.run() == 0
    assert any("Pass the screen" in prompt for prompt in typist.prompts)
    assert table.match.state.to_move == OVER
    table = marches(2, hotseat=True)
    claims = [re.findall(r"· claim \w+", shown(table, seat)) for seat in (0, 1)]
    assert [len(names) for names in claims] == [1, 1]
    assert claims[0] != claims[1]


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("4", "muster lorn"),
        ("muster lorn", "muster lorn"),
        ("Muster in Lorn", "muster lorn"),
        ("mus lo", "muster lorn"),
        ("lorn", "muster lorn"),
        ("end", "done"),
        ("done", "done"),
    ],
)
def test_a_move_is_typed_by_number_words_or_label(line: str, move: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = marches()
    before = len(table.match.record.moves)
    play(table, [line], monkeypatch)
    assert table.match.record.moves[before] == move


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("muster", "“muster” could be `muster aldmoor` (Muster in Aldmoor), `muster corran`"),
        ("March Lorn Garth", "Lorn does not belong to the house."),
        ("fort nowhere", "There is no province 'nowhere'."),
        ("mustre hale", "Did you mean `muster`?"),
        ("77", "There is no choice 77: they run from 1 to 6."),
        ("undo", "Nothing can be taken back"),
        ("? 4", "`muster lorn`: Muster in Lorn."),
        ("? levies", "Levies (piece): Soldiers of a house"),
        ("? fort", "Adds 2 to the defence"),
        ("? Lorn", "Next to Ivern, Jarrow and Mere."),
        ("? player 1", "0 points"),
        ("? quit", "`quit`: leave"),
        ("? levvy", "Nothing is known about “levvy”. Did you mean Levy?"),
        ("help", "what one can type"),
        ("words", "Piece: Levies, Forts"),
        ("table", "Aldmoor, Corran, Fallow"),
        ("log", "Player 1 gets a claim to"),
    ],
)
def test_what_is_typed_is_answered(line: str, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer in " ".join(play(marches(), [line], monkeypatch).split())


def test_undo_takes_a_move_back_and_tells_it_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    table = marches()
    before = table.match.state.clone()
    play(table, ["muster lorn", "undo"], monkeypatch)
    assert table.match.state == before
    table = marches()
    text = play(table, ["muster lorn", "? lorn", "undo", "? lorn"], monkeypatch)
    assert text.count("2 Levies.") == 1
    assert text.count("Nothing is there.") == 1


def test_a_saved_game_goes_on_with_its_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = marches(3)
    table.opponents = Opponents(["", "greedy", "random"])
    path = tmp_path / "game.json"
    play(table, ["muster lorn", "end", f"save {path}"], monkeypatch)
    again = resume(read_save(path), marches().terminal, None)
    assert again.match.state == table.match.state
    assert again.opponents.specs == ("", "greedy", "random")
    other = marches(2)
    play(other, [f"load {path}", "players"], monkeypatch)
    assert other.match.state == table.match.state


@pytest.mark.parametrize("level", ["easy", "normal", "search:simulations=10"])
def test_bots_of_any_level_play_it(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = marches(2, seed=4)
    table.opponents = Opponents([level])
    play(table, ["muster lorn", "end"], monkeypatch)
    assert table.match.state.turn_seat() == 0
    assert table.opponents.complaints() == []


def test_the_command_plays_it_with_several_bots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HORDES_HOME", str(tmp_path))
    terminal = marches().terminal
    monkeypatch.setattr("hordes.terminal.play.open_terminal", lambda fast: terminal)
    monkeypatch.setattr("builtins.input", Typist(["done"] * 9))
    assert run(GAME, {"players": 3}, seed=2, bots=["random", "greedy"]) == 0
    assert "Final scores" in written(terminal.console)


def test_an_outside_game_may_bring_an_interface_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "banner_terminal.py").write_text(
        "from hordes.terminal.generic.interface import GenericInterface\n"
        "class Banner(GenericInterface):\n"
        "    def enter_label(self, only): return 'sound the horn'\n",
        encoding="utf-8",
    )
    info = tmp_path / "banner-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: banner\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{interfaces.ENTRY_POINT_GROUP}]\n{GAME} = banner_terminal:Banner\n")
    assert type(interface_for(load(GAME), {"players": 2})) is GenericInterface
    monkeypatch.syspath_prepend(str(tmp_path))
    assert marches().interface.enter_label(all_choices([])) == "sound the horn"  # type: ignore[arg-type]
    (info / "entry_points.txt").write_text(f"[{interfaces.ENTRY_POINT_GROUP}]\n{GAME} = banner_terminal:Missing\n")
    with pytest.raises(ValueError, match="terminal interface of the game 'marches' cannot be loaded: AttributeError"):
        interface_for(load(GAME), {"players": 2})
