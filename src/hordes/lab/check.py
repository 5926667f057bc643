"""`hordes check`: validates a custom set, map or board, fuzzes it, and measures its strength or fairness."""

from __future__ import annotations

from functools import partial
from typing import Any

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from hordes.engine.core.state import Inspection
from hordes.engine.errors import BadRequest, PieceError
from hordes.engine.games import load, register_set
from hordes.lab.fuzz import batches, run_fuzzer
from hordes.lab.piece_strength import PieceStats, StrengthMeasure, measure_batch
from hordes.lab.simulate.pool import map_batches
from hordes.lab.simulate.run import WIN_UNITS
from hordes.lab.simulate.summary import are_places, format_share

MEASURE_SHARE = 0.5
"""Time for the measurement, as a fraction of the time for fuzzing."""


def run(
    file: str,
    *,
    game: str,
    minutes: float | None,
    games: int | None,
    seed: int,
    jobs: int,
    options: dict[str, Any] | None = None,
) -> int:
    """Inspect the file; if it has no faults, fuzz and measure it, with these options. Exit status 1 for any fault."""
    inspection = load(game).inspect(file)
    for name in options or {}:
        if isinstance(inspection.options.get(name), dict | list):
            raise BadRequest(f"`{name}` is what the file {file} is for, and cannot be given besides.")
    inspection.options |= options or {}
    if inspection.faults:
        for line, text in inspection.faults:
            print(f"{file}:{line}: {text}")
        faults = "1 fault" if len(inspection.faults) == 1 else f"{len(inspection.faults)} faults"
        print(f"{faults} in the {inspection.kind} {inspection.name}.")
        return 1
    if inspection.kind == "set":
        register_set(game, file)
    what = f": {', '.join(inspection.pieces)}" if inspection.pieces else ""
    print(f"{file}: no fault found in the {inspection.kind} {inspection.name}{what}. Now playing it ...", flush=True)
    total = run_fuzzer(game, inspection.options, minutes=minutes, games=games, seed=seed, jobs=jobs)
    if total.failures:
        flag = f" --sets {file}" if inspection.kind == "set" else ""
        print(f"Below each failure stands the request that shows it again: a line for `hordes referee{flag}`.")
        return 1
    part = None if minutes is None else minutes * MEASURE_SHARE
    return measure(game, inspection, minutes=part, games=games, seed=seed, jobs=jobs)


def measure(
    game: str, inspection: Inspection, *, minutes: float | None, games: int | None, seed: int, jobs: int
) -> int:
    """Play random games and print how strong the pieces are, or how fair the map is."""
    total = StrengthMeasure()
    work = partial(measure_batch, game, inspection.options, seed)
    try:
        with Console(stderr=True).status("measuring by random play ..."):
            for part in map_batches(work, batches(games, minutes), jobs):
                total.add(part)
    except PieceError as error:
        print(f"A piece of your own failed: {error}")
        return 1
    except KeyboardInterrupt:
        print("stopped")
    if total.games:
        Console().print(
            Group(
                *(pieces_report(game, inspection, total) if inspection.pieces else map_report(game, inspection, total))
            )
        )
    return 0


def pieces_report(game: str, inspection: Inspection, total: StrengthMeasure) -> list[Text | Table]:
    """Each custom piece beside the mean, the best and the worst other piece of its kind in the same games."""
    parts: list[Text | Table] = [Text(f"\nStrength in {total.games:,} games of random moves", style="bold")]
    for kind in dict.fromkeys(kind for kind, _ in total.pieces):
        mine = [name for name in inspection.pieces if (kind, name) in total.pieces]
        if mine:
            parts += [Text(), _strength_table(kind, mine, total, load(game).piece_names(inspection.options, kind))]
    unseen = [name for name in inspection.pieces if not any(key[1] == name for key in total.pieces)]
    if unseen:
        parts.append(Text(f"\nnever taken in these games: {', '.join(unseen)}; play more of them", "dim"))
    return [*parts, *(Text(line, "dim") for line in _footnotes(total))]


