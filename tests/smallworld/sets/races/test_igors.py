"""Igors: they gather the tokens that anybody loses in conquests and trade them for new Igors."""

from __future__ import annotations

from typing import Any

from tests.smallworld.positions import (
    TRIBE,
    active,
    coins,
    combos,
    declined,
    declined_entries,
    granted_all_sets,
    hand,
    held,
    legal,
    offers,
    player,
    refused_all_sets,
    same_game,
    tokens,
)


def igors(hand: int = 0, power: str = "hill", souls: int = 0, **more: Any) -> dict[str, Any]:
    """An Igor player."""
    return player("igors", power, hand=hand, igor_souls=souls, **more)


HOME = {"a": held(0, "igors")}
FOE = player("orcs", "swamp")


def souls(reply: dict[str, Any], seat: int = 0) -> int:
    """What the Igors of a seat have gathered."""
    return int(active(reply, seat)["igor_souls"])


def test_igors_have_four_on_their_banner() -> None:
    """Ruling 14; facts."""
    reply = granted_all_sets({}, [player(), player()], "pick 1", column=combos("igors+hill"))
    assert (hand(reply, 0), souls(reply)) == (8, 0)


def test_they_gather_what_they_kill() -> None:
    """Ruling 112: one token is lost, the others are not."""
    regions = HOME | {"b": held(1, "orcs", 3)}
    assert souls(granted_all_sets(regions, [igors(5), FOE], "conquer b")) == 1


def test_they_gather_a_lost_tribe() -> None:
    """Ruling 112."""
    assert souls(granted_all_sets(HOME | {"b": TRIBE}, [igors(3), FOE], "conquer b")) == 1


def test_they_gather_a_declined_token() -> None:
    """Ruling 112: every race token."""
    regions = HOME | {"b": held(1, "elves", declined=True)}
    assert souls(granted_all_sets(regions, [igors(3), player("orcs", "swamp", declined=["elves"])], "conquer b")) == 1


def test_they_gather_all_of_a_tower() -> None:
    """Rulings 112, 120: a conquered tower is gone entirely."""
    regions = HOME | {"b": held(1, "priestesses", 3, declined=True)}
    players = [igors(5), player("orcs", "swamp", declined=["priestesses"])]
    assert souls(granted_all_sets(regions, players, "conquer b")) == 3


def test_they_gather_their_own() -> None:
    """Ruling 112: themselves included."""
    regions = {"a": held(0, "orcs"), "b": held(1, "igors", 2)}
    reply = granted_all_sets(regions, [player("orcs", "swamp", hand=4), igors()], "conquer b")
    assert (souls(reply, 1), hand(reply, 1)) == (1, 1)


def test_they_gather_what_others_lose_to_others() -> None:
    """Ruling 112: by anyone."""
    regions = {"a": held(0, "orcs"), "b": held(1, "elves", declined=True), "c": TRIBE, "e": held(2, "igors")}
    players = [player("orcs", "swamp", hand=6), player("ratmen", "merchant", declined=["elves"]), igors()]
    assert souls(granted_all_sets(regions, players, "conquer b", "conquer c"), 2) == 2


def test_elves_that_were_saved_are_not_gathered() -> None:
    """Ruling 113."""
    regions = HOME | {"b": held(1, "elves", 2)}
    assert souls(granted_all_sets(regions, [igors(4), player("elves", "swamp")], "conquer b")) == 0


def test_a_bewitched_elf_is_gathered() -> None:
    """Rulings 65, 82."""
    regions = {"a": held(0, "sorcerers"), "b": held(1, "elves"), "e": held(2, "igors")}
    players = [player("sorcerers", "swamp", 1), player("elves", "merchant"), igors()]
    assert souls(granted_all_sets(regions, players, "conquer b with sorcery"), 2) == 1


def test_an_empty_region_brings_nothing() -> None:
    """Ruling 112."""
    assert souls(granted_all_sets(HOME, [igors(3), FOE], "conquer b")) == 0


def test_a_failed_die_brings_nothing() -> None:
    """Ruling 112: lost in conquests."""
    assert souls(granted_all_sets(HOME | {"b": TRIBE}, [igors(2), FOE], "conquer b with die", rolls=(0,))) == 0


def test_tokens_discarded_on_decline_are_not_gathered() -> None:
    """Ruling 113."""
    regions = {"a": held(0, "orcs", 5), "e": held(1, "igors")}
    assert souls(granted_all_sets(regions, [player("orcs", "swamp"), igors()], "decline"), 1) == 0


def test_the_victims_tray_is_not_starved() -> None:
    """Ruling 113: a counter stands for the tokens."""
    regions = HOME | {"b": held(1, "pygmies"), "e": held(1, "pygmies", 17)}
    reply = granted_all_sets(regions, [igors(3), player("pygmies", "swamp")], "conquer b", rolls=(3,))
    assert (souls(reply), hand(reply, 1)) == (1, 1)


def test_as_many_as_there_are_players_buy_one() -> None:
    """Ruling 112."""
    reply = granted_all_sets(HOME, [igors(souls=5), FOE], "exchange")
    assert (hand(reply, 0), souls(reply)) == (1, 3)


def test_with_three_players_three_buy_one() -> None:
    """Ruling 112."""
    players = [igors(souls=5), FOE, player("ratmen", "merchant")]
    reply = granted_all_sets(HOME, players, "exchange")
    assert (hand(reply, 0), souls(reply), offers(reply, "exchange")) == (1, 2, [])


