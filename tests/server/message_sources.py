"""Extracts translatable messages from the sources of a game or the server: keys and data fields."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import hordes

ROOT = Path(hordes.__file__).parent


def message_templates(game: str) -> dict[str, set[str]]:
    """Keys of a game's messages, and the names of their data fields."""
    templates: dict[str, set[str]] = {} if game == "server" else {"over": set()}
    shared = [ROOT / "engine" / ("fair_dice.py" if game == "server" else "core/move_words.py")]
    for path in [*sorted((ROOT / game).rglob("*.py")), *shared]:
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "translatable" in source else ():
            for key, words in _templates_in(node):
                templates.setdefault(key, set()).update(words)
    return templates


def _templates_in(node: ast.AST) -> list[tuple[str, set[str]]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "translatable" and (key := _text(node.args[0])):
            return [(key, _gaps(node.args[1]) | {word.arg for word in node.keywords if word.arg})]
        if node.func.id == "Message" and len(node.args) > 1 and (key := _text(node.args[1])):
            return [(key, set())]
        if node.func.id in ("wrong_moment", "require_phase", "require_turn"):
            return [(key, set()) for argument in node.args[1:3] if (key := _text(argument)) and key.isidentifier()]
    if isinstance(node, ast.Tuple) and len(node.elts) >= 2 and (key := _text(node.elts[-2])) and key.isidentifier():
        return [(key, _gaps(node.elts[-1]))] if " " in _text(node.elts[-1]) else []
    return []


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _gaps(node: ast.expr) -> set[str]:
    return {gap for _, gap, _, _ in string.Formatter().parse(_text(node)) if gap}
