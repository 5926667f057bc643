"""Contract of `State`: independent copies, complete dumps, chance as a player, views without hidden information."""

import copy as copy_module
import pickle
from typing import Any

import pytest

from hordes.engine.core.fields import dump_fields
from hordes.engine.core.playout import random_playout, record_playout, resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, PUBLIC, Game, State
from hordes.engine.errors import BadPosition, BadRequest, GameOver
from hordes.engine.games import game_names, load
from hordes.smallworld.game import ARMY_FIELDS, SmallWorld
from hordes.smallworld.state.army import NOBODY


def midgame(players: int = 4, steps: int = 120, seed: int = 3) -> SmallWorld:
    """A state in the middle of a game."""
    state = load("smallworld").new({"players": players})
    assert isinstance(state, SmallWorld)
    rng = Rng(seed)
    for _ in range(steps):
        state.apply(state.nth_legal(rng.below(state.find_legal())))
    return state


def test_a_clone_shares_no_army() -> None:
    state = midgame()
    copy = state.clone()
    for mine, theirs in zip([*state.active, *state.declined], [*copy.active, *copy.declined], strict=True):
        assert mine is NOBODY or mine is not theirs


def test_a_clone_plays_on_alone() -> None:
    state = midgame(steps=40)
    words = state.dump()
    random_playout(state.clone(), Rng(1))
    assert state.dump() == words


def test_nobody_is_never_changed() -> None:
    words = dump_fields(NOBODY, ARMY_FIELDS)
    for seed in range(20):
        random_playout(load("smallworld").new({"players": 5}), Rng(seed))
    assert dump_fields(NOBODY, ARMY_FIELDS) == words


def test_equal_states_have_equal_hashes_and_a_move_changes_both() -> None:
    state = midgame()
    copy = state.clone()
    assert hash(copy) == hash(state)
    assert copy == state
    copy.apply(copy.legal()[0])
    assert copy != state
    assert copy.fingerprint() != state.fingerprint()


def test_chance_is_a_player_with_probabilities() -> None:
    state = load("smallworld").new({"players": 2})
    assert state.to_move == CHANCE
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 14
    assert sum(probability for _, probability in outcomes) == pytest.approx(1)
    resolve_chance(state, Rng(1))
    assert state.to_move >= 0
    assert state.chance_outcomes() == []


def test_the_die_has_three_blank_faces() -> None:
    state = midgame(2, 14, 1)
    while not any(state.describe(move).endswith("die") for move in state.legal()):
        state.apply(state.nth_legal(Rng(state.turn).below(state.find_legal())))
    state.play(next(text for text in state.legal_texts() if text.endswith("die")))
    chances = {state.describe(move): probability for move, probability in state.chance_outcomes()}
    assert chances == pytest.approx({"rolled 0": 1 / 2, "rolled 1": 1 / 6, "rolled 2": 1 / 6, "rolled 3": 1 / 6})


