"""Completeness of events: a board that is updated by events alone equals that of the position."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER
from hordes.engine.games import load

Board = dict[str, dict[str, Any]]


class EventBoard:
    """A board that is updated by events alone."""

    def __init__(self, regions: Board) -> None:
        self.regions = regions

    def apply(self, event: dict[str, Any]) -> None:
        """Update the board by an event."""
        action = getattr(self, "on_" + event["type"], None)
        if action is not None:
            action(event, str(event.get("region")))

    def on_conquered(self, event: dict[str, Any], region: str) -> None:
        self.regions[region] = {key: event[key] for key in ("race", "tokens")} | {"player": event["seat"], "pieces": {}}

    @staticmethod
    def owned(entry: dict[str, Any], event: dict[str, Any]) -> bool:
        return bool(entry.get("player") == event["seat"] and entry.get("race") == event["race"])

    def on_tribe_lost(self, event: dict[str, Any], region: str) -> None:
        assert region in self.regions

    def on_abandoned(self, event: dict[str, Any], region: str) -> None:
        del self.regions[region]

    def on_placed(self, event: dict[str, Any], region: str) -> None:
        self.regions[region]["tokens"] += event["tokens"]

    def on_readied(self, event: dict[str, Any], region: str) -> None:
        for entry in self.regions.values():
            if self.owned(entry, event):
                entry["tokens"] = 1

    def on_piece_placed(self, event: dict[str, Any], region: str) -> None:
        pieces = self.regions[region]["pieces"]
        pieces[event["piece"]] = pieces.get(event["piece"], 0) + 1

    def on_piece_removed(self, event: dict[str, Any], region: str) -> None:
        pieces = self.regions.get(region, {}).get("pieces", {})
        if pieces.get(event["piece"], 0) > 1:
            pieces[event["piece"]] -= 1
        else:
            pieces.pop(event["piece"], None)

    def on_vanished(self, event: dict[str, Any], region: str) -> None:
        self.regions = {key: entry for key, entry in self.regions.items() if not self.owned(entry, event)}


def drawn(position: dict[str, Any]) -> Board:
    """The map of a position, with pieces always shown."""
    return {key: {"pieces": {}} | entry for key, entry in position["regions"].items()}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_owners_and_pieces_follow_from_the_events_alone(players: int) -> None:
    """Owners, races and pieces follow from the events; tokens do too, except where a decline thins them out."""
    state = load("smallworld").new({"players": players})
    rng = Rng(players)
    event_board = EventBoard(drawn(state.position()))
    while state.to_move != OVER:
        events: list[dict[str, Any]] = []
        state.sink = events
        state.apply(state.nth_legal(rng.below(state.find_legal())))
        for event in events:
            event_board.apply(event)
        if any(event["type"] == "declined" for event in events):
            event_board.regions = drawn(state.position())
        shown = drawn(state.position())
        assert {key: entry["pieces"] for key, entry in event_board.regions.items()} == {
            key: entry["pieces"] for key, entry in shown.items()
        }
        assert {key: (entry.get("player"), entry.get("race"), entry.get("tokens")) for key, entry in shown.items()} == {
            key: (entry.get("player"), entry.get("race"), entry.get("tokens"))
            for key, entry in event_board.regions.items()
        }
