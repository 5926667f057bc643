"""Pile: the smallest game with chance and a secret, correct in all its methods, so that tests can spoil one of them."""

from __future__ import annotations

from typing import Any

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, Event
from hordes.engine.option_schema import Option
from hordes.engine.plugin import PluginGame, PluginState, encode_move

TAKE, GET = 0, 1
STONES = 4


class PileState(PluginState):
    """Seats take one or two of the stones in turn; each has got a secret number from chance, which it scores."""

    def __init__(self, game: PluginGame, options: dict[str, Any]) -> None:
        super().__init__(game, options)
        self.stones = STONES
        self.secrets: list[int] = []

    def legal_moves(self) -> list[int]:
        if self.to_move == CHANCE:
            return [encode_move(GET, number) for number in range(3)]
        return [] if self.to_move == OVER else [encode_move(TAKE, n) for n in (1, 2) if n <= self.stones]

    def apply(self, move: int) -> None:
        verb, number = divmod(move, 64)
        if verb == GET:
            self.emit("got", seat=len(self.secrets), number=number)
            self.secrets.append(number)
            self.to_move = 0 if len(self.secrets) == self.seats else CHANCE
        else:
            self.stones -= number
            self.emit("took", seat=self.to_move, stones=number)
            self.to_move = (self.to_move + 1) % self.seats if self.stones else OVER

    def describe(self, move: int) -> str:
        verb, number = divmod(move, 64)
        return f"{self.game.verbs[verb]} {number}"

    def score(self, seat: int) -> int:
        return self.secrets[seat] if seat < len(self.secrets) else 0

    def position(self) -> dict[str, Any]:
        return {"stones": self.stones, "secrets": self.secrets[:], "to_move": self.to_move}

    def read_position(self, data: dict[str, Any]) -> None:
        self.stones, self.secrets, self.to_move = data["stones"], data["secrets"], data["to_move"]

    def view(self, seat: int) -> dict[str, Any]:
        shown = [number if seat == k or self.to_move == OVER else None for k, number in enumerate(self.secrets)]
        return {**self.position(), "secrets": shown}

    def redact_event(self, event: Event, seat: int) -> Event:
        return event if event["type"] != "got" or event["seat"] == seat else {"type": "got", "seat": event["seat"]}

    def resample(self, seat: int, rng: Rng) -> PluginState:
        world = self.clone()
        assert isinstance(world, PileState)
        if self.to_move != OVER:
            world.secrets = [n if k == seat else int(rng.below(3)) for k, n in enumerate(self.secrets)]
        return world

    def observation(self, seat: int) -> list[int]:
        return [self.stones, self.secrets[seat]]


class Pile(PluginGame):
    """The game as hordes knows it."""

    name, title, rules_version = "pile", "Pile", "1"
    verbs = ("take", "get")
    state_class = PileState

    def option_schema(self) -> list[Option]:
        return [Option("players", 2, "How many take.", least=2, most=3)]

    def max_game_length(self, options: dict[str, Any]) -> int:
        return STONES

    def score_bounds(self, options: dict[str, Any]) -> tuple[int, int]:
        return 0, 2

    def action_targets(self, options: dict[str, Any]) -> dict[int, int]:
        return {TAKE: 3}

    def outcome_targets(self, options: dict[str, Any]) -> dict[int, int]:
        return {GET: 3}

    def observation_parts(self, options: dict[str, Any]) -> list[tuple[str, int, list[str], int, str]]:
        return [("stones", 1, [""], STONES, "left"), ("secret", 1, [""], 2, "the seat's own")]
