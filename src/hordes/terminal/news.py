"""The news in brief: one line for each turn of somebody else, for readers who were not watching."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hordes.terminal.story import Teller
from hordes.terminal.words import count, listing

Event = Mapping[str, Any]


def by_turn(events: Iterable[Event]) -> list[list[Event]]:
    """Events cut at the beginning of every turn."""
    turns: list[list[Event]] = [[]]
    for event in events:
        if event["type"] == "turn" and turns[-1]:
            turns.append([])
        turns[-1].append(event)
    return [turn for turn in turns if turn]


def gist(events: Iterable[Event], teller: Teller) -> list[str]:
    """Every turn of others in one line; what belongs to no turn of theirs is told as usual."""
    lines: list[str] = []
    for turn in by_turn(events):
        told = teller.digest(turn)
        brief = _turn(turn, teller) if turn[0]["type"] == "turn" and turn[0]["seat"] != teller.cast.reader else ""
        lines += [brief] if brief else told
    return lines


def _turn(events: Sequence[Event], teller: Teller) -> str:
    """Grim took Honeycroft (from you), Roundtop; 8 coins. Empty for a turn that is not over yet."""
    coins = _scored(events)
    deeds = [deed for deed in (_picked(events, teller), _taken(events, teller), _other(events, teller)) if deed]
    if coins is None:
        return ""
    name = teller.cast.name(int(events[0]["seat"]))
    return f"{name} {listing(deeds) or 'conquered nothing'}; {count(coins, 'coin')}."


def _scored(events: Sequence[Event]) -> int | None:
    return next((int(event["coins"]) for event in events if event["type"] == "scored"), None)


def _picked(events: Sequence[Event], teller: Teller) -> str:
    found = [event for event in events if event["type"] == "picked"]
    return f"picked {teller.lexicon.combo(found[0]['race'], found[0]['power'])}" if found else ""


def _taken(events: Sequence[Event], teller: Teller) -> str:
    """The regions conquered, with those they were taken from."""
    victims = {str(event["region"]): event for event in events if event["type"] == "lost"}
    places = []
    for event in events:
        if event["type"] == "conquered":
            place, victim = teller.atlas.called(event["region"]), victims.get(str(event["region"]))
            places.append(f"{place} (from {_victim(victim, teller)})" if victim else place)
    return f"took {', '.join(places)}" if places else ""


def _victim(event: Event, teller: Teller) -> str:
    return "you" if event["seat"] == teller.cast.reader else teller.lexicon.race(event["race"])


def _other(events: Sequence[Event], teller: Teller) -> str:
    """Failures, peace, purchases and decline."""
    deeds = []
    for event in events:
        match event["type"]:
            case "failed":
                deeds.append(f"failed at {teller.atlas.called(event['region'])}")
            case "allied":
                deeds.append(f"made peace with {teller.cast.object(event['ally'])}")
            case "bought":
                what = "a Ghost" if event["what"] == "ghost" else teller.lexicon.power(event["what"])
                deeds.append(f"bought {what}")
            case "swapped":
                deeds.append(f"exchanged badges with {teller.cast.object(event['partner'])}")
            case "declined":
                deeds.append(f"retired the {teller.lexicon.race(event['race'])}")
    return ", ".join(deeds)
