"""Bots against bots: `hordes tournament`. Paired seeds, rotated seats, results kept game by game so that one can stop.

The same seed is played once with every rotation of the seats, so that luck and seat fall out of the comparison. Where
one plays alone against dummies there is nothing to rotate: every bot plays every seed once. A finished game is a line
in `games.jsonl`; started again with the same folder, a tournament plays what is missing.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from hordes.bots.host import play_game
from hordes.bots.plain import Random
from hordes.bots.registry import recipe
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.lab.pool import Halt, map_batches
from hordes.lab.ratings import Order
from hordes.lab.simulate import game_seed, picks

FORMAT = 1
DUMMY = "dummy"
"""Whom one plays alone in Covil: no bot, the rules of the solo game move it."""
LINEUPS = ("all", "one", "first", "ladder")


@dataclass(frozen=True)
class Plan:
    """A tournament: which bots, at which table, how often. With several places (maps, boards), the seeds take turns."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    lineup: str = "all"
    places: tuple[Any, ...] = ()

    def seats(self) -> int:
        """How many sit at a table, dummies among them."""
        return int(load(self.game).new(self.options).seats())

    def alone(self) -> bool:
        """Does one bot play against dummies?"""
        return int(self.options["players"]) == 1

    def pinned(self) -> str:
        """Whose rating is 0: the dummies', random's, or that of the bot named first."""
        return DUMMY if self.alone() else "random" if "random" in self.bots else self.bots[0]

    def lineups(self) -> list[tuple[str, ...]]:
        """Who meets whom: pairs or full tables of a round robin, neighbours of a ladder, or one among many."""
        seats = self.seats()
        if self.lineup not in LINEUPS:
            raise BadRequest(f"There is no line-up {self.lineup!r}; there are {', '.join(LINEUPS)}.")
        if self.alone():
            return [(bot, *[DUMMY] * (seats - 1)) for bot in self.bots]
        if self.lineup == "one":
            return [(a, *[b] * (seats - 1)) for a in self.bots for b in self.bots if a != b]
        if self.lineup == "first":
            return [(self.bots[0], *[b] * (seats - 1)) for b in self.bots[1:]]
        if self.lineup == "ladder":
            pairs = zip(self.bots[1:], self.bots, strict=False)
            return [(higher, *[lower] * (seats - 1)) for higher, lower in pairs]
        if len(self.bots) < seats:
            raise BadRequest(f"A full table has {seats} bots; there are {len(self.bots)}. Try --lineup one.")
        return list(combinations(self.bots, seats))

    def tasks(self) -> list["Task"]:
        """Every game there is to play, in order; the rotations of one seed follow each other."""
        shifts, found = 1 if self.alone() else self.seats(), list["Task"]()
        for number, lineup in enumerate(self.lineups()):
            found += [
                Task(f"{number}-{turn}-{shift}", lineup[shift:] + lineup[:shift], game_seed(self.seed, turn), turn)
                for turn in range(-(-self.games // shifts))
                for shift in range(shifts)
            ]
        return sorted(found, key=lambda task: task.turn)

    def table(self, turn: int) -> dict[str, Any]:
        """The options of the games of one seed."""
        if not self.places:
            return self.options
        return load(self.game).normalise(self.options | {ground(self.options): self.places[turn % len(self.places)]})


def ground(options: dict[str, Any]) -> str:
    """What a game calls the place where it is played.

    >>> ground({"board": "desert-town", "players": 2})
    'board'
    """
    return "board" if "board" in options else "map"


def place_name(options: dict[str, Any]) -> str:
    """The place in a word.

    >>> place_name({"map": {"regions": []}})
    'own map'
    """
    found = options.get(ground(options))
    return found if isinstance(found, str) else f"own {ground(options)}"


@dataclass(frozen=True)
class Task:
    """One game: who sits where, and the seed."""

    id: str
    seating: tuple[str, ...]
    seed: int
    turn: int


@dataclass
class Game:
    """What is kept of a game."""

    id: str
    seating: list[str]
    seed: int
    scores: list[int]
    winners: list[int]
    seconds: list[float]
    decisions: list[int]
    failures: list[int]
    first: int
    picked: list[list[str]] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    place: str = ""

    def share(self, seat: int) -> float:
        """A seat's part of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def rank(self, seat: int) -> float:
        """A seat's rank, 1 the best; those who are tied share the mean."""
        better = sum(self._before(other, seat) for other in range(len(self.scores)))
        equal = sum(not self._before(o, seat) and not self._before(seat, o) for o in range(len(self.scores)))
        return 1 + better + (equal - 1) / 2

    def _before(self, a: int, b: int) -> bool:
        return (self.scores[a], a in self.winners) > (self.scores[b], b in self.winners)

    def margin(self, seat: int) -> float:
        """A seat's points over the best of the others."""
        return self.scores[seat] - max(score for other, score in enumerate(self.scores) if other != seat)

    def cluster(self) -> str:
        """Games of one seed and line-up belong together."""
        return self.id.rpartition("-")[0]

    def order(self) -> Order:
        """Who finished where, for the ratings."""
        groups: dict[float, list[str]] = {}
        for seat, name in enumerate(self.seating):
            groups.setdefault(self.rank(seat), []).append(name)
        return tuple(tuple(groups[rank]) for rank in sorted(groups))


def play_task(plan: Plan, task: Task) -> Game:
    """Play one game; what the bots did wrong is counted and quoted. A dummy's seat is never asked."""
    game, options = plan.game, plan.table(task.turn)
    bots = [Random() if text == DUMMY else recipe(text).make() for text in task.seating]
    try:
        played = play_game(game, options, bots, task.seed)
    finally:
        for bot in bots:
            bot.close()
    first = next((event["seat"] for event in played.events if event["type"] == "turn"), 0)
    taken = [[str(seat), kind, name] for seat, kind, name in picks(load(game), played.events)]
    return Game(
        task.id, list(task.seating), task.seed, [int(n) for n in played.result["scores"]],
        [int(n) for n in played.result["winners"]], [round(s, 4) for s in played.seconds], played.decisions,
        played.failures, int(first), taken, played.complaints[:3], place_name(options),
    )  # fmt: skip


class Ledger:
    """The results on disk."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.path = folder / "games.jsonl"
        self.head = {"format": FORMAT, **asdict(plan), "bots": list(plan.bots)}
        del self.head["games"]
        self.head["places"] = list(plan.places)
        if not plan.places:
            del self.head["places"]
        self.games: list[Game] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if self.path.exists():
                self._read()
            else:
                self.path.write_text(json.dumps(self.head) + "\n", encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) else "it is no text"
            raise BadRequest(f"{self.path} cannot be used for a tournament: {reason}.") from None

    def _read(self) -> None:
        text = self.path.read_text(encoding="utf-8")
        lines = text.splitlines()
        if not text.endswith("\n"):  # it was stopped in the middle of a line
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n")
        try:
            head = json.loads(lines[0])
        except (IndexError, ValueError) as error:
            raise BadRequest(f"{self.path} holds no tournament.") from error
        if head != self.head:
            raise BadRequest(
                f"{self.path} holds another tournament (other bots, options or seed); choose another --out."
            )
        for line in lines[1:]:
            try:
                self.games.append(Game(**json.loads(line)))
            except (TypeError, ValueError):
                continue

    def add(self, game: Game) -> None:
        """Keep a finished game at once; raises `BadRequest` when the disk refuses."""
        self.games.append(game)
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(game)) + "\n")
        except OSError as problem:
            kept = f"the games before it are safe in {self.path}"
            raise BadRequest(f"A game cannot be written: {problem.strerror or problem}; {kept}.") from None


def run_tasks(
    plan: Plan, done: set[str], jobs: int, ray: str | None = None, halt: Halt | None = None
) -> Iterator[Game]:
    """Play what is not done yet, in processes here or on a Ray cluster."""
    waiting = [task for task in plan.tasks() if task.id not in done]
    return map_batches(partial(play_task, plan), waiting, jobs, ray=ray, halt=halt)


def run(plan: Plan, out: Path | None, jobs: int, report: bool = True, ray: str | None = None) -> int:
    """`hordes tournament`: a bar while it plays; tables, and files in `out`, when it is done or stopped."""
    from hordes.lab.tournament_report import Standing, show, write

    for text in plan.bots:
        recipe(text).make().close()
    ledger = Ledger(out, plan) if out is not None else None
    standing = Standing(plan, list(ledger.games) if ledger else [])
    interrupted, halt = False, Halt()
    with halt:
        try:
            for game in standing.track(run_tasks(plan, {game.id for game in standing.games}, jobs, ray, halt)):
                if ledger is not None:
                    ledger.add(game)
        except KeyboardInterrupt:
            interrupted = True
    show(standing)
    if out is not None and report and standing.games:
        write(standing, out)
    return 130 if interrupted or halt.asked else 0
