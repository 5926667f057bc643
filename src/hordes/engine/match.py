"""Match: a live game with its state, record and random generator; chance is resolved at once."""

from __future__ import annotations

from copy import deepcopy
from os import PathLike
from typing import Any

from hordes.engine.chance import chance_moves
from hordes.engine.core.playout import random_move
from hordes.engine.core.rng import Rng, mix
from hordes.engine.core.state import CHANCE, OVER, PUBLIC, Event, Game, State
from hordes.engine.errors import BadPosition, BadRecord, BadRequest, GameOver, NotTheMoment
from hordes.engine.games import DEFAULT_GAME
from hordes.engine.record import Record
from hordes.engine.validation import check_seat, check_text, differences, whole_number

OWN_ATTRIBUTES = frozenset(("record", "rng", "events", "deciders", "event_counts", "state", "_in_step"))
"""What `_resumed` puts into a copy of a match; everything else in it is the user's, or a subclass's."""


class Match:
    """One game being played: the state, the record of its moves, and the generator that answers chance.

    The game is a name or a `Game`; options are keywords, or a dict where they come from elsewhere, and the game fills
    in what is not said: `match.record.options` are all of them, and `load(name).option_choices()` says what some may
    be. The same seed and the same moves give the same game.

    >>> match = Match("smallworld", players=3, seed=7)
    >>> match
    <Match: smallworld, 3 seats, 0 decisions, seat 0 to move: pick>
    >>> match.legal_texts()
    ['pick 1', 'pick 2', 'pick 3', 'pick 4', 'pick 5', 'pick 6']
    >>> [event["type"] for event in match.play("pick 1")]
    ['picked', 'revealed']
    >>> match.play("conquer 8")
    Traceback (most recent call last):
        ...
    hordes.smallworld.text.errors.OutOfReach: Gurgle Bog is inland: ... must enter through a border region.

    Moves are made with `match.play`. `match.state` is there to be looked at: a move made on it is in no record, and
    the match then refuses to go on. To try moves out, play them on `match.state.clone()`.

    Undo goes back to the last die, reveal or other seat's decision, while the same seat is to move: it never takes back
    revealed information.
    A copy, deep or pickled, is independent, has the same random numbers ahead, and keeps attributes that were added.
    """

    def __init__(
        self,
        game: str | Game,
        options: dict[str, Any] | None = None,
        seed: int = 0,
        position: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        """Begin a game, or go on from a position as `State.position` gives it.

        :raises BadRequest: there is no such game, or no such option, or an option has a value it cannot have
        :raises BadPosition: the position cannot be, or is a view, which leaves out what is hidden
        """
        self.record = Record(_name(game), _merged(options, more), position=position)
        self.rng = Rng(whole_number(seed, "seed"))
        self.events: list[Event] = []
        self.deciders: list[int] = []
        self.event_counts: list[int] = []
        self.state: State = self.record.start(self.events)
        if position is not None:
            _refuse_view(self.state, position)
        self._resolve_chance()

    def __reduce__(self) -> tuple[Any, ...]:
        history = self.events, self.deciders, self.event_counts
        added = {name: value for name, value in vars(self).items() if name not in OWN_ATTRIBUTES}
        parts = type(self), self.record, int(self.rng.seed), history, self.state, self._in_step
        return _resumed, parts, added or None

    def __copy__(self) -> Match:
        return deepcopy(self)

    def __repr__(self) -> str:
        decisions = sum(decider >= 0 for decider in self.deciders)
        return f"<Match: {self.record.game}, {self.state.seats()} seats, {decisions} decisions, {self._standing()}>"

    def _standing(self) -> str:
        result = self.result()
        if result is None:
            return f"seat {self.to_move} to move: {self.state.phase_name()}"
        winners = [f"seat {seat}" for seat in result["winners"]]
        return f"over, won by {' and '.join(winners) or 'nobody'}"

    def _repr_svg_(self) -> str | None:
        return self.state._repr_svg_()

    @property
    def to_move(self) -> int:
        """The seat to move, or OVER; chance has always answered already."""
        return int(self.state.to_move)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.to_move == OVER)

    def legal_texts(self) -> list[str]:
        """The legal moves of the seat to move, as `play` takes them; empty once the game is over."""
        return self.state.legal_texts()

    def view(self, seat: int = PUBLIC) -> dict[str, Any]:
        """What a seat may know, as JSON data; by default what everybody may know."""
        return self.state.view(self._checked(seat))

    def board_text(self, seat: int = PUBLIC) -> str:
        """The board as text to print, as a seat sees it; by default as everybody may."""
        return self.state.board_text(self._checked(seat))

    def _checked(self, seat: int) -> int:
        """A seat of this game, or PUBLIC."""
        return check_seat(seat, int(self.state.seats()), PUBLIC)

    def result(self) -> dict[str, Any] | None:
        """Scores, winners and the reason they won; None while the game goes on."""
        return self.state.result()

    def play(self, text: str, seat: int | None = None) -> list[Event]:
        """Make a move of the seat to move, resolve chance, and return the events.

        A server passes the seat that sent the move; a seat that is not to move is refused.

        :raises UnknownMove: the text is no move of this game
        :raises RuleViolation: the move is not legal now, or another seat is to move, or the game is over
        :raises BadRequest: there is no such seat, or `match.state` was changed behind the match's back
        """
        check_text(text)
        self._check_in_step()
        if seat is not None and not self.is_over and check_seat(seat, int(self.state.seats())) != self.to_move:
            raise NotTheMoment(f"Seat {self.to_move} is to move, not seat {seat}.")
        before = len(self.events)
        self._push(text)
        self._resolve_chance()
        return self.events[before:]

    def _push(self, text: str) -> None:
        decider, length = int(self.state.to_move), len(self.events)
        self.state.play(text)
        self.record.moves.append(" ".join(text.split()))
        self.deciders.append(decider)
        self.event_counts.append(length)

    def _resolve_chance(self) -> None:
        for move in chance_moves(self.state, self.rng):
            self._push(self.state.describe(move))
        self._in_step = self.state.dump(), len(self.events)

    def _check_in_step(self) -> None:
        """Refuse when the state is not the one that the record leads to."""
        if self._in_step[0] != self.state.dump() or len(self.record.moves) != len(self.deciders):
            raise BadRequest(
                "The state is not the one that the record leads to: it was changed by `match.state.play` or `apply`, "
                "or the record was. Make moves with `match.play`, and try them out on `match.state.clone()`. "
                "`match.rewind(len(match.deciders))` brings back the state of the record."
            )

    def can_undo(self) -> bool:
        """Whether the last move was made by the seat to move, with nothing revealed since."""
        if not self.deciders or self.state.to_move == OVER:
            return False
        return bool(self.deciders[-1] == self.state.to_move)

    def undo(self) -> None:
        """Take back the last move.

        :raises NotTheMoment: nothing has been played, or information has been revealed since
        :raises GameOver: the game is over, and all has been revealed; `rewind` goes back even so
        """
        self._check_in_step()
        if self.is_over:
            raise GameOver("The game is over; its last move cannot be taken back. `rewind` goes back even so.")
        if not any(decider >= 0 for decider in self.deciders):
            raise NotTheMoment("Nothing can be taken back: no seat has made a move yet.")
        if not self.can_undo():
            raise NotTheMoment(
                "Nothing can be taken back: only the last move can, while the seat that made it is still to move and "
                "neither chance nor another seat has acted since."
            )
        self.rewind(len(self.record.moves) - 1)

    def rewind(self, ply: int) -> None:
        """Return to the decision after `ply` entries of the record, whatever happened since.

        Entries are the moves of seats and the outcomes of chance; `deciders` says whose each is. The generator is not
        set back: chance answers with new numbers from here on, so the same moves may now meet other outcomes.

        :raises NotTheMoment: there is no such ply, or chance was answering there
        """
        ply = whole_number(ply, "ply")
        if not 0 <= ply <= len(self.deciders):
            raise NotTheMoment(f"The record has {len(self.deciders)} entries; there is no ply {ply}.")
        if ply < len(self.deciders) and self.deciders[ply] == CHANCE:
            raise NotTheMoment(f"Chance was answering at ply {ply}; go back to a seat's decision.")
        length = self.event_counts[ply] if ply < len(self.event_counts) else self._in_step[1]
        self.state = self.record.replay(ply)
        del self.record.moves[ply:]
        del self.deciders[ply:]
        del self.event_counts[ply:]
        del self.events[length:]
        self.state.sink = self.events
        self._in_step = self.state.dump(), length

    def save(self) -> dict[str, Any]:
        """The record as data with the generator's state, so that the game can be continued identically.

        The data can be written as JSON. The generator's state reveals future chance: a saved match is for whoever runs
        the game only; `match.record.to_json()` is the same without it.

        :raises BadRequest: `match.state` was changed behind the match's back, so that the record is not of this game
        """
        self._check_in_step()
        return self.record.to_json(self.state) | {"generator": int(self.rng.seed)}

    @classmethod
    def load(cls, data: Any) -> Match:
        """A match from what `save` returned, or from a record as data, which lacks the generator.

        Such a match goes on with the chance of seed 0. A subclass is made without its `__init__`.

        :raises BadRecord: the data is no record of a game, or its moves are not legal
        """
        if isinstance(data, str | bytes | PathLike):
            raise BadRecord(
                "This is no record of a game but a text or a path. `Match.load` takes the data that `save` returned, "
                "from a file `Match.load(json.loads(Path(file).read_text()))`."
            )
        record = Record.from_json(data)
        generator = data.get("generator", 0)
        if not isinstance(generator, int) or isinstance(generator, bool):
            raise BadRecord("The generator of a saved match is a whole number.")
        match = cls.__new__(cls)
        match.record = Record(record.game, record.options, position=record.position)
        match.rng = Rng(generator)
        match.events, match.deciders, match.event_counts = [], [], []
        match.state = match.record.start(match.events)
        for text in record.moves:
            match._push(text)
        match._resolve_chance()
        return match


