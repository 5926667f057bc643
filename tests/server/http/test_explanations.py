"""Explanations of moves that are asked for by text or as data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.clients import ME, Guest


def why(guest: Guest, table: str, **params: Any) -> list[dict[str, Any]]:
    answer: dict[str, Any] = guest.get(f"/api/tables/{table}/why", params=params)
    return list(answer["answers"])


def test_moves_as_data_are_explained_like_their_texts(ann: Guest) -> None:
    table = ann.create([ME, ME])["table"]
    data = [{"verb": "conquer", "region": "3"}, {"verb": "place_piece", "piece": "hero", "region": "3"}]
    texts = ["conquer 3", "place hero 3"]
    by_data = why(ann, table, move=[json.dumps(one) for one in data])
    assert by_data == why(ann, table, text=texts)
    assert [answer["text"] for answer in by_data] == texts
    assert not any(answer["legal"] for answer in by_data)
    assert by_data[0]["said"]["data"]["region"]["kind"] == "region"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("conquer 3", "a move as JSON data"),
        ('{"region": "3"}', "has a key `verb`"),
        ('{"verb": "leap"}', "has a key `verb`"),
        ('{"verb": "conquer"}', "lacks the key `region`"),
        ('{"verb": "conquer", "region": "3 with die"}', "one word"),
    ],
)
def test_data_that_is_no_move_is_refused(ann: Guest, move: str, reason: str) -> None:
    table = ann.create([ME, ME])["table"]
    answer = ann.http.get(f"/api/tables/{table}/why", params={"move": move})
    assert answer.status_code == 400
    assert reason in answer.json()["message"]
