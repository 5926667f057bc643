"""`hordes map draw`: reads a map from a file, draws it, writes the drawn map and an SVG picture."""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.lab.output_files import check_writable, write_file

LIBRARIES = ("numpy", "networkx", "shapely")
"""Packages of the extra `draw`."""

ORDER = "id name terrain symbols border edge lost_tribe adjacent anchor inradius slot_radius slots polygon".split()
"""Keys of a region in the order of the official maps."""


def run(file: Path, *, out: Path | None, svg: Path | None, seed: int, tries: int) -> int:
    """Draw the map in a file; prints one line about the result."""
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

    drawn = draw(data, seed, tries)
    write_file(target, format_map(drawn))
    if svg is not None:
        write_file(svg, picture(drawn))
    regions = drawn["regions"]
    borders = sum(len({str(other) for other in region["adjacent"]}) for region in regions) // 2
    pictured = f" and {svg}" if svg is not None else ""
    print(f"{len(regions)} regions and {borders} borders drawn: {target}{pictured}")
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
    head = [f" {json.dumps(key)}: {json.dumps(value)},\n" for key, value in data.items() if key != "regions"]
    lines = [f"  {json.dumps(_in_order(region))}" for region in data["regions"]]
    return "{\n" + "".join(head) + ' "regions": [\n' + ",\n".join(lines) + "\n ]\n}\n"


def _in_order(region: dict[str, Any]) -> dict[str, Any]:
    known = [key for key in ORDER if key in region]
    return {key: region[key] for key in [*known, *(key for key in region if key not in ORDER)]}
