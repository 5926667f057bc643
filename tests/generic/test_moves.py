"""Moves of every game: their texts, their numbers, chance, and who decides."""

from __future__ import annotations

import pytest

from hordes.engine.core.bits import BITS_PER_SET
from hordes.engine.core.state import CHANCE, OVER, TARGETS, State
from hordes.engine.errors import GameOver
from tests.generic.setups import Table, every_table
from tests.generic.walks import finished, new, seats, some_states, walk


@every_table
def test_a_text_is_read_back_as_its_move(table: Table) -> None:
    for state in some_states(table, every=3):
        texts = state.legal_texts()
        assert [state.parse(text) for text in texts] == state.legal()
        assert len(set(texts)) == len(texts)
        assert all(text == " ".join(text.split()) != "" for text in texts)


@every_table
def test_playing_a_text_is_applying_its_move(table: Table) -> None:
    for state in some_states(table):
        for move in state.legal()[:: max(1, len(state.legal()) // 6)]:
            by_text, by_number = state.clone(), state.clone()
            by_text.play(f" {state.describe(move).replace(' ', '  ')} ")
            by_number.apply(move)
            assert by_text == by_number != state


@every_table
def test_legal_moves_are_ascending_and_within_the_declared_numbers(table: Table) -> None:
    most = table.game.distinct_moves(table.options)
    for state in walk(table):
        moves = state.legal()
        assert moves == sorted(set(moves))
        assert all(0 <= move < most and move % TARGETS < BITS_PER_SET for move in moves)


@every_table
def test_exactly_the_listed_moves_are_legal(table: Table) -> None:
    most = table.game.distinct_moves(table.options)
    for number, state in enumerate(some_states(table, every=20)):
        tried = [*state.legal(), *range(number % 11, most, 11)]
        assert {move for move in tried if state.is_legal(move)} == set(state.legal())


@every_table
def test_the_two_ways_to_list_moves_agree(table: Table) -> None:
    for state in some_states(table, every=3):
        picks = [state.nth_legal(k) for k in range(state.find_legal())] if state.to_move != OVER else []
        assert sorted(set(picks)) == state.legal()
        if state.to_move >= 0:
            assert picks == state.legal()


@every_table
def test_a_seat_decides_or_chance_or_nobody(table: Table) -> None:
    for state in walk(table):
        assert state.to_move in (CHANCE, OVER, *seats(state))
        assert (state.legal() == []) == (state.to_move == OVER)
        assert state.to_move < 0 or not state.is_automatic(state.to_move)


@every_table
def test_chance_has_outcomes_with_probabilities_that_are_one_together(table: Table) -> None:
    for state in walk(table, seed=2):
        outcomes = state.chance_outcomes()
        if state.to_move == CHANCE:
            assert [move for move, _ in outcomes] == state.legal()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            assert all(probability > 0 for _, probability in outcomes)
        else:
            assert outcomes == []


@every_table
def test_a_die_is_named_by_what_it_shows(table: Table) -> None:
    faces = table.game.die_faces()
    assert faces == sorted(set(faces))
    for state in walk(table, seed=3):
        shown = [state.die_move(pips) for pips in faces]
        if any(move >= 0 for move in shown):
            assert state.to_move == CHANCE
            assert sorted(shown) == state.legal()
        assert state.die_move(-1) == -1 or state.die_move(-1) not in state.legal()


@every_table
def test_seats_turns_and_teams_are_what_they_say(table: Table) -> None:
    start = new(table)
    people = [seat for seat in seats(start) if not start.is_automatic(seat)]
    teams = [int(start.team_of(seat)) for seat in seats(start)]
    assert len(people) == table.complete["players"]
    assert set(teams) <= set(seats(start))
    for state in walk(table):
        assert state.turn_seat() in (CHANCE, OVER, *seats(start))
        assert (state.turn_seat() == OVER) <= (state.to_move == OVER)
        assert [int(state.team_of(seat)) for seat in seats(start)] == teams
        assert isinstance(state.phase_name(), str)
        assert state.phase_name()
        assert state.game_name() == table.name
        assert state.options() == table.complete


@every_table
def test_actions_and_outcomes_of_the_encoder_are_the_moves(table: Table) -> None:
    encoder = table.game.encoder(table.options)
    for state in walk(table, seed=4):
        for move in state.legal():
            if state.to_move == CHANCE:
                outcome = encoder.outcome_of(move)
                assert 0 <= outcome < encoder.outcome_count
                assert encoder.outcome_move(outcome) == move
            else:
                action = encoder.action_of(move)
                assert 0 <= action < encoder.action_count
                assert encoder.move_of(action) == move


@every_table
def test_a_game_keeps_its_promises_about_length_and_score(table: Table) -> None:
    longest, (least, most) = table.game.max_game_length(table.options), table.game.score_bounds(table.options)
    for seed in (5, 6):
        decisions = 0
        for state in walk(table, seed):
            assert state.result() is None or state.to_move == OVER
            decisions += state.to_move >= 0
        assert decisions <= longest
        check_result(state, least, most)


def check_result(state: State, least: int, most: int) -> None:
    """The result of a finished game, against its scores, its teams and the declared bounds."""
    result = state.result()
    assert result is not None
    assert result["scores"] == [state.score(seat) for seat in seats(state)]
    assert all(least <= score <= most for score in result["scores"])
    assert result["winners"] == sorted(set(result["winners"]))
    assert set(result["winners"]) <= set(seats(state))
    winning = {int(state.team_of(seat)) for seat in result["winners"]}
    assert result["winners"] == [seat for seat in seats(state) if int(state.team_of(seat)) in winning]
    assert result["reason"]


@every_table
def test_no_move_follows_the_end(table: Table) -> None:
    state = finished(new(table), 7)
    before = state.dump()
    for text in ("pass", "dance", "", *new(table).legal_texts()[:1]):
        with pytest.raises(GameOver, match="The game is over; no move can follow"):
            state.play(text)
    assert state.dump() == before
