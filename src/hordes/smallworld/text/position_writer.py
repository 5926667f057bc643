"""Position writer: the table as JSON data of the referee protocol, complete or as one seat's view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from hordes.engine.core.bits import BIT, listed, lowest
from hordes.engine.core.state import CHANCE
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules.readying import HORDE_UNIT
from hordes.smallworld.state import questions
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    BEHEMOTH,
    BONY_RACE,
    CATAPULT,
    CHOICE,
    COIN,
    DIE,
    ENCAMPMENT,
    ENDED,
    HORDE,
    MARKER_AT,
    MONSTERS_AT,
    PHASE_NAMES,
    PIECE_KINDS,
)
from hordes.smallworld.state.questions import NO_QUESTION, Question
from hordes.smallworld.state.table import Table
from hordes.smallworld.text.position_values import TURN_COUNTS, TURN_FLAGS, TURN_SEATS

if TYPE_CHECKING:
    from hordes.smallworld.wire.views import (
        ArmyView,
        BonyView,
        ChanceView,
        ChoiceView,
        ComboView,
        PlayerView,
        QuestionView,
        RegionView,
        ThisTurn,
        View,
        WaitingView,
    )


def position(t: Table, seat: i64, everything: bool) -> View:
    """The complete position, or a seat's view: opponents' coins are secret until the end."""
    all_open = everything or _is_over(t)
    return _position_data(t, [_player(t, p, all_open or p == seat) for p in range(t.rules.players)])


def views(t: Table) -> list[View]:
    """The view of each seat, and last the public one. They differ in the seat's own coins; all else is shared."""
    closed = [_player(t, p, _is_over(t)) for p in range(t.rules.players)]
    public = _position_data(t, closed)
    seat_views: list[View] = []
    for seat in range(t.rules.players):
        players = list(closed)
        players[seat] = _player(t, seat, True)
        seat_views.append({**public, "players": players})
    return [*seat_views, public]


def _is_over(t: Table) -> bool:
    return t.phase != CHOICE and t.turn_phase == ENDED


def _position_data(t: Table, players: list[PlayerView]) -> View:
    phase, to_move = (t.phase, t.to_move) if t.phase == CHOICE else (t.turn_phase, t.turn_to_move)
    data: View = {
        "turn": t.turn, "player": t.player, "first": t.first_seat, "phase": PHASE_NAMES[phase],
        "regions": _regions(t), "players": players, "column": [_combo(t, k) for k in range(t.column_size)],
    }  # fmt: skip
    if to_move not in (t.player, CHANCE) and phase != ENDED:
        data["to_move"] = to_move
    data.update(cast("View", t.rules.mode.position_fields(t)))
    if len(t.rules.markers) > 0:
        data["bony"] = _bony(t)
    if t.returned_count > 0:
        data["returned_banners"] = [t.rules.race_ids[t.returned_banners[k]] for k in range(t.returned_count)]
    if t.discarded_badges != 0:
        data["discarded_badges"] = [t.rules.power_ids[k] for k in listed(t.discarded_badges)]
    this_turn = _this_turn(t)
    if this_turn:
        data["this_turn"] = this_turn
    if t.phase == CHOICE:
        choice: ChoiceView = {**_choice(t, t.question), "then": PHASE_NAMES[t.turn_phase]}
        data["choice"] = choice
    elif t.question is not NO_QUESTION:
        data["chance"] = _chance(t, t.question)
    return data


def _choice(t: Table, question: Question) -> QuestionView:
    """A question that is asked of a seat."""
    data: QuestionView = {"ask": questions.CHOICE_NAMES[question.kind]}
    if question.kind not in (questions.TOWER, questions.HIRE):
        data["seat"] = question.seat
    if question.region >= 0:
        data["region"] = t.board.raw_ids[question.region]
    if question.kind == questions.HIRE:
        data["short"] = question.short
    if question.kind in (questions.SACRIFICE, questions.PLEA, questions.GIFT):
        data["race"] = t.rules.race_ids[question.race]
        if question.horde:
            data["horde"] = True
        if question.asked != 0:
            data["asked"] = listed(question.asked)
    return data


def _chance(t: Table, question: Question) -> ChanceView:
    """A question that is asked of chance."""
    if question.kind == questions.LOSS_ROLL:
        return {"kind": "die", "seat": t.army_with_race(question.race).seat}
    if question.phase == DIE:
        return {"kind": "die", "region": t.board.raw_ids[question.region] if question.region >= 0 else None}
    if question.kind == questions.BADGE_DRAW:
        return {"kind": "badge", "race": t.rules.race_ids[question.race]} if question.race >= 0 else {"kind": "badge"}
    if question.kind == questions.MARKER_DRAW:
        return {"kind": "marker", "region": t.board.raw_ids[question.region]}
    return {"kind": "banner"}


USUALLY_WAITING: Final = [questions.CONQUESTS_END, questions.BONY, questions.LOSS_ROLL, questions.LOSS]
"""Questions that wait below others in this order, each at most once: they have keys of their own in `this_turn`."""


