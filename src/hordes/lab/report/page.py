"""Writes the HTML report: one self-contained file, and its plots as separate files beside it."""

import html
import io
from pathlib import Path
from typing import Any

from hordes.lab.report.aggregate import OutcomeStats, RunStats
from hordes.lab.report.plots import ReportPlots, comparison_plots

STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#1d2733}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2.5rem}figure{margin:1rem 0}svg{max-width:100%;height:auto}
table{border-collapse:collapse;font-size:.85rem}
td,th{padding:.15rem .7rem;text-align:right;border-bottom:1px solid #ddd}
td:first-child,th:first-child{text-align:left}details{margin:.5rem 0}"""
PAIRS_SHOWN = 12
"""Rows of the tables of the best and the worst pairs."""


def write_report(stats: RunStats, folder: Path) -> list[Path]:
    """Write the report; returns its path, then those of the plots."""
    plots = ReportPlots(stats)
    files, blocks = list[Path](), list[str]()
    for name, caption, figure in plots.all_plots():
        drawing = svg_of(figure)
        for suffix, content in ((".svg", drawing.encode()), (".png", png_of(figure))):
            files.append(folder / f"{name}{suffix}")
            files[-1].write_bytes(content)
        plots.plt.close(figure)
        blocks.append(f"<h2>{html.escape(caption)}</h2><figure>{drawing[drawing.index('<svg') :]}</figure>")
        blocks += tables_for_plot(stats, plots, name)
    page = folder / "index.html"
    page.write_text(report_page(stats, blocks), encoding="utf-8")
    return [page, *files]


def svg_of(figure: Any) -> str:
    """A figure as SVG, identical on every run."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()


def png_of(figure: Any) -> bytes:
    """A figure as PNG."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def report_page(stats: RunStats, blocks: list[str]) -> str:
    """The HTML of the whole report."""
    head = stats.metadata
    title = f"{stats.games:,} games of {head['game']}, {stats.board}, {stats.seats} seats"
    about = (
        f"Played by {html.escape(stats.player_names)}; seed {head['seed']}, rules {html.escape(str(head['rules']))}, "
        f"{stats.decisions / stats.games:.0f} decisions a game. Shares are shares of the victory, the line at "
        f"{stats.fair_share:.0%} is what everybody would have if all were alike, bars are 95 % intervals."
    )
    return html_page(title, f"<p>{about}</p>{''.join(blocks)}")


def html_page(title: str, content: str) -> str:
    """A self-contained HTML page."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body><h1>{html.escape(title)}</h1>{content}</body></html>\n"
    )


def tables_for_plot(stats: RunStats, plots: ReportPlots, name: str) -> list[str]:
    """The tables that belong to a plot."""
    if name == "pairs":
        ranked = sorted(stats.pairs.items(), key=lambda item: -item[1].win_interval[0])
        best = [(pair_name(plots, pair), outcome) for pair, outcome in ranked[:PAIRS_SHOWN]]
        last = sorted(stats.pairs.items(), key=lambda item: item[1].win_interval[1])[:PAIRS_SHOWN]
        worst = [(pair_name(plots, pair), outcome) for pair, outcome in last]
        every = sorted((pair_name(plots, pair), outcome) for pair, outcome in stats.pairs.items())
        return [
            html_table("The best pairs, by the lower end", best),
            html_table("The worst, by the upper end", worst),
            html_table(f"All {len(every)} pairs with their intervals", every),
        ]
    for kind, outcomes in stats.pieces.items():
        if name == f"by-{kind.replace(' ', '-')}":
            rows = sorted(outcomes.items(), key=lambda item: -item[1].win_share)
            return [html_table("Numbers", [(plots.piece_name(kind, key), outcome) for key, outcome in rows])]
    return []


def pair_name(plots: ReportPlots, pair: tuple[str, str]) -> str:
    """Power and race by their names."""
    return f"{plots.piece_name('power', pair[1])} {plots.piece_name('race', pair[0])}"


def html_table(title: str, rows: list[tuple[str, OutcomeStats]]) -> str:
    """A collapsible HTML table."""
    lines = "".join(
        f"<tr><td>{html.escape(name)}</td><td>{outcome.n:,}</td><td>{outcome.win_share:.1%}</td>"
        f"<td>{outcome.win_interval[0]:.1%} to {outcome.win_interval[1]:.1%}</td><td>{outcome.mean:.1f}</td></tr>"
        for name, outcome in rows
    )
    heading = "<tr><th></th><th>picks</th><th>wins</th><th>95 % interval</th><th>points</th></tr>"
    return f"<details><summary>{html.escape(title)}</summary><table>{heading}{lines}</table></details>"


def write_comparison(runs: list[RunStats], folder: Path) -> Path:
    """Write the page that compares several runs, and its plots; returns the page."""
    blocks = [comparison_table(runs)]
    for name, caption, figure in comparison_plots(runs):
        drawing = svg_of(figure)
        (folder / f"{name}.svg").write_text(drawing, encoding="utf-8")
        (folder / f"{name}.png").write_bytes(png_of(figure))
        blocks.append(f"<h2>{html.escape(caption)}</h2><figure>{drawing[drawing.index('<svg') :]}</figure>")
    page = folder / "boards.html"
    page.write_text(html_page("Board by board", "".join(blocks)), encoding="utf-8")
    return page


def comparison_table(runs: list[RunStats]) -> str:
    """One row per run: length of games, scores, and wins of the first player."""
    rows = []
    for stats in runs:
        first = stats.order.get(0, OutcomeStats())
        mean = sum(score * n for score, n in stats.scores.items()) / stats.scores.total()
        low, high = first.win_interval
        wins = f"{first.win_share:.1%} ({low:.1%} to {high:.1%})" if first.n else "not kept"
        cells = [
            stats.board, stats.player_names, f"{stats.seats}", f"{stats.games:,}",
            f"{stats.decisions / stats.games:.0f}", f"{mean:.1f}", f"{stats.fair_share:.0%}", wins,
        ]  # fmt: skip
        rows.append("".join(f"<td>{html.escape(cell)}</td>" for cell in cells))
    names = ("board", "played by", "seats", "games", "decisions", "points", "fair share", "first player wins")
    heading = "".join(f"<th>{name}</th>" for name in names)
    return f"<table><tr>{heading}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
