"""Public summaries that the rules compute for the page: prices, dominance, points; nothing hidden is in them."""

from __future__ import annotations

from typing import Any

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import State
from hordes.engine.games import load
from hordes.engine.match import Match


def combos(state: State) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = state.public_summary()["combos"]
    return entries


def test_a_combo_says_what_it_costs_and_brings() -> None:
    match = Match(load("smallworld"), {"players": 2}, seed=1)
    state = match.state
    column = state.view(0)["column"]
    offers = combos(state)
    assert [offer["coins"] for offer in offers] == [combo["coins"] for combo in column]
    before = state.view(state.to_move)["players"][state.to_move]["coins"]
    seat, last = state.to_move, 4
    match.play(f"pick {last + 1}")
    mine = match.state.view(seat)["players"][seat]
    assert before - mine["coins"] == offers[last]["cost"] - offers[last]["coins"]
    assert mine["active"]["hand"] == offers[last]["n"]


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
    teams = Match(load("smallworld"), {"players": 6, "mode": "teams"}, seed=1).state.public_summary()
    assert all(teams["partners"][teams["partners"][seat]] == seat for seat in range(6))
    assert "partners" not in Match(load("smallworld"), {"players": 3}, seed=1).state.public_summary()


def test_dominance_is_what_the_night_pays() -> None:
    """The fees paid at night are those in the summary before it."""
    paid = 0
    for seed in range(6):
        match = Match(load("covil"), {"players": 3}, seed=seed)
        nights = 0
        while match.state.result() is None and nights < 3:
            predicted = {zone["terrain"]: zone for zone in match.state.public_summary()["dominance"]}
            texts = match.state.legal_texts()
            events = match.play(texts[-1] if "end" not in texts else "end")
            night = [event for event in events if event["type"] == "night"]
            if night:
                nights += 1
                fees = [event for event in events if event["type"] == "fee"]
                paid += len(fees)
                for fee in fees:
                    assert (fee["seat"], fee["gold"]) == (
                        predicted[fee["terrain"]]["seat"],
                        predicted[fee["terrain"]]["gold"],
                    )
        assert nights
    assert paid


def test_a_tie_is_nobodys() -> None:
    state = Match(load("covil"), {"players": 2}, seed=3).state
    for one in state.public_summary()["dominance"]:
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
    for seat, seen in enumerate(match.state.public_summary()["points"]):
        hand = match.state.view(seat)["players"][seat]["relics"]
        assert sum(seen.values()) + sum(relics[card]["gold"] for card in hand) == result["scores"][seat]


def test_a_summary_reveals_no_secret() -> None:
    """Resampled states that a seat cannot distinguish have the same summary."""
    match = Match(load("covil"), {"players": 3}, seed=2)
    rng = Rng(7)
    for _ in range(120):
        if match.state.result() is not None:
            return
        for seat in range(3):
            world = match.state.resample(seat, rng)
            assert world.public_summary() == match.state.public_summary()
        match.play(match.state.legal_texts()[-1])


def test_what_is_being_paid_for_says_its_price() -> None:
    match = Match(load("covil"), {"players": 2}, seed=3)
    while not any(text.startswith("hire") for text in match.state.legal_texts()):
        match.play(match.state.legal_texts()[0])
    assert "price" not in match.state.public_summary()
    hire = next(text for text in match.state.legal_texts() if text.startswith("hire"))
    explanation = match.state.explain(hire)
    match.play(hire)
    assert explanation.endswith(f"costs {match.state.public_summary()['price']}.")
