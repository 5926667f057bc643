"""Ways to play the game as a whole: the hooks through which a mode changes set-up, turns and victory.

A mode is to the whole game what a race is to an army: a class that overrides some of these hooks. Each agreement of a
table has an object of its own, which knows the options and nothing of any game; what a mode keeps in a game lies in
`Table.beside`, one array that clones share and whoever writes to it copies first. The standard game is the mode that
changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hordes.engine.errors import Saying
from hordes.engine.native import i64, mypyc_attr, vec
from hordes.smallworld.traits import Power, Race
from hordes.smallworld.vocabulary import NOT_RECORDED, START_COINS

if TYPE_CHECKING:
    from hordes.smallworld.army import Army
    from hordes.smallworld.board import Board
    from hordes.smallworld.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Mode:
    """The standard game, for two to six players: nothing is added and nothing changes."""

    def least_players(self) -> i64:
        """With fewer seats it is not played."""
        return 2

    def most_players(self) -> i64:
        """With more seats it is not played."""
        return 6

    def map_of(self, players: i64) -> str:
        """The map of the box that is played on."""
        return f"map-{players}p"

    def seat_zero_begins(self) -> bool:
        """Is seat 0 always first? Otherwise chance decides."""
        return False

    def has_markers(self) -> bool:
        """Are Monsters, Places and Relics in the game unless the options say otherwise?"""
        return False

    def partner(self, seat: i64) -> i64:
        """The seat that plays in the same team; -1 when everybody plays alone."""
        return -1

    def option_keys(self) -> list[str]:
        """Options that only it has."""
        return []

    def agree(self, options: dict[str, Any], board: Board) -> dict[str, Any]:
        """Check its own options and the map; answers with its options, every default filled in."""
        return {}

    def box(self, races: list[Race], powers: list[Power], rulings: dict[str, bool]) -> list[Race]:
        """The races of the game, given what the sets bring: some may be added at the end, or left out."""
        return races

    # Set-up

    def lay_out(self, players: i64) -> vec[i64]:
        """What lies beside the map before anything has happened."""
        return NOT_RECORDED

    def start_coins(self, rulings: dict[str, bool], seat: i64, players: i64) -> i64:
        """What a seat has before the first turn."""
        return START_COINS

    def soul_price(self, rulings: dict[str, bool], players: i64) -> i64:
        """How many lost tokens buy an Igor: as many as there are players."""
        return players

    def set_up(self, t: Table) -> None:
        """A new game begins. Chance is asked who is first; before that, combos are turned up."""
        t.refill()

    def revived(self, t: Table) -> None:
        """The table was restored from a dump: whatever follows from `beside` is put in its place."""

    # Draws of its own

    def drawable(self, t: Table) -> i64:
        """Badges that chance may give to the mode itself, when one is drawn for no banner."""
        return t.badges

    def drawn(self, t: Table, power: i64) -> None:
        """Chance has given a badge to the mode."""

    # The turn

    def opens_turn(self, t: Table) -> bool:
        """A turn of a seat with an active race begins. Is something asked before the troops are readied?"""
        return False

    def find(self, t: Table) -> None:
        """Offer the moves of a phase of its own."""

    def act(self, t: Table, verb: i64, target: i64) -> None:
        """Carry out a move in a phase of its own."""

    def fallen(self, t: Table, victim: Army, tokens: i64, others: i64) -> None:
        """Race tokens of an army were lost in a conquest, or others that belong to no race: Hordes, Lost Tribes."""

    def spared(self, t: Table, army: Army) -> None:
        """An army has lost a Hordes token after all, not the race token that seemed lost."""

    def discarded(self, t: Table, army: Army, tokens: i64) -> None:
        """Tokens of an army were discarded because it went into decline."""

    def scored(self, t: Table) -> None:
        """The coins of this turn have been paid."""

    def turn_ends(self, t: Table) -> bool:
        """The last withdrawal of a turn is over. Is the game decided?"""
        return False

    def result(self, t: Table) -> dict[str, Any] | None:
        """Scores, winners and reason when the mode has a victory of its own; None leaves it to the coins."""
        return None

    def stakes(self, t: Table, seat: i64) -> i64:
        """For judges: what a seat's own way to victory is worth to it now, in thousandths of a coin."""
        return 0

    # In a position

    def keys(self) -> list[str]:
        """Keys that it adds to a position."""
        return []

    def shown(self, t: Table) -> dict[str, Any]:
        """What it adds to a position."""
        return {}

    def restored(self, t: Table, found: dict[str, Any]) -> None:
        """Read what `shown` writes. Races, tokens and pieces lie on the table already, what badges know does not."""

    def phases(self) -> list[i64]:
        """Phases of its own that a position may be in."""
        return []

    def reopened(self, t: Table, phase: i64) -> None:
        """A position is in one of its phases: ask whom it concerns, or raise `BadPosition`."""

    # For people, and for the fuzzer

    def refuse(self, t: Table, verb: i64, target: i64) -> None:
        """Raise the `RuleViolation` for a move that only it has; the others return."""

    def explanation(self, t: Table, verb: i64) -> Saying:
        """What a move that only it has would cost."""
        return Saying()

    def badges(self, t: Table) -> list[int]:
        """Badges that lie beside the map."""
        return []

    def broken(self, t: Table) -> list[str]:
        """Its invariants that do not hold."""
        return []

    def more_decisions(self) -> int:
        """More decisions than it adds to any one turn."""
        return 0

    def more_coins(self, regions: i64) -> int:
        """More coins than it adds to any one turn of a seat."""
        return 0


STANDARD: Final = Mode()
