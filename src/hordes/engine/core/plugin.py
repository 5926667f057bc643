"""Adapters that let compiled code run a game written in plain Python, such as one from another package.

`State` and `Encoder` cannot have interpreted subclasses without making the built-in games slower. So a plugin's state
is no `State`: it is a `hordes.engine.plugin.PluginState`, wrapped in a compiled `AdapterState` that forwards every
question. Searches, batches, servers and the lab see nothing but a `State`.
"""

from __future__ import annotations

import json
from math import gcd
from typing import Any, Final

from hordes.engine.core.bits import BIT, BITS_PER_SET, FULL
from hordes.engine.core.encoding import Encoder
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, MENU_CAPACITY, OVER, PUBLIC, TARGETS, Event, State
from hordes.engine.display import Display
from hordes.engine.errors import BadPosition, Message, PieceError
from hordes.engine.mypyc_compat import i16, i64, vec
from hordes.engine.validation import check_seat, check_text

BYTES_PER_WORD: Final = 7
"""Bytes of JSON text in one integer of a dump: 7 * 8 bits stay below 2**62."""


class AdapterState(State):
    """A plugin's state as a `State`. `inner` is the plugin's own object, for its evaluator and its tests.

    The plugin says which moves are legal, makes them, copies itself and describes itself as a position, from which
    equality, hashing and pickling follow. `weighted_moves` are the moves of the menu, ascending, each with its weight.
    `turns` counts the changes of whose turn it is since this object, or the one it was cloned from, was made.
    """

    inner: Any
    weighted_moves: list[tuple[int, int]]
    turns: i64
    turn_of: i64

    def __init__(self, inner: Any, turns: i64 = 0) -> None:
        super().__init__()
        self.inner = inner
        self.weighted_moves = []
        self.to_move = inner.to_move
        self.turns = turns
        self.turn_of = inner.turn_seat()

    def fill_menu(self) -> None:
        if self.to_move == OVER:
            return
        by_verb: dict[int, int] = {}
        self.weighted_moves = self._find_weighted_moves()
        for move, _ in self.weighted_moves:
            verb, target = move // TARGETS, move % TARGETS
            if target >= BITS_PER_SET:
                raise PieceError(f"{self.game_name()}: targets are numbered 0 to {BITS_PER_SET - 1}, not {target}.")
            by_verb[verb] = by_verb.get(verb, 0) | BIT[target]
        if len(by_verb) * 2 > MENU_CAPACITY:
            raise PieceError(f"{self.game_name()}: more than {MENU_CAPACITY // 2} different verbs are legal at a time.")
        for verb in sorted(by_verb):
            self.offer(verb, by_verb[verb])
        if self.to_move == CHANCE:
            self.pick_count = sum([weight for _, weight in self.weighted_moves])

    def _find_weighted_moves(self) -> list[tuple[int, int]]:
        """Legal moves with their weights: 1 for a seat's move, the relative probability for an outcome of chance."""
        if self.to_move == CHANCE:
            weights: dict[int, int] = self.inner.chance_weights()
            common = gcd(*weights.values()) or 1  # 50 to 50 is 1 to 1
            return sorted([(move, weight // common) for move, weight in weights.items()])
        moves: list[int] = self.inner.legal_moves()
        return [(move, 1) for move in sorted(moves)]

    def nth_legal(self, k: i64) -> i64:
        if self.to_move != CHANCE:
            return super().nth_legal(k)
        rest = k
        for move, weight in self.weighted_moves:
            if rest < weight:
                return move
            rest -= weight
        raise PieceError(f"{self.game_name()}: chance has fewer than {k + 1} outcomes.")

    def apply(self, move: i64) -> None:
        self.inner.sink = self.sink
        self.inner.apply(move)
        self.inner.sink = None
        self.to_move = self.inner.to_move
        self.changed_places = self.changed_kinds = FULL
        turn_of = self.turn_seat()
        if turn_of != self.turn_of:
            self.turns += 1
            self.turn_of = turn_of

    def clone(self) -> AdapterState:
        return AdapterState(self.inner.clone(), self.turns)

    def dump(self) -> list[int]:
        """The position as canonical JSON, some bytes an integer; the hash of the options comes first."""
        try:
            text = json.dumps(self.inner.position(), sort_keys=True, separators=(",", ":"), allow_nan=False)
        except (TypeError, ValueError) as error:
            raise PieceError(f"The game {self.game_name()!r} is at fault: its position is no JSON: {error}.") from error
        return [self.inner.setup_hash, *text_to_words(text)]

    def describe(self, move: i64) -> str:
        text: str = self.inner.describe(move)
        return text

    def parse(self, text: str) -> i64:
        check_text(text)
        move: int = self.inner.parse(text)
        return move

    def refuse(self, move: i64) -> None:
        self.inner.refuse(move)

    def explanation(self, text: str) -> Message:
        return Message(self.inner.explain(text))

    def position(self) -> dict[str, Any]:
        position: dict[str, Any] = self.inner.position()
        return position

    def view(self, seat: i64) -> dict[str, Any]:
        check_seat(seat, self.seats(), PUBLIC)
        view: dict[str, Any] = self.inner.view(seat)
        return view

    def public_summary(self) -> dict[str, Any]:
        summary: dict[str, Any] = self.inner.public_summary()
        return summary

    def redact_event(self, event: Event, seat: i64) -> Event:
        redacted: Event = self.inner.redact_event(event, seat)
        return redacted

    def page_view(self, seat: i64) -> dict[str, Any]:
        return {**self.view(seat), "display": self.display(seat)}

    def page_views(self) -> list[dict[str, Any]]:
        seats: list[i64] = [*range(self.seats()), PUBLIC]
        return [self.page_view(seat) for seat in seats]

    def page_event(self, event: Event, seat: i64) -> Event:
        redacted = self.redact_event(event, seat)
        numbers = {
            key: value for key, value in redacted.items() if isinstance(value, int) and not isinstance(value, bool)
        }
        shown: Event = {"type": redacted["type"], "values": numbers}
        shown.update({key: numbers[key] for key in ("seat", "pips") if key in numbers})
        text = self.narrate(redacted)
        if text:
            shown["text"] = text
        return shown

    def narrate(self, event: Event) -> str:
        text: str = self.inner.narrate(event)
        return text

    def move_data(self, move: i64) -> dict[str, Any]:
        data: dict[str, Any] = self.inner.move_data(move)
        return data

    def resample(self, seat: i64, rng: Rng) -> AdapterState:
        return AdapterState(self.inner.resample(seat, rng), self.turns)

    def phase_name(self) -> str:
        name: str = self.inner.phase_name()
        return name

    def result(self) -> dict[str, Any] | None:
        result: dict[str, Any] | None = self.inner.result()
        return result

    def score(self, seat: i64) -> i64:
        check_seat(seat, self.seats())
        score: int = self.inner.score(seat)
        return score

    def seats(self) -> i64:
        seats: int = self.inner.seats
        return seats

    def turn_seat(self) -> i64:
        seat: int = self.inner.turn_seat()
        return seat

    def team_of(self, seat: i64) -> i64:
        check_seat(seat, self.seats())
        team: int = self.inner.team_of(seat)
        return team

    def is_automatic(self, seat: i64) -> bool:
        check_seat(seat, self.seats())
        automatic: bool = self.inner.is_automatic(seat)
        return automatic

    def display(self, seat: i64) -> Display:
        check_seat(seat, self.seats(), PUBLIC)
        display: Display = self.inner.display(seat)
        return display

    def game_name(self) -> str:
        name: str = self.inner.game.name
        return name

    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = json.loads(self.inner.setup)
        return options

    def default_move(self) -> i64:
        move: int = self.inner.default_move()
        return move

    def die_move(self, pips: i64) -> i64:
        move: int = self.inner.die_move(pips)
        return move

    def __reduce__(self) -> tuple[object, ...]:
        inner = self.inner
        return _from_pickle, (inner.game, inner.setup, inner.position(), inner.game.rules_version)


def _from_pickle(game: Any, setup: str, position: dict[str, Any], version: str) -> State:
    """Unpickle a plugin's state: its game, the options as JSON, the position, and the version of the rules."""
    if version != game.rules_version:
        raise BadPosition(
            f"The state was pickled under version {version!r} of the rules, this program has {game.rules_version!r}."
        )
    state: State = game.from_position(json.loads(setup), position)
    return state


def text_to_words(text: str) -> list[int]:
    """A text as integers below 2**62: the number of its bytes, then seven bytes in each.

    >>> text_to_words("ab")
    [2, 25185]
    """
    data = text.encode()
    chunks = [data[k : k + BYTES_PER_WORD] for k in range(0, len(data), BYTES_PER_WORD)]
    return [len(data), *[int.from_bytes(chunk, "little") for chunk in chunks]]


def words_to_text(words: list[int]) -> str:
    """The reverse of `text_to_words`.

    >>> words_to_text(text_to_words("a longer text"))
    'a longer text'
    """
    try:
        data = b"".join([word.to_bytes(BYTES_PER_WORD, "little") for word in words[1:]])[: words[0]]
        return data.decode()
    except (IndexError, OverflowError, UnicodeDecodeError, TypeError) as error:
        raise BadPosition(f"These integers are no dump of a state: {error}.") from error


class AdapterEncoder(Encoder):
    """Observations and action space of a plugin, as the plugin declares them.

    `parts` are (name, rows, columns, most, about); `actions` and `outcomes` the number of targets by verb.
    """

    def __init__(
        self,
        parts: list[tuple[str, int, list[str], int, str]],
        actions: dict[int, int],
        outcomes: dict[int, int],
    ) -> None:
        super().__init__(max([*actions, *outcomes]) + 1)
        for name, rows, columns, most, about in parts:
            self.add_part(name, rows, columns, most, about)
        for verb in sorted(actions):
            self.add_actions(verb, actions[verb])
        for verb in sorted(outcomes):
            self.add_outcomes(verb, outcomes[verb])

    def write(self, state: State, seat: i64, out: vec[i16], at: i64, memo: vec[i64], note: i64, follows: bool) -> None:
        assert isinstance(state, AdapterState)
        numbers: list[int] = state.inner.observation(seat)
        if len(numbers) != self.size:
            raise PieceError(
                f"{state.game_name()}: an observation has {len(numbers)} numbers, its parts declare {self.size}."
            )
        for k in range(self.size):
            out[at + k] = i16(numbers[k])  # the guard of `observation` refuses what does not fit


MANY_TURNS: Final = 1000003
"""Greater than most numbers of turns that plugins give."""


class AdapterEvaluator(Evaluator):
    """Evaluator of a plugin: its state estimates final points; turns are told apart by number, count and seat."""

    def value(self, state: State, seat: i64) -> i64:
        assert isinstance(state, AdapterState)
        value: int = state.inner.estimate(seat)
        return value

    def greedy_value(self, state: State, seat: i64) -> i64:
        """What the plugin estimates: points alone would draw a greedy player to whatever scores at once."""
        return self.value(state, seat)

    def rate(self, state: State, move: i64) -> i64:
        assert isinstance(state, AdapterState)
        rating: int = state.inner.rate(move)
        return rating

    def turn_id(self, state: State) -> i64:
        assert isinstance(state, AdapterState)
        number: int = state.inner.turn_number()
        return (state.turns * MANY_TURNS + number) * TARGETS + state.turn_of
