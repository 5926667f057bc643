"""`hordes tournament`: bots against bots with paired seeds and rotated seats; results are stored game by game.

Every seed is played once with each rotation of the seats, so that luck and seat cancel out. Solo games against dummies
have nothing to rotate: every bot plays every seed once. A finished game is a line in `games.jsonl`; started again with
the same folder, a tournament plays what is missing.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from hordes.bots.baselines import RandomBot
from hordes.bots.registry import parse_bot
from hordes.bots.runner import play_game
from hordes.engine.errors import BadRequest
from hordes.engine.event_tags import TurnBegins, pieces_taken, tags_of
from hordes.engine.games import load
from hordes.engine.option_schema import board_name, board_option
from hordes.lab.simulate.pool import GracefulInterrupt, map_batches
from hordes.lab.simulate.run import deciding_seats, game_seed
from hordes.lab.tournament.ratings import FinishingOrder

FORMAT = 1
DUMMY = "dummy"
"""Stands for opponents whom the rules themselves move; not a bot."""
LINEUPS = ("all", "one", "first", "ladder")


@dataclass(frozen=True)
class TournamentConfig:
    """Configuration of a tournament. With several places (maps, boards), the seeds use them in turn."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    lineup: str = "all"
    places: tuple[Any, ...] = ()

    def seats(self) -> int:
        """Number of seats, dummies included."""
        return int(load(self.game).new(self.options).seats())

    def is_solo(self) -> bool:
        """Whether one bot plays alone or against dummies."""
        return deciding_seats(self.game, self.options) == 1

    def rating_anchor(self) -> str:
        """The bot whose rating is fixed at 0: the dummies, `random`, or the first bot."""
        return DUMMY if self.is_solo() else "random" if "random" in self.bots else self.bots[0]

    def lineups(self) -> list[tuple[str, ...]]:
        """Line-ups by scheme: full round robin, neighbours of a ladder, or one bot among copies of another."""
        seats = self.seats()
        if self.lineup not in LINEUPS:
            raise BadRequest(f"There is no line-up {self.lineup!r}; there are {', '.join(LINEUPS)}.")
        if self.is_solo():
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

    def tasks(self) -> list["GameTask"]:
        """All games to play, in order; the rotations of one seed are adjacent."""
        shifts, tasks = 1 if self.is_solo() else self.seats(), list["GameTask"]()
        for number, lineup in enumerate(self.lineups()):
            tasks += [
                GameTask(f"{number}-{turn}-{shift}", lineup[shift:] + lineup[:shift], game_seed(self.seed, turn), turn)
                for turn in range(-(-self.games // shifts))
                for shift in range(shifts)
            ]
        # by seed first: an interrupted tournament then has played all line-ups about equally
        return sorted(tasks, key=lambda task: task.turn)

    def options_for_round(self, turn: int) -> dict[str, Any]:
        """The options for one seed."""
        if not self.places:
            return self.options
        option = board_option(load(self.game).option_schema())
        assert option is not None, "places are values of it"
        return load(self.game).normalise(self.options | {option.name: self.places[turn % len(self.places)]})

    def place(self, turn: int) -> str:
        """The name of the map or board of one seed; empty in a game without a choice."""
        return board_name(load(self.game).option_schema(), self.options_for_round(turn))


@dataclass(frozen=True)
class GameTask:
    """One game to play: seating and seed."""

    id: str
    seating: tuple[str, ...]
    seed: int
    turn: int


@dataclass
class GameResult:
    """Result of one game, as stored in `games.jsonl`."""

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
        """A seat's share of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def rank(self, seat: int) -> float:
        """A seat's rank, 1 the best; ties share the mean."""
        better = sum(self._before(other, seat) for other in range(len(self.scores)))
        equal = sum(not self._before(o, seat) and not self._before(seat, o) for o in range(len(self.scores)))
        return 1 + better + (equal - 1) / 2

    def _before(self, a: int, b: int) -> bool:
        return (self.scores[a], a in self.winners) > (self.scores[b], b in self.winners)

    def margin(self, seat: int) -> float:
        """A seat's lead over the best of the others; its points, if it plays alone."""
        return self.scores[seat] - max([score for other, score in enumerate(self.scores) if other != seat], default=0)

    def cluster(self) -> str:
        """Key of games with the same seed and line-up, which are not independent."""
        return self.id.rpartition("-")[0]

    def order(self) -> FinishingOrder:
        """Finishing order for the ratings."""
        groups: dict[float, list[str]] = {}
        for seat, name in enumerate(self.seating):
            groups.setdefault(self.rank(seat), []).append(name)
        return tuple(tuple(groups[rank]) for rank in sorted(groups))


def play_task(config: TournamentConfig, task: GameTask) -> GameResult:
    """Play one game; bots' failures are counted and quoted. A dummy's seat is never asked."""
    game, options = config.game, config.options_for_round(task.turn)
    bots = [RandomBot() if text == DUMMY else parse_bot(text).make() for text in task.seating]
    try:
        played = play_game(game, options, bots, task.seed)
    finally:
        for bot in bots:
            bot.close()
    first = next((tag.seat for tag in tags_of(load(game), played.events) if isinstance(tag, TurnBegins)), 0)
    taken = [[str(seat), kind, name] for seat, kind, name in pieces_taken(load(game), played.events)]
    return GameResult(
        task.id, list(task.seating), task.seed, [int(n) for n in played.result["scores"]],
        [int(n) for n in played.result["winners"]], [round(s, 4) for s in played.seconds], played.decisions,
        played.failures, int(first), taken, played.complaints[:3], config.place(task.turn),
    )  # fmt: skip


class GamesLog:
    """The results file: a header line, then one line per game."""

    def __init__(self, folder: Path, config: TournamentConfig) -> None:
        self.path = folder / "games.jsonl"
        self.header = {"format": FORMAT, **asdict(config), "bots": list(config.bots)}
        del self.header["games"]  # may grow when a tournament is resumed
        self.header["places"] = list(config.places)
        if not config.places:
            del self.header["places"]
        self.games: list[GameResult] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if self.path.exists():
                self._read()
            else:
                self.path.write_text(json.dumps(self.header) + "\n", encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) else "it is no text"
            raise BadRequest(f"{self.path} cannot be used for a tournament: {reason}.") from None

    def _read(self) -> None:
        text = self.path.read_text(encoding="utf-8")
        lines = text.splitlines()
        if not text.endswith("\n"):  # interrupted in the middle of a line
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n")
        try:
            head = json.loads(lines[0])
        except (IndexError, ValueError) as error:
            raise BadRequest(f"{self.path} holds no tournament.") from error
        if head != self.header:
            raise BadRequest(
                f"{self.path} holds another tournament (other bots, options or seed); choose another --out."
            )
        for line in lines[1:]:
            try:
                self.games.append(GameResult(**json.loads(line)))
            except (TypeError, ValueError):
                continue

    def add(self, game: GameResult) -> None:
        """Append a finished game at once; raises `BadRequest` on disk errors."""
        self.games.append(game)
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(game)) + "\n")
        except OSError as problem:
            kept = f"the games before it are safe in {self.path}"
            raise BadRequest(f"A game cannot be written: {problem.strerror or problem}; {kept}.") from None


