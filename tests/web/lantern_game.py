"""Lanterns: a tiny game for the browser tests of games from outside, with what the example package has not.

In turn everybody lights a lantern on the board, or without a board ("none") takes one of as many numbers. Options need
others, the number of players among them; the board may be one's own; names of places are long. With `wordy` a turn has
two rows of buttons and more.
"""

from __future__ import annotations

from typing import Any

from hordes.engine.core.state import CHANCE, OVER
from hordes.engine.display import BoardDrawing, Display, RegionDrawing
from hordes.engine.errors import BadRequest
from hordes.engine.option_schema import Option
from hordes.engine.plugin import PluginGame, PluginState, encode_move
from hordes.engine.validation import check_list

LIGHT, WAVE, BEGIN = 0, 1, 2
WAVES, MOST_WAVES = 30, 8
"""How often one may wave in a game, and how many ways of waving a turn has."""
BOARDS: dict[str, list[str]] = {
    "harbour": ["Long pier of the harbour master", "Southeastern warehouse quarter", "Quay", "Mole", "Yard", "Hill"],
    "coast": ["Cape", "Dune", "Reef"],
    "none": [],
}
NUMBERS = 5
"""Choices of a turn where there is no board."""
COLUMNS = 3
SPACING = 100.0


def places_of(options: dict[str, Any]) -> list[str]:
    """Names of the places of the chosen board, or of one's own."""
    board = options["board"]
    return BOARDS[board] if isinstance(board, str) else list(board["places"])


def place_id(name: str) -> str:
    """The id of a place: its name as one word."""
    return name.lower().replace(" ", "_")


class LanternState(PluginState):
    """Who has lit which lantern."""

    def __init__(self, game: PluginGame, options: dict[str, Any]) -> None:
        super().__init__(game, options)
        self.ids = [place_id(name) for name in places_of(options)]
        self.size = len(self.ids) or NUMBERS
        self.lit: list[int] = []
        self.owners: list[int] = []
        self.waved = 0
        self.to_move = CHANCE

    def legal_moves(self) -> list[int]:
        if self.to_move == OVER:
            return []
        if self.to_move == CHANCE:
            return [encode_move(BEGIN)]
        wavers = range(self.waved, WAVES) if self.options["wordy"] and self.owners else range(0)
        lights = [encode_move(LIGHT, k) for k in range(self.size) if k not in self.lit]
        return lights + [encode_move(WAVE, k) for k in wavers[:MOST_WAVES]]

    def apply(self, move: int) -> None:
        verb, target = divmod(move, 64)
        if verb == BEGIN:
            self.to_move = 0
            return
        if verb == LIGHT:
            self.lit.append(target)
            self.owners.append(self.to_move)
            self.emit("lit", seat=self.to_move, place=target)
        else:
            self.waved = target + 1
        self.to_move = OVER if len(self.lit) == self.size else (self.to_move + 1) % self.seats

    def describe(self, move: int) -> str:
        verb, target = divmod(move, 64)
        if verb != LIGHT:
            return f"wave {target}" if verb == WAVE else "begin"
        return f"light {self.ids[target] if self.ids else target}"

    def position(self) -> dict[str, Any]:
        return {"lit": self.lit[:], "owners": self.owners[:], "waved": self.waved, "to_move": self.to_move}

    def read_position(self, data: dict[str, Any]) -> None:
        self.lit, self.owners = list(data["lit"]), list(data["owners"])
        self.waved, self.to_move = data["waved"], data["to_move"]

    def score(self, seat: int) -> int:
        return self.owners.count(seat)

    def move_data(self, move: int) -> dict[str, Any]:
        verb, target = divmod(move, 64)
        data = super().move_data(move)
        if verb == WAVE:
            return data | {"label": f"Wave a big coloured lantern for the {target + 1}. time"}
        return data

    def display(self, seat: int) -> Display:
        regions = {
            self.ids[place]: [{"kind": "lantern", "seat": owner, "count": 1}]
            for place, owner in zip(self.lit, self.owners, strict=True)
            if self.ids
        }
        left = self.size - len(self.lit)
        return {
            "status": f"{left} lanterns are dark",
            "regions": regions,  # type: ignore[typeddict-item]
            "seats": [
                {"points": self.score(k), "pieces": [], "facts": [("matches left", str(left))]}
                for k in range(self.seats)
            ],
        }


class Lanterns(PluginGame):
    """The game as hordes knows it."""

    name, title, rules_version = "lanterns", "Lanterns", "1"
    about = "A harbour is dark, and everybody has matches."
    verbs = ("light", "wave", "begin")
    state_class = LanternState

    def option_schema(self) -> list[Option]:
        return [
            Option("players", 3, "How many keepers.", least=2, most=4),
            Option("board", "harbour", "Where it is dark.", choices=tuple(BOARDS), takes_data=True),
            Option("auction", False, "Whether the first match is sold."),
            Option("stake", 3, "Points to bid with.", least=1, most=9, needs=("auction", True)),
            Option("teams", False, "Two against two.", needs=("players", 4)),
            Option("wordy", False, "Whether one may wave."),
            Option("oil", None, "Oil by lantern, as JSON."),
        ]

    def check_options(self, options: dict[str, Any]) -> None:
        board = options["board"]
        if isinstance(board, str):
            return
        places = check_list(board.get("places"), "places")
        if not 2 <= len(places) <= 20:
            raise BadRequest(f"A board of one's own has 2 to 20 places, not {len(places)}.")

    def max_game_length(self, options: dict[str, Any]) -> int:
        return (len(places_of(options)) or NUMBERS) + WAVES

    def score_bounds(self, options: dict[str, Any]) -> tuple[int, int]:
        return 0, 20

    def action_targets(self, options: dict[str, Any]) -> dict[int, int]:
        return {LIGHT: len(places_of(options)) or NUMBERS, WAVE: WAVES}

    def outcome_targets(self, options: dict[str, Any]) -> dict[int, int]:
        return {BEGIN: 1}

    def board_drawing(self, options: dict[str, Any]) -> BoardDrawing:
        names = places_of(options)
        regions: list[RegionDrawing] = [
            {
                "id": place_id(name),
                "name": name,
                "centre": (SPACING * (0.6 + k % COLUMNS), SPACING * (0.6 + k // COLUMNS)),
                "neighbours": [place_id(names[k - 1])] if k else [],
                "label": str(k),
            }
            for k, name in enumerate(names)
        ]
        return {"size": (SPACING * 6, SPACING * 5), "regions": regions}

    def glossary(self) -> dict[str, dict[str, Any]]:
        places = {
            place_id(name): {"kind": "mooring_place", "name": name, "text": "It is dark."}
            for names in BOARDS.values()
            for name in names
        }
        return {"lantern": {"kind": "piece", "name": "Lanterns", "one": "Lantern", "text": "It shines."}} | places


GAME = Lanterns()
