"""Dice that can be checked: every outcome of chance follows from a secret whose hash was shown before the first move.

Whoever runs the game draws 32 random bytes, the secret, and shows their SHA-256, the commitment. Players may then add
contributions. From these and the table's id comes the key of the game, from the key and a draw's number the outcome.
At the end the secret is shown, and anybody can repeat all draws (docs/records.md).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hordes.engine.errors import BadRecord, BadRequest, translatable
from hordes.engine.validation import did_you_mean

METHOD = "hordes-dice-1"
"""Name of the derivation below. Another derivation gets another name."""
SECRET_BYTES = 32
WORDS = 2**64
"""How many values a word has from which an outcome is made."""
MAX_CONTRIBUTION = 100
NOBODY = -1
"""Seat of a contribution by whoever made the table without sitting there."""
PROOF_KEYS = ("method", "table", "commitment", "secret", "contributions", "given", "played")


class Contribution(NamedTuple):
    """What a seat added to the dice before the game began."""

    seat: int
    text: str


def new_secret(random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> bytes:
    """A secret for a new game, from the system's generator unless another one is given."""
    return random_bytes(SECRET_BYTES)


def commitment_of(secret: bytes) -> str:
    """What is shown of a secret before the game: its SHA-256, as hexadecimal digits.

    >>> commitment_of(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(secret).hexdigest()


def check_contribution(text: str) -> str:
    """The text of a contribution; refused where it is empty, long, or could be read in two ways."""
    if not (0 < len(text) <= MAX_CONTRIBUTION and text.isprintable() and text == " ".join(text.split())):
        message = (
            "A contribution to the dice is a text of 1 to {most} printable characters, "
            "without spaces at its ends or several in a row."
        )
        raise BadRequest(translatable("contribution", message, most=MAX_CONTRIBUTION))
    return text


def game_key(secret: bytes, table: str, contributions: Sequence[Contribution]) -> bytes:
    """The key of a game: HMAC-SHA256 under the secret of the method, the table's id and the contributions, a line each.

    No contribution contains the end of a line, so two lists of contributions never make the same text.
    """
    lines = [METHOD, table, *(f"{seat} {text}" for seat, text in contributions)]
    return hmac.digest(secret, "\n".join(lines).encode(), "sha256")


def accept(word: int, choices: int, words: int = WORDS) -> int | None:
    """The number from 0 to `choices` - 1 that a word stands for, or None for one of the last few words.

    The words that are accepted are a multiple of `choices`, so each number has equally many: no number is favoured.

    >>> [accept(word, 3, words=8) for word in range(8)]
    [0, 1, 2, 0, 1, 2, None, None]
    """
    return word % choices if word < words - words % choices else None


def draw(key: bytes, number: int, choices: int) -> int:
    """The outcome of a draw, from 0 to `choices` - 1: its first word that is accepted.

    Word `attempt` (0, 1, 2 ...) of draw `number` is the first 8 bytes, the highest first, of HMAC-SHA256 under the
    game's key of the text `number.attempt`.
    """
    attempt = 0
    while True:
        digest = hmac.digest(key, f"{number}.{attempt}".encode(), "sha256")
        outcome = accept(int.from_bytes(digest[:8], "big"), choices)
        if outcome is not None:
            return outcome
        attempt += 1


class DerivedChance:
    """Source of the outcomes of a game's chance from the draw `number` on (`chance.ChanceSource`)."""

    def __init__(self, key: bytes, number: int) -> None:
        self._key, self._number = key, number

    def below(self, n: int, /) -> int:
        """The next draw."""
        self._number += 1
        return draw(self._key, self._number - 1, n)


