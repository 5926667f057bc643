"""What a tournament says: tables in the terminal, JSON and Parquet for programs, a page with plots for people."""

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from hordes.lab.ratings import Rating, openskill_ratings, rate
from hordes.lab.report import Bar, interval, percent
from hordes.lab.tournament import DUMMY, Game, Plan, place_name

COLOURS = ("#2f6f9f", "#c1602f", "#4d8f4d", "#8a5fa8", "#b8973a", "#4fa3a0", "#a34f6b", "#666666")


STYLE = (
    "body{font:15px sans-serif;max-width:60em;margin:2em auto}td,th{padding:2px 9px;text-align:right}"
    "td:first-child,th:first-child{text-align:left}tr:nth-child(even){background:#f2f2f2}"
)


class Standing:
    """All games so far, and what they add up to."""

    def __init__(self, plan: Plan, games: list[Game]) -> None:
        self.plan = plan
        self.games = games
        self.wanted = len(plan.tasks())
        self.seconds = 0.0

    def track(self, games: Iterable[Game]) -> Iterator[Game]:
        """Take in games as they come, with a bar."""
        begin = time.perf_counter()
        with Bar(self.wanted) as bar:
            bar.advance(len(self.games), 0)
            for game in games:
                self.games.append(game)
                bar.advance(1, sum(game.decisions))
                self.seconds = time.perf_counter() - begin
                yield game

    def chairs(self) -> Iterator[tuple[str, Game, int]]:
        """Every bot on every chair of every game; dummies are no bots."""
        for game in self.games:
            for seat, name in enumerate(game.seating):
                if name != DUMMY:
                    yield name, game, seat

    def ratings(self) -> dict[str, Rating]:
        """Plackett-Luce points; dummies, `random`, or else the bot named first are at 0."""
        clusters: dict[str, list[Any]] = defaultdict(list)
        for game in self.games:
            clusters[game.cluster()].append(game.order())
        return rate(list(clusters.values()), self.plan.pinned()) if clusters else {}

    def rows(self) -> list[dict[str, Any]]:
        """One row for each bot, the best first."""
        ratings = self.ratings()
        rows = [self._row(name, ratings) for name in self.plan.bots if name in ratings]
        return sorted(rows, key=lambda row: -row["points"])

    def _row(self, name: str, ratings: dict[str, Rating]) -> dict[str, Any]:
        own = [(game, seat) for who, game, seat in self.chairs() if who == name]
        n = max(1, len(own))
        share = sum(game.share(seat) for game, seat in own) / n
        low, high = interval(share, n)
        rating = ratings[name]
        return {
            "bot": name, "games": len(own), "wins": share, "low": low, "high": high,
            "fair": 1 / self.plan.seats(),
            "rank": sum(game.rank(seat) for game, seat in own) / n,
            "margin": sum(game.margin(seat) for game, seat in own) / n,
            "points": rating.points, "points_low": rating.low, "points_high": rating.high,
            "seconds": sum(game.seconds[seat] for game, seat in own) / n,
            "failures": sum(game.failures[seat] for game, seat in own),
        }  # fmt: skip

    def meetings(self) -> list[dict[str, Any]]:
        """Each line-up by itself: how the bot named first fared against the others."""
        found: dict[str, list[tuple[Game, int]]] = defaultdict(list)
        lineups = self.plan.lineups()
        for game in self.games:
            lead = lineups[int(game.id.split("-")[0])][0]
            found[game.id.split("-")[0]].append((game, game.seating.index(lead)))
        return [self._meeting(lineups[int(key)], own) for key, own in sorted(found.items(), key=lambda i: int(i[0]))]

    def _meeting(self, lineup: tuple[str, ...], own: list[tuple[Game, int]]) -> dict[str, Any]:
        share = sum(game.share(seat) for game, seat in own) / len(own)
        low, high = interval(share, len(own))
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
        """Win shares by seat, by who began, and by everything that was picked."""
        seen: dict[tuple[str, str, str], list[float]] = defaultdict(list)
        for name, game, seat in self.chairs():
            share = game.share(seat)
            seen["seat", str(seat), name].append(share)
            seen["turn order", str((seat - game.first) % len(game.seating) + 1), name].append(share)
            seen["map", game.place or place_name(self.plan.options), name].append(share)
            for who, kind, what in game.picked:
                if who == str(seat):
                    seen[kind, what, name].append(share)
        strata: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for (kind, what, name), shares in sorted(seen.items()):
            share = sum(shares) / len(shares)
            low, high = interval(share, len(shares))
            strata[kind].append({"what": what, "bot": name, "n": len(shares), "wins": share, "low": low, "high": high})
        return dict(strata)

    def complaints(self) -> list[str]:
        """What bots did wrong, a few of each game."""
        return [f"game {game.id}: {line}" for game in self.games for line in game.complaints]


def headline(standing: Standing) -> str:
    """What was played."""
    plan, played = standing.plan, len(standing.games)
    told = f"{played} games" if played >= standing.wanted else f"stopped after {played} of {standing.wanted} games"
    where = ", ".join(dict.fromkeys(place_name(plan.table(turn)) for turn in range(max(1, len(plan.places)))))
    dummies = plan.seats() - 1
    who = (
        f"one player and {dummies} dumm{'y' if dummies == 1 else 'ies'}" if plan.alone() else f"{plan.seats()} players"
    )
    return f"{plan.game}, {where}, {who}, {told}, seed {plan.seed}."


