"""`hordes fuzz`: coverage of the fuzz starts, invariants in every state of random games, reproducible failures."""

import json
from collections.abc import Iterator

import pytest

from hordes.engine.core.bits import COMPILED
from hordes.engine.core.state import FuzzStart
from hordes.engine.games import load
from hordes.engine.referee import answer
from hordes.lab import fuzz

ROUND = 25 * 480
"""After this many fuzz starts every race has met every power at every number of players; a fifth are in the
Necromancer's mode, and a third of the others have Monsters and markers.
"""


PLAYED = 2400
"""Fuzz starts that CI plays: in these every race meets every power at some number of players."""


def pairs(start: FuzzStart) -> Iterator[tuple[str, str]]:
    """The combos that the opening of a fuzz start certainly picks."""
    if start.position is not None and "mode" not in start.options:
        for combo in start.position["column"][: start.options["players"]]:
            yield combo["race"], combo["power"]


def test_a_round_of_fuzz_starts_brings_every_race_and_every_power_together() -> None:
    game = load("smallworld")
    met: dict[int, set[tuple[str, str]]] = {}
    for k in range(ROUND):
        start = game.fuzz_start(k)
        met.setdefault(start.options["players"], set()).update(pairs(start))
    assert sorted(met) == [2, 3, 4, 5, 6]
    assert all(len(combos) == 27 * 35 for combos in met.values())


def test_what_ci_plays_brings_every_race_and_every_power_together() -> None:
    game = load("smallworld")
    assert len({pair for k in range(PLAYED) for pair in pairs(game.fuzz_start(k))}) == 27 * 35


def test_fuzz_starts_with_the_necromancer_put_every_power_in_use_at_every_number_of_players() -> None:
    game = load("smallworld")
    used: dict[int, set[str]] = {}
    for k in range(4, 5 * 560, 5):
        start = game.fuzz_start(k)
        assert start.options["mode"] == "necromancer"
        if start.position is not None:
            used.setdefault(start.options["players"], set()).update(start.position["necromancer"]["in_use"])
    assert sorted(used) == [3, 4, 5, 6]
    assert all(len(powers) == 35 - 3 for powers in used.values())


def test_a_third_of_the_other_fuzz_starts_have_markers_with_teams_and_without() -> None:
    game = load("smallworld")
    seen: set[tuple[str, int]] = set()
    marked = 0
    for k in range(480):
        options = game.fuzz_start(k).options
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
        totals = fuzz.fuzz("smallworld", k, 1, seed=2026)
        assert [str(failure) for failure in totals.failures] == []


def test_a_failure_comes_with_the_request_that_reproduces_it() -> None:
    """The request leads the referee to the very state in which the fuzzer stopped."""
    trial = fuzz.FuzzGame(load("smallworld"), 3, 7)
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
    trial = fuzz.FuzzGame(load("smallworld"), 1, 7)
    trial.begin()
    while not any(army.exists() for army in trial.state.active):  # type: ignore[attr-defined]
        trial._step()
    next(army for army in trial.state.active if army.exists()).hand += 1  # type: ignore[attr-defined]
    failure = trial.run()
    assert failure is not None
    assert "in hand" in failure.problem


def test_a_long_run_looks_at_copies_now_and_then_and_at_the_rules_always() -> None:
    """With `deep` 16 one state in sixteen gets the expensive checks, another one in the next game."""
    looks, states = 0, 0
    for k in range(16):
        trial = fuzz.FuzzGame(load("smallworld"), k, 7, None, 16)
        assert trial.run() is None
        looks += trial.deep_checks
        states += trial.states
        assert abs(trial.deep_checks - trial.states / 16) <= 1
    assert looks > 0
    whole = fuzz.FuzzGame(load("smallworld"), 3, 7)
    assert whole.run() is None
    assert whole.deep_checks == whole.states


def test_a_run_can_go_on_where_another_ended() -> None:
    assert list(fuzz.batches(20, None, 100)) == [(100, 8), (108, 8), (116, 4)]


def test_a_short_game_in_which_a_seat_knows_everything_is_no_failure() -> None:
    """One turn and few looks: whenever this game is looked at, the others have only the coins they began with."""
    assert fuzz.fuzz("smallworld", 19265, 1, 1119, deep=16).failures == []
