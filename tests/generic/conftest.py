"""Every test of this folder that asks for `game` runs once for each game, those of other packages included."""

from collections.abc import Iterator

import pytest

from hordes.engine.core.state import Game
from hordes.engine.games import game_names, load
from tests.example_game import AUCTION, installed
from tests.generic.setups import NAMES


@pytest.fixture(scope="module", autouse=True)
def installed_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("site"), AUCTION):
        assert game_names() == NAMES
        yield


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    """The name of a game."""
    return str(request.param)


@pytest.fixture
def game(name: str) -> Game:
    """A game."""
    return load(name)
