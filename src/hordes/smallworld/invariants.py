"""What must hold at every moment of every game. The fuzzer asks after each move; an answer is a bug."""

from __future__ import annotations

from typing import Any

from hordes.engine.bits import BIT, SIZE, count, gathered, listed
from hordes.engine.native import i64
from hordes.engine.rng import Rng
from hordes.engine.state import TARGETS
from hordes.smallworld import sacrifice
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.board import LAND, SYMBOLS, WATER
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    BONEYARD,
    BONY,
    CAMPS,
    CHOICE,
    CHOICES,
    COIN,
    COLUMN,
    DRAW_BADGE,
    DRAWN,
    ENCAMPMENT,
    HORDE,
    KINDS,
    LOSER,
    LOSS,
    MARKER_ASKS,
    MARKER_AT,
    MONSTERS_AT,
    MOST_MONSTERS,
    NECROMANCER_PICK,
    PIECE_KINDS,
    PLEA,
    SIGIL,
    SOAPBAR,
    piece_name,
)


def broken(t: Table) -> list[str]:
    """Every invariant that does not hold, as a sentence; none, one hopes."""
    armies = [army for army in [*t.active, *t.declined] if army is not NOBODY]
    found: list[str] = []
    for army in armies:
        found += _army(t, army)
    found += _map(t, armies)
    found += _pieces(t, armies)
    found += _stacks(t, armies)
    found += _seats(t)
    found += _marks(t)
    found += _stood(t)
    return found + t.rules.mode.broken(t)


def _stood(t: Table) -> list[str]:
    """Where tokens stood before they were readied is remembered of regions that are still held, and of no others."""
    if len(t.stood) == 0:
        return []
    elsewhere = listed(t.board.everywhere & ~t.held(t.player))
    left = [t.board.names[region] for region in elsewhere if t.stood[region] != 0]
    return [f"tokens are to go back to {', '.join(left)}, which was given up"] if left else []


def _army(t: Table, army: Army) -> list[str]:
    found: list[str] = []
    on_map = sum([int(t.tokens[r]) for r in listed(t.stations(army))])
    name = army.race.name
    if army.hand + army.tray + on_map != army.race.total:
        found.append(
            f"{name}: {army.hand} in hand + {army.tray} in the tray + {on_map} on the map is not {army.race.total}"
        )
    if army.hand < 0 or army.tray < 0 or not 0 <= army.waiting <= army.hand:
        found.append(f"{name}: hand {army.hand}, tray {army.tray}, waiting {army.waiting}")
    least = 1 if army.declined else army.race.least
    for region in listed(army.regions):
        if t.troops_in(region) < least:
            found.append(f"{name} hold {t.board.names[region]} with {t.tokens[region]} tokens, the least is {least}")
    if army.declined and army.regions == 0 and army.hand == 0 and not _at_stake(t, army):
        found.append(f"the declined {name} have nothing left but did not leave")
    if army.declined and army.power.index >= 0:
        found.append(f"the declined {name} still have a working badge")
    return found


def _map(t: Table, armies: list[Army]) -> list[str]:
    found: list[str] = []
    held: i64 = 0
    for army in armies:
        if held & t.stations(army) != 0:
            found.append(f"two races hold {t.board.named(held & t.stations(army))}")
        held |= t.stations(army)
    if held & t.lost_tribes != 0:
        found.append(f"a Lost Tribe stands beside a race in {t.board.named(held & t.lost_tribes)}")
    for region in range(t.board.size):
        if (t.troops_in(region) == 0) != (held & BIT[region] == 0):
            found.append(f"{t.board.names[region]}: {t.tokens[region]} tokens, held or not do not agree")
        if t.walls[region] != t.strength(region):
            kept = t.walls[region]
            found.append(f"{t.board.names[region]}: its defences were kept as {kept} and are {t.strength(region)}")
    return found


def _pieces(t: Table, armies: list[Army]) -> list[str]:
    found: list[str] = []
    held = gathered([r for army in armies for r in listed(army.regions)])
    for piece in PIECE_KINDS.values():
        n = t.camps_on_map() if piece == ENCAMPMENT else count(t.pieces[piece])
        n = t.hordes_on_map() if piece == HORDE else n
        if n > t.rules.limits[piece]:
            found.append(f"{n} pieces {piece_name(piece)} on the map, there are {t.rules.limits[piece]}")
    for piece in range(KINDS):
        if piece != COIN and t.pieces[piece] & ~held != 0:
            found.append(f"a piece stands in the empty {t.board.named(t.pieces[piece] & ~held)}")
    for k in range(ENCAMPMENT + 1, ENCAMPMENT + CAMPS):
        if t.pieces[k] & ~t.pieces[k - 1] != 0:
            found.append("encampments are not counted from one up")
    return found


def _stacks(t: Table, armies: list[Army]) -> list[str]:
    banners = [int(t.combo_race[k]) for k in range(t.column)] + [int(t.returned[k]) for k in range(t.returned_count)]
    banners += listed(t.banners) + [int(army.race.index) for army in armies]
    badges = [int(t.combo_power[k]) for k in range(t.column)] + listed(t.badges) + listed(t.discarded)
    badges += [int(badge.index) for army in armies for badge in (army.power, army.kept) if badge.index >= 0]
    badges += t.rules.mode.badges(t)
    if t.phase == DRAW_BADGE and t.subject >= 0:
        banners.append(int(t.subject))
    found: list[str] = []
    if sorted(banners) != list(range(len(t.rules.races))):
        found.append(f"banners are not each in one place: {sorted(banners)}")
    if sorted(badges) != list(range(len(t.rules.powers))):
        found.append(f"badges are not each in one place: {sorted(badges)}")
    if t.to_move >= 0 and t.phase not in (CHOICE, NECROMANCER_PICK) and t.column < COLUMN and t.missing_combo():
        found.append("a combo is missing in the column")
    return found


