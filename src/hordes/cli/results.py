"""The commands that read simulation results: `hordes record` and `hordes report`."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from hordes.cli.options import Whole


def record(results: Path, game: Whole, /, *, out: Annotated[Path | None, Parameter(alias="-o")] = None) -> int:
    """Rebuild one game of `hordes simulate --out` as a record, for `hordes analyse` or a replay.

    Parameters
    ----------
    results
        The folder that --out named.
    game
        The number of the game, from 0.
    out
        The file to write; without it, the record goes to standard output.
    """
    from hordes.lab.simulate.replay import run as rebuild

    return rebuild(results, game, out)


def report(*results: Path, out: Annotated[Path | None, Parameter(alias="-o")] = None) -> int:
    """Make a page with plots of the results of `hordes simulate --out`: one HTML file that needs nothing else.

    Parameters
    ----------
    results
        Folders that --out named; several are compared.
    out
        A folder for the page and its pictures (PNG and SVG); without it, `report` inside the results.
    """
    from hordes.engine.errors import BadRequest
    from hordes.lab.report.aggregate import run as write_reports

    if not results:
        raise BadRequest("A report needs the results of `hordes simulate --out FOLDER`: name the folder.")
    return write_reports(list(results), out)
