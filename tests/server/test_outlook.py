"""What the server works out for the page, so that no rule is computed twice."""

from __future__ import annotations

from typing import Any

from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.engine.rng import Rng
from hordes.engine.state import State


def combos(state: State) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = state.outlook()["combos"]
    return found


def test_a_combo_says_what_it_costs_and_brings() -> None:
    match = Match(load("smallworld"), {"players": 2}, seed=1)
    state = match.state
    column = state.view(0)["column"]
    found = combos(state)
    assert [one["coins"] for one in found] == [combo["coins"] for combo in column]
    before = state.view(state.to_move)["players"][state.to_move]["coins"]
    seat, last = state.to_move, 4
    match.play(f"pick {last + 1}")
    mine = match.state.view(seat)["players"][seat]
    assert before - mine["coins"] == found[last]["cost"] - found[last]["coins"]
    assert mine["active"]["hand"] == found[last]["n"]


def test_passing_over_a_cursed_combo_costs_three() -> None:
    for seed in range(200):
        state = Match(load("smallworld"), {"players": 2, "sets": ["base", "cursed"]}, seed=seed).state
        powers = [combo["power"] for combo in state.view(0)["column"]]
        if "cursed" in powers[:-1]:
            k = powers.index("cursed")
            assert combos(state)[k + 1]["cost"] == combos(state)[k]["cost"] + 3
            return
    raise AssertionError("no cursed combo came up")


def test_partners_are_named_in_a_team_game_only() -> None:
    teams = Match(load("smallworld"), {"players": 6, "mode": "teams"}, seed=1).state.outlook()
    assert all(teams["partners"][teams["partners"][seat]] == seat for seat in range(6))
    assert "partners" not in Match(load("smallworld"), {"players": 3}, seed=1).state.outlook()


def test_dominance_is_what_the_night_pays() -> None:
    """Played by first moves to the first night: the fees told are those that were foretold."""
    paid = 0
    for seed in range(6):
        match = Match(load("covil"), {"players": 3}, seed=seed)
        nights = 0
        while match.state.result() is None and nights < 3:
            foretold = {one["terrain"]: one for one in match.state.outlook()["dominance"]}
            texts = match.state.legal_texts()
            events = match.play(texts[-1] if "end" not in texts else "end")
            night = [event for event in events if event["type"] == "night"]
            if night:
                nights += 1
                fees = [event for event in events if event["type"] == "fee"]
                paid += len(fees)
                for fee in fees:
                    assert (fee["seat"], fee["gold"]) == (
                        foretold[fee["terrain"]]["seat"],
                        foretold[fee["terrain"]]["gold"],
                    )
        assert nights
    assert paid


def test_a_tie_is_nobodys() -> None:
    state = Match(load("covil"), {"players": 2}, seed=3).state
    for one in state.outlook()["dominance"]:
        most = max(one["held"])
        clear = most > 0 and one["held"].count(most) == 1
        assert one["seat"] == (one["held"].index(most) if clear else -1)


def test_points_in_sight_and_the_relics_in_hand_are_the_score() -> None:
    match = Match(load("covil"), {"players": 2}, seed=5)
    while match.state.result() is None:
        match.play(match.state.legal_texts()[-1])
    relics = load("covil").glossary()
    result = match.state.result()
    assert result
    for seat, seen in enumerate(match.state.outlook()["points"]):
        hand = match.state.view(seat)["players"][seat]["relics"]
        assert sum(seen.values()) + sum(relics[card]["gold"] for card in hand) == result["scores"][seat]


def test_an_outlook_tells_no_secret() -> None:
    """It is the same whatever relics the others hold: worlds that a seat cannot tell apart have one outlook."""
    match = Match(load("covil"), {"players": 3}, seed=2)
    rng = Rng(7)
    for _ in range(120):
        if match.state.result() is not None:
            return
        for seat in range(3):
            world = match.state.resample(seat, rng)
            assert world.outlook() == match.state.outlook()
        match.play(match.state.legal_texts()[-1])


def test_what_is_being_paid_for_says_its_price() -> None:
    match = Match(load("covil"), {"players": 2}, seed=3)
    while not any(text.startswith("hire") for text in match.state.legal_texts()):
        match.play(match.state.legal_texts()[0])
    assert "price" not in match.state.outlook()
    hire = next(text for text in match.state.legal_texts() if text.startswith("hire"))
    told = match.state.explain(hire)
    match.play(hire)
    assert told.endswith(f"costs {match.state.outlook()['price']}.")
