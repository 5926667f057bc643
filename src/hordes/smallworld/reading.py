"""Reading a position: the referee's words back into a table, with every limit checked."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import BIT, FULL, count, listed
from hordes.engine.errors import BadPosition
from hordes.engine.native import i64
from hordes.engine.wording import check_keys, flag, listing, mapping, member, whole
from hordes.smallworld.army import Army
from hordes.smallworld.reading_markers import at_stake, read_bony, read_marks
from hordes.smallworld.reading_turn import read_phase, read_this_turn, seat_of, take_badge, take_banner
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    BEHEMOTH,
    COLUMN,
    ENCAMPMENT,
    FORTRESS,
    HERO,
    HOLE,
    HORDE,
    PIECE_KINDS,
    POT,
    STACKS,
    START_COINS,
    piece_name,
)

POSITION_KEYS: Final = (
    "turn player first phase to_move regions players column".split()
    + "returned_banners discarded_badges this_turn chance choice bony".split()
)
PLAYER_KEYS: Final = ["coins", "active", "declined"]
ARMY_KEYS: Final = (
    "race power hand waiting holes wealthy ally encampments heroes fortresses".split()
    + "pots hordes idle_hordes fireballs igor_souls behemoth1 behemoth2 race_note power_note".split()
)
REGION_KEYS: Final = "player race tokens declined pieces lost_tribe monster marker id name terrain".split()
IN_HAND: Final = [("holes", HOLE), ("encampments", ENCAMPMENT), ("heroes", HERO), ("fortresses", FORTRESS)]
MOST_COINS: Final = 100_000


def read(t: Table, found: dict[str, Any]) -> None:
    """Lay a fresh table out as a position says; the phase `start` also begins the turn."""
    check_keys(found, POSITION_KEYS + t.rules.mode.keys(), "A position")
    t.turn = whole(found.get("turn", 1), "turn", 1, t.rules.turns)
    t.first = seat_of(t, found.get("first", 0), "first")
    if t.first != 0 and t.rules.mode.seat_zero_begins():
        raise BadPosition("In this mode seat 0 is always `first`.")
    t.player = seat_of(t, found.get("player", t.first), "player")
    details = _read_players(t, listing(found.get("players", []), "players"))
    _read_regions(t, mapping(found.get("regions", {}), "regions"))
    for army, _ in details:
        _read_tray(army, t, army.race.id == at_stake(found))
    t.rules.mode.restored(t, found)
    for army, extra in details:
        _read_extras(t, army, extra, found.get("phase") in ("finish", "withdraw"))
    read_bony(t, found.get("bony"))
    _read_column(t, listing(found.get("column", []), "column"))
    _read_stacks(t, found)
    read_this_turn(t, mapping(found.get("this_turn", {}), "this_turn"))
    read_phase(t, found)


# Players and their races


def _read_players(t: Table, players: list[Any]) -> list[tuple[Army, dict[str, Any]]]:
    if players and len(players) != t.rules.players:
        raise BadPosition(f"The position lists {len(players)} players, the table has {t.rules.players}.")
    details: list[tuple[Army, dict[str, Any]]] = []
    for seat, entry in enumerate(players):
        player = mapping(entry, f"players[{seat}]")
        check_keys(player, PLAYER_KEYS, f"Player {seat}")
        t.coins[seat] = whole(player.get("coins", START_COINS), f"coins of player {seat}", 0, MOST_COINS)
        active = mapping(player.get("active") or {}, f"active of player {seat}")
        if active.get("race") is not None:
            t.active[seat] = _read_army(t, seat, active, False)
            details.append((t.active[seat], active))
        for old in listing(player.get("declined") or [], f"declined of player {seat}"):
            army = _read_army(t, seat, mapping(old, f"a declined race of player {seat}"), True)
            t.declined.append(army)
            details.append((army, old))
        _check_declined(t, seat)
    return details


def _read_army(t: Table, seat: i64, found: dict[str, Any], declined: bool) -> Army:
    check_keys(found, ARMY_KEYS, f"A race of player {seat}")
    army = Army()
    army.seat = seat
    army.declined = declined
    army.race = t.rules.races[member(found.get("race"), t.rules.race_ids, "race")]
    army.hand = whole(found.get("hand", 0), f"hand of the {army.race.name}", 0, army.race.total)
    if army.race.in_column():
        take_banner(t, army.race.index)
    if found.get("power") is not None:
        _read_badge(t, army, member(found["power"], t.rules.power_ids, "power"))
    return army


def _read_badge(t: Table, army: Army, power: i64) -> None:
    badge = t.rules.powers[power]
    take_badge(t, power)
    if not army.declined:
        army.power = badge
    elif badge.outlasts_decline():
        army.kept = badge
    else:
        raise BadPosition(
            f"The {badge.name} badge is discarded in decline; the declined {army.race.name} cannot hold it."
        )


def _check_declined(t: Table, seat: i64) -> None:
    bound = [army for army in t.declined if army.seat == seat and not army.kept.beyond_limit()]
    if len(bound) > 1:
        raise BadPosition(f"Player {seat} has {len(bound)} races in decline; one is the limit, Spirits not counted.")


def _read_tray(army: Army, t: Table, doomed: bool) -> None:
    used = army.hand + sum([int(t.tokens[r]) for r in listed(t.stations(army))])
    if used > army.race.total:
        raise BadPosition(f"There are {army.race.total} {army.race.name} tokens; the position shows {used}.")
    army.tray = army.race.total - used
    waits = army.race.acts_in_decline() and army.hand > 0
    if army.declined and army.regions == 0 and not waits and not doomed:
        raise BadPosition(f"The declined {army.race.name} hold no region: their banner would be back under the stack.")


def _read_extras(t: Table, army: Army, found: dict[str, Any], redeployed: bool) -> None:
    """What stands beside the hand; what is left out follows from the map and, for tokens that wait, the phase."""
    found = {key: value for key, value in found.items() if value is not None}
    for key, piece in IN_HAND:
        if key in found:
            _check_in_hand(t, key, piece, whole(found[key], key, 0, t.rules.limits[piece]))
    if "ally" in found and seat_of(t, found["ally"], "ally") == army.seat:
        raise BadPosition(f"Player {army.seat} cannot be an ally of himself.")
    flag(found.get("wealthy", False), "wealthy")
    whole(found.get("fireballs", 0), "fireballs", 0, int(t.rules.fireballs))
    whole(found.get("igor_souls", 0), "igor_souls", 0, MOST_COINS)
    whole(found.get("hordes", 0), "hordes", 0, t.rules.limits[HORDE] - t.hordes_on_map())
    if whole(found.get("pots", 0), "pots", 0, t.rules.limits[POT]) + count(t.pieces[POT]) > t.rules.limits[POT]:
        raise BadPosition(f"There are {t.rules.limits[POT]} Pots; the position shows more.")
    army.race_note |= whole(found.get("race_note", 0), "race_note", 0, FULL)
    army.power_note |= whole(found.get("power_note", 0), "power_note", 0, FULL)
    army.race.restored(t, army, found)
    army.power.restored(t, army, found)
    waits = (redeployed or army.seat != t.player) and not army.declined
    keeps = army.race.reserve(t, army) if waits else 0
    army.waiting = whole(found.get("waiting", min(keeps, army.hand)), "waiting", 0, army.hand)


def _check_in_hand(t: Table, key: str, piece: i64, n: i64) -> None:
    """What is not on the map is in hand; only a hole may be in neither place, when it has been given up."""
    on_map = t.camps_on_map() if piece == ENCAMPMENT else count(t.pieces[piece])
    if n + on_map > t.rules.limits[piece] or (piece != HOLE and n + on_map < t.rules.limits[piece]):
        raise BadPosition(f"`{key}`: {n} in hand and {on_map} on the map; there are {t.rules.limits[piece]}.")


# The map


def _read_regions(t: Table, regions: dict[str, Any]) -> None:
    t.lost_tribes = 0
    for key, entry in regions.items():
        if key not in t.board.number:
            raise BadPosition(f"There is no region {key} on this map.")
        region = mapping(entry, f"region {key}")
        check_keys(region, REGION_KEYS, f"Region {key}")
        _check_facts(t, t.board.number[key], region)
        read_marks(t, t.board.number[key], region)
        _read_region(t, t.board.number[key], region)
    for piece in PIECE_KINDS.values():
        n = t.camps_on_map() if piece == ENCAMPMENT else count(t.pieces[piece])
        n = t.hordes_on_map() if piece == HORDE else n
        if n > t.rules.limits[piece]:
            raise BadPosition(
                f"The position shows {n} of the piece {piece_name(piece)}; there are {t.rules.limits[piece]}."
            )
    t.settle_tribes(t.lost_tribes)
    t.resize()


def _check_facts(t: Table, region: i64, found: dict[str, Any]) -> None:
    """A region may repeat what the map says of it, and nothing else."""
    facts = {"id": t.board.ids[region], "name": t.board.names[region], "terrain": t.board.terrain[region]}
    for key, fact in facts.items():
        if str(found.get(key, fact)) != fact:
            raise BadPosition(f"The {key} of region {facts['id']} is {fact}, not {found[key]!r}.")


def _read_region(t: Table, region: i64, found: dict[str, Any]) -> None:
    name = t.board.ids[region]
    tribe = flag(found.get("lost_tribe") or False, f"lost_tribe of region {name}")
    if tribe:
        t.lost_tribes |= BIT[region]
    pieces = mapping(found.get("pieces") or {}, f"pieces of region {name}")
    if found.get("player") is None:
        if found.get("tokens") or found.get("race") is not None or (pieces and list(pieces) != ["coin"]):
            raise BadPosition(f"Region {name} holds something but names no `player`.")
        _read_pieces(t, region, pieces)
        return
    alone = 0 if pieces.get("horde") else 1
    tokens = whole(found.get("tokens", 1), f"tokens of region {name}", alone, 62)
    if tribe:
        raise BadPosition(f"Region {name} is held by a player, so no Lost Tribe can stand there.")
    army = _owner(t, name, found)
    if not army.declined and tokens + (pieces.get("horde") or 0) < army.race.least:
        raise BadPosition(f"{army.race.name} stand with at least {army.race.least} tokens, also in region {name}.")
    army.regions |= BIT[region] & ~army.race.outpost(t)
    t.tokens[region] = tokens
    _read_pieces(t, region, pieces)


def _owner(t: Table, name: str, found: dict[str, Any]) -> Army:
    seat = seat_of(t, found["player"], f"player of region {name}")
    declined = flag(found.get("declined") or False, f"declined of region {name}")
    race = found.get("race")
    if race is not None:
        member(race, t.rules.race_ids, "race")
    for army in t.declined if declined else t.active:
        if army.seat == seat and (race is None or army.race.id == race):
            return army
    state = "in decline" if declined else "as active race"
    raise BadPosition(
        f"Region {name} is held by {race or 'a race'}, but player {seat} does not have that race {state}."
    )


def _read_pieces(t: Table, region: i64, pieces: dict[str, Any]) -> None:
    for piece, value in pieces.items():
        if own_mark(t, t.holder(region), region, piece, value):
            continue
        member(piece, list(PIECE_KINDS), "piece")
        kind = PIECE_KINDS[piece]
        if kind == BEHEMOTH:
            _read_stacks_in(t, region, listing(value or [], piece))
            continue
        here = f"{piece} of region {t.board.ids[region]}"
        most = t.rules.limits[kind] if kind in (ENCAMPMENT, HORDE) else 1
        n = whole(int(value) if isinstance(value, bool) else value, here, 0, most)
        for k in range(n):
            t.pieces[kind + k] |= BIT[region]


def own_mark(t: Table, army: Army, region: i64, piece: str, value: Any) -> bool:
    """Is this a piece that the race or badge of somebody's own puts on the map? Then its note takes it."""
    badge = army.kept if army.declined else army.power
    if piece not in (army.race.mark, badge.mark):
        return False
    bit = BIT[region] * whole(int(value) if isinstance(value, bool) else value, piece, 0, 1)
    if piece == army.race.mark:
        army.race_note |= bit
    else:
        army.power_note |= bit
    return True


