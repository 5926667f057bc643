"""The referee's protocol for the base game: replies, error codes, defaults, hidden information, invalid input."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from copy import deepcopy
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hordes.engine.referee import answer, answer_line, serve
from tests.refusals import reason, rejected
from tests.smallworld.positions import (
    TRIBE,
    active,
    ask,
    board,
    coins,
    combos,
    declined,
    events_of_type,
    granted,
    hand,
    held,
    player,
    refused,
    region,
    tokens,
)

CODES = {"bad_request", "bad_position", "unknown_move", "illegal_move"}
NEW: dict[str, Any] = {"game": "smallworld"}
FULL: dict[str, Any] = {
    "game": "smallworld",
    "options": {
        "map": board(),
        "players": 2,
        "mode": "standard",
        "sets": ["base"],
        "turns": 9,
        "rulings": {"alchemist_needs_region": True},
    },
    "seed": 7,
    "position": {
        "turn": 2,
        "player": 0,
        "first": 1,
        "phase": "start",
        "regions": {
            "a": held(0, "halflings", 3, hole=1),
            "b": TRIBE,
            "d": held(1, "ghouls", 2, declined=True),
            "e": held(1, "elves", encampment=2),
        },
        "players": [
            player("halflings", "fortified", 2, holes=1),
            player("elves", "bivouacking", declined=[("ghouls", "spirit")]),
        ],
        "column": combos("orcs+hill=2 ratmen+merchant"),
        "returned_banners": ["trolls"],
        "discarded_badges": ["stout"],
    },
    "moves": ["conquer b", "stop"],
    "rolls": [1, 2],
    "view": "all",
}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in FULL.items() if name != key}


# The reply


def test_a_reply_has_the_keys_of_the_protocol() -> None:
    assert set(answer(FULL)) == {"ok", "position", "to_move", "phase", "legal", "events", "result", "seed"}
    assert answer(FULL)["ok"] is True


def test_a_refusal_has_code_message_index_and_the_position_before_the_move() -> None:
    start = ({"a": held(0, "ratmen")}, [player("ratmen", "hill", 4), player()])
    reply = ask(*start, "conquer b", "conquer e", "stop")
    assert set(reply) == {"ok", "error", "position"}
    reason(reply, 1, because="e does not border a region of your Ratmen.")
    assert reply["position"] == granted(*start, "conquer b")["position"]


def test_events_are_small_objects_in_order() -> None:
    reply = granted({"a": held(0, "ratmen")}, [player("ratmen", "hill", 4), player()], "conquer b")
    assert all(isinstance(event["type"], str) for event in reply["events"])
    conquest = events_of_type(reply, "conquered")[0]
    assert (conquest["seat"], conquest["region"], conquest["tokens"]) == (0, "b", 2)


def test_events_name_regions_as_the_map_does() -> None:
    position = {"regions": {"1": held(0, "ratmen")}, "players": [player("ratmen", "hill", 5), player()]}
    reply = answer({"game": "smallworld", "position": position})
    move = next(text for text in reply["legal"] if text.startswith("conquer"))
    reply = answer({"game": "smallworld", "position": position, "moves": [move]})
    assert str(events_of_type(reply, "conquered")[0]["region"]) == move.split()[1]


def test_legal_moves_can_all_be_played() -> None:
    for text in answer(FULL)["legal"]:
        assert answer(FULL | {"moves": [*FULL["moves"], text]})["ok"], text


def test_the_referee_keeps_nothing_between_lines() -> None:
    line = json.dumps(FULL)
    first = answer_line(line)
    answer_line('{"game": "smallworld", "seed": 99}')
    assert answer_line(line) == first


def test_everything_random_follows_from_the_seed_alone() -> None:
    assert answer(NEW | {"seed": 5}) == answer(NEW | {"seed": 5})
    assert len({json.dumps(answer(NEW | {"seed": seed})["position"]) for seed in range(10)}) == 10


def test_result_is_null_until_the_game_is_over_then_scores_winners_reason() -> None:
    assert answer(NEW)["result"] is None
    reply = granted({}, [player(coins=4), player(coins=2)], phase="over", turn=10)
    assert set(reply["result"]) == {"scores", "winners", "reason"}
    assert (reply["result"]["scores"], reply["result"]["winners"]) == ([4, 2], [0])


# Defaults


def test_seed_defaults_to_zero_and_view_to_all() -> None:
    assert answer(NEW) == answer(NEW | {"seed": 0, "view": "all", "moves": [], "rolls": []})


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_map_and_sets_default_to_the_box(players: int) -> None:
    full = {"players": players, "map": f"map-{players}p", "sets": ["base"], "mode": "standard"}
    assert answer(NEW | {"options": {"players": players}}) == answer(NEW | {"options": full})


def test_what_a_position_leaves_out_takes_the_default_of_an_empty_board() -> None:
    reply = answer(NEW | {"position": {}})
    position = reply["position"]
    assert (position["turn"], position["player"], position["first"], reply["phase"]) == (1, 0, 0, "pick")
    assert (position["regions"], coins(reply), len(position["column"])) == ({}, [5, 5], 6)


def test_a_player_between_races_has_active_null_or_absent() -> None:
    ways: list[dict[str, Any]] = [{"coins": 5}, {"coins": 5, "active": None}, {"active": None, "declined": []}]
    for empty in ways:
        assert granted({}, [empty, empty])["phase"] == "pick"


def test_holes_default_to_two_less_those_on_the_map() -> None:
    regions = {"a": held(0, "halflings", 5, hole=1)}
    assert active(granted(regions, [player("halflings", "hill"), player()]), 0)["holes"] == 1
    assert active(granted(regions, [player("halflings", "hill", holes=0), player()]), 0)["holes"] == 0


def test_null_beside_the_hand_means_left_out() -> None:
    """What a client writes as null takes the default."""
    assert active(granted({}, [player("halflings", "hill", 5, holes=None), player()], "conquer a"), 0)["holes"] == 1


def test_the_seven_coins_are_not_due_in_a_position_unless_it_says_so() -> None:
    for wealthy, total in ((False, 6), (True, 13)):
        more = {"wealthy": True} if wealthy else {}
        assert (
            coins(granted({"a": held(0, "ratmen")}, [player("ratmen", "wealthy", **more), player()], "stop"))[0]
            == total
        )


def test_declined_lists_the_newest_race_last() -> None:
    regions = {"a": held(0, "ratmen"), "b": held(0, "orcs", declined=True)}
    reply = granted(regions, [player("ratmen", "hill", declined=[("orcs", "spirit")]), player()], "decline")
    assert declined(reply, 0) == ["orcs", "ratmen"]


def test_the_phase_finish_of_a_stout_race_comes_after_scoring() -> None:
    """Referee: a Stout race scores first, so a position in `finish` offers the decline."""
    reply = granted({"a": held(0, "ratmen")}, [player("ratmen", "stout"), player()], phase="finish")
    assert reply["legal"] == ["decline", "done"]
    assert coins(reply)[0] == 5


@pytest.mark.parametrize(("phase", "seat"), [("conquer", 0), ("redeploy", 0), ("withdraw", 1)])
def test_a_position_may_stand_in_the_middle_of_a_turn(phase: str, seat: int) -> None:
    regions = {"a": held(0, "ratmen", 2), "b": held(1, "orcs")}
    reply = granted(regions, [player("ratmen", "hill", 2), player("orcs", "swamp", 1)], phase=phase)
    assert (reply["phase"], reply["to_move"]) == (phase, seat)
    assert (tokens(reply, "a"), hand(reply, 0)) == (2, 2)


# Hidden information


def test_legal_is_empty_in_the_view_of_a_seat_that_is_not_to_move() -> None:
    start = ({"a": held(0, "ratmen")}, [player("ratmen", "hill", 4), player(), player()])
    assert granted(*start, view=0)["legal"] == granted(*start)["legal"]
    for seat in (1, 2):
        assert granted(*start, view=seat)["legal"] == []
        assert granted(*start, view=seat)["to_move"] == 0


def test_in_withdraw_the_victim_sees_his_moves_and_the_active_player_does_not() -> None:
    regions = {"a": held(0, "ratmen"), "b": held(1, "orcs", 2), "d": held(1, "orcs")}
    start = (regions, [player("ratmen", "merchant", 4), player("orcs", "hill")])
    moves = ("conquer b", "stop", "place a 3", "done")
    assert granted(*start, *moves, view=1)["legal"] == ["place d"]
    assert granted(*start, *moves, view=0)["legal"] == []


def test_an_error_reply_hides_the_others_coins_too() -> None:
    reply = ask({}, [player(coins=7), player(coins=8)], "conquer a", view=1)
    assert [entry.get("coins") for entry in reply["position"]["players"]] == [None, 8]


def test_an_error_message_does_not_tell_another_seats_coins() -> None:
    """Ruling 20: seat 1 looks on while seat 0 cannot pay."""
    column = combos("orcs+hill ratmen+merchant elves+forest giants+swamp wizards+mounted dwarves+commando")
    messages = [
        ask({}, [player(coins=n), player()], "pick 6", view=1, column=column)["error"]["message"] for n in (2, 3)
    ]
    assert messages[0] == messages[1]


def test_a_view_does_not_give_the_future_away() -> None:
    """The seed would tell every coming die."""
    assert answer(NEW | {"view": 0})["seed"] is None


@pytest.mark.parametrize("view", [2, -1, "0", "ALL", True, 1.0, [0]])
def test_view_is_all_or_a_seat(view: Any) -> None:
    rejected(answer(NEW | {"view": view}), "bad_request", because=f'"all" or the number of a seat, not {view!r}')


# Errors


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        *((other, "A request is a JSON object") for other in (None, 3, "new", [], [NEW])),
        *((nameless, "A request names its `game`") for nameless in ({}, {"game": None}, {"game": 1})),
        ({"game": ["smallworld"]}, "A request names its `game`"),
        ({"game": "chess"}, "There is no game 'chess'"),
    ],
)
def test_a_request_is_an_object_that_names_its_game(request_: Any, why: str) -> None:
    rejected(answer(request_), "bad_request", because=why)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        *(({"players": n}, f"`players` is a number from 2 to 6, not {n!r}") for n in (1, 7, "2", 2.0, True)),
        ({"map": "map-9p"}, "There is no map 'map-9p'"),
        ({"map": 3}, "`map` is the name of a map or a map itself"),
        ({"sets": []}, "`sets` is a list of boxes"),
        ({"sets": "base"}, "`sets` is a list of boxes"),
        ({"sets": ["atlantis"]}, "There is no set 'atlantis'"),
        *(({"turns": n}, f"`turns` is a number from 1 to 60, not {n!r}") for n in (0, "ten", 1.5)),
        ({"rulings": {"no_such_ruling": True}}, "There is no ruling 'no_such_ruling'"),
        ({"rulings": {"alchemist_needs_region": 1}}, "The ruling alchemist_needs_region is true or false, not 1"),
        ({"rulings": 3}, "`rulings` is an object such as"),
        ({"mode": "solo"}, "There is no mode 'solo'"),
        ({"colour": "red"}, "There is no option 'colour'"),
        ([], "`options` is an object"),
        ("two", "`options` is an object"),
    ],
)
def test_bad_options_are_a_bad_request(options: Any, why: str) -> None:
    rejected(answer(NEW | {"options": options}), "bad_request", because=why)


@pytest.mark.parametrize("moves", ["stop", {"0": "stop"}, [1], [None], ["pick 1", 2], [["pick 1"]], 0, True])
def test_moves_that_are_not_text_are_a_bad_request(moves: Any) -> None:
    rejected(answer(NEW | {"moves": moves}), "bad_request", because="`moves` is a list of texts.")


@pytest.mark.parametrize(
    ("rolls", "why"),
    [
        *(([roll], f"results of the die, which are [0, 1, 2, 3], not {roll!r}") for roll in (4, -1, "1", True, 1.0)),
        ("12", "`rolls` is a list of results of the die."),
        (3, "`rolls` is a list of results of the die."),
    ],
)
def test_rolls_are_faces_of_the_die(rolls: Any, why: str) -> None:
    rejected(answer(NEW | {"rolls": rolls}), "bad_request", because=why)


@pytest.mark.parametrize("seed", ["7", 1.5, True, [7], {}])
def test_the_seed_is_an_integer(seed: Any) -> None:
    rejected(answer(NEW | {"seed": seed}), "bad_request", because="`seed` is a whole number.")


@pytest.mark.parametrize("seed", [-1, 0, 2**62, 2**64 + 1, -(10**40)])
def test_any_integer_is_a_seed(seed: int) -> None:
    assert answer(NEW | {"seed": seed})["ok"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *((nothing, "A move needs a word") for nothing in ("", "  ", "\n")),
        *((word, f"`{word}` is no move of Small World.") for word in ("banana", "42", "?", "a")),
        ("pick1", "`pick1` is no move of Small World. Did you mean `pick`?"),
        ("conquers a", "`conquers` is no move of Small World. Did you mean `conquer`?"),
        ("Conquer a", "moves are written small, `conquer`"),
        ("rolled 3", "`rolled` is chance's word, not a seat's move."),
        ("banner orcs", "`banner` is chance's word, not a seat's move."),
    ],
)
def test_a_word_that_is_no_move_is_an_unknown_move(text: str, why: str) -> None:
    reply = ask({"a": held(0, "ratmen")}, [player("ratmen", "hill", 4), player()], "conquer b", text)
    rejected(reply, "unknown_move", because=why)
    assert reply["error"]["move"] == 1


NOWHERE = "conquer z;abandon z;place z;place z 2;conquer z with die;place fortress z;place hero z".split(";")
IMPOSSIBLE = dict.fromkeys(NOWHERE, "There is no region z on this map.") | {
    "pick 7": "There is no combo 7",
    "pick 0": "There is no combo 0",
    "pick x": "`x` in `pick x` should be a number.",
    "ally 9": "There is no seat 9.",
    "conquer": "the move is written `conquer REGION` or",
    "conquer b c": "the move is written `conquer REGION` or",
    "stop now": "the move is written `stop`",
    "place b 99999999999": "`99999999999` in `place b 99999999999` should be",
    "place b -1": "`-1` in `place b -1` should be",
    "done done": "the move is written `done`",
    "catapult a": "Hill Ratmen have no Catapult.",
    "fireball": "Hill Ratmen have no Fireballs.",
    "buy hill": "Only a Necromancer buys Ghosts and powers",
}


@pytest.mark.parametrize(("text", "why"), IMPOSSIBLE.items())
def test_a_known_word_with_something_impossible_is_an_illegal_move(text: str, why: str) -> None:
    refused({"a": held(0, "ratmen")}, [player("ratmen", "hill", 4), player()], text, because=why)


def test_an_asymmetric_adjacency_is_a_bad_position() -> None:
    ground = board("a:hill,border b:hill c:hill")
    ground["regions"][0]["adjacent"].append("c")
    why = "borders must be mutual: a names c as adjacent, c does not name a"
    rejected(answer(NEW | {"options": {"map": ground}}), "bad_position", because=why)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a:jungle,border", "Region a has the unknown terrain 'jungle'"),
        ("a:hill,border a:hill", "The map names region a twice."),
        ("a:hill,border+gold", "Region a has the unknown symbol 'gold'"),
    ],
)
def test_an_unknown_terrain_a_repeated_id_or_an_unknown_symbol_is_a_bad_position(text: str, why: str) -> None:
    rejected(answer(NEW | {"options": {"map": board(text, links="x-y")}}), "bad_position", because=why)


def test_symbols_border_and_lost_tribe_of_a_region_default_to_none() -> None:
    ground = {
        "turns": 10,
        "regions": [
            {"id": "a", "terrain": "hill", "border": True, "adjacent": ["b"]},
            {"id": "b", "terrain": "hill", "adjacent": ["a"]},
        ],
    }
    reply = answer(NEW | {"options": {"map": ground}, "moves": ["pick 1"]})
    assert (reply["ok"], reply["position"]["regions"]) == (True, {})


def test_region_ids_may_be_numbers_or_words() -> None:
    ground = {
        "turns": 3,
        "regions": [
            {"id": 7, "terrain": "hill", "border": True, "adjacent": ["b"]},
            {"id": "b", "terrain": "hill", "adjacent": [7]},
        ],
    }
    reply = granted({"7": held(0, "ratmen")}, [player("ratmen", "hill", 4), player()], "conquer b", on=ground)
    assert region(reply, "b")["player"] == 0


ORC = [player("orcs", "hill", 2), player("elves", "swamp")]


@pytest.mark.parametrize(
    ("regions", "players", "more", "why"),
    [
        ({"z": held(0, "orcs")}, ORC, {}, "There is no region z on this map"),
        ({"a": held(5, "orcs")}, ORC, {}, "`player of region a` is a number from 0 to 1, not 5"),
        (
            {"a": held(0, "dwarves")},
            ORC,
            {},
            "Region a is held by dwarves, but player 0 does not have that race as active race",
        ),
        (
            {"a": held(0, "orcs", declined=True)},
            ORC,
            {},
            "Region a is held by orcs, but player 0 does not have that race in decline",
        ),
        ({"a": held(0, "orcs", 0)}, ORC, {}, "`tokens of region a` is a number from 1 to 62, not 0"),
        ({"a": held(0, "orcs", 9)}, ORC, {}, "There are 10 Orcs tokens; the position shows 11"),
        ({"a": held(0, "orcs") | TRIBE}, ORC, {}, "Region a is held by a player, so no Lost Tribe can stand there"),
        ({"a": held(0, "orcs", tank=1)}, ORC, {}, "There is no piece 'tank' in this game"),
        ({"a": held(0, "orcs", encampment=6)}, ORC, {}, "`encampment of region a` is a number from 0 to 5, not 6"),
        ({"a": held(0, "orcs", fortress=2)}, ORC, {}, "`fortress of region a` is a number from 0 to 1, not 2"),
        ({n: held(0, "orcs", hero=1) for n in "abc"}, ORC, {}, "The position shows 3 of the piece hero"),
        ({"a": {"tokens": 2}}, ORC, {}, "Region a holds something but names no `player`"),
        ({"a": held(0, "orcs") | {"colour": "red"}}, ORC, {}, "Region a has the unknown key 'colour'"),
        ({}, [player("hobbits", "hill"), player()], {}, "There is no race 'hobbits' in this game"),
        ({}, [player("orcs", "lucky"), player()], {}, "There is no power 'lucky' in this game"),
        (
            {},
            [player("orcs", "hill"), player("orcs", "swamp")],
            {},
            "There is one banner of the Orcs, and the position uses it twice",
        ),
        (
            {},
            [player("orcs", "hill"), player("elves", "hill")],
            {},
            "There is one Hill badge, and the position uses it twice",
        ),
        ({}, [player("orcs", "hill", 11), player()], {}, "`hand of the Orcs` is a number from 0 to 10, not 11"),
        ({}, [player("orcs", "hill", -1), player()], {}, "`hand of the Orcs` is a number from 0 to 10, not -1"),
        ({}, [player(coins=-1), player()], {}, "`coins of player 0` is a number from 0 to 100000, not -1"),
        ({}, [player("orcs", "diplomat", ally=0), player()], {}, "Player 0 cannot be an ally of himself"),
        (
            {},
            [player(declined=["elves"]), player()],
            {},
            "The declined Elves hold no region: their banner would be back under the stack",
        ),
        (
            {"a": held(0, "elves", declined=True)},
            [player(declined=[("elves", "hill")]), player()],
            {},
            "The Hill badge is discarded in decline",
        ),
        (
            {"a": held(0, "elves", declined=True), "b": held(0, "giants", declined=True)},
            [player(declined=["elves", "giants"]), player()],
            {},
            "Player 0 has 2 races in decline",
        ),
        ({}, ORC, {"turn": 0}, "`turn` is a number from 1 to 10, not 0"),
        ({}, ORC, {"turn": 11}, "`turn` is a number from 1 to 10, not 11"),
        ({}, ORC, {"player": 2}, "`player` is a number from 0 to 1, not 2"),
        ({}, ORC, {"first": 2}, "`first` is a number from 0 to 1, not 2"),
        ({}, ORC, {"phase": "breakfast"}, "There is no phase 'breakfast' in this game"),
        ({}, ORC, {"phase": "pick"}, "Player 0 has an active race and cannot be picking another"),
        ({}, [player(), player()], {"phase": "conquer"}, "Player 0 has no active race"),
        ({}, ORC, {"phase": "ghouls"}, "Player 0 has no declined race that still acts"),
        ({}, ORC, {"phase": "finish"}, "Nothing can be decided in the phase finish here"),
        ({}, ORC, {"column": combos("orcs+flying")}, "There is one banner of the Orcs, and the position uses it twice"),
        ({}, ORC, {"column": combos("dwarves+hill")}, "There is one Hill badge, and the position uses it twice"),
        ({}, ORC, {"column": 7 * combos("dwarves+flying")}, "The column shows 6 combos at most, not 7"),
        ({}, ORC, {"weather": "fine"}, "A position has the unknown key 'weather'"),
        (
            {n: held(0, "halflings", hole=1) for n in "ab"},
            [player("halflings", "hill", 2, holes=1), player()],
            {},
            "`holes`: 1 in hand and 2 on the map; there are 2",
        ),
    ],
)
def test_a_position_that_cannot_be_is_a_bad_position(
    regions: dict[str, Any], players: list[dict[str, Any]], more: dict[str, Any], why: str
) -> None:
    rejected(ask(regions, players, **more), "bad_position", because=why)


GHOULS = [player("ghouls", "hill", 1), player()]


@pytest.mark.parametrize(
    ("regions", "players", "more", "why"),
    [
        (
            {},
            ORC,
            {"chance": {"kind": "badge", "race": "orcs"}},
            "There is one banner of the Orcs, and the position uses it twice",
        ),
        ({}, ORC, {"chance": {"kind": "coin"}}, "Chance is asked for a die, a banner or a badge, not for 'coin'"),
        ({}, ORC, {"this_turn": {"roll": 3}}, "Only a Berserk race that conquers can have a roll to use"),
        (
            {"a": held(0, "ghouls")},
            GHOULS,
            {"this_turn": {"stood": {"a": 9}}},
            "`stood` does not fit the Ghouls on the map and in hand",
        ),
        (
            {"a": held(0, "orcs")},
            ORC,
            {"phase": "withdraw", "to_move": 0},
            "In the phase withdraw it cannot be player 0 who decides",
        ),
    ],
)
def test_what_replies_add_to_a_position_is_checked_as_well(
    regions: dict[str, Any], players: list[dict[str, Any]], more: dict[str, Any], why: str
) -> None:
    """`this_turn`, `chance` and `to_move` come back from outside like everything else."""
    rejected(ask(regions, players, **({"phase": "conquer"} | more)), "bad_position", because=why)


def test_a_die_with_nobody_to_roll_it_is_refused_and_spoils_no_other_line() -> None:
    """The referee keeps no state between lines. In a process of its own, lest a failure spoil other tests."""
    bad = [{"phase": phase, "chance": {"kind": "die", "region": "b"}} for phase in ("pick", "withdraw", "start")]
    bad_requests = [{"game": "smallworld", "options": {"map": board()}, "position": position} for position in bad]
    lines = [json.dumps(request | {"rolls": [3]}) for request in (FULL, *bad_requests, FULL)]
    command = [sys.executable, "-m", "hordes", "referee"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=60, check=False)
    first, *refusals, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert last == first
    assert [reply["ok"] for reply in refusals] == [False] * 3


def test_only_a_stout_race_is_offered_decline_in_finish() -> None:
    """Referee: `decline` in phase `finish` is a Stout race's, whatever a position claims."""
    reply = ask({"a": held(0, "orcs")}, ORC, phase="finish", this_turn={"scored": True})
    assert "decline" not in reply.get("legal", [])


