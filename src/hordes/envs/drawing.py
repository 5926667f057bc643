"""Renders a game as text, SVG or pixels, using the terminal's board drawing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hordes.engine.core.state import Game, State
from hordes.terminal.board.map_data import MapData, Region
from hordes.terminal.board.palette import Palette
from hordes.terminal.board.raster import rasterise
from hordes.terminal.board.snapshot import BoardSnapshots
from hordes.terminal.generic.board import roads
from hordes.terminal.scene import Scene

WIDTH, HEIGHT = 480, 320
INK = (16, 16, 20)
ROAD = (120, 120, 128)
FULL = Palette("full")
SEAT_SHIFT = 9
"""Pixels between the discs of seats that share a region."""
ROAD_WIDTH = 4
DISC_SHARE = 0.4
"""Radius of a region drawn as a disc, as a share of the distance to its nearest neighbour."""


def rgb(colour: str) -> tuple[int, int, int]:
    """The three components of a #rrggbb colour.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def pixel(map_data: MapData, region: Region) -> tuple[int, int]:
    """Column and row of a region's centre in the picture."""
    width, height = map_data.box
    return int(region.anchor[0] / (width or 1.0) * WIDTH), int(region.anchor[1] / (height or 1.0) * HEIGHT)


def disc_grid(map_data: MapData) -> NDArray[np.int64]:
    """The region of every pixel of a map without outlines, drawn as discs and the roads between them; -1 elsewhere."""
    grid = np.full((HEIGHT, WIDTH), -1)
    centres = [pixel(map_data, region) for region in map_data.regions]
    for start, end in roads(map_data):
        line = np.linspace(centres[start], centres[end], WIDTH).round().astype(int)
        for shift in range(ROAD_WIDTH):  # one pixel wide it would be all edge, and drawn as such
            grid[(line[:, 1] + shift).clip(0, HEIGHT - 1), line[:, 0].clip(0, WIDTH - 1)] = len(centres) + 1
            grid[line[:, 1].clip(0, HEIGHT - 1), (line[:, 0] + shift).clip(0, WIDTH - 1)] = len(centres) + 1
    gaps = [math.dist(one, other) for one, other in combinations(centres, 2)]
    radius = DISC_SHARE * min([HEIGHT / 2, *gaps])
    rows, columns = np.ogrid[:HEIGHT, :WIDTH]
    for index, (x, y) in enumerate(centres):
        grid[(rows - y) ** 2 + (columns - x) ** 2 <= radius**2] = index
    return grid


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
            [*[rgb(FULL.terrain(region.terrain)) for region in scene.map_data.regions], INK, ROAD], dtype=np.uint8
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
            outlined = map_data.has_outlines
            grid = np.array(rasterise(map_data, WIDTH, HEIGHT, 0.0)) if outlined else disc_grid(map_data)
            self._grid = np.where(grid < 0, len(map_data.regions), grid)
        return self._grid

    def _discs(self, scene: Scene) -> list[tuple[int, int, int, int, bool]]:
        """Where to draw whose pieces, how many, and whether they are inactive; seats in one region side by side."""
        discs, there = [], Counter[str]()
        for region_id, seat, count, pale in self.snapshots.interface.occupants(scene):
            region = scene.map_data.get(region_id)
            if region is not None:
                x, y = pixel(scene.map_data, region)
                discs.append((x + SEAT_SHIFT * there[region_id], y, seat, count, pale))
                there[region_id] += 1
        return discs

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
