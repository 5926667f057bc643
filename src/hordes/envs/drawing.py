"""Renders a game as text, SVG or pixels, using the terminal's board drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hordes.engine.core.state import Game, State
from hordes.terminal.board.map_data import MapData
from hordes.terminal.board.palette import Palette
from hordes.terminal.board.raster import rasterise
from hordes.terminal.board.snapshot import BoardSnapshots
from hordes.terminal.scene import Scene

WIDTH, HEIGHT = 480, 320
INK = (16, 16, 20)
FULL = Palette("full")


def rgb(colour: str) -> tuple[int, int, int]:
    """The three components of a #rrggbb colour.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


class BoardRenderer:
    """Renders states of one game with fixed options."""

    def __init__(self, game: Game, options: dict[str, Any], names: Sequence[str]) -> None:
        self.seats = int(game.new(options).seats())
        self.snapshots = BoardSnapshots(
            game, options, [*names, *[f"dummy_{k}" for k in range(self.seats - len(names))]]
        )
        self._grid: NDArray[np.int64] | None = None

    def scene(self, state: State) -> Scene:
        """What the seat to move sees, or the first once all is over."""
        return self.snapshots.scene(state, self._seat(state))

    def _seat(self, state: State) -> int:
        return max(0, int(state.to_move))

    def text(self, state: State, width: int = 120) -> str:
        """The board with colours for a terminal."""
        return self.snapshots.text(state, self._seat(state), width)

    def svg(self, state: State, width: int = 120) -> str:
        """The board as a vector drawing for notebooks and pages; it asks nothing of the network."""
        return self.snapshots.svg(state, self._seat(state), width)

    def pixels(self, state: State) -> NDArray[np.uint8]:
        """The map as an image: terrain colours, outlines, and a disc in the owner's colour, hollow if in decline."""
        scene = self.scene(state)
        grid = self._region_grid(scene.map_data)
        colours = np.array(
            [*[rgb(FULL.terrain(region.terrain)) for region in scene.map_data.regions], INK], dtype=np.uint8
        )
        picture = colours[grid]
        edge = np.zeros(grid.shape, dtype=bool)
        edge[:, 1:] |= grid[:, 1:] != grid[:, :-1]
        edge[1:, :] |= grid[1:, :] != grid[:-1, :]
        picture[edge] = INK
        for x, y, seat, tokens, pale in self._discs(scene):
            self._draw_disc(picture, x, y, seat, tokens, pale)
        return picture

    def _region_grid(self, map_data: MapData) -> NDArray[np.int64]:
        """Region index of every pixel; one past the last region where there is none."""
        if self._grid is None:
            if not map_data.has_outlines:
                return np.full((HEIGHT, WIDTH), len(map_data.regions))
            grid = np.array(rasterise(map_data, WIDTH, HEIGHT, 0.0))
            self._grid = np.where(grid < 0, len(map_data.regions), grid)
        return self._grid

    def _discs(self, scene: Scene) -> list[tuple[int, int, int, int, bool]]:
        width, height = scene.map_data.box if scene.map_data.has_outlines else (1.0, 1.0)
        discs = []
        for region in scene.map_data.regions:
            for seat, tokens, pale in self._holders(scene, region.id):
                shift = 9 * seat if "troops" in scene.view else 0
                x = int(region.anchor[0] / width * WIDTH) + shift
                discs.append((x, int(region.anchor[1] / height * HEIGHT), seat, tokens, pale))
        return discs

    def _holders(self, scene: Scene, region: str) -> list[tuple[int, int, bool]]:
        """Seats with tokens or troops in a region, how many, and whether they are in decline (Covil: all lying)."""
        if "troops" not in scene.view:
            here = scene.region(region)
            return [(here["player"], here["tokens"], here["declined"])] if "player" in here else []
        there = [(int(name[0]), troop) for name, troop in scene.view["troops"].items() if str(troop["zone"]) == region]
        seats = sorted({seat for seat, _ in there})
        return [
            (seat, sum(s == seat for s, _ in there), not any(t["standing"] for s, t in there if s == seat))
            for seat in seats
        ]

    def _draw_disc(self, picture: NDArray[np.uint8], x: int, y: int, seat: int, tokens: int, pale: bool) -> None:
        """Draw a disc whose size grows with the number of tokens."""
        radius = 5 + min(tokens, 8)
        rows, columns = np.ogrid[: picture.shape[0], : picture.shape[1]]
        distance = (rows - y) ** 2 + (columns - x) ** 2
        picture[distance <= (radius + 1) ** 2] = INK
        inside = distance <= radius**2
        picture[inside] = rgb(FULL.seat(seat))
        if pale:
            picture[distance <= (radius - 3) ** 2] = INK
