"""Bots for tests of the worker pool: one never answers, one raises an error, one plays the last legal move."""

import time

from hordes.bots.protocol import Bot, Question


class Hanging(Bot):
    name = "hanging"

    def choose(self, question: Question) -> str:
        time.sleep(600)
        return question.legal[0]


class Crashing(Bot):
    name = "crashing"

    def choose(self, question: Question) -> str:
        raise RuntimeError("no idea")


class Last(Bot):
    name = "last"

    def choose(self, question: Question) -> str:
        return question.legal[-1]