def show(standing: Standing) -> None:
    """The tables."""
    console = Console()
    console.print(headline(standing), style="bold")
    if not standing.games:
        return
    table = Table("bot", "games", "wins, 95 % interval", "rank", "margin", "points", "s/game", "failed", box=None)
    for row in standing.rows():
        points = f"{row['points']:+.0f} ({row['points_low']:+.0f} to {row['points_high']:+.0f})"
        cells = (row["bot"], str(row["games"]), percent(row["wins"], row["games"]), f"{row['rank']:.2f}")
        table.add_row(*cells, f"{row['margin']:+.1f}", points, f"{row['seconds']:.3f}", str(row["failures"]))
    console.print(table)
    meetings = Table("bot", "against", "games", "wins, 95 % interval", "margin", "s/game", "theirs", box=None)
    for row in standing.meetings():
        cells = (
            row["first"],
            f"{row['seats'] - 1} x {row['others']}",
            str(row["games"]),
            percent(row["wins"], row["games"]),
        )
        meetings.add_row(*cells, f"{row['margin']:+.1f}", f"{row['seconds']:.3f}", f"{row['others_seconds']:.3f}")
    console.print(meetings)
    for line in standing.complaints()[:5]:
        console.print(line, style="yellow", markup=False)


def write(standing: Standing, folder: Path) -> None:
    """summary.json, report.html, and games.parquet where pyarrow is installed."""
    rows, meetings, strata = standing.rows(), standing.meetings(), standing.strata()
    skills = openskill_ratings([game.order() for game in standing.games])
    summary = {"plan": asdict(standing.plan), "bots": rows, "meetings": meetings, "strata": strata, "openskill": skills}
    (folder / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    (folder / "report.html").write_text(page(standing, rows, meetings, strata, skills), encoding="utf-8")
    write_parquet(standing, folder / "games.parquet")


def write_parquet(standing: Standing, path: Path) -> bool:
    """One row for every chair of every game; False when pyarrow is missing."""
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
        for name, game, seat in standing.chairs()
    ]  # fmt: skip
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    return True


# The page


def page(
    standing: Standing, rows: list[dict[str, Any]], meetings: list[dict[str, Any]], strata: dict[str, Any],
    skills: dict[str, tuple[float, float]],
) -> str:  # fmt: skip
    """A page that needs nothing but a browser."""
    colour = {name: COLOURS[k % len(COLOURS)] for k, name in enumerate(standing.plan.bots)}
    points = [(row["bot"], row["points"], row["points_low"], row["points_high"], colour[row["bot"]]) for row in rows]
    wins = [
        (
            f"{row['first']} against {row['others']}",
            100 * row["wins"],
            100 * row["low"],
            100 * row["high"],
            colour[row["first"]],
        )
        for row in meetings
    ]
    parts = [
        f"<h1>Tournament: {escape(', '.join(standing.plan.bots))}</h1>",
        f"<p>{escape(headline(standing))} Bars are 95 % intervals.</p>",
        "<h2>Rating</h2>", bars(points, "points (400 are ten to one)"), table_of(rows),
        "<h2>Meetings</h2>", bars(wins, "wins, per cent", 0, 100), table_of(meetings),
    ]  # fmt: skip
    if skills:
        parts += ["<h2>openskill</h2>", table_of([{"bot": n, "mu": m, "sigma": s} for n, (m, s) in skills.items()])]
    for kind, found in strata.items():
        parts += [f"<h2>By {escape(kind)}</h2>", strata_plot(found, colour), table_of(found)]
    return f"<!doctype html><meta charset=utf-8><title>Tournament</title><style>{STYLE}</style>{''.join(parts)}\n"


def table_of(rows: list[dict[str, Any]]) -> str:
    """Rows of equal keys as a table."""
    if not rows:
        return ""
    head = "".join(f"<th>{escape(key)}</th>" for key in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell(value))}</td>" for value in row.values()) + "</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def cell(value: Any) -> str:
    """A value as people like to read it."""
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def bars(
    rows: list[tuple[str, float, float, float, str]], axis: str, least: float | None = None, most: float | None = None
) -> str:
    """Points with whiskers, one line each."""
    if not rows:
        return ""
    low = min(row[2] for row in rows) if least is None else least
    high = max(row[3] for row in rows) if most is None else most
    scale = 440 / ((high - low) or 1)
    lines = []
    for k, (name, value, start, end, colour) in enumerate(rows):
        y = 20 + 24 * k
        x, a, b = (300 + (v - low) * scale for v in (value, start, end))
        lines.append(
            f'<text x="290" y="{y + 4}" text-anchor="end">{escape(name[:44])}</text>'
            f'<line x1="{a:.1f}" x2="{b:.1f}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="3"/>'
            f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="{colour}"/><text x="{b + 8:.1f}" y="{y + 4}">{value:.1f}</text>'
        )
    height = 24 * len(rows) + 40
    label = f'<text x="520" y="{height - 6}" text-anchor="middle" fill="#555">{escape(axis)}</text>'
    return f'<svg width="820" height="{height}" font-size="13" font-family="sans-serif">{"".join(lines)}{label}</svg>'


def strata_plot(found: list[dict[str, Any]], colour: dict[str, str]) -> str:
    """The same whiskers, by what was picked or where one sat."""
    rows = [
        (f"{r['what']}, {r['bot']}", 100 * r["wins"], 100 * r["low"], 100 * r["high"], colour[r["bot"]]) for r in found
    ]
    return bars(rows, "wins, per cent", 0, 100)
