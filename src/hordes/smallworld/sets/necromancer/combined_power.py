"""Composite power: several badges that act as one, because the Necromancer's powers cumulate.

The rules call one badge per army. This one forwards every hook to its members: sets are united, numbers added, moments
called in turn, and a move goes to the member that owns its verb. It is not in the box, so it has no index.
"""

from __future__ import annotations

from typing import Any

from hordes.engine.core.bits import BIT
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.sets.necromancer.board import COUNTED_AT_SCORING
from hordes.smallworld.state import moves
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Power


class CombinedPower(Power):
    """The powers in use, ordered by index."""

    members: list[Power]

    def __init__(self, members: list[Power]) -> None:
        super().__init__()
        self.members = members
        self.id = "+".join([badge.id for badge in members])
        self.name = " and ".join([badge.name for badge in members])
        self.text = " ".join([badge.text for badge in members])

    def badges(self) -> list[Power]:
        return self.members

    def has_several_badges(self) -> bool:
        return len(self.members) > 1

    # Plain loops throughout: mypyc compiles `any` and `sum` over generators to slow code.

    # Targets of conquests

    def extra_entry_regions(self, t: Table, me: Army) -> i64:
        regions: i64 = 0
        for badge in self.members:
            regions |= badge.extra_entry_regions(t, me)
        return regions

    def extra_targets(self, t: Table, me: Army) -> i64:
        regions: i64 = 0
        for badge in self.members:
            regions |= badge.extra_targets(t, me)
        return regions

    def extra_neighbours(self, t: Table, me: Army, regions: i64) -> i64:
        adjoining: i64 = 0
        for badge in self.members:
            adjoining |= badge.extra_neighbours(t, me, regions)
        return adjoining

    def open_waters(self, t: Table, me: Army) -> i64:
        regions: i64 = 0
        for badge in self.members:
            regions |= badge.open_waters(t, me)
        return regions

    def forbidden_targets(self, t: Table, me: Army) -> i64:
        regions: i64 = 0
        for badge in self.members:
            regions |= badge.forbidden_targets(t, me)
        return regions

    def immune_regions(self, t: Table, me: Army) -> i64:
        regions: i64 = 0
        for badge in self.members:
            regions |= badge.immune_regions(t, me)
        return regions

    # Cost of conquests

    def cheaper_regions(self, t: Table, me: Army) -> i64:
        regions: i64 = 0
        for badge in self.members:
            regions |= badge.cheaper_regions(t, me)
        return regions

    def stacked_discount(self, t: Table, me: Army, bit: i64) -> i64:
        n: i64 = -1
        for badge in self.members:
            if badge.cheaper_regions(t, me) & bit != 0:
                n += 1
        return n

    def discount(self, t: Table, me: Army) -> i64:
        total: i64 = 0
        for badge in self.members:
            total += badge.discount(t, me)
        return total

    def tokens_per_coin(self, t: Table, me: Army) -> i64:
        total: i64 = 0
        for badge in self.members:
            total += badge.tokens_per_coin(t, me)
        return total

    def rolls_before_choosing(self) -> bool:
        answer = False
        for badge in self.members:
            answer = answer or badge.rolls_before_choosing()
        return answer

    # Special moves

    def owns_verb(self, verb: i64) -> bool:
        answer = False
        for badge in self.members:
            answer = answer or badge.owns_verb(verb)
        return answer

    def offer_conquest(self, t: Table, me: Army, targets: i64) -> None:
        for badge in self.members:
            badge.offer_conquest(t, me, targets)

    def offer_after_roll(self, t: Table, me: Army, targets: i64) -> None:
        for badge in self.members:
            badge.offer_after_roll(t, me, targets)

    def offer_aimed(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.offer_aimed(t, me)

    def apply_move(self, t: Table, me: Army, verb: i64, target: i64) -> None:
        """Let one member apply the move; `cancel` goes to all of them but counts as one takeback."""
        before = t.this_turn.takebacks
        for badge in self.members:
            if badge.owns_verb(verb):
                badge.apply_move(t, me, verb, target)
                if verb != moves.CANCEL:
                    return
        t.this_turn.takebacks = before + 1

    def attack_begins(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.attack_begins(t, me)

    def region_conquered(self, t: Table, me: Army, region: i64) -> None:
        for badge in self.members:
            badge.region_conquered(t, me, region)

    def active_region_lost(self, t: Table, me: Army, attacker: Army) -> None:
        for badge in self.members:
            badge.active_region_lost(t, me, attacker)

    def active_region_conquered(self, t: Table, me: Army, victim: Army) -> None:
        for badge in self.members:
            badge.active_region_conquered(t, me, victim)

    def attempt_failed(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.attempt_failed(t, me)

    def has_commitment(self, t: Table) -> bool:
        answer = False
        for badge in self.members:
            answer = answer or badge.has_commitment(t)
        return answer

    def conquest_rounds(self) -> i64:
        most: i64 = 1
        for badge in self.members:
            most = max(most, badge.conquest_rounds())
        return most

    # The turn

    def turn_begins(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.turn_begins(t, me)

    def troops_readied(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.troops_readied(t, me)

    def redeployment_begins(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.redeployment_begins(t, me)

    def offer_redeployment(self, t: Table, me: Army, moment: i64) -> None:
        for badge in self.members:
            badge.offer_redeployment(t, me, moment)

    def regions_needing_token(self, t: Table, me: Army) -> i64:
        regions: i64 = 0
        for badge in self.members:
            regions |= badge.regions_needing_token(t, me)
        return regions

    def finish_begins(self, t: Table, me: Army) -> bool:
        asks = False
        for badge in self.members:
            if badge.finish_begins(t, me):  # every member is called, also after one has answered yes
                asks = True
        return asks

    def offer_finish(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.offer_finish(t, me)

    def offer_optional_finish(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.offer_optional_finish(t, me)

    # Coins

    def income(self, t: Table, me: Army) -> i64:
        total: i64 = 0
        for badge in self.members:
            total += badge.income(t, me)
        return total

    def scored(self, t: Table, me: Army) -> None:
        for badge in self.members:
            badge.scored(t, me)

    def other_race_declined(self, t: Table, me: Army) -> None:
        """Skip powers that count only at scoring: they will see the race among those in decline."""
        for badge in self.members:
            if t.mode_state[COUNTED_AT_SCORING] & BIT[badge.index] == 0:
                badge.other_race_declined(t, me)

    # JSON of positions

    def position_fields(self, t: Table, me: Army) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for badge in self.members:
            fields |= badge.position_fields(t, me)
        return fields

    def read_position(self, t: Table, me: Army, fields: dict[str, Any]) -> None:
        for badge in self.members:
            badge.read_position(t, me, fields)
