"""Errors for illegal moves: the violated rule, the place and the numbers.

Legality itself is decided in `rules/`; here the same conditions are checked one by one until the violated one is found.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, listed, lowest
from hordes.engine.core.state import CHANCE
from hordes.engine.errors import Message, Named, NamedList, NotTheMoment, RuleViolation, translatable, word
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import conquest
from hordes.smallworld.state import moves, questions
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import (
    CATAPULT,
    CHOICE,
    CONQUER,
    DRAGON,
    FINISH,
    GHOULS,
    HERO,
    HOLE,
    PICK,
    REDEPLOY,
    WITHDRAW,
)
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Trait
from hordes.smallworld.text.cost_explanation import plural, price_breakdown, sum_text
from hordes.smallworld.text.errors import Immune, OutOfReach, PeacePact, TooExpensive
from hordes.smallworld.text.illegal_markers import refuse_marker, refuse_power
from hordes.smallworld.text.illegal_pieces import out_of_range, refuse_piece, refuse_sorcery
from hordes.smallworld.text.illegal_placing import refuse_ally, refuse_done, refuse_place
from hordes.smallworld.text.illegal_readying import (
    ghouls_rolled,
    refuse_decline,
    refuse_for_ghouls,
    refuse_keep,
    refuse_tower,
)
from hordes.smallworld.text.names import army_named, named, phase_named, power_named, region_named
from hordes.smallworld.text.question_errors import open_question

IMMUNE_WORDS: Final = [
    (HERO, "immune_hero", "{region} is immune: a Hero stands there."),
    (DRAGON, "immune_dragon", "{region} is immune: the Dragon is there."),
    (CATAPULT, "immune_catapult", "{region} is immune: the Catapult stands there."),
    (HOLE, "immune_hole", "{region} is immune: it is a Hole-in-the-Ground."),
]

OWNERS_OF_VERBS: Final = {
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
"""Verbs that only one race or power has, with the message for everybody else."""


RARE_VERBS: Final = (
    moves.CATAPULT, moves.CANCEL, moves.PAY, moves.PASS, moves.PLACE_POT,
    moves.LOSE_TOKEN, moves.LOSE_HORDE, moves.FIREBALL, moves.EXCHANGE, moves.BEHEMOTH, moves.PLACE_BEHEMOTH,
    moves.PLACE_BEHEMOTH + 1, moves.PLACE_HORDE,
)  # fmt: skip


def raise_illegal_move(t: Table, move: i64) -> None:
    """Raise the violation that names the rule. Called only for moves that are not legal."""
    verb, target = moves.verb_of(move), moves.target_of(move)
    if t.to_move == CHANCE:
        raise NotTheMoment(translatable("chance", "Chance decides now, no seat."))
    if verb in OWNERS_OF_VERBS:
        _refuse_foreign_verb(t, verb)
    refuse_marker(t, verb, target)
    if verb == moves.TOWER:
        refuse_tower(t, target, t.question.kind == questions.TOWER)
    if t.phase == CHOICE:
        raise NotTheMoment(open_question(t))
    _refuse_by_mode(t, verb, target)
    _refuse_in_turn(t, verb, target)
    _refuse_single_word(t, verb)
    refuse_place(t, verb, target)


def _refuse_in_turn(t: Table, verb: i64, target: i64) -> None:
    """Moves from picking to the end of the conquests, and those of single pieces."""
    if moves.group_of(verb) == moves.KEEPING_GROUP:
        refuse_keep(t, target, verb - moves.KEEP)
    if verb == moves.PICK:
        _refuse_pick(t, target)
    if verb == moves.CONQUER or verb in moves.CONQUEST_VERBS.values():
        _refuse_conquest(t, verb, target)
    if verb in RARE_VERBS:
        refuse_piece(t, verb, target)
    if verb == moves.ABANDON:
        _refuse_abandon(t, target)
    if verb == moves.ALLY:
        refuse_ally(t, target)


def _refuse_by_mode(t: Table, verb: i64, target: i64) -> None:
    t.rules.mode.raise_violation(t, verb, target)
    if verb in (moves.GHOST, moves.BUY):
        raise RuleViolation(
            translatable(
                "no_necromancer", "Only a Necromancer buys Ghosts and powers, and nobody plays one at this table."
            )
        )


def _refuse_single_word(t: Table, verb: i64) -> None:
    if verb == moves.ROLL:
        _refuse_roll(t)
    if verb == moves.DECLINE:
        if not t.this_turn.conquests_begun and not t.this_turn.has_picked:
            _refuse_committed(t)
        refuse_decline(t)
    if verb == moves.STOP:
        _refuse_committed(t)
        text = "`stop` ends conquests; the phase is {phase}."
        raise NotTheMoment(translatable("stop_moment", text, phase=phase_named(t)))
    if verb == moves.DONE:
        refuse_done(t)


def _refuse_committed(t: Table) -> None:
    """Pieces committed to a conquest must be used or taken back before anything else."""
    if t.phase == CONQUER and (t.this_turn.aimed_from >= 0 or t.active[t.player].power.has_commitment(t)):
        raise NotTheMoment(
            translatable("put_up", "Something is put up for a conquest: conquer with it, or `cancel` first.")
        )


def _refuse_foreign_verb(t: Table, verb: i64) -> None:
    """A verb that belongs neither to the deciding seat's race nor to its badge."""
    me = conquest.attacker(t) if t.phase == GHOULS and verb != moves.EXCHANGE else t.active[t.to_move]
    if not me.race.owns_verb(verb) and not me.power.owns_verb(verb):
        refuse_for_ghouls(t, verb)
        key, text = OWNERS_OF_VERBS[verb]
        raise RuleViolation(translatable(key, text, **army_named(me)))


