"""Covil behind the common interface of games: positions, options, custom cards, hidden information, copies, records."""

import json
import pickle
from typing import Any

import pytest

from hordes.covil.options import box_cards
from hordes.covil.testing.fuzz_starts import shuffled_cards
from hordes.engine.core.playout import random_playout, resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, PUBLIC, State
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.engine.referee import answer
from hordes.lab import fuzz
from tests.covil.positions import ask, board, granted, seat
from tests.refusals import rejected

GAME = load("covil")


def midgame(players: int = 3, steps: int = 200, seed: int = 5) -> State:
    state, rng = GAME.new({"players": players}), Rng(seed)
    for _ in range(steps):
        if state.to_move != OVER:
            state.apply(state.nth_legal(rng.below(state.find_legal())))
    resolve_chance(state, rng)
    return state


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"players": [{"gold": 6}, {}]}, "`gold of player 0` is a number from 0 to 5, not 6"),
        ({"players": [{"hall": [{"card": "x9"}]}, {}]}, "There is no Minion 'x9' in this game"),
        ({"players": [{"relics": ["r01"]}, {"relics": ["r01"]}]}, "There is one Boots of the Late Postman, and the"),
        ({"players": [{"hall": [{"card": "m01"}]}, {}], "pool": ["m01"]}, "Gutter Nightingale is unique, and the"),
        ({"players": [{"hall": [{"card": f"m0{k}"} for k in range(1, 8)]}, {}]}, "The hall of player 0 holds 7"),
        ({"troops": {"0a": {"zone": "nowhere"}}}, "`zone of troop 0a`: there is no zone 'nowhere' on this board"),
        ({"troops": {"7a": {"zone": "a"}}}, "There is no troop '7a': troops are named by seat and letter, such as 0a"),
        ({"fortresses": [{"zone": "a", "hp": 6}, {"zone": "c"}]}, "`hp of fortress 0` is a number from 0 to 5, not 6"),
        ({"fortresses": [{"zone": "a"}, {"zone": "a"}]}, "Two fortresses stand in zone a"),
        ({"rebels": 6}, "`rebels` is a number from 0 to 5, not 6"),
        ({"day": 5}, "`day` is a number from 1 to 4, not 5"),
        ({"phase": "combat"}, "A position in the phase combat says what is `pending`"),
        ({"phase": "noon"}, "There is no phase 'noon'"),
        ({"pending": [["effects", 9999]]}, "`effect of effects` is a number from 0 to 79, not 9999"),
        ({"pending": [["gain", 7, 1]]}, "`seat of gain` is a number from 0 to 1, not 7"),
        ({"pending": [["window"]]}, "A combat is pending and not described, or the other way round"),
        ({"pending": [[]]}, "A pending task is a list with its name first"),
        ({"pending": [[{}]]}, "A pending task is a list with its name first"),
        ({"combat": {"kind": [], "attacker": "0a", "target": "1a"}, "pending": [["exhaustion"]]}, "There is no kind"),
        ({"combat": {"kind": "melee", "attacker": "0a", "target": "1a"}}, "A combat is pending and not described, or"),
        (
            {"combat": {"kind": "melee", "attacker": "0a", "target": "1a"}, "pending": [["exhaustion", 1]]},
            "The attacker is seat 0, and another seat is to exhaust a Minion",
        ),
        ({"phase": "night", "pool": ["m01"], "payment": {"card": "m01"}}, "A payment belongs to the phase payment"),
        ({"unknown": 1}, "A position has the unknown key 'unknown'"),
    ],
)
def test_a_position_that_breaks_a_limit_is_bad(wrong: dict[str, Any], why: str) -> None:
    rejected(ask(**wrong), "bad_position", because=why)


