"""`hordes analyse RECORD`: what a strong bot would have done at every decision of a game, and what the moves made lost.

Every decision is looked at with the knowledge of the seat that made it. The bot's line and the move that was made get
the same kind of simulations; what was lost is the difference of the expected leads, in points.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from hordes.bots.host import ask
from hordes.bots.protocol import Bot, Question
from hordes.bots.registry import recipe
from hordes.engine.errors import BadRecord
from hordes.engine.games import load
from hordes.engine.judge import Judge
from hordes.engine.record import Record
from hordes.engine.rng import Rng, mix
from hordes.engine.state import CHANCE, OVER, State
from hordes.lab.tournament_report import COLOURS
from hordes.search.tree import Tree

BASE = 270
"""Where the bars of the chart stand."""
BLUNDER = 2.0
"""Points lost by a move that is worth talking about."""


@dataclass(frozen=True)
class Finding:
    """One decision."""

    ply: int
    stage: int
    seat: int
    move: str
    line: list[str]
    """The bot's best line, which begins at this decision."""
    lead: float
    """The lead over the mean opponent that the best line promises, in points from now on."""
    lost: float
    simulations: int
    bot_move: str = ""
    """What the bot that was named would have done, and what that would have lost."""
    bot_lost: float = 0.0


def read_record(path: Path) -> Record:
    """The record in a file: a bare one, or a saved game of the terminal."""
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRecord(f"Cannot read {path}: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"{path} is no record of a game: {error}.") from error
    if isinstance(data, dict) and isinstance(data.get("record"), dict):
        data = data["record"]
    return Record.from_json(
        {key: value for key, value in data.items() if key != "generator"} if isinstance(data, dict) else data
    )


def analyse(
    record: Record, simulations: int, seed: int = 1, seat: int | None = None, bot: Bot | None = None
) -> Iterator[Finding]:
    """A finding for every decision that left a choice; a bot that is given is asked each time, afresh."""
    state, judge = record.start(), load(record.game).judge()
    for ply, text in enumerate(record.moves):
        mover = int(state.to_move)
        if mover not in (CHANCE, OVER) and (seat is None or seat == mover) and len(state.legal()) > 1:
            own = int(mix((seed + ply) & 0x3FFFFFFFFFFFFFFF))
            yield look(Question(record.game, record.options, state), judge, ply, text, simulations, own, bot)
        state.play(text)


def look(
    question: Question, judge: Judge, ply: int, text: str, simulations: int, seed: int, bot: Bot | None = None
) -> Finding:
    """One decision: search it with the move made, and the bot's, among the candidates."""
    world = question.world(seed)
    tree = Tree(judge, seed)
    tree.prepare(world)
    made = int(world.parse(text))
    tree.consider(world, made)
    other = "" if bot is None else asked(bot, question, seed)
    if other:
        tree.consider(world, world.parse(other))
    for k in range(simulations):
        tree.simulate(question.world(seed + k))
    best = int(tree.root.favourite(tree.trust))
    lead = float(tree.root.mean(best, tree.trust)) / 1000
    found = (round(lead, 2), lost_by(tree, made), int(tree.done))
    line = told(world, list(tree.root.plans[best].moves))
    missed = lost_by(tree, int(world.parse(other))) if other else 0.0
    return Finding(ply, int(judge.stage(world)), question.seat, text, line, *found, other, missed)


def asked(bot: Bot, question: Question, seed: int) -> str:
    """A bot's move without a memory of earlier ones: the game went its own way."""
    bot.begin(seed)
    return ask(bot, question, Rng(seed)).move


def lost_by(tree: Tree, move: int) -> float:
    """What the best plan that begins with a move is short of the favourite, in points."""
    root = tree.root
    best = float(root.mean(root.favourite(tree.trust), tree.trust))
    same = [float(root.mean(k, tree.trust)) for k, plan in enumerate(root.plans) if plan.moves[0] == move]
    return round(max(0.0, best - max(same, default=best)) / 1000, 2)


def told(world: State, moves: list[int]) -> list[str]:
    """The words of a line."""
    return [world.describe(move) for move in moves]


def summary(findings: list[Finding]) -> list[dict[str, Any]]:
    """What every seat lost in all, and its worst move."""
    rows = []
    for seat in sorted({finding.seat for finding in findings}):
        own = [finding for finding in findings if finding.seat == seat]
        worst = max(own, key=lambda finding: finding.lost)
        rows.append(
            {
                "seat": seat, "decisions": len(own), "lost": round(sum(finding.lost for finding in own), 2),
                "blunders": sum(finding.lost >= BLUNDER for finding in own), "worst": worst.move, "ply": worst.ply,
                "worst_lost": worst.lost,
            }
        )  # fmt: skip
    return rows


def run(
    path: Path, simulations: int, seat: int | None, all_moves: bool, out: Path | None, chart: Path | None, seed: int,
    bot: str | None = None,
) -> int:  # fmt: skip
    """`hordes analyse`: a table of what mattered, and files if they are asked for."""
    from hordes.lab.report import Bar

    record, findings = read_record(path), list[Finding]()
    other = None if bot is None else recipe(bot).make(seed)
    interrupted = False
    with Bar(len(record.moves)) as bar:
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
    show(findings, all_moves, bot or "")
    if out is not None:
        data = {"game": record.game, "findings": [asdict(finding) for finding in findings], "seats": summary(findings)}
        out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    if chart is not None:
        chart.write_text(drawn(findings), encoding="utf-8")
    return 130 if interrupted else 0


def show(findings: list[Finding], all_moves: bool, bot: str = "") -> None:
    """The findings that matter, or all of them, then the seats."""
    console = Console()
    if not findings:
        console.print("There was nothing to decide.")
        return
    further = (bot, "lost") if bot else ()
    table = Table("ply", "seat", "move", "lost", "lead", *further, "the best line", box=None)
    for finding in findings:
        if all_moves or finding.lost >= BLUNDER / 4:
            style = "bold red" if finding.lost >= BLUNDER else ""
            line = ", ".join(finding.line[:5]) + (" ..." if len(finding.line) > 5 else "")
            cells = (
                str(finding.ply + 1),
                str(finding.seat),
                finding.move,
                f"{finding.lost:.1f}",
                f"{finding.lead:+.1f}",
            )
            more = (finding.bot_move, f"{finding.bot_lost:.1f}") if bot else ()
            table.add_row(*cells, *more, line, style=style)
    console.print(table)
    seats = Table("seat", "decisions", "lost in all", "blunders", "worst move", box=None)
    for row in summary(findings):
        worst = f"{row['worst']} (ply {row['ply'] + 1}, {row['worst_lost']:.1f})"
        seats.add_row(str(row["seat"]), str(row["decisions"]), f"{row['lost']:.1f}", str(row["blunders"]), worst)
    console.print(seats)
    if bot:
        lost = sum(finding.bot_lost for finding in findings)
        console.print(f"{bot} would have lost {lost:.1f} in these {len(findings)} decisions.", markup=False)


def drawn(findings: list[Finding]) -> str:
    """A chart: the points lost at every decision, a colour for every seat."""
    plies = max((finding.ply for finding in findings), default=0) + 1
    most = max((finding.lost for finding in findings), default=0.0) or 1.0
    bars = "".join(_bar(finding, 50 + 820 * finding.ply / plies, 230 * finding.lost / most) for finding in findings)
    seats = "".join(
        f'<text x="{60 + 90 * seat}" y="310" fill="{COLOURS[seat % len(COLOURS)]}">seat {seat}</text>'
        for seat in sorted({finding.seat for finding in findings})
    )
    axis = f'<line x1="50" x2="870" y1="{BASE}" y2="{BASE}" stroke="#333"/>'
    label = f'<text x="50" y="20">points lost, at most {most:.1f}</text>'
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="320" font-family="sans-serif" font-size="13">'
    return f"{frame}{axis}{label}{bars}{seats}</svg>\n"


def _bar(finding: Finding, x: float, tall: float) -> str:
    better = ", ".join(finding.line[:4])
    title = f"ply {finding.ply + 1}, seat {finding.seat}: {finding.move} lost {finding.lost:.1f}; better {better}"
    place = f'x="{x:.1f}" y="{BASE - tall:.1f}" width="3" height="{tall:.1f}"'
    return f'<rect {place} fill="{COLOURS[finding.seat % len(COLOURS)]}"><title>{escape(title)}</title></rect>'
