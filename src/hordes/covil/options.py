"""What a table agrees on before the game: board, seats, dummies, cards and switchable rulings."""

from __future__ import annotations

import json
from copy import deepcopy
from importlib import resources
from typing import Any, Final

from hordes.covil import board, cardfile
from hordes.covil.board import Board
from hordes.covil.cards import Cards
from hordes.covil.rules import Rules
from hordes.engine.agreements import Agreements
from hordes.engine.errors import BadRequest
from hordes.engine.wording import option_number

KEYS: Final = ["board", "players", "dummies", "cards", "rulings"]
EXTENDS: Final = "extends"
BOARDS: Final = ["desert-town", "forest-town", "water-town", "mountain-town"]
USUAL: Final = {1: "desert-town", 2: "desert-town", 3: "water-town", 4: "mountain-town"}
RULINGS: Final = {
    "dummy_next_door": "Solo, harder: a dummy founds next to the human, on a spiral or any zone but the town.",
    "dummy_strong_hall": "Solo, harder: a dummy's hall holds 1, 2 and 2 Mercenaries of the three piles, not 2, 2, 1.",
    "dummy_spares_defenders": "Solo: a dummy exhausts a Minion for its defense only when it would lose without it.",
    "combat_relics_bonus_only": "A relic activated in a combat touches neither of its troops and starts no attack.",
    "instants_forced": "A relic's Instant that leaves nothing to choose happens at once and cannot be declined.",
    "no_night_purchases": "The night does not stop to offer relics for sale.",
    "late_relic_refill": "After a flip or a discard an empty relic deck is refilled when the next relic is needed.",
    "rebels_remember": "Rebels attack also those who have left town since they rose, and guards defend who have left.",
}
OLD_READINGS: Final = [
    "dummy_spares_defenders",
    "combat_relics_bonus_only",
    "instants_forced",
    "no_night_purchases",
    "late_relic_refill",
    "rebels_remember",
]
"""What version 1 of the rules did: records of it are replayed with these switched on."""


class Options:
    """Checked options: as data with every default filled in, and as the objects the table uses."""

    def __init__(self, data: dict[str, Any], board: Board, rules: Rules) -> None:
        self.data = data
        self.board = board
        self.rules = rules

    def copied(self) -> dict[str, Any]:
        """The data for whoever asks: what is done to it stays with him."""
        return deepcopy(self.data)


_files: dict[str, dict[str, Any]] = {}
_box: list[Cards] = []


def agreed(options: dict[str, Any]) -> Options:
    """Check options and build what they describe; the same options give the same objects."""
    return _agreements.of(options)


def _build(options: dict[str, Any]) -> Options:
    for word in options:
        if word not in KEYS:
            raise BadRequest(f"There is no option {word!r}; there are {', '.join(KEYS)}.")
    players = option_number(options, "players", 2, 1, 4)
    dummies = _dummies(options, players)
    rulings = _rulings(options.get("rulings", {}))
    chosen = options.get("board", USUAL[players])
    found = _board(chosen)
    cards = _cards(options.get("cards"))
    data: dict[str, Any] = {"board": chosen, "players": players, "rulings": rulings}
    data |= {"dummies": dummies} if players == 1 else {}
    data |= {"cards": options["cards"]} if options.get("cards") is not None else {}
    return Options(data, found, Rules(cards, players, dummies, rulings, json.dumps(data, sort_keys=True)))


def _dummies(options: dict[str, Any], players: int) -> int:
    if players == 1:
        return option_number(options, "dummies", 1, 1, 3)
    if options.get("dummies", 0) != 0 or isinstance(options.get("dummies"), bool):
        raise BadRequest(f"Dummies belong to the solo game; with {players} players there are none.")
    return 0


def _board(found: Any) -> Board:
    if isinstance(found, str):
        return board.build(board_data(found))
    if not isinstance(found, dict):
        raise BadRequest("`board` is the name of a board or a board itself.")
    return board.build(deepcopy(found))


def board_data(name: str) -> dict[str, Any]:
    """A board of the box by its name."""
    if name not in BOARDS:
        raise BadRequest(f"There is no board {name!r}; there are {', '.join(BOARDS)}, or an inline board.")
    return _file(name)


def _file(name: str) -> dict[str, Any]:
    if name not in _files:
        text = (resources.files("hordes.covil") / "data" / f"{name}.json").read_text(encoding="utf-8")
        _files[name] = json.loads(text)
    return _files[name]


def _cards(found: Any) -> Cards:
    """The cards of the box, or a card file of one's own."""
    if found is not None:
        return Cards(cardfile.check(full_cards(found)))
    if not _box:
        _box.append(Cards(cardfile.check(_file("cards"))))
    return _box[0]


def full_cards(found: Any) -> Any:
    """A card file as the rules need it: one that extends the box joins its cards, in place of those with their ids.

    >>> len(full_cards({"extends": "box", "relics": []})["mercenaries"])
    40
    """
    if not isinstance(found, dict) or found.get(EXTENDS) is None:
        return deepcopy(found)
    if found[EXTENDS] != "box" or [key for key in found if key != EXTENDS and key not in cardfile.GROUPS]:
        raise BadRequest(f'A card file that extends the box says "{EXTENDS}": "box" beside lists of cards.')
    whole = box_cards()
    for group in cardfile.GROUPS:
        own = found.get(group, [])
        if not isinstance(own, list):
            raise BadRequest(f"`{group}` of a card file is a list of cards.")
        ids = [card.get("id") for card in own if isinstance(card, dict)]
        whole[group] = [card for card in whole[group] if card["id"] not in ids] + deepcopy(own)
    return whole


def box_cards() -> dict[str, Any]:
    """The cards of the box as data."""
    return deepcopy(_file("cards"))


def _rulings(found: Any) -> dict[str, bool]:
    """Switchable rulings: an object of names and true or false, or a list of those that are switched on."""
    if isinstance(found, list):
        found = {str(name): True for name in found}
    if not isinstance(found, dict):
        raise BadRequest('`rulings` is an object such as {"dummy_next_door": true}, or a list of names.')
    for name, value in found.items():
        if name not in RULINGS:
            raise BadRequest(f"There is no ruling {name!r} to switch; there are {', '.join(RULINGS)}.")
        if not isinstance(value, bool):
            raise BadRequest(f"The ruling {name} is true or false, not {value!r}.")
    return {name: bool(found.get(name, False)) for name in RULINGS}


def former(options: dict[str, Any]) -> dict[str, Any]:
    """Options of version 1 of the rules, with what was read differently then switched on.

    >>> former({"players": 2, "rulings": {}})["rulings"]["dummy_spares_defenders"]
    True
    """
    return options | {"rulings": _rulings(options.get("rulings", {})) | dict.fromkeys(OLD_READINGS, True)}


def glossary(cards: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every card of a card file by its id."""
    found: dict[str, dict[str, Any]] = {}
    for kind, group in (("overlord", "overlords"), ("henchman", "henchmen"), ("mercenary", "mercenaries")):
        for card in cards[group]:
            entry = {
                "kind": kind,
                "name": card["name"],
                "text": card["ability"].get("text", ""),
                "class": card["class"],
            }
            found[card["id"]] = entry | {"cost": card["cost"], "stat": card["stat"], "ability": card["ability"]["type"]}
    for card in cards["relics"]:
        entry = {"kind": "relic", "name": card["name"], "text": card["instant"].get("text", ""), "gold": card["gold"]}
        found[card["id"]] = entry | {"bonus": card["bonus"], "target": card["target"]}
    return found


_agreements: Final = Agreements[Options](_build)
