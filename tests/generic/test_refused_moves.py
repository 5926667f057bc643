"""Texts that are no legal moves: every game refuses them with a sentence and stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, State
from hordes.engine.errors import Refusal, RuleViolation, UnknownMove
from hordes.engine.match import Match
from tests.generic.setups import NAMES, Table, every_table, tables
from tests.generic.walks import new, some_states, walk

GAP = re.compile(r"[{}]|\bNone\b|\bTrue\b|\bFalse\b|object at 0x|Error\b")
"""What no sentence for people has in it: unfilled gaps, Python's words, names of exceptions."""


def refusal_of(state: State, text: str) -> Refusal | None:
    """How a move is refused; None when it is made. A refused one leaves the state and its listeners alone."""
    trial = state.clone()
    trial.sink = []
    try:
        trial.play(text)
    except Refusal as refusal:
        assert trial == state
        assert trial.sink == []
        check_sentence(str(refusal), text)
        check_sentence(refusal.public, text)
        return refusal
    return None


def check_sentence(sentence: str, text: str) -> None:
    """A sentence for people: it begins and ends as one, and has no gaps."""
    own = sentence.replace(repr(text), "").replace(text, "") if text.strip() else sentence
    for word in sorted(text.split(), key=len, reverse=True):
        own = own.replace(word, "")
    assert len(sentence.split()) > 2, sentence
    assert sentence.rstrip()[-1] in ".?!)", sentence
    assert GAP.search(own) is None, sentence


def texts_of(table: Table) -> list[str]:
    """Texts that are legal somewhere in a game, chance's outcomes included, each word of them once."""
    seen: dict[str, str] = {}
    for state in walk(table, seed=8):
        for text in state.legal_texts():
            seen.setdefault(text, text)
    return list(seen)


@every_table
def test_moves_that_are_legal_elsewhere_are_refused_by_a_rule(table: Table) -> None:
    texts, refused = texts_of(table), 0
    for number, state in enumerate(some_states(table, every=25)):
        for text in texts[number % 7 :: 7]:
            is_legal = text in state.legal_texts()
            refusal = refusal_of(state, text)
            assert (refusal is None) == is_legal, text
            refused += refusal is not None
    assert refused


@every_table
def test_other_spellings_of_legal_moves_are_no_moves(table: Table) -> None:
    for state in some_states(table, every=25):
        for text in state.legal_texts()[:12]:
            for other in (text.upper(), text.title(), f"{text} x", f"{text} 1 2 3", text[:-1], f"x {text}", f"{text},"):
                if " ".join(other.split()) not in state.legal_texts():
                    assert refusal_of(state, other) is not None, other


@every_table
def test_unknown_words_are_unknown_moves(table: Table) -> None:
    for state in [new(table), *[state for state in some_states(table, every=60) if state.to_move != OVER]]:
        for text in ("", "  ", "dance", "dance 1", "42", "-1", "\0", "é", "play", "x" * 501):
            assert isinstance(refusal_of(state, text), UnknownMove), text


@every_table
def test_what_is_no_text_is_no_move(table: Table) -> None:
    match = Match(table.name, table.options, seed=3)
    others: list[Any] = [None, 3, b"pass", ["pass"], {}]
    for wrong in others:
        with pytest.raises(UnknownMove, match="A move is a text"):
            match.play(wrong)


@every_table
def test_chance_is_answered_by_chance_only(table: Table) -> None:
    """The words of chance are no seat's, and the other way round, with a reason that is one."""
    words: dict[bool, dict[str, str]] = {True: {}, False: {}}
    for state in walk(table, seed=9):
        for text in state.legal_texts():
            words[state.to_move == CHANCE].setdefault(text.split()[0], text)
    assert not words[True].keys() & words[False].keys()
    for state in some_states(table, every=30):
        if state.to_move != OVER:
            for text in words[state.to_move != CHANCE].values():
                assert isinstance(refusal_of(state, text), UnknownMove | RuleViolation), text


def midgame(name: str) -> State:
    """A state in the middle of a game with everything in it."""
    table = [table for table in tables() if table.name == name][-2]
    states = [state for state in some_states(table, every=1) if state.to_move >= 0]
    return states[len(states) // 2]


def words_of(state: State) -> list[str]:
    """The words of legal moves, and some that look like them."""
    words = {word for text in state.legal_texts() for word in text.split()}
    return sorted(words | {"0", "1", "99", "-1", "1.5", "nan", "٣", "with", "a" * 40})


@pytest.mark.parametrize("name", NAMES)
def test_garbage_is_refused(name: str) -> None:
    state = midgame(name)
    words, legal = words_of(state), set(state.legal_texts())

    @settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
    @given(st.one_of(st.lists(st.sampled_from(words), max_size=5).map(" ".join), st.text(max_size=30)))
    def check(text: str) -> None:
        refusal = refusal_of(state, text)
        assert (refusal is None) == (" ".join(text.split()) in legal), text

    check()


def far_states(table: Table) -> Iterator[State]:
    """States of several games, each in another phase or of another seat."""
    met: set[tuple[str, int]] = set()
    for seed in range(4):
        state, rng = new(table), Rng(seed)
        while state.to_move != OVER:
            if (key := (state.phase_name(), int(state.to_move))) not in met:
                met.add(key)
                yield state
            state.apply(random_move(state, rng))


@every_table
def test_explanations_have_no_gaps_and_change_nothing(table: Table) -> None:
    for state in far_states(table):
        before = state.dump()
        for text in [*state.legal_texts()[:20], "dance", ""]:
            try:
                explained = state.explain(text)
            except Refusal as refusal:
                explained = str(refusal)
            assert GAP.search(explained.replace(text, "")) is None, explained
        assert state.dump() == before
