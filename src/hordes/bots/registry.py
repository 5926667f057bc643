"""Bots by name: built-in ones, those of a user's file, and programs.

search                      a built-in bot
search:simulations=400      with settings; ms=500 is a budget in milliseconds; of both, what ends first counts
flat:rollouts=20
my_bots.py                  the only bot of a file
my_bots.py:Cautious         one of several
cmd:node my_bot.js          another process, asked over its standard input and output
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hordes.bots.levels import Easy, Expert, Hard, Normal
from hordes.bots.plain import Flat, Greedy, Random
from hordes.bots.process import ProcessBot
from hordes.bots.protocol import Bot, BotFailed, Budget
from hordes.bots.thinkers import Planner, Search
from hordes.engine.errors import BadRequest

BUILT_IN: dict[str, Callable[..., Bot]] = {
    "random": Random, "greedy": Greedy, "flat": Flat, "planner": Planner, "search": Search,
    "easy": Easy, "normal": Normal, "hard": Hard, "expert": Expert,
}  # fmt: skip
LEVELS = ("easy", "normal", "hard", "expert")


@dataclass(frozen=True)
class Recipe:
    """A bot as it is written on a command line; every game makes its own from it."""

    text: str
    name: str
    settings: dict[str, float] = field(default_factory=dict)

    def make(self, seed: int = 0) -> Bot:
        """A bot; raises `BadRequest` when it cannot be made."""
        settings = dict(self.settings)
        budget = _budget(settings)
        try:
            if self.name.startswith("cmd:"):
                return ProcessBot(self.name.removeprefix("cmd:"), seed, budget)
            if self.name in BUILT_IN:
                return BUILT_IN[self.name](seed=seed, budget=budget, **_whole(settings))
            return _from_file(self.name)(seed=seed, budget=budget, **_whole(settings))
        except BotFailed as failure:
            raise BadRequest(str(failure)) from failure
        except (TypeError, AttributeError) as error:
            raise BadRequest(f"The bot {self.text!r} cannot be made with these settings: {error}.") from error


def recipe(text: str) -> Recipe:
    """A bot from its description.

    >>> recipe("search:simulations=400").settings
    {'simulations': 400.0}
    """
    text = text.strip()
    if text.startswith("cmd:"):
        return Recipe(text, text)
    name, _, rest = text.partition(":")
    if name.endswith(".py"):
        return Recipe(text, text)
    if name not in BUILT_IN:
        raise BadRequest(
            f"There is no bot {name!r}; there are {', '.join(BUILT_IN)}, a file of your own (my_bots.py), "
            "or a program (cmd:...)."
        )
    return Recipe(text, name, _settings(text, rest))


def _settings(text: str, rest: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for part in filter(None, rest.split(",")):
        key, _, value = part.partition("=")
        try:
            found[key.strip()] = float(value)
        except ValueError:
            raise BadRequest(f"In {text!r}, `{part}` should read like simulations=400 or ms=500.") from None
    return found


def _budget(settings: dict[str, float]) -> Budget | None:
    simulations, milliseconds = settings.pop("simulations", 0), settings.pop("ms", 0)
    return Budget(milliseconds, int(simulations)) if simulations or milliseconds else None


def _whole(settings: dict[str, float]) -> dict[str, float]:
    return {key: int(value) if value == int(value) else value for key, value in settings.items()}


def _from_file(text: str) -> Callable[..., Bot]:
    """The bot class of a file; the file is a Python program with classes that derive from `Bot`."""
    path, _, wanted = text.partition(".py:")
    file = Path(path if path.endswith(".py") else f"{path}.py")
    kinds = bots_in(file)
    if wanted:
        if wanted not in kinds:
            raise BadRequest(f"{file} has no bot {wanted!r}; it has {', '.join(kinds) or 'none'}.")
        return kinds[wanted]
    if len(kinds) != 1:
        have = ", ".join(kinds) or "none"
        raise BadRequest(f"{file} should have one bot, or name one as {file}:NAME; it has {have}.")
    return next(iter(kinds.values()))


def bots_in(file: Path) -> dict[str, type[Bot]]:
    """The bots of a user's file by name."""
    if not file.is_file():
        raise BadRequest(f"There is no file {file} with bots.")
    name = f"hordes_user_bots_{abs(hash(file.resolve()))}"
    module = sys.modules.get(name)
    if module is None:
        spec = importlib.util.spec_from_file_location(name, file)
        if spec is None or spec.loader is None:
            raise BadRequest(f"{file} is no Python file.")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[name]
            raise BadRequest(f"{file} cannot be loaded: {type(error).__name__}: {error}.") from error
    found = [thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, Bot)]
    return {kind.__name__: kind for kind in found if kind.__module__ == name}
