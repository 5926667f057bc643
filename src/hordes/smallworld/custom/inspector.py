"""Inspection of a user's set or map file, and start positions that exercise its pieces in fuzzed games."""

from __future__ import annotations

import difflib
import json
import re
from pathlib import Path
from typing import Any

from hordes.engine.core.bits import BITS_PER_SET, listed
from hordes.engine.core.rng import Rng, mix
from hordes.engine.core.state import FuzzStart, Inspection
from hordes.engine.errors import BadRequest
from hordes.smallworld.custom import checker, loader
from hordes.smallworld.custom.hook_guard import is_custom
from hordes.smallworld.options import resolve_options
from hordes.smallworld.state.board import WATER_TERRAINS
from hordes.smallworld.state.constants import COLUMN_SLOTS
from hordes.smallworld.text.map_reader import board_from_json
from hordes.smallworld.text.map_reader import map_errors as board_faults

MAP_KEYS = ("id", "name", "players", "turns", "facts", "geometry", "box", "regions")
REGION_KEYS = (
    "id", "name", "terrain", "symbols", "border", "edge", "lost_tribe", "adjacent", "anchor", "inradius", "polygon",
    "slot_radius", "slots",
)  # fmt: skip


def recognises(content: object) -> bool:
    """Whether a text is a set for Small World (it imports the API of sets), or JSON a map (its regions have terrain).

    >>> recognises("from hordes.smallworld.custom.api import Race"), recognises({"regions": [{"terrain": "hill"}]})
    (True, True)
    >>> recognises("import os"), recognises({"regions": ["hill"]})
    (False, False)
    """
    if isinstance(content, str):
        return re.search(r"^\s*(from|import)\s+hordes\.smallworld\b", content, re.MULTILINE) is not None
    regions = content.get("regions") if isinstance(content, dict) else None
    return isinstance(regions, list) and any(isinstance(region, dict) and "terrain" in region for region in regions)


def inspect(path: str) -> Inspection:
    """Check a set (`.py`) or a map (`.json`): its faults, and the options of a game with it."""
    if path.endswith(".py"):
        return _inspect_set(path)
    if path.endswith(".json"):
        return _inspect_map(path)
    raise BadRequest(f"{path} is neither a set of pieces (.py) nor a map (.json).")


def _inspect_set(path: str) -> Inspection:
    custom_set, faults = checker.load_and_check(path)
    lines = [(fault.line, fault.text) for fault in faults]
    if custom_set is None:
        return Inspection("set", loader.set_name(path), lines, {}, [])
    ids = [] if faults else [kind().id for kind in custom_set.kinds]
    return Inspection("set", custom_set.name, lines, {"sets": ["base", custom_set.name]}, ids)


# Maps


