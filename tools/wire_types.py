"""Writes the TypeScript types of the page from Python types: `python -m tools.wire_types`.

With `--check` it writes nothing and fails where a file is not up to date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hordes.server.protocol_typescript import typescript

WEB = Path(__file__).parents[1] / "web" / "src"


def files() -> dict[Path, str]:
    """Every generated file with its content."""
    return {WEB / "lib" / "wire.ts": typescript()}


def outdated() -> list[Path]:
    """Generated files that are missing or differ from what would be written."""
    return [path for path, text in files().items() if not path.is_file() or path.read_text(encoding="utf-8") != text]


def main(arguments: list[str]) -> int:
    """Write the files, or compare them."""
    if arguments == ["--check"]:
        for path in outdated():
            print(f"{path} is not up to date. To write it: python -m tools.wire_types", file=sys.stderr)
        return 1 if outdated() else 0
    for path in outdated():
        path.write_text(files()[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
