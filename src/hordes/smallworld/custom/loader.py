"""Loader and registry of custom sets: races and powers from a Python file or an installed plugin package.

A set is loaded only when the command line names its file, or when it is installed under the entry point group
`hordes.sets`; never because a request or a record asks for it. Games identify it by its name and a digest of its
source, so that loading a record detects a missing or changed set.
"""

from __future__ import annotations

import re
import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from hordes.engine.errors import BadRequest
from hordes.engine.validation import did_you_mean
from hordes.smallworld.custom import partial_loader
from hordes.smallworld.custom.hook_guard import guard_hooks
from hordes.smallworld.custom.renames import imported_name, rename_hint
from hordes.smallworld.state.traits import Power, Race, Trait

ENTRY_POINT_GROUP = "hordes.sets"
DIGEST_DIGITS = 16
"""Hexadecimal digits of a digest."""


class Fault(NamedTuple):
    """A fault of a file, with its line."""

    line: int
    text: str


class CustomSet:
    """A loaded custom set."""

    def __init__(self, name: str, file: str, digest: str, module: ModuleType, source: str) -> None:
        self.name = name
        self.file = file
        self.digest = digest
        self.module = module
        self.source = source
        self.races: list[type[Race]] = []
        self.powers: list[type[Power]] = []
        self.rulings: dict[str, str] = {}
        self.is_partial = False
        """Whether parts of the file could not be run and were left out."""

    @property
    def kinds(self) -> list[type[Trait]]:
        """All race and power classes."""
        return [*self.races, *self.powers]


_sets: dict[str, CustomSet] = {}
_version = [0]


def sets_version() -> int:
    """Counter that grows whenever a set is added or replaced; invalidates cached options."""
    return _version[0]


def register_set(path: str) -> str:
    """Load and register a set from a Python file for the rest of this process; returns its name."""
    from hordes.smallworld.custom import checker

    custom_set, faults = checker.load_and_check(path)
    if custom_set is None or faults:
        first = faults[0]
        more = f" ({len(faults) - 1} more: `hordes check {path}` lists them)" if len(faults) > 1 else ""
        raise BadRequest(f"The set {path} cannot be used. Line {first.line}: {first.text}{more}")
    _register(custom_set)
    return custom_set.name


def _register(custom_set: CustomSet) -> None:
    """Add a set to the registry. Another version of the same file replaces the old one."""
    present = _sets.get(custom_set.name)
    if present is not None and Path(present.file).resolve() != Path(custom_set.file).resolve():
        raise BadRequest(
            f"Two sets are called {custom_set.name}: {present.file} and {custom_set.file}. Give one another name."
        )
    if present is None or present.digest != custom_set.digest:
        for kind in custom_set.kinds:
            guard_hooks(kind, custom_set.file)
        _sets[custom_set.name] = custom_set
        _version[0] += 1


def read(path: str) -> str:
    """The source of a set."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadRequest(f"Cannot read the set {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadRequest(f"The set {path} is no text in UTF-8.") from error


def load(path: str, source: str) -> tuple[CustomSet | None, list[Fault]]:
    """Execute the source of a set; errors become faults."""
    name, faults = set_name(path), []
    module = _empty_module(name, path)
    try:
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
    except SyntaxError as error:
        return None, [Fault(error.lineno or 1, f"This is no Python: {error.msg}.")]
    except Exception:
        module = _empty_module(name, path)
        faults = partial_loader.run_piecewise(source, path, module, error_fault)
    except SystemExit:
        return None, [Fault(1, "The file leaves the program (SystemExit) when it is run.")]
    custom_set = CustomSet(name, path, digest_of(source), module, source)
    custom_set.is_partial = len(faults) > 0
    return custom_set, faults + _collect(custom_set)


def _empty_module(name: str, path: str) -> ModuleType:
    module = ModuleType(f"hordes_set_{name}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # dataclasses and pickles look for it there
    return module


def error_fault(path: str, error: Exception) -> Fault:
    """The fault of a file that raises an error when it is run."""
    return Fault(line_in(path, error), f"The file cannot be run: {_error_text(error)}")


def _error_text(error: Exception) -> str:
    """Text of an error raised by a set's file; the same for compiled and interpreted runs."""
    if "interpreted classes cannot inherit from compiled" in str(error):
        return "a piece of the box cannot be subclassed; derive from Race or Power."
    hint = rename_hint(error)
    if isinstance(error, ImportError) and error.name == partial_loader.API and imported_name(error) and not hint:
        missed = imported_name(error)
        return f"`{partial_loader.API}` has no `{missed}`.{did_you_mean(missed, partial_loader.api_names())}"
    return f"{type(error).__name__}: {error}; {hint}." if hint else f"{type(error).__name__}: {error}."


