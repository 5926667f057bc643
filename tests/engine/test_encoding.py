"""Encoders and game batches: observations without hidden information, incremental updates, an action for every move."""

from typing import Any

import pytest

from hordes.engine.core.batch import ILLEGAL, GameBatch
from hordes.engine.core.encoding import MAX_VALUE, Encoder
from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, State
from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.smallworld.learning import observation
from hordes.smallworld.learning.action_space import SEAT_COLUMNS

BOXES = ["base", "cursed", "grand_dames", "royal_bonus", "be_not_afraid"]
SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("smallworld", {"players": 2}),
    ("smallworld", {"players": 5, "sets": BOXES}),
    ("smallworld", {"players": 3, "sets": BOXES, "markers": True}),
    ("smallworld", {"players": 4, "mode": "necromancer", "sets": BOXES}),
    ("smallworld", {"players": 3, "mode": "necromancer", "sets": ["base"]}),
    ("smallworld", {"players": 4, "sets": ["base"], "markers": True}),
    ("smallworld", {"mode": "teams", "players": 6}),
    ("covil", {"players": 2}),
    ("covil", {"players": 4}),
    ("covil", {"players": 1, "dummies": 2}),
]
each_setup = pytest.mark.parametrize(("game", "options"), SETUPS, ids=lambda part: str(part)[:60])


def walk(game: str, options: dict[str, Any], games: int) -> list[State]:
    """States of random games in which a seat decides."""
    states: list[State] = []
    for seed in range(games):
        state, rng = load(game).new(options), Rng(seed)
        while state.to_move != OVER:
            if state.to_move != CHANCE:
                states.append(state.clone())
            state.apply(state.nth_legal(rng.below(state.find_legal())))
    return states


@each_setup
def test_resampled_worlds_look_the_same_to_the_seat(game: str, options: dict[str, Any]) -> None:
    encoder, rng = load(game).encoder(options), Rng(5)
    for state in walk(game, options, 1)[::7]:
        for seat in range(load(game).normalise(options)["players"]):
            assert encoder.observation(state, seat) == encoder.observation(state.resample(seat, rng), seat)


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_what_is_hidden_differs_in_these_worlds_so_the_test_can_fail(game: str) -> None:
    rng, differ = Rng(5), 0
    for state in walk(game, {"players": 2}, 1)[5::3]:
        differ += state.resample(0, rng).view(1) != state.view(1)
    assert differ > 3


@each_setup
def test_a_row_written_over_an_older_one_equals_a_fresh_one(game: str, options: dict[str, Any]) -> None:
    encoder = load(game).encoder(options)
    batch = GameBatch(load(game).new(options), encoder, 2, 0)
    for k, state in enumerate(walk(game, options, 2)):
        if k % 3 != 1:
            batch.set_state(1, state)
            batch.write_observation(1)
            assert [int(n) for n in batch.observations][encoder.size :] == encoder.observation(state, state.to_move)


@each_setup
def test_numbers_stay_within_what_their_part_says(game: str, options: dict[str, Any]) -> None:
    encoder = load(game).encoder(options)
    for state in walk(game, options, 1):
        row = encoder.observation(state, state.to_move)
        for part in encoder.parts:
            block = row[part.start : part.start + part.size()]
            assert 0 <= min(block) <= max(block) <= part.most <= MAX_VALUE, part.name


def test_parts_follow_each_other_without_a_gap() -> None:
    for game, options in SETUPS:
        encoder, at = load(game).encoder(options), 0
        for part in encoder.parts:
            assert part.start == at
            at += part.size()
        assert at == encoder.size


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_every_legal_move_of_every_fuzz_start_has_an_action_of_its_own(game: str) -> None:
    known: dict[str, Encoder] = {}
    for k in range(60):
        start_of_game, rng = load(game).fuzz_start(k), Rng(k)
        options = load(game).normalise(start_of_game.options)
        encoder = known.setdefault(str(options), load(game).encoder(options))
        new = load(game)
        state = (
            new.new(options) if start_of_game.position is None else new.from_position(options, start_of_game.position)
        )
        opening = list(start_of_game.opening)
        while state.to_move != OVER:
            legal = state.legal()
            if state.to_move == CHANCE:
                assert [encoder.outcome_move(encoder.outcome_of(move)) for move in legal] == legal
            else:
                actions = [encoder.action_of(move) for move in legal]
                assert [encoder.move_of(action) for action in actions] == legal
                assert max(actions) < encoder.action_count
            if opening and opening[0] in state.legal_texts():
                state.play(opening.pop(0))
            else:
                state.apply(state.nth_legal(rng.below(state.find_legal())))


