"""Bots by name: built-in ones, those of a user's file, and programs.

search                      a built-in bot
search:simulations=400      with settings; ms=500 is a budget in milliseconds; of both, what ends first counts
flat:rollouts=20
my_bots.py                  the only bot of a file
my_bots.py:Cautious         one of several
my_bots.py:Cautious:depth=3 with a setting that its class declares in `accepts`
cmd:node my_bot.js          another process, asked over its standard input and output
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from pathlib import Path

from hordes.bots.levels import Easy, Expert, Hard, Normal
from hordes.bots.plain import Flat, Greedy, Random
from hordes.bots.process import ProcessBot, check_command
from hordes.bots.protocol import Bot, BotFailed, Budget
from hordes.bots.settings import Setting, parse
from hordes.bots.thinkers import Planner, Search
from hordes.engine.errors import BadRequest, Refusal

BUILT_IN: dict[str, type[Bot]] = {
    "random": Random, "greedy": Greedy, "flat": Flat, "planner": Planner, "search": Search,
    "easy": Easy, "normal": Normal, "hard": Hard, "expert": Expert,
}  # fmt: skip
LEVELS = ("easy", "normal", "hard", "expert")


@dataclass(frozen=True)
class Recipe:
    """A bot as it is written on a command line; every game makes its own from it."""

    text: str
    name: str
    kind: Callable[..., Bot]
    settings: dict[str, float] = field(default_factory=dict)

    def make(self, seed: int = 0) -> Bot:
        """A bot; raises `BadRequest` when it cannot be made."""
        rest = {key: value for key, value in self.settings.items() if key not in ("simulations", "ms")}
        try:
            bot = self.kind(seed=seed, budget=_budget(self.settings), **rest)
            bot.described = self.text
            return bot
        except BotFailed as failure:
            raise BadRequest(str(failure)) from failure
        except Refusal:
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise BadRequest(f"The bot {self.text!r} cannot be made with these settings: {reason}.") from error


def recipe(text: str) -> Recipe:
    """A bot from its description; raises `BadRequest` when there is no such bot or it has no such setting.

    >>> recipe("search:simulations=400").settings
    {'simulations': 400}
    """
    if not isinstance(text, str):
        raise BadRequest(f"A bot is named by a text such as 'search:simulations=400', not by {text!r}.")
    text = text.strip()
    if text.startswith("cmd:"):
        command = text.removeprefix("cmd:")
        check_command(command)
        return Recipe(text, text, partial(ProcessBot, command))
    if text.endswith(".py") or ".py:" in text:
        return _own(text)
    name, colon, rest = text.partition(":")
    if name not in BUILT_IN:
        near = get_close_matches(name, BUILT_IN, 1)
        raise BadRequest(
            f"There is no bot {name!r}; there are {', '.join(BUILT_IN)}, a file of your own (my_bots.py), "
            f"or a program (cmd:...).{f' Did you mean {near[0]}?' if near else ''}"
        )
    kind = BUILT_IN[name]
    return Recipe(text, name, kind, parse(name, kind.accepts, rest) if colon else {})


def _budget(settings: dict[str, float]) -> Budget | None:
    simulations, milliseconds = settings.get("simulations", 0), settings.get("ms", 0)
    return Budget(milliseconds, int(simulations)) if simulations or milliseconds else None


def _own(text: str) -> Recipe:
    """A bot of a user's file: `file.py:Name:depth=3`, where its name may be left out if it is the only one."""
    path, _, rest = text.partition(".py:")
    file = Path(path if path.endswith(".py") else f"{path}.py")
    name, colon, settings = rest.partition(":")
    if not colon and "=" in name:
        name, colon, settings = "", ":", name
    kind = _one_of(file, name)
    accepts = kind.accepts
    if not all(isinstance(setting, Setting) for setting in accepts):
        raise BadRequest(f"`accepts` of {kind.__name__} in {file} should be a tuple of hordes.bots.settings.Setting.")
    return Recipe(text, kind.__name__, kind, parse(kind.__name__, accepts, settings) if colon else {})


def _one_of(file: Path, wanted: str) -> type[Bot]:
    """The bot class of a file; the file is a Python program with classes that derive from `Bot`."""
    kinds = bots_in(file)
    if wanted:
        if wanted not in kinds:
            near = get_close_matches(wanted, kinds, 1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise BadRequest(f"{file} has no bot {wanted!r}; it has {', '.join(kinds) or 'none'}.{hint}")
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
