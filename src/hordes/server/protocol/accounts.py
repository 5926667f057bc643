"""Wire structs of accounts: log-in, sessions, passwords, preferences, push subscriptions and ratings."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, field

from hordes.server.protocol.base import PUSH_KEY, PUSH_SECRET, WEB_ADDRESS, Millis, Wire

AccountName = Annotated[str, Meta(min_length=1, max_length=60)]
"""What may be in a name is said by `auth/names.py`, in sentences; names of older accounts may be of another kind."""
Password = Annotated[str, Meta(min_length=8, max_length=200)]
LinkToken = Annotated[str, Meta(min_length=1, max_length=100)]


class Account(Wire):
    """Request to register or to log in: account name and password."""

    name: AccountName
    password: Password


class Me(Wire):
    """The visitor: a guest, or an account with its preferences; whether its mail address is verified."""

    account: str | None = None
    preferences: dict[str, Any] = field(default_factory=dict)
    verified: bool = False


class Preferences(Wire):
    """Preferences of an account, and the mail address for "your turn", which has to be verified first."""

    email: Annotated[str, Meta(max_length=200)] = ""
    client: dict[str, Any] = field(default_factory=dict)


class SessionInfo(Wire):
    """A session of an account: device, begin and last use. 0 stands for all log-ins by versions before 0.2."""

    id: int
    device: str
    created: Millis
    seen: Millis | None = None
    current: bool = False


class SessionList(Wire):
    """The sessions of an account, the last used first."""

    sessions: list[SessionInfo]


class PasswordChange(Wire):
    """Request for a new password; ends all other sessions."""

    old: Annotated[str, Meta(min_length=1, max_length=200)]
    new: Password


class ResetRequest(Wire):
    """Request for a mail with a link to choose a new password."""

    name: AccountName


class PasswordReset(Wire):
    """A new password, with the token of such a link."""

    token: LinkToken
    password: Password


class EmailVerification(Wire):
    """The token of the link in a mail that shows that an address is one's own."""

    token: LinkToken


class AccountDeletion(Wire):
    """Request to delete one's account, with its password."""

    password: Annotated[str, Meta(min_length=1, max_length=200)]


class NotificationChannels(Wire):
    """How this server can send "your turn": the Web Push key (base64url, empty where there is none), and mail."""

    key: str
    mail: bool = False


class PushKeys(Wire):
    """Keys of a browser's push subscription, base64url."""

    p256dh: Annotated[str, Meta(min_length=86, max_length=90, pattern=PUSH_KEY)]
    auth: Annotated[str, Meta(min_length=22, max_length=26, pattern=PUSH_SECRET)]


class Subscription(Wire):
    """A push subscription, as `PushSubscription.toJSON()` returns it in a browser."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000, pattern=WEB_ADDRESS)]
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
