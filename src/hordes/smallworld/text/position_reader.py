"""Position reader: JSON data of the referee protocol into a table, fully validated."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, FULL, count, listed
from hordes.engine.errors import BadPosition
from hordes.engine.mypyc_compat import i64
from hordes.engine.validation import check_bool, check_dict, check_int, check_keys, check_list, check_member
from hordes.smallworld.rules import turn
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import (
    BEHEMOTH,
    BEHEMOTH_STACKS,
    COLUMN_SLOTS,
    ENCAMPMENT,
    FORTRESS,
    HERO,
    HOLE,
    HORDE,
    PIECE_KINDS,
    POT,
    START_COINS,
    piece_name,
)
from hordes.smallworld.state.table import Table
from hordes.smallworld.text.marker_reader import read_bony, read_markers
from hordes.smallworld.text.position_values import seat_of, take_badge, take_banner
from hordes.smallworld.text.question_reader import race_at_stake
from hordes.smallworld.text.turn_reader import read_phase, read_this_turn

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


def read(t: Table, data: dict[str, Any]) -> None:
    """Set up a new table from a position; the phase `start` also begins the turn."""
    check_keys(data, POSITION_KEYS + t.rules.mode.position_keys(), "A position")
    t.turn = check_int(data.get("turn", 1), "turn", 1, t.rules.turns)
    t.first_seat = seat_of(t, data.get("first", 0), "first")
    if t.first_seat != 0 and t.rules.mode.seat_zero_begins():
        raise BadPosition("In this mode seat 0 is always `first`.")
    t.player = seat_of(t, data.get("player", t.first_seat), "player")
    details = _read_players(t, check_list(data.get("players", []), "players"))
    _read_regions(t, check_dict(data.get("regions", {}), "regions"))
    at_stake = race_at_stake(data)
    for army, _ in details:
        _read_tray(army, t, army.race.id in at_stake)
    t.rules.mode.read_position(t, data)
    for army, extra in details:
        _read_extras(t, army, extra, data.get("phase") in ("finish", "withdraw"))
    read_bony(t, data.get("bony"))
    _read_column(t, check_list(data.get("column", []), "column"))
    _read_stacks(t, data)
    read_this_turn(t, check_dict(data.get("this_turn", {}), "this_turn"))
    read_phase(t, data)
    turn.complete_move(t)


# Players and their races


def _read_players(t: Table, players: list[Any]) -> list[tuple[Army, dict[str, Any]]]:
    if players and len(players) != t.rules.players:
        raise BadPosition(f"The position lists {len(players)} players, the table has {t.rules.players}.")
    details: list[tuple[Army, dict[str, Any]]] = []
    for seat, entry in enumerate(players):
        player = check_dict(entry, f"players[{seat}]")
        check_keys(player, PLAYER_KEYS, f"Player {seat}")
        t.coins[seat] = check_int(player.get("coins", START_COINS), f"coins of player {seat}", 0, MOST_COINS)
        active = check_dict(player.get("active") or {}, f"active of player {seat}")
        if active.get("race") is not None:
            t.active[seat] = _read_army(t, seat, active, False)
            details.append((t.active[seat], active))
        for old in check_list(player.get("declined") or [], f"declined of player {seat}"):
            army = _read_army(t, seat, check_dict(old, f"a declined race of player {seat}"), True)
            t.declined.append(army)
            details.append((army, old))
        _check_declined(t, seat)
    return details


def _read_army(t: Table, seat: i64, data: dict[str, Any], declined: bool) -> Army:
    check_keys(data, ARMY_KEYS, f"A race of player {seat}")
    army = Army()
    army.seat = seat
    army.declined = declined
    army.race = t.rules.races[check_member(data.get("race"), t.rules.race_ids, "race")]
    army.hand = check_int(data.get("hand", 0), f"hand of the {army.race.name}", 0, army.race.total)
    if army.race.in_column():
        take_banner(t, army.race.index)
    if data.get("power") is not None:
        _read_badge(t, army, check_member(data["power"], t.rules.power_ids, "power"))
    return army


def _read_badge(t: Table, army: Army, power: i64) -> None:
    badge = t.rules.powers[power]
    take_badge(t, power)
    if not army.declined:
        army.power = badge
    elif badge.is_kept_in_decline():
        army.kept_badge = badge
    else:
        raise BadPosition(
            f"The {badge.name} badge is discarded in decline; the declined {army.race.name} cannot hold it."
        )


def _check_declined(t: Table, seat: i64) -> None:
    bound = [army for army in t.declined if army.seat == seat and not army.kept_badge.ignores_decline_limit()]
    if len(bound) > 1:
        raise BadPosition(f"Player {seat} has {len(bound)} races in decline; one is the limit, Spirits not counted.")


def _read_tray(army: Army, t: Table, doomed: bool) -> None:
    used = army.hand + sum([int(t.tokens[r]) for r in listed(t.token_regions(army))])
    if used > army.race.total:
        raise BadPosition(f"There are {army.race.total} {army.race.name} tokens; the position shows {used}.")
    army.tray = army.race.total - used
    waits = army.race.acts_in_decline() and army.hand > 0
    if army.declined and army.regions == 0 and not waits and not doomed:
        raise BadPosition(f"The declined {army.race.name} hold no region: their banner would be back under the stack.")


def _read_extras(t: Table, army: Army, data: dict[str, Any], redeployed: bool) -> None:
    """Read an army's other fields; defaults follow from the map and, for waiting tokens, from the phase."""
    data = {key: value for key, value in data.items() if value is not None}
    for key, piece in IN_HAND:
        if key in data:
            _check_in_hand(t, key, piece, check_int(data[key], key, 0, t.rules.piece_limits[piece]))
    if "ally" in data and seat_of(t, data["ally"], "ally") == army.seat:
        raise BadPosition(f"Player {army.seat} cannot be an ally of himself.")
    check_bool(data.get("wealthy", False), "wealthy")
    check_int(data.get("fireballs", 0), "fireballs", 0, int(t.rules.fireball_limit))
    check_int(data.get("igor_souls", 0), "igor_souls", 0, MOST_COINS)
    check_int(data.get("hordes", 0), "hordes", 0, t.rules.piece_limits[HORDE] - t.hordes_on_map())
    if (
        check_int(data.get("pots", 0), "pots", 0, t.rules.piece_limits[POT]) + count(t.pieces[POT])
        > t.rules.piece_limits[POT]
    ):
        raise BadPosition(f"There are {t.rules.piece_limits[POT]} Pots; the position shows more.")
    army.race_note |= check_int(data.get("race_note", 0), "race_note", 0, FULL)
    army.power_note |= check_int(data.get("power_note", 0), "power_note", 0, FULL)
    army.race.read_position(t, army, data)
    army.power.read_position(t, army, data)
    waits = (redeployed or army.seat != t.player) and not army.declined
    keeps = army.race.reserve(t, army) if waits else 0
    army.tokens_waiting = check_int(data.get("waiting", min(keeps, army.hand)), "waiting", 0, army.hand)


