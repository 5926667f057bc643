"""The example game through match, record, referee, fuzzer, bots, simulation, tournament and batches."""

import copy
import pickle
from pathlib import Path

import pytest

import hordes
from hordes.bots.registry import parse_bot
from hordes.bots.runner import play_game
from hordes.cli.commands import run as run_command
from hordes.engine import games, referee
from hordes.engine.core.batch import GameBatch
from hordes.engine.core.rng import Rng
from hordes.engine.errors import BadPosition, BadRequest, RuleViolation, UnknownMove
from hordes.lab.fuzz import fuzz
from tests.refusals import reason

GAME = "marches"


def test_an_installed_game_is_listed_and_loaded_by_its_name() -> None:
    assert hordes.game_names() == ["covil", "marches", "smallworld"]
    assert repr(hordes.load(GAME)) == "<Game: marches, rules 1>"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_with_a_result_and_their_records_replay(players: int) -> None:
    match = hordes.play_random_game(GAME, players=players, seed=5)
    result = match.result()
    assert result is not None
    assert len(result["scores"]) == players
    again = hordes.Match.load(match.save())
    assert again.state == match.state
    assert hordes.Record.from_json(match.record.to_json()).replay() == match.state


def test_fuzzed_games_violate_no_invariant() -> None:
    totals = fuzz(GAME, 0, 12, seed=3, deep=2)
    assert totals.failures == []
    assert totals.states > 12 * 15


def test_the_fuzzer_holds_it_to_the_declared_number_of_chance_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(hordes.load(GAME)), "max_chance_events", lambda self, options: 1)
    problems = {failure.problem for failure in fuzz(GAME, 0, 3, seed=1).failures}
    assert problems == {"chance decides more than 1 times, more than declared"}


def test_undo_takes_back_a_move_and_stops_at_the_die() -> None:
    match = hordes.Match(GAME, players=2, seed=1)
    before = match.state.clone()
    match.play("muster lorn")
    match.undo()
    assert match.state == before
    with pytest.raises(RuleViolation, match="no seat has made a move yet"):
        match.undo()


def test_copies_and_pickles_of_states_and_matches_are_the_same_game() -> None:
    match = hordes.Match(GAME, players=3, seed=2)
    match.play("muster hale")
    for twin in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert twin.state == match.state
        assert twin.state.fingerprint() == match.state.fingerprint()
        twin.play("march hale keld")
        assert twin.state != match.state
    state = pickle.loads(pickle.dumps(match.state))
    assert state == match.state
    assert hordes.load(GAME).load(match.state.options(), match.state.dump()) == match.state


def test_refusals_say_which_rule_forbids_the_move() -> None:
    match = hordes.Match(GAME, players=2, seed=1)
    match.play("muster lorn")
    for text, why in (
        ("muster hale", "Hale does not belong to the house."),
        ("march lorn garth", "Lorn does not border Garth."),
        ("march lorn", "does not name as many provinces"),
        ("fort nowhere", "There is no province 'nowhere'."),
        ("roll 3", "`roll` is chance's word"),
    ):
        with pytest.raises(RuleViolation, match=why):
            match.play(text)
    with pytest.raises(UnknownMove, match="Did you mean `muster`"):
        match.play("mustre lorn")


def test_options_are_checked_against_their_declaration() -> None:
    with pytest.raises(BadRequest, match="`players` is a whole number from 2 to 4, not 5"):
        hordes.Match(GAME, players=5)
    with pytest.raises(BadRequest, match=r"There is no option `player`.*Did you mean `players`"):
        hordes.Match(GAME, player=3)
    with pytest.raises(BadRequest, match="not True"):
        hordes.Match(GAME, players=True)


def test_positions_that_cannot_be_are_refused() -> None:
    game = hordes.load(GAME)
    position = hordes.Match(GAME, players=2, seed=1).state.position()
    for wrong, why in (
        ({"claims": ["atlantis", "lorn"]}, "cannot be read"),
        ({"provinces": {"lorn": {"owner": 0, "levies": 16, "fort": False}}}, "A house has 15 levies"),
        ({"provinces": {"lorn": {"owner": 7, "levies": 1, "fort": False}}}, "needs an owner from 0 to 1"),
        ({"provinces": []}, "cannot be read"),
        ({"to_move": 7}, "`to_move` is a number from -2 to 1"),
        ({"to_move": 1}, "It is the turn of house 0"),
        ({"battle": ["lorn"]}, "where from and where to"),
    ):
        with pytest.raises(BadPosition, match=why):
            game.from_position({"players": 2}, position | wrong)
    with pytest.raises(BadPosition, match="another set-up"):
        game.load({"players": 3}, hordes.Match(GAME, players=2).state.dump())
    words = hordes.Match(GAME, players=2).state.dump()
    with pytest.raises(BadPosition, match="no dump of a state"):
        game.load({"players": 2}, [words[0], 2, 25185])


