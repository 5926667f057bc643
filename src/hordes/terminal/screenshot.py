"""The current screen of a session as SVG, for documents."""

from __future__ import annotations

import io

from rich.console import Console

from hordes.terminal.board.palette import palette_for
from hordes.terminal.board.svg import SVG_THEME, strip_external_links
from hordes.terminal.scene import Frame
from hordes.terminal.session import Session


def screen_svg(session: Session, seat: int, width: int = 120, height: int = 40) -> str:
    """The current screen of a seat as SVG, without references to external fonts."""
    console = Console(
        width=width,
        height=height,
        record=True,
        file=io.StringIO(),
        force_terminal=True,
        force_jupyter=False,
        color_system="truecolor",
    )
    scene = session.scene(seat)
    moves = session.match.state.legal_texts() if session.match.state.to_move == seat else []
    frame = Frame(
        scene, session.interface.choices(moves, scene), session.news(seat), brief_news=session.brief_news(seat)
    )
    console.print(session.interface.compose(frame, console, palette_for(console)))
    console.print("› ", end="")
    return strip_external_links(console.export_svg(title="hordes play --terminal", theme=SVG_THEME))