def test_six_players_may_sit_at_the_table() -> None:
    """Referee: `players` 2..6, the map defaults to `map-Np`."""
    assert answer(NEW | {"options": {"players": 6}})["ok"]


# Malformed requests


NO_JSON = [b"{", b"\xff\xfe\x00", b"nonsense", b'{"game": "smallworld"', b"[" * 100_000, b"1" * 5000]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        *((line, "The line is no JSON") for line in NO_JSON),
        (b"NaN", "A request is a JSON object."),
        (b'"\\ud800"', "A request is a JSON object."),
    ],
)
def test_a_line_that_is_no_request_is_a_bad_request(line: bytes, why: str) -> None:
    rejected(json.loads(answer_line(line)), "bad_request", because=why)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["smallworld", "a", "start", "orcs"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*FULL, "a", "race", "turn", "map", "regions"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(list(FULL)), JSON))
@settings(derandomize=True, database=None, deadline=None, max_examples=300)
def test_garbage_in_any_key_is_answered(garbage: dict[str, Any]) -> None:
    reply = answer(NEW | garbage)
    assert reply["ok"] or reply["error"]["code"] in CODES


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a request."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *[spot for key, part in inner for spot in spots(part, (*path, key))]]


JUNK: list[Any] = [
    None,
    True,
    0,
    -1,
    3,
    63,
    10**30,
    1.5,
    "",
    "a",
    "orcs",
    "ghouls",
    "finish",
    "withdraw",
    [],
    {},
    [1],
    {"a": 1},
    [None],
]