def _inspect_map(path: str) -> Inspection:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadRequest(f"Cannot read the map {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadRequest(f"The map {path} is no text in UTF-8.") from error
    name = Path(path).stem
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        return Inspection("map", name, [(error.lineno, f"This is no JSON: {error.msg}.")], {}, [])
    except RecursionError:
        return Inspection("map", name, [(1, "This is no map: it is nested too deeply.")], {}, [])
    lines = region_lines(text)
    faults = [(lines[n] if 0 <= n < len(lines) else 1, text) for n, text in map_faults(data)]
    options = {"map": data} | ({"players": data["players"]} if not faults and "players" in data else {})
    return Inspection("map", name, sorted(faults, key=lambda fault: fault[0]), options, [])


def region_lines(text: str) -> list[int]:
    r"""The line of each entry of a map's `regions`.

    >>> region_lines('{"turns": 3,\n "regions": [\n  {"id": 1},\n  {"id": 2}]}')
    [3, 4]
    """
    begin = re.search(r'"regions"\s*:\s*\[', text)
    at, lines, decoder = begin.end() if begin else len(text), [], json.JSONDecoder()
    while at < len(text):
        at += len(text[at:]) - len(text[at:].lstrip(" \t\r\n,"))
        if at >= len(text) or text[at] == "]":
            break
        lines.append(text.count("\n", 0, at) + 1)
        at = decoder.raw_decode(text, at)[1]
    return lines


def map_faults(data: Any) -> list[tuple[int, str]]:
    """Faults that make a map invalid or unplayable, each with the index of its region or -1."""
    faults = board_faults(data)
    if not isinstance(data, dict) or not isinstance(data.get("regions"), list):
        return faults
    faults += [(-1, text) for text in _unknown_keys(data, MAP_KEYS, "The map")]
    if data.get("players", 2) not in range(2, 7):
        faults.append((-1, f"A map's `players`, if it names them, is a number from 2 to 6, not {data['players']!r}."))
    for n, region in enumerate(data["regions"]):
        if isinstance(region, dict):
            faults += [(n, text) for text in _unknown_keys(region, REGION_KEYS, f"Region {region.get('id')}")]
            if region.get("lost_tribe") is True and region.get("terrain") in WATER_TERRAINS:
                faults.append((n, f"Region {region.get('id')}: a Lost Tribe cannot live in a {region['terrain']}."))
    return faults if faults else _connectivity_faults(data)


def _unknown_keys(entry: dict[str, Any], known: tuple[str, ...], what: str) -> list[str]:
    """Misspelt keys; unknown keys that resemble none of ours are allowed."""
    strange = [(key, difflib.get_close_matches(key, known, 1, 0.75)) for key in entry if key not in known]
    return [f"{what} has a key {key!r}; did you mean `{near[0]}`?" for key, near in strange if near]


def _connectivity_faults(data: dict[str, Any]) -> list[tuple[int, str]]:
    """Faults of connectivity: a map needs land on its border, must be connected, and have enough regions."""
    board = board_from_json(json.loads(json.dumps(data)))
    faults: list[tuple[int, str]] = []
    if board.border & board.land == 0:
        faults.append((-1, "No land region is marked `border`: nobody could enter the map."))
    reached = before = 1
    while True:
        reached |= int(board.neighbours(reached))
        if reached == before:
            break
        before = reached
    lost = board.everywhere & ~reached
    for region in listed(lost):
        text = f"The map falls apart: no way leads from region {board.ids[0]} to region {board.ids[region]}."
        faults.append((region, text))
    if len(board.ids) < 6:
        faults.append((-1, f"The map has {len(board.ids)} regions: too few for two races (6 to {BITS_PER_SET})."))
    return faults


# Start positions


def custom_fuzz_start(k: int, options: dict[str, Any]) -> FuzzStart:
    """The k-th start: combos are arranged so that each custom piece is picked at once, by each seat in rotation.

    Without custom pieces, on a custom map, all pieces are treated alike. What the options leave open (seats, mode, map)
    varies.
    """
    fixed = options | _open_choices(k, options)
    players = int(fixed["players"])
    if fixed.get("mode") == "necromancer" and k % 2 == 1:
        return FuzzStart(fixed, None, [])  # a plain start: his six powers are drawn by chance
    resolved = resolve_options(fixed)
    rules, board = resolved.rules, resolved.board
    deciding = players - 1 if fixed.get("mode") == "necromancer" else players
    races = _shuffled([race.id for race in rules.races if race.in_column()], k)
    powers = _shuffled([power.id for power in rules.powers], k + 1)
    pieces = [trait.id for trait in [*rules.races, *rules.powers] if is_custom(trait)]
    if pieces:
        _move_to_slot(pieces[k % len(pieces)], races, powers, k // len(pieces) % deciding)
    column = [{"race": race, "power": power, "coins": 0} for race, power in zip(races, powers, strict=False)]
    tribes = {board.ids[r]: {"lost_tribe": True} for r in listed(board.lost_tribes)}
    first = k // 5 % players if fixed.get("mode", "standard") == "standard" else 0
    position = {"first": first, "player": first, "regions": tribes, "column": column[:COLUMN_SLOTS]}
    return FuzzStart(fixed, position, ["pick 1"] * players)


def _open_choices(k: int, options: dict[str, Any]) -> dict[str, Any]:
    """Mode, seats and map where the options leave them open: two starts in seven are for teams or the Necromancer."""
    mode, lap = options.get("mode", "standard"), k // 7
    if not {"mode", "map", "players", "markers", "turns"} & set(options):
        mode = {5: "necromancer", 6: "teams"}.get(k % 7, mode)
    seats = {"necromancer": 3 + lap % 4, "teams": 6}.get(mode, 2 + k % 5)
    choices: dict[str, Any] = {"players": options.get("players", seats)}
    if mode != "standard":
        return choices | {"mode": mode}
    return choices if "map" in options else choices | {"map": f"map-{choices['players']}p"}


def _shuffled(ids: list[str], seed: int) -> list[str]:
    rng, pool = Rng(int(mix(seed))), list(ids)
    return [pool.pop(int(rng.below(len(pool)))) for _ in ids]


def _move_to_slot(piece: str, races: list[str], powers: list[str], slot: int) -> None:
    """Move a piece to a given place of its stack."""
    for stack in (races, powers):
        if piece in stack:
            stack.remove(piece)
            stack.insert(slot, piece)
