"""Answers that hold tokens, views or names are not kept by caches; those for everybody may be."""

import pytest

from tests.server.clients import ME, Guest


@pytest.mark.parametrize("path", ["", "/view", "/token", "/record", "/history", "/board", "/glossary"])
def test_answers_about_a_table_are_not_stored(ann: Guest, path: str) -> None:
    made = ann.create([ME, ME])
    assert ann.http.get(f"/api/tables/{made['table']}{path}").headers["cache-control"] == "no-store"


def test_answers_with_tokens_and_refusals_are_not_stored(ann: Guest) -> None:
    for answer in (
        ann.http.post("/api/tables", json={"seats": [ME, ME]}),
        ann.http.get("/api/me"),
        ann.http.get("/api/me/tables"),
        ann.http.get("/api/tables"),
        ann.http.get(f"/api/tables/{'A' * 22}"),
    ):
        assert answer.headers["cache-control"] == "no-store"


def test_what_is_the_same_for_everybody_may_be_stored(ann: Guest) -> None:
    for path in ("/api/games", "/api/games/covil/glossary", "/"):
        assert "no-store" not in ann.http.get(path).headers.get("cache-control", "")
