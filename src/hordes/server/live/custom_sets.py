"""Custom sets of the server: registered from the files that its setting `sets` names."""

from __future__ import annotations

from pathlib import Path

from hordes.engine.errors import BadRequest
from hordes.engine.games import load, register_set
from hordes.engine.validation import did_you_mean
from hordes.server.bots.available_levels import SEPARATOR


def register_set_files(setting: str) -> None:
    """Register the files of a setting; raises `BadRequest` for what is no file, such as the name of a box."""
    for word in filter(None, (part.strip() for part in setting.split(SEPARATOR))):
        if not _is_file(Path(word)):
            raise BadRequest(_no_file_text(word))
        register_set("smallworld", str(Path(word).resolve()))


def _no_file_text(word: str) -> str:
    what = "The server's --sets takes files such as mine.py; boxes are chosen at the table."
    if word in load("smallworld").option_choices()["sets"]:
        return f"{word} is a box, or installed, and needs no --sets here. {what}"
    near = did_you_mean(Path(word).name, _set_files(Path(word).parent))
    return f"There is no file {word}.{near or f' {what}'}"


def _set_files(folder: Path) -> list[str]:
    try:
        return [file.name for file in folder.glob("*.py")]
    except OSError:
        return []


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False
