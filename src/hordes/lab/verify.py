"""`hordes verify RECORD`: checks that the dice of a record from a server follow from their secret.

The whole game is played again, with what was taken back. Every outcome of chance is compared with the one that the
secret, the contributions and the number of the draw determine (`engine/fair_dice.py`). What a player has kept of the
game, the commitment that he was shown and his contributions, is compared with the record.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from hordes.engine.core.state import CHANCE, State
from hordes.engine.errors import BadRecord, BadRequest, Refusal
from hordes.engine.fair_dice import SECRET_BYTES, DiceProof, commitment_of, draw, game_key, read_proof
from hordes.engine.record import Record
from hordes.lab.analyse import read_record_data

FAIR, FORGED, NO_PROOF = 0, 1, 2
"""Exit codes."""


@dataclass(frozen=True)
class WrongOutcome:
    """An outcome of chance that is not the derived one. `ply` counts the moves of the game from 1."""

    ply: int
    stands: str
    expected: str


@dataclass
class Verdict:
    """The exit code, and what is to be said."""

    code: int
    lines: list[str] = field(default_factory=list)


@dataclass
class Replay:
    """The game played again: draws that were compared, those that are wrong, and why it could not go on, if so.

    `rewinds` counts how often something was taken back, `redrawn` the outcomes of chance that were taken back with it.
    """

    checked: int = 0
    given: int = 0
    rewinds: int = 0
    redrawn: int = 0
    wrong: list[WrongOutcome] = field(default_factory=list)
    halted: str = ""
    moves: list[str] = field(default_factory=list)
    by_chance: list[bool] = field(default_factory=list)


@dataclass(frozen=True)
class Witness:
    """What a player knows of the dice without the record: the commitment that he was shown, and what he contributed."""

    commitment: str | None = None
    contributions: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.commitment is not None and re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", self.commitment) is None:
            raise BadRequest(f"A commitment is {2 * SECRET_BYTES} hexadecimal digits, not {self.commitment!r}.")

    def contradiction(self, proof: DiceProof) -> str:
        """Why a record's proof is not that of the game that the player was in; empty if nothing speaks against it."""
        if self.commitment is not None and self.commitment != proof.commitment:
            shown = f"the commitment that was shown before the game was {self.commitment}, "
            return f"{shown}in the record it is {proof.commitment}."
        texts = [text for _, text in proof.contributions]
        for text in self.contributions:
            if text not in texts:
                return f"the contribution `{text}` is not in the record."
            texts.remove(text)
        return ""


def verify(data: Any, witness: Witness | None = None) -> Verdict:
    """Check the dice of a record given as data; raises `BadRecord` for what is no record."""
    record = Record.not_replayed(data)
    if data.get("dice") is None:
        text = "This record has no proof of its dice: it is not from a server's table, or that had a seed or is old."
        return Verdict(NO_PROOF, [text])
    proof = read_proof(data["dice"])
    witness = witness or Witness()
    if contradiction := witness.contradiction(proof):
        return Verdict(FORGED, [f"Not fair: {contradiction}"])
    if proof.secret is None:
        text = "The secret of the dice is not in this record: a server reveals it when the game is over."
        return Verdict(NO_PROOF, [text])
    committed = commitment_of(proof.secret)
    if committed != proof.commitment:
        text = f"Not fair: the secret is not the one that was committed to. Its SHA-256 is {committed}, "
        return Verdict(FORGED, [f"{text}the commitment before the game was {proof.commitment}."])
    return _conclude(proof, _replay(record, proof, proof.secret), witness)


def _replay(record: Record, proof: DiceProof, secret: bytes) -> Replay:
    """Play everything that was played, and compare each outcome of chance."""
    key, number, done = game_key(secret, proof.table, proof.contributions), 0, Replay()
    try:
        state = record.start()
    except Refusal as refusal:
        raise BadRecord(f"The record's beginning cannot be: {refusal}") from refusal
    for place, item in enumerate(record.moves if proof.played is None else proof.played):
        try:
            if isinstance(item, int):
                state = _rewound(record, done, item)
                continue
            is_chance = state.to_move == CHANCE
            if is_chance:
                _compare(state, item, place < proof.given, (key, number), done)
                number += 1
            state.play(item)
        except Refusal as refusal:
            where = f"Move {len(done.moves) + 1}, `{item}`," if isinstance(item, str) else f"Going back to move {item}"
            done.halted = f"{where} cannot be: {refusal}"
            return done
        done.moves.append(item)
        done.by_chance.append(is_chance)
    if done.moves != record.moves:
        done.halted = "What was played, without what was taken back, are not the moves of the record."
    return done


