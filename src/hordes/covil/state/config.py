"""Configuration of a game as the rules read it: number of seats and dummies, cards, switchable rulings."""

from __future__ import annotations

from hordes.covil.state.cards import Cards
from hordes.engine.core.rng import mix
from hordes.engine.mypyc_compat import i64, mypyc_attr


@mypyc_attr(acyclic=True)
class Rules:
    """Immutable configuration of one game, shared by all clones of a state: cards, seats and dummies, rulings.

    `setup_hash` is a hash of the options; a dump of a state with another set-up is refused by it.
    """

    cards: Cards
    seats: i64 = 0
    humans: i64 = 0
    dummies_found_adjacent: bool = False
    dummies_have_strong_halls: bool = False
    dummy_spares_defenders: bool = False
    combat_relics_bonus_only: bool = False
    instants_are_forced: bool = False
    refills_deck_late: bool = False
    rebels_remember: bool = False
    offers_night_purchases: bool = True
    setup: str
    setup_hash: i64 = 0

    def __init__(self, cards: Cards, humans: int, dummies: int, rulings: dict[str, bool], setup: str) -> None:
        self.cards = cards
        self.humans = humans
        self.seats = humans + dummies
        self.dummies_found_adjacent = rulings.get("dummy_next_door", False)
        self.dummies_have_strong_halls = rulings.get("dummy_strong_hall", False)
        self.dummy_spares_defenders = rulings.get("dummy_spares_defenders", False)
        self.combat_relics_bonus_only = rulings.get("combat_relics_bonus_only", False)
        self.instants_are_forced = rulings.get("instants_forced", False)
        self.refills_deck_late = rulings.get("late_relic_refill", False)
        self.rebels_remember = rulings.get("rebels_remember", False)
        self.offers_night_purchases = not rulings.get("no_night_purchases", False)
        self.setup = setup
        self.setup_hash = 0
        for byte in setup.encode():
            self.setup_hash = mix(self.setup_hash ^ byte)
