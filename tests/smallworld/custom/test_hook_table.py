"""The hook table is complete, in order, and agrees with the rules, the checker and the generated page."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from hordes.smallworld.custom import hook_table

ROOT = Path(__file__).parents[3]
RULES = ROOT / "src" / "hordes" / "smallworld"
KINDS = {
    "i64": {hook_table.REGIONS, hook_table.NUMBER},
    "bool": {hook_table.YES},
    "None": {hook_table.MOMENT},
    "str": {hook_table.TEXT},
}


def methods() -> list[tuple[str, ast.FunctionDef]]:
    tree = ast.parse((RULES / "state" / "traits.py").read_text(encoding="utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name in ("Trait", "Race", "Power")]
    return [(c.name, m) for c in classes for m in c.body if isinstance(m, ast.FunctionDef)]


def defined() -> list[tuple[str, ast.FunctionDef]]:
    return [(c, m) for c, m in methods() if m.name not in ("__init__", "verb_for", "word_for")]


@cache
def askers() -> dict[str, set[str]]:
    """Of whom each hook is asked, by the calls in the rules such as `me.race.income(...)`."""
    kinds = {"race": "race", "power": "power", "kept_badge": "power", "badge": "power"}
    kinds_by_hook: dict[str, set[str]] = {}
    for path in RULES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner = node.func.value
                word = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
                if word in kinds:
                    kinds_by_hook.setdefault(node.func.attr, set()).add(kinds[word])
                elif word == "trait":
                    kinds_by_hook.setdefault(node.func.attr, set()).update(("race", "power"))
    return kinds_by_hook


def test_every_hook_is_listed_in_the_order_of_the_code() -> None:
    assert [hook.name for hook in hook_table.HOOKS] == [method.name for _, method in defined()]


@pytest.mark.parametrize("hook", hook_table.HOOKS, ids=lambda hook: hook.name)
def test_parameters_and_answers_are_those_of_the_code(hook: hook_table.Hook) -> None:
    _, method = next(pair for pair in defined() if pair[1].name == hook.name)
    assert hook.parameters == [argument.arg for argument in method.args.args[1:]]
    assert method.returns is not None
    assert hook.answers in KINDS.get(ast.unparse(method.returns), {hook_table.DATA})


@pytest.mark.parametrize("hook", hook_table.HOOKS, ids=lambda hook: hook.name)
def test_the_rules_ask_whom_the_list_says(hook: hook_table.Hook) -> None:
    assert askers()[hook.name] == set(hook.asked_of.split(", "))


def test_what_a_class_body_may_set_is_listed() -> None:
    tree = ast.parse((RULES / "state" / "traits.py").read_text(encoding="utf-8"))
    fields: dict[str, set[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            targets = [part.target for part in node.body if isinstance(part, ast.AnnAssign)]
            fields[node.name] = {target.id for target in targets if isinstance(target, ast.Name)}
    inner = {"index", "first_verb", "verb_forms", "has_mark", "raises_cost", "has_immunity"}
    assert set(hook_table.FIELDS[hook_table.RACE]) == (fields["Trait"] | fields["Race"]) - inner
    assert set(hook_table.FIELDS[hook_table.POWER]) == (fields["Trait"] | fields["Power"]) - inner


def test_the_page_is_the_generated_one() -> None:
    text = (ROOT / "docs" / "hooks.md").read_text(encoding="utf-8")
    assert text == hook_table.markdown_page(), "run: python -m hordes.smallworld.custom.hook_table > docs/hooks.md"


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
