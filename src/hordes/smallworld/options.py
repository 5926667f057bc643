"""What a table agrees on before the game: map, seats, sets, turns and switchable rulings."""

from __future__ import annotations

import json
from copy import deepcopy
from importlib import resources
from typing import Any, Final

from hordes.engine.agreements import Agreements
from hordes.engine.errors import BadRequest
from hordes.engine.wording import option_number
from hordes.smallworld import board, own, own_guard
from hordes.smallworld.army import MOST, Rules
from hordes.smallworld.board import Board
from hordes.smallworld.glossary import TERMS
from hordes.smallworld.markers import Marker
from hordes.smallworld.modes import Mode
from hordes.smallworld.necromancer import Necromancer
from hordes.smallworld.places import MARKERS
from hordes.smallworld.sets import base, be_not_afraid, cursed, grand_dames, royal_bonus
from hordes.smallworld.sets.necromancer_island import Ghosts
from hordes.smallworld.teams import Teams
from hordes.smallworld.traits import Power, Race, Trait

KEYS: Final = ["map", "players", "mode", "sets", "markers", "turns", "rulings", "digests"]
MAPS: Final = ["map-2p", "map-3p", "map-4p", "map-5p", "map-6p"]
BOXES: Final[dict[str, tuple[list[type[Race]], list[type[Power]]]]] = {
    "base": (base.RACES, base.POWERS),
    "cursed": (cursed.RACES, cursed.POWERS),
    "grand_dames": (grand_dames.RACES, grand_dames.POWERS),
    "royal_bonus": (royal_bonus.RACES, royal_bonus.POWERS),
    "be_not_afraid": (be_not_afraid.RACES, be_not_afraid.POWERS),
}
MODES: Final[dict[str, type[Mode]]] = {"standard": Mode, "necromancer": Necromancer, "teams": Teams}
RULINGS: Final = {
    "alchemist_needs_region": "The Alchemist's two coins need at least one region on the map (reference sheet); "
    "without it they come every turn until decline (rulebook).",
    "barbarian_survivors_wait": "Barbarians who withdraw from an attack wait in hand for their owner's next turn.",
    "historian_counts_tribes": "When the Historian is picked, Lost Tribes on the map count as one race in decline.",
    "necromancer_starts_poor": "The Necromancer begins without the five coins: he buys with what he has earned.",
    "igors_do_not_count_him": "With the Necromancer, an Igor costs as many souls as there are other players.",
    "no_igors_with_him": "Where the Necromancer plays, the Igors stay in the box.",
    "hordes_need_company": "A Hordes token may conquer alone, but after redeployment a race token must stand "
    "with it; a region without one is given up.",
    "own_tokens_defend": "Tokens of one's own races in decline add to the price of their region like anybody else's.",
    "ghouls_own_die": "Declined Ghouls have a final attempt of their own: the active race conquers after it.",
    "giants_true_borders": "Giants pay less only beside the true borders of their mountains, caverns or not.",
    "sorcery_without_token": "Sorcery needs no token in hand.",
    "sorcery_by_flight": "Sorcery works wherever the Sorcerers may attack, also by flight.",
    "barbarians_ready_all": "Barbarians ready all they can and may not put tokens back.",
    "sigil_asks_everybody": "When its holder loses a token, the Sigil asks everybody in turn; he does not choose whom.",
    "barricade_needs_region": "Barricade pays with one to four regions, not with none.",
    "aquatic_spares_water": "Aquatic takes nothing off for seas and lakes.",
    "pots_leave_in_decline": "Pots of Gold leave the map when the Leprechauns decline.",
    "historian_counts_late": "The Necromancer's Historian counts when the turn of its purchase is scored.",
    "soapbar_keeps_to_land": "The Golden Soapbar goes into the water only if no land is next to its holder.",
}
FORMER: Final = [
    "own_tokens_defend", "ghouls_own_die", "giants_true_borders", "sorcery_without_token", "sorcery_by_flight",
    "barbarians_ready_all", "sigil_asks_everybody", "barricade_needs_region", "aquatic_spares_water",
    "pots_leave_in_decline", "historian_counts_late", "soapbar_keeps_to_land",
]  # fmt: skip
"""Readings that were the rules before version 2: a record of version 1 is read with all of them switched on."""

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


