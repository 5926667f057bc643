"""Tests of the page run in a pytest call of their own: the browser's driver leaves an event loop behind."""

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    web = Path(__file__).with_name("web")
    if collection_path != web:
        return None
    asked = [Path(str(arg).partition("::")[0]) for arg in config.invocation_params.args]
    return None if any(path.resolve().is_relative_to(web) for path in asked) else True
