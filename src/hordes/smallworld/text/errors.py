"""Rule violations of Small World by reason."""

from __future__ import annotations

from hordes.engine.errors import RuleViolation


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
