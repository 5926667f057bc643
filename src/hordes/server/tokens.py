"""Who somebody is: signed words that nobody can make up, checked in constant time.

A seat's token names a table and the seat's nonce, a cookie names a guest or an account. Neither is ever part of an
address.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from hordes.engine.errors import Refusal, said

COOKIE = "hordes_you"
COOKIE_AGE = 180 * 86_400


class Forbidden(Refusal):
    """Whoever asks may not."""

    code = "forbidden"


def new_id() -> str:
    """128 random bits in 22 letters.

    >>> len(new_id())
    22
    """
    return secrets.token_urlsafe(16)


def load_secret(given: str, folder: Path) -> str:
    """The secret of this installation: given, or kept in the data folder, readable by its owner only."""
    if given:
        return given
    path = folder / "secret"
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"secret.{new_id()}"
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_urlsafe(32), encoding="ascii")
    try:
        path.hardlink_to(draft)  # the first process wins, whoever comes with it takes the winner's
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii")


class Signer:
    """Signs and checks seats' tokens and visitors' cookies."""

    def __init__(self, secret: str) -> None:
        self._seats = URLSafeSerializer(secret, salt="seat")
        self._visitors = URLSafeTimedSerializer(secret, salt="visitor")

    def seat(self, game_id: str, nonce: str) -> str:
        """The token of whoever holds the seats with this nonce."""
        return str(self._seats.dumps([game_id, nonce]))

    def read_seat(self, token: str, game_id: str) -> str:
        """The nonce in a token of this table; raises `Forbidden`."""
        try:
            found = self._seats.loads(token)
        except BadData:
            raise Forbidden(said("token_bad", "This seat token is not valid.")) from None
        if not isinstance(found, list) or len(found) != 2 or found[0] != game_id:
            raise Forbidden(said("token_other", "This seat token belongs to another table."))
        return str(found[1])

    def visitor(self, who: str) -> str:
        """The cookie of a guest (`g:...`) or an account (`a:...`)."""
        return str(self._visitors.dumps(who))

    def read_visitor(self, cookie: str) -> str:
        """Who the cookie is about; empty when it is none of ours."""
        try:
            found = self._visitors.loads(cookie, max_age=COOKIE_AGE)
        except BadData:
            return ""
        return found if isinstance(found, str) else ""