def test_it_may_be_done_several_times_and_leftovers_stay() -> None:
    """Ruling 112."""
    reply = granted_all_sets(HOME, [igors(souls=5), FOE], "exchange", "exchange")
    assert (hand(reply, 0), souls(reply), offers(reply, "exchange")) == (2, 1, [])


def test_too_few_buy_none() -> None:
    """Ruling 112."""
    refused_all_sets(HOME, [igors(souls=1), FOE], "exchange", because="A new token costs 2 souls; you have 1")


def test_it_is_not_compulsory() -> None:
    """Ruling 112: as often as wished."""
    reply = granted_all_sets(HOME, [igors(2, souls=4), FOE], "conquer b")
    assert souls(reply) == 4


def test_it_is_offered_only_before_another_move() -> None:
    """Ruling 112: at the start; protocol."""
    for move in ("conquer b", "abandon a"):
        why = "Igors trade souls at the start of the turn, before any other move"
        refused_all_sets(HOME, [igors(2, souls=4), FOE], move, "exchange", because=why)


def test_after_an_exchange_everything_is_still_open() -> None:
    """Protocol: it needs no `done`, and `decline` stays legal."""
    reply = granted_all_sets(HOME, [igors(1, souls=2), FOE], "exchange")
    assert {"decline", "abandon a", "conquer b", "stop"} <= set(legal(reply))


def test_the_new_igor_conquers_at_once() -> None:
    """Ruling 21: the exchange comes before the conquests."""
    assert tokens(granted_all_sets(HOME, [igors(1, souls=2), FOE], "exchange", "conquer b"), "b") == 2


def test_decline_after_an_exchange() -> None:
    """Protocol: the new token goes back to the tray like all in hand."""
    reply = granted_all_sets(HOME, [igors(souls=2), FOE], "exchange", "decline")
    assert (declined(reply, 0), tokens(reply, "a"), coins(reply)[0]) == (["igors"], 1, 6)


def test_the_counter_is_lost_on_decline() -> None:
    """Ruling 113."""
    reply = granted_all_sets(HOME, [igors(souls=9), FOE], "decline")
    assert declined_entries(reply, 0)[0].get("igor_souls", 0) == 0


def test_declined_igors_gather_nothing() -> None:
    """Ruling 112: while active."""
    regions = {"a": held(0, "orcs"), "b": TRIBE, "e": held(0, "igors", declined=True)}
    players = [player("orcs", "swamp", hand=3, declined=["igors"]), player()]
    assert declined_entries(granted_all_sets(regions, players, "conquer b"), 0)[0].get("igor_souls", 0) == 0


def test_an_empty_tray_gives_none() -> None:
    """Ruling 112: fifteen Igors there are."""
    assert offers(granted_all_sets({"a": held(0, "igors", 15)}, [igors(souls=4), FOE]), "exchange") == []


def test_beside_ghouls_it_is_offered_first() -> None:
    """Rulings 21, 112; protocol: in the turn's first phase."""
    regions = HOME | {"c": held(0, "ghouls", 3, declined=True)}
    players = [igors(souls=4, declined=["ghouls"]), FOE]
    reply = granted_all_sets(regions, players, "exchange")
    assert (reply["phase"], hand(reply, 0), souls(reply), offers(reply, "exchange")) == ("ghouls", 1, 2, ["exchange"])
    assert "decline" in legal(reply)
    why = "Igors trade souls at the start of the turn, before any other move"
    refused_all_sets(regions, players, "stop", "exchange", because=why)
    why = "Igors trade souls at the start of the turn, before any other move"
    refused_all_sets(regions, players, "conquer d", "exchange", because=why)


def test_decline_after_an_exchange_beside_ghouls() -> None:
    """Protocol: `decline` stays legal; the older race goes."""
    regions = {"a": held(0, "igors", 3), "c": held(0, "ghouls", 3, declined=True)}
    reply = granted_all_sets(regions, [igors(souls=4, declined=["ghouls"]), FOE], "exchange", "decline")
    assert (declined(reply, 0), tokens(reply, "a")) == (["igors"], 1)


def test_what_their_ghouls_kill_is_gathered() -> None:
    """Ruling 112: by anyone."""
    regions = HOME | {"c": held(0, "ghouls", 4, declined=True), "d": TRIBE}
    assert souls(granted_all_sets(regions, [igors(declined=["ghouls"]), FOE], "conquer d")) == 1


def test_positions_keep_souls_and_the_open_exchange() -> None:
    """Protocol: the position leads on with the same game."""
    reply = granted_all_sets(HOME, [igors(2, souls=4), FOE])
    assert offers(reply, "exchange") == ["exchange"]
    assert same_game(reply)
    assert same_game(granted_all_sets(HOME, [igors(2, souls=4), FOE], "exchange"))
    after = granted_all_sets(HOME, [igors(2, souls=4), FOE], "conquer b")
    assert same_game(after)


def test_it_is_open_again_next_turn() -> None:
    """Ruling 112."""
    regions = HOME | {"e": held(1, "orcs")}
    reply = granted_all_sets(regions, [igors(souls=4), FOE], "stop", "stop")
    assert (reply["to_move"], offers(reply, "exchange")) == (0, ["exchange"])
