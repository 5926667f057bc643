"""Why not: for every move that is not legal now, the rule that forbids it, the place and the numbers.

The rules themselves are elsewhere; this module only asks them the same questions, one by one, until one says no.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import BIT, listed, lowest
from hordes.engine.errors import NotTheMoment, RuleViolation, Saying, said
from hordes.engine.native import i64
from hordes.engine.state import CHANCE
from hordes.smallworld import conquest, moves
from hordes.smallworld.army import Army
from hordes.smallworld.bills import bill, many, spoken
from hordes.smallworld.refusal_markers import refuse_marker, refuse_power
from hordes.smallworld.refusal_pieces import out_of_range, refuse_piece, refuse_sorcery
from hordes.smallworld.refusal_placing import refuse_ally, refuse_done, refuse_place
from hordes.smallworld.refusal_question import open_question
from hordes.smallworld.refusal_readying import (
    ghouls_rolled,
    refuse_decline,
    refuse_for_ghouls,
    refuse_keep,
    refuse_tower,
)
from hordes.smallworld.table import Table
from hordes.smallworld.traits import Trait
from hordes.smallworld.violations import Immune, OutOfReach, Pact, TooDear, speaker_of
from hordes.smallworld.vocabulary import (
    CATAPULT,
    CHOICE,
    CHOICES,
    CONQUER,
    DRAGON,
    FINISH,
    GHOULS,
    HERO,
    HOLE,
    PHASE_NAMES,
    PICK,
    REDEPLOY,
    TOWER,
    WITHDRAW,
)

IMMUNE_WORDS: Final = [
    (HERO, "immune_hero", "{region} is immune: a Hero stands there."),
    (DRAGON, "immune_dragon", "{region} is immune: the Dragon is there."),
    (CATAPULT, "immune_catapult", "{region} is immune: the Catapult stands there."),
    (HOLE, "immune_hole", "{region} is immune: it is a Hole-in-the-Ground."),
]

OWNED: Final = {
    moves.CONQUER_SORCERY: ("none_sorcery", "{who} know no sorcery: that is the Sorcerers' power."),
    moves.CONQUER_DRAGON: ("none_dragon", "{who} have no Dragon: that is the Dragon Master's power."),
    moves.ROLL: ("none_berserk", "{who} are not Berserk: they name a region first, with `conquer R with die`."),
    moves.PLACE_ENCAMPMENT: ("none_encampments", "{who} have no encampments: these belong to the Bivouacking."),
    moves.PLACE_FORTRESS: ("none_fortresses", "{who} build no fortresses: that is the power of the Fortified."),
    moves.PLACE_HERO: ("none_heroes", "{who} have no Heroes: these belong to the Heroic."),
    moves.CATAPULT: ("none_catapult", "{who} have no Catapult."),
    moves.CONQUER_CATAPULT: ("none_catapult", "{who} have no Catapult."),
    moves.CANCEL: ("none_cancel", "{who} have nothing to take back."),
    moves.CONQUER_MERCENARY: ("none_mercenaries", "{who} hire no mercenaries."),
    moves.PAY: ("none_mercenaries", "{who} hire no mercenaries."),
    moves.PASS: ("none_mercenaries", "{who} hire no mercenaries."),
    moves.PLACE_POT: ("none_pots", "{who} have no Pots of Gold: these belong to the Leprechauns."),
    moves.FIREBALL: ("none_fireballs", "{who} have no Fireballs."),
    moves.EXCHANGE: ("none_souls", "{who} trade no souls: that is what Igors do."),
    moves.BEHEMOTH: ("none_behemoths", "{who} have no Behemoths."),
    moves.PLACE_BEHEMOTH: ("none_behemoths", "{who} have no Behemoths."),
    moves.PLACE_BEHEMOTH + 1: ("none_behemoths", "{who} have no Behemoths."),
    moves.PLACE_HORDE: ("none_hordes", "{who} have no Hordes tokens."),
    moves.LOSE_TOKEN: ("none_hordes_lost", "{who} have no Hordes tokens to choose from."),
    moves.LOSE_HORDE: ("none_hordes_lost", "{who} have no Hordes tokens to choose from."),
    moves.TOWER: ("none_tower", "{who} build no tower: that is how Priestesses decline."),
    moves.ALLY: ("none_pacts", "{who} make no pacts: that is the Diplomat's power."),
}
"""Moves that only one piece has, and what is said to the others."""


RARE: Final = (
    moves.CATAPULT, moves.CANCEL, moves.PAY, moves.PASS, moves.PLACE_POT,
    moves.LOSE_TOKEN, moves.LOSE_HORDE, moves.FIREBALL, moves.EXCHANGE, moves.BEHEMOTH, moves.PLACE_BEHEMOTH,
    moves.PLACE_BEHEMOTH + 1, moves.PLACE_HORDE,
)  # fmt: skip


def refuse(t: Table, move: i64) -> None:
    """Raise the violation that names the rule."""
    verb, target = moves.verb_of(move), moves.target_of(move)
    if t.to_move == CHANCE:
        raise NotTheMoment(said("chance", "Chance decides now, no seat."))
    if verb in OWNED:
        _refuse_unknown(t, verb)
    refuse_marker(t, verb, target)
    if verb == moves.TOWER:
        refuse_tower(t, target, t.phase == CHOICE and t.subject % CHOICES == TOWER)
    if t.phase == CHOICE:
        raise NotTheMoment(open_question(t))
    _refuse_by_mode(t, verb, target)
    _refuse_in_turn(t, verb, target)
    _refuse_lone_word(t, verb)
    refuse_place(t, verb, target)


def _refuse_in_turn(t: Table, verb: i64, target: i64) -> None:
    """Moves from picking to the end of the conquests, and those of single pieces."""
    if verb > moves.KEEP:
        refuse_keep(t, target, verb - moves.KEEP)
    if verb == moves.PICK:
        _refuse_pick(t, target)
    if verb == moves.CONQUER or verb in moves.MEANS.values():
        _refuse_conquest(t, verb, target)
    if verb in RARE:
        refuse_piece(t, verb, target)
    if verb == moves.ABANDON:
        _refuse_abandon(t, target)
    if verb == moves.ALLY:
        refuse_ally(t, target)


def _refuse_by_mode(t: Table, verb: i64, target: i64) -> None:
    t.rules.mode.refuse(t, verb, target)
    if verb in (moves.GHOST, moves.BUY):
        raise RuleViolation(
            said("no_necromancer", "Only a Necromancer buys Ghosts and powers, and nobody plays one at this table.")
        )


def _refuse_lone_word(t: Table, verb: i64) -> None:
    if verb == moves.ROLL:
        _refuse_roll(t)
    if verb == moves.DECLINE:
        refuse_decline(t)
    if verb == moves.STOP:
        _refuse_put_up(t)
        raise NotTheMoment(said("stop_moment", "`stop` ends conquests; the phase is {phase}.", phase=_phase(t)))
    if verb == moves.DONE:
        refuse_done(t)


def _phase(t: Table) -> str:
    return PHASE_NAMES[t.phase]


def _refuse_put_up(t: Table) -> None:
    """What is put up for a conquest is used for it, or taken back, before anything else."""
    if t.phase == CONQUER and (t.aim >= 0 or t.active[t.player].power.committed(t)):
        raise NotTheMoment(said("put_up", "Something is put up for a conquest: conquer with it, or `cancel` first."))


def _refuse_unknown(t: Table, verb: i64) -> None:
    """A move of a piece that the deciding seat's race and badge are not."""
    me = conquest.attacker(t) if t.phase == GHOULS and verb != moves.EXCHANGE else t.active[t.to_move]
    if not me.race.knows(verb) and not me.power.knows(verb):
        refuse_for_ghouls(t, verb)
        key, text = OWNED[verb]
        raise RuleViolation(said(key, text, **speaker_of(me)))


