"""Position reader for the questions that interrupt a turn: the open one, and those that wait for an answer.

The open question stands in `choice` or `chance`. Of those that wait the usual ones have keys of their own in
`this_turn` (`ending`, `boneyard_taken`, `mourning`, `losing`); all others are listed under `waiting`.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT
from hordes.engine.errors import BadPosition
from hordes.engine.mypyc_compat import i64
from hordes.engine.validation import check_bool, check_dict, check_int, check_keys, check_list, check_member
from hordes.smallworld.rules import conquest, interrupts, monsters, sigil
from hordes.smallworld.state import questions
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    BONY_RACE,
    CONQUER,
    FINISH,
    GHOULS,
    HORDE,
    MARKER_AT,
    PHASE_NAMES,
    PIECE_LIMITS,
)
from hordes.smallworld.state.question_stack import MAX_WAITING
from hordes.smallworld.state.questions import NO_QUESTION, Question
from hordes.smallworld.state.table import Table
from hordes.smallworld.text.position_values import region_of, seat_of, seats_of, take_banner

MOST_LISTED: Final = MAX_WAITING - 4
"""Most questions under `waiting`: the other keys are questions, too."""
WAITING_KEYS: Final = "ending boneyard_taken mourning losing waiting".split()
"""Keys of `this_turn` about questions that wait."""
KINDS_BY_NAME: Final[dict[str, int]] = {
    name: kind for kind, name in questions.CHOICE_NAMES.items() if kind != questions.GIFT
}
QUESTION_KEYS: Final = ["ask", "then", "region", "short", "seat", "race", "horde", "asked"]


# Questions that wait


def read_waiting(t: Table, data: dict[str, Any]) -> None:
    """Read the questions that wait below the open one, from `this_turn`; the last of the keys is asked first."""
    ending = check_bool(data.get("ending", False), "ending")
    bony = check_bool(data.get("boneyard_taken", False), "boneyard_taken")
    listed = [check_dict(entry, "waiting") for entry in check_list(data.get("waiting", []), "waiting")]
    if len(listed) > MOST_LISTED:
        raise BadPosition(f"`waiting` lists {len(listed)} questions; {MOST_LISTED} is the most.")
    if bony:
        _check_markers(t, "`boneyard_taken` belongs")
    if not ending and not bony and not listed and "mourning" not in data and "losing" not in data:
        return
    if t.turn_phase not in (CONQUER, GHOULS):
        raise BadPosition(f"In the phase {PHASE_NAMES[t.turn_phase]} nothing waits for the end of a conquest.")
    if ending:
        t.push(questions.conquests_end())
    if bony:
        t.push(questions.bony(t.player))
    if "mourning" in data:
        t.push(questions.loss_roll(_active_race(t, data["mourning"], "mourning")))
    if "losing" in data:
        t.push(questions.loss(seat_of(t, data["losing"], "losing"), _active_race(t, data["losing"], "losing")))
    for entry in listed:
        t.push(_waiting_question(t, entry))


def check_top_of_waiting(t: Table, data: dict[str, Any]) -> None:
    """Check the waiting question that is asked at once because nothing else is open: somebody must have an answer."""
    if len(t.waiting) == 0:
        return
    top = t.waiting[-1]
    if top.kind == questions.LOSS_ROLL:
        army = t.army_with_race(top.race)
        _loss_roll(t, {"seat": int(army.seat) if army.exists() else -1})
    elif top.kind == questions.MARKER_DRAW:
        _marker_draw(t, t.board.ids[top.region])
    elif top.kind == questions.SACRIFICE or top.kind == questions.PLEA:
        entry = check_list(data.get("waiting", []), "waiting")[-1]
        _check_markers(t, "Places and Relics belong")
        if top.kind == questions.PLEA:
            _plea(t, top.seat, entry)
        else:
            _sacrifice(t, top.seat, entry)


def _waiting_question(t: Table, data: dict[str, Any]) -> Question:
    """A question that waits. Nothing is checked that may have changed: a moot one is dropped when its time comes."""
    check_keys(data, [*QUESTION_KEYS, "kind"], "`waiting`")
    if "kind" in data and check_member(data["kind"], ["die", "marker"], "chance") == 0:
        return questions.loss_roll(_active_race(t, data.get("seat"), "seat"))
    if "kind" in data:
        return questions.marker_draw(region_of(t, data.get("region")))
    name = data.get("ask")
    if name == "end":
        return questions.conquests_end()
    if name == "boneyard":
        return questions.bony(t.player)
    seat = seat_of(t, data.get("seat"), "seat")
    if name == "loss":
        return questions.loss(seat, _active_race(t, seat, "seat"))
    if check_member(name, ["sigil", "plea"], "question") == 0:
        return questions.sacrifice(seat, *_token_at_stake(t, data))
    return questions.plea(seat, *_token_at_stake(t, data))


def _active_race(t: Table, value: Any, what: str) -> i64:
    """The banner of a seat's active race."""
    army = t.active[seat_of(t, value, what)]
    if army is NOBODY:
        raise BadPosition(f"`{what}`: seat {value} has no active race that could have lost a token.")
    return army.race.index


