"""Kinds of pending tasks and the names of their arguments; `tasks` makes tasks of them."""

from __future__ import annotations

from typing import Final

# Kinds, in the order of TASK_ARGUMENTS. Chance answers FIRST_SEAT to LOSSES, and DUMMY_AIM to DUMMY_FOUNDS by a flip.
FIRST_SEAT: Final = 0  # who begins
OVERLORDS: Final = 1  # the next seat's Overlord
RECRUITS: Final = 2  # a dummy's Mercenaries of one price pile
REMOVALS: Final = 3  # Mercenaries that stay in the box
REVEALS: Final = 4  # Mercenaries for the pool
DRAWS: Final = 5  # relics for a seat
LOSSES: Final = 6  # relics discarded at random
FOUNDING: Final = 7
MORNING: Final = 8
GAIN: Final = 9  # gold that may exceed the limit
EFFECTS: Final = 10  # see `effect_task`
EXHAUSTION: Final = 11  # the attacker chooses a Minion
WINDOW: Final = 12
OUTCOME: Final = 13
WITHDRAWAL: Final = 14
DAMAGE: Final = 15
DISCARD: Final = 16  # the active relics
RENEW: Final = 17
LEVIES: Final = 18
FEES: Final = 19
CONSOLATION: Final = 20
RAIDS: Final = 21
RETALIATION: Final = 22
REBELS_LEAVE: Final = 23
REST_ALL: Final = 24
NEXT_DAY: Final = 25
DUMMY_TURN: Final = 26
DUMMY_AIM: Final = 27
DUMMY_MOVE: Final = 28
DUMMY_RETREAT: Final = 29
DUMMY_FOUNDS: Final = 30
NIGHT: Final = 31
PURCHASES: Final = 32  # at night
SUSPENDED: Final = 33  # a combat that another one interrupts: see `combat`
SUSPENDED_GUARDS: Final = 34  # the Minions exhausted for its defense

TASK_ARGUMENTS: Final[dict[str, list[str]]] = {
    "first": [],
    "overlords": ["done"],
    "recruits": ["seat", "pile", "missing"],
    "removals": [],
    "reveals": ["missing", "is_first_pool"],
    "draws": ["seat", "relics"],
    "losses": ["seat", "relics"],
    "founding": ["done"],
    "morning": ["done"],
    "gain": ["seat", "gold"],
    "effects": ["effect", "owner", "memory", "progress", "choice"],
    "exhaustion": ["seat"],
    "window": ["side", "passes", "gone"],
    "outcome": [],
    "withdrawal": ["troop", "stood"],
    "damage": ["by", "seat", "points"],
    "discard": [],
    "renew": [],
    "levies": ["done", "slot"],
    "fees": ["terrain", "paid"],
    "consolation": ["done", "paid"],
    "raids": ["done"],
    "retaliation": ["low", "high", "done"],
    "rebels_leave": [],
    "rest_all": [],
    "next_day": ["has_sold"],
    "dummy_turn": ["seat", "has_acted"],
    "dummy_aim": ["seat", "kind", "flips"],
    "dummy_move": ["seat", "nothing", "flips"],
    "dummy_retreat": ["troop", "nothing", "flips"],
    "dummy_founds": ["seat", "nothing", "flips"],
    "night": [],
    "purchases": ["done"],
    "suspended": ["pair", "manner", "bonus"],
    "suspended_guards": ["guards_1", "guards_2", "guards_3", "guards_4", "guards_5"],
}
"""The arguments of each kind, by its name in positions. `done` counts seats, in turn order where that matters."""
TASK_NAMES: Final = list(TASK_ARGUMENTS)
