"""Reasons of refused moves: the rule that forbids the move is named, not another that was checked earlier."""

from __future__ import annotations

from typing import Any

import pytest

from tests.smallworld import necromancer_positions
from tests.smallworld.positions import (
    WITH_BOXES,
    ask,
    board,
    combos,
    granted_all_sets,
    held,
    player,
    refused,
    refused_all_sets,
    same_game,
)
from tests.smallworld.team_positions import Seats, team_refuses

CAVES = "a:farmland,border b:forest c:hill+cavern d:swamp+cavern e:farmland,border"
FOE = player("orcs", "swamp")


def test_gypsies_do_not_take_again_what_they_abandoned() -> None:
    """Ruling 110."""
    regions = {"a": held(0, "gypsies", 3), "b": held(0, "gypsies")}
    why = "b is closed to your Gypsies this turn: they abandoned it, and their coin waits there."
    refused_all_sets(regions, [player("gypsies", "forest"), FOE], "abandon b", "conquer b", because=why)


def test_ghosts_enter_beside_the_lake_wherever_the_border_is() -> None:
    """Ruling 153: a border region is not inland."""
    on = board("l:lake p:hill q:hill,border", "l-p p-q")
    why = "q is no way in: Ghosts have nothing on the map and must enter through a region beside the lake."
    necromancer_positions.refused({"l": necromancer_positions.ghosts(3)}, "conquer q", on=on, because=why)


def test_a_region_beside_the_active_race_waits_while_the_ghouls_act() -> None:
    """Rulings 31, 67."""
    regions = {"a": held(0, "ghouls", 3, declined=True), "e": held(0, "giants", 3)}
    players = [player("giants", "dragon_master", declined=["ghouls"]), FOE]
    why = "d does not border a region of your declined Ghouls, who act now; your Giants come after `stop`."
    refused(regions, players, "conquer d", because=why)
    why = "Your declined Ghouls act now; your Giants leave e, if at all, after their `stop`."
    refused(regions, players, "abandon e", because=why)
    why = "Your declined Ghouls act now, without a badge; what only the Giants can do comes after their `stop`."
    refused(regions, players, "conquer b with dragon", because=why)


def test_a_dear_combo_names_the_cursed_one_above_it() -> None:
    """Rulings 12, 131."""
    column = combos("orcs+hill trolls+cursed elves+forest giants+swamp humans+mounted dwarves+commando")
    why = "Combo 3 costs 4 coins, laid on the combos above it, 3 of them on the Cursed Trolls; you have 3."
    refused_all_sets({}, [player(coins=3), player()], "pick 3", column=column, because=why)
    why = "Combo 2 costs 1 coin, laid on the combos above it; you have 0."
    refused_all_sets({}, [player(coins=0), player()], "pick 2", column=column, because=why)


def test_the_tower_needs_a_region_of_the_priestesses() -> None:
    """Ruling 119."""
    regions = {"a": held(0, "priestesses", 2), "b": held(0, "priestesses")}
    players = [player("priestesses", "hill"), FOE]
    why = "The tower stands in a region with a token of your Priestesses, and c is none."
    refused_all_sets(regions, players, "decline", "tower c", because=why)
    refused_all_sets(regions, players, "tower a", because="The tower is built when the race declines.")


