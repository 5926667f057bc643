"""Reading a position: which question is open, and what has been done in the turn that is going on."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import BIT, gathered, listed
from hordes.engine.errors import BadPosition
from hordes.engine.native import i64, vec
from hordes.engine.state import CHANCE, OVER, TARGETS
from hordes.engine.wording import check_keys, flag, listing, mapping, member, whole
from hordes.smallworld import conquest, moves, redeploy, turn
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.reading_markers import (
    loss_subject,
    read_marker_chance,
    read_marker_choice,
    read_monsters_phase,
    read_turn_marks,
)
from hordes.smallworld.readying import STOOD_HORDE
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    CATAPULT,
    CHOICE,
    CHOICE_NAMES,
    CHOICES,
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
    MARKER_ASKS,
    MONSTERS,
    MOURNED,
    PHASE_NAMES,
    PICK,
    PIECE_LIMITS,
    REDEPLOY,
    SECOND_THOUGHTS,
    START,
    WITHDRAW,
)

TURN_KEYS: Final = (
    "acted picked began scored built flown shot ending fresh round fire beasts cancels gifts swapped".split()
    + "boneyard_taken losing mourning plunder attacked bewitched roll aim catapult_from stood stood_hordes".split()
)


def seat_of(t: Table, value: Any, what: str) -> int:
    """The number of a seat."""
    return whole(value, what, 0, t.rules.players - 1)


def take_banner(t: Table, race: i64) -> None:
    """A banner is in one place only."""
    if t.banners & BIT[race] == 0:
        raise BadPosition(f"There is one banner of the {t.rules.races[race].name}, and the position uses it twice.")
    t.banners &= ~BIT[race]


def take_badge(t: Table, power: i64) -> None:
    """A badge is in one place only."""
    if t.badges & BIT[power] == 0:
        raise BadPosition(f"There is one {t.rules.powers[power].name} badge, and the position uses it twice.")
    t.badges &= ~BIT[power]


# The turn that is going on


def read_this_turn(t: Table, found: dict[str, Any]) -> None:
    """What has been done in this turn, as far as a rule still asks."""
    check_keys(found, TURN_KEYS, "`this_turn`")
    t.acted = flag(found.get("acted", False), "acted")
    t.picked = flag(found.get("picked", False), "picked")
    t.began = flag(found.get("began", False), "began")
    t.scored = flag(found.get("scored", False), "scored")
    t.built = flag(found.get("built", False), "built")
    t.flown = flag(found.get("flown", False), "flown")
    t.shot = flag(found.get("shot", False), "shot")
    if "mourning" in found:
        t.mourning = seat_of(t, found["mourning"], "mourning")
    if "losing" in found:
        t.losing = seat_of(t, found["losing"], "losing")
    read_turn_marks(t, found)
    t.fresh = flag(found.get("fresh", False), "fresh")
    t.fire = whole(found.get("fire", 0), "fire", 0, int(t.rules.fireballs))
    t.cancels = whole(found.get("cancels", 0), "cancels", 0, SECOND_THOUGHTS)
    t.beasts = whole(found.get("beasts", 0), "beasts", 0, 3)
    if "gifts" in found:
        _read_gifts(t, listing(found["gifts"], "gifts"))
    t.round = whole(found.get("round", 0), "round", 0, GHOULS_ROLLED)
    t.ending = flag(found.get("ending", False), "ending")
    t.plunder = whole(found.get("plunder", 0), "plunder", 0, 62)
    t.attacked = _seats(t, found.get("attacked", []), "attacked")
    t.bewitched = _seats(t, found.get("bewitched", []), "bewitched")
    t.roll = whole(found.get("roll", -1), "roll", -1, 3)
    if found.get("aim") is not None:
        _read_aim(t, found)
    if "stood" in found:
        stood = [0] * len(t.board.ids)
        for key, n in mapping(found["stood"], "stood").items():
            if key not in t.board.number:
                raise BadPosition(f"There is no region {key} on this map.")
            stood[t.board.number[key]] = whole(n, "stood", 0, 62)
        for key, n in mapping(found.get("stood_hordes", {}), "stood_hordes").items():
            stood[_region(t, key)] += STOOD_HORDE * whole(n, "stood_hordes", 0, PIECE_LIMITS[HORDE])
        t.stood = vec[i64](stood)


def _read_gifts(t: Table, found: list[Any]) -> None:
    gifts = [whole(n, "gifts", 0, 62) for n in found]
    if len(gifts) != t.rules.players:
        raise BadPosition("`gifts` has a number for each seat.")
    t.gifts = vec[i64](gifts)


def _read_aim(t: Table, found: dict[str, Any]) -> None:
    """An aimed Catapult is shown where it aims from; until it shoots it may go back to where it stood."""
    t.aim = _region(t, found["aim"])
    stood = found.get("catapult_from")
    t.set_pieces(CATAPULT, 0 if stood is None else BIT[_region(t, stood)])


def _region(t: Table, key: Any) -> i64:
    if str(key) not in t.board.number:
        raise BadPosition(f"There is no region {key} on this map.")
    return t.board.number[str(key)]


def _seats(t: Table, found: Any, what: str) -> i64:
    return gathered([seat_of(t, seat, what) for seat in listing(found, what)])


def read_phase(t: Table, found: dict[str, Any]) -> None:
    """Which question is open, of whom; and whatever of chance is pending."""
    word = found.get("phase", "start")
    if word == PHASE_NAMES[CHOICE]:
        _read_choice(t, mapping(found.get("choice", {}), "choice"))
        return
    phase = _phase_of(t, word)
    if phase == ENDED:
        t.ask(ENDED, OVER)
        return
    if phase in t.rules.mode.phases():
        t.rules.mode.reopened(t, phase)
    elif phase == FIRST_SEAT:
        t.ask(FIRST_SEAT, CHANCE)
    elif phase == MONSTERS:
        read_monsters_phase(t)
    elif phase == START:
        turn.begin(t)
    else:
        _check_player(t, phase)
        _reopen(t, phase, found)
    if "chance" in found:
        _read_chance(t, mapping(found["chance"], "chance"))
    elif t.awaits_combos():
        t.refill()


def _phase_of(t: Table, word: Any) -> i64:
    """The number of a phase; those of a mode are words of that mode only."""
    known = PHASE_NAMES[:DRAW_BANNER] + [PHASE_NAMES[phase] for phase in t.rules.mode.phases()]
    if len(t.rules.markers) > 0:
        known.append(PHASE_NAMES[MONSTERS])
    return PHASE_NAMES.index(known[member(word, known, "phase")])


def _check_player(t: Table, phase: i64) -> None:
    me = t.active[t.player]
    if phase == PICK and me is not NOBODY:
        raise BadPosition(f"Player {t.player} has an active race and cannot be picking another.")
    if phase in (GHOULS, CONQUER, REDEPLOY, FINISH) and me is NOBODY:
        raise BadPosition(f"Player {t.player} has no active race; the phase cannot be {PHASE_NAMES[phase]}.")
    if phase == GHOULS and t.ghouls(t.player) is NOBODY:
        raise BadPosition(f"Player {t.player} has no declined race that still acts; the phase cannot be ghouls.")


def _reopen(t: Table, phase: i64, found: dict[str, Any]) -> None:
    """Ask again what was being asked in the turn that is going on."""
    me = t.active[t.player]
    if phase == FINISH and me.power.declines_after_scoring():
        t.scored = True
    t.ask(phase, seat_of(t, found.get("to_move", _asked(t, phase)), "to_move"))
    _check_question(t)
    _check_this_turn(t, me)


def _read_choice(t: Table, found: dict[str, Any]) -> None:
    """A question that interrupts the turn: which one, and where play goes on after it."""
    check_keys(found, ["ask", "then", "region", "short", "seat", "race", "horde", "asked"], "`choice`")
    ask = member(found.get("ask"), CHOICE_NAMES, "question")
    then = member(found.get("then", "conquer"), PHASE_NAMES, "phase")
    me = t.active[t.player]
    if then not in (GHOULS, CONQUER, FINISH) or me is NOBODY:
        raise BadPosition(f"Nobody can be asked for a {CHOICE_NAMES[ask]} here.")
    t.scored = then == FINISH
    t.ask(then, t.player)
    if ask >= MARKER_ASKS:
        read_marker_choice(t, ask, found)
    elif ask == LOSS:
        _read_loss(t, found)
    elif ask == HIRE:
        t.push(CHOICE, t.player, HIRE + CHOICES * _hired_for(t, me, found))
    elif me.race.gathers() and t.manned(me) != 0:
        t.push(CHOICE, t.player, ask)
    else:
        raise BadPosition(f"{me.race.name} build no tower.")


def _read_loss(t: Table, found: dict[str, Any]) -> None:
    """Who chooses between a race token and a Hordes token."""
    seat = seat_of(t, found.get("seat"), "seat")
    subject = loss_subject(t, seat, found)
    if subject == LOSS and (t.active[seat].hordes == 0 or t.active[seat].tray == 0):
        raise BadPosition(f"Seat {seat} has no choice of losses.")
    t.push(CHOICE, seat, subject)


def _hired_for(t: Table, me: Army, found: dict[str, Any]) -> i64:
    """The region whose final attempt a coin could save, and by how many tokens it fell short."""
    short = whole(found.get("short"), "short", 1, 2)
    key = str(found.get("region"))
    if t.phase != CONQUER or key not in t.board.number or me.troops() < me.race.least:
        raise BadPosition("Nobody can be asked to hire mercenaries here.")
    number: i64 = t.board.number[key]
    reached = conquest.reach(t, me) if t.aim < 0 else t.board.everywhere
    if conquest.attackable(t, me, reached & BIT[number]) == 0 or short > me.power.rescue(t, me):
        raise BadPosition(f"Nobody can be asked to hire mercenaries for {t.board.names[number]}.")
    return number + TARGETS * short


def _asked(t: Table, phase: i64) -> i64:
    """Whose decision a phase is: the player's, or in `withdraw` that of the first seat with something to place."""
    players = t.rules.players
    if phase == WITHDRAW:
        for k in range(1, players):
            seat = (t.player + k) % players
            t.ask(WITHDRAW, seat)
            if redeploy.pending(t):
                return seat
        return (t.player + 1) % players
    return t.player


