"""What belongs to a game of others beside its rules: its terminal class, its saved games, its place among the games."""

from __future__ import annotations

import json
import logging
from importlib import metadata
from pathlib import Path

import pytest

from hordes.engine import games
from hordes.engine.errors import BadRequest
from hordes.engine.match import Match
from hordes.terminal import interfaces
from hordes.terminal.generic.choices import common_words
from hordes.terminal.play import run


def points_to(value: str, group: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one package more be installed."""
    real = metadata.entry_points
    added = metadata.EntryPoint(name, value, group)

    def with_one_more(**wanted: str) -> list[metadata.EntryPoint]:
        return [*real(**wanted), *([added] if wanted.get("group") == group else [])]

    monkeypatch.setattr(metadata, "entry_points", with_one_more)


def test_a_terminal_that_is_no_class_of_terminals_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    points_to("json:dumps", interfaces.ENTRY_POINT_GROUP, "beacons", monkeypatch)
    why = r"terminal interface of the game 'beacons' \(json:dumps\) is a class derived from GenericInterface, not <func"
    with pytest.raises(BadRequest, match=why) as refused:
        interfaces.own_interface("beacons")
    assert "0x" not in str(refused.value)


def test_a_package_that_installs_a_game_by_the_name_of_a_built_in_one_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    points_to("other:GAME", games.ENTRY_POINT_GROUP, games.DEFAULT_GAME, monkeypatch)
    monkeypatch.setattr(games, "_loaded", {})
    with caplog.at_level(logging.WARNING):
        games.load(games.DEFAULT_GAME)
    assert "is a game of hordes itself; what is installed by this name is left out: ['other:GAME']" in caplog.text


def test_a_saved_game_of_another_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved, other = tmp_path / "saved.json", next(name for name in games.BUILT_IN if name != games.DEFAULT_GAME)
    saved.write_text(json.dumps(Match(games.DEFAULT_GAME, players=2).save()), encoding="utf-8")
    assert run(other, load=str(saved)) == 2
    assert f"is a saved game of {games.DEFAULT_GAME}, not of {other}" in " ".join(capsys.readouterr().err.split())


def test_labels_are_not_cut_between_a_verb_and_its_particle() -> None:
    assert common_words(["Write down 1", "Write down 2"]) == ""
    assert common_words(["Muster in Lorn", "Muster in Hale"]) == "Muster in"
