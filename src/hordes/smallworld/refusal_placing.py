"""Why not: tokens and pieces that cannot be placed, and turns that cannot end before they are."""

from __future__ import annotations

from hordes.engine.bits import BIT, lowest
from hordes.engine.errors import NotTheMoment, RuleViolation, said
from hordes.engine.native import i64
from hordes.smallworld import moves, redeploy
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.bills import many
from hordes.smallworld.refusal_question import open_question
from hordes.smallworld.table import Table
from hordes.smallworld.violations import MustPlace, TooDear
from hordes.smallworld.vocabulary import (
    CONQUER,
    FINISH,
    FORTRESS,
    GHOULS,
    HERO,
    PHASE_NAMES,
    PICK,
    PIECE_LIMITS,
    REDEPLOY,
    WITHDRAW,
)


def refuse_place(t: Table, verb: i64, region: i64) -> None:
    """Raise the violation for a piece or tokens that cannot be placed."""
    piece = moves.WORDS.get(verb, "token")
    if t.phase not in (REDEPLOY, WITHDRAW, FINISH):
        raise NotTheMoment(
            said("place_moment", "Nothing is placed now; the phase is {phase}.", phase=PHASE_NAMES[t.phase])
        )
    army = t.holder(region)
    name = t.board.names[region]
    if army is NOBODY or army.seat != t.to_move or (army.declined and piece != "token"):
        raise RuleViolation(
            said(
                "place_foreign",
                "{region} is not held by your active race, so no {piece} of yours can go there.",
                region=name,
                piece=piece,
            )
        )
    if army.declined and not army.race.acts_in_decline():
        raise RuleViolation(
            said(
                "place_declined",
                "{region} is held by your {race} in decline; active troops never join them.",
                region=name,
                race=army.race.name,
            )
        )
    if piece == "hero":
        _refuse_hero(t, name, BIT[region])
    if piece == "fortress":
        _refuse_fortress(t, name, BIT[region])
    if piece == "encampment":
        raise RuleViolation(said("encampment_none", "You have no encampment in hand to place now."))
    if t.phase == FINISH:
        raise NotTheMoment(said("place_over", "Troops are placed in redeployment, which is over."))
    alone = army.power.unaccompanied(t, army)
    if t.phase == REDEPLOY and alone != 0:
        raise MustPlace(
            said(
                "hordes_alone",
                "In {region} a Hordes token stands alone: first one race token goes there.",
                region=t.board.names[lowest(alone)],
            )
        )
    _refuse_tokens(t, army, verb - moves.PLACE)


def _refuse_hero(t: Table, name: str, bit: i64) -> None:
    if t.phase != FINISH:
        raise NotTheMoment(said("hero_moment", "Heroes are placed at the end of the turn, after redeployment."))
    if t.pieces[HERO] & bit != 0:
        raise RuleViolation(
            said(
                "hero_twice", "A Hero stands in {region} already; the two Heroes go to different regions.", region=name
            )
        )
    raise RuleViolation(said("hero_none", "You have no Hero in hand."))


def _refuse_fortress(t: Table, name: str, bit: i64) -> None:
    if t.phase != REDEPLOY:
        raise NotTheMoment(said("fortress_moment", "A fortress is built in redeployment."))
    if t.built:
        raise RuleViolation(said("fortress_built", "One fortress per turn, and you have built it."))
    if t.pieces[FORTRESS] & bit != 0:
        raise RuleViolation(said("fortress_there", "{region} has a fortress already: one per region.", region=name))
    raise RuleViolation(said("fortress_all", "All {most} fortresses are on the map.", most=PIECE_LIMITS[FORTRESS]))


def _refuse_tokens(t: Table, army: Army, n: i64) -> None:
    spare = army.hand if army.declined else redeploy.spare(t, army, t.phase)
    race, wait = army.race.name, army.hand - spare
    tokens = many(army.hand)
    if t.phase == REDEPLOY and army.race.holds_back() and spare <= 0:
        text = "The {race} never redeploy tokens from their hand: the {have} there wait for your next turn."
        raise TooDear(said("tokens_held_back", text, race=race, have=army.hand, n=n))
    text = "You have {tokens} of the {race} in hand, {n} cannot be placed"
    if spare < 0:
        text += ": {wait} must be in hand when the turn ends, so a region has to be abandoned."
        raise TooDear(said("tokens_reserve", text, tokens=tokens, have=army.hand, race=race, n=n, wait=wait))
    if spare < army.hand:
        text += ": {wait} of them must wait for your next turn."
        raise TooDear(said("tokens_wait", text, tokens=tokens, have=army.hand, race=race, n=n, wait=wait))
    raise TooDear(said("tokens", text + ".", tokens=tokens, have=army.hand, race=race, n=n))


def refuse_ally(t: Table, seat: i64) -> None:
    """Raise the violation for a pact that cannot be made."""
    me = t.active[t.player]
    if t.phase != FINISH or t.scored:
        raise NotTheMoment(said("ally_moment", "A Diplomat names his ally at the end of the turn."))
    if seat >= t.rules.players or seat == t.player:
        raise RuleViolation(said("ally_none", "Seat {seat} is no opponent of yours.", seat=seat))
    if t.attacked & BIT[seat] != 0:
        raise RuleViolation(
            said(
                "ally_attacked",
                "You attacked the active race of seat {seat} this turn, so it cannot be your ally.",
                seat=seat,
            )
        )
    raise RuleViolation(said("ally_already", "Seat {seat} is your ally already: one per turn.", seat=me.ally))


def refuse_done(t: Table) -> None:
    """Raise the violation for a turn that cannot end yet."""
    if t.phase in (CONQUER, GHOULS):
        raise NotTheMoment(said("done_stop", "Conquests end with `stop`."))
    if t.phase == PICK:
        raise NotTheMoment(said("done_pick", "Pick a combo first."))
    if t.phase == FINISH:
        raise MustPlace(said("done_heroes", "The Heroes must be placed first, in different regions."))
    t.find_legal()
    if t.phase not in (REDEPLOY, WITHDRAW):
        raise NotTheMoment(open_question(t))
    if t.menu[0] == moves.ABANDON:
        me = t.active[t.player]
        if me.power.unaccompanied(t, me) != 0:
            raise MustPlace(
                said(
                    "done_hordes",
                    "A Hordes token may not stay alone, and no race token is in hand: abandon that region.",
                )
            )
        need = me.race.reserve(t, me)
        raise MustPlace(
            said(
                "done_reserve",
                "{least} {race} must be in hand when the turn ends, {have} are: abandon a region.",
                least=need,
                race=me.race.name,
                have=me.hand,
            )
        )
    raise MustPlace(
        said(
            "done_place",
            "All that is in hand must be placed first: `{move}`, for example.",
            move=t.describe(t.nth_legal(0)),
        )
    )
