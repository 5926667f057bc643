"""Seats without a person: played by bots, or by random moves if none is given."""

from __future__ import annotations

from collections.abc import Sequence

from hordes.bots.protocol import Bot, Question
from hordes.bots.registry import parse_bot
from hordes.bots.runner import ask_bot
from hordes.engine.core.rng import Rng
from hordes.engine.match import Match

RANDOM_MOVES = "random"


class Opponents:
    """One bot per seat, created on demand; with fewer descriptions than seats they are used in turn.

    An empty description is that of a seat that plays at random, or that no bot plays.
    """

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self.specs = tuple(texts)
        self._parsed = [parse_bot(text or RANDOM_MOVES) for text in self.specs]
        self._bots: dict[int, Bot] = {}
        self._complaints: list[str] = []

    def spec_of(self, seat: int) -> str:
        """Description of a seat's bot; empty for random moves."""
        return self.specs[seat % len(self.specs)] if self.specs else ""

    def begin(self, rng: Rng) -> None:
        """Start of a turn: reseed the bots from the session's generator, so that saved games continue identically."""
        if self.specs:
            seed = int(rng.next_bits())
            for bot in self._bots.values():
                bot.begin(seed)

    def choose(self, match: Match, rng: Rng) -> str:
        """The move of the seat that is to move."""
        state = match.state
        seat = int(state.to_move)
        if not self.specs:
            moves = state.legal_texts()
            return moves[rng.below(len(moves))]
        # created on first use: external programs are not started for seats that never move
        if seat not in self._bots:
            self._bots[seat] = self._parsed[seat % len(self._parsed)].make(int(rng.next_bits()))
        answer = ask_bot(self._bots[seat], Question(match.record.game, match.record.options, state), rng)
        if answer.complaint:
            self._complaints.append(answer.complaint)
        return answer.move

    def complaints(self) -> list[str]:
        """Bots' errors since the last call, without duplicates."""
        complaints, self._complaints = list(dict.fromkeys(self._complaints)), []
        return complaints

    def close(self) -> None:
        """End bots that run as processes."""
        for bot in self._bots.values():
            bot.close()
