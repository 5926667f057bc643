"""The map commands: `hordes map draw`."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter, validators

from hordes.cli.options import Whole

maps = App(name="map", help="Maps of one's own: draw them.", result_action="return_value")


@maps.command
def draw(
    file: Path,
    /,
    *,
    out: Path | None = None,
    svg: Path | None = None,
    game: str | None = None,
    seed: Whole = 0,
    tries: Annotated[Whole, Parameter(validator=validators.Number(gte=1, lte=100))] = 3,
) -> int:
    """Draw a map: from a list of which region borders which to outlines that share exactly these borders.

    Parameters
    ----------
    file
        The map as JSON (docs/maps.md has the format).
    out
        Where the map with its drawing goes; without it, beside the file as NAME.drawn.json.
    svg
        Where to put a picture of it.
    game
        The game it is for; without it, what the file looks like.
    seed
        The same seed gives the same drawing; another one, another.
    tries
        How many sketches are made, of which the best is carried out.
    """
    from hordes.cartography.command import run as run_draw

    return run_draw(file, out=out, svg=svg, seed=seed, tries=tries, game=game)
