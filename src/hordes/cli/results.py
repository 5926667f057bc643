"""The commands that read results: `hordes record` and `hordes report` of simulations, `hordes verify` of a server."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from hordes.cli.options import Sets, Whole, load_sets


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


def verify(
    record: Path,
    /,
    *,
    commitment: str | None = None,
    contribution: Annotated[list[str] | None, Parameter(negative="")] = None,
    sets: Sets = None,
) -> int:
    """Check the dice of a record from a server: every outcome of chance follows from the secret shown before the game.

    The exit status is 0 when all of them do, 1 when one does not or the secret is another, and 2 when the record has no
    proof, or no secret yet because the game is not over, or cannot be read.

    Parameters
    ----------
    record
        A record that a server gave out (`GET /api/tables/ID/record`, or the page's download).
    commitment
        The commitment that you were shown before the game: the record must have it.
    contribution
        What you contributed to the dice: the record must have it; may be repeated.
    sets
        A file with pieces of your own that the game was played with; may be repeated.
    """
    from hordes.lab.verify import Witness
    from hordes.lab.verify import run as run_verify

    load_sets(sets)
    return run_verify(record, Witness(commitment, contribution or ()))