def _check_in_hand(t: Table, key: str, piece: i64, n: i64) -> None:
    """Pieces not on the map must be in hand; only a hole may be in neither place, when it was given up."""
    on_map = t.encampments_on_map() if piece == ENCAMPMENT else count(t.pieces[piece])
    if n + on_map > t.rules.piece_limits[piece] or (piece != HOLE and n + on_map < t.rules.piece_limits[piece]):
        raise BadPosition(f"`{key}`: {n} in hand and {on_map} on the map; there are {t.rules.piece_limits[piece]}.")


# The map


def _read_regions(t: Table, regions: dict[str, Any]) -> None:
    t.lost_tribes = 0
    for key, entry in regions.items():
        if key not in t.board.index_by_id:
            raise BadPosition(f"There is no region {key} on this map.")
        region = check_dict(entry, f"region {key}")
        check_keys(region, REGION_KEYS, f"Region {key}")
        _check_facts(t, t.board.index_by_id[key], region)
        read_markers(t, t.board.index_by_id[key], region)
        _read_region(t, t.board.index_by_id[key], region)
    for piece in PIECE_KINDS.values():
        n = t.encampments_on_map() if piece == ENCAMPMENT else count(t.pieces[piece])
        n = t.hordes_on_map() if piece == HORDE else n
        if n > t.rules.piece_limits[piece]:
            raise BadPosition(
                f"The position shows {n} of the piece {piece_name(piece)}; there are {t.rules.piece_limits[piece]}."
            )
    t.set_lost_tribes(t.lost_tribes)
    t.resize_behemoths()


def _check_facts(t: Table, region: i64, data: dict[str, Any]) -> None:
    """Check a region's optional id, name and terrain against the map."""
    facts = {"id": t.board.ids[region], "name": t.board.names[region], "terrain": t.board.terrain[region]}
    for key, fact in facts.items():
        if str(data.get(key, fact)) != fact:
            raise BadPosition(f"The {key} of region {facts['id']} is {fact}, not {data[key]!r}.")


