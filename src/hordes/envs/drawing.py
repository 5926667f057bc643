"""A table as text, as a vector drawing and as pixels: the terminal's board, and a map filled region by region."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from hordes.engine.state import OVER, Game, State
from hordes.terminal.atlas import Atlas
from hordes.terminal.faces import face_of
from hordes.terminal.palette import Palette, palette_for
from hordes.terminal.picture import NIGHT, offline
from hordes.terminal.raster import sample
from hordes.terminal.scene import Frame, Scene

WIDTH, HEIGHT = 480, 320
INK = (16, 16, 20)
FULL = Palette("full")


def rgb(colour: str) -> tuple[int, int, int]:
    """The numbers of a colour.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


class Artist:
    """Draws the tables of one set-up."""

    def __init__(self, game: Game, options: dict[str, Any], names: Sequence[str]) -> None:
        self.face = face_of(game, options)
        self.seats = int(game.new(options).seats())
        self.names = (*names, *[f"dummy_{k}" for k in range(self.seats - len(names))])
        self._grid: NDArray[np.int64] | None = None

    def scene(self, state: State) -> Scene:
        """What the seat to move sees, or the first once all is over."""
        seat = int(state.to_move)
        return self.face.scene(state, seat if seat != OVER and seat >= 0 else 0, self.names)

    def _console(self, width: int) -> Console:
        return Console(
            width=width, height=44, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor"
        )

    def text(self, state: State, width: int = 120) -> str:
        """The board with colours for a terminal."""
        console = self._console(width)
        console.print(self.face.board(Frame(self.scene(state)), console, palette_for(console), 0))
        return console.export_text(styles=True)

    def svg(self, state: State, width: int = 120) -> str:
        """The board as a vector drawing for notebooks and pages; it asks nothing of the network."""
        console = self._console(width)
        console.print(self.face.board(Frame(self.scene(state)), console, palette_for(console), 0))
        return offline(console.export_svg(title="hordes", theme=NIGHT))

    def pixels(self, state: State) -> NDArray[np.uint8]:
        """The map: terrain, outlines, and a disc in the colour of whoever holds a region, a pale one in decline."""
        scene = self.scene(state)
        grid = self._regions(scene.atlas)
        colours = np.array(
            [*[rgb(FULL.terrain(region.terrain)) for region in scene.atlas.regions], INK], dtype=np.uint8
        )
        picture = colours[grid]
        edge = np.zeros(grid.shape, dtype=bool)
        edge[:, 1:] |= grid[:, 1:] != grid[:, :-1]
        edge[1:, :] |= grid[1:, :] != grid[:-1, :]
        picture[edge] = INK
        for x, y, seat, tokens, pale in self._marks(scene):
            self._disc(picture, x, y, seat, tokens, pale)
        return picture

    def _regions(self, atlas: Atlas) -> NDArray[np.int64]:
        """Which region each pixel shows; the last number is for none."""
        if self._grid is None:
            if not atlas.drawn:
                return np.full((HEIGHT, WIDTH), len(atlas.regions))
            found = np.array(sample(atlas, WIDTH, HEIGHT, 0.0))
            self._grid = np.where(found < 0, len(atlas.regions), found)
        return self._grid

    def _marks(self, scene: Scene) -> list[tuple[int, int, int, int, bool]]:
        width, height = scene.atlas.box if scene.atlas.drawn else (1.0, 1.0)
        found = []
        for region in scene.atlas.regions:
            for seat, tokens, pale in self._holders(scene, region.id):
                shift = 9 * seat if "troops" in scene.view else 0
                x = int(region.anchor[0] / width * WIDTH) + shift
                found.append((x, int(region.anchor[1] / height * HEIGHT), seat, tokens, pale))
        return found

    def _holders(self, scene: Scene, region: str) -> list[tuple[int, int, bool]]:
        """Seats that have tokens or troops in a place, how many, and whether these count for less."""
        if "troops" not in scene.view:
            here = scene.region(region)
            return [(here["player"], here["tokens"], here["declined"])] if "player" in here else []
        there = [(int(name[0]), troop) for name, troop in scene.view["troops"].items() if str(troop["zone"]) == region]
        seats = sorted({seat for seat, _ in there})
        return [
            (seat, sum(s == seat for s, _ in there), not any(t["standing"] for s, t in there if s == seat))
            for seat in seats
        ]

    def _disc(self, picture: NDArray[np.uint8], x: int, y: int, seat: int, tokens: int, pale: bool) -> None:
        """A disc that grows with the tokens."""
        radius = 5 + min(tokens, 8)
        rows, columns = np.ogrid[: picture.shape[0], : picture.shape[1]]
        distance = (rows - y) ** 2 + (columns - x) ** 2
        picture[distance <= (radius + 1) ** 2] = INK
        inside = distance <= radius**2
        picture[inside] = rgb(FULL.seat(seat))
        if pale:
            picture[distance <= (radius - 3) ** 2] = INK
