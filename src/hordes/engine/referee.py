"""Referee: stateless JSON-lines protocol, one request per line in, one reply per line out.

Used for bug reports, puzzles, replays, bots in any language and the rule cases. A bad line gets an error reply; the
process ends at the end of its input, with status 0.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterable
from sys import stderr
from typing import Any, BinaryIO

from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, Event, Game, State
from hordes.engine.errors import BadRequest, PieceError, Refusal
from hordes.engine.games import load
from hordes.engine.validation import did_you_mean

KEYS = ("game", "options", "seed", "position", "moves", "rolls", "view")
"""What a request may say."""


def serve(lines: Iterable[bytes], out: BinaryIO) -> None:
    """Answer every line until there are no more."""
    for line in lines:
        if line.strip():
            out.write(answer_line(line))
            out.flush()


def answer_line(line: bytes | str) -> bytes:
    """The reply to one line, as a line."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _line(_refusal(BadRequest(f"The line is no JSON: {error}"), None, None))
    try:
        return _line(answer(request))
    except PieceError as error:
        return _line(_refusal(BadRequest(f"Code that is not part of hordes failed: {error}"), None, None))
    except Exception as error:
        traceback.print_exc(file=stderr)
        return _line(
            _refusal(
                BadRequest(f"The referee stumbled over this request ({type(error).__name__}); please report it."),
                None,
                None,
            )
        )


def _line(reply: dict[str, Any]) -> bytes:
    return json.dumps(reply, separators=(",", ":")).encode() + b"\n"


def answer(request: Any) -> dict[str, Any]:
    """The reply to a request."""
    try:
        table = _RequestHandler(request)
    except Refusal as refusal:
        return _refusal(refusal, None, None)
    return table.reply()


def _refusal(refusal: Refusal, move: int | None, position: dict[str, Any] | None) -> dict[str, Any]:
    error: dict[str, Any] = {"code": refusal.code, "message": str(refusal)}
    if move is not None:
        error["move"] = move
    return {"ok": False, "error": error, "position": position}


class _RequestHandler:
    """Handles one request: reads it, plays its moves and makes the reply."""

    def __init__(self, request: Any) -> None:
        if not isinstance(request, dict):
            raise BadRequest("A request is a JSON object.")
        for key in request:
            if key not in KEYS:
                raise BadRequest(f"A request has no key {key!r}; there are {', '.join(KEYS)}.{did_you_mean(key, KEYS)}")
        self.game = _game(request)
        options = _kind(request, "options", dict, {}, "an object")
        self.rng = Rng(_seed(request))
        self.moves = _kind(request, "moves", list, [], "a list of texts")
        self.rolls = _rolls(request, self.game.die_faces())
        self.events: list[Event] = []
        if not all(isinstance(text, str) for text in self.moves):
            raise BadRequest("`moves` is a list of texts.")
        self.state = self._start(options, request.get("position"))
        self.view = _view(request, int(self.state.seats()))
        self.resolve_chance()

    def _start(self, options: dict[str, Any], position: Any) -> State:
        if position is None:
            state = self.game.new(options)
            state.sink = self.events
            return state
        if not isinstance(position, dict):
            raise BadRequest("`position` is an object.")
        return self.game.from_position(options, position, self.events)

    def resolve_chance(self) -> None:
        """Resolve chance with the requested rolls, and when these are used up with the seed."""
        while self.state.to_move == CHANCE:
            move = self.state.die_move(self.rolls[0]) if self.rolls else -1
            if move >= 0:
                self.rolls.pop(0)
            else:
                move = random_move(self.state, self.rng)
            self.state.apply(move)

    def reply(self) -> dict[str, Any]:
        """Play the moves and return the reply."""
        for number, text in enumerate(self.moves):
            try:
                self.state.play(text)
            except Refusal as refusal:
                return _refusal(self.redact_refusal(refusal), number, self.position())
            self.resolve_chance()
        state = self.state
        mine = self.view is None or self.view == state.to_move
        return {
            "ok": True,
            "position": self.position(),
            "to_move": state.to_move if state.to_move >= 0 else None,
            "phase": state.phase_name(),
            "legal": state.legal_texts() if mine else [],
            "events": self.visible_events(),
            "result": state.result(),
            "seed": self.rng.seed if self.view is None else None,
        }

    def redact_refusal(self, refusal: Refusal) -> Refusal:
        """A refusal without what the viewer may not know: secret numbers are for their own seat."""
        if self.view is None or self.view == self.state.to_move:
            return refusal
        return type(refusal)(refusal.public)

    def visible_events(self) -> list[Event]:
        """The events without what the viewer may not know."""
        if self.view is None:
            return self.events
        return [self.state.redact_event(event, self.view) for event in self.events]

    def position(self) -> dict[str, Any]:
        """The position, or the viewer's view of it."""
        return self.state.position() if self.view is None else self.state.view(self.view)


def _game(request: dict[str, Any]) -> Game:
    name = request.get("game")
    if not isinstance(name, str):
        raise BadRequest("A request names its `game`.")
    return load(name)


def _kind(request: dict[str, Any], key: str, kind: type, default: Any, words: str) -> Any:
    value = request.get(key)
    if value is None:
        return default
    if not isinstance(value, kind):
        raise BadRequest(f"`{key}` is {words}.")
    return value


def _seed(request: dict[str, Any]) -> int:
    seed = _kind(request, "seed", int, 0, "a whole number")
    if isinstance(seed, bool):
        raise BadRequest("`seed` is a whole number.")
    return int(seed)


def _rolls(request: dict[str, Any], faces: list[int]) -> list[int]:
    rolls = _kind(request, "rolls", list, [], "a list of results of the die")
    for pips in rolls:
        if not isinstance(pips, int) or isinstance(pips, bool) or pips not in faces:
            raise BadRequest(f"`rolls` lists results of the die, which are {faces}, not {pips!r}.")
    return list(rolls)


def _view(request: dict[str, Any], seats: int) -> int | None:
    view = request.get("view", "all")
    if view == "all" or view is None:
        return None
    if not isinstance(view, int) or isinstance(view, bool) or not 0 <= view < seats:
        raise BadRequest(f'`view` is "all" or the number of a seat, not {view!r}.')
    return view
