"""Income by source and by turn, and the table of final scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hordes.terminal.board.palette import Palette, seat_mark, seat_style
from hordes.terminal.scene import Scene

Events = Sequence[Mapping[str, Any]]


def final_table(scene: Scene, result: Mapping[str, Any], events: Events, palette: Palette) -> RenderableType:
    """Final table: ranks, coins, income per turn, and sources."""
    table = Table(box=box.SIMPLE_HEAD, title="Final scores", title_style="bold", padding=(0, 1))
    for heading in ("", "Player", "Coins", "By turn", "Earned from"):
        table.add_column(heading, justify="right" if heading == "Coins" else "left", no_wrap=heading == "Player")
    scores: Sequence[int] = result["scores"]
    for seat in sorted(range(len(scores)), key=lambda s: (s not in result["winners"], -scores[s])):
        crown = Text("★" if seat in result["winners"] else "")
        name = Text().append(f" {seat_mark(seat)} {scene.seat_names.name(seat)} ", seat_style(seat, palette))
        turns = Text(sparkline(income_by_turn(events, seat)))
        table.add_row(crown, name, str(scores[seat]), turns, Text(coins_by_source(events, seat, scores[seat])))
    return table


def coins_by_source(events: Events, seat: int, coins: int) -> str:
    """A seat's coins as a sum: starting coins, income by source, cost of combos."""
    income, combos = income_by_source(events, seat), combo_balance(events, seat)
    ranked = sorted(income.items(), key=lambda item: -item[1])
    parts = [f"{label} {amount}" for label, amount in ranked if amount]
    parts += [f"combos {combos:+d}"] if combos else []
    start = coins - sum(income.values()) - combos
    return ", ".join(parts + ([f"start {start}"] if start else []))


def income_by_source(events: Events, seat: int) -> dict[str, int]:
    """A seat's income so far, by source."""
    totals: dict[str, int] = {}
    for event in events:
        if event.get("type") == "scored" and event["seat"] == seat:
            for label, coins in event.get("sources") or []:
                totals[label] = totals.get(label, 0) + coins
    return totals


def combo_balance(events: Events, seat: int) -> int:
    """Coins found on combos minus coins paid for them."""
    picks = [event for event in events if event.get("type") == "picked" and event["seat"] == seat]
    return sum(int(event.get("found") or 0) - int(event.get("paid") or 0) for event in picks)


def income_by_turn(events: Events, seat: int) -> list[int]:
    """A seat's income by turn."""
    return [int(event["coins"]) for event in events if event.get("type") == "scored" and event["seat"] == seat]


def sparkline(values: Sequence[int]) -> str:
    """Numbers as a bar chart in one line.

    >>> sparkline([0, 4, 8])
    '▁▄█'
    """
    bars, top = "▁▂▃▄▅▆▇█", max([*values, 1])
    return "".join(bars[max(value, 0) * (len(bars) - 1) // top] for value in values)