@pytest.mark.parametrize("seed", range(6))
def test_a_request_with_one_thing_wrong_is_answered_and_never_half_done(seed: int) -> None:
    """Whatever the slip: an error with its code, or a game in which the next decision is somebody's or it is over."""
    rng = random.Random(seed)
    for _ in range(150):
        request: Any = deepcopy(FULL)
        *way, last = rng.choice([spot for spot in spots(request) if spot])
        place = request
        for key in way:
            place = place[key]
        place[last] = rng.choice(JUNK)
        reply = answer(request)
        assert (
            (reply["legal"] or reply["result"] or reply["seed"] is None)
            if reply["ok"]
            else reply["error"]["code"] in CODES
        ), request


def test_the_process_goes_on_after_bad_lines_and_exits_with_zero() -> None:
    lines = ["nonsense", "", json.dumps(NEW), "[]", json.dumps(FULL | {"moves": ["banana"]}), json.dumps(FULL)]
    command = [sys.executable, "-m", "hordes", "referee"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=60, check=False)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [False, True, False, False, True]
    assert done.returncode == 0


def test_every_line_gets_one_line() -> None:
    out = BytesIO()
    serve([json.dumps(FULL).encode() + b"\n", b"{\n", json.dumps(NEW).encode()], out)
    assert out.getvalue().count(b"\n") == 3


