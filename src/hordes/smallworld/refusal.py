"""Why not: for every move that is not legal now, the rule that forbids it, the place and the numbers.

The rules themselves are elsewhere; this module only asks them the same questions, one by one, until one says no.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import BIT, lowest
from hordes.engine.errors import NotTheMoment, RuleViolation
from hordes.engine.native import i64
from hordes.engine.state import CHANCE
from hordes.smallworld import conquest, moves, redeploy
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.refusal_markers import refuse_marker, refuse_power
from hordes.smallworld.refusal_pieces import out_of_range, refuse_piece, refuse_sorcery
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    CATAPULT,
    CHOICE,
    CONQUER,
    DRAGON,
    FINISH,
    FORTRESS,
    GHOULS,
    HERO,
    HOLE,
    PHASE_NAMES,
    PICK,
    PIECE_LIMITS,
    REDEPLOY,
    WITHDRAW,
)

IMMUNE_WORDS: Final = [
    (HERO, "a Hero stands there"),
    (DRAGON, "the Dragon is there"),
    (CATAPULT, "the Catapult stands there"),
    (HOLE, "it is a Hole-in-the-Ground"),
]

OWNED: Final = {
    moves.CONQUER_SORCERY: "{0} know no sorcery: that is the Sorcerers' power.",
    moves.CONQUER_DRAGON: "{0} have no Dragon: that is the Dragon Master's power.",
    moves.ROLL: "{0} are not Berserk: they name a region first, with `conquer R with die`.",
    moves.PLACE_ENCAMPMENT: "{0} have no encampments: these belong to the Bivouacking.",
    moves.PLACE_FORTRESS: "{0} build no fortresses: that is the power of the Fortified.",
    moves.PLACE_HERO: "{0} have no Heroes: these belong to the Heroic.",
    moves.CATAPULT: "{0} have no Catapult.",
    moves.CONQUER_CATAPULT: "{0} have no Catapult.",
    moves.CANCEL: "{0} have nothing to take back.",
    moves.CONQUER_MERCENARY: "{0} hire no mercenaries.",
    moves.PAY: "{0} hire no mercenaries.",
    moves.PASS: "{0} hire no mercenaries.",
    moves.PLACE_POT: "{0} have no Pots of Gold: these belong to the Leprechauns.",
    moves.FIREBALL: "{0} have no Fireballs.",
    moves.EXCHANGE: "{0} trade no souls: that is what Igors do.",
    moves.BEHEMOTH: "{0} have no Behemoths.",
    moves.PLACE_BEHEMOTH: "{0} have no Behemoths.",
    moves.PLACE_BEHEMOTH + 1: "{0} have no Behemoths.",
    moves.PLACE_HORDE: "{0} have no Hordes tokens.",
    moves.LOSE_TOKEN: "{0} have no Hordes tokens to choose from.",
    moves.LOSE_HORDE: "{0} have no Hordes tokens to choose from.",
    moves.TOWER: "{0} build no tower: that is how Priestesses decline.",
    moves.ALLY: "{0} make no pacts: that is the Diplomat's power.",
}
"""Moves that only one piece has, and what is said to the others."""


RARE: Final = (
    moves.CATAPULT, moves.CANCEL, moves.PAY, moves.PASS, moves.PLACE_POT,
    moves.LOSE_TOKEN, moves.LOSE_HORDE, moves.FIREBALL, moves.EXCHANGE, moves.BEHEMOTH, moves.PLACE_BEHEMOTH,
    moves.PLACE_BEHEMOTH + 1, moves.PLACE_HORDE,
)  # fmt: skip


class OutOfReach(RuleViolation):
    """The region is not next to the army, or no place to enter the map."""


class Immune(RuleViolation):
    """Opponents cannot touch the region."""


class Pact(RuleViolation):
    """A Diplomat's peace forbids the attack."""


class TooDear(RuleViolation):
    """The conquest or combo costs more than there is."""


class MustPlace(RuleViolation):
    """Something in hand has still to be placed."""


