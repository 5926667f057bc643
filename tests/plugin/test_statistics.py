"""What the example game's events mean: tables of simulations, reports, tournaments, analyses and incomes count them."""

import json
from pathlib import Path

import pytest

from hordes.cli.commands import run as hordes
from hordes.engine.core.state import PUBLIC
from hordes.engine.event_tags import pieces_taken
from hordes.engine.games import load
from hordes.engine.match import Match, play_random_game
from hordes.engine.record import Record
from hordes.lab.simulate.run import SimulationJob
from hordes.server.live.replay import incomes_of_record

GAME = "marches"
ROUNDS = 5


def test_every_turn_of_a_game_is_a_row_with_its_income() -> None:
    job = SimulationJob(GAME, load(GAME).normalise({"players": 3}), 4, details=True, tables=("games", "turns", "picks"))
    totals = job.play(range(4))
    turns, games = (totals.batches[table].to_pydict() for table in ("turns", "games"))
    assert turns["turn"] == [number for _ in range(4) for number in range(1, ROUNDS + 1) for _ in range(3)]
    assert turns["seat"] == [0, 1, 2] * (ROUNDS * 4)
    assert set(games["first"]) == {0}
    for coins, sources, amounts in zip(turns["coins"], turns["sources"], turns["amounts"], strict=True):
        assert (sources, [coins]) == (["provinces"], amounts)
    for index, scores in enumerate(games["scores"]):
        own = [k for k, game in enumerate(turns["game"]) if game == index]
        for seat, score in enumerate(scores):
            earned = sum(turns["coins"][k] for k in own if turns["seat"][k] == seat)
            assert 0 < score - earned <= 14 + 5, "the rest are the bonuses of the end"
    assert sum(turns["conquests"]) == sum(turns["losses"]) > 0
    assert {kind for kind, _ in totals.picked} == {"claim"}
    assert sum(stats.picks for stats in totals.picked.values()) == 3 * 4


def test_details_show_its_pieces_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert hordes(["simulate", GAME, "--games", "30", "--details"]) == 0
    shown = capsys.readouterr().out
    assert "marches, 2 players, random moves, seed 0" in shown
    assert "claim" in shown
    assert "Aldmoor" in shown


def test_a_tournament_names_no_board_where_there_is_no_choice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["tournament", "greedy", "random", "--game", GAME, "-n", "2", "--out", str(tmp_path / "out")]
    assert hordes(arguments) == 0
    assert "marches, 2 players, 2 games, seed 0." in capsys.readouterr().out
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert set(summary["strata"]) == {"seat", "turn order", "claim"}


def test_an_analysis_speaks_its_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match(GAME, players=2, seed=1)
    for text in ("muster lorn", "done", "muster hale", "done"):
        match.play(text)
    record, findings, chart = (tmp_path / name for name in ("game.json", "findings.json", "chart.svg"))
    record.write_text(json.dumps(match.record.to_json()))
    arguments = ["analyse", str(record), "-n", "10", "--all", "--json", str(findings), "--chart", str(chart)]
    assert hordes(arguments) == 0
    assert "Muster in Lorn" in capsys.readouterr().out
    assert "Muster in Lorn" in chart.read_text()
    first = json.loads(findings.read_text())["findings"][0]
    assert (first["move"], first["words"]["muster lorn"]) == ("muster lorn", "Muster in Lorn")


def test_the_server_counts_its_income_round_by_round() -> None:
    match = play_random_game(GAME, players=2, seed=3)
    incomes = incomes_of_record(Record.from_json(match.record.to_json())).incomes
    assert [(income.turn, income.seat) for income in incomes] == [(n, s) for n in range(1, ROUNDS + 1) for s in (0, 1)]
    assert all([source for source, _ in income.sources] == ["provinces"] for income in incomes)
    assert all(income.coins == income.sources[0][1] for income in incomes)


def test_a_claim_that_is_secret_has_no_tag() -> None:
    match = Match(GAME, players=2, seed=3)
    public = [match.state.redact_event(event, PUBLIC) for event in match.events]
    assert list(pieces_taken(load(GAME), public)) == []
    assert [seat for seat, _, _ in pieces_taken(load(GAME), match.events)] == [0, 1]
