"""How messages name races, powers, regions and phases: by id for translations, by name in English."""

from __future__ import annotations

from typing import Any

from hordes.engine.core.bits import listed
from hordes.engine.errors import Named, NamedList, word
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import PHASE_NAMES
from hordes.smallworld.state.markers import Marker
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Power, Trait


def named(trait: Trait) -> Named:
    """A race or power."""
    return Named("piece", trait.id, trait.name)


def power_named(power: Power) -> Named | NamedList:
    """A power; of the Necromancer, all that are in use."""
    badges = [named(badge) for badge in power.badges()]
    return badges[0] if len(badges) == 1 else NamedList(badges, " and ")


def marker_named(marker: Marker) -> Named:
    """A Place or Relic."""
    return Named("piece", marker.id, marker.name)


def region_named(t: Table, region: i64) -> Named:
    """A region."""
    return Named("region", t.board.ids[region], t.board.names[region])


def regions_named(t: Table, regions: i64, joint: str = ", ") -> NamedList:
    """The regions of a set."""
    return NamedList([region_named(t, region) for region in listed(regions)], joint)


def phase_named(t: Table) -> Named:
    """The open phase."""
    return word(PHASE_NAMES[t.phase])


def army_named(me: Army) -> dict[str, Any]:
    """Message arguments that name an army: badge and race, or a player between two races."""
    if not me.exists():
        return {"who": word("Players between two races")}
    if me.power.index < 0:
        return {"who": named(me.race)}
    who = Named("piece", me.race.id, f"{me.power.name} {me.race.name}")
    return {"who": who, "power": power_named(me.power)}
