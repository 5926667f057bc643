"""The seats that nobody sits at: bots by their descriptions, or plain chance where none is named."""

from __future__ import annotations

from collections.abc import Sequence

from hordes.bots.host import ask
from hordes.bots.protocol import Bot, Question
from hordes.bots.registry import recipe
from hordes.engine.match import Match
from hordes.engine.rng import Rng


class Rivals:
    """One bot for every seat, as they are needed; with fewer descriptions than seats, they are used in turn."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self.texts = tuple(texts)
        self._recipes = [recipe(text) for text in self.texts]
        self._bots: dict[int, Bot] = {}
        self._complaints: list[str] = []

    def described(self, seat: int) -> str:
        """How the bot of a seat is called; empty for chance."""
        return self.texts[seat % len(self.texts)] if self.texts else ""

    def begin(self, luck: Rng) -> None:
        """A turn begins: every bot's thoughts follow from the table's luck, also in a game that was saved meanwhile."""
        if self.texts:
            seed = int(luck.word())
            for bot in self._bots.values():
                bot.begin(seed)

    def choose(self, match: Match, luck: Rng) -> str:
        """The move of the seat that is to move."""
        state = match.state
        seat = int(state.to_move)
        if not self.texts:
            moves = state.legal_texts()
            return moves[luck.below(len(moves))]
        if seat not in self._bots:
            self._bots[seat] = self._recipes[seat % len(self._recipes)].make(int(luck.word()))
        answer = ask(self._bots[seat], Question(match.record.game, match.record.options, state), luck)
        if answer.complaint:
            self._complaints.append(answer.complaint)
        return answer.move

    def complaints(self) -> list[str]:
        """What bots did wrong since this was last asked, each thing once."""
        told, self._complaints = list(dict.fromkeys(self._complaints)), []
        return told

    def close(self) -> None:
        """End the bots that are programs of their own."""
        for bot in self._bots.values():
            bot.close()
