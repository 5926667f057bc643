"""The Necromancer's board beside the map: the Well of Souls, his six powers, his reserve of Ghosts.

Ghosts that are neither on the map nor in hand lie in the tray of their army: some of them in the Well, some out of the
game from the start, and the others are the reserve. Souls have no names: a token in the Well counts as one, and for its
race it is back in the tray.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import BIT, lowest
from hordes.engine.native import i64, vec
from hordes.smallworld import tell
from hordes.smallworld.army import Army
from hordes.smallworld.board import Board
from hordes.smallworld.table import Table

# What `Table.beside` holds.
WELL_GHOSTS: Final = 0
SOULS: Final = 1
REMOVED: Final = 2
"""Ghosts taken out of the reserve before the game, to make it easier for the Necromancer."""
FROM_ISLAND: Final = 3
"""Have Ghosts come from the Island this turn?"""
UNCOUNTED: Final = 4
"""Powers in use, as a set, that count only when the turn is scored."""
IN_USE: Final = 5
"""How many of the drawn powers are in use; they come first, in the order in which they were bought."""
DRAWN: Final = 6
EARNED: Final = 7
"""Coins that he has earned in this turn before he stopped buying: they buy nothing yet."""
BADGES: Final = 8
"""Here begin the powers that he drew."""
POWERS: Final = 6

ALL_GHOSTS: Final = 14
PER_GHOST: Final = 4
"""Tokens of the Well that make a new Ghost."""


def empty(removed: i64) -> vec[i64]:
    """Nothing drawn, nobody lost."""
    words = vec[i64]([0] * (BADGES + POWERS))
    words[REMOVED] = removed
    return words


def add(t: Table, word: i64, n: i64) -> None:
    """Change a number beside the map; clones keep theirs."""
    t.beside = t.beside[:]
    t.beside[word] += n


def necromancer(t: Table) -> i64:
    """The seat of the Necromancer: the last one."""
    return t.rules.players - 1


def savings(t: Table) -> i64:
    """His coins of earlier turns: only these buy Ghosts and powers."""
    return t.coins[necromancer(t)] - t.beside[EARNED]


def ghosts(t: Table) -> Army:
    """His army."""
    return t.active[t.rules.players - 1]


def island(t: Table) -> i64:
    """The region that Necromancer Island fills: the map's lake, the first one if there are more."""
    return island_of(t.board)


def island_of(board: Board) -> i64:
    """The same, of a map."""
    return lowest(board.lake)


def reserve(t: Table) -> i64:
    """Ghosts that can still be bought or spawned."""
    return ghosts(t).tray - t.beside[WELL_GHOSTS] - t.beside[REMOVED]


def on_map(t: Table) -> i64:
    """Ghosts on the map, those on the Island included."""
    army = ghosts(t)
    return army.race.total - army.tray - army.hand


def price(t: Table) -> i64:
    """Coins for a Ghost or a power: the powers in use and the Ghosts on the map."""
    return t.beside[IN_USE] + on_map(t)


def in_use(t: Table) -> i64:
    """The powers in use, as a set."""
    return _some(t, 0, t.beside[IN_USE])


def available(t: Table) -> i64:
    """The powers that he may still buy, as a set."""
    return _some(t, t.beside[IN_USE], t.beside[DRAWN])


def _some(t: Table, first: i64, end: i64) -> i64:
    found: i64 = 0
    for k in range(first, end):
        found |= BIT[t.beside[BADGES + k]]
    return found


def to_island(t: Table) -> None:
    """A Ghost goes from the reserve to the Island."""
    army = ghosts(t)
    army.takes(1)
    t.put_tokens(army, island(t), 1)


def spawn(t: Table) -> None:
    """For every four tokens in the Well, Ghosts first, a Ghost from the reserve comes to the Island.

    Ghosts taken out of the Well are back in the reserve before that. With none in reserve all stays in the Well.
    """
    new: i64 = 0
    while t.beside[WELL_GHOSTS] + t.beside[SOULS] >= PER_GHOST:
        taken = t.beside[WELL_GHOSTS] if t.beside[WELL_GHOSTS] < PER_GHOST else PER_GHOST
        if reserve(t) + taken == 0:
            break
        add(t, WELL_GHOSTS, -taken)
        add(t, SOULS, taken - PER_GHOST)
        to_island(t)
        new += 1
    if new > 0 and t.sink is not None:
        tell.spawned(t, necromancer(t), new)
