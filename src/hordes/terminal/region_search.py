"""Finds the regions or zones that a typed text can mean, shared by all games."""

from __future__ import annotations

import re
from collections.abc import Callable

from hordes.terminal.board.map_data import MapData, Region


def plain_name(name: str) -> str:
    """Lower case, letters, digits and spaces only, for comparisons."""
    return re.sub(r"[^a-z0-9 ]", "", name.lower())


def find_regions(text: str, map_data: MapData) -> list[Region]:
    """Regions that a text can mean: by number, `#number`, full name, prefix or part of the name."""
    number, _, name = text.lower().removeprefix("#").strip().partition(" ")
    by_id = [region for region in map_data.regions if region.id.lower() == number]
    if by_id and plain_name(by_id[0].name).startswith(plain_name(name)):
        return by_id
    wanted = plain_name(text).strip()
    names = [(plain_name(region.name), region) for region in map_data.regions if region.name]
    if not wanted:
        return []
    tests: tuple[Callable[[str], bool], ...] = (
        wanted.__eq__,
        lambda name: name.startswith(wanted),
        lambda name: wanted in name,
    )
    for fits in tests:
        regions = [region for name, region in names if fits(name)]
        if regions:
            return regions
    return []
