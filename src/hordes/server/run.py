"""Running the server under uvicorn: `hordes serve` for a group, `hordes play` for a local table."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from typing import TYPE_CHECKING, Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import uvicorn
from uvicorn.config import STARTUP_FAILURE

from hordes.engine.errors import BadRequest
from hordes.server.auth.tokens import COOKIE, Signer
from hordes.server.http.connection_limits import BoundedConfig, raise_open_file_limit
from hordes.server.repeated_logs import QuietHandler
from hordes.server.settings import Settings
from hordes.server.worker_processes import METRICS_FOLDER, end_without_supervisor

if TYPE_CHECKING:
    from hordes.server.app import Application

SHUTDOWN_SECONDS = 10
LOCAL_VISITOR = "g:this-machine"
"""Visitor id of the local player: owner of all games started with `hordes play`."""


class JsonFormatter(logging.Formatter):
    """Log formatter that writes one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a log record."""
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
    """Log to standard error, as text or JSON lines; requests are not logged (URLs may hold codes), only counted."""
    handler = QuietHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if settings.json_logs else text)
    level = logging.getLevelNamesMapping().get(settings.log.upper())
    if level is None:
        raise BadRequest(f"There is no log level {settings.log!r}; there are debug, info, warning, error.")
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in ("alembic", "uvicorn.error", "websockets"):
        logging.getLogger(noisy).setLevel(max(level, logging.WARNING))


def uvicorn_config(settings: Settings, app: Any) -> uvicorn.Config:
    """Configuration of uvicorn for the application, or for its import path."""
    return BoundedConfig(
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
        ws_per_message_deflate=not settings.is_local(),
        ws_ping_interval=40,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        backlog=4096,
    )


def serve(settings: Settings) -> int:
    """Run the server, in one process or several, until it is stopped."""
    set_up_logs(settings)
    check_port(settings)
    raise_open_file_limit()
    app = build_checked_app(settings)
    if settings.processes == 1:
        return run_until_stopped(AnnouncingServer(uvicorn_config(settings, app), greeting(settings)))
    app.manager.database.close_now()  # every process opens its own
    os.environ.update(settings.as_environment())
    from uvicorn.supervisors import Multiprocess

    config = uvicorn_config(settings, "hordes.server.run:child_app")
    sockets = [config.bind_socket()]
    with tempfile.TemporaryDirectory(prefix="hordes-") as folder:  # readable by this user only
        os.environ[METRICS_FOLDER] = folder
        print(greeting(settings), flush=True)
        supervisor = Multiprocess(config, sockets=sockets)
        supervisor.run()
    return int(any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes))


class AnnouncingServer(uvicorn.Server):
    """Server that prints a line once it listens."""

    def __init__(self, config: uvicorn.Config, line: str) -> None:
        super().__init__(config)
        self.line = line

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen."""
        await super().startup(sockets)
        if self.started:
            print(self.line, flush=True)


def greeting(settings: Settings) -> str:
    """The line that says where the server is."""
    return f"hordes serves on {settings.link('/')} (stop with Ctrl+C)"


def build_checked_app(settings: Settings) -> Application:
    """Build the application and open its database; raises `BadRequest` before anything listens."""
    from hordes.server.app import build_app

    app = build_app(settings)
    try:
        app.manager.database.migrate()
    except BadRequest:
        app.manager.database.close_now()
        raise
    return app


def run_until_stopped(server: uvicorn.Server) -> int:
    """Run the server and return its exit status; Ctrl+C ends it normally."""
    try:
        server.run()
    except KeyboardInterrupt:
        return 0
    return 0 if server.started else 1


def child_app() -> Any:
    """Application factory for one of several processes."""
    from hordes.server.app import build_app
    from hordes.server.settings import load_settings

    settings = load_settings({})
    set_up_logs(settings)
    end_without_supervisor()
    return build_app(settings)


def check_port(settings: Settings) -> None:
    """Raise a readable error if the port cannot be used."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadRequest(
                f"Port {settings.port} of {settings.host} cannot be used ({reason}); choose one with --port."
            ) from None


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def play(settings: Settings, table: dict[str, Any], browser: bool = True) -> int:
    """Serve locally, create a table, and open the browser at it."""
    set_up_logs(settings)
    app = build_checked_app(settings)
    server = uvicorn.Server(uvicorn_config(settings, app))
    signer = app.manager.signer
    opener = threading.Thread(target=_open_table, args=(server, settings, signer, table, browser), daemon=True)
    opener.start()
    return run_until_stopped(server)


def _open_table(
    server: uvicorn.Server, settings: Settings, signer: Signer, table: dict[str, Any], browser: bool
) -> None:
    while not server.started:
        time.sleep(0.02)
    base = f"http://localhost:{settings.port}"
    body = json.dumps(table).encode()
    cookie = f"{COOKIE}={signer.sign_visitor(LOCAL_VISITOR)}"
    headers = {"content-type": "application/json", "cookie": cookie}
    request = Request(f"{base}/api/tables", body, headers, method="POST")
    try:
        with urlopen(request, timeout=10) as answer:
            seated = json.load(answer)
    except (URLError, OSError, ValueError) as error:
        print(f"hordes: the table could not be made: {_error_message(error)}", file=sys.stderr)
        server.should_exit = True
        return
    link = f"{base}/t/{seated['table']}#token={seated['token']}"
    print(f"Your table: {link}\n(Stop with Ctrl+C; the game is kept.)", flush=True)
    if browser and not webbrowser.open(link):
        print("No browser could be started here: open the link yourself.", flush=True)


def _error_message(error: Exception) -> str:
    read = getattr(error, "read", None)
    if read is None:
        return str(error)
    return str(json.loads(read()).get("message", error))