# Picking


def _refuse_pick(t: Table, slot: i64) -> None:
    if t.phase != PICK:
        raise NotTheMoment(
            translatable(
                "pick_moment",
                "A combo is picked at the start of a turn without an active race; the phase is {phase}.",
                phase=phase_named(t),
            )
        )
    if slot >= t.column_size:
        raise RuleViolation(
            translatable("pick_none", "There is no combo {n}: the column shows {most}.", n=slot + 1, most=t.column_size)
        )
    cost, have = t.pick_price(slot), t.coins[t.player]
    coins = plural(cost, "coin")
    public = f"Combo {slot + 1} costs {coins}, laid on the combos above it, more than seat {t.player} has."
    for k in range(slot):
        power, race = t.rules.powers[t.combo_power[k]], t.rules.races[t.combo_race[k]]
        if power.toll > 1:
            text = "Combo {n} costs {coins}, laid on the combos above it, {toll} of them on the {power} {race}; "
            message = translatable(
                "pick_cursed",
                text + "you have {have}.",
                n=slot + 1,
                coins=coins,
                cost=cost,
                have=have,
                toll=power.toll,
                power=power_named(power),
                race=named(race),
            )
            raise TooExpensive(message, public)
    text = "Combo {n} costs {coins}, laid on the combos above it; you have {have}."
    raise TooExpensive(translatable("pick_dear", text, n=slot + 1, coins=coins, cost=cost, have=have), public)


# Conquest


def _refuse_conquest(t: Table, verb: i64, region: i64) -> None:
    name = region_named(t, region)
    if t.phase not in (CONQUER, GHOULS):
        _refuse_moment(t, name)
    me = conquest.attacker(t)
    if verb == moves.CONQUER_CATAPULT and t.this_turn.aimed_from < 0:
        raise NotTheMoment(translatable("catapult_first", "Set up the Catapult first, with `catapult REGION`."))
    _refuse_target(t, me, verb, region, name)
    if t.this_turn.aimed_from >= 0:
        _refuse_shot(t, verb, region)
    if verb == moves.CONQUER_MERCENARY:
        _refuse_mercenary(t, me, region)
    if verb == moves.CONQUER_DRAGON:
        _refuse_dragon(t)
    if verb == moves.CONQUER_SORCERY:
        refuse_sorcery(t, me, region, name)
    _refuse_too_few(me)
    if verb in (moves.CONQUER, moves.CONQUER_CATAPULT):
        raise TooExpensive(_shortfall(t, me, region))
    _refuse_die(t, me, region, name)


