"""Tries moves on a copy of the game, to show what they would lead to before they are made.

The tokens of each combo, what follows `done` or a decline, and the moves behind the shortcuts `spread` and `all`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hordes.engine.core.state import State
from hordes.terminal.smallworld.choices import kind_of, region_of
from hordes.terminal.smallworld.commands import place_move


def spread_moves(state: State) -> list[str]:
    """Placements that distribute tokens and encampments in hand evenly over the regions, the weakest first."""
    trial, seat, counts = _copy(state), state.to_move, dict[str, int]()
    while trial.to_move == seat:
        move = _weakest(trial, int(seat))
        if not move:
            break
        trial.apply(trial.parse(move))
        counts[move] = counts.get(move, 0) + 1
    return [text for move, number in counts.items() for text in _together(move, number)]


def _copy(state: State) -> State:
    """A copy of the game that emits no events."""
    trial = state.clone()
    trial.sink = None
    return trial


def _together(move: str, number: int) -> list[str]:
    """A placement repeated: tokens in one move, pieces one by one."""
    return [place_move(region_of(move), number)] if kind_of(move) == "place" else [move] * number


def _weakest(state: State, seat: int) -> str:
    """The placement of one token (or else one encampment) on the region with the fewest."""
    regions: Mapping[str, Any] = state.view(seat).get("regions") or {}
    singles = [move for move in state.legal_texts() if kind_of(move) == "place" and len(move.split()) == 2]
    camps = [move for move in state.legal_texts() if move.startswith("place encampment ")]
    return min(singles or camps, key=lambda move: _strength(regions.get(region_of(move)) or {}), default="")


def _strength(region: Mapping[str, Any]) -> int:
    camps = (region.get("pieces") or {}).get("encampment") or 0
    return int(region.get("tokens", 0)) + int(camps)


def all_moves(state: State, region: str) -> list[str]:
    """All tokens on a region, or all encampments; with neither, one token, for the engine to refuse."""
    offers = [move for move in state.legal_texts() if kind_of(move) == "place" and region_of(move) == region]
    if offers:
        return [max(offers, key=_tokens)]
    trial, camp, moves = _copy(state), f"place encampment {region}", list[str]()
    # encampments are placed one by one, so try on a copy how many fit
    while camp in trial.legal_texts():
        trial.apply(trial.parse(camp))
        moves.append(camp)
    return moves or [place_move(region, 1)]


def _tokens(move: str) -> int:
    words = move.split()
    return int(words[2]) if len(words) > 2 else 1


def after_done(state: State) -> str:
    """What happens after `done`, in words; empty where it is not legal."""
    if "done" not in state.legal_texts():
        return ""
    trial, seat, phase = _copy(state), state.to_move, state.phase_name()
    trial.apply(trial.parse("done"))
    if phase == "necromancer_buy":
        return "buy no more, and conquer"
    if trial.to_move != seat or trial.phase_name() != "finish":
        return "go on" if phase == "withdraw" else "end the turn"
    moves = trial.legal_texts()
    if "decline" in moves:
        return "score, then decline or stay"
    return "place the Heroes" if moves[0].startswith("place hero") else "name an ally"


def only_stopping(state: State) -> bool:
    """Whether only `stop` is left, with further decisions of the seat after it."""
    if state.legal_texts() != ["stop"]:
        return False
    trial, seat = _copy(state), state.to_move
    trial.apply(trial.parse("stop"))
    return trial.to_move == seat and trial.phase_name() in ("conquer", "redeploy")


def forecast(state: State, move: str) -> tuple[int, int]:
    """Regions kept and coins gained if the race declined now."""
    trial, seat = state.clone(), state.to_move
    trial.sink = []
    trial.apply(trial.parse(move))
    events_by_type = {str(event["type"]): event for event in reversed(trial.sink) if event.get("seat") == seat}
    regions = events_by_type.get("declined", {}).get("regions", 0)
    coins = int(events_by_type.get("scored", {}).get("coins", 0))
    return (regions if isinstance(regions, int) else len(regions)), coins


def combo_tokens(state: State) -> dict[int, int]:
    """Tokens that each combo on offer would bring, found by picking it in a copy."""
    tokens, seat = dict[int, int](), int(state.to_move)
    for move in state.legal_texts():
        if move.startswith("pick "):
            trial = _copy(state)
            trial.apply(trial.parse(move))
            tokens[int(move.split()[1])] = int(trial.view(seat)["players"][seat]["active"]["hand"])
    return tokens
