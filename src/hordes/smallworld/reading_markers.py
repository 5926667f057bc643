"""Reading a position: Monsters, Places, Relics, Bony, and the questions that they ask."""

from __future__ import annotations

from typing import Any

from hordes.engine.bits import BIT, count
from hordes.engine.errors import BadPosition
from hordes.engine.native import i64
from hordes.engine.state import CHANCE, TARGETS
from hordes.engine.wording import check_keys, flag, listing, mapping, member, whole
from hordes.smallworld import monsters, sacrifice
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    BONEYARD,
    BONY,
    BONY_DUE,
    CHOICE,
    CHOICES,
    CONQUER,
    DRAW_MARKER,
    FINISH,
    GHOULS,
    HORDE,
    LOSS,
    MARKER_ASKS,
    MARKER_AT,
    MARKER_IDS,
    MONSTERS_AT,
    MOST_MONSTERS,
    PIECE_LIMITS,
    PLEA,
    SIGIL,
    SWAPPED,
)

# On the map


def read_marks(t: Table, region: i64, found: dict[str, Any]) -> None:
    """A region's Monster, and the marker or markers that lie there."""
    name = t.board.ids[region]
    here = found.get("marker") or []
    words: list[Any] = here if isinstance(here, list) else [here]
    monster = flag(found.get("monster") or False, f"monster of region {name}")
    if (monster or words) and len(t.rules.markers) == 0:
        raise BadPosition(
            f"Region {name} has a monster or marker; these belong to the team game, or to the option `markers`."
        )
    if monster:
        _read_monster(t, region, found)
    for word in words:
        marker = member(word, MARKER_IDS, "marker")
        if t.marks[MARKER_AT + marker] != 0:
            raise BadPosition(f"There is one {t.rules.markers[marker].name}, and the position uses it twice.")
        t.mark(MARKER_AT + marker, BIT[region])


def _read_monster(t: Table, region: i64, found: dict[str, Any]) -> None:
    if not found.get("lost_tribe"):
        raise BadPosition(f"The Monster in region {t.board.ids[region]} has no Lost Tribe beside it.")
    t.mark(MONSTERS_AT, t.marks[MONSTERS_AT] | BIT[region])
    if count(t.marks[MONSTERS_AT]) > MOST_MONSTERS:
        raise BadPosition(f"There are {MOST_MONSTERS} Monsters; the position shows more.")


def read_bony(t: Table, found: Any) -> None:
    """Whom Bony protects; he needs a declined race, and an active one in the Boneyard."""
    if found is None:
        return
    if len(t.rules.markers) == 0:
        raise BadPosition("Bony belongs to the team game, or to the option `markers`.")
    entry = mapping(found, "bony")
    check_keys(entry, ["player", "race"], "`bony`")
    race = member(entry.get("race"), t.rules.race_ids, "race")
    seat = whole(entry.get("player"), "player of bony", 0, t.rules.players - 1)
    army = t.army_of(race)
    if army is NOBODY or not army.declined or army.seat != seat:
        raise BadPosition(f"Bony protects a race in decline; seat {seat} has no declined {t.rules.races[race].name}.")
    yard = t.marks[MARKER_AT + BONEYARD]
    if yard != 0 and t.active_in(yard) is NOBODY:
        raise BadPosition("Bony waits beside the board: no active race holds the Boneyard.")
    t.mark(BONY, race + 1)


# Phases and questions


def read_monsters_phase(t: Table) -> None:
    """Before the first turn: the seat of `player` places the next Monster."""
    if len(t.rules.markers) == 0 or t.turn != 1 or t.player == t.first:
        raise BadPosition("Monsters are placed before the first turn, by everybody but the first player.")
    monsters.ask(t, t.player)


def read_turn_marks(t: Table, found: dict[str, Any]) -> None:
    """What Vale and Boneyard have done in the turn that is going on."""
    for key, slot in (("swapped", SWAPPED), ("boneyard_taken", BONY_DUE)):
        if flag(found.get(key, False), key):
            if len(t.rules.markers) == 0:
                raise BadPosition(f"`{key}` belongs to the team game, or to the option `markers`.")
            t.mark(slot, 1)


def read_marker_chance(t: Table, region: Any) -> None:
    """A marker is being drawn for a region whose Monster was slain."""
    key = str(region)
    if t.phase not in (CONQUER, GHOULS) or key not in t.board.number or monsters.stack(t) == 0:
        raise BadPosition("No marker can be drawn here.")
    number: i64 = t.board.number[key]
    if t.holder(number).seat != t.player:
        raise BadPosition(f"Player {t.player} has not conquered {t.board.names[number]}.")
    t.push(DRAW_MARKER, CHANCE, number)


