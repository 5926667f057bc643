"""The checking commands: `hordes fuzz` and `hordes check`."""

from typing import Annotated

from cyclopts import Parameter, validators

from hordes.cli.options import Positive, Sets, table_options


def fuzz(
    game: str = "smallworld",
    /,
    *,
    minutes: Annotated[float | None, Parameter(alias="-m", validator=validators.Number(gt=0))] = None,
    games: Annotated[Positive | None, Parameter(alias="-n")] = None,
    seed: int = 0,
    jobs: Annotated[Positive, Parameter(alias="-j")] = 1,
    players: Annotated[int | None, Parameter(alias="-p")] = None,
    map: str | None = None,
    mode: str | None = None,
    board: str | None = None,
    dummies: int | None = None,
    cards: str | None = None,
    sets: Sets = None,
    deep: Positive = 1,
    first: Annotated[int, Parameter(validator=validators.Number(gte=0))] = 0,
) -> int:
    """Check every rule that must always hold in random games, and print a referee request for any failure.

    Parameters
    ----------
    game
        The game's name, such as smallworld.
    minutes
        How long; without it and without --games, one minute.
    games
        How many games at most.
    seed
        Every game's own seed follows from it.
    jobs
        Processes to use.
    players
        How many seats; without it, two to six in turn.
    map
        A map's name, or a JSON file with a map of your own; without it, all maps in turn.
    mode
        Only this mode, such as teams or necromancer; without it, all of them.
    board
        Covil: a board's name, or a JSON file with a board of your own; without it, all boards.
    dummies
        Covil: play alone against so many dummies.
    cards
        Covil: a JSON file with cards of your own.
    sets
        Boxes besides base, or a file with pieces of your own for every game; may be repeated. Without it, all boxes.
    deep
        Texts, copies, JSON and views are checked at one state in so many, the rules at every state; 1 is thorough.
    first
        The number of the first game, to go on where an earlier run ended.
    """
    from hordes.lab.fuzz import run as run_fuzz

    if minutes is None and games is None:
        minutes = 1.0
    options = table_options(game, players, map, sets, mode=mode, board=board, dummies=dummies, cards=cards)
    return run_fuzz(
        minutes=minutes, games=games, seed=seed, jobs=jobs, game=game, options=options or None, deep=deep, first=first
    )


def check(
    file: str,
    /,
    *,
    minutes: Annotated[float | None, Parameter(alias="-m", validator=validators.Number(gt=0))] = None,
    games: Annotated[Positive | None, Parameter(alias="-n")] = None,
    seed: int = 0,
    jobs: Annotated[Positive, Parameter(alias="-j")] = 1,
    game: str | None = None,
) -> int:
    """Check pieces of your own (a .py file; Covil: cards, a .json file) or a map or board (.json), and measure them.

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
    """
    from hordes.lab.check import detect_game
    from hordes.lab.check import run as run_check

    if minutes is None and games is None:
        minutes = 1.0
    return run_check(file, game=game or detect_game(file), minutes=minutes, games=games, seed=seed, jobs=jobs)
