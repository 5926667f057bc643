"""Tags and keys of messages and of stored log entries: clients send them and databases hold them, so they never change.

The Python names of the structs may. A new message or a new key with a default is added here.
"""

from __future__ import annotations

import types

import pytest

from hordes.server.live import log_entries
from hordes.server.protocol import messages

FROM_CLIENT = {
    "hello": "table token invite ply chat",
    "move": "ply text id seat",
    "undo": "ply id to seat",
    "answer": "ply id agree seat",
    "resign": "id seat",
    "back": "id seat",
    "contribute": "text id seat",
    "say": "text",
    "ping": "",
}
FROM_SERVER = {
    "snapshot": "ply you seat view facts legal can_undo moves",
    "step": "ply by kind seat events changes facts legal can_undo moves",
    "welcome": "table ply",
    "ack": "id ply again",
    "no": "code message ply id said",
    "chat": "n seat name text at ply",
    "pong": "ply",
    "bye": "message ply",
}
STORED = {
    "start": "moves commitment",
    "contribute": "text",
    "move": "moves bot",
    "undo": "to",
    "ask": "to",
    "answer": "agree",
    "resign": "",
    "away": "",
    "back": "",
    "pause": "began ended",
    "remove": "target agree",
    "abort": "",
}


@pytest.mark.parametrize(
    ("union", "expected"),
    [(messages.FromClient, FROM_CLIENT), (messages.FromServer, FROM_SERVER), (log_entries.AnyBody, STORED)],
    ids=["from the client", "from the server", "stored"],
)
def test_tags_and_keys_do_not_change(union: types.UnionType, expected: dict[str, str]) -> None:
    present = {kind.__struct_config__.tag: " ".join(kind.__struct_encode_fields__) for kind in union.__args__}
    assert present == expected


@pytest.mark.parametrize(
    ("body", "stored"),
    [
        (log_entries.UndoRequested(3), '{"type":"ask","to":3}'),
        (log_entries.UndoAnswered(False), '{"type":"answer","agree":false}'),
    ],
)
def test_undo_requests_are_stored_as_ever(body: log_entries.AnyBody, stored: str) -> None:
    assert log_entries.encode_body(body) == stored
    assert log_entries.decode_body(stored) == body
