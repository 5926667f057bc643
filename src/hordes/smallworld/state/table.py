"""Game state of Small World: armies, tokens and pieces on the map, column of combos, coins, and the open question.

Nothing here decides on rules; queries, and mutators that keep the derived fields consistent.
"""

from __future__ import annotations

from hordes.engine.core.bits import BIT, count, listed, lowest
from hordes.engine.core.state import CHANCE
from hordes.engine.mypyc_compat import i64, mypyc_attr, vec
from hordes.smallworld.state import events
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.board import Board
from hordes.smallworld.state.column import Column
from hordes.smallworld.state.config import Rules
from hordes.smallworld.state.constants import (
    BEHEMOTH,
    BEHEMOTH_STACKS,
    CATAPULT,
    DRAGON,
    ENCAMPMENT,
    FIRST_SEAT,
    FORTRESS,
    HERO,
    HOLE,
    HORDE,
    LAIR,
    LARGEST_STACK,
    MARKER_AT,
    MAX_ENCAMPMENTS,
    MAX_TAKEBACKS,
    MONSTERS_AT,
    NO_MARKER_STATE,
    NOT_RECORDED,
    PIECE_SETS,
    PIECES_CHANGED,
    POT,
)
from hordes.smallworld.state.turn_state import TurnState


def start_coins(rules: Rules) -> vec[i64]:
    """The coins of each seat at the start of a game."""
    seats = rules.players
    return vec[i64]([rules.mode.start_coins(rules.rulings, seat, seats) for seat in range(seats)])


