"""ASGI application: routes, WebSocket, static page, error handlers, and the table manager behind them."""

from __future__ import annotations

import gc
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from errno import ENAMETOOLONG, ENOTDIR
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import File
from litestar.static_files import create_static_files_router
from litestar.types import Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from hordes import __version__
from hordes.engine.errors import PieceError, Refusal, translatable
from hordes.server.db.engine import error_reason
from hordes.server.http.middleware import NOT_HERE, guard_requests
from hordes.server.http.plain_refusals import FAILURE
from hordes.server.http.request_checks import CheckedRequest
from hordes.server.http.routes import API
from hordes.server.http.rule_messages import sentence_of
from hordes.server.http.validation_messages import explain_decoding, explain_problems, explain_status
from hordes.server.live.table_manager import TableManager
from hordes.server.live.unreadable_tables import GameFailed
from hordes.server.live.websocket import serve_websocket
from hordes.server.protocol.explanations import Refused
from hordes.server.settings import Settings, load_settings

log = logging.getLogger("hordes.app")
STATIC = Path(__file__).with_name("static")
NO_PAGE = "The page was not built with this installation; in a checkout: python -m tools.web\n"
MAX_BODY_BYTES = 1_000_000
STATUS_OF_CODE = {"no_table": 404, "forbidden": 403, "too_much": 429, "stale": 409, "illegal_move": 409, "taken": 409}
STATUS_OF_CODE |= {"no_line": 404}
STATUS_OF_CODE |= {"unreadable": 409}


@get("/health", include_in_schema=False)
async def health(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """Whether the process is alive; says nothing about the database, which a restart would not mend."""
    manager: TableManager = request.app.state.manager
    return Response({"ok": not manager.is_stopping, "version": __version__, "tables": len(manager.tables)})


@get("/ready", include_in_schema=False)
async def ready(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """Whether requests should be sent here: the process is not going down, and moves can be stored."""
    manager: TableManager = request.app.state.manager
    why = "the server is going down" if manager.is_stopping else await manager.readiness.problem()
    if why:
        return Response({"ok": False, "code": "not_ready", "message": f"Not ready: {why}."}, status_code=503)
    return Response({"ok": True})


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Metrics for Prometheus, of all processes on this port."""
    manager: TableManager = request.app.state.manager
    content, media_type = await manager.metrics.exposition(request.headers.get("accept", ""))
    return Response(content, headers={"content-type": media_type})


@get(["/", "/t/{table_id:str}"], include_in_schema=False)
async def page() -> File | Response[str]:
    """The single-page application; what it shows follows from the URL and the API."""
    if not (STATIC / "index.html").is_file():
        return Response(NO_PAGE, media_type=MediaType.TEXT, status_code=503)
    return File(STATIC / "index.html", media_type="text/html", content_disposition_type="inline")


@get("/sw.js", include_in_schema=False)
async def push_worker() -> File:
    """Service worker for push messages; served at the top level so that its scope is the whole site."""
    path = Path(__file__).with_name("push_worker.js")
    return File(path, media_type="text/javascript", content_disposition_type="inline")


def on_refusal(_: Request[Any, Any, Any], refusal: Refusal) -> Response[Refused]:
    """Response to a request that the rules or the server refuse."""
    refused = Refused(refusal.code, str(refusal), sentence_of(refusal.message))
    return Response(refused, status_code=STATUS_OF_CODE.get(refusal.code, 400))


def on_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Refused]:
    """Response to a request that the framework refuses: unknown URL, malformed body."""
    if isinstance(error.__cause__, OSError) and error.__cause__.errno in (ENOTDIR, ENAMETOOLONG):
        return Response(Refused("bad_request", NOT_HERE), status_code=404)  # no file can have this name
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        message = explain_problems((str(part.get("key", "")), str(part.get("message", ""))) for part in extra)
    else:
        message = explain_decoding(error) if error.status_code == 400 else explain_status(error.status_code)
    return Response(Refused("bad_request", str(message)[:500], sentence_of(message)), status_code=error.status_code)


def on_game_failure(_: Request[Any, Any, Any], error: PieceError) -> Response[Refused]:
    """Response when code that is not part of hordes failed: logged, and answered without details."""
    log.error("a game failed", exc_info=error)
    failed = GameFailed()
    return Response(Refused(failed.code, str(failed), sentence_of(failed.message)), status_code=500)


def on_deep_json(_: Request[Any, Any, Any], error: RecursionError) -> Response[Refused]:
    """Response to a body that is nested too deep to be read."""
    return Response(Refused("bad_request", "This is nested too deep to be read."), status_code=400)


def on_database_failure(_: Request[Any, Any, Any], error: SQLAlchemyError) -> Response[Refused]:
    """Response while the database fails: logged in one line, as everybody gets the same."""
    log.error("a request failed in the database: %s", error_reason(error))
    refusal = translatable("unavailable", "The database does not answer at the moment; try again soon.")
    return Response(Refused("unavailable", str(refusal), sentence_of(refusal)), status_code=503)


def on_failure(_: Request[Any, Any, Any], error: Exception) -> Response[Refused]:
    """Response to an unexpected exception: logged, and answered without details."""
    log.error("a request failed", exc_info=error)
    return Response(Refused("failure", FAILURE), status_code=500)


def tune_garbage_collector() -> None:
    """Make full garbage collections rare: one walks every table and socket, half a second with 500 tables.

    Almost all garbage here is young, so the cheap collections are enough.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 500)


class Application:
    """ASGI entry point: WebSockets go straight to `serve_websocket`, everything else through Litestar."""

    def __init__(self, app: Litestar, manager: TableManager) -> None:
        self.app, self.manager = app, manager
        self.guarded = guard_requests(app, manager)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await serve_websocket(self.manager, scope, receive, send)
        else:
            await self.guarded(scope, receive, send)


def build_app(settings: Settings | None = None) -> Application:
    """Build the application. Without settings they are read from the environment, as in child processes."""
    manager = TableManager(settings or load_settings({}))

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncGenerator[None, None]:
        try:
            await manager.start()
        except SQLAlchemyError as error:
            manager.start_failure = f"hordes cannot start, the database refuses: {error_reason(error)}."
            raise
        tune_garbage_collector()
        try:
            yield
        finally:
            await manager.stop()

    files = create_static_files_router("/static", [STATIC])
    app = Litestar(
        route_handlers=[health, ready, metrics, page, push_worker, API, files],
        request_class=CheckedRequest,
        lifespan=[life],
        state=State({"manager": manager}),
        exception_handlers={
            Refusal: on_refusal,
            PieceError: on_game_failure,
            HTTPException: on_http,
            RecursionError: on_deep_json,
            SQLAlchemyError: on_database_failure,
            Exception: on_failure,
        },
        request_max_body_size=MAX_BODY_BYTES,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="hordes",
            version=__version__,
            path="/api/openapi.json",  # not /api, where it would answer to every unknown address
            render_plugins=[JsonRenderPlugin(path="/")],
            use_handler_docstrings=True,
        ),
    )
    return Application(app, manager)
