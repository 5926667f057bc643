"""Tests for the numbers and groups of verbs."""

import re
from pathlib import Path

import pytest

from hordes.covil.state import moves
from hordes.covil.state.constants import TROOPS

SOURCES = Path(__file__).resolve().parents[3] / "src" / "hordes" / "covil"
RANGE = re.compile(r"\bverb (<|<=|>|>=) |(<|<=|>|>=) verb\b")


def test_every_verb_is_in_one_group() -> None:
    verbs = [verb for group in moves.VERB_GROUPS.values() for verb in group]
    assert len(set(verbs)) == len(verbs)
    assert set(verbs) == set(moves.VERB_WORDS) | set(moves.ACTION_WORDS) | set(moves.CHOICE_VERBS) | {
        moves.RELIC, moves.FIRST, *moves.PAYMENT_VERBS.values()
    }  # fmt: skip
    assert {int(moves.group_of(verb)) for verb in verbs} == set(moves.VERB_GROUPS)


def test_a_number_that_is_no_verb_has_no_group() -> None:
    for number in (-1, moves.VERB_LIMIT, 10_000):
        assert moves.group_of(number) == moves.NO_GROUP
        assert not moves.is_attack(number)


@pytest.mark.parametrize("base", [moves.MOVE, moves.REST, moves.REST_OTHER, moves.MELEE, moves.RANGED])
def test_a_troop_action_names_the_letter_of_the_troop(base: int) -> None:
    assert [int(moves.LETTER_OF[base + k]) for k in range(TROOPS)] == [*range(TROOPS)]


def test_only_troops_attack() -> None:
    attacks = [verb for verb in range(moves.VERB_LIMIT) if moves.is_attack(verb)]
    assert {moves.ACTION_WORDS[verb] for verb in attacks} == {"melee", "ranged"}
    assert len(attacks) == 2 * TROOPS


def test_no_module_asks_where_the_number_of_a_verb_lies() -> None:
    compared = [
        f"{path.name}: {line.strip()}"
        for path in SOURCES.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if RANGE.search(line) and "VERB_LIMIT" not in line
    ]
    assert compared == []
    assert RANGE.search("        if moves.MELEE <= verb < moves.EXHAUST:")
