"""The example game: its rules, refusals, chance and what interfaces show of it."""

import pytest

import hordes
from hordes.bots.registry import parse_bot
from hordes.bots.runner import play_game
from hordes.engine import games, referee
from hordes.engine.core.state import PUBLIC
from hordes.engine.errors import BadPosition, BadRequest, RuleViolation, UnknownMove
from hordes.lab.fuzz import fuzz
from tests.refusals import reason

GAME = "marches"


def test_an_installed_game_is_listed_and_loaded_by_its_name() -> None:
    assert hordes.game_names() == ["covil", "marches", "smallworld"]
    assert repr(hordes.load(GAME)) == "<Game: marches, rules 1>"


def test_the_fuzzer_holds_it_to_the_declared_number_of_chance_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(hordes.load(GAME)), "max_chance_events", lambda self, options: 1)
    problems = {failure.problem for failure in fuzz(GAME, 0, 3, seed=1).failures}
    assert problems == {"chance decides more than 1 times, more than declared"}


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


def test_a_searching_bot_beats_a_random_one() -> None:
    wins = 0
    for seed in range(6):
        bots = [parse_bot("planner").make(), parse_bot("random").make()]
        scores = play_game(GAME, {"players": 2}, bots, seed=seed).result["scores"]
        wins += scores[0] > scores[1]
    assert wins >= 5


def test_pieces_are_shown_where_they_stand_and_a_claim_to_its_owner_only() -> None:
    match = hordes.Match("marches", players=2, seed=1)
    match.play("muster lorn")
    match.play("fort lorn")
    shown = match.state.display(0)
    assert shown["status"] == "Round 1 of 5, 1 action left"
    assert [(piece["kind"], piece["count"]) for piece in shown["regions"]["lorn"]] == [("levy", 2), ("fort", 1)]
    claims = [["claim" in dict(seat["facts"]) for seat in match.state.display(s)["seats"]] for s in (0, 1, PUBLIC)]
    assert claims == [[True, False], [False, True], [False, False]]
    glossary = hordes.load("marches").glossary()
    assert all(piece["kind"] in glossary for pieces in shown["regions"].values() for piece in pieces)


def test_greedy_plays_for_what_the_game_expects_and_not_for_the_points_of_one_move() -> None:
    """In Marches only `done` scores at once: who looked at points alone would play nothing else."""
    won = 0
    for k in range(8):
        bots = [parse_bot("random").make(), parse_bot("random").make()]
        bots[k % 2] = parse_bot("greedy").make()
        won += play_game(GAME, {"players": 2}, bots, k).result["winners"] == [k % 2]
    assert won >= 6
