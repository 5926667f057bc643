"""Errors for tokens and pieces that cannot be placed, and for turns that cannot end yet."""

from __future__ import annotations

from hordes.engine.core.bits import BIT, lowest
from hordes.engine.errors import Named, NotTheMoment, RuleViolation, translatable, word
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import redeployment
from hordes.smallworld.state import moves
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    CONQUER,
    FINISH,
    FORTRESS,
    GHOULS,
    HERO,
    PICK,
    PIECE_LIMITS,
    REDEPLOY,
    WITHDRAW,
)
from hordes.smallworld.state.table import Table
from hordes.smallworld.text.cost_explanation import plural
from hordes.smallworld.text.errors import MustPlace, TooExpensive
from hordes.smallworld.text.names import named, phase_named, region_named
from hordes.smallworld.text.question_errors import open_question


def refuse_place(t: Table, verb: i64, region: i64) -> None:
    """Raise the violation for a piece or tokens that cannot be placed."""
    piece = moves.VERB_WORDS.get(verb, "token")
    if t.phase not in (REDEPLOY, WITHDRAW, FINISH):
        raise NotTheMoment(
            translatable("place_moment", "Nothing is placed now; the phase is {phase}.", phase=phase_named(t))
        )
    army = t.army_in(region)
    name = region_named(t, region)
    if army is NOBODY or army.seat != t.to_move or (army.declined and piece != "token"):
        raise RuleViolation(
            translatable(
                "place_foreign",
                "{region} is not held by your active race, so no {piece} of yours can go there.",
                region=name,
                piece=word(piece),
            )
        )
    if army.declined and not army.race.acts_in_decline():
        raise RuleViolation(
            translatable(
                "place_declined",
                "{region} is held by your {race} in decline; active troops never join them.",
                region=name,
                race=named(army.race),
            )
        )
    if piece == "hero":
        _refuse_hero(t, name, BIT[region])
    if piece == "fortress":
        _refuse_fortress(t, name, BIT[region])
    if piece == "encampment":
        raise RuleViolation(translatable("encampment_none", "You have no encampment in hand to place now."))
    if t.phase == FINISH:
        raise NotTheMoment(translatable("place_over", "Troops are placed in redeployment, which is over."))
    alone = army.power.regions_needing_token(t, army)
    if t.phase == REDEPLOY and alone != 0:
        raise MustPlace(
            translatable(
                "hordes_alone",
                "In {region} a Hordes token stands alone: first one race token goes there.",
                region=region_named(t, lowest(alone)),
            )
        )
    _refuse_tokens(t, army, verb - moves.PLACE)


def _refuse_hero(t: Table, name: Named, bit: i64) -> None:
    if t.phase != FINISH:
        raise NotTheMoment(translatable("hero_moment", "Heroes are placed at the end of the turn, after redeployment."))
    if t.pieces[HERO] & bit != 0:
        raise RuleViolation(
            translatable(
                "hero_twice", "A Hero stands in {region} already; the two Heroes go to different regions.", region=name
            )
        )
    raise RuleViolation(translatable("hero_none", "You have no Hero in hand."))


def _refuse_fortress(t: Table, name: Named, bit: i64) -> None:
    if t.phase != REDEPLOY:
        raise NotTheMoment(translatable("fortress_moment", "A fortress is built in redeployment."))
    if t.this_turn.fortress_built:
        raise RuleViolation(translatable("fortress_built", "One fortress per turn, and you have built it."))
    if t.pieces[FORTRESS] & bit != 0:
        raise RuleViolation(
            translatable("fortress_there", "{region} has a fortress already: one per region.", region=name)
        )
    raise RuleViolation(
        translatable("fortress_all", "All {most} fortresses are on the map.", most=PIECE_LIMITS[FORTRESS])
    )


def _refuse_tokens(t: Table, army: Army, n: i64) -> None:
    spare = army.hand if army.declined else redeployment.placeable_count(t, army, t.phase)
    race, wait = named(army.race), army.hand - spare
    tokens = plural(army.hand)
    if t.phase == REDEPLOY and army.race.hand_waits() and spare <= 0:
        text = "The {race} never redeploy tokens from their hand: the {have} there wait for your next turn."
        raise TooExpensive(translatable("tokens_held_back", text, race=race, have=army.hand, n=n))
    text = "You have {tokens} of the {race} in hand, {n} cannot be placed"
    if spare < 0:
        text += ": {wait} must be in hand when the turn ends, so a region has to be abandoned."
        raise TooExpensive(
            translatable("tokens_reserve", text, tokens=tokens, have=army.hand, race=race, n=n, wait=wait)
        )
    if spare < army.hand:
        text += ": {wait} of them must wait for your next turn."
        raise TooExpensive(translatable("tokens_wait", text, tokens=tokens, have=army.hand, race=race, n=n, wait=wait))
    raise TooExpensive(translatable("tokens", text + ".", tokens=tokens, have=army.hand, race=race, n=n))


def refuse_ally(t: Table, seat: i64) -> None:
    """Raise the violation for a pact that cannot be made."""
    me = t.active[t.player]
    if t.phase != FINISH or t.this_turn.is_scored:
        raise NotTheMoment(translatable("ally_moment", "A Diplomat names his ally at the end of the turn."))
    if seat >= t.rules.players or seat == t.player:
        raise RuleViolation(translatable("ally_none", "Seat {seat} is no opponent of yours.", seat=seat))
    if t.this_turn.attacked_seats & BIT[seat] != 0:
        raise RuleViolation(
            translatable(
                "ally_attacked",
                "You attacked the active race of seat {seat} this turn, so it cannot be your ally.",
                seat=seat,
            )
        )
    raise RuleViolation(translatable("ally_already", "Seat {seat} is your ally already: one per turn.", seat=me.ally))


def refuse_done(t: Table) -> None:
    """Raise the violation for a turn that cannot end yet."""
    if t.phase in (CONQUER, GHOULS):
        raise NotTheMoment(translatable("done_stop", "Conquests end with `stop`."))
    if t.phase == PICK:
        raise NotTheMoment(translatable("done_pick", "Pick a combo first."))
    if t.phase == FINISH:
        raise MustPlace(translatable("done_heroes", "The Heroes must be placed first, in different regions."))
    if t.phase not in (REDEPLOY, WITHDRAW):
        raise NotTheMoment(open_question(t))
    if redeployment.must_abandon(t):
        me = t.active[t.player]
        if me.power.regions_needing_token(t, me) != 0:
            raise MustPlace(
                translatable(
                    "done_hordes",
                    "A Hordes token may not stay alone, and no race token is in hand: abandon that region.",
                )
            )
        need = me.race.reserve(t, me)
        raise MustPlace(
            translatable(
                "done_reserve",
                "{least} {race} must be in hand when the turn ends, {have} are: abandon a region.",
                least=need,
                race=named(me.race),
                have=me.hand,
            )
        )
    t.find_legal()
    raise MustPlace(
        translatable(
            "done_place",
            "All that is in hand must be placed first: `{move}`, for example.",
            move=t.describe(t.nth_legal(0)),
        )
    )
