"""Tables to test at: boards, positions made by hand, and consoles of every size and colour."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from hordes.engine.games import load
from hordes.engine.state import Game
from hordes.terminal.atlas import Atlas, read_atlas
from hordes.terminal.desk import Desk
from hordes.terminal.play import begin
from hordes.terminal.scene import Scene
from hordes.terminal.session import Session
from hordes.terminal.words import Cast, Lexicon

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
def atlas(players: int = 3) -> Atlas:
    return read_atlas(game().board_data(game().normalise({"map": f"map-{players}p", "players": players})))


def crowded(players: int, seed: int = 1) -> dict[str, Any]:
    """A position with every kind of token and piece on the map."""
    luck = random.Random(seed)
    races = list(lexicon().races)
    luck.shuffle(races)
    regions: dict[str, Any] = {}
    for number, region in enumerate(atlas(players).regions):
        seat, declined = number % players, number % 4 == 3
        entry = {"player": seat, "race": races[seat + declined * players], "tokens": luck.randint(1, 12)}
        piece = luck.choice(["lair", "fortress", "encampment", "hole", "hero", "dragon"])
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
    cast = Cast(NAMES[:players], seat)
    return Scene(view, seat, atlas(players), lexicon(), cast, lambda move: "")


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
    desk = Desk(console(width), live=False, fast=True)
    desk.live = live
    return begin(desk, None, "smallworld", options or {"players": 2}, seed, 0, hotseat)


class Typist:
    """Types lines in place of `input`; at the end of them the input ends too."""

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
    """Runs a session with these lines typed; answers with all it printed."""
    patch.setattr("builtins.input", Typist(lines))
    assert table.run() == 0
    return written(table.desk.console)
