"""Worker process that runs bots: reads one JSON request a line, writes the chosen move. The pool kills a late one.

A request holds the game, its options, the dumped state, the bot spec, a key that identifies the bot, seconds to
think and a seed. Bots are kept between the moves of a turn, so that a plan is made once and followed.
"""

from __future__ import annotations

import json
import signal
import sys
from collections import OrderedDict
from typing import Any

from hordes.bots.protocol import Bot, Budget, Question
from hordes.bots.registry import parse_bot
from hordes.bots.runner import BotAnswer, ask_bot
from hordes.engine.core.rng import Rng
from hordes.engine.errors import PieceError
from hordes.engine.games import load, register_set

MAX_BOTS_KEPT = 64


class BotCache:
    """The bots of this process by key and bot spec, the most recently used ones."""

    def __init__(self) -> None:
        self.bots: OrderedDict[tuple[str, str], tuple[Bot, Budget | None]] = OrderedDict()

    def choose(self, request: dict[str, Any]) -> BotAnswer:
        """Let a bot choose a move, within its own budget and the seconds of the request."""
        state = load(request["game"]).load(request["options"], request["words"])
        bot, own = self.bot(request["key"], request["spec"])
        # Chance in the choice comes from this request alone: unless the bot follows a plan, it does not matter which
        # process keeps it.
        bot.seed, bot.questions_asked = request["seed"], 0
        bot.budget = capped_budget(own, request["seconds"])
        question = Question(request["game"], request["options"], state, Budget(request["seconds"] * 1000))
        rng = Rng(request["seed"])
        try:
            return ask_bot(bot, question, rng)
        except PieceError as fault:  # of the game; the process goes on with those of other tables
            legal = question.legal
            return BotAnswer(legal[rng.below(len(legal))], str(fault))

    def bot(self, key: str, text: str) -> tuple[Bot, Budget | None]:
        """A bot and its own budget, created on first use."""
        if (key, text) not in self.bots:
            made = parse_bot(text).make(0)
            self.bots[key, text] = made, made.budget
            if len(self.bots) > MAX_BOTS_KEPT:
                self.bots.popitem(last=False)[1][0].close()
        self.bots.move_to_end((key, text))
        return self.bots[key, text]

    def close(self) -> None:
        """Close all bots; ends those that are programs."""
        for bot, _ in self.bots.values():
            bot.close()


def capped_budget(own: Budget | None, seconds: float) -> Budget | None:
    """A bot's budget, capped at the given seconds.

    >>> capped_budget(Budget(2200.0), 0.5).milliseconds, capped_budget(Budget(90.0), 0.5).milliseconds
    (500.0, 90.0)
    """
    return own and Budget(min(own.milliseconds, seconds * 1000), own.simulations)


def main() -> None:
    """Answer requests until standard input is closed; Ctrl+C is left to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for game, path in json.loads(sys.argv[1]) if len(sys.argv) > 1 else []:
        register_set(game, path)
    bots = BotCache()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        answer = bots.choose(json.loads(line))
        print(json.dumps({"move": answer.move, "complaint": answer.complaint}), flush=True)
    bots.close()


if __name__ == "__main__":
    main()
