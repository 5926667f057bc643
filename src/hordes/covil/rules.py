"""What a table agreed on, as the rules read it: seats, dummies, cards, switchable rulings."""

from __future__ import annotations

from hordes.covil.cards import Cards
from hordes.engine.native import i64, mypyc_attr
from hordes.engine.rng import mix


@mypyc_attr(acyclic=True)
class Rules:
    """Constant during a game and shared by all copies of a state."""

    cards: Cards
    seats: i64 = 0
    humans: i64 = 0
    adjacent: bool = False
    strong: bool = False
    sparing: bool = False
    bonus_only: bool = False
    forced_instants: bool = False
    late_refill: bool = False
    rebels_remember: bool = False
    night_purchases: bool = True
    setup: str
    stamp: i64 = 0

    def __init__(self, cards: Cards, humans: int, dummies: int, rulings: dict[str, bool], setup: str) -> None:
        self.cards = cards
        self.humans = humans
        self.seats = humans + dummies
        self.adjacent = rulings.get("dummy_next_door", False)
        self.strong = rulings.get("dummy_strong_hall", False)
        self.sparing = rulings.get("dummy_spares_defenders", False)
        self.bonus_only = rulings.get("combat_relics_bonus_only", False)
        self.forced_instants = rulings.get("instants_forced", False)
        self.late_refill = rulings.get("late_relic_refill", False)
        self.rebels_remember = rulings.get("rebels_remember", False)
        self.night_purchases = not rulings.get("no_night_purchases", False)
        self.setup = setup
        self.stamp = 0
        for byte in setup.encode():
            self.stamp = mix(self.stamp ^ byte)
