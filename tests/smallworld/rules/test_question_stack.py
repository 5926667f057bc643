"""The stack of questions: all that a conquest leaves open is asked, in order; moot questions are skipped."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from hordes.engine.core.state import CHANCE
from hordes.engine.errors import BadPosition, PieceError
from hordes.engine.games import load, register_set
from hordes.engine.referee import answer
from hordes.smallworld.game import GAME, SmallWorld
from hordes.smallworld.rules import interrupts, turn
from hordes.smallworld.state import questions
from hordes.smallworld.state.army import NOBODY
from hordes.smallworld.state.constants import CHOICE, CONQUER, DIE, FINISH
from hordes.smallworld.state.question_stack import MAX_WAITING
from hordes.smallworld.state.questions import NO_QUESTION
from tests.refusals import rejected
from tests.smallworld.positions import ask, board, events_of_type, hand, held, player
from tests.smallworld.team_positions import ALL_SETS

OPTIONS: dict[str, Any] = {"map": board(), "players": 2, "sets": ALL_SETS}


def table(mine: dict[str, Any], theirs: dict[str, Any], **position: Any) -> SmallWorld:
    """A table on which seat 0, in a, conquers; seat 1 holds d and e."""
    race, other = mine["active"]["race"], theirs["active"]["race"]
    regions = {"a": held(0, race), "d": held(1, other), "e": held(1, other, 2)}
    entry = {"turn": 3, "player": 0, "phase": "conquer", "regions": regions, "players": [mine, theirs]} | position
    state = GAME.from_position(OPTIONS, entry)
    assert isinstance(state, SmallWorld)
    while state.to_move == CHANCE:  # combos fill the column
        state.apply(state.legal()[0])
    return state


def race_of(state: SmallWorld, seat: int) -> int:
    return int(state.active[seat].race.index)


# The stack itself


def test_the_question_pushed_last_is_asked_first_and_then_the_turn_goes_on() -> None:
    state = table(player("ratmen", "hill", 4), player("pygmies", "hordes_of", hordes=1))
    state.push(questions.loss_roll(race_of(state, 1)))
    state.push(questions.loss(1, race_of(state, 1)))
    assert (state.phase, state.question) == (CONQUER, NO_QUESTION)  # nothing is asked before the move is complete
    turn.complete_move(state)
    assert (state.phase, state.to_move, state.legal_texts()) == (CHOICE, 1, ["lose token", "lose horde"])
    state.play("lose token")
    assert (state.phase, state.to_move) == (DIE, CHANCE)
    state.play("rolled 2")
    assert (state.phase, state.to_move, state.active[1].hand) == (CONQUER, 0, 2)
    assert GAME.violated_invariants(state) == []


def test_a_clone_keeps_its_questions() -> None:
    state = table(player("ratmen", "hill", 4), player("pygmies", "forest"))
    state.push(questions.loss_roll(race_of(state, 1)))
    turn.complete_move(state)
    twin = state.clone()
    state.play("rolled 1")
    assert (twin.phase, state.phase) == (DIE, CONQUER)
    assert twin.legal_texts() == ["rolled 0", "rolled 1", "rolled 2", "rolled 3"]


def test_moot_questions_are_skipped() -> None:
    state = table(player("ratmen", "hill", 4), player("orcs", "forest"))
    away = next(k for k, race in enumerate(state.rules.races) if race.id == "pygmies")
    for question in (
        questions.loss(1, race_of(state, 1)),  # Orcs without Hordes tokens have no choice
        questions.loss(1, away),
        questions.loss_roll(away),
        questions.bony(0),  # no race is in decline
        questions.sacrifice(1, race_of(state, 1), False, 0),  # there is no Sigil
        questions.plea(1, race_of(state, 1), False, 0),
        questions.marker_draw(0),  # there are no markers
    ):
        state.push(question)
    turn.complete_move(state)
    assert (state.phase, state.to_move, state.waiting) == (CONQUER, 0, [])


def test_conquests_end_only_when_all_above_is_answered() -> None:
    state = table(player("ratmen", "hill", 4), player("pygmies", "forest"))
    state.push(questions.conquests_end())
    state.push(questions.loss_roll(race_of(state, 1)))
    turn.complete_move(state)
    assert state.position()["this_turn"]["ending"] is True
    state.play("rolled 0")
    assert state.phase_name() == "redeploy"


def test_a_piece_that_asks_without_end_is_stopped() -> None:
    state = table(player("ratmen", "hill", 4), player("pygmies", "forest"))
    for _ in range(MAX_WAITING):
        state.push(questions.loss_roll(race_of(state, 1)))
    with pytest.raises(PieceError, match=f"More than {MAX_WAITING} questions wait for an answer"):
        state.push(questions.loss_roll(race_of(state, 1)))


def test_the_invariants_notice_a_question_that_nobody_asks() -> None:
    state = table(player("ratmen", "hill", 4), player("pygmies", "forest"))
    state.push(questions.loss_roll(race_of(state, 1)))
    assert GAME.violated_invariants(state) == ["1 questions wait, and none of them is open"]
    turn.complete_move(state)
    assert GAME.violated_invariants(state) == []
    state.push(questions.hire(0, 1, 1))
    assert GAME.violated_invariants(state) == [f"question {questions.HIRE} waits, which is always asked at once"]


def test_the_invariants_notice_a_seat_that_differs_from_the_question() -> None:
    state = table(player("ratmen", "hill", 4), player("pygmies", "forest"))
    state.to_move = 1
    assert GAME.violated_invariants(state) == ["phase 3 of seat 1 is open, the turn asks phase 3 of seat 0"]
    state = table(player("ratmen", "hill", 4), player("pygmies", "forest"))
    state.push(questions.loss_roll(race_of(state, 1)))
    turn.complete_move(state)
    state.phase = CHOICE
    assert "phase 13 of seat -1 is open" in GAME.violated_invariants(state)[0]


def test_a_pickle_of_an_older_layout_is_refused_with_a_sentence() -> None:
    state = table(player("ratmen", "hill", 4), player("pygmies", "forest"))
    assert pickle.loads(pickle.dumps(state)) == state
    function, arguments = state.__reduce__()
    assert callable(function)
    assert isinstance(arguments, tuple)
    with pytest.raises(BadPosition, match="pickled by another version of hordes"):
        function(*arguments[:-1])  # version 0.1 named no layout


def test_what_waits_stays_below_a_question_that_the_end_of_the_conquests_asks() -> None:
    """A custom piece may conquer while the conquests end; then the Soapbar asks before the roll for what was lost."""
    state = with_marker("soapbar", player("ratmen", "hill", 0), player("pygmies", "forest"))
    state.push(questions.loss_roll(race_of(state, 1)))
    state.push(questions.conquests_end())
    turn.complete_move(state)
    assert (state.question.kind, [one.kind for one in state.waiting]) == (questions.SOAPBAR_MOVE, [questions.LOSS_ROLL])


def with_marker(marker: str, mine: dict[str, Any], theirs: dict[str, Any]) -> SmallWorld:
    """A table on which seat 0 conquers and holds a marker in a; seat 1 holds d."""
    race, other = mine["active"]["race"], theirs["active"]["race"]
    regions = {"a": held(0, race) | {"marker": marker}, "d": held(1, other, 2)}
    entry = {"turn": 3, "player": 0, "phase": "conquer", "regions": regions, "players": [mine, theirs]}
    state = GAME.from_position(OPTIONS | {"markers": True}, entry)
    assert isinstance(state, SmallWorld)
    while state.to_move == CHANCE:
        state.apply(state.legal()[0])
    return state


def test_a_question_is_never_opened_over_another_one() -> None:
    state = table(player("ratmen", "hill", 4), player("pygmies", "forest"))
    state.open(questions.loss_roll(race_of(state, 1)))
    with pytest.raises(PieceError, match="A question was asked while another one is open"):
        state.open(questions.hire(0, 1, 1))


def test_the_invariants_notice_a_turn_that_is_scored_and_does_not_end() -> None:
    state = table(player("ratmen", "hill", 4), player("pygmies", "forest"))
    state.ask(FINISH, 0)
    state.this_turn.is_scored = True
    assert "the turn is scored and nothing interrupts it, but its phase is finish" in GAME.violated_invariants(state)


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_gives_a_token_for_a_race_that_is_not_there(seat: int) -> None:
    state = with_marker("sigil", player("ratmen", "hill", 4), player("orcs", "forest"))
    away = next(k for k, race in enumerate(state.rules.races) if race.id == "elves")
    asked = questions.sacrifice(seat, away, True, 0) if seat == 0 else questions.plea(seat, away, True, 0)
    state.push(asked)
    interrupts.open_next(state)
    assert (state.question, state.waiting, NOBODY.hordes_in_hand) == (NO_QUESTION, [], 0)


# In positions


def test_a_question_that_waits_in_a_position_is_asked() -> None:
    start = ({"a": held(0, "ratmen"), "d": held(1, "pygmies", 2)}, [player("ratmen", "hill", 4), player("pygmies")])
    reply = ask(*start, phase="conquer", this_turn={"mourning": 1}, rolls=(2,), options={"sets": ALL_SETS})
    assert (hand(reply, 1), reply["phase"], reply["to_move"]) == (2, "conquer", 0)
    reply = ask(*start, phase="conquer", this_turn={"ending": True}, options={"sets": ALL_SETS})
    assert reply["phase"] == "redeploy"


@pytest.mark.parametrize(
    ("phase", "this_turn", "why"),
    [
        ("redeploy", {"ending": True}, "In the phase redeploy nothing waits for the end of a conquest."),
        ("conquer", {"losing": 7}, "`losing` is a number from 0 to 1"),
        ("conquer", {"boneyard_taken": True}, "`boneyard_taken` belongs to the team game"),
        ("conquer", {"waiting": [{"ask": "hire"}]}, "`seat` is a number from 0 to 1"),
        ("conquer", {"waiting": [{"ask": "hire", "seat": 0}]}, "There is no question 'hire' in this game."),
        ("conquer", {"waiting": [{"kind": "banner"}]}, "There is no chance 'banner' in this game."),
        ("conquer", {"waiting": [{"who": 1}]}, "`waiting` has the unknown key 'who'"),
        ("conquer", {"waiting": [3]}, "`waiting` is an object, not 3."),
        ("conquer", {"waiting": [{"ask": "end"}] * 400}, "`waiting` lists 400 questions; 308 is the most."),
        ("conquer", {"mourning": 1}, "Seat 1 rolls for no lost token."),
        ("conquer", {"waiting": [{"kind": "marker", "region": "d"}]}, "No marker can be drawn here."),
        ("conquer", {"waiting": [{"ask": "plea", "seat": 1, "race": "orcs"}]}, "Places and Relics belong"),
        ("start", {"ending": True}, "At the start of a turn nothing waits for the end of a conquest."),
    ],
)
def test_an_impossible_question_that_waits_is_refused(phase: str, this_turn: dict[str, Any], why: str) -> None:
    regions = {"a": held(0, "ratmen", 2), "d": held(1, "orcs")}
    players = [player("ratmen", "hill", 4), player("orcs", "forest")]
    rejected(ask(regions, players, phase=phase, this_turn=this_turn), "bad_position", because=why)


def test_a_seat_without_a_race_has_lost_nothing() -> None:
    reply = ask(
        {"a": held(0, "ratmen")}, [player("ratmen", "hill", 4), player()], phase="conquer", this_turn={"losing": 1}
    )
    rejected(reply, "bad_position", because="`losing`: seat 1 has no active race that could have lost a token.")


# Several conquests in one move, as a custom piece may make

STORM = """
from hordes.smallworld.custom.api import Power, conquer, listed

