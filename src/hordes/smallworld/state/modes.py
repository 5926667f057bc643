"""Base class of game modes (variants): hooks that change set-up, turns and victory of the whole game.

A mode is to the whole game what a race is to an army. Each configuration (`Rules`) has its own mode object, which
knows the options but no state; what a mode keeps during a game lies in the copy-on-write array `Table.mode_state`.
The standard game is the mode that changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hordes.engine.errors import Message
from hordes.engine.mypyc_compat import i64, mypyc_attr, vec
from hordes.smallworld.state.constants import NOT_RECORDED, START_COINS
from hordes.smallworld.state.traits import Power, Race

if TYPE_CHECKING:
    from hordes.smallworld.state.army import Army
    from hordes.smallworld.state.board import Board
    from hordes.smallworld.state.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Mode:
    """The standard game, for two to six players: nothing is added and nothing changes."""

    def min_players(self) -> i64:
        """The smallest number of players that the option `players` accepts in this mode."""
        return 2

    def max_players(self) -> i64:
        """The largest number of players that the option `players` accepts in this mode."""
        return 6

    def default_map(self, players: i64) -> str:
        """Id of the built-in map for so many players."""
        return f"map-{players}p"

    def seat_zero_begins(self) -> bool:
        """Whether seat 0 always goes first; otherwise chance decides."""
        return False

    def has_markers(self) -> bool:
        """Whether Monsters, Places and Relics are in the game by default."""
        return False

    def partner(self, seat: i64) -> i64:
        """The seat that plays in the same team; -1 when everybody plays alone."""
        return -1

    def option_keys(self) -> list[str]:
        """Keys of the options that only this mode has."""
        return []

    def check_options(self, options: dict[str, Any], board: Board) -> dict[str, Any]:
        """Check the mode's own options and the map; returns its options with every default filled in."""
        return {}

    def game_races(self, races: list[Race], powers: list[Power], rulings: dict[str, bool]) -> list[Race]:
        """The races of the game, given what the sets bring: some may be added at the end, or left out."""
        return races

    # Set-up

    def initial_mode_state(self, players: i64) -> vec[i64]:
        """Value of `Table.mode_state` at the start of a game."""
        return NOT_RECORDED

    def start_coins(self, rulings: dict[str, bool], seat: i64, players: i64) -> i64:
        """Coins of a seat before the first turn."""
        return START_COINS

    def soul_price(self, rulings: dict[str, bool], players: i64) -> i64:
        """How many lost tokens buy an Igor: by default as many as there are players."""
        return players

    def set_up(self, t: Table) -> None:
        """Set up a new game: combos are drawn, then chance is asked who goes first."""
        t.refill()

    def after_load(self, t: Table) -> None:
        """The table was restored from a dump: rebuild whatever is derived from `mode_state`."""

    # Draws of its own

    def drawable_badges(self, t: Table) -> i64:
        """Badges that chance may give to the mode itself, when one is drawn for no banner."""
        return t.badge_stack

    def badge_drawn(self, t: Table, power: i64) -> None:
        """Chance has given a badge to the mode."""

    # The turn

    def asks_before_readying(self, t: Table) -> bool:
        """A turn of a seat with an active race begins. Answers whether the mode asks something before readying."""
        return False

    def offer_moves(self, t: Table) -> None:
        """Offer the moves of a phase of its own."""

    def apply_move(self, t: Table, verb: i64, target: i64) -> None:
        """Carry out a move in a phase of its own."""

    def tokens_lost(self, t: Table, victim: Army, tokens: i64, others: i64) -> None:
        """Tokens were lost in a conquest: race tokens of an army, and others of no race (Hordes, Lost Tribes)."""

    def horde_lost_instead(self, t: Table, army: Army) -> None:
        """An army has chosen to lose a Hordes token instead of the race token reported before."""

    def tokens_discarded(self, t: Table, army: Army, tokens: i64) -> None:
        """Tokens of an army were discarded because it went into decline."""

    def scored(self, t: Table) -> None:
        """The coins of this turn have been paid."""

    def turn_ends(self, t: Table) -> bool:
        """The last withdrawal of a turn is over. Answers whether the game is decided."""
        return False

    def result(self, t: Table) -> dict[str, Any] | None:
        """Scores, winners and reason when the mode has a victory of its own; None leaves it to the coins."""
        return None

    def victory_value(self, t: Table, seat: i64) -> i64:
        """For evaluators: value of a seat's special victory condition now, in thousandths of a coin."""
        return 0

    # In a position

    def position_keys(self) -> list[str]:
        """Keys that it adds to a position."""
        return []

    def position_fields(self, t: Table) -> dict[str, Any]:
        """Fields that it adds to a position's JSON."""
        return {}

    def read_position(self, t: Table, data: dict[str, Any]) -> None:
        """Read what `position_fields` writes. Races, tokens and pieces are on the table already, badge fields not."""

    def own_phases(self) -> list[i64]:
        """Phases of its own that a position may be in."""
        return []

    def resume_phase(self, t: Table, phase: i64) -> None:
        """A position is in one of its phases: ask the seat it concerns, or raise `BadPosition`."""

    # Explanations for people, and bounds for the fuzzer

    def raise_violation(self, t: Table, verb: i64, target: i64) -> None:
        """Raise the `RuleViolation` for an illegal move that concerns only this mode; otherwise return."""

    def explanation(self, t: Table, verb: i64) -> Message:
        """What a move that only this mode has would cost."""
        return Message()

    def reserved_badges(self, t: Table) -> list[int]:
        """Badges that are neither in the stack nor with an army."""
        return []

    def violated_invariants(self, t: Table) -> list[str]:
        """Invariants of the mode that are violated, a sentence each."""
        return []

    def max_extra_decisions(self) -> int:
        """Upper bound for the decisions that it adds to a turn."""
        return 0

    def max_extra_coins(self, regions: i64) -> int:
        """Upper bound for the coins that it adds to a turn of a seat."""
        return 0


STANDARD: Final = Mode()
