"""Tournament report: tables in the terminal, JSON and Parquet files, and an HTML page with plots."""

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from hordes.engine.errors import BadRequest
from hordes.lab.html_pages import render, templates
from hordes.lab.simulate.summary import ProgressBar, format_share, wilson_interval
from hordes.lab.tournament.ratings import RatingEstimate, openskill_ratings, rate_with_intervals
from hordes.lab.tournament.run import DUMMY, GameResult, TournamentConfig

COLOURS = ("#2f6f9f", "#c1602f", "#4d8f4d", "#8a5fa8", "#b8973a", "#4fa3a0", "#a34f6b", "#666666")
WIN_AXIS = "wins, per cent"


class Standings:
    """All finished games, and the statistics computed from them."""

    def __init__(self, config: TournamentConfig, games: list[GameResult]) -> None:
        self.config = config
        self.games = games
        self.games_planned = len(config.tasks())
        self.seconds = 0.0

    def track(self, games: Iterable[GameResult]) -> Iterator[GameResult]:
        """Collect games as they finish, with a progress bar."""
        begin = time.perf_counter()
        with ProgressBar(self.games_planned) as bar:
            bar.advance(len(self.games), 0)
            for game in games:
                self.games.append(game)
                bar.advance(1, sum(game.decisions))
                self.seconds = time.perf_counter() - begin
                yield game

    def seat_results(self) -> Iterator[tuple[str, GameResult, int]]:
        """Bot, game and seat for every seat of every game, without dummies."""
        for game in self.games:
            for seat, name in enumerate(game.seating):
                if name != DUMMY:
                    yield name, game, seat

    def ratings(self) -> dict[str, RatingEstimate]:
        """Plackett-Luce ratings; dummies, `random`, or else the first bot are fixed at 0."""
        clusters: dict[str, list[Any]] = defaultdict(list)
        for game in self.games:
            clusters[game.cluster()].append(game.order())
        return rate_with_intervals(list(clusters.values()), self.config.rating_anchor()) if clusters else {}

    def rows(self) -> list[dict[str, Any]]:
        """One row per bot, the best first."""
        ratings = self.ratings()
        rows = [self._row(name, ratings) for name in self.config.bots if name in ratings]
        return sorted(rows, key=lambda row: -row["points"])

    def _row(self, name: str, ratings: dict[str, RatingEstimate]) -> dict[str, Any]:
        own = [(game, seat) for who, game, seat in self.seat_results() if who == name]
        n = max(1, len(own))
        share = sum(game.share(seat) for game, seat in own) / n
        low, high = wilson_interval(share, n)
        rating = ratings[name]
        return {
            "bot": name, "games": len(own), "wins": share, "low": low, "high": high,
            "fair": 1 / self.config.seats(),
            "rank": sum(game.rank(seat) for game, seat in own) / n,
            "margin": sum(game.margin(seat) for game, seat in own) / n,
            "points": rating.points, "points_low": rating.low, "points_high": rating.high,
            "seconds": sum(game.seconds[seat] for game, seat in own) / n,
            "failures": sum(game.failures[seat] for game, seat in own),
        }  # fmt: skip

    def matchups(self) -> list[dict[str, Any]]:
        """Each line-up separately: results of its first bot against the others."""
        games: dict[str, list[tuple[GameResult, int]]] = defaultdict(list)
        lineups = self.config.lineups()
        for game in self.games:
            lead = lineups[int(game.id.split("-")[0])][0]
            games[game.id.split("-")[0]].append((game, game.seating.index(lead)))
        return [self._matchup(lineups[int(key)], own) for key, own in sorted(games.items(), key=lambda i: int(i[0]))]

    def _matchup(self, lineup: tuple[str, ...], own: list[tuple[GameResult, int]]) -> dict[str, Any]:
        share = sum(game.share(seat) for game, seat in own) / len(own)
        low, high = wilson_interval(share, len(own))
        other = next(name for name in lineup if name != lineup[0]) if len(set(lineup)) > 1 else lineup[0]
        spent = sum(game.seconds[seat] for game, seat in own)
        rest = sum(sum(game.seconds) - game.seconds[seat] for game, seat in own) / (len(lineup) - 1)
        margin = sum(game.margin(seat) for game, seat in own) / len(own)
        return {
            "first": lineup[0], "others": ", ".join(dict.fromkeys(lineup[1:])) or other, "seats": len(lineup),
            "games": len(own), "wins": share, "low": low, "high": high, "margin": margin,
            "seconds": spent / len(own), "others_seconds": rest / len(own),
        }  # fmt: skip

    def strata(self) -> dict[str, list[dict[str, Any]]]:
        """Win shares by seat, turn order, map and picked pieces."""
        shares_by: dict[tuple[str, str, str], list[float]] = defaultdict(list)
        for name, game, seat in self.seat_results():
            share = game.share(seat)
            shares_by["seat", str(seat), name].append(share)
            shares_by["turn order", str((seat - game.first) % len(game.seating) + 1), name].append(share)
            place = game.place or self.config.place(0)
            if place:
                shares_by["map", place, name].append(share)
            for who, kind, what in game.picked:
                if who == str(seat):
                    shares_by[kind, what, name].append(share)
        strata: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for (kind, what, name), shares in sorted(shares_by.items()):
            share = sum(shares) / len(shares)
            low, high = wilson_interval(share, len(shares))
            strata[kind].append({"what": what, "bot": name, "n": len(shares), "wins": share, "low": low, "high": high})
        return dict(strata)

    def complaints(self) -> list[str]:
        """Bots' errors, a few per game."""
        return [f"game {game.id}: {line}" for game in self.games for line in game.complaints]


