"""Covil's screen: groups of choices for each question, and everything fits into the window."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.terminal.board.palette import palette_for
from hordes.terminal.covil.choices import build_choices, question
from hordes.terminal.covil.commands import parse_line
from hordes.terminal.covil.interface import CovilInterface
from hordes.terminal.covil.primer import SYNONYMS, TERMS
from hordes.terminal.covil.topics import explain_topic
from hordes.terminal.parsed_command import Command
from hordes.terminal.scene import Frame, all_choices
from tests.terminal.tables import assert_fits, console, rendered

GAME = load("covil")
NAMES = ("Ann", "Grim", "Mabel", "Odo")


def moments(options: dict[str, Any], seed: int = 1, most: int = 400) -> list[tuple[Match, CovilInterface, Frame]]:
    """A random game, decision by decision, as the deciding seat sees it."""
    match, rng = Match(GAME, GAME.normalise(options), seed), Rng(seed)
    interface = CovilInterface(GAME, match.record.options)
    decisions = []
    for _ in range(most):
        state = match.state
        if state.to_move == OVER:
            break
        scene = interface.scene(state.clone(), int(state.to_move), NAMES[: int(state.seats())])
        decisions.append((match, interface, Frame(scene, interface.choices(state.legal_texts(), scene))))
        match.play(state.describe(state.nth_legal(rng.below(state.find_legal()))))
    return decisions


@pytest.mark.parametrize(("players", "width", "height", "colour"), [
    (2, 80, 24, "truecolor"), (4, 80, 24, None), (3, 120, 40, "256"), (4, 160, 50, "standard"), (2, 60, 30, None),
])  # fmt: skip
def test_every_screen_fits_its_width(players: int, width: int, height: int, colour: Any) -> None:
    screen = console(width, height, colour)
    for _, interface, frame in moments({"players": players}, seed=players)[::9]:
        lines = rendered(interface.compose(frame, screen, palette_for(screen)), width, colour)
        assert_fits(lines, width)
        assert any("Day" in line for line in lines)


def test_a_small_window_is_rarely_too_small_for_two() -> None:
    screen = console(80, 24)
    heights = [
        len(rendered(interface.compose(frame, screen, palette_for(screen)), 80)) for _, interface, frame in moments({})
    ]
    assert sum(height < 24 for height in heights) >= 0.95 * len(heights)


def test_every_legal_move_is_a_choice_with_a_number_and_words() -> None:
    for options in ({"players": 3}, {"players": 1, "dummies": 1}):
        for _, _, frame in moments(options, seed=4):
            choices = all_choices(frame.groups)
            assert [choice.key for choice in choices] == [str(n) for n in range(1, len(choices) + 1)]
            for choice in choices:
                assert choice.words.strip()
                assert not re.search(r"\b[omr]\d\d?\b", choice.words), choice
            assert question(frame.scene, frame.groups)


def test_a_number_a_move_and_its_name_mean_the_same() -> None:
    for match, _, frame in moments({"players": 2}, seed=2)[:120]:
        moves = [choice.move for choice in all_choices(frame.groups)]
        for choice in all_choices(frame.groups):
            assert parse_line(choice.key, moves, frame) == Command("move", choice.move)
            assert parse_line(choice.move.upper(), moves, frame).argument.lower() == choice.move.lower()
        assert match.record.game == "covil"


def at(phase: str, options: dict[str, Any] | None = None) -> Frame:
    for seed in range(40):
        for _, _, frame in moments(options or {"players": 2}, seed=seed):
            if frame.scene.view["phase"] == phase:
                return frame
    raise AssertionError(phase)


@pytest.mark.parametrize(
    ("phase", "heading", "asked"),
    [
        ("found", "Found your fortress on", "Where shall your fortress stand?"),
        ("afternoon", "Hire (once a turn)", "Your turn"),
        ("payment", "Hand over", "Hiring"),
        ("retreat", "Retreat to", "must retreat"),
        ("combat", "", "attack"),
    ],
)
def test_the_question_and_its_groups(phase: str, heading: str, asked: str) -> None:
    frame = at(phase)
    headings = [group.heading for group in frame.groups]
    assert asked in question(frame.scene, frame.groups)
    assert not heading or heading in headings


def test_a_price_stands_beside_every_hire() -> None:
    hires = [choice for choice in all_choices(at("afternoon").groups) if choice.move.startswith("hire ")]
    assert hires
    for choice in hires:
        assert re.match(r"-?\d+ gold; ", choice.detail)


@pytest.mark.parametrize("key", [*GAME.glossary(), *TERMS, *SYNONYMS, "A", "pinecrag", "rules", "grim", "undo"])
def test_everything_can_be_asked_for(key: str) -> None:
    scene = at("afternoon").scene
    text = "\n".join(rendered(explain_topic(key, scene), 80))
    assert "Nothing is known" not in text
    assert text.strip()


def test_what_nobody_knows_is_answered_with_a_suggestion() -> None:
    scene = at("afternoon").scene
    assert "Did you mean Squire?" in " ".join(rendered(explain_topic("squier", scene), 120))


def test_an_attack_says_what_it_adds_up_to() -> None:
    for seed in range(30):
        for match, _, frame in moments({"players": 2}, seed=seed):
            minions = [choice for choice in all_choices(frame.groups) if choice.move.startswith("exhaust ")]
            if minions:
                assert all(re.match(r"strength \d+", choice.detail) for choice in minions)
                assert match.record.game == "covil"
                return
    raise AssertionError("nobody attacks")


def test_own_cards_are_named() -> None:
    card = {
        "id": "m_own", "name": "Own Minion", "class": "Warrior", "stat": {"type": "melee", "value": 2}, "cost": 2,
        "ability": {"type": "influence", "text": "Nothing much.", "effects": []},
    }  # fmt: skip
    options = GAME.normalise({"cards": {"extends": "box", "mercenaries": [card]}})
    interface = CovilInterface(GAME, options)
    assert interface.lexicon.glossary["m_own"]["name"] == "Own Minion"
    scene = interface.scene(Match(GAME, options, 1).state, 0, NAMES[:2])
    assert build_choices(["hire m_own"], scene)[0].choices[0].words == "Own Minion"
