"""Sets of one's own: races and powers from a Python file, or from a package installed beside us.

A set is loaded only when the program's own command line names its file, or when it is installed under the entry point
group `hordes.sets`; never because a request or a record asks for it. Games know it by its name and by a digest of its
source, so that a record says when the set is missing or is not the one it was played with.
"""

from __future__ import annotations

import re
import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from hordes.engine.errors import BadRequest
from hordes.smallworld.own_guard import guard
from hordes.smallworld.traits import Power, Race, Trait

GROUP = "hordes.sets"
DIGITS = 16
"""Hexadecimal digits of a digest: enough that no two versions of a set share one."""


class Fault(NamedTuple):
    """Something wrong with a file: where, and what."""

    line: int
    text: str


class OwnSet:
    """A set as it was loaded."""

    def __init__(self, name: str, file: str, digest: str, module: ModuleType, source: str) -> None:
        self.name = name
        self.file = file
        self.digest = digest
        self.module = module
        self.source = source
        self.races: list[type[Race]] = []
        self.powers: list[type[Power]] = []
        self.rulings: dict[str, str] = {}

    @property
    def kinds(self) -> list[type[Trait]]:
        """All its races and powers."""
        return [*self.races, *self.powers]


_sets: dict[str, OwnSet] = {}
_version = [0]


def version() -> int:
    """Grows whenever a set is added or replaced: what was built before is stale."""
    return _version[0]


def enrol(path: str) -> str:
    """Take a set from a Python file for the rest of this process; answers with its name."""
    from hordes.smallworld import own_check

    source = read(path)
    found, faults = load(path, source)
    faults += own_check.faults(found) if found is not None else []
    if found is None or faults:
        first = min(faults, key=lambda fault: fault.line)
        more = f" ({len(faults) - 1} more: `hordes check {path}` lists them)" if len(faults) > 1 else ""
        raise BadRequest(f"The set {path} cannot be used. Line {first.line}: {first.text}{more}")
    _register(found)
    return found.name


def _register(found: OwnSet) -> None:
    """A set joins those that games may name. Another version of the same file takes the place of the old one."""
    there = _sets.get(found.name)
    if there is not None and Path(there.file).resolve() != Path(found.file).resolve():
        raise BadRequest(f"Two sets are called {found.name}: {there.file} and {found.file}. Give one another name.")
    if there is None or there.digest != found.digest:
        for kind in found.kinds:
            guard(kind, found.file)
        _sets[found.name] = found
        _version[0] += 1


def read(path: str) -> str:
    """The source of a set."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadRequest(f"Cannot read the set {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadRequest(f"The set {path} is no text in UTF-8.") from error


def load(path: str, source: str) -> tuple[OwnSet | None, list[Fault]]:
    """Run the source of a set; what keeps it from running is a fault."""
    name = set_name(path)
    module = ModuleType(f"hordes_set_{name}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # dataclasses and pickles look for it there
    try:
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
    except SyntaxError as error:
        return None, [Fault(error.lineno or 1, f"This is no Python: {error.msg}.")]
    except Exception as error:
        return None, [Fault(line_in(path, error), f"The file cannot be run: {_told(error)}")]
    except SystemExit:
        return None, [Fault(1, "The file leaves the program (SystemExit) when it is run.")]
    found = OwnSet(name, path, digest_of(source), module, source)
    return found, _collect(found)


def _told(error: Exception) -> str:
    """An error of a set's file in words; compiled and plain runs refuse the same thing in different ones."""
    if "interpreted classes cannot inherit from compiled" in str(error):
        return "a piece of the box cannot be subclassed; derive from Race or Power."
    return f"{type(error).__name__}: {error}."


def set_name(path: str) -> str:
    """The name of a set is that of its file.

    >>> set_name("somewhere/My-Gnomes.py")
    'my_gnomes'
    """
    return re.sub(r"\W+", "_", Path(path).stem.lower()).strip("_") or "own"


def digest_of(source: str) -> str:
    """A digest of a source that does not hang on the line ends of a system."""
    import hashlib

    return hashlib.sha256("\n".join(source.splitlines()).encode()).hexdigest()[:DIGITS]


def line_in(path: str, error: BaseException) -> int:
    """The deepest line of a file on the way to an error."""
    line, trace = 1, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _collect(found: OwnSet) -> list[Fault]:
    """The pieces of a set: those it lists as RACES and POWERS, or all that it defines."""
    faults: list[Fault] = []
    defined = [kind for kind in vars(found.module).values() if _is_piece(kind, found.module)]
    faults += _stack(found, "RACES", Race, found.races, [kind for kind in defined if issubclass(kind, Race)])
    faults += _stack(found, "POWERS", Power, found.powers, [kind for kind in defined if issubclass(kind, Power)])
    rulings = getattr(found.module, "RULINGS", {})
    if isinstance(rulings, dict) and all(isinstance(text, str) for pair in rulings.items() for text in pair):
        found.rulings = dict(rulings)
    else:
        faults.append(Fault(line_of(found.source, "RULINGS"), "`RULINGS` is a dict of names and their meaning."))
    return faults


def _stack(found: OwnSet, key: str, base: type[Trait], into: list[Any], default: list[Any]) -> list[Fault]:
    """Fill a set's races or powers from the list that the file has of them."""
    listed, line = getattr(found.module, key, default), line_of(found.source, key)
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
    """The line where a module gives something its name; 1 where it does not."""
    import ast

    tree = ast.parse(source)
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if name in [*names, getattr(node, "name", "")]:
            return node.lineno
    return 1


# Sets that are installed


def find(name: str) -> OwnSet | None:
    """A set by its name: named at the start, or installed."""
    if name not in _sets:
        for point in metadata.entry_points(group=GROUP):
            if point.name == name:
                _register(_installed(point))
    return _sets.get(name)


def _installed(point: metadata.EntryPoint) -> OwnSet:
    from hordes.smallworld import own_check

    try:
        module = point.load()
    except Exception as error:
        raise BadRequest(
            f"The installed set {point.name} cannot be loaded: {type(error).__name__}: {error}."
        ) from error
    if not isinstance(module, ModuleType) or not module.__file__:
        raise BadRequest(f"The installed set {point.name} is no module (entry point {point.value}).")
    file = Path(module.__file__)
    files = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]
    whole = "\n".join(part.read_text(encoding="utf-8") for part in files)
    source = file.read_text(encoding="utf-8")
    found = OwnSet(point.name, str(file), digest_of(whole), module, source)
    faults = _collect(found) + own_check.faults(found)
    if faults:
        raise BadRequest(f"The installed set {point.name} cannot be used. Line {faults[0].line}: {faults[0].text}")
    return found


def names() -> list[str]:
    """Every set of one's own that can be named."""
    return sorted({*_sets, *[point.name for point in metadata.entry_points(group=GROUP)]})


def pieces() -> list[OwnSet]:
    """The sets that have been loaded."""
    return [_sets[name] for name in sorted(_sets)]
