"""Looking over cards and boards of the user's own: every fault with its line, and beginnings that put them to the test.

`cardfile` and `board` stop at the first fault. Here a file is held against them part by part, each part beside parts
that are known to be good, so that all faults come to light in their words.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hordes.covil import board, cardfile
from hordes.covil.options import EXTENDS, agreed, box_cards, full_cards
from hordes.covil.vocabulary import SEATS
from hordes.engine.bits import count, listed
from hordes.engine.errors import BadRequest, Refusal
from hordes.engine.state import Drill, Inspection

Fault = tuple[str, str]
"""The id of the card or zone (or a word that stands near the fault), and what is wrong."""
CARD_KEYS = ("id", "name", "class", "stat", "cost", "ability", "mark", "flavor", "gold", "target", "bonus", "instant")
ZONE_KEYS = ("id", "name", "terrain", "town", "start", "adjacent", "label", "fortress", "slots", "area", "polygon")


def recognises(data: object) -> bool:
    """A board of Covil has zones; its card files have lists that nothing else has."""
    return isinstance(data, dict) and bool({*data} & {"zones", *cardfile.GROUPS})


def inspect(path: str) -> Inspection:
    """All that is wrong with a card file or a board, and the options of a game with it."""
    text = _text(path)
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
        pieces = [] if faults else own_cards(data)
    else:
        groups = ", ".join(cardfile.GROUPS)
        return Inspection("file", name, [(1, f"This is neither a board (`zones`) nor a card file ({groups}).")], {}, [])
    lines = sorted({(_line(text, where), fault) for where, fault in faults})
    return Inspection(kind, name, lines, options, pieces)


def _text(path: str) -> str:
    if not path.endswith(".json"):
        raise BadRequest(f"{path} is neither a card file nor a board: both are .json files.")
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadRequest(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is no text in UTF-8.") from error


def _line(text: str, where: str) -> int:
    """The line where an id, or else a word, first stands."""
    quoted = re.escape(json.dumps(where))
    found = re.search(rf'"id"\s*:\s*(?:{quoted}|{re.escape(where)}\b)', text) or re.search(quoted, text)
    return text.count("\n", 0, found.start()) + 1 if found and where else 1


# Cards


def own_cards(data: dict[str, Any]) -> list[str]:
    """The cards that the box does not have as they are here."""
    box = {card["id"]: card for group in cardfile.GROUPS for card in box_cards()[group]}
    return [card["id"] for group in cardfile.GROUPS for card in data.get(group, []) if box.get(card["id"]) != card]


def card_faults(data: dict[str, Any]) -> list[Fault]:
    """Everything that keeps data from being a card file."""
    found: list[Fault] = []
    for key in data:
        if key not in (*cardfile.GROUPS, EXTENDS):
            found.append((key, f"A card file has no `{key}`; there are {', '.join(cardfile.GROUPS)} and `{EXTENDS}`."))
    for group in cardfile.GROUPS:
        if not isinstance(data.get(group, []), list):
            found.append((group, f"`{group}` of a card file is a list of cards."))
        else:
            found += [fault for card in data.get(group, []) for fault in _card(card, group)]
    return found or _whole(data)


def _card(card: Any, group: str) -> list[Fault]:
    where = str(card["id"]) if isinstance(card, dict) and "id" in card else group
    found = [(where, text) for part in _parts(card, group) for text in _tried(part, group)]
    if isinstance(card, dict):
        found += [(where, text) for text in _near_keys(card, CARD_KEYS, f"Card {where}")]
        ability = card.get("instant" if group == "relics" else "ability")
        if isinstance(ability, dict) and not isinstance(ability.get("text"), str):
            found.append((where, f"Card {where} lacks the `text` that players read."))
    return list(dict.fromkeys(found))


def _parts(card: Any, group: str) -> Iterator[Any]:
    """The card, and each of its parts on a card that is otherwise in order."""
    if not isinstance(card, dict) or not isinstance(card.get("id"), str):
        yield card
        return
    effects = "instant" if group == "relics" else "ability"
    model = box_cards()[group][0]
    sound = {**model, "id": card["id"], effects: model[effects] | {"effects": []}}
    for key in ("name", "class", "cost", "stat") if group != "relics" else ("name", "gold", "target", "bonus"):
        yield {name: value for name, value in (sound | {key: card.get(key)}).items() if name in card or name != key}
    ability = card.get(effects)
    if isinstance(ability, dict) and isinstance(ability.get("effects"), list):
        for effect in ability["effects"]:
            for part in _effect_parts(effect):
                yield sound | {effects: ability | {"effects": [part]}}
    yield sound | {effects: ability}


def _effect_parts(effect: Any) -> Iterator[Any]:
    """An effect, with one of its words at a time."""
    if not isinstance(effect, dict):
        yield effect
        return
    head = {key: effect[key] for key in ("mod", "do") if key in effect}
    yield head
    for key, value in effect.items():
        if key not in head:
            yield head | {key: value}


def _tried(card: Any, group: str) -> list[str]:
    try:
        cardfile.check_card(card, group)
    except BadRequest as refusal:
        return [str(refusal)]
    except (TypeError, AttributeError):
        return [f"A card of `{group}` has something else where a list, a word or a number belongs."]
    return []


def _whole(data: dict[str, Any]) -> list[Fault]:
    """Faults of the file as a whole: numbers of cards, ids that stand twice."""
    found: list[Fault] = []
    cards = [(group, card["id"]) for group in cardfile.GROUPS for card in data.get(group, [])]
    ids = [key for _, key in cards]
    found += [(key, f"Two cards have the id {key}.") for key in dict.fromkeys(ids) if ids.count(key) > 1]
    if EXTENDS not in data:
        missing = [group for group in cardfile.GROUPS if group not in data]
        found += [(group, f"The card file lacks its `{group}`, and does not say `{EXTENDS}`.") for group in missing]
    if found:
        return found
    for group in cardfile.GROUPS:
        found += _counted(box_cards() | {group: full_cards(data)[group]}, group)
    return found or _counted(full_cards(data), "")


def _counted(data: Any, where: str) -> list[Fault]:
    try:
        cardfile.check(data)
    except BadRequest as refusal:
        return [(where, str(refusal))]
    return []


def _near_keys(entry: dict[str, Any], known: tuple[str, ...], what: str) -> list[str]:
    """Keys that nearly are ours; others are the owner's affair."""
    strange = [(key, difflib.get_close_matches(key, known, 1, 0.75)) for key in entry if key not in known]
    return [f"{what} has a key {key!r}; did you mean `{near[0]}`?" for key, near in strange if near]


