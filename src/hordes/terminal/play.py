"""`hordes play --terminal`: sets up a game, or goes on with one, and plays it."""

from __future__ import annotations

import json
import random
import secrets
from pathlib import Path
from typing import Any

from hordes.engine.errors import Refusal
from hordes.engine.games import load as load_game
from hordes.engine.match import Match
from hordes.terminal.desk import Desk, Leave, make_desk
from hordes.terminal.saves import Autosave, Saved, SaveError, data_folder, read_save, save_path
from hordes.terminal.session import Session
from hordes.terminal.words import rival_names


def run(
    game: str = "smallworld",
    players: int = 3,
    map: str | None = None,
    seed: int | None = None,
    seat: int = 0,
    load: str | None = None,
    hotseat: bool = False,
    fast: bool = False,
) -> int:
    """Plays a game at the terminal; answers with the exit status (2 if what was asked for cannot be played)."""
    desk = make_desk(fast)
    try:
        session = _session(desk, game, players, map, seed, seat, load, hotseat)
    except (Refusal, SaveError) as error:
        desk.say(str(error))
        return 2
    except Leave:
        return 0
    return session.run()


def _session(
    desk: Desk, game: str, players: int, map: str | None, seed: int | None, seat: int, load: str | None, hotseat: bool
) -> Session:
    """A saved game if one is named, the unfinished one if the player wants it, otherwise a new one."""
    autosave = Autosave(data_folder()) if desk.live else None
    if load is not None:
        return resume(read_save(save_path(load)), desk, autosave, seat)
    unfinished = autosave.find() if autosave is not None else None
    if unfinished is not None and seed is None and _wanted(desk):
        try:
            return resume(unfinished, desk, autosave, seat)
        except Refusal as refusal:
            desk.say(f"It cannot be continued, so here is a new one. {refusal}")
    if autosave is not None:
        autosave.set_aside()
    return begin(desk, autosave, game, options_for(players, map), seed, seat, hotseat)


def _wanted(desk: Desk) -> bool:
    return desk.ask("There is an unfinished game. Go on with it? [Y/n] ").strip().lower() in ("", "y", "yes")


def options_for(players: int, map: str | None) -> dict[str, Any]:
    """The engine's options; a map may be named, or given as a JSON file of one's own."""
    options: dict[str, Any] = {"players": players}
    if map is not None:
        options["map"] = _own_map(Path(map)) if map.endswith(".json") else map
    return options


def _own_map(path: Path) -> object:
    try:
        data: object = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SaveError(f"Cannot read the map {path}: {error.strerror}.") from error
    except ValueError as error:
        raise SaveError(f"The map {path} is no JSON: {error}.") from error
    return data


def begin(
    desk: Desk,
    autosave: Autosave | None,
    game: str,
    options: dict[str, Any],
    seed: int | None = None,
    seat: int = 0,
    hotseat: bool = False,
) -> Session:
    """A new game. Without a seed one is drawn, and said, so that the game can be had again."""
    rules = load_game(game)
    number = secrets.randbelow(1_000_000) if seed is None else seed
    match = Match(rules, rules.normalise(options), number)
    seats = int(match.state.seats())
    if not 0 <= seat < seats:
        raise SaveError(f"There is no seat {seat} in a game for {seats}: seats are 0 to {seats - 1}.")
    humans = frozenset(range(seats)) if hotseat else frozenset({seat})
    names = tuple(rival_names(seats, humans, number))
    desk.say(f"A new game for {seats} (seed {number}).", style="bold")
    return Session(rules, match, humans, names, desk, autosave, random.Random(number))


def resume(saved: Saved, desk: Desk, autosave: Autosave | None, seat: int = 0) -> Session:
    """Goes on with a saved game."""
    match = Match.load(dict(saved.record))
    seats = int(match.state.seats())
    humans = frozenset(saved.humans) or frozenset({min(seat, seats - 1)})
    names = saved.names or tuple(rival_names(seats, humans, seats))
    desk.say("The game goes on.", style="bold")
    return Session(load_game(saved.game), match, humans, names, desk, autosave, random.Random(len(match.events)))
