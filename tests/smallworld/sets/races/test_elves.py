"""Elves: while active they lose no token when conquered."""

from __future__ import annotations

from tests.smallworld.positions import declined_entries, granted, hand, held, legal, player, region, tokens

FOE = player("ratmen", "swamp", hand=6)


def test_active_elves_lose_no_token_when_conquered() -> None:
    """Ruling 65."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "elves", 2), "d": held(1, "elves")}
    assert hand(granted(regions, [FOE, player("elves", "hill")], "conquer b"), 1) == 2


def test_a_lone_elf_is_kept_in_hand() -> None:
    """Ruling 65."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "elves"), "d": held(1, "elves")}
    assert hand(granted(regions, [FOE, player("elves", "hill")], "conquer b"), 1) == 1


def test_withdrawn_elves_go_to_any_region_of_theirs() -> None:
    """Ruling 37."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "elves", 2), "d": held(1, "elves"), "e": held(1, "elves")}
    reply = granted(regions, [FOE, player("elves", "hill")], "conquer b", "stop", "place b 5", "done")
    assert legal(reply) == ["place d", "place e", "place d 2", "place e 2"]


def test_elves_wiped_off_the_map_keep_all_their_tokens_and_enter_again() -> None:
    """Rulings 39, 65."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "elves", 2)}
    reply = granted(regions, [FOE, player("elves", "hill")], "conquer b", "stop", "place b 5", "done")
    assert (reply["phase"], reply["to_move"], hand(reply, 1)) == ("conquer", 1, 2)
    assert legal(reply)[0] == "conquer e"


def test_an_elf_replaced_by_a_sorcerer_is_lost() -> None:
    """Ruling 65."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "elves"), "d": held(1, "elves")}
    reply = granted(regions, [player("sorcerers", "swamp", 1), player("elves", "hill")], "conquer b with sorcery")
    assert (region(reply, "b")["race"], hand(reply, 1)) == ("sorcerers", 0)


def test_elves_taken_by_the_dragon_lose_no_token() -> None:
    """Rulings 65, 94: an ordinary conquest otherwise."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "elves", 4), "d": held(1, "elves")}
    players = [player("ratmen", "dragon_master", hand=1), player("elves", "hill")]
    assert hand(granted(regions, players, "conquer b with dragon"), 1) == 4


def test_declined_elves_lose_a_token_like_anybody() -> None:
    """Ruling 65."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "elves", declined=True), "d": held(1, "elves", declined=True)}
    reply = granted(regions, [FOE, player("orcs", "hill", declined=["elves"])], "conquer b")
    assert declined_entries(reply, 1) == [{"race": "elves", "power": None, "hand": 0}]
    assert (tokens(reply, "b"), tokens(reply, "d")) == (3, 1)


def test_the_last_declined_elf_takes_the_banner_with_it() -> None:
    """Rulings 18, 65."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "elves", declined=True)}
    reply = granted(regions, [FOE, player("orcs", "hill", declined=["elves"])], "conquer b")
    assert (declined_entries(reply, 1), reply["position"]["returned_banners"]) == ([], ["elves"])
