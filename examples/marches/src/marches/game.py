"""Marches for hordes: name, options, bounds, action space and observation."""

from typing import Any

from hordes.engine.core.state import Event, State
from hordes.engine.display import BoardDrawing
from hordes.engine.event_tags import EventTag
from hordes.engine.option_schema import Option
from hordes.engine.plugin import PluginGame
from marches.board import NAMES, PROVINCES, SIZE, as_data, drawing
from marches.state import (
    ACTIONS,
    CLAIM,
    CLAIM_POINTS,
    DIE,
    DONE,
    FORT,
    FORTS,
    MARCH,
    MUSTER,
    ROLL,
    ROUNDS,
    SUPPLY,
    MarchesState,
)
from marches.statistics import tags
from marches.words import PIECES


class Marches(PluginGame):
    """The game as hordes knows it."""

    name = "marches"
    title = "Marches"
    about = "Houses of the border country raise levies, build forts and press old claims to each other's provinces."
    rules_version = "1"
    verbs = ("muster", "fort", "march", "done", "claim", "roll")
    state_class = MarchesState

    def option_schema(self) -> list[Option]:
        return [Option("players", 2, "How many houses.", least=2, most=4)]

    def max_game_length(self, options: dict[str, Any]) -> int:
        return int(options["players"]) * ROUNDS * (ACTIONS + 1)

    def score_bounds(self, options: dict[str, Any]) -> tuple[int, int]:
        return 0, ROUNDS * sum(province.value for province in PROVINCES) + CLAIM_POINTS + SIZE

    def action_targets(self, options: dict[str, Any]) -> dict[int, int]:
        return {MUSTER: SIZE, FORT: SIZE, DONE: 1} | {MARCH + p: SIZE for p in range(SIZE)}

    def outcome_targets(self, options: dict[str, Any]) -> dict[int, int]:
        return {CLAIM: SIZE, ROLL: max(DIE) + 1}

    def observation_parts(self, options: dict[str, Any]) -> list[tuple[str, int, list[str], int, str]]:
        seats = int(options["players"])
        most = self.score_bounds(options)[1]
        return [
            ("provinces", SIZE, ["owner", "levies", "fort", "claim"], SUPPLY, "owner 0: nobody, 1: the observer"),
            ("seats", seats, ["points", "supply", "forts"], most, "from the observer on"),
            ("turn", 3, [""], ROUNDS + 1, "round, actions left, whose turn, counted from the observer"),
        ]

    def board_data(self, options: dict[str, Any]) -> dict[str, Any]:
        return as_data()

    def board_drawing(self, options: dict[str, Any]) -> BoardDrawing:
        return drawing()

    def glossary(self) -> dict[str, dict[str, Any]]:
        return PIECES | {
            name: {"kind": "province", "name": province.name, "text": f"Worth {province.value} each turn."}
            for name, province in zip(NAMES, PROVINCES, strict=True)
        }

    def event_tags(self, event: Event, before: Event) -> list[EventTag]:
        return tags(event)

    def die_faces(self) -> list[int]:
        return sorted(DIE)

    def violated_invariants(self, state: State) -> list[str]:
        """Levies and forts are never more than a house has, and only where somebody is."""
        inner: MarchesState = state.inner  # type: ignore[attr-defined]
        problems = [f"house {s} has levies beyond its supply" for s in range(inner.seats) if inner.supply(s) < 0]
        problems += [
            f"{NAMES[p]} has levies and no owner" for p in range(SIZE) if (inner.levies[p] > 0) != (inner.owner[p] >= 0)
        ]
        for seat in range(inner.seats):
            standing = sum(inner.fort[p] for p in inner.land(seat))
            if not 0 <= inner.forts_left[seat] <= FORTS or standing > FORTS:
                problems.append(f"house {seat} has more than {FORTS} forts")
        return problems


GAME = Marches()