# Picking


def _refuse_pick(t: Table, slot: i64) -> None:
    if t.phase != PICK:
        raise NotTheMoment(
            said(
                "pick_moment",
                "A combo is picked at the start of a turn without an active race; the phase is {phase}.",
                phase=_phase(t),
            )
        )
    if slot >= t.column:
        raise RuleViolation(
            said("pick_none", "There is no combo {n}: the column shows {most}.", n=slot + 1, most=t.column)
        )
    cost, have = t.price_of(slot), t.coins[t.player]
    coins = many(cost, "coin")
    public = f"Combo {slot + 1} costs {coins}, laid on the combos above it, more than seat {t.player} has."
    for k in range(slot):
        power, race = t.rules.powers[t.combo_power[k]], t.rules.races[t.combo_race[k]]
        if power.toll > 1:
            text = "Combo {n} costs {coins}, laid on the combos above it, {toll} of them on the {power} {race}; "
            words = said(
                "pick_cursed",
                text + "you have {have}.",
                n=slot + 1,
                coins=coins,
                cost=cost,
                have=have,
                toll=power.toll,
                power=power.name,
                race=race.name,
            )
            raise TooDear(words, public)
    text = "Combo {n} costs {coins}, laid on the combos above it; you have {have}."
    raise TooDear(said("pick_dear", text, n=slot + 1, coins=coins, cost=cost, have=have), public)


