"""Team play for six: seats, turns, placing of Monsters, scores and ties."""

from __future__ import annotations

from typing import Any

import pytest

from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.referee import answer
from tests.refusals import rejected
from tests.smallworld.positions import (
    TRIBE,
    ask,
    board,
    coins,
    combos,
    events_of_type,
    granted,
    held,
    legal,
    offers,
    player,
    region,
)
from tests.smallworld.team_positions import LINE, MARKERS, TEAMS, round_trips, six, team, team_refuses

TRIBES = "a:hill,border,tribe b:hill,tribe c:hill,tribe d:hill,tribe e:hill,tribe f:hill,tribe g:hill,border,tribe"


def new(**options: Any) -> dict[str, Any]:
    reply = answer({"game": "smallworld", "options": {"mode": "teams"} | options, "seed": 3})
    assert reply["ok"], reply["error"]
    return reply


def test_six_play_on_the_map_for_six_for_eight_turns() -> None:
    options = load("smallworld").normalise({"mode": "teams"})
    assert (options["players"], options["map"], options["turns"], options["markers"]) == (6, "map-6p", 8, True)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_teams_need_six_players(players: int) -> None:
    with pytest.raises(BadRequest, match="`players` is always 6 here, not"):
        load("smallworld").normalise({"mode": "teams", "players": players})


def test_the_first_player_of_the_first_team_begins_whatever_the_seed() -> None:
    for seed in range(5):
        reply = answer({"game": "smallworld", "options": {"mode": "teams"}, "seed": seed})
        assert reply["position"]["first"] == 0
        assert reply["to_move"] == 1


def test_seat_zero_is_always_first() -> None:
    reply = ask({}, six({}), on=board(LINE), options=TEAMS, first=2)
    rejected(reply, "bad_position", because="In this mode seat 0 is always `first`.")


def test_play_goes_clockwise_and_partners_sit_opposite() -> None:
    seats = {0: player("ratmen", "hill", coins=0), 3: player("elves", "swamp", coins=0)}
    regions = {"a": held(0, "ratmen") | {"marker": "vale"}, "g": held(3, "elves")}
    swapped = team(regions, seats, "swap")
    assert swapped["position"]["players"][3]["active"]["power"] == "hill"
    assert team(regions, seats, "stop", column=combos("orcs+forest"))["to_move"] == 1


# Monsters


def test_all_but_the_first_place_a_monster_before_the_first_turn() -> None:
    reply = new()
    placed: list[str] = []
    for seat in range(1, 6):
        assert (reply["phase"], reply["to_move"], reply["position"]["player"]) == ("monsters", seat, seat)
        assert reply["position"]["turn"] == 1
        assert len(reply["position"]["column"]) == 6
        placed.append(legal(reply)[0])
        reply = answer({"game": "smallworld", "options": {"mode": "teams"}, "seed": 3, "moves": placed})
    assert (reply["phase"], reply["to_move"]) == ("pick", 0)
    assert sum(1 for entry in reply["position"]["regions"].values() if entry.get("monster")) == 5


def test_a_monster_goes_to_a_lost_tribe_that_neither_has_nor_borders_one() -> None:
    regions = dict.fromkeys("bcdeg", TRIBE)
    reply = team(regions, {}, "monster c", on=TRIBES, turn=1, player=1, phase="monsters")
    assert legal(reply) == ["monster e", "monster g"]
    assert region(reply, "c") == {"lost_tribe": True, "monster": True}
    assert events_of_type(reply, "monster_placed")[0]["region"] == "c"


@pytest.mark.parametrize(
    ("move", "why"),
    [("monster a", "none lives in a"), ("monster c", "c has a Monster already"), ("monster d", "d borders c")],
)
def test_a_monster_that_cannot_settle_is_told_why(move: str, why: str) -> None:
    regions = dict.fromkeys("cdefg", TRIBE)
    team_refuses(regions, {}, "monster c", move, on=TRIBES, turn=1, player=1, phase="monsters", because=why)


def test_monsters_are_placed_before_the_first_turn_only() -> None:
    seats = {0: player("ratmen", "hill")}
    team_refuses({"a": held(0, "ratmen"), "c": TRIBE}, seats, "monster c", because="before the first turn")


def test_a_seat_without_a_legal_place_is_passed_over() -> None:
    reply = team({"b": TRIBE, "c": TRIBE}, {}, "monster b", on=TRIBES, turn=1, player=1, phase="monsters")
    assert (reply["phase"], reply["to_move"]) == ("pick", 0)


def test_a_map_without_lost_tribes_begins_at_once() -> None:
    assert new(map=board(LINE))["phase"] == "pick"


