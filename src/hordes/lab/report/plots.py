"""Plots of a report; needs the extra `report` (matplotlib)."""

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.engine.games import load
from hordes.lab.report.aggregate import LUCK_CLASSES, OutcomeTable, RunStats
from hordes.lab.simulate.summary import are_places

INK = "#1d2733"
BLUE, ORANGE, GREY = "#2c5f96", "#d7702a", "#8a94a0"
PALETTE = ("#2c5f96", "#93b562", "#d7702a", "#8a5fb5", "#b0a080", "#4d94c4")
MIN_PICKS = 5
"""Cells of the heat map with fewer picks stay white."""


def pyplot() -> Any:
    """Matplotlib's pyplot with a headless backend; raises `BadRequest` if it is not installed."""
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


class ReportPlots:
    """Creates all plots of one run."""

    def __init__(self, stats: RunStats) -> None:
        self.stats = stats
        self.plt = pyplot()
        self.game = load(stats.metadata["game"])
        self.names: dict[str, dict[str, str]] = {}

    def piece_name(self, kind: str, key: str) -> str:
        """Display name of a piece."""
        if kind not in self.names:
            self.names[kind] = self.game.piece_names(self.stats.metadata["options"], kind)
        return self.names[kind].get(key, key)

    def all_plots(self) -> list[tuple[str, str, Any]]:
        """All plots for which there is data: file name, caption, figure."""
        stats = self.stats
        has_income = any(stats.income.values())
        plots: list[tuple[str, str, Any]] = []
        for kind, outcomes in stats.pieces.items():
            words = kind.replace(" ", "-")
            label = {key: self.piece_name(kind, key) for key in outcomes}
            plots.append((f"by-{words}", f"Win share and points by {kind}", self.ranking(outcomes, label, kind)))
        makers: list[tuple[str, str, Any, Callable[[], Any]]] = [
            ("pairs", f"Win share of every pair of {' and '.join(stats.pair_kinds)}", stats.pairs, self.heat_map),
            ("by-seat", "By place in turn order, the first player first", stats.order, self.by_order),
            ("declines", "By the turn of the first decline", any(stats.declines), self.by_decline),
            ("income", "Where income comes from, turn by turn", has_income, self.by_income),
            ("luck", "Luck with the die", stats.luck, self.by_luck),
            ("scores", "How many points", stats.scores, self.histogram),
        ]
        return plots + [(file, caption, make()) for file, caption, material, make in makers if material]

    def ranking(self, outcomes: OutcomeTable, label: dict[str, str], kind: str) -> Any:
        """One row per piece: win share with its interval, and mean score."""
        keys = sorted(outcomes, key=lambda key: outcomes[key].win_share)
        rows = range(len(keys))
        figure, (left, right) = self.plt.subplots(
            1, 2, figsize=(9, 1.2 + 0.21 * len(keys)), sharey=True, width_ratios=(3, 2), layout="constrained"
        )
        shares = [outcomes[key].win_share for key in keys]
        spans = [outcomes[key].win_interval for key in keys]
        errors = [[s - low for s, (low, _) in zip(shares, spans, strict=True)]]
        errors.append([high - s for s, (_, high) in zip(shares, spans, strict=True)])
        left.errorbar(shares, rows, xerr=errors, fmt="o", color=BLUE, ecolor=GREY, markersize=4, elinewidth=1)
        left.axvline(self.stats.fair_share, color=ORANGE, linewidth=1)
        left.set_yticks(rows, [label[key] for key in keys])
        left.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        left.set_title(f"wins of whoever took the {kind}")
        right.barh(rows, [outcomes[key].mean for key in keys], color=PALETTE[1])
        right.set_title("points, mean")
        for row, key in zip(rows, keys, strict=True):
            right.text(0, row, f" {outcomes[key].mean:.1f}   n = {outcomes[key].n:,}", va="center", fontsize=7)
        return figure

    def heat_map(self) -> Any:
        """Win shares by what is taken together, in rows and columns; a dot marks intervals without the fair share."""
        pairs, (row_kind, column_kind) = self.stats.pairs, self.stats.pair_kinds
        rows = sorted({row for row, _ in pairs}, key=lambda key: -self.stats.pieces[row_kind][key].win_share)
        columns = sorted({other for _, other in pairs}, key=lambda key: -self.stats.pieces[column_kind][key].win_share)
        expected = self.stats.fair_share
        cells = [[_pair_win_share(pairs, row, column) for column in columns] for row in rows]
        figure, axes = self.plt.subplots(
            figsize=(2.2 + 0.3 * len(columns), 1.8 + 0.24 * len(rows)), layout="constrained"
        )
        spread = max([abs(c - expected) for line in cells for c in line if not math.isnan(c)] or [0.1])
        scale = self.plt.matplotlib.colors.TwoSlopeNorm(expected, max(0.0, expected - spread), expected + spread)
        image = axes.imshow(cells, cmap="RdBu", norm=scale, aspect="auto")
        dots = [
            (x, y)
            for y, row in enumerate(rows)
            for x, column in enumerate(columns)
            if self._differs_from_fair(row, column)
        ]
        axes.scatter([x for x, _ in dots], [y for _, y in dots], s=4, color="black")
        axes.set_xticks(range(len(columns)), [self.piece_name(column_kind, key) for key in columns], rotation=90)
        axes.set_yticks(range(len(rows)), [self.piece_name(row_kind, key) for key in rows])
        figure.colorbar(image, ax=axes, format=lambda value, _: f"{value:.0%}", shrink=0.7)
        axes.set_title(f"win share; dot: 95 % interval without {expected:.0%}; white: fewer than {MIN_PICKS} picks")
        return figure

    def _differs_from_fair(self, row: str, column: str) -> bool:
        """Whether the interval of a pair excludes the fair share."""
        outcome = self.stats.pairs.get((row, column))
        return (
            outcome is not None
            and outcome.n >= MIN_PICKS
            and not outcome.win_interval[0] <= self.stats.fair_share <= outcome.win_interval[1]
        )

    def _bar_chart(
        self, outcomes: OutcomeTable, labels: list[str], keys: list[Any], title: str, axis_label: str
    ) -> Any:
        figure, (left, right) = self.plt.subplots(1, 2, figsize=(9, 3), layout="constrained")
        shares, spans = [outcomes[key].win_share for key in keys], [outcomes[key].win_interval for key in keys]
        errors = [[s - low for s, (low, _) in zip(shares, spans, strict=True)]]
        errors.append([high - s for s, (_, high) in zip(shares, spans, strict=True)])
        places = range(len(keys))
        left.bar(places, shares, yerr=errors, color=BLUE, ecolor=GREY)
        left.axhline(self.stats.fair_share, color=ORANGE, linewidth=1)
        left.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        left.set_title(title)
        right.bar(places, [outcomes[key].mean for key in keys], color=PALETTE[1])
        right.set_title("points, mean")
        for axes in (left, right):
            axes.set_xticks(places, labels)
            axes.set_xlabel(axis_label)
        return figure

    def by_order(self) -> Any:
        """Results by place in turn order."""
        order = self.stats.order
        keys = sorted(order)
        return self._bar_chart(order, [str(key + 1) for key in keys], keys, "wins by place in turn order", "place")

    def by_decline(self) -> Any:
        """Results by the turn of the first decline."""
        keys = sorted(self.stats.declines, key=lambda key: key or 99)
        labels = [str(key) if key else "never" for key in keys]
        return self._bar_chart(self.stats.declines, labels, keys, "wins by turn of the first decline", "turn")

    def by_luck(self) -> Any:
        """Results by a seat's mean dice roll, in classes."""
        keys = [key for key in range(LUCK_CLASSES) if key in self.stats.luck]
        labels = [f"{key / 2:g} to {(key + 1) / 2:g}" for key in keys]
        return self._bar_chart(self.stats.luck, labels, keys, "wins by mean pips of a seat's rolls", "pips a roll")

    def by_income(self) -> Any:
        """Mean income per turn, stacked by source."""
        income, counts = self.stats.income, self.stats.turns
        turns = [turn for turn in sorted(income) if counts[turn]]
        sums: Counter[str] = sum((income[turn] for turn in turns), Counter())
        kinds = [kind for kind, _ in sums.most_common()]
        figure, axes = self.plt.subplots(figsize=(9, 3.2), layout="constrained")
        if kinds:
            stacks = [[income[turn][kind] / counts[turn] for turn in turns] for kind in kinds]
            axes.stackplot(turns, stacks, labels=kinds, colors=PALETTE)
            axes.legend(loc="upper left", frameon=False, ncols=3)
        axes.set_xlabel("turn of the game")
        axes.set_title("income of a seat's turn, mean")
        return figure

    def histogram(self) -> Any:
        """Distribution of final scores."""
        figure, axes = self.plt.subplots(figsize=(9, 2.6), layout="constrained")
        scores = self.stats.scores
        axes.bar(list(scores), list(scores.values()), width=1.0, color=BLUE)
        axes.set_title("points at the end, all seats")
        return figure


