"""Inspector of custom cards and boards: finds every fault with its line, and fuzz starts that use them.

`card_schema` and `text.board_reader` stop at the first fault. Here they check a file part by part, each part among
parts that are known to be valid, so that all faults are reported.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hordes.covil.custom import card_schema
from hordes.covil.options import EXTENDS_KEY, box_cards, complete_cards, resolve_options
from hordes.covil.state.board import UNREACHABLE, Board
from hordes.covil.state.constants import MAX_SEATS
from hordes.covil.text import board_reader
from hordes.engine.core.bits import count, listed
from hordes.engine.core.state import FuzzStart, Inspection
from hordes.engine.errors import BadRequest, Refusal

Fault = tuple[str, str]
"""The id of the card or zone (or a word near the fault), and what is wrong."""
CARD_KEYS = ("id", "name", "class", "stat", "cost", "ability", "mark", "flavor", "gold", "target", "bonus", "instant")
ZONE_KEYS = ("id", "name", "terrain", "town", "start", "adjacent", "label", "fortress", "slots", "area", "polygon")


def recognises(content: object) -> bool:
    """Whether JSON is a board (it has zones) or a card file (it has lists of cards) of Covil."""
    return isinstance(content, dict) and bool({*content} & {"zones", *card_schema.GROUPS})


def inspect(path: str) -> Inspection:
    """All faults of a card file or a board, and the options of a game with it."""
    text = _read_text(path)
    name = Path(path).stem
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        return Inspection("file", name, [(error.lineno, f"This is no JSON: {error.msg}.")], {}, [])
    except RecursionError:
        return Inspection("file", name, [(1, "This is nested too deeply.")], {}, [])
    if isinstance(data, dict) and "zones" in data:
        faults, options, pieces, kind = board_faults(data), {"board": data}, [], "board"
    elif recognises(data):
        faults, options, kind = card_faults(data), {"cards": data}, "cards"
        pieces = [] if faults else changed_cards(data)
    else:
        groups = ", ".join(card_schema.GROUPS)
        return Inspection("file", name, [(1, f"This is neither a board (`zones`) nor a card file ({groups}).")], {}, [])
    lines = sorted({(_line_of(text, where), fault) for where, fault in faults})
    return Inspection(kind, name, lines, options, pieces)


def _read_text(path: str) -> str:
    if not path.endswith(".json"):
        raise BadRequest(f"{path} is neither a card file nor a board: both are .json files.")
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadRequest(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is no text in UTF-8.") from error


def _line_of(text: str, where: str) -> int:
    """The line of an id, or else of a word."""
    quoted = re.escape(json.dumps(where))
    match = re.search(rf'"id"\s*:\s*(?:{quoted}|{re.escape(where)}\b)', text) or re.search(quoted, text)
    return text.count("\n", 0, match.start()) + 1 if match and where else 1


# Cards


def changed_cards(data: dict[str, Any]) -> list[str]:
    """The ids of cards that are new or differ from the box."""
    box = {card["id"]: card for group in card_schema.GROUPS for card in box_cards()[group]}
    return [card["id"] for group in card_schema.GROUPS for card in data.get(group, []) if box.get(card["id"]) != card]


def card_faults(data: dict[str, Any]) -> list[Fault]:
    """All faults of a card file."""
    faults: list[Fault] = []
    for key in data:
        if key not in (*card_schema.GROUPS, EXTENDS_KEY):
            faults.append(
                (key, f"A card file has no `{key}`; there are {', '.join(card_schema.GROUPS)} and `{EXTENDS_KEY}`.")
            )
    for group in card_schema.GROUPS:
        if not isinstance(data.get(group, []), list):
            faults.append((group, f"`{group}` of a card file is a list of cards."))
        else:
            faults += [fault for card in data.get(group, []) for fault in _faults_of_card(card, group)]
    return faults or _file_faults(data)


def _faults_of_card(card: Any, group: str) -> list[Fault]:
    where = str(card["id"]) if isinstance(card, dict) and "id" in card else group
    faults = [(where, text) for part in _card_variants(card, group) for text in _card_errors(part, group)]
    if isinstance(card, dict):
        faults += [(where, text) for text in _misspelt_keys(card, CARD_KEYS, f"Card {where}")]
        ability = card.get("instant" if group == "relics" else "ability")
        if isinstance(ability, dict) and not isinstance(ability.get("text"), str):
            faults.append((where, f"Card {where} lacks the `text` that players read."))
    return list(dict.fromkeys(faults))


def _card_variants(card: Any, group: str) -> Iterator[Any]:
    """The card with one of its parts at a time, the others replaced by valid ones."""
    if not isinstance(card, dict) or not isinstance(card.get("id"), str):
        yield card
        return
    effects = "instant" if group == "relics" else "ability"
    model = box_cards()[group][0]
    valid = {**model, "id": card["id"], effects: model[effects] | {"effects": []}}
    for key in ("name", "class", "cost", "stat") if group != "relics" else ("name", "gold", "target", "bonus"):
        yield {name: value for name, value in (valid | {key: card.get(key)}).items() if name in card or name != key}
    ability = card.get(effects)
    if isinstance(ability, dict) and isinstance(ability.get("effects"), list):
        for effect in ability["effects"]:
            for part in _effect_variants(effect):
                yield valid | {effects: ability | {"effects": [part]}}
    yield valid | {effects: ability}


def _effect_variants(effect: Any) -> Iterator[Any]:
    """An effect, with one of its keys at a time."""
    if not isinstance(effect, dict):
        yield effect
        return
    head = {key: effect[key] for key in ("mod", "do") if key in effect}
    yield head
    for key, value in effect.items():
        if key not in head:
            yield head | {key: value}


def _card_errors(card: Any, group: str) -> list[str]:
    try:
        card_schema.check_card(card, group)
    except BadRequest as refusal:
        return [str(refusal)]
    except (TypeError, AttributeError):
        return [f"A card of `{group}` has something else where a list, a word or a number belongs."]
    return []


def _file_faults(data: dict[str, Any]) -> list[Fault]:
    """Faults of the file as a whole: numbers of cards, duplicate ids."""
    faults: list[Fault] = []
    cards = [(group, card["id"]) for group in card_schema.GROUPS for card in data.get(group, [])]
    ids = [key for _, key in cards]
    faults += [(key, f"Two cards have the id {key}.") for key in dict.fromkeys(ids) if ids.count(key) > 1]
    if EXTENDS_KEY not in data:
        missing = [group for group in card_schema.GROUPS if group not in data]
        text = "The card file lacks its `{group}`, and does not say `{key}`."
        faults += [(group, text.format(group=group, key=EXTENDS_KEY)) for group in missing]
    if faults:
        return faults
    for group in card_schema.GROUPS:
        faults += _count_faults(box_cards() | {group: complete_cards(data)[group]}, group)
    return faults or _count_faults(complete_cards(data), "")


def _count_faults(data: Any, where: str) -> list[Fault]:
    try:
        card_schema.check_cards(data)
    except BadRequest as refusal:
        return [(where, str(refusal))]
    return []


def _misspelt_keys(entry: dict[str, Any], known: tuple[str, ...], what: str) -> list[str]:
    """Keys that look like misspelt ones of ours; other keys are allowed."""
    unknown = [(key, difflib.get_close_matches(key, known, 1, 0.75)) for key in entry if key not in known]
    return [f"{what} has a key {key!r}; did you mean `{near[0]}`?" for key, near in unknown if near]


# Boards


def board_faults(data: dict[str, Any]) -> list[Fault]:
    """All faults of a board, and whether two can play on it."""
    zones = data["zones"]
    if not isinstance(zones, list) or not all(isinstance(zone, dict) for zone in zones):
        return [("zones", "A board's `zones` is a list of objects.")]
    faults = [(str(zone.get("id", "")), text) for zone in zones for text in _zone_errors(zone)]
    ids = [str(zone.get("id")) for zone in zones]
    faults += [(key, f"The board names zone {key} twice.") for key in dict.fromkeys(ids) if ids.count(key) > 1]
    faults = faults or _border_faults(ids, zones)
    if faults:
        return faults
    try:
        built = board_reader.build_board(json.loads(json.dumps(data)))
    except Refusal as refusal:
        return [("town", str(refusal))]
    return _unplayable(built)


def _zone_errors(zone: dict[str, Any]) -> list[str]:
    """Faults of a zone by itself."""
    faults = _misspelt_keys(zone, ZONE_KEYS, f"Zone {zone.get('id')}")
    for part in (zone, zone | {"terrain": ["Water"]}):
        try:
            board_reader.check_zone(part)
        except Refusal as refusal:
            faults.append(str(refusal))
    return list(dict.fromkeys(faults))


def _border_faults(ids: list[str], zones: list[dict[str, Any]]) -> list[Fault]:
    """Borders to unknown zones, and borders that only one side names."""
    faults: list[Fault] = []
    neighbours: dict[str, list[str]] = {}
    for key, zone in zip(ids, zones, strict=True):
        try:
            neighbours[key] = board_reader.adjacent_ids(key, zone, ids)
        except Refusal as refusal:
            faults.append((key, str(refusal)))
    for key, others in neighbours.items():
        for other in others:
            if other in neighbours and key not in neighbours[other]:
                faults.append((key, f"Borders must be mutual: {key} names {other} as adjacent, {other} not {key}."))
    return faults


def _unplayable(built: Board) -> list[Fault]:
    """Faults of a valid board: unconnected zones, or start zones for fewer than two fortresses."""
    faults: list[Fault] = []
    for zone in range(built.size):
        if built.steps_between(built.town, zone) == UNREACHABLE:
            key = built.ids[zone]
            faults.append((key, f"The board falls apart: no way leads from the town to zone {key}."))
    spirals = count(built.start_zones)
    if spirals < 2:
        faults.append(("zones", f"The board has {spirals} zones with `start`; two fortresses need two."))
    return faults


# Fuzz starts


def custom_fuzz_start(k: int, options: dict[str, Any]) -> FuzzStart:
    """Two, three and four seats and the solo game in turn, as far as the board has start zones."""
    if "players" in options:
        return FuzzStart(options, None, [])
    seatings = [(2, 0), (3, 0), (1, 1), (4, 0), (1, 3)]
    start_zones = MAX_SEATS
    if "board" in options:
        starts = resolve_options(options | {"players": 2}).board.start_zones
        start_zones = len(listed(starts))
    playable = [(players, dummies) for players, dummies in seatings if players + dummies <= start_zones]
    players, dummies = playable[k % len(playable)]
    return FuzzStart(options | {"players": players} | ({"dummies": dummies} if dummies else {}), None, [])
