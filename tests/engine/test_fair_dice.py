"""Dice that can be checked: the derivation of outcomes, its exact fairness, and the shape of a proof."""

import hashlib
import hmac
from collections import Counter
from typing import Any

import pytest

from hordes.engine.chance import chance_moves
from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng
from hordes.engine.errors import BadRecord, BadRequest
from hordes.engine.fair_dice import (
    METHOD,
    WORDS,
    Contribution,
    DerivedChance,
    FairDice,
    accept,
    check_contribution,
    commitment_of,
    draw,
    game_key,
    new_secret,
    read_proof,
)
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.engine.record import Record

SECRET = bytes(range(32))
PROOF: dict[str, Any] = FairDice("table", SECRET).proof([Contribution(0, "rain")], 0, None, True)


@pytest.mark.parametrize("choices", range(1, 257))
def test_every_number_has_equally_many_words(choices: int) -> None:
    """The argument by which no outcome is favoured, for every number of choices with words of a byte."""
    counts = Counter(accept(word, choices, words=256) for word in range(256))
    assert len({counts[number] for number in range(choices)}) == 1
    assert counts[0] == 256 // choices
    assert counts[None] == 256 % choices, "fewer words are refused than there are choices"


@pytest.mark.parametrize("choices", [2, 3, 6, 14, 1000, 2**31 - 1])
def test_the_last_words_are_refused(choices: int) -> None:
    accepted = WORDS - WORDS % choices
    assert accept(accepted - 1, choices) == choices - 1
    assert all(accept(word, choices) is None for word in (accepted, WORDS - 1) if word < WORDS and word >= accepted)


def test_a_refused_word_is_followed_by_the_next_one() -> None:
    """With more than half of all words as choices, about half of the draws need several."""
    key, choices, attempts = game_key(SECRET, "table", []), 2**63 + 1, Counter[int]()
    for number in range(200):
        words = (hmac.digest(key, f"{number}.{k}".encode(), "sha256")[:8] for k in range(100))
        values = [int.from_bytes(word, "big") for word in words]
        first = next(k for k, word in enumerate(values) if word < choices)
        attempts[first] += 1
        assert draw(key, number, choices) == values[first]
    assert 70 <= attempts[0] <= 130
    assert attempts[1] > 20


@pytest.mark.parametrize(("choices", "most"), [(6, 20.52), (20, 43.82)])
def test_the_draws_of_a_game_look_uniform(choices: int, most: float) -> None:
    """Chi-square over fixed data; a fair die exceeds the bound with one key in a thousand."""
    key, draws = game_key(SECRET, "table", [Contribution(0, "rain")]), 60_000
    counts = Counter(draw(key, number, choices) for number in range(draws))
    expected = draws / choices
    assert sum((counts[k] - expected) ** 2 / expected for k in range(choices)) < most


