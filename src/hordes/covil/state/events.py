"""Events: what happened, as JSON objects for logs, animations and statistics. Only emitted when the state has a sink.

An event with `only` names the seat that may read its `secret`; `redact_event` removes it for the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hordes.covil.state.constants import SLOTS, STATE_NAMES, STATS, TERRAINS
from hordes.covil.state.troop_names import target_name, troop_name
from hordes.engine.core.bits import listed
from hordes.engine.event_tags import EventTag, GameBegins, Income, Lost, RoundBegins, Taken, TurnBegins
from hordes.engine.mypyc_compat import i64

if TYPE_CHECKING:
    from hordes.covil.state.table import Table


def emit(t: Table, event: dict[str, Any]) -> None:
    """Append an event to the sink, if there is one."""
    if t.sink is not None:
        t.sink.append(event)


def redact_event(event: dict[str, Any], seat: i64) -> dict[str, Any]:
    """An event as a seat may see it, without what is secret to others.

    >>> redact_event({"type": "drew", "seat": 1, "only": 1, "secret": {"card": "r01"}}, 0)
    {'type': 'drew', 'seat': 1}
    >>> redact_event({"type": "drew", "seat": 1, "only": 1, "secret": {"card": "r01"}}, 1)
    {'type': 'drew', 'seat': 1, 'card': 'r01'}
    """
    if "only" not in event:
        return event
    visible = {key: value for key, value in event.items() if key not in ("only", "secret")}
    return visible | event["secret"] if event["only"] == seat else visible


SOURCE_KINDS: Final = {"stole": "stolen"} | dict.fromkeys(TERRAINS, "fee")
"""Kinds of sources of gold that are no cards."""
MINION: Final = "minion"
START_ZONE: Final = "start zone"
TAKEN_KINDS: Final = {
    "enthroned": "overlord", "founded": START_ZONE, "hired": MINION, "recruited": MINION, "drew": "relic"
}  # fmt: skip


def event_tags(event: dict[str, Any], before: dict[str, Any]) -> list[EventTag]:
    """What an event means for statistics: where gold comes from is named by the event before it.

    >>> event_tags({"type": "founded", "seat": 1, "zone": "C"}, {})
    [Taken(seat=1, pieces=[('start zone', 'C')], is_active=False)]
    >>> event_tags({"type": "gained", "seat": 0, "gold": 2}, {"type": "fee", "seat": 0, "terrain": "Forest"})
    [Income(seat=0, sources=[('Forest', 2)])]
    """
    kind = event["type"]
    if kind in TAKEN_KINDS:
        name = event.get("zone") or event.get("card") or event.get("secret", {}).get("card")
        return [Taken(event["seat"], [(TAKEN_KINDS[kind], name)])] if name else []
    if kind == "first":
        return [GameBegins(event["seat"])]
    if kind == "morning":
        return [RoundBegins(event["day"])]
    if kind == "turn":
        return [TurnBegins(event["seat"], event["day"])]
    if kind == "gained":
        source = before.get("terrain") or before.get("card") or before.get("type", "other")
        return [Income(event["seat"], [(source, event["gold"])])]
    return [Lost(int(event["troop"][0]))] if kind == "lost" else []


def _minion_fields(t: Table, seat: i64, slot: i64) -> dict[str, Any]:
    word = t.hall[seat * SLOTS + slot]
    return {"seat": seat, "card": t.cards.minion_ids[(word >> 2) - 1], "state": STATE_NAMES[word & 3]}


def first(t: Table) -> None:
    """Chance has chosen the starting seat."""
    emit(t, {"type": "first", "seat": t.scepter})


def enthroned(t: Table, seat: i64, minion: i64) -> None:
    """A Dark Overlord takes the throne."""
    emit(t, {"type": "enthroned", "seat": seat, "card": t.cards.minion_ids[minion]})


def recruited(t: Table, seat: i64, minion: i64) -> None:
    """A Mercenary serves a dummy."""
    emit(t, {"type": "recruited", "seat": seat, "card": t.cards.minion_ids[minion]})


def revealed(t: Table, minion: i64) -> None:
    """A card comes into the pool."""
    emit(t, {"type": "revealed", "card": t.cards.minion_ids[minion]})


def drew(t: Table, seat: i64, relic: i64) -> None:
    """A relic is drawn from the deck; only a human owner sees which."""
    event: dict[str, Any] = {"type": "drew", "seat": seat, "only": -1 if t.is_dummy(seat) else seat}
    emit(t, event | {"secret": {"card": t.cards.relic_ids[relic]}})


def lost_relic(t: Table, seat: i64, relic: i64) -> None:
    """A relic was discarded at random."""
    emit(t, {"type": "lost_relic", "seat": seat, "card": t.cards.relic_ids[relic]})


def flipped(t: Table, relic: i64) -> None:
    """A relic is flipped for a dummy."""
    terrain = TERRAINS[listed(t.cards.relic_terrain[relic])[0]]
    emit(t, {"type": "flipped", "card": t.cards.relic_ids[relic], "terrain": terrain})


def reshuffled(t: Table, n: i64) -> None:
    """The discard pile became the deck."""
    emit(t, {"type": "reshuffled", "relics": n})


def founded(t: Table, seat: i64) -> None:
    """A fortress is founded."""
    emit(t, {"type": "founded", "seat": seat, "zone": t.board.ids[t.fortress_zone[seat]]})


def morning(t: Table) -> None:
    """A day begins."""
    emit(t, {"type": "morning", "day": t.day, "scepter": t.scepter})


def summoned(t: Table, troop: i64) -> None:
    """A troop comes to its fortress."""
    emit(t, {"type": "summoned", "troop": troop_name(troop), "zone": t.board.ids[t.troop_zone[troop]]})


def turn(t: Table) -> None:
    """A seat's turn begins."""
    emit(t, {"type": "turn", "day": t.day, "seat": t.player})