def _read_region(t: Table, region: i64, data: dict[str, Any]) -> None:
    name = t.board.ids[region]
    tribe = check_bool(data.get("lost_tribe") or False, f"lost_tribe of region {name}")
    if tribe:
        t.lost_tribes |= BIT[region]
    pieces = check_dict(data.get("pieces") or {}, f"pieces of region {name}")
    if data.get("player") is None:
        if data.get("tokens") or data.get("race") is not None or (pieces and list(pieces) != ["coin"]):
            raise BadPosition(f"Region {name} holds something but names no `player`.")
        _read_pieces(t, region, pieces)
        return
    alone = 0 if pieces.get("horde") else 1
    tokens = check_int(data.get("tokens", 1), f"tokens of region {name}", alone, 62)
    if tribe:
        raise BadPosition(f"Region {name} is held by a player, so no Lost Tribe can stand there.")
    army = _owner(t, name, data)
    if not army.declined and tokens + (pieces.get("horde") or 0) < army.race.least:
        raise BadPosition(f"{army.race.name} stand with at least {army.race.least} tokens, also in region {name}.")
    army.regions |= BIT[region] & ~army.race.outpost(t)
    t.tokens[region] = tokens
    _read_pieces(t, region, pieces)


def _owner(t: Table, name: str, data: dict[str, Any]) -> Army:
    seat = seat_of(t, data["player"], f"player of region {name}")
    declined = check_bool(data.get("declined") or False, f"declined of region {name}")
    race = data.get("race")
    if race is not None:
        check_member(race, t.rules.race_ids, "race")
    for army in t.declined if declined else t.active:
        if army.seat == seat and (race is None or army.race.id == race):
            return army
    state = "in decline" if declined else "as active race"
    raise BadPosition(
        f"Region {name} is held by {race or 'a race'}, but player {seat} does not have that race {state}."
    )


def _read_pieces(t: Table, region: i64, pieces: dict[str, Any]) -> None:
    for piece, value in pieces.items():
        if read_custom_mark(t, t.army_in(region), region, piece, value):
            continue
        check_member(piece, list(PIECE_KINDS), "piece")
        kind = PIECE_KINDS[piece]
        if kind == BEHEMOTH:
            _read_stacks_in(t, region, check_list(value or [], piece))
            continue
        here = f"{piece} of region {t.board.ids[region]}"
        most = t.rules.piece_limits[kind] if kind in (ENCAMPMENT, HORDE) else 1
        n = check_int(int(value) if isinstance(value, bool) else value, here, 0, most)
        for k in range(n):
            t.pieces[kind + k] |= BIT[region]


def read_custom_mark(t: Table, army: Army, region: i64, piece: str, value: Any) -> bool:
    """Read the mark of a custom race or badge into its note; False when the piece is none."""
    badge = army.kept_badge if army.declined else army.power
    if piece not in (army.race.mark, badge.mark):
        return False
    bit = BIT[region] * check_int(int(value) if isinstance(value, bool) else value, piece, 0, 1)
    if piece == army.race.mark:
        army.race_note |= bit
    else:
        army.power_note |= bit
    return True


def _read_stacks_in(t: Table, region: i64, sizes: list[Any]) -> None:
    """Read Behemoth stacks: listed by size, which follows from the swamps; each gets the next free index."""
    for _ in sizes:
        free = [k for k in range(BEHEMOTH, BEHEMOTH + BEHEMOTH_STACKS) if t.pieces[k] == 0]
        if not free:
            raise BadPosition("There are two Behemoth stacks; the position shows more.")
        t.pieces[free[0]] |= BIT[region]


# The column and the stacks


def _read_column(t: Table, column: list[Any]) -> None:
    if len(column) > COLUMN_SLOTS:
        raise BadPosition(f"The column shows {COLUMN_SLOTS} combos at most, not {len(column)}.")
    for entry in column:
        combo = check_dict(entry, "a combo of the column")
        check_keys(combo, ["race", "power", "coins", "homunculi"], "A combo")
        race = check_member(combo.get("race"), t.rules.race_ids, "race")
        power = check_member(combo.get("power"), t.rules.power_ids, "power")
        take_banner(t, race)
        take_badge(t, power)
        t.add_combo(race, power, check_int(combo.get("coins", 0), "coins of a combo", 0, MOST_COINS))
        most = t.rules.races[race].total if t.rules.races[race].grows_when_passed() else 0
        t.combo_tokens[t.column_size - 1] = check_int(combo.get("homunculi", 0), "homunculi", 0, most)


def _read_stacks(t: Table, data: dict[str, Any]) -> None:
    for word in check_list(data.get("returned_banners", []), "returned_banners"):
        race = check_member(word, t.rules.race_ids, "race")
        take_banner(t, race)
        t.return_banner(t.rules.races[race])
    for word in check_list(data.get("discarded_badges", []), "discarded_badges"):
        power = check_member(word, t.rules.power_ids, "power")
        take_badge(t, power)
        t.discarded_badges |= BIT[power]
