"""The checking commands: `hordes fuzz` and `hordes check`."""

from typing import Annotated

from cyclopts import Parameter, validators

from hordes.cli.options import Assignments, Declared, Positive, Whole, game_options
from hordes.engine.games import DEFAULT_GAME


def fuzz(
    game: str = DEFAULT_GAME,
    /,
    *,
    minutes: Annotated[float | None, Parameter(alias="-m", validator=validators.Number(gt=0))] = None,
    games: Annotated[Positive | None, Parameter(alias="-n")] = None,
    seed: Whole = 0,
    jobs: Annotated[Positive, Parameter(alias="-j")] = 1,
    players: Annotated[Whole | None, Parameter(alias="-p")] = None,
    option: Assignments = None,
    deep: Positive = 1,
    first: Annotated[Whole, Parameter(validator=validators.Number(gte=0))] = 0,
    **declared: Declared,
) -> int:
    """Check every rule that must always hold in random games, and print a referee request for any failure.

    Parameters
    ----------
    game
        The game's name.
    minutes
        How long; without it and without --games, one minute.
    games
        How many games at most.
    seed
        Every game's own seed follows from it.
    jobs
        Processes to use.
    players
        How many seats; without it, all numbers in turn.
    option
        An option of the game as NAME=VALUE; without any, all are varied. May be repeated.
    deep
        Texts, copies, JSON and views are checked at one state in so many, the rules at every state; 1 is thorough.
    first
        The number of the first game, to go on where an earlier run ended.
    declared
        Any option of the game by its name, with a value: `hordes options GAME` lists them. What is chosen of several
        is added to the default; without it, all are varied.
    """
    from hordes.lab.fuzz import run as run_fuzz

    if minutes is None and games is None:
        minutes = 1.0
    options = game_options(game, players, declared, option, command=fuzz)
    return run_fuzz(
        minutes=minutes, games=games, seed=seed, jobs=jobs, game=game, options=options or None, deep=deep, first=first
    )


def check(
    file: str,
    /,
    *,
    minutes: Annotated[float | None, Parameter(alias="-m", validator=validators.Number(gt=0))] = None,
    games: Annotated[Positive | None, Parameter(alias="-n")] = None,
    seed: Whole = 0,
    jobs: Annotated[Positive, Parameter(alias="-j")] = 1,
    game: str | None = None,
    option: Assignments = None,
) -> int:
    """Check pieces of your own (a .py file, or cards as .json) or a map or board (.json), and measure them.

    Every fault is listed with its line. A file without faults is then played in random games in which everything that
    must always hold is checked; last comes how strong the pieces are, or how fair the map is, by random play.

    Parameters
    ----------
    file
        The set of pieces, or the map.
    minutes
        How long to play; without it and without --games, one minute. The measurement takes half as long again.
    games
        How many games at most.
    seed
        Every game's own seed follows from it.
    jobs
        Processes to use.
    game
        The game it is for; without it, what the file looks like.
    option
        An option with which the pieces or the map are played, as NAME=VALUE, such as players=4; may be repeated.
    """
    from hordes.engine.games import game_of_file
    from hordes.lab.check import run as run_check

    if minutes is None and games is None:
        minutes = 1.0
    game = game or game_of_file(file)
    options = game_options(game, None, {}, option, command=check)
    return run_check(file, game=game, minutes=minutes, games=games, seed=seed, jobs=jobs, options=options)
