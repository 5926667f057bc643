"""Position reader for Monsters, Places, Relics and Bony, and for their open questions."""

from __future__ import annotations

from typing import Any

from hordes.engine.core.bits import BIT, count
from hordes.engine.core.state import CHANCE, TARGETS
from hordes.engine.errors import BadPosition
from hordes.engine.mypyc_compat import i64
from hordes.engine.validation import check_bool, check_dict, check_int, check_keys, check_list, check_member
from hordes.smallworld.rules import monsters, sigil
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    BADGES_SWAPPED,
    BONEYARD,
    BONY_RACE,
    BONY_UNPLACED,
    CHOICE,
    CHOICE_KINDS,
    CONQUER,
    DRAW_MARKER,
    FINISH,
    GHOULS,
    HORDE,
    LOSS,
    MARKER_AT,
    MARKER_IDS,
    MARKER_QUESTION,
    MAX_MONSTERS,
    MONSTERS_AT,
    PIECE_LIMITS,
    PLEA,
    SIGIL,
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


# Phases and questions


def read_monsters_phase(t: Table) -> None:
    """Read the phase before the first turn in which the seat `player` places the next Monster."""
    if len(t.rules.markers) == 0 or t.turn != 1 or t.player == t.first_seat:
        raise BadPosition("Monsters are placed before the first turn, by everybody but the first player.")
    monsters.ask_next_seat(t, t.player)


def read_turn_markers(t: Table, data: dict[str, Any]) -> None:
    """Read what Vale and Boneyard have done in this turn."""
    for key, slot in (("swapped", BADGES_SWAPPED), ("boneyard_taken", BONY_UNPLACED)):
        if check_bool(data.get(key, False), key):
            if len(t.rules.markers) == 0:
                raise BadPosition(f"`{key}` belongs to the team game, or to the option `markers`.")
            t.set_marker_state(slot, 1)


def read_marker_chance(t: Table, region: Any) -> None:
    """Read the pending draw of a marker for a region whose Monster was slain."""
    key = str(region)
    if t.phase not in (CONQUER, GHOULS) or key not in t.board.index_by_id or monsters.undrawn_markers(t) == 0:
        raise BadPosition("No marker can be drawn here.")
    number: i64 = t.board.index_by_id[key]
    if t.army_in(number).seat != t.player:
        raise BadPosition(f"Player {t.player} has not conquered {t.board.names[number]}.")
    t.push(DRAW_MARKER, CHANCE, number)


def read_marker_choice(t: Table, ask: i64, data: dict[str, Any]) -> None:
    """Read the open question of a Place or Relic."""
    marker = ask - MARKER_QUESTION
    if len(t.rules.markers) == 0:
        raise BadPosition("Places and Relics belong to the team game, or to the option `markers`.")
    if ask == PLEA or marker == SIGIL:
        seat = check_int(data.get("seat"), "seat", 0, t.rules.players - 1)
        about = _plea_code(t, seat, data) if ask == PLEA else _loss_code(t, seat, data)
        t.push(CHOICE, seat, ask + CHOICE_KINDS * about)
        return
    me = t.active[t.player]
    due = (
        t.marker_state[BONY_RACE] == 0 and len(t.declined) > 0
        if marker == BONEYARD
        else t.rules.markers[marker].asks_after_scoring(t, me)
    )
    when = CONQUER if marker == BONEYARD else FINISH
    if me.regions & t.marker_state[MARKER_AT + marker] == 0 or not due or t.phase != when:
        raise BadPosition(f"{t.rules.markers[marker].name} asks nobody here.")
    t.push(CHOICE, t.player, ask)


def _loss_code(t: Table, seat: i64, data: dict[str, Any]) -> i64:
    """Code of the loss for which a seat is asked to give a token, with the seats asked so far."""
    loser = _losing_army(t, seat, data)
    if sigil.givable_regions(t, loser, seat) == 0:
        raise BadPosition(f"Seat {seat} cannot be asked to give a token for the {loser.race.name}.")
    about = sigil.question_code(loser.race.index, check_bool(data.get("horde", False), "horde"))
    if not sigil.holder_asks(t, loser):
        return about
    return _with_asked_seats(t, about, [seat, *check_list(data.get("asked", []), "asked")])


def _plea_code(t: Table, seat: i64, data: dict[str, Any]) -> i64:
    """Code of the loss while the Sigil's holder chooses whom to ask."""
    loser = _losing_army(t, seat, data)
    about = sigil.question_code(loser.race.index, check_bool(data.get("horde", False), "horde"))
    about = _with_asked_seats(t, about, check_list(data.get("asked", []), "asked"))
    if loser.seat != seat or not sigil.holder_asks(t, loser) or sigil.able_givers(t, about) == 0:
        raise BadPosition(f"Seat {seat} can ask nobody to give a token for the {loser.race.name}.")
    return about


def _with_asked_seats(t: Table, about: i64, seats: list[Any]) -> i64:
    """Add seats that have been asked to the code of a loss."""
    for seat in {check_int(seat, "asked", 0, t.rules.players - 1) for seat in seats}:
        about = sigil.with_asked_seat(about, seat)
    return about


def _losing_army(t: Table, seat: i64, data: dict[str, Any]) -> Army:
    """The army that is losing a token."""
    race = check_member(data.get("race"), t.rules.race_ids, "race")
    loser = t.army_with_race(race)
    horde = check_bool(data.get("horde", False), "horde")
    if loser is NOBODY or t.phase == FINISH or not _can_be_lost(t, loser, horde):
        raise BadPosition(f"Seat {seat} cannot be asked to give a token for the {t.rules.races[race].name}.")
    return loser


def _can_be_lost(t: Table, loser: Army, horde: bool) -> bool:
    """Whether a token of this kind can just have been lost."""
    if not horde:
        return loser.tray > 0
    return not loser.declined and loser.hordes_in_hand + t.hordes_on_map() < PIECE_LIMITS[HORDE]


def read_sacrifice(t: Table, seat: i64, data: dict[str, Any]) -> i64:
    """Code of a sacrifice from a region with race and Hordes tokens, while it is open which is given; 0 for none."""
    if "race" not in data:
        return 0
    key = str(data.get("region"))
    about = _loss_code(t, seat, data)
    if key not in t.board.index_by_id or not sigil.is_mixed(t, t.board.index_by_id[key]):
        raise BadPosition("Hordes and race tokens must stand side by side where one of them is to be given.")
    number: i64 = t.board.index_by_id[key]
    if sigil.givable_regions(t, sigil.loser_of(t, about), seat) & BIT[number] == 0:
        raise BadPosition(f"Seat {seat} cannot give a token from {t.board.names[number]}.")
    return number + TARGETS * about


def race_at_stake(data: dict[str, Any]) -> str:
    """Id of the race whose token the open question is about: it may have no other token left."""
    choice = data.get("choice")
    return str(choice.get("race", "")) if isinstance(choice, dict) else ""


def loss_subject(t: Table, seat: i64, data: dict[str, Any]) -> i64:
    """Subject of the question which piece is lost or given."""
    return LOSS + CHOICE_KINDS * read_sacrifice(t, seat, data)
