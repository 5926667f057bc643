"""Helpers of terminal tests: maps, hand-made positions, consoles of several sizes and colours, typed input."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from hordes.engine.core.state import Game
from hordes.engine.games import load
from hordes.terminal.board.map_data import MapData, read_map_data
from hordes.terminal.console import Terminal
from hordes.terminal.play import begin
from hordes.terminal.scene import Scene
from hordes.terminal.session import Session
from hordes.terminal.wording import Lexicon, SeatNames

NAMES = ("Ann", "Grim", "Mabel", "Odo", "Tuck", "Pike")
INLINE: dict[str, Any] = {
    "turns": 3,
    "regions": [
        {"id": "a", "terrain": "hill", "border": True, "adjacent": ["b"]},
        {"id": "b", "terrain": "mountain", "symbols": ["mine"], "lost_tribe": True, "adjacent": ["a", "c"]},
        {"id": "c", "terrain": "farmland", "border": True, "adjacent": ["b"]},
    ],
}


@cache
def game() -> Game:
    return load("smallworld")


@cache
def lexicon() -> Lexicon:
    return Lexicon(game().glossary())


@cache
def map_data(players: int = 3) -> MapData:
    return read_map_data(game().board_data(game().normalise({"map": f"map-{players}p", "players": players})))


def crowded(players: int, seed: int = 1) -> dict[str, Any]:
    """A position with every kind of token and piece on the map."""
    rng = random.Random(seed)
    races = list(lexicon().races)
    rng.shuffle(races)
    regions: dict[str, Any] = {}
    for number, region in enumerate(map_data(players).regions):
        seat, declined = number % players, number % 4 == 3
        entry = {"player": seat, "race": races[seat + declined * players], "tokens": rng.randint(1, 12)}
        piece = rng.choice(["lair", "fortress", "encampment", "hole", "hero", "dragon"])
        regions[region.id] = {**entry, "declined": declined, "pieces": {piece: 3 if piece == "encampment" else 1}}
        if number % 5 == 0:
            regions[region.id] = {"lost_tribe": True}
    seats: list[dict[str, Any]] = [
        {"active": {"race": races[s], "power": "flying", "hand": 5}, "declined": [{"race": races[s + players]}]}
        for s in range(players)
    ]
    seats[0]["coins"] = 12
    column = [{"race": race, "power": "dragon_master", "coins": 1} for race in races[:6]]
    return {"turn": 4, "player": 0, "phase": "conquer", "regions": regions, "players": seats, "column": column}


def scene(view: dict[str, Any], players: int = 3, seat: int = 0) -> Scene:
    seat_names = SeatNames(NAMES[:players], seat)
    return Scene(view, seat, map_data(players), lexicon(), seat_names, lambda move: "")


def console(width: int = 80, height: int = 40, colour: Any = None) -> Console:
    return Console(
        width=width,
        height=height,
        color_system=colour,
        no_color=colour is None,
        force_terminal=colour is not None,
        file=io.StringIO(),
        highlight=False,
    )


def written(screen: Console) -> str:
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def rendered(part: RenderableType, width: int, colour: Any = None) -> list[str]:
    """The lines of a renderable, without its colours."""
    screen = console(width, colour=colour)
    lines = screen.render_lines(part, pad=False)
    return ["".join(segment.text for segment in line) for line in lines]


def assert_fits(lines: Iterable[str], width: int) -> None:
    for line in lines:
        assert cell_len(line) <= width, line


def session(
    options: dict[str, Any] | None = None, seed: int = 1, width: int = 80, live: bool = False, hotseat: bool = False
) -> Session:
    terminal = Terminal(console(width), is_interactive=False, fast=True)
    terminal.is_interactive = live
    return begin(terminal, None, "smallworld", options or {"players": 2}, seed, 0, hotseat)


class Typist:
    """Types lines in place of `input`; then the input ends."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.prompts: list[str] = []

    def __call__(self, prompt: str = "") -> str:
        self.prompts.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


def play(table: Session, lines: Iterable[str], patch: pytest.MonkeyPatch) -> str:
    """Run a session with these lines typed; returns everything it printed."""
    patch.setattr("builtins.input", Typist(lines))
    assert table.run() == 0
    return written(table.terminal.console)