def test_an_attack_by_a_hall_without_an_overlord_is_read_back() -> None:
    reply = granted("melee 0a 1a", at="0a@b 1a@b", me=seat("h1"))
    again = answer({"game": "covil", "options": {"board": board(), "players": 2}, "position": reply["position"]})
    assert (again["ok"], again["legal"]) == (True, ["exhaust h1"])


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"players": 5}, "`players` is a number from 1 to 4, not 5"),
        ({"players": 0}, "`players` is a number from 1 to 4, not 0"),
        ({"players": 2, "dummies": 1}, "Dummies belong to the solo game"),
        ({"players": 1, "dummies": 4}, "`dummies` is a number from 1 to 3, not 4"),
        ({"board": "moon"}, "There is no board 'moon'"),
        ({"rulings": {"fair": True}}, "There is no ruling 'fair' to switch"),
        ({"cards": {}}, "A card file is an object with the lists overlords, henchmen, mercenaries, relics"),
        ({"board": "water-town", "players": 4}, "The board has 3 spirals, too few for 4 fortresses"),
        ({"nonsense": 1}, "There is no option 'nonsense'"),
    ],
)
def test_options_out_of_range_are_refused(wrong: dict[str, Any], why: str) -> None:
    rejected(answer({"game": "covil", "options": wrong}), "bad_request", because=why)


def test_a_board_needs_mutual_borders_one_town_and_known_terrains() -> None:
    changes: list[tuple[dict[str, Any], str]] = [
        ({"adjacent": ["b"]}, "borders must be mutual: e names a as adjacent, a does not name e"),
        ({"terrain": ["Lava"]}, "Zone a has the terrain 'Lava'"),
        ({"terrain": ["Town"]}, "zone t carries the terrain Town, no other"),
        ({"id": "b"}, "The board names zone b twice."),
    ]
    for change, why in changes:
        own = board()
        own["zones"][0] |= change
        rejected(answer({"game": "covil", "options": {"board": own}}), "bad_position", because=why)


@pytest.mark.parametrize(
    ("group", "change", "words"),
    [
        ("mercenaries", {"cost": -1}, "cost"),
        ("mercenaries", {"class": "Clown"}, "class"),
        ("mercenaries", {"stat": {"type": "luck", "value": 1}}, "stat"),
        ("mercenaries", {"ability": {"type": "command", "effects": [{"do": "dance"}]}}, "dance"),
        ("mercenaries", {"ability": {"type": "command", "effects": [{"do": "gold", "m": 1}]}}, "no `m`"),
        ("mercenaries", {"ability": {"type": "influence", "effects": [{"mod": "attack", "n": 1}]}}, "does not belong"),
        ("mercenaries", {"ability": {"type": "command", "effects": [{"do": "stand", "count": 2}]}}, "never end"),
        (
            "mercenaries",
            {"ability": {"type": "aftershock", "effects": [{"do": "gold", "n": 1, "if": [{}]}]}},
            "`if` is",
        ),
        (
            "mercenaries",
            {"ability": {"type": "reinforcement", "effects": [{"mod": "move", "terrain": [[]]}]}},
            "terrain",
        ),
        ("relics", {"target": "Lava"}, "target"),
        ("relics", {"bonus": {"stat": "luck", "value": 1}}, "bonus"),
        ("relics", {"instant": {"effects": [{"do": "strength", "n": 1}]}}, "aftershock"),
    ],
)
def test_own_cards_are_checked_word_by_word(group: str, change: dict[str, Any], words: str) -> None:
    cards = box_cards()
    cards[group][0] |= change
    with pytest.raises(BadRequest, match=words):
        GAME.normalise({"cards": cards})


def test_own_cards_are_counted() -> None:
    cards = box_cards()
    del cards["mercenaries"][20:]
    with pytest.raises(BadRequest, match="20 Mercenaries are too few"):
        GAME.normalise({"cards": cards})


def test_own_cards_play() -> None:
    state = GAME.new({"players": 2, "cards": shuffled_cards(1)})
    assert random_playout(state, Rng(1)) > 50


def test_a_view_hides_hands_and_the_box() -> None:
    state = midgame()
    shown = state.view(1)
    assert [isinstance(player["relics"], list) for player in shown["players"]] == [False, True, False]
    assert "removed" not in shown
    assert all(isinstance(player["relics"], int) for player in state.view(PUBLIC)["players"])


