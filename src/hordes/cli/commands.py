"""The commands of `hordes` for people: play, simulate, fuzz, referee. Each loads what it needs when it is called."""

from typing import Annotated

from cyclopts import App, Parameter, validators

from hordes.cli import referee as run_referee
from hordes.cli import version
from hordes.engine.errors import Refusal

Positive = Annotated[int, Parameter(validator=validators.Number(gte=1))]

app = App(
    name="hordes",
    help="Rules engines for board games: play, simulate, and answer bots in any language.",
    version=version,
    version_flags=["--version", "-V"],
    result_action="return_value",
)


@app.command
def play(
    game: str = "smallworld",
    /,
    *,
    terminal: Annotated[bool, Parameter(negative="")] = False,
    players: Annotated[int, Parameter(alias="-p")] = 3,
    map: str | None = None,
    seed: int | None = None,
    seat: int = 0,
    load: str | None = None,
    hotseat: Annotated[bool, Parameter(negative="")] = False,
    fast: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play a game against random opponents, or with others at one screen.

    Parameters
    ----------
    game
        The game's name.
    terminal
        Play in this terminal.
    players
        How many seats, yours included.
    map
        A map's name; without it, the map for that many players.
    seed
        Makes all chance repeatable.
    seat
        Where you sit, from 0. Who begins is drawn by lot.
    load
        Go on with a saved game: a file, or the name of one that was kept, such as previous-1.
    hotseat
        Every seat is played here, by people who take turns.
    fast
        No pauses while the others move.
    """
    from hordes.terminal.play import run as run_terminal

    if not terminal:
        print("The table in the browser is not there yet; here is the one in the terminal (hordes play --terminal).\n")
    return run_terminal(
        game=game, players=players, map=map, seed=seed, seat=seat, load=load, hotseat=hotseat, fast=fast
    )


@app.command
def simulate(
    game: str = "smallworld",
    /,
    *,
    games: Annotated[Positive, Parameter(alias="-n")] = 1000,
    players: Annotated[int | None, Parameter(alias="-p")] = None,
    seed: int = 0,
    jobs: Annotated[Positive, Parameter(alias="-j")] = 1,
    map: str | None = None,
    board: str | None = None,
    dummies: int | None = None,
    details: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play random games and show how they went. The same seed gives the same table, however many jobs share the work.

    Parameters
    ----------
    game
        The game's name, such as smallworld.
    games
        How many games.
    players
        How many seats; without it, the game's default.
    seed
        Every game's own seed follows from it.
    jobs
        Processes to use.
    map
        A map's name; without it, the map for that many players.
    board
        Covil: a board's name; without it, the board for that many players.
    dummies
        Covil: how many dummies play against one player.
    details
        Also show every race and power: how often it was taken and how its owners fared. Slower.
    """
    from hordes.lab.simulate import run as run_simulation

    given = {"players": players, "map": map, "board": board, "dummies": dummies}
    options = {name: value for name, value in given.items() if value is not None}
    return run_simulation(game, options, games=games, seed=seed, jobs=jobs, details=details)


@app.command
def fuzz(
    game: str = "smallworld",
    /,
    *,
    minutes: Annotated[float | None, Parameter(alias="-m", validator=validators.Number(gt=0))] = None,
    games: Annotated[Positive | None, Parameter(alias="-n")] = None,
    seed: int = 0,
    jobs: Annotated[Positive, Parameter(alias="-j")] = 1,
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
    """
    from hordes.lab.fuzz import run as run_fuzz

    if minutes is None and games is None:
        minutes = 1.0
    return run_fuzz(minutes=minutes, games=games, seed=seed, jobs=jobs, game=game)


@app.command
def referee() -> int:
    """Read one JSON request a line from standard input, write one JSON reply a line to standard output."""
    return run_referee()


def run(arguments: list[str]) -> int:
    """Parse and run; a refusal by a game is one line on standard error, not a stack trace."""
    try:
        code = app(arguments)
    except Refusal as refusal:
        from rich.console import Console

        Console(stderr=True).print(f"hordes: {refusal}", style="red", markup=False, highlight=False)
        return 2
    return code if isinstance(code, int) else 0
