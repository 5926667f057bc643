"""State and Game: the face that every game shows to players, searches, servers and the referee.

A move is a small integer, `verb * 64 + target`; its text is for people and protocols. Chance is a player: when
`to_move` is CHANCE the legal moves are its outcomes. Nothing in a state knows the future, its past or the generator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hordes.engine.bits import BIT, FULL, SIZE, count, lowest, nth
from hordes.engine.errors import BadRequest, GameOver, Saying, said
from hordes.engine.native import i64, mypyc_attr, vec
from hordes.engine.rng import Rng, mix

if TYPE_CHECKING:
    from hordes.engine.encoding import Encoder
    from hordes.engine.judge import Judge

CHANCE: Final = -1
OVER: Final = -2
PUBLIC: Final = -3
"""The seat of a spectator, for `view`: what everybody may know."""
TARGETS: Final = 64
"""Targets per verb in the integer of a move."""

MENU: Final = 224
NO_MENU: Final = vec[i64]([0])
Event = dict[str, Any]


@mypyc_attr(acyclic=True)
class State:
    """One moment of one game. Cheap to clone, equal by content, and the same whoever computed it.

    `touched` and `news` are for the one who follows a game move by move (the arena) and clears them when he has looked:
    the places and the kinds of things that may have changed since. They are no part of what a state is, and a clone
    begins without them.
    """

    to_move: i64
    sink: list[Event] | None
    menu: vec[i64]
    menu_end: i64
    choices: i64
    touched: i64
    news: i64

    def __init__(self) -> None:
        self.to_move = CHANCE
        self.sink = None
        self.menu = NO_MENU
        self.menu_end = 0
        self.choices = 0
        self.touched = 0
        self.news = 0

    # What each game supplies

    def find(self) -> None:
        """Offer every legal move of the seat (or of chance) that decides now."""
        raise NotImplementedError

    def apply(self, move: i64) -> None:
        """Make a legal move. Unchecked: this is the fast door; `play` is the other one."""
        raise NotImplementedError

    def clone(self) -> State:
        """An equal state. What is done to the one never shows in the other."""
        raise NotImplementedError

    def dump(self) -> list[int]:
        """Every field as plain integers, the set-up's stamp first: equality, hash and pickling come from it."""
        raise NotImplementedError

    def describe(self, move: i64) -> str:
        """The text of a move."""
        raise NotImplementedError

    def parse(self, text: str) -> i64:
        """The move of a text; raises `UnknownMove`, or `RuleViolation` when no position could allow it."""
        raise NotImplementedError

    def refuse(self, move: i64) -> None:
        """Raise the `RuleViolation` that says why a move is not legal now."""
        raise NotImplementedError

    def explanation(self, text: str) -> Saying:
        """What a move would cost or bring; without words when there is nothing to say."""
        return Saying()

    def position(self) -> dict[str, Any]:
        """Everything, in the referee's words."""
        raise NotImplementedError

    def view(self, seat: i64) -> dict[str, Any]:
        """What a seat (or PUBLIC) may know. The only thing that leaves the engine for a client or a bot."""
        raise NotImplementedError

    def outlook(self) -> dict[str, Any]:
        """What everybody could work out from the table, worked out by the rules: for whoever shows it to people."""
        return {}

    def views(self) -> list[dict[str, Any]]:
        """The view of every seat, and last that of PUBLIC, for whoever serves all of them.

        What is the same in several of them may be one object, so nobody changes anything in them.
        """
        seats: list[i64] = [*range(self.seats()), PUBLIC]
        return [self.view(seat) for seat in seats]

    def overheard(self, event: Event, seat: i64) -> Event:
        """An event as a seat (or PUBLIC) may hear it. By default nothing that happens is secret."""
        return event

    def resample(self, seat: i64, rng: Rng) -> State:
        """A world that agrees with everything the seat knows, the rest dealt anew."""
        raise NotImplementedError

    def phase_name(self) -> str:
        """The word of the question that is open."""
        raise NotImplementedError

    def result(self) -> dict[str, Any] | None:
        """Scores, winners and the reason once the game is over."""
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """The points of a seat as the end would count them now."""
        raise NotImplementedError

    def seats(self) -> i64:
        """How many seats play."""
        raise NotImplementedError

    def default_move(self) -> i64:
        """What a server plays for a seat that does not answer, on its turn or out of it.

        Always legal, harmless rather than clever, and never the beginning of a circle: a seat for which it is always
        played comes to the end of the game. Only asked when a seat decides.
        """
        raise NotImplementedError

    def die_move(self, pips: i64) -> i64:
        """The chance move of a die that shows `pips`; -1 when no such die is being rolled."""
        return -1

    # What all games share

    def explain(self, text: str) -> str:
        """What a move would cost or bring, in words; empty when there is nothing to say."""
        return str(self.explanation(text))

    def offer(self, verb: i64, targets: i64) -> None:
        """Put a set of moves on the menu, which is kept in ascending order of verbs."""
        if targets == 0:
            return
        menu, k = self.menu, self.menu_end
        self.menu_end = k + 2
        while k > 0 and menu[k - 2] > verb:
            menu[k] = menu[k - 2]
            menu[k + 1] = menu[k - 1]
            k -= 2
        menu[k] = verb
        menu[k + 1] = targets
        self.choices += count(targets)

    def offer_row(self, first: i64, verbs: i64, targets: i64) -> None:
        """Put the same set on the menu for so many verbs in a row, where all verbs before are smaller ones."""
        if targets == 0 or verbs <= 0:
            return
        menu, k = self.menu, self.menu_end
        for verb in range(first, first + verbs):
            menu[k] = verb
            menu[k + 1] = targets
            k += 2
        self.menu_end = k
        self.choices += verbs * count(targets)

    def find_legal(self) -> i64:
        """Fill the menu; answers with the number of equally likely picks for `nth_legal`."""
        if len(self.menu) < MENU:
            self.menu = vec[i64]([0] * MENU)
        self.menu_end = 0
        self.choices = 0
        self.find()
        return self.choices

    def nth_legal(self, k: i64) -> i64:
        """The k-th pick of the menu that `find_legal` has just filled; a move in between makes the menu stale."""
        menu = self.menu
        at: i64 = 0
        rest = k
        while True:
            targets = menu[at + 1]
            here = count(targets)
            if rest < here:
                return menu[at] * TARGETS + nth(targets, rest)
            rest -= here
            at += 2

    def legal(self) -> list[int]:
        """The legal moves, ascending. Empty only when the game is over."""
        self.find_legal()
        moves: list[int] = []
        at: i64 = 0
        while at < self.menu_end:
            base = self.menu[at] * TARGETS
            rest = self.menu[at + 1]
            while rest != 0:
                moves.append(base + lowest(rest))
                rest &= rest - 1
            at += 2
        return moves

    def is_legal(self, move: i64) -> bool:
        """Is this move on the menu now?"""
        self.find_legal()
        verb, target = move >> 6, move & 63
        at: i64 = 0
        while at < self.menu_end:
            if self.menu[at] == verb:
                return target < SIZE and self.menu[at + 1] & BIT[target] != 0
            at += 2
        return False

    def legal_texts(self) -> list[str]:
        """The legal moves as text, in the engine's own order."""
        return [self.describe(move) for move in self.legal()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of chance with its probability; empty when a seat decides."""
        if self.to_move != CHANCE:
            return []
        total = self.find_legal()
        weights: dict[int, int] = {}
        for k in range(total):
            move = self.nth_legal(k)
            weights[move] = weights.get(move, 0) + 1
        return [(move, weight / total) for move, weight in sorted(weights.items())]

    def play(self, text: str) -> None:
        """Make a move given as text: the checked door. A refusal leaves the state untouched.

        :raises UnknownMove: the text is no move of this game
        :raises RuleViolation: the move is not legal now; the message names the rule and the numbers
        """
        if self.to_move == OVER:
            raise GameOver(said("over", "The game is over; no move can follow."))
        move = self.parse(text)
        if not self.is_legal(move):
            self.refuse(move)
        self.apply(move)

    def fingerprint(self) -> int:
        """A 62-bit hash of the content, the same on every machine, compiled or not."""
        h: i64 = 0x2545F4914F6CDD1D
        for word in self.dump():
            h = mix((h ^ word) & FULL)
        return h

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.dump() == other.dump()

    def __hash__(self) -> int:
        return self.fingerprint()

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.phase_name()}, to move {self.to_move}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game as such: its name, its options, and how a state of it comes to be."""

    name: str = ""
    rules_version: str = ""
    open_book: bool = False
    """Does everybody see every move and every answer of chance? Then the record of a running game is no secret."""

    def normalise(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options with every default filled in; raises `BadRequest` or `BadPosition`."""
        raise NotImplementedError

    def former_options(self, options: dict[str, Any], version: str) -> dict[str, Any] | None:
        """The options of a record or table of an older rules version, with what was different then switched on.

        None when this program cannot play by that version.
        """
        return None

    def new(self, options: dict[str, Any]) -> State:
        """The start of a new game. It begins with chance."""
        raise NotImplementedError

    def from_position(
        self, options: dict[str, Any], position: dict[str, Any], sink: list[Event] | None = None
    ) -> State:
        """The state that a position describes; what happens while its turn begins is told to the sink."""
        raise NotImplementedError

    def load(self, options: dict[str, Any], words: list[int]) -> State:
        """The state whose `dump` these words are."""
        raise NotImplementedError

    def die_faces(self) -> list[int]:
        """What the game's die can show; empty when it has none."""
        return []

    def distinct_moves(self, options: dict[str, Any]) -> int:
        """Moves are integers below this, chance's answers included: a fixed action space for learners."""
        raise NotImplementedError

    def max_game_length(self, options: dict[str, Any]) -> int:
        """No game has more decisions of seats than this."""
        raise NotImplementedError

    def score_bounds(self, options: dict[str, Any]) -> tuple[int, int]:
        """No seat ends with less or more than this."""
        raise NotImplementedError

    def choices(self) -> dict[str, Any]:
        """What a table may choose from, for whoever offers it: modes with their seats, sets, boards, rulings."""
        return {}

    def board_data(self, options: dict[str, Any]) -> dict[str, Any]:
        """The board as data, with its drawing where it has one."""
        raise NotImplementedError

    def glossary(self) -> dict[str, dict[str, Any]]:
        """Every piece and term by id: kind, name, text."""
        raise NotImplementedError

    def glossary_for(self, options: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """The glossary of a game with these options: where they bring cards of their own, of these."""
        return self.glossary()

    def taken(self, event: Event) -> list[tuple[int, str, str]]:
        """What somebody took, for statistics: seat, kind and id of everything that a `picked` event names."""
        if event["type"] != "picked":
            return []
        return [(event["seat"], kind, name) for kind, name in event.items() if kind != "type" and isinstance(name, str)]

    def judge(self) -> Judge:
        """A judge of its own for every player who thinks ahead; see `engine.judge`."""
        from hordes.engine.judge import Judge

        return Judge()

    def encoder(self, options: dict[str, Any]) -> Encoder:
        """How states and moves of a set-up are numbered for learners; see `engine.encoding`."""
        raise BadRequest(f"{self.name} has no numbers for learners.")

    # Pieces and boards of one's own

    def enrol(self, path: str) -> str:
        """Take a set of pieces from a file of the user's own for the rest of this process; answers with its name."""
        raise BadRequest(f"{self.name} takes no sets of one's own.")

    def recognises(self, data: object) -> bool:
        """Whether the content of a JSON file is for this game beyond doubt."""
        return False

    def inspect(self, path: str) -> Inspection:
        """All that is wrong with a set or a board of one's own, and the options of a game that uses it."""
        raise BadRequest(f"{self.name} takes no sets and no boards of one's own.")

    # For the fuzzer

    def exercise(self, k: int, options: dict[str, Any]) -> Drill:
        """The k-th of a round of beginnings with these options, own pieces in each of them where there are any."""
        return Drill(options, None, [])

    def drill(self, k: int) -> Drill:
        """The k-th of a round of beginnings that together bring every piece, map and number of seats into play."""
        raise NotImplementedError

    def broken(self, state: State) -> list[str]:
        """The invariants of the game that a state breaks."""
        return []

    def broken_step(self, before: State, after: State, events: list[Event]) -> list[str]:
        """The invariants that a step breaks, given what was said to have happened."""
        return []


class Inspection:
    """What was found in a file of the user's own: faults as (line, text), its kind, options, and the pieces it adds."""

    def __init__(
        self, kind: str, name: str, faults: list[tuple[int, str]], options: dict[str, Any], pieces: list[str]
    ) -> None:
        self.kind = kind
        self.name = name
        self.faults = faults
        self.options = options
        self.pieces = pieces


class Drill:
    """A beginning for the fuzzer: options, a position or none, and the moves that must be made first."""

    def __init__(self, options: dict[str, Any], position: dict[str, Any] | None, opening: list[str]) -> None:
        self.options = options
        self.position = position
        self.opening = opening