def _refuse_moment(t: Table, name: Named) -> None:
    """A conquest outside of the conquest phase."""
    if t.phase == PICK:
        raise NotTheMoment(
            translatable("conquer_early", "{region} cannot be conquered now: a combo is picked first.", region=name)
        )
    if t.phase not in (REDEPLOY, FINISH, WITHDRAW):
        text = "{region} cannot be conquered now; the phase is {phase}."
        raise NotTheMoment(translatable("conquer_moment", text, region=name, phase=phase_named(t)))
    if t.to_move == t.player and ghouls_rolled(t):
        text = "{region} cannot be conquered now: the final attempt of your {race} ended the conquests of the turn."
        raise NotTheMoment(
            translatable("conquer_ghouls", text, region=name, race=named(t.acting_declined(t.player).race))
        )
    raise NotTheMoment(
        translatable(
            "conquer_late",
            "{region} cannot be conquered now: conquests are over, the phase is {phase}.",
            region=name,
            phase=phase_named(t),
        )
    )


def _refuse_too_few(me: Army) -> None:
    """Fewer tokens in hand than any conquest takes: one, or two for Kobolds."""
    if me.troops() < me.race.least:
        raise TooExpensive(
            translatable(
                "least",
                "You have {tokens} in hand; a conquest by {race} takes at least {least}.",
                tokens=plural(me.troops()),
                race=named(me.race),
                least=me.race.least,
                have=me.troops(),
            )
        )


