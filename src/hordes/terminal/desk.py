"""The player's desk: reading lines, pacing the story, clearing the screen; a person and a pipe differ only here."""

from __future__ import annotations

import contextlib
import io
import select
import sys
import time
from dataclasses import dataclass, field

from rich.console import Console, RenderableType
from rich.text import Text

from hordes.terminal.palette import Palette, palette_for


class Leave(Exception):
    """The player goes: end of input, Ctrl-C, or quit."""


@dataclass
class Desk:
    """One console with its input. `live` is a person at a terminal; otherwise nothing pauses or clears."""

    console: Console
    live: bool
    fast: bool = False
    palette: Palette = field(init=False)
    early: list[str] = field(default_factory=list)
    """Lines typed while the others were playing; they answer the next questions."""

    def __post_init__(self) -> None:
        self.palette = palette_for(self.console)
        if self.live:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  gives input() its line editing and history

    def ask(self, prompt: str) -> str:
        """One line of input; a piped line is shown, so that the transcript reads like a game."""
        if self.early:
            line = self.early.pop(0)
            self.say(f"{prompt}{line}")
            return line
        try:
            line = input(prompt)
        except (EOFError, KeyboardInterrupt) as end:
            self.console.print()
            raise Leave from end
        if not self.live:
            self.say(line)
        return line

    def say(self, *lines: str, style: str = "") -> None:
        """Prints plain text, whatever brackets it has."""
        for line in lines:
            self.console.print(Text(line, style))

    def show(self, *parts: RenderableType) -> None:
        """Prints panels."""
        for part in parts:
            self.console.print(part)

    def clear(self) -> None:
        """Empties the screen for the next picture; a transcript just goes on."""
        if self.live:
            self.console.clear()
        else:
            self.console.print()

    def pause(self, seconds: float) -> bool:
        """Waits a moment; answers True if the player pressed Enter to skip. What was typed before it is not lost."""
        if not self.live or self.fast:
            return True
        self.console.file.flush()
        try:
            line = _line_within(seconds)
        except KeyboardInterrupt as end:
            self.console.print()
            raise Leave from end
        if line and line.strip():
            self.early.append(line.strip())
        return line is not None

    def agrees(self, question: str) -> bool:
        """Asks yes or no; anything but yes is no."""
        return self.ask(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def _line_within(seconds: float) -> str | None:
    """The line typed within so many seconds, if any."""
    if sys.platform == "win32":
        time.sleep(seconds)
        return None
    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    return sys.stdin.readline() if ready else None


def make_desk(fast: bool = False) -> Desk:
    """The desk of this process: a person if both ends are a terminal. Bytes that are no text do not end the game."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    console = Console(highlight=False)
    return Desk(console, live=console.is_terminal and sys.stdin.isatty(), fast=fast)
