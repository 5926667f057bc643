"""Refusals name the true reason: the rule that forbids the move, not the one that happened to be asked first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld import haunted
from tests.smallworld.asking import ask, barred, board, combos, held, opened, player, refused

CAVES = "a:farmland,border b:forest c:hill+cavern d:swamp+cavern e:farmland,border"
FOE = player("orcs", "swamp")


def test_gypsies_do_not_take_again_what_they_abandoned() -> None:
    """Ruling 110."""
    regions = {"a": held(0, "gypsies", 3), "b": held(0, "gypsies")}
    message = barred(regions, [player("gypsies", "forest"), FOE], "abandon b", "conquer b")
    assert message == "b is closed to your Gypsies this turn: they abandoned it, and their coin waits there."


def test_ghosts_enter_beside_the_lake_wherever_the_border_is() -> None:
    """Ruling 153: a border region is not inland."""
    on = board("l:lake p:hill q:hill,border", "l-p p-q")
    message = haunted.refused({"l": haunted.ghosts(3)}, "conquer q", on=on)
    assert message == "q is no way in: Ghosts have nothing on the map and must enter through a region beside the lake."


def test_a_region_beside_the_active_race_waits_while_the_ghouls_act() -> None:
    """Rulings 31, 67."""
    regions = {"a": held(0, "ghouls", 3, declined=True), "e": held(0, "giants", 3)}
    players = [player("giants", "dragon_master", declined=["ghouls"]), FOE]
    assert refused(regions, players, "conquer d") == (
        "d does not border a region of your declined Ghouls, who act now; your Giants come after `stop`."
    )
    assert refused(regions, players, "abandon e") == (
        "Your declined Ghouls act now; your Giants leave e, if at all, after their `stop`."
    )
    assert refused(regions, players, "conquer b with dragon") == (
        "Your declined Ghouls act now, without a badge; what only the Giants can do comes after their `stop`."
    )


def test_a_dear_combo_names_the_cursed_one_above_it() -> None:
    """Rulings 12, 131."""
    column = combos("orcs+hill trolls+cursed elves+forest giants+swamp humans+mounted dwarves+commando")
    message = barred({}, [player(coins=3), player()], "pick 3", column=column)
    assert message == "Combo 3 costs 4 coins, laid on the combos above it, 3 of them on the Cursed Trolls; you have 3."
    plain = barred({}, [player(coins=0), player()], "pick 2", column=column)
    assert plain == "Combo 2 costs 1 coin, laid on the combos above it; you have 0."


def test_the_tower_needs_a_region_of_the_priestesses() -> None:
    """Ruling 119."""
    regions = {"a": held(0, "priestesses", 2), "b": held(0, "priestesses")}
    players = [player("priestesses", "hill"), FOE]
    message = barred(regions, players, "decline", "tower c")
    assert message == "The tower stands in a region with a token of your Priestesses, and c is none."
    assert barred(regions, players, "tower a") == "The tower is built when the race declines."


def test_beyond_the_die_the_coin_of_a_mercenary_is_counted() -> None:
    """Rulings 43, 137: five more at most."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 5)}
    players = [player("ratmen", "mercenary", 1), FOE]
    message = barred(regions, players, "conquer b with die")
    assert message.endswith("you have 1 token, 6 short; the die gives at most 3, and a coin for Mercenary 2 more.")
    cheaper = barred(regions | {"b": held(1, "orcs")}, players, "conquer b")
    assert cheaper.endswith("2 short; `conquer b with mercenary` takes it for a coin.")


@pytest.mark.parametrize("race", ["barbarians", "pixies"])
def test_barbarians_and_pixies_never_redeploy(race: str) -> None:
    """Rulings 105, 118."""
    regions = {"a": held(0, race, 1), "b": held(0, race, 1)}
    players = [player(race, "bivouacking", 4), FOE]
    message = barred(regions, players, "stop", "place a")
    name = race.capitalize()
    assert message == f"The {name} never redeploy tokens from their hand: the 4 there wait for your next turn."


