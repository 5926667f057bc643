"""A small language for rule tests: a map in a line, a position in a few words, and what the referee answers.

Regions are written `name:terrain[,flag...][+symbol...]`; flags are `border` and `tribe`. Neighbours follow each other
in a row unless `links` says otherwise.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hordes.engine.referee import answer

ROW = "a:farmland,border b:forest c:hill d:swamp e:farmland,border"
"""Five regions in a row, entered at both ends."""


def board(text: str = ROW, links: str | None = None, turns: int = 10) -> dict[str, Any]:
    """An inline map. `links` is a list such as "a-b b-c"; by default each region borders the next one."""
    regions = [_region(word) for word in text.split()]
    ids = [region["id"] for region in regions]
    pairs = [tuple(link.split("-")) for link in links.split()] if links else list(pairwise(ids))
    for region in regions:
        region["adjacent"] = [b for a, b in pairs if a == region["id"]] + [a for a, b in pairs if b == region["id"]]
    return {"turns": turns, "regions": regions}


def _region(word: str) -> dict[str, Any]:
    name, _, rest = word.partition(":")
    rest, *symbols = rest.split("+")
    terrain, *flags = rest.split(",")
    return {
        "id": name,
        "terrain": terrain,
        "symbols": symbols,
        "border": "border" in flags,
        "lost_tribe": "tribe" in flags,
    }


def held(player: int, race: str, tokens: int = 1, declined: bool = False, **pieces: int) -> dict[str, Any]:
    """A region in somebody's hands."""
    return {"player": player, "race": race, "tokens": tokens, "declined": declined, "pieces": pieces}


TRIBE = {"lost_tribe": True}


def player(
    race: str | None = None, power: str | None = None, hand: int = 0, coins: int = 5, **more: Any
) -> dict[str, Any]:
    """A player with an active race; `declined` lists races in decline (a word, or a pair of race and kept badge)."""
    declined = [_declined(entry) for entry in more.pop("declined", [])]
    active = None if race is None else {"race": race, "power": power, "hand": hand} | more
    return {"coins": coins, "active": active, "declined": declined}


def _declined(entry: Any) -> dict[str, Any]:
    if isinstance(entry, dict):
        return entry
    race, power = (entry, None) if isinstance(entry, str) else entry
    return {"race": race, "power": power, "hand": 0}


def ask(
    regions: dict[str, Any],
    players: list[dict[str, Any]],
    *moves: str,
    on: dict[str, Any] | None = None,
    rolls: tuple[int, ...] = (),
    options: dict[str, Any] | None = None,
    view: Any = "all",
    seed: int = 1,
    **position: Any,
) -> dict[str, Any]:
    """What the referee says after these moves from this position (by default seat 0 begins its turn 3)."""
    request = {
        "game": "smallworld",
        "options": {"map": on or board(), "players": len(players)} | (options or {}),
        "seed": seed,
        "position": {"turn": 3, "player": 0, "phase": "start", "regions": regions, "players": players} | position,
        "moves": list(moves),
        "rolls": list(rolls),
        "view": view,
    }
    return answer(request)


def granted(*arguments: Any, **keywords: Any) -> dict[str, Any]:
    """Like `ask`, for moves that must all be legal."""
    reply = ask(*arguments, **keywords)
    assert reply["ok"], reply["error"]
    return reply


def refused(*arguments: Any, **keywords: Any) -> str:
    """Like `ask`, for a last move that must be forbidden: answers with the message."""
    reply = ask(*arguments, **keywords)
    assert not reply["ok"], "the move should have been refused"
    assert reply["error"]["code"] == "illegal_move", reply["error"]
    assert reply["error"]["move"] == len(arguments) - 3, reply["error"]
    return str(reply["error"]["message"])


def region(reply: dict[str, Any], name: str) -> dict[str, Any]:
    """What stands in a region after it."""
    return dict(reply["position"]["regions"].get(name, {}))


def tokens(reply: dict[str, Any], name: str) -> int:
    """How many race tokens stand in a region after it."""
    return int(region(reply, name).get("tokens", 0))