def _rewound(record: Record, done: Replay, to: int) -> State:
    """The state after so many of the moves, the others removed."""
    if to > len(done.moves):
        raise BadRecord(f"Only {len(done.moves)} moves had been made.")
    done.rewinds += 1
    done.redrawn += sum(done.by_chance[to:])
    del done.moves[to:], done.by_chance[to:]
    return Record(record.game, record.options, done.moves, record.position).replay()


def _compare(state: State, text: str, is_given: bool, derivation: tuple[bytes, int], done: Replay) -> None:
    """Compare an outcome with the derived one; those of a record that the table continued are only counted."""
    if is_given:
        done.given += 1
        return
    expected = state.describe(state.nth_legal(draw(*derivation, int(state.find_legal()))))
    done.checked += 1
    if " ".join(text.split()) != expected:
        done.wrong.append(WrongOutcome(len(done.moves) + 1, text, expected))


def _conclude(proof: DiceProof, done: Replay, witness: Witness) -> Verdict:
    """The verdict in sentences."""
    if done.wrong:
        first = done.wrong[0]
        text = f"Not fair: move {first.ply} should be `{first.expected}` by the secret; `{first.stands}` stands there."
        return Verdict(FORGED, [text, _extent(done), *([done.halted] if done.halted else [])])
    if done.halted:
        return Verdict(FORGED, [f"Not as it was played: {done.halted}"])
    lines = [f"Fair: the secret is the one committed to, and all {done.checked} outcomes of chance follow from it."]
    if done.given:
        given = f"The first {proof.given} moves are those of a record that the table continued: not checked are their "
        given += f"{done.given} outcomes of chance."
        if done.checked == 0:
            return Verdict(NO_PROOF, [f"No outcome of chance in this record is its table's own. {given}"])
        lines = [lines[0].replace("all ", "all other "), given]
    if done.rewinds:
        lines.append(_taken_back(done))
    lines.append(f"Table {proof.table}, commitment {proof.commitment}.")
    if witness.commitment is None:
        lines.append("Is this the commitment that you were shown before the game? `--commitment` compares it.")
    lines += [f"Contribution of {_name(seat)}: {text}" for seat, text in proof.contributions]
    return Verdict(FAIR, lines if proof.contributions else [*lines, "Nobody added a contribution."])


def _extent(done: Replay) -> str:
    """How many outcomes are wrong: one was changed, or all of them are of other dice."""
    wrong, checked = len(done.wrong), done.checked
    if wrong > 1 and 2 * wrong >= checked:
        text = (
            f"{wrong} of {checked} outcomes are others: the contributions, the table's id or the secret were changed, "
        )
        return f"{text}or the dice were never drawn from them."
    return f"{wrong} of {checked} outcomes {'is' if wrong == 1 else 'are'} not what the secret determines."


def _taken_back(done: Replay) -> str:
    """What was taken back. A server that draws until it likes an outcome has to claim that players took it back."""
    times = "once" if done.rewinds == 1 else f"{done.rewinds} times"
    outcomes = f"{done.redrawn} outcome{'' if done.redrawn == 1 else 's'} of chance"
    return f"Something was taken back {times}, with {outcomes}: did the players do that?"


def _name(seat: int) -> str:
    return f"seat {seat}" if seat >= 0 else "whoever made the table"


def run(path: Path, witness: Witness) -> int:
    """The command: print the verdict and return its exit code."""
    verdict = verify(read_record_data(path), witness)
    console = Console(stderr=verdict.code != FAIR)
    for line in verdict.lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    return verdict.code
