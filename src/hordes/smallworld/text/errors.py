"""Rule violations of Small World by reason, and how their messages name an army."""

from __future__ import annotations

from typing import Any

from hordes.engine.errors import RuleViolation
from hordes.smallworld.state.army import Army


class OutOfReach(RuleViolation):
    """The region is neither adjacent to the army nor an entry region."""


class Immune(RuleViolation):
    """The region is immune to opponents."""


class PeacePact(RuleViolation):
    """A Diplomat's peace forbids the attack."""


class TooExpensive(RuleViolation):
    """The conquest or combo costs more than there is."""


class MustPlace(RuleViolation):
    """Something in hand has still to be placed."""


def army_names(me: Army) -> dict[str, Any]:
    """Message arguments that name an army: badge and race, or a player between two races."""
    if not me.exists():
        return {"who": "Players between two races"}
    if me.power.index < 0:
        return {"who": me.race.name, "race": me.race.name}
    return {"who": f"{me.power.name} {me.race.name}", "race": me.race.name, "power": me.power.name}
