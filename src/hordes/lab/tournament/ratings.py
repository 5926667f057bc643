"""Plackett-Luce ratings from finishing orders (Bradley-Terry for two players), with bootstrap intervals.

Strengths are fitted with Hunter's minorise-maximise iteration. A small prior against an imaginary average player keeps
the strength of a bot that never lost finite. Points are on the Elo scale: 400 points are odds of ten to one.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hordes.engine.core.rng import Rng

PRIOR_GAMES = 0.5
"""Prior wins and losses of every bot against the imaginary player."""

FinishingOrder = tuple[tuple[str, ...], ...]
"""Finishing order of a game: groups of bots, the best first; bots in one group are tied."""


def ranking_choices(orders: Sequence[FinishingOrder]) -> tuple[list[tuple[str, tuple[str, ...]]], list[str]]:
    """Every order as a sequence of choices: the winner among those not yet placed. Tied bots each beat those behind."""
    steps: list[tuple[str, tuple[str, ...]]] = []
    names: set[str] = set()
    for order in orders:
        names.update(name for group in order for name in group)
        for place, group in enumerate(order):
            behind = tuple(name for later in order[place + 1 :] for name in later)
            steps += [(name, (name, *behind)) for name in group if behind]
    return steps, sorted(names)


def plackett_luce(orders: Sequence[FinishingOrder], rounds: int = 200) -> dict[str, float]:
    """Log-strength of every bot; the imaginary player has 0.

    >>> strengths = plackett_luce([(("a",), ("b",))] * 3 + [(("b",), ("a",))])
    >>> strengths["a"] > 0 > strengths["b"]
    True
    """
    steps, names = ranking_choices(orders)
    merged: dict[tuple[str, tuple[str, ...]], int] = {}
    for winner, among in steps:
        key = (winner, tuple(sorted(among)))
        merged[key] = merged.get(key, 0) + 1
    wins = dict.fromkeys(names, PRIOR_GAMES)
    for (winner, _), n in merged.items():
        wins[winner] += n
    power = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        # the prior: PRIOR_GAMES wins and as many losses against a player of strength 1
        weight = {name: 2 * PRIOR_GAMES / (power[name] + 1.0) for name in names}
        for (_, among), n in merged.items():
            total = n / sum(power[name] for name in among)
            for name in among:
                weight[name] += total
        # minorise-maximise step: wins over the expected number at the current strengths
        renewed = {name: wins[name] / weight[name] for name in names}
        change = max(abs(math.log(renewed[name] / power[name])) for name in names)
        power = renewed
        if change < 1e-7:
            break
    return {name: math.log(power[name]) for name in names}


@dataclass(frozen=True)
class RatingEstimate:
    """Rating points with a 95 % interval."""

    points: float
    low: float
    high: float


def elo(logs: dict[str, float], pinned: str) -> dict[str, float]:
    """Convert to the Elo scale, with one bot fixed at 0."""
    base = logs.get(pinned, 0.0)
    return {name: (value - base) * 400 / math.log(10) for name, value in logs.items()}


def rate_with_intervals(
    clusters: Sequence[Sequence[FinishingOrder]], pinned: str, draws: int = 200, seed: int = 1
) -> dict[str, RatingEstimate]:
    """Ratings with 95 % intervals by resampling clusters: games with the same seed are not independent."""
    whole = elo(plackett_luce([order for cluster in clusters for order in cluster]), pinned)
    rng, samples = Rng(seed), {name: list[float]() for name in whole}
    for _ in range(draws):
        drawn = [clusters[rng.below(len(clusters))] for _ in clusters]
        for name, points in elo(plackett_luce([order for cluster in drawn for order in cluster], 60), pinned).items():
            samples[name].append(points)
    return {name: RatingEstimate(whole[name], *_interval(samples[name], whole[name])) for name in whole}


def _interval(values: list[float], middle: float) -> tuple[float, float]:
    ordered = sorted(values) or [middle]
    return ordered[int(0.025 * (len(ordered) - 1))], ordered[math.ceil(0.975 * (len(ordered) - 1))]


def openskill_ratings(orders: Sequence[FinishingOrder]) -> dict[str, tuple[float, float]]:
    """Mean and uncertainty by openskill's Plackett-Luce; empty if the library is not installed."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for order in orders for group in order for name in group}
    for order in orders:
        names = [name for group in order for name in group]
        if len(set(names)) < len(names):
            continue
        ranks = [rank for rank, group in enumerate(order) for _ in group]
        teams = model.rate([[ratings[name]] for name in names], ranks=[float(rank) for rank in ranks])
        ratings |= {name: team[0] for name, team in zip(names, teams, strict=True)}
    return {name: (float(rating.mu), float(rating.sigma)) for name, rating in ratings.items()}
