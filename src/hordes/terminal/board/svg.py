"""Export of terminal screens as SVG without external references."""

from __future__ import annotations

import re

from rich.terminal_theme import TerminalTheme

SVG_THEME = TerminalTheme(
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
"""Only the first two colours and green are used: the map has its own colours."""


def strip_external_links(svg: str) -> str:
    """Remove what would be fetched from elsewhere: web fonts and the generator's address."""
    svg = re.sub(r"@font-face\s*\{[^}]*\}\s*", "", svg)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code", "Fira Code, DejaVu Sans Mono, Menlo, Consolas").rstrip() + "\n"
