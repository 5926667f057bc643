"""Lint of the compiled core: what mypyc gets wrong, and what makes it slow. `python -m tools.lint_core [FILE...]`.

Everywhere in the core, because the compiled program would be wrong:
    shift   the amount of a shift is a literal or an UPPER_CASE constant (mypyc shifts in 32 bits otherwise; use BIT[r])
    big     no integer of 2**62 or more (it becomes an object, and sums beyond it wrap silently)
    new     no `__new__` (the compiled one runs `__init__`)

In modules on the path of a playout, because it would be slow (all but those of tools.core.COLD):
    dynamic no Any (but in the types of JSON), Callable, getattr, setattr, lambda, generator or property
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

JSON = {"dict[str, Any]", "list[list[Any]]"}
DYNAMIC = {"Any", "Callable", "getattr", "setattr", "property"}
LIMIT = 2**62


def literal_value(node: ast.expr) -> int | None:
    """The integer a literal expression stands for, or None."""
    match node:
        case ast.Constant(value=int() as literal):
            return literal
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = literal_value(operand)
            return None if inner is None else -inner
        case ast.BinOp(left=left, op=ast.Pow() | ast.LShift() as op, right=right):
            a, b = literal_value(left), literal_value(right)
            if a is None or b is None or not 0 <= b <= 64:
                return None
            return int(a**b) if isinstance(op, ast.Pow) else a << b
    return None


def is_constant(node: ast.expr) -> bool:
    """Whether an expression is known to the compiler: a literal, or a name in capitals."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return literal_value(node) is not None or name.isupper()


def miscompiled(node: ast.AST) -> Iterator[str]:
    """Problems that would compile to a different program."""
    match node:
        case ast.BinOp(op=ast.LShift() | ast.RShift(), right=amount) if not is_constant(amount):
            yield "shift: the amount is a variable; use the table BIT"
        case ast.AugAssign(op=ast.LShift() | ast.RShift(), value=amount) if not is_constant(amount):
            yield "shift: the amount is a variable; use the table BIT"
        case ast.FunctionDef(name="__new__") | ast.Attribute(attr="__new__"):
            yield "new: a compiled __new__ runs __init__; write Class(other)"
    if isinstance(node, ast.expr) and abs(literal_value(node) or 0) >= LIMIT:
        yield "big: an integer of 2**62 or more"


def slow_constructs(node: ast.AST) -> Iterator[str]:
    """Problems that the compiler leaves to the interpreter."""
    match node:
        case ast.Name(id=name) if name in DYNAMIC:
            yield f"dynamic: {name}"
        case ast.Lambda() | ast.Yield() | ast.YieldFrom() | ast.GeneratorExp():
            yield f"dynamic: {type(node).__name__.lower()}"


def is_json(node: ast.AST) -> bool:
    """Whether this is a JSON type (positions, events, options), which is not used in hot code."""
    return isinstance(node, ast.Subscript) and ast.unparse(node) in JSON


def find_problems(source: str, *, cold: bool = False) -> list[tuple[int, str]]:
    """Line and message of every problem."""
    nodes = list(ast.walk(ast.parse(source)))
    # `Any` inside a JSON type is no dynamic code
    in_json_types = {part for node in nodes if is_json(node) for part in ast.walk(node)}
    problems: list[tuple[int, str]] = []
    for node in nodes:
        messages = [*miscompiled(node), *(() if cold or node in in_json_types else slow_constructs(node))]
        problems += [(getattr(node, "lineno", 0), message) for message in messages]
    return sorted(set(problems))


def main(paths: list[str]) -> int:
    """Lint the given files, or every compiled module; 1 if anything was found."""
    from tools.core import core_modules, is_cold  # imported here: linting a source text needs no setuptools

    paths = paths or core_modules()
    total = 0
    for path in map(Path, paths):
        for line, message in find_problems(path.read_text(encoding="utf-8"), cold=is_cold(path.as_posix())):
            print(f"{path.as_posix()}:{line}: {message}")
            total += 1
    print(f"{len(paths)} modules, {total} complaints")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
