"""Snapshots of a game log: everything that applying its first entries leads to, so that a long log opens fast.

The log stays the authority. A snapshot carries a hash of the entries it stands for and the version of the program that
made it; one that does not fit the log, is damaged, or is of another version is ignored, and the log is replayed.
"""

from __future__ import annotations

import hashlib
import logging
from array import array
from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec import Struct

from hordes import __version__
from hordes.engine.fair_dice import Contribution
from hordes.engine.games import load
from hordes.server.live.game_log import GameLog, UndoRequest
from hordes.server.live.log_entries import Entry, encode_body

log = logging.getLogger("hordes.tables")
INTERVAL = 128
"""Entries from one snapshot to the next."""
KEPT = 2
"""Snapshots kept of a table: from the older one a client that is a little behind can be caught up."""
FORMAT = 1


class LogState(Struct):
    """The fields of a `GameLog`; `state` are the integers of `State.dump`."""

    state: list[int]
    moves: list[str]
    deciders: list[int]
    played: list[str | int] | None
    contributions: list[Contribution]
    has_started: bool
    ply: int
    changed_ply: int
    chance_draws: int
    moves_applied: int
    undone_ply: int
    was_rewound: bool
    refs: dict[str, int]
    absent: set[int]
    ever_absent: set[int]
    resigned: set[int]
    undo_request: UndoRequest | None
    removal_votes: dict[int, set[int]]
    is_aborted: bool
    time_used: list[int]
    decider_since: int
    last_at: int


PLAIN_FIELDS = [name for name in LogState.__struct_fields__ if name not in ("state", "moves", "deciders")]
"""Fields with the same name and type in a `GameLog`."""


class LogSnapshot(NamedTuple):
    """A snapshot as it is stored: after `ply` entries, whose hash is `log_hash`."""

    ply: int
    version: str
    log_hash: str
    body_hash: str
    body: str


class LogDigest:
    """Hash of the entries of a log, one after the other, and those after the last few multiples of `INTERVAL`."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.ply = 0
        self.at_interval: dict[int, str] = {}

    def add(self, entry: Entry) -> None:
        """Add the next entry."""
        content = [entry.seat, encode_body(entry.body), entry.at, entry.ref]
        self._hash.update(msgspec.json.encode(content))
        self.ply += 1
        if self.ply % INTERVAL == 0:
            self.at_interval[self.ply] = self._hash.hexdigest()
            self.at_interval.pop(self.ply - KEPT * INTERVAL, None)


def version_of(game_log: GameLog) -> str:
    """What has to be the same for a snapshot to be read."""
    return f"{FORMAT}/{__version__}/{game_log.record.game}/{game_log.record.rules}"[:80]


def take_snapshot(game_log: GameLog, log_hash: str) -> LogSnapshot:
    """A snapshot of a game log as it is now."""
    fields = {name: getattr(game_log, name) for name in PLAIN_FIELDS}
    content = LogState(game_log.state.dump(), game_log.record.moves, list(game_log.deciders), **fields)
    body = msgspec.json.encode(content)
    return LogSnapshot(game_log.ply, version_of(game_log), log_hash, _body_hash(body), body.decode())


def restore(game_log: GameLog, snapshot: LogSnapshot) -> bool:
    """Bring a new game log to the state of a snapshot; false, and nothing changed, when it cannot be read."""
    body = snapshot.body.encode()
    if snapshot.version != version_of(game_log) or snapshot.body_hash != _body_hash(body):
        return False
    try:
        content = msgspec.json.decode(body, type=LogState)
        state = load(game_log.record.game).load(game_log.record.options, content.state)
    except Exception as error:  # of a game from another package, too: the log has the truth
        log.warning("a snapshot is ignored: %s: %s", type(error).__name__, str(error)[:200])
        return False
    if content.ply != snapshot.ply or len(content.time_used) != game_log.seats:
        return False
    game_log.state, game_log.record.moves = state, content.moves
    game_log.deciders = array("b", content.deciders)
    for name in PLAIN_FIELDS:
        setattr(game_log, name, getattr(content, name))
    return True


def _body_hash(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def restore_newest(game_log: GameLog, snapshots: Iterable[LogSnapshot], entries: list[Entry]) -> int:
    """Restore the newest snapshot that fits the log; returns the number of entries that need no replay."""
    digest, hashes = LogDigest(), dict[int, str]()
    for number, entry in enumerate(entries):
        if entry.ply != number:
            break
        digest.add(entry)
        hashes |= digest.at_interval
    for snapshot in sorted(snapshots, reverse=True):
        if hashes.get(snapshot.ply) == snapshot.log_hash and restore(game_log, snapshot):
            return snapshot.ply
    return 0
