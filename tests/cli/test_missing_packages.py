"""Messages when optional packages are not installed, and how play.py chooses between browser and terminal."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
WITHOUT = (
    "import sys\n"
    "sys.modules[{missing!r}] = None\n"
    "from hordes.cli import main\n"
    "sys.argv = ['hordes', *{arguments!r}]\n"
    "main()\n"
)


@pytest.mark.parametrize(
    ("missing", "arguments"), [("litestar", ["play"]), ("argon2", ["serve"]), ("sqlalchemy", ["backup", "x"])]
)
def test_a_missing_server_is_said_in_words(missing: str, arguments: list[str]) -> None:
    code = WITHOUT.format(missing=missing, arguments=arguments)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    said = " ".join(done.stderr.split())
    assert f"{missing} is not installed" in said
    assert "pip install 'hordes[server]'" in said
    assert "hordes play --terminal" in said
    assert "Traceback" not in done.stderr


def play_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("play", ROOT / "play.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Keyboard:
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("arguments", "display", "lacks", "terminal"),
    [
        ([], ":0", "", False),
        (["--players", "4", "--seed", "7"], ":0", "", False),
        (["--terminal"], ":0", "", False),
        ([], "", "", True),
        ([], ":0", "litestar is not installed", True),
        (["--no-browser"], "", "", False),
        (["--port=8000"], "", "", False),
    ],
)
def test_play_opens_the_browser_where_it_can(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], display: str, lacks: str, terminal: bool
) -> None:
    play = play_script()
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if display:
        monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "stdin", Keyboard())
    monkeypatch.setattr(play, "page_problem", lambda: lacks)
    words, note = play.choose_interface(arguments)
    assert (words == ["--terminal"]) is terminal
    assert bool(note) is terminal
    assert lacks in note


def test_piped_input_is_played_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert play_script().choose_interface([]) == (["--terminal"], "")
