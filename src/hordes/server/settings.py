"""Server settings: from flags, else the environment (HORDES_PORT ...), else a TOML file, else defaults."""

from __future__ import annotations

import os
import tomllib
from dataclasses import asdict, dataclass, fields
from math import isfinite
from pathlib import Path
from typing import Any, get_type_hints

from hordes.engine.errors import BadRequest
from hordes.folders import data_folder

PREFIX = "HORDES_"
PUSH_SERVICES = "fcm.googleapis.com, push.services.mozilla.com, push.apple.com, notify.windows.com, wns.windows.com"
"""Hosts of the browsers' push services; the server sends push messages nowhere else."""
MAX_PORT = 65_535
KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text in quotes"}


@dataclass(frozen=True)
class Settings:
    """All settings. `secret`, `database` and `smtp` belong in the environment or a private file."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    database_seconds: float = 10.0
    folder: str = ""
    secret: str = ""
    public_url: str = ""
    processes: int = 1
    proxies: str = ""
    sets: str = ""
    bots: str = ""
    stand_in: str = "normal"
    bot_workers: int = 0
    bot_seconds: float = 3.0
    bot_pause: float = 0.25
    max_tables: int = 50
    max_tables_address: int = 200
    max_seats_each: int = 2
    max_open_tables: int = 1000
    max_sockets: int = 10_000
    max_sockets_each: int = 200
    max_watchers: int = 200
    max_requests: float = 50.0
    max_messages: float = 20.0
    max_frame: int = 16_384
    max_queue: int = 256
    idle_minutes: float = 10.0
    waiting_days: float = 7.0
    abandoned_days: float = 365.0
    smtp: str = ""
    mail_from: str = ""
    push_hosts: str = PUSH_SERVICES
    log: str = "info"
    json_logs: bool = False

    def data_folder(self) -> Path:
        """Folder of the database and the secret."""
        return Path(self.folder).expanduser() if self.folder else data_folder()

    def database_url(self) -> str:
        """URL or path of the database; by default a file in the data folder."""
        return self.database or str(self.data_folder() / "tables.db")

    def create_data_folder(self) -> None:
        """Create the data folder, for its owner only, unless it exists; raises `BadRequest` if that is impossible."""
        folder = self.data_folder()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            reason = "it is no folder" if isinstance(error, FileExistsError) else error.strerror or error
            raise BadRequest(
                f"The data folder {folder} cannot be used: {reason}. HORDES_HOME or HORDES_FOLDER names another."
            ) from None

    def link(self, path: str) -> str:
        """Absolute URL of a path, for people to open."""
        host = "localhost" if self.host in ("127.0.0.1", "::1", "0.0.0.0", "::") else self.host
        return (self.public_url.rstrip("/") or f"http://{host}:{self.port}") + path

    def is_local(self) -> bool:
        """Whether the server accepts local connections only."""
        return self.host in ("127.0.0.1", "::1", "localhost")

    def as_environment(self) -> dict[str, str]:
        """The settings as environment variables, for child processes."""
        return {PREFIX + name.upper(): str(value) for name, value in asdict(self).items()}


def load_settings(flags: dict[str, Any], config: str | None = None) -> Settings:
    """Merge settings from all sources; a flag that is None was not given."""
    values: dict[str, Any] = {}
    types = get_type_hints(Settings)
    for name, value in _read_file(config).items():
        if name not in types:
            raise BadRequest(f"There is no setting {name!r}; there are {', '.join(types)}.")
        values[name] = _convert(types[name], name, value)
    for name in types:
        if PREFIX + name.upper() in os.environ:
            values[name] = _convert(types[name], name, os.environ[PREFIX + name.upper()])
    values |= {name: value for name, value in flags.items() if value is not None}
    settings = Settings(**values)
    if not 1 <= settings.port <= MAX_PORT:
        raise BadRequest(f"The setting port is a number from 1 to {MAX_PORT}, not {settings.port}.")
    if settings.database_seconds < 0:
        raise BadRequest(f"The setting database_seconds is at least 0, not {settings.database_seconds:g}.")
    return settings


def _read_file(config: str | None) -> dict[str, Any]:
    path = Path(config).expanduser() if config else data_folder() / "server.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError) as error:
        if config is None:
            return {}
        raise BadRequest(f"The settings in {path} cannot be read: {error}.") from error
    except (OSError, ValueError) as error:
        raise BadRequest(f"The settings in {path} cannot be read: {error}.") from error


def _convert(target: type, name: str, value: Any) -> Any:
    """Convert a value to a setting's type; the environment has strings only."""
    if target is bool and isinstance(value, str):
        if value.lower() not in ("1", "0", "true", "false"):
            raise BadRequest(f"The setting {name} is true or false, not {value!r}.")
        return value.lower() in ("1", "true")
    kinds = {int: (int, str), float: (float, int, str), bool: (bool,), str: (str,)}[target]
    try:
        if type(value) not in kinds or (target is float and not isfinite(float(value))):
            raise ValueError
        return target(value)
    except (ValueError, OverflowError):
        raise BadRequest(f"The setting {name} is {KINDS[target]}, not {value!r}.") from None


SETTING_NAMES = [field.name for field in fields(Settings)]
