"""`hordes check`: a set or a map of one's own, looked over, played under watch, and measured."""

from __future__ import annotations

from functools import partial
from typing import Any

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from hordes.engine.errors import PieceError
from hordes.engine.games import enrol, load
from hordes.engine.state import Inspection
from hordes.lab.fuzz import batches, watch
from hordes.lab.pool import map_batches
from hordes.lab.report import percent
from hordes.lab.simulate import WHOLE_WIN
from hordes.lab.strength import Fate, Measure, measure_batch

MEASURED = 0.5
"""The measurement takes this part of the time that the fuzzer had."""


def run(file: str, *, game: str, minutes: float | None, games: int | None, seed: int, jobs: int) -> int:
    """Look the file over; if nothing is wrong, play it and measure it. Status 1 when anything is wrong."""
    found = load(game).inspect(file)
    if found.faults:
        for line, text in found.faults:
            print(f"{file}:{line}: {text}")
        print(
            f"{len(found.faults)} {'fault' if len(found.faults) == 1 else 'faults'} in the {found.kind} {found.name}."
        )
        return 1
    if found.kind == "set":
        enrol(game, file)
    what = f": {', '.join(found.pieces)}" if found.pieces else ""
    print(f"{file}: no fault found in the {found.kind} {found.name}{what}. Now playing it ...", flush=True)
    total = watch(game, found.options, minutes=minutes, games=games, seed=seed, jobs=jobs)
    if total.failures:
        flag = f" --sets {file}" if found.kind == "set" else ""
        print(f"Below each failure stands the request that shows it again: a line for `hordes referee{flag}`.")
        return 1
    part = None if minutes is None else minutes * MEASURED
    return measure(game, found, minutes=part, games=games, seed=seed, jobs=jobs)


def measure(game: str, found: Inspection, *, minutes: float | None, games: int | None, seed: int, jobs: int) -> int:
    """Play random games and show how strong the pieces are, or how fair the map is."""
    total = Measure()
    work = partial(measure_batch, game, found.options, seed)
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
        Console().print(Group(*(pieces_report(game, found, total) if found.pieces else map_report(total))))
    return 0


def pieces_report(game: str, found: Inspection, total: Measure) -> list[Text | Table]:
    """Each piece of one's own beside the mean, the best and the worst of the others of its kind in the same games."""
    names = load(game).glossary()
    parts: list[Text | Table] = [Text(f"\nStrength in {total.games:,} games of random moves", style="bold")]
    for kind in ("race", "power"):
        mine = [name for name in found.pieces if (kind, name) in total.fates]
        if mine:
            parts += [Text(), _strength_table(kind, mine, total, names)]
    parts.append(Text("\nwins: by whoever took it as first combo of the game; fair: if all were equal;", "dim"))
    parts.append(Text("coins a turn: while active, without what races in decline bring", "dim"))
    return parts


def _strength_table(kind: str, mine: list[str], total: Measure, names: dict[str, dict[str, Any]]) -> Table:
    table = Table(kind, "taken", "wins, 95 % interval", "fair", "coins a turn", box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for name in mine:
        _row(table, str(names.get(name, {}).get("name", name)), total.fates[kind, name])
    rest = {name: fate for (of, name), fate in total.fates.items() if of == kind and name not in mine}
    whole = Fate()
    for fate in rest.values():
        whole.add(fate)
    if whole.owners:
        _row(table, f"all {len(rest)} others", whole)
    ranked = sorted(rest, key=lambda name: rest[name].coins.mean())
    for label, name in [("best other", ranked[-1]), ("worst other", ranked[0])] if ranked else []:
        _row(table, f"{label}: {names.get(name, {}).get('name', name)}", rest[name])
    return table


def _row(table: Table, label: str, fate: Fate) -> None:
    """A line of the table; `fair` is what the same seats would win if all were equal."""
    n, coins = fate.owners, f"{fate.coins.mean():.2f} ± {fate.coins.margin():.2f}"
    wins, fair = (percent(fate.wins / WHOLE_WIN / n, n), f"{fate.fair / WHOLE_WIN / n:.1%}") if n else ("-", "-")
    table.add_row(label, f"{n:,}", wins, fair, coins)


def map_report(total: Measure) -> list[Text | Table]:
    """How long games are, whether the first player is ahead, and the coins of every seat, for each number of seats."""
    mean, margin = total.decisions.mean(), total.decisions.margin()
    parts: list[Text | Table] = [
        Text(f"\n{total.games:,} games of random moves, {mean:.0f} ± {margin:.0f} decisions a game", style="bold")
    ]
    for seats in sorted(total.seats):
        table = Table(f"{seats} players", "wins, 95 % interval", "coins", box=None, pad_edge=False)
        table.columns[2].justify = "right"
        for place in range(seats):
            coins, n = total.coins[seats, place], total.seats[seats]
            who = "first player" if place == 0 else f"player {place + 1}"
            wins = percent(total.wins[seats, place] / WHOLE_WIN / n, n)
            table.add_row(who, wins, f"{coins.mean():.1f} ± {coins.margin():.1f}")
        parts += [Text(f"\n{total.seats[seats]:,} games, a fair share is {1 / seats:.1%}", "dim"), table]
    return parts
