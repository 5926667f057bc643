"""Events of a game for logs, animations and statistics: one function for each event type, of the same name.

They are called only if `t.sink` is set, so games without a listener pay nothing for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hordes.engine.event_tags import Conquered, Declined, EventTag, GameBegins, Income, Lost, Rolled, Taken, TurnBegins
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.state.constants import piece_name

if TYPE_CHECKING:
    from hordes.smallworld.state.army import Army
    from hordes.smallworld.state.table import Table


def emit(t: Table, event: dict[str, Any]) -> None:
    """Append an event to the sink, if there is one."""
    if t.sink is not None:
        t.sink.append(event)


def first(t: Table) -> None:
    """Chance has chosen who begins."""
    emit(t, {"type": "first", "seat": t.first_seat})


def revealed(t: Table) -> None:
    """A combo appears at the bottom of the column."""
    k = t.column_size - 1
    race, power = t.rules.race_ids[t.combo_race[k]], t.rules.power_ids[t.combo_power[k]]
    emit(t, {"type": "revealed", "slot": k + 1, "race": race, "power": power})


def turn(t: Table) -> None:
    """A seat's turn begins."""
    emit(t, {"type": "turn", "turn": t.turn, "seat": t.player})


def picked(t: Table, army: Army, slot: i64, paid: i64, coins_found: i64) -> None:
    """A combo is taken: `paid` coins went to the combos above it, `found` coins were lying on it."""
    event = {"type": "picked", "seat": army.seat, "slot": slot + 1, "race": army.race.id, "power": army.power.id}
    emit(t, event | {"paid": paid, "found": coins_found, "tokens": army.hand})


def readied(t: Table, army: Army, tokens: i64) -> None:
    """Tokens of an army come from the map to the hand."""
    emit(t, {"type": "readied", "seat": army.seat, "race": army.race.id, "tokens": tokens})


def kept(t: Table, army: Army, region: i64, tokens: i64) -> None:
    """Readied tokens go back to where they stood."""
    emit(t, _about("kept", t, army, region) | {"tokens": tokens})


def abandoned(t: Table, army: Army, region: i64, tokens: i64) -> None:
    """An army gives up a region."""
    emit(t, _about("abandoned", t, army, region) | {"tokens": tokens})


def attempted(t: Table, army: Army, region: i64, cost: i64) -> None:
    """A final attempt is announced; the die comes next."""
    emit(t, _about("attempted", t, army, region) | {"cost": cost, "tokens": army.troops()})


def rolled(t: Table, pips: i64) -> None:
    """The reinforcement die shows its pips."""
    emit(t, {"type": "rolled", "seat": t.player, "pips": pips})


def failed(t: Table, army: Army, region: i64, short: i64) -> None:
    """A final attempt falls short."""
    emit(t, _about("failed", t, army, region) | {"short": short})


def spent(t: Table, army: Army) -> None:
    """A Berserk roll affords nothing: conquests are over."""
    emit(t, {"type": "spent", "seat": army.seat, "race": army.race.id})


def conquered(
    t: Table, army: Army, region: i64, tokens: i64, means: str, cost: list[list[Any]], non_empty: bool
) -> None:
    """A region is taken; `cost` adds up to what it took."""
    emit(
        t,
        _about("conquered", t, army, region) | {"tokens": tokens, "means": means, "cost": cost, "non_empty": non_empty},
    )


def tribe_lost(t: Table, region: i64) -> None:
    """A Lost Tribe leaves the game."""
    emit(t, {"type": "tribe_lost", "region": t.board.raw_ids[region]})


def monster_slain(t: Table, region: i64) -> None:
    """A Monster leaves the game."""
    emit(t, {"type": "monster_slain", "region": t.board.raw_ids[region]})


def monster_placed(t: Table, seat: i64, region: i64) -> None:
    """A Monster is placed beside a Lost Tribe."""
    emit(t, {"type": "monster_placed", "seat": seat, "region": t.board.raw_ids[region]})


def marker_found(t: Table, marker: str, region: i64) -> None:
    """A Place or Relic is drawn and laid where the Monster was."""
    emit(t, {"type": "marker_found", "seat": t.player, "marker": marker, "region": t.board.raw_ids[region]})


def marker_moved(t: Table, seat: i64, marker: str, region: i64) -> None:
    """A Relic moves to another region."""
    emit(t, {"type": "marker_moved", "seat": seat, "marker": marker, "region": t.board.raw_ids[region]})


