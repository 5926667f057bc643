"""The server's settings: by flag, else by environment (HORDES_PORT ...), else by a TOML file, else the default."""

from __future__ import annotations

import os
import tomllib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, get_type_hints

from hordes.engine.errors import BadRequest
from hordes.folders import data_folder

PREFIX = "HORDES_"
PUSH_SERVICES = "fcm.googleapis.com, push.services.mozilla.com, push.apple.com, notify.windows.com, wns.windows.com"
"""Where browsers have their push services; the server sends "your turn" nowhere else."""


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. `secret`, `database` and `smtp` belong in the environment or a private file."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
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
    max_sockets: int = 10_000
    max_sockets_each: int = 200
    max_watchers: int = 200
    max_requests: float = 50.0
    max_messages: float = 20.0
    max_frame: int = 16_384
    max_queue: int = 256
    idle_minutes: float = 10.0
    smtp: str = ""
    mail_from: str = ""
    push_hosts: str = PUSH_SERVICES
    log: str = "info"
    json_logs: bool = False

    def data_folder(self) -> Path:
        """Where the database and the secret are kept."""
        return Path(self.folder).expanduser() if self.folder else data_folder()

    def database_url(self) -> str:
        """The database: as set, or a file in the data folder."""
        return self.database or str(self.data_folder() / "tables.db")

    def link(self, path: str) -> str:
        """An address people can open."""
        host = "localhost" if self.host in ("127.0.0.1", "::1", "0.0.0.0", "::") else self.host
        return (self.public_url.rstrip("/") or f"http://{host}:{self.port}") + path

    def local(self) -> bool:
        """Is this server for the people of this machine only?"""
        return self.host in ("127.0.0.1", "::1", "localhost")

    def as_environment(self) -> dict[str, str]:
        """The settings for a process that is started from here."""
        return {PREFIX + name.upper(): str(value) for name, value in asdict(self).items()}


def gather(flags: dict[str, Any], config: str | None = None) -> Settings:
    """Settings from all sources; a flag that is None was not given."""
    found: dict[str, Any] = {}
    kinds = get_type_hints(Settings)
    for name, value in _file(config).items():
        if name not in kinds:
            raise BadRequest(f"There is no setting {name!r}; there are {', '.join(kinds)}.")
        found[name] = _as(kinds[name], name, value)
    for name in kinds:
        if PREFIX + name.upper() in os.environ:
            found[name] = _as(kinds[name], name, os.environ[PREFIX + name.upper()])
    found |= {name: value for name, value in flags.items() if value is not None}
    return Settings(**found)


def _file(config: str | None) -> dict[str, Any]:
    path = Path(config).expanduser() if config else data_folder() / "server.toml"
    if config is None and not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadRequest(f"The settings in {path} cannot be read: {error}.") from error


def _as(kind: type, name: str, value: Any) -> Any:
    """A value as its setting needs it; the environment has only texts."""
    if kind is bool and isinstance(value, str):
        if value.lower() not in ("1", "0", "true", "false"):
            raise BadRequest(f"The setting {name} is true or false, not {value!r}.")
        return value.lower() in ("1", "true")
    try:
        return kind(value)
    except (TypeError, ValueError):
        raise BadRequest(f"The setting {name} is of the kind {kind.__name__}, not {value!r}.") from None


NAMES = [field.name for field in fields(Settings)]
