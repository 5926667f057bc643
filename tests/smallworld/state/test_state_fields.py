"""Every field of the state is copied by `clone`, written by `dump` and read by `load`: read off the class bodies."""

import ast
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from hordes.engine.core.playout import random_playout
from hordes.engine.core.rng import Rng
from hordes.engine.games import load
from hordes.smallworld.game import SmallWorld
from hordes.smallworld.state import questions
from hordes.smallworld.state.army import NOBODY
from hordes.smallworld.state.questions import Question, question_from_integers

SOURCES = Path(__file__).parents[3] / "src" / "hordes" / "smallworld" / "state"
GAME = load("smallworld")
OPTIONS: dict[str, Any] = {"players": 3}
SHARED = {"board", "rules"}
"""Constant during a game: shared by all copies, and given to `load` as options."""
ARMIES = {"active", "declined"}


def fields(module: str, class_name: str) -> dict[str, str]:
    """The declared fields of a class, with their types as they are written."""
    tree = ast.parse((SOURCES / f"{module}.py").read_text(encoding="utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == class_name)
    return {
        node.target.id: ast.unparse(node.annotation)
        for node in body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


TABLE_FIELDS = {
    "to_move": "i64",
    **fields("question_stack", "QuestionStack"),
    **fields("column", "Column"),
    **fields("table", "Table"),
}
ARMY_FIELDS = fields("army", "Army")
QUESTION_FIELDS = fields("questions", "Question")
HORDE_AT = [*QUESTION_FIELDS].index("horde")


def midgame() -> SmallWorld:
    """A state with an active and a declined race."""
    for seed in range(100):
        state = GAME.new(OPTIONS)
        rng = Rng(seed)
        for _ in range(150):
            state.apply(state.nth_legal(rng.below(state.find_legal())))
            assert isinstance(state, SmallWorld)
            if state.declined and state.active[0] is not NOBODY:
                return state
    raise AssertionError("no game has a declined race")


def another(value: Any, kind: str) -> Any:
    """A value that differs from this one."""
    if kind == "bool":
        return not value
    if kind == "i64":
        return value + 1
    if kind == "Question":
        return another_question(value)
    if kind == "list[Question]":
        return [*value, questions.hire(1, 2, 1), questions.conquests_end()]
    assert kind == "vec[i64]", kind
    numbers = [int(n) for n in value]
    changed = [*numbers[:-1], numbers[-1] + 1] if numbers else [1, 2, 3]
    return changed if isinstance(value, list) else vec[i64](changed)


def another_question(question: Question) -> Question:
    """A question that differs from this one in every field."""
    words = [word + 1 for word in question.to_integers()]
    changed = question_from_integers([*words[:HORDE_AT], 1 - int(question.horde), *words[HORDE_AT + 1 :]])
    assert all(getattr(changed, name) != getattr(question, name) for name in QUESTION_FIELDS)
    return changed


def plain(value: Any) -> Any:
    """A value that can be compared, also if it is a compiled array."""
    if isinstance(value, Question):
        return value.to_integers()
    if isinstance(value, list) and value and isinstance(value[0], Question):
        return [question.to_integers() for question in value]
    return value if isinstance(value, bool | int) else [int(n) for n in value]


@pytest.mark.parametrize("name", sorted(TABLE_FIELDS.keys() - SHARED - ARMIES))
def test_a_field_of_the_table_is_copied_and_dumped(name: str) -> None:
    state = midgame()
    before = state.dump()
    changed = another(getattr(state, name), TABLE_FIELDS[name])
    setattr(state, name, changed)
    assert plain(getattr(state.clone(), name)) == plain(changed)
    assert state.clone().dump() == state.dump() != before
    assert plain(getattr(GAME.load(OPTIONS, state.dump()), name)) == plain(changed)


@pytest.mark.parametrize("where", sorted(ARMIES))
@pytest.mark.parametrize("name", sorted(ARMY_FIELDS))
def test_a_field_of_an_army_is_copied_and_dumped(name: str, where: str) -> None:
    state = midgame()
    army, before = getattr(state, where)[0], state.dump()
    changed: Any
    if ARMY_FIELDS[name] in ("Race", "Power"):
        traits: list[Any] = [*state.rules.races] if ARMY_FIELDS[name] == "Race" else [*state.rules.powers]
        changed = next(trait for trait in traits if trait is not getattr(army, name))
    else:
        changed = another(getattr(army, name), ARMY_FIELDS[name])
    setattr(army, name, changed)
    copied = getattr(state.clone(), where)[0]
    assert copied is not army
    assert getattr(copied, name) == changed
    assert state.dump() != before
    restored = GAME.load(OPTIONS, state.dump())
    assert isinstance(restored, SmallWorld)
    assert getattr(getattr(restored, where)[0], name) == changed


def test_a_clone_shares_nothing_that_play_changes() -> None:
    state = midgame()
    before = state.dump()
    random_playout(state.clone(), Rng(1))
    assert state.dump() == before
