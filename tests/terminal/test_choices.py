from __future__ import annotations

from hordes.terminal.choices import Scene, advice, brief, build_choices, flatten, kind_of, question, region_of
from tests.terminal.tables import crowded, scene


def at(phase: str, **more: object) -> Scene:
    return scene(crowded(3) | {"phase": phase} | more)


def test_choices_are_numbered_from_one_through_all_groups() -> None:
    groups = build_choices(["conquer 1", "conquer 2 with die", "abandon 3", "decline", "stop"], at("conquer"))
    assert [choice.number for choice in flatten(groups)] == [1, 2, 3, 4, 5]
    assert [group.heading for group in groups] == [
        "Conquer", "Last attempt with the die", "Abandon before conquering", "Or",
    ]  # fmt: skip


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
    assert question(at("ghouls")).startswith("Your declined Ghouls act first")
    assert question(at("bony_choice")) == "Bony Choice"


def test_redeploying_comes_with_advice() -> None:
    here = at("redeploy")
    assert "`spread`" in advice(build_choices(["place 3", "place 7"], here), here)
    assert advice(build_choices(["done"], here), here) == ""


def test_declining_says_what_it_means() -> None:
    decline = flatten(build_choices(["decline"], at("conquer")))[0]
    assert "choose a new race next turn" in decline.detail
