"""Conventions of the Python sources: module docstrings, names, and the reason in every test of a refused move.

A move that is refused for another reason than the rule under test would otherwise pass unnoticed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hordes.engine.errors import GameOver, Refusal, RuleViolation
from tests.refusals import FEWEST_WORDS

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "tests", "tools", "bench", "examples")
MODULES = {
    path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in [*ROOT.glob("*.py"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))]
}
SOURCES = {path.removeprefix("tests/"): tree for path, tree in MODULES.items() if path.startswith("tests/")}


# Tests of refused moves


def family(kind: type[Exception]) -> set[str]:
    """Names of a class and all its subclasses."""
    return {kind.__name__}.union(*[family(subclass) for subclass in kind.__subclasses__()])


REFUSALS = family(Refusal)
"""Errors for which `pytest.raises` needs `match`, or `as` and a later assertion."""

CODE = "illegal_move"
ANY_REASON = {"refusals.py", "test_conventions.py", "cases/test_cases.py"}
"""Modules that check the error code together with the reason."""
ANY_REASON |= {"smallworld/text/test_protocol.py", "server/crash_test.py"}
"""Modules with random moves, which may be refused for any reason."""


def name_of(node: ast.expr) -> str:
    """The last word of a name: `refused` of `positions.refused`."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def calls(tree: ast.Module) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def takes_a_reason(function: ast.FunctionDef) -> bool:
    return any(argument.arg == "because" for argument in [*function.args.args, *function.args.kwonlyargs])


HELPERS = {function.name for tree in SOURCES.values() for function in functions(tree) if takes_a_reason(function)}


def unreasoned(tree: ast.Module) -> list[int]:
    """Lines of calls that expect a refusal without a reason."""
    lines, kept = [], read_later(tree)
    for call in calls(tree):
        if name_of(call.func) in HELPERS - {"fits"}:
            given = [word.value for word in call.keywords if word.arg == "because"]
            if not given or any(too_short(value) for value in given):
                lines.append(call.lineno)
        if name_of(call.func) == "raises" and call.args and names(call.args[0]) & REFUSALS:
            lines += [call.lineno] * (call not in kept and all(word.arg != "match" for word in call.keywords))
    return lines


def read_later(tree: ast.Module) -> set[ast.expr]:
    """Context expressions of `with ... as name`."""
    given = (item for node in ast.walk(tree) if isinstance(node, ast.With) for item in node.items)
    return {item.context_expr for item in given if item.optional_vars is not None}


def too_short(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and len(str(value.value).split()) < FEWEST_WORDS


def names(node: ast.expr) -> set[str]:
    return {name_of(part) for part in ast.walk(node) if isinstance(part, ast.Name | ast.Attribute)}


def test_the_helpers_are_found() -> None:
    assert {"refused", "refuses", "team_refuses", "refused_with_dames", "refused_all_sets", "reason"} <= HELPERS


def test_no_helper_has_a_default_reason() -> None:
    """`because` has no default, so that nobody can leave it out."""
    for tree in SOURCES.values():
        for function in functions(tree):
            by_name = dict(zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True))
            assert [a.arg for a, default in by_name.items() if a.arg == "because" and default is not None] == []


def test_every_expected_refusal_names_the_reason() -> None:
    missing = {path: lines for path, tree in SOURCES.items() if (lines := unreasoned(tree))}
    assert missing == {}, "these lines need `because=`, or `match=` in `pytest.raises`"


def test_no_module_checks_only_the_code_of_a_refusal() -> None:
    """`illegal_move` alone is too little: the helpers of `tests.refusals` check the message too."""
    others = {path: tree for path, tree in SOURCES.items() if path not in ANY_REASON}
    assert [path for path, tree in others.items() if any(is_code(node) for node in ast.walk(tree))] == []


def is_code(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == CODE


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("refused(a, b, 'stop')", 1),
        ("positions.refused(a, b, 'stop')", 1),
        ("refused(a, b, 'stop', because='immune')", 1),
        ("refused(a, b, 'stop', because='b is immune')", 0),
        ("refused(a, b, 'stop', because=why)", 0),
        (f"raises({RuleViolation.__name__})", 1),
        (f"pytest.raises((errors.{GameOver.__name__}, ValueError))", 1),
        (f"pytest.raises({GameOver.__name__}, match='over')", 0),
        (f"with pytest.raises({GameOver.__name__}): pass", 1),
        (f"with pytest.raises({GameOver.__name__}) as refusal: pass", 0),
        ("pytest.raises(ValueError)", 0),
    ],
)
def test_a_call_without_a_reason_is_noticed(line: str, count: int) -> None:
    assert len(unreasoned(ast.parse(line))) == count


# Docstrings and names

OLD_WORDS = frozenset(
    """
    agreement appraisal bargain bereaved boon cardfile course curiosity doorkeeper drill enrol fate foresight harvest
    haunts herald honesty instinct judge lookout lore malice mourning numbering office outlook overheard saying slips
    swells takings telling thinker troubles watcher
    """.split()
)
"""Words of version 0.1 that have a plain successor, such as `event_log` for `course` (singular, or as they were)."""

KEPT_NAMES = {
    ("src/hordes/server/settings.py", "max_watchers"),
    ("src/hordes/smallworld/wire/views.py", "mourning"),
    ("web/src/smallworld/wire.ts", "mourning"),
}
"""Public names since version 0.1: a setting of the server, a key of positions."""


def has_docstring(tree: ast.Module) -> bool:
    """Whether a module says what it is for; an empty `__init__.py` need not."""
    return not tree.body or bool(ast.get_docstring(tree))


