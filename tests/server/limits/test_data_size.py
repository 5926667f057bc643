"""Options, positions and records that are too large are refused with a sentence, and what is kept stays small."""

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.errors import BadRequest
from hordes.server.limits import data_size
from hordes.server.limits.data_size import check_size
from hordes.smallworld import options as smallworld_options
from tests.server.clients import ME, OPEN, Guest, Server


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("data", "because"),
    [
        ({"map": {"regions": [{"name": "x" * 950_000}]}}, "A name in `options` has at most 100 characters"),
        ({"x" * 101: 1}, "A name in `options` has at most 100 characters, not 101"),
        ({"cards": [{"text": "x" * 501}]}, "A text in `options` has at most 500 characters, not 501"),
        ({"rulings": {str(n): True for n in range(1001)}}, "has at most 1000 items, not 1001"),
        ([[0] * 1000] * 21, "`options` has at most 20000 values and keys in all"),
        ([["x" * 80] * 100] * 10, "`options` has at most 80000 characters as JSON, not 84"),
        ({"map": nested(12)}, "nested more than 12 deep"),
        (nested(100_000), "nested more than 12 deep"),
        ({"turns": 10**400}, "A number in `options` is too large"),
        ({"turns": float("inf")}, "A number in `options` is too large or no number"),
    ],
    ids=["name", "key", "text", "items", "values", "characters", "depth", "very deep", "number", "infinity"],
)
def test_data_beyond_a_limit_is_refused_with_the_limit(data: Any, because: str) -> None:
    with pytest.raises(BadRequest) as refusal:
        check_size("options", data)
    assert because in str(refusal.value)


def test_every_map_and_card_file_of_the_package_is_half_as_large_as_allowed() -> None:
    files = [
        file for game in ("smallworld", "covil") for file in (resources.files(f"hordes.{game}") / "data").iterdir()
    ]
    read = [json.loads(file.read_text(encoding="utf-8")) for file in files if "evaluator" not in file.name]
    assert len(read) > 8
    for data in read:
        check_size("options", {"map": data})
        assert len(json.dumps(data)) < data_size.MAX_CHARACTERS * 0.55


def own_map(number: int, name_length: int = 90) -> dict[str, Any]:
    """The largest map of the package, with long names of its own."""
    data: dict[str, Any] = smallworld_options.map_data("map-6p")
    regions = [region | {"name": f"{number}-{region['id']}".ljust(name_length, "x")} for region in data["regions"]]
    return data | {"regions": regions, "id": f"own-{number}"}


def test_a_huge_name_is_refused_wherever_options_are_taken(ann: Guest) -> None:
    options = {"players": 6, "map": own_map(1, 15_000)}
    record = {"format": 1, "game": "smallworld", "rules": "2", "options": options, "moves": []}
    for path, body in (("/api/tables", {"options": options}), ("/api/records", {"record": record})):
        answer = ann.post(path, body, 400)
        assert answer["message"] == "A name in `options` has at most 100 characters, not 15000."
        assert answer["said"]["key"] == "data_name"


def test_a_huge_position_or_move_of_a_record_is_refused(ann: Guest) -> None:
    record = {"format": 1, "game": "smallworld", "rules": "2", "options": {"players": 2}, "moves": []}
    answer = ann.post("/api/records", {"record": record | {"position": {"x": [0] * 2000}}}, 400)
    assert answer["message"] == "A list or object in `position` has at most 1000 items, not 2000."
    answer = ann.post("/api/records", {"record": record | {"moves": ["conquer 1", "x" * 201]}}, 400)
    assert answer["message"] == "A move of a record has at most 200 characters, not 201."


def test_json_nested_thousands_deep_is_refused(server: Server, ann: Guest) -> None:
    deep = '{"options": {"map": ' + "[" * 100_000 + "]" * 100_000 + "}}"
    for path in ("/api/tables", "/api/records", "/api/session"):
        answer = ann.http.post(path, content=deep.encode(), headers={"content-type": "application/json"})
        assert answer.status_code == 400, answer.text
    assert server.manager.metrics.value("failures_total") == 0


def size_of(data: Any, seen: set[int]) -> int:
    """Characters of all texts and eight bytes for every other value, each object once."""
    if id(data) in seen:
        return 0
    seen.add(id(data))
    if isinstance(data, dict):
        return sum(size_of(key, seen) + size_of(value, seen) for key, value in data.items())
    if isinstance(data, list):
        return sum(size_of(value, seen) for value in data)
    return len(data) if isinstance(data, str) else 8


def test_fifty_tables_with_the_largest_maps_keep_little(tmp_path: Path) -> None:
    """The lobby has no maps; a table keeps its options once, however large; and the cache of options is bounded."""
    with Server(tmp_path, max_open_tables=5, idle_minutes=0.0) as small, small.guest() as ann:
        for number in range(50):
            ann.create([ME] + [OPEN] * 5, options={"players": 6, "map": own_map(number)}, public=True, title="Mine")
        answer = ann.http.get("/api/tables?limit=100")
        assert len(answer.json()["tables"]) == 50
        assert len(answer.content) < 50 * 1_500
        tables = list(small.manager.tables.values())
        seen: set[int] = set()
        kept = sum(size_of([table.row.options, table.game_log.record.options], seen) for table in tables)
        assert kept <= len(tables) * 1.2 * data_size.MAX_CHARACTERS
        cache: Any = smallworld_options._options_cache
        assert sum(len(key[1]) for key in [*cache._by_dump, *cache._by_text]) <= 2_000_000
        at = max(table.last_used_at for table in tables) + 60_000

        async def sweep() -> None:
            for table in tables:
                small.manager.unattended.unload_idle(table, at)

        small.run(sweep())
        assert not small.manager.tables
