"""The Necromancer's mode in the terminal: whole games from every seat, and explanations of his choices."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.core.state import OVER
from hordes.terminal.scene import all_choices
from hordes.terminal.session import Session
from hordes.terminal.smallworld.choices import build_choices, question
from hordes.terminal.smallworld.panels import player_strip, regions_held
from hordes.terminal.smallworld.previews import after_done
from hordes.terminal.smallworld.story import result_sentence
from hordes.terminal.wording import SeatNames
from tests.terminal.tables import NAMES, assert_fits, play, rendered, session
from tests.terminal.test_session import first_key, random_lines

BOXES = ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]


def table(players: int = 3, **more: Any) -> Session:
    return session({"players": players, "mode": "necromancer", "sets": BOXES}, hotseat=True, **more)


@pytest.mark.parametrize(("players", "width"), [(3, 80), (4, 120), (5, 80), (6, 120)])
def test_a_whole_game_by_script(players: int, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    here = table(players, seed=players, width=width)
    text = play(here, random_lines(here), monkeypatch)
    assert here.match.state.to_move == OVER
    assert "Final scores" in text
    assert_fits(text.split("\n"), width)


def test_always_the_first_choice_plays_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    here = table(seed=5)
    play(here, (first_key(here) for _ in range(4000)), monkeypatch)
    assert here.match.state.to_move == OVER


def test_powers_are_offered_with_what_they_do() -> None:
    here = table(seed=2)
    scene = here.scene(2)
    choices = all_choices(build_choices(here.match.state.legal_texts(), scene))
    assert len(choices) == 6
    assert all(choice.key == choice.move for choice in choices)
    names = [scene.lexicon.power(choice.move.split()[1]) for choice in choices]
    assert [choice.words.split(":")[0] for choice in choices] == names
    assert question(scene) == "Necromancer, choose a power, for free"


def buying(seed: int = 2) -> Session:
    """A table at which the Necromancer buys for the first time."""
    here = table(seed=seed)
    for _ in range(500):
        state = here.match.state
        if state.phase_name() == "necromancer_buy":
            break
        here.match.play(state.legal_texts()[0])
    return here


def test_purchases_say_what_they_cost() -> None:
    here = buying()
    scene = here.scene(2)
    choices = {choice.move: choice for choice in all_choices(build_choices(here.match.state.legal_texts(), scene))}
    assert choices["ghost"].words == "a Ghost for the Island"
    there = 14 - scene.view["necromancer"]["reserve"]
    assert choices["ghost"].detail.startswith(f"costs {1 + there} coins: 1 power in use + {there} Ghost")
    assert question(scene) == f"Buy Ghosts and powers: {14 - there} in reserve, 0 in the Well"
    assert after_done(here.match.state) == "buy no more, and conquer"


def test_the_island_is_no_region_in_the_list_of_players() -> None:
    here = buying()
    scene = here.scene(2)
    assert regions_held(scene.view, 2)[0] == 0
    text = "\n".join(rendered(player_strip(scene, here.terminal.palette), 120))
    power = scene.lexicon.power(scene.view["necromancer"]["in_use"][0])
    assert f"Ghosts ({power})" in text
    assert f"{scene.view['necromancer']['reserve']} in reserve" in text


def test_his_victory_is_told_with_its_reason() -> None:
    result = {"scores": [40, 50, 22], "winners": [2], "reason": "the Necromancer has no Ghost left"}
    assert result_sentence(result, SeatNames(NAMES[:3], 0)) == "Mabel wins: the Necromancer has no Ghost left."