@mypyc_attr(acyclic=True)
class Table(Column):
    """The fields of a game of Small World, and how they are copied and kept consistent.

    Each field is listed once, in `__init__`: a line has its type, its first value, and where a copy gets it. Dumps find
    the fields by themselves (`engine/core/fields.py`).

    Tokens change at every step and are copied with the table. The other arrays change rarely: clones share them, and
    every writer replaces an array by a copy first (copy-on-write).
    """

    def __init__(self, board: Board, rules: Rules, o: Table | None = None) -> None:
        super().__init__(rules, o)
        self.board: Board = board
        # Round of the game, from 1; the seat whose turn it is (`to_move` may be another one that is asked something);
        # the seat that began the game.
        self.turn: i64 = i64(1) if o is None else o.turn
        self.player: i64 = i64(0) if o is None else o.player
        self.first_seat: i64 = i64(0) if o is None else o.first_seat
        # Race tokens by region: the only array that a copy does not share.
        self.tokens: vec[i64] = vec[i64]([0] * board.size) if o is None else o.tokens[:]
        # Defence by region besides race tokens, kept up to date by `update_defence`.
        self.defence_bonus: vec[i64] = vec[i64]([0] * board.size) if o is None else o.defence_bonus
        # Regions with a Lost Tribe; regions by kind of piece, see `constants`.
        self.lost_tribes: i64 = i64(0) if o is None else o.lost_tribes
        self.pieces: vec[i64] = vec[i64]([0] * PIECE_SETS) if o is None else o.pieces
        # Coins by seat.
        self.coins: vec[i64] = start_coins(rules) if o is None else o.coins
        # Active army by seat, or NOBODY; declined armies by seat, a seat's newest last. NOBODY is never changed, so it
        # is shared: `army is NOBODY` works in every copy.
        self.active: list[Army] = (
            [NOBODY] * rules.players if o is None else [army if army is NOBODY else Army(army) for army in o.active]
        )
        self.declined: list[Army] = [] if o is None else [Army(army) for army in o.declined]
        # What was done this turn.
        self.this_turn: TurnState = TurnState() if o is None else TurnState(o.this_turn)
        # What the mode keeps, see `modes`; Monsters, Places and Relics, see `constants`.
        self.mode_state: vec[i64] = rules.mode.initial_mode_state(rules.players) if o is None else o.mode_state
        self.marker_state: vec[i64] = NO_MARKER_STATE if o is None else o.marker_state
        if o is None:
            self.ask(FIRST_SEAT, CHANCE)
            self.set_lost_tribes(board.lost_tribes)

    def reset_turn(self) -> None:
        """Forget everything that is kept for one turn only."""
        self.this_turn = TurnState()

    def mark_acted(self) -> None:
        """A move has been made this turn: declining and undoing the readying are no longer possible."""
        self.this_turn.has_acted = True
        self.this_turn.tokens_at_start = NOT_RECORDED

    # Queries

    def regions_of(self, seat: i64) -> i64:
        """All regions of a player, of active and declined races."""
        regions = self.active[seat].regions
        for army in self.declined:
            if army.seat == seat:
                regions |= army.regions
        return regions

    def army_in(self, region: i64) -> Army:
        """The army that stands in a region, or NOBODY."""
        bit = BIT[region]
        for army in self.active:
            if army.regions & bit != 0:
                return army
        for army in self.declined:
            if army.regions & bit != 0:
                return army
        return NOBODY

    def token_regions(self, army: Army) -> i64:
        """All regions where tokens of an army stand: those it holds, and its outpost if there are any on it."""
        outpost = army.race.outpost(self)
        if outpost != 0 and self.tokens[lowest(outpost)] > 0:
            return army.regions | outpost
        return army.regions

    def acting_declined(self, seat: i64) -> Army:
        """The player's declined race that still acts, or NOBODY."""
        for army in self.declined:
            if army.seat == seat and army.race.acts_in_decline():
                return army
        return NOBODY

    def active_in(self, regions: i64) -> Army:
        """The active army that holds one of these regions, or NOBODY."""
        for army in self.active:
            if army.regions & regions != 0:
                return army
        return NOBODY

    def army_with_race(self, race: i64) -> Army:
        """The army with this banner, active or in decline, or NOBODY."""
        for army in [*self.active, *self.declined]:
            if army.race.index == race:
                return army
        return NOBODY

    def encampments_in(self, region: i64) -> i64:
        """How many encampments stand in a region."""
        n: i64 = 0
        bit = BIT[region]
        while n < MAX_ENCAMPMENTS and self.pieces[ENCAMPMENT + n] & bit != 0:
            n += 1
        return n

    def stack_size(self, army: Army) -> i64:
        """Size of the Behemoth stacks of an army: the number of swamps it holds, up to the largest."""
        swamps = count(army.regions & self.board.swamp)
        return swamps if swamps < LARGEST_STACK else LARGEST_STACK

    def stacks_in(self, region: i64) -> i64:
        """How many Behemoth stacks stand in a region."""
        n: i64 = 0
        for k in range(BEHEMOTH, BEHEMOTH + BEHEMOTH_STACKS):
            if self.pieces[k] & BIT[region] != 0:
                n += 1
        return n

    def resize_behemoths(self) -> None:
        """Update the Behemoth stacks after regions changed hands: without a swamp they return to hand."""
        for k in range(BEHEMOTH, BEHEMOTH + BEHEMOTH_STACKS):
            if self.pieces[k] != 0:
                region = lowest(self.pieces[k])
                if self.stack_size(self.army_in(region)) == 0:
                    self.remove_piece(k, region, self.army_in(region).seat, "hand")
                self.update_defence(region)

    def hordes_in(self, region: i64) -> i64:
        """How many Hordes tokens stand in a region."""
        bit = BIT[region]
        if self.pieces[HORDE] & bit == 0:
            return 0
        return 2 if self.pieces[HORDE + 1] & bit != 0 else 1

    def hordes_on_map(self) -> i64:
        """How many Hordes tokens stand on the map."""
        return count(self.pieces[HORDE]) + count(self.pieces[HORDE + 1])

    def troops_in(self, region: i64) -> i64:
        """Tokens of any kind that hold a region."""
        return self.tokens[region] + self.hordes_in(region)

    def regions_with_tokens(self, army: Army) -> i64:
        """The regions of an army where a race token of its own stands."""
        regions = army.regions
        for region in listed(army.regions & self.pieces[HORDE]):
            if self.tokens[region] == 0:
                regions &= ~BIT[region]
        return regions

    def encampments_on_map(self) -> i64:
        """How many encampments stand on the map."""
        n: i64 = 0
        for k in range(ENCAMPMENT, ENCAMPMENT + MAX_ENCAMPMENTS):
            n += count(self.pieces[k])
        return n

    def immune_regions(self) -> i64:
        """Regions that opponents can neither conquer nor touch with any power."""
        regions = self.pieces[HOLE] | self.pieces[HERO] | self.pieces[DRAGON] | self.pieces[CATAPULT]
        for army in self.active:
            if army.race.has_immunity:
                regions |= army.race.immune_regions(self, army)
            if army.power.has_immunity:
                regions |= army.power.immune_regions(self, army)
        for army in self.declined:
            if army.race.has_immunity:
                regions |= army.race.immune_regions(self, army)
        return regions

    def team_of(self, seat: i64) -> i64:
        """The lower seat of a pair of partners; everybody else is a team alone."""
        partner = self.rules.mode.partner(seat)
        return partner if 0 <= partner < seat else seat

    # Mutators

    def update_defence(self, region: i64) -> None:
        """Recompute the cached `defence_bonus` of a region; call it after any change to what stands there."""
        strength = self.count_defence_bonus(region)
        if self.defence_bonus[region] != strength:
            self.defence_bonus = self.defence_bonus[:]
            self.defence_bonus[region] = strength
            self.changed_places |= BIT[region]

    def defence_of(self, region: i64) -> i64:
        """What a region costs beyond the two tokens of an empty one, before discounts."""
        total = self.tokens[region] + self.defence_bonus[region]
        # Only custom traits defend by a hook; games without one skip the search for the army.
        if self.rules.has_defending_traits:
            total += len(self.army_in(region).defending_traits(self, region))
        return total

    def count_defence_bonus(self, region: i64) -> i64:
        """Defence of a region by Lost Tribe, Monster, mountain and pieces, without its race tokens."""
        bit = BIT[region]
        total = self.encampments_in(region) + self.hordes_in(region)
        if (self.pieces[BEHEMOTH] | self.pieces[BEHEMOTH + 1]) & bit != 0:
            total += self.stacks_in(region) * self.stack_size(self.army_in(region))
        if self.board.mountain & bit != 0:
            total += 1
        if self.lost_tribes & bit != 0:
            total += 1 if self.marker_state[MONSTERS_AT] & bit == 0 else 2  # a Monster lives with a Lost Tribe
        if self.pieces[LAIR] & bit != 0:
            total += 1
        if self.pieces[FORTRESS] & bit != 0:
            total += 1
        return total

    def set_lost_tribes(self, regions: i64) -> None:
        """Set the regions where Lost Tribes stand."""
        self.lost_tribes = regions
        for region in range(self.board.size):
            self.update_defence(region)

    def set_marker_state(self, slot: i64, value: i64) -> None:
        """Change a slot of the state of Monsters, Places and Relics."""
        self.marker_state = self.marker_state[:]
        self.marker_state[slot] = value

    def set_tokens(self, region: i64, n: i64) -> None:
        """Set the number of race tokens in a region. All changes go through here, to note `changed_places`."""
        self.tokens[region] = n
        self.changed_places |= BIT[region]

    def put_tokens(self, army: Army, region: i64, n: i64) -> None:
        """Move race tokens from the hand to a region (back, if negative)."""
        army.hand -= n
        self.set_tokens(region, self.tokens[region] + n)

    def deploy(self, army: Army, region: i64, n: i64) -> None:
        """Move tokens from the hand to a conquered region: race tokens first, then Hordes tokens."""
        placed: i64 = n if n < army.hand else army.hand
        self.put_tokens(army, region, placed)
        while n > placed:
            self.put_horde(army, region)
            placed += 1

    def put_horde(self, army: Army, region: i64) -> None:
        """Move a Hordes token from the hand to a region."""
        army.hordes_in_hand -= 1
        self.put_piece(HORDE + self.hordes_in(region), region)

    def take_horde(self, army: Army, region: i64) -> None:
        """Move a Hordes token from a region to the hand."""
        army.hordes_in_hand += 1
        self.take_piece(HORDE + self.hordes_in(region) - 1, region)

    def set_pieces(self, piece: i64, regions: i64) -> None:
        """Set the regions where the pieces of a kind stand."""
        self.pieces = self.pieces[:]
        self.pieces[piece] = regions
        self.changed_kinds |= PIECES_CHANGED

    def may_commit(self) -> bool:
        """Whether a piece may be committed to the next conquest; the limit of takebacks keeps games finite."""
        return self.this_turn.takebacks < MAX_TAKEBACKS

    def add_pending_tokens(self, seat: i64, tokens: i64) -> None:
        """Record new tokens that a seat will get before the turn is over."""
        before = self.this_turn.pending_tokens
        pending = before[:] if len(before) > 0 else vec[i64]([0] * self.rules.players)
        pending[seat] += tokens
        self.this_turn.pending_tokens = pending

    def recruit(self, army: Army, tokens: i64) -> None:
        """Move new tokens from the tray to the hand, as many as there are, and report them."""
        before = army.hand
        army.draw_from_tray(tokens)
        if army.hand > before and self.sink is not None:
            events.received(self, army, army.hand - before)

    def add_coins(self, seat: i64, coins: i64) -> None:
        """Add coins to a seat; a negative number takes them."""
        self.coins = self.coins[:]
        self.coins[seat] += coins

    def put_piece(self, piece: i64, region: i64) -> None:
        """Place a piece in a region."""
        self.set_pieces(piece, self.pieces[piece] | BIT[region])
        self.update_defence(region)

    def take_piece(self, piece: i64, region: i64) -> None:
        """Remove a piece from a region."""
        self.set_pieces(piece, self.pieces[piece] & ~BIT[region])
        self.update_defence(region)

    def remove_piece(self, piece: i64, region: i64, seat: i64, to: str) -> None:
        """Remove a piece from a region if it is there, and report where it went."""
        if self.pieces[piece] & BIT[region] != 0:
            self.set_pieces(piece, self.pieces[piece] & ~BIT[region])
            if self.sink is not None:
                events.piece_removed(self, seat, piece, region, to)

    def clear_pieces(self, region: i64, seat: i64) -> None:
        """Remove all pieces from a region that changes hands or is given up; only terrain stays."""
        occupied: i64 = 0
        for k in range(len(self.pieces)):
            occupied |= self.pieces[k]
        if occupied & BIT[region] == 0:
            return
        self.remove_piece(LAIR, region, seat, "supply")
        self.remove_piece(FORTRESS, region, seat, "supply")
        self.remove_piece(HOLE, region, seat, "gone")
        self.remove_piece(HERO, region, seat, "hand")
        self.remove_piece(DRAGON, region, seat, "hand")
        self.remove_piece(CATAPULT, region, seat, "hand")
        self.remove_piece(BEHEMOTH, region, seat, "hand")
        self.remove_piece(BEHEMOTH + 1, region, seat, "hand")
        self.remove_piece(POT, region, seat, "gone")
        for k in range(ENCAMPMENT, ENCAMPMENT + MAX_ENCAMPMENTS):
            self.remove_piece(k, region, seat, "hand")

    def vacate(self, army: Army, region: i64) -> i64:
        """Empty a region of an army; returns the race tokens that stood there. Hordes tokens return to hand."""
        n = self.tokens[region]
        while self.hordes_in(region) > 0:
            self.take_horde(army, region)
        army.regions &= ~BIT[region]
        if army.race.has_mark:
            army.race_note &= ~BIT[region]
        if army.power.has_mark or army.kept_badge.has_mark:
            army.power_note &= ~BIT[region]
        self.set_tokens(region, 0)
        self.clear_pieces(region, army.seat)
        self.update_defence(region)
        self.release_markers(army, BIT[region])
        self.resize_behemoths()
        return n

    def release_markers(self, army: Army, regions: i64) -> None:
        """Tell the markers in these regions that the army no longer holds them, or no longer as an active race."""
        if not army.declined:
            for marker in self.rules.markers:
                if self.marker_state[MARKER_AT + marker.index] & regions != 0:
                    marker.region_left(self, army)
