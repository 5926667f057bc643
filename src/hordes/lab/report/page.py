"""Writes the HTML report: one self-contained file, and its plots as separate files beside it."""

import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hordes.lab.html_pages import render
from hordes.lab.report.aggregate import OutcomeStats, RunStats
from hordes.lab.report.plots import ReportPlots, comparison_plots

PAIRS_SHOWN = 12
"""Rows of the tables of the best and the worst pairs."""


@dataclass
class NumberTable:
    """A table of outcomes by name, shown below a plot."""

    title: str
    rows: list[tuple[str, OutcomeStats]]


@dataclass
class PagePlot:
    """A plot on a page: its caption, its drawing, and the tables that belong to it."""

    caption: str
    svg: str
    tables: list[NumberTable] = field(default_factory=list)


def write_report(stats: RunStats, folder: Path) -> list[Path]:
    """Write the report; returns its path, then those of the plots."""
    drawn = ReportPlots(stats)
    files, plots = list[Path](), list[PagePlot]()
    for name, caption, figure in drawn.all_plots():
        drawing = svg_of(figure)
        files += write_plot(folder, name, drawing, figure)
        drawn.plt.close(figure)
        plots.append(PagePlot(caption, svg_element(drawing), tables_for_plot(stats, drawn, name)))
    head = stats.metadata
    what = (f"{stats.games:,} games of {head['game']}", stats.board, f"{stats.seats} seats")
    title = ", ".join(part for part in what if part)
    page = folder / "index.html"
    page.write_text(render("report", title=title, stats=stats, plots=plots), encoding="utf-8")
    return [page, *files]


def write_plot(folder: Path, name: str, drawing: str, figure: Any) -> list[Path]:
    """Write a plot as SVG and PNG; returns the files."""
    files = [folder / f"{name}.svg", folder / f"{name}.png"]
    files[0].write_text(drawing, encoding="utf-8")
    files[1].write_bytes(png_of(figure))
    return files


def svg_of(figure: Any) -> str:
    """A figure as SVG, identical on every run."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()


def svg_element(drawing: str) -> str:
    """The element of an SVG file, to stand within a page."""
    return drawing[drawing.index("<svg") :]


def png_of(figure: Any) -> bytes:
    """A figure as PNG."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def tables_for_plot(stats: RunStats, plots: ReportPlots, name: str) -> list[NumberTable]:
    """The tables that belong to a plot."""
    if name == "pairs":
        best = sorted(stats.pairs.items(), key=lambda item: -item[1].win_interval[0])[:PAIRS_SHOWN]
        worst = sorted(stats.pairs.items(), key=lambda item: item[1].win_interval[1])[:PAIRS_SHOWN]
        every = sorted(named_pairs(plots, stats.pairs.items()), key=lambda row: row[0])
        return [
            NumberTable("The best pairs, by the lower end", named_pairs(plots, best)),
            NumberTable("The worst, by the upper end", named_pairs(plots, worst)),
            NumberTable(f"All {len(every)} pairs with their intervals", every),
        ]
    for kind, outcomes in stats.pieces.items():
        if name == f"by-{kind.replace(' ', '-')}":
            rows = sorted(outcomes.items(), key=lambda item: -item[1].win_share)
            return [NumberTable("Numbers", [(plots.piece_name(kind, key), outcome) for key, outcome in rows])]
    return []


def named_pairs(
    plots: ReportPlots, pairs: Iterable[tuple[tuple[str, str], OutcomeStats]]
) -> list[tuple[str, OutcomeStats]]:
    """Outcomes of pairs by their names, the piece taken second first: an adjective and its noun."""
    noun, adjective = plots.stats.pair_kinds
    return [
        (f"{plots.piece_name(adjective, second)} {plots.piece_name(noun, first)}", outcome)
        for (first, second), outcome in pairs
    ]


def write_comparison(runs: list[RunStats], folder: Path) -> Path:
    """Write the page that compares several runs, and its plots; returns the page."""
    plots = list[PagePlot]()
    for name, caption, figure in comparison_plots(runs):
        drawing = svg_of(figure)
        write_plot(folder, name, drawing, figure)
        plots.append(PagePlot(caption, svg_element(drawing)))
    page = folder / "boards.html"
    rows = [comparison_row(stats) for stats in runs]
    page.write_text(render("boards", title="Board by board", rows=rows, plots=plots), encoding="utf-8")
    return page


def comparison_row(stats: RunStats) -> dict[str, str]:
    """Length of games, scores, and wins of the first player of a run, by the headings of their columns."""
    first = stats.order.get(0, OutcomeStats())
    mean = sum(score * n for score, n in stats.scores.items()) / stats.scores.total()
    low, high = first.win_interval
    return {
        "board": stats.board,
        "played by": stats.player_names,
        "seats": f"{stats.seats}",
        "games": f"{stats.games:,}",
        "decisions": f"{stats.decisions / stats.games:.0f}",
        "points": f"{mean:.1f}",
        "fair share": f"{stats.fair_share:.0%}",
        "first player wins": f"{first.win_share:.1%} ({low:.1%} to {high:.1%})" if first.n else "not kept",
    }
