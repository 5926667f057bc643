"""`hordes record`: rebuilds the record of one simulated game from its seed."""

import json
import sys
from pathlib import Path
from typing import Any

from hordes.engine.core.state import OVER
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.record import Record
from hordes.lab.output_files import check_writable, write_file
from hordes.lab.simulate.results import read_metadata, read_rows
from hordes.lab.simulate.run import SimulationJob, moves_of_game

Outcome = tuple[int, list[int], list[int]]
"""Decisions, scores and winners of a game."""


def rebuild_record(folder: Path, game: int) -> Record:
    """The record of a game; raises `BadRequest` if the run has no such game, or if it goes differently here.

    A run of an older rules version is rebuilt with the rulings of that version.
    """
    metadata = read_metadata(folder)
    if not 0 <= game < metadata["games"]:
        raise BadRequest(f"The run has games 0 to {metadata['games'] - 1}; there is no game {game}.")
    options = options_of_run(metadata)
    stored = outcome_to_compare(folder, game, metadata)
    job = SimulationJob(metadata["game"], options, metadata["seed"], bots=tuple(metadata["bots"]))
    record = Record(metadata["game"], options, moves_of_game(job, game))
    rebuilt = outcome_of(record)
    if stored is not None and rebuilt != stored:
        raise BadRequest(
            f"Game {game} goes differently here: it ends after {rebuilt[0]} decisions with {rebuilt[1]} points, in the "
            f"results after {stored[0]} with {stored[1]}. Rebuild it with the version of hordes, and of its bots, that "
            "played it."
        )
    return record


def options_of_run(metadata: dict[str, Any]) -> dict[str, Any]:
    """The options of a run, with the rulings of its rules version if that is an older one."""
    game = load(metadata["game"])
    if metadata["rules"] == game.rules_version:
        return dict(metadata["options"])
    former = game.options_for_version(metadata["options"], metadata["rules"])
    if former is None:
        raise BadRequest(
            f"The run followed version {metadata['rules']} of the rules, this program {game.rules_version}. "
            "Rebuild the game with the version of hordes that played it."
        )
    return former


def outcome_to_compare(folder: Path, game: int, metadata: dict[str, Any]) -> Outcome | None:
    """The stored outcome of a game; None where it cannot be read and the seed is enough: under the present rules."""
    is_older = metadata["rules"] != load(metadata["game"]).rules_version
    try:
        stored = stored_outcome(folder, game)
    except BadRequest:
        if is_older:
            raise
        return None
    if stored is None and is_older:
        raise BadRequest(
            f"The run, by version {metadata['rules']} of the rules, was stopped before game {game}, "
            "and this program does not continue it."
        )
    return stored


def stored_outcome(folder: Path, game: int) -> Outcome | None:
    """The outcome of a game in the results; None if the run was stopped before it was played."""
    for rows in read_rows(folder, "games", ["game", "decisions", "scores", "winners"]):
        if game in rows["game"]:
            k = rows["game"].index(game)
            return rows["decisions"][k], list(rows["scores"][k]), list(rows["winners"][k])
    return None


def outcome_of(record: Record) -> Outcome:
    """The outcome of a finished game, by a replay of its record."""
    state, decisions = record.start(), 0
    for text in record.moves:
        decisions += state.to_move >= 0
        state.play(text)
    assert state.to_move == OVER
    result = state.result() or {}
    return decisions, list(result["scores"]), list(result["winners"])


def run(folder: Path, game: int, out: Path | None) -> int:
    """Write the record as JSON."""
    if out is not None:
        check_writable(out)
    record = rebuild_record(folder, game)
    text = json.dumps(record.to_json(record.replay())) + "\n"
    if out is None:
        sys.stdout.write(text)
    else:
        write_file(out, text)
    return 0