def read_marker_choice(t: Table, ask: i64, found: dict[str, Any]) -> None:
    """A question of a Place or Relic."""
    marker = ask - MARKER_ASKS
    if len(t.rules.markers) == 0:
        raise BadPosition("Places and Relics belong to the team game, or to the option `markers`.")
    if ask == PLEA or marker == SIGIL:
        seat = whole(found.get("seat"), "seat", 0, t.rules.players - 1)
        about = _pleaded(t, seat, found) if ask == PLEA else _at_stake(t, seat, found)
        t.push(CHOICE, seat, ask + CHOICES * about)
        return
    me = t.active[t.player]
    due = t.marks[BONY] == 0 and len(t.declined) > 0 if marker == BONEYARD else t.rules.markers[marker].asks(t, me)
    when = CONQUER if marker == BONEYARD else FINISH
    if me.regions & t.marks[MARKER_AT + marker] == 0 or not due or t.phase != when:
        raise BadPosition(f"{t.rules.markers[marker].name} asks nobody here.")
    t.push(CHOICE, t.player, ask)


def _at_stake(t: Table, seat: i64, found: dict[str, Any]) -> i64:
    """The token that is being lost while a seat is asked to give another one, and who was asked for one."""
    loser = _loser(t, seat, found)
    if sacrifice.givable(t, loser, seat) == 0:
        raise BadPosition(f"Seat {seat} cannot be asked to give a token for the {loser.race.name}.")
    about = sacrifice.code_of(loser.race.index, flag(found.get("horde", False), "horde"))
    if not sacrifice.holder_asks(t, loser):
        return about
    return _asked(t, about, [seat, *listing(found.get("asked", []), "asked")])


def _pleaded(t: Table, seat: i64, found: dict[str, Any]) -> i64:
    """The same while the holder says whom he asks."""
    loser = _loser(t, seat, found)
    about = sacrifice.code_of(loser.race.index, flag(found.get("horde", False), "horde"))
    about = _asked(t, about, listing(found.get("asked", []), "asked"))
    if loser.seat != seat or not sacrifice.holder_asks(t, loser) or sacrifice.able(t, about) == 0:
        raise BadPosition(f"Seat {seat} can ask nobody to give a token for the {loser.race.name}.")
    return about


def _asked(t: Table, about: i64, seats: list[Any]) -> i64:
    """The code of a loss when these seats have been asked."""
    for seat in {whole(seat, "asked", 0, t.rules.players - 1) for seat in seats}:
        about = sacrifice.asked(about, seat)
    return about


def _loser(t: Table, seat: i64, found: dict[str, Any]) -> Army:
    """The army that is losing a token."""
    race = member(found.get("race"), t.rules.race_ids, "race")
    loser = t.army_of(race)
    horde = flag(found.get("horde", False), "horde")
    if loser is NOBODY or t.phase == FINISH or not _missing(t, loser, horde):
        raise BadPosition(f"Seat {seat} cannot be asked to give a token for the {t.rules.races[race].name}.")
    return loser


def _missing(t: Table, loser: Army, horde: bool) -> bool:
    """Could a token of this kind just have been lost?"""
    if not horde:
        return loser.tray > 0
    return not loser.declined and loser.hordes + t.hordes_on_map() < PIECE_LIMITS[HORDE]


def read_given(t: Table, seat: i64, found: dict[str, Any]) -> i64:
    """A sacrifice from a mixed region, when it is still open which piece is given; 0 when none is."""
    if "race" not in found:
        return 0
    key = str(found.get("region"))
    about = _at_stake(t, seat, found)
    if key not in t.board.number or not sacrifice.is_mixed(t, t.board.number[key]):
        raise BadPosition("Hordes and race tokens must stand side by side where one of them is to be given.")
    number: i64 = t.board.number[key]
    if sacrifice.givable(t, sacrifice.loser_of(t, about), seat) & BIT[number] == 0:
        raise BadPosition(f"Seat {seat} cannot give a token from {t.board.names[number]}.")
    return number + TARGETS * about


def at_stake(found: dict[str, Any]) -> str:
    """The race of the token that an open question is about: it may have nothing left but that."""
    choice = found.get("choice")
    return str(choice.get("race", "")) if isinstance(choice, dict) else ""


def loss_subject(t: Table, seat: i64, found: dict[str, Any]) -> i64:
    """The subject of the question which piece is lost, or given."""
    return LOSS + CHOICES * read_given(t, seat, found)