def _refuse_shot(t: Table, verb: i64, region: i64) -> None:
    """A conquest that is no shot of the aimed Catapult, or out of its range."""
    if verb not in (moves.CONQUER_CATAPULT, moves.CONQUER_DIE):
        where = region_named(t, t.this_turn.aimed_from)
        raise NotTheMoment(
            translatable(
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
        raise TooExpensive(
            translatable("mercenary_coin", "A Mercenary costs a coin, and you have none."), "A Mercenary costs a coin."
        )
    _refuse_too_few(me)
    total, coin_value = price_breakdown(t, me, region), me.power.tokens_per_coin(t, me)
    parts = [*total["parts"], conquest.price_part(-coin_value, me.power.id, me.power.name)]
    cost, have = total["total"] - coin_value, total["have"]
    data: dict[str, Any] = {"region": region_named(t, region), "cost": cost, "have": have, "short": cost - have}
    text = "Even with a Mercenary {region} costs {cost}: {sum}; you have {tokens}, {short} short."
    words = {"sum": sum_text(parts), "tokens": plural(have), "bill": {"total": cost, "have": have, "parts": parts}}
    raise TooExpensive(translatable("mercenary_short", text, **data, **words))


def _refuse_target(t: Table, me: Army, verb: i64, region: i64, name: Named) -> None:
    bit = BIT[region]
    if me.regions & bit != 0:
        raise RuleViolation(
            translatable("held", "{region} is already held by your {race}.", region=name, race=named(me.race))
        )
    refuse_power(t, me, verb, region)
    if conquest.passable_regions(t, me) & bit == 0:
        raise OutOfReach(
            translatable(
                "water",
                "{region} is a {terrain}: only an active Seafaring race may conquer water.",
                region=name,
                terrain=word(t.board.terrain[region]),
            )
        )
    if t.immune_regions() & ~t.regions_of(me.seat) & bit != 0:
        raise Immune(_immune(t, bit, name))
    if not me.is_seen_as_declined() and conquest.allied_regions(t, me.seat) & bit != 0:
        raise PeacePact(
            translatable(
                "pact",
                "{region} is protected by a pact: seat {seat} made peace with you until its next turn.",
                region=name,
                seat=t.army_in(region).seat,
            )
        )
    if (me.race.forbidden_targets(t, me) | me.power.forbidden_targets(t, me)) & bit != 0:
        raise RuleViolation(_closed(t, me, bit, name))
    if t.this_turn.aimed_from < 0 and conquest.reachable_regions(t, me) & bit == 0:
        raise OutOfReach(_too_far(t, me, region, name))


def _immune(t: Table, bit: i64, name: Named) -> Message:
    for piece, key, words in IMMUNE_WORDS:
        if t.pieces[piece] & bit != 0:
            return translatable(key, words, region=name)
    race = named(t.army_in(lowest(bit)).race)
    return translatable(
        "immune_race", "{region} is immune: opponents cannot touch {race} there.", region=name, race=race
    )


def _closed(t: Table, me: Army, bit: i64, name: Named) -> Message:
    """Message for a region that the race or badge forbids this turn, with the reason if it gives one."""
    trait: Trait = me.race if me.race.forbidden_targets(t, me) & bit != 0 else me.power
    if trait.forbidden_reason() == "":
        return translatable("closed", "{region} is closed to your {race} this turn.", region=name, race=named(me.race))
    text = "{region} is closed to your {race} this turn: {why}."
    return translatable("closed_why", text, region=name, race=named(me.race), why=word(trait.forbidden_reason()))


def _too_far(t: Table, me: Army, region: i64, name: Named) -> Message:
    if me.regions == 0:
        return _no_entry(t, me, region, name)
    bit = BIT[region]
    active = t.active[t.player]
    if me is not active and conquest.reachable_regions(t, active) & bit != 0:
        text = (
            "{region} does not border a region of your declined {race}, who act now; your {active} come after `stop`."
        )
        return translatable("far_ghouls", text, region=name, race=named(me.race), active=named(active.race))
    linked = [
        k for k in listed(t.board.everywhere) if me.power.extra_neighbours(t, me, BIT[k]) & bit != 0 and k != region
    ]
    if linked:
        text = "{region} borders no region of your {race}; {power} links it with {places}, and you hold none of these."
        power, places = power_named(me.power), NamedList([region_named(t, k) for k in linked])
        return translatable("far_linked", text, region=name, race=named(me.race), power=power, places=places)
    return translatable("far", "{region} does not border a region of your {race}.", region=name, race=named(me.race))


def _no_entry(t: Table, me: Army, region: i64, name: Named) -> Message:
    """Message for a race without regions and a region that is no entry region."""
    race, gates = named(me.race), word(me.race.entry_description())
    if (t.board.border | t.board.water) & BIT[region] != 0:
        text = "{region} is no way in: {race} have nothing on the map and must enter through {gates}."
        return translatable("no_entry", text, region=name, race=race, gates=gates)
    text = "{region} is inland: {race} have nothing on the map and must enter through {gates}."
    return translatable("inland", text, region=name, race=race, gates=gates)


def _shortfall(t: Table, me: Army, region: i64) -> Message:
    """Message for too few tokens: the price, what is missing, and what could still help."""
    total = price_breakdown(t, me, region)
    short = conquest.price(t, me, region) - me.troops()
    cost, name = short + me.troops(), region_named(t, region)
    data: dict[str, Any] = {"region": name, "cost": cost, "short": short, "bill": total}
    tokens, sum_words = plural(me.troops()), sum_text(total["parts"])
    text = f"{name} costs {cost}: {sum_words}; you have {tokens}, {short} short"
    if conquest.plain_conquest_regions(t, me) & BIT[region] != 0:
        race = named(t.army_in(region).race)
        text = f"{text}. Bony protects the declined {race} there: no power makes them cheaper."
        return Message(text, "short_warded", data | {"race": race})
    if t.this_turn.roll >= 0:
        return Message(
            f"{text}, the roll of {t.this_turn.roll} counted.", "short_rolled", data | {"pips": t.this_turn.roll}
        )
    coin_value = me.power.tokens_per_coin(t, me)
    if short > conquest.MAX_PIPS + coin_value and coin_value > 0:
        text = f"{text}; the die gives at most {conquest.MAX_PIPS}, and a coin for {me.power.name} {coin_value} more."
        return Message(text, "short_even_with_coin", data | {"most": conquest.MAX_PIPS, "worth": coin_value})
    if short > conquest.MAX_PIPS + coin_value:
        text = f"{text}, and the die gives at most {conquest.MAX_PIPS}."
        return Message(text, "short_even_with_die", data | {"most": conquest.MAX_PIPS})
    if me.power.rolls_before_choosing():
        return Message(f"{text}; `roll` before choosing could help.", "short_roll_first", data)
    if 0 < short <= coin_value:
        text = f"{text}; `conquer {t.board.ids[region]} with mercenary` takes it for a coin."
        return Message(text, "short_pay_coin", data | {"worth": coin_value})
    return Message(f"{text}; `conquer {t.board.ids[region]} with die` may try it.", "short_try_die", data)


def _refuse_die(t: Table, me: Army, region: i64, name: Named) -> None:
    cost = conquest.price(t, me, region)
    if me.power.rolls_before_choosing() and conquest.plain_conquest_regions(t, me) & BIT[region] == 0:
        raise RuleViolation(
            translatable(
                "roll_before",
                "{power} rolls before choosing a region: use `roll`, then `conquer`.",
                power=NamedList([named(badge) for badge in me.power.badges() if badge.rolls_before_choosing()]),
            )
        )
    if cost <= me.troops():
        raise RuleViolation(
            translatable(
                "die_needless",
                "{region} costs {cost} and you have {have}: take it outright; the die is for what you fall short of.",
                region=name,
                cost=cost,
                have=me.troops(),
            )
        )
    raise TooExpensive(_shortfall(t, me, region))


def _refuse_dragon(t: Table) -> None:
    if t.this_turn.roll >= 0:
        raise NotTheMoment(
            translatable("rolled", "You rolled {pips}: conquer with it, or stop.", pips=t.this_turn.roll)
        )
    if t.this_turn.dragon_used:
        raise RuleViolation(translatable("dragon_flown", "The Dragon conquers once per turn, and has done so."))


def _refuse_roll(t: Table) -> None:
    if t.phase != CONQUER:
        raise NotTheMoment(
            translatable(
                "roll_moment", "A Berserk race rolls while it conquers; the phase is {phase}.", phase=phase_named(t)
            )
        )
    if t.this_turn.roll >= 0:
        raise RuleViolation(
            translatable("rolled", "You have rolled {pips} already: conquer with it, or stop.", pips=t.this_turn.roll)
        )
    me = t.active[t.player]
    if me.troops() == 0:
        raise RuleViolation(translatable("roll_empty", "Without a token in hand there is nothing to roll for."))
    _refuse_too_few(me)
    raise RuleViolation(translatable("roll_nothing", "No region can be attacked, so there is nothing to roll for."))


def _refuse_abandon(t: Table, region: i64) -> None:
    name = region_named(t, region)
    me = t.active[t.player]
    if t.phase == REDEPLOY and me.regions & BIT[region] != 0 and me.race.reserve(t, me) > 0:
        text = "{least} {race} are in hand, as many as have to be: {region} is not given up."
        least = me.race.reserve(t, me)
        raise RuleViolation(translatable("abandon_enough", text, least=least, race=named(me.race), region=name))
    if t.phase == REDEPLOY:
        raise NotTheMoment(
            translatable(
                "abandon_late",
                "{region} cannot be left now: regions are abandoned before the first conquest.",
                region=name,
            )
        )
    if t.phase not in (CONQUER, GHOULS):
        raise NotTheMoment(
            translatable(
                "abandon_moment",
                "Regions are abandoned before the first conquest; the phase is {phase}.",
                phase=phase_named(t),
            )
        )
    me = conquest.attacker(t)
    if t.phase == GHOULS and t.active[t.player].regions & BIT[region] != 0:
        text = "Your declined {declined} act now; your {race} leave {region}, if at all, after their `stop`."
        race = named(t.active[t.player].race)
        raise NotTheMoment(translatable("abandon_ghouls", text, declined=named(me.race), race=race, region=name))
    if me.regions & BIT[region] == 0:
        raise RuleViolation(
            translatable("abandon_foreign", "{region} is not held by your {race}.", region=name, race=named(me.race))
        )
    if not t.this_turn.conquests_begun:
        _refuse_committed(t)
    raise NotTheMoment(
        translatable("abandon_begun", "Regions are abandoned before the first conquest, and you have begun to conquer.")
    )
