"""`hordes play --terminal`: sets up a game, or goes on with one, and plays it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from hordes.engine.errors import Refusal
from hordes.engine.games import load as load_game
from hordes.engine.games import read_board
from hordes.engine.match import Match
from hordes.engine.rng import Rng
from hordes.folders import data_folder
from hordes.terminal.desk import Desk, Leave, make_desk
from hordes.terminal.rivals import Rivals
from hordes.terminal.saves import (
    Autosave,
    Saved,
    SaveError,
    check_names,
    find_unfinished,
    load_path,
    read_save,
)
from hordes.terminal.session import Session
from hordes.terminal.words import rival_names

FILES = ("map", "board", "cards")
"""Options that may be files of one's own."""
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
    """Plays a game at the terminal; answers with the exit status (2 if what was asked for cannot be played).

    `table` is what else the game's options know: a `map` and a `mode`, or a `board`, `cards` and `dummies`.
    """
    desk = make_desk(fast)
    try:
        rivals = Rivals(bots or DEFAULT_BOTS)
        session = _session(desk, game, options_for(players, game, sets, **table), seed, seat, load, hotseat)
    except (Refusal, SaveError) as error:
        Console(stderr=True).print(f"hordes: {error}", style="red", markup=False, highlight=False)
        return 2
    except Leave:
        return 0
    if bots or not session.rivals.texts:
        session.rivals = rivals
    try:
        return session.run()
    finally:
        session.rivals.close()


def _session(
    desk: Desk, game: str, options: dict[str, Any], seed: int | None, seat: int, load: str | None, hotseat: bool
) -> Session:
    """A saved game if one is named, the unfinished one if the player wants it, otherwise a new one."""
    folder = data_folder()
    if load is not None:
        return resume(read_save(load_path(load)), desk, Autosave(folder) if desk.live else None, seat)
    unfinished = find_unfinished(folder) if desk.live else None
    notes: list[str] = []
    if unfinished is not None:
        again = _go_on(desk, unfinished, seed, seat, notes)
        if again is not None:
            return again
    autosave = Autosave(folder) if desk.live else None
    return begin(desk, autosave, game, options, seed, seat, hotseat, notes)


def _go_on(
    desk: Desk, unfinished: tuple[Autosave, Saved], seed: int | None, seat: int, notes: list[str]
) -> Session | None:
    """The unfinished game, if it is wanted and can be; otherwise notes say where it is kept."""
    autosave, saved = unfinished
    if seed is not None:
        notes.append("Your unfinished game is kept; without --seed it is offered again.")
        return None
    if _wanted(desk):
        try:
            return resume(saved, desk, autosave, seat)
        except (Refusal, SaveError) as error:
            notes.append(f"It cannot be continued, so here is a new one. {error}")
    kept = autosave.set_aside()
    notes += [f"The unfinished game is kept: `hordes play --terminal --load {kept}`."] if kept else []
    return None


def _wanted(desk: Desk) -> bool:
    """Asks until the answer is clear: the game in question is somebody's evening."""
    question = "There is an unfinished game. Go on with it? [Y/n] "
    while True:
        answer = desk.ask(question).strip().lower()
        if answer in ("", "y", "yes", "c", "continue"):
            return True
        if answer in ("n", "no", "new"):
            return False
        question = "Please answer y (go on with the unfinished game) or n (a new one; the old one is kept). [Y/n] "


def options_for(
    players: int | None, game: str = "smallworld", sets: Sequence[str] = (), **table: str | int | None
) -> dict[str, Any]:
    """The engine's options; a map, a board or cards may be named, or given as a JSON file of one's own.

    Small World is played by three unless a mode knows its own seats; Covil by two, and alone where there are dummies.
    """
    options: dict[str, Any] = {name: value for name, value in table.items() if value is not None}
    if game == "smallworld" and "mode" not in options:
        options["players"] = 3
    if "dummies" in options:
        options["players"] = 1
    if players is not None:
        options["players"] = players
    for name in FILES:
        if name in options:
            options[name] = read_board(str(options[name]))
    return options | ({"sets": list(sets)} if sets else {})


def begin(
    desk: Desk,
    autosave: Autosave | None,
    game: str,
    options: dict[str, Any],
    seed: int | None = None,
    seat: int = 0,
    hotseat: bool = False,
    notes: Sequence[str] = (),
) -> Session:
    """A new game. Without a seed one is drawn, and said, so that the game can be had again."""
    rules = load_game(game)
    number = secrets.randbelow(1_000_000) if seed is None else seed
    match = Match(rules, rules.normalise(options), number)
    seats, dummies = int(match.state.seats()), int(match.record.options.get("dummies") or 0)
    if not 0 <= seat < seats - dummies:
        last = f"seats are 0 to {seats - 1}" if not dummies else "you sit at 0, the dummies at the others"
        raise SaveError(f"There is no seat {seat} for you in a game for {seats}: {last}.")
    humans = frozenset(range(seats - dummies)) if hotseat else frozenset({seat})
    names = tuple(rival_names(seats, humans, number, dummies))
    session = Session(rules, match, humans, names, desk, autosave, Rng(number + 1))
    session.greet([*notes, f"A new game for {seats} (seed {number})."])
    return session


def resume(saved: Saved, desk: Desk, autosave: Autosave | None, seat: int = 0) -> Session:
    """Goes on with a saved game."""
    match = Match.load(dict(saved.record))
    seats = int(match.state.seats())
    check_names(saved, seats)
    humans = frozenset(saved.humans) or frozenset({min(seat, seats - 1)})
    dummies = int(match.record.options.get("dummies") or 0)
    names = saved.names or tuple(rival_names(seats, humans, seats, dummies))
    luck = Rng(len(match.events) if saved.luck is None else saved.luck)
    session = Session(load_game(saved.game), match, humans, names, desk, autosave, luck, Rivals(saved.bots))
    session.greet(["The game goes on."])
    return session
