"""Writes the types of the wire for the page, JSON schemas and TypeScript: `python -m tools.wire_types`.

With `--check` it writes nothing and fails where a schema is not up to date. The page's unit tests compare the
TypeScript with the schemas.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from hordes.engine.games import BUILT_IN
from tools import web, wire_schema

SOURCES = web.WEB / "src"


def files() -> dict[Path, str]:
    """Every schema with its content."""
    schemas = {"lib": wire_schema.protocol_schema(), "generic": wire_schema.generic_schema()}
    schemas |= {game: wire_schema.game_schema(game) for game in BUILT_IN}
    return {
        SOURCES / folder / "wire.schema.json": json.dumps(schema, indent=1) + "\n" for folder, schema in schemas.items()
    }


def outdated() -> list[Path]:
    """Schemas that are missing or differ from what would be written."""
    return [path for path, text in files().items() if not path.is_file() or path.read_text(encoding="utf-8") != text]


def main(arguments: list[str]) -> int:
    """Write the files, or compare the schemas."""
    if arguments == ["--check"]:
        for path in outdated():
            print(f"{path} is not up to date. To write it: python -m tools.wire_types", file=sys.stderr)
        return 1 if outdated() else 0
    for path in outdated():
        path.write_text(files()[path], encoding="utf-8")
    call, variables = web.npm()
    web.install(call, variables, tools=True)
    web.run([*call, "run", "wire"], web.WEB, variables, "npm run wire")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
