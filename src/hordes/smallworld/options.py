"""Options of Small World (map, seats, mode, sets, turns, rulings): checked, defaulted and resolved to objects."""

from __future__ import annotations

import json
from copy import deepcopy
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from hordes.engine.errors import BadRequest
from hordes.engine.option_schema import Option, nest
from hordes.engine.options_cache import OptionsCache
from hordes.engine.validation import did_you_mean, option_number
from hordes.smallworld.custom import hook_guard, loader
from hordes.smallworld.sets import base_powers, base_races, be_not_afraid, cursed, grand_dames, royal_bonus
from hordes.smallworld.sets.necromancer.board import ALL_GHOSTS
from hordes.smallworld.sets.necromancer.ghosts import Ghosts
from hordes.smallworld.sets.necromancer.mode import MIN_GHOSTS, Necromancer
from hordes.smallworld.sets.teams.mode import Teams
from hordes.smallworld.sets.teams.places import MARKERS
from hordes.smallworld.state.board import Board
from hordes.smallworld.state.config import MAX_MEMBERS, Rules
from hordes.smallworld.state.markers import Marker
from hordes.smallworld.state.modes import Mode
from hordes.smallworld.state.traits import Power, Race, Trait
from hordes.smallworld.text.glossary import TERMS
from hordes.smallworld.text.map_reader import board_from_json

if TYPE_CHECKING:
    from hordes.smallworld.wire.views import Entry

