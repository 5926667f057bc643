"""What a table agrees on before the game: map, seats, sets, turns and switchable rulings."""

from __future__ import annotations

import json
from copy import deepcopy
from importlib import resources
from typing import Any, Final

from hordes.engine.errors import BadRequest
from hordes.smallworld import board
from hordes.smallworld.army import MOST, Rules
from hordes.smallworld.board import Board
from hordes.smallworld.glossary import TERMS
from hordes.smallworld.modes import STANDARD, Mode
from hordes.smallworld.sets import base, be_not_afraid, cursed, grand_dames, royal_bonus
from hordes.smallworld.traits import Power, Race

KEYS: Final = ["map", "players", "mode", "sets", "turns", "rulings"]
MAPS: Final = ["map-2p", "map-3p", "map-4p", "map-5p", "map-6p"]
BOXES: Final[dict[str, tuple[list[type[Race]], list[type[Power]]]]] = {
    "base": (base.RACES, base.POWERS),
    "cursed": (cursed.RACES, cursed.POWERS),
    "grand_dames": (grand_dames.RACES, grand_dames.POWERS),
    "royal_bonus": (royal_bonus.RACES, royal_bonus.POWERS),
    "be_not_afraid": (be_not_afraid.RACES, be_not_afraid.POWERS),
}
MODES: Final[dict[str, Mode]] = {"standard": STANDARD}
RULINGS: Final = {
    "alchemist_needs_region": "The Alchemist's two coins need at least one region on the map (reference sheet); "
    "without it they come every turn until decline (rulebook).",
    "barbarian_survivors_wait": "Barbarians who withdraw from an attack wait in hand for their owner's next turn.",
    "historian_counts_tribes": "When the Historian is picked, Lost Tribes on the map count as one race in decline.",
    "hordes_need_company": "A Hordes token may conquer alone, but after redeployment a race token must stand "
    "with it; a region without one is given up.",
}
COUNTS: Final = {
    "homunculi_total": (18, 5, MOST, "Homunculi tokens in the box; the printed rules give no number."),
    "pygmies_total": (18, 6, MOST, "Pygmy tokens in the box; the printed rules give no number."),
    "fireball_markers": (9, 1, MOST, "Fireball markers in the box; the printed rules give no number."),
    "pots": (16, 1, MOST, "Pots of Gold in the box; the printed rules give no number."),
}
"""Rulings that are a number: the default, the least, the most, and what it counts."""


class Options:
    """Checked options: as data with every default filled in, and as the objects the table uses."""

    def __init__(self, data: dict[str, Any], board: Board, rules: Rules) -> None:
        self.data = data
        self.board = board
        self.rules = rules

    def copied(self) -> dict[str, Any]:
        """The data for whoever asks: what is done to it stays with him."""
        return deepcopy(self.data)


_cache: dict[str, Options] = {}
_maps: dict[str, dict[str, Any]] = {}