# Conquest


def _refuse_conquest(t: Table, verb: i64, region: i64) -> None:
    name = t.board.names[region]
    if t.phase not in (CONQUER, GHOULS):
        _refuse_moment(t, name)
    me = conquest.attacker(t)
    if verb == moves.CONQUER_CATAPULT and t.aim < 0:
        raise NotTheMoment(said("catapult_first", "Set up the Catapult first, with `catapult REGION`."))
    _refuse_target(t, me, verb, region, name)
    if t.aim >= 0:
        _refuse_shot(t, verb, region)
    if verb == moves.CONQUER_MERCENARY:
        _refuse_mercenary(t, me, region)
    if verb == moves.CONQUER_DRAGON:
        _refuse_dragon(t)
    if verb == moves.CONQUER_SORCERY:
        refuse_sorcery(t, me, region, name)
    _refuse_too_few(me)
    if verb in (moves.CONQUER, moves.CONQUER_CATAPULT):
        raise TooDear(_shortfall(t, me, region))
    _refuse_die(t, me, region, name)


def _refuse_moment(t: Table, name: str) -> None:
    """Conquests belong to their own phase, and this is another."""
    if t.phase == PICK:
        raise NotTheMoment(
            said("conquer_early", "{region} cannot be conquered now: a combo is picked first.", region=name)
        )
    if t.phase not in (REDEPLOY, FINISH, WITHDRAW):
        text = "{region} cannot be conquered now; the phase is {phase}."
        raise NotTheMoment(said("conquer_moment", text, region=name, phase=_phase(t)))
    if t.to_move == t.player and ghouls_rolled(t):
        text = "{region} cannot be conquered now: the final attempt of your {race} ended the conquests of the turn."
        raise NotTheMoment(said("conquer_ghouls", text, region=name, race=t.ghouls(t.player).race.name))
    raise NotTheMoment(
        said(
            "conquer_late",
            "{region} cannot be conquered now: conquests are over, the phase is {phase}.",
            region=name,
            phase=_phase(t),
        )
    )


def _refuse_too_few(me: Army) -> None:
    """A conquest takes one token at least; two of the Kobolds."""
    if me.troops() < me.race.least:
        raise TooDear(
            said(
                "least",
                "You have {tokens} in hand; a conquest by {race} takes at least {least}.",
                tokens=many(me.troops()),
                race=me.race.name,
                least=me.race.least,
                have=me.troops(),
            )
        )


def _refuse_shot(t: Table, verb: i64, region: i64) -> None:
    """The Catapult has a range of its own; what it may take costs what it costs, and has its die."""
    if verb not in (moves.CONQUER_CATAPULT, moves.CONQUER_DIE):
        where = t.board.names[t.aim]
        raise NotTheMoment(
            said(
                "catapult_aimed",
                "The Catapult in {region} is aimed: `conquer R with catapult`, with its die, or `cancel`.",
                region=where,
            )
        )
    why = out_of_range(t, region)
    if why is not None:
        raise OutOfReach(why)


def _refuse_mercenary(t: Table, me: Army, region: i64) -> None:
    if t.coins[me.seat] == 0:
        raise TooDear(
            said("mercenary_coin", "A Mercenary costs a coin, and you have none."), "A Mercenary costs a coin."
        )
    _refuse_too_few(me)
    total, worth = bill(t, me, region), me.power.rescue(t, me)
    parts = [*total["parts"], [-worth, me.power.id, me.power.name]]
    cost, have = total["total"] - worth, total["have"]
    data: dict[str, Any] = {"region": t.board.names[region], "cost": cost, "have": have, "short": cost - have}
    text = "Even with a Mercenary {region} costs {cost}: {sum}; you have {tokens}, {short} short."
    words = {"sum": spoken(parts), "tokens": many(have), "bill": {"total": cost, "have": have, "parts": parts}}
    raise TooDear(said("mercenary_short", text, **data, **words))


