"""Fixtures and collection rules for all tests."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Browser tests run in a pytest call of their own, since the browser's driver leaves an event loop behind."""
    web = Path(__file__).with_name("web")
    if collection_path != web:
        return None
    asked = [Path(str(arg).partition("::")[0]) for arg in config.invocation_params.args]
    return None if any(path.resolve().is_relative_to(web) for path in asked) else True


@pytest.fixture(autouse=True)
def _custom_sets_of_this_test_only() -> Iterator[None]:
    """Unregister the custom sets that a test registers, so that others do not see their pieces."""
    name = "hordes.smallworld.custom.loader"
    before = dict(sys.modules[name]._sets) if name in sys.modules else {}
    yield
    loader = sys.modules.get(name)
    if loader is not None and loader._sets != before:
        loader._sets.clear()
        loader._sets.update(before)
        loader._version[0] += 1  # what was built with the sets of this test is stale
