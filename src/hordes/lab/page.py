"""The page of a study: one HTML file with its pictures inside, and the pictures as files beside it."""

import html
import io
from pathlib import Path
from typing import Any

from hordes.lab.plots import Atelier, side_by_side
from hordes.lab.study import Fate, Study

STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#1d2733}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2.5rem}figure{margin:1rem 0}svg{max-width:100%;height:auto}
table{border-collapse:collapse;font-size:.85rem}
td,th{padding:.15rem .7rem;text-align:right;border-bottom:1px solid #ddd}
td:first-child,th:first-child{text-align:left}details{margin:.5rem 0}"""
WORST = 12
"""Rows at each end of the table of pairs."""


def write(study: Study, folder: Path) -> list[Path]:
    """The page first, then the pictures."""
    atelier = Atelier(study)
    files, blocks = list[Path](), list[str]()
    for name, caption, figure in atelier.all():
        drawing = svg_of(figure)
        for suffix, content in ((".svg", drawing.encode()), (".png", png_of(figure))):
            files.append(folder / f"{name}{suffix}")
            files[-1].write_bytes(content)
        atelier.plt.close(figure)
        blocks.append(f"<h2>{html.escape(caption)}</h2><figure>{drawing[drawing.index('<svg') :]}</figure>")
        blocks += tables(study, atelier, name)
    page = folder / "index.html"
    page.write_text(document(study, blocks), encoding="utf-8")
    return [page, *files]


def svg_of(figure: Any) -> str:
    """A figure as a drawing that is the same every time."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()


def png_of(figure: Any) -> bytes:
    """A figure as pixels."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def document(study: Study, blocks: list[str]) -> str:
    """The whole page."""
    head = study.head
    title = f"{study.games:,} games of {head['game']}, {study.board}, {study.seats} seats"
    about = (
        f"Played by {html.escape(study.who)}; seed {head['seed']}, rules {html.escape(str(head['rules']))}, "
        f"{study.decisions / study.games:.0f} decisions a game. Shares are shares of the victory, the line at "
        f"{study.expected:.0%} is what everybody would have if all were alike, bars are 95 % intervals."
    )
    return framed(title, f"<p>{about}</p>{''.join(blocks)}")


def framed(title: str, content: str) -> str:
    """A page that needs nothing from anywhere."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body><h1>{html.escape(title)}</h1>{content}</body></html>\n"
    )


def tables(study: Study, atelier: Atelier, name: str) -> list[str]:
    """The figures behind a picture, folded away."""
    if name == "pairs":
        ranked = sorted(study.pairs.items(), key=lambda item: -item[1].between[0])
        best = [(pair_name(atelier, pair), fate) for pair, fate in ranked[:WORST]]
        last = sorted(study.pairs.items(), key=lambda item: item[1].between[1])[:WORST]
        worst = [(pair_name(atelier, pair), fate) for pair, fate in last]
        every = sorted((pair_name(atelier, pair), fate) for pair, fate in study.pairs.items())
        return [
            table("The best pairs, by the lower end", best),
            table("The worst, by the upper end", worst),
            table(f"All {len(every)} pairs with their intervals", every),
        ]
    for kind, fates in study.pieces.items():
        if name == f"by-{kind.replace(' ', '-')}":
            rows = sorted(fates.items(), key=lambda item: -item[1].part)
            return [table("Numbers", [(atelier.name(kind, key), fate) for key, fate in rows])]
    return []


def pair_name(atelier: Atelier, pair: tuple[str, str]) -> str:
    """Race and power as people say them."""
    return f"{atelier.name('power', pair[1])} {atelier.name('race', pair[0])}"


def table(title: str, rows: list[tuple[str, Fate]]) -> str:
    """A table that opens on a click."""
    lines = "".join(
        f"<tr><td>{html.escape(name)}</td><td>{fate.n:,}</td><td>{fate.part:.1%}</td>"
        f"<td>{fate.between[0]:.1%} to {fate.between[1]:.1%}</td><td>{fate.mean:.1f}</td></tr>"
        for name, fate in rows
    )
    heading = "<tr><th></th><th>picks</th><th>wins</th><th>95 % interval</th><th>points</th></tr>"
    return f"<details><summary>{html.escape(title)}</summary><table>{heading}{lines}</table></details>"


def compare(studies: list[Study], folder: Path) -> Path:
    """A page that sets runs side by side, and its pictures; answers with the page."""
    blocks = [comparison(studies)]
    for name, caption, figure in side_by_side(studies):
        drawing = svg_of(figure)
        (folder / f"{name}.svg").write_text(drawing, encoding="utf-8")
        (folder / f"{name}.png").write_bytes(png_of(figure))
        blocks.append(f"<h2>{html.escape(caption)}</h2><figure>{drawing[drawing.index('<svg') :]}</figure>")
    page = folder / "boards.html"
    page.write_text(framed("Board by board", "".join(blocks)), encoding="utf-8")
    return page


def comparison(studies: list[Study]) -> str:
    """A row for each run: how long its games are, what they pay, and what it is worth to begin."""
    rows = []
    for study in studies:
        first = study.order.get(0, Fate())
        mean = sum(score * n for score, n in study.scores.items()) / study.scores.total()
        low, high = first.between
        wins = f"{first.part:.1%} ({low:.1%} to {high:.1%})" if first.n else "not kept"
        cells = [
            study.board, study.who, f"{study.seats}", f"{study.games:,}", f"{study.decisions / study.games:.0f}",
            f"{mean:.1f}", f"{study.expected:.0%}", wins,
        ]  # fmt: skip
        rows.append("".join(f"<td>{html.escape(cell)}</td>" for cell in cells))
    names = ("board", "played by", "seats", "games", "decisions", "points", "fair share", "first player wins")
    heading = "".join(f"<th>{name}</th>" for name in names)
    return f"<table><tr>{heading}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
