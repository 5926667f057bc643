"""How the core is compiled: what is done when a step of it fails, and that its lists name what there is."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from setuptools import Distribution, Extension

from hordes.engine.games import load
from tools import core, rehearsal


class Builder(core.BuildCore):
    """Compiles nothing, and remembers with what it was asked to."""

    fails_with: str = "none"

    def __init__(self) -> None:
        super().__init__(Distribution({"name": "hordes"}))
        self.asked: list[str] = []

    def compile_with(self, flags: list[str], links: list[str]) -> None:
        self.asked.append(" ".join(flags))
        if self.fails_with in flags:
            raise RuntimeError("cc1: lto is not here")

    def play(self) -> None:
        self.asked.append("play")
        if self.fails_with == "play":
            raise subprocess.CalledProcessError(1, "rehearsal")


def test_the_core_is_compiled_twice_with_a_rehearsal_between() -> None:
    builder = Builder()
    assert builder.rehearse()
    assert builder.asked == [" ".join(core.COUNTING), "play", " ".join(core.COUNTED)]


@pytest.mark.parametrize("step", ["-fprofile-generate", "play", "-flto"])
def test_a_failed_rehearsal_is_said_and_leaves_a_plain_build(
    step: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HORDES_NATIVE", raising=False)
    builder = Builder()
    builder.fails_with = step
    assert not builder.rehearse()
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("hordes: compiled without a rehearsal: ")


def test_a_build_that_must_not_fall_back_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORDES_NATIVE", "1")
    builder = Builder()
    builder.fails_with = "play"
    with pytest.raises(subprocess.CalledProcessError):
        builder.rehearse()


def test_a_broken_build_leaves_plain_python(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HORDES_NATIVE", raising=False)
    monkeypatch.setattr(core, "core_extensions", lambda folder: [Extension("hordes__mypyc", ["a.c"])])
    monkeypatch.setattr(core, "may_rehearse", lambda: False)
    builder = Builder()
    builder.editable_mode = False
    builder.fails_with = ""
    monkeypatch.setattr(builder, "compile_with", lambda flags, links: (_ for _ in ()).throw(RuntimeError("no space")))
    builder.ensure_finalized()
    builder.run()
    assert builder.extensions == []
    assert "installing plain Python (same rules, slower): no space" in capsys.readouterr().err


def test_no_rehearsal_where_nobody_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORDES_REHEARSAL", "0")
    assert not core.may_rehearse()


def test_only_what_games_spend_time_in_is_compiled_twice() -> None:
    assert core.is_played("build/__native_hordes___covil___table.c")
    assert not core.is_played("build/__native_hordes___covil___refusal.c")
    assert not core.is_played("build/__native_hordes.c")
    assert not core.is_played("build/hordes/covil/table.c")


@pytest.mark.parametrize("beginning", core.WORDY)
def test_every_wordy_module_is_there(beginning: str) -> None:
    assert any(Path(path).stem.startswith(beginning) for path in core.core_modules())


@pytest.mark.parametrize(("name", "options"), rehearsal.TABLES)
def test_every_table_of_the_rehearsal_can_be_laid(name: str, options: dict[str, object]) -> None:
    assert load(name).new(options).find_legal() > 0