def variables(tree: ast.Module) -> Iterator[str]:
    """Names of parameters, and of everything that is assigned, imported, caught or matched."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield name_of(node)
        elif isinstance(node, ast.alias):
            yield node.asname or ""
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            yield node.name or ""


def identifiers(tree: ast.Module) -> Iterator[str]:
    """The variables, and the names of classes and functions."""
    yield from variables(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def words_of(name: str) -> set[str]:
    """The words of a name, in small letters: `a`, `b` and `cd` of `A_bCd`."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def has_old_word(name: str) -> bool:
    """Whether a name contains a word of the old vocabulary, in the singular or the plural."""
    return any(word in OLD_WORDS or word.removesuffix("s") in OLD_WORDS for word in words_of(name))


def test_the_modules_of_every_folder_are_read() -> None:
    assert {path.partition("/")[0] for path in MODULES if "/" in path} == set(FOLDERS)
    assert {"conftest.py", "check.py", "tests/conftest.py", "src/hordes/engine/match.py"} <= MODULES.keys()


def test_every_module_has_a_docstring() -> None:
    assert [path for path, tree in MODULES.items() if not has_docstring(tree)] == []


def test_no_file_is_named_by_an_old_word() -> None:
    assert [path for path in MODULES if has_old_word(path)] == []


def test_no_name_contains_an_old_word() -> None:
    old = {(path, name) for path, tree in MODULES.items() for name in identifiers(tree) if has_old_word(name)}
    assert old - KEPT_NAMES == set(), "use the word an engineer would search for"


def test_results_are_named_after_what_they_are() -> None:
    """`found` says nothing about a result: `errors`, `rows` or `match` do. One event has a key of this name."""
    named = [path for path, tree in MODULES.items() if "found" in variables(tree)]
    assert named == ["src/hordes/smallworld/wire/events.py"]


@pytest.mark.parametrize(
    ("source", "expected"), [("", True), ('"""A module."""', True), ("import os", False), ("'' ''", False)]
)
def test_a_missing_docstring_is_noticed(source: str, expected: bool) -> None:
    assert has_docstring(ast.parse(source)) == expected


@pytest.mark.parametrize(
    "source",
    [
        "class GameCourse: pass",
        "def lookout(): pass",
        "async def open_office(): pass",
        "def rate(*, malice): pass",
        "JUDGE = 1",
        "self.thinkers = []",
        "drills: list[int] = []",
        "for saying in texts: pass",
        "[lore for lore in texts]",
        "with file as herald: pass",
        "import hordes as agreements",
        "try: pass\nexcept ValueError as outlook: pass",
        "match a:\n    case [1, *boons]: pass",
        "match a:\n    case int() as fate: pass",
        "(telling := 1)",
    ],
)
def test_an_old_word_is_noticed(source: str) -> None:
    assert any(has_old_word(name) for name in identifiers(ast.parse(source)))


@pytest.mark.parametrize("name", ["course_of", "courses", "tests/lab/test_drills.py", "OpenOffice", "HERALD"])
def test_an_old_word_is_noticed_in_any_spelling(name: str) -> None:
    assert has_old_word(name)


@pytest.mark.parametrize("name", ["officer", "folklore", "discourse", "storytelling", "explore", "fated"])
def test_an_old_word_inside_another_word_is_none(name: str) -> None:
    assert not has_old_word(name)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("found = 1", True),
        ("def f(found): pass", True),
        ("self.found: int = 1", True),
        ("[a for found in b]", True),
        ("def found(): pass", False),
        ("FOUND = 1", False),
        ("coins_found = state.found", False),
    ],
)
def test_a_result_called_found_is_noticed(source: str, expected: bool) -> None:
    assert ("found" in variables(ast.parse(source))) == expected


# The page

PAGE = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for kind in ("ts", "svelte")
    for path in (ROOT / "web" / "src").rglob(f"*.{kind}")
}
NO_CODE = re.compile(r"""/\*.*?\*/|//[^\n]*|<!--.*?-->|<style.*?</style>|"[^"\n]*"|'[^'\n]*'|`[^`]*`""", re.DOTALL)
"""Comments, styles and texts."""


def page_identifiers(source: str) -> set[str]:
    """Identifiers in TypeScript or Svelte, without comments, styles and texts; words in markup count too."""
    return set(re.findall(r"[A-Za-z_]\w*", NO_CODE.sub(" ", source)))


def has_header(source: str) -> bool:
    """Whether a file begins with a comment, of a component inside its script."""
    return re.match(r"(<script[^\n]*>)?\s*(//|/\*|<!--)", source) is not None


def test_every_file_of_the_page_begins_with_a_comment_that_says_what_it_is() -> None:
    assert len(PAGE) > 100
    assert [path for path, source in PAGE.items() if not has_header(source)] == []


def test_no_name_of_the_page_contains_an_old_word() -> None:
    old = {
        (path, name) for path, text in PAGE.items() for name in {path, *page_identifiers(text)} if has_old_word(name)
    }
    assert old - KEPT_NAMES == set(), "use the word an engineer would search for"


@pytest.mark.parametrize(
    ("source", "expected"),
    [("const outlook = 1;", True), ("class GameCourse {}", True), ("// the course", False), ('t("lore")', False)],
)
def test_an_old_word_of_the_page_is_noticed(source: str, expected: bool) -> None:
    assert any(has_old_word(name) for name in page_identifiers(source)) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("// A store.\n", True),
        ('<script lang="ts">\n  // Coins.\n', True),
        ("import a", False),
        ("<script>\n  let a", False),
    ],
)
def test_a_missing_header_is_noticed(source: str, expected: bool) -> None:
    assert has_header(source) == expected