def _refuse_target(t: Table, me: Army, verb: i64, region: i64, name: str) -> None:
    bit = BIT[region]
    if me.regions & bit != 0:
        raise RuleViolation(said("held", "{region} is already held by your {race}.", region=name, race=me.race.name))
    refuse_power(t, me, verb, region)
    if conquest.passable(t, me) & bit == 0:
        raise OutOfReach(
            said(
                "water",
                "{region} is a {terrain}: only an active Seafaring race may conquer water.",
                region=name,
                terrain=t.board.terrain[region],
            )
        )
    if t.immune() & ~t.held(me.seat) & bit != 0:
        raise Immune(_immune(t, bit, name))
    if not me.seen_declined() and conquest.allied(t, me.seat) & bit != 0:
        raise Pact(
            said(
                "pact",
                "{region} is protected by a pact: seat {seat} made peace with you until its next turn.",
                region=name,
                seat=t.holder(region).seat,
            )
        )
    if (me.race.closed(t, me) | me.power.closed(t, me)) & bit != 0:
        raise RuleViolation(_closed(t, me, bit, name))
    if t.aim < 0 and conquest.reach(t, me) & bit == 0:
        raise OutOfReach(_too_far(t, me, region, name))


def _immune(t: Table, bit: i64, name: str) -> Saying:
    for piece, key, words in IMMUNE_WORDS:
        if t.pieces[piece] & bit != 0:
            return said(key, words, region=name)
    race = t.holder(lowest(bit)).race.name
    return said("immune_race", "{region} is immune: opponents cannot touch {race} there.", region=name, race=race)


def _closed(t: Table, me: Army, bit: i64, name: str) -> Saying:
    """Why a race may not take a region this turn, if the race or badge that says so has words for it."""
    trait: Trait = me.race if me.race.closed(t, me) & bit != 0 else me.power
    if trait.closed_words() == "":
        return said("closed", "{region} is closed to your {race} this turn.", region=name, race=me.race.name)
    text = "{region} is closed to your {race} this turn: {why}."
    return said("closed_why", text, region=name, race=me.race.name, why=trait.closed_words())


def _too_far(t: Table, me: Army, region: i64, name: str) -> Saying:
    if me.regions == 0:
        return _no_entry(t, me, region, name)
    bit = BIT[region]
    active = t.active[t.player]
    if me is not active and conquest.reach(t, active) & bit != 0:
        text = (
            "{region} does not border a region of your declined {race}, who act now; your {active} come after `stop`."
        )
        return said("far_ghouls", text, region=name, race=me.race.name, active=active.race.name)
    linked = [k for k in listed(t.board.everywhere) if me.power.adjoins(t, me, BIT[k]) & bit != 0 and k != region]
    if linked:
        text = "{region} borders no region of your {race}; {power} links it with {places}, and you hold none of these."
        places = ", ".join([t.board.names[k] for k in linked])
        return said("far_linked", text, region=name, race=me.race.name, power=me.power.name, places=places)
    return said("far", "{region} does not border a region of your {race}.", region=name, race=me.race.name)


def _no_entry(t: Table, me: Army, region: i64, name: str) -> Saying:
    """A race with nothing on the map enters through the border, Ghosts around the lake."""
    race, gates = me.race.name, me.race.gate_words()
    if (t.board.border | t.board.water) & BIT[region] != 0:
        text = "{region} is no way in: {race} have nothing on the map and must enter through {gates}."
        return said("no_entry", text, region=name, race=race, gates=gates)
    text = "{region} is inland: {race} have nothing on the map and must enter through {gates}."
    return said("inland", text, region=name, race=race, gates=gates)