def _check_question(t: Table) -> None:
    idle = t.find_legal() == 0 and not (t.phase == PICK and t.missing_combo())
    if idle or (t.phase == FINISH and not t.scored and not _decides_at_the_end(t)):
        raise BadPosition(f"Nothing can be decided in the phase {PHASE_NAMES[t.phase]} here.")
    if (t.phase == WITHDRAW) == (t.to_move == t.player):
        raise BadPosition(f"In the phase {PHASE_NAMES[t.phase]} it cannot be player {t.to_move} who decides.")


def _decides_at_the_end(t: Table) -> bool:
    """Does race or badge decide anything before scoring? Asked of a copy, since Heroes come to hand with the asking."""
    trial = t.clone()
    assert isinstance(trial, Table)
    me = trial.active[trial.player]
    return me.race.finish_begins(trial, me) or me.power.finish_begins(trial, me)


def _check_this_turn(t: Table, me: Army) -> None:
    if t.phase == FINISH and t.scored and not me.power.declines_after_scoring():
        raise BadPosition("Only a Stout race has something to decide after scoring.")
    if t.roll >= 0 and not (t.phase == CONQUER and me.power.rolls_first()):
        raise BadPosition("Only a Berserk race that conquers can have a roll to use.")
    if t.aim >= 0 and not (t.phase == CONQUER and me.regions & BIT[t.aim] != 0 and me.power.knows(moves.CATAPULT)):
        raise BadPosition("Only a Catapult in a region of its race can be aimed.")
    if t.aim >= 0 and t.pieces[CATAPULT] & ~me.regions != 0:
        raise BadPosition("`catapult_from` is a region of the race that has the Catapult.")
    if t.fire > me.fireballs or (t.beasts != 0 and (not me.power.knows(moves.BEHEMOTH) or t.stack_size(me) == 0)):
        raise BadPosition("More is committed to the next conquest than the race has.")
    if len(t.stood) > 0:
        _check_stood(t)


