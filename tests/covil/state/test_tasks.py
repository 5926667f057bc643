"""Packed tasks: every declared argument has its functions, comes back as it was, and spills into no other."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hordes.covil.rules.combat import push_damage
from hordes.covil.state import combat, effect_task, task_kinds, tasks
from hordes.covil.state.combat import MOST_GUARDS, Combat
from hordes.covil.state.task_kinds import TASK_ARGUMENTS, TASK_NAMES
from hordes.engine.games import load

SOURCES = Path(__file__).parents[3] / "src" / "hordes" / "covil"
DIVIDED = {"effects", "suspended", "suspended_guards"}
"""Kinds whose arguments are divided further, by `effect_task` and `combat`."""
LARGEST = tasks.LARGEST_ARGUMENT
PLAIN = [name for name in TASK_NAMES if TASK_ARGUMENTS[name] and name not in {*DIVIDED, "retaliation"}]


def functions() -> dict[str, dict[str, str]]:
    """The parameters of every function of `tasks` with their types, from the source: a compiled one does not tell."""
    parsed = ast.parse((SOURCES / "state" / "tasks.py").read_text(encoding="utf-8")).body
    return {
        node.name: {part.arg: ast.unparse(part.annotation or part) for part in node.args.args}
        for node in parsed
        if isinstance(node, ast.FunctionDef)
    }


FUNCTIONS = functions()


def constructor(name: str) -> Callable[..., int]:
    made: Callable[..., int] = getattr(tasks, name)
    return made


def reader(name: str, argument: str) -> Callable[[int], int]:
    """The function that reads an argument; dummies' tasks share some."""
    shared = f"dummy_{argument}" if name.startswith("dummy_") else ""
    read: Callable[[int], int] = getattr(tasks, f"{name}_{argument}", None) or getattr(tasks, shared)
    return read


def arguments(name: str) -> list[str]:
    return [argument for argument in TASK_ARGUMENTS[name] if argument != "nothing"]


def test_kinds_are_numbered_in_the_order_of_their_names() -> None:
    numbers = [value for name, value in vars(task_kinds).items() if name.isupper() and isinstance(value, int)]
    assert numbers == list(range(len(TASK_NAMES)))
    for name in TASK_NAMES:
        assert getattr(task_kinds, "FIRST_SEAT" if name == "first" else name.upper()) == TASK_NAMES.index(name)


def test_there_is_a_kind_with_arguments_for_every_maker() -> None:
    assert len(PLAIN) >= 20


@pytest.mark.parametrize("name", PLAIN)
def test_a_task_is_made_and_read_by_the_names_of_its_arguments(name: str) -> None:
    assert list(FUNCTIONS[name]) == arguments(name)
    values: dict[str, Any] = dict(zip(arguments(name), (3, 1, 2), strict=False))
    values |= {key: True for key, kind in FUNCTIONS[name].items() if kind == "bool"}
    task = constructor(name)(*values.values())
    assert tasks.task_kind(task) == TASK_NAMES.index(name)
    assert {key: reader(name, key)(task) for key in values} == values
    for k, argument in enumerate(TASK_ARGUMENTS[name]):
        assert tasks.argument(task, k) == values.get(argument, 0)


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("wrong", [-1, LARGEST + 1])
def test_a_value_that_does_not_fit_is_refused_by_name(name: str, wrong: int) -> None:
    for chosen in [key for key, kind in FUNCTIONS[name].items() if kind == "i64"]:
        zeros = {"i64": 0, "bool": False}
        values = [wrong if key == chosen else zeros[kind] for key, kind in FUNCTIONS[name].items()]
        with pytest.raises(OverflowError, match=rf"task {name} is a number from 0 to {LARGEST}, not {wrong}\."):
            constructor(name)(*values)


def test_the_largest_values_do_not_disturb_their_neighbours() -> None:
    task = tasks.pack_all(task_kinds.EFFECTS, LARGEST, LARGEST, 0, LARGEST, LARGEST)
    assert tasks.task_kind(task) == task_kinds.EFFECTS
    assert [tasks.argument(task, k) for k in range(tasks.ARGUMENT_COUNT)] == [LARGEST, LARGEST, 0, LARGEST, LARGEST]
    for d, e in ((-1, 0), (0, LARGEST + 1)):
        with pytest.raises(OverflowError):
            tasks.pack_all(task_kinds.EFFECTS, 0, 0, 0, d, e)