def _shortfall(t: Table, me: Army, region: i64) -> Saying:
    """What is missing, and what could still be done about it."""
    total = bill(t, me, region)
    short = conquest.price(t, me, region) - me.troops()
    data: dict[str, Any] = {"region": t.board.names[region], "cost": short + me.troops(), "short": short, "bill": total}
    tokens, words = many(me.troops()), spoken(total["parts"])
    text = f"{t.board.names[region]} costs {short + me.troops()}: {words}; you have {tokens}, {short} short"
    if conquest.warded(t, me) & BIT[region] != 0:
        race = t.holder(region).race.name
        text = f"{text}. Bony protects the declined {race} there: no power makes them cheaper."
        return Saying(text, "short_warded", data | {"race": race})
    if t.roll >= 0:
        return Saying(f"{text}, the roll of {t.roll} counted.", "short_rolled", data | {"pips": t.roll})
    worth = me.power.rescue(t, me)
    if short > conquest.DIE_MOST + worth and worth > 0:
        text = f"{text}; the die gives at most {conquest.DIE_MOST}, and a coin for {me.power.name} {worth} more."
        return Saying(text, "short_even_with_coin", data | {"most": conquest.DIE_MOST, "worth": worth})
    if short > conquest.DIE_MOST + worth:
        text = f"{text}, and the die gives at most {conquest.DIE_MOST}."
        return Saying(text, "short_even_with_die", data | {"most": conquest.DIE_MOST})
    if me.power.rolls_first():
        return Saying(f"{text}; `roll` before choosing could help.", "short_roll_first", data)
    if 0 < short <= worth:
        text = f"{text}; `conquer {t.board.ids[region]} with mercenary` takes it for a coin."
        return Saying(text, "short_pay_coin", data | {"worth": worth})
    return Saying(f"{text}; `conquer {t.board.ids[region]} with die` may try it.", "short_try_die", data)


def _refuse_die(t: Table, me: Army, region: i64, name: str) -> None:
    cost = conquest.price(t, me, region)
    if me.power.rolls_first() and conquest.warded(t, me) & BIT[region] == 0:
        raise RuleViolation(
            said(
                "roll_before",
                "{power} rolls before choosing a region: use `roll`, then `conquer`.",
                power=", ".join([badge.name for badge in me.power.badges() if badge.rolls_first()]),
            )
        )
    if cost <= me.troops():
        raise RuleViolation(
            said(
                "die_needless",
                "{region} costs {cost} and you have {have}: take it outright; the die is for what you fall short of.",
                region=name,
                cost=cost,
                have=me.troops(),
            )
        )
    raise TooDear(_shortfall(t, me, region))


def _refuse_dragon(t: Table) -> None:
    if t.roll >= 0:
        raise NotTheMoment(said("rolled", "You rolled {pips}: conquer with it, or stop.", pips=t.roll))
    if t.flown:
        raise RuleViolation(said("dragon_flown", "The Dragon conquers once per turn, and has done so."))


def _refuse_roll(t: Table) -> None:
    if t.phase != CONQUER:
        raise NotTheMoment(
            said("roll_moment", "A Berserk race rolls while it conquers; the phase is {phase}.", phase=_phase(t))
        )
    if t.roll >= 0:
        raise RuleViolation(said("rolled", "You have rolled {pips} already: conquer with it, or stop.", pips=t.roll))
    me = t.active[t.player]
    if me.troops() == 0:
        raise RuleViolation(said("roll_empty", "Without a token in hand there is nothing to roll for."))
    _refuse_too_few(me)
    raise RuleViolation(said("roll_nothing", "No region can be attacked, so there is nothing to roll for."))


def _refuse_abandon(t: Table, region: i64) -> None:
    name = t.board.names[region]
    if t.phase == REDEPLOY:
        raise NotTheMoment(
            said(
                "abandon_late",
                "{region} cannot be left now: regions are abandoned before the first conquest.",
                region=name,
            )
        )
    if t.phase not in (CONQUER, GHOULS):
        raise NotTheMoment(
            said(
                "abandon_moment",
                "Regions are abandoned before the first conquest; the phase is {phase}.",
                phase=_phase(t),
            )
        )
    me = conquest.attacker(t)
    if t.phase == GHOULS and t.active[t.player].regions & BIT[region] != 0:
        text = "Your declined {declined} act now; your {race} leave {region}, if at all, after their `stop`."
        race = t.active[t.player].race.name
        raise NotTheMoment(said("abandon_ghouls", text, declined=me.race.name, race=race, region=name))
    if me.regions & BIT[region] == 0:
        raise RuleViolation(
            said("abandon_foreign", "{region} is not held by your {race}.", region=name, race=me.race.name)
        )
    if not t.began:
        _refuse_put_up(t)
    raise NotTheMoment(
        said("abandon_begun", "Regions are abandoned before the first conquest, and you have begun to conquer.")
    )
