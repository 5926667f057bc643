"""Options of a game: board, players, dummies, cards and switchable rulings, checked and completed."""

from __future__ import annotations

import json
from copy import deepcopy
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from hordes.covil.custom import card_schema
from hordes.covil.state.board import Board
from hordes.covil.state.cards import Cards
from hordes.covil.state.config import Rules
from hordes.covil.text.board_reader import build_board
from hordes.engine.errors import BadRequest
from hordes.engine.option_schema import Option, nest
from hordes.engine.options_cache import OptionsCache
from hordes.engine.validation import did_you_mean, option_number

if TYPE_CHECKING:
    from hordes.covil.wire.views import Entry, Minion, MinionKind, Relic

LEFT_TO_GAME: Final = ("board", "cards")
"""Options that None leaves to the game."""
OPTION_KEYS: Final = ["board", "players", "dummies", "cards", "rulings"]
EXTENDS_KEY: Final = "extends"
MAX_PLAYERS: Final = 4
MAX_DUMMIES: Final = 3
BOARDS: Final = ["desert-town", "forest-town", "water-town", "mountain-town"]
DEFAULT_BOARDS: Final = {1: "desert-town", 2: "desert-town", 3: "water-town", 4: "mountain-town"}
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
VERSION_1_RULINGS: Final = [
    "dummy_spares_defenders",
    "combat_relics_bonus_only",
    "instants_forced",
    "no_night_purchases",
    "late_relic_refill",
    "rebels_remember",
]
"""Rulings by which version 1 of the rules played: its records are replayed with these switched on."""


class ResolvedOptions:
    """Checked options: as data with every default filled in, and as the objects that a state uses."""

    def __init__(self, data: dict[str, Any], board: Board, rules: Rules) -> None:
        self.data = data
        self.board = board
        self.rules = rules

    def copy_data(self) -> dict[str, Any]:
        """A copy of the data that the caller may change."""
        return deepcopy(self.data)


_files: dict[str, dict[str, Any]] = {}
_box: list[Cards] = []


def resolve_options(options: dict[str, Any]) -> ResolvedOptions:
    """Check options and build what they describe; equal options give the same objects."""
    return _options_cache.get(options)


def _build(given: dict[str, Any]) -> ResolvedOptions:
    options = nest(given, LEFT_TO_GAME)
    for word in options:
        if word not in OPTION_KEYS:
            near = did_you_mean(word, OPTION_KEYS)
            raise BadRequest(f"There is no option {word!r}; there are {', '.join(OPTION_KEYS)}.{near}")
    players = option_number(options, "players", 2, 1, MAX_PLAYERS)
    dummies = _dummies(options, players)
    rulings = _rulings(options.get("rulings", {}))
    board_option = options.get("board", DEFAULT_BOARDS[players])
    built_board = _board(board_option)
    cards = _cards(options.get("cards"))
    data: dict[str, Any] = {"board": board_option, "players": players, "rulings": rulings}
    data |= {"dummies": dummies} if players == 1 else {}
    data |= {"cards": options["cards"]} if options.get("cards") is not None else {}
    return ResolvedOptions(data, built_board, Rules(cards, players, dummies, rulings, json.dumps(data, sort_keys=True)))


def _dummies(options: dict[str, Any], players: int) -> int:
    if players == 1:
        return option_number(options, "dummies", 1, 1, MAX_DUMMIES)
    if options.get("dummies", 0) != 0 or isinstance(options.get("dummies"), bool):
        raise BadRequest(f"Dummies belong to the solo game; with {players} players there are none.")
    return 0


def _board(option: Any) -> Board:
    if isinstance(option, str):
        return build_board(board_data(option))
    if not isinstance(option, dict):
        raise BadRequest("`board` is the name of a board or a board itself.")
    return build_board(deepcopy(option))


def board_data(name: str) -> dict[str, Any]:
    """A board of the box by its name."""
    if name not in BOARDS:
        near = did_you_mean(name, BOARDS)
        raise BadRequest(f"There is no board {name!r}; there are {', '.join(BOARDS)}, or an inline board.{near}")
    return _load_file(name)


def _load_file(name: str) -> dict[str, Any]:
    if name not in _files:
        text = (resources.files("hordes.covil") / "data" / f"{name}.json").read_text(encoding="utf-8")
        _files[name] = json.loads(text)
    return _files[name]


