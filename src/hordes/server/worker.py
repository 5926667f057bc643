"""A process that thinks for bots: one request a line in, the chosen move out. When it takes too long it is killed.

A request holds the game, its options, the words of the state, the bot's recipe, a key for whose bot it is, seconds to
think and a seed. Bots stay here between the moves of a turn, so that a plan is made once and followed.
"""

from __future__ import annotations

import json
import signal
import sys
from collections import OrderedDict
from typing import Any

from hordes.bots.host import Answer, ask
from hordes.bots.protocol import Bot, Budget, Question
from hordes.bots.registry import recipe
from hordes.engine.games import enrol, load
from hordes.engine.rng import Rng

KEPT = 64


class Minds:
    """The bots that live in this process, those asked last."""

    def __init__(self) -> None:
        self.bots: OrderedDict[tuple[str, str], tuple[Bot, Budget | None]] = OrderedDict()

    def choose(self, request: dict[str, Any]) -> Answer:
        """A bot's move. Its own budget holds, but never more than the seconds of the request."""
        state = load(request["game"]).load(request["options"], request["words"])
        bot, own = self.bot(request["key"], request["recipe"], request["seed"])
        bot.budget = limited(own, request["seconds"])
        question = Question(request["game"], request["options"], state, Budget(request["seconds"] * 1000))
        return ask(bot, question, Rng(request["seed"]))

    def bot(self, key: str, text: str, seed: int) -> tuple[Bot, Budget | None]:
        """The bot of a seat, made when it is asked for the first time."""
        if (key, text) not in self.bots:
            made = recipe(text).make(seed)
            self.bots[key, text] = made, made.budget
            if len(self.bots) > KEPT:
                self.bots.popitem(last=False)[1][0].close()
        self.bots.move_to_end((key, text))
        return self.bots[key, text]

    def close(self) -> None:
        """End bots that are programs of their own."""
        for bot, _ in self.bots.values():
            bot.close()


def limited(own: Budget | None, seconds: float) -> Budget | None:
    """A bot's budget, cut to the seconds there are.

    >>> limited(Budget(2200.0), 0.5).milliseconds, limited(Budget(90.0), 0.5).milliseconds, limited(None, 0.5)
    (500.0, 90.0, None)
    """
    return own and Budget(min(own.milliseconds, seconds * 1000), own.simulations)


def main() -> None:
    """Answer until the server closes the line; Ctrl+C is the server's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for game, path in json.loads(sys.argv[1]) if len(sys.argv) > 1 else []:
        enrol(game, path)
    minds = Minds()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        answer = minds.choose(json.loads(line))
        print(json.dumps({"move": answer.move, "complaint": answer.complaint}), flush=True)
    minds.close()


if __name__ == "__main__":
    main()
