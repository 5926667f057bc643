"""Game: what a game is called, how it is set up, and everything that others ask of it rather than of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hordes.engine.errors import BadRequest
from hordes.engine.mypyc_compat import mypyc_attr

if TYPE_CHECKING:
    from hordes.engine.core.encoding import Encoder
    from hordes.engine.core.evaluator import Evaluator
    from hordes.engine.core.state import State
    from hordes.engine.display import BoardDrawing
    from hordes.engine.event_tags import EventTag
    from hordes.engine.map_sketch import DrawnMap, MapSketch
    from hordes.engine.option_schema import Option

CHANCE_PER_DECISION: Final = 8
NO_GAME: Final = (
    "State and Game are what games have in common, and answer this only in a game's own classes: "
    "`load(name)` gives a Game, and `load(name).new(options)` or `Match(name).state` a State."
)
Event = dict[str, Any]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game: its name, its options, and the constructors of its states.

    >>> from hordes.engine.games import load
    >>> game = load("covil")
    >>> game
    <Game: covil, rules 2>
    >>> game.normalise({"players": 3})["board"]
    'water-town'
    >>> game.new({"players": 3}).seats()
    3
    """

    name: str = ""
    title: str = ""
    """The name for people."""
    about: str = ""
    """A sentence about the game, for people who choose one; empty where interfaces have words of their own."""
    rules_version: str = ""
    moves_are_public: bool = False
    """Whether every move and chance outcome is public, so that the record of a running game may be shown to anybody."""

    def __repr__(self) -> str:
        return f"<Game: {self.name}, rules {self.rules_version}>"

    def normalise(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options with every default filled in; raises `BadRequest` or `BadPosition`."""
        raise NotImplementedError(NO_GAME)

    def options_for_version(self, options: dict[str, Any], version: str) -> dict[str, Any] | None:
        """Options of a record of an older rules version, with the rulings of that version switched on.

        None when that version is not supported.
        """
        return None

    def new(self, options: dict[str, Any]) -> State:
        """The initial state of a new game; chance is to move."""
        raise NotImplementedError(NO_GAME)

    def from_position(
        self, options: dict[str, Any], position: dict[str, Any], sink: list[Event] | None = None
    ) -> State:
        """The state of a position as JSON data; events of the beginning turn are appended to `sink`."""
        raise NotImplementedError(NO_GAME)

    def load(self, options: dict[str, Any], words: list[int]) -> State:
        """The state with this `dump`."""
        raise NotImplementedError(NO_GAME)

    def die_faces(self) -> list[int]:
        """Possible results of the game's die; empty when it has none."""
        return []

    def distinct_moves(self, options: dict[str, Any]) -> int:
        """Exclusive upper bound of move integers, chance outcomes included."""
        raise NotImplementedError(NO_GAME)

    def max_game_length(self, options: dict[str, Any]) -> int:
        """Upper bound of the number of seats' decisions in a game."""
        raise NotImplementedError(NO_GAME)

    def max_chance_events(self, options: dict[str, Any]) -> int:
        """Upper bound of the number of outcomes of chance in a game; by default generous for one die or card a move."""
        return CHANCE_PER_DECISION * (self.max_game_length(options) + CHANCE_PER_DECISION)

    def score_bounds(self, options: dict[str, Any]) -> tuple[int, int]:
        """Lower and upper bound of a seat's final score."""
        raise NotImplementedError(NO_GAME)

    def option_schema(self) -> list[Option]:
        """Every option that one may choose, with its default and limits: for interfaces that know no game."""
        raise NotImplementedError(NO_GAME)

    def option_choices(self) -> dict[str, Any]:
        """What the options may be, for user interfaces: modes with their seats, sets, boards, rulings."""
        return {}

    def board_data(self, options: dict[str, Any]) -> dict[str, Any]:
        """The board as JSON data, with its geometry where it has one."""
        raise NotImplementedError(NO_GAME)

    def page_board(self, options: dict[str, Any]) -> dict[str, Any]:
        """The board that a page gets: with a key `drawing` where the page knows nothing of the game."""
        return self.board_data(options)

    def board_drawing(self, options: dict[str, Any]) -> BoardDrawing:
        """The board for interfaces that know no game; without regions where there is none."""
        return {"size": (0.0, 0.0), "regions": []}

    def glossary(self) -> dict[str, dict[str, Any]]:
        """Every piece and term by id: kind, name, text."""
        raise NotImplementedError(NO_GAME)

    def glossary_for(self, options: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """The glossary of a game with these options, custom cards included."""
        return self.glossary()

    def event_tags(self, event: Event, before: Event) -> list[EventTag]:
        """What an event means for statistics; `before` is the event before it, empty for the first one.

        Events may be redacted: what is secret to a reader is missing, and so are the tags that would need it.
        """
        return []

    def source_kind(self, source: str) -> str:
        """The kind of a source of `Income`, by which reports add up: by default that of the piece, or the source."""
        entry: dict[str, Any] = self.glossary().get(source, {})
        return str(entry.get("kind", source))

    def piece_kinds(self, options: dict[str, Any]) -> dict[tuple[str, str], str]:
        """Kinds by which reports tell pieces apart, by kind and id in `Taken` tags, where these are others."""
        return {}

    def piece_names(self, options: dict[str, Any], kind: str) -> dict[str, str]:
        """Names for people by id, of the pieces of a kind that `Taken` tags name; ids without one are left out."""
        return {key: str(entry["name"]) for key, entry in self.glossary_for(options).items() if "name" in entry}

    def evaluator(self) -> Evaluator:
        """A new evaluator for a searching player; see `engine.core.evaluator`."""
        from hordes.engine.core.evaluator import Evaluator

        return Evaluator()

    def encoder(self, options: dict[str, Any]) -> Encoder:
        """The observation and action encoder of a set-up; see `engine.core.encoding`."""
        raise BadRequest(f"{self.name} has no numbers for learners.")

    # Custom pieces and boards

    def register_set(self, path: str) -> str:
        """Load a custom set of pieces from a user's file for the rest of this process; returns its name."""
        raise BadRequest(f"{self.name} takes no sets of one's own.")

    def recognises(self, content: object) -> bool:
        """Whether the content of a user's file is clearly meant for this game: data of a JSON file, or other text."""
        return False

    def inspect(self, path: str) -> Inspection:
        """Check a custom set or board: its faults, and the options of a game that uses it."""
        raise BadRequest(f"{self.name} takes no sets and no boards of one's own.")

    def map_sketch(self, data: object) -> MapSketch:
        """What there is to draw in a map of one's own; raises `BadPosition` for one that cannot be."""
        raise BadRequest(f"{self.name} has no maps to draw.")

    def with_drawing(self, data: dict[str, Any], drawn: DrawnMap) -> dict[str, Any]:
        """A map of one's own with its drawing, as the game reads it."""
        raise BadRequest(f"{self.name} has no maps to draw.")

    # For the fuzzer

    def custom_fuzz_start(self, k: int, options: dict[str, Any]) -> FuzzStart:
        """The k-th start position with these options for fuzzing; custom pieces are in play where there are any.

        By default the other options are varied by their declarations.
        """
        from hordes.engine.option_variation import vary  # only a fuzzer needs it

        return FuzzStart(vary(self, k, options), None, [])

    def fuzz_start(self, k: int) -> FuzzStart:
        """The k-th start position for fuzzing; together they cover every piece, map and number of seats.

        By default all options are varied by their declarations.
        """
        return self.custom_fuzz_start(k, {})

    def violated_invariants(self, state: State) -> list[str]:
        """The invariants that a state violates, as sentences."""
        return []

    def violated_step_invariants(self, before: State, after: State, events: list[Event]) -> list[str]:
        """The invariants that a step violates, given its events."""
        return []


class Inspection:
    """Result of checking a user's file: faults as (line, text), its kind, options, and the pieces it adds."""

    def __init__(
        self, kind: str, name: str, faults: list[tuple[int, str]], options: dict[str, Any], pieces: list[str]
    ) -> None:
        self.kind = kind
        self.name = name
        self.faults = faults
        self.options = options
        self.pieces = pieces


class FuzzStart:
    """Start of a fuzzed game: options, a position or None, and moves that must be made first."""

    def __init__(self, options: dict[str, Any], position: dict[str, Any] | None, opening: list[str]) -> None:
        self.options = options
        self.position = position
        self.opening = opening