def _check_stood(t: Table) -> None:
    """What stood in a race's regions is what stands there and what was readied from them."""
    for army in [t.active[t.player], *t.declined]:
        if army.seat == t.player:
            readied = [t.stood[r] % STOOD_HORDE - t.tokens[r] for r in listed(army.regions)]
            if min(readied, default=0) < 0 or sum(readied) > army.hand:
                raise BadPosition(f"`stood` does not fit the {army.race.name} on the map and in hand.")


def _read_chance(t: Table, found: dict[str, Any]) -> None:
    check_keys(found, ["kind", "region", "race", "seat"], "`chance`")
    kind = found.get("kind")
    if kind == "marker":
        read_marker_chance(t, found.get("region"))
        return
    if kind == "die":
        if t.phase not in (CONQUER, GHOULS):
            raise BadPosition(f"Nobody rolls the die in the phase {PHASE_NAMES[t.phase]}.")
        t.push(DIE, CHANCE, _mourned(t, found) if "seat" in found else _rolled_for(t, found.get("region")))
    elif kind == "badge" and t.phase == DRAW_BADGE and "race" not in found:
        return
    elif kind == "badge" and (t.badges | t.discarded) != 0:
        race = member(found.get("race"), t.rules.race_ids, "race")
        take_banner(t, race)
        t.draw_badge_for(race)
    elif kind == "banner" and t.banners != 0:
        t.push(DRAW_BANNER, CHANCE, -1)
    else:
        raise BadPosition(f"Chance is asked for a die, a banner or a badge, not for {kind!r}.")


def _mourned(t: Table, found: dict[str, Any]) -> i64:
    """The seat that rolls for a lost token."""
    seat = seat_of(t, found["seat"], "seat")
    own = seat == t.player and t.phase != GHOULS
    if own or not t.active[seat].race.bereaved(t, t.active[seat]):
        raise BadPosition(f"Seat {seat} rolls for no lost token.")
    return MOURNED + seat


def _rolled_for(t: Table, region: Any) -> i64:
    """The region that a die is rolled for; -1 when a Berserk race rolls before choosing."""
    me = conquest.attacker(t)
    if region is not None and str(region) not in t.board.number:
        raise BadPosition(f"There is no region {region} on this map.")
    number: i64 = -1 if region is None else t.board.number[str(region)]
    plain = number >= 0 and conquest.warded(t, me) & BIT[number] != 0
    if me.troops() < me.race.least or (me.power.rolls_first() != (region is None) and not plain):
        raise BadPosition("Nobody could have rolled this die.")
    if number < 0:
        return -1
    reached = conquest.reach(t, me) if t.aim < 0 else t.board.everywhere
    _, gamble = conquest.affordable(t, me, conquest.attackable(t, me, reached & BIT[number]))
    if gamble == 0:
        raise BadPosition(f"The die cannot be rolled for {t.board.names[number]}.")
    return number