def test_all_twenty_troops_fit_into_a_retaliation() -> None:
    for victims in (0, 1, 2**9, 2**10, 2**20 - 1):
        task = tasks.retaliation(victims, 4)
        assert (tasks.retaliation_victims(task), tasks.retaliation_done(task)) == (victims, 4)


def test_a_flip_is_counted_and_nothing_else_changes() -> None:
    task = tasks.after_flip(tasks.dummy_aim(2, 1, 5))
    assert task == tasks.dummy_aim(2, 1, 6)


@pytest.mark.parametrize("value", [-2, 31])
def test_parts_of_an_argument_are_checked(value: int) -> None:
    assert effect_task.pack_choice(30, 0) == 31
    with pytest.raises(OverflowError, match="task effects is a number from 0 to 31"):
        effect_task.pack_choice(value, 0)
    with pytest.raises(OverflowError, match="task effects is a number from 0 to 7"):
        effect_task.pack_owner(0, 8, 0)


@pytest.mark.parametrize("flags", range(8))
@pytest.mark.parametrize(("kind", "attacker", "target"), [(1, 0, 7), (2, 19, 23), (4, -1, 3), (4, -1, 21)])
def test_a_suspended_combat_comes_back(kind: int, attacker: int, target: int, flags: int) -> None:
    fought = Combat(kind, attacker, target, 20, flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
    fought = fought.with_weapon(5).with_defender(1).with_defender(5)
    task = combat.suspended(fought)
    again = combat.suspended_combat(task, combat.suspended_guards(fought))
    assert vars_of(again) == vars_of(fought)
    assert again.defending_slots == 8 * 2 + 6
    assert (combat.suspended_attacker(task), combat.suspended_target(task)) == (attacker, target)


def vars_of(fought: Combat) -> dict[str, Any]:
    names = "attack_kind attacker target bonus is_free_attack target_stood target_besieged weapon_slot defending_slots"
    return {name: getattr(fought, name) for name in names.split()}


def test_a_combat_with_other_minions_is_another_one() -> None:
    fought = Combat(1, 0, 7, 0, False, True, False)
    assert fought.with_weapon(3).weapon_slot == 3
    assert fought.weapon_slot == 0
    with pytest.raises(OverflowError, match="suspended_guards"):
        fought.with_slots(0, MOST_GUARDS).with_defender(0)


def test_damage_beyond_all_hit_points_fits_into_a_task() -> None:
    state: Any = load("covil").new({"players": 2})
    push_damage(state, 0, 1, 5_000)  # no printed card comes near, but users' cards may
    assert tasks.damage_points(state.top()) == LARGEST


def test_an_effect_that_claims_too_many_targets_is_finished_by_the_next() -> None:
    """Positions come from outside, and 15 targets are more than any card has."""
    state: Any = load("covil").new({"players": 2})
    k = next(k for k, effect in enumerate(state.cards.effects) if effect.is_last)
    depth = state.depth
    state.push(tasks.pack_all(task_kinds.EFFECTS, k, 0, 0, effect_task.pack_progress(15, 0, 0), 0))
    effect_task.finish_target(state, -1, 1)
    assert state.depth == depth


def test_nobody_else_packs_or_unpacks() -> None:
    private = "A_UNIT B_UNIT C_UNIT D_UNIT E_UNIT pack pack_all part argument".split()
    allowed = "state/tasks state/effect_task state/combat text/task_reader text/position_writer learning/observation"
    modules = {path.relative_to(SOURCES).with_suffix("").as_posix(): path for path in SOURCES.rglob("*.py")}
    assert modules.keys() > set(allowed.split())
    for name in modules.keys() - set(allowed.split()):
        for node in ast.walk(ast.parse(modules[name].read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "hordes.covil.state.tasks":
                assert not {imported.name for imported in node.names} & set(private), name
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "tasks":
                assert node.attr not in private, name
