"""Reading a position: the referee's words back into a table, with every limit checked."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import BIT, count, gathered, listed
from hordes.engine.errors import BadPosition
from hordes.engine.native import i64, vec
from hordes.engine.state import CHANCE, OVER, TARGETS
from hordes.smallworld import conquest, moves, redeploy, turn
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.table import (
    BEHEMOTH,
    CHOICE,
    CHOICE_NAMES,
    CHOICES,
    COLUMN,
    CONQUER,
    DIE,
    DRAW_BANNER,
    ENCAMPMENT,
    ENDED,
    FINISH,
    FIRST_SEAT,
    FORTRESS,
    GHOULS,
    HERO,
    HIRE,
    HOLE,
    HORDE,
    LOSS,
    MOURNED,
    PHASE_NAMES,
    PICK,
    PIECE_KINDS,
    PIECE_LIMITS,
    POT,
    REDEPLOY,
    STACKS,
    START,
    START_COINS,
    WITHDRAW,
    Table,
)
from hordes.smallworld.wording import check_keys, flag, listing, mapping, member, whole

POSITION_KEYS: Final = (
    "turn player first phase to_move regions players column".split()
    + "returned_banners discarded_badges this_turn chance choice".split()
)
PLAYER_KEYS: Final = ["coins", "active", "declined"]
ARMY_KEYS: Final = (
    "race power hand waiting holes wealthy ally encampments heroes fortresses".split()
    + "pots hordes fireballs igor_souls behemoth1 behemoth2".split()
)
REGION_KEYS: Final = "player race tokens declined pieces lost_tribe monster marker id name terrain".split()
TURN_KEYS: Final = (
    "acted began scored built flown shot ending fresh round fire beasts gifts".split()
    + "mourning plunder attacked bewitched roll aim stood".split()
)
IN_HAND: Final = [("holes", HOLE), ("encampments", ENCAMPMENT), ("heroes", HERO), ("fortresses", FORTRESS)]
MOST_COINS: Final = 100_000


def read(t: Table, found: dict[str, Any]) -> None:
    """Lay a fresh table out as a position says; the phase `start` also begins the turn."""
    check_keys(found, POSITION_KEYS, "A position")
    t.turn = whole(found.get("turn", 1), "turn", 1, t.rules.turns)
    t.first = seat_of(t, found.get("first", 0), "first")
    t.player = seat_of(t, found.get("player", t.first), "player")
    details = _read_players(t, listing(found.get("players", []), "players"))
    _read_regions(t, mapping(found.get("regions", {}), "regions"))
    for army, extra in details:
        _read_tray(army, t)
        _read_extras(t, army, extra, found.get("phase") in ("finish", "withdraw"))
    _read_column(t, listing(found.get("column", []), "column"))
    _read_stacks(t, found)
    _read_this_turn(t, mapping(found.get("this_turn", {}), "this_turn"))
    _read_phase(t, found)


def seat_of(t: Table, value: Any, what: str) -> int:
    """The number of a seat."""
    return whole(value, what, 0, t.rules.players - 1)


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
    _take_banner(t, army.race.index)
    if found.get("power") is not None:
        _read_badge(t, army, member(found["power"], t.rules.power_ids, "power"))
    return army


def _read_badge(t: Table, army: Army, power: i64) -> None:
    badge = t.rules.powers[power]
    _take_badge(t, power)
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


def _take_banner(t: Table, race: i64) -> None:
    if t.banners & BIT[race] == 0:
        raise BadPosition(f"There is one banner of the {t.rules.races[race].name}, and the position uses it twice.")
    t.banners &= ~BIT[race]


def _take_badge(t: Table, power: i64) -> None:
    if t.badges & BIT[power] == 0:
        raise BadPosition(f"There is one {t.rules.powers[power].name} badge, and the position uses it twice.")
    t.badges &= ~BIT[power]


def _read_tray(army: Army, t: Table) -> None:
    used = army.hand + sum([int(t.tokens[r]) for r in listed(army.regions)])
    if used > army.race.total:
        raise BadPosition(f"There are {army.race.total} {army.race.name} tokens; the position shows {used}.")
    army.tray = army.race.total - used
    waits = army.race.acts_in_decline() and army.hand > 0
    if army.declined and army.regions == 0 and not waits:
        raise BadPosition(f"The declined {army.race.name} hold no region: their banner would be back under the stack.")


def _read_extras(t: Table, army: Army, found: dict[str, Any], redeployed: bool) -> None:
    """What stands beside the hand; what is left out follows from the map and, for tokens that wait, the phase."""
    found = {key: value for key, value in found.items() if value is not None}
    for key, piece in IN_HAND:
        if key in found:
            _check_in_hand(t, key, piece, whole(found[key], key, 0, PIECE_LIMITS[piece]))
    if "ally" in found and seat_of(t, found["ally"], "ally") == army.seat:
        raise BadPosition(f"Player {army.seat} cannot be an ally of himself.")
    flag(found.get("wealthy", False), "wealthy")
    whole(found.get("fireballs", 0), "fireballs", 0, 9)
    whole(found.get("igor_souls", 0), "igor_souls", 0, MOST_COINS)
    whole(found.get("hordes", 0), "hordes", 0, PIECE_LIMITS[HORDE] - t.hordes_on_map())
    if whole(found.get("pots", 0), "pots", 0, PIECE_LIMITS[POT]) + count(t.pieces[POT]) > PIECE_LIMITS[POT]:
        raise BadPosition(f"There are {PIECE_LIMITS[POT]} Pots; the position shows more.")
    army.race.restored(t, army, found)
    army.power.restored(t, army, found)
    waits = (redeployed or army.seat != t.player) and not army.declined
    keeps = army.race.reserve(t, army) if waits else 0
    army.waiting = whole(found.get("waiting", min(keeps, army.hand)), "waiting", 0, army.hand)


def _check_in_hand(t: Table, key: str, piece: i64, n: i64) -> None:
    """What is not on the map is in hand; only a hole may be in neither place, when it has been given up."""
    on_map = t.camps_on_map() if piece == ENCAMPMENT else count(t.pieces[piece])
    if n + on_map > PIECE_LIMITS[piece] or (piece != HOLE and n + on_map < PIECE_LIMITS[piece]):
        raise BadPosition(f"`{key}`: {n} in hand and {on_map} on the map; there are {PIECE_LIMITS[piece]}.")


# The map


def _read_regions(t: Table, regions: dict[str, Any]) -> None:
    t.lost_tribes = 0
    for key, entry in regions.items():
        if key not in t.board.number:
            raise BadPosition(f"There is no region {key} on this map.")
        region = mapping(entry, f"region {key}")
        check_keys(region, REGION_KEYS, f"Region {key}")
        if region.get("monster") or region.get("marker"):
            raise BadPosition(f"Region {key} has a monster or marker; these belong to the team game.")
        _check_facts(t, t.board.number[key], region)
        _read_region(t, t.board.number[key], region)
    for piece in PIECE_KINDS.values():
        n = t.camps_on_map() if piece == ENCAMPMENT else count(t.pieces[piece])
        n = t.hordes_on_map() if piece == HORDE else n
        if n > PIECE_LIMITS[piece]:
            raise BadPosition(
                f"The position shows {n} of the piece {t.piece_name(piece)}; there are {PIECE_LIMITS[piece]}."
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
    army.regions |= BIT[region]
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
        member(piece, list(PIECE_KINDS), "piece")
        kind = PIECE_KINDS[piece]
        if kind == BEHEMOTH:
            _read_stacks_in(t, region, listing(value or [], piece))
            continue
        here = f"{piece} of region {t.board.ids[region]}"
        most = PIECE_LIMITS[kind] if kind in (ENCAMPMENT, HORDE) else 1
        n = whole(int(value) if isinstance(value, bool) else value, here, 0, most)
        for k in range(n):
            t.pieces[kind + k] |= BIT[region]


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
        _take_banner(t, race)
        _take_badge(t, power)
        t.lay_combo(race, power, whole(combo.get("coins", 0), "coins of a combo", 0, MOST_COINS))
        most = t.rules.races[race].total if t.rules.races[race].swells() else 0
        t.combo_extra[t.column - 1] = whole(combo.get("homunculi", 0), "homunculi", 0, most)


def _read_stacks(t: Table, found: dict[str, Any]) -> None:
    for word in listing(found.get("returned_banners", []), "returned_banners"):
        race = member(word, t.rules.race_ids, "race")
        _take_banner(t, race)
        t.return_banner(t.rules.races[race])
    for word in listing(found.get("discarded_badges", []), "discarded_badges"):
        power = member(word, t.rules.power_ids, "power")
        _take_badge(t, power)
        t.discarded |= BIT[power]


# The turn that is going on


def _read_this_turn(t: Table, found: dict[str, Any]) -> None:
    check_keys(found, TURN_KEYS, "`this_turn`")
    t.acted = flag(found.get("acted", False), "acted")
    t.began = flag(found.get("began", False), "began")
    t.scored = flag(found.get("scored", False), "scored")
    t.built = flag(found.get("built", False), "built")
    t.flown = flag(found.get("flown", False), "flown")
    t.shot = flag(found.get("shot", False), "shot")
    if "mourning" in found:
        t.mourning = seat_of(t, found["mourning"], "mourning")
    t.fresh = flag(found.get("fresh", False), "fresh")
    t.fire = whole(found.get("fire", 0), "fire", 0, 9)
    t.beasts = whole(found.get("beasts", 0), "beasts", 0, 3)
    if "gifts" in found:
        gifts = [whole(n, "gifts", 0, 62) for n in listing(found["gifts"], "gifts")]
        if len(gifts) != t.rules.players:
            raise BadPosition("`gifts` has a number for each seat.")
        t.gifts = vec[i64](gifts)
    t.round = whole(found.get("round", 0), "round", 0, 2)
    t.ending = flag(found.get("ending", False), "ending")
    t.plunder = whole(found.get("plunder", 0), "plunder", 0, 62)
    t.attacked = _seats(t, found.get("attacked", []), "attacked")
    t.bewitched = _seats(t, found.get("bewitched", []), "bewitched")
    t.roll = whole(found.get("roll", -1), "roll", -1, 3)
    if found.get("aim") is not None:
        if str(found["aim"]) not in t.board.number:
            raise BadPosition(f"There is no region {found['aim']} on this map.")
        t.aim = t.board.number[str(found["aim"])]
    if "stood" in found:
        stood = [0] * len(t.board.ids)
        for key, n in mapping(found["stood"], "stood").items():
            if key not in t.board.number:
                raise BadPosition(f"There is no region {key} on this map.")
            stood[t.board.number[key]] = whole(n, "stood", 0, 62)
        t.stood = vec[i64](stood)


def _seats(t: Table, found: Any, what: str) -> i64:
    return gathered([seat_of(t, seat, what) for seat in listing(found, what)])


def _read_phase(t: Table, found: dict[str, Any]) -> None:
    word = found.get("phase", "start")
    if word == PHASE_NAMES[CHOICE]:
        _read_choice(t, mapping(found.get("choice", {}), "choice"))
        return
    phase = member(word, PHASE_NAMES[:DRAW_BANNER], "phase")
    me = t.active[t.player]
    if phase == FIRST_SEAT:
        t.ask(FIRST_SEAT, CHANCE)
    elif phase == ENDED:
        t.ask(ENDED, OVER)
        return
    elif phase == START:
        turn.begin(t)
    elif phase == PICK and me is not NOBODY:
        raise BadPosition(f"Player {t.player} has an active race and cannot be picking another.")
    elif phase in (GHOULS, CONQUER, REDEPLOY, FINISH) and me is NOBODY:
        raise BadPosition(f"Player {t.player} has no active race; the phase cannot be {PHASE_NAMES[phase]}.")
    elif phase == GHOULS and t.ghouls(t.player) is NOBODY:
        raise BadPosition(f"Player {t.player} has no declined race that still acts; the phase cannot be ghouls.")
    else:
        if phase == FINISH and me.power.declines_after_scoring():
            t.scored = True
        t.ask(phase, seat_of(t, found.get("to_move", _asked(t, phase)), "to_move"))
        _check_question(t)
        _check_this_turn(t, me)
    if "chance" in found:
        _read_chance(t, mapping(found["chance"], "chance"))
    else:
        t.refill()


def _read_choice(t: Table, found: dict[str, Any]) -> None:
    """A question that interrupts the turn: which one, and where play goes on after it."""
    check_keys(found, ["ask", "then", "region", "short", "seat"], "`choice`")
    ask = member(found.get("ask"), CHOICE_NAMES, "question")
    then = member(found.get("then", "conquer"), PHASE_NAMES, "phase")
    me = t.active[t.player]
    if then not in (GHOULS, CONQUER, FINISH) or me is NOBODY:
        raise BadPosition(f"Nobody can be asked for a {CHOICE_NAMES[ask]} here.")
    t.scored = then == FINISH
    t.ask(then, t.player)
    if ask == LOSS:
        _read_loss(t, found)
    elif ask == HIRE:
        t.push(CHOICE, t.player, HIRE + CHOICES * _hired_for(t, me, found))
    elif me.race.gathers() and me.regions != 0:
        t.push(CHOICE, t.player, ask)
    else:
        raise BadPosition(f"{me.race.name} build no tower.")


def _read_loss(t: Table, found: dict[str, Any]) -> None:
    """Who chooses between a race token and a Hordes token."""
    seat = seat_of(t, found.get("seat"), "seat")
    if t.active[seat].hordes == 0 or t.active[seat].tray == 0:
        raise BadPosition(f"Seat {seat} has no choice of losses.")
    t.push(CHOICE, seat, LOSS)


def _hired_for(t: Table, me: Army, found: dict[str, Any]) -> i64:
    """The region whose final attempt a coin could save, and by how many tokens it fell short."""
    short = whole(found.get("short"), "short", 1, 2)
    key = str(found.get("region"))
    if t.phase != CONQUER or key not in t.board.number or me.troops() < me.race.least:
        raise BadPosition("Nobody can be asked to hire mercenaries here.")
    number: i64 = t.board.number[key]
    if conquest.targets(t, me) & BIT[number] == 0 or short > me.power.rescue(t, me):
        raise BadPosition(f"Nobody can be asked to hire mercenaries for {t.board.names[number]}.")
    return number + TARGETS * short


def _asked(t: Table, phase: i64) -> i64:
    """Whose decision a phase is: the player's, or in `withdraw` that of the first seat with something to place."""
    players = t.rules.players
    if phase == WITHDRAW:
        for k in range(1, players):
            seat = (t.player + k) % players
            t.ask(WITHDRAW, seat)
            if redeploy.pending(t):
                return seat
        return (t.player + 1) % players
    return t.player


