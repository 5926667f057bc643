"""Routes: subscribing to Web Push notifications."""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from hordes.engine.errors import BadRequest, translatable
from hordes.server.http.middleware import visitor_of
from hordes.server.http.routes.common import (
    ERROR_RESPONSES,
    ApiRequest,
    manager_of,
    visitor_or_guest,
    with_visitor_cookie,
)
from hordes.server.notify import push
from hordes.server.protocol.accounts import NotificationChannels, Subscription, Unsubscribe


@get("/push", responses=ERROR_RESPONSES)
async def push_key(request: ApiRequest) -> NotificationChannels:
    """How "your turn" can be sent: the key with which a page subscribes to Web Push, and whether mail is sent."""
    return manager_of(request).notifier.channels()


@post("/push", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
async def subscribe(request: ApiRequest, data: JSONBody[Subscription]) -> Response[NotificationChannels]:
    """Subscribe a browser to push messages; guests can too."""
    manager, visitor = manager_of(request), visitor_or_guest(request)
    if not manager.notifier.push_sender.is_enabled:
        text = "This server sends no push messages; it needs pip install 'hordes[push]'."
        raise BadRequest(translatable("push_off", text))
    device = manager.notifier.push_sender.check(push.Device(data.endpoint, data.keys.p256dh, data.keys.auth))
    await manager.database.write(lambda c: push.save_device(c, visitor, device))
    return with_visitor_cookie(request, visitor, manager.notifier.channels())


@delete("/push", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
async def unsubscribe(request: ApiRequest, data: JSONBody[Unsubscribe]) -> None:
    """Unsubscribe a browser from push messages."""
    visitor = visitor_of(manager_of(request), request)
    await manager_of(request).database.write(lambda c: push.delete_device(c, data.endpoint, visitor))


HANDLERS = [push_key, subscribe, unsubscribe]
