"""Base classes for a game from another package, written in plain Python: `PluginState` and `PluginGame`.

Such a game needs no compiler and runs beside the compiled core. Its package names an instance of its `PluginGame` in
the entry point group `hordes.games`; docs/own-game.md walks through one.
"""

from __future__ import annotations

import hashlib
import json
import sys
from copy import deepcopy
from typing import Any

from hordes.engine.core.encoding import Encoder
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.plugin import AdapterEncoder, AdapterEvaluator, AdapterState, words_to_text
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, TARGETS, Event, Game, State
from hordes.engine.display import Display, SeatDisplay
from hordes.engine.errors import BadPosition, BadRequest, PieceError, Refusal, RuleViolation, UnknownMove
from hordes.engine.option_schema import Option, fill_in, nest, unnest
from hordes.engine.options_cache import OptionsCache
from hordes.engine.plugin_guard import (
    GAME_CHECKS,
    STATE_CHECKS,
    declaration_fault,
    guard_beginning,
    guard_methods,
    to_move_fault,
)
from hordes.engine.validation import did_you_mean, differences, is_json, shown

MAX_LISTED = 6
"""Legal moves that a refusal lists at most."""


def encode_move(verb: int, target: int = 0) -> int:
    """The number of a move: a verb from 0 up, and one of 62 targets.

    >>> encode_move(2, 5)
    133
    """
    return verb * TARGETS + target


def hash_setup(game: PluginGame, options: dict[str, Any]) -> int:
    """A hash of a game and its complete options, the same on every machine: a dump begins with it."""
    setup = json.dumps(options, sort_keys=True)
    digest = hashlib.blake2b(f"{game.name} {game.rules_version} {setup}".encode(), digest_size=7).digest()
    return int.from_bytes(digest, "little")


