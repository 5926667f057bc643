"""Pictures of a study; needs the extra `report` (matplotlib)."""

import math
from collections.abc import Callable
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.lab.report import names_of
from hordes.lab.study import LUCK, Fates, Study

INK = "#1d2733"
BLUE, ORANGE, GREY = "#2c5f96", "#d7702a", "#8a94a0"
PALETTE = ("#2c5f96", "#93b562", "#d7702a", "#8a5fb5", "#b0a080", "#4d94c4")
FEW = 5
"""Cells of the heat map with fewer picks are left white."""


def pyplot() -> Any:
    """Matplotlib without a screen, or a line that says how to get it."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise BadRequest("A report needs matplotlib: pip install 'hordes[report]'.") from None
    mpl.use("Agg")
    from matplotlib import pyplot

    pyplot.rcParams.update({
        "figure.dpi": 110, "font.size": 9, "axes.spines.top": False, "axes.spines.right": False,
        "axes.edgecolor": GREY, "axes.labelcolor": INK, "text.color": INK, "xtick.color": INK, "ytick.color": INK,
        "svg.hashsalt": "hordes", "axes.titleweight": "bold", "axes.titlelocation": "left",
    })  # fmt: skip
    return pyplot


class Atelier:
    """Draws what a study has."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.plt = pyplot()
        self.game = load(study.head["game"])
        self.names: dict[str, dict[str, str]] = {}

    def name(self, kind: str, key: str) -> str:
        """A piece by its name."""
        if kind not in self.names:
            found = names_of(self.game, self.study.head["options"], kind)
            self.names[kind] = {k: str(entry.get("name", k)) for k, entry in found.items()}
        return self.names[kind].get(key, key)

    def all(self) -> list[tuple[str, str, Any]]:
        """Every picture there is something for: file name, caption, figure."""
        study = self.study
        found: list[tuple[str, str, Any]] = []
        for kind, fates in study.pieces.items():
            words = kind.replace(" ", "-")
            label = {key: self.name(kind, key) for key in fates}
            found.append((f"by-{words}", f"Win share and points by {kind}", self.ranking(fates, label, kind)))
        makers: list[tuple[str, str, Any, Callable[[], Any]]] = [
            ("pairs", "Win share of every pair of race and power", study.pairs, self.heat_map),
            ("by-seat", "By place in turn order, the first player first", study.order, self.by_order),
            ("declines", "By the turn of the first decline", any(study.declines), self.by_decline),
            ("income", "Where coins come from, turn by turn", study.income, self.by_income),
            ("luck", "Luck with the die", study.luck, self.by_luck),
            ("scores", "How many points", study.scores, self.histogram),
        ]
        return found + [(file, caption, make()) for file, caption, material, make in makers if material]

    def ranking(self, fates: Fates, label: dict[str, str], kind: str) -> Any:
        """A row for each piece: share of wins with its interval, and points beside it."""
        keys = sorted(fates, key=lambda key: fates[key].part)
        rows = range(len(keys))
        figure, (left, right) = self.plt.subplots(
            1, 2, figsize=(9, 1.2 + 0.21 * len(keys)), sharey=True, width_ratios=(3, 2), layout="constrained"
        )
        shares = [fates[key].part for key in keys]
        spans = [fates[key].between for key in keys]
        errors = [[s - low for s, (low, _) in zip(shares, spans, strict=True)]]
        errors.append([high - s for s, (_, high) in zip(shares, spans, strict=True)])
        left.errorbar(shares, rows, xerr=errors, fmt="o", color=BLUE, ecolor=GREY, markersize=4, elinewidth=1)
        left.axvline(self.study.expected, color=ORANGE, linewidth=1)
        left.set_yticks(rows, [label[key] for key in keys])
        left.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        left.set_title(f"wins of whoever took the {kind}")
        right.barh(rows, [fates[key].mean for key in keys], color=PALETTE[1])
        right.set_title("points, mean")
        for row, key in zip(rows, keys, strict=True):
            right.text(0, row, f" {fates[key].mean:.1f}   n = {fates[key].n:,}", va="center", fontsize=7)
        return figure

    def heat_map(self) -> Any:
        """Races down, powers across; a dot where the interval leaves out what chance alone would give."""
        pairs = self.study.pairs
        races = sorted({race for race, _ in pairs}, key=lambda key: -self.study.pieces["race"][key].part)
        powers = sorted({power for _, power in pairs}, key=lambda key: -self.study.pieces["power"][key].part)
        expected = self.study.expected
        cells = [[_part(pairs, race, power) for power in powers] for race in races]
        figure, axes = self.plt.subplots(
            figsize=(2.2 + 0.3 * len(powers), 1.8 + 0.24 * len(races)), layout="constrained"
        )
        spread = max([abs(c - expected) for row in cells for c in row if not math.isnan(c)] or [0.1])
        scale = self.plt.matplotlib.colors.TwoSlopeNorm(expected, max(0.0, expected - spread), expected + spread)
        image = axes.imshow(cells, cmap="RdBu", norm=scale, aspect="auto")
        dots = [(x, y) for y, race in enumerate(races) for x, power in enumerate(powers) if self._apart(race, power)]
        axes.scatter([x for x, _ in dots], [y for _, y in dots], s=4, color="black")
        axes.set_xticks(range(len(powers)), [self.name("power", key) for key in powers], rotation=90)
        axes.set_yticks(range(len(races)), [self.name("race", key) for key in races])
        figure.colorbar(image, ax=axes, format=lambda value, _: f"{value:.0%}", shrink=0.7)
        axes.set_title(f"win share; dot: 95 % interval without {expected:.0%}; white: fewer than {FEW} picks")
        return figure

    def _apart(self, race: str, power: str) -> bool:
        """Does the interval of a pair leave out what chance alone would give?"""
        fate = self.study.pairs.get((race, power))
        return fate is not None and fate.n >= FEW and not fate.between[0] <= self.study.expected <= fate.between[1]

    def _columns(self, fates: Fates, labels: list[str], keys: list[Any], title: str, note: str) -> Any:
        figure, (left, right) = self.plt.subplots(1, 2, figsize=(9, 3), layout="constrained")
        shares, spans = [fates[key].part for key in keys], [fates[key].between for key in keys]
        errors = [[s - low for s, (low, _) in zip(shares, spans, strict=True)]]
        errors.append([high - s for s, (_, high) in zip(shares, spans, strict=True)])
        places = range(len(keys))
        left.bar(places, shares, yerr=errors, color=BLUE, ecolor=GREY)
        left.axhline(self.study.expected, color=ORANGE, linewidth=1)
        left.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        left.set_title(title)
        right.bar(places, [fates[key].mean for key in keys], color=PALETTE[1])
        right.set_title("points, mean")
        for axes in (left, right):
            axes.set_xticks(places, labels)
            axes.set_xlabel(note)
        return figure

    def by_order(self) -> Any:
        """From the first player on."""
        order = self.study.order
        keys = sorted(order)
        return self._columns(order, [str(key + 1) for key in keys], keys, "wins by place in turn order", "place")

    def by_decline(self) -> Any:
        """When the first race was put into decline."""
        keys = sorted(self.study.declines, key=lambda key: key or 99)
        labels = [str(key) if key else "never" for key in keys]
        return self._columns(self.study.declines, labels, keys, "wins by turn of the first decline", "turn")

    def by_luck(self) -> Any:
        """The mean of a seat's rolls over a game, in classes."""
        keys = [key for key in range(LUCK) if key in self.study.luck]
        labels = [f"{key / 2:g} to {(key + 1) / 2:g}" for key in keys]
        return self._columns(self.study.luck, labels, keys, "wins by mean pips of a seat's rolls", "pips a roll")

    def by_income(self) -> Any:
        """Coins a turn of a seat, stacked by where they come from."""
        income, counts = self.study.income, self.study.turns
        turns = [turn for turn in sorted(income) if counts[turn]]
        kinds = [kind for kind in ("regions", "race", "power", "marker", "decline", "coins") if
                 any(income[turn][kind] for turn in turns)]  # fmt: skip
        figure, axes = self.plt.subplots(figsize=(9, 3.2), layout="constrained")
        if kinds:
            stacks = [[income[turn][kind] / counts[turn] for turn in turns] for kind in kinds]
            axes.stackplot(turns, stacks, labels=[("gold" if kind == "coins" else kind) for kind in kinds],
                           colors=PALETTE)  # fmt: skip
            axes.legend(loc="upper left", frameon=False, ncols=3)
        axes.set_xlabel("turn of the game (Covil: day)")
        axes.set_title("income of a seat's turn, mean")
        return figure

    def histogram(self) -> Any:
        """Points of all seats."""
        figure, axes = self.plt.subplots(figsize=(9, 2.6), layout="constrained")
        scores = self.study.scores
        axes.bar(list(scores), list(scores.values()), width=1.0, color=BLUE)
        axes.set_title("points at the end, all seats")
        return figure


