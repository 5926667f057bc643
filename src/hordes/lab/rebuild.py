"""`hordes record`: one game of a simulation, played again from its seed."""

import json
import sys
from pathlib import Path

from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.record import Record
from hordes.lab.results import read_head
from hordes.lab.simulate import Work, record_of


def rebuild(folder: Path, game: int) -> Record:
    """The record of a game; raises `BadRequest` when the run has no such game or followed other rules."""
    head = read_head(folder)
    if not 0 <= game < head["games"]:
        raise BadRequest(f"The run has games 0 to {head['games'] - 1}; there is no game {game}.")
    here = load(head["game"]).rules_version
    if head["rules"] != here:
        raise BadRequest(f"The run followed version {head['rules']} of the rules, this program {here}.")
    work = Work(head["game"], head["options"], head["seed"], bots=tuple(head["bots"]))
    return Record(head["game"], head["options"], record_of(work, game))


def run(folder: Path, game: int, out: Path | None) -> int:
    """Write the record as JSON."""
    record = rebuild(folder, game)
    text = json.dumps(record.to_json(record.replay())) + "\n"
    if out is None:
        sys.stdout.write(text)
        return 0
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BadRequest(f"{out} cannot be written: {problem.strerror or problem}.") from None
    return 0
