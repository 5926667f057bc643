"""Choices listed for each question of Small World: keys, texts, costs, warnings."""

from __future__ import annotations

from dataclasses import replace

from hordes.terminal.board.map_data import read_map_data
from hordes.terminal.scene import Scene, all_choices
from hordes.terminal.smallworld.choices import brief_cost, build_choices, kind_of, question, region_of, shortcut_hint
from tests.terminal.tables import INLINE, crowded, scene


def at(phase: str, **more: object) -> Scene:
    return scene(crowded(3) | {"phase": phase} | more)


def test_choices_are_typed_as_the_region_s_number_or_as_a_word() -> None:
    moves = ["conquer 1", "conquer 2 with die", "conquer 4 with sorcery", "abandon 3", "decline", "stop"]
    groups = build_choices(moves, at("conquer"))
    assert [choice.key for choice in all_choices(groups)] == ["1", "4s", "2d", "a3", "decline", "stop"]
    assert [group.heading for group in groups] == [
        "Conquer", "Sorcery: turn a lone enemy", "Last attempt with the die", "Abandon before conquering", "Or",
    ]  # fmt: skip
    assert "#" not in all_choices(groups)[0].words


def test_pieces_need_a_letter_only_where_tokens_are_placed_too() -> None:
    both = all_choices(build_choices(["place 3", "place fortress 3"], at("redeploy")))
    assert [choice.key for choice in both] == ["3", "3f"]
    heroes = all_choices(build_choices(["place hero 3", "place hero 7"], at("finish")))
    assert [choice.key for choice in heroes] == ["3", "7"]


def test_choices_are_counted_where_regions_have_no_numbers() -> None:
    board = read_map_data(INLINE)
    moves = ["conquer a", "conquer b with die", "stop"]
    groups = build_choices(moves, replace(at("conquer"), map_data=board))
    assert [choice.key for choice in all_choices(groups)] == ["1", "2", "3"]
    assert all_choices(groups)[2].words.startswith("stop: ")


def test_amazons_are_told_how_many_wait() -> None:
    here = at("redeploy", regions={"3": {"player": 0, "race": "amazons", "tokens": 1, "declined": False}})
    text = question(here, build_choices(["place 3", "place 3 2"], here))
    assert text.endswith("redeploy 2 tokens (3 more wait for your next turn)")


def test_ones_own_declined_troops_are_named_so() -> None:
    regions = {"3": {"player": 0, "race": "orcs", "tokens": 1, "declined": True}}
    here = replace(at("conquer", regions=regions), explain=lambda move: "3 tokens: 2 + 1 Orcs; you have 9")
    assert all_choices(build_choices(["conquer 3"], here))[0].detail == "costs 3: 2 + 1 your own declined Orcs"


def test_what_a_conquest_of_ones_own_declined_region_gives_up_is_said() -> None:
    regions = {"3": {"player": 0, "race": "orcs", "tokens": 1, "declined": True}}
    here = replace(at("conquer", regions=regions), explain=lambda move: "2 tokens: 2; you have 9")
    assert all_choices(build_choices(["conquer 3"], here))[0].detail == "costs 2; your declined Orcs lose it"


def test_readied_tokens_go_back_by_a_key_of_their_own() -> None:
    moves = ["abandon 3", "stop", "keep 3", "keep 7", "keep 3 2"]
    choices = [
        (choice.key, choice.move, choice.max_tokens) for choice in all_choices(build_choices(moves, at("conquer")))
    ]
    assert choices == [("a3", "abandon 3", 1), ("k3", "keep 3", 2), ("k7", "keep 7", 1), ("stop", "stop", 1)]


def test_the_holder_of_the_sigil_is_asked_whom_he_asks() -> None:
    here = at("choice", choice={"ask": "plea", "race": "elves", "seat": 0})
    groups = build_choices(["refuse", "ask 0", "ask 1"], here)
    assert [choice.key for choice in all_choices(groups)] == ["1", "2", "refuse"]
    assert all_choices(groups)[0].words == "yourself, for your declined race"
    assert all_choices(groups)[-1].words == "ask nobody, and lose the token"
    assert question(here).startswith("Your Elves are losing a token: whom do you ask")


def test_the_ghouls_stop_and_the_others_go_on() -> None:
    stop = all_choices(build_choices(["stop"], at("ghouls")))[0]
    assert stop.words.startswith("the Ghouls end; the ")


def test_every_legal_move_is_listed_except_larger_placements() -> None:
    moves = ["place 3", "place 3 2", "place 7", "place 7 2", "place hero 7", "done"]
    listed = [choice.move for choice in all_choices(build_choices(moves, at("redeploy")))]
    assert listed == ["place 3", "place 7", "place hero 7", "done"]


def test_moves_of_other_sets_are_still_offered() -> None:
    listed = all_choices(
        build_choices(["catapult 3", "fireball", "conquer 4 with mercenary", "soapbar 3"], at("conquer"))
    )
    assert {choice.move for choice in listed} == {"catapult 3", "fireball", "conquer 4 with mercenary", "soapbar 3"}


def test_the_engine_explains_and_we_put_it_briefly() -> None:
    assert brief_cost("2 tokens: 2; you have 9") == "costs 2"
    assert brief_cost("1 token instead of 6; you have 3") == "1 token instead of 6; you have 3"
    assert "(1 in 6)" in brief_cost("5 tokens: 2 + 3 Orcs; you have 2, so the die must show 3 or more")


def test_kinds_and_regions_of_moves() -> None:
    assert kind_of("place 3 2") == "place"
    assert kind_of("place encampment 3") == "piece"
    assert kind_of("place encampment c") == "piece"
    assert region_of("place encampment 3") == "3"
    assert region_of("conquer 7 with die") == "7"
    assert region_of("pick 3") == region_of("stop") == ""


def test_questions_say_what_is_in_hand() -> None:
    assert question(at("pick")) == "Choose a race and power"
    assert "conquer with 5 tokens in hand" in question(at("conquer"))
    assert question(at("conquer", this_turn={"roll": 2})).endswith("and the die adds 2")
    assert "redeploy 5 tokens" in question(at("redeploy"))
    assert question(at("withdraw")) == "Your troops withdraw: place 5 tokens"
    assert question(at("withdraw", players=[{}])) == "Your troops withdraw: all are placed"
    assert question(at("ghouls")).startswith("Your declined Ghouls act first")
    assert question(at("bony_choice")) == "Bony Choice"


def test_redeploying_comes_with_advice() -> None:
    here = at("redeploy")
    assert "`spread`" in shortcut_hint(build_choices(["place 3", "place 7"], here), here)
    assert shortcut_hint(build_choices(["done"], here), here) == ""


def test_declining_says_what_it_means() -> None:
    decline = all_choices(build_choices(["decline"], at("conquer")))[0]
    assert "choose a new race next turn" in decline.detail
