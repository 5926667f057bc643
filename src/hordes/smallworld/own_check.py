"""What is wrong with a set of one's own, all of it, with the lines: names, numbers, hooks and words."""

from __future__ import annotations

import ast
import difflib
import inspect
import re

from hordes.smallworld import hooks, moves
from hordes.smallworld.army import MOST
from hordes.smallworld.glossary import TERMS
from hordes.smallworld.options import BOXES, RULINGS
from hordes.smallworld.own import Fault, OwnSet, line_of
from hordes.smallworld.own_words import PLACES
from hordes.smallworld.traits import Race, Trait
from hordes.smallworld.vocabulary import PIECE_KINDS

LARGEST_BANNER, LARGEST_BADGE = 11, 5
"""The highest numbers printed on a banner and on a badge."""
TERMINAL = frozenset(
    "help h u back m t regions p c combos l history coins q exit bye even undo spread all map table players column log "
    "score save load quit choose take attack leave put deploy peace end".split()
)
"""Words that the terminal understands as its own."""
TAKEN = frozenset(
    [*moves.LONE, *moves.MEANS, *moves.REGIONS, *moves.PIECES, *moves.CHANCES, *TERMINAL]
    + "conquer place keep pick ally ask behemoth lose with token share bony buy".split()
)
HELPERS = ("number", "word")
"""What a trait offers its subclasses; no hooks."""


def faults(found: OwnSet) -> list[Fault]:
    """Every fault of a set, in the order of the file."""
    lines = Lines(found.source)
    wrong = _set_faults(found)
    ids: dict[str, str] = _ids_of_the_box()
    words: dict[str, str] = {}
    for kind in found.kinds:
        wrong += _piece_faults(kind, found, lines, ids, words)
    wrong += [
        Fault(lines.of(kind.__name__), f"{kind.__name__} is in neither RACES nor POWERS.")
        for kind in vars(found.module).values()
        if _unlisted(kind, found)
    ]
    return sorted(wrong, key=lambda fault: fault.line)


