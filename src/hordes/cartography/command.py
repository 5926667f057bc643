"""`hordes map draw`: reads a map from a file, draws it, writes the drawn map and an SVG picture."""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.engine.games import game_of_file, load
from hordes.lab.output_files import check_writable, write_file

LIBRARIES = ("numpy", "networkx", "shapely")
"""Packages of the extra `draw`."""


def run(file: Path, *, out: Path | None, svg: Path | None, seed: int, tries: int, game: str | None = None) -> int:
    """Draw the map in a file, by the format of its game; prints one line about the result."""
    _check_libraries()
    data = read_map(file)
    target = out or file.with_name(f"{file.stem}.drawn.json")
    if svg is not None and svg.resolve() == target.resolve():
        raise BadRequest(f"The map and its picture cannot both be written to {svg}.")
    check_writable(target)
    if svg is not None:
        check_writable(svg, file)

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # many small operations: BLAS threads would only slow them down
    from hordes.cartography.drawing import draw
    from hordes.cartography.svg import map_svg as picture

    rules = load(game or game_of_file(str(file)))
    sketch = rules.map_sketch(data)
    drawn = draw(sketch, seed, tries)
    write_file(target, format_map(rules.with_drawing(data, drawn)))
    if svg is not None:
        write_file(svg, picture(sketch, drawn))
    borders = sum(len(region.neighbours) for region in sketch.regions) // 2
    pictured = f" and {svg}" if svg is not None else ""
    print(f"{len(sketch.regions)} regions and {borders} borders drawn: {target}{pictured}")
    return 0


def _check_libraries() -> None:
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        raise BadRequest(f"Drawing maps needs {', '.join(missing)}: pip install 'hordes[draw]'")


def read_map(file: Path) -> Any:
    """Read a JSON file; its content is validated later."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRequest(f"The map {file} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise BadRequest(f"The map {file} is not a text in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise BadRequest(
            f"The map {file} is not JSON: line {error.lineno}, column {error.colno}: {error.msg}."
        ) from None
    except RecursionError:
        raise BadRequest(f"The map {file} is nested too deeply to be a map.") from None


def format_map(data: dict[str, Any]) -> str:
    """A map as JSON text, one region per line."""
    parts = [f" {json.dumps(key)}: {_lines(value)}" for key, value in data.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _lines(value: Any) -> str:
    """A value in one line; a list of objects one object a line."""
    if not isinstance(value, list) or not all(isinstance(part, dict) for part in value) or not value:
        return json.dumps(value)
    return "[\n" + ",\n".join(f"  {json.dumps(part)}" for part in value) + "\n ]"
