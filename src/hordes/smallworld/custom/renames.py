"""Names that changed since version 0.1, so that errors in an older custom set can say the present ones.

The old names are in data/renamed_hooks.json only, grouped by what they belong to: `trait` (hooks and methods of a race
or power), `table`, `army`, `board`, `rules`, `api` (what a set imports) and `modules`.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from types import ModuleType

from hordes.smallworld.state.army import Army
from hordes.smallworld.state.board import Board
from hordes.smallworld.state.config import Rules
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Trait

OWNERS: tuple[tuple[type, str], ...] = (
    (Table, "table"),
    (Army, "army"),
    (Board, "board"),
    (Rules, "rules"),
    (Trait, "trait"),
)


@cache
def renamed(group: str) -> dict[str, str]:
    """Old names of a group with their present ones."""
    text = (resources.files("hordes.smallworld") / "data" / "renamed_hooks.json").read_text(encoding="utf-8")
    names: dict[str, str] = json.loads(text).get(group, {})
    return names


def imported_name(error: ImportError) -> str:
    """The name that a module did not have for an import; empty when the module itself is missing."""
    match = re.match(r"cannot import name '(\w+)'", str(error))  # Python 3.11 says it in the message only
    return match[1] if match else ""


def rename_hint(error: BaseException) -> str:
    """The present name of the module or attribute that an error did not find; empty when it was not renamed."""
    old = getattr(error, "name", None) or ""
    groups: list[str] = []
    if isinstance(error, ImportError):
        groups = ["modules"]
        missed = imported_name(error)
        old = f"{old}.{missed}" if missed else old
    elif isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        groups, old = ["modules"], f"{error.obj.__name__}.{old}"
    elif isinstance(error, AttributeError):
        groups = [group for owner, group in OWNERS if isinstance(error.obj, owner)]
    names = [renamed(group)[old] for group in groups if old in renamed(group)]
    return f"`{old}` is now called `{names[0]}`" if names else ""
