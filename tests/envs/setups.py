"""Game options with which every environment is tested."""

from typing import Any

BOXES = ["base", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"]
SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("smallworld", {"players": 2}),
    ("smallworld", {"players": 3, "sets": BOXES, "markers": True, "turns": 3}),
    ("smallworld", {"players": 4, "mode": "necromancer", "turns": 3}),
    ("smallworld", {"players": 6, "mode": "teams", "turns": 2}),
    ("covil", {"players": 2}),
    ("covil", {"players": 4}),
    ("covil", {"players": 1, "dummies": 1}),
]
FEW = [SETUPS[0], SETUPS[1], SETUPS[4], SETUPS[6]]


def name(part: Any) -> str:
    """A set-up as the id of a test."""
    return part if isinstance(part, str) else "-".join(str(value) for value in part.values() if value != BOXES)
