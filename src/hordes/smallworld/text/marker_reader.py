"""Position reader for Monsters, Places, Relics and Bony."""

from __future__ import annotations

from typing import Any

from hordes.engine.core.bits import BIT, count
from hordes.engine.errors import BadPosition
from hordes.engine.mypyc_compat import i64
from hordes.engine.validation import check_bool, check_dict, check_int, check_keys, check_member
from hordes.smallworld.rules import monsters
from hordes.smallworld.state.army import NOBODY
from hordes.smallworld.state.constants import (
    BONEYARD,
    BONY_RACE,
    MARKER_AT,
    MARKER_IDS,
    MAX_MONSTERS,
    MONSTERS_AT,
)
from hordes.smallworld.state.table import Table

# On the map


def read_markers(t: Table, region: i64, data: dict[str, Any]) -> None:
    """Read a region's Monster and markers."""
    name = t.board.ids[region]
    here = data.get("marker") or []
    words: list[Any] = here if isinstance(here, list) else [here]
    monster = check_bool(data.get("monster") or False, f"monster of region {name}")
    if (monster or words) and len(t.rules.markers) == 0:
        raise BadPosition(
            f"Region {name} has a monster or marker; these belong to the team game, or to the option `markers`."
        )
    if monster:
        _read_monster(t, region, data)
    for word in words:
        marker = check_member(word, MARKER_IDS, "marker")
        if t.marker_state[MARKER_AT + marker] != 0:
            raise BadPosition(f"There is one {t.rules.markers[marker].name}, and the position uses it twice.")
        t.set_marker_state(MARKER_AT + marker, BIT[region])


def _read_monster(t: Table, region: i64, data: dict[str, Any]) -> None:
    if not data.get("lost_tribe"):
        raise BadPosition(f"The Monster in region {t.board.ids[region]} has no Lost Tribe beside it.")
    t.set_marker_state(MONSTERS_AT, t.marker_state[MONSTERS_AT] | BIT[region])
    if count(t.marker_state[MONSTERS_AT]) > MAX_MONSTERS:
        raise BadPosition(f"There are {MAX_MONSTERS} Monsters; the position shows more.")


def read_bony(t: Table, data: Any) -> None:
    """Read whom Bony protects: a declined race, while an active one holds the Boneyard."""
    if data is None:
        return
    if len(t.rules.markers) == 0:
        raise BadPosition("Bony belongs to the team game, or to the option `markers`.")
    entry = check_dict(data, "bony")
    check_keys(entry, ["player", "race"], "`bony`")
    race = check_member(entry.get("race"), t.rules.race_ids, "race")
    seat = check_int(entry.get("player"), "player of bony", 0, t.rules.players - 1)
    army = t.army_with_race(race)
    if army is NOBODY or not army.declined or army.seat != seat:
        raise BadPosition(f"Bony protects a race in decline; seat {seat} has no declined {t.rules.races[race].name}.")
    yard = t.marker_state[MARKER_AT + BONEYARD]
    if yard != 0 and t.active_in(yard) is NOBODY:
        raise BadPosition("Bony waits beside the board: no active race holds the Boneyard.")
    t.set_marker_state(BONY_RACE, race + 1)


# The turn


def read_monsters_phase(t: Table) -> None:
    """Read the phase before the first turn in which the seat `player` places the next Monster."""
    if len(t.rules.markers) == 0 or t.turn != 1 or t.player == t.first_seat:
        raise BadPosition("Monsters are placed before the first turn, by everybody but the first player.")
    monsters.ask_next_seat(t, t.player)
