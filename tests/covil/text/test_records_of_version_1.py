"""Covil's records of rules version 1: replayed with the rulings of that version, or refused with the reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hordes.covil.options import VERSION_1_RULINGS
from hordes.engine.errors import BadRecord
from hordes.engine.match import Match
from hordes.engine.record import Record

OLD: list[dict[str, Any]] = json.loads((Path(__file__).parent / "records_v1.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", range(len(OLD)))
def test_a_record_of_version_1_is_replayed_with_the_former_readings_to_its_result(number: int) -> None:
    data = OLD[number]
    assert data["rules"] == "1"
    record = Record.from_json(data)
    assert record.replay().result() == data["result"]
    assert {name for name, on in record.options["rulings"].items() if on} >= set(VERSION_1_RULINGS)
    again = record.to_json()
    assert (again["rules"], Record.from_json(again).moves) == ("2", data["moves"])
    assert Match.load(data).state.result() == data["result"]


def test_read_by_the_rules_of_today_such_a_record_does_not_replay() -> None:
    with pytest.raises(BadRecord, match="cannot be replayed"):
        Record.from_json(OLD[0] | {"rules": "2"})


def test_a_record_that_does_not_replay_says_which_move_or_which_version_it_follows() -> None:
    broken = OLD[0] | {"moves": [*OLD[0]["moves"][:40], "gold 3e"]}
    with pytest.raises(BadRecord, match=r"follows version '1' of the rules, this program '2'. Move 41"):
        Record.from_json(broken)
    with pytest.raises(BadRecord, match="follows version '0' of the rules"):
        Record.from_json(OLD[0] | {"rules": "0"})
