"""The rules that moves break, by reason, and the army that breaks them in words."""

from __future__ import annotations

from typing import Any

from hordes.engine.errors import RuleViolation
from hordes.smallworld.army import Army


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


def speaker_of(me: Army) -> dict[str, Any]:
    """An army as those who lack something: badge and race, or a player who has neither now."""
    if not me.exists():
        return {"who": "Players between two races"}
    if me.power.index < 0:
        return {"who": me.race.name, "race": me.race.name}
    return {"who": f"{me.power.name} {me.race.name}", "race": me.race.name, "power": me.power.name}
