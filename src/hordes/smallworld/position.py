"""A table in the referee's words: everything, or what one seat may know."""

from __future__ import annotations

from typing import Any

from hordes.engine.bits import BIT, listed, lowest
from hordes.engine.native import i64
from hordes.engine.state import CHANCE, TARGETS
from hordes.smallworld import sacrifice
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.readying import STOOD_HORDE
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    BEHEMOTH,
    BONY,
    BONY_DUE,
    CATAPULT,
    CHOICE,
    CHOICE_NAMES,
    CHOICES,
    COIN,
    DIE,
    DRAW_BADGE,
    DRAW_BANNER,
    DRAW_MARKER,
    ENCAMPMENT,
    ENDED,
    HIRE,
    HORDE,
    LOSS,
    MARKER_ASKS,
    MARKER_AT,
    MONSTERS_AT,
    MOURNED,
    PHASE_NAMES,
    PIECE_KINDS,
    PLEA,
    SWAPPED,
)


def position(t: Table, seat: i64, everything: bool) -> dict[str, Any]:
    """The whole table, or what a seat may know: the others' coins are secret until the end."""
    all_open = everything or _over(t)
    return _shown(t, [_player(t, p, all_open or p == seat) for p in range(t.rules.players)])


def views(t: Table) -> list[dict[str, Any]]:
    """What each seat may know, and last what everybody may. They differ in a player's own coins; the rest is shared."""
    closed = [_player(t, p, _over(t)) for p in range(t.rules.players)]
    public = _shown(t, closed)
    found: list[dict[str, Any]] = []
    for seat in range(t.rules.players):
        players = list(closed)
        players[seat] = _player(t, seat, True)
        found.append(public | {"players": players})
    return [*found, public]


def _over(t: Table) -> bool:
    return t.phase != CHOICE and _question(t)[0] == ENDED


def _shown(t: Table, players: list[dict[str, Any]]) -> dict[str, Any]:
    phase, to_move = (t.phase, t.to_move) if t.phase == CHOICE else _question(t)
    shown: dict[str, Any] = {"turn": t.turn, "player": t.player, "first": t.first, "phase": PHASE_NAMES[phase]}
    if to_move not in (t.player, CHANCE) and phase != ENDED:
        shown["to_move"] = to_move
    shown["regions"] = _regions(t)
    shown["players"] = players
    shown |= t.rules.mode.shown(t)
    if len(t.rules.markers) > 0:
        shown["bony"] = _bony(t)
    shown["column"] = [_combo(t, k) for k in range(t.column)]
    if t.returned_count > 0:
        shown["returned_banners"] = [t.rules.race_ids[t.returned[k]] for k in range(t.returned_count)]
    if t.discarded != 0:
        shown["discarded_badges"] = [t.rules.power_ids[k] for k in listed(t.discarded)]
    done = _this_turn(t)
    if done:
        shown["this_turn"] = done
    if t.phase in (DIE, DRAW_BANNER, DRAW_BADGE, DRAW_MARKER):
        shown["chance"] = _chance(t)
    if t.phase == CHOICE:
        shown["choice"] = _choice(t)
    return shown


def _question(t: Table) -> tuple[i64, i64]:
    """The phase and seat of the turn itself, under whatever chance is being asked."""
    if t.depth == 0:
        return t.phase, t.to_move
    return t.frames[0] & 31, ((t.frames[0] >> 5) & 15) - 2


