"""Colours, glyphs and seat marks: everything is shown by colour and by shape."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console

TERRAIN_GLYPHS = {
    "farmland": "∴",
    "forest": "♠",
    "hill": "◠",
    "mountain": "▲",
    "swamp": "⌇",
    "sea": "~",
    "lake": "~",
    "water": "~",
    "desert": "∴",
    "town": "⌂",
}
SYMBOL_GLYPHS = {"mine": "♦", "magic": "✶", "cavern": "∩"}
TRIBE_GLYPH = "⌂"
SYMBOL_NAMES = {"mine": "mine", "magic": "magic source", "cavern": "cavern"}

KINDS = ("kind0", "kind1", "kind2", "kind3", "kind4", "kind5", "kind6", "kind7")
"""Grounds for kinds of regions that have no colour of their own, such as those of a game from another package."""

ACTIVE_MARKS = "●■▲◆★▼"
DECLINED_MARKS = "○□△◇☆▽"

# Luminance differs as well as hue, so the terrains stay apart for every kind of colour vision.
_TERRAIN_RGB = {
    "farmland": "#e3c565",
    "forest": "#2f6b3f",
    "hill": "#93b562",
    "mountain": "#a3a3ad",
    "swamp": "#6b5342",
    "sea": "#2c5f96",
    "lake": "#4d94c4",
    "water": "#2c5f96",
    "desert": "#e3c565",
    "town": "#c98f6b",
    **dict(
        zip(
            KINDS, ("#d9c79a", "#a9c08b", "#a8c4cf", "#d0a98a", "#c0a7bd", "#b9b07a", "#c3b4a1", "#9fb8a4"), strict=True
        )
    ),
}
# Exact members of the 256 colours: left to rounding, swamp and mountain would become the same grey.
_TERRAIN_256 = {
    "farmland": "#ffd75f",
    "forest": "#005f00",
    "hill": "#87af5f",
    "mountain": "#a8a8a8",
    "swamp": "#875f00",
    "sea": "#005faf",
    "lake": "#5fafd7",
    "water": "#0087d7",
    "desert": "#d7af5f",
    "town": "#d7875f",
    **dict(
        zip(
            KINDS, ("#d7d7af", "#afd787", "#afd7d7", "#d7af87", "#d7afd7", "#d7d75f", "#bcbcbc", "#87d7af"), strict=True
        )
    ),
}
_TERRAIN_ANSI = {
    "farmland": "yellow",
    "forest": "green",
    "hill": "bright_green",
    "mountain": "white",
    "swamp": "magenta",
    "sea": "blue",
    "lake": "cyan",
    "water": "blue",
    "desert": "yellow",
    "town": "magenta",
    **dict(
        zip(
            KINDS,
            ("yellow", "green", "cyan", "white", "magenta", "bright_yellow", "bright_white", "bright_green"),
            strict=True,
        )
    ),
}
_SEAT_RGB = ("#d7263d", "#f7f7f7", "#6a2fb5", "#00c2d1", "#ff7f11", "#101014")
_SEAT_INK = ("#ffffff", "#101014", "#ffffff", "#101014", "#101014", "#ffffff")
_SEAT_ANSI = ("red", "bright_white", "bright_magenta", "bright_cyan", "bright_yellow", "black")
_SEAT_TEXT = ("#ff6b7d", "#f7f7f7", "#b58cf2", "#27d9e6", "#ff9a42", "#9aa0a6")
_DARK_TERRAIN = frozenset({"forest", "swamp", "sea", "water"})


@dataclass(frozen=True)
class Palette:
    """The colours of one terminal: true colour, 256 colours, 16 ANSI colours, or none."""

    name: str

    @property
    def is_plain(self) -> bool:
        """No colour at all (NO_COLOR, a pipe, a dumb terminal)."""
        return self.name == "plain"

    @property
    def chip(self) -> tuple[str, str]:
        """Foreground and background of a choice's key, the same in lists and on the map."""
        return ("black", "bright_yellow") if self.name == "ansi" else ("#101014", "#fff200")

    @property
    def shadow(self) -> str:
        """Dark background of declined tokens."""
        return "black" if self.name == "ansi" else "#2b2b30"

    def terrain(self, terrain: str) -> str:
        """Background colour of a terrain."""
        if self.name == "ansi":
            return _TERRAIN_ANSI.get(terrain, "white")
        if self.name == "256":
            return _TERRAIN_256.get(terrain, "#a8a8a8")
        return _TERRAIN_RGB.get(terrain, "#a3a3ad")

    def ink(self, terrain: str) -> str:
        """Readable text colour on a terrain."""
        if self.name == "ansi":
            return "bright_white" if terrain in ("sea", "swamp", "forest", "water", "town") else "black"
        return "#ffffff" if terrain in _DARK_TERRAIN else "#14141a"

    def seat(self, seat: int) -> str:
        """Background of a seat's badge."""
        return (_SEAT_ANSI if self.name == "ansi" else _SEAT_RGB)[seat % 6]

    def seat_ink(self, seat: int) -> str:
        """Text colour on a seat's badge."""
        if self.name == "ansi":
            return "bright_white" if seat % 6 in (0, 5) else "black"
        return _SEAT_INK[seat % 6]

    def seat_text(self, seat: int) -> str:
        """A seat's colour as text on the terminal's own background."""
        return (_SEAT_ANSI if self.name == "ansi" else _SEAT_TEXT)[seat % 6]


def palette_for(console: Console) -> Palette:
    """The palette that a console can show; `rich` rounds mixed colours to the nearest of 256."""
    if console.no_color or console.color_system is None:
        return Palette("plain")
    names = {"standard": "ansi", "windows": "ansi", "256": "256"}
    return Palette(names.get(console.color_system, "full"))


def blend(colour: str, other: str, share: float) -> str:
    """Mix two #rrggbb colours; `share` is the part of the second."""
    mixed = (round(int(colour[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share) for i in (1, 3, 5))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def seat_mark(seat: int, declined: bool = False) -> str:
    """The symbol of a seat: filled while active, hollow in decline."""
    return (DECLINED_MARKS if declined else ACTIVE_MARKS)[seat % 6]


def terrain_style(terrain: str, palette: Palette) -> str:
    """Style of a terrain in lists and legends."""
    return "" if palette.is_plain else f"{palette.ink(terrain)} on {palette.terrain(terrain)}"


def chip_style(palette: Palette) -> str:
    """Style of a choice's key, the same in lists and on the map."""
    return "bold" if palette.is_plain else f"bold {palette.chip[0]} on {palette.chip[1]}"


def seat_style(seat: int, palette: Palette) -> str:
    """A seat's badge: its colours as on the map, readable on dark and light windows alike."""
    return "bold" if palette.is_plain else f"bold {palette.seat_ink(seat)} on {palette.seat(seat)}"
