"""Small World's records of rules version 1 are replayed with the rulings of that version, to the same result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.errors import BadRecord
from hordes.engine.match import Match
from hordes.engine.record import Record
from hordes.smallworld.options import VERSION_1_RULINGS

RECORDS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "records_v1.json").read_text(encoding="utf-8"))
"""Games that the program played when version 1 was the rule: one of each mode, made to meet what has changed."""


def name_of(data: dict[str, Any]) -> str:
    return f"{data['options']['mode']}-{data['options']['players']}"


@pytest.mark.parametrize("data", RECORDS, ids=name_of)
def test_a_record_of_version_1_opens_with_the_readings_of_its_time(data: dict[str, Any]) -> None:
    record = Record.from_json(data)
    assert record.replay().result() == data["result"]
    assert all(record.options["rulings"][name] is True for name in VERSION_1_RULINGS)
    assert record.options["rulings"].items() >= data["options"]["rulings"].items()


@pytest.mark.parametrize("data", RECORDS, ids=name_of)
def test_it_is_saved_as_a_game_of_today_with_these_switches(data: dict[str, Any]) -> None:
    saved = Record.from_json(data).to_json()
    assert saved["rules"] == "2"
    again = Record.from_json(saved)
    assert (again.options, again.moves, again.replay().result()) == (saved["options"], data["moves"], data["result"])


def test_under_the_rules_of_today_such_a_game_goes_another_way() -> None:
    """Otherwise the switches would show nothing."""
    differing = 0
    for data in RECORDS:
        try:
            differing += Record.from_json(data | {"rules": "2"}).replay().result() != data["result"]
        except BadRecord:
            differing += 1
    assert differing >= 5


def test_a_saved_match_of_version_1_goes_on() -> None:
    data = RECORDS[1]
    half = data | {"moves": data["moves"][: len(data["moves"]) // 2], "result": None, "generator": 7}
    match = Match.load(half)
    assert match.record.options["rulings"]["own_tokens_defend"]
    while match.state.to_move >= 0:
        match.play(match.state.legal_texts()[0])
    assert match.state.result() is not None


@pytest.mark.parametrize("version", ["0", "3", None])
def test_another_version_says_which_it_needs(version: Any) -> None:
    with pytest.raises(BadRecord, match=f"follows version {version!r} of the rules, this program '2'"):
        Record.from_json(RECORDS[0] | {"rules": version})


@pytest.mark.parametrize("rulings", [["alchemist_needs_region"], {"alchemist_needs_region": True}])
def test_rulings_that_were_agreed_on_stay(rulings: Any) -> None:
    data = RECORDS[0] | {"options": {"players": 2, "rulings": rulings}, "moves": [], "result": None}
    kept = Record.from_json(data).options["rulings"]
    assert (kept["alchemist_needs_region"], kept["own_tokens_defend"]) == (True, True)


@pytest.mark.parametrize(
    ("rulings", "why"),
    [
        (7, "`rulings` is an object"),
        (["no such ruling"], "There is no ruling 'no such ruling'"),
        ({"pots": "many"}, "`pots` is a number from 1 to 61, not 'many'"),
    ],
)
def test_rulings_that_cannot_be_are_refused(rulings: Any, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        Record.from_json(RECORDS[0] | {"options": {"players": 2, "rulings": rulings}, "moves": []})
