"""The commands around the server: serve, play in the browser, backup, restore."""

from __future__ import annotations

import getpass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.engine.games import load

NEEDED = (
    "litestar",
    "sqlalchemy",
    "uvicorn",
    "alembic",
    "argon2",
    "itsdangerous",
    "msgspec",
    "openskill",
    "websockets",
)
"""What the extra `server` brings."""


def need_server() -> None:
    """Say in words what is missing when only the small package is installed."""
    for name in NEEDED:
        if find_spec(name) is None:
            raise BadRequest(
                f"This needs the server ({name} is not installed): pip install 'hordes[server]'. "
                "Without it, `hordes play --terminal` plays right here."
            )


def need_page() -> None:
    """Say in words that there is nothing to show in a browser."""
    need_server()
    if not Path(__file__).parents[1].joinpath("server", "static", "index.html").is_file():
        raise BadRequest(
            "The page was not built with this installation (in a checkout: python -m tools.web). "
            "`hordes play --terminal` plays right here."
        )


def serve(config: str | None, flags: dict[str, Any]) -> int:
    """Run the server for a group."""
    need_server()
    from hordes.server.levels import Levels
    from hordes.server.run import serve as run
    from hordes.server.settings import gather

    settings = gather(flags, config)
    Levels(settings.bots)  # a wrong bot is refused here, before any process of the server has started
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
    """A table on this machine, and the browser at it."""
    rules = load(game)
    seats = int(rules.new(rules.normalise(options)).seats()) - int(options.get("dummies") or 0)
    if not 0 <= seat < seats:
        raise BadRequest(f"There is no seat {seat} in a game for {seats}: seats are 0 to {seats - 1}.")
    need_page() if browser else need_server()
    from hordes.server.levels import SEPARATOR, Levels, named, recipes
    from hordes.server.run import check_port, free_port, play
    from hordes.server.settings import gather

    own = recipes(SEPARATOR.join(bots))
    levels = [Levels(SEPARATOR.join(own)).check(named(text)) for text in own] or ["normal"]
    given = {"host": "127.0.0.1", "port": port or free_port(), "processes": 1, "log": "warning"}
    settings = gather(given | {"bots": SEPARATOR.join(own)} if own else given)
    check_port(settings)
    name = _user()
    mine = [{"kind": "me", "name": f"Player {number + 1}" if hotseat else name} for number in range(seats)]
    rivals = [{"kind": "bot", "level": levels[number % len(levels)]} for number in range(seats)]
    plan = [mine[number] if hotseat or number == seat else rivals[number] for number in range(seats)]
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
    need_server()
    from hordes.server.backup import backup as run
    from hordes.server.settings import gather

    print(run(gather({"database": database}, config).database_url(), file))
    return 0


def restore(file: str, config: str | None, database: str | None) -> int:
    """Fill an empty database from a file."""
    need_server()
    from hordes.server.backup import restore as run
    from hordes.server.settings import gather

    print(run(gather({"database": database}, config).database_url(), file))
    return 0