def test_no_decline_in_the_turn_of_the_pick() -> None:
    """Ruling 55."""
    message = refused({}, [player(), player()], "pick 1", "decline", column=combos("orcs+hill"))
    assert message == ("The Orcs were picked this turn: a race declines on a later turn, in place of its conquests.")
    later = refused({"a": held(0, "orcs", 3)}, [player("orcs", "hill"), player()], "abandon a", "decline")
    assert later == "Going into decline takes the whole turn: it must come before anything else."


def test_underworld_without_a_cavern() -> None:
    """Ruling 90: a cavern is linked with caverns only."""
    players = [player("ratmen", "underworld", 5), FOE]
    message = refused({"a": held(0, "ratmen")}, players, "conquer d", on=board(CAVES))
    assert message == "d borders no region of your Ratmen; Underworld links it with c, and you hold none of these."
    far = refused({"a": held(0, "ratmen")}, players, "conquer e", on=board(CAVES))
    assert far == "e does not border a region of your Ratmen."


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("Stop", "`Stop` is no move: moves are written small, `stop`."),
        ("CONQUER b", "`CONQUER` is no move: moves are written small, `conquer`."),
        ("End", "`End` is no move of Small World: conquests end with `stop`, everything else with `done`."),
        ("dance", "`dance` is no move of Small World."),
    ],
)
def test_capital_letters_get_a_hint(move: str, message: str) -> None:
    reply = ask({"a": held(0, "orcs", 3)}, [player("orcs", "hill"), player()], move)
    assert (reply["error"]["code"], reply["error"]["message"]) == ("unknown_move", message)


def test_a_region_in_the_wrong_case_gets_a_hint() -> None:
    players = [player("orcs", "hill"), player()]
    on = board("aa:farmland,border b:forest")
    on["regions"][1]["name"] = "Owlshade"
    start: dict[str, Any] = {"aa": held(0, "orcs", 3)}
    assert refused(start, players, "conquer B", on=on) == "`B` is spelt `b`: large and small letters differ."
    assert refused(start, players, "conquer Owlshade", on=on) == "Moves name a region by its id: Owlshade is `b`."
    assert refused(start, players, "conquer z", on=on) == "There is no region z on this map."


def test_keep_without_barbarians_in_the_game() -> None:
    message = refused({"a": held(0, "orcs", 3)}, [player("orcs", "hill"), player()], "keep a")
    assert message == "Nobody puts readied tokens back at this table: `keep` has no place in its rules."


def test_ask_without_markers_in_the_game() -> None:
    message = refused({"a": held(0, "orcs", 3)}, [player("orcs", "hill"), player()], "ask 1")
    assert message.startswith("No piece of this game has the move `ask`")


@pytest.mark.parametrize("move", ["stop", "abandon a"])
def test_an_aimed_catapult_shoots_or_is_taken_back_first(move: str) -> None:
    """Ruling 128: it is not the phase that forbids it."""
    regions = {"a": held(0, "ratmen", 5)}
    message = barred(regions, [player("ratmen", "catapult"), FOE], "catapult a", move)
    assert message == "Something is put up for a conquest: conquer with it, or `cancel` first."


def test_a_bill_leaves_own_remnants_out() -> None:
    """Ruling 27: what is shown adds up to what it costs."""
    regions = {"a": held(0, "ratmen", 2), "b": held(0, "ghouls", 4, declined=True, fortress=1)}
    remnants = [("ghouls", "fortified")]
    message = refused(regions, [player("ratmen", "commando", declined=remnants), FOE], "stop", "conquer b")
    assert "b costs 2: 2 + 1 fortress - 1 Commando; you have 1 token, 1 short" in message
    assert opened(regions, [player("ratmen", "commando", 1, declined=remnants), FOE], "stop", "conquer b")["ok"]
