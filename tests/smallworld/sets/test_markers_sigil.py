"""The Sigil of Sacrifice: who is asked, in which order, and the effects of giving or refusing a token."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.smallworld.game import GAME
from tests.smallworld.positions import (
    active,
    board,
    declined,
    declined_entries,
    events_of_type,
    hand,
    held,
    legal,
    pieces,
    pieces_with_stacks,
    player,
    region,
    tokens,
)
from tests.smallworld.team_positions import LINE, TEAMS, Seats, continued, round_trips, team, team_refuses

SIGIL = {"marker": "sigil"}


def struck(*moves: str, victim: str = "humans", n: int = 2, **keywords: Any) -> dict[str, Any]:
    """Seat 0 takes b from seat 2, who also holds c; seat 1 has the Sigil in f and two tokens in e."""
    seats: Seats = {
        0: keywords.pop("mine", player("ratmen", "swamp", 8, coins=0)),
        1: keywords.pop("holder", player("orcs", "forest", coins=0)),
        2: player(victim, keywords.pop("badge", "imperial"), coins=0, **keywords.pop("more", {})),
    }
    keeper = seats[1]["active"]["race"]
    regions = {
        "a": held(0, seats[0]["active"]["race"]),
        "b": held(2, victim, n, **keywords.pop("stands", {})),
        "c": held(2, victim),
        "e": held(1, keeper, 2),
        "f": held(1, keeper) | SIGIL,
    }
    return team(regions | keywords.pop("regions", {}), seats, keywords.pop("by", "conquer b"), *moves, **keywords)


# For another race: the holder alone


def test_when_another_race_would_lose_a_token_the_holder_is_asked() -> None:
    reply = struck()
    assert (reply["phase"], reply["to_move"]) == ("choice", 1)
    assert legal(reply) == ["sacrifice e", "sacrifice f", "refuse"]
    assert tokens(reply, "b") == 4
    assert reply["position"]["player"] == 0
    assert round_trips(reply)


def test_he_may_give_an_active_token_of_his_and_the_other_is_redeployed() -> None:
    reply = struck("sacrifice e")
    assert tokens(reply, "e") == 1
    assert hand(reply, 2) == 2
    assert (reply["phase"], reply["to_move"]) == ("conquer", 0)
    assert events_of_type(reply, "sacrificed")[0]["for_race"] == "humans"


def test_he_may_refuse_and_the_token_is_lost() -> None:
    reply = struck("refuse")
    assert tokens(reply, "e") == 2
    assert hand(reply, 2) == 1
    assert (reply["phase"], reply["to_move"]) == ("conquer", 0)


def test_taking_the_last_token_empties_the_region_and_the_sigil_stays_there() -> None:
    reply = struck("sacrifice f")
    assert region(reply, "f") == SIGIL
    assert hand(reply, 2) == 2


def test_it_is_asked_at_each_loss() -> None:
    reply = struck("refuse", "conquer c")
    assert (reply["phase"], reply["to_move"]) == ("choice", 1)


def test_a_lone_defender_may_be_spared_too() -> None:
    assert hand(struck("sacrifice e", n=1), 2) == 1


def test_the_spared_token_is_placed_at_the_end_of_the_turn() -> None:
    reply = struck("sacrifice e", "stop", "place a 7", "done")
    assert (reply["phase"], reply["to_move"]) == ("withdraw", 2)
    assert "place c 2" in legal(reply)


def test_nobody_is_asked_when_no_active_race_holds_the_sigil() -> None:
    seats: Seats = {
        0: player("ratmen", "swamp", 8),
        1: player(declined=["orcs"]),
        2: player("humans", "hill"),
    }
    regions = {"a": held(0, "ratmen"), "b": held(2, "humans"), "f": held(1, "orcs", declined=True) | SIGIL}
    assert team(regions, seats, "conquer b")["phase"] == "conquer"
    regions["f"] = dict(SIGIL)
    del seats[1]
    assert team(regions, seats, "conquer b")["phase"] == "conquer"


def test_lost_tribes_are_nobodys_race() -> None:
    reply = struck(regions={"b": {"lost_tribe": True}})
    assert reply["phase"] == "conquer"


def test_the_attacker_may_hold_the_sigil_himself() -> None:
    seats: Seats = {0: player("ratmen", "swamp", 8, coins=0), 3: player("humans", "hill", coins=0)}
    regions = {"a": held(0, "ratmen") | SIGIL, "b": held(3, "humans"), "c": held(3, "humans")}
    reply = team(regions, seats, "conquer b")
    assert (reply["to_move"], legal(reply)) == (0, ["sacrifice a", "sacrifice b", "refuse"])
    given = continued(reply, "sacrifice b")
    assert (tokens(given, "b"), hand(given, 3)) == (2, 1)


def test_the_sigil_serves_its_conqueror_at_once() -> None:
    seats: Seats = {0: player("ratmen", "swamp", 8), 2: player("humans", "hill"), 4: player("elves", "forest")}
    regions = {"a": held(0, "ratmen"), "b": held(2, "humans") | SIGIL, "d": held(2, "humans"), "g": held(4, "elves")}
    reply = team(regions, seats, "conquer b")
    assert (reply["to_move"], legal(reply)) == (0, ["sacrifice a", "sacrifice b", "refuse"])


# For the holder's active race: he says whom he asks


def beset(*moves: str, **more: Any) -> dict[str, Any]:
    """Seat 1 takes b from seat 2, who holds the Sigil in d and has declined Elves; seats 1 and 4 have regions too."""
    seats: Seats = {
        1: player("ratmen", "swamp", 8, coins=0),
        2: player("humans", "hill", coins=0, declined=["elves"]),
        4: player("orcs", "forest", coins=0, declined=["giants"]),
    }
    regions = {
        "a": held(1, "ratmen"),
        "b": held(2, "humans", 2),
        "c": held(2, "elves", declined=True),
        "d": held(2, "humans") | SIGIL,
        "e": held(4, "orcs", 2),
        "f": held(4, "giants", declined=True),
    }
    return team(regions | more.pop("regions", {}), seats, "conquer b", *moves, player=1, **more)


def test_the_holder_says_whether_and_whom_he_asks() -> None:
    """Ruling 173: himself for his declined race, anybody else with a token on the map."""
    reply = beset()
    assert (reply["phase"], reply["to_move"], reply["position"]["choice"]["ask"]) == ("choice", 2, "plea")
    assert legal(reply) == ["refuse", "ask 1", "ask 2", "ask 4"]
    assert round_trips(reply)


def test_the_holder_who_asks_nobody_loses_his_token() -> None:
    """Ruling 173."""
    reply = beset("refuse")
    assert (reply["phase"], reply["to_move"], hand(reply, 2)) == ("conquer", 1, 1)
    assert [event["for_race"] for event in events_of_type(reply, "sacrifice_unasked")] == ["humans"]


def test_the_holder_may_give_a_token_of_his_own_declined_race() -> None:
    """Ruling 173."""
    reply = beset("ask 2")
    assert (reply["to_move"], legal(reply)) == (2, ["sacrifice c", "refuse"])
    assert round_trips(reply)
    given = continued(reply, "sacrifice c")
    assert declined(given, 2) == []
    assert hand(given, 2) == 2
    assert given["to_move"] == 1


def test_the_seat_that_is_asked_chooses_the_region() -> None:
    """Ruling 173."""
    reply = beset("ask 4")
    assert (reply["to_move"], legal(reply)) == (4, ["sacrifice e", "sacrifice f", "refuse"])
    assert reply["position"]["choice"]["asked"] == [4]
    assert events_of_type(reply, "sacrifice_asked")[0]["giver"] == 4
    assert hand(continued(reply, "sacrifice f"), 2) == 2
    assert continued(reply, "sacrifice e")["to_move"] == 1


def test_after_a_refusal_the_holder_may_ask_another() -> None:
    """Ruling 173: nobody twice, until nobody is left."""
    reply = beset("ask 4", "refuse")
    assert (reply["to_move"], legal(reply)) == (2, ["refuse", "ask 1", "ask 2"])
    assert round_trips(reply)
    last = continued(reply, "ask 1", "refuse")
    assert (last["to_move"], legal(last)) == (2, ["refuse", "ask 2"])
    lost = continued(last, "ask 2", "refuse")
    assert (lost["phase"], lost["to_move"], hand(lost, 2)) == ("conquer", 1, 1)


def test_a_seat_that_cannot_be_asked_is_named_with_its_reason() -> None:
    """Ruling 173."""
    seats: Seats = {
        1: player("ratmen", "swamp", 8, coins=0),
        2: player("humans", "hill", coins=0),
        4: player("orcs", "forest", coins=0),
    }
    regions = {"a": held(1, "ratmen"), "b": held(2, "humans"), "d": held(2, "humans") | SIGIL, "e": held(4, "orcs")}

    def refuses(*moves: str, because: str) -> None:
        team_refuses(regions, seats, "conquer b", *moves, player=1, because=because)

    refuses("ask 3", because="Seat 3 has no token on the map that it could give.")
    refuses("ask 2", because="You can give a token of a race in decline yourself, and none")
    refuses("ask 4", "refuse", "ask 4", because="Seat 4 has been asked already and gives nothing.")
    refuses("sacrifice d", because="First say whom you ask for a token")
    refuses("ask 4", "ask 1", because="You are the one who is asked: `sacrifice REGION`, or `refuse`.")
    refuses("stop", because="First seat 2, who holds the Sigil, says whom it asks")


def test_nobody_asks_for_a_sacrifice_at_another_time() -> None:
    why = "The Sigil's holder asks for a token when his own active race is losing one, and only then."
    team_refuses({"a": held(0, "ratmen") | SIGIL}, {0: player("ratmen", "swamp", 3)}, "ask 1", because=why)


def test_pygmies_keep_their_die_when_nobody_is_asked() -> None:
    """Rulings 121, 173: a token that is given for theirs would cost them the roll."""
    seats: Seats = {1: player("ratmen", "swamp", 8), 2: player("pygmies", "hill")}
    regions = {"a": held(1, "ratmen"), "b": held(2, "pygmies", 2), "d": held(2, "pygmies") | SIGIL}
    kept = team(regions, seats, "conquer b", "refuse", player=1, rolls=(3,))
    assert (len(events_of_type(kept, "mourned")), hand(kept, 2)) == (1, 1 + 3)
    given = team(regions, seats, "conquer b", "ask 1", "sacrifice b", player=1)
    assert (events_of_type(given, "mourned"), hand(given, 2)) == ([], 2)


def test_each_loss_is_asked_about_anew() -> None:
    """Ruling 173: who refused once may be asked at the next loss."""
    reply = beset(
        "ask 4", "refuse", "refuse", regions={"c": held(2, "humans", 2)} | {"g": held(2, "elves", declined=True)}
    )
    fallen = continued(reply, "conquer c")
    assert (fallen["to_move"], "ask 4" in legal(fallen)) == (2, True)


def test_an_absent_holder_asks_nobody() -> None:
    """Ruling 173: no after a timeout."""
    reply = beset()
    state = GAME.from_position(reply_options(), reply["position"])
    assert state.describe(state.default_move()) == "refuse"


def reply_options() -> dict[str, Any]:
    return {"map": board(LINE, None, 8)} | TEAMS


ALL_ASKED = {"rulings": ["sigil_asks_everybody"]}


def test_everybody_is_asked_in_turn_by_a_switch() -> None:
    """Ruling 173: `sigil_asks_everybody`, the holder first, then clockwise until one gives."""
    reply = beset(options=ALL_ASKED)
    assert (reply["to_move"], legal(reply)) == (2, ["sacrifice c", "refuse"])
    reply = beset("refuse", options=ALL_ASKED)
    assert (reply["to_move"], legal(reply)) == (4, ["sacrifice e", "sacrifice f", "refuse"])
    assert round_trips(reply, options=ALL_ASKED)
    last = continued(reply, "refuse", options=ALL_ASKED)
    assert (last["to_move"], legal(last)) == (1, ["sacrifice a", "sacrifice b", "refuse"])
    assert hand(continued(last, "refuse", options=ALL_ASKED), 2) == 1


def test_a_declined_token_that_is_given_may_be_the_last_of_its_race() -> None:
    reply = beset("ask 4", "sacrifice f")
    assert declined(reply, 4) == []
    assert region(reply, "f") == {}


def test_a_holder_without_declined_race_cannot_ask_himself() -> None:
    seats: Seats = {1: player("ratmen", "swamp", 8), 2: player("humans", "hill"), 5: player("orcs", "forest")}
    regions = {"a": held(1, "ratmen"), "b": held(2, "humans"), "c": held(2, "humans") | SIGIL, "g": held(5, "orcs")}
    reply = team(regions, seats, "conquer b", player=1)
    assert (reply["to_move"], legal(reply)) == (2, ["refuse", "ask 1", "ask 5"])


def test_for_the_holders_declined_race_he_gives_an_active_token() -> None:
    seats: Seats = {1: player("ratmen", "swamp", 8), 2: player("humans", "hill", declined=["elves"])}
    regions = {
        "a": held(1, "ratmen"),
        "b": held(2, "elves", declined=True),
        "c": held(2, "elves", declined=True),
        "d": held(2, "humans", 2) | SIGIL,
    }
    reply = team(regions, seats, "conquer b", player=1)
    assert (reply["to_move"], legal(reply)) == (2, ["sacrifice d", "refuse"])
    assert round_trips(reply)
    spared = continued(reply, "sacrifice d")
    assert (tokens(spared, "d"), declined_entries(spared, 2)[0]["hand"]) == (1, 1)
    assert "place c" in legal(continued(spared, "stop", "place a 7", "done"))


def test_a_spared_token_is_lost_when_the_last_region_of_its_declined_race_falls_later_in_the_turn() -> None:
    seats: Seats = {1: player("ratmen", "swamp", 8), 2: player("humans", "hill", declined=["elves"])}
    regions = {
        "a": held(1, "ratmen"),
        "b": held(2, "elves", declined=True),
        "c": held(2, "elves", declined=True),
        "d": held(2, "humans", 3) | SIGIL,
    }
    reply = team(regions, seats, "conquer b", "sacrifice d", "conquer c", player=1)
    assert round_trips(reply)
    assert declined(continued(reply, "refuse"), 2) == []
    assert declined(continued(reply, "sacrifice d"), 2) == []


def test_a_spared_token_of_a_declined_race_without_another_region_is_lost_all_the_same() -> None:
    seats: Seats = {
        1: player("ratmen", "swamp", 8),
        2: player("humans", "hill", declined=["elves"]),
        5: player("igors", "forest"),
    }
    regions = {
        "a": held(1, "ratmen"),
        "b": held(2, "elves", declined=True),
        "d": held(2, "humans", 2) | SIGIL,
        "g": held(5, "igors"),
    }
    reply = team(regions, seats, "conquer b", player=1)
    assert declined(reply, 2) == ["elves"]
    assert round_trips(reply)
    given = continued(reply, "sacrifice d")
    assert declined(given, 2) == []
    assert tokens(given, "d") == 1
    assert active(given, 5)["igor_souls"] == 2
    assert declined(continued(reply, "refuse"), 2) == []


def test_spared_ghouls_without_a_region_wait_in_hand() -> None:
    seats: Seats = {1: player("ratmen", "swamp", 8), 2: player("humans", "hill", declined=["ghouls"])}
    regions = {"a": held(1, "ratmen"), "b": held(2, "ghouls", declined=True), "d": held(2, "humans", 2) | SIGIL}
    assert declined_entries(team(regions, seats, "conquer b", "sacrifice d", player=1), 2)[0]["hand"] == 1


# Races and pieces


def test_elves_lose_nothing_so_nobody_is_asked() -> None:
    reply = struck(victim="elves")
    assert reply["phase"] == "conquer"
    assert hand(reply, 2) == 2


def test_an_elf_replaced_by_sorcery_may_be_spared() -> None:
    mine = player("sorcerers", "swamp", 1, coins=0)
    reply = struck(victim="elves", n=1, mine=mine, by="conquer b with sorcery")
    assert (reply["to_move"], legal(reply)) == (1, ["sacrifice e", "sacrifice f", "refuse"])
    assert hand(continued(reply, "sacrifice e"), 2) == 1
    assert hand(continued(reply, "refuse"), 2) == 0


def test_elves_that_are_given_are_lost() -> None:
    reply = struck("sacrifice e", holder=player("elves", "forest", coins=0))
    assert (tokens(reply, "e"), hand(reply, 1)) == (1, 0)


def test_pygmies_roll_for_a_lost_token_and_not_for_a_spared_one() -> None:
    refused = struck("refuse", victim="pygmies", rolls=(2,))
    assert events_of_type(refused, "mourned")[0]["pips"] == 2
    assert hand(refused, 2) == 3
    spared = struck("sacrifice e", victim="pygmies", rolls=(2,))
    assert not events_of_type(spared, "mourned")
    assert hand(spared, 2) == 2
    assert round_trips(struck(victim="pygmies"))


def test_pygmies_that_are_given_roll_no_die() -> None:
    assert not events_of_type(struck("sacrifice e", holder=player("pygmies", "forest", coins=0)), "mourned")


@pytest.mark.parametrize("answer", ["sacrifice e", "refuse"])
def test_igors_get_one_token_either_way(answer: str) -> None:
    assert active(struck(answer, holder=player("igors", "forest", coins=0)), 1)["igor_souls"] == 1


def test_fauns_make_their_gift_whether_the_token_was_spared_or_not() -> None:
    mine = player("fauns", "swamp", 8, coins=0)
    reply = struck("sacrifice e", "stop", mine=mine)
    assert active(reply, 0)["hand"] == 8
    placed = continued(reply, "place a 8", "done")
    assert hand(placed, 2) == 3


def test_giving_one_of_two_kobolds_empties_the_region_and_the_other_goes_to_hand() -> None:
    regions = {"e": held(1, "kobolds", 3), "f": held(1, "kobolds", 2) | SIGIL}
    holder = player("kobolds", "forest", coins=0)
    reply = struck("sacrifice f", holder=holder, regions=regions)
    assert region(reply, "f") == SIGIL
    assert hand(reply, 1) == 1
    assert tokens(struck("sacrifice e", holder=holder, regions=regions), "e") == 2


def test_the_spared_token_of_a_mixed_region_asks_for_no_choice_of_losses() -> None:
    more = {"hordes": 1}
    reply = struck(badge="hordes_of", more=more, stands={"horde": 1})
    assert legal(reply) == ["sacrifice e", "sacrifice f", "refuse"]
    assert round_trips(reply)
    spared = continued(reply, "sacrifice e")
    assert (hand(spared, 2), active(spared, 2)["hordes"], spared["phase"]) == (2, 2, "conquer")
    lost = continued(reply, "refuse")
    assert (lost["to_move"], legal(lost)) == (2, ["lose token", "lose horde"])
    assert active(continued(lost, "lose horde"), 2)["hordes"] == 1


def test_a_hordes_token_alone_may_be_spared() -> None:
    reply = struck(badge="hordes_of", n=0, more={"hordes": 1}, stands={"horde": 1})
    assert round_trips(reply)
    assert active(continued(reply, "sacrifice e"), 2)["hordes"] == 2
    assert active(continued(reply, "refuse"), 2)["hordes"] == 1


def test_from_a_mixed_region_the_giver_says_which_piece_he_gives() -> None:
    holder = player("orcs", "hordes_of", coins=0, hordes=1)
    regions = {"e": held(1, "orcs", 1, horde=1)}
    reply = struck("sacrifice e", holder=holder, regions=regions)
    assert (reply["to_move"], legal(reply)) == (1, ["lose token", "lose horde"])
    assert round_trips(reply)
    horde = continued(reply, "lose horde")
    assert (tokens(horde, "e"), pieces(horde, "e"), active(horde, 1)["hordes"]) == (1, {}, 1)
    assert hand(horde, 2) == 2
    token = continued(reply, "lose token")
    assert (tokens(token, "e"), pieces(token, "e")) == (0, {"horde": 1})


def test_a_hordes_token_that_holds_a_region_alone_can_be_given() -> None:
    holder = player("orcs", "hordes_of", coins=0, hordes=1)
    reply = struck("sacrifice e", holder=holder, regions={"e": held(1, "orcs", 0, horde=1)})
    assert region(reply, "e") == {}
    assert active(reply, 1)["hordes"] == 1


def test_a_behemoth_goes_to_hand_when_its_last_companion_is_given_and_shrinks_with_the_swamp() -> None:
    on = LINE.replace("e:hill", "e:swamp").replace("f:hill", "f:swamp")
    holder = player("orcs", "behemoth", coins=0)
    regions = {
        "e": held(1, "orcs") | {"pieces": {"behemoth": [2]}},
        "f": held(1, "orcs") | SIGIL | {"pieces": {"behemoth": [2]}},
    }
    reply = struck("sacrifice e", holder=holder, regions=regions, on=on)
    assert region(reply, "e") == {}
    assert pieces_with_stacks(reply, "f") == {"behemoth": [1]}


def test_pieces_of_an_emptied_region_leave_with_its_last_token() -> None:
    holder = player("trolls", "fortified", coins=0)
    reply = struck("sacrifice f", holder=holder, regions={"f": held(1, "trolls", lair=1, fortress=1) | SIGIL})
    assert region(reply, "f") == SIGIL


def test_giving_the_boneyards_last_token_sends_bony_back() -> None:
    seats: Seats = {
        0: player("ratmen", "swamp", 8),
        1: player("orcs", "forest"),
        2: player("humans", "hill", declined=["elves"]),
    }
    regions = {
        "a": held(0, "ratmen"),
        "b": held(2, "humans"),
        "c": held(2, "elves", declined=True),
        "f": held(1, "orcs") | {"marker": ["boneyard", "sigil"]},
    }
    reply = team(regions, seats, "conquer b", "sacrifice f", bony={"player": 2, "race": "elves"})
    assert reply["position"]["bony"] is None


def test_a_tower_asks_once_and_is_gone_entirely() -> None:
    seats: Seats = {
        0: player("ratmen", "swamp", 8),
        1: player("orcs", "forest"),
        2: player(declined=["priestesses"]),
    }
    regions = {"a": held(0, "ratmen"), "b": held(2, "priestesses", 3, True), "f": held(1, "orcs", 2) | SIGIL}
    reply = team(regions, seats, "conquer b")
    assert round_trips(reply)
    assert declined(continued(reply, "refuse"), 2) == []
    assert continued(reply, "sacrifice f")["phase"] == "conquer"


def test_a_successful_die_waits_for_the_answer_before_the_conquests_end() -> None:
    mine = player("ratmen", "swamp", 3, coins=0)
    reply = struck(mine=mine, by="conquer b with die", rolls=(1,))
    assert reply["to_move"] == 1
    assert round_trips(reply)
    assert continued(reply, "refuse")["phase"] == "redeploy"


def test_ghouls_may_be_asked_about_while_they_attack() -> None:
    seats: Seats = {
        0: player("ratmen", "swamp", 0, declined=[{"race": "ghouls", "power": None, "hand": 6}]),
        1: player("orcs", "forest"),
        2: player("humans", "hill"),
    }
    regions = {
        "a": held(0, "ghouls", declined=True),
        "b": held(2, "humans", 2),
        "c": held(2, "humans"),
        "f": held(1, "orcs", 2) | SIGIL,
        "g": held(0, "ratmen"),
    }
    reply = team(regions, seats, "conquer b")
    assert (reply["phase"], reply["to_move"]) == ("choice", 1)
    assert round_trips(reply)
    assert continued(reply, "sacrifice f")["phase"] == "ghouls"


def test_corrupt_and_ransacking_are_paid_whatever_becomes_of_the_token() -> None:
    seats: Seats = {
        0: player("ratmen", "ransacking", 8, coins=2),
        1: player("orcs", "forest"),
        2: player("humans", "corrupt", coins=2),
    }
    regions = {"a": held(0, "ratmen"), "b": held(2, "humans"), "f": held(1, "orcs", 2) | SIGIL}
    reply = team(regions, seats, "conquer b", "sacrifice f")
    assert len(events_of_type(reply, "tribute")) == 2


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (("sacrifice e",), "Nobody asks you for a sacrifice"),
        (("conquer b", "sacrifice a"), "you may give one from e, f"),
        (("conquer b", "done"), "First seat 1 says whether it gives a token in place of the Humans"),
    ],
)
def test_a_sacrifice_that_cannot_be_is_told_why(moves: tuple[str, ...], why: str) -> None:
    seats: Seats = {0: player("ratmen", "swamp", 8), 1: player("orcs", "forest"), 2: player("humans", "hill")}
    regions = {"a": held(0, "ratmen"), "b": held(2, "humans"), "e": held(1, "orcs"), "f": held(1, "orcs") | SIGIL}
    team_refuses(regions, seats, *moves, because=why)
