"""The reason of a refusal is the true one: the open question first, then the rule; letters get a hint."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.errors import Refusal
from hordes.engine.games import load
from hordes.engine.referee import answer
from hordes.engine.rng import Rng
from tests.covil.asking import ask, refused, seat

MEET = "0a@b 0b@a 1a@b 1b@c"
POOL: dict[str, Any] = {"me": seat("o1! h1 h2", 5), "pool": ["m01"]}
OWN_TURN = [
    "end",
    "command h2",
    "hire m01",
    "gold 0a",
    "move 0a t",
    "melee 0a 1a",
    "relic r01",
    "rest 0a o1",
    "repair 0a",
]


@pytest.mark.parametrize("move", [move for move in OWN_TURN if move != "hire m01"])
def test_in_a_payment_every_other_move_is_told_to_wait_for_it(move: str) -> None:
    assert "The payment for Gutter Nightingale comes first" in refused("hire m01", move, at=MEET, **POOL)


@pytest.mark.parametrize("move", OWN_TURN)
def test_while_a_card_asks_every_other_move_is_told_to_wait_for_it(move: str) -> None:
    assert "Squire comes first" in refused("command h2", move, at=MEET, **POOL)


@pytest.mark.parametrize("move", OWN_TURN)
def test_after_a_declaration_every_other_move_is_told_to_wait_for_it(move: str) -> None:
    assert "The attack on 1a comes first: `exhaust CARD`" in refused("melee 0a 1a", move, at=MEET, **POOL)


@pytest.mark.parametrize("move", [move for move in OWN_TURN if not move.startswith("relic")])
def test_in_a_combat_of_ones_own_turn_every_other_move_is_told_to_wait_for_it(move: str) -> None:
    assert "The combat comes first" in refused("melee 0a 1a", "exhaust h1", "pass", move, at=MEET, **POOL)


@pytest.mark.parametrize("move", OWN_TURN)
def test_before_gold_overflows_every_other_move_is_told_to_wait_for_it(move: str) -> None:
    assert "1 gold is coming in and does not fit" in refused("gold 0b", move, at=MEET, **POOL)


def test_on_somebody_elses_turn_own_actions_belong_to_ones_own_turn() -> None:
    assert "belong to one's own turn" in refused("melee 0a 1a", "exhaust h1", "gold 1a", at=MEET)


def test_a_declared_attack_cannot_be_called_off() -> None:
    assert "An attack that is declared cannot be called off" in refused("melee 0a 1a", "cancel", at=MEET)
    assert "`cancel` calls off a payment" in refused("cancel")


@pytest.mark.parametrize("kind", ["melee", "ranged"])
def test_rebels_cannot_be_attacked(kind: str) -> None:
    assert "Rebels cannot be attacked" in refused(f"{kind} 0a rebels")


def test_an_attack_out_of_range_at_a_guarded_fortress_is_out_of_range() -> None:
    assert "Melee attacks reach the troop's own zone" in refused("melee 0a fortress 1")
    assert "is guarded by 1b" in refused("ranged 0a fortress 1", at=MEET)
    assert "is destroyed" in refused("melee 0a fortress 1", hp=(5, 0))


def test_choosing_the_wrong_kind_of_thing_is_told_which_is_asked_for() -> None:
    assert "A troop is asked for here, and `c` is a zone" in refused("command h2", "choose c")
    assert "A zone is asked for here, and `0b` is a troop" in refused("command h2", "choose 0a", "choose 0b")


@pytest.mark.parametrize("amount", ["-1", "1.5", "all", "+1"])
def test_gold_is_paid_in_whole_numbers(amount: str) -> None:
    assert f"`{amount}` is no amount of gold" in refused("hire m01", f"pay gold {amount}", **POOL)


def test_capital_and_small_letters_get_a_hint() -> None:
    reply = ask("End")
    assert reply["error"]["code"] == "unknown_move"
    assert "moves are written in small letters, `end`" in reply["error"]["message"]
    assert "did you mean t?" in refused("move 0a T")
    assert "did you mean h2?" in refused("command H2")
    assert "did you mean r01?" in refused("relic R01")
    assert "did you mean 0a?" in refused("gold 0A")
    printed = {"game": "covil", "options": {"players": 2}, "seed": 1, "moves": ["found a"]}
    assert "did you mean A?" in answer(printed)["error"]["message"]


def test_answers_that_fit_another_question_are_told_which_is_open() -> None:
    night: dict[str, Any] = {"phase": "night", "day": 4, "at": "0a@t- 1a@t-", "me": seat("o1!", 4), "them": seat("o4!")}
    assert "The night offers relics for sale" in refused("skip", **night)
    assert "comes first: choose what it asks for, or `skip`" in refused("command h2", "pass")
    assert "free attack" in refused("relic r11", "choose 1a", at=MEET, me=seat(relics="r11"))
    assert "says which one is next" in refused("skip", phase="night", rebels=5, at="0a@t 0b@t 1a@c")


@pytest.mark.parametrize("game_number", range(0, 30, 3))
def test_no_move_is_refused_for_the_turn_on_ones_own_turn(game_number: int) -> None:
    """Random games; at every decision of the own afternoon the moves of an own turn are never said to belong to it."""
    game, rng = load("covil"), Rng(game_number)
    state = game.new(game.drill(game_number).options)
    asked = 0
    for _ in range(400):
        if state.to_move == -2:
            break
        state.find_legal()
        night = bool(state.position().get("pending")) and state.position()["pending"][0][0] == "next_day"
        if state.to_move >= 0 and state.to_move == state.position()["player"] and not night:
            for text in ("end", "hire m01", "command h2", f"gold {state.to_move}a", "relic r01", "done"):
                asked += 1
                assert reason(state.clone(), text).find("own turn") < 0, (text, state.position())
        state.find_legal()
        state.apply(state.nth_legal(rng.below(state.choices)))
    assert asked > 50


def reason(state: Any, text: str) -> str:
    """Why a move is refused; empty when it is not, or where founding comes before any turn."""
    try:
        state.play(text)
    except Refusal as refusal:
        return "" if state.phase_name() == "found" else str(refusal)
    return ""
