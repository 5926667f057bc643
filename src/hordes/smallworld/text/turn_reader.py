"""Position reader for the current turn: what has been done in it, the phase, and the open question."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, listed
from hordes.engine.core.state import CHANCE, OVER
from hordes.engine.errors import BadPosition
from hordes.engine.mypyc_compat import i64, vec
from hordes.engine.validation import check_bool, check_dict, check_int, check_keys, check_list, check_member
from hordes.smallworld.rules import redeployment, turn
from hordes.smallworld.rules.readying import HORDE_UNIT
from hordes.smallworld.state import moves
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    CATAPULT,
    CHOICE,
    CONQUER,
    DRAW_BANNER,
    ENDED,
    FINISH,
    FIRST_SEAT,
    GHOULS,
    GHOULS_ROLLED,
    HORDE,
    MAX_TAKEBACKS,
    MONSTERS,
    PHASE_NAMES,
    PICK,
    PIECE_LIMITS,
    REDEPLOY,
    START,
    WITHDRAW,
)
from hordes.smallworld.state.questions import NO_QUESTION
from hordes.smallworld.state.table import Table
from hordes.smallworld.text.marker_reader import read_monsters_phase
from hordes.smallworld.text.position_values import TURN_COUNTS, TURN_FLAGS, TURN_SEATS, region_of, seat_of, seats_of
from hordes.smallworld.text.question_reader import (
    WAITING_KEYS,
    check_top_of_waiting,
    read_chance,
    read_choice,
    read_waiting,
)

TURN_KEYS: Final = [
    *TURN_FLAGS, *TURN_COUNTS, *TURN_SEATS, *"gifts roll aim catapult_from stood stood_hordes".split(), *WAITING_KEYS,
]  # fmt: skip


# The current turn


def read_this_turn(t: Table, data: dict[str, Any]) -> None:
    """Read what has been done in this turn, as far as a rule still needs it."""
    check_keys(data, TURN_KEYS, "`this_turn`")
    now = t.this_turn
    for key, name in TURN_FLAGS.items():
        setattr(now, name, check_bool(data.get(key, False), key))
    if now.badges_swapped and len(t.rules.markers) == 0:
        raise BadPosition("`swapped` belongs to the team game, or to the option `markers`.")
    most = {
        "plunder": 62,
        "round": GHOULS_ROLLED,
        "fire": t.rules.fireball_limit,
        "beasts": 3,
        "cancels": MAX_TAKEBACKS,
    }
    for key, name in TURN_COUNTS.items():
        setattr(now, name, check_int(data.get(key, 0), key, 0, most[key]))
    for key, name in TURN_SEATS.items():
        setattr(now, name, seats_of(t, data.get(key, []), key))
    if "gifts" in data:
        _read_gifts(t, check_list(data["gifts"], "gifts"))
    now.roll = check_int(data.get("roll", -1), "roll", -1, 3)
    if data.get("aim") is not None:
        _read_aim(t, data)
    if "stood" in data:
        stood = [0] * len(t.board.ids)
        for key, n in check_dict(data["stood"], "stood").items():
            stood[region_of(t, key)] = check_int(n, "stood", 0, 62)
        for key, n in check_dict(data.get("stood_hordes", {}), "stood_hordes").items():
            stood[region_of(t, key)] += HORDE_UNIT * check_int(n, "stood_hordes", 0, PIECE_LIMITS[HORDE])
        now.tokens_at_start = vec[i64](stood)


def _read_gifts(t: Table, data: list[Any]) -> None:
    gifts = [check_int(n, "gifts", 0, 62) for n in data]
    if len(gifts) != t.rules.players:
        raise BadPosition("`gifts` has a number for each seat.")
    t.this_turn.pending_tokens = vec[i64](gifts)


def _read_aim(t: Table, data: dict[str, Any]) -> None:
    """Read an aimed Catapult: the region it aims from, and where it goes back to if it is not shot."""
    t.this_turn.aimed_from = region_of(t, data["aim"])
    stood = data.get("catapult_from")
    t.set_pieces(CATAPULT, 0 if stood is None else BIT[region_of(t, stood)])


def read_phase(t: Table, data: dict[str, Any]) -> None:
    """Read the phase, who decides, and the questions that interrupt the turn."""
    word = data.get("phase", "start")
    this_turn = check_dict(data.get("this_turn", {}), "this_turn")
    if word == PHASE_NAMES[CHOICE]:
        read_choice(t, check_dict(data.get("choice", {}), "choice"), this_turn)
        return
    phase = _phase_of(t, word)
    if phase == START:
        if any(key in this_turn for key in WAITING_KEYS):
            raise BadPosition("At the start of a turn nothing waits for the end of a conquest.")
        turn.begin_turn(t)  # which forgets what was done in a turn
    else:
        _resume(t, phase, data)
        read_waiting(t, this_turn)
    if "chance" in data and phase != ENDED:
        read_chance(t, check_dict(data["chance"], "chance"))
    elif t.question is NO_QUESTION:
        check_top_of_waiting(t, this_turn)


def _resume(t: Table, phase: i64, data: dict[str, Any]) -> None:
    """Ask the turn's own question again."""
    if phase == ENDED:
        t.ask(ENDED, OVER)
    elif phase in t.rules.mode.own_phases():
        t.rules.mode.resume_phase(t, phase)
    elif phase == FIRST_SEAT:
        t.ask(FIRST_SEAT, CHANCE)
    elif phase == MONSTERS:
        read_monsters_phase(t)
    else:
        _check_player(t, phase)
        _reopen(t, phase, data)


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
        t.this_turn.is_scored = True
    t.ask(phase, seat_of(t, data.get("to_move", _deciding_seat(t, phase)), "to_move"))
    _check_question(t)
    _check_this_turn(t, me)


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
    if idle or (t.phase == FINISH and not t.this_turn.is_scored and not _decides_before_scoring(t)):
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
    if t.phase == FINISH and t.this_turn.is_scored and not me.power.declines_after_scoring():
        raise BadPosition("Only a Stout race has something to decide after scoring.")
    if t.this_turn.roll >= 0 and not (t.phase == CONQUER and me.power.rolls_before_choosing()):
        raise BadPosition("Only a Berserk race that conquers can have a roll to use.")
    if t.this_turn.aimed_from >= 0 and not (
        t.phase == CONQUER and me.regions & BIT[t.this_turn.aimed_from] != 0 and me.power.owns_verb(moves.CATAPULT)
    ):
        raise BadPosition("Only a Catapult in a region of its race can be aimed.")
    if t.this_turn.aimed_from >= 0 and t.pieces[CATAPULT] & ~me.regions != 0:
        raise BadPosition("`catapult_from` is a region of the race that has the Catapult.")
    if t.this_turn.fireballs_committed > me.fireballs or (
        t.this_turn.behemoths_committed != 0 and (not me.power.owns_verb(moves.BEHEMOTH) or t.stack_size(me) == 0)
    ):
        raise BadPosition("More is committed to the next conquest than the race has.")
    if len(t.this_turn.tokens_at_start) > 0:
        _check_stood(t)


def _check_stood(t: Table) -> None:
    """Check token counts from before readying against the tokens on the map and in hand."""
    for army in [t.active[t.player], *t.declined]:
        if army.seat == t.player:
            readied = [t.this_turn.tokens_at_start[r] % HORDE_UNIT - t.tokens[r] for r in listed(army.regions)]
            if min(readied, default=0) < 0 or sum(readied) > army.hand:
                raise BadPosition(f"`stood` does not fit the {army.race.name} on the map and in hand.")