class Storming(Power):
    '''Takes everything that an opponent holds, with one token each.'''
    words = ("storm",)
    tokens = 5

    def offer_custom_verbs(self, t, me):
        if t.phase == 3:
            t.offer(self.verb_for("storm"), 1)

    def apply_move(self, t, me, verb, target):
        for region in listed(t.active[1 - me.seat].regions):
            conquer(t, me, region, 1, 1)
            assert (t.phase, t.to_move) == (3, me.seat)
"""


def storm(folder: Path, *moves: str, **victim: Any) -> dict[str, Any]:
    """Seat 0 storms b and c, where a race token and a Hordes token of seat 1 stand each."""
    path = folder / "storm.py"
    path.write_text(STORM, encoding="utf-8")
    register_set("smallworld", str(path))
    regions = {
        "a": held(0, "ratmen"),
        "b": held(1, "pygmies", horde=1),
        "c": held(1, "pygmies", horde=1),
        "e": held(1, "pygmies"),
    }
    seats = [player("ratmen", "storming", 6), player("pygmies", "hordes_of", hordes=0)]
    options = {"map": board(), "players": 2, "sets": [*ALL_SETS, "storm"]}
    position = {
        "turn": 3,
        "player": 0,
        "phase": "conquer",
        "regions": regions,
        "players": seats,
        "this_turn": {"acted": True},
    }
    request = {"game": "smallworld", "options": options, "position": position, "seed": 1, "rolls": [1, 2, 3]}
    reply = answer(request | {"moves": ["storm", *moves]})
    assert reply["ok"], reply
    again = answer({"game": "smallworld", "options": options, "position": reply["position"], "seed": reply["seed"]})
    assert all(again[key] == reply[key] for key in ("position", "legal", "phase", "to_move"))
    return reply


def test_every_loss_of_several_conquests_in_one_move_is_asked_about(tmp_path: Path) -> None:
    reply = storm(tmp_path)
    assert (reply["phase"], reply["to_move"], reply["legal"]) == ("choice", 1, ["lose token", "lose horde"])
    waiting = reply["position"]["this_turn"]["waiting"]
    assert [entry.get("ask", entry.get("kind")) for entry in waiting] == ["die", "loss", "die"]
    reply = storm(tmp_path, "lose horde")
    assert events_of_type(reply, "mourned")[0]["pips"] == 1
    reply = storm(tmp_path, "lose horde", "lose token")
    assert [event["pips"] for event in events_of_type(reply, "mourned")] == [1, 2, 3]
    assert (reply["phase"], reply["to_move"]) == ("conquer", 0)


def test_the_rules_that_ask_are_the_only_ones_that_know_the_order() -> None:
    """A new game has a draw above the question who begins, and nothing waits."""
    state = load("smallworld").new({})
    assert isinstance(state, SmallWorld)
    assert (state.phase_name(), state.waiting) == ("banner", [])
    assert state.position()["phase"] == "first"