def run_tasks(
    config: TournamentConfig,
    done: set[str],
    jobs: int,
    ray: str | None = None,
    interrupt: GracefulInterrupt | None = None,
) -> Iterator[GameResult]:
    """Play the remaining games, in local processes or on a Ray cluster."""
    waiting = [task for task in config.tasks() if task.id not in done]
    return map_batches(partial(play_task, config), waiting, jobs, ray=ray, interrupt=interrupt)


def run(config: TournamentConfig, out: Path | None, jobs: int, report: bool = True, ray: str | None = None) -> int:
    """`hordes tournament`: play with a progress bar, then print tables and write files, also when interrupted."""
    from hordes.lab.tournament.report import Standings, print_standings, write_report

    for text in config.bots:
        parse_bot(text).make().close()
    log = GamesLog(out, config) if out is not None else None
    standings = Standings(config, list(log.games) if log else [])
    interrupted, interrupt = False, GracefulInterrupt()
    with interrupt:
        try:
            for game in standings.track(run_tasks(config, {game.id for game in standings.games}, jobs, ray, interrupt)):
                if log is not None:
                    log.add(game)
        except KeyboardInterrupt:
            interrupted = True
    print_standings(standings)
    if out is not None and report and standings.games:
        try:
            write_report(standings, out)
        except OSError as problem:
            kept = f"all games are safe in {out}"
            raise BadRequest(f"The report cannot be written: {problem.strerror or problem}; {kept}.") from None
    return 130 if interrupted or interrupt.is_requested else 0
