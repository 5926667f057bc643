"""Saved games: written whole or not at all, never over a file that is something else, and one kept by itself."""

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

from hordes.folders import data_folder

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
    luck: int | None = None
    """The state of the generator from which the rivals choose, so that they go on as they would have."""
    bots: tuple[str, ...] = ()
    """Which bots play the seats that nobody sits at."""

    def as_json(self) -> dict[str, Any]:
        """The file's content."""
        table = {"names": list(self.names), "humans": list(self.humans), "over": self.over, "luck": self.luck}
        if self.bots:
            table["bots"] = list(self.bots)
        return {"kind": KIND, "version": VERSION, "game": self.game, "table": table, "record": self.record}


def save_path(text: str) -> Path:
    """The file a player means: `~` is the home folder, and a name without an ending gets `.json`."""
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
    """The file to go on with: as it is named, or of that name among the games kept by themselves."""
    path = save_path(text)
    kept = data_folder() / path
    return kept if path.parent == Path() and not path.exists() and kept.exists() else path


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
        table, record, game = data["table"], data["record"], data["game"]
        names, humans, luck, bots = table["names"], table["humans"], table.get("luck"), table.get("bots", [])
    except KeyError as error:
        raise SaveError(f"{where} is incomplete: it lacks its {error.args[0]}.") from error
    except (AttributeError, TypeError) as error:
        raise SaveError(f"{where} is incomplete: its table is wrong.") from error
    if (
        not isinstance(record, dict)
        or not _are(str, names)
        or not _are(int, humans)
        or not _are(int, [luck or 0])
        or not _are(str, bots)
    ):
        raise SaveError(f"{where} is incomplete: its table or its record is wrong.")
    _check_humans(names, humans, where)
    return Saved(record, str(game), tuple(names), tuple(humans), bool(table.get("over")), luck, tuple(bots))


def _are(kind: type, items: object) -> bool:
    """Whether this is a list of such things."""
    return isinstance(items, list) and all(type(item) is kind for item in items)


def _check_humans(names: list[str], humans: list[int], where: str) -> None:
    """People sit at seats that there are."""
    for seat in humans:
        if not 0 <= seat < len(names):
            raise SaveError(f"{where} puts a person on seat {seat}; there are {len(names)} seats, from 0.")


def check_names(saved: Saved, seats: int) -> None:
    """A saved game names as many players as it has seats, or none at all."""
    if len(saved.names) not in (0, seats):
        raise SaveError(f"The saved game names {len(saved.names)} players; there are {seats} seats.")


def _fresh_name() -> str:
    """A file of its own for every game, so that two terminals never write or remove each other's."""
    return f"unfinished-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.json"


@dataclass(frozen=True)
class Autosave:
    """A game in progress, kept without being asked. Trouble with it never disturbs the game."""

    folder: Path
    name: str = field(default_factory=_fresh_name)

    @property
    def path(self) -> Path:
        """The file of this game."""
        return self.folder / self.name

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

    def set_aside(self) -> str:
        """Keeps the game under a name that is not offered again; answers with that name, empty if there is no game."""
        try:
            if not self.path.exists():
                return ""
            number = next(n for n in range(1, 10_000) if not (self.folder / f"previous-{n}.json").exists())
            self.path.rename(self.folder / f"previous-{number}.json")
        except (OSError, StopIteration):
            return ""
        return f"previous-{number}"


def find_unfinished(folder: Path) -> tuple[Autosave, Saved] | None:
    """The unfinished game played last, if there is one that can be read; broken ones are set aside."""
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
