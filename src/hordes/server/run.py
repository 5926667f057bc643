"""Starting and stopping: `hordes serve` for a group, `hordes play` for a table on one's own screen."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import uvicorn

from hordes.engine.errors import BadRequest
from hordes.server.doorkeeper import Configuration, allow_many_files
from hordes.server.settings import Settings
from hordes.server.tokens import COOKIE, Signer

SHUTDOWN_SECONDS = 10
HERE = "g:this-machine"
"""Whoever sits at this machine: all games begun with `hordes play` are his."""


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """What is logged, without the query of any address: codes may stand there."""
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def set_up_logs(settings: Settings) -> None:
    """Logs go to standard error, as text or as JSON lines; requests are not logged at all, only counted."""
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if settings.json_logs else text)
    level = logging.getLevelNamesMapping().get(settings.log.upper())
    if level is None:
        raise BadRequest(f"There is no log level {settings.log!r}; there are debug, info, warning, error.")
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in ("alembic", "uvicorn.error", "websockets"):
        logging.getLogger(noisy).setLevel(max(level, logging.WARNING))


def configuration(settings: Settings, app: Any) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return Configuration(
        settings,
        app,
        host=settings.host,
        port=settings.port,
        factory=isinstance(app, str),
        workers=settings.processes,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        ws_max_size=settings.max_frame,
        ws_per_message_deflate=not settings.local(),
        ws_ping_interval=40,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        backlog=4096,
    )


def serve(settings: Settings) -> int:
    """Run the server until it is told to stop; says where it can be found."""
    from hordes.server.app import build

    set_up_logs(settings)
    check_port(settings)
    allow_many_files()
    print(f"hordes serves on {settings.link('/')} (stop with Ctrl+C)", flush=True)
    if settings.processes == 1:
        run_until_stopped(uvicorn.Server(configuration(settings, build(settings))))
        return 0
    os.environ.update(settings.as_environment())
    from uvicorn.supervisors import Multiprocess

    config = configuration(settings, "hordes.server.run:child")
    Multiprocess(config, sockets=[config.bind_socket()]).run()
    return 0


def run_until_stopped(server: uvicorn.Server) -> None:
    """Ctrl+C is how it is meant to end."""
    with suppress(KeyboardInterrupt):
        server.run()


def child() -> Any:
    """The application in a process of several."""
    from hordes.server.app import build
    from hordes.server.settings import gather

    settings = gather({})
    set_up_logs(settings)
    return build(settings)


def check_port(settings: Settings) -> None:
    """Say in words that the port is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise BadRequest(
                f"Port {settings.port} of {settings.host} cannot be used ({error.strerror}); choose one with --port."
            ) from None


def free_port() -> int:
    """A port nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def play(settings: Settings, table: dict[str, Any], browser: bool = True) -> int:
    """Serve on this machine only, make a table, and open the browser at it."""
    from hordes.server.app import build

    set_up_logs(settings)
    app = build(settings)
    server = uvicorn.Server(configuration(settings, app))
    signer = app.hall.signer
    opener = threading.Thread(target=_open_table, args=(server, settings, signer, table, browser), daemon=True)
    opener.start()
    run_until_stopped(server)
    return 0


def _open_table(
    server: uvicorn.Server, settings: Settings, signer: Signer, table: dict[str, Any], browser: bool
) -> None:
    while not server.started:
        time.sleep(0.02)
    base = f"http://localhost:{settings.port}"
    body = json.dumps(table).encode()
    cookie = f"{COOKIE}={signer.visitor(HERE)}"
    headers = {"content-type": "application/json", "cookie": cookie}
    request = Request(f"{base}/api/tables", body, headers, method="POST")
    try:
        with urlopen(request, timeout=10) as answer:
            seated = json.load(answer)
    except (URLError, OSError, ValueError) as error:
        print(f"hordes: the table could not be made: {_said(error)}", file=sys.stderr)
        server.should_exit = True
        return
    link = f"{base}/t/{seated['table']}#token={seated['token']}"
    print(f"Your table: {link}\n(Stop with Ctrl+C; the game is kept.)", flush=True)
    if browser and not webbrowser.open(link):
        print("No browser could be started here: open the link yourself.", flush=True)


def _said(error: Exception) -> str:
    reader = getattr(error, "read", None)
    if reader is None:
        return str(error)
    return str(json.loads(reader()).get("message", error))
