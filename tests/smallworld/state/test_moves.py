"""Tests for the numbers and groups of verbs."""

from hordes.smallworld.state import moves

NOT_VERBS = {"MAX_SEATS", "MAX_PLACED", "MAX_SHARED", "MAX_CUSTOM", "VERB_LIMIT", "TARGETS", "NO_GROUP"}
FIRST_OF_ROW = {"PLACE", "KEEP"}
"""`place R N` and `keep R N` are these numbers plus N, so the numbers themselves are no verbs."""


def test_every_verb_is_in_one_group() -> None:
    verbs = [verb for group in moves.VERB_GROUPS.values() for verb in group]
    assert len(verbs) == len(set(verbs))
    named = {
        name: value
        for name, value in vars(moves).items()
        if name.isupper() and isinstance(value, int) and name not in NOT_VERBS and not name.endswith("_GROUP")
    }
    assert {name for name, verb in named.items() if verb not in verbs} == FIRST_OF_ROW


def test_words_of_moves_belong_to_verbs_of_a_group() -> None:
    assert all(moves.group_of(verb) != moves.NO_GROUP for verb in moves.VERB_WORDS)


def test_a_number_that_is_no_verb_has_no_group() -> None:
    for number in (-1, moves.PLACE, moves.KEEP, moves.MARKER + 1, moves.VERB_LIMIT, 10**6):
        assert moves.group_of(number) == moves.NO_GROUP


def test_every_group_has_verbs_below_the_limit() -> None:
    groups = {int(moves.group_of(verb)) for verb in range(moves.VERB_LIMIT)}
    assert groups == {moves.NO_GROUP, *moves.VERB_GROUPS}
    assert all(0 <= verb < moves.VERB_LIMIT for group in moves.VERB_GROUPS.values() for verb in group)
