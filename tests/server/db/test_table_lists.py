"""Lists of tables in pages, read without opening a table."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.clients import BOT, ME, OPEN, Guest, Server


def all_pages(guest: Guest, path: str, limit: int) -> list[list[str]]:
    """The ids of every page."""
    pages, cursor = [], ""
    while True:
        answer = guest.get(f"{path}?limit={limit}{cursor}")
        pages.append([table["id"] for table in answer["tables"]])
        if "next" not in answer:
            return pages
        cursor = f"&cursor={answer['next']}"


@pytest.mark.parametrize("path", ["/api/tables", "/api/me/tables"])
def test_pages_hold_every_table_once_in_order(tmp_path: Path, path: str) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        for _ in range(4):
            ann.create([ME, OPEN], public=True)
            ann.create([ME, BOT], public=True)
        whole = [table["id"] for table in ann.get(path)["tables"]]
        assert len(whole) == 8
        pages = all_pages(ann, path, 3)
        assert [len(page) for page in pages] == [3, 3, 2]
        assert [table for page in pages for table in page] == whole
        assert all_pages(ann, path, 8) == [whole], "no empty page at the end"


def test_the_lobby_opens_no_table(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.guest() as ann:
        made = [ann.create([ME, OPEN], public=True, title="Waiting")["table"] for _ in range(3)]
    with Server(tmp_path) as again, again.guest() as stranger:
        listed = stranger.get("/api/tables")["tables"]
        assert {table["id"] for table in listed} == set(made)
        assert not again.manager.tables
        row = listed[0]
        assert (row["title"], row["status"], row["ply"]) == ("Waiting", "open", 0)
        assert [seat["kind"] for seat in row["seats"]] == ["human", "open"]
        assert row["options"]["players"] == 2


def test_a_row_is_the_same_whether_its_table_is_open_or_not(tmp_path: Path) -> None:
    def rows(guest: Guest) -> dict[str, Any]:
        return {table["id"]: table for table in guest.get("/api/tables")["tables"]}

    with Server(tmp_path) as server, server.guest() as ann:
        ann.create([ME, OPEN], public=True, clocks={"turn": 600})
        ann.create([ME, ME], public=True)
        before = rows(ann)
    with Server(tmp_path) as again, again.guest() as stranger:
        after = rows(stranger)
    expires = [table.pop("expires", None) for rows in (before, after) for table in rows.values()]
    assert any(expires)
    assert before == after


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "cursor=x", "cursor=open.1.short", "cursor=%00"])
def test_a_page_that_cannot_be_is_refused(ann: Guest, query: str) -> None:
    assert ann.get(f"/api/tables?{query}", 400)["code"] == "bad_request"
