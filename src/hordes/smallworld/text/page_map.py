"""A map as pages get it: names, terrains and neighbours of all regions, ids as text, the drawing where it has one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hordes.smallworld.wire.views import MapData, MapRegion


def page_map(given: dict[str, Any]) -> MapData:
    """The map of a game, made of its data, whose parts it takes over."""
    data: MapData = {"turns": given["turns"], "regions": [_region(region) for region in given["regions"]]}
    if "box" in given:
        data["box"] = given["box"]
    return data


def _region(given: dict[str, Any]) -> MapRegion:
    region: MapRegion = {
        "id": str(given["id"]),
        "name": str(given.get("name", given["id"])),
        "terrain": given["terrain"],
        "symbols": given.get("symbols", []),
        "border": given.get("border", False),
        "adjacent": [str(other) for other in given["adjacent"]],
    }
    if all(key in given for key in ("anchor", "inradius", "polygon")):
        region["anchor"], region["inradius"], region["polygon"] = given["anchor"], given["inradius"], given["polygon"]
    return region