# Boards


def board_faults(data: dict[str, Any]) -> list[Fault]:
    """Everything that keeps data from being a board on which two can play."""
    zones = data["zones"]
    if not isinstance(zones, list) or not all(isinstance(zone, dict) for zone in zones):
        return [("zones", "A board's `zones` is a list of objects.")]
    found = [(str(zone.get("id", "")), text) for zone in zones for text in _zone(zone)]
    ids = [str(zone.get("id")) for zone in zones]
    found += [(key, f"The board names zone {key} twice.") for key in dict.fromkeys(ids) if ids.count(key) > 1]
    found = found or _borders(ids, zones)
    if found:
        return found
    try:
        built = board.build(json.loads(json.dumps(data)))
    except Refusal as refusal:
        return [("town", str(refusal))]
    return _unplayable(built)


def _zone(zone: dict[str, Any]) -> list[str]:
    """Faults of a zone by itself."""
    found = _near_keys(zone, ZONE_KEYS, f"Zone {zone.get('id')}")
    for part in (zone, zone | {"terrain": ["Water"]}):
        try:
            board.check_zone(part)
        except Refusal as refusal:
            found.append(str(refusal))
    return list(dict.fromkeys(found))


def _borders(ids: list[str], zones: list[dict[str, Any]]) -> list[Fault]:
    """Borders to nowhere, and borders that only one side knows of."""
    found: list[Fault] = []
    near: dict[str, list[str]] = {}
    for key, zone in zip(ids, zones, strict=True):
        try:
            near[key] = board.next_to(key, zone, ids)
        except Refusal as refusal:
            found.append((key, str(refusal)))
    for key, others in near.items():
        for other in others:
            if other in near and key not in near[other]:
                found.append((key, f"Borders must be mutual: {key} names {other} as adjacent, {other} not {key}."))
    return found


def _unplayable(built: board.Board) -> list[Fault]:
    """A board hangs together, and has spirals for two fortresses at least."""
    found: list[Fault] = []
    for zone in range(built.size):
        if built.steps(built.town, zone) == board.FAR:
            key = built.ids[zone]
            found.append((key, f"The board falls apart: no way leads from the town to zone {key}."))
    spirals = count(built.starts)
    if spirals < 2:
        found.append(("zones", f"The board has {spirals} zones with `start`; two fortresses need two."))
    return found


# Beginnings


def exercise(k: int, options: dict[str, Any]) -> Drill:
    """Two, three and four seats and the solo game in turn, as far as the board has spirals."""
    if "players" in options:
        return Drill(options, None, [])
    table = [(2, 0), (3, 0), (1, 1), (4, 0), (1, 3)]
    spirals = SEATS
    if "board" in options:
        starts = agreed(options | {"players": 2}).board.starts
        spirals = len(listed(starts))
    fitting = [(players, dummies) for players, dummies in table if players + dummies <= spirals]
    players, dummies = fitting[k % len(fitting)]
    return Drill(options | {"players": players} | ({"dummies": dummies} if dummies else {}), None, [])
