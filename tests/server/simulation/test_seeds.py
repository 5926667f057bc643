"""The simulation: a thousand seeds hold every invariant, and a seed always makes the same world."""

import os
import subprocess
import sys

import pytest

from tests.server.simulation import __main__ as command
from tests.server.simulation.world import run_seed

SEEDS_IN_CHUNK = 50
CHUNKS = 20
REPLAYED = ("3", "11", "42")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_invariant_holds(chunk: int) -> None:
    for seed in range(chunk * SEEDS_IN_CHUNK, (chunk + 1) * SEEDS_IN_CHUNK):
        violation = run_seed(seed).violation
        assert violation is None, f"{violation}; python -m tests.server.simulation --seed {seed} --trace"


def test_a_seed_makes_the_same_world_in_every_process() -> None:
    """Not even the order of sets, which other hash seeds change, decides anything."""
    traces = {hash_seed: replays(hash_seed) for hash_seed in ("1", "2")}
    assert traces["1"] == traces["2"]
    assert len(set(traces["1"])) == len(REPLAYED)


def replays(hash_seed: str) -> list[str]:
    """The last lines of replays of some seeds, with the hashes of their traces."""
    variables = dict(os.environ, PYTHONHASHSEED=hash_seed)
    module = [sys.executable, "-m", "tests.server.simulation", "--seed"]
    outputs = [subprocess.check_output([*module, seed], env=variables, text=True) for seed in REPLAYED]
    return [output.splitlines()[-1] for output in outputs]


def test_the_command_runs_many_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--seeds", "3", "--first", "5"]) == 0
    assert "3 seeds" in capsys.readouterr().out
