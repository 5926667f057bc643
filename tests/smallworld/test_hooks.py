"""The list of hooks is complete, in order, and says what the rules really do: code, list and documentation agree."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from hordes.smallworld import hooks

ROOT = Path(__file__).parents[2]
RULES = ROOT / "src" / "hordes" / "smallworld"
KINDS = {"i64": {hooks.REGIONS, hooks.NUMBER}, "bool": {hooks.YES}, "None": {hooks.MOMENT}, "str": {hooks.TEXT}}


def methods() -> list[tuple[str, ast.FunctionDef]]:
    tree = ast.parse((RULES / "traits.py").read_text(encoding="utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name in ("Trait", "Race", "Power")]
    return [(c.name, m) for c in classes for m in c.body if isinstance(m, ast.FunctionDef)]


def defined() -> list[tuple[str, ast.FunctionDef]]:
    return [(c, m) for c, m in methods() if m.name not in ("__init__", "number", "word")]


@cache
def askers() -> dict[str, set[str]]:
    """Who is asked each hook, by the calls in the rules: `me.race.income(...)`, `army.kept.beyond_limit()`."""
    kinds = {"race": "race", "power": "power", "kept": "power", "badge": "power"}
    found: dict[str, set[str]] = {}
    for path in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner = node.func.value
                word = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
                if word in kinds:
                    found.setdefault(node.func.attr, set()).add(kinds[word])
                elif word == "trait":
                    found.setdefault(node.func.attr, set()).update(("race", "power"))
    return found


def test_every_hook_is_listed_in_the_order_of_the_code() -> None:
    assert [hook.name for hook in hooks.HOOKS] == [method.name for _, method in defined()]


@pytest.mark.parametrize("hook", hooks.HOOKS, ids=lambda hook: hook.name)
def test_parameters_and_answers_are_those_of_the_code(hook: hooks.Hook) -> None:
    _, method = next(pair for pair in defined() if pair[1].name == hook.name)
    assert hook.parameters == [argument.arg for argument in method.args.args[1:]]
    assert method.returns is not None
    assert hook.answers in KINDS.get(ast.unparse(method.returns), {hooks.DATA})


@pytest.mark.parametrize("hook", hooks.HOOKS, ids=lambda hook: hook.name)
def test_the_rules_ask_whom_the_list_says(hook: hooks.Hook) -> None:
    assert askers()[hook.name] == set(hook.asked.split(", "))


def test_what_a_class_body_may_set_is_listed() -> None:
    tree = ast.parse((RULES / "traits.py").read_text(encoding="utf-8"))
    fields: dict[str, set[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            targets = [part.target for part in node.body if isinstance(part, ast.AnnAssign)]
            fields[node.name] = {target.id for target in targets if isinstance(target, ast.Name)}
    inner = {"index", "first_verb", "forms", "marked", "defends"}
    assert set(hooks.FIELDS[hooks.RACE]) == (fields["Trait"] | fields["Race"]) - inner
    assert set(hooks.FIELDS[hooks.POWER]) == (fields["Trait"] | fields["Power"]) - inner


def test_the_documentation_prints_the_list() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert hooks.table() in text, "run: python -c 'from hordes.smallworld.hooks import table; print(table())'"


def test_the_guide_explains_every_hook_of_its_example() -> None:
    guide = (ROOT / "docs" / "own-pieces.md").read_text(encoding="utf-8")
    source = (ROOT / "examples" / "river_folk.py").read_text(encoding="utf-8")
    for name in re.findall(r"    def (\w+)\(", source):
        assert f"`{name}`" in guide


def bare(source: str) -> str:
    """Lines without blank ones and indentation, which the formatter sees to."""
    return "\n".join(line.strip() for line in source.splitlines() if line.strip())


def test_the_guide_shows_the_example_as_it_is() -> None:
    guide = (ROOT / "docs" / "own-pieces.md").read_text(encoding="utf-8")
    source = (ROOT / "examples" / "river_folk.py").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    assert blocks
    for block in blocks:
        assert bare(block) in bare(source)
