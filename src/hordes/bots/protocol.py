"""What a bot is: it gets a question, has a budget, and answers with one of the legal moves.

A question shows what the seat may know and nothing else. Bots that run in this process may ask it for a world: a
state in which everything the seat cannot know has been dealt anew. The table itself and its generator are never
handed out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hordes.bots.settings import Setting
from hordes.engine.rng import Rng, mix
from hordes.engine.state import State

SECOND = 1000.0


class BotFailed(Exception):
    """A bot crashed, ran out of time or answered with something that is no legal move; the message says which."""


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one turn: milliseconds, simulations, or whichever of the two ends first.

    What is counted is the same on every machine, what is timed is not.

    >>> Budget().milliseconds, Budget(simulations=400).milliseconds, Budget(700.0, 400).milliseconds
    (1000.0, inf, 700.0)
    """

    milliseconds: float = 0.0
    simulations: int = 0

    def __post_init__(self) -> None:
        if not self.milliseconds:
            object.__setattr__(self, "milliseconds", math.inf if self.simulations else SECOND)

    @classmethod
    def default(cls, accepts: Sequence[Setting]) -> Budget:
        """The budget of a bot that was given none, as its settings declare it."""
        found = {setting.name: setting.default or 0 for setting in accepts}
        return cls(float(found.get("ms", 0)), int(found.get("simulations", 0)))

    def clock(self) -> float:
        """Milliseconds, for those who cannot count simulations."""
        return min(self.milliseconds, 10 * SECOND)


class Question:
    """One decision of one seat.

    `view` and `legal` are what any bot sees, in any language; `world` is for bots in this process.
    """

    def __init__(self, game: str, options: dict[str, Any], state: State, budget: Budget | None = None) -> None:
        seat = int(state.to_move)
        self.game = game
        self.options = options
        self.seat = seat
        self.budget = budget
        self._view: Callable[[], dict[str, Any]] = lambda: state.view(seat)
        self._legal: Callable[[], list[str]] = state.legal_texts
        self._deal: Callable[[Rng], State] = lambda rng: state.resample(seat, rng)

    @property
    def view(self) -> dict[str, Any]:
        """What the seat may know, in the referee's words."""
        return self._view()

    @property
    def legal(self) -> list[str]:
        """The legal moves, in the engine's order."""
        return self._legal()

    def world(self, seed: int) -> State:
        """A world that agrees with the view; another seed, another world."""
        world = self._deal(Rng(seed))
        world.sink = None
        return world

    def as_json(self) -> dict[str, Any]:
        """The question as a line for a bot in another process."""
        budget = self.budget or Budget()
        return {
            "type": "question", "game": self.game, "options": self.options, "seat": self.seat,
            "view": self.view, "legal": self.legal, "milliseconds": budget.clock(),
        }  # fmt: skip


class Bot:
    """A player. Subclasses answer in `choose`; the same seed and the same questions give the same answers.

    A bot of one's own needs no more than this:

    >>> class First(Bot):
    ...     def choose(self, question):
    ...         return question.legal[0]
    """

    name: str = ""
    accepts: tuple[Setting, ...] = ()
    """The settings it can be given by name, each checked before the bot is made; see `settings`."""
    elsewhere: bool = False
    """Does it think in another process? Then only the clock on the wall can tell how long."""

    described: str = ""
    """What it was named as, if it was made from a name: a copy is made from the same."""

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        self.seed = seed
        self.budget = budget
        self.asked = 0

    def __reduce__(self) -> tuple[Any, ...]:
        made = (_made_again, (self.described,)) if self.described else (_made_blank, (type(self),))
        return *made, self.__getstate__()

    def choose(self, question: Question) -> str:
        """One of the legal moves."""
        raise NotImplementedError

    def next_seed(self) -> int:
        """A seed of its own for every question."""
        self.asked += 1
        return int(mix(mix(self.seed & 0x3FFFFFFFFFFFFFFF) ^ self.asked))

    def begin(self, seed: int) -> None:
        """A new game begins: forget the last one."""
        self.seed, self.asked = seed, 0

    def close(self) -> None:
        """The bot is needed no more."""


def _made_again(described: str) -> Bot:
    """A bot by its name; its copy's own state is put into it afterwards."""
    from hordes.bots.registry import recipe

    return recipe(described).make()


def _made_blank(kind: type[Bot]) -> Bot:
    """The same for a bot that was made from its class."""
    return kind.__new__(kind)
