"""What the rules say about moves, as data: the sum behind a price, the key behind a refusal, all of it translated."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.errors import Refusal, RuleViolation, said
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.server.asking import answer
from hordes.server.sentences import sentence_of
from tests.server.sayings import sayings

SAID = Path(__file__).parents[2] / "web" / "src" / "lib" / "i18n" / "said"
LANGUAGES = ("en", "de", "es")
FILLED = {
    "who",
    "race",
    "power",
    "region",
    "cost",
    "have",
    "short",
    "bill",
    "n",
    "coins",
    "powers",
    "ghosts",
    "pips",
    "most",
    "die",
    "worth",
}
"""What comes from a bill, or in a dict that the sources do not spell out at the call."""
FAR = {"zone", "steps", "here", "troop", "target"}
GAP = re.compile(r"\{(\w+)(?::[^{}]*)?\}")


def messages(game: str, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((SAID / f"{game}.{language}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["smallworld", "covil", "server"])
def test_every_sentence_of_the_rules_is_in_every_message_file(game: str, language: str) -> None:
    known = {key for key in messages(game, language) if not key.startswith("word.")}
    assert known == set(sayings(game))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["smallworld", "covil", "server"])
def test_no_message_has_a_gap_that_nothing_fills(game: str, language: str) -> None:
    words = sayings(game)
    for key, text in messages(game, language).items():
        if not key.startswith("word."):
            gaps = set(GAP.findall(text))
            assert gaps <= words[key] | FILLED | (FAR if key.endswith(("far", "swift")) else set()), key


def conquering(seed: int = 0) -> Match:
    match = Match(load("smallworld"), {"players": 2}, seed=seed)
    while match.state.phase_name() != "conquer":
        match.play(match.state.legal_texts()[0])
    return match


def test_a_price_comes_as_the_sum_that_the_rules_make() -> None:
    state = conquering().state
    for text in state.legal_texts():
        if text.startswith("conquer") and text.count(" ") == 1:
            told = answer(state, text)
            assert told.legal
            assert told.said is not None
            assert told.said.cost is not None
            cost = told.said.cost
            assert sum(part.amount for part in cost.parts) == cost.total
            assert told.message.startswith(f"{cost.total} token")
            assert cost.parts[0].source == "region"


def refusals(state: Any) -> list[Any]:
    regions = [str(region["id"]) for region in load("smallworld").board_data({"players": 2})["regions"]]
    return [answer(state, f"conquer {region}") for region in regions]


def test_every_refused_conquest_has_a_key_and_its_words() -> None:
    for seed in range(5):
        for told in refusals(conquering(seed).state):
            assert told.said is not None, told.message
            if not told.legal:
                assert told.said.data["region"] in told.message


def test_what_one_is_short_of_is_added_up() -> None:
    found = [told for seed in range(30) for told in _poor(seed) if told.said and told.said.key.startswith("short")]
    assert found
    for told in found:
        cost = told.said.cost
        assert cost.total - cost.have == told.said.data["short"] > 0
        assert sum(part.amount for part in cost.parts) == cost.total


def _poor(seed: int) -> list[Any]:
    """Conquests until hardly a token is left."""
    match = conquering(seed)
    while len(plain := [text for text in match.state.legal_texts() if re.fullmatch(r"conquer \w+", text)]) > 0:
        match.play(plain[-1])
        if match.state.phase_name() != "conquer":
            return []
    return refusals(match.state) if match.state.phase_name() == "conquer" and match.state.to_move >= 0 else []


def test_a_refusal_without_a_key_is_only_its_text() -> None:
    assert sentence_of(RuleViolation("The moon is full.").saying) is None
    refusal = Refusal(said("moon", "The {what} is full.", what="moon"))
    assert (str(refusal), refusal.public) == ("The moon is full.", "The moon is full.")
    assert sentence_of(refusal.saying) is not None