def _part(pairs: Fates, race: str, power: str) -> float:
    fate = pairs.get((race, power))
    return fate.part if fate is not None and fate.n >= FEW else math.nan


def by_board(studies: list[Study]) -> Any:
    """What each place in turn order wins, and how many points there are, board by board."""
    plt = pyplot()
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    for k, study in enumerate(studies):
        places = sorted(study.order or study.seat)
        fates = study.order or study.seat
        label = f"{study.board}, {study.who}"
        over = [fates[place].part / study.expected for place in places]
        spans = [fates[place].between for place in places]
        errors = [[o - low / study.expected for o, (low, _) in zip(over, spans, strict=True)]]
        errors.append([high / study.expected - o for o, (_, high) in zip(over, spans, strict=True)])
        shifted = [place + 1 + 0.06 * k for place in places]
        left.errorbar(shifted, over, yerr=errors, fmt="o-", color=PALETTE[k % len(PALETTE)], label=label, elinewidth=1)
        mean = sum(score * n for score, n in study.scores.items()) / study.scores.total()
        right.bar(k, mean, color=PALETTE[k % len(PALETTE)])
    left.axhline(1, color=ORANGE, linewidth=1)
    left.set_title("wins by place in turn order, in fair shares")
    left.set_xticks(range(1, 1 + max(study.seats for study in studies)))
    left.legend(frameon=False, fontsize=7)
    right.set_xticks(range(len(studies)), [study.board for study in studies], rotation=30, ha="right")
    right.set_title("points, mean")
    return figure