def _pair_win_share(pairs: OutcomeTable, row: str, column: str) -> float:
    outcome = pairs.get((row, column))
    return outcome.win_share if outcome is not None and outcome.n >= MIN_PICKS else math.nan


def by_board(runs: list[RunStats]) -> Any:
    """Win shares by turn order, and mean scores, for each board."""
    plt = pyplot()
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    for k, stats in enumerate(runs):
        places = sorted(stats.order or stats.seat)
        outcomes = stats.order or stats.seat
        label = f"{stats.board}, {stats.player_names}"
        over = [outcomes[place].win_share / stats.fair_share for place in places]
        spans = [outcomes[place].win_interval for place in places]
        errors = [[o - low / stats.fair_share for o, (low, _) in zip(over, spans, strict=True)]]
        errors.append([high / stats.fair_share - o for o, (_, high) in zip(over, spans, strict=True)])
        shifted = [place + 1 + 0.06 * k for place in places]
        left.errorbar(shifted, over, yerr=errors, fmt="o-", color=PALETTE[k % len(PALETTE)], label=label, elinewidth=1)
        mean = sum(score * n for score, n in stats.scores.items()) / stats.scores.total()
        right.bar(k, mean, color=PALETTE[k % len(PALETTE)])
    left.axhline(1, color=ORANGE, linewidth=1)
    left.set_title("wins by place in turn order, in fair shares")
    left.set_xticks(range(1, 1 + max(stats.seats for stats in runs)))
    left.legend(frameon=False, fontsize=7)
    right.set_xticks(range(len(runs)), [stats.board for stats in runs], rotation=30, ha="right")
    right.set_title("points, mean")
    return figure


