"""Every sentence that a game or the server says by key, from its sources: the key, and the words that come with it."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import hordes

ROOT = Path(hordes.__file__).parent


def sayings(game: str) -> dict[str, set[str]]:
    """The keys of a game's sentences, and what may stand in their gaps."""
    found: dict[str, set[str]] = {} if game == "server" else {"over": set()}
    for path in sorted((ROOT / game).glob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "said" in source else ():
            for key, words in _sayings(node):
                found.setdefault(key, set()).update(words)
    return found


def _sayings(node: ast.AST) -> list[tuple[str, set[str]]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "said" and (key := _text(node.args[0])):
            return [(key, _gaps(node.args[1]) | {word.arg for word in node.keywords if word.arg})]
        if node.func.id == "Saying" and len(node.args) > 1 and (key := _text(node.args[1])):
            return [(key, set())]
        if node.func.id in ("_moment", "_not_now", "not_now", "require_phase", "require_turn"):
            return [(key, set()) for argument in node.args[1:3] if (key := _text(argument)) and key.isidentifier()]
    if isinstance(node, ast.Tuple) and len(node.elts) >= 2 and (key := _text(node.elts[-2])) and key.isidentifier():
        return [(key, _gaps(node.elts[-1]))] if " " in _text(node.elts[-1]) else []
    return []


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _gaps(node: ast.expr) -> set[str]:
    return {gap for _, gap, _, _ in string.Formatter().parse(_text(node)) if gap}
