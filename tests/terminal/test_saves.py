"""Saved games: writing, reading, damaged files, file names, the automatic save of an unfinished game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hordes.folders import data_folder
from hordes.terminal.saves import (
    Autosave,
    SavedGame,
    SaveError,
    check_names,
    find_unfinished,
    load_path,
    read_save,
    save_path,
    write_save,
)

GAME = SavedGame({"options": {}, "moves": []}, "smallworld", ("Ann", "Grim"), (0,), luck=9)


def test_a_save_comes_back_as_it_was(tmp_path: Path) -> None:
    write_save(tmp_path / "a.json", GAME)
    assert read_save(tmp_path / "a.json") == GAME
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_a_save_may_be_replaced_but_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_save(path, GAME)
    write_save(path, GAME)
    for content in ("Dear diary", '{"name": "another program"}', ""):
        path.write_text(content)
        with pytest.raises(SaveError, match="left alone"):
            write_save(path, GAME)
        assert path.read_text() == content
    with pytest.raises(SaveError, match="folder"):
        write_save(tmp_path, GAME)
    with pytest.raises(SaveError, match="Cannot write"):
        write_save(tmp_path / "nowhere" / "a.json", GAME)


def test_a_failed_write_keeps_the_old_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    write_save(path, GAME)

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SaveError, match="No space left"):
        write_save(path, SavedGame({}, "smallworld", (), ()))
    assert read_save(path) == GAME
    assert len(list(tmp_path.iterdir())) == 1


def _wrapped(table: str) -> str:
    return f'{{"kind": "hordes saved game", "version": 1, "game": "smallworld", "table": {table}, "record": {{}}}}'


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "broken"),
        ("[]", "no saved game"),
        ('{"kind": "hordes saved game", "version": 99}', "another version"),
        ('{"kind": "hordes saved game", "version": 1}', "incomplete"),
        ('{"kind": "hordes saved game", "version": 1, "game": "smallworld", "table": 3, "record": {}}', "incomplete"),
        (_wrapped("{}"), "lacks its names"),
        (_wrapped('{"names": ["A", "B"], "humans": [9]}'), "a person on seat 9"),
        (_wrapped('{"names": ["A", "B"], "humans": [-1]}'), "a person on seat -1"),
        (_wrapped('{"names": ["A", "B"], "humans": [true]}'), "is wrong"),
        (_wrapped('{"names": "AB", "humans": []}'), "is wrong"),
        ("\udcff", "broken"),
    ],
)
def test_broken_files_are_named_clearly(tmp_path: Path, content: str, says: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(SaveError, match=says):
        read_save(path)
    with pytest.raises(SaveError, match="no file"):
        read_save(tmp_path / "missing.json")


def test_a_bare_record_of_the_engine_is_a_save_too(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps({"game": "smallworld", "options": {"players": 2}, "moves": []}))
    assert read_save(path).record["options"] == {"players": 2}


def test_file_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert save_path("evening") == Path("evening.json")
    assert save_path(" my game.txt ") == Path("my game.txt")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert save_path("~/x") == tmp_path / "x.json"
    for odd in ("a\0b", "~nobody-of-that-name/x", "x" * 5000):
        with pytest.raises(SaveError, match="cannot be the name"):
            save_path(odd)


def test_the_unfinished_game_is_kept_until_it_is_over(tmp_path: Path) -> None:
    keeper = Autosave(tmp_path / "deep" / "folder")
    assert find_unfinished(keeper.folder) is None
    keeper.save(GAME)
    assert find_unfinished(keeper.folder) == (keeper, GAME)
    keeper.save(SavedGame(GAME.record, GAME.game, GAME.names, GAME.humans, over=True))
    assert find_unfinished(keeper.folder) is None


def test_two_games_at_once_leave_each_other_alone(tmp_path: Path) -> None:
    here, there = Autosave(tmp_path), Autosave(tmp_path)
    here.save(GAME)
    there.save(GAME)
    here.save(SavedGame(GAME.record, GAME.game, GAME.names, GAME.humans, over=True))
    assert find_unfinished(tmp_path) == (there, GAME)


def test_games_set_aside_are_numbered_and_can_be_loaded_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HORDES_HOME", str(tmp_path))
    for number in (1, 2):
        keeper = Autosave(tmp_path)
        keeper.save(GAME)
        assert keeper.set_aside() == f"previous-{number}"
        assert keeper.set_aside() == ""
    assert find_unfinished(tmp_path) is None
    assert read_save(load_path("previous-2")) == GAME
    assert load_path("elsewhere") == Path("elsewhere.json")


def test_a_broken_autosave_is_set_aside_and_trouble_is_silent(tmp_path: Path) -> None:
    Autosave(tmp_path).path.write_text("{")
    assert find_unfinished(tmp_path) is None
    assert (tmp_path / "previous-1.json").read_text() == "{"
    (tmp_path / "file").write_text("")
    Autosave(tmp_path / "file").save(GAME)
    assert find_unfinished(tmp_path / "file") is None


def test_names_fit_the_seats() -> None:
    check_names(GAME, 2)
    with pytest.raises(SaveError, match="names 2 players"):
        check_names(GAME, 3)


def test_the_data_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HORDES_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("HORDES_HOME")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "hordes"