def _check_question(t: Table) -> None:
    if t.find_legal() == 0 and not (t.phase == PICK and t.missing_combo()):
        raise BadPosition(f"Nothing can be decided in the phase {PHASE_NAMES[t.phase]} here.")
    if (t.phase == WITHDRAW) == (t.to_move == t.player):
        raise BadPosition(f"In the phase {PHASE_NAMES[t.phase]} it cannot be player {t.to_move} who decides.")


def _check_this_turn(t: Table, me: Army) -> None:
    if t.phase == FINISH and t.scored and not me.power.declines_after_scoring():
        raise BadPosition("Only a Stout race has something to decide after scoring.")
    if t.roll >= 0 and not (t.phase == CONQUER and me.power.rolls_first()):
        raise BadPosition("Only a Berserk race that conquers can have a roll to use.")
    if t.aim >= 0 and not (t.phase == CONQUER and me.regions & BIT[t.aim] != 0 and me.power.knows(moves.CATAPULT)):
        raise BadPosition("Only a Catapult in a region of its race can be aimed.")
    if len(t.stood) > 0:
        _check_stood(t)


def _check_stood(t: Table) -> None:
    """What stood in a race's regions is what stands there and what was readied from them."""
    for army in [t.active[t.player], *t.declined]:
        if army.seat == t.player:
            readied = [t.stood[r] - t.tokens[r] for r in listed(army.regions)]
            if min(readied, default=0) < 0 or sum(readied) > army.hand:
                raise BadPosition(f"`stood` does not fit the {army.race.name} on the map and in hand.")