def bony_placed(t: Table, seat: i64, army: Army) -> None:
    """Bony is placed on a declined race."""
    emit(t, {"type": "bony_placed", "seat": seat, "owner": army.seat, "race": army.race.id})


def bony_left(t: Table) -> None:
    """Bony goes back beside the board."""
    emit(t, {"type": "bony_left"})


def swapped(t: Table, me: Army, other: Army) -> None:
    """Partners exchange badges; the event names the power that each race has afterwards."""
    event = {"type": "swapped", "seat": me.seat, "race": me.race.id, "power": me.power.id}
    emit(t, event | {"partner": other.seat, "partner_race": other.race.id, "partner_power": other.power.id})


def sacrificed(t: Table, army: Army, region: i64, loser: Army) -> None:
    """A token is given so that one of another race is not lost."""
    emit(t, _about("sacrificed", t, army, region) | {"for_seat": loser.seat, "for_race": loser.race.id})


def sacrifice_asked(t: Table, keeper: Army, giver: i64) -> None:
    """The Sigil's holder asks a seat to give a token for the one that his active race is losing."""
    event = {"type": "sacrifice_asked", "seat": keeper.seat, "giver": giver}
    emit(t, event | {"for_seat": keeper.seat, "for_race": keeper.race.id})


def sacrifice_unasked(t: Table, keeper: Army) -> None:
    """The Sigil's holder asks nobody (else): the token is lost."""
    event = {"type": "sacrifice_unasked", "seat": keeper.seat}
    emit(t, event | {"for_seat": keeper.seat, "for_race": keeper.race.id})


def refused_sacrifice(t: Table, seat: i64, loser: Army) -> None:
    """A seat gives no token for another."""
    emit(t, {"type": "refused_sacrifice", "seat": seat, "for_seat": loser.seat, "for_race": loser.race.id})


def lost(t: Table, army: Army, region: i64, tokens: i64, withdrawn: i64) -> None:
    """A defender loses a region: `tokens` are lost, `withdrawn` come to hand."""
    emit(t, _about("lost", t, army, region) | {"tokens": tokens, "withdrawn": withdrawn, "declined": army.declined})


def piece_placed(t: Table, seat: i64, piece: i64, region: i64) -> None:
    """A piece is put on the map."""
    emit(t, {"type": "piece_placed", "seat": seat, "piece": piece_name(piece), "region": t.board.raw_ids[region]})


def piece_removed(t: Table, seat: i64, piece: i64, region: i64, to: str) -> None:
    """A piece leaves the map."""
    event = {"type": "piece_removed", "seat": seat, "piece": piece_name(piece), "region": t.board.raw_ids[region]}
    emit(t, event | {"to": to})


def horde_given(t: Table, army: Army) -> None:
    """A Hordes token is lost instead of the race token of the preceding `lost` event, which comes to hand."""
    emit(t, {"type": "horde_given", "seat": army.seat, "race": army.race.id})


def received(t: Table, army: Army, tokens: i64) -> None:
    """New tokens come from the tray."""
    emit(t, {"type": "received", "seat": army.seat, "race": army.race.id, "tokens": tokens})


def placed(t: Table, army: Army, region: i64, tokens: i64) -> None:
    """Tokens go from the hand to a region."""
    emit(t, _about("placed", t, army, region) | {"tokens": tokens})


def allied(t: Table, army: Army) -> None:
    """A pact is made."""
    emit(t, {"type": "allied", "seat": army.seat, "ally": army.ally})


def pact_ended(t: Table, army: Army) -> None:
    """A pact ends."""
    emit(t, {"type": "pact_ended", "seat": army.seat, "ally": army.ally})


def stopped(t: Table, army: Army) -> None:
    """A race conquers no more this turn."""
    emit(t, {"type": "stopped", "seat": army.seat, "race": army.race.id})


def declined(t: Table, army: Army, power: str, regions: i64) -> None:
    """A race goes into decline, in so many regions."""
    emit(t, {"type": "declined", "seat": army.seat, "race": army.race.id, "power": power, "regions": regions})


def gathered(t: Table, army: Army, region: i64) -> None:
    """A declining race stacks its tokens in one region."""
    emit(t, _about("gathered", t, army, region) | {"tokens": t.tokens[region]})


def tribute(t: Table, payer: i64, seat: i64, coins: i64, why: str) -> None:
    """One seat pays another."""
    emit(t, {"type": "tribute", "from": payer, "seat": seat, "coins": coins, "why": why})