def _seats(t: Table) -> list[str]:
    found: list[str] = []
    for seat in range(t.rules.players):
        bound = [army for army in t.declined if army.seat == seat and not army.kept.beyond_limit()]
        if len(bound) > 1:
            found.append(f"seat {seat} has {len(bound)} races in decline")
        if t.coins[seat] < 0:
            found.append(f"seat {seat} has {t.coins[seat]} coins")
    return found


def _at_stake(t: Table, army: Army) -> bool:
    """Is it being asked whether another token is given for the last of this army?"""
    if t.phase != CHOICE:
        return False
    kind, about = t.subject % CHOICES, t.subject // CHOICES
    about = about // TARGETS if kind == LOSS else about if kind in (MARKER_ASKS + SIGIL, PLEA) else 0
    return about > 0 and sacrifice.loser_of(t, about) is army


def _marks(t: Table) -> list[str]:
    """Monsters, Places and Relics."""
    found: list[str] = []
    alone = t.marks[MONSTERS_AT] & ~t.lost_tribes
    if alone != 0:
        found.append(f"a Monster without a Lost Tribe in {t.board.named(alone)}")
    if count(t.marks[MONSTERS_AT]) > MOST_MONSTERS:
        found.append(f"{count(t.marks[MONSTERS_AT])} Monsters on the map, there are {MOST_MONSTERS}")
    if len(t.rules.markers) == 0 and sum([int(n) for n in t.marks]) != 0:
        found.append("a table without markers keeps something of them")
    for marker in t.rules.markers:
        if count(t.marks[MARKER_AT + marker.index]) > 1:
            found.append(f"{marker.name} lies in two regions")
    if t.marks[LOSER] != 0 or t.marks[DRAWN] != 0:
        found.append("a conquest was not completed")
    if t.marks[BONY] != 0 and not t.army_of(t.marks[BONY] - 1).declined:
        found.append("Bony protects a race that is not in decline")
    if t.marks[BONY] != 0 and t.active_in(t.marks[MARKER_AT + BONEYARD]) is NOBODY:
        found.append("Bony is out although no active race holds the Boneyard")
    return found


def lost_markers(before: Table, after: Table) -> list[str]:
    """A marker that has been found stays on the map, and only the Relic moves."""
    found: list[str] = []
    for marker in after.rules.markers:
        was, now = before.marks[MARKER_AT + marker.index], after.marks[MARKER_AT + marker.index]
        if was != 0 and now != was and (now == 0 or marker.index != SOAPBAR):
            found.append(f"{marker.name} has left {before.board.named(was)}")
    return found


def wealth(t: Table) -> int:
    """All coins that are not in the bank."""
    purses = sum([int(t.coins[seat]) for seat in range(t.rules.players)])
    return purses + sum([int(t.combo_coins[k]) for k in range(t.column)])


def unpaid(before: Table, after: Table, events: list[dict[str, Any]]) -> list[str]:
    """Coins come from the bank when it says so, by scoring or at once, and never go back."""
    paid = sum([int(event["coins"]) for event in events if event["type"] in ("scored", "paid")])
    paid -= sum([int(event["coins"]) for event in events if event["type"] == "bought"])
    if wealth(after) - wealth(before) != paid:
        return [f"{wealth(after) - wealth(before)} coins appeared, {paid} were scored"]
    return []


def drill(races: list[str], powers: list[str], k: int, players: int) -> list[dict[str, Any]]:
    """The k-th column of a round in which every race meets every power; the seats take the top ones."""
    column: list[dict[str, Any]] = []
    for n in range(COLUMN):
        p = (k * players + n) % (len(races) * len(powers))
        race = p % len(races)
        power = (race + p // len(races)) % len(powers)
        column.append({"race": races[race], "power": powers[power], "coins": 0})
    return column


def random_map(seed: int, most: int = SIZE) -> dict[str, Any]:
    """A map of one's own for the fuzzer: 1 to `most` regions of any kind, linked in a ring with random chords."""
    rng = Rng(seed)
    size = 1 + int(rng.below(most))
    links = {(min(n, (n + 1) % size), max(n, (n + 1) % size)) for n in range(size) if size > 1}
    for _ in range(size):
        a, b = int(rng.below(size)), int(rng.below(size))
        if a != b:
            links.add((min(a, b), max(a, b)))
    regions = [_random_region(rng, n, [a + b - n for a, b in sorted(links) if n in (a, b)]) for n in range(size)]
    return {"turns": 1 + int(rng.below(8)), "regions": regions}


def _random_region(rng: Rng, number: int, near: list[int]) -> dict[str, Any]:
    terrain = (LAND + WATER)[rng.below(len(LAND + WATER))]
    symbols = [symbol for symbol in SYMBOLS if rng.below(4) == 0]
    flags = {"border": rng.below(3) == 0, "lost_tribe": terrain in LAND and rng.below(4) == 0}
    return {"id": str(number), "terrain": terrain, "symbols": symbols, "adjacent": [str(n) for n in near]} | flags