# Continuing from a reply


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_feeding_back_position_and_seed_goes_on_with_the_same_game_at_any_point(players: int, seed: int) -> None:
    """One game asked for move by move, each time from the last reply, and the same moves in one request."""
    rng = random.Random(seed)
    whole: dict[str, Any] = {"game": "smallworld", "options": {"players": players}, "seed": seed}
    reply = answer(whole)
    moves, events = [], list(reply["events"])
    while reply["result"] is None:
        moves.append(rng.choice(reply["legal"]))
        again = json.loads(json.dumps(reply))
        reply = answer(whole | {"position": again["position"], "seed": again["seed"], "moves": moves[-1:]})
        assert reply["ok"], reply["error"]
        events += reply["events"]
    assert answer(whole | {"moves": moves}) == reply | {"events": events}


def test_a_reply_fed_back_without_a_move_is_the_same_reply() -> None:
    """At the end of the game as well."""
    for request in (FULL, FULL | {"moves": ["decline"]}, FULL | {"position": {"phase": "over"}, "moves": []}):
        reply = answer(request)
        again = answer(request | {"position": reply["position"], "seed": reply["seed"], "moves": []})
        assert again == reply | {"events": []}


@pytest.mark.parametrize("seed", range(4))
def test_every_move_outside_the_list_is_refused_and_changes_nothing(seed: int) -> None:
    """Along a random game: `legal` is complete, and a refusal leaves the position untouched."""
    rng = random.Random(seed)
    on = {
        "map": board("a:hill,border b:mountain c:forest d:swamp e:farmland,border s:sea,border", turns=4),
        "players": 3,
    }
    names = "abcdes"
    words = [
        f"{verb} {name}{more}"
        for verb in ("conquer", "abandon", "place")
        for name in names
        for more in ("", " with die", " 2")
    ]
    words += [f"conquer {name} with {means}" for name in names for means in ("dragon", "sorcery")]
    words += [f"place {piece} {name}" for name in names for piece in ("fortress", "encampment", "hero")]
    words += [
        "stop",
        "done",
        "decline",
        "roll",
        *[f"pick {n}" for n in range(1, 7)],
        *[f"ally {seat}" for seat in range(3)],
    ]
    reply = answer({"game": "smallworld", "options": on, "seed": seed})
    while reply["result"] is None:
        here = {"game": "smallworld", "options": on, "position": reply["position"], "seed": reply["seed"]}
        for text in rng.sample([word for word in words if word not in reply["legal"]], 6):
            wrong = answer(here | {"moves": [text]})
            assert (wrong["ok"], wrong["position"]) == (False, reply["position"]), text
            assert wrong["error"]["code"] == "illegal_move"
        reply = answer(here | {"moves": [rng.choice(reply["legal"])]})