def _read_stacks_in(t: Table, region: i64, sizes: list[Any]) -> None:
    """Behemoth stacks are listed by size, which follows from the swamps; each is given the next free number."""
    for _ in sizes:
        free = [k for k in range(BEHEMOTH, BEHEMOTH + STACKS) if t.pieces[k] == 0]
        if not free:
            raise BadPosition("There are two Behemoth stacks; the position shows more.")
        t.pieces[free[0]] |= BIT[region]


# The column and the stacks


def _read_column(t: Table, column: list[Any]) -> None:
    if len(column) > COLUMN:
        raise BadPosition(f"The column shows {COLUMN} combos at most, not {len(column)}.")
    for entry in column:
        combo = mapping(entry, "a combo of the column")
        check_keys(combo, ["race", "power", "coins", "homunculi"], "A combo")
        race = member(combo.get("race"), t.rules.race_ids, "race")
        power = member(combo.get("power"), t.rules.power_ids, "power")
        take_banner(t, race)
        take_badge(t, power)
        t.lay_combo(race, power, whole(combo.get("coins", 0), "coins of a combo", 0, MOST_COINS))
        most = t.rules.races[race].total if t.rules.races[race].swells() else 0
        t.combo_extra[t.column - 1] = whole(combo.get("homunculi", 0), "homunculi", 0, most)


def _read_stacks(t: Table, found: dict[str, Any]) -> None:
    for word in listing(found.get("returned_banners", []), "returned_banners"):
        race = member(word, t.rules.race_ids, "race")
        take_banner(t, race)
        t.return_banner(t.rules.races[race])
    for word in listing(found.get("discarded_badges", []), "discarded_badges"):
        power = member(word, t.rules.power_ids, "power")
        take_badge(t, power)
        t.discarded |= BIT[power]
