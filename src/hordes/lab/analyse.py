"""`hordes analyse RECORD`: compares every move of a recorded game with a strong bot's best line.

Every decision is searched with the information of the seat that made it. The bot's line and the move that was played
get the same kind of simulations; the loss is the difference of their expected leads, in points.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from hordes.bots.protocol import Bot, Question
from hordes.bots.registry import parse_bot
from hordes.bots.runner import ask_bot
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.rng import Rng, mix
from hordes.engine.core.state import CHANCE, OVER, State
from hordes.engine.errors import BadRecord
from hordes.engine.games import load
from hordes.engine.record import Record
from hordes.lab.output_files import check_writable, write_file
from hordes.lab.tournament.report import COLOURS
from hordes.search.tree import SearchTree

BASELINE_Y = 270
"""Vertical position of the chart's axis."""
BLUNDER_POINTS = 2.0
"""A move that loses at least this many points is a blunder."""


@dataclass(frozen=True)
class Finding:
    """Analysis of one decision."""

    ply: int
    stage: int
    seat: int
    move: str
    line: list[str]
    """The bot's best line from this decision on."""
    lead: float
    """Expected lead over the mean opponent after the best line, in points from now on."""
    lost: float
    simulations: int
    bot_move: str = ""
    """The move of the bot that was named, and the points that it would have lost."""
    bot_lost: float = 0.0
    words: dict[str, str] = field(default_factory=dict)
    """The game's own words for the moves above, where it has any."""

    def say(self, move: str) -> str:
        """A move in the game's words, otherwise as it is written."""
        return self.words.get(move, move)


