"""Helpers for rule tests of the team game of six; seats that are not given are between two races."""

from __future__ import annotations

from typing import Any

from tests.smallworld.positions import board, granted, player, refused

ALL_SETS = ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]
TEAMS = {"mode": "teams", "players": 6, "sets": ALL_SETS}
MARKERS = {"markers": True, "sets": ALL_SETS}
"""Options of a table without teams that plays with Monsters, Places and Relics."""
LINE = "a:hill,border b:hill c:hill d:hill e:hill f:hill g:hill,border"
"""Seven hills in a row, entered at both ends."""

Seats = dict[int, dict[str, Any]]


def six(seats: Seats) -> list[dict[str, Any]]:
    """Six players; those not mentioned have no coins and no race."""
    return [seats.get(seat, player(coins=0)) for seat in range(6)]


def team(regions: dict[str, Any], seats: Seats, *moves: str, on: str = LINE, **keywords: Any) -> dict[str, Any]:
    """Moves that must all be legal in a team game."""
    links, turns = keywords.pop("links", None), keywords.pop("turns", 8)
    options = TEAMS | keywords.pop("options", {})
    return granted(regions, six(seats), *moves, on=board(on, links, turns), options=options, **keywords)


def team_refuses(
    regions: dict[str, Any], seats: Seats, *moves: str, because: str, on: str = LINE, **keywords: Any
) -> str:
    """Like `refused`, in a team game."""
    ground = board(on, keywords.pop("links", None), 8)
    return refused(regions, six(seats), *moves, on=ground, options=TEAMS, because=because, **keywords)


def continued(reply: dict[str, Any], *moves: str, on: str = LINE, **keywords: Any) -> dict[str, Any]:
    """The reply to further moves from the position of a reply."""
    position = dict(reply["position"])
    links = keywords.pop("links", None)
    players, options = position.pop("players"), TEAMS | keywords.pop("options", {})
    return granted(
        position.pop("regions"), players, *moves, on=board(on, links, 8), options=options, **(position | keywords)
    )


def round_trips(reply: dict[str, Any], **keywords: Any) -> bool:
    """Whether the position of a reply, read back, asks the same question."""
    fed = continued(reply, **keywords)
    return all(fed[key] == reply[key] for key in ("position", "legal", "phase", "to_move"))