def test_the_two_ways_to_list_moves_agree() -> None:
    state = midgame()
    for _ in range(60):
        if state.to_move == CHANCE:
            resolve_chance(state, Rng(1))
        picks = [state.nth_legal(k) for k in range(state.find_legal())]
        assert picks == state.legal()
        state.apply(picks[len(picks) // 2])


def test_no_move_follows_the_end() -> None:
    state = load("smallworld").new({"players": 2})
    random_playout(state, Rng(9))
    assert state.to_move == OVER
    assert state.legal() == []
    with pytest.raises(GameOver, match="The game is over; no move can follow"):
        state.play("stop")


def test_a_dump_is_read_back() -> None:
    state = midgame(3)
    assert load("smallworld").load({"players": 3}, state.dump()) == state


def test_a_view_hides_the_coins_of_the_others() -> None:
    state = midgame()
    for seat in range(4):
        shown = [player.get("coins") for player in state.view(seat)["players"]]
        assert shown == [state.coins[seat] if other == seat else None for other in range(4)]


def test_a_resampled_world_agrees_with_the_view_and_deals_the_rest_anew() -> None:
    state = midgame()
    worlds = [state.resample(1, Rng(seed)) for seed in range(20)]
    assert all(world.view(1) == state.view(1) for world in worlds)
    assert len({world.fingerprint() for world in worlds}) > 10
    assert state.coins[1] == worlds[0].coins[1]


def test_a_resampled_world_never_looks_at_what_is_hidden() -> None:
    state, richer = midgame(), midgame()
    richer.add_coins(0, 50)
    assert state.resample(1, Rng(5)) == richer.resample(1, Rng(5))


@pytest.mark.parametrize("seat", [CHANCE, OVER, 4, 99])
def test_only_seats_and_spectators_have_a_view(seat: int) -> None:
    """Above all not `to_move` while chance decides."""
    with pytest.raises(BadRequest, match="no seat"):
        midgame().view(seat)
    assert all("coins" not in player for player in midgame().view(PUBLIC)["players"])


def test_states_are_pickled_and_copied() -> None:
    state = midgame()
    for copy in (pickle.loads(pickle.dumps(state)), copy_module.copy(state), copy_module.deepcopy(state)):
        assert copy == state
        copy.apply(copy.legal()[0])
        assert copy != state


def test_states_of_different_set_ups_are_never_equal() -> None:
    game = load("smallworld")
    states = [game.new(options) for options in ({}, {"turns": 3}, {"rulings": ["alchemist_needs_region"]})]
    assert len({state.fingerprint() for state in states}) == 3
    assert states[0] == game.new({"players": 2, "map": "map-2p"})
    with pytest.raises(BadPosition, match="another set-up"):
        game.load({}, states[1].dump())


def test_what_is_done_to_handed_out_data_stays_there() -> None:
    game = load("smallworld")
    for hand_out in (game.normalise, game.board_data):
        hand_out({"players": 3})["turns"] = 1
        assert hand_out({"players": 3})["turns"] == 10


def test_moves_fit_the_declared_space() -> None:
    state = midgame(steps=0)
    rng = Rng(2)
    while state.to_move != OVER:
        assert max(state.legal()) < load("smallworld").distinct_moves({"players": 4})
        state.apply(state.nth_legal(rng.below(state.find_legal())))


class Card(Game):
    """A game of somebody else's, in plain Python."""

    name = "card"


def test_a_game_can_be_written_outside() -> None:
    """Also when the engine is compiled."""
    assert Card().name == "card"
    assert Card().die_faces() == []


def test_an_unknown_game_is_refused_by_name() -> None:
    assert "smallworld" in game_names()
    with pytest.raises(BadRequest, match="no game 'chess'"):
        load("chess")


def test_a_state_of_no_game_answers_for_nothing() -> None:
    """The base class holds no game's rule."""
    for ask in (State().fill_menu, State().dump, State().position, State().seats):
        with pytest.raises(NotImplementedError):
            ask()


TABLES: list[tuple[str, dict[str, Any]]] = [
    ("smallworld", {"players": 4, "sets": ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]}),
    ("smallworld", {"mode": "teams"}),
    ("smallworld", {"mode": "necromancer"}),
    ("covil", {"players": 3}),
    ("covil", {"players": 1, "dummies": 2}),
]


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_the_views_of_all_seats_are_the_view_of_each(game: str, options: dict[str, Any]) -> None:
    state, rng = load(game).new(load(game).normalise(options)), Rng(5)
    while True:
        seats = [*range(state.seats()), PUBLIC]
        assert repr(state.views()) == repr([state.view(seat) for seat in seats]), "also in the order of its parts"
        if state.to_move == OVER:
            break
        state.apply(state.nth_legal(rng.below(state.find_legal())))


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_a_recorded_playout_is_the_same_game_with_every_decision(game: str) -> None:
    plain, recorded = load(game).new({"players": 3}), load(game).new({"players": 3})
    decisions = random_playout(plain, Rng(8))
    seats, choices, texts = record_playout(recorded, Rng(8))
    assert recorded == plain
    assert len(seats) == len(choices) == len(texts) == decisions
    replayed, rng, k = load(game).new({"players": 3}), Rng(8), 0
    while replayed.to_move != OVER:
        n = replayed.find_legal()
        move = replayed.nth_legal(rng.below(n))
        if replayed.to_move != CHANCE:
            assert (seats[k], choices[k], texts[k]) == (replayed.to_move, n, replayed.describe(move))
            k += 1
        replayed.apply(move)
    assert k == decisions
