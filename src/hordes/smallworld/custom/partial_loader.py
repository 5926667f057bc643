"""Loads what can be loaded of a custom set whose file fails: runs it statement by statement, to report all its faults.

`run_piecewise` is called by `loader.load` when running the whole file has raised an exception.
"""

from __future__ import annotations
import __future__

import ast
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from hordes.smallworld.custom.renames import renamed

if TYPE_CHECKING:
    from hordes.smallworld.custom.loader import Fault

API = "hordes.smallworld.custom.api"


class Unknown:
    """Stands for a name that could not be defined; whatever is done with it gives another one."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Unknown:
        if name.startswith("__"):
            raise AttributeError(name)
        return Unknown()

    def __call__(self, *arguments: Any, **keywords: Any) -> Unknown:
        return Unknown()


def api_names() -> list[str]:
    """The names that a set may import."""
    names: list[str] = import_module(API).__all__
    return names


def run_piecewise(
    source: str, path: str, module: ModuleType, fault_of: Callable[[str, Exception], Fault]
) -> list[Fault]:
    """Run every statement of a source that can be run; the others become faults and their names `Unknown`.

    A name from a module that was renamed becomes what it is called now, so that classes made of it can be checked.
    """
    tree, faults, flags = ast.parse(source, path), [], 0
    for statement in [part for node in tree.body for part in _parts(node)]:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            flags |= getattr(__future__, statement.names[0].name).compiler_flag
            continue
        error = _run(statement, path, module, flags)
        if error is None:
            continue
        faults.append(fault_of(path, error))
        updated = ast.fix_missing_locations(_PresentModules().visit(statement))
        if isinstance(error, AttributeError) and _run(updated, path, module, flags) is None:
            continue
        for name, value in _substitutes(statement):
            module.__dict__.setdefault(name, value)
    return faults


def _run(statement: ast.stmt, path: str, module: ModuleType, flags: int) -> Exception | None:
    try:
        code = compile(ast.Module([statement], []), path, "exec", flags, dont_inherit=True)
        exec(code, module.__dict__)
    except Exception as error:
        return error
    except SystemExit:
        return RuntimeError("it leaves the program (SystemExit)")
    return None


def _parts(node: ast.stmt) -> Iterator[ast.stmt]:
    """A statement, or one for each name of an import."""
    if isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield ast.copy_location(ast.ImportFrom(node.module, [alias], node.level), node)
    elif isinstance(node, ast.Import):
        for alias in node.names:
            yield ast.copy_location(ast.Import([alias]), node)
    else:
        yield node


def _substitutes(statement: ast.stmt) -> Iterator[tuple[str, Any]]:
    """The names that a statement would have defined, with what stands for them."""
    if isinstance(statement, ast.ImportFrom):
        wanted, api = statement.names[0], import_module(API)
        if wanted.name == "*":
            yield from [(name, getattr(api, name)) for name in api_names()]
        elif f"{statement.module}.{wanted.name}" in renamed("modules"):
            yield wanted.asname or wanted.name, api
        else:
            present = renamed("api").get(wanted.name, wanted.name)
            yield wanted.asname or wanted.name, getattr(api, present) if present in api_names() else Unknown()
    elif isinstance(statement, ast.Import):
        wanted = statement.names[0]
        module = wanted.name if wanted.asname is not None else wanted.name.split(".")[0]
        known = API if module in renamed("modules") else module if module == "hordes" else ""
        yield wanted.asname or module, import_module(known) if known else Unknown()
    else:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id, Unknown()
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            yield statement.name, Unknown()


class _PresentModules(ast.NodeTransformer):
    """Replaces renamed modules that are written out, such as `hordes.smallworld.kit.Race`, by the present ones."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        new = renamed("modules").get(ast.unparse(node))
        if new is None:
            return self.generic_visit(node)
        call = ast.parse(f"__import__('importlib').import_module({new!r})", mode="eval").body
        return ast.copy_location(call, node)