def comparison_plots(runs: list[RunStats]) -> list[tuple[str, str, Any]]:
    """All plots that compare several runs: file name, caption, figure."""
    taken = dict.fromkeys(kind for stats in runs for kind in stats.pieces)
    kinds = [kind for kind in taken if sum(kind in stats.pieces for stats in runs) > 1 and not _is_place(runs, kind)]
    return [
        ("by-board", "Turn order and points, board by board", by_board(runs)),
        *[(f"{kind}-by-board", f"Win share by {kind} and board", pieces_by_board(runs, kind)) for kind in kinds],
    ]


def _is_place(runs: list[RunStats], kind: str) -> bool:
    return any(
        are_places(load(stats.metadata["game"]), stats.metadata["options"], stats.pieces[kind])
        for stats in runs
        if kind in stats.pieces
    )


def pieces_by_board(runs: list[RunStats], kind: str) -> Any:
    """Pieces by run: win share relative to the fair share, with half the width of its interval."""
    plt = pyplot()
    runs = [stats for stats in runs if kind in stats.pieces]
    keys = sorted(
        {key for stats in runs for key in stats.pieces[kind]},
        key=lambda key: -_relative_win_share(runs, kind, key),
    )
    figure, axes = plt.subplots(figsize=(3 + 1.3 * len(runs), 1.6 + 0.26 * len(keys)), layout="constrained")
    cells = [[_relative_win_share([stats], kind, key) for stats in runs] for key in keys]
    spread = max([abs(cell - 1) for row in cells for cell in row if not math.isnan(cell)] or [0.1])
    image = axes.imshow(cells, cmap="RdBu", vmin=1 - spread, vmax=1 + spread, aspect="auto")
    for y, key in enumerate(keys):
        for x, stats in enumerate(runs):
            if key in stats.pieces[kind]:
                low, high = stats.pieces[kind][key].win_interval
                text = f"{cells[y][x]:.2f} ± {(high - low) / 2 / stats.fair_share:.2f}"
                ink = "white" if abs(cells[y][x] - 1) > 0.6 * spread else INK
                axes.text(x, y, text, ha="center", va="center", fontsize=7, color=ink)
    plots = ReportPlots(runs[0])
    axes.set_yticks(range(len(keys)), [plots.piece_name(kind, key) for key in keys])
    axes.set_xticks(range(len(runs)), [f"{stats.board}\n{stats.player_names}" for stats in runs], fontsize=7)
    figure.colorbar(image, ax=axes, shrink=0.7)
    figure.suptitle("wins in fair shares, ± half of the 95 % interval", fontsize=9, fontweight="bold")
    return figure


def _relative_win_share(runs: list[RunStats], kind: str, key: str) -> float:
    """Win share of a piece relative to the fair share, over all runs."""
    outcomes = [(stats.pieces[kind][key], stats.fair_share) for stats in runs if key in stats.pieces[kind]]
    count = sum(outcome.n for outcome, _ in outcomes)
    return sum(outcome.share / expected for outcome, expected in outcomes) / count if count else math.nan
