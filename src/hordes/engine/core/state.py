"""State: the interface of every position of a game for bots, searches, servers and the referee; `Game` is beside it.

A move is a small integer, `verb * 64 + target`; its text is for people and protocols. Chance is a player: when
`to_move` is CHANCE the legal moves are its outcomes. A state contains neither history nor the random generator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hordes.engine.core.bits import BIT, BITS_PER_SET, FULL, count, lowest, nth
from hordes.engine.core.game import NO_GAME, Event, FuzzStart, Game, Inspection
from hordes.engine.core.rng import Rng, mix
from hordes.engine.drawing import draw
from hordes.engine.errors import BadRequest, GameOver, Message, translatable
from hordes.engine.mypyc_compat import i64, mypyc_attr, vec

if TYPE_CHECKING:
    from hordes.engine.display import Display, SeatDisplay

__all__ = [
    "CHANCE", "MENU_CAPACITY", "NO_MENU", "OVER", "PUBLIC", "TARGETS", "Event", "FuzzStart", "Game", "Inspection",
    "State",
]  # fmt: skip

CHANCE: Final = -1
OVER: Final = -2
PUBLIC: Final = -3
"""The seat of a spectator, for `view`: public information only."""
TARGETS: Final = 64
"""Targets per verb in the integer encoding of a move."""

MENU_CAPACITY: Final = 224
NO_MENU: Final = vec[i64]([0])


@mypyc_attr(acyclic=True)
class State:
    """State of one game: cheap to clone, equal by content, identical on all machines.

    >>> from hordes.engine.games import load
    >>> state = load("smallworld").new({"players": 3})
    >>> state.to_move == CHANCE, len(state.legal())
    (True, 14)
    >>> twin = state.clone()
    >>> twin.apply(twin.legal()[0])
    >>> twin == state
    False

    It has no attributes but its own: a compiled state refuses others, and no copy has them. Keep yours beside it.

    `changed_places` and `changed_kinds` are dirty flags for a batch that follows a game move by move and clears them
    after each observation. They are not part of the content (equality, dump), and a clone starts with both at 0.
    """

    to_move: i64
    sink: list[Event] | None
    menu: vec[i64]
    menu_end: i64
    pick_count: i64
    changed_places: i64
    changed_kinds: i64

    def __init__(self) -> None:
        self.to_move = CHANCE
        self.sink = None
        self.menu = NO_MENU
        self.menu_end = 0
        self.pick_count = 0
        self.changed_places = 0
        self.changed_kinds = 0

    # Implemented by each game

    def fill_menu(self) -> None:
        """Call `offer` for every legal move of the seat (or of chance) that decides now."""
        raise NotImplementedError(NO_GAME)

    def apply(self, move: i64) -> None:
        """Make a legal move. Fast and unchecked; `play` is the checked way."""
        raise NotImplementedError(NO_GAME)

    def clone(self) -> State:
        """An equal, independent copy."""
        raise NotImplementedError(NO_GAME)

    def dump(self) -> list[int]:
        """Every field as plain integers, the hash of the set-up first: used for equality, hashing and pickling."""
        raise NotImplementedError(NO_GAME)

    def describe(self, move: i64) -> str:
        """The text of a move."""
        raise NotImplementedError(NO_GAME)

    def parse(self, text: str) -> i64:
        """The move of a text; raises `UnknownMove`, or `RuleViolation` when no position could allow it."""
        raise NotImplementedError(NO_GAME)

    def refuse(self, move: i64) -> None:
        """Raise the `RuleViolation` that explains why a move is not legal now."""
        raise NotImplementedError(NO_GAME)

    def explanation(self, text: str) -> Message:
        """What a move would cost or bring; an empty message when there is nothing to say."""
        return Message()

    def position(self) -> dict[str, Any]:
        """The complete state as JSON data (referee protocol), hidden information included."""
        raise NotImplementedError(NO_GAME)

    def view(self, seat: i64) -> dict[str, Any]:
        """The state as JSON data, as far as a seat (or PUBLIC) may know it. Clients and bots get nothing else."""
        raise NotImplementedError(NO_GAME)

    def public_summary(self) -> dict[str, Any]:
        """Derived public facts (prices, partners) for user interfaces, computed by the rules."""
        return {}

    def views(self) -> list[dict[str, Any]]:
        """The view of every seat, and last that of PUBLIC, for a server that sends all of them.

        Equal parts may be shared objects, so callers must not modify them.
        """
        seats: list[i64] = [*range(self.seats()), PUBLIC]
        return [self.view(seat) for seat in seats]

    def redact_event(self, event: Event, seat: i64) -> Event:
        """An event without what a seat (or PUBLIC) may not know. By default nothing is secret."""
        return event

    # For web pages; a game without a page of its own adds what the generic one shows

    def page_view(self, seat: i64) -> dict[str, Any]:
        """The view that a page gets: with a key `display` where the page knows nothing of the game."""
        return self.view(seat)

    def page_views(self) -> list[dict[str, Any]]:
        """The `page_view` of every seat, and last that of PUBLIC."""
        return self.views()

    def page_event(self, event: Event, seat: i64) -> Event:
        """The redacted event that a page gets: with a key `text`, its sentence, where the page knows nothing of it."""
        return self.redact_event(event, seat)

    def move_data(self, move: i64) -> dict[str, Any]:
        """A legal move as data, so that interfaces need not read its text: `verb`, and what the move names."""
        words = self.describe(move).split(" ")
        return {"verb": words[0], "arguments": words[1:]}

    def move_text(self, data: dict[str, Any]) -> str:
        """The text of a move given as data, whether it is legal or not: the reverse of `move_data`."""
        arguments = data.get("arguments", [])
        if not isinstance(data.get("verb"), str) or not isinstance(arguments, list):
            raise BadRequest("A move as data is an object with a `verb`, a text, and a list of `arguments`.")
        return " ".join([data["verb"], *[str(argument) for argument in arguments]])

    def resample(self, seat: i64, rng: Rng) -> State:
        """Determinisation: a state consistent with everything the seat knows, hidden information sampled anew."""
        raise NotImplementedError(NO_GAME)

    def phase_name(self) -> str:
        """The name of the current phase."""
        raise NotImplementedError(NO_GAME)

    def result(self) -> dict[str, Any] | None:
        """Scores, winners and the reason once the game is over."""
        raise NotImplementedError(NO_GAME)

    def score(self, seat: i64) -> i64:
        """The points of a seat as they would count if the game ended now."""
        raise NotImplementedError(NO_GAME)

    def seats(self) -> i64:
        """How many seats play."""
        raise NotImplementedError(NO_GAME)

    def turn_seat(self) -> i64:
        """The seat whose turn it is, also while chance or another seat decides something in between."""
        return self.to_move

    def team_of(self, seat: i64) -> i64:
        """The team of a seat: seats of one team win and lose together. By default each is its own."""
        return seat

    def is_automatic(self, seat: i64) -> bool:
        """Whether the rules themselves play this seat (a dummy player), so that it is never to move."""
        return False

    def display(self, seat: i64) -> Display:
        """What a generic interface shows of the position, as far as a seat (or PUBLIC) may know it.

        By default no more than the name of the phase: which points are secret, only a game itself knows.
        """
        seats: list[SeatDisplay] = [{"points": None, "pieces": [], "facts": []} for _ in range(self.seats())]
        return {"status": self.phase_name(), "regions": {}, "seats": seats}

    def narrate(self, event: Event) -> str:
        """An event, as far as its reader may know it, as a sentence; empty where a game tells it in another way.

        `{seat}`, and any other key of the event in braces whose value is a seat, stands for that player's name.
        """
        return ""

    def game_name(self) -> str:
        """The name of the game, as `load` takes it."""
        return ""

    def options(self) -> dict[str, Any]:
        """The options of the game, every default filled in. With `game_name` it says how such a state is made."""
        return {}

    def default_move(self) -> i64:
        """The move that a server plays for a seat whose time has run out.

        Always legal, harmless rather than clever, and free of cycles: a seat for which it is always played reaches the
        end of the game. Only called when a seat decides.
        """
        raise NotImplementedError(NO_GAME)

    def die_move(self, pips: i64) -> i64:
        """The chance move of a die that shows `pips`; -1 when no such die is being rolled."""
        return -1

    # Shared by all games

    def explain(self, text: str) -> str:
        """What a move would cost or bring, in words; empty when there is nothing to say."""
        return str(self.explanation(text))

    def offer(self, verb: i64, targets: i64) -> None:
        """Add a verb with a bit set of targets to the menu, which is kept in ascending order of verbs."""
        if targets == 0:
            return
        menu, k = self.menu, self.menu_end
        self.menu_end = k + 2
        # the menu is a flat array of verb, targets, verb, targets ...; insertion sort, as verbs mostly come in order
        while k > 0 and menu[k - 2] > verb:
            menu[k] = menu[k - 2]
            menu[k + 1] = menu[k - 1]
            k -= 2
        menu[k] = verb
        menu[k + 1] = targets
        self.pick_count += count(targets)

    def offer_row(self, first: i64, verbs: i64, targets: i64) -> None:
        """Add the same targets for consecutive verbs, all greater than the verbs on the menu so far."""
        if targets == 0 or verbs <= 0:
            return
        menu, k = self.menu, self.menu_end
        for verb in range(first, first + verbs):
            menu[k] = verb
            menu[k + 1] = targets
            k += 2
        self.menu_end = k
        self.pick_count += verbs * count(targets)

    def find_legal(self) -> i64:
        """Fill the menu; returns the number of equally likely picks for `nth_legal`."""
        if len(self.menu) < MENU_CAPACITY:  # clones share NO_MENU until they need a menu of their own
            self.menu = vec[i64]([0] * MENU_CAPACITY)
        self.menu_end = 0
        self.pick_count = 0
        self.fill_menu()
        return self.pick_count

    def nth_legal(self, k: i64) -> i64:
        """The k-th pick of the menu that `find_legal` has just filled; any move in between invalidates the menu."""
        menu = self.menu
        at: i64 = 0
        rest = k
        targets = menu[1]
        here = count(targets)
        while rest >= here:
            rest -= here
            at += 2
            if menu[at + 1] != targets:  # rows of verbs with the same targets are common (`offer_row`)
                targets = menu[at + 1]
                here = count(targets)
        return menu[at] * TARGETS + nth(targets, rest)

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
        """Whether a move is legal now."""
        self.find_legal()
        verb, target = move >> 6, move & 63
        at: i64 = 0
        while at < self.menu_end:
            if self.menu[at] == verb:
                return target < BITS_PER_SET and self.menu[at + 1] & BIT[target] != 0
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
        """Make a move given as text, checked. A refusal leaves the state unchanged.

        :raises UnknownMove: the text is no move of this game
        :raises RuleViolation: the move is not legal now; the message names the rule and the numbers
        """
        if self.to_move == OVER:
            raise GameOver(translatable("over", "The game is over; no move can follow."))
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

    def board_text(self, seat: i64 = PUBLIC) -> str:
        """The board as text, as a seat sees it, by default as everybody may; empty for a game without a drawing."""
        return draw(self, seat, "text")

    def _repr_svg_(self) -> str | None:
        """The board in a notebook, as everybody may see it: nothing that a seat alone knows is in it."""
        return draw(self, PUBLIC, "svg") or None

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.phase_name()}, to move {self.to_move}>"
