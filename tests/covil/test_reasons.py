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


@pytest.mark.parametrize("move", ["defend h2", "relic r24", "pass"])
def test_while_the_defenders_own_relic_asks_its_question_comes_first(move: str) -> None:
    table: dict[str, Any] = {"at": MEET, "them": seat("o2! h2", relics="r01 r24")}
    message = refused("melee 0a 1a", "exhaust h1", "relic r01", move, **table)
    assert "Boots of the Late Postman comes first" in message


@pytest.mark.parametrize("move", ["defend h2", "relic r24"])
def test_while_gold_overflows_in_a_combat_the_offer_comes_first(move: str) -> None:
    table: dict[str, Any] = {"at": MEET, "them": seat("o2! h2", 5, relics="r06 r24")}
    message = refused("melee 0a 1a", "exhaust h1", "relic r06", move, **table)
    assert "2 gold is coming in and does not fit" in message


@pytest.mark.parametrize("move", ["end", "gold 0b", "hire m01"])
def test_the_turns_owner_who_defends_in_an_inner_fight_is_told_how(move: str) -> None:
    moves = ["melee 0a 1a", "exhaust h1", "relic r10", "melee 1a 0a", "exhaust h3"]
    message = refused(*moves, move, at=MEET, them=seat("o2! h3", relics="r10"), **POOL)
    assert "The attack on 0a comes first: `defend CARD` or `relic CARD` answers it, `pass` lets it come." in message


def test_where_relics_only_give_their_bonus_the_tables_ruling_is_named() -> None:
    table: dict[str, Any] = {"at": MEET, "options": {"rulings": ["combat_relics_bonus_only"]}}
    attack = ["melee 0a 1a", "exhaust h1"]
    own = refused(*attack, "relic r01", "choose 1a", them=seat("o2! h2", relics="r01"), **table)
    assert "Troop 1a is in the combat, and at this table relics touch neither of its two troops" in own
    table |= {"at": "0a@b 1a@b 0b@c 1b@c"}
    enemy = refused(*attack, "relic r15", "choose 0a", them=seat("o2! h2", relics="r15"), **table)
    assert "at this table relics touch neither of its two troops" in enemy


def test_a_troop_of_the_wrong_side_is_named_as_such() -> None:
    boots: dict[str, Any] = {"at": MEET, "me": seat(relics="r01 r15")}
    other = refused("relic r01", "choose 1a", **boots)
    assert "Troop 1a is not yours: one of your own is asked for, 0a, 0b, or `skip`." in other
    own = refused("relic r15", "choose 0a", **boots)
    assert "Troop 0a is your own: an enemy troop is asked for, 1a, or `skip`." in own
    raid = refused("choose 1a", phase="night", rebels=5, at="0a@t 0b@t 1a@t")
    assert "Troop 1a is not yours: one of your own is asked for, 0a, 0b." in raid
    assert "choose 0a, choose 0b, skip" in refused("relic r01", "choose 0e", **boots)


@pytest.mark.parametrize("move", ["skip", "pass", "choose c"])
def test_a_retreat_is_compulsory(move: str) -> None:
    fight = ["melee 0a 1a", "exhaust h1", "pass", "pass"]
    assert "A retreat is compulsory: `retreat ZONE` says where troop 1a goes." in refused(*fight, move, at=MEET)


def test_a_number_is_written_plainly() -> None:
    assert "`01` is written `1`: no zeros" in refused("hire m01", "pay gold 01", **POOL)
    assert "`99` is no amount of gold" in refused("hire m01", "pay gold 99", **POOL)
    pamphlets: dict[str, Any] = {"me": seat(relics="r16")}
    assert "`-1` is no number to choose; there are 0, 1, 2." in refused("relic r16", "choose -1", **pamphlets)
    assert "`02` is written `2`" in refused("relic r16", "choose 02", **pamphlets)


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
