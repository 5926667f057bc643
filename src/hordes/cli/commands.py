"""The subcommands of `hordes`. Each imports what it needs when it is called, to keep start-up fast."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from hordes.cli import referee as run_referee
from hordes.cli import version
from hordes.cli.administration import accounts, reports
from hordes.cli.checks import check, fuzz
from hordes.cli.maps import maps
from hordes.cli.option_table import print_options
from hordes.cli.options import (
    Assignments,
    Declared,
    Positive,
    Sets,
    Whole,
    check_names_given,
    game_options,
    load_sets,
    only_value,
    option_values,
)
from hordes.cli.results import record, report, verify
from hordes.engine.errors import BadRequest, PieceError, Refusal
from hordes.engine.games import DEFAULT_GAME
from hordes.engine.games import load as load_game
from hordes.engine.option_input import with_needed, with_proposed
from hordes.engine.option_schema import board_option

app = App(
    name="hordes",
    help="Rules engines for board games: play, simulate, and answer bots in any language.",
    version=version,
    version_flags=["--version", "-V"],
    result_action="return_value",
)


app.command(accounts)
app.command(check)
app.command(fuzz)
app.command(maps)
app.command(record)
app.command(report)
app.command(reports)
app.command(verify)


@app.command
def play(
    game: str = DEFAULT_GAME,
    /,
    *,
    terminal: Annotated[bool, Parameter(negative="")] = False,
    players: Annotated[Whole | None, Parameter(alias="-p")] = None,
    seed: Whole | None = None,
    seat: Whole = 0,
    load: str | None = None,
    bots: Annotated[list[str] | None, Parameter(alias="-b", negative="")] = None,
    hotseat: Annotated[bool, Parameter(negative="")] = False,
    fast: Annotated[bool, Parameter(negative="")] = False,
    option: Assignments = None,
    port: Whole | None = None,
    browser: bool = True,
    **declared: Declared,
) -> int:
    """Play a game against bots, or with others at one screen: in the browser, or with --terminal right here.

    Parameters
    ----------
    game
        The game's name.
    terminal
        Play in this terminal.
    players
        How many seats, yours included; without it as many as the game proposes.
    seed
        Makes all chance repeatable.
    seat
        Where you sit, from 0. Who begins is drawn by lot.
    load
        Go on with a saved game: a file, or the name of one that was kept, such as previous-1.
    bots
        Who plays the other seats: easy, normal, hard or expert; any other bot, a file such as my_bots.py, or a program
        (cmd:...). Given several times, one after the other. Without it: normal.
    hotseat
        Every seat is played here, by people who take turns.
    fast
        No pauses while the others move.
    option
        An option of the game as NAME=VALUE, such as players=3; a JSON file where it is data. May be repeated.
    port
        The port of the page; without it, any that is free.
    browser
        Open the page; --no-browser only says where it is.
    declared
        Any option of the game by its name, with a value: `hordes options GAME` lists them. What is chosen of several
        is added to the default.
    """
    opponents = check_names_given(bots, "bot")
    options = game_options(game, players, declared, option, command=play)
    if load is None:
        options = with_proposed(load_game(game), options)
    if terminal or load is not None:
        from hordes.terminal.play import run as run_terminal

        return run_terminal(game, options, seed=seed, seat=seat, load=load, hotseat=hotseat, fast=fast, bots=opponents)
    from hordes.cli.server_commands import play_in_browser

    return play_in_browser(
        game, options, seed=seed, seat=seat, hotseat=hotseat, bots=opponents, port=port, browser=browser
    )


@app.command
def simulate(
    game: str = DEFAULT_GAME,
    /,
    *,
    games: Annotated[Positive, Parameter(alias="-n")] = 1000,
    players: Annotated[Whole | None, Parameter(alias="-p")] = None,
    seed: Whole = 0,
    jobs: Annotated[Positive, Parameter(alias="-j")] = 1,
    details: Annotated[bool, Parameter(negative="")] = False,
    option: Assignments = None,
    bots: Annotated[list[str] | None, Parameter(alias="-b", negative="")] = None,
    out: Annotated[Path | None, Parameter(alias="-o")] = None,
    tables: Annotated[list[str] | None, Parameter(negative="")] = None,
    ray: str | None = None,
    **declared: Declared,
) -> int:
    """Play games in bulk and show how they went. The same seed gives the same games, however many jobs share the work.

    Ctrl-C stops; the same --out resumes.

    Parameters
    ----------
    game
        The game's name.
    games
        How many games.
    players
        How many seats; without it, the game's default.
    seed
        Every game's own seed follows from it.
    jobs
        Processes to use.
    details
        Also show every piece (race, power, Minion, start zone ...): how often it was taken and how its owners fared.
        Slower.
    option
        An option of the game as NAME=VALUE, such as players=3; a JSON file where it is data. May be repeated.
    bots
        Who plays: one bot for all seats or one for each, in the order of seats (see `hordes tournament`). Without it,
        random moves, which is by far the fastest.
    out
        A folder for results as Parquet; `hordes report` makes a page of them, `hordes record` rebuilds a game.
    tables
        What to keep besides games: turns, picks, decisions. May be repeated.
    ray
        The address of a Ray cluster that plays, or local to start one here.
    declared
        Any option of the game by its name, with a value: `hordes options GAME` lists them. What is chosen of several
        is added to the default.
    """
    from hordes.lab.simulate.run import run as run_simulation

    options = game_options(game, players, declared, option, command=simulate)
    return run_simulation(
        game, options, games=games, seed=seed, jobs=jobs, details=details, bots=check_names_given(bots, "bot"), out=out,
        tables=tables, ray=ray,
    )  # fmt: skip


@app.command
def tournament(
    *bots: str,
    game: str = DEFAULT_GAME,
    games: Annotated[Positive, Parameter(alias="-n")] = 100,
    players: Annotated[Whole | None, Parameter(alias="-p")] = None,
    option: Assignments = None,
    lineup: str = "all",
    seed: Whole = 0,
    jobs: Annotated[Positive, Parameter(alias="-j")] = 1,
    out: Annotated[Path | None, Parameter(alias="-o")] = None,
    ray: str | None = None,
    **declared: Declared,
) -> int:
    """Let bots play each other: paired seeds, rotated seats, ratings. Ctrl-C stops; the same --out resumes.

    Parameters
    ----------
    bots
        Two or more: random, greedy, flat, planner, search, easy, normal, hard, expert, with settings such as
        search:simulations=400; my_bots.py:Name; or cmd:PROGRAM.
    game
        The game's name.
    games
        Games of each line-up, rounded up to whole rotations of the seats (alone against dummies there are none).
    players
        How many seats; without it, the game's default.
    option
        An option of the game as NAME=VALUE, such as players=3; a JSON file where it is data. May be repeated.
    lineup
        all: every full table of different bots. one: each bot alone among copies of each other. first: the first bot
        among copies of each other. ladder: each bot among copies of the one named before it.
    seed
        Every game's own seed follows from it.
    jobs
        Processes to use.
    out
        A folder for every game, a summary (JSON, Parquet) and a page with plots.
    ray
        The address of a Ray cluster that plays, or local to start one here.
    declared
        Any option of the game by its name, with a value: `hordes options GAME` lists them. What is chosen of several
        is added to the default. Several boards take turns with the seeds.
    """
    from hordes.lab.tournament.run import TournamentConfig
    from hordes.lab.tournament.run import run as run_tournament

    values = option_values(game, players, declared, option, command=tournament)
    chooses_board = board_option(load_game(game).option_schema())
    boards = values.get(chooses_board.name, []) if chooses_board is not None else []
    given = {name: given[0] if given is boards else only_value(name, given) for name, given in values.items()}
    options = load_game(game).normalise(with_needed(load_game(game), given))
    places = tuple(boards) if len(boards) > 1 else ()
    config = TournamentConfig(game, options, tuple(dict.fromkeys(bots)), games, seed, lineup, places)
    if len(config.bots) < (1 if config.is_solo() else 2):
        raise BadRequest("A tournament needs at least two different bots, or one against dummies.")
    return run_tournament(config, out, jobs, ray=ray)


@app.command
def analyse(
    record: Path,
    /,
    *,
    simulations: Annotated[Positive, Parameter(alias="-n")] = 200,
    seat: Whole | None = None,
    all: Annotated[bool, Parameter(negative="")] = False,
    json: Path | None = None,
    chart: Path | None = None,
    seed: Whole = 1,
    bot: Annotated[str | None, Parameter(alias="-b")] = None,
) -> int:
    """Go through a recorded game: at every decision a strong bot's best line, and what the move made lost.

    Parameters
    ----------
    record
        A record, or a game saved in the terminal.
    simulations
        How many for each decision.
    seat
        Only this seat's decisions.
    all
        Show every decision, not only those that lost something.
    json
        A file for all findings.
    chart
        A file for a chart (SVG).
    seed
        Makes the analysis repeatable.
    bot
        Any bot (see `hordes tournament`), your own too: what it would have done at every decision, and what that
        loses.
    """
    from hordes.lab.analyse import run as run_analysis

    return run_analysis(record, simulations, seat, all, json, chart, seed, bot)


@app.command
def serve(
    *,
    config: str | None = None,
    host: str | None = None,
    port: Whole | None = None,
    database: str | None = None,
    public_url: str | None = None,
    processes: Positive | None = None,
    proxies: str | None = None,
    sets: Sets = None,
    bots: Annotated[list[str] | None, Parameter(alias="-b", negative="")] = None,
    json_logs: bool | None = None,
    log: str | None = None,
) -> int:
    """Serve tables for a group. Every setting can also stand in the environment (HORDES_PORT ...) or a file.

    Parameters
    ----------
    config
        A TOML file of settings; without it, server.toml in the data folder if there is one.
    host
        The address to listen at: 127.0.0.1 for this machine, 0.0.0.0 for all.
    port
        The port, 8000 by default.
    database
        A SQLite file (by default in the data folder), or postgresql://user@host/name.
    public_url
        How people reach it, such as https://games.example.org; needed behind a proxy.
    processes
        How many server processes share the work.
    proxies
        Addresses of proxies to be believed about the visitor's address.
    sets
        A file with pieces of your own, for tables that name its set; may be repeated. Boxes are chosen at the table.
    bots
        Bots of your own beside the built-in ones: a file such as my_bots.py, a program (cmd:...), or a built-in one
        with settings (search:simulations=2000); may be repeated.
    json_logs
        Log as JSON lines.
    log
        How much to log: debug, info, warning, error.
    """
    from hordes.cli.server_commands import serve as run_server

    flags = {"host": host, "port": port, "database": database, "public_url": public_url, "processes": processes}
    files = check_names_given([word for text in sets or [] for word in text.split(",")], "set")
    own = {
        "sets": ";".join(files) or None,
        "bots": ";".join(check_names_given(bots, "bot")) or None,
    }
    return run_server(config, flags | own | {"proxies": proxies, "json_logs": json_logs, "log": log})


@app.command
def backup(file: str, /, *, config: str | None = None, database: str | None = None) -> int:
    """Write everything the server keeps into one file, while it runs.

    Parameters
    ----------
    file
        The file to write; one that exists is never overwritten.
    config
        The server's file of settings.
    database
        The server's database.
    """
    from hordes.cli.server_commands import backup as run_backup

    return run_backup(file, config, database)


@app.command
def restore(file: str, /, *, config: str | None = None, database: str | None = None) -> int:
    """Read a backup into an empty database.

    Parameters
    ----------
    file
        A file that `hordes backup` has written.
    config
        The server's file of settings.
    database
        The database to fill; it must be new.
    """
    from hordes.cli.server_commands import restore as run_restore

    return run_restore(file, config, database)


@app.command
def referee(*, sets: Sets = None) -> int:
    """Read one JSON request a line from standard input, write one JSON reply a line to standard output.

    Parameters
    ----------
    sets
        A file with pieces of your own; requests name the set by its name in `options.sets`. May be repeated. No request
        can load a file.
    """
    load_sets(sets)
    return run_referee()


@app.command
def options(game: str = DEFAULT_GAME, /) -> int:
    """List the options of a game: their values, defaults, and what they are for.

    Parameters
    ----------
    game
        The game's name.
    """
    print_options(game)
    return 0


def run(arguments: list[str]) -> int:
    """Parse and run; a refusal by a game is one line on standard error, not a stack trace."""
    try:
        code = app(arguments)
    except (Refusal, PieceError) as refusal:
        from rich.console import Console

        Console(stderr=True).print(f"hordes: {refusal}", style="red", markup=False, highlight=False, soft_wrap=True)
        return 2
    return code if isinstance(code, int) else 0
