"""`hordes report`: what simulated games say about a game's pieces, seats, maps and luck, as figures and as a page.

Everything is summed up piece by piece, so that any number of games fits into memory. A share is that of the victory;
its interval is Wilson's, as if seats of one game were independent, which errs on the careful side for a sum of one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.lab.report import interval
from hordes.lab.results import read, read_head

SOURCES = ("regions", "race", "power", "marker", "decline")
LUCK = 6
"""Classes of luck with the die."""


@dataclass
class Fate:
    """How those fared who had something."""

    n: int = 0
    score: float = 0.0
    share: float = 0.0

    def add(self, score: float, share: float) -> None:
        """One more."""
        self.n += 1
        self.score += score
        self.share += share

    @property
    def mean(self) -> float:
        """Points on average."""
        return self.score / max(1, self.n)

    @property
    def part(self) -> float:
        """The share of victories."""
        return self.share / max(1, self.n)

    @property
    def between(self) -> tuple[float, float]:
        """The interval of the share."""
        return interval(min(1.0, self.part), max(1, self.n))


Fates = dict[Any, Fate]


def fates() -> Fates:
    """Nobody had anything yet."""
    return defaultdict(Fate)


@dataclass
class Study:
    """The sums of one run."""

    head: dict[str, Any]
    games: int = 0
    decisions: int = 0
    seats: int = 0
    seat: Fates = field(default_factory=fates)
    order: Fates = field(default_factory=fates)
    pieces: dict[str, Fates] = field(default_factory=lambda: defaultdict(fates))
    pairs: Fates = field(default_factory=fates)
    declines: Fates = field(default_factory=fates)
    luck: Fates = field(default_factory=fates)
    faces: Counter[int] = field(default_factory=Counter)
    income: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    turns: Counter[int] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)

    @property
    def board(self) -> str:
        """Where it was played."""
        options = self.head["options"]
        board = options.get("map", options.get("board"))
        return board if isinstance(board, str) else str((board or {}).get("name") or "own board")

    @property
    def expected(self) -> float:
        """The share that everybody would have if all were alike."""
        return 1 / max(1, self.seats)

    @property
    def who(self) -> str:
        """Who played."""
        return ", ".join(dict.fromkeys(self.head["bots"])) or "random moves"


def study(folder: Path) -> Study:
    """Read a run and sum it up."""
    found = Study(read_head(folder))
    for rows in read(folder, "games"):
        _sum_games(found, rows)
    if found.games == 0:
        raise BadRequest(f"{folder} holds no finished game yet.")
    if "picks" in found.head["tables"]:
        _sum_picks(found, folder)
    if "turns" in found.head["tables"]:
        _sum_turns(found, folder)
    return found


def _sum_games(found: Study, rows: dict[str, list[Any]]) -> None:
    columns = ("decisions", "first", "scores", "winners")
    for decisions, first, scores, winners in zip(*[rows[name] for name in columns], strict=True):
        found.games += 1
        found.decisions += decisions
        found.seats = len(scores)
        for seat, score in enumerate(scores):
            share = 1 / len(winners) if seat in winners else 0.0
            found.seat[seat].add(score, share)
            found.scores[score] += 1
            if first is not None and first >= 0:
                found.order[(seat - first) % len(scores)].add(score, share)


def _sum_picks(found: Study, folder: Path) -> None:
    """What was taken, by its kind in the glossary: of Minions, Mercenaries and Henchmen apart."""
    glossary = load(found.head["game"]).glossary_for(found.head["options"])
    kinds = {key: str(entry["kind"]) for key, entry in glossary.items()}
    pair: dict[str, Any] = {}
    key: tuple[int, int] = (-1, -1)
    columns = ("game", "pick", "kind", "name", "score", "share")
    for rows in read(folder, "picks", list(columns)):
        for game, pick, kind, name, score, share in zip(*[rows[column] for column in columns], strict=True):
            found.pieces[kinds.get(name, kind) if kind == "minion" else kind][name].add(score, share)
            if (game, pick) != key:
                pair, key = {}, (game, pick)
            pair[kind] = name
            if kind == "power" and "race" in pair:
                found.pairs[pair["race"], name].add(score, share)


def _sum_turns(found: Study, folder: Path) -> None:
    """The turns of a game follow each other, so that one game at a time is looked at."""
    names = {entry["name"]: entry["kind"] for entry in load(found.head["game"]).glossary().values()}
    columns = ("game", "turn", "seat", "declined", "rolls", "coins", "sources", "amounts", "score", "share")
    seats: dict[int, Course] = {}
    current = -1
    for rows in read(folder, "turns", list(columns)):
        for row in zip(*[rows[column] for column in columns], strict=True):
            game, turn, seat, declined, pips, coins, sources, amounts, score, share = row
            if game != current:
                _end_game(found, seats)
                current = game
            found.turns[turn] += 1
            _sum_income(found.income[turn], coins, zip(sources, amounts, strict=True), names)
            course = seats.setdefault(seat, Course(score, share))
            course.rolls += pips
            course.decline = course.decline or (turn if declined else 0)
    _end_game(found, seats)


@dataclass
class Course:
    """A seat's way through one game."""

    score: int
    share: float
    rolls: list[int] = field(default_factory=list)
    decline: int = 0


def _end_game(found: Study, seats: dict[int, Course]) -> None:
    for course in seats.values():
        found.faces.update(course.rolls)
        if len(course.rolls) >= 3:
            luck = min(LUCK - 1, int(sum(course.rolls) / len(course.rolls) * 2))
            found.luck[luck].add(course.score, course.share)
        found.declines[course.decline].add(course.score, course.share)
    seats.clear()


def _sum_income(sums: Counter[str], coins: int, parts: Iterable[tuple[str, int]], names: dict[str, str]) -> None:
    told = 0
    for source, amount in parts:
        told += amount
        if source.startswith("declined ") or source.endswith(" in decline"):
            sums["decline"] += amount
        else:
            kind = "regions" if source == "regions" else names.get(source, "power")
            sums[kind if kind in SOURCES else "power"] += amount
    if coins > told:
        sums["coins"] += coins - told


def run(folders: list[Path], out: Path | None) -> int:
    """Write a page for each run with its pictures, and one that compares the boards; say where they are."""
    from hordes.lab.page import compare, write

    found = [study(folder) for folder in folders]
    for folder, one in zip(folders, found, strict=True):
        place = folder / "report" if out is None else out / folder.name if len(folders) > 1 else out
        try:
            place.mkdir(parents=True, exist_ok=True)
            files = write(one, place)
        except OSError as problem:
            raise BadRequest(f"The report cannot be written to {place}: {problem.strerror or problem}.") from None
        print(f"{files[0]}: a page about {one.games:,} games of {one.head['game']}, with {len(files) - 1} pictures.")
    if len(found) > 1:
        place = out or folders[0].parent
        print(f"{compare(found, place)}: {len(found)} runs side by side, seats, points and pieces by board.")
    return 0