class PluginState:
    """State of a plugin's game. Subclasses keep their own attributes and implement the first group of methods.

    `to_move` is the seat that decides, CHANCE or OVER. Every other attribute is copied by `clone` (deeply), except
    those that all states of a game share: `game`, `options`, `setup`, `setup_hash`, and those named in `shared`.
    """

    shared: tuple[str, ...] = ()
    """Names of further attributes that never change during a game, such as the map: clones share them."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        guard_methods(cls, PluginState, STATE_CHECKS)
        guard_beginning(cls)

    def __init__(self, game: PluginGame, options: dict[str, Any]) -> None:
        self.game = game
        self.options = options
        self.setup = json.dumps(options, sort_keys=True)
        self.setup_hash = hash_setup(game, options)
        self.seats = int(options["players"])
        self.to_move = CHANCE
        self.sink: list[Event] | None = None

    # To be implemented

    def legal_moves(self) -> list[int]:
        """The legal moves of the seat to move, or the possible outcomes of chance, as `encode_move` numbers them."""
        raise NotImplementedError

    def apply(self, move: int) -> None:
        """Make a legal move, or apply an outcome of chance."""
        raise NotImplementedError

    def describe(self, move: int) -> str:
        """The text of a move: a word of `PluginGame.verbs`, then its arguments."""
        raise NotImplementedError

    def position(self) -> dict[str, Any]:
        """The complete state as JSON data, none of it shared with the state. Equal positions are equal states."""
        raise NotImplementedError

    def read_position(self, data: dict[str, Any]) -> None:
        """Set everything from a `position`; raise `BadPosition` for one that cannot be."""
        raise NotImplementedError

    def score(self, seat: int) -> int:
        """The points of a seat as they would count if the game ended now."""
        raise NotImplementedError

    # May be overridden

    def chance_weights(self) -> dict[int, int]:
        """Relative probabilities of the outcomes of chance; by default all are equal."""
        return dict.fromkeys(self.legal_moves(), 1)

    def clone(self) -> PluginState:
        """An independent copy."""
        twin = object.__new__(type(self))
        kept = {"game", "options", "setup", "setup_hash", *self.shared}
        for name, value in vars(self).items():
            twin.__dict__[name] = value if name in kept else None if name == "sink" else deepcopy(value)
        return twin

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat (or PUBLIC) may know; by default everything. To be overridden with `resample`."""
        return self.position()

    def redact_event(self, event: Event, seat: int) -> Event:
        """An event without what a seat (or PUBLIC) may not know."""
        return event

    def resample(self, seat: int, rng: Rng) -> PluginState:
        """A state that agrees with all a seat knows, with what it cannot know drawn anew."""
        return self.clone()

    def result(self) -> dict[str, Any] | None:
        """Scores, winners and the reason once the game is over.

        By default most points win, those of a team (`team_of`) together, and ties are shared.
        """
        if self.to_move != OVER:
            return None
        scores, teams = [self.score(seat) for seat in range(self.seats)], [self.team_of(k) for k in range(self.seats)]
        totals = [sum(points for points, own in zip(scores, teams, strict=True) if own == team) for team in teams]
        winners = [seat for seat in range(self.seats) if totals[seat] == max(totals)]
        return {"scores": scores, "winners": winners, "reason": "most points"}

    def phase_name(self) -> str:
        """The name of the current phase."""
        return "over" if self.to_move == OVER else "chance" if self.to_move == CHANCE else "play"

    def default_move(self) -> int:
        """The move for a seat whose time has run out; a game in which it is always played must end."""
        return min(self.legal_moves())

    def die_move(self, pips: int) -> int:
        """The outcome of chance at which the die shows `pips`; -1 when no such die is being rolled."""
        return -1

    def why_illegal(self, text: str) -> str:
        """The rule that forbids a move with a known verb, as a sentence; empty to list what is legal instead."""
        return ""

    def explain(self, text: str) -> str:
        """What a move would cost or bring, as a sentence."""
        return ""

    def public_summary(self) -> dict[str, Any]:
        """Derived public facts for user interfaces."""
        return {}

    def display(self, seat: int) -> Display:
        """What interfaces without knowledge of this game show of it, as far as a seat (or PUBLIC) may know it.

        By default the points: in a game with secrets, which may be worth some, one's own only until the end.
        """
        has_secrets = type(self).view is not PluginState.view and self.to_move != OVER
        seats: list[SeatDisplay] = [
            {"points": None if has_secrets and k != seat else self.score(k), "pieces": [], "facts": []}
            for k in range(self.seats)
        ]
        return {"status": self.phase_name(), "regions": {}, "seats": seats}

    def move_data(self, move: int) -> dict[str, Any]:
        """A legal move as data: `verb`, `arguments`, and `regions`, those of them that are regions of the drawing.

        The page shows a move at its regions, in their order; a key `label` replaces the words of its button.
        """
        verb, *arguments = self.describe(move).split()
        regions = self.game.region_ids(self.options)
        return {"verb": verb, "arguments": arguments, "regions": [word for word in arguments if word in regions]}

    def narrate(self, event: Event) -> str:
        """An event as an English sentence; empty for one that need not be told.

        `{seat}`, and any other key of the event in braces whose value is a seat, stands for that player's name. By
        default the sentence is made of the event's keys and values.
        """
        named = [key for key in event if key in ("seat", "type")]
        rest = ", ".join(f"{key} {value}" for key, value in event.items() if key not in named)
        words = str(event["type"]).replace("_", " ") + (f": {rest}" if rest else "")
        return ("{seat} " if "seat" in event else "") + words.replace("{", "(").replace("}", ")")

    def turn_seat(self) -> int:
        """The seat whose turn it is, also while chance or another seat decides something in between.

        Bots plan to the end of a turn, and think about a turn as a whole for a certain time.
        """
        return self.to_move

    def turn_number(self) -> int:
        """A number that changes with every turn, for a seat that has several turns one after the other."""
        return 0

    def team_of(self, seat: int) -> int:
        """The team of a seat; by default each is its own."""
        return seat

    def is_automatic(self, seat: int) -> bool:
        """Whether the rules themselves play this seat, so that it is never to move."""
        return False

    def estimate(self, seat: int) -> int:
        """Expected final points of a seat in thousandths, for bots."""
        return self.score(seat) * 1000

    def rate(self, move: int) -> int:
        """Rating of a legal move, for bots: only the order counts."""
        return 0

    def observation(self, seat: int) -> list[int]:
        """What a seat may know as numbers from 0 to 32767, in the order of `PluginGame.observation_parts`."""
        raise BadRequest(f"{self.game.name} has no numbers for learners.")

    # Shared by all plugins

    def emit(self, kind: str, **data: Any) -> None:
        """Report an event to whoever listens; `kind` is its type. All of it is JSON data."""
        if self.sink is not None:
            wrong = next((key for key, value in data.items() if not is_json(value)), "")
            if wrong or not isinstance(kind, str):
                caller = sys._getframe(1)
                what = f"{wrong}={shown(data[wrong])}" if wrong else f"the type {shown(kind)}"
                raise PieceError(
                    f"The game {self.game.name!r} is at fault: {type(self).__name__} emits the event {shown(kind)} "
                    f"with {what}, which JSON cannot say (line {caller.f_lineno} of {caller.f_code.co_filename})."
                )
            self.sink.append({"type": kind, **data})

    def parse(self, text: str) -> int:
        """The legal move with this text; otherwise says why there is none."""
        words = text.split()
        plain = " ".join(words)
        for move in self.legal_moves():
            if self.describe(move) == plain:
                return move
        verbs = self.game.verbs
        if not words or words[0] not in verbs:
            near = did_you_mean(words[0], verbs) if words else ""
            raise UnknownMove(f"{text!r} is no move of this game; moves begin with {', '.join(verbs)}.{near}")
        raise RuleViolation(self.why_illegal(plain) or self._legal_instead(plain))

    def refuse(self, move: int) -> None:
        """Raise the `RuleViolation` of a move that is not legal."""
        text = self.describe(move)
        raise RuleViolation(self.why_illegal(text) or self._legal_instead(text))

    def _legal_instead(self, text: str) -> str:
        texts = [self.describe(move) for move in self.legal_moves()]
        more = f" and {len(texts) - MAX_LISTED} more" if len(texts) > MAX_LISTED else ""
        return f"`{text}` is not legal now; legal are {', '.join(texts[:MAX_LISTED])}{more}."


