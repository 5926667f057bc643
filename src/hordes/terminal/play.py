"""`hordes play --terminal`: starts a new game or resumes a saved one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from hordes.engine.core.rng import Rng
from hordes.engine.errors import Refusal
from hordes.engine.games import load as load_game
from hordes.engine.games import read_board
from hordes.engine.match import Match
from hordes.folders import data_folder
from hordes.terminal.console import PlayerLeft, Terminal, open_terminal
from hordes.terminal.opponents import Opponents
from hordes.terminal.saves import (
    Autosave,
    SavedGame,
    SaveError,
    check_names,
    find_unfinished,
    load_path,
    read_save,
)
from hordes.terminal.session import Session
from hordes.terminal.wording import make_seat_names

FILE_OPTIONS = ("map", "board", "cards")
"""Options that may be files."""
DEFAULT_BOTS = ("normal",)


def run(
    game: str = "smallworld",
    players: int | None = None,
    *,
    seed: int | None = None,
    seat: int = 0,
    load: str | None = None,
    hotseat: bool = False,
    fast: bool = False,
    bots: Sequence[str] | None = None,
    sets: Sequence[str] = (),
    **table: str | int | None,
) -> int:
    """Play a game in the terminal; returns the exit status (2 if the request is invalid).

    `table` are further options of the game: `map` and `mode`, or `board`, `cards` and `dummies`.
    """
    terminal = open_terminal(fast)
    try:
        opponents = Opponents(bots or DEFAULT_BOTS)
        session = _open_session(terminal, game, options_for(players, game, sets, **table), seed, seat, load, hotseat)
    except (Refusal, SaveError) as error:
        Console(stderr=True).print(f"hordes: {error}", style="red", markup=False, highlight=False)
        return 2
    except PlayerLeft:
        return 0
    if bots or not session.opponents.specs:
        session.opponents = opponents
    try:
        return session.run()
    finally:
        session.opponents.close()


def _open_session(
    terminal: Terminal, game: str, options: dict[str, Any], seed: int | None, seat: int, load: str | None, hotseat: bool
) -> Session:
    """The saved game if one is named, the unfinished one if the player agrees, otherwise a new game."""
    folder = data_folder()
    if load is not None:
        return resume(read_save(load_path(load)), terminal, Autosave(folder) if terminal.is_interactive else None, seat)
    unfinished = find_unfinished(folder) if terminal.is_interactive else None
    notes: list[str] = []
    if unfinished is not None:
        again = _resume_unfinished(terminal, unfinished, seed, seat, notes)
        if again is not None:
            return again
    autosave = Autosave(folder) if terminal.is_interactive else None
    return begin(terminal, autosave, game, options, seed, seat, hotseat, notes)


def _resume_unfinished(
    terminal: Terminal, unfinished: tuple[Autosave, SavedGame], seed: int | None, seat: int, notes: list[str]
) -> Session | None:
    """The unfinished game, if the player wants to resume it; otherwise it is set aside and a note says where."""
    autosave, saved = unfinished
    if seed is not None:
        notes.append("Your unfinished game is kept; without --seed it is offered again.")
        return None
    if _wants_to_resume(terminal):
        try:
            return resume(saved, terminal, autosave, seat)
        except (Refusal, SaveError) as error:
            notes.append(f"It cannot be continued, so here is a new one. {error}")
    kept = autosave.set_aside()
    notes += [f"The unfinished game is kept: `hordes play --terminal --load {kept}`."] if kept else []
    return None


def _wants_to_resume(terminal: Terminal) -> bool:
    """Ask until the answer is clear."""
    question = "There is an unfinished game. Go on with it? [Y/n] "
    while True:
        answer = terminal.ask(question).strip().lower()
        if answer in ("", "y", "yes", "c", "continue"):
            return True
        if answer in ("n", "no", "new"):
            return False
        question = "Please answer y (go on with the unfinished game) or n (a new one; the old one is kept). [Y/n] "


def options_for(
    players: int | None, game: str = "smallworld", sets: Sequence[str] = (), **table: str | int | None
) -> dict[str, Any]:
    """The game's options; a map, board or cards may be a name or a JSON file.

    Default players: three for Small World unless a mode has its own number; two for Covil, one with dummies.
    """
    options: dict[str, Any] = {name: value for name, value in table.items() if value is not None}
    if game == "smallworld" and "mode" not in options:
        options["players"] = 3
    if "dummies" in options:
        options["players"] = 1
    if players is not None:
        options["players"] = players
    for name in FILE_OPTIONS:
        if name in options:
            options[name] = read_board(str(options[name]))
    return options | ({"sets": list(sets)} if sets else {})


def begin(
    terminal: Terminal,
    autosave: Autosave | None,
    game: str,
    options: dict[str, Any],
    seed: int | None = None,
    seat: int = 0,
    hotseat: bool = False,
    notes: Sequence[str] = (),
) -> Session:
    """Start a new game. A seed that is not given is drawn and printed, so that the game can be repeated."""
    rules = load_game(game)
    number = secrets.randbelow(1_000_000) if seed is None else seed
    match = Match(rules, rules.normalise(options), number)
    seats, dummies = int(match.state.seats()), int(match.record.options.get("dummies") or 0)
    if not 0 <= seat < seats - dummies:
        last = f"seats are 0 to {seats - 1}" if not dummies else "you sit at 0, the dummies at the others"
        raise SaveError(f"There is no seat {seat} for you in a game for {seats}: {last}.")
    humans = frozenset(range(seats - dummies)) if hotseat else frozenset({seat})
    names = tuple(make_seat_names(seats, humans, number, dummies))
    session = Session(rules, match, humans, names, terminal, autosave, Rng(number + 1))
    session.greet([*notes, f"A new game for {seats} (seed {number})."])
    return session


def resume(saved: SavedGame, terminal: Terminal, autosave: Autosave | None, seat: int = 0) -> Session:
    """Resume a saved game."""
    match = Match.load(dict(saved.record))
    seats = int(match.state.seats())
    check_names(saved, seats)
    humans = frozenset(saved.humans) or frozenset({min(seat, seats - 1)})
    dummies = int(match.record.options.get("dummies") or 0)
    names = saved.names or tuple(make_seat_names(seats, humans, seats, dummies))
    rng = Rng(len(match.events) if saved.luck is None else saved.luck)
    session = Session(load_game(saved.game), match, humans, names, terminal, autosave, rng, Opponents(saved.bots))
    session.greet(["The game goes on."])
    return session
