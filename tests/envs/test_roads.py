"""Pictures of boards without outlines: the roads between the discs are drawn whole."""

from pathlib import Path

import numpy as np

from hordes.engine.games import load
from hordes.envs.drawing import INK, BoardRenderer, disc_grid, pixel
from hordes.terminal.generic.board import roads
from tests.example_game import installed


def test_every_road_is_drawn_from_one_disc_to_the_other(tmp_path: Path) -> None:
    with installed(tmp_path):
        game = load("marches")
        state = game.new({"players": 2})
        renderer = BoardRenderer(game, {"players": 2}, ["a", "b"])
        picture, board = renderer.pixels(state), renderer.scene(state).map_data
    grid = disc_grid(board)
    road = len(board.regions) + 1
    between = list(roads(board))
    assert between
    for start, end in between:
        (x, y), (other_x, other_y) = pixel(board, board.regions[start]), pixel(board, board.regions[end])
        line = np.linspace((y + 1, x + 1), (other_y + 1, other_x + 1), 200).round().astype(int)
        places = [(row, column) for row, column in line if grid[row, column] == road]
        seen = [place for place in places if tuple(picture[place]) != INK]
        assert len(seen) > 0.8 * len(places) > 0
