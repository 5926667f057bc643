"""Names for Covil's things, whoever reads them: cards, troops, targets, zones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hordes.terminal.atlas import Atlas, Point, Region
from hordes.terminal.palette import TERRAIN_GLYPHS
from hordes.terminal.scene import View
from hordes.terminal.words import Cast, Lexicon, title

STATES = {"ready": "↑", "tired": "→", "exhausted": "↓"}
"""A Minion's state as the card lies on the table: upright, turned, upside down."""
FORTRESS = "♜"
REBEL = "⚑"
TROOP = re.compile(r"[0-3][a-e]")


def read_board(board: Mapping[str, Any]) -> Atlas:
    """Covil's board as the terminal draws it; all terrains of a zone are among its symbols, the first is its ground."""
    zones = tuple(_zone(zone) for zone in board["zones"])
    points = [point for zone in zones for point in zone.polygon] or [(1.0, 1.0)]
    box = (max(x for x, _ in points) + 34, max(y for _, y in points) + 34)
    return Atlas(str(board.get("name") or board.get("id") or "a board of your own"), 4, box, zones)


def _zone(zone: Mapping[str, Any]) -> Region:
    terrains = tuple(str(word).lower() for word in zone["terrain"])
    polygon: Sequence[Sequence[float]] = zone.get("polygon") or ()
    label = zone.get("label") or (0, 0)
    anchor: Point = (float(label[0]), float(label[1]))
    outline = tuple((float(x), float(y)) for x, y in polygon)
    name, near = str(zone.get("name") or ""), tuple(str(other) for other in zone["adjacent"])
    return Region(str(zone["id"]), name, terrains[0], terrains, bool(zone.get("start")), near, anchor, outline)


def place(atlas: Atlas, zone: object) -> str:
    """A zone in a sentence: its name, with the letter that stands on the board."""
    region = atlas.get(zone)
    return f"{region.name} ({region.id})" if region and region.name else f"zone {zone}"


def glyphs(region: Region) -> str:
    """The terrains of a zone as signs."""
    return "".join(TERRAIN_GLYPHS.get(terrain, "?") for terrain in region.symbols)


def entry(lexicon: Lexicon, card: object) -> Mapping[str, Any]:
    """What the glossary says about a card."""
    return lexicon.glossary.get(str(card), {})


def card(lexicon: Lexicon, identifier: object) -> str:
    """A card's name."""
    return str(entry(lexicon, identifier).get("name") or title(str(identifier)))


def stat(lexicon: Lexicon, identifier: object) -> str:
    """A Minion's base stat, or a relic's bonus: melee 2."""
    found = entry(lexicon, identifier).get("stat") or entry(lexicon, identifier).get("bonus") or {}
    return f"{found.get('type') or found.get('stat')} {found.get('value')}" if found else ""


def troop(cast: Cast, name: str) -> str:
    """Your troop a, Grim's troop b."""
    owner = cast.owner(int(name[0]))
    return f"{owner.lower() if owner == 'Your' else owner} troop {name[1]}"


def target(cast: Cast, name: str) -> str:
    """A troop or a fortress."""
    if not name.startswith("fortress"):
        return troop(cast, name)
    owner = cast.owner(int(name.split()[1]))
    return f"{owner.lower() if owner == 'Your' else owner} fortress"


def troops_in(view: View, zone: str) -> dict[int, tuple[str, str]]:
    """For each seat with troops in a zone: the letters of those standing and of those lying."""
    found: dict[int, tuple[str, str]] = {}
    for name, state in sorted((view.get("troops") or {}).items()):
        if str(state["zone"]) == zone:
            up, down = found.get(int(name[0]), ("", ""))
            found[int(name[0])] = (up + name[1], down) if state["standing"] else (up, down + name[1])
    return found


def fortress_in(view: View, zone: str) -> tuple[int, int] | None:
    """Seat and hit points of the fortress in a zone."""
    for seat, fortress in enumerate(view.get("fortresses") or []):
        if fortress is not None and str(fortress["zone"]) == zone:
            return seat, int(fortress["hp"])
    return None