def test_beyond_the_die_the_coin_of_a_mercenary_is_counted() -> None:
    """Rulings 43, 137: five more at most."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 5)}
    players = [player("ratmen", "mercenary", 1), FOE]
    why = "you have 1 token, 6 short; the die gives at most 3, and a coin for Mercenary 2 more"
    refused_all_sets(regions, players, "conquer b with die", because=why)
    why = "2 short; `conquer b with mercenary` takes it for a coin"
    refused_all_sets(regions | {"b": held(1, "orcs")}, players, "conquer b", because=why)


@pytest.mark.parametrize("race", ["barbarians", "pixies"])
def test_barbarians_and_pixies_never_redeploy(race: str) -> None:
    """Rulings 105, 118."""
    regions = {"a": held(0, race, 1), "b": held(0, race, 1)}
    players = [player(race, "bivouacking", 4), FOE]
    name = race.capitalize()
    why = f"The {name} never redeploy tokens from their hand: the 4 there wait for your next turn."
    refused_all_sets(regions, players, "stop", "place a", because=why)


def test_no_decline_in_the_turn_of_the_pick() -> None:
    """Ruling 55."""
    why = "The Orcs were picked this turn: a race declines on a later turn, in place of its conquests."
    refused({}, [player(), player()], "pick 1", "decline", column=combos("orcs+hill"), because=why)
    why = "Going into decline takes the whole turn: it must come before anything else."
    refused({"a": held(0, "orcs", 3)}, [player("orcs", "hill"), player()], "abandon a", "decline", because=why)


def test_underworld_without_a_cavern() -> None:
    """Ruling 90: a cavern is linked with caverns only."""
    players = [player("ratmen", "underworld", 5), FOE]
    why = "d borders no region of your Ratmen; Underworld links it with c, and you hold none of these."
    refused({"a": held(0, "ratmen")}, players, "conquer d", on=board(CAVES), because=why)
    why = "e does not border a region of your Ratmen."
    refused({"a": held(0, "ratmen")}, players, "conquer e", on=board(CAVES), because=why)


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
    refused(start, players, "conquer B", on=on, because="`B` is spelt `b`: large and small letters differ.")
    refused(start, players, "conquer Owlshade", on=on, because="Moves name a region by its id: Owlshade is `b`.")
    refused(start, players, "conquer z", on=on, because="There is no region z on this map.")


def test_keep_without_barbarians_in_the_game() -> None:
    why = "Nobody puts readied tokens back at this table: `keep` has no place in its rules."
    refused({"a": held(0, "orcs", 3)}, [player("orcs", "hill"), player()], "keep a", because=why)


def test_ask_without_markers_in_the_game() -> None:
    why = "No piece of this game has the move `ask`"
    refused({"a": held(0, "orcs", 3)}, [player("orcs", "hill"), player()], "ask 1", because=why)


@pytest.mark.parametrize("move", ["stop", "abandon a"])
def test_an_aimed_catapult_shoots_or_is_taken_back_first(move: str) -> None:
    """Ruling 128: it is not the phase that forbids it."""
    regions = {"a": held(0, "ratmen", 5)}
    why = "Something is put up for a conquest: conquer with it, or `cancel` first."
    refused_all_sets(regions, [player("ratmen", "catapult"), FOE], "catapult a", move, because=why)


def test_a_bill_leaves_own_remnants_out() -> None:
    """Ruling 27: what is shown adds up to what it costs."""
    regions = {"a": held(0, "ratmen", 2), "b": held(0, "ghouls", 4, declined=True, fortress=1)}
    remnants = [("ghouls", "fortified")]
    why = "b costs 2: 2 + 0 for your own Ghouls + 1 fortress - 1 Commando; you have 1 token, 1 short"
    refused(regions, [player("ratmen", "commando", declined=remnants), FOE], "stop", "conquer b", because=why)
    assert granted_all_sets(regions, [player("ratmen", "commando", 1, declined=remnants), FOE], "stop", "conquer b")[
        "ok"
    ]


def test_an_own_declined_region_that_is_too_dear_says_that_own_tokens_do_not_count() -> None:
    """Ruling 27, and the switch `own_tokens_defend`, with which they do."""
    regions = {"a": held(0, "ratmen", 1), "b": held(0, "elves", 1, declined=True)}
    players = [player("ratmen", "hill", 1, declined=["elves"]), FOE]
    refused(regions, players, "conquer b", because="b costs 2: 2 + 0 for your own Elves; you have 1 token, 1 short")
    why = "b costs 3: 2 + 1 Elf; you have 1 token, 2 short"
    refused(regions, players, "conquer b", options={"rulings": ["own_tokens_defend"]}, because=why)


# `keep`


def test_pixies_keep_nothing_because_they_wait_in_hand() -> None:
    """Rulings 47, 118: they place no token in redeployment."""
    why = "The Pixies put no token back: what is not needed to hold a region waits in hand for your next turn."
    refused_all_sets({"a": held(0, "pixies", 3)}, [player("pixies", "forest"), FOE], "keep a", because=why)


SURVIVORS = {"a": held(0, "ratmen"), "b": held(1, "barbarians", 3), "c": held(1, "barbarians")}


def test_withdrawn_barbarians_are_placed_not_kept() -> None:
    """Rulings 47, 106: it is not their turn, and their survivors are placed."""
    players = [player("ratmen", "hill", 5), player("barbarians", "forest")]
    why = "`keep` leaves readied tokens where they stood, in one's own turn; Barbarians that withdrew are placed, with "
    refused_all_sets(SURVIVORS, players, "conquer b", "stop", "place a 4", "done", "keep c", because=why + "`place c`.")
    refused_all_sets(
        SURVIVORS, players, "conquer b", "stop", "place a 4", "done", "keep d", because=why + "`place REGION`."
    )


def test_barbarian_survivors_that_wait_are_not_told_to_be_placed() -> None:
    """Ruling 106, `barbarian_survivors_wait`: encampments are placed, the tokens wait."""
    players = [player("ratmen", "hill", 6), player("barbarians", "bivouacking")]
    regions = SURVIVORS | {"b": held(1, "barbarians", 2, encampment=1)}
    options = WITH_BOXES | {"rulings": ["barbarian_survivors_wait"]}
    why = "`keep` leaves readied tokens where they stood, in one's own turn, and this is the turn of seat 0."
    refused(regions, players, "conquer b", "stop", "place a 5", "done", "keep c", options=options, because=why)


def test_nothing_is_kept_where_nothing_was_taken() -> None:
    """Rulings 47, 105: tokens that waited off the map were not readied."""
    regions = {"a": held(0, "barbarians", 3), "b": held(0, "barbarians")}
    players = [player("barbarians", "forest", 2), FOE]
    why = "No token was taken from b: tokens that waited off the map cannot be put there."
    refused_all_sets(regions, players, "keep b", because=why)
    why = "All tokens that were taken from a stand there again; others cannot be put there."
    refused_all_sets(regions, players, "keep a 2", "keep a", because=why)


# The Ghouls' final attempt


def test_the_ghouls_final_attempt_ended_the_conquests() -> None:
    """Rulings 43, 67: the position knows it too."""
    regions = {"a": held(0, "ghouls", 2, declined=True), "e": held(0, "giants", 4)}
    players = [player("giants", "hill", declined=["ghouls"]), FOE]
    why = "d cannot be conquered now: the final attempt of your Ghouls ended the conquests of the turn."
    refused(regions, players, "conquer b with die", "conquer d", rolls=(0,), because=why)
    refused(regions, players, "conquer b with die", "conquer d with die", rolls=(3,), because=why)
    reply = granted_all_sets(regions, players, "conquer b with die", rolls=(0,))
    assert same_game(reply)
    position = dict(reply["position"])
    refused_all_sets(position.pop("regions"), position.pop("players"), "conquer d", **position, because=why)
    fewer = regions | {"e": held(0, "giants", 2)}
    why = "c cannot be conquered now: conquests are over, the phase is redeploy."
    refused(fewer, players, "stop", "conquer d with die", "conquer c", rolls=(0,), because=why)


def test_barbarians_behind_ghouls_that_rolled_were_not_readied() -> None:
    """Rulings 47, 67."""
    regions = {"a": held(0, "ghouls", 2, declined=True), "e": held(0, "barbarians", 4)}
    players = [player("barbarians", "hill", declined=["ghouls"]), FOE]
    why = "The final attempt of your Ghouls ended the conquests of the turn: the Barbarians were not readied."
    refused_all_sets(regions, players, "conquer b with die", "keep e", rolls=(0,), because=why)


# Questions in between

SIGIL = {"marker": "sigil"}
HOLDER: Seats = {
    1: player("ratmen", "swamp", 8, coins=0),
    2: player("humans", "hill", coins=0, declined=["elves"]),
    4: player("orcs", "forest", coins=0),
}
BESET = {
    "a": held(1, "ratmen"),
    "b": held(2, "humans"),
    "d": held(2, "humans") | SIGIL,
    "e": held(4, "orcs"),
    "f": held(2, "elves", declined=True),
}


@pytest.mark.parametrize("move", ["conquer c", "stop", "done", "decline", "keep a", "place a", "pick 1"])
def test_an_open_sigil_question_names_itself_and_the_seat(move: str) -> None:
    """Ruling 173: first the holder, then the seat that is asked."""
    why = (
        "First seat 2, who holds the Sigil, says whom it asks for a token in place of its Humans: "
        "`ask SEAT`, or `refuse` to ask nobody."
    )
    team_refuses(BESET, HOLDER, "conquer b", move, player=1, because=why)
    why = "First seat 4 says whether it gives a token in place of the Humans: `sacrifice REGION` or `refuse`."
    team_refuses(BESET, HOLDER, "conquer b", "ask 4", move, player=1, because=why)


def test_an_open_question_of_a_place_names_itself() -> None:
    """Rulings 166, 167, 168."""
    seats: Seats = {0: player("ratmen", "swamp", 4, coins=0), 1: player("orcs", "hill", coins=0, declined=["elves"])}
    regions = {"a": held(0, "ratmen") | {"marker": "soapbar"}, "g": held(1, "elves", declined=True)}
    why = "First seat 0 says where the Golden Soapbar goes: `soapbar REGION`."
    team_refuses(regions, seats, "stop", "place a 4", "done", "stop", because=why)
    tavern = regions | {"a": held(0, "ratmen") | {"marker": "tavern"}}
    why = "First seat 0 shares the Tavern's coins, `share SEAT COINS`, or keeps them, `done`."
    team_refuses(tavern, seats, "stop", "place a 4", "done", "conquer b", because=why)
    boneyard = regions | {"a": held(0, "ratmen"), "b": {"marker": "boneyard"}}
    why = "First seat 0 says which race in decline Bony protects: `bony SEAT RACE`."
    team_refuses(boneyard, seats, "conquer b", "conquer c", because=why)


def test_monsters_are_placed_before_anything_else() -> None:
    reply = ask(
        {"b": {"lost_tribe": True}},
        [player(), player()],
        "done",
        options={"markers": True},
        phase="monsters",
        player=1,
        turn=1,
    )
    assert reply["error"]["message"] == "First seat 1 places a Monster: `monster REGION`."


def test_the_open_question_of_the_tower_names_itself() -> None:
    """Ruling 119."""
    regions = {"a": held(0, "priestesses", 2), "b": held(0, "priestesses")}
    why = "First seat 0 says where the tower of the declining Priestesses stands: `tower REGION`."
    refused_all_sets(regions, [player("priestesses", "hill"), FOE], "decline", "stop", because=why)


def test_the_open_question_of_a_mercenary_names_itself() -> None:
    """Ruling 137."""
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 2)}
    players = [player("ratmen", "mercenary", 1), FOE]
    why = "First seat 0 says whether a coin turns the failed attempt on b into a success: `pay` or `pass`."
    refused_all_sets(regions, players, "conquer b with die", "stop", rolls=(1,), because=why)


def test_the_open_question_of_a_mixed_loss_names_itself() -> None:
    """Rulings 134, 173: the loser's choice, and the giver's."""
    seats: Seats = {1: player("ratmen", "swamp", 8), 2: player("humans", "hordes_of", hordes=1)}
    regions = {"a": held(1, "ratmen"), "b": held(2, "humans", 1, horde=1), "e": held(2, "humans")}
    why = "First seat 2 says which piece its Humans lose: `lose token` or `lose horde`."
    team_refuses(regions, seats, "conquer b", "stop", player=1, because=why)
    given: Seats = {
        1: player("ratmen", "swamp", 8),
        2: player("humans", "hordes_of", hordes=1),
        3: player("orcs", "hill"),
    }
    giving = {"a": held(1, "ratmen"), "b": held(3, "orcs"), "e": held(2, "humans", 1, horde=1) | SIGIL}
    why = "First seat 2 says which piece it gives from e: `lose token` or `lose horde`."
    team_refuses(giving, given, "conquer b", "sacrifice e", "stop", player=1, because=why)


def test_for_oneself_only_a_declined_race_gives() -> None:
    """Ruling 173: the holder asks himself."""
    why = (
        "In place of your own Humans you give a token of a race of yours in decline, and none stands in d; "
        "you may give one from f."
    )
    team_refuses(BESET, HOLDER, "conquer b", "ask 2", "sacrifice d", player=1, because=why)


def test_for_another_only_the_active_race_of_the_holder_gives() -> None:
    """Ruling 173."""
    why = "In place of the Orcs you give a token of your active Humans, and none stands in f; you may give one from d."
    team_refuses(BESET | {"b": held(4, "orcs")}, HOLDER, "conquer b", "sacrifice f", player=1, because=why)
