"""Notation for Covil's rule tests: positions in short strings, and helpers that read replies of the referee.

A troop is written `0a@b`, with a minus behind it when it lies; a Minion `h1`, with `~` when tired, `!` when exhausted.
The board is a ring a (Water) b (Forest) c (Mountain) d (Desert) e (Water, Forest) around the town t.
"""

from __future__ import annotations

from typing import Any

from hordes.engine.referee import answer
from tests.refusals import reason

RING = "a:Water b:Forest c:Mountain d:Desert e:Water+Forest"
STATES = {"~": "tired", "!": "exhausted"}
HOME = "0a@a 0b@a 1a@c 1b@c"
"""Everybody at home, standing: seat 0 in a, seat 1 in c."""


def board(text: str = RING, town: str = "Town", starts: str = "acd") -> dict[str, Any]:
    """A ring of zones around the town t."""
    words = [word.split(":") for word in text.split()]
    ids = [word[0] for word in words]
    zones = [
        {"id": key, "terrain": terrain.split("+"), "adjacent": [ids[k - 1], ids[(k + 1) % len(ids)], "t"]}
        | {"start": key in starts}
        for k, (key, terrain) in enumerate(words)
    ]
    return {"town": "t", "zones": [*zones, {"id": "t", "terrain": town.split("+"), "adjacent": ids}]}


def seat(hall: str = "o1! h1 h2", gold: int = 0, relics: str = "", active: str = "") -> dict[str, Any]:
    """A player."""
    cards = [{"card": word.rstrip("~!"), "state": STATES.get(word[-1], "ready")} for word in hall.split()]
    return {"gold": gold, "hall": cards, "relics": relics.split(), "active": active.split()}


def troops(text: str) -> dict[str, Any]:
    """Troops by name."""
    by_name = {}
    for word in text.split():
        name, zone = word.split("@")
        by_name[name] = {"zone": zone.rstrip("-"), "standing": not zone.endswith("-")}
    return by_name


def ask(
    *moves: str,
    at: str = HOME,
    me: dict[str, Any] | None = None,
    them: dict[str, Any] | None = None,
    others: tuple[dict[str, Any], ...] = (),
    hp: tuple[int, ...] = (5, 5),
    homes: str = "acd",
    options: dict[str, Any] | None = None,
    seed: int = 1,
    view: Any = "all",
    **position: Any,
) -> dict[str, Any]:
    """The referee's reply after these moves; by default seat 0 begins its turn in the afternoon of day 1."""
    players = [me or seat(), them or seat("o2! h2 h3"), *others]
    forts = [{"zone": homes[k], "hp": n} for k, n in enumerate([*hp, 5][: len(players)])]
    place: dict[str, Any] = {"day": 1, "phase": "afternoon", "scepter": 0, "player": 0, "rebels": 1}
    place |= {"fortresses": forts, "troops": troops(at), "players": players, "pool": []} | position
    table = {"board": board(), "players": len(players)} | (options or {})
    request = {"game": "covil", "options": table, "seed": seed, "position": place, "moves": list(moves), "view": view}
    return answer(request)


def granted(*moves: str, **keywords: Any) -> dict[str, Any]:
    """Like `ask`, for moves that must all be legal."""
    reply = ask(*moves, **keywords)
    assert reply["ok"], reply["error"]
    return reply


def refused(*moves: str, because: str, **keywords: Any) -> str:
    """Like `ask`, for a last move that must be illegal for this reason; returns the whole message."""
    return reason(ask(*moves, **keywords), len(moves) - 1, because=because)


def troop(reply: dict[str, Any], name: str) -> str | None:
    """Where a troop is, with a minus when it lies; None when it is off the board."""
    entry = reply["position"]["troops"].get(name)
    return None if entry is None else entry["zone"] + ("" if entry["standing"] else "-")


def hall(reply: dict[str, Any], player: int) -> str:
    """A hall in this notation."""
    marks = {"ready": "", "tired": "~", "exhausted": "!"}
    return " ".join([place["card"] + marks[place["state"]] for place in reply["position"]["players"][player]["hall"]])


def gold(reply: dict[str, Any]) -> list[int]:
    """The gold of each seat."""
    return [player["gold"] for player in reply["position"]["players"]]


def relics(reply: dict[str, Any], player: int) -> list[str]:
    """A hand."""
    return list(reply["position"]["players"][player]["relics"])


def hp(reply: dict[str, Any]) -> list[int]:
    """The hit points of each fortress."""
    return [fortress["hp"] for fortress in reply["position"]["fortresses"]]


def events_of(reply: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The events of one type, in order."""
    return [event for event in reply["events"] if event["type"] == kind]


def every(prefix: str, n: int, but: str = "") -> list[str]:
    """The ids of all Mercenaries or relics, but some: for `removed`."""
    return [f"{prefix}{k:02}" for k in range(1, n + 1) if f"{prefix}{k:02}" not in but.split()]
