"""Custom sets written for version 0.1: former names of hooks and modules are refused with the present ones."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

import pytest

from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.errors import BadRequest, PieceError
from hordes.engine.games import load, register_set
from hordes.smallworld.custom import api, hook_table
from hordes.smallworld.custom.renames import OWNERS, rename_hint, renamed
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import Power, Race

HEAD = "from hordes.smallworld.custom.api import *\n"
RACE = 'class Gnomes(Race):\n    """Small."""\n    banner = 6\n    total = 12\n'
POWER = 'class Royal(Power):\n    """Rich."""\n    tokens = 4\n'
HOOKS = {old: new for old, new in renamed("trait").items() if new in {hook.name for hook in hook_table.HOOKS}}
GROUPS = [(owner, group) for owner, group in OWNERS if group != "trait"]


def faults(folder: Path, source: str) -> list[tuple[int, str]]:
    path = folder / "old_set.py"
    path.write_text(source, encoding="utf-8")
    return load("smallworld").inspect(str(path)).faults


def test_no_old_name_is_a_present_one() -> None:
    assert len(HOOKS) > 40
    assert not set(renamed("trait")) & {hook.name for hook in hook_table.HOOKS}
    assert not set(renamed("api")) & set(api.__all__)
    assert set(renamed("api").values()) <= set(api.__all__)


@pytest.mark.parametrize("old", HOOKS)
def test_a_hook_under_its_old_name_is_refused_with_the_new_one(tmp_path: Path, old: str) -> None:
    hook = next(hook for hook in hook_table.HOOKS if hook.name == HOOKS[old])
    head = RACE if hook_table.RACE in hook.asked_of else POWER
    source = f"{HEAD}{head}    def {old}({', '.join(['self', *hook.parameters])}):\n        return 0\n"
    line = source.count("\n") - 1
    expected = f"the hook `{old}` is now called `{hook.name}`"
    assert any(at == line and expected in text for at, text in faults(tmp_path, source))
    with pytest.raises(BadRequest, match=f"is now called `{hook.name}`"):
        register_set("smallworld", str(tmp_path / "old_set.py"))


def test_an_old_hook_that_the_file_calls_itself_is_refused_too(tmp_path: Path) -> None:
    old, new = next(iter(HOOKS.items()))
    body = f"    def income(self, t, me):\n        return self.{old}(t, me)\n"
    body += f"    def {old}(self, t, me):\n        return 0\n"
    assert any(f"is now called `{new}`" in text for _, text in faults(tmp_path, HEAD + RACE + body))


@pytest.mark.parametrize(
    ("path", "group"), [("t", "table"), ("me", "army"), ("t.board", "board"), ("t.rules", "rules")]
)
def test_a_renamed_attribute_is_found_in_the_source(tmp_path: Path, path: str, group: str) -> None:
    old, new = next(iter(renamed(group).items()))
    body = f"    def income(self, t, me):\n        return int(bool({path}.{old}))\n"
    expected = (7, f"Gnomes.income: `{path}.{old}` is now called `{new}`.")
    assert expected in faults(tmp_path, HEAD + RACE + body)


def test_parameters_of_hooks_may_have_any_name(tmp_path: Path) -> None:
    old, new = next(iter(renamed("table").items()))
    body = f"    def income(self, board, army):\n        return int(bool(board.{old}))\n"
    assert any(f"`board.{old}` is now called `{new}`" in text for _, text in faults(tmp_path, HEAD + RACE + body))


def test_a_renamed_attribute_in_a_helper_is_named_when_it_is_missed(tmp_path: Path) -> None:
    old, new = next(iter(renamed("army").items()))
    source = f"{HEAD}def rich(army):\n    return army.{old}\n{RACE.replace('Gnomes', 'Misers')}"
    path = tmp_path / "misers.py"
    path.write_text(source + "    def picked(self, t, me):\n        rich(me)\n", encoding="utf-8")
    name = register_set("smallworld", str(path))
    position = {"phase": "pick", "column": [{"race": "misers", "power": "hill"}]}
    state = load("smallworld").from_position({"sets": ["base", name]}, position)
    resolve_chance(state, Rng(1))
    with pytest.raises(PieceError, match=f"`{old}` is now called `{new}`"):
        state.play("pick 1")


@pytest.mark.parametrize(("old", "new"), renamed("modules").items())
def test_an_old_import_path_is_refused_with_the_new_one(tmp_path: Path, old: str, new: str) -> None:
    ((line, text),) = faults(tmp_path, f"\nfrom {old} import Race\n")
    assert line == 2
    assert f"`{old}` is now called `{new}`" in text


@pytest.mark.parametrize(("old", "new"), renamed("api").items())
def test_an_old_name_of_the_api_is_refused_with_the_new_one(tmp_path: Path, old: str, new: str) -> None:
    ((line, text),) = faults(tmp_path, f"\nfrom hordes.smallworld.custom.api import {old}\n")
    assert line == 2
    assert f"`{old}` is now called `{new}`" in text


def test_new_names_exist() -> None:
    traits = {*dir(Race()), *dir(Power())}
    assert set(renamed("trait").values()) <= traits
    state = load("smallworld").new({})
    assert isinstance(state, Table)
    objects = {"table": state, "army": state.active[0], "board": state.board, "rules": state.rules}
    for owner, group in GROUPS:
        assert isinstance(objects[group], owner)
        assert [attrgetter(name)(objects[group]) for name in renamed(group).values()] != []


def test_other_errors_have_no_hint() -> None:
    assert rename_hint(ValueError("no")) == ""
    assert rename_hint(ModuleNotFoundError(name="numpy")) == ""
    with pytest.raises(ImportError, match="nothing_of_that_name"):
        exec("from hordes.smallworld.custom.api import nothing_of_that_name")


API = "hordes.smallworld.custom.api"
OLD_BODY = "    swells = True\n    def income(self, t, me):\n        return t.walls[0]\n"


@pytest.mark.parametrize(
    ("head", "base", "told"),
    [
        ("from hordes.smallworld import kit\n", "kit.Race", "`hordes.smallworld.kit` is now called"),
        ("import hordes.smallworld.kit\n", "hordes.smallworld.kit.Race", "`hordes.smallworld.kit` is now called"),
        ("import hordes.smallworld.kit as kit\n", "kit.Race", "`hordes.smallworld.kit` is now called"),
        ("import hordes.smallworld.game\n", "hordes.smallworld.kit.Race", "`hordes.smallworld.kit` is now called"),
        ("from hordes.smallworld.traits import Race\n", "Race", "`hordes.smallworld.traits` is now called"),
        ("from hordes.smallworld.kit import Race, gathered\n", "Race", f"is now called `{API}`"),
        (f"from {API} import Race, stand\n", "Race", f"`{API}` has no `stand`."),
        (f"from {API} import Race, gathered\n", "Race", "`gathered` is now called `set_of`"),
        (f"from {API} import Race, afordable\n", "Race", "has no `afordable`. Did you mean `affordable`?"),
        (f"from {API} import Race\nimport no_such_module\n", "Race", "No module named 'no_such_module'"),
        (f"from {API} import Race\nN = 1 / 0\nM = N + 1\n", "Race", "ZeroDivisionError"),
    ],
)
def test_a_bad_import_is_told_and_hides_no_other_fault(tmp_path: Path, head: str, base: str, told: str) -> None:
    source = "from __future__ import annotations\n" + head + RACE.replace("(Race)", f"({base})") + OLD_BODY
    errors = faults(tmp_path, source)
    line = source.count("\n")
    assert next(at for at, text in errors if told in text) < line - 3
    message = "Gnomes.swells: `swells` is now called `grows_when_passed`, and it is a hook"
    assert any(at == line - 2 and text.startswith(message) for at, text in errors)
    assert any(at == line and "is now called `defence_bonus`" in text for at, text in errors)
    with pytest.raises(BadRequest, match=r"old_set\.py cannot be used\. Line \d"):
        register_set("smallworld", str(tmp_path / "old_set.py"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("swells = True", "`swells` is now called `grows_when_passed`"),
        ('forms = ("bless REGION",)', "`forms` is now called `verb_forms`, and it is made of `words`: set that."),
        (
            "grows_when_passed = True",
            "Gnomes.grows_when_passed: `grows_when_passed` is a hook, which is a method: write ",
        ),
        ("income = 3", "write `def income(self, t, me):`."),
        ("extra_targets = 0", "is a hook, which is a method"),
    ],
)
def test_an_attribute_in_place_of_a_hook_is_told(tmp_path: Path, line: str, told: str) -> None:
    errors = faults(tmp_path, f"{HEAD}{RACE}    {line}\n")
    assert [at for at, text in errors if told in text] == [6]


def test_an_attribute_of_ones_own_may_have_an_old_name(tmp_path: Path) -> None:
    body = "    rounds = 3\n    def income(self, t, me):\n        return self.rounds\n"
    assert faults(tmp_path, HEAD + RACE + body) == []