def moved(t: Table, troop: i64, before: i64) -> None:
    """A troop goes somewhere."""
    where = {"from": t.board.ids[before], "to": t.board.ids[t.troop_zone[troop]]}
    emit(t, {"type": "moved", "troop": troop_name(troop)} | where)


def stood(t: Table, troop: i64) -> None:
    """A troop stands up."""
    emit(t, {"type": "stood", "troop": troop_name(troop)})


def laid(t: Table, troop: i64) -> None:
    """A troop is laid down."""
    emit(t, {"type": "laid", "troop": troop_name(troop)})


def lost(t: Table, troop: i64) -> None:
    """A troop leaves the board."""
    emit(t, {"type": "lost", "troop": troop_name(troop), "zone": t.board.ids[t.troop_zone[troop]]})


def rested(t: Table, seat: i64, slot: i64) -> None:
    """A Minion rests once."""
    emit(t, {"type": "rested"} | _minion_fields(t, seat, slot))


def exhausted(t: Table, seat: i64, slot: i64) -> None:
    """A Minion is exhausted by an effect."""
    emit(t, {"type": "exhausted"} | _minion_fields(t, seat, slot))


def all_rested(t: Table) -> None:
    """Every Minion rests at night."""
    emit(t, {"type": "all_rested"})


def repaired(t: Table, seat: i64, n: i64) -> None:
    """Hit points come back."""
    emit(t, {"type": "repaired", "seat": seat, "n": n, "hp": t.hp[seat]})


def gained(t: Table, seat: i64, n: i64, wasted: i64) -> None:
    """Gold is gained; what exceeds five is wasted."""
    event = {"type": "gained", "seat": seat, "gold": n}
    emit(t, event | ({"wasted": wasted} if wasted > 0 else {}))


def stole(t: Table, seat: i64, other: i64, n: i64) -> None:
    """Gold is taken from another seat; gaining it is an event of its own."""
    emit(t, {"type": "stole", "seat": seat, "from": other, "gold": n})


def bought(t: Table, seat: i64, price: i64) -> None:
    """A relic is paid for."""
    emit(t, {"type": "bought", "seat": seat, "gold": price})


