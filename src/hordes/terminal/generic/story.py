"""Narrates the events of any game by the sentences that the game writes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hordes.engine.core.state import Game, State
from hordes.terminal.interface import Event
from hordes.terminal.news import begins_turn
from hordes.terminal.wording import SeatNames, capitalise

MAX_BRIEF_LINES = 3
"""Lines of an opponent's turn in the brief news."""


@dataclass
class GenericNarrator:
    """Describes events for one reader; `state` is asked for the sentences."""

    game: Game
    state: State
    seat_names: SeatNames

    def describe_event(self, event: Event) -> str:
        """The game's sentence for an event with the players' names in it; empty where it has none."""
        return capitalise(with_players(self.state.narrate(dict(event)), event, self.seat_names.names))

    def describe_events(self, events: Iterable[Event]) -> list[str]:
        """The sentences of events, without the beginnings of turns."""
        lines = [self.describe_event(event) for event in events if not begins_turn(self.game, event)]
        return [line for line in lines if line]


def with_players(sentence: str, event: Event, names: Sequence[str]) -> str:
    """A sentence with players' names for the event's keys in braces.

    >>> with_players("{seat} takes Hale from {victim}.", {"seat": 1, "victim": 0}, ["Ann", "Grim"])
    'Grim takes Hale from Ann.'
    """

    def name(match: re.Match[str]) -> str:
        seat = event.get(match[1])
        return names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else match[1]

    return re.sub(r"\{(\w+)\}", name, sentence)