def _token_at_stake(t: Table, data: dict[str, Any]) -> tuple[i64, bool, i64]:
    """Race and kind of a token that is being lost, and the seats that have been asked for another one."""
    race = check_member(data.get("race"), t.rules.race_ids, "race")
    horde = check_bool(data.get("horde", False), "horde")
    return race, horde, seats_of(t, data.get("asked", []), "asked")


def race_at_stake(data: dict[str, Any]) -> list[str]:
    """Ids of the races whose tokens the questions of a position are about: they may have no other token left."""
    this_turn = data.get("this_turn")
    waiting = this_turn.get("waiting") if isinstance(this_turn, dict) else []
    entries = [data.get("choice"), *(waiting if isinstance(waiting, list) else [])]
    return [str(entry.get("race", "")) for entry in entries if isinstance(entry, dict)]


# The open question, asked of a seat


def read_choice(t: Table, data: dict[str, Any], this_turn: dict[str, Any]) -> None:
    """Read a question that interrupts the turn, and the phase to continue with after it."""
    check_keys(data, QUESTION_KEYS, "`choice`")
    name = str(data.get("ask"))
    check_member(data.get("ask"), [*KINDS_BY_NAME], "question")
    then = check_member(data.get("then", "conquer"), PHASE_NAMES, "phase")
    me = t.active[t.player]
    if then not in (GHOULS, CONQUER, FINISH) or me is NOBODY:
        raise BadPosition(f"Nobody can be asked for a {name} here.")
    t.this_turn.is_scored = then == FINISH
    t.ask(then, t.player)
    read_waiting(t, this_turn)
    t.push(_question(t, me, KINDS_BY_NAME[name], data))


def _question(t: Table, me: Army, kind: i64, data: dict[str, Any]) -> Question:
    if kind == questions.LOSS:
        return _loss(t, data)
    if kind == questions.HIRE:
        return _hire(t, me, data)
    if kind == questions.TOWER:
        if not me.race.stacks_in_decline() or t.regions_with_tokens(me) == 0:
            raise BadPosition(f"{me.race.name} build no tower.")
        return questions.tower(t.player)
    _check_markers(t, "Places and Relics belong")
    if kind == questions.SACRIFICE:
        return _sacrifice(t, seat_of(t, data.get("seat"), "seat"), data)
    if kind == questions.PLEA:
        return _plea(t, seat_of(t, data.get("seat"), "seat"), data)
    return _marker_question(t, me, kind)


def _check_markers(t: Table, what_belongs: str) -> None:
    if len(t.rules.markers) == 0:
        raise BadPosition(f"{what_belongs} to the team game, or to the option `markers`.")


def _loss(t: Table, data: dict[str, Any]) -> Question:
    """The choice between a race token and a Hordes token, of which one is lost or, with a `race`, given for another."""
    seat = seat_of(t, data.get("seat"), "seat")
    if "race" in data:
        return _gift(t, seat, data)
    question = questions.loss(seat, t.active[seat].race.index)
    if interrupts.is_moot(t, question):
        raise BadPosition(f"Seat {seat} has no choice of losses.")
    return question


def _hire(t: Table, me: Army, data: dict[str, Any]) -> Question:
    """The coin that could save a final attempt: its region, and by how many tokens it fell short."""
    short = check_int(data.get("short"), "short", 1, max(2, me.power.tokens_per_coin(t, me)))
    key = str(data.get("region"))
    if t.phase != CONQUER or key not in t.board.index_by_id or me.troops() < me.race.least:
        raise BadPosition("Nobody can be asked to hire mercenaries here.")
    number: i64 = t.board.index_by_id[key]
    reached = conquest.reachable_regions(t, me) if t.this_turn.aimed_from < 0 else t.board.everywhere
    if conquest.attackable(t, me, reached & BIT[number]) == 0 or short > me.power.tokens_per_coin(t, me):
        raise BadPosition(f"Nobody can be asked to hire mercenaries for {t.board.names[number]}.")
    return questions.hire(t.player, number, short)


def _marker_question(t: Table, me: Army, kind: i64) -> Question:
    """The question of a Place or Relic to its holder, the player."""
    is_bony = kind == questions.BONY
    question = questions.bony(t.player) if is_bony else questions.after_scoring(t.player, kind - questions.SOAPBAR_MOVE)
    marker = t.rules.markers[question.marker()]
    due = t.marker_state[BONY_RACE] == 0 and len(t.declined) > 0 if is_bony else marker.asks_after_scoring(t, me)
    when = CONQUER if is_bony else FINISH
    if me.regions & t.marker_state[MARKER_AT + marker.index] == 0 or not due or t.phase != when:
        raise BadPosition(f"{marker.name} asks nobody here.")
    return question


# The Sigil