def agreed(options: dict[str, Any]) -> Options:
    """Check options and build what they describe; the same options give the same objects."""
    try:
        key = json.dumps(options, sort_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadRequest(f"Options are what JSON can say: {error}.") from error
    if key not in _cache:
        if len(_cache) >= 256:
            _cache.clear()
        _cache[key] = _build(json.loads(key))
    return _cache[key]


def _build(options: dict[str, Any]) -> Options:
    for word in options:
        if word not in KEYS:
            raise BadRequest(f"There is no option {word!r}; there are {', '.join(KEYS)}.")
    name = _mode(options.get("mode", "standard"))
    mode = MODES[name]
    players = _number(
        options, "players", int(mode.least_players()), int(mode.least_players()), int(mode.most_players())
    )
    found = _board(options.get("map", mode.map_of(players)))
    turns = _number(options, "turns", found.turns, 1, 60)
    sets = _sets(options.get("sets", ["base"]))
    rulings = _rulings(options.get("rulings", {}))
    data = {"map": options.get("map", mode.map_of(players)), "players": players, "mode": name}
    data |= {"sets": sets, "turns": turns, "rulings": rulings}
    races, powers = _traits(sets)
    races = mode.box(races, powers, rulings)
    rules = Rules(races, powers, players, turns, rulings, json.dumps(data, sort_keys=True), mode)
    return Options(data, found, rules)


def _mode(found: Any) -> str:
    if not isinstance(found, str) or found not in MODES:
        raise BadRequest(f"There is no mode {found!r}; there are {', '.join(MODES)}.")
    return found


def _number(options: dict[str, Any], key: str, default: int, least: int, most: int) -> int:
    value = options.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadRequest(f"`{key}` is a number from {least} to {most}, not {value!r}.")
    return value


def _board(found: Any) -> Board:
    if isinstance(found, str):
        return board.build(map_data(found))
    if not isinstance(found, dict):
        raise BadRequest("`map` is the name of a map or a map itself.")
    return board.build(deepcopy(found))


def map_data(name: str) -> dict[str, Any]:
    """A map of the box by its name."""
    if name not in MAPS:
        raise BadRequest(f"There is no map {name!r}; there are {', '.join(MAPS)}, or an inline map.")
    if name not in _maps:
        text = (resources.files("hordes.smallworld") / "data" / f"{name}.json").read_text(encoding="utf-8")
        _maps[name] = json.loads(text)
    return _maps[name]


def _sets(found: Any) -> list[str]:
    if not isinstance(found, list) or not found:
        raise BadRequest('`sets` is a list of boxes such as ["base"].')
    for box in found:
        if not isinstance(box, str) or box not in BOXES:
            raise BadRequest(f"There is no set {box!r}; there are {', '.join(BOXES)}.")
    if "base" not in found:
        raise BadRequest("Every game needs the set `base`.")
    return [box for box in BOXES if box in found]


def _traits(sets: list[str]) -> tuple[list[Race], list[Power]]:
    """New races and powers of these boxes: what they are is shared by all games, their numbers belong to one."""
    races: list[Race] = []
    powers: list[Power] = []
    for box in sets:
        races += [kind() for kind in BOXES[box][0]]
        powers += [kind() for kind in BOXES[box][1]]
    return races, powers


def _rulings(found: Any) -> dict[str, Any]:
    """Rulings: an object of names and true or false or a number, or a list of those that are switched on."""
    if isinstance(found, list):
        found = (
            {name: True for name in found if isinstance(name, str)} if all(isinstance(n, str) for n in found) else None
        )
    if not isinstance(found, dict):
        raise BadRequest('`rulings` is an object such as {"alchemist_needs_region": true}, or a list of names.')
    for name, value in found.items():
        if name not in RULINGS and name not in COUNTS:
            raise BadRequest(f"There is no ruling {name!r}; there are {', '.join([*RULINGS, *COUNTS])}.")
        if name in RULINGS and not isinstance(value, bool):
            raise BadRequest(f"The ruling {name} is true or false, not {value!r}.")
    counts = {name: _number(found, name, limits[0], limits[1], limits[2]) for name, limits in COUNTS.items()}
    return {name: bool(found.get(name, False)) for name in RULINGS} | counts


def glossary() -> dict[str, dict[str, Any]]:
    """Every race, power, piece, terrain, symbol and term by id."""
    found: dict[str, dict[str, Any]] = {}
    races, powers = _traits(list(BOXES))
    for race in races:
        found[race.id] = {"kind": "race", "name": race.name, "one": race.one, "text": race.text}
        found[race.id] |= {"tokens": race.banner, "extra": race.bonus_tokens, "total": race.total}
    for power in powers:
        found[power.id] = {"kind": "power", "name": power.name, "text": power.text, "tokens": power.tokens}
    return found | {key: dict(value) for key, value in TERMS.items() if key not in found}