def headline(standings: Standings) -> str:
    """What was played."""
    config, played = standings.config, len(standings.games)
    played_text = (
        f"{played} games"
        if played >= standings.games_planned
        else f"stopped after {played} of {standings.games_planned} games"
    )
    rounds = range(max(1, len(config.places)))
    where = ", ".join(dict.fromkeys(place for turn in rounds if (place := config.place(turn))))
    who = f"{config.seats()} players"
    if config.is_solo():
        who = "one player and a dummy" if config.seats() == 2 else f"one player and {config.seats() - 1} dummies"
    return ", ".join(part for part in (config.game, where, who, played_text, f"seed {config.seed}.") if part)


def print_standings(standings: Standings) -> None:
    """Print the tables."""
    console = Console()
    console.print(headline(standings), style="bold")
    if not standings.games:
        return
    table = Table("bot", "games", "wins, 95 % interval", "rank", "margin", "points", "s/game", "failed", box=None)
    for row in standings.rows():
        points = f"{row['points']:+.0f} ({row['points_low']:+.0f} to {row['points_high']:+.0f})"
        cells = (row["bot"], str(row["games"]), format_share(row["wins"], row["games"]), f"{row['rank']:.2f}")
        table.add_row(*cells, f"{row['margin']:+.1f}", points, f"{row['seconds']:.3f}", str(row["failures"]))
    console.print(table)
    matchups = Table("bot", "against", "games", "wins, 95 % interval", "margin", "s/game", "theirs", box=None)
    for row in standings.matchups():
        cells = (
            row["first"],
            f"{row['seats'] - 1} x {row['others']}",
            str(row["games"]),
            format_share(row["wins"], row["games"]),
        )
        matchups.add_row(*cells, f"{row['margin']:+.1f}", f"{row['seconds']:.3f}", f"{row['others_seconds']:.3f}")
    console.print(matchups)
    for line in standings.complaints()[:5]:
        console.print(line, style="yellow", markup=False)


