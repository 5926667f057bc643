"""Registry of bots: parses bot descriptions such as `search:simulations=400`.

search                      a built-in bot
search:simulations=400      with settings; ms=500 is a budget in milliseconds; the first limit reached counts
flat:rollouts=20
my_bots.py                  the only bot class in a file
my_bots.py:Cautious         one of several
my_bots.py:Cautious:depth=3 with a setting that its class declares in `accepts`
cmd:node my_bot.js          an external program, asked over its standard input and output
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from pathlib import Path

from hordes.bots.baselines import FlatBot, GreedyBot, RandomBot
from hordes.bots.levels import EasyBot, ExpertBot, HardBot, NormalBot
from hordes.bots.process import ProcessBot, check_command
from hordes.bots.protocol import Bot, BotFailed, Budget
from hordes.bots.search_bots import PlannerBot, SearchBot
from hordes.bots.settings import Setting, parse_settings
from hordes.engine.errors import BadRequest, Refusal

BUILT_IN_BOTS: dict[str, type[Bot]] = {
    "random": RandomBot, "greedy": GreedyBot, "flat": FlatBot, "planner": PlannerBot, "search": SearchBot,
    "easy": EasyBot, "normal": NormalBot, "hard": HardBot, "expert": ExpertBot,
}  # fmt: skip
LEVELS = ("easy", "normal", "hard", "expert")


@dataclass(frozen=True)
class BotSpec:
    """A parsed bot description: creates one bot per game."""

    text: str
    name: str
    factory: Callable[..., Bot]
    settings: dict[str, float] = field(default_factory=dict)

    def make(self, seed: int = 0) -> Bot:
        """Create the bot; raises `BadRequest` when that fails."""
        rest = {key: value for key, value in self.settings.items() if key not in ("simulations", "ms")}
        try:
            bot = self.factory(seed=seed, budget=_budget(self.settings), **rest)
            bot.spec = self.text
            return bot
        except BotFailed as failure:
            raise BadRequest(str(failure)) from failure
        except Refusal:
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise BadRequest(f"The bot {self.text!r} cannot be made with these settings: {reason}.") from error


def parse_bot(text: str) -> BotSpec:
    """Parse a bot description; raises `BadRequest` for an unknown bot or setting.

    >>> parse_bot("search:simulations=400").settings
    {'simulations': 400}
    """
    if not isinstance(text, str):
        raise BadRequest(f"A bot is named by a text such as 'search:simulations=400', not by {text!r}.")
    text = text.strip()
    if text.startswith("cmd:"):
        command = text.removeprefix("cmd:")
        check_command(command)
        return BotSpec(text, text, partial(ProcessBot, command))
    if text.endswith(".py") or ".py:" in text:
        return _bot_from_file(text)
    name, colon, rest = text.partition(":")
    if name not in BUILT_IN_BOTS:
        suggestions = get_close_matches(name, BUILT_IN_BOTS, 1)
        raise BadRequest(
            f"There is no bot {name!r}; there are {', '.join(BUILT_IN_BOTS)}, a file of your own (my_bots.py), "
            f"or a program (cmd:...).{f' Did you mean {suggestions[0]}?' if suggestions else ''}"
        )
    kind = BUILT_IN_BOTS[name]
    return BotSpec(text, name, kind, parse_settings(name, kind.accepts, rest) if colon else {})


def _budget(settings: dict[str, float]) -> Budget | None:
    simulations, milliseconds = settings.get("simulations", 0), settings.get("ms", 0)
    return Budget(milliseconds, int(simulations)) if simulations or milliseconds else None


def _bot_from_file(text: str) -> BotSpec:
    """A bot from a user's file: `file.py:Name:depth=3`; the class name may be omitted if the file has only one bot."""
    path, _, rest = text.partition(".py:")
    file = Path(path if path.endswith(".py") else f"{path}.py")
    name, colon, settings = rest.partition(":")
    if not colon and "=" in name:
        name, colon, settings = "", ":", name
    kind = _bot_class(file, name)
    accepts = kind.accepts
    if not all(isinstance(setting, Setting) for setting in accepts):
        raise BadRequest(f"`accepts` of {kind.__name__} in {file} should be a tuple of hordes.bots.settings.Setting.")
    return BotSpec(text, kind.__name__, kind, parse_settings(kind.__name__, accepts, settings) if colon else {})


def _bot_class(file: Path, wanted: str) -> type[Bot]:
    """Find a bot class in a user's file; raises `BadRequest` if it is missing or ambiguous."""
    kinds = bot_classes_in(file)
    if wanted:
        if wanted not in kinds:
            suggestions = get_close_matches(wanted, kinds, 1)
            hint = f" Did you mean {suggestions[0]}?" if suggestions else ""
            raise BadRequest(f"{file} has no bot {wanted!r}; it has {', '.join(kinds) or 'none'}.{hint}")
        return kinds[wanted]
    if len(kinds) != 1:
        have = ", ".join(kinds) or "none"
        raise BadRequest(f"{file} should have one bot, or name one as {file}:NAME; it has {have}.")
    return next(iter(kinds.values()))


def bot_classes_in(file: Path) -> dict[str, type[Bot]]:
    """All `Bot` subclasses defined in a user's file, by name."""
    if not file.is_file():
        raise BadRequest(f"There is no file {file} with bots.")
    # one module per path: loading a file twice would define its classes twice
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
    classes = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Bot)]
    return {kind.__name__: kind for kind in classes if kind.__module__ == name}
