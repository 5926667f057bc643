"""Saved games: atomic writes, no overwriting of foreign files, and automatic saving."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hordes.engine.games import DEFAULT_GAME
from hordes.folders import data_folder

FILE_KIND = "hordes saved game"
FILE_VERSION = 1


class SaveError(Exception):
    """A file cannot be written or read; the message is shown to the player."""


@dataclass(frozen=True)
class SavedGame:
    """A saved game: the engine's record, the seating, and whether it is over."""

    record: Mapping[str, Any]
    game: str
    names: tuple[str, ...]
    humans: tuple[int, ...]
    over: bool = False
    luck: int | None = None
    """State of the opponents' random generator, so that a resumed game continues identically."""
    bots: tuple[str, ...] = ()
    """Bots of the seats without a person."""

    def as_json(self) -> dict[str, Any]:
        """The file's content."""
        table = {"names": list(self.names), "humans": list(self.humans), "over": self.over, "luck": self.luck}
        if self.bots:
            table["bots"] = list(self.bots)
        return {"kind": FILE_KIND, "version": FILE_VERSION, "game": self.game, "table": table, "record": self.record}


def save_path(text: str) -> Path:
    """Path for a file name typed by a player: expands `~`, adds `.json` if there is no suffix."""
    try:
        path = Path(text.strip()).expanduser()
        path = path if path.suffix or path.is_dir() else path.with_suffix(".json")
        path.exists()
    except (OSError, RuntimeError, ValueError) as error:
        raise SaveError(f"That cannot be the name of a file ({error}).") from error
    if "\0" in str(path):
        raise SaveError("That cannot be the name of a file.")
    return path


def load_path(text: str) -> Path:
    """Path of a game to load: as named, or with that name among the automatically saved games."""
    path = save_path(text)
    kept = data_folder() / path
    return kept if path.parent == Path() and not path.exists() and kept.exists() else path


def write_save(path: Path, saved: SavedGame) -> None:
    """Write to a temporary file and rename it, so that a crash leaves the old file intact."""
    _check_overwrite(path)
    try:
        # in the same folder: `replace` is atomic only within one file system
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise SaveError(f"Cannot write in {path.parent}: {error.strerror}.") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(saved.as_json(), file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except OSError as error:
        Path(temporary).unlink(missing_ok=True)
        raise SaveError(f"Cannot write {path}: {error.strerror}.") from error


def _check_overwrite(path: Path) -> None:
    """Refuse to overwrite a file that is not a saved game."""
    if path.is_dir():
        raise SaveError(f"{path} is a folder. Give a file name.")
    if path.exists():
        try:
            read_save(path)
        except SaveError as error:
            raise SaveError(
                f"{path} exists and is no saved game of hordes; it is left alone. Choose another name."
            ) from error


def read_save(path: Path) -> SavedGame:
    """Read a saved game or a plain record; raises `SaveError` with an explanation otherwise."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise SaveError(f"There is no file {path}.") from error
    except OSError as error:
        raise SaveError(f"Cannot read {path}: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path} is broken or no saved game: {error}.") from error
    return parse_save(data, str(path))


def parse_save(data: object, where: str) -> SavedGame:
    """Parse the content of a save file."""
    if isinstance(data, dict) and data.get("kind") == FILE_KIND:
        return _parse_wrapped(data, where)
    if isinstance(data, dict) and "moves" in data and "options" in data:
        return SavedGame(data, str(data.get("game", DEFAULT_GAME)), (), ())
    raise SaveError(f"{where} is no saved game of hordes.")


def _parse_wrapped(data: dict[str, Any], where: str) -> SavedGame:
    if data.get("version") != FILE_VERSION:
        raise SaveError(f"{where} was written by another version of hordes (format {data.get('version')}).")
    try:
        table, record, game = data["table"], data["record"], data["game"]
        names, humans, luck, bots = table["names"], table["humans"], table.get("luck"), table.get("bots", [])
    except KeyError as error:
        raise SaveError(f"{where} is incomplete: it lacks its {error.args[0]}.") from error
    except (AttributeError, TypeError) as error:
        raise SaveError(f"{where} is incomplete: its table is wrong.") from error
    if (
        not isinstance(record, dict)
        or not _is_list_of(str, names)
        or not _is_list_of(int, humans)
        or not _is_list_of(int, [luck or 0])
        or not _is_list_of(str, bots)
    ):
        raise SaveError(f"{where} is incomplete: its table or its record is wrong.")
    _check_humans(names, humans, where)
    return SavedGame(record, str(game), tuple(names), tuple(humans), bool(table.get("over")), luck, tuple(bots))


def _is_list_of(kind: type, items: object) -> bool:
    """Whether this is a list of items of exactly this type."""
    return isinstance(items, list) and all(type(item) is kind for item in items)


def _check_humans(names: list[str], humans: list[int], where: str) -> None:
    """Check that all persons have existing seats."""
    for seat in humans:
        if not 0 <= seat < len(names):
            raise SaveError(f"{where} puts a person on seat {seat}; there are {len(names)} seats, from 0.")


def check_names(saved: SavedGame, seats: int) -> None:
    """Check that a saved game names all players or none."""
    if len(saved.names) not in (0, seats):
        raise SaveError(f"The saved game names {len(saved.names)} players; there are {seats} seats.")


def _new_file_name() -> str:
    """A unique file name per game, so that two terminals never overwrite each other's file."""
    return f"unfinished-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.json"


@dataclass(frozen=True)
class Autosave:
    """Automatic saving of a game in progress; its errors never interrupt the game."""

    folder: Path
    name: str = field(default_factory=_new_file_name)

    @property
    def path(self) -> Path:
        """The file of this game."""
        return self.folder / self.name

    def save(self, saved: SavedGame) -> None:
        """Save the game, or delete the file once the game is over."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if saved.over:
                self.path.unlink(missing_ok=True)
            else:
                write_save(self.path, saved)
        except (OSError, SaveError):
            return

    def set_aside(self) -> str:
        """Rename the file so that it is not offered again; returns the new name, empty if there is no file."""
        try:
            if not self.path.exists():
                return ""
            number = next(n for n in range(1, 10_000) if not (self.folder / f"previous-{n}.json").exists())
            self.path.rename(self.folder / f"previous-{number}.json")
        except (OSError, StopIteration):
            return ""
        return f"previous-{number}"


def find_unfinished(folder: Path) -> tuple[Autosave, SavedGame] | None:
    """The most recent unfinished game that can be read; unreadable ones are set aside."""
    try:
        paths = sorted(folder.glob("unfinished*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return None
    for path in paths:
        keeper = Autosave(folder, path.name)
        try:
            return keeper, read_save(path)
        except SaveError:
            keeper.set_aside()
    return None
