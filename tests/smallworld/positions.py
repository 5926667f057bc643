"""Notation for Small World's rule tests: maps and positions in short strings; helpers that read replies.

Regions are written `name:terrain[,flag...][+symbol...]`; flags are `border` and `tribe`. Neighbours follow each other
in a row unless `links` says otherwise.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hordes.engine.referee import answer
from tests.refusals import reason

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
    """The entry of a region that a player holds."""
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
    """The referee's reply to these moves from this position (by default seat 0 begins its turn 3)."""
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


def refused(*arguments: Any, because: str, **keywords: Any) -> str:
    """Like `ask`, for a last move that must be forbidden, for this reason: returns the whole message."""
    return reason(ask(*arguments, **keywords), len(arguments) - 3, because=because)


def region(reply: dict[str, Any], name: str) -> dict[str, Any]:
    """The entry of a region in the position of a reply."""
    return dict(reply["position"]["regions"].get(name, {}))


def tokens(reply: dict[str, Any], name: str) -> int:
    """The race tokens in a region, in the position of a reply."""
    return int(region(reply, name).get("tokens", 0))


def pieces(reply: dict[str, Any], name: str) -> dict[str, int]:
    """The pieces in a region, in the position of a reply."""
    return dict(region(reply, name).get("pieces", {}))


def coins(reply: dict[str, Any]) -> list[int]:
    """Coins by seat, in the position of a reply."""
    return [int(entry["coins"]) for entry in reply["position"]["players"]]


def hand(reply: dict[str, Any], seat: int) -> int:
    """The tokens of the active race that a seat holds in hand."""
    return int((reply["position"]["players"][seat]["active"] or {}).get("hand", 0))


def declined_entries(reply: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """The entries of a seat's races in decline, the newest last."""
    return [dict(army) for army in reply["position"]["players"][seat]["declined"]]


def legal(reply: dict[str, Any]) -> list[str]:
    """The legal moves of a reply."""
    return [str(move) for move in reply["legal"]]


def offers(reply: dict[str, Any], verb: str) -> list[str]:
    """The legal moves that begin with a word."""
    return [move for move in legal(reply) if move.startswith(verb)]


def combos(text: str) -> list[dict[str, Any]]:
    """A column from the top: "orcs+hill ratmen+merchant=3" has three coins on its second combo."""
    entries = []
    for word in text.split():
        pair, _, coins_on_it = word.partition("=")
        race, power = pair.split("+")
        entries.append({"race": race, "power": power, "coins": int(coins_on_it or 0)})
    return entries


def events_of_type(reply: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The events of one type, in order."""
    return [event for event in reply["events"] if event["type"] == kind]


def active(reply: dict[str, Any], seat: int) -> dict[str, Any]:
    """The entry of a seat's active race; empty between two races."""
    return dict(reply["position"]["players"][seat]["active"] or {})


def declined(reply: dict[str, Any], seat: int) -> list[str]:
    """The ids of a seat's races in decline, the newest last."""
    return [str(army["race"]) for army in reply["position"]["players"][seat]["declined"]]


WITH_DAMES = {"sets": ["base", "grand_dames", "be_not_afraid"]}
"""Options with the sets Grand Dames and Be Not Afraid."""


def granted_with_dames(*arguments: Any, rulings: tuple[str, ...] = (), **keywords: Any) -> dict[str, Any]:
    """Like `granted`, with the sets Grand Dames and Be Not Afraid, and some rulings switched on."""
    return granted(*arguments, options=WITH_DAMES | {"rulings": list(rulings)}, **keywords)


def refused_with_dames(*arguments: Any, because: str, **keywords: Any) -> str:
    """Like `refused`, with Grand Dames and Be Not Afraid on the table."""
    return refused(*arguments, options=WITH_DAMES, because=because, **keywords)


def continued_with_dames(reply: dict[str, Any], *moves: str, **keywords: Any) -> dict[str, Any]:
    """Like `granted_with_dames`, from the position of a reply."""
    position = dict(reply["position"])
    return granted_with_dames(position.pop("regions"), position.pop("players"), *moves, **position, **keywords)


WITH_BOXES = {"sets": ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]}
"""Options with all sets."""


def granted_all_sets(*arguments: Any, rulings: tuple[str, ...] = (), **keywords: Any) -> dict[str, Any]:
    """Like `granted`, with all sets, and some rulings switched on."""
    return granted(*arguments, options=WITH_BOXES | {"rulings": list(rulings)}, **keywords)


def refused_all_sets(*arguments: Any, because: str, **keywords: Any) -> str:
    """Like `refused`, with every box on the table."""
    return refused(*arguments, options=WITH_BOXES, because=because, **keywords)


def continued_all_sets(reply: dict[str, Any], *moves: str, **keywords: Any) -> dict[str, Any]:
    """Like `granted_all_sets`, from the position of a reply."""
    position = dict(reply["position"])
    return granted_all_sets(position.pop("regions"), position.pop("players"), *moves, **position, **keywords)


def same_game(reply: dict[str, Any], **keywords: Any) -> bool:
    """Whether the position of a reply, read back, asks the same question."""
    again = continued_all_sets(reply, **keywords)
    return all(again[key] == reply[key] for key in ("position", "legal", "phase", "to_move"))


def pieces_with_stacks(reply: dict[str, Any], name: str) -> dict[str, Any]:
    """Like `pieces`, also where Behemoth stacks stand, which are a list of sizes."""
    return dict(region(reply, name).get("pieces", {}))
