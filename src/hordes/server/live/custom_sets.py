"""Custom sets of the server: registered from the files that its setting `sets` names."""

from __future__ import annotations

from pathlib import Path

from hordes.engine.errors import BadRequest
from hordes.engine.games import game_of_file, register_set, usable_games
from hordes.engine.validation import did_you_mean
from hordes.server.bots.available_levels import SEPARATOR


def register_set_files(setting: str) -> None:
    """Register the files of a setting; raises `BadRequest` for what is no file, such as the name of a box."""
    for word in filter(None, (part.strip() for part in setting.split(SEPARATOR))):
        if not _is_file(Path(word)):
            raise BadRequest(_no_file_text(word))
        path = str(Path(word).resolve())
        register_set(game_of_file(path), path)


def _no_file_text(word: str) -> str:
    what = "The server's --sets takes files such as mine.py; boxes are chosen at the table."
    if any(word in option.choices for game in usable_games() for option in game.option_schema()):
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
