"""Tournaments: paired seeds, rotated seats, resuming, ratings."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.lab.html_pages import templates
from hordes.lab.tournament.ratings import elo, openskill_ratings, plackett_luce, rate_with_intervals
from hordes.lab.tournament.report import Standings, report_page, write_report
from hordes.lab.tournament.run import GameResult, GamesLog, TournamentConfig, play_task, run, run_tasks

OPTIONS = load("smallworld").normalise({"players": 2, "turns": 2})


def plan(games: int = 4, lineup: str = "all", players: int = 2) -> TournamentConfig:
    options = load("smallworld").normalise({"players": players, "turns": 1 if players > 2 else 2})
    return TournamentConfig("smallworld", options, ("random", "greedy", "planner"), games, 3, lineup)


def game(winner: int, seating: tuple[str, str] = ("a", "b"), number: int = 0) -> GameResult:
    scores = [10, 20] if winner else [20, 10]
    return GameResult(f"0-{number}-0", list(seating), 1, scores, [winner], [1.0, 2.0], [5, 5], [0, 0], 0)


def test_every_seed_is_played_with_every_rotation_of_the_seats() -> None:
    tasks = plan(games=4).tasks()
    assert len(tasks) == 3 * 4
    pair = [task for task in tasks if set(task.seating) == {"random", "planner"}]
    assert sorted({task.seed for task in pair}) == sorted({task.seed for task in tasks})
    for seed in {task.seed for task in pair}:
        seatings = [task.seating for task in pair if task.seed == seed]
        assert sorted(seatings) == [("planner", "random"), ("random", "planner")]


def test_line_ups() -> None:
    assert plan(lineup="ladder").lineups() == [("greedy", "random"), ("planner", "greedy")]
    assert plan(lineup="first", players=4).lineups() == [("random", *["greedy"] * 3), ("random", *["planner"] * 3)]
    assert len(plan(lineup="one").lineups()) == 6
    assert plan(players=3).lineups() == [("random", "greedy", "planner")]
    with pytest.raises(BadRequest, match="A full table has 4 bots"):
        plan(players=4).lineups()
    with pytest.raises(BadRequest, match="no line-up"):
        plan(lineup="circle").lineups()


def test_a_task_gives_the_same_game_wherever_it_is_played() -> None:
    task = plan().tasks()[0]
    one, two = (play_task(plan(), task) for _ in range(2))
    one.seconds = two.seconds = []
    assert one == two


def test_a_stopped_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = plan(games=2)
    log = GamesLog(tmp_path, whole)
    for number, game_result in enumerate(run_tasks(whole, set(), 1)):
        log.add(game_result)
        if number == 2:
            break
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"id": "half a li')
    again = GamesLog(tmp_path, whole)
    assert len(again.games) == 3
    for game_result in run_tasks(whole, {game_result.id for game_result in again.games}, 1):
        again.add(game_result)
    wanted = sorted(task.id for task in whole.tasks())
    assert sorted(game_result.id for game_result in GamesLog(tmp_path, whole).games) == wanted


def test_another_tournament_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    GamesLog(tmp_path, plan())
    with pytest.raises(BadRequest, match="another tournament"):
        GamesLog(tmp_path, plan(lineup="one"))


def test_files_and_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(plan(games=2), tmp_path, 1) == 0
    output = capsys.readouterr().out
    assert "planner" in output
    assert "95 % interval" in output
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert {row["bot"] for row in summary["bots"]} == {"random", "greedy", "planner"}
    assert {"seat", "race", "power", "map", "turn order"} <= set(summary["strata"])
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") > 3
    assert re.findall("<h2>(.*)</h2>", page)[:2] == ["Rating", "Meetings"]
    assert "{{" not in page
    assert run(plan(games=2), tmp_path, 1) == 0


def test_without_jinja_the_page_is_left_out_and_the_rest_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    templates.cache_clear()
    standings = Standings(plan(), [game(0, ("random", "greedy"))])
    write_report(standings, tmp_path)
    assert (tmp_path / "summary.json").exists()
    assert not (tmp_path / "report.html").exists()
    assert "pip install 'hordes[report]'" in capsys.readouterr().out


def test_the_better_bot_is_rated_higher_and_the_interval_covers_the_points() -> None:
    clusters = [[(("a",), ("b",)), (("a",), ("b",))]] * 30 + [[(("b",), ("a",)), (("a",), ("b",))]] * 10
    ratings = rate_with_intervals(clusters, "b")
    assert ratings["b"].points == 0
    assert ratings["a"].low <= ratings["a"].points <= ratings["a"].high
    assert 250 < ratings["a"].points < 420


def test_seven_to_one_is_338_points() -> None:
    logs = plackett_luce([(("a",), ("b",))] * 7000 + [(("b",), ("a",))] * 1000)
    assert elo(logs, "b")["a"] == pytest.approx(338, abs=2)


def test_a_table_of_four_is_rated_by_the_whole_order() -> None:
    orders = [(("a",), ("b",), ("c",), ("d",)), (("a",), ("c", "b"), ("d",)), (("b",), ("a",), ("d",), ("c",))] * 5
    ratings = elo(plackett_luce(orders), "d")
    assert ratings["a"] > ratings["b"] > ratings["c"] > ratings["d"] == 0


def test_openskill_agrees_on_who_is_better() -> None:
    pytest.importorskip("openskill")
    ratings = openskill_ratings([(("a",), ("b",))] * 10)
    assert ratings["a"][0] > ratings["b"][0]


def test_shares_ranks_and_margins() -> None:
    tied = GameResult("0-0-0", ["a", "b", "c"], 1, [9, 9, 4], [0, 1], [1, 1, 1], [1, 1, 1], [0, 0, 0], 0)
    assert [tied.share(seat) for seat in range(3)] == [0.5, 0.5, 0]
    assert [tied.rank(seat) for seat in range(3)] == [1.5, 1.5, 3]
    assert tied.margin(2) == -5
    assert tied.order() == (("a", "b"), ("c",))


def test_the_page_escapes_what_bots_are_called() -> None:
    two = TournamentConfig("smallworld", OPTIONS, ("<b>", "b"), 2)
    standings = Standings(two, [game(0, ("<b>", "b")), game(1, ("<b>", "b"), 1)])
    html = report_page(standings, standings.rows(), standings.matchups(), standings.strata(), {})
    assert "<b>" not in html
    assert "&lt;b&gt;" in html


# Alone against dummies, and on several boards


def alone(bots: tuple[str, ...] = ("greedy", "random"), dummies: int = 2) -> TournamentConfig:
    options = load("covil").normalise({"players": 1, "dummies": dummies})
    return TournamentConfig("covil", options, bots, 2, 3, "ladder")


def test_alone_every_bot_plays_every_seed_once_and_dummies_keep_their_seats() -> None:
    tasks = alone().tasks()
    assert [task.seating for task in tasks] == [(bot, "dummy", "dummy") for bot in ("greedy", "random")] * 2
    assert [task.seed for task in tasks[::2]] == [task.seed for task in tasks[1::2]]
    assert len({task.seed for task in tasks}) == 2


def test_nobody_is_asked_for_a_dummy() -> None:
    game_result = play_task(alone(dummies=3), alone(dummies=3).tasks()[0])
    assert game_result.decisions[0] > 0
    assert game_result.decisions[1:] == [0, 0, 0]


def test_a_solo_tournament_rates_bots_by_how_they_fare_against_dummies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(alone(("planner", "random"), 1), tmp_path, 1) == 0
    assert "one player and a dummy" in capsys.readouterr().out
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert [row["bot"] for row in summary["bots"]] == ["planner", "random"]
    assert [(row["first"], row["others"]) for row in summary["meetings"]] == [("planner", "dummy"), ("random", "dummy")]
    assert {row["bot"] for row in summary["strata"]["seat"]} == {"planner", "random"}


def test_seeds_take_turns_on_several_boards() -> None:
    options = load("covil").normalise({"players": 2})
    boards = ("desert-town", "forest-town")
    both = TournamentConfig("covil", options, ("greedy", "random"), 4, 3, "all", boards)
    games = list(run_tasks(both, set(), 1))
    assert [game.place for game in games] == ["desert-town"] * 2 + ["forest-town"] * 2
    strata = Standings(both, games).strata()
    assert {row["what"] for row in strata["map"]} == set(boards)


def test_a_folder_of_other_boards_is_refused(tmp_path: Path) -> None:
    options = load("covil").normalise({"players": 2})
    GamesLog(tmp_path, TournamentConfig("covil", options, ("greedy", "random"), 4))
    with pytest.raises(BadRequest, match="another tournament"):
        GamesLog(
            tmp_path, TournamentConfig("covil", options, ("greedy", "random"), 4, places=("desert-town", "forest-town"))
        )
