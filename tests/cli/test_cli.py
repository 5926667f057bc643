"""The `hordes` command run as a subprocess: version, help, exit status, and error messages for wrong input."""

import subprocess
import sys

import pytest

from hordes import __version__
from hordes.engine.core.bits import COMPILED


def hordes(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hordes", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_version_says_what_runs(flag: str) -> None:
    done = hordes(flag)
    way = "compiled (mypyc)" if COMPILED else "plain Python"
    assert done.returncode == 0
    assert done.stdout.startswith(f"hordes {__version__}, {way}, on Python {sys.version_info.major}.")


def test_help_names_every_command() -> None:
    done = hordes("--help")
    assert done.returncode == 0
    for command in ("play", "simulate", "fuzz", "check", "map", "referee"):
        assert command in done.stdout


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["simulat"], 'Did you mean "simulate"'),
        (["simulate", "smallworld", "--games", "many"], "--games"),
        (["simulate", "smallworld", "--games", "0"], "--games"),
        (["simulate", "smallworld", "--player", "3"], "--player"),
        (["simulate", "chess"], "chess"),
        (["simulate", "smallworld", "--players", "9"], "players"),
        (["simulate", "smallworld", "--map", "atlantis"], "atlantis"),
        (["simulate", "smallworld", "--bots", "random", "--bots", ""], "The name of a bot is empty."),
        (["simulate", "smallworld", "--sets", ""], "The name of a set is empty."),
        (["play", "--no-browser", "--bots", ""], "The name of a bot is empty."),
        (["play", "--terminal", "--bots", " "], "The name of a bot is empty."),
        (["serve", "--bots", "", "--port", "1"], "The name of a bot is empty."),
        (["serve", "--sets", "", "--port", "1"], "The name of a set is empty."),
        (["fuzz", "--minutes", "-1"], "--minutes"),
        (["referee", "now"], "now"),
    ],
)
def test_wrong_input_is_explained_without_a_stack_trace(arguments: list[str], hint: str) -> None:
    done = hordes(*arguments)
    assert done.returncode == 2
    assert hint in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_referee_starts_without_the_library_for_commands() -> None:
    code = (
        "import sys; sys.argv = ['hordes', 'referee']\n"
        "from hordes.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: print(end.code, sorted({'cyclopts', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], input="", capture_output=True, text=True, check=True)
    assert done.stdout == "0 []\n"
