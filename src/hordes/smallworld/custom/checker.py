"""Checker of custom sets: all faults with their lines, in names, numbers, hooks and verbs."""

from __future__ import annotations

import ast
import difflib
import inspect
import re

from hordes.smallworld.custom import hook_table, loader
from hordes.smallworld.custom.loader import CustomSet, Fault, line_of
from hordes.smallworld.custom.renames import renamed
from hordes.smallworld.options import BUILT_IN_SETS, RULINGS
from hordes.smallworld.state import moves
from hordes.smallworld.state.config import MAX_MEMBERS
from hordes.smallworld.state.constants import PIECE_KINDS
from hordes.smallworld.state.traits import Race, Trait
from hordes.smallworld.text.custom_verbs import PARAMETER_KINDS
from hordes.smallworld.text.glossary import TERMS

LARGEST_BANNER, LARGEST_BADGE = 11, 5
"""The greatest numbers printed on a banner and on a badge."""
TERMINAL_WORDS = frozenset(
    "help h u back m t regions p c combos l history coins q exit bye even undo spread all map table players column log "
    "score save load quit choose take attack leave put deploy peace end".split()
)
"""Commands of the terminal."""
RESERVED_WORDS = frozenset(
    [
        *moves.SINGLE_WORD_VERBS,
        *moves.CONQUEST_VERBS,
        *moves.REGION_VERBS,
        *moves.PIECE_VERBS,
        *moves.CHANCE_VERBS,
        *TERMINAL_WORDS,
    ]
    + "conquer place keep pick ally ask behemoth lose with token share bony buy".split()
)
OFFERING_HOOKS = (
    "offer_custom_verbs", "offer_conquest", "offer_redeployment", "offer_start", "offer_optional_pieces",
    "offer_finish",
)  # fmt: skip
"""Hooks in which a custom verb may be offered."""
HELPERS = ("verb_for", "word_for")
"""Methods of Trait that are no hooks."""


def load_and_check(path: str) -> tuple[CustomSet | None, list[Fault]]:
    """Load a set from a file, and list its faults in the order of the file, each of them once."""
    custom_set, faults = loader.load(path, loader.read(path))
    faults += find_faults(custom_set) if custom_set is not None else []
    return custom_set, sorted(set(faults))


def find_faults(custom_set: CustomSet) -> list[Fault]:
    """Every fault of a set, in the order of the file."""
    lines = SourceLines(custom_set.source)
    faults = _set_faults(custom_set)
    ids: dict[str, str] = _built_in_ids()
    words: dict[str, str] = {}
    for kind in custom_set.kinds:
        faults += _piece_faults(kind, custom_set, lines, ids, words)
    faults += [
        Fault(lines.line_of(kind.__name__), f"{kind.__name__} is in neither RACES nor POWERS.")
        for kind in vars(custom_set.module).values()
        if _is_unlisted(kind, custom_set)
    ]
    return sorted(faults, key=lambda fault: fault.line)


