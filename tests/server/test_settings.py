"""Server settings from flags, environment variables and a file."""

from pathlib import Path

import pytest

from hordes.engine.errors import BadRequest
from hordes.server.settings import Settings, load_settings


def test_flags_beat_environment_beats_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "server.toml"
    file.write_text('port = 1111\nhost = "file"\nlog = "file"\n')
    monkeypatch.setenv("HORDES_PORT", "2222")
    monkeypatch.setenv("HORDES_HOST", "environment")
    monkeypatch.setenv("HORDES_JSON_LOGS", "true")
    settings = load_settings({"port": 3333, "database": None}, str(file))
    assert (settings.port, settings.host, settings.log, settings.json_logs) == (3333, "environment", "file", True)


@pytest.mark.parametrize("line", ["prot = 1", 'port = "many"', "port =", 'json_logs = "maybe"'])
def test_bad_settings_are_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "bad.toml").write_text(line)
    with pytest.raises(BadRequest, match="setting"):
        load_settings({}, str(tmp_path / "bad.toml"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("port = 80.5", "The setting port is a whole number, not 80.5."),
        ("port = true", "The setting port is a whole number, not True."),
        ("processes = 1.0", "The setting processes is a whole number, not 1.0."),
        ('bot_seconds = "fast"', "The setting bot_seconds is a number, not 'fast'."),
        ("bot_seconds = nan", "The setting bot_seconds is a number, not nan."),
        ("json_logs = 1", "The setting json_logs is true or false, not 1."),
        ("host = 127", "The setting host is a text in quotes, not 127."),
    ],
)
def test_a_value_of_another_kind_is_not_converted(tmp_path: Path, line: str, reason: str) -> None:
    (tmp_path / "bad.toml").write_text(line)
    with pytest.raises(BadRequest) as refusal:
        load_settings({}, str(tmp_path / "bad.toml"))
    assert str(refusal.value) == reason


def test_whole_numbers_are_numbers_and_words_of_the_environment_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "server.toml").write_text("bot_seconds = 2\n")
    monkeypatch.setenv("HORDES_BOT_PAUSE", "0.5")
    settings = load_settings({}, str(tmp_path / "server.toml"))
    assert (settings.bot_seconds, settings.bot_pause) == (2.0, 0.5)
    monkeypatch.setenv("HORDES_PORT", "80.5")
    with pytest.raises(BadRequest, match=r"The setting port is a whole number, not '80\.5'"):
        load_settings({})


def test_links_are_for_people() -> None:
    assert Settings(public_url="https://games.example/").link("/t/x") == "https://games.example/t/x"
    assert Settings(host="0.0.0.0", port=81).link("/") == "http://localhost:81/"
