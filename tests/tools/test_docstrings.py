"""Docstrings of the core exist at run time, compiled or not."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tools.core import core_modules
from tools.docstrings import docstrings, document

ROOT = Path(__file__).resolve().parents[2]
C_FILE = """
static PyMethodDef core___box___Box_methods[] = {
    {"open",
     (PyCFunction)CPyPy_core___box___Box___open,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("open($self)\\n--\\n\\n")},
    {"shut",
     (PyCFunction)CPyPy_core___box___Box___shut,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR(NULL)},
};
static PyTypeObject CPyType_core___box___Box_template_ = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_doc = PyDoc_STR("Box()\\n--\\n\\n"),
};
static struct PyModuleDef core___boxmodule = {
    PyModuleDef_HEAD_INIT,
    "hordes.core.box",
    NULL, /* docstring */
};
"""
SOURCE = '''
"""Boxes."""

class Box:
    """A box."""

    def open(self):
        """Lift the "lid"."""

    def shut(self):
        """Lower it?"""
'''


def test_a_c_file_gets_the_docstrings_of_its_module() -> None:
    written = document(C_FILE, "hordes.core.box", docstrings(SOURCE))
    assert 'PyDoc_STR("open($self)\\n--\\n\\n"\n"Lift the \\"lid\\".")' in written
    assert 'PyDoc_STR("Lower it\\077")' in written
    assert '.tp_doc = PyDoc_STR("Box()\\n--\\n\\n"\n"A box.")' in written
    assert '"Boxes.", /* docstring */' in written


def test_a_c_file_of_another_module_stays_as_it_is() -> None:
    assert document(C_FILE, "hordes.core.chest", docstrings(SOURCE)) == C_FILE


def modules() -> list[str]:
    """The modules that are compiled, by name."""
    paths = [Path(name) for name in core_modules()]
    return [".".join(path.relative_to("src").with_suffix("").parts) for path in paths]


@pytest.mark.parametrize("name", modules())
def test_every_docstring_of_the_core_is_there(name: str) -> None:
    source = (ROOT / "src" / Path(*name.split("."))).with_suffix(".py")
    module, missing = import_module(name), []
    for path, text in docstrings(source.read_text(encoding="utf-8")).items():
        thing: Any = module
        for part in filter(None, path.split(".")):
            thing = getattr(thing, part)
        if path and thing.__name__ != path.rpartition(".")[2]:
            continue  # interpreted, something faster has been put in its place
        if inspect.cleandoc(thing.__doc__ or "") != text:
            missing.append(path or name)
    assert missing == []