def test_the_monsters_phase_is_asked_again_from_its_position() -> None:
    regions = dict.fromkeys("bdf", TRIBE)
    assert round_trips(team(regions, {}, "monster b", on=TRIBES, turn=1, player=1, phase="monsters"), on=TRIBES)


def test_the_first_player_places_no_monster() -> None:
    reply = ask({"b": TRIBE}, six({}), on=board(LINE), options=TEAMS, turn=1, player=0, phase="monsters")
    rejected(reply, "bad_position", because="Monsters are placed before the first turn, by everybody but the first")


# Scores


def ending(scores: list[int]) -> dict[str, Any]:
    """The end of a game in which seat 5 scores one more coin for its last region."""
    seats = {seat: player(coins=n) for seat, n in enumerate(scores)}
    seats[5] = player("ratmen", "swamp", coins=scores[5] - 1)
    reply = team({"a": held(5, "ratmen")}, seats, "stop", turn=8, player=5)
    assert reply["result"]["scores"] == scores
    return dict(reply["result"])


def test_a_teams_score_is_that_of_its_weaker_player() -> None:
    result = ending([122, 67, 65, 47, 72, 68])
    assert (result["winners"], result["reason"]) == ([1, 4], "best weaker partner: 67")


def test_a_tie_goes_to_the_team_with_the_best_single_score_among_those_tied() -> None:
    result = ending([50, 50, 10, 60, 70, 99])
    assert (result["winners"], result["reason"]) == ([1, 4], "tied at 50; best stronger partner: 70")


def test_teams_still_tied_share_the_victory() -> None:
    result = ending([50, 60, 10, 60, 50, 99])
    assert (result["winners"], result["reason"]) == ([0, 1, 3, 4], "shared: tied at 50 and 60")


def test_race_tokens_on_the_map_break_no_tie_between_teams() -> None:
    assert ending([50, 10, 50, 60, 10, 60])["winners"] == [0, 2, 3, 5]


# Partners are opponents


def test_partners_may_attack_each_other() -> None:
    seats = {0: player("ratmen", "hill", 5, coins=0), 3: player("elves", "swamp", coins=0)}
    assert "conquer b" in legal(team({"a": held(0, "ratmen"), "b": held(3, "elves", 2)}, seats))


def test_a_partner_counts_as_opponent_for_powers() -> None:
    seats = {0: player("ratmen", "ransacking", 5, coins=0), 3: player("humans", "swamp", coins=2)}
    reply = team({"a": held(0, "ratmen"), "b": held(3, "humans")}, seats, "conquer b")
    assert (coins(reply)[0], coins(reply)[3]) == (1, 1)


def test_a_diplomat_may_make_peace_with_his_partner() -> None:
    seats = {0: player("ratmen", "diplomat", coins=0), 3: player("humans", "swamp", coins=2)}
    assert "ally 3" in legal(team({"a": held(0, "ratmen"), "g": held(3, "humans")}, seats, "stop"))


def test_partners_do_not_see_each_others_coins() -> None:
    seats = {0: player("ratmen", "hill", coins=7), 3: player("humans", "swamp", coins=2)}
    reply = team({"a": held(0, "ratmen")}, seats, view=3)
    shown = reply["position"]["players"]
    assert "coins" not in shown[0]
    assert shown[3]["coins"] == 2


# Without teams


def test_monsters_and_markers_may_be_played_with_by_any_number_on_any_map() -> None:
    reply = answer({"game": "smallworld", "options": {"players": 3} | MARKERS, "seed": 4})
    first = reply["position"]["first"]
    assert reply["phase"] == "monsters"
    assert reply["to_move"] == (first + 1) % 3
    assert offers(reply, "monster")


def test_teams_may_play_without_monsters_and_markers() -> None:
    assert new(markers=False)["phase"] == "pick"


def test_without_the_option_there_are_none() -> None:
    reply = ask({"b": TRIBE | {"monster": True}}, [player(), player()], on=board(LINE))
    rejected(reply, "bad_position", because="these belong to the team game, or to the option `markers`")


def test_the_option_is_true_or_false() -> None:
    with pytest.raises(BadRequest, match="`markers` is true or false"):
        load("smallworld").normalise({"markers": "yes"})


def test_alone_the_vale_has_no_use() -> None:
    seats = [player("ratmen", "hill"), player("elves", "swamp")]
    regions = {"a": held(0, "ratmen") | {"marker": "vale"}, "g": held(1, "elves")}
    assert "swap" not in legal(granted(regions, seats, on=board(LINE), options=MARKERS))
