"""Compilation of the core: fallback to plain Python when a step fails, and module lists that match the folders."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from setuptools import Distribution, Extension

from hordes.engine.games import load
from tools import core, pgo_training


class Builder(core.BuildCore):
    """A build that compiles nothing and records its calls."""

    fails_with: str = "none"

    def __init__(self) -> None:
        super().__init__(Distribution({"name": "hordes"}))
        self.calls: list[str] = []

    def compile_with(self, flags: list[str], links: list[str]) -> None:
        self.calls.append(" ".join(flags))
        if self.fails_with in flags:
            raise RuntimeError("cc1: lto is not here")

    def run_training(self) -> None:
        self.calls.append("train")
        if self.fails_with == "train":
            raise subprocess.CalledProcessError(1, "pgo_training")


def test_the_core_is_compiled_twice_with_training_between() -> None:
    builder = Builder()
    assert builder.build_with_pgo()
    assert builder.calls == [" ".join(core.PROFILE_GENERATE), "train", " ".join(core.PROFILE_USE)]


@pytest.mark.parametrize("step", ["-fprofile-generate", "train", "-flto"])
def test_a_failed_pgo_build_is_reported_and_leaves_a_plain_build(
    step: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HORDES_NATIVE", raising=False)
    builder = Builder()
    builder.fails_with = step
    assert not builder.build_with_pgo()
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("hordes: compiled without profile-guided optimisation: ")


def test_a_build_that_must_not_fall_back_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORDES_NATIVE", "1")
    builder = Builder()
    builder.fails_with = "train"
    with pytest.raises(subprocess.CalledProcessError):
        builder.build_with_pgo()


def test_a_broken_build_leaves_plain_python(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HORDES_NATIVE", raising=False)
    monkeypatch.setattr(core, "core_extensions", lambda folder: [Extension("hordes__mypyc", ["a.c"])])
    monkeypatch.setattr(core, "pgo_is_supported", lambda: False)
    builder = Builder()
    builder.editable_mode = False
    builder.fails_with = ""
    monkeypatch.setattr(builder, "compile_with", lambda flags, links: (_ for _ in ()).throw(RuntimeError("no space")))
    builder.ensure_finalized()
    builder.run()
    assert builder.extensions == []
    assert "installing plain Python (same rules, slower): no space" in capsys.readouterr().err


def test_no_pgo_where_it_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORDES_PGO", "0")
    assert not core.pgo_is_supported()


def test_only_what_games_spend_time_in_is_compiled_twice() -> None:
    assert core.is_hot_source("build/__native_hordes___covil___state___table.c")
    assert not core.is_hot_source("build/__native_hordes___covil___text___illegal_moves.c")
    assert not core.is_hot_source("build/__native_hordes___covil___options.c")
    assert not core.is_hot_source("build/__native_hordes.c")
    assert not core.is_hot_source("build/hordes/covil/state/table.c")


@pytest.mark.parametrize("name", core.COLD)
def test_every_cold_folder_or_module_is_there(name: str) -> None:
    assert any(name in Path(path).with_suffix("").parts for path in core.core_modules())


def test_folders_for_users_and_types_stay_interpreted() -> None:
    folders = [folder for name in core.INTERPRETED for folder in core.SOURCE.glob(f"*/{name}")]
    assert len(folders) == 4
    assert not any(set(core.INTERPRETED) & set(Path(path).parts) for path in core.core_modules())


@pytest.mark.parametrize(("name", "options"), pgo_training.TABLES)
def test_every_table_of_the_training_can_be_created(name: str, options: dict[str, object]) -> None:
    assert load(name).new(options).find_legal() > 0


def test_the_core_is_compiled_without_looking_at_installed_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it compiles where developers have all dependencies, and nowhere in pip's isolated build environment."""
    options: list[str] = []

    def translate(paths: list[str], **_: object) -> list[Extension]:
        options.extend(paths)
        return []

    monkeypatch.setattr("mypyc.build.mypycify", translate)
    monkeypatch.setattr(core, "document_files", lambda *_: None)
    core.core_extensions("build")
    assert "--no-site-packages" in options
    assert "--follow-imports=silent" in options
    assert set(core.core_modules()) <= set(options)
