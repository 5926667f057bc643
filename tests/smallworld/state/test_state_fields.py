"""Every field of the state and of its parts is copied by `clone`, written by `dump` and read by `load`.

The fields are found as dumps find them, by looking at the object.
"""

import subprocess
import sys
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from hordes.engine.core.fields import NO_CONTENT, dump_fields
from hordes.engine.core.playout import random_playout
from hordes.engine.core.rng import Rng
from hordes.engine.games import load
from hordes.engine.mypyc_compat import field_names
from hordes.smallworld import game
from hordes.smallworld.game import PARTS_OF_TABLE, SmallWorld
from hordes.smallworld.state import questions
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.questions import NO_QUESTION, Question
from hordes.smallworld.state.turn_state import TurnState
from hordes.smallworld.text.position_values import TURN_COUNTS, TURN_FLAGS, TURN_SEATS
from hordes.smallworld.text.turn_reader import TURN_KEYS

GAME = load("smallworld")
OPTIONS: dict[str, Any] = {"players": 3}
ARMIES = ("active", "declined")
PARTS_OF_ARMY = ("race", "power", "kept_badge")


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


def numbers(part: object, *parts: str) -> list[str]:
    """The fields that hold numbers: all but those that hold parts."""
    return [name for name in field_names(part) if name not in parts and name not in NO_CONTENT]


TABLE_FIELDS = numbers(midgame(), *PARTS_OF_TABLE)
TURN_FIELDS = numbers(TurnState())
QUESTION_FIELDS = numbers(NO_QUESTION)
ARMY_FIELDS = field_names(Army())


def another(value: Any) -> Any:
    """A value of the same kind that differs from this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    words = [int(n) for n in value]
    changed = [*words[:-1], words[-1] + 1] if words else [1, 2, 3]
    return changed if isinstance(value, list) else vec[i64](changed)


def plain(value: Any) -> Any:
    """A value that can be compared, also if it is a compiled array."""
    return value if isinstance(value, bool | int) else [int(n) for n in value]


def reloaded(state: SmallWorld) -> SmallWorld:
    """The state that is read from its dump."""
    copy = GAME.load(OPTIONS, state.dump())
    assert isinstance(copy, SmallWorld)
    return copy


def test_the_fields_are_found() -> None:
    assert {"to_move", "phase", "turn", "tokens", "coins", "combo_race", "marker_state"} <= set(TABLE_FIELDS)
    assert {"has_acted", "roll", "pending_tokens"} <= set(TURN_FIELDS)
    assert {"kind", "seat", "region", "horde"} <= set(QUESTION_FIELDS)
    assert {"seat", "hand", "souls", *PARTS_OF_ARMY} <= set(ARMY_FIELDS)
    assert set(field_names(midgame())) == {*TABLE_FIELDS, *PARTS_OF_TABLE, *NO_CONTENT}


@pytest.mark.parametrize("name", TABLE_FIELDS)
def test_a_field_of_the_table_is_copied_and_dumped(name: str) -> None:
    state = midgame()
    before = state.dump()
    changed = another(getattr(state, name))
    setattr(state, name, changed)
    assert plain(getattr(state.clone(), name)) == plain(changed)
    assert state.clone().dump() == state.dump() != before
    assert plain(getattr(reloaded(state), name)) == plain(changed)


@pytest.mark.parametrize("name", TURN_FIELDS)
def test_a_field_of_the_turn_is_copied_dumped_and_reset(name: str) -> None:
    state = midgame()
    before = state.dump()
    changed = another(getattr(state.this_turn, name))
    setattr(state.this_turn, name, changed)
    assert plain(getattr(state.clone().this_turn, name)) == plain(changed)
    assert state.clone().this_turn is not state.this_turn
    assert state.clone().dump() == state.dump() != before
    assert plain(getattr(reloaded(state).this_turn, name)) == plain(changed)
    state.reset_turn()
    assert plain(getattr(state.this_turn, name)) == plain(getattr(TurnState(), name))


@pytest.mark.parametrize("name", QUESTION_FIELDS)
def test_a_field_of_a_question_is_dumped(name: str) -> None:
    """Questions never change, so copies share them."""
    state = midgame()
    question = questions.hire(1, 2, 1)
    state.question, state.waiting = question, [questions.conquests_end(), question]
    before = state.dump()
    setattr(question, name, another(getattr(question, name)))
    assert state.dump() != before
    assert (state.clone().question, state.clone().waiting) == (state.question, state.waiting)
    restored = reloaded(state)
    assert numbers_of([restored.question, *restored.waiting]) == numbers_of([question, *state.waiting])


def numbers_of(several: list[Question]) -> list[list[int]]:
    return [dump_fields(question, game.QUESTION_FIELDS) for question in several]


@pytest.mark.parametrize("where", ARMIES)
@pytest.mark.parametrize("name", ARMY_FIELDS)
def test_a_field_of_an_army_is_copied_and_dumped(name: str, where: str) -> None:
    state = midgame()
    army, before = getattr(state, where)[0], state.dump()
    changed: Any
    if name in PARTS_OF_ARMY:
        traits: list[Any] = [*state.rules.races] if name == "race" else [*state.rules.powers]
        changed = next(trait for trait in traits if trait is not getattr(army, name))
    else:
        changed = another(getattr(army, name))
    setattr(army, name, changed)
    copied = getattr(state.clone(), where)[0]
    assert copied is not army
    assert getattr(copied, name) == changed
    assert state.dump() != before
    assert getattr(getattr(reloaded(state), where)[0], name) == changed


def test_every_field_of_a_turn_stands_in_positions() -> None:
    """Those beside the three tables of keys have lines of their own in the reader and the writer."""
    written = {"pending_tokens": "gifts", "roll": "roll", "aimed_from": "aim", "tokens_at_start": "stood"}
    listed = [*TURN_FLAGS.values(), *TURN_COUNTS.values(), *TURN_SEATS.values(), *written]
    assert sorted(listed) == TURN_FIELDS
    assert set(written.values()) <= set(TURN_KEYS)


def test_fields_are_those_of_the_class_whatever_the_first_dumped_object_holds() -> None:
    """A custom piece may keep a condition where others keep a number, or set an attribute of its own."""
    script = """
import sys
from hordes.engine.games import load
game = load("smallworld")
state, other = game.new({"players": 2}), game.new({"players": 2})
for one in (state, other):
    while one.to_move < 0:
        one.apply(one.legal()[0])
    one.play("pick 1")
if sys.argv[1] == "odd":
    state.active[0].power_note = True
    try:
        state.active[0].mine = "a stray attribute"
    except AttributeError:
        pass  # compiled
print(state.dump() == state.clone().dump())
other.active[0].power_note = 5
loaded = game.load(other.options(), other.dump())
print(loaded.active[0].power_note, other.dump())
"""
    lines = []
    for first in ("odd", "usual"):
        run = subprocess.run([sys.executable, "-c", script, first], capture_output=True, text=True, check=True)
        lines.append(run.stdout)
    assert lines[0] == lines[1]
    assert lines[0].startswith("True\n5 ")


def test_a_clone_shares_nothing_that_play_changes() -> None:
    state = midgame()
    before = state.dump()
    random_playout(state.clone(), Rng(1))
    assert state.dump() == before


def test_new_games_share_nothing_that_play_changes() -> None:
    start = GAME.new(OPTIONS)
    before = start.dump()
    random_playout(GAME.new(OPTIONS), Rng(1))
    assert GAME.new(OPTIONS).dump() == start.dump() == before
