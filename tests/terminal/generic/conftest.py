"""The example game, and one without a board, are installed for the tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.example_game import AUCTION, installed


@pytest.fixture(scope="package", autouse=True)
def installed_example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("site"), AUCTION):
        yield
