r"""Puts docstrings into the C files that mypyc writes, so that `help()` works in the compiled package, too.

mypyc keeps the signature of a function, as `PyDoc_STR("play($self, text)\n--\n\n")`, and drops its docstring; of a
class it keeps the signature of the constructor, of a module nothing. The room for the text is there, so it is filled in
between translation and compilation. A docstring is a constant of the library: nothing is done at import or in a call.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

SLOT = r'PyDoc_STR\((?P<slot>NULL|"(?:[^"\\]|\\.)*")\)'
FUNCTION = re.compile(r"\(PyCFunction\)CPyPy_(?P<name>\w+),[\s\w|]*,? " + SLOT)
CLASS = re.compile(r"static PyTypeObject CPyType_(?P<name>\w+)_template_ = \{[^}]*?\.tp_doc = " + SLOT, re.DOTALL)
MODULE = re.compile(r'PyModuleDef_HEAD_INIT,\s*"(?P<name>[\w.]+)",\s*(?P<slot>NULL), /\* docstring \*/')


def docstrings(source: str) -> dict[str, str]:
    r"""The docstrings of a module by qualified name; its own under the empty one.

    >>> docstrings("class Box:\n    def open(self):\n        'Lift the lid.'\n")
    {'Box.open': 'Lift the lid.'}
    """
    texts: dict[str, str] = {}

    def visit(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> None:
        text = ast.get_docstring(node)
        if text:
            texts[name] = text
        if isinstance(node, ast.Module | ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    visit(part, f"{name}.{part.name}".lstrip("."))

    visit(ast.parse(source), "")
    return texts


def c_string(text: str) -> str:
    r"""A text as a C string literal, one piece for each line: some compilers limit the length of a piece.

    >>> print(c_string('a "b"\n\u00e9'))
    "a \"b\"\n"
    "\303\251"
    """
    pieces = []
    for line in text.splitlines(keepends=True):
        codes = [_escaped(byte) for byte in line.encode()]
        pieces.append('"' + "".join(codes) + '"')
    return "\n".join(pieces) or '""'


def _escaped(byte: int) -> str:
    """One byte inside a C string; octal escapes have three digits, so that a digit may follow."""
    if byte == ord("\n"):
        return "\\n"
    if byte in (ord('"'), ord("\\")):
        return "\\" + chr(byte)
    return chr(byte) if 32 <= byte < 127 and byte != ord("?") else f"\\{byte:03o}"


def document(code: str, module: str, texts: dict[str, str]) -> str:
    """The C file of a module with its docstrings in it.

    mypyc's names of functions and classes end in `module___Class___method`; what stands before tells modules of one
    name apart.
    """
    last = module.rpartition(".")[2]
    named = {f"{last}___{name.replace('.', '___')}": text for name, text in texts.items() if name}

    def fill(match: re.Match[str], text: str | None) -> str:
        if not text:
            return match[0]
        signature = "" if match["slot"] == "NULL" else match["slot"] + "\n"
        before, after = match.start("slot") - match.start(), match.end("slot") - match.start()
        return match[0][:before] + signature + c_string(text) + match[0][after:]

    def by_name(match: re.Match[str]) -> str:
        parts = match["name"].split("___")
        keys = ["___".join(parts[k:]) for k in range(len(parts))]
        return fill(match, next((named[key] for key in keys if key in named), None))

    code = CLASS.sub(by_name, FUNCTION.sub(by_name, code))
    return MODULE.sub(lambda match: fill(match, texts.get("") if match["name"] == module else None), code)


def document_files(folder: Path, sources: list[str], root: Path) -> None:
    """Fill the docstrings of these sources, modules below `root`, into the C files that mypyc has put into a folder."""
    for source in sources:
        module = ".".join(Path(source).relative_to(root).with_suffix("").parts)
        file = folder / f"__native_{module.replace('.', '___')}.c"
        code = file.read_text(encoding="utf-8")
        file.write_text(document(code, module, docstrings(Path(source).read_text(encoding="utf-8"))), encoding="utf-8")