def mourned(t: Table, army: Army, pips: i64) -> None:
    """The die is rolled for a lost token."""
    emit(t, {"type": "mourned", "seat": army.seat, "race": army.race.id, "pips": pips})


def paid(t: Table, seat: i64, coins: i64, why: str) -> None:
    """The bank pays at once, not at scoring."""
    emit(t, {"type": "paid", "seat": seat, "coins": coins, "why": why})


def drawn(t: Table, power: i64) -> None:
    """The Necromancer draws one of his six powers."""
    emit(t, {"type": "drawn", "seat": t.rules.players - 1, "power": t.rules.power_ids[power]})


def bought(t: Table, seat: i64, what: str, coins: i64) -> None:
    """The Necromancer takes a Ghost or puts a power in use, for so many coins."""
    emit(t, {"type": "bought", "seat": seat, "what": what, "coins": coins})


def souls(t: Table, tokens: i64, why: str) -> None:
    """Tokens that were not lost in a conquest join the Well of Souls."""
    emit(t, {"type": "souls", "tokens": tokens, "why": why})


def spawned(t: Table, seat: i64, ghosts: i64) -> None:
    """The Well of Souls gives new Ghosts; four tokens were taken out of it for each."""
    emit(t, {"type": "spawned", "seat": seat, "ghosts": ghosts})


def own_word(t: Table, army: Army, trait: str, form: str, target: i64) -> None:
    """A custom race or power makes a custom move: its word, and the region, seat or number behind it."""
    words = form.split()
    event: dict[str, Any] = {"type": "own_word", "seat": army.seat, "race": army.race.id}
    event |= {"trait": trait, "word": words[0]}
    if words[-1] == "REGION":
        event["region"] = t.board.raw_ids[target]
    elif words[-1] == "SEAT":
        event["other"] = target
    elif words[-1] == "NUMBER":
        event["number"] = target + 1
    emit(t, event)


def vanished(t: Table, army: Army) -> None:
    """A declined race leaves the map; its banner goes under the stack."""
    emit(t, {"type": "vanished", "seat": army.seat, "race": army.race.id})


def scored(t: Table, coins: i64, sources: list[list[Any]]) -> None:
    """A turn is scored."""
    emit(t, {"type": "scored", "seat": t.player, "coins": coins, "sources": sources})


def over(t: Table, result: dict[str, Any]) -> None:
    """The game ends."""
    emit(t, {"type": "over"} | result)


def _about(kind: str, t: Table, army: Army, region: i64) -> dict[str, Any]:
    return {"type": kind, "seat": army.seat, "race": army.race.id, "region": t.board.raw_ids[region]}


# For statistics


def event_tags(event: dict[str, Any]) -> list[EventTag]:
    """What an event means for statistics.

    >>> event_tags({"type": "picked", "seat": 1, "slot": 3, "race": "elves", "power": "hill"})
    [Taken(seat=1, pieces=[('race', 'elves'), ('power', 'hill')], is_active=True)]
    >>> event_tags({"type": "scored", "seat": 0, "coins": 3, "sources": [["regions", 3]]})
    [Income(seat=0, sources=[('regions', 3)])]
    """
    kind = event["type"]
    seat = int(event.get("seat", -1))
    if kind == "first":
        return [GameBegins(seat)]
    if kind == "turn":
        return [TurnBegins(seat, int(event["turn"]))]
    if kind == "picked":
        return [Taken(seat, [("race", event["race"]), ("power", event["power"])], True)]
    if kind == "scored":
        return [Income(seat, [(str(source), int(coins)) for source, coins in event["sources"]])]
    if kind == "rolled":
        return [Rolled(seat, int(event["pips"]))]
    if kind == "declined":
        return [Declined(seat)]
    if kind == "conquered":
        return [Conquered(seat)]
    return [Lost(seat)] if kind == "lost" else []


DECLINED_SOURCE = ("declined ", " in decline")
"""How the name of a source of coins begins or ends when its race has declined."""


def source_kind(source: str, kinds: dict[str, str]) -> str:
    """The kind of a source of coins, given the kinds of pieces by name; what has no name of its own is a power's.

    >>> source_kind("declined Elves", {}), source_kind("Orcs", {"Orcs": "race"}), source_kind("Temple", {})
    ('decline', 'race', 'power')
    """
    if source.startswith(DECLINED_SOURCE[0]) or source.endswith(DECLINED_SOURCE[1]):
        return "decline"
    if source == "regions":
        return source
    return kinds[source] if kinds.get(source) in ("race", "marker") else "power"
