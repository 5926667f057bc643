"""Events of a game for logs, animations and statistics: one function for each event type, of the same name.

They are called only if `t.sink` is set, so games without a listener pay nothing for them. Their types are in
`smallworld/wire/events.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from hordes.engine.event_tags import Conquered, Declined, EventTag, GameBegins, Income, Lost, Rolled, Taken, TurnBegins
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.state.constants import piece_name

if TYPE_CHECKING:
    from hordes.smallworld.state.army import Army
    from hordes.smallworld.state.table import Table
    from hordes.smallworld.wire.events import (
        OwnWord,
        Paid,
        Picked,
        RegionConquered,
        RegionLost,
        Sacrificed,
        SmallWorldEvent,
        Swapped,
        TokenMove,
        Tribute,
    )
    from hordes.smallworld.wire.parts import IncomePart, PricePart

NOT_FOR_PAGES: Final = {"conquered": "cost", "scored": "sources"}
"""Key of an event, by its type, with English labels for the referee and the terminal; pages get ids in its place."""


def emit(t: Table, event: SmallWorldEvent) -> None:
    """Append an event to the sink, if there is one."""
    if t.sink is not None:
        t.sink.append(cast("dict[str, Any]", event))


def page_event(event: dict[str, Any]) -> dict[str, Any]:
    """An event as pages get it: without labels, and with its region as text."""
    left_out = NOT_FOR_PAGES.get(event["type"], "")
    shown = {key: value for key, value in event.items() if key != left_out}
    if "region" in shown:
        shown["region"] = str(shown["region"])
    return shown


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
    race, power, tokens = army.race.id, army.power.id, army.hand
    combo: Picked = {"type": "picked", "seat": army.seat, "slot": slot + 1, "race": race, "power": power,
                     "paid": paid, "found": coins_found, "tokens": tokens}  # fmt: skip
    emit(t, combo)


def readied(t: Table, army: Army, tokens: i64) -> None:
    """Tokens of an army come from the map to the hand."""
    emit(t, {"type": "readied", "seat": army.seat, "race": army.race.id, "tokens": tokens})


def kept(t: Table, army: Army, region: i64, tokens: i64) -> None:
    """Readied tokens go back to where they stood."""
    _tokens_in_region(t, "kept", army, region, tokens)


def abandoned(t: Table, army: Army, region: i64, tokens: i64) -> None:
    """An army gives up a region."""
    _tokens_in_region(t, "abandoned", army, region, tokens)


def attempted(t: Table, army: Army, region: i64, cost: i64) -> None:
    """A final attempt is announced; the die comes next."""
    seat, race, place, tokens = army.seat, army.race.id, t.board.raw_ids[region], army.troops()
    emit(t, {"type": "attempted", "seat": seat, "race": race, "region": place, "cost": cost, "tokens": tokens})


def rolled(t: Table, pips: i64) -> None:
    """The reinforcement die shows its pips."""
    emit(t, {"type": "rolled", "seat": t.player, "pips": pips})


def failed(t: Table, army: Army, region: i64, short: i64) -> None:
    """A final attempt falls short."""
    place = t.board.raw_ids[region]
    emit(t, {"type": "failed", "seat": army.seat, "race": army.race.id, "region": place, "short": short})


def spent(t: Table, army: Army) -> None:
    """A Berserk roll affords nothing: conquests are over."""
    emit(t, {"type": "spent", "seat": army.seat, "race": army.race.id})


def conquered(
    t: Table, army: Army, region: i64, tokens: i64, means: str, price: list[PricePart], non_empty: bool
) -> None:
    """A region is taken; `price` adds up to what it took, and is empty where that is no sum."""
    cost: list[list[Any]] = [[part["name"], part["amount"]] for part in price] if price else [[means, tokens]]
    region_taken: RegionConquered = {
        "type": "conquered", "seat": army.seat, "race": army.race.id, "region": t.board.raw_ids[region],
        "tokens": tokens, "means": means, "cost": cost, "price": price, "non_empty": non_empty,
    }  # fmt: skip
    emit(t, region_taken)


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
    exchange: Swapped = {
        "type": "swapped", "seat": me.seat, "race": me.race.id, "power": me.power.id,
        "partner": other.seat, "partner_race": other.race.id, "partner_power": other.power.id,
    }  # fmt: skip
    emit(t, exchange)


def sacrificed(t: Table, army: Army, region: i64, loser: Army) -> None:
    """A token is given so that one of another race is not lost."""
    gift: Sacrificed = {
        "type": "sacrificed", "seat": army.seat, "race": army.race.id, "region": t.board.raw_ids[region],
        "for_seat": loser.seat, "for_race": loser.race.id,
    }  # fmt: skip
    emit(t, gift)


def sacrifice_asked(t: Table, keeper: Army, giver: i64) -> None:
    """The Sigil's holder asks a seat to give a token for the one that his active race is losing."""
    seat, race = keeper.seat, keeper.race.id
    emit(t, {"type": "sacrifice_asked", "seat": seat, "giver": giver, "for_seat": seat, "for_race": race})


