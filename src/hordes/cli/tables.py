"""The commands around the server: serve, play in the browser, backup, restore."""

from __future__ import annotations

import getpass
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.engine.games import load, read_board


def _need_server() -> None:
    """Say in words what is missing when only the small package is installed."""
    try:
        import litestar  # noqa: F401
        import sqlalchemy  # noqa: F401
        import uvicorn  # noqa: F401
    except ModuleNotFoundError as missing:
        raise BadRequest(
            f"This needs the server ({missing.name} is not installed): pip install 'hordes[server]'. "
            "Without it, `hordes play --terminal` plays right here."
        ) from None


def serve(config: str | None, flags: dict[str, Any]) -> int:
    """Run the server for a group."""
    _need_server()
    from hordes.server.run import serve as run
    from hordes.server.settings import gather

    return run(gather(flags, config))


def play_in_browser(
    *,
    game: str,
    players: int | None,
    map: str | None,
    mode: str | None,
    sets: list[str],
    seed: int | None,
    seat: int,
    hotseat: bool,
    level: str,
    port: int | None,
    browser: bool,
) -> int:
    """A table on this machine, and the browser at it."""
    options: dict[str, Any] = {"mode": mode} if mode is not None else {"players": 3}
    said = {"players": players, "map": None if map is None else read_board(map), "sets": sets or None}
    options |= {name: value for name, value in said.items() if value is not None}
    seats = int(load(game).new(load(game).normalise(options)).seats())
    if not 0 <= seat < seats:
        raise BadRequest(f"There is no seat {seat} in a game for {seats}: seats are 0 to {seats - 1}.")
    _need_server()
    from hordes.server.run import check_port, free_port, play
    from hordes.server.settings import gather

    settings = gather({"host": "127.0.0.1", "port": port or free_port(), "processes": 1, "log": "warning"})
    check_port(settings)
    name = _user()
    mine = {"kind": "me", "name": name}
    plan = [mine if hotseat or number == seat else {"kind": "bot", "level": level} for number in range(seats)]
    if hotseat:
        plan = [{"kind": "me", "name": f"Player {number + 1}"} for number in range(seats)]
    table = {"game": game, "options": options, "seats": plan, "name": name} | ({} if seed is None else {"seed": seed})
    return play(settings, table, browser)


def _user() -> str:
    """What to call whoever sits at this machine."""
    try:
        return getpass.getuser()[:30].title() or "You"
    except (KeyError, OSError):
        return "You"


def backup(file: str, config: str | None, database: str | None) -> int:
    """Write everything into one file."""
    _need_server()
    from hordes.server.backup import backup as run
    from hordes.server.settings import gather

    print(run(gather({"database": database}, config).database_url(), file))
    return 0


def restore(file: str, config: str | None, database: str | None) -> int:
    """Fill an empty database from a file."""
    _need_server()
    from hordes.server.backup import restore as run
    from hordes.server.settings import gather

    print(run(gather({"database": database}, config).database_url(), file))
    return 0
