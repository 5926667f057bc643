"""Plans tried out on a copy of the game: redeployment shortcuts, and what a combo would bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hordes.engine.state import State
from hordes.terminal.choices import kind_of, region_of
from hordes.terminal.commands import place_move


def spread_moves(state: State) -> list[str]:
    """Placements that share the hand evenly among the regions on offer, weakest first."""
    trial = state.clone()
    trial.sink = None
    seat, tally = state.to_move, dict[str, int]()
    while trial.to_move == seat:
        target = _weakest(trial, int(seat))
        if not target:
            break
        trial.apply(trial.parse(place_move(target, 1)))
        tally[target] = tally.get(target, 0) + 1
    return [place_move(region, tokens) for region, tokens in tally.items()]


def _weakest(state: State, seat: int) -> str:
    """Of the regions that may get one more token, the one with the fewest."""
    regions: Mapping[str, Any] = state.view(seat).get("regions") or {}
    open_regions = [
        region_of(move) for move in state.legal_texts() if kind_of(move) == "place" and len(move.split()) == 2
    ]
    return min(open_regions, key=lambda region: int(regions.get(region, {}).get("tokens", 0)), default="")


def all_move(state: State, region: str) -> str:
    """The largest placement on offer in a region; the smallest one if there is none, for the engine to refuse."""
    offers = [move for move in state.legal_texts() if kind_of(move) == "place" and region_of(move) == region]
    return max(offers, key=_tokens, default=place_move(region, 1))


def _tokens(move: str) -> int:
    words = move.split()
    return int(words[2]) if len(words) > 2 else 1


def combo_tokens(state: State) -> dict[int, int]:
    """How many tokens each combo on offer would bring, found by picking it in a copy of the game."""
    found, seat = dict[int, int](), int(state.to_move)
    for move in state.legal_texts():
        if move.startswith("pick "):
            trial = state.clone()
            trial.sink = None
            trial.apply(trial.parse(move))
            found[int(move.split()[1])] = int(trial.view(seat)["players"][seat]["active"]["hand"])
    return found
