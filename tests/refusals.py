"""Assertions about refused moves and rejected requests: the error code, and the expected reason in the message."""

from __future__ import annotations

from typing import Any

FEWEST_WORDS = 3
"""Minimum length of an expected reason: a single word such as `immune` occurs in too many messages."""


def fits(because: str, sentence: str) -> bool:
    """Whether a message contains the expected reason, or equals it if the reason ends with a full stop."""
    return sentence == because if because.endswith(".") else because in sentence


def denied(error: dict[str, Any], code: str = "illegal_move", *, because: str) -> str:
    """Check code and reason of an error (by default of an illegal move); returns its message."""
    assert len(because.split()) >= FEWEST_WORDS, f"no reason, too short: {because}"
    assert error.get("code") == code, error
    sentence = str(error["message"])
    assert fits(because, sentence), f"{sentence} (not: {because})"
    return sentence


def reason(reply: dict[str, Any], move: int, *, because: str) -> str:
    """Check that the referee refuses the move with this index for this reason; returns the message."""
    assert not reply["ok"], f"the move should have been refused: {because}"
    assert reply["error"].get("move") == move, reply["error"]
    return denied(reply["error"], because=because)


def rejected(reply: dict[str, Any], code: str, *, because: str) -> str:
    """Check that the referee rejects the whole request with this code and reason; returns the message."""
    assert not reply["ok"], f"the request should have been rejected: {because}"
    return denied(reply["error"], code, because=because)