def read_record_data(path: Path) -> Any:
    """The data of a record in a file, nothing of it checked yet."""
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRecord(f"Cannot read {path}: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"{path} is no record of a game: {error}.") from error
    return data["record"] if isinstance(data, dict) and isinstance(data.get("record"), dict) else data


def read_record(path: Path) -> Record:
    """Read a record from a file: a plain record, or a game saved in the terminal."""
    data = read_record_data(path)
    return Record.from_json(
        {key: value for key, value in data.items() if key != "generator"} if isinstance(data, dict) else data
    )


def analyse(
    record: Record, simulations: int, seed: int = 1, seat: int | None = None, bot: Bot | None = None
) -> Iterator[Finding]:
    """Analyse every decision with more than one legal move; the bot, if given, is asked afresh each time."""
    state, evaluator = record.start(), load(record.game).evaluator()
    for ply, text in enumerate(record.moves):
        mover = int(state.to_move)
        if mover not in (CHANCE, OVER) and (seat is None or seat == mover) and len(state.legal()) > 1:
            own = int(mix((seed + ply) & 0x3FFFFFFFFFFFFFFF))
            yield analyse_decision(
                Question(record.game, record.options, state), evaluator, ply, text, simulations, own, bot
            )
        state.play(text)


def analyse_decision(
    question: Question, evaluator: Evaluator, ply: int, text: str, simulations: int, seed: int, bot: Bot | None = None
) -> Finding:
    """Search one decision, with the played move and the bot's move among the candidates."""
    world = question.world(seed)
    tree = SearchTree(evaluator, seed)
    tree.prepare(world)
    played = int(world.parse(text))
    tree.ensure_root_move(world, played)
    other = "" if bot is None else ask_afresh(bot, question, seed)
    if other:
        tree.ensure_root_move(world, world.parse(other))
    # the same worlds for all candidates: their difference is not blurred by luck
    for k in range(simulations):
        tree.simulate(question.world(seed + k))
    best = int(tree.root.most_visited(tree.prior_visits))
    lead = float(tree.root.mean(best, tree.prior_visits)) / 1000
    scores = (round(lead, 2), points_lost(tree, played), int(tree.simulations))
    plan = list(tree.root.plans[best].moves)
    missed = points_lost(tree, int(world.parse(other))) if other else 0.0
    words = move_words(world, [played, *plan, *([world.parse(other)] if other else [])])
    line = [world.describe(move) for move in plan]
    return Finding(ply, int(evaluator.turn_id(world)), question.seat, text, line, *scores, other, missed, words)


def ask_afresh(bot: Bot, question: Question, seed: int) -> str:
    """A bot's move without memory of earlier questions, because the recorded game did not follow its moves."""
    bot.begin(seed)
    return ask_bot(bot, question, Rng(seed)).move


def points_lost(tree: SearchTree, move: int) -> float:
    """Points by which the best plan starting with a move falls short of the best plan overall."""
    root = tree.root
    best = float(root.mean(root.most_visited(tree.prior_visits), tree.prior_visits))
    same = [float(root.mean(k, tree.prior_visits)) for k, plan in enumerate(root.plans) if plan.moves[0] == move]
    return round(max(0.0, best - max(same, default=best)) / 1000, 2)


def move_words(world: State, moves: list[int]) -> dict[str, str]:
    """Moves in the game's words, by their texts, as far as it labels them."""
    labels = {world.describe(move): str(world.move_data(move).get("label", "")) for move in moves}
    return {text: label for text, label in labels.items() if label}


def summarise_seats(findings: list[Finding]) -> list[dict[str, Any]]:
    """Per seat: decisions, total loss, blunders, and the worst move."""
    rows = []
    for seat in sorted({finding.seat for finding in findings}):
        own = [finding for finding in findings if finding.seat == seat]
        worst = max(own, key=lambda finding: finding.lost)
        rows.append(
            {
                "seat": seat, "decisions": len(own), "lost": round(sum(finding.lost for finding in own), 2),
                "blunders": sum(finding.lost >= BLUNDER_POINTS for finding in own), "worst": worst.move,
                "worst_words": worst.say(worst.move), "ply": worst.ply, "worst_lost": worst.lost,
            }
        )  # fmt: skip
    return rows


def run(
    path: Path, simulations: int, seat: int | None, all_moves: bool, out: Path | None, chart: Path | None, seed: int,
    bot: str | None = None,
) -> int:  # fmt: skip
    """`hordes analyse`: print the table, and write the JSON and the chart if wanted."""
    from hordes.lab.simulate.summary import ProgressBar

    for file, other_files in ((out, (path, chart)), (chart, (path, out))):
        if file is not None:
            check_writable(file, *other_files)
    record, findings = read_record(path), list[Finding]()
    other = None if bot is None else parse_bot(bot).make(seed)
    interrupted = False
    with ProgressBar(len(record.moves)) as bar:
        try:
            ply = 0
            for finding in analyse(record, simulations, seed, seat, other):
                findings.append(finding)
                bar.advance(finding.ply - ply, finding.simulations)
                ply = finding.ply
        except KeyboardInterrupt:
            interrupted = True
        finally:
            if other is not None:
                other.close()
    print_findings(findings, all_moves, bot or "")
    if out is not None:
        data = {
            "game": record.game,
            "findings": [asdict(finding) for finding in findings],
            "seats": summarise_seats(findings),
        }
        write_file(out, json.dumps(data, indent=1) + "\n")
    if chart is not None:
        write_file(chart, chart_svg(findings))
    return 130 if interrupted else 0


def print_findings(findings: list[Finding], all_moves: bool, bot: str = "") -> None:
    """Print the moves that lost points, or all, and a table of the seats."""
    console = Console()
    if not findings:
        console.print("There was nothing to decide.")
        return
    further = (bot, "lost") if bot else ()
    table = Table("ply", "seat", "move", "lost", "lead", *further, "the best line", box=None)
    for finding in findings:
        if all_moves or finding.lost >= BLUNDER_POINTS / 4:
            style = "bold red" if finding.lost >= BLUNDER_POINTS else ""
            line = ", ".join(map(finding.say, finding.line[:5])) + (" ..." if len(finding.line) > 5 else "")
            cells = (
                str(finding.ply + 1),
                str(finding.seat),
                finding.say(finding.move),
                f"{finding.lost:.1f}",
                f"{finding.lead:+.1f}",
            )
            more = (finding.say(finding.bot_move), f"{finding.bot_lost:.1f}") if bot else ()
            table.add_row(*cells, *more, line, style=style)
    console.print(table)
    seats = Table("seat", "decisions", "lost in all", "blunders", "worst move", box=None)
    for row in summarise_seats(findings):
        worst = f"{row['worst_words']} (ply {row['ply'] + 1}, {row['worst_lost']:.1f})"
        seats.add_row(str(row["seat"]), str(row["decisions"]), f"{row['lost']:.1f}", str(row["blunders"]), worst)
    console.print(seats)
    if bot:
        lost = sum(finding.bot_lost for finding in findings)
        console.print(f"{bot} would have lost {lost:.1f} in these {len(findings)} decisions.", markup=False)


def chart_svg(findings: list[Finding]) -> str:
    """SVG bar chart of the points lost at every decision, coloured by seat."""
    plies = max((finding.ply for finding in findings), default=0) + 1
    most = max((finding.lost for finding in findings), default=0.0) or 1.0
    bars = "".join(_bar(finding, 50 + 820 * finding.ply / plies, 230 * finding.lost / most) for finding in findings)
    seats = "".join(
        f'<text x="{60 + 90 * seat}" y="310" fill="{COLOURS[seat % len(COLOURS)]}">seat {seat}</text>'
        for seat in sorted({finding.seat for finding in findings})
    )
    axis = f'<line x1="50" x2="870" y1="{BASELINE_Y}" y2="{BASELINE_Y}" stroke="#333"/>'
    label = f'<text x="50" y="20">points lost, at most {most:.1f}</text>'
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="320" font-family="sans-serif" font-size="13">'
    return f"{frame}{axis}{label}{bars}{seats}</svg>\n"


def _bar(finding: Finding, x: float, tall: float) -> str:
    better = ", ".join(map(finding.say, finding.line[:4]))
    made = f"{finding.say(finding.move)} lost {finding.lost:.1f}"
    title = f"ply {finding.ply + 1}, seat {finding.seat}: {made}; better {better}"
    place = f'x="{x:.1f}" y="{BASELINE_Y - tall:.1f}" width="3" height="{tall:.1f}"'
    return f'<rect {place} fill="{COLOURS[finding.seat % len(COLOURS)]}"><title>{escape(title)}</title></rect>'
