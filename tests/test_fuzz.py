"""Random games with every invariant checked at every state, over all maps, player counts, races and powers."""

import json
from collections.abc import Iterator

import pytest

from hordes.engine.bits import COMPILED
from hordes.engine.games import load
from hordes.engine.referee import answer
from hordes.engine.state import Drill
from hordes.lab import fuzz

ROUND = 25 * 480
"""After so many drills every race has met every power at every number of players; a fifth are the Necromancer's, and
a third of the others have Monsters and markers."""


PLAYED = 2400
"""Drills that CI plays: in these every race meets every power at some number of players."""


def pairs(drill: Drill) -> Iterator[tuple[str, str]]:
    """The combos that the opening of a drill surely picks."""
    if drill.position is not None and "mode" not in drill.options:
        for combo in drill.position["column"][: drill.options["players"]]:
            yield combo["race"], combo["power"]


def test_a_round_of_drills_brings_every_race_and_every_power_together() -> None:
    game = load("smallworld")
    met: dict[int, set[tuple[str, str]]] = {}
    for k in range(ROUND):
        drill = game.drill(k)
        met.setdefault(drill.options["players"], set()).update(pairs(drill))
    assert sorted(met) == [2, 3, 4, 5, 6]
    assert all(len(found) == 27 * 35 for found in met.values())


def test_what_ci_plays_brings_every_race_and_every_power_together() -> None:
    game = load("smallworld")
    assert len({pair for k in range(PLAYED) for pair in pairs(game.drill(k))}) == 27 * 35


def test_the_drills_of_the_necromancer_put_every_power_in_use_at_every_number_of_players() -> None:
    game = load("smallworld")
    used: dict[int, set[str]] = {}
    for k in range(4, 5 * 560, 5):
        drill = game.drill(k)
        assert drill.options["mode"] == "necromancer"
        if drill.position is not None:
            used.setdefault(drill.options["players"], set()).update(drill.position["necromancer"]["in_use"])
    assert sorted(used) == [3, 4, 5, 6]
    assert all(len(found) == 35 - 3 for found in used.values())


def test_a_third_of_the_other_drills_have_markers_with_teams_and_without() -> None:
    game = load("smallworld")
    seen: set[tuple[str, int]] = set()
    marked = 0
    for k in range(480):
        options = game.drill(k).options
        if options.get("markers") or options.get("mode") == "teams":
            marked += 1
            seen.add((options.get("mode", "standard"), options["players"]))
    assert marked == 480 * 4 // 5 // 3
    assert seen == {("teams", 6)} | {("standard", players) for players in range(2, 7)}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_no_state_of_a_random_game_breaks_an_invariant(part: int) -> None:
    """Together the parts bring every race and every power together, on every map, in every mode.

    The compiled run plays all of it, the plain run, some ten times slower, a sixth; `hordes fuzz` plays whole rounds.
    """
    for k in range(part, PLAYED, 20 if COMPILED else 120):
        tally = fuzz.fuzz("smallworld", k, 1, seed=2026)
        assert [str(failure) for failure in tally.failures] == []


def test_a_failure_comes_with_the_request_that_reproduces_it() -> None:
    """The request leads the referee to the very state in which the fuzzer stopped."""
    trial = fuzz.Trial(load("smallworld"), 3, 7)
    trial.begin()
    for _ in range(200):
        trial._step()
    while trial.state.to_move < 0:
        trial._step()
    reply = answer(json.loads(json.dumps(trial.request())))
    assert reply["ok"]
    assert reply["position"] == trial.state.position()


def test_a_broken_invariant_is_found() -> None:
    """The checks can fail: a token that appears from nowhere is noticed."""
    trial = fuzz.Trial(load("smallworld"), 1, 7)
    trial.begin()
    while not any(army.exists() for army in trial.state.active):  # type: ignore[attr-defined]
        trial._step()
    next(army for army in trial.state.active if army.exists()).hand += 1  # type: ignore[attr-defined]
    failure = trial.run()
    assert failure is not None
    assert "in hand" in failure.problem


def test_a_long_run_looks_at_copies_now_and_then_and_at_the_rules_always() -> None:
    """With `deep` 16 one state in sixteen is copied and told, another one in the next game; the rest stays as it is."""
    looks, states = 0, 0
    for k in range(16):
        trial = fuzz.Trial(load("smallworld"), k, 7, None, 16)
        assert trial.run() is None
        looks += trial.looks
        states += trial.states
        assert abs(trial.looks - trial.states / 16) <= 1
    assert looks > 0
    whole = fuzz.Trial(load("smallworld"), 3, 7)
    assert whole.run() is None
    assert whole.looks == whole.states


def test_a_run_can_go_on_where_another_ended() -> None:
    assert list(fuzz.batches(20, None, 100)) == [(100, 8), (108, 8), (116, 4)]