def test_nothing_in_a_view_names_a_hidden_relic() -> None:
    state = midgame(steps=60)
    hidden = [card for k in (0, 2) for card in state.position()["players"][k]["relics"]]
    text = json.dumps({key: value for key, value in state.view(1).items() if key != "shuffles"})
    assert hidden
    assert not [card for card in hidden if f'"{card}"' in text]


def test_what_others_draw_is_not_told() -> None:
    reply = granted("draw", me=seat(gold=3), view=1)
    assert [event for event in reply["events"] if event["type"] == "drew"] == [{"type": "drew", "seat": 0}]
    own = granted("draw", me=seat(gold=3), view=0)
    assert own["events"][-1]["card"] == own["position"]["players"][0]["relics"][0]


def test_a_refusal_tells_others_no_sum_of_a_hand() -> None:
    reply = ask("hire m08", me=seat("o1!", 0, "r24"), pool=["m08"], view=1)
    assert "3" not in reply["error"]["message"]


def test_resampled_worlds_agree_with_the_view_and_differ_in_the_rest() -> None:
    state = midgame()
    worlds = [state.resample(1, Rng(seed)) for seed in range(20)]
    assert all(world.view(1) == state.view(1) for world in worlds)
    assert len({world.fingerprint() for world in worlds}) > 10
    assert all(GAME.violated_invariants(world) == [] for world in worlds)


def test_after_a_reshuffle_everybody_knows_what_hands_cannot_hold() -> None:
    gone = [f"r{k:02}" for k in range(5, 25)]
    position = {"players": [seat(gold=3), seat("o2", relics="r02 r03")], "discard": ["r01", "r04"], "removed": gone}
    reply = granted(
        "draw", them=seat("o2", relics="r02 r03"), me=seat(gold=3), **{k: position[k] for k in ("discard", "removed")}
    )
    state = GAME.from_position({"board": board(), "players": 2}, reply["position"])
    for seed in range(10):
        assert {*state.resample(0, Rng(seed)).position()["players"][1]["relics"]} == {"r02", "r03"}


def test_states_are_copied_pickled_and_read_back() -> None:
    for steps in range(60, 400, 45):
        state = midgame(steps=steps)
        copy = pickle.loads(pickle.dumps(state))
        assert copy == state == state.clone() == GAME.from_position({"players": 3}, state.position())


def test_a_game_is_its_record() -> None:
    match = Match(GAME, {"players": 2}, seed=3)
    rng = Rng(8)
    for _ in range(120):
        match.play(match.state.describe(match.state.nth_legal(rng.below(match.state.find_legal()))))
    again = Match.load(json.loads(json.dumps(match.save())))
    assert again.state == match.state


def test_a_move_can_be_taken_back_until_chance_or_somebody_else_decides() -> None:
    match = Match(GAME, {"players": 2}, seed=3)
    first = int(match.state.to_move)
    before = match.state.fingerprint()
    match.play("found A")
    assert not match.can_undo()
    match.play("found B")
    assert match.state.to_move == first
    before = match.state.fingerprint()
    match.play(next(text for text in match.state.legal_texts() if text.startswith("move")))
    match.undo()
    assert match.state.fingerprint() == before


@pytest.mark.parametrize("k", range(0, 60, 4))
def test_no_state_of_a_random_game_breaks_an_invariant(k: int) -> None:
    tally = fuzz.fuzz("covil", k, 1, seed=11)
    assert [str(failure) for failure in tally.failures] == []


def test_a_broken_invariant_is_found() -> None:
    state: Any = midgame()
    state.gold[0] += 9
    assert GAME.violated_invariants(state) == [f"seat 0 has {state.gold[0]} gold"]


def test_fuzz_starts_cover_every_board_and_number_of_seats() -> None:
    tables = [GAME.fuzz_start(k).options for k in range(30)]
    assert {table.get("board") for table in tables if isinstance(table.get("board"), str)} == {
        "desert-town", "forest-town", "water-town", "mountain-town",
    }  # fmt: skip
    assert {table["players"] + table.get("dummies", 0) for table in tables} == {2, 3, 4}
    assert {table.get("dummies") for table in tables} == {None, 1, 2, 3}