def refuse(t: Table, move: i64) -> None:
    """Raise the violation that names the rule."""
    verb, target = moves.verb_of(move), moves.target_of(move)
    if t.to_move == CHANCE:
        raise NotTheMoment("Chance decides now, no seat.")
    if verb in OWNED:
        _refuse_unknown(t, verb)
    refuse_marker(t, verb, target)
    if t.phase == CHOICE:
        raise NotTheMoment(f"First the question that is open: `{t.describe(t.legal()[0])}`, for example.")
    _refuse_by_mode(t, verb, target)
    if verb == moves.PICK:
        _refuse_pick(t, target)
    if verb == moves.CONQUER or verb in moves.MEANS.values():
        _refuse_conquest(t, verb, target)
    if verb in RARE:
        refuse_piece(t, verb, target)
    if verb == moves.TOWER:
        raise NotTheMoment("The tower is built when the race declines.")
    if verb == moves.ABANDON:
        _refuse_abandon(t, target)
    if verb == moves.ALLY:
        _refuse_ally(t, target)
    _refuse_lone_word(t, verb)
    _refuse_place(t, verb, target)


def _refuse_by_mode(t: Table, verb: i64, target: i64) -> None:
    t.rules.mode.refuse(t, verb, target)
    if verb in (moves.GHOST, moves.BUY):
        raise RuleViolation("Only a Necromancer buys Ghosts and powers, and nobody plays one at this table.")


def _refuse_lone_word(t: Table, verb: i64) -> None:
    if verb == moves.ROLL:
        _refuse_roll(t)
    if verb == moves.DECLINE:
        _refuse_decline(t)
    if verb == moves.STOP:
        raise NotTheMoment(f"`stop` ends conquests; the phase is {_phase(t)}.")
    if verb == moves.DONE:
        _refuse_done(t)


def _phase(t: Table) -> str:
    return PHASE_NAMES[t.phase]


def many(n: i64, word: str = "token") -> str:
    """A number with its noun.

    >>> many(1), many(3, "coin")
    ('1 token', '3 coins')
    """
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def spoken(parts: list[list[Any]]) -> str:
    """A sum in words.

    >>> spoken([["region", 2], ["mountain", 1], ["Trolls", 2], ["Commando", -1]])
    '2 + 1 mountain + 2 Trolls - 1 Commando'
    """
    text = ""
    for label, n in parts:
        sign = "-" if n < 0 else "+"
        term = f"{abs(n)}" if label == "region" else f"{abs(n)} {label}"
        text = f"{text} {sign} {term}" if text else term
    return text


def _refuse_unknown(t: Table, verb: i64) -> None:
    """A move of a piece that the deciding seat's race and badge are not."""
    me = conquest.attacker(t) if t.phase == GHOULS else t.active[t.to_move]
    if not me.race.knows(verb) and not me.power.knows(verb):
        badge = f"{me.power.name} " if me.power.index >= 0 else ""
        raise RuleViolation(OWNED[verb].format(badge + me.race.name if me.exists() else "Players between two races"))


# Picking


def _refuse_pick(t: Table, slot: i64) -> None:
    if t.phase != PICK:
        raise NotTheMoment(
            f"A combo is picked at the start of a turn without an active race; the phase is {_phase(t)}."
        )
    if slot >= t.column:
        raise RuleViolation(f"There is no combo {slot + 1}: the column shows {t.column}.")
    price = f"Combo {slot + 1} costs {many(t.price_of(slot), 'coin')}, laid on the combos above it"
    raise TooDear(f"{price}; you have {t.coins[t.player]}.", f"{price}, more than seat {t.player} has.")


# Conquest


