"""Position reader for the current turn: what has been done in it, the phase, and the open question."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, listed, set_of
from hordes.engine.core.state import CHANCE, OVER, TARGETS
from hordes.engine.errors import BadPosition
from hordes.engine.mypyc_compat import i64, vec
from hordes.engine.validation import check_bool, check_dict, check_int, check_keys, check_list, check_member
from hordes.smallworld.rules import conquest, redeployment, turn
from hordes.smallworld.rules.readying import HORDE_UNIT
from hordes.smallworld.state import moves
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    CATAPULT,
    CHOICE,
    CHOICE_KINDS,
    CHOICE_NAMES,
    CONQUER,
    DIE,
    DRAW_BADGE,
    DRAW_BANNER,
    ENDED,
    FINISH,
    FIRST_SEAT,
    GHOULS,
    GHOULS_ROLLED,
    HIRE,
    HORDE,
    LOSS,
    LOSS_ROLL,
    MARKER_QUESTION,
    MAX_TAKEBACKS,
    MONSTERS,
    PHASE_NAMES,
    PICK,
    PIECE_LIMITS,
    REDEPLOY,
    START,
    WITHDRAW,
)
from hordes.smallworld.state.table import Table
from hordes.smallworld.text.marker_reader import (
    loss_subject,
    read_marker_chance,
    read_marker_choice,
    read_monsters_phase,
    read_turn_markers,
)

TURN_KEYS: Final = (
    "acted picked began scored built flown shot ending fresh round fire beasts cancels gifts swapped".split()
    + "boneyard_taken losing mourning plunder attacked bewitched roll aim catapult_from stood stood_hordes".split()
)


def seat_of(t: Table, value: Any, what: str) -> int:
    """A valid seat number."""
    return check_int(value, what, 0, t.rules.players - 1)


def take_banner(t: Table, race: i64) -> None:
    """Take a banner out of the stack; refuse one that is used twice."""
    if t.banner_stack & BIT[race] == 0:
        raise BadPosition(f"There is one banner of the {t.rules.races[race].name}, and the position uses it twice.")
    t.banner_stack &= ~BIT[race]


def take_badge(t: Table, power: i64) -> None:
    """Take a badge out of the stack; refuse one that is used twice."""
    if t.badge_stack & BIT[power] == 0:
        raise BadPosition(f"There is one {t.rules.powers[power].name} badge, and the position uses it twice.")
    t.badge_stack &= ~BIT[power]


# The current turn


def read_this_turn(t: Table, data: dict[str, Any]) -> None:
    """Read what has been done in this turn, as far as a rule still needs it."""
    check_keys(data, TURN_KEYS, "`this_turn`")
    t.has_acted = check_bool(data.get("acted", False), "acted")
    t.has_picked = check_bool(data.get("picked", False), "picked")
    t.conquests_begun = check_bool(data.get("began", False), "began")
    t.is_scored = check_bool(data.get("scored", False), "scored")
    t.fortress_built = check_bool(data.get("built", False), "built")
    t.dragon_used = check_bool(data.get("flown", False), "flown")
    t.catapult_used = check_bool(data.get("shot", False), "shot")
    if "mourning" in data:
        t.reroll_seat = seat_of(t, data["mourning"], "mourning")
    if "losing" in data:
        t.loss_chooser = seat_of(t, data["losing"], "losing")
    read_turn_markers(t, data)
    t.turn_untouched = check_bool(data.get("fresh", False), "fresh")
    t.fireballs_committed = check_int(data.get("fire", 0), "fire", 0, int(t.rules.fireball_limit))
    t.takebacks = check_int(data.get("cancels", 0), "cancels", 0, MAX_TAKEBACKS)
    t.behemoths_committed = check_int(data.get("beasts", 0), "beasts", 0, 3)
    if "gifts" in data:
        _read_gifts(t, check_list(data["gifts"], "gifts"))
    t.conquest_round = check_int(data.get("round", 0), "round", 0, GHOULS_ROLLED)
    t.conquests_ending = check_bool(data.get("ending", False), "ending")
    t.nonempty_conquests = check_int(data.get("plunder", 0), "plunder", 0, 62)
    t.attacked_seats = _seats(t, data.get("attacked", []), "attacked")
    t.bewitched_seats = _seats(t, data.get("bewitched", []), "bewitched")
    t.roll = check_int(data.get("roll", -1), "roll", -1, 3)
    if data.get("aim") is not None:
        _read_aim(t, data)
    if "stood" in data:
        stood = [0] * len(t.board.ids)
        for key, n in check_dict(data["stood"], "stood").items():
            if key not in t.board.index_by_id:
                raise BadPosition(f"There is no region {key} on this map.")
            stood[t.board.index_by_id[key]] = check_int(n, "stood", 0, 62)
        for key, n in check_dict(data.get("stood_hordes", {}), "stood_hordes").items():
            stood[_region(t, key)] += HORDE_UNIT * check_int(n, "stood_hordes", 0, PIECE_LIMITS[HORDE])
        t.tokens_at_start = vec[i64](stood)


def _read_gifts(t: Table, data: list[Any]) -> None:
    gifts = [check_int(n, "gifts", 0, 62) for n in data]
    if len(gifts) != t.rules.players:
        raise BadPosition("`gifts` has a number for each seat.")
    t.pending_tokens = vec[i64](gifts)


def _read_aim(t: Table, data: dict[str, Any]) -> None:
    """Read an aimed Catapult: the region it aims from, and where it goes back to if it is not shot."""
    t.aimed_from = _region(t, data["aim"])
    stood = data.get("catapult_from")
    t.set_pieces(CATAPULT, 0 if stood is None else BIT[_region(t, stood)])


def _region(t: Table, key: Any) -> i64:
    if str(key) not in t.board.index_by_id:
        raise BadPosition(f"There is no region {key} on this map.")
    return t.board.index_by_id[str(key)]


def _seats(t: Table, data: Any, what: str) -> i64:
    return set_of([seat_of(t, seat, what) for seat in check_list(data, what)])


def read_phase(t: Table, data: dict[str, Any]) -> None:
    """Read the phase, who decides, and any pending chance."""
    word = data.get("phase", "start")
    if word == PHASE_NAMES[CHOICE]:
        _read_choice(t, check_dict(data.get("choice", {}), "choice"))
        return
    phase = _phase_of(t, word)
    if phase == ENDED:
        t.ask(ENDED, OVER)
        return
    if phase in t.rules.mode.own_phases():
        t.rules.mode.resume_phase(t, phase)
    elif phase == FIRST_SEAT:
        t.ask(FIRST_SEAT, CHANCE)
    elif phase == MONSTERS:
        read_monsters_phase(t)
    elif phase == START:
        turn.begin_turn(t)
    else:
        _check_player(t, phase)
        _reopen(t, phase, data)
    if "chance" in data:
        _read_chance(t, check_dict(data["chance"], "chance"))
    elif t.may_refill_now():
        t.refill()


def _phase_of(t: Table, word: Any) -> i64:
    """The number of a phase; phases of a mode are valid in that mode only."""
    known = PHASE_NAMES[:DRAW_BANNER] + [PHASE_NAMES[phase] for phase in t.rules.mode.own_phases()]
    if len(t.rules.markers) > 0:
        known.append(PHASE_NAMES[MONSTERS])
    return PHASE_NAMES.index(known[check_member(word, known, "phase")])


def _check_player(t: Table, phase: i64) -> None:
    me = t.active[t.player]
    if phase == PICK and me is not NOBODY:
        raise BadPosition(f"Player {t.player} has an active race and cannot be picking another.")
    if phase in (GHOULS, CONQUER, REDEPLOY, FINISH) and me is NOBODY:
        raise BadPosition(f"Player {t.player} has no active race; the phase cannot be {PHASE_NAMES[phase]}.")
    if phase == GHOULS and t.acting_declined(t.player) is NOBODY:
        raise BadPosition(f"Player {t.player} has no declined race that still acts; the phase cannot be ghouls.")


def _reopen(t: Table, phase: i64, data: dict[str, Any]) -> None:
    """Reopen the decision of a phase within the current turn."""
    me = t.active[t.player]
    if phase == FINISH and me.power.declines_after_scoring():
        t.is_scored = True
    t.ask(phase, seat_of(t, data.get("to_move", _deciding_seat(t, phase)), "to_move"))
    _check_question(t)
    _check_this_turn(t, me)


def _read_choice(t: Table, data: dict[str, Any]) -> None:
    """Read a question that interrupts the turn, and the phase to continue with after it."""
    check_keys(data, ["ask", "then", "region", "short", "seat", "race", "horde", "asked"], "`choice`")
    ask = check_member(data.get("ask"), CHOICE_NAMES, "question")
    then = check_member(data.get("then", "conquer"), PHASE_NAMES, "phase")
    me = t.active[t.player]
    if then not in (GHOULS, CONQUER, FINISH) or me is NOBODY:
        raise BadPosition(f"Nobody can be asked for a {CHOICE_NAMES[ask]} here.")
    t.is_scored = then == FINISH
    t.ask(then, t.player)
    if ask >= MARKER_QUESTION:
        read_marker_choice(t, ask, data)
    elif ask == LOSS:
        _read_loss(t, data)
    elif ask == HIRE:
        t.push(CHOICE, t.player, HIRE + CHOICE_KINDS * _hire_subject(t, me, data))
    elif me.race.stacks_in_decline() and t.regions_with_tokens(me) != 0:
        t.push(CHOICE, t.player, ask)
    else:
        raise BadPosition(f"{me.race.name} build no tower.")


def _read_loss(t: Table, data: dict[str, Any]) -> None:
    """Read the choice between losing a race token and a Hordes token."""
    seat = seat_of(t, data.get("seat"), "seat")
    subject = loss_subject(t, seat, data)
    if subject == LOSS and (t.active[seat].hordes_in_hand == 0 or t.active[seat].tray == 0):
        raise BadPosition(f"Seat {seat} has no choice of losses.")
    t.push(CHOICE, seat, subject)


def _hire_subject(t: Table, me: Army, data: dict[str, Any]) -> i64:
    """Code of the final attempt that a coin could save: its region and by how many tokens it fell short."""
    short = check_int(data.get("short"), "short", 1, 2)
    key = str(data.get("region"))
    if t.phase != CONQUER or key not in t.board.index_by_id or me.troops() < me.race.least:
        raise BadPosition("Nobody can be asked to hire mercenaries here.")
    number: i64 = t.board.index_by_id[key]
    reached = conquest.reachable_regions(t, me) if t.aimed_from < 0 else t.board.everywhere
    if conquest.attackable(t, me, reached & BIT[number]) == 0 or short > me.power.tokens_per_coin(t, me):
        raise BadPosition(f"Nobody can be asked to hire mercenaries for {t.board.names[number]}.")
    return number + TARGETS * short


def _deciding_seat(t: Table, phase: i64) -> i64:
    """The seat that decides in a phase: the player, or in `withdraw` the first seat with something to place."""
    players = t.rules.players
    if phase == WITHDRAW:
        for k in range(1, players):
            seat = (t.player + k) % players
            t.ask(WITHDRAW, seat)
            if redeployment.has_choices(t):
                return seat
        return (t.player + 1) % players
    return t.player


def _check_question(t: Table) -> None:
    idle = t.find_legal() == 0 and not (t.phase == PICK and t.can_refill())
    if idle or (t.phase == FINISH and not t.is_scored and not _decides_before_scoring(t)):
        raise BadPosition(f"Nothing can be decided in the phase {PHASE_NAMES[t.phase]} here.")
    if (t.phase == WITHDRAW) == (t.to_move == t.player):
        raise BadPosition(f"In the phase {PHASE_NAMES[t.phase]} it cannot be player {t.to_move} who decides.")


def _decides_before_scoring(t: Table) -> bool:
    """Whether race or badge decides anything before scoring; asked of a copy, since asking takes Heroes to hand."""
    trial = t.clone()
    assert isinstance(trial, Table)
    me = trial.active[trial.player]
    return me.race.finish_begins(trial, me) or me.power.finish_begins(trial, me)


def _check_this_turn(t: Table, me: Army) -> None:
    if t.phase == FINISH and t.is_scored and not me.power.declines_after_scoring():
        raise BadPosition("Only a Stout race has something to decide after scoring.")
    if t.roll >= 0 and not (t.phase == CONQUER and me.power.rolls_before_choosing()):
        raise BadPosition("Only a Berserk race that conquers can have a roll to use.")
    if t.aimed_from >= 0 and not (
        t.phase == CONQUER and me.regions & BIT[t.aimed_from] != 0 and me.power.owns_verb(moves.CATAPULT)
    ):
        raise BadPosition("Only a Catapult in a region of its race can be aimed.")
    if t.aimed_from >= 0 and t.pieces[CATAPULT] & ~me.regions != 0:
        raise BadPosition("`catapult_from` is a region of the race that has the Catapult.")
    if t.fireballs_committed > me.fireballs or (
        t.behemoths_committed != 0 and (not me.power.owns_verb(moves.BEHEMOTH) or t.stack_size(me) == 0)
    ):
        raise BadPosition("More is committed to the next conquest than the race has.")
    if len(t.tokens_at_start) > 0:
        _check_stood(t)


def _check_stood(t: Table) -> None:
    """Check token counts from before readying against the tokens on the map and in hand."""
    for army in [t.active[t.player], *t.declined]:
        if army.seat == t.player:
            readied = [t.tokens_at_start[r] % HORDE_UNIT - t.tokens[r] for r in listed(army.regions)]
            if min(readied, default=0) < 0 or sum(readied) > army.hand:
                raise BadPosition(f"`stood` does not fit the {army.race.name} on the map and in hand.")


def _read_chance(t: Table, data: dict[str, Any]) -> None:
    check_keys(data, ["kind", "region", "race", "seat"], "`chance`")
    kind = data.get("kind")
    if kind == "marker":
        read_marker_chance(t, data.get("region"))
        return
    if kind == "die":
        if t.phase not in (CONQUER, GHOULS):
            raise BadPosition(f"Nobody rolls the die in the phase {PHASE_NAMES[t.phase]}.")
        t.push(
            DIE, CHANCE, _loss_roll_subject(t, data) if "seat" in data else _attempt_roll_subject(t, data.get("region"))
        )
    elif kind == "badge" and t.phase == DRAW_BADGE and "race" not in data:
        return
    elif kind == "badge" and (t.badge_stack | t.discarded_badges) != 0:
        race = check_member(data.get("race"), t.rules.race_ids, "race")
        take_banner(t, race)
        t.draw_badge_for(race)
    elif kind == "banner" and t.banner_stack != 0:
        t.push(DRAW_BANNER, CHANCE, -1)
    else:
        raise BadPosition(f"Chance is asked for a die, a banner or a badge, not for {kind!r}.")


def _loss_roll_subject(t: Table, data: dict[str, Any]) -> i64:
    """Subject of the die that a seat rolls for a lost token."""
    seat = seat_of(t, data["seat"], "seat")
    own = seat == t.player and t.phase != GHOULS
    if own or not t.active[seat].race.rolls_for_losses(t, t.active[seat]):
        raise BadPosition(f"Seat {seat} rolls for no lost token.")
    return LOSS_ROLL + seat


def _attempt_roll_subject(t: Table, region: Any) -> i64:
    """Subject of the die of a final attempt: its region, or -1 when a Berserk race rolls before choosing."""
    me = conquest.attacker(t)
    if region is not None and str(region) not in t.board.index_by_id:
        raise BadPosition(f"There is no region {region} on this map.")
    number: i64 = -1 if region is None else t.board.index_by_id[str(region)]
    plain = number >= 0 and conquest.plain_conquest_regions(t, me) & BIT[number] != 0
    if me.troops() < me.race.least or (me.power.rolls_before_choosing() != (region is None) and not plain):
        raise BadPosition("Nobody could have rolled this die.")
    if number < 0:
        return -1
    reached = conquest.reachable_regions(t, me) if t.aimed_from < 0 else t.board.everywhere
    _, gamble = conquest.affordable(t, me, conquest.attackable(t, me, reached & BIT[number]))
    if gamble == 0:
        raise BadPosition(f"The die cannot be rolled for {t.board.names[number]}.")
    return number
