"""Position writer: the table as JSON data of the referee protocol, complete or as one seat's view."""

from __future__ import annotations

from typing import Any

from hordes.engine.core.bits import BIT, listed, lowest
from hordes.engine.core.state import CHANCE, TARGETS
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import sigil
from hordes.smallworld.rules.readying import HORDE_UNIT
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    BADGES_SWAPPED,
    BEHEMOTH,
    BONY_RACE,
    BONY_UNPLACED,
    CATAPULT,
    CHOICE,
    CHOICE_KINDS,
    CHOICE_NAMES,
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
    LOSS_ROLL,
    MARKER_AT,
    MARKER_QUESTION,
    MONSTERS_AT,
    PHASE_NAMES,
    PIECE_KINDS,
    PLEA,
)
from hordes.smallworld.state.table import Table


def position(t: Table, seat: i64, everything: bool) -> dict[str, Any]:
    """The complete position, or a seat's view: opponents' coins are secret until the end."""
    all_open = everything or _is_over(t)
    return _position_data(t, [_player(t, p, all_open or p == seat) for p in range(t.rules.players)])


def views(t: Table) -> list[dict[str, Any]]:
    """The view of each seat, and last the public one. They differ in the seat's own coins; all else is shared."""
    closed = [_player(t, p, _is_over(t)) for p in range(t.rules.players)]
    public = _position_data(t, closed)
    seat_views: list[dict[str, Any]] = []
    for seat in range(t.rules.players):
        players = list(closed)
        players[seat] = _player(t, seat, True)
        seat_views.append(public | {"players": players})
    return [*seat_views, public]


def _is_over(t: Table) -> bool:
    return t.phase != CHOICE and _turn_question(t)[0] == ENDED


def _position_data(t: Table, players: list[dict[str, Any]]) -> dict[str, Any]:
    phase, to_move = (t.phase, t.to_move) if t.phase == CHOICE else _turn_question(t)
    data: dict[str, Any] = {"turn": t.turn, "player": t.player, "first": t.first_seat, "phase": PHASE_NAMES[phase]}
    if to_move not in (t.player, CHANCE) and phase != ENDED:
        data["to_move"] = to_move
    data["regions"] = _regions(t)
    data["players"] = players
    data |= t.rules.mode.position_fields(t)
    if len(t.rules.markers) > 0:
        data["bony"] = _bony(t)
    data["column"] = [_combo(t, k) for k in range(t.column_size)]
    if t.returned_count > 0:
        data["returned_banners"] = [t.rules.race_ids[t.returned_banners[k]] for k in range(t.returned_count)]
    if t.discarded_badges != 0:
        data["discarded_badges"] = [t.rules.power_ids[k] for k in listed(t.discarded_badges)]
    this_turn = _this_turn(t)
    if this_turn:
        data["this_turn"] = this_turn
    if t.phase in (DIE, DRAW_BANNER, DRAW_BADGE, DRAW_MARKER):
        data["chance"] = _chance(t)
    if t.phase == CHOICE:
        data["choice"] = _choice(t)
    return data


def _turn_question(t: Table) -> tuple[i64, i64]:
    """The phase and seat of the turn itself, below any interrupting chance or question."""
    if t.depth == 0:
        return t.phase, t.to_move
    return t.frames[0] & 31, ((t.frames[0] >> 5) & 15) - 2


