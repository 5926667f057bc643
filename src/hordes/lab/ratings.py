"""Ratings from finishing orders: Plackett-Luce, which is Bradley-Terry at a table of two, with bootstrap intervals.

Strengths come from Hunter's minorise-maximise iteration. Every bot gets a small prior against an imaginary average
player, so that one who has never lost does not end up at infinity. Points are on Elo's scale: 400 of them mean ten to
one.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hordes.engine.rng import Rng

PRIOR = 0.5
"""Wins and losses against the imaginary player that everybody starts with."""

Order = tuple[tuple[str, ...], ...]
"""A finished game: groups of bots, the best first; those in one group are tied."""


def chosen(orders: Sequence[Order]) -> tuple[list[tuple[str, tuple[str, ...]]], list[str]]:
    """Every step of every order: who came out ahead of whom. Those who are tied are each ahead of all behind them."""
    steps: list[tuple[str, tuple[str, ...]]] = []
    names: set[str] = set()
    for order in orders:
        names.update(name for group in order for name in group)
        for place, group in enumerate(order):
            behind = tuple(name for later in order[place + 1 :] for name in later)
            steps += [(name, (name, *behind)) for name in group if behind]
    return steps, sorted(names)


def strengths(orders: Sequence[Order], rounds: int = 200) -> dict[str, float]:
    """The logarithm of every bot's strength, the imaginary player at 0.

    >>> found = strengths([(("a",), ("b",))] * 3 + [(("b",), ("a",))])
    >>> found["a"] > 0 > found["b"]
    True
    """
    steps, names = chosen(orders)
    merged: dict[tuple[str, tuple[str, ...]], int] = {}
    for winner, among in steps:
        key = (winner, tuple(sorted(among)))
        merged[key] = merged.get(key, 0) + 1
    wins = dict.fromkeys(names, PRIOR)
    for (winner, _), n in merged.items():
        wins[winner] += n
    power = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        weight = {name: 2 * PRIOR / (power[name] + 1.0) for name in names}
        for (_, among), n in merged.items():
            total = n / sum(power[name] for name in among)
            for name in among:
                weight[name] += total
        renewed = {name: wins[name] / weight[name] for name in names}
        change = max(abs(math.log(renewed[name] / power[name])) for name in names)
        power = renewed
        if change < 1e-7:
            break
    return {name: math.log(power[name]) for name in names}


@dataclass(frozen=True)
class Rating:
    """Points with their interval."""

    points: float
    low: float
    high: float


def elo(logs: dict[str, float], pinned: str) -> dict[str, float]:
    """Points on Elo's scale, one bot pinned at 0."""
    base = logs.get(pinned, 0.0)
    return {name: (value - base) * 400 / math.log(10) for name, value in logs.items()}


def rate(clusters: Sequence[Sequence[Order]], pinned: str, draws: int = 200, seed: int = 1) -> dict[str, Rating]:
    """Ratings with 95 % intervals from resampling whole clusters: games of one seed belong together."""
    whole = elo(strengths([order for cluster in clusters for order in cluster]), pinned)
    rng, seen = Rng(seed), {name: list[float]() for name in whole}
    for _ in range(draws):
        drawn = [clusters[rng.below(len(clusters))] for _ in clusters]
        for name, points in elo(strengths([order for cluster in drawn for order in cluster], 60), pinned).items():
            seen[name].append(points)
    return {name: Rating(whole[name], *_interval(seen[name], whole[name])) for name in whole}


def _interval(values: list[float], middle: float) -> tuple[float, float]:
    ordered = sorted(values) or [middle]
    return ordered[int(0.025 * (len(ordered) - 1))], ordered[math.ceil(0.975 * (len(ordered) - 1))]


def openskill_ratings(orders: Sequence[Order]) -> dict[str, tuple[float, float]]:
    """Mean and uncertainty by openskill's Plackett-Luce, if that library is installed; otherwise nothing."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    found = {name: model.rating(name=name) for order in orders for group in order for name in group}
    for order in orders:
        names = [name for group in order for name in group]
        if len(set(names)) < len(names):
            continue
        ranks = [rank for rank, group in enumerate(order) for _ in group]
        teams = model.rate([[found[name]] for name in names], ranks=[float(rank) for rank in ranks])
        found |= {name: team[0] for name, team in zip(names, teams, strict=True)}
    return {name: (float(rating.mu), float(rating.sigma)) for name, rating in found.items()}
