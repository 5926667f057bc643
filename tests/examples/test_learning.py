"""The learning examples run to their end, with small budgets."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
needs_torch = pytest.mark.skipif(find_spec("torch") is None or find_spec("pettingzoo") is None, reason="no torch")
needs_openspiel = pytest.mark.skipif(find_spec("pyspiel") is None, reason="no OpenSpiel")


def run(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
        env=os.environ | {"COLUMNS": "200"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@needs_torch
@pytest.mark.parametrize("game", ["SmallWorld", "Covil"])
def test_maskable_ppo_learns_and_plays(game: str) -> None:
    out = run("examples/maskable_ppo.py", "--game", game, "--steps", "256", "--games", "1")
    assert "after 256 steps: wins" in out


@needs_torch
@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_self_play_learns_round_by_round(game: str) -> None:
    out = run("examples/selfplay_ppo.py", "--game", game, "--rounds", "1", "--games", "1")
    assert "round 1:" in out


@needs_openspiel
@pytest.mark.parametrize("game", ["hordes_smallworld_v0(turns=1)", "hordes_covil_v0"])
def test_openspiels_search_plays_a_game(game: str) -> None:
    assert "returns:" in run("examples/openspiel_mcts.py", "--game", game, "--simulations", "2")


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node")
def test_a_bot_in_another_language_plays() -> None:
    assert len((ROOT / "docs/examples/bot.js").read_text(encoding="utf-8").splitlines()) <= 30
    out = run("-m", "hordes", "tournament", "cmd:node docs/examples/bot.js", "random", "--games", "2", "-p", "2")
    assert "bot.js" in out


@pytest.mark.skipif(find_spec("nbclient") is None or find_spec("pettingzoo") is None, reason="no notebooks")
def test_the_notebook_runs() -> None:
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(ROOT / "examples" / "first_look.ipynb", as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(ROOT)}}).execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code" and cell.outputs]
    assert sum("image/svg+xml" in output.data for shown in outputs for output in shown) == 3
    assert [len(shown) for shown in outputs] == [1] * len(outputs), "a board that is drawn is shown once"
