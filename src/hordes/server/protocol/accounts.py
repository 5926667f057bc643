"""Wire structs of accounts: login, preferences, push subscriptions and ratings."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, field

from hordes.server.protocol.base import Wire


class Account(Wire):
    """Request to register or to log in: account name and password."""

    name: Annotated[str, Meta(min_length=2, max_length=30, pattern=r"^[\w.-]+$")]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class Me(Wire):
    """The visitor: a guest, or an account with its preferences."""

    account: str | None = None
    preferences: dict[str, Any] = field(default_factory=dict)


class Preferences(Wire):
    """Preferences of an account, and the mail address for "your turn"."""

    email: Annotated[str, Meta(max_length=200, pattern=r"^([^@\s<>,;:\"()\[\]\\]+@[^@\s<>,;:\"()\[\]\\]+)?$")] = ""
    client: dict[str, Any] = field(default_factory=dict)


class NotificationChannels(Wire):
    """How this server can send "your turn": the Web Push key (base64url, empty where there is none), and mail."""

    key: str
    mail: bool = False


class PushKeys(Wire):
    """Keys of a browser's push subscription, base64url."""

    p256dh: Annotated[str, Meta(min_length=86, max_length=90, pattern=r"^[A-Za-z0-9_-]+=*$")]
    auth: Annotated[str, Meta(min_length=22, max_length=26, pattern=r"^[A-Za-z0-9_-]+=*$")]


class Subscription(Wire):
    """A push subscription, as `PushSubscription.toJSON()` returns it in a browser."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000, pattern=r"^https?://[!-~]+$")]
    keys: PushKeys
    expirationTime: float | None = None  # noqa: N815  as browsers spell it


class Unsubscribe(Wire):
    """Request to delete a browser's push subscription."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]


class Rating(Wire):
    """A player's rating in a game: mean, uncertainty and number of games."""

    player: str
    game: str
    mu: float
    sigma: float
    games: int


class Ratings(Wire):
    """Ratings in a game, or of a player."""

    ratings: list[Rating]