def _refuse_conquest(t: Table, verb: i64, region: i64) -> None:
    name = t.board.names[region]
    if t.phase not in (CONQUER, GHOULS):
        why = "a combo is picked first" if t.phase == PICK else f"conquests are over, the phase is {_phase(t)}"
        raise NotTheMoment(f"{name} cannot be conquered now: {why}.")
    me = conquest.attacker(t)
    _refuse_target(t, me, verb, region, name)
    if t.aim >= 0 or verb == moves.CONQUER_CATAPULT:
        _refuse_shot(t, verb, region)
    if verb == moves.CONQUER_MERCENARY:
        _refuse_mercenary(t, me, region)
    if verb == moves.CONQUER_DRAGON:
        _refuse_dragon(t)
    if verb == moves.CONQUER_SORCERY:
        refuse_sorcery(t, me, region, name)
    if me.troops() < me.race.least:
        raise TooDear(
            f"You have {many(me.troops())} in hand; a conquest by {me.race.name} takes at least {me.race.least}."
        )
    if verb in (moves.CONQUER, moves.CONQUER_CATAPULT):
        raise TooDear(_shortfall(t, me, region))
    _refuse_die(t, me, region, name)


def _refuse_shot(t: Table, verb: i64, region: i64) -> None:
    """The Catapult has a range of its own; what it may take costs what it costs, and has its die."""
    if t.aim < 0:
        raise NotTheMoment("Set up the Catapult first, with `catapult REGION`.")
    if verb not in (moves.CONQUER_CATAPULT, moves.CONQUER_DIE):
        where = t.board.names[t.aim]
        raise NotTheMoment(f"The Catapult in {where} is aimed: `conquer R with catapult`, with its die, or `cancel`.")
    why = out_of_range(t, region)
    if why:
        raise OutOfReach(why)


def _refuse_mercenary(t: Table, me: Army, region: i64) -> None:
    if t.coins[me.seat] == 0:
        raise TooDear("A Mercenary costs a coin, and you have none.", "A Mercenary costs a coin.")
    raise TooDear(f"Even with two tokens less: {_shortfall(t, me, region)}")


def _refuse_target(t: Table, me: Army, verb: i64, region: i64, name: str) -> None:
    bit = BIT[region]
    if me.regions & bit != 0:
        raise RuleViolation(f"{name} is already held by your {me.race.name}.")
    refuse_power(t, me, verb, region)
    if conquest.passable(t, me) & bit == 0:
        raise OutOfReach(f"{name} is a {t.board.terrain[region]}: only an active Seafaring race may conquer water.")
    if t.immune() & ~t.held(me.seat) & bit != 0:
        raise Immune(f"{name} is immune: {_immune_why(t, bit)}.")
    if not me.seen_declined() and conquest.allied(t, me.seat) & bit != 0:
        raise Pact(
            f"{name} is protected by a pact: seat {t.holder(region).seat} made peace with you until its next turn."
        )
    if (me.race.closed(t, me) | me.power.closed(t, me)) & bit != 0:
        raise RuleViolation(f"{name} is closed to your {me.race.name} this turn.")
    if t.aim < 0 and conquest.reach(t, me) & bit == 0:
        raise OutOfReach(_too_far(me, name))


def _immune_why(t: Table, bit: i64) -> str:
    for piece, words in IMMUNE_WORDS:
        if t.pieces[piece] & bit != 0:
            return words
    return f"opponents cannot touch {t.holder(lowest(bit)).race.name} there"


def _too_far(me: Army, name: str) -> str:
    if me.regions == 0:
        return (
            f"{name} is inland: {me.race.name} have nothing on the map and must enter through {me.race.gate_words()}."
        )
    return f"{name} does not border a region of your {me.race.name}."


def _shortfall(t: Table, me: Army, region: i64) -> str:
    cost = conquest.price(t, me, region)
    short = cost - me.troops()
    parts = spoken(conquest.breakdown(t, me, region))
    text = f"{t.board.names[region]} costs {cost}: {parts}; you have {many(me.troops())}, {short} short"
    if conquest.warded(t, me) & BIT[region] != 0:
        return f"{text}. Bony protects the declined {t.holder(region).race.name} there: no power makes them cheaper."
    if t.roll >= 0:
        return f"{text}, the roll of {t.roll} counted."
    if short > conquest.DIE_MOST:
        return f"{text}, and the die gives at most {conquest.DIE_MOST}."
    if me.power.rolls_first():
        return f"{text}; `roll` before choosing could help."
    return f"{text}; `conquer {t.board.ids[region]} with die` may try it."


