"""Games whose dice can be checked, played without a server: records with the proof, and the entries of the log."""

from __future__ import annotations

from typing import Any

from hordes.engine.core.rng import Rng
from hordes.engine.fair_dice import FairDice
from hordes.server.live.game_log import GameLog
from hordes.server.live.log_entries import TABLE_SEAT, AnyBody, Entry, Resigned, Undone

SECRET = bytes(range(32))
TABLE = "T" * 22


class FairGame:
    """A game whose seats play at random; every entry of its log is kept."""

    def __init__(
        self, game: str = "smallworld", contributions: tuple[str, ...] = ("rain", "7f"), **options: Any
    ) -> None:
        self.game, self.options = game, {"players": 2} | options
        self.log = self.empty_log()
        self.entries: list[Entry] = []
        self.rng = Rng(5)
        self.given = 0
        for seat, text in enumerate(contributions):
            self.add(seat, self.log.propose_contribution(seat, text))

    def empty_log(self) -> GameLog:
        return GameLog(self.game, self.options, dice=FairDice(TABLE, SECRET))

    def add(self, seat: int, body: AnyBody) -> None:
        entry = Entry(self.log.ply, seat, body, 0)
        self.log.apply(entry)
        self.entries.append(entry)

    def start(self, *given: str) -> FairGame:
        self.given = len(given)
        self.add(TABLE_SEAT, self.log.propose_start(list(given)))
        return self

    def play(self, decisions: int = 10_000) -> FairGame:
        """So many decisions, or to the end."""
        for _ in range(decisions):
            if self.log.result() is not None:
                break
            legal = self.log.state.legal_texts()
            text = legal[self.rng.below(len(legal))]
            self.add(self.log.to_move, self.log.propose_move(self.log.to_move, text)[0])
        return self

    def rewind(self, to: int) -> FairGame:
        """Go back as if everybody had agreed."""
        self.add(TABLE_SEAT, Undone(to))
        return self

    def resign(self) -> FairGame:
        self.add(0, Resigned())
        return self

    def record(self) -> dict[str, Any]:
        data = self.log.record.to_json(self.log.state) | {"result": self.log.result(), "players": ["Ann", "Bob"]}
        return data | {"dice": self.log.dice_proof(self.given)}

    def first_decision_before_chance(self) -> int:
        """A decision that was followed by an outcome of chance."""
        deciders = self.log.deciders
        return next(k for k in range(len(deciders) - 1) if deciders[k] >= 0 and deciders[k + 1] < 0)
