"""Errors and interruptions of bulk simulation: one clear line, and no finished game is lost."""

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

from hordes.lab.simulate.results import part_files, read_rows

SHORT = ["--players", "2", "--seed", "3"]


def hordes(*words: str, limit: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command, optionally with a limit on file sizes, which acts like a full disk."""

    def confine() -> None:
        if limit:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [sys.executable, "-m", "hordes", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=240, preexec_fn=confine)


def one_line(process: subprocess.CompletedProcess[str], *hints: str) -> None:
    """The command was refused with one line that names the problem."""
    output = " ".join(process.stderr.split())
    assert process.returncode == 2, output
    assert output.startswith("hordes: ")
    assert "Traceback" not in output
    for hint in hints:
        assert hint in output


def games(out: Path) -> int:
    """Number of finished games in a folder."""
    return sum(len(piece["game"]) for piece in read_rows(out, "games", ["game"]))


@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_an_unknown_bot(command: str) -> None:
    words = ["simulate", "--bots", "nobody"] if command == "simulate" else ["tournament", "random", "nobody"]
    one_line(hordes(*words, "-n", "2"), "There is no bot 'nobody'")


def test_a_map_that_is_not_one(tmp_path: Path) -> None:
    texts = {"words.json": "no JSON at all", "list.json": "[1, 2]", "empty.json": "{}", "bytes.json": "\x00\x01"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        one_line(hordes("simulate", "-n", "2", *SHORT, "--map", str(tmp_path / name)))
    one_line(hordes("simulate", "-n", "2", *SHORT, "--map", str(tmp_path)))
    one_line(hordes("simulate", "covil", "-n", "2", "--board", str(tmp_path / "list.json")))


@pytest.mark.parametrize("command", ["simulate", "report", "record"])
def test_a_corrupt_parquet_file(command: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert hordes("simulate", "-n", "4", *SHORT, "--out", str(out), "--tables", "turns,picks").returncode == 0
    file = part_files(out, "turns" if command == "report" else "games")[0]
    file.write_bytes(file.read_bytes()[:-40] + b"x" * 40)
    if command == "record":
        assert hordes("record", str(out), "1").returncode == 0  # the seed is enough: no file is read
        return
    words = ["-n", "4", *SHORT, "--tables", "turns,picks"] if command == "simulate" else []
    where = ["--out", str(out)] if command == "simulate" else [str(out)]
    one_line(hordes(command, *where, *words), str(file.name), "spoilt")


def test_a_full_disk_while_results_are_written(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = ["simulate", *SHORT, "--out", str(out)]
    assert hordes(*words, "-n", "4").returncode == 0
    one_line(hordes(*words, "-n", "4000", limit=4000), "File too large", "what was written before is safe")
    assert games(out) == 4
    assert hordes(*words, "-n", "1200").returncode == 0
    assert games(out) == 1200


def test_a_full_disk_in_a_tournament(tmp_path: Path) -> None:
    out = tmp_path / "cup"
    words = ["tournament", "random", "greedy", "--players", "2", "--out", str(out)]
    one_line(hordes(*words, "-n", "20", limit=2500), "A game cannot be written", "safe in")
    lines = (out / "games.jsonl").read_text().splitlines()
    whole = [json.loads(line) for line in lines[1:] if line.endswith("}")]
    assert len(whole) > 1
    again = hordes(*words, "-n", "20")
    assert again.returncode == 0, again.stderr
    kept = [json.loads(line) for line in (out / "games.jsonl").read_text().splitlines()[1:] if line.endswith("}")]
    assert kept[: len(whole)] == whole
    assert len({game["id"] for game in kept}) == 20


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_for_a_record(tmp_path: Path) -> None:
    out = tmp_path / "run"
    hordes("simulate", "-n", "2", *SHORT, "--out", str(out))
    one_line(hordes("record", str(out), "1", "--out", "/dev/full"), "/dev/full cannot be written: No space left")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_every_finished_game(jobs: str, tmp_path: Path) -> None:
    """However slow the machine is: where no game was finished in time, another run goes on for longer."""
    seconds = 1
    while (counted := interrupted(tmp_path / str(seconds), jobs, seconds)) == 0:
        seconds *= 4
        assert seconds < 300, "no game is ever finished"
    assert counted == games(tmp_path / str(seconds))


def interrupted(out: Path, jobs: str, seconds: int) -> int:
    """How many games a run says it has finished when it is stopped some seconds after it began to write."""
    words = ["simulate", *SHORT, "--out", str(out), "--jobs", jobs, "-n", "1000000"]
    begun = subprocess.Popen(
        [sys.executable, "-m", "hordes", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    wait_for(out / "run.json", begun)
    with contextlib.suppress(subprocess.TimeoutExpired):
        begun.wait(seconds)
    os.killpg(begun.pid, signal.SIGINT)
    output, errors = begun.communicate(timeout=120)
    assert begun.returncode == 130
    assert "Traceback" not in errors
    return int(output.partition("stopped after ")[2].partition(" of")[0].replace(",", ""))


def wait_for(path: Path, process: subprocess.Popen[str]) -> None:
    """Wait until a file exists, the process has ended, or two minutes have passed."""
    end = time.monotonic() + 120
    while not path.exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.1)