def _sacrifice(t: Table, seat: i64, data: dict[str, Any]) -> Question:
    """The question whether a seat gives a token for another one."""
    loser = _losing_army(t, seat, data)
    if sigil.givable_regions(t, loser, seat) == 0:
        raise BadPosition(f"Seat {seat} cannot be asked to give a token for the {loser.race.name}.")
    race, horde, asked = _token_at_stake(t, data)
    # The holder has asked this seat, too; where he does not choose nobody keeps account.
    return questions.sacrifice(seat, race, horde, asked | BIT[seat] if sigil.holder_asks(t, loser) else 0)


def _plea(t: Table, seat: i64, data: dict[str, Any]) -> Question:
    """The question whom the Sigil's holder asks."""
    loser = _losing_army(t, seat, data)
    question = questions.plea(seat, *_token_at_stake(t, data))
    if loser.seat != seat or not sigil.holder_asks(t, loser) or interrupts.is_moot(t, question):
        raise BadPosition(f"Seat {seat} can ask nobody to give a token for the {loser.race.name}.")
    return question


def _gift(t: Table, seat: i64, data: dict[str, Any]) -> Question:
    """The question which kind of token is given from a region with both."""
    key = str(data.get("region"))
    sacrifice = _sacrifice(t, seat, data)
    if key not in t.board.index_by_id or not sigil.is_mixed(t, t.board.index_by_id[key]):
        raise BadPosition("Hordes and race tokens must stand side by side where one of them is to be given.")
    number: i64 = t.board.index_by_id[key]
    if sigil.givable_regions(t, sigil.loser_of(t, sacrifice), seat) & BIT[number] == 0:
        raise BadPosition(f"Seat {seat} cannot give a token from {t.board.names[number]}.")
    return questions.gift(sacrifice, number)


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


# The open question, asked of chance


def read_chance(t: Table, data: dict[str, Any]) -> None:
    """Read what is asked of chance."""
    check_keys(data, ["kind", "region", "race", "seat"], "`chance`")
    kind = data.get("kind")
    if kind == "marker":
        t.push(_marker_draw(t, data.get("region")))
    elif kind == "die":
        if t.phase not in (CONQUER, GHOULS):
            raise BadPosition(f"Nobody rolls the die in the phase {PHASE_NAMES[t.phase]}.")
        t.push(_loss_roll(t, data) if "seat" in data else _attempt_roll(t, data.get("region")))
    elif kind == "badge" and t.question.kind == questions.BADGE_DRAW and "race" not in data:
        return
    elif t.question is not NO_QUESTION:
        raise BadPosition("The Necromancer's powers are drawn first; chance is asked for a badge without a race.")
    elif kind == "badge" and (t.badge_stack | t.discarded_badges) != 0:
        race = check_member(data.get("race"), t.rules.race_ids, "race")
        take_banner(t, race)
        t.draw_badge_for(race)
    elif kind == "banner" and t.banner_stack != 0:
        t.open(questions.banner_draw())
    else:
        raise BadPosition(f"Chance is asked for a die, a banner or a badge, not for {kind!r}.")


def _marker_draw(t: Table, region: Any) -> Question:
    """The draw of a marker for a region whose Monster was slain."""
    key = str(region)
    if t.phase not in (CONQUER, GHOULS) or key not in t.board.index_by_id or monsters.undrawn_markers(t) == 0:
        raise BadPosition("No marker can be drawn here.")
    number: i64 = t.board.index_by_id[key]
    if t.army_in(number).seat != t.player:
        raise BadPosition(f"Player {t.player} has not conquered {t.board.names[number]}.")
    return questions.marker_draw(number)


def _loss_roll(t: Table, data: dict[str, Any]) -> Question:
    """The die that a seat rolls for a lost token."""
    seat = seat_of(t, data["seat"], "seat")
    own = seat == t.player and t.phase != GHOULS
    if own or not t.active[seat].race.rolls_for_losses(t, t.active[seat]):
        raise BadPosition(f"Seat {seat} rolls for no lost token.")
    return questions.loss_roll(t.active[seat].race.index)


def _attempt_roll(t: Table, region: Any) -> Question:
    """The die of a final attempt on a region; without one that of a Berserk race, which rolls before choosing."""
    me = conquest.attacker(t)
    if region is not None and str(region) not in t.board.index_by_id:
        raise BadPosition(f"There is no region {region} on this map.")
    number: i64 = -1 if region is None else t.board.index_by_id[str(region)]
    plain = number >= 0 and conquest.plain_conquest_regions(t, me) & BIT[number] != 0
    if me.troops() < me.race.least or (me.power.rolls_before_choosing() != (region is None) and not plain):
        raise BadPosition("Nobody could have rolled this die.")
    if number < 0:
        return questions.first_roll()
    reached = conquest.reachable_regions(t, me) if t.this_turn.aimed_from < 0 else t.board.everywhere
    _, gamble = conquest.affordable(t, me, conquest.attackable(t, me, reached & BIT[number]))
    if gamble == 0:
        raise BadPosition(f"The die cannot be rolled for {t.board.names[number]}.")
    return questions.attempt_roll(number)