def play_random_game(game: str | Game, options: dict[str, Any] | None = None, seed: int = 0, **more: Any) -> Match:
    """Play a game to its end, every seat at random; arguments are those of `Match`.

    >>> match = play_random_game("smallworld", players=3, seed=7)
    >>> match
    <Match: smallworld, 3 seats, 204 decisions, over, won by seat 1>
    >>> match.result()["winners"]
    [1]
    >>> match.record.moves[:3]
    ['banner wizards', 'badge swamp', 'banner dwarves']
    """
    match = Match(game, options, seed, **more)
    rng = Rng(int(mix(match.rng.seed)))  # the generator that answers chance must not know the choices, nor they it
    while not match.is_over:
        state = match.state
        match.play(state.describe(random_move(state, rng)))
    return match


def _name(game: str | Game) -> str:
    """The name of a game given by name or as an object."""
    name = game.name if isinstance(game, Game) else game
    if not isinstance(name, str):
        raise BadRequest(f"A game is a name such as {DEFAULT_GAME!r}, or what `load` gives, not {name!r}.")
    return name


def _merged(options: dict[str, Any] | None, more: dict[str, Any]) -> dict[str, Any]:
    """Options given as a dict and as keywords, together; the same one twice is a mistake."""
    given = {} if options is None else options
    if not isinstance(given, dict):
        raise BadRequest(f"Options are keywords or a dict, such as players=3, not {given!r}.")
    twice = [key for key in more if key in given]
    if twice:
        raise BadRequest(f"`{twice[0]}` is given twice, in the options and as a keyword.")
    return {**given, **more}


def _refuse_view(state: State, position: dict[str, Any]) -> None:
    """Refuse a view as a position: what it hides would silently be read as if it were not there."""
    whole = state.position()
    seats = [PUBLIC, *range(int(state.seats()))]
    if whole != position and any(state.view(seat) == position for seat in seats):
        raise BadPosition(
            f"This is a view, which leaves out what its seat may not know: {', '.join(differences(whole, position))}. "
            "`State.position` gives a whole position."
        )


def _resumed(
    kind: type[Match],
    record: Record,
    generator: int,
    history: tuple[list[Event], list[int], list[int]],
    state: State,
    in_step: tuple[list[int], int],
) -> Match:
    """A match from the parts of its copy; the record has refused already where the rules have changed since.

    `in_step` comes along rather than anew from the state: a copy must not forget that the state was tampered with.
    """
    match = kind.__new__(kind)
    match.record, match.rng, match.state = record, Rng(generator), state
    match.events, match.deciders, match.event_counts = history
    match.state.sink = match.events
    match._in_step = in_step
    return match