def _cards(option: Any) -> Cards:
    """The cards of the box, or those of a custom card file."""
    if option is not None:
        return Cards(card_schema.check_cards(complete_cards(option)))
    if not _box:
        _box.append(Cards(card_schema.check_cards(_load_file("cards"))))
    return _box[0]


def complete_cards(data: Any) -> Any:
    """A complete card file: one that extends the box is merged with it, replacing cards with the same ids.

    >>> len(complete_cards({"extends": "box", "relics": []})["mercenaries"])
    40
    """
    if not isinstance(data, dict) or data.get(EXTENDS_KEY) is None:
        return deepcopy(data)
    if data[EXTENDS_KEY] != "box" or [key for key in data if key != EXTENDS_KEY and key not in card_schema.GROUPS]:
        raise BadRequest(f'A card file that extends the box says "{EXTENDS_KEY}": "box" beside lists of cards.')
    merged = box_cards()
    for group in card_schema.GROUPS:
        custom = data.get(group, [])
        if not isinstance(custom, list):
            raise BadRequest(f"`{group}` of a card file is a list of cards.")
        ids = [card.get("id") for card in custom if isinstance(card, dict)]
        merged[group] = [card for card in merged[group] if card["id"] not in ids] + deepcopy(custom)
    return merged


def box_cards() -> dict[str, Any]:
    """A copy of the cards of the box as data."""
    return deepcopy(_load_file("cards"))


def _rulings(option: Any) -> dict[str, bool]:
    """Switchable rulings: an object of names and true or false, or a list of those that are switched on."""
    if isinstance(option, list):
        option = {str(name): True for name in option}
    if not isinstance(option, dict):
        raise BadRequest('`rulings` is an object such as {"dummy_next_door": true}, or a list of names.')
    for name, value in option.items():
        if name not in RULINGS:
            near = did_you_mean(name, RULINGS)
            raise BadRequest(f"There is no ruling {name!r} to switch; there are {', '.join(RULINGS)}.{near}")
        if not isinstance(value, bool):
            raise BadRequest(f"The ruling {name} is true or false, not {value!r}.")
    return {name: bool(option.get(name, False)) for name in RULINGS}


def version_1_options(options: dict[str, Any]) -> dict[str, Any]:
    """Options of a version 1 game, with the rulings of that version switched on.

    >>> version_1_options({"players": 2, "rulings": {}})["rulings"]["dummy_spares_defenders"]
    True
    """
    return options | {"rulings": _rulings(options.get("rulings", {})) | dict.fromkeys(VERSION_1_RULINGS, True)}


def option_schema() -> list[Option]:
    """Every option."""
    schema = [
        Option("players", 2, "How many play; one plays against dummies.", 1, MAX_PLAYERS),
        Option("dummies", 1, "Dummies of the solo game.", 1, MAX_DUMMIES, needs=("players", 1)),
        Option("board", None, "The board; by default the one for so many.", choices=(*BOARDS,), takes_data=True),
        Option("cards", None, "Cards of one's own, as a card file; by default those of the box."),
    ]
    return schema + [Option(f"rulings.{name}", False, text) for name, text in RULINGS.items()]


def glossary(cards: dict[str, Any]) -> dict[str, Entry]:
    """Glossary entries of every card of a card file, by id."""
    entries: dict[str, Entry] = {}
    for kind, group in KINDS.items():
        for card in cards[group]:
            minion: Minion = {
                "kind": kind, "name": card["name"], "text": card["ability"].get("text", ""), "class": card["class"],
                "cost": card["cost"], "stat": card["stat"], "ability": card["ability"]["type"],
            }  # fmt: skip
            entries[card["id"]] = minion
    for card in cards["relics"]:
        relic: Relic = {
            "kind": "relic", "name": card["name"], "text": card["instant"].get("text", ""),
            "gold": card["gold"], "bonus": card["bonus"], "target": card["target"],
        }  # fmt: skip
        entries[card["id"]] = relic
    return entries


KINDS: Final[dict[MinionKind, str]] = {
    "overlord": "overlords",
    "henchman": "henchmen",
    "mercenary": "mercenaries",
}
"""Where the cards of each kind of Minion stand in a card file."""


_options_cache: Final = OptionsCache[ResolvedOptions](_build)