class PluginGame(Game):
    """A game of plain Python: its name, its options, and what its states need to be set up, read and learnt from."""

    name = ""
    title = ""
    about = ""
    rules_version = "1"
    moves_are_public = False
    verbs: tuple[str, ...] = ()
    """First words of moves and chance outcomes."""
    state_class: type[PluginState] = PluginState

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        guard_methods(cls, PluginGame, GAME_CHECKS)

    def __init__(self) -> None:
        super().__init__()
        if fault := declaration_fault(type(self), PluginGame, PluginState):
            raise PieceError(f"The game {self.name!r} is at fault: {fault}")
        self._normalised: OptionsCache[str] = OptionsCache(self._normalise)
        self._region_ids: OptionsCache[frozenset[str]] = OptionsCache(self._find_region_ids)
        self._declared: OptionsCache[tuple[frozenset[int], frozenset[int]]] = OptionsCache(self._find_declared)
        # Compiled code reads the fields of the compiled base class, which attributes of a Python class only hide.
        for name in ("name", "title", "about", "rules_version", "moves_are_public"):
            field = vars(Game)[name]
            if hasattr(field, "__set__"):
                field.__set__(self, getattr(type(self), name))

    # To be implemented

    def option_schema(self) -> list[Option]:
        """The game's options; `players` must be among them."""
        raise NotImplementedError

    def check_options(self, options: dict[str, Any]) -> None:
        """Raise `BadRequest` for complete options that do not go together, beyond what their declarations say."""

    def start(self, options: dict[str, Any]) -> PluginState:
        """The initial state, for complete options."""
        return self.state_class(self, options)

    def max_game_length(self, options: dict[str, Any]) -> int:
        """Upper bound of the number of seats' decisions in a game with these complete options."""
        raise NotImplementedError

    def score_bounds(self, options: dict[str, Any]) -> tuple[int, int]:
        """Lower and upper bound of a seat's final score."""
        raise NotImplementedError

    def action_targets(self, options: dict[str, Any]) -> dict[int, int]:
        """The verbs of seats' moves, each with the number of its targets."""
        raise NotImplementedError

    def outcome_targets(self, options: dict[str, Any]) -> dict[int, int]:
        """The verbs of chance, each with the number of its targets; empty when nothing is left to chance."""
        return {}

    # May be overridden

    def observation_parts(self, options: dict[str, Any]) -> list[tuple[str, int, list[str], int, str]]:
        """The blocks of an observation: name, rows, names of columns ([""] for a vector), maximum, description."""
        raise BadRequest(f"{self.name} has no numbers for learners.")

    def board_data(self, options: dict[str, Any]) -> dict[str, Any]:
        return {}

    def page_board(self, options: dict[str, Any]) -> dict[str, Any]:
        return {**self.board_data(options), "drawing": self.board_drawing(options)}

    def region_ids(self, options: dict[str, Any]) -> frozenset[str]:
        """Ids of the regions of the drawn board."""
        return self._region_ids.get(options)

    def _find_region_ids(self, options: dict[str, Any]) -> frozenset[str]:
        return frozenset(region["id"] for region in self.board_drawing(options)["regions"])

    def declared_moves(self, options: dict[str, Any], chance: bool) -> frozenset[int]:
        """The numbers of all moves of seats, or of all outcomes of chance, that the game declares."""
        return self._declared.get(options)[chance]

    def _find_declared(self, options: dict[str, Any]) -> tuple[frozenset[int], frozenset[int]]:
        both = self.action_targets(options), self.outcome_targets(options)
        moves = [[encode_move(verb, k) for verb, n in targets.items() for k in range(n)] for targets in both]
        return frozenset(moves[0]), frozenset(moves[1])

    def glossary(self) -> dict[str, dict[str, Any]]:
        return {}

    # Shared by all plugins

    def normalise(self, options: dict[str, Any]) -> dict[str, Any]:
        complete: dict[str, Any] = json.loads(self._normalised.get(options))
        return complete

    def _normalise(self, options: dict[str, Any]) -> str:
        declared = self.option_schema()
        complete = nest(fill_in(unnest(nest(options), declared), declared))
        self.check_options(complete)
        return json.dumps(complete)

    def option_choices(self) -> dict[str, Any]:
        """Ranges for user interfaces: the numbers of players, and every other option as data."""
        players = next(option for option in self.option_schema() if option.name == "players")
        others = [option.as_json() for option in self.option_schema() if option is not players]
        return {"modes": {"standard": [players.least, players.most]}, "options": others}

    def new(self, options: dict[str, Any]) -> State:
        return AdapterState(self._begin(self.normalise(options)))

    def _begin(self, complete: dict[str, Any]) -> PluginState:
        """The initial state; whoever is to move in it can be asked."""
        state = self.start(complete)
        if fault := to_move_fault(state):
            raise PieceError(f"The game {self.name!r} is at fault: {type(state).__name__}.__init__: {fault}.")
        return state

    def from_position(
        self, options: dict[str, Any], position: dict[str, Any], sink: list[Event] | None = None
    ) -> State:
        if not isinstance(position, dict):
            raise BadPosition(f"A position is an object, not {position!r}.")
        state = self._begin(self.normalise(options))
        try:
            state.read_position(deepcopy(position))
        except Refusal:
            raise
        except Exception as error:
            raise BadPosition(f"The position cannot be read: {type(error).__name__}: {error}.") from error
        _check_position(state, position)
        adapted = AdapterState(state)
        adapted.sink = sink
        return adapted

    def load(self, options: dict[str, Any], words: list[int]) -> State:
        if not words or words[0] != hash_setup(self, self.normalise(options)):
            raise BadPosition("These words were dumped by a table with another set-up.")
        try:
            position = json.loads(words_to_text(words[1:]))
        except json.JSONDecodeError as error:
            raise BadPosition(f"These integers are no dump of a state: {error}.") from error
        return self.from_position(options, position)

    def distinct_moves(self, options: dict[str, Any]) -> int:
        complete = self.normalise(options)
        return (max([*self.action_targets(complete), *self.outcome_targets(complete)]) + 1) * TARGETS

    def evaluator(self) -> Evaluator:
        return AdapterEvaluator()

    def encoder(self, options: dict[str, Any]) -> Encoder:
        complete = self.normalise(options)
        return AdapterEncoder(
            self.observation_parts(complete), self.action_targets(complete), self.outcome_targets(complete)
        )


def _check_position(state: PluginState, given: dict[str, Any]) -> None:
    """Refuse a position that was read as another one, or in which nobody could go on."""
    if fault := to_move_fault(state):
        raise BadPosition(f"The position cannot be: {fault}.")
    try:
        others = differences(given, state.position())
        if state.to_move == CHANCE:
            state.chance_weights()
        elif state.to_move >= 0:
            state.legal_moves()
    except PieceError as error:
        raise BadPosition(f"The position cannot be: {error}") from error
    if others:
        raise BadPosition(f"The position cannot be: read and written again it differs in {', '.join(others)}.")