def _refuse_die(t: Table, me: Army, region: i64, name: str) -> None:
    cost = conquest.price(t, me, region)
    if me.power.rolls_first() and conquest.warded(t, me) & BIT[region] == 0:
        raise RuleViolation(f"{me.power.name} rolls before choosing a region: use `roll`, then `conquer`.")
    if cost <= me.troops():
        raise RuleViolation(
            f"{name} costs {cost} and you have {me.troops()}: take it outright; the die is for what you fall short of."
        )
    raise TooDear(_shortfall(t, me, region))


def _refuse_dragon(t: Table) -> None:
    if t.roll >= 0:
        raise NotTheMoment(f"You rolled {t.roll}: conquer with it, or stop.")
    if t.flown:
        raise RuleViolation("The Dragon conquers once per turn, and has done so.")


def _refuse_roll(t: Table) -> None:
    if t.phase != CONQUER:
        raise NotTheMoment(f"A Berserk race rolls while it conquers; the phase is {_phase(t)}.")
    if t.roll >= 0:
        raise RuleViolation(f"You have rolled {t.roll} already: conquer with it, or stop.")
    me = t.active[t.player]
    if me.troops() < me.race.least:
        raise RuleViolation("Without a token in hand there is nothing to roll for.")
    raise RuleViolation("No region can be attacked, so there is nothing to roll for.")


def _refuse_abandon(t: Table, region: i64) -> None:
    name = t.board.names[region]
    if t.phase == REDEPLOY:
        raise NotTheMoment(f"{name} cannot be left now: regions are abandoned before the first conquest.")
    if t.phase not in (CONQUER, GHOULS):
        raise NotTheMoment(f"Regions are abandoned before the first conquest; the phase is {_phase(t)}.")
    me = conquest.attacker(t)
    if me.regions & BIT[region] == 0:
        raise RuleViolation(f"{name} is not held by your {me.race.name}.")
    raise NotTheMoment("Regions are abandoned before the first conquest, and you have begun to conquer.")


def _refuse_decline(t: Table) -> None:
    if t.phase in (CONQUER, GHOULS):
        raise NotTheMoment("Going into decline takes the whole turn: it must come before anything else.")
    if t.phase == FINISH:
        raise NotTheMoment("Only a Stout race may decline at the end of its turn, after scoring.")
    raise NotTheMoment(f"A race declines at the start of its owner's turn; the phase is {_phase(t)}.")


# Placing


def _refuse_place(t: Table, verb: i64, region: i64) -> None:
    piece = moves.WORDS.get(verb, "token")
    if t.phase not in (REDEPLOY, WITHDRAW, FINISH):
        raise NotTheMoment(f"Nothing is placed now; the phase is {_phase(t)}.")
    army = t.holder(region)
    name = t.board.names[region]
    if army is NOBODY or army.seat != t.to_move or (army.declined and piece != "token"):
        raise RuleViolation(f"{name} is not held by your active race, so no {piece} of yours can go there.")
    if army.declined and not army.race.acts_in_decline():
        raise RuleViolation(f"{name} is held by your {army.race.name} in decline; active troops never join them.")
    if piece == "hero":
        _refuse_hero(t, name, BIT[region])
    if piece == "fortress":
        _refuse_fortress(t, name, BIT[region])
    if piece == "encampment":
        raise RuleViolation("You have no encampment in hand to place now.")
    if t.phase == FINISH:
        raise NotTheMoment("Troops are placed in redeployment, which is over.")
    alone = army.power.unaccompanied(t, army)
    if t.phase == REDEPLOY and alone != 0:
        raise MustPlace(
            f"In {t.board.names[lowest(alone)]} a Hordes token stands alone: first one race token goes there."
        )
    _refuse_tokens(t, army, verb - moves.PLACE)


