"""Explanations of moves as data: costs with their parts, message keys, and translations for every key."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.errors import Refusal, RuleViolation, translatable
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.server.http.routes.explanations import explain_move
from hordes.server.http.rule_messages import sentence_of
from tests.server.message_sources import message_templates

SAID = Path(__file__).parents[3] / "web" / "src" / "lib" / "i18n" / "messages"
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
"""Fields that come from a cost, or from a dict that is not spelled out at the call."""
FAR = {"zone", "steps", "here", "troop", "target"}
GAP = re.compile(r"\{(\w+)(?::[^{}]*)?\}")


def messages(game: str, language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((SAID / f"{game}.{language}.json").read_text(encoding="utf-8"))
    return texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["smallworld", "covil", "server"])
def test_every_sentence_of_the_rules_is_in_every_message_file(game: str, language: str) -> None:
    known = {key for key in messages(game, language) if not key.startswith("word.")}
    assert known == set(message_templates(game))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["smallworld", "covil", "server"])
def test_no_message_has_a_gap_that_nothing_fills(game: str, language: str) -> None:
    words = message_templates(game)
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
            explained = explain_move(state, text)
            assert explained.legal
            assert explained.said is not None
            assert explained.said.cost is not None
            cost = explained.said.cost
            assert sum(part.amount for part in cost.parts) == cost.total
            assert explained.message.startswith(f"{cost.total} token")
            assert cost.parts[0].source == "region"


def refusals(state: Any) -> list[Any]:
    regions = [str(region["id"]) for region in load("smallworld").board_data({"players": 2})["regions"]]
    return [explain_move(state, f"conquer {region}") for region in regions]


def test_every_refused_conquest_has_a_key_and_its_words() -> None:
    for seed in range(5):
        for refused in refusals(conquering(seed).state):
            assert refused.said is not None, refused.message
            if not refused.legal:
                assert refused.said.data["region"].name in refused.message


def test_what_one_is_short_of_is_added_up() -> None:
    too_expensive = [
        refused
        for seed in range(30)
        for refused in _poor(seed)
        if refused.said and refused.said.key.startswith("short")
    ]
    assert too_expensive
    for refused in too_expensive:
        cost = refused.said.cost
        assert cost.total - cost.have == refused.said.data["short"] > 0
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
    assert sentence_of(RuleViolation("The moon is full.").message) is None
    refusal = Refusal(translatable("moon", "The {what} is full.", what="moon"))
    assert (str(refusal), refusal.public) == ("The moon is full.", "The moon is full.")
    assert sentence_of(refusal.message) is not None