def hired(t: Table, seat: i64, minion: i64, price: i64, change: i64) -> None:
    """A Minion is hired, with everything that was paid for it."""
    paid = {"gold": t.offer_gold, "relics": [t.cards.relic_ids[r] for r in listed(t.offer_relics)]}
    slots: list[int] = []
    rest = t.offer_slots
    while rest != 0:
        slots.append(rest & 7)
        rest >>= 3
    names = [t.cards.minion_ids[t.minion_at(seat, slot)] for slot in slots]
    event = {"type": "hired", "seat": seat, "card": t.cards.minion_ids[minion], "price": price, "change": change}
    emit(t, event | {"paid": paid | {"minions": names}})


def activated(t: Table, seat: i64, relic: i64) -> None:
    """A relic is activated."""
    emit(t, {"type": "activated", "seat": seat, "card": t.cards.relic_ids[relic]})


def commanded(t: Table, seat: i64, minion: i64) -> None:
    """A Minion is exhausted for its Command."""
    emit(t, {"type": "commanded", "seat": seat, "card": t.cards.minion_ids[minion]})


def attacked(t: Table, strength: i64, parts: list[list[object]]) -> None:
    """An attack is declared."""
    event = {
        "type": "attacked",
        "kind": STATS[t.combat.attack_kind],
        "troop": troop_name(t.combat.attacker),
        "target": target_name(t.combat.target),
    }
    emit(t, event | {"free": t.combat.is_free_attack, "strength": strength, "parts": parts})


def rebels_attack(t: Table) -> None:
    """The rebels of an effect attack their next target: a combat without an attacking troop."""
    emit(t, {"type": "rebels_attack", "target": target_name(t.combat.target), "strength": 3})


def defended(t: Table, seat: i64, slot: i64, defense: i64) -> None:
    """A Minion is exhausted for its defense."""
    emit(t, {"type": "defended"} | _minion_fields(t, seat, slot) | {"defense": defense})


def passed(t: Table, seat: i64) -> None:
    """A window is closed."""
    emit(t, {"type": "passed", "seat": seat})


def fought(t: Table, strength: i64, parts: list[list[object]], defense: i64, defense_parts: list[list[object]]) -> None:
    """A combat is resolved: both totals with their parts."""
    event: dict[str, Any] = {"type": "fought", "target": target_name(t.combat.target)}
    event |= {"strength": strength, "parts": parts}
    emit(t, event | {"defense": defense, "defense_parts": defense_parts, "won": strength > defense})


def broken_off(t: Table) -> None:
    """A combat ends without a result: one of the two troops is gone, or out of range."""
    event = {"type": "broken_off", "target": target_name(t.combat.target)}
    emit(t, event | ({"troop": troop_name(t.combat.attacker)} if t.combat.attacker >= 0 else {}))


def weighed(t: Table, seat: i64, account: dict[str, Any]) -> None:
    """A seat may respond in a combat: both totals as they are now."""
    emit(t, {"type": "weighed", "seat": seat, "target": target_name(t.combat.target)} | account)


def damaged(t: Table, seat: i64, n: i64) -> None:
    """A fortress loses hit points."""
    emit(t, {"type": "damaged", "seat": seat, "damage": n, "hp": t.hp[seat]})


def night(t: Table, dominance: list[dict[str, Any]]) -> None:
    """Night falls, with the dominance of every terrain."""
    emit(t, {"type": "night", "day": t.day, "dominance": dominance})


def discarded(t: Table, seat: i64) -> None:
    """Active relics are discarded."""
    emit(t, {"type": "discarded", "seat": seat, "cards": [t.cards.relic_ids[r] for r in listed(t.active_relics[seat])]})


def fee(t: Table, seat: i64, terrain: i64, n: i64) -> None:
    """Gold for a dominated terrain; gaining it is an event of its own."""
    emit(t, {"type": "fee", "seat": seat, "terrain": TERRAINS[terrain], "gold": n})


def raided(t: Table, seat: i64, n: i64) -> None:
    """The town is raided."""
    emit(t, {"type": "raided", "seat": seat, "relics": n, "rebels": t.rebels})


def rebels(t: Table) -> None:
    """The number of rebels in town changed."""
    emit(t, {"type": "rebels", "rebels": t.rebels})


def retaliation(t: Table) -> None:
    """Five rebels are in town and attack."""
    emit(t, {"type": "retaliation"})


def over(t: Table, result: dict[str, Any]) -> None:
    """The game is over."""
    emit(t, {"type": "over"} | result)