def write_report(standings: Standings, folder: Path) -> None:
    """Write summary.json, and with the packages of the extra `report` also report.html and games.parquet."""
    rows, matchups, strata = standings.rows(), standings.matchups(), standings.strata()
    skills = openskill_ratings([game.order() for game in standings.games])
    summary = {
        "plan": asdict(standings.config),
        "bots": rows,
        "meetings": matchups,
        "strata": strata,
        "openskill": skills,
    }
    (folder / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    write_parquet(standings, folder / "games.parquet")
    try:
        templates()
    except BadRequest as missing:
        Console().print(f"There is no report.html. {missing}", markup=False, soft_wrap=True)
        return
    (folder / "report.html").write_text(report_page(standings, rows, matchups, strata, skills), encoding="utf-8")


def write_parquet(standings: Standings, path: Path) -> bool:
    """One row per seat of every game; False if pyarrow is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        return False
    rows = [
        {
            "game": game.id, "seed": game.seed, "seat": seat, "bot": name, "score": game.scores[seat],
            "win": game.share(seat), "rank": game.rank(seat), "margin": game.margin(seat),
            "seconds": game.seconds[seat], "decisions": game.decisions[seat], "failures": game.failures[seat],
            "first": game.first, "place": game.place,
            "picked": [what for who, _, what in game.picked if who == str(seat)],
        }
        for name, game, seat in standings.seat_results()
    ]  # fmt: skip
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    return True


# HTML report


@dataclass
class PlotLine:
    """A value with its interval; the numbers are positions on the drawing, but for the value."""

    name: str
    value: float
    x: float
    low: float
    high: float
    y: int
    colour: str


@dataclass
class IntervalPlot:
    """Values with their intervals, one line each."""

    axis: str
    height: int
    lines: list[PlotLine]


@dataclass
class Section:
    """A part of the page: a plot, and a table of rows with equal keys."""

    title: str
    plot: IntervalPlot | None
    rows: list[dict[str, Any]]


def report_page(
    standings: Standings, rows: list[dict[str, Any]], matchups: list[dict[str, Any]], strata: dict[str, Any],
    skills: dict[str, tuple[float, float]],
) -> str:  # fmt: skip
    """The self-contained HTML report."""
    colour = {name: COLOURS[k % len(COLOURS)] for k, name in enumerate(standings.config.bots)}
    points = [(row["bot"], row["points"], row["points_low"], row["points_high"], colour[row["bot"]]) for row in rows]
    wins = [(f"{row['first']} against {row['others']}", *percentages(row), colour[row["first"]]) for row in matchups]
    sections = [
        Section("Rating", interval_plot(points, "points (400 are ten to one)"), rows),
        Section("Meetings", interval_plot(wins, WIN_AXIS, 0, 100), matchups),
    ]
    if skills:
        skill_rows = [{"bot": name, "mu": mu, "sigma": sigma} for name, (mu, sigma) in skills.items()]
        sections.append(Section("openskill", None, skill_rows))
    for kind, entries in strata.items():
        by_entry = [(f"{row['what']}, {row['bot']}", *percentages(row), colour[row["bot"]]) for row in entries]
        sections.append(Section(f"By {kind}", interval_plot(by_entry, WIN_AXIS, 0, 100), entries))
    title = f"Tournament: {', '.join(standings.config.bots)}"
    return render("tournament", title=title, headline=headline(standings), sections=sections)


def percentages(row: dict[str, Any]) -> tuple[float, float, float]:
    """Share of wins and its interval, in per cent."""
    return 100 * row["wins"], 100 * row["low"], 100 * row["high"]


def interval_plot(
    rows: list[tuple[str, float, float, float, str]], axis: str, least: float | None = None, most: float | None = None
) -> IntervalPlot | None:
    """Plot of values with their intervals; None without any."""
    if not rows:
        return None
    low = min(row[2] for row in rows) if least is None else least
    high = max(row[3] for row in rows) if most is None else most
    scale = 440 / ((high - low) or 1)
    lines = []
    for k, (name, value, start, end, colour) in enumerate(rows):
        x, a, b = (round(300 + (v - low) * scale, 1) for v in (value, start, end))
        lines.append(PlotLine(name[:44], value, x, a, b, 20 + 24 * k, colour))
    return IntervalPlot(axis, 24 * len(rows) + 40, lines)
