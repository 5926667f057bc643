"""Reasons of refused moves in Covil: an open question comes before any rule, and wrong capital letters get a hint."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.core.rng import Rng
from hordes.engine.errors import Refusal
from hordes.engine.games import load
from hordes.engine.referee import answer
from tests.covil.positions import ask, refused, seat

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
    refused("hire m01", move, at=MEET, **POOL, because="The payment for Gutter Nightingale comes first")


@pytest.mark.parametrize("move", OWN_TURN)
def test_while_a_card_asks_every_other_move_is_told_to_wait_for_it(move: str) -> None:
    refused("command h2", move, at=MEET, **POOL, because="Squire comes first")


@pytest.mark.parametrize("move", OWN_TURN)
def test_after_a_declaration_every_other_move_is_told_to_wait_for_it(move: str) -> None:
    refused("melee 0a 1a", move, at=MEET, **POOL, because="The attack on 1a comes first: `exhaust CARD`")


@pytest.mark.parametrize("move", [move for move in OWN_TURN if not move.startswith("relic")])
def test_in_a_combat_of_ones_own_turn_every_other_move_is_told_to_wait_for_it(move: str) -> None:
    refused("melee 0a 1a", "exhaust h1", "pass", move, at=MEET, **POOL, because="The combat comes first")


@pytest.mark.parametrize("move", OWN_TURN)
def test_before_gold_overflows_every_other_move_is_told_to_wait_for_it(move: str) -> None:
    refused("gold 0b", move, at=MEET, **POOL, because="1 gold is coming in and does not fit")


def test_on_somebody_elses_turn_own_actions_belong_to_ones_own_turn() -> None:
    refused("melee 0a 1a", "exhaust h1", "gold 1a", at=MEET, because="belong to one's own turn")


def test_a_declared_attack_cannot_be_called_off() -> None:
    refused("melee 0a 1a", "cancel", at=MEET, because="An attack that is declared cannot be called off")
    refused("cancel", because="`cancel` calls off a payment")


@pytest.mark.parametrize("kind", ["melee", "ranged"])
def test_rebels_cannot_be_attacked(kind: str) -> None:
    refused(f"{kind} 0a rebels", because="Rebels cannot be attacked")


def test_an_attack_out_of_range_at_a_guarded_fortress_is_out_of_range() -> None:
    refused("melee 0a fortress 1", because="Melee attacks reach the troop's own zone")
    refused("ranged 0a fortress 1", at=MEET, because="is guarded by 1b")
    refused("melee 0a fortress 1", hp=(5, 0), because="The fortress of seat 1 is destroyed")


def test_choosing_the_wrong_kind_of_thing_is_told_which_is_asked_for() -> None:
    refused("command h2", "choose c", because="A troop is asked for here, and `c` is a zone")
    refused("command h2", "choose 0a", "choose 0b", because="A zone is asked for here, and `0b` is a troop")


@pytest.mark.parametrize("amount", ["-1", "1.5", "all", "+1"])
def test_gold_is_paid_in_whole_numbers(amount: str) -> None:
    refused("hire m01", f"pay gold {amount}", **POOL, because=f"`{amount}` is no amount of gold")


def test_capital_and_small_letters_get_a_hint() -> None:
    reply = ask("End")
    assert reply["error"]["code"] == "unknown_move"
    assert "moves are written in small letters, `end`" in reply["error"]["message"]
    refused("move 0a T", because="did you mean t?")
    refused("command H2", because="did you mean h2?")
    refused("relic R01", because="did you mean r01?")
    refused("gold 0A", because="did you mean 0a?")
    printed = {"game": "covil", "options": {"players": 2}, "seed": 1, "moves": ["found a"]}
    assert "did you mean A?" in answer(printed)["error"]["message"]


def test_answers_that_fit_another_question_are_told_which_is_open() -> None:
    night: dict[str, Any] = {"phase": "night", "day": 4, "at": "0a@t- 1a@t-", "me": seat("o1!", 4), "them": seat("o4!")}
    refused("skip", **night, because="The night offers relics for sale")
    refused("command h2", "pass", because="comes first: choose what it asks for, or `skip`")
    refused("relic r11", "choose 1a", at=MEET, me=seat(relics="r11"), because="This effect is a free attack")
    refused("skip", phase="night", rebels=5, at="0a@t 0b@t 1a@c", because="says which one is next")


@pytest.mark.parametrize("move", ["defend h2", "relic r24", "pass"])
def test_while_the_defenders_own_relic_asks_its_question_comes_first(move: str) -> None:
    table: dict[str, Any] = {"at": MEET, "them": seat("o2! h2", relics="r01 r24")}
    refused("melee 0a 1a", "exhaust h1", "relic r01", move, **table, because="Boots of the Late Postman comes first")


@pytest.mark.parametrize("move", ["defend h2", "relic r24"])
def test_while_gold_overflows_in_a_combat_the_offer_comes_first(move: str) -> None:
    table: dict[str, Any] = {"at": MEET, "them": seat("o2! h2", 5, relics="r06 r24")}
    refused("melee 0a 1a", "exhaust h1", "relic r06", move, **table, because="2 gold is coming in and does not fit")


@pytest.mark.parametrize("move", ["end", "gold 0b", "hire m01"])
def test_the_turns_owner_who_defends_in_an_inner_fight_is_told_how(move: str) -> None:
    moves = ["melee 0a 1a", "exhaust h1", "relic r10", "melee 1a 0a", "exhaust h3"]
    why = "The attack on 0a comes first: `defend CARD` or `relic CARD` answers it, `pass` lets it come."
    refused(*moves, move, at=MEET, them=seat("o2! h3", relics="r10"), **POOL, because=why)


def test_where_relics_only_give_their_bonus_the_tables_ruling_is_named() -> None:
    table: dict[str, Any] = {"at": MEET, "options": {"rulings": ["combat_relics_bonus_only"]}}
    attack = ["melee 0a 1a", "exhaust h1"]
    why = "Troop 1a is in the combat, and at this table relics touch neither of its two troops"
    refused(*attack, "relic r01", "choose 1a", them=seat("o2! h2", relics="r01"), **table, because=why)
    table |= {"at": "0a@b 1a@b 0b@c 1b@c"}
    why = "at this table relics touch neither of its two troops"
    refused(*attack, "relic r15", "choose 0a", them=seat("o2! h2", relics="r15"), **table, because=why)


def test_a_troop_of_the_wrong_side_is_named_as_such() -> None:
    boots: dict[str, Any] = {"at": MEET, "me": seat(relics="r01 r15")}
    why = "Troop 1a is not yours: one of your own is asked for, 0a, 0b, or `skip`."
    refused("relic r01", "choose 1a", **boots, because=why)
    why = "Troop 0a is your own: an enemy troop is asked for, 1a, or `skip`."
    refused("relic r15", "choose 0a", **boots, because=why)
    why = "Troop 1a is not yours: one of your own is asked for, 0a, 0b."
    refused("choose 1a", phase="night", rebels=5, at="0a@t 0b@t 1a@t", because=why)
    refused("relic r01", "choose 0e", **boots, because="choose 0a, choose 0b, skip")


@pytest.mark.parametrize("move", ["skip", "pass", "choose c"])
def test_a_retreat_is_compulsory(move: str) -> None:
    fight = ["melee 0a 1a", "exhaust h1", "pass", "pass"]
    refused(*fight, move, at=MEET, because="A retreat is compulsory: `retreat ZONE` says where troop 1a goes.")


def test_a_number_is_written_plainly() -> None:
    refused("hire m01", "pay gold 01", **POOL, because="`01` is written `1`: no zeros")
    refused("hire m01", "pay gold 99", **POOL, because="`99` is no amount of gold")
    pamphlets: dict[str, Any] = {"me": seat(relics="r16")}
    refused("relic r16", "choose -1", **pamphlets, because="`-1` is no number to choose; there are 0, 1, 2.")
    refused("relic r16", "choose 02", **pamphlets, because="`02` is written `2`")


@pytest.mark.parametrize("game_number", range(0, 30, 3))
def test_no_move_is_refused_for_the_turn_on_ones_own_turn(game_number: int) -> None:
    """Random games; at every decision of the own afternoon the moves of an own turn are never said to belong to it."""
    game, rng = load("covil"), Rng(game_number)
    state = game.new(game.fuzz_start(game_number).options)
    asked = 0
    for _ in range(400):
        if state.to_move == -2:
            break
        state.find_legal()
        night = bool(state.position().get("pending")) and state.position()["pending"][0][0] == "next_day"
        if state.to_move >= 0 and state.to_move == state.position()["player"] and not night:
            for text in ("end", "hire m01", "command h2", f"gold {state.to_move}a", "relic r01", "done"):
                asked += 1
                assert why_not(state.clone(), text).find("own turn") < 0, (text, state.position())
        state.find_legal()
        state.apply(state.nth_legal(rng.below(state.pick_count)))
    assert asked > 50


def why_not(state: Any, text: str) -> str:
    """Why a move is refused; empty when it is not, or where founding comes before any turn."""
    try:
        state.play(text)
    except Refusal as refusal:
        return "" if state.phase_name() == "found" else str(refusal)
    return ""
