"""`hordes play --terminal`: starts a new game or resumes a saved one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from hordes.bots.seating import seat_bots
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import State
from hordes.engine.errors import Refusal
from hordes.engine.games import DEFAULT_GAME
from hordes.engine.games import load as load_game
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

DEFAULT_BOTS = ("normal",)


def run(
    game: str = DEFAULT_GAME,
    options: dict[str, Any] | None = None,
    *,
    seed: int | None = None,
    seat: int = 0,
    load: str | None = None,
    hotseat: bool = False,
    fast: bool = False,
    bots: Sequence[str] | None = None,
) -> int:
    """Play a game in the terminal; returns the exit status (2 if the request is invalid)."""
    terminal = open_terminal(fast)
    try:
        Opponents(bots or DEFAULT_BOTS)  # before a new game begins or an old one is set aside
        _check_load(load, options or {}, seed, hotseat)
        session = _open_session(terminal, game, options or {}, seed, seat, load, hotseat)
        _seat_opponents(session, bots or ())
    except (Refusal, SaveError) as error:
        Console(stderr=True).print(f"hordes: {error}", style="red", markup=False, highlight=False)
        return 2
    except PlayerLeft:
        return 0
    try:
        return session.run()
    finally:
        session.opponents.close()


def _check_load(load: str | None, options: dict[str, Any], seed: int | None, hotseat: bool) -> None:
    """Refuse to load a game and to set it up at once: what a saved game was set up with stays."""
    given = [*options, *(["seed"] if seed is not None else []), *(["hotseat"] if hotseat else [])]
    if load is not None and given:
        raise SaveError(f"A saved game goes on as it was set up; leave out {', '.join(given)}, or --load.")


def _seat_opponents(session: Session, bots: Sequence[str]) -> None:
    """Give the seats without a person the bots that are named; otherwise those of the saved game, or the default."""
    state = session.match.state
    seats = [s for s in range(int(state.seats())) if s not in session.humans and not state.is_automatic(s)]
    if bots or (seats and not session.opponents.specs):
        names = seat_bots(bots or DEFAULT_BOTS, seats)
        session.opponents = Opponents([names.get(seat, "") for seat in range(int(state.seats()))])


def _open_session(
    terminal: Terminal, game: str, options: dict[str, Any], seed: int | None, seat: int, load: str | None, hotseat: bool
) -> Session:
    """The saved game if one is named, the unfinished one if the player agrees, otherwise a new game."""
    folder = data_folder()
    if load is not None:
        saved = read_save(load_path(load))
        if game not in (DEFAULT_GAME, saved.game):  # the default one also stands for no game named
            raise SaveError(f"{load} is a saved game of {saved.game}, not of {game}: leave out {game}, or --load.")
        return resume(saved, terminal, Autosave(folder) if terminal.is_interactive else None, seat)
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


def automatic_seats(state: State) -> list[int]:
    """The seats that the rules themselves play."""
    return [seat for seat in range(int(state.seats())) if state.is_automatic(seat)]


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
    seats, dummies = int(match.state.seats()), automatic_seats(match.state)
    free = [other for other in range(seats) if other not in dummies]
    if seat not in free:
        taken = f"; the rules themselves play {', '.join(map(str, dummies))}" if dummies else ""
        raise SaveError(f"There is no seat {seat} for you in a game for {seats}: seats are 0 to {seats - 1}{taken}.")
    humans = frozenset(free) if hotseat else frozenset({seat})
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
    names = saved.names or tuple(make_seat_names(seats, humans, seats, automatic_seats(match.state)))
    rng = Rng(len(match.events) if saved.luck is None else saved.luck)
    session = Session(load_game(saved.game), match, humans, names, terminal, autosave, rng, Opponents(saved.bots))
    session.greet(["The game goes on."])
    return session