def test_the_key_is_what_the_documentation_says() -> None:
    message = f"{METHOD}\ntable\n0 rain\n-1 7f"
    key = game_key(SECRET, "table", [Contribution(0, "rain"), Contribution(-1, "7f")])
    assert key == hmac.new(SECRET, message.encode(), hashlib.sha256).digest()
    assert commitment_of(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert len(new_secret()) == 32
    assert new_secret() != new_secret()


def test_secret_contributions_table_and_number_all_count() -> None:
    def outcomes(
        secret: bytes = SECRET, table: str = "table", text: str = "rain", seat: int = 0, first: int = 0
    ) -> str:
        source = DerivedChance(game_key(secret, table, [Contribution(seat, text)]), first)
        return " ".join(str(source.below(6)) for _ in range(40))

    different = [outcomes(), outcomes(bytes(32)), outcomes(table="tables"), outcomes(text="sun"), outcomes(seat=1)]
    assert len({*different, outcomes(first=1)}) == 6
    assert outcomes().split()[1:] == outcomes(first=1).split()[:-1], "a draw depends on its number, not on others"


def test_chance_is_weighted_as_the_game_says() -> None:
    """Outcomes that count several times on the menu are drawn as often: Small World's die has three blank faces."""
    state, rng = load("smallworld").new({"players": 2}), Rng(1)
    while sorted(weight for _, weight in state.chance_outcomes()) != pytest.approx([1 / 6, 1 / 6, 1 / 6, 1 / 2]):
        state.apply(random_move(state, rng))
    source, counts, draws = DerivedChance(game_key(SECRET, "table", []), 0), Counter[int](), 6_000
    for _ in range(draws):
        counts[next(chance_moves(state, source))] += 1
    assert sum((counts[move] - draws * p) ** 2 / (draws * p) for move, p in state.chance_outcomes()) < 16.27


@pytest.mark.parametrize("text", ["", " ", "a" * 101, " a", "a ", "a  b", "a\nb", "a\x00", "a\u2028b", "\ud800"])
def test_a_contribution_that_could_be_read_in_two_ways_is_refused(text: str) -> None:
    with pytest.raises(BadRequest, match="1 to 100 printable characters"):
        check_contribution(text)


def test_other_contributions_are_taken_as_they_are() -> None:
    for text in ("a", "a" * 100, "0x7F", "Würfel für alle", "雨"):
        assert check_contribution(text) == text


def test_the_secret_is_in_no_text_about_the_dice() -> None:
    dice = FairDice("table", SECRET)
    assert SECRET.hex() not in f"{dice!r} {dice} {dice.proof([], 0, None, False)}"
    assert dice.secret_if(False) is None
    assert dice.proof([], 0, None, True)["secret"] == SECRET.hex()
    with pytest.raises(BadRequest, match="32 bytes, not 3"):
        FairDice("table", b"abc")


def test_a_proof_is_read_as_it_was_written() -> None:
    proof = read_proof(PROOF)
    assert (proof.secret, proof.commitment) == (SECRET, commitment_of(SECRET))
    assert proof.contributions == [Contribution(0, "rain")]
    assert (proof.given, proof.played) == (0, None)
    assert read_proof(FairDice("t", SECRET).proof([], 2, ["a", 1], False))[3:] == (None, [], 2, ["a", 1])


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"method": "dice"}, "drawn by 'dice'"),
        ({"table": 5}, "name their `table`"),
        ({"commitment": "abc"}, "`commitment` of a record's dice is 64 hexadecimal"),
        ({"secret": "zz" * 32}, "`secret` of a record's dice is 64 hexadecimal"),
        ({"secret": SECRET.hex().upper()}, "`secret` of a record's dice is 64 hexadecimal"),
        ({"contributions": {}}, "are a list"),
        ({"contributions": [{"seat": 0}]}, "has a `seat` and a `text`"),
        ({"contributions": [{"seat": 0, "text": "a\nb"}]}, "printable"),
        ({"contributions": [{"seat": True, "text": "a"}]}, "a number from -1"),
        ({"given": -1}, "`given` in a record's dice"),
        ({"played": "abc"}, "a list of moves and numbers"),
        ({"played": [True]}, "`played` in a record's dice"),
        ({"secrets": "1"}, "no key 'secrets'.*did you mean"),
    ],
)
def test_a_proof_of_another_shape_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRecord, match=f"(?i){reason}"):
        read_proof(PROOF | changes)
    with pytest.raises(BadRecord, match=f"(?i){reason}"):
        Record.from_json(Record("smallworld", {"players": 2}).to_json() | {"dice": PROOF | changes})


def test_records_and_matches_take_a_record_with_a_proof() -> None:
    match = Match("smallworld", players=2, seed=1)
    data = match.record.to_json() | {"dice": PROOF}
    assert Record.from_json(data).moves == match.record.moves
    assert Match.load(data).legal_texts() == match.legal_texts()
    with pytest.raises(BadRecord, match="is an object"):
        Record.from_json(data | {"dice": []})
    assert load("smallworld").rules_version == data["rules"]
