"""Lint of the compiled core: what mypyc gets wrong, and what makes it slow. `python -m tools.lint_core [FILE...]`.

Everywhere in the core, because the compiled program would be wrong:
    shift   the amount of a shift is a literal or an UPPER_CASE constant (mypyc shifts in 32 bits otherwise; use BIT[r])
    big     no integer of 2**62 or more (it becomes an object, and sums beyond it wrap silently)
    new     no `__new__` (the compiled one runs `__init__`)

In modules on the path of a playout, because it would be slow (see COLD for the others):
    dynamic no Any (but in the types of JSON), Callable, getattr, setattr, lambda, generator or property
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

COLD = (
    *(f"smallworld/{name}.py" for name in "board options reading reading_turn refusal tell".split()),
    *(f"smallworld/{name}.py" for name in "necromancer_position reading_markers refusal_markers".split()),
    *(f"covil/{name}.py" for name in "board cardfile options position reading reading_agenda tell".split()),
    "engine/wording.py",
)
"""Modules that read what people and files say, or answer them: speed is no concern there."""

JSON = {"dict[str, Any]", "list[list[Any]]"}
DYNAMIC = {"Any", "Callable", "getattr", "setattr", "property"}
LIMIT = 2**62


def value(node: ast.expr) -> int | None:
    """The integer a literal expression stands for, or None."""
    match node:
        case ast.Constant(value=int() as literal):
            return literal
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = value(operand)
            return None if inner is None else -inner
        case ast.BinOp(left=left, op=ast.Pow() | ast.LShift() as op, right=right):
            a, b = value(left), value(right)
            if a is None or b is None or not 0 <= b <= 64:
                return None
            return int(a**b) if isinstance(op, ast.Pow) else a << b
    return None


def is_constant(node: ast.expr) -> bool:
    """Whether an expression is known to the compiler: a literal, or a name in capitals."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return value(node) is not None or name.isupper()


def wrong(node: ast.AST) -> Iterator[str]:
    """Complaints about what would compile to another program."""
    match node:
        case ast.BinOp(op=ast.LShift() | ast.RShift(), right=amount) if not is_constant(amount):
            yield "shift: the amount is a variable; use the table BIT"
        case ast.AugAssign(op=ast.LShift() | ast.RShift(), value=amount) if not is_constant(amount):
            yield "shift: the amount is a variable; use the table BIT"
        case ast.FunctionDef(name="__new__") | ast.Attribute(attr="__new__"):
            yield "new: a compiled __new__ runs __init__; write Class(other)"
    if isinstance(node, ast.expr) and abs(value(node) or 0) >= LIMIT:
        yield "big: an integer of 2**62 or more"


def slow(node: ast.AST) -> Iterator[str]:
    """Complaints about what the compiler leaves to the interpreter."""
    match node:
        case ast.Name(id=name) if name in DYNAMIC:
            yield f"dynamic: {name}"
        case ast.Lambda() | ast.Yield() | ast.YieldFrom() | ast.GeneratorExp():
            yield f"dynamic: {type(node).__name__.lower()}"


def is_json(node: ast.AST) -> bool:
    """Whether this is a type of positions, events and options, which only people and files see."""
    return isinstance(node, ast.Subscript) and ast.unparse(node) in JSON


def complaints(source: str, *, cold: bool = False) -> list[tuple[int, str]]:
    """Line and complaint for everything that breaks a rule."""
    nodes = list(ast.walk(ast.parse(source)))
    excused = {part for node in nodes if is_json(node) for part in ast.walk(node)}
    found: list[tuple[int, str]] = []
    for node in nodes:
        messages = [*wrong(node), *(() if cold or node in excused else slow(node))]
        found += [(getattr(node, "lineno", 0), message) for message in messages]
    return sorted(set(found))


def main(paths: list[str]) -> int:
    """Lint the given files, or every compiled module; 1 when anything was found."""
    if not paths:
        from tools.core import core_modules

        paths = core_modules()
    total = 0
    for path in map(Path, paths):
        for line, message in complaints(path.read_text(encoding="utf-8"), cold=path.as_posix().endswith(COLD)):
            print(f"{path.as_posix()}:{line}: {message}")
            total += 1
    print(f"{len(paths)} modules, {total} complaints")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
