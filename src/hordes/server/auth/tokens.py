"""Signed seat tokens and visitor cookies, checked in constant time.

A seat token holds a table id and the seat's nonce, a cookie a guest or an account. Neither is ever part of a URL that
is sent to the server.
"""

from __future__ import annotations

from pathlib import Path

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from hordes.engine.errors import BadRequest, Refusal, translatable
from hordes.server.environment import environment

COOKIE = "hordes_you"
COOKIE_AGE = 180 * 86_400
MIN_SECRET_LENGTH, MIN_SECRET_LETTERS = 24, 10


class Forbidden(Refusal):
    """The visitor is not allowed to do this (HTTP 403)."""

    code = "forbidden"


def new_id() -> str:
    """128 random bits as 22 URL-safe characters.

    >>> len(new_id())
    22
    """
    return environment().random_text(16)


def load_secret(setting: str, folder: Path) -> str:
    """The signing secret of this installation: given, or stored in the data folder, readable by its owner only."""
    if setting:
        return check_secret(setting, "in the setting secret (HORDES_SECRET)")
    try:
        return check_secret(_stored_secret(folder), f"in the file {folder / 'secret'}")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadRequest(f"The secret in {folder} cannot be stored or read: {reason}.") from None


def check_secret(secret: str, where: str) -> str:
    """Refuse a secret that could be guessed: whoever has it can sign in as anybody."""
    given = secret.strip()
    if len(given) >= MIN_SECRET_LENGTH and len(set(given)) >= MIN_SECRET_LETTERS:
        return secret
    raise BadRequest(
        f"The secret {where} is too easy to guess: it needs at least {MIN_SECRET_LENGTH} characters, "
        f"{MIN_SECRET_LETTERS} of them different, made by chance, "
        "for example by `python3 -c 'import secrets; print(secrets.token_urlsafe(32))'`. "
        "Without the setting and the file the server makes one. With another secret everybody has to log in again, and "
        "links to seats end."
    )


def _stored_secret(folder: Path) -> str:
    """The secret in the data folder, made by the first process that asks for it."""
    path = folder / "secret"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = folder / f"secret.{new_id()}"
    draft.touch(mode=0o600)
    draft.write_text(environment().random_text(32), encoding="ascii")
    try:
        path.hardlink_to(draft)  # atomic: the first process wins, the others read its secret
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii")


class Signer:
    """Signs and verifies seat tokens and visitor cookies."""

    def __init__(self, secret: str) -> None:
        self._seats = URLSafeSerializer(secret, salt="seat")
        self._visitors = URLSafeTimedSerializer(secret, salt="visitor")

    def sign_seat(self, table_id: str, nonce: str) -> str:
        """Token for the seats with this nonce."""
        return str(self._seats.dumps([table_id, nonce]))

    def read_seat(self, token: str, table_id: str) -> str:
        """The nonce in a seat token of this table; raises `Forbidden`."""
        try:
            content = self._seats.loads(token)
        except BadData:
            raise Forbidden(translatable("token_bad", "This seat token is not valid.")) from None
        if not isinstance(content, list) or len(content) != 2 or content[0] != table_id:
            raise Forbidden(translatable("token_other", "This seat token belongs to another table."))
        return str(content[1])

    def sign_visitor(self, who: str) -> str:
        """Cookie value for a guest (`g:...`) or a session (`s:...`)."""
        return str(self._visitors.dumps(who))

    def read_visitor(self, cookie: str) -> str:
        """What a cookie holds: `g:guest`, `s:session` or, of old, `a:account`; empty when it is not signed here."""
        try:
            content = self._visitors.loads(cookie, max_age=COOKIE_AGE)
        except BadData:
            return ""
        return content if isinstance(content, str) else ""