def test_a_move_while_chance_decides_is_refused_with_that_reason() -> None:
    for text in ("done", "muster lorn", "march lorn mere"):
        with pytest.raises(RuleViolation, match="Chance decides now"):
            hordes.load(GAME).new({"players": 2}).play(text)


def test_the_referee_rolls_what_the_request_says() -> None:
    moves = ["muster lorn", "march lorn mere", "done", "muster norrow", "muster norrow", "march norrow mere"]
    for pips in (0, 3):
        request = {"game": GAME, "options": {"players": 2}, "seed": 4, "moves": moves, "rolls": [pips]}
        events = referee.answer(request)["events"]
        assert [event["pips"] for event in events if event["type"] == "rolled"] == [pips]


def test_a_game_that_calls_itself_differently_from_its_entry_point_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "BUILT_IN", {**games.BUILT_IN, "small": "hordes.smallworld.game"})
    with pytest.raises(BadRequest, match="calls itself 'smallworld'"):
        hordes.load("small")


def test_the_referee_answers_for_it_and_hides_the_claims_of_others() -> None:
    request = {"game": GAME, "options": {"players": 2}, "seed": 4, "moves": ["muster lorn", "march lorn mere"]}
    reply = referee.answer(request | {"view": 1})
    assert reply["ok"], reply
    assert reply["position"]["claims"][0] == ""
    assert reply["position"]["claims"][1] != ""
    refused = referee.answer(request | {"moves": ["march lorn mere"]})
    reason(refused, 0, because="Lorn does not belong to the house.")


def test_the_die_has_the_weights_that_the_game_declares() -> None:
    match = hordes.Match(GAME, players=2, seed=1)
    for text in ("muster lorn", "march lorn mere", "done", "muster norrow", "muster norrow"):
        match.play(text)
    state = match.state.clone()
    state.play("march norrow mere")
    outcomes = {state.describe(move): chance for move, chance in state.chance_outcomes()}
    assert outcomes == {
        "roll 0": 0.5,
        "roll 1": pytest.approx(1 / 6),
        "roll 2": pytest.approx(1 / 6),
        "roll 3": pytest.approx(1 / 6),
    }


@pytest.mark.parametrize("spec", ["random", "greedy", "flat:rollouts=2", "planner", "search:simulations=20", "easy"])
def test_every_kind_of_bot_plays_it_without_a_complaint(spec: str) -> None:
    finished = play_game(GAME, {"players": 2}, [parse_bot(spec).make(), parse_bot("random").make()], seed=2)
    assert finished.complaints == []
    assert sum(finished.failures) == 0


def test_a_searching_bot_beats_a_random_one() -> None:
    wins = 0
    for seed in range(6):
        bots = [parse_bot("planner").make(), parse_bot("random").make()]
        scores = play_game(GAME, {"players": 2}, bots, seed=seed).result["scores"]
        wins += scores[0] > scores[1]
    assert wins >= 5


def test_simulate_and_tournament_take_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["simulate", GAME, "--games", "6", "-p", "3", "--details"]) == 0
    assert run_command(["tournament", "greedy", "random", "--game", GAME, "--games", "4", "-p", "2"]) == 0
    output = capsys.readouterr().out
    assert "greedy" in output
    assert run_command(["fuzz", GAME, "--games", "2"]) == 0


def test_batches_write_observations_and_masks() -> None:
    game = hordes.load(GAME)
    options = game.normalise({"players": 3})
    encoder = game.encoder(options)
    batch = GameBatch(game.new(options), encoder, 4, 7)
    rng = Rng(1)
    for _ in range(60):
        for k in range(4):
            batch.actions[k] = batch.random_action(k, rng)
        batch.step_all()
    for k in range(4):
        state = batch.games[k]
        legal = {int(encoder.action_of(move)) for move in state.legal()}
        width = int(encoder.action_count)
        assert {a for a in range(width) if batch.masks[k * width + a]} == legal
        size = int(encoder.size)
        row = [int(n) for n in batch.observations[k * size : (k + 1) * size]]
        assert row == encoder.observation(state, state.to_move)
