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


def test_links_are_for_people() -> None:
    assert Settings(public_url="https://games.example/").link("/t/x") == "https://games.example/t/x"
    assert Settings(host="0.0.0.0", port=81).link("/") == "http://localhost:81/"