def _choice(t: Table) -> dict[str, Any]:
    shown: dict[str, Any] = {"ask": CHOICE_NAMES[t.subject % CHOICES], "then": PHASE_NAMES[_question(t)[0]]}
    about = t.subject // CHOICES
    if t.subject % CHOICES == PLEA:
        shown |= {"seat": t.to_move} | sacrifice.shown(t, about)
    elif t.subject % CHOICES >= MARKER_ASKS:
        shown |= {"seat": t.to_move} | t.rules.markers[t.subject % CHOICES - MARKER_ASKS].shown(t, about)
    if t.subject % CHOICES == LOSS:
        shown["seat"] = t.to_move
        if about > 0:
            shown |= {"region": t.board.keys[about % TARGETS]} | sacrifice.shown(t, about // TARGETS)
    if t.subject % CHOICES == HIRE:
        shown |= {"region": t.board.keys[about % TARGETS], "short": about // TARGETS}
    return shown


def _chance(t: Table) -> dict[str, Any]:
    if t.phase == DIE and t.subject >= MOURNED:
        return {"kind": "die", "seat": t.subject - MOURNED}
    if t.phase == DIE:
        return {"kind": "die", "region": t.board.keys[t.subject] if t.subject >= 0 else None}
    if t.phase == DRAW_BADGE:
        return {"kind": "badge"} | ({"race": t.rules.race_ids[t.subject]} if t.subject >= 0 else {})
    if t.phase == DRAW_MARKER:
        return {"kind": "marker", "region": t.board.keys[t.subject]}
    return {"kind": "banner"}


def _regions(t: Table) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for army in [*t.active, *t.declined]:
        for region in listed(t.stations(army)):
            found[t.board.ids[region]] = _occupied(t, army, region)
    for region in listed(t.pieces[COIN]):
        found[t.board.ids[region]] = {"pieces": {"coin": 1}}
    for region in listed(t.lost_tribes):
        found[t.board.ids[region]] = {"lost_tribe": True}
    for region in listed(t.marks[MONSTERS_AT]):
        found[t.board.ids[region]]["monster"] = True
    for region in range(t.board.size):
        here = markers_in(t, region)
        if here:
            found.setdefault(t.board.ids[region], {})["marker"] = here[0] if len(here) == 1 else here
    return {key: found[key] for key in t.board.ids if key in found}


def markers_in(t: Table, region: i64) -> list[str]:
    """The Places and Relics that lie in a region: one as a rule, more when the Soapbar has slipped there."""
    return [marker.id for marker in t.rules.markers if t.marks[MARKER_AT + marker.index] & BIT[region] != 0]


def _bony(t: Table) -> dict[str, Any] | None:
    if t.marks[BONY] == 0:
        return None
    army = t.army_of(t.marks[BONY] - 1)
    return {"player": army.seat, "race": army.race.id}


def _occupied(t: Table, army: Army, region: i64) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "player": army.seat,
        "race": army.race.id,
        "tokens": t.tokens[region],
        "declined": army.declined,
    }
    pieces: dict[str, Any] = {}
    for name, piece in PIECE_KINDS.items():
        if piece not in (ENCAMPMENT, HORDE, BEHEMOTH, CATAPULT) and t.pieces[piece] & BIT[region] != 0:
            pieces[name] = 1
    if (t.pieces[CATAPULT] if t.aim < 0 else BIT[t.aim]) & BIT[region] != 0:
        pieces["catapult"] = 1
    if t.camps_in(region) > 0:
        pieces["encampment"] = t.camps_in(region)
    if t.hordes_in(region) > 0:
        pieces["horde"] = t.hordes_in(region)
    if t.stacks_in(region) > 0:
        pieces["behemoth"] = [t.stack_size(army)] * t.stacks_in(region)
    badge = army.kept if army.declined else army.power
    if army.race.marked and army.race_note & BIT[region] != 0:
        pieces[army.race.mark] = 1
    if badge.marked and army.power_note & BIT[region] != 0:
        pieces[badge.mark] = 1
    if pieces:
        shown["pieces"] = pieces
    return shown


def _player(t: Table, seat: i64, coins: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {"coins": t.coins[seat]} if coins else {}
    me = t.active[seat]
    shown["active"] = None if me is NOBODY else _army(t, me)
    shown["declined"] = [_army(t, army) for army in t.declined if army.seat == seat]
    return shown


def _army(t: Table, army: Army) -> dict[str, Any]:
    power = army.kept if army.declined else army.power
    shown: dict[str, Any] = {"race": army.race.id, "power": power.id if power.index >= 0 else None, "hand": army.hand}
    if army.waiting > 0 or (not army.declined and army.race.reserve(t, army) > 0):
        shown["waiting"] = army.waiting
    if army.race_note != 0 and not army.race.marked:
        shown["race_note"] = army.race_note
    if army.power_note != 0 and not power.marked:
        shown["power_note"] = army.power_note
    return shown | army.race.shown(t, army) | army.power.shown(t, army)


def _combo(t: Table, k: i64) -> dict[str, Any]:
    race, power = t.rules.race_ids[t.combo_race[k]], t.rules.power_ids[t.combo_power[k]]
    shown: dict[str, Any] = {"race": race, "power": power, "coins": t.combo_coins[k]}
    return shown | ({"homunculi": t.combo_extra[k]} if t.combo_extra[k] > 0 else {})


def _this_turn(t: Table) -> dict[str, Any]:
    """What was done in the turn that is going on, as far as a rule still asks for it."""
    flags = {
        "acted": t.acted,
        "picked": t.picked,
        "began": t.began,
        "scored": t.scored,
        "built": t.built,
        "flown": t.flown,
    }
    flags |= {"shot": t.shot, "ending": t.ending, "fresh": t.fresh}
    flags |= {"swapped": t.marks[SWAPPED] != 0, "boneyard_taken": t.marks[BONY_DUE] != 0}
    done: dict[str, Any] = {key: True for key, value in flags.items() if value}
    counts = {"plunder": t.plunder, "round": t.round, "fire": t.fire, "beasts": t.beasts, "cancels": t.cancels}
    done |= {key: n for key, n in counts.items() if n > 0}
    seats = {"attacked": listed(t.attacked), "bewitched": listed(t.bewitched), "gifts": [int(n) for n in t.gifts]}
    done |= {key: found for key, found in seats.items() if found}
    done |= {key: n for key, n in (("roll", t.roll), ("mourning", t.mourning), ("losing", t.losing)) if n >= 0}
    if t.aim >= 0:
        done["aim"] = t.board.ids[t.aim]
        if t.pieces[CATAPULT] != 0:
            done["catapult_from"] = t.board.ids[lowest(t.pieces[CATAPULT])]
    if len(t.stood) > 0:
        done["stood"] = {t.board.ids[r]: t.stood[r] % STOOD_HORDE for r in listed(t.held(t.player))}
        hordes = {t.board.ids[r]: t.stood[r] // STOOD_HORDE for r in listed(t.held(t.player))}
        done |= {"stood_hordes": hordes} if any(hordes.values()) else {}
    return done
