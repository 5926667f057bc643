"""Input and output of the terminal: reading lines, pausing, clearing. Interactive use and pipes differ only here."""

from __future__ import annotations

import contextlib
import io
import select
import sys
import time
from dataclasses import dataclass, field

from rich.console import Console, RenderableType
from rich.text import Text

from hordes.terminal.board.palette import Palette, palette_for


class PlayerLeft(Exception):
    """The player leaves: end of input, Ctrl-C, or `quit`."""


@dataclass
class Terminal:
    """A console with its input. Without a person (`is_interactive` false) nothing pauses or clears."""

    console: Console
    is_interactive: bool
    fast: bool = False
    palette: Palette = field(init=False)
    typed_ahead: list[str] = field(default_factory=list)
    """Lines typed while opponents were playing; they answer the next prompts."""

    def __post_init__(self) -> None:
        self.palette = palette_for(self.console)
        if self.is_interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  gives input() its line editing and history

    def ask(self, prompt: str) -> str:
        """Read one line; a piped line is echoed, so that the transcript is complete."""
        if self.typed_ahead:
            line = self.typed_ahead.pop(0)
            self.print_lines(f"{prompt}{line}")
            return line
        try:
            line = input(prompt)
        except (EOFError, KeyboardInterrupt) as end:
            self.console.print()
            raise PlayerLeft from end
        if not self.is_interactive:
            self.print_lines(line)
        return line

    def print_lines(self, *lines: str, style: str = "") -> None:
        """Print plain text; brackets are not interpreted as markup."""
        for line in lines:
            self.console.print(Text(line, style))

    def show(self, *parts: RenderableType) -> None:
        """Print `rich` renderables."""
        for part in parts:
            self.console.print(part)

    def clear(self) -> None:
        """Clear the screen; a transcript gets an empty line instead."""
        if self.is_interactive:
            self.console.clear()
        else:
            self.console.print()

    def pause(self, seconds: float) -> bool:
        """Wait; True if the player pressed Enter to skip. Typed text is kept for the next prompt."""
        if not self.is_interactive or self.fast:
            return True
        self.console.file.flush()
        try:
            line = _line_within(seconds)
        except KeyboardInterrupt as end:
            self.console.print()
            raise PlayerLeft from end
        if line and line.strip():
            self.typed_ahead.append(line.strip())
        return line is not None

    def confirm(self, question: str) -> bool:
        """Ask a yes/no question; anything but yes is no."""
        return self.ask(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def _line_within(seconds: float) -> str | None:
    """The line typed within this time, if any."""
    if sys.platform == "win32":
        time.sleep(seconds)
        return None
    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    return sys.stdin.readline() if ready else None


def open_terminal(fast: bool = False) -> Terminal:
    """The terminal of this process; interactive if stdin and stdout are a TTY. Invalid UTF-8 is replaced."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    console = Console(highlight=False)
    return Terminal(console, is_interactive=console.is_terminal and sys.stdin.isatty(), fast=fast)
