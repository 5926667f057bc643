"""Built-in bots in Covil: whole games, reproducibility, hidden information, evaluator and move rating."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hordes.bots.baselines import FlatBot, GreedyBot, RandomBot
from hordes.bots.levels import EasyBot, NormalBot
from hordes.bots.protocol import Bot, Question
from hordes.bots.runner import play_game
from hordes.bots.search_bots import PlannerBot
from hordes.covil.ai.evaluator import learned_evaluator
from hordes.covil.ai.features import FEATURE_COUNT, FEATURE_NAMES, NIGHTS, nights_left
from hordes.covil.ai.zone_counts import ZoneCounts
from hordes.covil.game import Covil
from hordes.covil.rules.dominance import controller, dominating_seat
from hordes.covil.state.constants import DOMINABLE_TERRAINS, MAX_SEATS
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER
from hordes.engine.games import load
from hordes.search.beam import Beam
from tests.bots.tables import few
from tests.covil.positions import board, seat, troops

TWO = load("covil").normalise({"players": 2})
THREE = load("covil").normalise({"players": 3})
ALONE = load("covil").normalise({"players": 1, "dummies": 2})
BOTS: list[Callable[[int], Bot]] = [
    RandomBot,
    GreedyBot,
    lambda seed: FlatBot(seed, rollouts=1),
    PlannerBot,
    EasyBot,
    NormalBot,
    few,
]


def midway(seed: int, decisions: int, options: dict[str, Any] = TWO) -> Covil:
    """A table after so many random decisions, with somebody to move."""
    rng, state = Rng(seed), load("covil").new(options)
    left = decisions
    while left > 0 or state.to_move == CHANCE:
        assert state.to_move != OVER
        left -= state.to_move >= 0
        state.apply(state.nth_legal(rng.below(state.find_legal())))
    assert isinstance(state, Covil)
    return state


def table(at: str, me: str, them: str, *moves: str, **position: Any) -> Covil:
    """Seat 0 in the afternoon of a day, on the ring of the rule tests, after these moves."""
    relics = position.pop("relics", ("", ""))
    players = [seat(me, relics=relics[0]), seat(them, relics=relics[1])]
    forts = [{"zone": "a", "hp": 5}, {"zone": "c", "hp": 5}]
    place: dict[str, Any] = {"day": 2, "phase": "afternoon", "scepter": 0, "player": 0, "rebels": 1, "pool": []}
    place |= {"fortresses": forts, "troops": troops(at), "players": players} | position
    state = load("covil").from_position({"board": board(), "players": 2}, place)
    for move in moves:
        state.play(move)
    assert isinstance(state, Covil)
    return state


def best_rated(state: Covil) -> str:
    """The move that the move rating prefers."""
    return state.describe(learned_evaluator().best_rated_move(state))


# Games


@pytest.mark.parametrize("options", [TWO, ALONE, pytest.param(THREE, marks=pytest.mark.slow)])
def test_bots_play_to_the_end_without_a_complaint(options: dict[str, Any]) -> None:
    seats = int(load("covil").new(options).seats())
    for kinds in ((GreedyBot, PlannerBot, RandomBot), (EasyBot, NormalBot, GreedyBot)):
        played = play_game("covil", options, [kind(k) for k, kind in enumerate(kinds[:seats])], 3)
        assert not played.complaints
        assert len(played.result["scores"]) == seats


@pytest.mark.slow
def test_a_search_plays_a_whole_game_of_four() -> None:
    options = load("covil").normalise({"players": 4})
    assert not play_game("covil", options, [few(), PlannerBot(), GreedyBot(), few(3)], 5).complaints


def test_the_same_seed_gives_the_same_game() -> None:
    def moves(seed: int) -> list[str]:
        return play_game("covil", ALONE, [PlannerBot(), RandomBot(), RandomBot()], seed, record=True).moves

    assert moves(3) == moves(3)
    assert moves(3) != moves(4)


def test_stronger_bots_beat_weaker_ones() -> None:
    """A few games; docs/strength.md has the real numbers."""
    for strong, weak in ((GreedyBot, RandomBot), (PlannerBot, GreedyBot)):
        won = 0
        for seed in range(2):
            pair: list[Bot] = [strong(1), weak(2)] if seed else [weak(2), strong(1)]
            won += play_game("covil", TWO, pair, 8).result["winners"] == [1 - seed]
        assert won == 2


# Hidden information


@pytest.mark.parametrize("make", BOTS)
@pytest.mark.parametrize("decisions", [1, 71])
def test_equal_observations_with_different_hidden_relics_give_the_same_moves(
    make: Callable[[int], Bot], decisions: int
) -> None:
    state = midway(decisions + 3, decisions, THREE)
    me = int(state.to_move)
    other = next(world for k in range(50) if (world := state.resample(me, Rng(k))) != state)
    assert other.view(me) == state.view(me)
    moves = [make(5).choose(Question("covil", THREE, table)) for table in (state, other)]
    assert moves[0] == moves[1]


def test_worlds_differ_from_the_table_and_agree_with_the_view() -> None:
    state = midway(9, 40, THREE)
    asked = Question("covil", THREE, state)
    worlds = [asked.world(seed) for seed in range(20)]
    assert sum(world == state for world in worlds) <= 1
    assert len({world.fingerprint() for world in worlds}) > 10
    assert all(world.view(asked.seat) == state.view(asked.seat) for world in worlds)


@pytest.mark.parametrize("make", BOTS)
def test_a_bot_does_not_touch_the_table(make: Callable[[int], Bot]) -> None:
    state = midway(4, 33)
    before = state.clone()
    make(1).choose(Question("covil", TWO, state))
    assert state == before


def test_features_are_what_everybody_sees() -> None:
    evaluator = learned_evaluator()
    for decisions in (5, 40, 90):
        state = midway(decisions, decisions, THREE)
        other = state.resample(state.to_move, Rng(decisions))
        for k in range(3):
            assert evaluator.features(state, k) == evaluator.features(other, k)


# The evaluator


def test_zone_counts_agree_with_the_rules_on_dominance() -> None:
    counts = ZoneCounts()
    for seed in range(12):
        state = midway(seed, 10 + 7 * seed, THREE)
        counts.recount(state)
        assert [counts.controller(z, 3) for z in range(state.board.size)] == [
            controller(state, z) for z in range(state.board.size)
        ]
        assert [int(n) for n in counts.dominant] == [
            int(dominating_seat(state, kind)) for kind in range(DOMINABLE_TERRAINS)
        ]


def test_trying_a_troop_elsewhere_leaves_the_zone_counts_unchanged() -> None:
    state, counts = midway(3, 40), ZoneCounts()
    counts.recount(state)
    before, base = list(counts.troops), counts.fee_balance(0, 2)
    zone = int(state.troop_zone[0])
    other = next(z for z in range(int(state.board.size)) if z != zone)
    counts.balance_after_move(state, 0, zone, other, 0)
    assert list(counts.troops) == before
    counts.update_dominance(state)
    assert counts.fee_balance(0, 2) == base
    assert len(before) % MAX_SEATS == 0


def test_a_table_with_a_row_of_weights_for_every_night() -> None:
    evaluator, state = learned_evaluator(), midway(3, 1)
    assert nights_left(state) == 4
    assert len(evaluator.features(state, 0)) == 1 + FEATURE_COUNT == 1 + len(FEATURE_NAMES)
    assert int(evaluator.features(state, 0)[0]) // FEATURE_COUNT % NIGHTS == 4


def test_the_margins_of_two_seats_are_opposite() -> None:
    evaluator, state = learned_evaluator(), midway(6, 50)
    assert abs(int(evaluator.margin(state, 0)) + int(evaluator.margin(state, 1))) <= 1


def test_plans_are_legal_from_their_first_move_to_the_end_of_the_turn() -> None:
    evaluator = learned_evaluator()
    for decisions in (0, 20, 45):
        state = midway(decisions, decisions)
        for plan in Beam(evaluator, Rng(1), 3, 4).plan(state, 4):
            played, rng = state.clone(), Rng(2)
            for move in plan.moves:
                while played.to_move == CHANCE or played.to_move not in (state.to_move, OVER):
                    moves = played.legal()
                    played.apply(
                        moves[rng.below(len(moves))] if played.to_move == CHANCE else evaluator.best_rated_move(played)
                    )
                assert played.is_legal(move)
                played.apply(move)


def test_no_plan_counts_on_a_relic_that_is_not_drawn_yet() -> None:
    """Buying is where a plan stops: what it is worth is the mean over what may come."""
    state = table("0a@a 0b@a 1a@c 1b@c", "o1! h1 h2", "o2! h2", "draw", players=[seat("o1! h1 h2", 5), seat("o2!")])
    assert state.to_move == CHANCE
    assert learned_evaluator().is_decisive_chance(state)


# Combat by move rating

FIGHT = "0a@b 0b@a 1a@b 1b@c"


def test_an_attack_takes_the_weakest_minion_that_wins() -> None:
    state = table(FIGHT, "o1! m01 m16", "o2! h3", "melee 0a 1a")
    assert best_rated(state) == "exhaust m01"


def test_a_defender_exhausts_a_guardian_that_saves_a_standing_troop() -> None:
    state = table(FIGHT, "o1! m01 m15", "o2! h2", "melee 0a 1a", "exhaust m01")
    assert state.to_move == 1
    assert best_rated(state) == "defend h2"


def test_a_defender_passes_when_nothing_is_lost_and_when_nothing_helps() -> None:
    safe = table(FIGHT, "o1! h4", "o2! h2", "melee 0a 1a", "exhaust h4")
    assert best_rated(safe) == "pass"
    hopeless = table(FIGHT, "o1! m15", "o2! h2", "melee 0a 1a", "exhaust m15")
    assert best_rated(hopeless) == "pass"


def test_the_stakes_are_raised_with_a_relic_that_decides_and_with_no_other() -> None:
    moves = ("melee 0a 1a", "exhaust m01", "defend h2", "pass")
    assert best_rated(table(FIGHT, "o1! m01", "o2! h2", *moves, relics=("r03", ""))) == "relic r03"
    assert best_rated(table(FIGHT, "o1! m01", "o2! h2", *moves, relics=("r13", ""))) == "pass"


def test_gold_that_would_be_lost_buys_a_relic() -> None:
    state = table("0a@b 0b@a 1a@b- 1b@c", "o1! m15", "o2!", "melee 0a 1a", players=[seat("o1! m15", 5), seat("o2!")])
    for move in ("exhaust m15", "pass", "pass"):
        state.play(move)
    assert state.phase_name() == "choice"
    assert best_rated(state) == "draw"


def test_payments_make_room_with_the_least_minion_and_spend_gold_before_relics() -> None:
    hall, moves = "o1! h1 h2 h3 h4 h5", list[str]()
    state = table("0a@a 1a@c", hall, "o2!", "hire m11", players=[seat(hall, 4, "r01"), seat("o2!")], pool=["m11"])
    while state.phase_name() == "payment":
        moves.append(best_rated(state))
        state.play(moves[-1])
    assert moves == ["pay minion h3", "pay gold 2", "done"]


# Choices that version 2 of the rules added


def test_the_move_rating_uses_what_helps_and_skips_what_does_not() -> None:
    at = "0a@b 0b@a 1a@c"
    assert best_rated(table(at, "o1! h1", "o4!", "relic r18", relics=("r18", ""))) == "use"
    assert best_rated(table("0a@b 1a@c", "o1! h1", "o4!", "relic r22", relics=("r22", ""))) == "use"
    assert best_rated(table(at, "o1! h1", "o4!", "relic r16", relics=("r16", ""))) in ("choose 0", "skip")


def test_at_the_end_of_the_last_night_relics_are_bought_only_where_they_are_worth_more_than_their_price() -> None:
    night: dict[str, Any] = {"phase": "night", "day": 4, "rebels": 0}
    collector = seat("o2! m37", 4)
    miser = seat("o1!", 4)
    for me, best in ((collector, "draw"), (miser, "pass")):
        state = table("0a@t- 1a@t-", "o1!", "o4!", players=[me, seat("o4!")], **night)
        while state.to_move == CHANCE:
            state.apply(state.legal()[0])
        assert (state.phase_name(), state.to_move, best_rated(state)) == ("choice", 0, best)


def test_an_attacked_troop_is_moved_out_of_range_rather_than_lost() -> None:
    state = table("0a@b 1a@b", "o1! h1 h2", "o2!", "melee 0a 1a", "exhaust h1", relics=("", "r01"))
    assert best_rated(state) == "relic r01"
    state.play("relic r01")
    assert best_rated(state) == "choose 1a"
    state.play("choose 1a")
    state.play(best_rated(state))
    assert state.phase_name() == "afternoon"


def test_a_question_inside_two_combats_is_rated_and_leaves_the_table_as_it_was() -> None:
    moves = ("melee 0a 1a", "exhaust h1", "relic r11")
    state = table("0a@b 0b@b 1a@b", "o1! h1 h2", "o2! h1 h2", *moves, relics=("", "r11"))
    before = state.dump()
    assert best_rated(state).split()[0] in ("melee", "ranged", "skip")
    assert state.dump() == before
