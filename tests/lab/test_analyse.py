"""`hordes analyse`: losses of good and bad players, coverage of decisions, its table, JSON and chart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hordes.bots.baselines import RandomBot
from hordes.bots.runner import play_game
from hordes.bots.search_bots import PlannerBot
from hordes.engine.errors import BadRecord
from hordes.engine.record import Record
from hordes.lab.analyse import analyse, read_record, run, summarise_seats
from tests.bots.tables import TWO


@pytest.fixture(scope="module")
def record() -> Record:
    """A planner at seat 0 against chance at seat 1."""
    moves = play_game("smallworld", TWO, [PlannerBot(1), RandomBot(1)], 8, record=True).moves
    return Record("smallworld", TWO, moves)


def test_a_random_player_loses_more_than_a_planner(record: Record) -> None:
    findings = list(analyse(record, 12))
    lost = {row["seat"]: row["lost"] / row["decisions"] for row in summarise_seats(findings)}
    assert lost[1] > lost[0]
    assert all(finding.lost >= 0 and finding.line for finding in findings)


def test_every_decision_with_a_choice_is_looked_at(record: Record) -> None:
    findings = list(analyse(record, 1, seat=1))
    state, choices = record.start(), 0
    for text in record.moves:
        choices += state.to_move == 1 and len(state.legal()) > 1
        state.play(text)
    assert len(findings) == choices
    assert {finding.seat for finding in findings} == {1}


def test_table_json_and_chart(record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out, chart = tmp_path / "game.json", tmp_path / "analysis.json", tmp_path / "chart.svg"
    path.write_text(json.dumps(record.to_json()), encoding="utf-8")
    assert run(path, 2, None, True, out, chart, 1) == 0
    assert "lost in all" in capsys.readouterr().out
    data = json.loads(out.read_text())
    assert data["findings"][0]["move"].startswith("pick")
    assert chart.read_text().startswith("<svg")


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("[]", encoding="utf-8")
    with pytest.raises(BadRecord, match="This is no record of a game"):
        read_record(bad)
    with pytest.raises(BadRecord, match="Cannot read"):
        read_record(tmp_path / "missing.json")
