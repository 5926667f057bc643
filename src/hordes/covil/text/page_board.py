"""A board as pages get it: names, terrains and neighbours of all zones, ids as text, the drawing where it has one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hordes.covil.wire.views import BoardData, BoardZone


def page_board(given: dict[str, Any]) -> BoardData:
    """The board of a game, made of its data, whose parts it takes over."""
    town = str(given["town"])
    return {"town": town, "zones": [_zone(town, zone) for zone in given["zones"]]}


def _zone(town: str, given: dict[str, Any]) -> BoardZone:
    zone: BoardZone = {
        "id": str(given["id"]),
        "name": str(given.get("name", "")),
        "terrain": given["terrain"],
        "town": str(given["id"]) == town,
        "start": given.get("start", False),
        "adjacent": [str(other) for other in given["adjacent"]],
    }
    if all(key in given for key in ("label", "fortress", "polygon", "slots")):
        zone["label"], zone["fortress"] = given["label"], given["fortress"]
        zone["polygon"], zone["slots"] = given["polygon"], given["slots"]
    return zone