def _read_chance(t: Table, found: dict[str, Any]) -> None:
    check_keys(found, ["kind", "region", "race", "seat"], "`chance`")
    kind = found.get("kind")
    if kind == "die":
        if t.phase not in (CONQUER, GHOULS):
            raise BadPosition(f"Nobody rolls the die in the phase {PHASE_NAMES[t.phase]}.")
        t.push(DIE, CHANCE, _mourned(t, found) if "seat" in found else _rolled_for(t, found.get("region")))
    elif kind == "badge" and (t.badges | t.discarded) != 0:
        race = member(found.get("race"), t.rules.race_ids, "race")
        _take_banner(t, race)
        t.draw_badge_for(race)
    elif kind == "banner" and t.banners != 0:
        t.push(DRAW_BANNER, CHANCE, -1)
    else:
        raise BadPosition(f"Chance is asked for a die, a banner or a badge, not for {kind!r}.")


def _mourned(t: Table, found: dict[str, Any]) -> i64:
    """The seat that rolls for a lost token."""
    seat = seat_of(t, found["seat"], "seat")
    if seat == t.player or not t.active[seat].race.bereaved(t, t.active[seat]):
        raise BadPosition(f"Seat {seat} rolls for no lost token.")
    return MOURNED + seat


def _rolled_for(t: Table, region: Any) -> i64:
    """The region that a die is rolled for; -1 when a Berserk race rolls before choosing."""
    me = conquest.attacker(t)
    if me.troops() < me.race.least or me.power.rolls_first() != (region is None):
        raise BadPosition("Nobody could have rolled this die.")
    if region is None:
        return -1
    if str(region) not in t.board.number:
        raise BadPosition(f"There is no region {region} on this map.")
    number: i64 = t.board.number[str(region)]
    reached = conquest.reach(t, me) if t.aim < 0 else t.board.everywhere
    _, gamble = conquest.affordable(t, me, conquest.attackable(t, me, reached & BIT[number]))
    if gamble == 0:
        raise BadPosition(f"The die cannot be rolled for {t.board.names[number]}.")
    return number
