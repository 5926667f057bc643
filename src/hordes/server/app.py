"""The application: routes, sockets, pages and the hall behind them."""

from __future__ import annotations

import gc
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
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
from sqlalchemy import text

from hordes import __version__
from hordes.engine.errors import Refusal
from hordes.server.asking import why
from hordes.server.guard import guard
from hordes.server.hall import Hall
from hordes.server.lore import rules
from hordes.server.routes import API
from hordes.server.sentences import sentence_of
from hordes.server.settings import Settings, gather
from hordes.server.sockets import viewer
from hordes.server.wire import Refused

log = logging.getLogger("hordes.app")
STATIC = Path(__file__).with_name("static")
NO_PAGE = "The page was not built with this installation; in a checkout: python -m tools.web\n"
MOST_BYTES = 1_000_000
STATUS = {"no_table": 404, "forbidden": 403, "too_much": 429, "stale": 409, "illegal_move": 409, "taken": 409}
STATUS |= {"unreadable": 409}


@get("/health", include_in_schema=False)
async def health(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """Is the server well, and its database? For whoever watches over it."""
    hall: Hall = request.app.state.hall
    try:
        await hall.store.read(lambda c: c.execute(text("SELECT 1")))
    except Exception:
        log.exception("the database does not answer")
        return Response({"ok": False, "why": "the database does not answer"}, status_code=503)
    return Response({"ok": not hall.stopping, "version": __version__, "tables": len(hall.tables)})


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(request: Request[Any, Any, Any]) -> str:
    """Numbers for Prometheus."""
    hall: Hall = request.app.state.hall
    return hall.metrics.text()


@get(["/", "/t/{table_id:str}"], include_in_schema=False)
async def page() -> File | Response[str]:
    """The page; what it shows follows from the address and the API."""
    if not (STATIC / "index.html").is_file():
        return Response(NO_PAGE, media_type=MediaType.TEXT, status_code=503)
    return File(STATIC / "index.html", media_type="text/html", content_disposition_type="inline")


@get("/sw.js", include_in_schema=False)
async def push_worker() -> File:
    """What a browser runs when a push message arrives; it stands at the top so that it may speak for all pages."""
    path = Path(__file__).with_name("push_worker.js")
    return File(path, media_type="text/javascript", content_disposition_type="inline")


def on_refusal(_: Request[Any, Any, Any], refusal: Refusal) -> Response[Refused]:
    """What was asked for is not granted."""
    refused = Refused(refusal.code, str(refusal), sentence_of(refusal.saying))
    return Response(refused, status_code=STATUS.get(refusal.code, 400))


def on_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Refused]:
    """What the framework refuses: unknown addresses, malformed bodies."""
    message, extra = str(error.detail), getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        message = "; ".join(f"{part.get('key', '')}: {part.get('message', '')}".strip(": ") for part in extra)
    return Response(Refused("bad_request", message[:500]), status_code=error.status_code)


def on_failure(_: Request[Any, Any, Any], error: Exception) -> Response[Refused]:
    """What should not happen is logged, and said without details."""
    log.error("a request failed", exc_info=error)
    return Response(Refused("failure", "Something went wrong here; it has been written down."), status_code=500)


def calm_the_collector() -> None:
    """A full collection walks over every table and socket: half a second with 500 tables. Ours is young garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 500)


class Door:
    """What the web server calls: sockets go straight to the tables, everything else through the framework."""

    def __init__(self, app: Litestar, hall: Hall) -> None:
        self.app, self.hall = app, hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await viewer(self.hall, scope, receive, send)
        else:
            await self.app(scope, receive, send)


def build(settings: Settings | None = None) -> Door:
    """The application. Without settings, as the environment says: that is how further processes start."""
    hall = Hall(settings or gather({}))

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncGenerator[None, None]:
        await hall.start()
        calm_the_collector()
        try:
            yield
        finally:
            await hall.stop()

    files = create_static_files_router("/static", [STATIC])
    app = Litestar(
        route_handlers=[health, metrics, page, push_worker, API, why, rules, files],
        middleware=[guard],
        lifespan=[life],
        state=State({"hall": hall}),
        exception_handlers={Refusal: on_refusal, HTTPException: on_http, Exception: on_failure},
        request_max_body_size=MOST_BYTES,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="hordes",
            version=__version__,
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
    )
    return Door(app, hall)