OPTION_KEYS: Final = ["map", "players", "mode", "sets", "markers", "turns", "rulings", "digests"]
MAX_TURNS: Final = 60
LEFT_TO_GAME: Final = ("map", "turns")
"""Options that None leaves to the game."""
MAPS: Final = ["map-2p", "map-3p", "map-4p", "map-5p", "map-6p"]
BUILT_IN_SETS: Final[dict[str, tuple[list[type[Race]], list[type[Power]]]]] = {
    "base": (base_races.RACES, base_powers.POWERS),
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
VERSION_1_RULINGS: Final = [
    "own_tokens_defend", "ghouls_own_die", "giants_true_borders", "sorcery_without_token", "sorcery_by_flight",
    "barbarians_ready_all", "sigil_asks_everybody", "barricade_needs_region", "aquatic_spares_water",
    "pots_leave_in_decline", "historian_counts_late", "soapbar_keeps_to_land",
]  # fmt: skip
"""Rulings that were the default in rules version 1; they are switched on when a record of that version is loaded."""

NUMBER_RULINGS: Final = {
    "homunculi_total": (18, 5, MAX_MEMBERS, "Homunculi tokens in the box; the printed rules give no number."),
    "pygmies_total": (18, 6, MAX_MEMBERS, "Pygmy tokens in the box; the printed rules give no number."),
    "fireball_markers": (9, 1, MAX_MEMBERS, "Fireball markers in the box; the printed rules give no number."),
    "pots": (16, 1, MAX_MEMBERS, "Pots of Gold in the box; the printed rules give no number."),
}
"""Rulings with a number: default, minimum, maximum and description."""


class ResolvedOptions:
    """Checked options: as data with every default filled in, and as the board and rules objects of the table."""

    def __init__(self, data: dict[str, Any], board: Board, rules: Rules) -> None:
        self.data = data
        self.board = board
        self.rules = rules

    def copy_data(self) -> dict[str, Any]:
        """An independent copy of the data."""
        return deepcopy(self.data)


_maps: dict[str, dict[str, Any]] = {}


def resolve_options(options: dict[str, Any]) -> ResolvedOptions:
    """Check options and build their board and rules; equal options give the same objects."""
    return _options_cache.get(options, loader.sets_version())


def _build(given: dict[str, Any]) -> ResolvedOptions:
    options = nest(given, LEFT_TO_GAME)
    name = _mode(options.get("mode", "standard"))
    mode = MODES[name]()
    for key in options:
        if key not in OPTION_KEYS + mode.option_keys():
            known = OPTION_KEYS + mode.option_keys()
            raise BadRequest(f"There is no option {key!r}; there are {', '.join(known)}.{did_you_mean(key, known)}")
    players = option_number(
        options, "players", int(mode.min_players()), int(mode.min_players()), int(mode.max_players())
    )
    game_map = _board(options.get("map", mode.default_map(players)))
    turns = option_number(options, "turns", game_map.turns, 1, MAX_TURNS)
    sets = _sets(options.get("sets", ["base"]))
    rulings = _rulings(options.get("rulings", {}), sets)
    data = {"map": options.get("map", mode.default_map(players)), "players": players, "mode": name}
    markers = _markers(options.get("markers", mode.has_markers()), name)
    data |= {"sets": sets, "markers": len(markers) > 0, "turns": turns, "rulings": rulings}
    data |= mode.check_options(options, game_map)
    data |= _digests(sets, options.get("digests", {}))
    races, powers = _traits(sets)
    if "digests" in data:
        _check_duplicates(races, powers)
    races = mode.game_races(races, powers, rulings)
    rules = Rules(races, powers, players, turns, rulings, json.dumps(data, sort_keys=True), mode, markers)
    return ResolvedOptions(data, game_map, rules)


def _markers(wanted: Any, mode: str) -> list[Marker]:
    """Places and Relics, if the game uses them."""
    if not isinstance(wanted, bool):
        raise BadRequest(f"`markers` is true or false, not {wanted!r}.")
    if wanted and mode == "necromancer":
        raise BadRequest("Monsters, Places and Relics are not played with the Necromancer.")
    return [kind() for kind in MARKERS] if wanted else []


def _mode(name: Any) -> str:
    if not isinstance(name, str) or name not in MODES:
        raise BadRequest(f"There is no mode {name!r}; there are {', '.join(MODES)}.{did_you_mean(name, MODES)}")
    return name


def _board(chosen: Any) -> Board:
    if isinstance(chosen, str):
        return board_from_json(map_data(chosen))
    if not isinstance(chosen, dict):
        raise BadRequest("`map` is the name of a map or a map itself.")
    return board_from_json(deepcopy(chosen))


def map_data(name: str) -> dict[str, Any]:
    """A built-in map by its name."""
    if name not in MAPS:
        near = did_you_mean(name, MAPS)
        raise BadRequest(f"There is no map {name!r}; there are {', '.join(MAPS)}, or an inline map.{near}")
    if name not in _maps:
        text = (resources.files("hordes.smallworld") / "data" / f"{name}.json").read_text(encoding="utf-8")
        _maps[name] = json.loads(text)
    return _maps[name]


def _sets(chosen: Any) -> list[str]:
    if not isinstance(chosen, list) or not chosen:
        raise BadRequest('`sets` is a list of boxes such as ["base"].')
    for box in chosen:
        if not isinstance(box, str) or (box not in BUILT_IN_SETS and loader.find_set(box) is None):
            raise BadRequest(_unknown_set_text(box))
    if "base" not in chosen:
        raise BadRequest("Every game needs the set `base`.")
    return [box for box in BUILT_IN_SETS if box in chosen] + sorted({box for box in chosen if box not in BUILT_IN_SETS})


def _unknown_set_text(box: Any) -> str:
    known = [*BUILT_IN_SETS, *loader.set_names()]
    there = f"there are {', '.join(known)}"
    near = did_you_mean(box, known)
    if near:
        return f"There is no set {box!r}; {there}.{near}"
    if isinstance(box, str) and box.endswith(".py"):
        return f"Options name a set by its name, not by its file {box!r}: the file is given as `--sets` at the start."
    return f"There is no set {box!r}; {there}. A set of your own is given by its file, `--sets FILE.py`, at the start."


def _digests(sets: list[str], given: Any) -> dict[str, Any]:
    """The digest of each custom set: saved in every record and compared when a game is loaded."""
    if not isinstance(given, dict):
        raise BadRequest("`digests` is an object of sets and their digests.")
    digests: dict[str, str] = {}
    for name in sets:
        custom_set = loader.find_set(name) if name not in BUILT_IN_SETS else None
        if custom_set is not None:
            digests[name] = custom_set.digest
    for name, digest in given.items():
        if digests.get(name) != digest:
            here = f"here it is {digests[name]}" if name in digests else "it is not among the sets"
            raise BadRequest(f"This game was set up with version {digest} of the set {name}; {here}.")
    return {"digests": digests} if len(digests) > 0 else {}


def _traits(sets: list[str]) -> tuple[list[Race], list[Power]]:
    """New race and power objects of these sets: classes are shared by all games, objects (with their index) are not."""
    races: list[Race] = []
    powers: list[Power] = []
    for box in sets:
        if box in BUILT_IN_SETS:
            races += [kind() for kind in BUILT_IN_SETS[box][0]]
            powers += [kind() for kind in BUILT_IN_SETS[box][1]]
        else:
            _add_custom(box, races, powers)
    return races, powers


def _add_custom(name: str, races: list[Race], powers: list[Power]) -> None:
    """Add the pieces of a custom set, and remember their attributes before any game."""
    custom_set = loader.find_set(name)
    if custom_set is not None:
        for race in custom_set.races:
            races.append(race())
            hook_guard.remember_attributes(races[-1])
        for power in custom_set.powers:
            powers.append(power())
            hook_guard.remember_attributes(powers[-1])


def _check_duplicates(races: list[Race], powers: list[Power]) -> None:
    """Refuse two pieces with the same id or custom verb; built-in sets never clash."""
    traits: list[Trait] = [*races, *powers]
    words = [form.split()[0] for trait in traits for form in trait.verb_forms]
    for key in [trait.id for trait in traits] + words:
        if [trait.id for trait in traits].count(key) + words.count(key) > 1:
            raise BadRequest(f"Two pieces of the sets of this game are called {key!r}: leave one of these sets out.")


def _rulings(given: Any, sets: list[str]) -> dict[str, Any]:
    """Rulings as an object of names with booleans or numbers, or as a list of those that are switched on."""
    if isinstance(given, list):
        given = (
            {name: True for name in given if isinstance(name, str)} if all(isinstance(n, str) for n in given) else None
        )
    if not isinstance(given, dict):
        raise BadRequest('`rulings` is an object such as {"alchemist_needs_region": true}, or a list of names.')
    known = [*RULINGS]
    for box in sets:
        custom_set = loader.find_set(box) if box not in BUILT_IN_SETS else None
        known += [*custom_set.rulings] if custom_set is not None else []
    for name, value in given.items():
        if name not in known and name not in NUMBER_RULINGS:
            known += [*NUMBER_RULINGS]
            raise BadRequest(f"There is no ruling {name!r}; there are {', '.join(known)}.{did_you_mean(name, known)}")
        if name in known and not isinstance(value, bool):
            raise BadRequest(f"The ruling {name} is true or false, not {value!r}.")
    counts = {
        name: option_number(given, name, limits[0], limits[1], limits[2]) for name, limits in NUMBER_RULINGS.items()
    }
    return {name: bool(given.get(name, False)) for name in known} | counts


def version_1_options(options: dict[str, Any]) -> dict[str, Any]:
    """Options of a game of rules version 1: rulings it does not mention get the defaults of that version."""
    given = options.get("rulings", {})
    if not isinstance(given, list | dict):
        return options
    named = dict.fromkeys([str(name) for name in given], True) if isinstance(given, list) else given
    return options | {"rulings": dict.fromkeys(VERSION_1_RULINGS, True) | named}


def option_schema() -> list[Option]:
    """Every option but `digests`, which the game itself fills in."""
    fewest = min([int(kind().min_players()) for kind in MODES.values()])
    most = max([int(kind().max_players()) for kind in MODES.values()])
    schema = [
        Option("players", fewest, "How many play; the mode may allow fewer numbers.", fewest, most, proposed=3),
        Option("mode", "standard", "Everybody alone, two teams of two, or against the Necromancer.", choices=(*MODES,)),
        Option("map", None, "The map; by default the one for so many players.", choices=(*MAPS,), takes_data=True),
        Option("sets", ["base"], "The boxes in play.", choices=(*BUILT_IN_SETS, *loader.set_names())),
        Option("markers", False, "Monsters, Places and Relics on the map; by default with teams."),
        Option("turns", None, "Turns of the game; by default those printed on the map.", 1, MAX_TURNS),
        Option("ghosts", ALL_GHOSTS, "Ghosts in the box.", MIN_GHOSTS, ALL_GHOSTS, needs=("mode", "necromancer")),
    ]
    schema += [Option(f"rulings.{name}", False, text) for name, text in RULINGS.items()]
    for name, limits in NUMBER_RULINGS.items():
        schema.append(Option(f"rulings.{name}", limits[0], limits[3], limits[1], limits[2]))
    for added in loader.loaded_sets():
        schema += [Option(f"rulings.{name}", False, text) for name, text in added.rulings.items()]
    return schema


def option_choices() -> dict[str, Any]:
    """What the options may be, for user interfaces."""
    seats: dict[str, list[int]] = {}
    for name, kind in MODES.items():
        mode = kind()
        seats[name] = [int(mode.min_players()), int(mode.max_players())]
    rulings = dict(RULINGS)
    for added in loader.loaded_sets():
        rulings.update(added.rulings)
    counts = {name: [limits[0], limits[1], limits[2], limits[3]] for name, limits in NUMBER_RULINGS.items()}
    return {
        "modes": seats,
        "sets": [*BUILT_IN_SETS, *loader.set_names()],
        "maps": [*MAPS],
        "rulings": rulings,
        "counts": counts,
    }


def glossary() -> dict[str, Entry]:
    """Every race, power, piece, terrain, symbol and term by id."""
    entries: dict[str, Entry] = {}
    races, powers = _traits([*BUILT_IN_SETS, *[added.name for added in loader.loaded_sets()]])
    for race in [*races, Ghosts()]:
        entries[race.id] = {
            "kind": "race", "name": race.name, "one": race.one, "text": race.text,
            "tokens": race.banner, "extra": race.bonus_tokens, "total": race.total,
        }  # fmt: skip
    for power in powers:
        entries[power.id] = {"kind": "power", "name": power.name, "text": power.text, "tokens": power.tokens}
    for marker in [kind() for kind in MARKERS]:
        entries[marker.id] = {"kind": "marker", "name": marker.name, "text": marker.text}
    for trait in [*races, *powers]:
        for form in trait.verb_forms:
            entries[form.split()[0]] = {"kind": "move", "name": form, "text": f"A move of {trait.name}. {trait.text}"}
        if trait.has_mark:
            entries[trait.mark] = {
                "kind": "piece",
                "name": trait.mark,
                "text": f"A piece of {trait.name}. {trait.text}",
            }
    return entries | {key: {**value} for key, value in TERMS.items() if key not in entries}


_options_cache: Final = OptionsCache[ResolvedOptions](_build)