_maps: dict[str, dict[str, Any]] = {}


def agreed(options: dict[str, Any]) -> Options:
    """Check options and build what they describe; the same options give the same objects."""
    return _agreements.of(options, own.version())


def _build(options: dict[str, Any]) -> Options:
    name = _mode(options.get("mode", "standard"))
    mode = MODES[name]()
    for word in options:
        if word not in KEYS + mode.option_keys():
            raise BadRequest(f"There is no option {word!r}; there are {', '.join(KEYS + mode.option_keys())}.")
    players = option_number(
        options, "players", int(mode.least_players()), int(mode.least_players()), int(mode.most_players())
    )
    found = _board(options.get("map", mode.map_of(players)))
    turns = option_number(options, "turns", found.turns, 1, 60)
    sets = _sets(options.get("sets", ["base"]))
    rulings = _rulings(options.get("rulings", {}), sets)
    data = {"map": options.get("map", mode.map_of(players)), "players": players, "mode": name}
    markers = _markers(options.get("markers", mode.has_markers()), name)
    data |= {"sets": sets, "markers": len(markers) > 0, "turns": turns, "rulings": rulings}
    data |= mode.agree(options, found)
    data |= _digests(sets, options.get("digests", {}))
    races, powers = _traits(sets)
    if "digests" in data:
        _check_twins(races, powers)
    races = mode.box(races, powers, rulings)
    rules = Rules(races, powers, players, turns, rulings, json.dumps(data, sort_keys=True), mode, markers)
    return Options(data, found, rules)


def _markers(found: Any, mode: str) -> list[Marker]:
    """Places and Relics, if the table plays with them."""
    if not isinstance(found, bool):
        raise BadRequest(f"`markers` is true or false, not {found!r}.")
    if found and mode == "necromancer":
        raise BadRequest("Monsters, Places and Relics are not played with the Necromancer.")
    return [kind() for kind in MARKERS] if found else []


def _mode(found: Any) -> str:
    if not isinstance(found, str) or found not in MODES:
        raise BadRequest(f"There is no mode {found!r}; there are {', '.join(MODES)}.")
    return found


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
        if not isinstance(box, str) or (box not in BOXES and own.find(box) is None):
            raise BadRequest(_no_set(box))
    if "base" not in found:
        raise BadRequest("Every game needs the set `base`.")
    return [box for box in BOXES if box in found] + sorted({box for box in found if box not in BOXES})


def _no_set(box: Any) -> str:
    there = f"there are {', '.join([*BOXES, *own.names()])}"
    if isinstance(box, str) and box.endswith(".py"):
        return f"Options name a set by its name, not by its file {box!r}: the file is given as `--sets` at the start."
    return f"There is no set {box!r}; {there}. A set of your own is given by its file, `--sets FILE.py`, at the start."


def _digests(sets: list[str], found: Any) -> dict[str, Any]:
    """The version of each set of one's own: said in every record, and compared when a game is loaded."""
    if not isinstance(found, dict):
        raise BadRequest("`digests` is an object of sets and their digests.")
    digests: dict[str, str] = {}
    for name in sets:
        there = own.find(name) if name not in BOXES else None
        if there is not None:
            digests[name] = there.digest
    for name, digest in found.items():
        if digests.get(name) != digest:
            here = f"here it is {digests[name]}" if name in digests else "it is not among the sets"
            raise BadRequest(f"This game was set up with version {digest} of the set {name}; {here}.")
    return {"digests": digests} if len(digests) > 0 else {}


def _traits(sets: list[str]) -> tuple[list[Race], list[Power]]:
    """New races and powers of these boxes: what they are is shared by all games, their numbers belong to one."""
    races: list[Race] = []
    powers: list[Power] = []
    for box in sets:
        if box in BOXES:
            races += [kind() for kind in BOXES[box][0]]
            powers += [kind() for kind in BOXES[box][1]]
        else:
            _add_own(box, races, powers)
    return races, powers


