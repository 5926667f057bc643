"""How messages name cards, zones, troops, states and terrains: by id for translations, by name in English."""

from __future__ import annotations

from hordes.covil.state.constants import PHASE_NAMES, TROOPS
from hordes.covil.state.table import Table
from hordes.covil.state.troop_names import piece_ref, target_name, troop_name
from hordes.engine.core.bits import listed
from hordes.engine.errors import Named, NamedList, word
from hordes.engine.mypyc_compat import i64


def minion_named(t: Table, minion: i64) -> Named:
    """A Minion."""
    return Named("piece", t.cards.minion_ids[minion], t.cards.minion_names[minion])


def relic_named(t: Table, relic: i64) -> Named:
    """A relic."""
    return Named("piece", t.cards.relic_ids[relic], t.cards.relic_names[relic])


def zone_named(t: Table, zone: i64) -> Named:
    """A zone."""
    return Named("region", t.board.ids[zone], t.board.names[zone])


def zones_named(t: Table, zones: i64) -> NamedList:
    """The zones of a set."""
    return NamedList([zone_named(t, zone) for zone in listed(zones)])


def troop_named(troop: i64) -> Named:
    """A troop."""
    return Named("troop", troop_name(troop), troop_name(troop), troop // TROOPS)


def troops_named(troops: list[int]) -> NamedList:
    """Several troops."""
    return NamedList([troop_named(troop) for troop in troops])


def target_named(target: i64) -> Named:
    """A troop or a fortress."""
    piece = piece_ref(target)
    return Named(piece["kind"], piece["id"], target_name(target), piece["seat"])


def words_named(words: list[str]) -> NamedList:
    """States or terrains."""
    return NamedList([word(text) for text in words])


def phase_named(t: Table) -> Named:
    """The open phase."""
    return word(PHASE_NAMES[t.phase])