class SourceLines:
    """Line numbers of classes and their members in a source."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.classes = {node.name: node for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef)}
        self.attributes_read = {node.attr for node in ast.walk(self.tree) if isinstance(node, ast.Attribute)}

    def line_of(self, kind: str, name: str = "") -> int:
        """The line of a class, or of a name in its body."""
        node = self.classes.get(kind)
        if node is None:
            return 1
        for part in node.body if name else ():
            targets = part.targets if isinstance(part, ast.Assign) else [getattr(part, "target", None)]
            if name in [getattr(part, "name", ""), *[t.id for t in targets if isinstance(t, ast.Name)]]:
                return part.lineno
        return node.lineno


def _is_unlisted(kind: object, custom_set: CustomSet) -> bool:
    """Whether a piece is defined but not listed, and not the base class of another one."""
    if not isinstance(kind, type) or not issubclass(kind, Trait) or kind.__module__ != custom_set.module.__name__:
        return False
    return kind not in custom_set.kinds and not any(issubclass(other, kind) for other in custom_set.kinds)


def _built_in_ids() -> dict[str, str]:
    pieces = [kind() for races, powers in BUILT_IN_SETS.values() for kind in [*races, *powers]]
    return {piece.id: "a piece of the box" for piece in pieces} | dict.fromkeys(TERMS, "a word of the game")


def _set_faults(custom_set: CustomSet) -> list[Fault]:
    faults: list[Fault] = []
    if custom_set.name in BUILT_IN_SETS:
        faults.append(Fault(1, f"A set cannot be called {custom_set.name!r}, like a box; rename the file."))
    if not custom_set.kinds and not custom_set.is_partial:
        faults.append(Fault(1, "The set has neither a race nor a power: no class derives from Race or Power."))
    line = line_of(custom_set.source, "RULINGS")
    for name in custom_set.rulings:
        if name in RULINGS:
            faults.append(Fault(line, f"The ruling {name} exists already."))
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            faults.append(Fault(line, f"{name!r} cannot be a ruling's name: small letters, digits and underscores."))
    return faults


def _piece_faults(
    kind: type[Trait], custom_set: CustomSet, lines: SourceLines, ids: dict[str, str], words: dict[str, str]
) -> list[Fault]:
    name = kind.__name__
    strangers = [base.__name__ for base in kind.__mro__ if base.__module__.startswith("hordes.smallworld.sets")]
    if strangers:
        return [
            Fault(lines.line_of(name), f"{name} derives from {strangers[0]} of the box; derive from Race or Power.")
        ]
    faults = _name_faults(kind, lines) + _body_faults(kind, lines) + _hook_faults(kind, lines)
    faults += _attribute_faults(kind, lines)
    try:
        piece = kind()
    except Exception as error:
        return [*faults, Fault(lines.line_of(name, "__init__"), f"{name}() raised {type(error).__name__}: {error}.")]
    faults += [Fault(lines.line_of(name, key), text) for key, text in _number_faults(piece)]
    faults += [Fault(lines.line_of(name, "id"), text) for text in _id_faults(piece, ids)]
    faults += [Fault(lines.line_of(name, "words"), text) for text in _word_faults(piece, words, ids)]
    if piece.has_mark and (not re.fullmatch(r"[a-z]{2,20}", piece.mark) or piece.mark in PIECE_KINDS):
        taken = "taken by the box" if piece.mark in PIECE_KINDS else "no word in small letters"
        faults.append(Fault(lines.line_of(name, "mark"), f"{name}: the `mark` {piece.mark!r} is {taken}."))
    return faults


def _kind_of(kind: type[Trait]) -> str:
    return hook_table.RACE if issubclass(kind, Race) else hook_table.POWER


def _name_faults(kind: type[Trait], lines: SourceLines) -> list[Fault]:
    name = kind.__name__
    own = [base for base in kind.__mro__ if base.__module__ == kind.__module__]
    texts = [vars(base).get("text") or (base.__doc__ or "").strip() for base in own]
    if any(texts):
        return []
    return [
        Fault(lines.line_of(name), f'{name} has no `text`: its rule in a sentence, or as the class\'s """docstring""".')
    ]


def _id_faults(piece: Trait, ids: dict[str, str]) -> list[str]:
    name = type(piece).__name__
    faults: list[str] = []
    if not re.fullmatch(r"[a-z][a-z0-9_]*", piece.id):
        faults.append(f"{name}: the id {piece.id!r} should be small letters, digits and underscores.")
    if not piece.name.strip():
        faults.append(f"{name} has no name.")
    if piece.id in ids:
        faults.append(f"{name}: the id {piece.id!r} is taken by {ids[piece.id]}; give it another `id`.")
    ids.setdefault(piece.id, f"{name} of this set")
    return faults


RANGES = {
    "banner": (1, LARGEST_BANNER, "as on printed banners"),
    "bonus_tokens": (0, LARGEST_BANNER, "as the printed ones are"),
    "total": (1, MAX_MEMBERS, "tokens in all"),
    "least": (1, 3, "tokens that hold a region"),
    "tokens": (0, LARGEST_BADGE, "as on printed badges"),
    "toll": (0, 9, "coins"),
}
"""Range of each number, with what it counts."""


def _number_faults(piece: Trait) -> list[tuple[str, str]]:
    """Numbers out of range; values of the wrong type are reported by `_body_faults`."""
    name, fields = type(piece).__name__, hook_table.FIELDS[_kind_of(type(piece))]
    numbers = {key: getattr(piece, key) for key in RANGES if key in fields and isinstance(getattr(piece, key), int)}
    faults: list[tuple[str, str]] = []
    for key, n in numbers.items():
        low, high, why = RANGES[key]
        if not low <= n <= high:
            faults.append((key, f"{name}: `{key}` is {low} to {high}, {why}, not {n}."))
    if {"banner", "bonus_tokens", "total"} <= {*numbers} - {key for key, _ in faults}:
        brings = numbers["banner"] + numbers["bonus_tokens"] + LARGEST_BADGE
        if numbers["total"] < brings:
            parts = (
                f"{numbers['banner']} of the banner + {numbers['bonus_tokens']} + {LARGEST_BADGE} of the largest badge"
            )
            text = f"{name}: `total` is {numbers['total']}, but a combo may bring {brings} tokens: {parts}."
            faults.append(("total", text))
    return faults


def _word_faults(piece: Trait, words: dict[str, str], ids: dict[str, str]) -> list[str]:
    name, kind = type(piece).__name__, type(piece)
    faults: list[str] = []
    raw = next((vars(base)["words"] for base in kind.__mro__ if _defines(base, kind, "words")), ())
    if not isinstance(raw, (str, tuple, list)) or len(piece.verb_forms) != (1 if isinstance(raw, str) else len(raw)):
        faults.append(f'{name}: `words` lists texts, such as ("bless REGION",).')
    for form in piece.verb_forms:
        word, *places = form.split() or [""]
        if not re.fullmatch(r"[a-z]{2,20}", word) or len(places) > 1 or (places and places[0] not in PARAMETER_KINDS):
            faults.append(
                f"{name}: {form!r} is no form of a move: a word in small letters, and {' or '.join(PARAMETER_KINDS)}."
            )
        elif word in RESERVED_WORDS or word in ids:
            faults.append(f"{name}: the word `{word}` is taken by {ids.get(word, 'the game or its terminal')}.")
        elif word in words:
            faults.append(f"{name}: the word `{word}` belongs to {words[word]} already.")
        words.setdefault(word, name)
    for hooks in (OFFERING_HOOKS, ("apply_move",)) if piece.verb_forms else ():
        if not any(overrides(kind, hook) for hook in hooks):
            faults.append(f"{name} has words of its own but no `{hooks[0]}`.")
    return faults


def _defines(base: type, kind: type[Trait], name: str) -> bool:
    """Whether a base class from the same file sets that name; built-in base classes do not count."""
    return base.__module__ == kind.__module__ and name in vars(base)


def overrides(kind: type[Trait], hook: str) -> bool:
    """Whether a class, or a base class from the same file, defines this hook."""
    return any(_defines(base, kind, hook) for base in kind.__mro__)


def _body_faults(kind: type[Trait], lines: SourceLines) -> list[Fault]:
    """Class attributes of the wrong type, or with a misspelt name."""
    fields, name = hook_table.FIELDS[_kind_of(kind)], kind.__name__
    hooks = {hook.name: hook for hook in hook_table.HOOKS}
    faults: list[Fault] = []
    for key, value in vars(kind).items():
        if key.startswith("_") or callable(value) or key == "guarded":
            continue
        present = renamed("trait").get(key, "") if not _is_read(lines, key) else ""
        hook = hooks.get(present or key)
        if present or hook is not None:
            was = f"`{key}` is now called `{present}`, and it" if present else f"`{key}`"
            what = _definition(hook) if hook is not None else _attribute_hint(present)
            faults.append(Fault(lines.line_of(name, key), f"{name}.{key}: {was} {what}"))
            continue
        wanted = fields.get(key)
        if wanted in (int, str) and (not isinstance(value, wanted) or isinstance(value, bool)):
            what = "a number" if wanted is int else "a text"
            faults.append(Fault(lines.line_of(name, key), f"{name}.{key} is {what}, not {value!r}."))
        elif wanted is None and not _is_read(lines, key):
            near = difflib.get_close_matches(key, fields, 1, 0.7)
            if near:
                faults.append(Fault(lines.line_of(name, key), f"{name}.{key} means nothing; did you mean `{near[0]}`?"))
    return faults


def _definition(hook: hook_table.Hook) -> str:
    """How a hook is written, for somebody who has set it like an attribute."""
    return f"is a hook, which is a method: write `def {hook.name}({', '.join(['self', *hook.parameters])}):`."


def _attribute_hint(present: str) -> str:
    """What to do with an attribute that every piece has, and that its class does not set."""
    made_of = {"verb_forms": "words", "has_mark": "mark"}.get(present)
    return f"is made of `{made_of}`: set that." if made_of else "is a method of every piece: choose another name."


def _is_read(lines: SourceLines, key: str) -> bool:
    """Whether anything in the file reads an attribute of this name."""
    return key in lines.attributes_read


def _hook_faults(kind: type[Trait], lines: SourceLines) -> list[Fault]:
    """Methods that are never called, and hooks with the wrong parameters."""
    name, mine = kind.__name__, hook_table.hooks_of(_kind_of(kind))
    every = {hook.name: hook for hook in hook_table.HOOKS}
    faults: list[Fault] = []
    for key, value in vars(kind).items():
        if key.startswith("_") or not inspect.isfunction(value):
            continue
        line = lines.line_of(name, key)
        if key in renamed("trait"):
            faults.append(Fault(line, f"{name}.{key}: the hook `{key}` is now called `{renamed('trait')[key]}`."))
        elif key in mine:
            faults += [Fault(line, text) for text in _signature_faults(f"{name}.{key}", value, mine[key])]
        elif key in every:
            faults.append(
                Fault(line, f"{name}.{key}: `{key}` is asked of {every[key].asked_of}s only; nobody would call it.")
            )
        elif key in HELPERS:
            faults.append(Fault(line, f"{name}.{key}: the name `{key}` is used by every piece; choose another one."))
        else:
            faults += [Fault(line, text) for text in _unknown_method(name, key, [*mine], lines)]
    return faults


def _unknown_method(name: str, key: str, known: list[str], lines: SourceLines) -> list[str]:
    """Fault for a method that is no hook, unless the file itself calls it."""
    near = difflib.get_close_matches(key, known, 1, 0.6)
    if _is_read(lines, key):
        return []
    hint = f" Did you mean `{near[0]}`?" if near else " The hooks are listed in docs/hooks.md."
    return [f"{name}.{key} is no hook, and nothing in this file calls it.{hint}"]


def _signature_faults(name: str, function: object, hook: hook_table.Hook) -> list[str]:
    assert callable(function)
    parameters = list(inspect.signature(function).parameters.values())[1:]
    fixed = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    rest = any(p.kind == p.VAR_POSITIONAL for p in parameters)
    needed = [p for p in fixed if p.default is p.empty]
    given = len(hook.parameters)
    if any(p.kind == p.KEYWORD_ONLY and p.default is p.empty for p in parameters) or not (
        len(needed) <= given <= len(fixed) or (rest and len(needed) <= given)
    ):
        wanted = ", ".join(["self", *hook.parameters])
        return [
            f"{name} takes ({', '.join(['self', *[p.name for p in parameters]])}); the rules call it with ({wanted})."
        ]
    return []


# Attributes that were renamed since version 0.1

GROUPS = {
    "self": "trait",
    "t": "table",
    "me": "army",
    "attacker": "army",
    "victim": "army",
    "old": "army",
    "new": "army",
}
"""What the parameters of hooks are, by their names in the hook table."""
MEMBERS = {"board": "board", "rules": "rules", "race": "trait", "power": "trait"}
"""What some attributes of these are."""


def _attribute_faults(kind: type[Trait], lines: SourceLines) -> list[Fault]:
    """Uses of renamed attributes of the table, an army and so on, as far as the source alone shows what they are."""
    node, hooks = lines.classes.get(kind.__name__), hook_table.hooks_of(_kind_of(kind))
    faults: list[Fault] = []
    for method in [part for part in node.body if isinstance(part, ast.FunctionDef)] if node is not None else []:
        names = [argument.arg for argument in method.args.args]
        # hooks are called by position, so their parameters may have any names; those of helpers go by the usual ones
        usual = ["self", *hooks[method.name].parameters] if method.name in hooks else names
        groups = {name: GROUPS.get(role, "") for name, role in zip(names, usual, strict=False)}
        for part in ast.walk(method):
            if isinstance(part, ast.Attribute):
                new = renamed(_group_of(part.value, groups)).get(part.attr)
                if new is not None and not (ast.unparse(part.value) == "self" and overrides(kind, part.attr)):
                    text = f"{kind.__name__}.{method.name}: `{ast.unparse(part)}` is now called `{new}`."
                    faults.append(Fault(part.lineno, text))
    return faults


def _group_of(expression: ast.expr, groups: dict[str, str]) -> str:
    """Which group of renames applies to attributes of an expression; empty when unknown."""
    if isinstance(expression, ast.Name):
        return groups.get(expression.id, "")
    if isinstance(expression, ast.Attribute) and _group_of(expression.value, groups):
        return MEMBERS.get(expression.attr, "")
    return ""
