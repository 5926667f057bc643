"""A picture of the screen for documents: one SVG file that asks nothing of the network."""

from __future__ import annotations

import io
import re

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from hordes.terminal.choices import build_choices
from hordes.terminal.palette import palette_for
from hordes.terminal.scene import Frame
from hordes.terminal.screen import compose
from hordes.terminal.session import Session

NIGHT = TerminalTheme(
    background=(24, 26, 31),
    foreground=(222, 222, 226),
    normal=[
        (24, 26, 31),
        (215, 38, 61),
        (107, 190, 107),
        (227, 197, 101),
        (77, 148, 196),
        (150, 100, 210),
        (0, 194, 209),
        (200, 200, 205),
    ],
)
"""Only the first two and the green of coins are used: the map brings its own colours."""


def picture(table: Session, seat: int, width: int = 120, height: int = 40) -> str:
    """The screen a seat sees now, as SVG. Fonts are the reader's own: no address of any kind stays in it."""
    console = Console(
        width=width, height=height, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    scene = table.scene(seat)
    moves = table.match.state.legal_texts() if table.match.state.to_move == seat else []
    frame = Frame(scene, build_choices(moves, scene), table.news(seat), gist=table.gist(seat))
    console.print(compose(frame, console, palette_for(console)))
    console.print("› ", end="")
    return offline(console.export_svg(title="hordes play --terminal", theme=NIGHT))


def offline(svg: str) -> str:
    """Takes out what would be fetched from elsewhere: web fonts and the generator's address."""
    svg = re.sub(r"@font-face\s*\{[^}]*\}\s*", "", svg)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code", "Fira Code, DejaVu Sans Mono, Menlo, Consolas").rstrip() + "\n"