class FairDice:
    """The dice of one table. Its secret leaves it by `proof` only, and there only when it is to be revealed.

    >>> FairDice("table", bytes(32))
    <FairDice of table, commitment 66687aadf862bd77...>
    """

    def __init__(self, table: str, secret: bytes) -> None:
        if len(secret) != SECRET_BYTES:
            raise BadRequest(f"The secret of a game's dice has {SECRET_BYTES} bytes, not {len(secret)}.")
        self.table, self._secret = table, secret
        self.commitment = commitment_of(secret)

    def __repr__(self) -> str:
        return f"<FairDice of {self.table}, commitment {self.commitment[:16]}...>"

    def source(self, contributions: Sequence[Contribution], number: int) -> DerivedChance:
        """The outcomes from the draw `number` on."""
        return DerivedChance(game_key(self._secret, self.table, contributions), number)

    def secret_if(self, is_over: bool) -> str | None:
        """The secret as hexadecimal digits once the game is over, else None."""
        return self._secret.hex() if is_over else None

    def proof(
        self, contributions: Sequence[Contribution], given: int, played: Sequence[str | int] | None, is_over: bool
    ) -> dict[str, Any]:
        """The key `dice` of a record; `given` and `played` are those of `DiceProof`."""
        data: dict[str, Any] = {"method": METHOD, "table": self.table, "commitment": self.commitment}
        data["secret"] = self.secret_if(is_over)
        data["contributions"] = [contribution._asdict() for contribution in contributions]
        data["given"] = given
        return data if played is None else data | {"played": list(played)}


class DiceProof(NamedTuple):
    """The key `dice` of a record.

    `given` moves at the beginning are those of a record that the table continued; their outcomes of chance are not
    derived, but are counted. `played` is everything that was played where moves were taken back: texts of moves, and
    numbers; after a number the game was where so many moves had been made. None where nothing was taken back.
    """

    method: str
    table: str
    commitment: str
    secret: bytes | None
    contributions: list[Contribution]
    given: int
    played: list[str | int] | None


def read_proof(data: Any) -> DiceProof:
    """The key `dice` of a record, its shape checked; raises `BadRecord`."""
    if not isinstance(data, dict):
        raise BadRecord(f"The key `dice` of a record is an object, not {data!r}.")
    for key in data:
        if key not in PROOF_KEYS:
            raise BadRecord(f"The dice of a record have no key {key!r}; there are {', '.join(PROOF_KEYS)}."
                            f"{did_you_mean(key, PROOF_KEYS)}")  # fmt: skip
    if data.get("method") != METHOD:
        raise BadRecord(f"The dice of the record are drawn by {data.get('method')!r}; this program knows {METHOD!r}.")
    if not isinstance(data.get("table"), str):
        raise BadRecord("The dice of a record name their `table`.")
    secret, commitment = data.get("secret"), _digits(data, "commitment").hex()
    return DiceProof(
        METHOD,
        data["table"],
        commitment,
        None if secret is None else _digits(data, "secret"),
        _contributions(data.get("contributions")),
        _count(data.get("given"), "given"),
        _played(data.get("played")),
    )


def _digits(data: dict[str, Any], key: str) -> bytes:
    value = data.get(key)
    try:
        content = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        content = b""
    if len(content) != SECRET_BYTES or content.hex() != value:
        raise BadRecord(f"The `{key}` of a record's dice is {2 * SECRET_BYTES} hexadecimal digits, not {value!r}.")
    return content


def _contributions(data: Any) -> list[Contribution]:
    if not isinstance(data, list):
        raise BadRecord("The `contributions` to a record's dice are a list.")
    return [_contribution(item) for item in data]


def _contribution(item: Any) -> Contribution:
    if not isinstance(item, dict) or item.keys() != {"seat", "text"} or not isinstance(item["text"], str):
        raise BadRecord(f"A contribution to a record's dice has a `seat` and a `text`; this one is {item!r}.")
    try:
        text = check_contribution(item["text"])
    except BadRequest as refusal:
        raise BadRecord(str(refusal)) from None
    seat = item["seat"]
    if not isinstance(seat, int) or isinstance(seat, bool) or seat < NOBODY:
        raise BadRecord(f"The seat of a contribution is a number from {NOBODY}, not {seat!r}.")
    return Contribution(seat, text)


def _count(value: Any, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadRecord(f"`{key}` in a record's dice is a number from 0, not {value!r}.")
    return value


def _played(data: Any) -> list[str | int] | None:
    if data is None:
        return None
    if not isinstance(data, list):
        raise BadRecord("`played` in a record's dice is a list of moves and numbers.")
    return [item if isinstance(item, str) else _count(item, "played") for item in data]