def sacrifice_unasked(t: Table, keeper: Army) -> None:
    """The Sigil's holder asks nobody (else): the token is lost."""
    seat, race = keeper.seat, keeper.race.id
    emit(t, {"type": "sacrifice_unasked", "seat": seat, "for_seat": seat, "for_race": race})


def refused_sacrifice(t: Table, seat: i64, loser: Army) -> None:
    """A seat gives no token for another."""
    emit(t, {"type": "refused_sacrifice", "seat": seat, "for_seat": loser.seat, "for_race": loser.race.id})


def lost(t: Table, army: Army, region: i64, tokens: i64, withdrawn: i64) -> None:
    """A defender loses a region: `tokens` are lost, `withdrawn` come to hand."""
    loss: RegionLost = {
        "type": "lost", "seat": army.seat, "race": army.race.id, "region": t.board.raw_ids[region],
        "tokens": tokens, "withdrawn": withdrawn, "declined": army.declined,
    }  # fmt: skip
    emit(t, loss)


def piece_placed(t: Table, seat: i64, piece: i64, region: i64) -> None:
    """A piece is put on the map."""
    emit(t, {"type": "piece_placed", "seat": seat, "piece": piece_name(piece), "region": t.board.raw_ids[region]})


def piece_removed(t: Table, seat: i64, piece: i64, region: i64, to: str) -> None:
    """A piece leaves the map."""
    name, place = piece_name(piece), t.board.raw_ids[region]
    emit(t, {"type": "piece_removed", "seat": seat, "piece": name, "region": place, "to": to})


def horde_given(t: Table, army: Army) -> None:
    """A Hordes token is lost instead of the race token of the preceding `lost` event, which comes to hand."""
    emit(t, {"type": "horde_given", "seat": army.seat, "race": army.race.id})


def received(t: Table, army: Army, tokens: i64) -> None:
    """New tokens come from the tray."""
    emit(t, {"type": "received", "seat": army.seat, "race": army.race.id, "tokens": tokens})


def placed(t: Table, army: Army, region: i64, tokens: i64) -> None:
    """Tokens go from the hand to a region."""
    _tokens_in_region(t, "placed", army, region, tokens)


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
    _tokens_in_region(t, "gathered", army, region, t.tokens[region])


def tribute(t: Table, payer: i64, seat: i64, coins: i64, why: str, source: str) -> None:
    """One seat pays another: because of a piece with the id `source`, else for a reason in words."""
    payment: Tribute = {"type": "tribute", "from": payer, "seat": seat, "coins": coins, "why": why}
    if source != "":
        payment["source"] = source
    emit(t, payment)


def mourned(t: Table, army: Army, pips: i64) -> None:
    """The die is rolled for a lost token."""
    emit(t, {"type": "mourned", "seat": army.seat, "race": army.race.id, "pips": pips})


def paid(t: Table, seat: i64, coins: i64, why: str, source: str) -> None:
    """The bank pays at once, not at scoring: because of a piece with the id `source`, else for a reason in words."""
    payment: Paid = {"type": "paid", "seat": seat, "coins": coins, "why": why}
    if source != "":
        payment["source"] = source
    emit(t, payment)


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
    event: OwnWord = {"type": "own_word", "seat": army.seat, "race": army.race.id, "trait": trait, "word": words[0]}
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


def scored(t: Table, coins: i64, income: list[IncomePart], sources: list[list[Any]]) -> None:
    """A turn is scored; `sources` are the parts of the income with labels in English."""
    emit(t, {"type": "scored", "seat": t.player, "coins": coins, "sources": sources, "income": income})


def over(t: Table, result: dict[str, Any]) -> None:
    """The game ends."""
    scores, winners, reason = result["scores"], result["winners"], result["reason"]
    emit(t, {"type": "over", "scores": scores, "winners": winners, "reason": reason})


def _tokens_in_region(t: Table, kind: TokenMove, army: Army, region: i64, tokens: i64) -> None:
    place = t.board.raw_ids[region]
    emit(t, {"type": kind, "seat": army.seat, "race": army.race.id, "region": place, "tokens": tokens})


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