def set_name(path: str) -> str:
    """The name of a set is that of its file.

    >>> set_name("somewhere/My-Gnomes.py")
    'my_gnomes'
    """
    return re.sub(r"\W+", "_", Path(path).stem.lower()).strip("_") or "own"


def digest_of(source: str) -> str:
    """Digest of a source, independent of line endings."""
    import hashlib

    return hashlib.sha256("\n".join(source.splitlines()).encode()).hexdigest()[:DIGEST_DIGITS]


def line_in(path: str, error: BaseException) -> int:
    """The innermost line of a file in the traceback of an error."""
    line, trace = 1, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _collect(custom_set: CustomSet) -> list[Fault]:
    """Collect the pieces of a set: those it lists as RACES and POWERS, or all that it defines."""
    faults: list[Fault] = []
    defined = [kind for kind in vars(custom_set.module).values() if _is_piece(kind, custom_set.module)]
    faults += _stack(custom_set, "RACES", Race, custom_set.races, [kind for kind in defined if issubclass(kind, Race)])
    faults += _stack(
        custom_set, "POWERS", Power, custom_set.powers, [kind for kind in defined if issubclass(kind, Power)]
    )
    rulings = getattr(custom_set.module, "RULINGS", {})
    if isinstance(rulings, dict) and all(isinstance(text, str) for pair in rulings.items() for text in pair):
        custom_set.rulings = dict(rulings)
    else:
        faults.append(Fault(line_of(custom_set.source, "RULINGS"), "`RULINGS` is a dict of names and their meaning."))
    return faults


def _stack(custom_set: CustomSet, key: str, base: type[Trait], into: list[Any], default: list[Any]) -> list[Fault]:
    """Fill a set's races or powers from the list in its module."""
    listed, line = getattr(custom_set.module, key, default), line_of(custom_set.source, key)
    if not isinstance(listed, (list, tuple)):
        return [Fault(line, f"`{key}` is a list of classes.")]
    faults: list[Fault] = []
    for kind in listed:
        if isinstance(kind, type) and issubclass(kind, base):
            into.append(kind)
        else:
            what = getattr(kind, "__name__", repr(kind))
            faults.append(Fault(line, f"`{key}` lists {what}, which is no {base.__name__}."))
    return faults


def _is_piece(kind: object, module: ModuleType) -> bool:
    return isinstance(kind, type) and issubclass(kind, (Race, Power)) and kind.__module__ == module.__name__


def line_of(source: str, name: str) -> int:
    """The line where a module defines a name; 1 where it does not."""
    import ast

    tree = ast.parse(source)
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if name in [*names, getattr(node, "name", "")]:
            return node.lineno
    return 1


# Installed sets


def find_set(name: str) -> CustomSet | None:
    """A set by its name: registered at the start, or installed as a plugin."""
    if name not in _sets:
        for point in metadata.entry_points(group=ENTRY_POINT_GROUP):
            if point.name == name:
                _register(_installed(point))
    return _sets.get(name)


def _installed(point: metadata.EntryPoint) -> CustomSet:
    from hordes.smallworld.custom import checker

    try:
        module = point.load()
    except Exception as error:
        raise BadRequest(f"The installed set {point.name} cannot be loaded: {_error_text(error)}") from error
    if not isinstance(module, ModuleType) or not module.__file__:
        raise BadRequest(f"The installed set {point.name} is no module (entry point {point.value}).")
    file = Path(module.__file__)
    files = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]
    sources = "\n".join(part.read_text(encoding="utf-8") for part in files)
    source = file.read_text(encoding="utf-8")
    custom_set = CustomSet(point.name, str(file), digest_of(sources), module, source)
    faults = _collect(custom_set) + checker.find_faults(custom_set)
    if faults:
        raise BadRequest(f"The installed set {point.name} cannot be used. Line {faults[0].line}: {faults[0].text}")
    return custom_set


def set_names() -> list[str]:
    """Names of all custom sets, loaded or installed."""
    return sorted({*_sets, *[point.name for point in metadata.entry_points(group=ENTRY_POINT_GROUP)]})


def loaded_sets() -> list[CustomSet]:
    """All loaded sets."""
    return [_sets[name] for name in sorted(_sets)]
