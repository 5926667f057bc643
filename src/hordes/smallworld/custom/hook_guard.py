"""Runtime checks around the hooks of custom races and powers: errors name the piece, the hook and the line.

The rules call hooks from compiled code, where a wrong return value would surface far from its cause; so every hook of
such a class is wrapped once, when its set is loaded. Built-in pieces are not wrapped.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from hordes.engine.core.bits import FULL
from hordes.engine.errors import PieceError, Refusal
from hordes.smallworld.custom import hook_table
from hordes.smallworld.custom.renames import rename_hint
from hordes.smallworld.state.traits import Trait

MAX_ANSWER = 1000
"""Greatest absolute value that a hook with a number may return."""
SET_BY_RULES = {"index", "first_verb"}
"""Attributes that the rules set in a trait when a game is set up."""

_memory: WeakKeyDictionary[Trait, dict[str, str]] = WeakKeyDictionary()


def guard_hooks(kind: type[Trait], file: str) -> None:
    """Wrap the hooks that a class, or a base class from the same file, overrides."""
    known = {hook.name: hook for hook in hook_table.HOOKS}
    for owner in kind.__mro__:
        if owner.__module__ == kind.__module__ and "guarded" not in vars(owner):
            for name, function in list(vars(owner).items()):
                if name in known and callable(function):
                    setattr(owner, name, _guarded(known[name], function, file))
            owner.guarded = True  # type: ignore[attr-defined]


def _guarded(hook: hook_table.Hook, function: Callable[..., Any], file: str) -> Callable[..., Any]:
    @functools.wraps(function)
    def guarded(trait: Trait, *arguments: Any) -> Any:
        try:
            answer = function(trait, *arguments)
        except (PieceError, Refusal):
            raise
        except Exception as problem:
            where, hint = _line(file, problem), rename_hint(problem)
            what = f"raised {type(problem).__name__}: {problem}" + (f"; {hint}" if hint else "")
            raise PieceError(f"{type(trait).__name__}.{hook.name} {what}{where}") from problem
        error = answer_error(hook, answer, arguments)
        if error:
            raise PieceError(f"{type(trait).__name__}.{hook.name} answered {answer!r}: {error}")
        return answer

    return guarded


def _line(file: str, problem: BaseException) -> str:
    from hordes.smallworld.custom.loader import line_in

    return f" (line {line_in(file, problem)} of {file})"


def answer_error(hook: hook_table.Hook, answer: Any, arguments: tuple[Any, ...]) -> str:
    """What is wrong with a hook's return value; empty when it is valid."""
    number = isinstance(answer, int) and not isinstance(answer, bool)
    match hook.answers:
        case hook_table.REGIONS:
            if not number or not 0 <= answer <= FULL:
                return "it answers with a set of regions, such as `t.board.hill` or 0"
            return "some of these regions are not on the map" if answer & ~arguments[0].board.everywhere else ""
        case hook_table.NUMBER:
            fits = number and abs(answer) <= MAX_ANSWER
            return "" if fits else f"it answers with a whole number, {MAX_ANSWER} at most"
        case hook_table.YES:
            return "" if isinstance(answer, bool) else "it answers True or False"
        case hook_table.MOMENT:
            return "" if answer is None else "it answers nothing"
        case hook_table.DATA:
            return "" if isinstance(answer, dict) else "it answers with a dict"
    return "" if isinstance(answer, str) else "it answers with a text"


# Traits are stateless: one object serves every game


def remember_attributes(trait: Trait) -> Trait:
    """Remember the attributes of a custom trait before any game."""
    _memory[trait] = _attributes_of(trait)
    return trait


def is_custom(trait: Trait) -> bool:
    """Whether this is a custom piece."""
    return _remembered(trait) is not None


def _remembered(trait: Trait) -> dict[str, str] | None:
    """The remembered attributes of a trait; None for built-in ones, which compiled do not support weak references."""
    return None if type(trait).__module__.startswith("hordes.") else _memory.get(trait)


def changed_attributes(traits: list[Trait]) -> list[str]:
    """Attributes of custom traits that play has changed, a sentence for each."""
    faults: list[str] = []
    for trait in traits if _memory else []:
        before = _remembered(trait)
        if before is not None:
            now = _attributes_of(trait)
            names = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
            faults += [
                f"{type(trait).__name__} keeps state: `{name}` has changed during play. One object serves every game "
                "and every copy; keep numbers in `me.race_note` or `me.power_note`."
                for name in names
            ]
    return faults


def _attributes_of(trait: Trait) -> dict[str, str]:
    """Everything that could hold state: attributes of the object and its classes, and variables of its module."""
    import sys

    attributes = {f"self.{name}": repr(value) for name, value in vars(trait).items() if name not in SET_BY_RULES}
    for kind in type(trait).__mro__:
        if kind.__module__ == type(trait).__module__:
            attributes |= {
                f"{kind.__name__}.{name}": repr(value) for name, value in vars(kind).items() if _is_data(value)
            }
    module = sys.modules.get(type(trait).__module__)
    variables = {} if module is None else vars(module)
    return attributes | {
        name: repr(value) for name, value in variables.items() if _is_data(value) and not name.startswith("__")
    }


def _is_data(value: object) -> bool:
    return isinstance(value, (int, float, str, list, dict, set, bytearray))
