"""Extension of griffe (see mkdocs.yml) that shows examples in docstrings as code on the API page.

A docstring is Markdown there, in which lines that begin with `>>>` would be quotations.
"""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"(?:^[ \t]*>>> .*\n?(?:^[ \t]*\S.*\n?)*)", re.MULTILINE)


def fenced(text: str) -> str:
    r"""A docstring with its examples as blocks of code.

    >>> print(fenced("Adds:\n\n>>> 1 + 1\n2\n\nThat is all."))
    Adds:
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    <BLANKLINE>
    That is all.
    """
    return EXAMPLE.sub(lambda example: f"```pycon\n{dedented(example[0])}\n```\n", text)


def dedented(example: str) -> str:
    """Lines without the indentation of the first."""
    lines = example.rstrip().splitlines()
    margin = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join(line[margin:] if not line[:margin].strip() else line for line in lines)


class ShowExamples(Extension):
    """Fences the examples of every docstring that griffe reads."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called once for each module, class, function and attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
