from __future__ import annotations

from dataclasses import replace

from hordes.terminal.atlas import read_atlas
from hordes.terminal.choices import advice, brief, build_choices, kind_of, question, region_of
from hordes.terminal.scene import Scene, flatten
from tests.terminal.tables import INLINE, crowded, scene


def at(phase: str, **more: object) -> Scene:
    return scene(crowded(3) | {"phase": phase} | more)


def test_choices_are_typed_as_the_region_s_number_or_as_a_word() -> None:
    moves = ["conquer 1", "conquer 2 with die", "conquer 4 with sorcery", "abandon 3", "decline", "stop"]
    groups = build_choices(moves, at("conquer"))
    assert [choice.key for choice in flatten(groups)] == ["1", "4s", "2d", "a3", "decline", "stop"]
    assert [group.heading for group in groups] == [
        "Conquer", "Sorcery: turn a lone enemy", "Last attempt with the die", "Abandon before conquering", "Or",
    ]  # fmt: skip
    assert "#" not in flatten(groups)[0].words


def test_pieces_need_a_letter_only_where_tokens_are_placed_too() -> None:
    both = flatten(build_choices(["place 3", "place fortress 3"], at("redeploy")))
    assert [choice.key for choice in both] == ["3", "3f"]
    heroes = flatten(build_choices(["place hero 3", "place hero 7"], at("finish")))
    assert [choice.key for choice in heroes] == ["3", "7"]


def test_choices_are_counted_where_regions_have_no_numbers() -> None:
    board = read_atlas(INLINE)
    moves = ["conquer a", "conquer b with die", "stop"]
    groups = build_choices(moves, replace(at("conquer"), atlas=board))
    assert [choice.key for choice in flatten(groups)] == ["1", "2", "3"]
    assert flatten(groups)[2].words.startswith("stop: ")


def test_amazons_are_told_how_many_wait() -> None:
    here = at("redeploy", regions={"3": {"player": 0, "race": "amazons", "tokens": 1, "declined": False}})
    text = question(here, build_choices(["place 3", "place 3 2"], here))
    assert text.endswith("redeploy 2 tokens (3 more wait for your next turn)")


def test_ones_own_declined_troops_are_named_so() -> None:
    regions = {"3": {"player": 0, "race": "orcs", "tokens": 1, "declined": True}}
    here = replace(at("conquer", regions=regions), explain=lambda move: "3 tokens: 2 + 1 Orcs; you have 9")
    assert flatten(build_choices(["conquer 3"], here))[0].detail == "costs 3: 2 + 1 your own declined Orcs"


def test_what_a_conquest_of_ones_own_declined_region_gives_up_is_said() -> None:
    regions = {"3": {"player": 0, "race": "orcs", "tokens": 1, "declined": True}}
    here = replace(at("conquer", regions=regions), explain=lambda move: "2 tokens: 2; you have 9")
    assert flatten(build_choices(["conquer 3"], here))[0].detail == "costs 2; your declined Orcs lose it"


def test_readied_tokens_go_back_by_a_key_of_their_own() -> None:
    moves = ["abandon 3", "stop", "keep 3", "keep 7", "keep 3 2"]
    found = [(choice.key, choice.move, choice.most) for choice in flatten(build_choices(moves, at("conquer")))]
    assert found == [("a3", "abandon 3", 1), ("k3", "keep 3", 2), ("k7", "keep 7", 1), ("stop", "stop", 1)]


def test_the_holder_of_the_sigil_is_asked_whom_he_asks() -> None:
    here = at("choice", choice={"ask": "plea", "race": "elves", "seat": 0})
    groups = build_choices(["refuse", "ask 0", "ask 1"], here)
    assert [choice.key for choice in flatten(groups)] == ["1", "2", "refuse"]
    assert flatten(groups)[0].words == "yourself, for your declined race"
    assert flatten(groups)[-1].words == "ask nobody, and lose the token"
    assert question(here).startswith("Your Elves are losing a token: whom do you ask")


def test_the_ghouls_stop_and_the_others_go_on() -> None:
    stop = flatten(build_choices(["stop"], at("ghouls")))[0]
    assert stop.words.startswith("the Ghouls end; the ")


def test_every_legal_move_is_listed_except_larger_placements() -> None:
    moves = ["place 3", "place 3 2", "place 7", "place 7 2", "place hero 7", "done"]
    listed = [choice.move for choice in flatten(build_choices(moves, at("redeploy")))]
    assert listed == ["place 3", "place 7", "place hero 7", "done"]


def test_moves_of_other_sets_are_still_offered() -> None:
    listed = flatten(build_choices(["catapult 3", "fireball", "conquer 4 with mercenary", "soapbar 3"], at("conquer")))
    assert {choice.move for choice in listed} == {"catapult 3", "fireball", "conquer 4 with mercenary", "soapbar 3"}


def test_the_engine_explains_and_we_put_it_briefly() -> None:
    assert brief("2 tokens: 2; you have 9") == "costs 2"
    assert brief("1 token instead of 6; you have 3") == "1 token instead of 6; you have 3"
    assert "(1 in 6)" in brief("5 tokens: 2 + 3 Orcs; you have 2, so the die must show 3 or more")


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
    assert "`spread`" in advice(build_choices(["place 3", "place 7"], here), here)
    assert advice(build_choices(["done"], here), here) == ""


def test_declining_says_what_it_means() -> None:
    decline = flatten(build_choices(["decline"], at("conquer")))[0]
    assert "choose a new race next turn" in decline.detail