def _footnotes(total: StrengthMeasure) -> list[str]:
    """Explanations of the columns."""
    if _by_turn(total):
        wins = "\nwins: by the seat whose first pick of the game it was; fair: if all were equal;"
        return [wins, "coins a turn: while it is active, without what its seat has given up"]
    return ["\nwins: by whoever had it at some time; fair: if all were equal; points: the owner's at the end"]


def _by_turn(total: StrengthMeasure) -> bool:
    """Whether pieces earn coins turn by turn in this game."""
    return any(stats.coins.n for stats in total.pieces.values())


def _strength_table(kind: str, mine: list[str], total: StrengthMeasure, names: dict[str, str]) -> Table:
    by_turn = _by_turn(total)
    table = Table(kind, "taken", "wins, 95 % interval", "fair", "coins a turn" if by_turn else "points",
                  box=None, pad_edge=False)  # fmt: skip
    for column in table.columns[1:]:
        column.justify = "right"
    for name in mine:
        _row(table, names.get(name, name), total.pieces[kind, name], by_turn)
    rest = {name: stats for (of, name), stats in total.pieces.items() if of == kind and name not in mine}
    whole = PieceStats()
    for stats in rest.values():
        whole.add(stats)
    if whole.owners:
        _row(table, f"all {len(rest)} others", whole, by_turn)
    ranked = sorted(rest, key=lambda name: (rest[name].coins if by_turn else rest[name].score).mean())
    for label, name in [("best other", ranked[-1]), ("worst other", ranked[0])] if ranked else []:
        _row(table, f"{label}: {names.get(name, name)}", rest[name], by_turn)
    return table


def _row(table: Table, label: str, stats: PieceStats, by_turn: bool) -> None:
    """Add a row; `fair` is the win share of the same seats if all were equal."""
    mean = stats.coins if by_turn else stats.score
    n, coins = stats.owners, f"{mean.mean():.2f} ± {mean.margin():.2f}"
    wins, fair = (
        (format_share(stats.wins / WIN_UNITS / n, n), f"{stats.fair_wins / WIN_UNITS / n:.1%}") if n else ("-", "-")
    )
    table.add_row(label, f"{n:,}", wins, fair, coins)


def map_report(game: str, inspection: Inspection, total: StrengthMeasure) -> list[Text | Table]:
    """Length of games, advantage of the first player, and scores by place in turn order, for each number of players."""
    mean, margin = total.decisions.mean(), total.decisions.margin()
    parts: list[Text | Table] = [
        Text(f"\n{total.games:,} games of random moves, {mean:.0f} ± {margin:.0f} decisions a game", style="bold")
    ]
    for seats in sorted(total.seats):
        table = Table(f"{seats} players", "wins, 95 % interval", "score", box=None, pad_edge=False)
        table.columns[2].justify = "right"
        for place in range(seats):
            coins, n = total.coins[seats, place], total.seats[seats]
            who = "first player" if place == 0 else f"player {place + 1}"
            wins = format_share(total.wins[seats, place] / WIN_UNITS / n, n)
            table.add_row(who, wins, f"{coins.mean():.1f} ± {coins.margin():.1f}")
        parts += [Text(f"\n{total.seats[seats]:,} games, a fair share is {1 / seats:.1%}", "dim"), table]
    return parts + _zone_report(game, inspection, total)


def _zone_report(game: str, inspection: Inspection, total: StrengthMeasure) -> list[Text | Table]:
    """Results by what is taken of the board, such as a start zone, in games where players choose."""
    rules, options = load(game), inspection.options
    kinds = list(dict.fromkeys(kind for kind, _ in total.pieces))
    kinds = [kind for kind in kinds if are_places(rules, options, [name for of, name in total.pieces if of == kind])]
    parts: list[Text | Table] = []
    for kind in kinds:
        table = Table(kind, "taken", "wins, 95 % interval", "fair", "points", box=None, pad_edge=False)
        names = rules.piece_names(options, kind)
        for (of, name), stats in sorted(total.pieces.items()):
            if of == kind:
                _row(table, names.get(name, name), stats, by_turn=False)
        parts += [Text(), table]
    return parts
