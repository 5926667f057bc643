"""Makes games of other packages known as pip would: by an entry point in a folder on the path."""

import os
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hordes.engine import games

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "marches"
AUCTION = {"auction": "tests.generic.auction:GAME"}
"""The entry point of the tests' own game."""


@contextmanager
def installed(folder: Path, others: dict[str, str] | None = None) -> Iterator[None]:
    """The example's entry points as pip would write them, and others, for this process and those it starts."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = project["entry-points"][games.ENTRY_POINT_GROUP] | (others or {})
    lines = [f"[{games.ENTRY_POINT_GROUP}]", *(f"{name} = {place}" for name, place in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines))
    added = [str(folder), str(EXAMPLE / "src"), str(ROOT)]
    before = os.environ.get("PYTHONPATH")
    sys.path[:0] = added
    os.environ["PYTHONPATH"] = os.pathsep.join([*added, *([before] if before else [])])
    try:
        yield
    finally:
        for name in points:
            games._loaded.pop(name, None)
        for path in added:
            sys.path.remove(path)
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
