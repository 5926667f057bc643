"""The lint of the compiled core reports each of its problems, and nothing else."""

from pathlib import Path

import pytest

from tools.lint_core import find_problems, main


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        ("x = 1 << r", "shift"),
        ("x = word >> (n + 1)", "shift"),
        ("x <<= r", "shift"),
        ("x >>= self.amount", "shift"),
        ("x = 4611686018427387904", "big"),
        ("x = -4611686018427387904", "big"),
        ("x = 2**62", "big"),
        ("x = 1 << 62", "big"),
        ("class A:\n    def __new__(cls): ...", "new"),
        ("x = A.__new__(A)", "new"),
        ("def f(x: Any) -> None: ...", "dynamic"),
        ("def f(x: Callable[[], int]) -> None: ...", "dynamic"),
        ("x = getattr(a, 'b')", "dynamic"),
        ("x = lambda: 1", "dynamic"),
        ("x = sum(n for n in y)", "dynamic"),
        ("def f():\n    yield 1", "dynamic"),
    ],
)
def test_finds(source: str, rule: str) -> None:
    assert [message.partition(":")[0] for _, message in find_problems(source)] == [rule]


@pytest.mark.parametrize(
    "source",
    [
        "x = word >> 31",
        "x = word << SHIFT",
        "x = y >> moves.BITS",
        "x >>= 1",
        "x = 4611686018427387903",
        "x = 2**n",
        "x = True",
        "def f(x: dict[str, Any]) -> None: ...",
    ],
)
def test_passes(source: str) -> None:
    assert find_problems(source) == []


def test_cold_modules_may_be_dynamic_but_not_wrong() -> None:
    source = "def f(x: Any) -> int:\n    return 1 << x"
    assert [line for line, _ in find_problems(source)] == [1, 2]
    assert [line for line, _ in find_problems(source, cold=True)] == [2]


def test_names_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = tmp_path / "module.py"
    module.write_text("x = 1\ny = 1 << x\n", encoding="utf-8")
    assert main([str(module)]) == 1
    assert f"{module.as_posix()}:2: shift" in capsys.readouterr().out
    module.write_text("x = 1\n", encoding="utf-8")
    assert main([str(module)]) == 0
