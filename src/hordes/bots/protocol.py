"""The bot interface: `Bot.choose` gets a `Question` and answers with one of the legal moves.

A question contains only what its seat may know. Bots in this process may also ask it for a world: a full state in which
everything hidden from the seat has been sampled again. The real state and its random generator are never exposed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hordes.bots.settings import Setting
from hordes.engine.core.rng import Rng, derived_seed
from hordes.engine.core.state import State

MS_PER_SECOND = 1000.0


class BotFailed(Exception):
    """A bot crashed, timed out or answered with an illegal move; the message says which."""


@dataclass(frozen=True)
class Budget:
    """Thinking budget of a bot for one turn: milliseconds, simulations, or whichever limit is reached first.

    A budget in simulations is reproducible on any machine, one in milliseconds is not.

    >>> Budget().milliseconds, Budget(simulations=400).milliseconds, Budget(700.0, 400).milliseconds
    (1000.0, inf, 700.0)
    """

    milliseconds: float = 0.0
    simulations: int = 0

    def __post_init__(self) -> None:
        if not self.milliseconds:
            # the dataclass is frozen
            object.__setattr__(self, "milliseconds", math.inf if self.simulations else MS_PER_SECOND)

    @classmethod
    def default(cls, accepts: Sequence[Setting]) -> Budget:
        """The default budget that a bot's settings declare."""
        defaults = {setting.name: setting.default or 0 for setting in accepts}
        return cls(float(defaults.get("ms", 0)), int(defaults.get("simulations", 0)))

    def time_limit_ms(self) -> float:
        """Time limit in milliseconds for bots that cannot count simulations; at most ten seconds."""
        return min(self.milliseconds, 10 * MS_PER_SECOND)


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
        self._resample: Callable[[Rng], State] = lambda rng: state.resample(seat, rng)

    @property
    def view(self) -> dict[str, Any]:
        """What the seat may know, in the format of the referee protocol."""
        return self._view()

    @property
    def legal(self) -> list[str]:
        """The legal moves as texts, in the engine's order."""
        return self._legal()

    def world(self, seed: int) -> State:
        """A sampled state consistent with the seat's view; depends on the seed only."""
        world = self._resample(Rng(seed))
        world.sink = None
        return world

    def as_json(self) -> dict[str, Any]:
        """The question as JSON, for a bot in another process."""
        budget = self.budget or Budget()
        return {
            "type": "question", "game": self.game, "options": self.options, "seat": self.seat,
            "view": self.view, "legal": self.legal, "milliseconds": budget.time_limit_ms(),
        }  # fmt: skip


class Bot:
    """Base class of all bots: subclasses implement `choose`. Same seed and same questions give the same answers.

    A minimal bot:

    >>> class First(Bot):
    ...     def choose(self, question):
    ...         return question.legal[0]
    """

    name: str = ""
    accepts: tuple[Setting, ...] = ()
    """Settings that users can pass by name, validated before the bot is created; see `hordes.bots.settings`."""
    is_external: bool = False
    """Whether the bot runs in another process: then its thinking time is wall time, not CPU time of this process."""

    spec: str = ""
    """The text from which the bot was created, if any (see `registry`); copies are created from the same text."""

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        self.seed = seed
        self.budget = budget
        self.questions_asked = 0

    def __reduce__(self) -> tuple[Any, ...]:
        # copies of bots are rebuilt first, then get the state: classes from user files cannot be pickled by reference
        rebuild = (_rebuild_from_spec, (self.spec,)) if self.spec else (_rebuild_from_class, (type(self),))
        return *rebuild, self.__getstate__()

    def choose(self, question: Question) -> str:
        """One of the legal moves."""
        raise NotImplementedError

    def next_seed(self) -> int:
        """A new seed for every question, derived from the bot's own seed."""
        self.questions_asked += 1
        return int(derived_seed(self.seed, self.questions_asked))

    def begin(self, seed: int) -> None:
        """Start a new game with this seed; forget everything about the last one."""
        self.seed, self.questions_asked = seed, 0

    def close(self) -> None:
        """Release resources; the bot is not used again."""


def _rebuild_from_spec(described: str) -> Bot:
    """Unpickle a bot that was created from a text; its state is restored afterwards."""
    from hordes.bots.registry import parse_bot

    return parse_bot(described).make()


def _rebuild_from_class(kind: type[Bot]) -> Bot:
    """Unpickle a bot that was created from its class."""
    return kind.__new__(kind)