class Lines:
    """Where things stand in a source."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.classes = {node.name: node for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef)}
        self.asked = {node.attr for node in ast.walk(self.tree) if isinstance(node, ast.Attribute)}

    def of(self, kind: str, name: str = "") -> int:
        """The line of a class, or of a name in its body."""
        node = self.classes.get(kind)
        if node is None:
            return 1
        for part in node.body if name else ():
            targets = part.targets if isinstance(part, ast.Assign) else [getattr(part, "target", None)]
            if name in [getattr(part, "name", ""), *[t.id for t in targets if isinstance(t, ast.Name)]]:
                return part.lineno
        return node.lineno


def _unlisted(kind: object, found: OwnSet) -> bool:
    """A piece that is defined and not listed, unless another one derives from it."""
    if not isinstance(kind, type) or not issubclass(kind, Trait) or kind.__module__ != found.module.__name__:
        return False
    return kind not in found.kinds and not any(issubclass(other, kind) for other in found.kinds)


def _ids_of_the_box() -> dict[str, str]:
    pieces = [kind() for races, powers in BOXES.values() for kind in [*races, *powers]]
    return {piece.id: "a piece of the box" for piece in pieces} | dict.fromkeys(TERMS, "a word of the game")


def _set_faults(found: OwnSet) -> list[Fault]:
    wrong: list[Fault] = []
    if found.name in BOXES:
        wrong.append(Fault(1, f"A set cannot be called {found.name!r}, like a box; rename the file."))
    if not found.kinds:
        wrong.append(Fault(1, "The set has neither a race nor a power: no class derives from Race or Power."))
    line = line_of(found.source, "RULINGS")
    for name in found.rulings:
        if name in RULINGS:
            wrong.append(Fault(line, f"The ruling {name} exists already."))
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            wrong.append(Fault(line, f"{name!r} cannot be a ruling's name: small letters, digits and underscores."))
    return wrong


def _piece_faults(
    kind: type[Trait], found: OwnSet, lines: Lines, ids: dict[str, str], words: dict[str, str]
) -> list[Fault]:
    name = kind.__name__
    strangers = [base.__name__ for base in kind.__mro__ if base.__module__.startswith("hordes.smallworld.sets")]
    if strangers:
        return [Fault(lines.of(name), f"{name} derives from {strangers[0]} of the box; derive from Race or Power.")]
    texts = _name_faults(kind, lines) + _body_faults(kind, lines) + _hook_faults(kind, lines)
    try:
        piece = kind()
    except Exception as error:
        return [*texts, Fault(lines.of(name, "__init__"), f"{name}() raised {type(error).__name__}: {error}.")]
    texts += [Fault(lines.of(name, key), text) for key, text in _number_faults(piece)]
    texts += [Fault(lines.of(name, "id"), text) for text in _id_faults(piece, ids)]
    texts += [Fault(lines.of(name, "words"), text) for text in _word_faults(piece, words, ids)]
    if piece.marked and (not re.fullmatch(r"[a-z]{2,20}", piece.mark) or piece.mark in PIECE_KINDS):
        taken = "taken by the box" if piece.mark in PIECE_KINDS else "no word in small letters"
        texts.append(Fault(lines.of(name, "mark"), f"{name}: the `mark` {piece.mark!r} is {taken}."))
    return texts


def _kind_of(kind: type[Trait]) -> str:
    return hooks.RACE if issubclass(kind, Race) else hooks.POWER


def _name_faults(kind: type[Trait], lines: Lines) -> list[Fault]:
    name = kind.__name__
    own = [base for base in kind.__mro__ if base.__module__ == kind.__module__]
    texts = [vars(base).get("text") or (base.__doc__ or "").strip() for base in own]
    if any(texts):
        return []
    return [Fault(lines.of(name), f'{name} has no `text`: its rule in a sentence, or as the class\'s """docstring""".')]


def _id_faults(piece: Trait, ids: dict[str, str]) -> list[str]:
    name = type(piece).__name__
    found: list[str] = []
    if not re.fullmatch(r"[a-z][a-z0-9_]*", piece.id):
        found.append(f"{name}: the id {piece.id!r} should be small letters, digits and underscores.")
    if not piece.name.strip():
        found.append(f"{name} has no name.")
    if piece.id in ids:
        found.append(f"{name}: the id {piece.id!r} is taken by {ids[piece.id]}; give it another `id`.")
    ids.setdefault(piece.id, f"{name} of this set")
    return found


RANGES = {
    "banner": (1, LARGEST_BANNER, "as on printed banners"),
    "bonus_tokens": (0, LARGEST_BANNER, "as the printed ones are"),
    "total": (1, MOST, "tokens in all"),
    "least": (1, 3, "tokens that hold a region"),
    "tokens": (0, LARGEST_BADGE, "as on printed badges"),
    "toll": (0, 9, "coins"),
}
"""What each number may be, and why."""


def _number_faults(piece: Trait) -> list[tuple[str, str]]:
    """Numbers beyond what is printed; what is no number at all is said elsewhere."""
    name, fields = type(piece).__name__, hooks.FIELDS[_kind_of(type(piece))]
    numbers = {key: getattr(piece, key) for key in RANGES if key in fields and isinstance(getattr(piece, key), int)}
    found: list[tuple[str, str]] = []
    for key, n in numbers.items():
        low, high, why = RANGES[key]
        if not low <= n <= high:
            found.append((key, f"{name}: `{key}` is {low} to {high}, {why}, not {n}."))
    if {"banner", "bonus_tokens", "total"} <= {*numbers} - {key for key, _ in found}:
        brings = numbers["banner"] + numbers["bonus_tokens"] + LARGEST_BADGE
        if numbers["total"] < brings:
            parts = (
                f"{numbers['banner']} of the banner + {numbers['bonus_tokens']} + {LARGEST_BADGE} of the largest badge"
            )
            text = f"{name}: `total` is {numbers['total']}, but a combo may bring {brings} tokens: {parts}."
            found.append(("total", text))
    return found


def _word_faults(piece: Trait, words: dict[str, str], ids: dict[str, str]) -> list[str]:
    name, kind = type(piece).__name__, type(piece)
    found: list[str] = []
    raw = next((vars(base)["words"] for base in kind.__mro__ if _writes(base, kind, "words")), ())
    if not isinstance(raw, (str, tuple, list)) or len(piece.forms) != (1 if isinstance(raw, str) else len(raw)):
        found.append(f'{name}: `words` lists texts, such as ("bless REGION",).')
    for form in piece.forms:
        word, *places = form.split() or [""]
        if not re.fullmatch(r"[a-z]{2,20}", word) or len(places) > 1 or (places and places[0] not in PLACES):
            found.append(f"{name}: {form!r} is no form of a move: a word in small letters, and {' or '.join(PLACES)}.")
        elif word in TAKEN or word in ids:
            found.append(f"{name}: the word `{word}` is taken by {ids.get(word, 'the game or its terminal')}.")
        elif word in words:
            found.append(f"{name}: the word `{word}` belongs to {words[word]} already.")
        words.setdefault(word, name)
    for hook in ("offer", "act") if piece.forms else ():
        others = ("offer", "offer_conquest", "offer_redeployment", "offer_start", "offer_extra", "offer_finish")
        if not any(overrides(kind, other) for other in (others if hook == "offer" else ("act",))):
            found.append(f"{name} has words of its own but no `{hook}`.")
    return found


def _writes(base: type, kind: type[Trait], name: str) -> bool:
    """Does this base of a class, in the same file, write that name? Compiled ones answer for themselves."""
    return base.__module__ == kind.__module__ and name in vars(base)


def overrides(kind: type[Trait], hook: str) -> bool:
    """Does a class, or one of the same file, define this hook?"""
    return any(_writes(base, kind, hook) for base in kind.__mro__)


def _body_faults(kind: type[Trait], lines: Lines) -> list[Fault]:
    """Numbers and texts of a class body that have the wrong type, or a name that nearly is one of ours."""
    fields, name = hooks.FIELDS[_kind_of(kind)], kind.__name__
    found: list[Fault] = []
    for key, value in vars(kind).items():
        if key.startswith("_") or callable(value) or key == "guarded":
            continue
        wanted = fields.get(key)
        if wanted in (int, str) and (not isinstance(value, wanted) or isinstance(value, bool)):
            what = "a number" if wanted is int else "a text"
            found.append(Fault(lines.of(name, key), f"{name}.{key} is {what}, not {value!r}."))
        elif wanted is None and not _reads(lines, key):
            near = difflib.get_close_matches(key, fields, 1, 0.7)
            if near:
                found.append(Fault(lines.of(name, key), f"{name}.{key} means nothing; did you mean `{near[0]}`?"))
    return found


def _reads(lines: Lines, key: str) -> bool:
    """Does anything in the file ask for an attribute of this name?"""
    return key in lines.asked


def _hook_faults(kind: type[Trait], lines: Lines) -> list[Fault]:
    """Methods that nobody calls, and hooks that take something else than they are given."""
    name, mine = kind.__name__, hooks.hooks_of(_kind_of(kind))
    every = {hook.name: hook for hook in hooks.HOOKS}
    found: list[Fault] = []
    for key, value in vars(kind).items():
        if key.startswith("_") or not inspect.isfunction(value):
            continue
        line = lines.of(name, key)
        if key in mine:
            found += [Fault(line, text) for text in _signature_faults(f"{name}.{key}", value, mine[key])]
        elif key in every:
            found.append(
                Fault(line, f"{name}.{key}: `{key}` is asked of {every[key].asked}s only; nobody would call it.")
            )
        elif key in HELPERS:
            found.append(Fault(line, f"{name}.{key}: the name `{key}` is used by every piece; choose another one."))
        else:
            found += [Fault(line, text) for text in _stranger(name, key, [*mine], lines)]
    return found


def _stranger(name: str, key: str, known: list[str], lines: Lines) -> list[str]:
    """A method that is no hook: a helper that the file uses, or a misspelt hook."""
    near = difflib.get_close_matches(key, known, 1, 0.6)
    if _reads(lines, key):
        return []
    hint = f" Did you mean `{near[0]}`?" if near else " The hooks are listed in docs/architecture.md."
    return [f"{name}.{key} is no hook, and nothing in this file calls it.{hint}"]


def _signature_faults(name: str, function: object, hook: hooks.Hook) -> list[str]:
    assert callable(function)
    own = list(inspect.signature(function).parameters.values())[1:]
    fixed = [p for p in own if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    rest = any(p.kind == p.VAR_POSITIONAL for p in own)
    needed = [p for p in fixed if p.default is p.empty]
    given = len(hook.parameters)
    if any(p.kind == p.KEYWORD_ONLY and p.default is p.empty for p in own) or not (
        len(needed) <= given <= len(fixed) or (rest and len(needed) <= given)
    ):
        wanted = ", ".join(["self", *hook.parameters])
        return [f"{name} takes ({', '.join(['self', *[p.name for p in own]])}); the rules call it with ({wanted})."]
    return []