def test_a_move_that_no_such_table_knows_has_no_action() -> None:
    encoder = load("smallworld").encoder({"players": 2})
    with pytest.raises(BadRequest, match="no place in the action space"):
        encoder.action_of(92 * 64)  # Behemoths are not in the base set


@each_setup
def test_a_batch_plays_as_the_engine_does(game: str, options: dict[str, Any]) -> None:
    encoder, start = load(game).encoder(options), load(game).new(options)
    batch, rng = GameBatch(start, encoder, 1, 7), Rng(3)
    batch.reseed(0, 11)
    batch.start_game(0)
    state, chance_rng = start.clone(), Rng(11)
    resolve_chance(state, chance_rng)
    while state.to_move != OVER:
        legal = state.legal()
        mask = [k for k in range(encoder.action_count) if batch.masks[k]]
        assert mask == sorted(encoder.action_of(move) for move in legal)
        batch.write_observation(0)
        assert [int(n) for n in batch.observations] == encoder.observation(state, state.to_move)
        move = legal[rng.below(len(legal))]
        batch.step(0, encoder.action_of(move))
        state.apply(move)
        resolve_chance(state, chance_rng)
        assert batch.to_move[0] == state.to_move
    assert batch.games[0] == state


def test_an_illegal_action_changes_nothing() -> None:
    start = load("smallworld").new({"players": 2})
    batch = GameBatch(start, load("smallworld").encoder({"players": 2}), 2, 0)
    before = [game.fingerprint() for game in batch.games]
    for action in (-1, 10**6, batch.encoder.action_count - 1):
        assert batch.step(0, action) == ILLEGAL
    batch.sample_actions(Rng(1))
    batch.actions[1] = batch.encoder.action_count - 1
    assert batch.step_all() == -2
    assert [game.fingerprint() for game in batch.games] == before


def test_games_that_end_begin_anew_and_say_how_they_went() -> None:
    start = load("smallworld").new({"players": 2, "turns": 1})
    batch, rng, ended = GameBatch(start, load("smallworld").encoder({"players": 2, "turns": 1}), 3, 0), Rng(1), 0
    for _ in range(200):
        batch.sample_actions(rng)
        now = batch.step_all()
        assert now == sum(batch.over)
        for k in range(3):
            rows = slice(2 * k, 2 * k + 2)
            assert sum(batch.win_shares[rows]) == batch.over[k]
            assert sum(batch.rewards[rows]) == 0
            assert any(batch.scores[rows]) == (batch.over[k] == 1)
            ended += batch.over[k]
            assert batch.games[k].to_move >= 0
    assert ended > 5


@pytest.mark.parametrize("game", ["smallworld", "covil"])
def test_a_row_that_follows_its_game_misses_nothing(game: str) -> None:
    rules = load(game)
    for k in range(60):
        start_of_game, rng = rules.fuzz_start(k), Rng(k)
        options = rules.normalise(start_of_game.options)
        encoder, start = rules.encoder(options), rules.new(options)
        state = start if start_of_game.position is None else rules.from_position(options, start_of_game.position)
        resolve_chance(state, rng)
        batch = GameBatch(start, encoder, 1, k)
        batch.set_state(0, state)
        batch.write_observation(0)
        for step in range(120):
            if state.to_move == OVER:
                break
            if step % 3 == 0:
                assert [int(n) for n in batch.observations] == encoder.observation(state, state.to_move), (k, step)
            batch.step_single(batch.random_action(0, rng))


def test_constants_that_are_written_out_agree_with_the_columns() -> None:
    assert len(SEAT_COLUMNS) == observation.SEAT_WIDTH
    assert SEAT_COLUMNS[observation.HAND] == "hand"
