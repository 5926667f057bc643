"""Moves as data: what a move does and names, for interfaces that read no move texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from hordes.engine.core.bits import count
from hordes.engine.core.state import TARGETS
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import conquest
from hordes.smallworld.state.constants import HERO, MARKER_IDS, MAX_ENCAMPMENTS, PIECE_LIMITS
from hordes.smallworld.state.moves import (
    ALLY,
    ASK,
    BADGE,
    BANNER,
    BEHEMOTH,
    BONY,
    BUY,
    CHANCE_GROUP,
    CONQUER,
    CONQUER_DIE,
    CONQUEST_VERBS,
    FIRST_CUSTOM,
    KEEP,
    KEEPING_GROUP,
    LOSE_HORDE,
    LOSE_TOKEN,
    MARKER,
    PICK,
    PIECE_VERBS,
    PLACE,
    PLACE_ENCAMPMENT,
    PLACE_HERO,
    PLACE_HORDE,
    PLACE_POT,
    PLACING_GROUP,
    REGION_VERBS,
    SHARE,
    SINGLE_WORD_VERBS,
    VERB_WORDS,
    group_of,
    is_bony,
    is_custom,
    is_share,
)
from hordes.smallworld.state.table import Table

if TYPE_CHECKING:
    from hordes.smallworld.wire.moves import ChanceMove, Conquer, Means, OwnMove, PlainMove, RegionMove, SmallWorldMove


def move_data(t: Table, move: i64) -> SmallWorldMove:
    """What a legal move does and names."""
    verb, target = move // TARGETS, move % TARGETS
    if verb == PICK:
        return {"verb": "pick", "slot": target + 1}
    if verb in SINGLE_WORD_VERBS.values():
        return cast("PlainMove", {"verb": VERB_WORDS[verb]})
    if verb == ALLY or verb == ASK or is_share(verb) or is_bony(verb):
        return _with_seat(t, verb, target)
    if verb in (BEHEMOTH, LOSE_TOKEN, LOSE_HORDE, BUY):
        return _with_piece(t, verb, target)
    if is_custom(verb):
        return _own(t, verb, target)
    return _chance(t, verb, target) if group_of(verb) == CHANCE_GROUP else _at_region(t, verb, target)


def _with_seat(t: Table, verb: i64, target: i64) -> SmallWorldMove:
    if is_share(verb):
        return {"verb": "share", "seat": target, "coins": verb - SHARE + 1}
    if is_bony(verb):
        return {"verb": "bony", "seat": verb - BONY, "race": t.rules.race_ids[target]}
    return {"verb": "ally" if verb == ALLY else "ask", "seat": target}


def _with_piece(t: Table, verb: i64, target: i64) -> SmallWorldMove:
    if verb == BEHEMOTH:
        return {"verb": "behemoth", "stack": target + 1}
    if verb == BUY:
        return {"verb": "buy", "power": t.rules.power_ids[target]}
    return {"verb": "lose", "piece": "token" if verb == LOSE_TOKEN else "horde"}


def _at_region(t: Table, verb: i64, target: i64) -> SmallWorldMove:
    region = t.board.ids[target]
    if verb == CONQUER or verb in CONQUEST_VERBS.values():
        return _conquest(t, verb, target)
    if verb in PIECE_VERBS.values():
        return {"verb": "place_piece", "piece": VERB_WORDS[verb], "region": region, "left": _pieces_left(t, verb)}
    if verb in REGION_VERBS.values():
        return cast("RegionMove", {"verb": VERB_WORDS[verb], "region": region})
    if group_of(verb) == KEEPING_GROUP:
        return {"verb": "keep", "region": region, "tokens": verb - KEEP}
    assert group_of(verb) == PLACING_GROUP
    return {"verb": "place", "region": region, "tokens": verb - PLACE}


def _conquest(t: Table, verb: i64, target: i64) -> Conquer:
    data: Conquer = {"verb": "conquer", "region": t.board.ids[target]}
    if verb != CONQUER:
        data["means"] = cast("Means", VERB_WORDS[verb])
    if verb in (CONQUER, CONQUER_DIE):
        me = conquest.attacker(t)
        data["cost"], data["have"] = conquest.price(t, me, target), me.troops()
    return data


def _pieces_left(t: Table, verb: i64) -> i64:
    """How many pieces of the kind that a verb places can be placed now."""
    me = t.active[t.to_move]
    if verb == PLACE_ENCAMPMENT:
        return MAX_ENCAMPMENTS - t.encampments_on_map()
    if verb == PLACE_HERO:
        return PIECE_LIMITS[HERO] - count(t.pieces[HERO])
    if verb == PLACE_POT:
        return me.pots_left
    return me.hordes_in_hand if verb == PLACE_HORDE else 1


def _own(t: Table, verb: i64, target: i64) -> OwnMove:
    word, _, place = t.rules.verb_forms[verb - FIRST_CUSTOM].partition(" ")
    data: OwnMove = {"verb": "own", "word": word}
    if place == "REGION":
        data["region"] = t.board.ids[target]
    elif place == "SEAT":
        data["seat"] = target
    elif place == "NUMBER":
        data["number"] = target + 1
    return data


def _chance(t: Table, verb: i64, target: i64) -> ChanceMove:
    word = cast('Literal["rolled", "first", "banner", "badge", "marker"]', VERB_WORDS[verb])
    if verb == BANNER:
        return {"verb": word, "outcome": t.rules.race_ids[target]}
    if verb == BADGE:
        return {"verb": word, "outcome": t.rules.power_ids[target]}
    return {"verb": word, "outcome": MARKER_IDS[target] if verb == MARKER else target}
