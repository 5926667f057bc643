"""News in brief: one line for each turn of an opponent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hordes.engine.core.state import Game
from hordes.terminal.news import Event, split_turns
from hordes.terminal.smallworld.story import SmallWorldNarrator
from hordes.terminal.wording import count_noun, join_words


def summarise_turns(events: Iterable[Event], narrator: SmallWorldNarrator, game: Game) -> list[str]:
    """Each turn of an opponent in one line; all other events as usual."""
    lines: list[str] = []
    for turn in split_turns(events, game):
        sentences = narrator.describe_events(turn)
        brief = (
            _turn(turn, narrator) if turn[0]["type"] == "turn" and turn[0]["seat"] != narrator.seat_names.reader else ""
        )
        lines += [brief] if brief else sentences
    return lines


def _turn(events: Sequence[Event], narrator: SmallWorldNarrator) -> str:
    """A turn in one line, such as: Grim took Honeycroft (from you), Roundtop; 8 coins. Empty if it is not over yet."""
    coins = _scored(events)
    actions = [
        action for action in (_picked(events, narrator), _taken(events, narrator), _other(events, narrator)) if action
    ]
    if coins is None:
        return ""
    name = narrator.seat_names.name(int(events[0]["seat"]))
    return f"{name} {join_words(actions) or 'conquered nothing'}; {count_noun(coins, 'coin')}."


def _scored(events: Sequence[Event]) -> int | None:
    return next((int(event["coins"]) for event in events if event["type"] == "scored"), None)


def _picked(events: Sequence[Event], narrator: SmallWorldNarrator) -> str:
    picks = [event for event in events if event["type"] == "picked"]
    return f"picked {narrator.lexicon.combo(picks[0]['race'], picks[0]['power'])}" if picks else ""


def _taken(events: Sequence[Event], narrator: SmallWorldNarrator) -> str:
    """The regions conquered, and from whom."""
    victims = {str(event["region"]): event for event in events if event["type"] == "lost"}
    places = []
    for event in events:
        if event["type"] == "conquered":
            place, victim = narrator.map_data.display_name(event["region"]), victims.get(str(event["region"]))
            places.append(f"{place} (from {_victim(victim, narrator)})" if victim else place)
    return f"took {', '.join(places)}" if places else ""


def _victim(event: Event, narrator: SmallWorldNarrator) -> str:
    return "you" if event["seat"] == narrator.seat_names.reader else narrator.lexicon.race(event["race"])


def _other(events: Sequence[Event], narrator: SmallWorldNarrator) -> str:
    """Failures, alliances, purchases and declines."""
    actions = []
    for event in events:
        match event["type"]:
            case "failed":
                actions.append(f"failed at {narrator.map_data.display_name(event['region'])}")
            case "allied":
                actions.append(f"made peace with {narrator.seat_names.object_name(event['ally'])}")
            case "bought":
                what = "a Ghost" if event["what"] == "ghost" else narrator.lexicon.power(event["what"])
                actions.append(f"bought {what}")
            case "swapped":
                actions.append(f"exchanged badges with {narrator.seat_names.object_name(event['partner'])}")
            case "declined":
                actions.append(f"retired the {narrator.lexicon.race(event['race'])}")
    return ", ".join(actions)
