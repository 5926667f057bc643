"""The guard around races and powers of one's own: what goes wrong in a hook is said as it is, with piece and line.

The rules call hooks from machine code, where a wrong answer would surface far from its cause; so every hook of such a
class is wrapped once, when its set is loaded. Pieces of the box are not touched.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from hordes.engine.bits import FULL
from hordes.engine.errors import PieceError, Refusal
from hordes.smallworld import hooks
from hordes.smallworld.traits import Trait

MOST_ANSWER = 1000
"""No hook about an amount answers with more."""
NUMBERED = {"index", "first_verb"}
"""What the rules set in a trait when a game is set up."""

_memory: WeakKeyDictionary[Trait, dict[str, str]] = WeakKeyDictionary()


def guard(kind: type[Trait], file: str) -> None:
    """Wrap the hooks that a class, or a class of the same file that it derives from, overrides."""
    known = {hook.name: hook for hook in hooks.HOOKS}
    for owner in kind.__mro__:
        if owner.__module__ == kind.__module__ and "guarded" not in vars(owner):
            for name, function in list(vars(owner).items()):
                if name in known and callable(function):
                    setattr(owner, name, _guarded(known[name], function, file))
            owner.guarded = True  # type: ignore[attr-defined]


def _guarded(hook: hooks.Hook, function: Callable[..., Any], file: str) -> Callable[..., Any]:
    @functools.wraps(function)
    def asked(trait: Trait, *arguments: Any) -> Any:
        try:
            answer = function(trait, *arguments)
        except (PieceError, Refusal):
            raise
        except Exception as problem:
            where = _line(file, problem)
            what = f"raised {type(problem).__name__}: {problem}"
            raise PieceError(f"{type(trait).__name__}.{hook.name} {what}{where}") from problem
        wrong = complaint(hook, answer, arguments)
        if wrong:
            raise PieceError(f"{type(trait).__name__}.{hook.name} answered {answer!r}: {wrong}")
        return answer

    return asked


def _line(file: str, problem: BaseException) -> str:
    from hordes.smallworld.own import line_in

    return f" (line {line_in(file, problem)} of {file})"


def complaint(hook: hooks.Hook, answer: Any, arguments: tuple[Any, ...]) -> str:
    """What is wrong with an answer; empty when it is of the right kind."""
    number = isinstance(answer, int) and not isinstance(answer, bool)
    match hook.answers:
        case hooks.REGIONS:
            if not number or not 0 <= answer <= FULL:
                return "it answers with a set of regions, such as `t.board.hill` or 0"
            return "some of these regions are not on the map" if answer & ~arguments[0].board.everywhere else ""
        case hooks.NUMBER:
            fits = number and abs(answer) <= MOST_ANSWER
            return "" if fits else f"it answers with a whole number, {MOST_ANSWER} at most"
        case hooks.YES:
            return "" if isinstance(answer, bool) else "it answers True or False"
        case hooks.MOMENT:
            return "" if answer is None else "it answers nothing"
        case hooks.DATA:
            return "" if isinstance(answer, dict) else "it answers with a dict"
    return "" if isinstance(answer, str) else "it answers with a text"


# Traits hold no state


def remember(trait: Trait) -> Trait:
    """Note what a trait of one's own looks like before any game."""
    _memory[trait] = _looks(trait)
    return trait


def is_own(trait: Trait) -> bool:
    """Is this a piece of somebody's own?"""
    return _recalled(trait) is not None


def _recalled(trait: Trait) -> dict[str, str] | None:
    """What was noted of a trait; nothing of those of the box, which when compiled cannot even be asked."""
    return None if type(trait).__module__.startswith("hordes.") else _memory.get(trait)


def changed(traits: list[Trait]) -> list[str]:
    """What play has changed in traits of one's own: a sentence for each."""
    found: list[str] = []
    for trait in traits:
        before = _recalled(trait)
        if before is not None:
            now = _looks(trait)
            names = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
            found += [
                f"{type(trait).__name__} keeps state: `{name}` has changed during play. One object serves every game "
                "and every copy; keep numbers in `me.race_note` or `me.power_note`."
                for name in names
            ]
    return found


def _looks(trait: Trait) -> dict[str, str]:
    """Everything that could hold state: the object, its class, and the variables of its file."""
    import sys

    found = {f"self.{name}": repr(value) for name, value in vars(trait).items() if name not in NUMBERED}
    for kind in type(trait).__mro__:
        if kind.__module__ == type(trait).__module__:
            found |= {f"{kind.__name__}.{name}": repr(value) for name, value in vars(kind).items() if _is_data(value)}
    module = sys.modules.get(type(trait).__module__)
    own = {} if module is None else vars(module)
    return found | {name: repr(value) for name, value in own.items() if _is_data(value) and not name.startswith("__")}


def _is_data(value: object) -> bool:
    return isinstance(value, (int, float, str, list, dict, set, bytearray))
