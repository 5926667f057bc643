"""Configuration of a game as the rules read it: pieces in play, seats, turns and switched rulings."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import set_of
from hordes.engine.core.rng import mix
from hordes.engine.errors import BadRequest
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.state.constants import HORDE, PIECE_LIMITS, POT
from hordes.smallworld.state.markers import Marker
from hordes.smallworld.state.modes import STANDARD, Mode
from hordes.smallworld.state.moves import FIRST_CUSTOM, MAX_CUSTOM, MAX_PLACED
from hordes.smallworld.state.traits import Power, Race, Trait

MAX_MEMBERS: Final = 61
"""Most races, powers and tokens of one race: the first two are bits of a set, and each token count has its own verb."""


class Rules:
    """Immutable configuration of one game: races, powers and markers in play, number of seats and turns, rulings.

    All clones of a state share it, and so do all games with the same options. `setup_hash` is a hash of these options
    that does not depend on the process, so states of different set-ups never compare equal.
    """

    def __init__(
        self,
        races: list[Race],
        powers: list[Power],
        players: int,
        turns: int,
        rulings: dict[str, Any],
        setup: str,
        mode: Mode = STANDARD,
        markers: list[Marker] | None = None,
    ) -> None:
        if len(races) > MAX_MEMBERS or len(powers) > MAX_MEMBERS:
            raise BadRequest(f"A game has at most {MAX_MEMBERS} races and {MAX_MEMBERS} powers.")
        for k, race in enumerate(races):
            race.index = k
            race.total = rulings.get(f"{race.id}_total", race.total)
            if not 0 < race.total <= MAX_MEMBERS:
                raise BadRequest(f"{race.name}: a race has 1 to {MAX_MEMBERS} tokens, not {race.total}.")
        for k, power in enumerate(powers):
            power.index = k
        self.verb_owners: list[Trait] = []
        self.verb_forms: list[str] = []
        self.has_defending_traits: bool = len([trait for trait in [*races, *powers] if trait.raises_cost]) > 0
        self.mode: Mode = mode
        self.races: list[Race] = races
        self.powers: list[Power] = powers
        self.players: i64 = players
        self.turns: i64 = turns
        self.rulings: dict[str, Any] = rulings
        self.alchemist_needs_region: bool = rulings.get("alchemist_needs_region", False)
        self.barbarian_survivors_wait: bool = rulings.get("barbarian_survivors_wait", False)
        self.historian_counts_tribes: bool = rulings.get("historian_counts_tribes", False)
        self.own_tokens_defend: bool = rulings.get("own_tokens_defend", False)
        self.ghouls_own_die: bool = rulings.get("ghouls_own_die", False)
        self.giants_true_borders: bool = rulings.get("giants_true_borders", False)
        self.sorcery_without_token: bool = rulings.get("sorcery_without_token", False)
        self.sorcery_by_flight: bool = rulings.get("sorcery_by_flight", False)
        self.barbarians_ready_all: bool = rulings.get("barbarians_ready_all", False)
        self.barricade_needs_region: bool = rulings.get("barricade_needs_region", False)
        self.aquatic_spares_water: bool = rulings.get("aquatic_spares_water", False)
        self.pots_leave_in_decline: bool = rulings.get("pots_leave_in_decline", False)
        self.historian_counts_late: bool = rulings.get("historian_counts_late", False)
        self.soapbar_keeps_to_land: bool = rulings.get("soapbar_keeps_to_land", False)
        self.sigil_asks_everybody: bool = rulings.get("sigil_asks_everybody", False)
        # Most tokens in one `keep` move, which decides on the size of the action space.
        self.max_kept: i64 = 0
        for race in races:
            if not race.redeploys() and not self.barbarians_ready_all:
                self.max_kept = min(MAX_PLACED, max(self.max_kept, race.total + PIECE_LIMITS[HORDE]))
        self.markers: list[Marker] = [] if markers is None else markers
        self.soul_price: i64 = mode.soul_price(rulings, players)
        self.hordes_need_company: bool = rulings.get("hordes_need_company", False)
        self.fireball_limit: i64 = rulings.get("fireball_markers", 9)
        self.piece_limits: list[int] = list(PIECE_LIMITS)
        self.piece_limits[POT] = rulings.get("pots", PIECE_LIMITS[POT])
        self.column_banners: i64 = set_of([k for k, race in enumerate(races) if race.in_column()])
        self.race_ids: list[str] = [race.id for race in races]
        self.power_ids: list[str] = [power.id for power in powers]
        self.setup: str = setup
        self.setup_hash: i64 = 0
        # Not `hash()`, which differs between processes.
        for byte in setup.encode():
            self.setup_hash = mix(self.setup_hash ^ byte)
        for trait in [*races, *powers]:
            if len(trait.verb_forms) > 0:
                self.register_verbs(trait)

    def register_verbs(self, trait: Trait) -> None:
        """Give the custom move words of a trait the next free verbs, in the order of the sets."""
        trait.first_verb = FIRST_CUSTOM + len(self.verb_forms)
        for form in trait.verb_forms:
            self.verb_owners.append(trait)
            self.verb_forms.append(form)
        if len(self.verb_forms) > MAX_CUSTOM:
            raise BadRequest(f"The sets of this game have more than {MAX_CUSTOM} words of their own.")
