"""Display names of Covil's cards, troops, targets and zones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hordes.terminal.board.map_data import MapData, Point, Region
from hordes.terminal.board.palette import TERRAIN_GLYPHS
from hordes.terminal.scene import View
from hordes.terminal.wording import Lexicon, SeatNames, title_from_id

STATES = {"ready": "↑", "tired": "→", "exhausted": "↓"}
"""Symbols of a Minion's state: the card lies upright, sideways or upside down."""
FORTRESS = "♜"
REBEL = "⚑"
TROOP = re.compile(r"[0-3][a-e]")


def read_board_data(board: Mapping[str, Any]) -> MapData:
    """Covil's board as `MapData`; all terrains of a zone are its symbols, the first is its colour."""
    zones = tuple(_zone(zone) for zone in board["zones"])
    points = [point for zone in zones for point in zone.polygon] or [(1.0, 1.0)]
    box = (max(x for x, _ in points) + 34, max(y for _, y in points) + 34)
    return MapData(str(board.get("name") or board.get("id") or "a board of your own"), 4, box, zones)


def _zone(zone: Mapping[str, Any]) -> Region:
    terrains = tuple(str(word).lower() for word in zone["terrain"])
    polygon: Sequence[Sequence[float]] = zone.get("polygon") or ()
    label = zone.get("label") or (0, 0)
    anchor: Point = (float(label[0]), float(label[1]))
    outline = tuple((float(x), float(y)) for x, y in polygon)
    name, near = str(zone.get("name") or ""), tuple(str(other) for other in zone["adjacent"])
    return Region(str(zone["id"]), name, terrains[0], terrains, bool(zone.get("start")), near, anchor, outline)


def zone_name(map_data: MapData, zone: object) -> str:
    """A zone in a sentence: its name and letter."""
    region = map_data.get(zone)
    return f"{region.name} ({region.id})" if region and region.name else f"zone {zone}"


def glyphs(region: Region) -> str:
    """The terrains of a zone as glyphs."""
    return "".join(TERRAIN_GLYPHS.get(terrain, "?") for terrain in region.symbols)


def card_entry(lexicon: Lexicon, card: object) -> Mapping[str, Any]:
    """Glossary entry of a card."""
    return lexicon.glossary.get(str(card), {})


def card_name(lexicon: Lexicon, identifier: object) -> str:
    """A card's name."""
    return str(card_entry(lexicon, identifier).get("name") or title_from_id(str(identifier)))


def stat_text(lexicon: Lexicon, identifier: object) -> str:
    """A Minion's base stat, or a relic's bonus: melee 2."""
    stat = card_entry(lexicon, identifier).get("stat") or card_entry(lexicon, identifier).get("bonus") or {}
    return f"{stat.get('type') or stat.get('stat')} {stat.get('value')}" if stat else ""


def troop_name(seat_names: SeatNames, name: str) -> str:
    """Your troop a, Grim's troop b."""
    owner = seat_names.possessive(int(name[0]))
    return f"{owner.lower() if owner == 'Your' else owner} troop {name[1]}"


def target_name(seat_names: SeatNames, name: str) -> str:
    """A troop or a fortress."""
    if not name.startswith("fortress"):
        return troop_name(seat_names, name)
    owner = seat_names.possessive(int(name.split()[1]))
    return f"{owner.lower() if owner == 'Your' else owner} fortress"


def troops_in(view: View, zone: str) -> dict[int, tuple[str, str]]:
    """Letters of the standing and the lying troops in a zone, by seat."""
    troops: dict[int, tuple[str, str]] = {}
    for name, state in sorted((view.get("troops") or {}).items()):
        if str(state["zone"]) == zone:
            up, down = troops.get(int(name[0]), ("", ""))
            troops[int(name[0])] = (up + name[1], down) if state["standing"] else (up, down + name[1])
    return troops


def fortress_in(view: View, zone: str) -> tuple[int, int] | None:
    """Seat and hit points of the fortress in a zone."""
    for seat, fortress in enumerate(view.get("fortresses") or []):
        if fortress is not None and str(fortress["zone"]) == zone:
            return seat, int(fortress["hp"])
    return None