def _choice(t: Table) -> dict[str, Any]:
    data: dict[str, Any] = {"ask": CHOICE_NAMES[t.subject % CHOICE_KINDS], "then": PHASE_NAMES[_turn_question(t)[0]]}
    about = t.subject // CHOICE_KINDS
    if t.subject % CHOICE_KINDS == PLEA:
        data |= {"seat": t.to_move} | sigil.position_fields(t, about)
    elif t.subject % CHOICE_KINDS >= MARKER_QUESTION:
        data |= {"seat": t.to_move} | t.rules.markers[t.subject % CHOICE_KINDS - MARKER_QUESTION].position_fields(
            t, about
        )
    if t.subject % CHOICE_KINDS == LOSS:
        data["seat"] = t.to_move
        if about > 0:
            data |= {"region": t.board.raw_ids[about % TARGETS]} | sigil.position_fields(t, about // TARGETS)
    if t.subject % CHOICE_KINDS == HIRE:
        data |= {"region": t.board.raw_ids[about % TARGETS], "short": about // TARGETS}
    return data


def _chance(t: Table) -> dict[str, Any]:
    if t.phase == DIE and t.subject >= LOSS_ROLL:
        return {"kind": "die", "seat": t.subject - LOSS_ROLL}
    if t.phase == DIE:
        return {"kind": "die", "region": t.board.raw_ids[t.subject] if t.subject >= 0 else None}
    if t.phase == DRAW_BADGE:
        return {"kind": "badge"} | ({"race": t.rules.race_ids[t.subject]} if t.subject >= 0 else {})
    if t.phase == DRAW_MARKER:
        return {"kind": "marker", "region": t.board.raw_ids[t.subject]}
    return {"kind": "banner"}


def _regions(t: Table) -> dict[str, Any]:
    regions: dict[str, Any] = {}
    for army in [*t.active, *t.declined]:
        for region in listed(t.token_regions(army)):
            regions[t.board.ids[region]] = _occupied(t, army, region)
    for region in listed(t.pieces[COIN]):
        regions[t.board.ids[region]] = {"pieces": {"coin": 1}}
    for region in listed(t.lost_tribes):
        regions[t.board.ids[region]] = {"lost_tribe": True}
    for region in listed(t.marker_state[MONSTERS_AT]):
        regions[t.board.ids[region]]["monster"] = True
    for region in range(t.board.size):
        here = markers_in(t, region)
        if here:
            regions.setdefault(t.board.ids[region], {})["marker"] = here[0] if len(here) == 1 else here
    return {key: regions[key] for key in t.board.ids if key in regions}


def markers_in(t: Table, region: i64) -> list[str]:
    """Ids of the Places and Relics in a region: usually one, more when the Soapbar has moved there."""
    return [marker.id for marker in t.rules.markers if t.marker_state[MARKER_AT + marker.index] & BIT[region] != 0]


def _bony(t: Table) -> dict[str, Any] | None:
    if t.marker_state[BONY_RACE] == 0:
        return None
    army = t.army_with_race(t.marker_state[BONY_RACE] - 1)
    return {"player": army.seat, "race": army.race.id}


def _occupied(t: Table, army: Army, region: i64) -> dict[str, Any]:
    data: dict[str, Any] = {
        "player": army.seat,
        "race": army.race.id,
        "tokens": t.tokens[region],
        "declined": army.declined,
    }
    pieces: dict[str, Any] = {}
    for name, piece in PIECE_KINDS.items():
        if piece not in (ENCAMPMENT, HORDE, BEHEMOTH, CATAPULT) and t.pieces[piece] & BIT[region] != 0:
            pieces[name] = 1
    if (t.pieces[CATAPULT] if t.aimed_from < 0 else BIT[t.aimed_from]) & BIT[region] != 0:
        pieces["catapult"] = 1
    if t.encampments_in(region) > 0:
        pieces["encampment"] = t.encampments_in(region)
    if t.hordes_in(region) > 0:
        pieces["horde"] = t.hordes_in(region)
    if t.stacks_in(region) > 0:
        pieces["behemoth"] = [t.stack_size(army)] * t.stacks_in(region)
    badge = army.kept_badge if army.declined else army.power
    if army.race.has_mark and army.race_note & BIT[region] != 0:
        pieces[army.race.mark] = 1
    if badge.has_mark and army.power_note & BIT[region] != 0:
        pieces[badge.mark] = 1
    if pieces:
        data["pieces"] = pieces
    return data


def _player(t: Table, seat: i64, coins: bool) -> dict[str, Any]:
    data: dict[str, Any] = {"coins": t.coins[seat]} if coins else {}
    me = t.active[seat]
    data["active"] = None if me is NOBODY else _army(t, me)
    data["declined"] = [_army(t, army) for army in t.declined if army.seat == seat]
    return data


def _army(t: Table, army: Army) -> dict[str, Any]:
    power = army.kept_badge if army.declined else army.power
    data: dict[str, Any] = {"race": army.race.id, "power": power.id if power.index >= 0 else None, "hand": army.hand}
    if army.tokens_waiting > 0 or (not army.declined and army.race.reserve(t, army) > 0):
        data["waiting"] = army.tokens_waiting
    if army.race_note != 0 and not army.race.has_mark:
        data["race_note"] = army.race_note
    if army.power_note != 0 and not power.has_mark:
        data["power_note"] = army.power_note
    return data | army.race.position_fields(t, army) | army.power.position_fields(t, army)


def _combo(t: Table, k: i64) -> dict[str, Any]:
    race, power = t.rules.race_ids[t.combo_race[k]], t.rules.power_ids[t.combo_power[k]]
    data: dict[str, Any] = {"race": race, "power": power, "coins": t.combo_coins[k]}
    return data | ({"homunculi": t.combo_tokens[k]} if t.combo_tokens[k] > 0 else {})


def _this_turn(t: Table) -> dict[str, Any]:
    """What was done in this turn, as far as a rule still needs it."""
    flags = {
        "acted": t.has_acted,
        "picked": t.has_picked,
        "began": t.conquests_begun,
        "scored": t.is_scored,
        "built": t.fortress_built,
        "flown": t.dragon_used,
    }
    flags |= {"shot": t.catapult_used, "ending": t.conquests_ending, "fresh": t.turn_untouched}
    flags |= {"swapped": t.marker_state[BADGES_SWAPPED] != 0, "boneyard_taken": t.marker_state[BONY_UNPLACED] != 0}
    data: dict[str, Any] = {key: True for key, value in flags.items() if value}
    counts = {
        "plunder": t.nonempty_conquests,
        "round": t.conquest_round,
        "fire": t.fireballs_committed,
        "beasts": t.behemoths_committed,
        "cancels": t.takebacks,
    }
    data |= {key: n for key, n in counts.items() if n > 0}
    seats = {
        "attacked": listed(t.attacked_seats),
        "bewitched": listed(t.bewitched_seats),
        "gifts": [int(n) for n in t.pending_tokens],
    }
    data |= {key: numbers for key, numbers in seats.items() if numbers}
    data |= {key: n for key, n in (("roll", t.roll), ("mourning", t.reroll_seat), ("losing", t.loss_chooser)) if n >= 0}
    if t.aimed_from >= 0:
        data["aim"] = t.board.ids[t.aimed_from]
        if t.pieces[CATAPULT] != 0:
            data["catapult_from"] = t.board.ids[lowest(t.pieces[CATAPULT])]
    if len(t.tokens_at_start) > 0:
        data["stood"] = {t.board.ids[r]: t.tokens_at_start[r] % HORDE_UNIT for r in listed(t.regions_of(t.player))}
        hordes = {t.board.ids[r]: t.tokens_at_start[r] // HORDE_UNIT for r in listed(t.regions_of(t.player))}
        data |= {"stood_hordes": hordes} if any(hordes.values()) else {}
    return data
