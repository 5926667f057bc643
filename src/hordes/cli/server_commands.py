"""The server commands: serve, play in the browser, backup, restore, accounts, reports."""

from __future__ import annotations

import getpass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hordes.bots.seating import seat_bots
from hordes.engine.errors import BadRequest
from hordes.engine.games import load

DEFAULT_LEVEL = "normal"
SERVER_PACKAGES = (
    "litestar",
    "sqlalchemy",
    "uvicorn",
    "alembic",
    "argon2",
    "itsdangerous",
    "msgspec",
    "openskill",
    "prometheus_client",
    "websockets",
)
"""Packages of the extra `server`."""


def require_server() -> None:
    """Raise `BadRequest` if the packages of the server are not installed."""
    for name in SERVER_PACKAGES:
        if find_spec(name) is None:
            raise BadRequest(
                f"This needs the server ({name} is not installed): pip install 'hordes[server]'. "
                "Without it, `hordes play --terminal` plays right here."
            )


def require_page() -> None:
    """Raise `BadRequest` if the server or its web page is not installed."""
    require_server()
    if not Path(__file__).parents[1].joinpath("server", "static", "index.html").is_file():
        raise BadRequest(
            "The page was not built with this installation (in a checkout: python -m tools.web). "
            "`hordes play --terminal` plays right here."
        )


def serve(config: str | None, flags: dict[str, Any]) -> int:
    """Run the server."""
    require_server()
    from hordes.server.bots.available_levels import AvailableLevels
    from hordes.server.run import serve as run
    from hordes.server.settings import load_settings

    settings = load_settings(flags, config)
    AvailableLevels(settings.bots)  # reject an invalid bot before any server process starts
    return run(settings)


def play_in_browser(
    game: str,
    options: dict[str, Any],
    *,
    seed: int | None,
    seat: int,
    hotseat: bool,
    bots: list[str],
    port: int | None,
    browser: bool,
) -> int:
    """Start a server with one table on this machine and open the browser."""
    rules = load(game)
    start = rules.new(rules.normalise(options))
    seats = [number for number in range(int(start.seats())) if not start.is_automatic(number)]
    if seat not in seats:
        raise BadRequest(f"There is no seat {seat} in a game for {len(seats)}: seats are 0 to {len(seats) - 1}.")
    require_page() if browser else require_server()
    from hordes.server.bots.available_levels import SEPARATOR, AvailableLevels, level_name, parse_bot_specs
    from hordes.server.run import check_port, free_port, play
    from hordes.server.settings import load_settings

    own = parse_bot_specs(SEPARATOR.join(bots))
    levels = [AvailableLevels(SEPARATOR.join(own)).check(level_name(text)) for text in own]
    others = seat_bots(levels, [number for number in seats if not hotseat and number != seat])
    given = {"host": "127.0.0.1", "port": port or free_port(), "processes": 1, "log": "warning"}
    settings = load_settings(given | {"bots": SEPARATOR.join(own)} if own else given)
    check_port(settings)
    name = _user_name()
    plan = [
        {"kind": "me", "name": f"Player {number + 1}" if hotseat else name}
        if hotseat or number == seat
        else {"kind": "bot", "level": others.get(number, DEFAULT_LEVEL)}
        for number in seats
    ]
    table = {"game": game, "options": options, "seats": plan, "name": name} | ({} if seed is None else {"seed": seed})
    return play(settings, table, browser)


def _user_name() -> str:
    """Name of the user of this machine, for the table."""
    try:
        return getpass.getuser()[:30].title() or "You"
    except (KeyError, OSError):
        return "You"


def backup(file: str, config: str | None, database: str | None) -> int:
    """Write everything the server stores into one file."""
    require_server()
    from hordes.server.db.backup import backup as run
    from hordes.server.settings import load_settings

    print(run(load_settings({"database": database}, config).database_url(), file))
    return 0


def restore(file: str, config: str | None, database: str | None) -> int:
    """Fill an empty database from a backup."""
    require_server()
    from hordes.server.db.backup import restore as run
    from hordes.server.settings import load_settings

    settings = load_settings({"database": database}, config)
    if not settings.database:
        settings.create_data_folder()
    print(run(settings.database_url(), file))
    return 0


def reset_account(name: str, config: str | None, database: str | None) -> int:
    """Print a link for a new password of an account."""
    require_server()
    from hordes.server.auth.account_links import operator_reset_link
    from hordes.server.settings import load_settings

    print(operator_reset_link(load_settings({"database": database}, config), name))
    return 0


def show_reports(delete: int | None, config: str | None, database: str | None) -> int:
    """Print the reports of chat lines, or delete one."""
    require_server()
    from hordes.server.moderation.reports import delete_report, list_reports
    from hordes.server.settings import load_settings

    url = load_settings({"database": database}, config).database_url()
    print(list_reports(url) if delete is None else delete_report(url, delete))
    return 0
