"""The Necromancer's board beside the map: the Well of Souls, his six powers, his reserve of Ghosts.

Ghosts that are neither on the map nor in hand are in the tray of their army: some of them in the Well, some removed
from the game at the start, and the others are the reserve. Souls are only counted: a token in the Well adds one, and
for its race it is back in the tray.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import BIT, lowest
from hordes.engine.mypyc_compat import i64, vec
from hordes.smallworld.state import events
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.board import Board
from hordes.smallworld.state.table import Table

# Slots of `Table.mode_state`.
WELL_GHOSTS: Final = 0
SOULS: Final = 1
REMOVED: Final = 2
"""Ghosts removed from the reserve before the game: with fewer of them the Necromancer wins sooner."""
FROM_ISLAND: Final = 3
"""1 if Ghosts have come from the Island this turn."""
COUNTED_AT_SCORING: Final = 4
"""Powers in use, as a set, that count only when the turn is scored."""
IN_USE_COUNT: Final = 5
"""Number of the drawn powers in use; they come first, in the order in which they were bought."""
DRAWN_COUNT: Final = 6
EARNED_THIS_TURN: Final = 7
"""Coins earned this turn while he still buys: they cannot be spent before his next turn."""
FIRST_BADGE: Final = 8
"""First of the slots for the powers that he drew."""
POWER_COUNT: Final = 6

ALL_GHOSTS: Final = 14
SOULS_PER_GHOST: Final = 4
"""Tokens of the Well that are exchanged for a new Ghost."""


def empty_mode_state(removed: i64) -> vec[i64]:
    """Mode state at the start of a game."""
    words = vec[i64]([0] * (FIRST_BADGE + POWER_COUNT))
    words[REMOVED] = removed
    return words


def add_to_mode_state(t: Table, word: i64, n: i64) -> None:
    """Add to a slot of the mode state, on a copy of the array, so that clones keep theirs."""
    t.mode_state = t.mode_state[:]
    t.mode_state[word] += n


def necromancer_seat(t: Table) -> i64:
    """The seat of the Necromancer: the last one."""
    return t.rules.players - 1


def spendable_coins(t: Table) -> i64:
    """Coins of earlier turns: only these buy Ghosts and powers."""
    return t.coins[necromancer_seat(t)] - t.mode_state[EARNED_THIS_TURN]


def ghost_army(t: Table) -> Army:
    """The Necromancer's army."""
    return t.active[t.rules.players - 1]


def island_region(t: Table) -> i64:
    """The region of Necromancer Island: the map's (first) lake."""
    return island_region_of(t.board)


def island_region_of(board: Board) -> i64:
    """The region of Necromancer Island on a map."""
    return lowest(board.lake)


def ghosts_in_reserve(t: Table) -> i64:
    """Ghosts that can still be bought or spawned."""
    return ghost_army(t).tray - t.mode_state[WELL_GHOSTS] - t.mode_state[REMOVED]


def ghosts_on_map(t: Table) -> i64:
    """Ghosts on the map, those on the Island included."""
    army = ghost_army(t)
    return army.race.total - army.tray - army.hand


def purchase_price(t: Table) -> i64:
    """Coins for a Ghost or a power: the number of powers in use plus that of Ghosts on the map."""
    return t.mode_state[IN_USE_COUNT] + ghosts_on_map(t)


def powers_in_use(t: Table) -> i64:
    """The powers in use, as a set."""
    return _drawn_powers(t, 0, t.mode_state[IN_USE_COUNT])


def powers_available(t: Table) -> i64:
    """The powers that he may still buy, as a set."""
    return _drawn_powers(t, t.mode_state[IN_USE_COUNT], t.mode_state[DRAWN_COUNT])


def _drawn_powers(t: Table, first: i64, end: i64) -> i64:
    powers: i64 = 0
    for k in range(first, end):
        powers |= BIT[t.mode_state[FIRST_BADGE + k]]
    return powers


def move_ghost_to_island(t: Table) -> None:
    """Move a Ghost from the reserve to the Island."""
    army = ghost_army(t)
    army.draw_from_tray(1)
    t.put_tokens(army, island_region(t), 1)


def spawn_ghosts(t: Table) -> None:
    """Exchange every four tokens in the Well, Ghosts first, for a Ghost from the reserve on the Island.

    Ghosts taken out of the Well are back in the reserve before that. With none in reserve all stays in the Well.
    """
    new: i64 = 0
    while t.mode_state[WELL_GHOSTS] + t.mode_state[SOULS] >= SOULS_PER_GHOST:
        taken = t.mode_state[WELL_GHOSTS] if t.mode_state[WELL_GHOSTS] < SOULS_PER_GHOST else SOULS_PER_GHOST
        if ghosts_in_reserve(t) + taken == 0:
            break
        add_to_mode_state(t, WELL_GHOSTS, -taken)
        add_to_mode_state(t, SOULS, taken - SOULS_PER_GHOST)
        move_ghost_to_island(t)
        new += 1
    if new > 0 and t.sink is not None:
        events.spawned(t, necromancer_seat(t), new)