def _add_own(name: str, races: list[Race], powers: list[Power]) -> None:
    """The pieces of a set of one's own, and what they look like before any game."""
    found = own.find(name)
    if found is not None:
        for race in found.races:
            races.append(race())
            own_guard.remember(races[-1])
        for power in found.powers:
            powers.append(power())
            own_guard.remember(powers[-1])


def _check_twins(races: list[Race], powers: list[Power]) -> None:
    """No two pieces of a game share an id or an own word; the boxes alone never do."""
    traits: list[Trait] = [*races, *powers]
    words = [form.split()[0] for trait in traits for form in trait.forms]
    for key in [trait.id for trait in traits] + words:
        if [trait.id for trait in traits].count(key) + words.count(key) > 1:
            raise BadRequest(f"Two pieces of the sets of this game are called {key!r}: leave one of these sets out.")


def _rulings(found: Any, sets: list[str]) -> dict[str, Any]:
    """Rulings: an object of names and true or false or a number, or a list of those that are switched on."""
    if isinstance(found, list):
        found = (
            {name: True for name in found if isinstance(name, str)} if all(isinstance(n, str) for n in found) else None
        )
    if not isinstance(found, dict):
        raise BadRequest('`rulings` is an object such as {"alchemist_needs_region": true}, or a list of names.')
    known = [*RULINGS]
    for box in sets:
        there = own.find(box) if box not in BOXES else None
        known += [*there.rulings] if there is not None else []
    for name, value in found.items():
        if name not in known and name not in COUNTS:
            raise BadRequest(f"There is no ruling {name!r}; there are {', '.join([*known, *COUNTS])}.")
        if name in known and not isinstance(value, bool):
            raise BadRequest(f"The ruling {name} is true or false, not {value!r}.")
    counts = {name: option_number(found, name, limits[0], limits[1], limits[2]) for name, limits in COUNTS.items()}
    return {name: bool(found.get(name, False)) for name in known} | counts


def former(options: dict[str, Any]) -> dict[str, Any]:
    """Options of a game that followed version 1 of the rules: what it did not switch was read as it was then."""
    found = options.get("rulings", {})
    if not isinstance(found, list | dict):
        return options
    named = dict.fromkeys([str(name) for name in found], True) if isinstance(found, list) else found
    return options | {"rulings": dict.fromkeys(FORMER, True) | named}


def choices() -> dict[str, Any]:
    """What a table may choose from."""
    seats: dict[str, list[int]] = {}
    for name, kind in MODES.items():
        mode = kind()
        seats[name] = [int(mode.least_players()), int(mode.most_players())]
    rulings = dict(RULINGS)
    for added in own.pieces():
        rulings.update(added.rulings)
    counts = {name: [limits[0], limits[1], limits[2], limits[3]] for name, limits in COUNTS.items()}
    return {"modes": seats, "sets": [*BOXES, *own.names()], "maps": [*MAPS], "rulings": rulings, "counts": counts}


def glossary() -> dict[str, dict[str, Any]]:
    """Every race, power, piece, terrain, symbol and term by id."""
    found: dict[str, dict[str, Any]] = {}
    races, powers = _traits([*BOXES, *[added.name for added in own.pieces()]])
    for race in [*races, Ghosts()]:
        found[race.id] = {"kind": "race", "name": race.name, "one": race.one, "text": race.text}
        found[race.id] |= {"tokens": race.banner, "extra": race.bonus_tokens, "total": race.total}
    for power in powers:
        found[power.id] = {"kind": "power", "name": power.name, "text": power.text, "tokens": power.tokens}
    for marker in [kind() for kind in MARKERS]:
        found[marker.id] = {"kind": "marker", "name": marker.name, "text": marker.text}
    for trait in [*races, *powers]:
        for form in trait.forms:
            found[form.split()[0]] = {"kind": "move", "name": form, "text": f"A move of {trait.name}. {trait.text}"}
        if trait.marked:
            found[trait.mark] = {"kind": "piece", "name": trait.mark, "text": f"A piece of {trait.name}. {trait.text}"}
    return found | {key: dict(value) for key, value in TERMS.items() if key not in found}


_agreements: Final = Agreements[Options](_build)
