"""Looking over a file of the user's own, a set or a map, and beginnings that put it to the test."""

from __future__ import annotations

import difflib
import json
import re
from pathlib import Path
from typing import Any

from hordes.engine.bits import SIZE, listed
from hordes.engine.errors import BadRequest
from hordes.engine.rng import Rng, mix
from hordes.engine.state import Drill, Inspection
from hordes.smallworld import own, own_check
from hordes.smallworld.board import WATER, build
from hordes.smallworld.board import faults as board_faults
from hordes.smallworld.options import agreed
from hordes.smallworld.own_guard import is_own
from hordes.smallworld.vocabulary import COLUMN

MAP_KEYS = ("id", "name", "players", "turns", "facts", "geometry", "box", "regions")
REGION_KEYS = (
    "id", "name", "terrain", "symbols", "border", "edge", "lost_tribe", "adjacent", "anchor", "inradius", "polygon",
    "slot_radius", "slots",
)  # fmt: skip


def inspect(path: str) -> Inspection:
    """All that is wrong with a set (`.py`) or a map (`.json`), and the options of a game with it."""
    if path.endswith(".py"):
        return _inspect_set(path)
    if path.endswith(".json"):
        return _inspect_map(path)
    raise BadRequest(f"{path} is neither a set of pieces (.py) nor a map (.json).")


def _inspect_set(path: str) -> Inspection:
    found, faults = own.load(path, own.read(path))
    if found is None:
        return Inspection("set", own.set_name(path), [(fault.line, fault.text) for fault in faults], {}, [])
    faults += own_check.faults(found)
    lines = sorted({(fault.line, fault.text) for fault in faults})
    ids = [] if faults else [kind().id for kind in found.kinds]
    return Inspection("set", found.name, lines, {"sets": ["base", found.name]}, ids)


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
    at, found, decoder = begin.end() if begin else len(text), [], json.JSONDecoder()
    while at < len(text):
        at += len(text[at:]) - len(text[at:].lstrip(" \t\r\n,"))
        if at >= len(text) or text[at] == "]":
            break
        found.append(text.count("\n", 0, at) + 1)
        at = decoder.raw_decode(text, at)[1]
    return found


def map_faults(data: Any) -> list[tuple[int, str]]:
    """What keeps data from being a map, and what makes a map unplayable, each with the number of its region or -1."""
    found = board_faults(data)
    if not isinstance(data, dict) or not isinstance(data.get("regions"), list):
        return found
    found += [(-1, text) for text in _unknown_keys(data, MAP_KEYS, "The map")]
    if data.get("players", 2) not in range(2, 7):
        found.append((-1, f"A map's `players`, if it names them, is a number from 2 to 6, not {data['players']!r}."))
    for n, region in enumerate(data["regions"]):
        if isinstance(region, dict):
            found += [(n, text) for text in _unknown_keys(region, REGION_KEYS, f"Region {region.get('id')}")]
            if region.get("lost_tribe") is True and region.get("terrain") in WATER:
                found.append((n, f"Region {region.get('id')}: a Lost Tribe cannot live in a {region['terrain']}."))
    return found if found else _unreachable(data)


def _unknown_keys(entry: dict[str, Any], known: tuple[str, ...], what: str) -> list[str]:
    """Keys that nearly are ours; others are the owner's affair."""
    strange = [(key, difflib.get_close_matches(key, known, 1, 0.75)) for key in entry if key not in known]
    return [f"{what} has a key {key!r}; did you mean `{near[0]}`?" for key, near in strange if near]


def _unreachable(data: dict[str, Any]) -> list[tuple[int, str]]:
    """A map is entered from its border and hangs together; land that only a swimmer reaches is an island."""
    board = build(json.loads(json.dumps(data)))
    found: list[tuple[int, str]] = []
    if board.border & board.land == 0:
        found.append((-1, "No land region is marked `border`: nobody could enter the map."))
    reached = before = 1
    while True:
        reached |= int(board.around(reached))
        if reached == before:
            break
        before = reached
    lost = board.everywhere & ~reached
    for region in listed(lost):
        text = f"The map falls apart: no way leads from region {board.ids[0]} to region {board.ids[region]}."
        found.append((region, text))
    if len(board.ids) < 6:
        found.append((-1, f"The map has {len(board.ids)} regions: too few for two races (6 to {SIZE})."))
    return found


# Beginnings


def exercise(k: int, options: dict[str, Any]) -> Drill:
    """Combos are dealt so that each piece of one's own is taken at once, by each seat and with every partner in turn.

    Without such pieces, on a map of one's own, all are dealt alike. What the options leave open varies: seats, and with
    them every mode.
    """
    fixed = options | _table(k, options)
    players = int(fixed["players"])
    if fixed.get("mode") == "necromancer" and k % 2 == 1:
        return Drill(fixed, None, [])  # his six powers are drawn
    found = agreed(fixed)
    rules, board = found.rules, found.board
    deciding = players - 1 if fixed.get("mode") == "necromancer" else players
    races = _shuffled([race.id for race in rules.races if race.in_column()], k)
    powers = _shuffled([power.id for power in rules.powers], k + 1)
    pieces = [trait.id for trait in [*rules.races, *rules.powers] if is_own(trait)]
    if pieces:
        _deal(pieces[k % len(pieces)], races, powers, k // len(pieces) % deciding)
    column = [{"race": race, "power": power, "coins": 0} for race, power in zip(races, powers, strict=False)]
    tribes = {board.ids[r]: {"lost_tribe": True} for r in listed(board.lost_tribes)}
    first = k // 5 % players if fixed.get("mode", "standard") == "standard" else 0
    position = {"first": first, "player": first, "regions": tribes, "column": column[:COLUMN]}
    return Drill(fixed, position, ["pick 1"] * players)


def _table(k: int, options: dict[str, Any]) -> dict[str, Any]:
    """Mode, seats and map where the options do not say: two drills in seven are for teams or with the Necromancer."""
    mode, lap = options.get("mode", "standard"), k // 7
    if not {"mode", "map", "players", "markers", "turns"} & set(options):
        mode = {5: "necromancer", 6: "teams"}.get(k % 7, mode)
    seats = {"necromancer": 3 + lap % 4, "teams": 6}.get(mode, 2 + k % 5)
    found: dict[str, Any] = {"players": options.get("players", seats)}
    if mode != "standard":
        return found | {"mode": mode}
    return found if "map" in options else found | {"map": f"map-{found['players']}p"}


def _shuffled(ids: list[str], seed: int) -> list[str]:
    rng, pool = Rng(int(mix(seed))), list(ids)
    return [pool.pop(int(rng.below(len(pool)))) for _ in ids]


def _deal(piece: str, races: list[str], powers: list[str], slot: int) -> None:
    """Put a piece in a certain place of its stack."""
    for stack in (races, powers):
        if piece in stack:
            stack.remove(piece)
            stack.insert(slot, piece)