def pieces(reply: dict[str, Any], name: str) -> dict[str, int]:
    """The pieces in a region after it."""
    return dict(region(reply, name).get("pieces", {}))


def coins(reply: dict[str, Any]) -> list[int]:
    """Everybody's coins after it."""
    return [int(entry["coins"]) for entry in reply["position"]["players"]]


def hand(reply: dict[str, Any], seat: int) -> int:
    """The tokens of the active race that a seat holds in hand."""
    return int((reply["position"]["players"][seat]["active"] or {}).get("hand", 0))


def remnants(reply: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """All that is said of a seat's races in decline, the newest last."""
    return [dict(army) for army in reply["position"]["players"][seat]["declined"]]


def legal(reply: dict[str, Any]) -> list[str]:
    """The moves that are open after it."""
    return [str(move) for move in reply["legal"]]


def offers(reply: dict[str, Any], verb: str) -> list[str]:
    """The open moves that begin with a word."""
    return [move for move in legal(reply) if move.startswith(verb)]


def combos(text: str) -> list[dict[str, Any]]:
    """A column from the top: "orcs+hill ratmen+merchant=3" has three coins on its second combo."""
    found = []
    for word in text.split():
        pair, _, coins_on_it = word.partition("=")
        race, power = pair.split("+")
        found.append({"race": race, "power": power, "coins": int(coins_on_it or 0)})
    return found


def told(reply: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The events of one type, in order."""
    return [event for event in reply["events"] if event["type"] == kind]


def active(reply: dict[str, Any], seat: int) -> dict[str, Any]:
    """The active race of a seat after it; empty between two races."""
    return dict(reply["position"]["players"][seat]["active"] or {})


def declined(reply: dict[str, Any], seat: int) -> list[str]:
    """The races of a seat in decline after it, the newest last."""
    return [str(army["race"]) for army in reply["position"]["players"][seat]["declined"]]


WITH_DAMES = {"sets": ["base", "grand_dames", "be_not_afraid"]}
"""Options of a table that has opened the boxes Grand Dames and Be Not Afraid."""


def allowed(*arguments: Any, rulings: tuple[str, ...] = (), **keywords: Any) -> dict[str, Any]:
    """Like `granted`, with Grand Dames and Be Not Afraid on the table and some rulings switched on."""
    return granted(*arguments, options=WITH_DAMES | {"rulings": list(rulings)}, **keywords)


def forbidden(*arguments: Any, **keywords: Any) -> str:
    """Like `refused`, with Grand Dames and Be Not Afraid on the table."""
    return refused(*arguments, options=WITH_DAMES, **keywords)


def resumed(reply: dict[str, Any], *moves: str, **keywords: Any) -> dict[str, Any]:
    """Like `allowed`, from the position of a reply."""
    found = dict(reply["position"])
    return allowed(found.pop("regions"), found.pop("players"), *moves, **found, **keywords)


WITH_BOXES = {"sets": ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]}
"""Options of a table that has opened every box."""


def opened(*arguments: Any, rulings: tuple[str, ...] = (), **keywords: Any) -> dict[str, Any]:
    """Like `granted`, with every box on the table and some rulings switched on."""
    return granted(*arguments, options=WITH_BOXES | {"rulings": list(rulings)}, **keywords)


def barred(*arguments: Any, **keywords: Any) -> str:
    """Like `refused`, with every box on the table."""
    return refused(*arguments, options=WITH_BOXES, **keywords)


def led_on(reply: dict[str, Any], *moves: str, **keywords: Any) -> dict[str, Any]:
    """Like `opened`, from the position of a reply."""
    found = dict(reply["position"])
    return opened(found.pop("regions"), found.pop("players"), *moves, **found, **keywords)


def same_game(reply: dict[str, Any], **keywords: Any) -> bool:
    """Does the position of a reply, fed back, ask the same question again?"""
    again = led_on(reply, **keywords)
    return all(again[key] == reply[key] for key in ("position", "legal", "phase", "to_move"))


def standing(reply: dict[str, Any], name: str) -> dict[str, Any]:
    """Like `pieces`, also where Behemoth stacks stand, which are a list of sizes."""
    return dict(region(reply, name).get("pieces", {}))
