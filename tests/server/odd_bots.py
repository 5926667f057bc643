"""Bots nobody would want: for tests of what the server does with them."""

import time

from hordes.bots.protocol import Bot, Question


class Sleepy(Bot):
    name = "sleepy"

    def choose(self, question: Question) -> str:
        time.sleep(600)
        return question.legal[0]


class Broken(Bot):
    name = "broken"

    def choose(self, question: Question) -> str:
        raise RuntimeError("no idea")


class Last(Bot):
    name = "last"

    def choose(self, question: Question) -> str:
        return question.legal[-1]
