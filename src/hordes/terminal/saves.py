"""Saved games: written whole or not at all, never over a file that is something else, and one kept by itself."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

KIND = "hordes saved game"
VERSION = 1


class SaveError(Exception):
    """A file cannot be written or read; the message is for people."""


@dataclass(frozen=True)
class Saved:
    """A game on disk: the engine's record, who sits where, and whether it is over."""

    record: Mapping[str, Any]
    game: str
    names: tuple[str, ...]
    humans: tuple[int, ...]
    over: bool = False

    def as_json(self) -> dict[str, Any]:
        """The file's content."""
        table = {"names": list(self.names), "humans": list(self.humans), "over": self.over}
        return {"kind": KIND, "version": VERSION, "game": self.game, "table": table, "record": self.record}


def save_path(text: str) -> Path:
    """The file a player means: `~` is the home folder, and a name without an ending gets `.json`."""
    if not text.strip():
        raise SaveError("Save where? Give a file name, such as `save evening.json`.")
    try:
        path = Path(text.strip()).expanduser()
        path = path if path.suffix or path.is_dir() else path.with_suffix(".json")
        path.exists()
    except (OSError, RuntimeError, ValueError) as error:
        raise SaveError(f"That cannot be the name of a file ({error}).") from error
    if "\0" in str(path):
        raise SaveError("That cannot be the name of a file.")
    return path


def write_save(path: Path, saved: Saved) -> None:
    """Writes to a file beside the target and renames it, so that a crash leaves the old game intact."""
    _refuse_strangers(path)
    try:
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


def _refuse_strangers(path: Path) -> None:
    """An existing file is replaced only if it is a saved game itself."""
    if path.is_dir():
        raise SaveError(f"{path} is a folder. Give a file name.")
    if path.exists():
        try:
            read_save(path)
        except SaveError as error:
            raise SaveError(
                f"{path} exists and is no saved game of hordes; it is left alone. Choose another name."
            ) from error


def read_save(path: Path) -> Saved:
    """Reads a saved game, or a bare record of the engine; says clearly what is wrong with anything else."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise SaveError(f"There is no file {path}.") from error
    except OSError as error:
        raise SaveError(f"Cannot read {path}: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path} is broken or no saved game: {error}.") from error
    return parse_save(data, str(path))


def parse_save(data: object, where: str) -> Saved:
    """The saved game in a file's content."""
    if isinstance(data, dict) and data.get("kind") == KIND:
        return _parse_wrapped(data, where)
    if isinstance(data, dict) and "moves" in data and "options" in data:
        return Saved(data, str(data.get("game", "smallworld")), (), ())
    raise SaveError(f"{where} is no saved game of hordes.")


def _parse_wrapped(data: dict[str, Any], where: str) -> Saved:
    if data.get("version") != VERSION:
        raise SaveError(f"{where} was written by another version of hordes (format {data.get('version')}).")
    try:
        table, record = data["table"], data["record"]
        names = tuple(str(name) for name in table["names"])
        humans = tuple(int(seat) for seat in table["humans"])
        return Saved(dict(record), str(data["game"]), names, humans, bool(table.get("over")))
    except (KeyError, TypeError, ValueError) as error:
        raise SaveError(f"{where} is incomplete: {error!r} is missing or wrong.") from error


def data_folder() -> Path:
    """Where this user's own game lives: HORDES_HOME, or the system's folder for application data."""
    chosen = os.environ.get("HORDES_HOME")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "hordes"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "hordes"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "hordes"


@dataclass(frozen=True)
class Autosave:
    """The game in progress, kept without being asked. Trouble with it never disturbs the game."""

    folder: Path

    @property
    def path(self) -> Path:
        """The file of the unfinished game."""
        return self.folder / "unfinished.json"

    def keep(self, saved: Saved) -> None:
        """Writes the game, or forgets it once it is over."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if saved.over:
                self.path.unlink(missing_ok=True)
            else:
                write_save(self.path, saved)
        except (OSError, SaveError):
            return

    def find(self) -> Saved | None:
        """The unfinished game, if there is one that can be read."""
        try:
            return read_save(self.path) if self.path.exists() else None
        except (OSError, SaveError):
            self.set_aside()
            return None

    def set_aside(self) -> None:
        """Moves the unfinished game out of the way, so that a new one does not destroy it."""
        try:
            if self.path.exists():
                self.path.replace(self.folder / "previous.json")
        except OSError:
            return