def _refuse_hero(t: Table, name: str, bit: i64) -> None:
    if t.phase != FINISH:
        raise NotTheMoment("Heroes are placed at the end of the turn, after redeployment.")
    if t.pieces[HERO] & bit != 0:
        raise RuleViolation(f"A Hero stands in {name} already; the two Heroes go to different regions.")
    raise RuleViolation("You have no Hero in hand.")


def _refuse_fortress(t: Table, name: str, bit: i64) -> None:
    if t.phase != REDEPLOY:
        raise NotTheMoment("A fortress is built in redeployment.")
    if t.built:
        raise RuleViolation("One fortress per turn, and you have built it.")
    if t.pieces[FORTRESS] & bit != 0:
        raise RuleViolation(f"{name} has a fortress already: one per region.")
    raise RuleViolation(f"All {PIECE_LIMITS[FORTRESS]} fortresses are on the map.")


def _refuse_tokens(t: Table, army: Army, n: i64) -> None:
    spare = army.hand if army.declined else redeploy.spare(t, army, t.phase)
    text = f"You have {many(army.hand)} of the {army.race.name} in hand, {n} cannot be placed"
    if spare < 0:
        text = f"{text}: {army.hand - spare} must be in hand when the turn ends, so a region has to be abandoned"
    elif spare < army.hand:
        text = f"{text}: {army.hand - spare} of them must wait for your next turn"
    raise TooDear(f"{text}.")


def _refuse_ally(t: Table, seat: i64) -> None:
    me = t.active[t.player]
    if t.phase != FINISH or t.scored:
        raise NotTheMoment("A Diplomat names his ally at the end of the turn.")
    if seat >= t.rules.players or seat == t.player:
        raise RuleViolation(f"Seat {seat} is no opponent of yours.")
    if t.attacked & BIT[seat] != 0:
        raise RuleViolation(f"You attacked the active race of seat {seat} this turn, so it cannot be your ally.")
    raise RuleViolation(f"Seat {me.ally} is your ally already: one per turn.")


def _refuse_done(t: Table) -> None:
    if t.phase in (CONQUER, GHOULS):
        raise NotTheMoment("Conquests end with `stop`.")
    if t.phase == PICK:
        raise NotTheMoment("Pick a combo first.")
    if t.phase == FINISH:
        raise MustPlace("The Heroes must be placed first, in different regions.")
    t.find_legal()
    if t.menu[0] == moves.ABANDON:
        me = t.active[t.player]
        if me.power.unaccompanied(t, me) != 0:
            raise MustPlace("A Hordes token may not stay alone, and no race token is in hand: abandon that region.")
        need = me.race.reserve(t, me)
        raise MustPlace(f"{need} {me.race.name} must be in hand when the turn ends, {me.hand} are: abandon a region.")
    raise MustPlace(f"All that is in hand must be placed first: `{t.describe(t.nth_legal(0))}`, for example.")


# What a move would do


def explain(t: Table, move: i64) -> str:
    """The price of a conquest, a combo, or the gain of leaving a region, in words."""
    verb, target = moves.verb_of(move), moves.target_of(move)
    if verb == moves.PICK and t.phase == PICK and target < t.column:
        army = Army()
        army.race, army.power = t.rules.races[t.combo_race[target]], t.rules.powers[t.combo_power[target]]
        tokens = army.recruits() + t.combo_extra[target]
        tokens = min(tokens, army.race.total)
        return (
            f"costs {many(t.price_of(target), 'coin')}, brings {many(t.combo_coins[target], 'coin')} and {many(tokens)}"
        )
    if t.phase not in (CONQUER, GHOULS):
        return t.rules.mode.explain(t, verb)
    me = conquest.attacker(t)
    if verb in (moves.CONQUER, moves.CONQUER_DIE):
        cost = conquest.price(t, me, target)
        text = f"{many(cost)}: {spoken(conquest.breakdown(t, me, target))}; you have {me.troops()}"
        return text if verb == moves.CONQUER else f"{text}, so the die must show {cost - me.troops()} or more"
    if verb == moves.CONQUER_DRAGON:
        return f"{many(me.race.least)} instead of {conquest.price(t, me, target)}; you have {me.troops()}"
    return ""