def side_by_side(studies: list[Study]) -> list[tuple[str, str, Any]]:
    """Every picture that several runs make together: file name, caption, figure."""
    kinds = [kind for kind in ("overlord", "race", "power") if sum(kind in study.pieces for study in studies) > 1]
    return [
        ("by-board", "Turn order and points, board by board", by_board(studies)),
        *[(f"{kind}-by-board", f"Win share by {kind} and board", pieces_by_board(studies, kind)) for kind in kinds],
    ]


def pieces_by_board(studies: list[Study], kind: str) -> Any:
    """Pieces down, runs across: the share of victories in fair shares, with half the width of its interval."""
    plt = pyplot()
    studies = [study for study in studies if kind in study.pieces]
    keys = sorted({key for study in studies for key in study.pieces[kind]}, key=lambda key: -_fair(studies, kind, key))
    figure, axes = plt.subplots(figsize=(3 + 1.3 * len(studies), 1.6 + 0.26 * len(keys)), layout="constrained")
    cells = [[_fair([study], kind, key) for study in studies] for key in keys]
    spread = max([abs(cell - 1) for row in cells for cell in row if not math.isnan(cell)] or [0.1])
    image = axes.imshow(cells, cmap="RdBu", vmin=1 - spread, vmax=1 + spread, aspect="auto")
    for y, key in enumerate(keys):
        for x, study in enumerate(studies):
            if key in study.pieces[kind]:
                low, high = study.pieces[kind][key].between
                text = f"{cells[y][x]:.2f} ± {(high - low) / 2 / study.expected:.2f}"
                ink = "white" if abs(cells[y][x] - 1) > 0.6 * spread else INK
                axes.text(x, y, text, ha="center", va="center", fontsize=7, color=ink)
    atelier = Atelier(studies[0])
    axes.set_yticks(range(len(keys)), [atelier.name(kind, key) for key in keys])
    axes.set_xticks(range(len(studies)), [f"{study.board}\n{study.who}" for study in studies], fontsize=7)
    figure.colorbar(image, ax=axes, shrink=0.7)
    figure.suptitle("wins in fair shares, ± half of the 95 % interval", fontsize=9, fontweight="bold")
    return figure


def _fair(studies: list[Study], kind: str, key: str) -> float:
    """What a piece wins, in shares that everybody would have if all were alike, over all runs."""
    fates = [(study.pieces[kind][key], study.expected) for study in studies if key in study.pieces[kind]]
    count = sum(fate.n for fate, _ in fates)
    return sum(fate.share / expected for fate, expected in fates) / count if count else math.nan
