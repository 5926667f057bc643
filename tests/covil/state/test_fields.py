"""Every field of a Covil table is copied by a clone, written by a dump, and read back."""

import ast
from pathlib import Path
from typing import Any

from hordes.engine.core.rng import Rng
from hordes.engine.games import load

SOURCE = Path(__file__).parents[3] / "src" / "hordes" / "covil" / "state"
CONSTANT = {"board", "rules", "cards"}
SHARED = {"shuffles", "pool", "fortress_zone", "hp", "combat"}
"""Replaced by whoever writes, never written into."""


def annotated(module: str, kind: str) -> list[str]:
    """The attributes that a class declares."""
    names = []
    for node in ast.parse((SOURCE / f"{module}.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == kind:
            names += [part.target.id for part in node.body if isinstance(part, ast.AnnAssign)]  # type: ignore[union-attr]
    return names


def fields() -> list[str]:
    names = annotated("task_stack", "TaskStack") + annotated("table", "Table")
    return [name for name in names if name not in CONSTANT]


def table() -> Any:
    state, rng = load("covil").new({"players": 3}), Rng(4)
    for _ in range(150):
        state.apply(state.nth_legal(rng.below(state.find_legal())))
    return state


def test_there_are_fields_to_walk_over() -> None:
    assert len(fields()) > 30
    assert len(annotated("combat", "Combat")) == 9


def test_a_clone_copies_every_field_and_shares_no_array_that_is_written_into() -> None:
    state = table()
    copy = state.clone()
    for name in fields():
        assert getattr(copy, name) == getattr(state, name), name
    for name in fields():
        value = getattr(state, name)
        if not isinstance(value, (int, bool)) and name not in SHARED:
            assert getattr(copy, name) is not value, name


def test_every_number_counts_in_the_dump() -> None:
    state = table()
    for name in fields():
        value = getattr(state, name)
        copy = state.clone()
        if isinstance(value, bool):
            setattr(copy, name, not value)
        elif isinstance(value, int):
            setattr(copy, name, value + 1)
        elif name in ("stack", "pool", "combat"):
            continue
        else:
            setattr(copy, name, value[:])
            getattr(copy, name)[0] += 1
        assert copy.dump() != state.dump(), name


def test_every_number_of_the_combat_counts_in_the_dump_and_is_read_back() -> None:
    state = table()
    for name in annotated("combat", "Combat"):
        copy = state.clone()
        copy.combat = copy.combat.with_weapon(2)  # another object: the clones share the first one
        before = copy.dump()
        value = getattr(copy.combat, name)
        setattr(copy.combat, name, not value if isinstance(value, bool) else value + 1)
        assert copy.dump() != before, name
        assert load("covil").load(state.options(), copy.dump()).dump() == copy.dump(), name