def _add_waiting(t: Table, data: ThisTurn) -> None:
    """Add the questions that wait below the open one."""
    order = [USUALLY_WAITING.index(q.kind) if q.kind in USUALLY_WAITING else -1 for q in t.waiting]
    if order != sorted(set(order)) or -1 in order:
        data["waiting"] = [_waiting_entry(t, question) for question in t.waiting]
        return
    for question in t.waiting:
        if question.kind == questions.CONQUESTS_END:
            data["ending"] = True
        elif question.kind == questions.BONY:
            data["boneyard_taken"] = True
        elif question.kind == questions.LOSS_ROLL:
            data["mourning"] = t.army_with_race(question.race).seat
        else:
            data["losing"] = question.seat


def _waiting_entry(t: Table, question: Question) -> WaitingView:
    if question.kind == questions.CONQUESTS_END:
        return {"ask": "end"}
    return cast("WaitingView", _chance(t, question) if question.seat == CHANCE else _choice(t, question))


def _regions(t: Table) -> dict[str, RegionView]:
    regions: dict[str, RegionView] = {}
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


def _bony(t: Table) -> BonyView | None:
    if t.marker_state[BONY_RACE] == 0:
        return None
    army = t.army_with_race(t.marker_state[BONY_RACE] - 1)
    return {"player": army.seat, "race": army.race.id}


def _occupied(t: Table, army: Army, region: i64) -> RegionView:
    data: RegionView = {
        "player": army.seat,
        "race": army.race.id,
        "tokens": t.tokens[region],
        "declined": army.declined,
    }
    pieces: dict[str, int | list[int]] = {}
    for name, piece in PIECE_KINDS.items():
        if piece not in (ENCAMPMENT, HORDE, BEHEMOTH, CATAPULT) and t.pieces[piece] & BIT[region] != 0:
            pieces[name] = 1
    if (t.pieces[CATAPULT] if t.this_turn.aimed_from < 0 else BIT[t.this_turn.aimed_from]) & BIT[region] != 0:
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


def _player(t: Table, seat: i64, coins: bool) -> PlayerView:
    me = t.active[seat]
    active = None if me is NOBODY else _army(t, me)
    declined = [_army(t, army) for army in t.declined if army.seat == seat]
    if coins:
        return {"coins": t.coins[seat], "active": active, "declined": declined}
    return {"active": active, "declined": declined}


def _army(t: Table, army: Army) -> ArmyView:
    power = army.kept_badge if army.declined else army.power
    data: ArmyView = {"race": army.race.id, "power": power.id if power.index >= 0 else None, "hand": army.hand}
    if army.tokens_waiting > 0 or (not army.declined and army.race.reserve(t, army) > 0):
        data["waiting"] = army.tokens_waiting
    if army.race_note != 0 and not army.race.has_mark:
        data["race_note"] = army.race_note
    if army.power_note != 0 and not power.has_mark:
        data["power_note"] = army.power_note
    data.update(cast("ArmyView", army.race.position_fields(t, army)))
    data.update(cast("ArmyView", army.power.position_fields(t, army)))
    return data


def _combo(t: Table, k: i64) -> ComboView:
    race, power = t.rules.race_ids[t.combo_race[k]], t.rules.power_ids[t.combo_power[k]]
    data: ComboView = {"race": race, "power": power, "coins": t.combo_coins[k]}
    if t.combo_tokens[k] > 0:
        data["homunculi"] = t.combo_tokens[k]
    return data


def _this_turn(t: Table) -> ThisTurn:
    """What was done in this turn, as far as a rule still needs it."""
    now = t.this_turn
    fields: dict[str, Any] = {key: True for key, name in TURN_FLAGS.items() if getattr(now, name)}
    fields |= {key: getattr(now, name) for key, name in TURN_COUNTS.items() if getattr(now, name) > 0}
    fields |= {key: listed(getattr(now, name)) for key, name in TURN_SEATS.items() if getattr(now, name) != 0}
    data = cast("ThisTurn", fields)
    if len(now.pending_tokens) > 0:
        data["gifts"] = [int(n) for n in now.pending_tokens]
    if now.roll >= 0:
        data["roll"] = now.roll
    _add_waiting(t, data)
    if now.aimed_from >= 0:
        data["aim"] = t.board.ids[now.aimed_from]
        if t.pieces[CATAPULT] != 0:
            data["catapult_from"] = t.board.ids[lowest(t.pieces[CATAPULT])]
    if len(now.tokens_at_start) > 0:
        data["stood"] = {t.board.ids[r]: now.tokens_at_start[r] % HORDE_UNIT for r in listed(t.regions_of(t.player))}
        hordes = {t.board.ids[r]: now.tokens_at_start[r] // HORDE_UNIT for r in listed(t.regions_of(t.player))}
        if any(hordes.values()):
            data["stood_hordes"] = hordes
    return data
