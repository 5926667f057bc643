"""What happened, as small typed objects for logs, animations and statistics. Called only when somebody listens.

An event with `only` names the seat that may read its `secret`; `overheard` is what the others hear.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hordes.covil.vocabulary import FORTRESSES, SLOTS, STATE_NAMES, STATS, TERRAINS, TROOPS
from hordes.engine.bits import listed
from hordes.engine.native import i64

if TYPE_CHECKING:
    from hordes.covil.table import Table


def say(t: Table, event: dict[str, Any]) -> None:
    """Hand an event to whoever listens."""
    if t.sink is not None:
        t.sink.append(event)


def overheard(event: dict[str, Any], seat: i64) -> dict[str, Any]:
    """An event as a seat may hear it: what is secret is left out.

    >>> overheard({"type": "drew", "seat": 1, "only": 1, "secret": {"card": "r01"}}, 0)
    {'type': 'drew', 'seat': 1}
    >>> overheard({"type": "drew", "seat": 1, "only": 1, "secret": {"card": "r01"}}, 1)
    {'type': 'drew', 'seat': 1, 'card': 'r01'}
    """
    if "only" not in event:
        return event
    heard = {key: value for key, value in event.items() if key not in ("only", "secret")}
    return heard | event["secret"] if event["only"] == seat else heard


def taken(event: dict[str, Any]) -> list[tuple[int, str, str]]:
    """What an event gives a seat, for statistics: its Overlord, its start zone, Minions hired, relics drawn.

    >>> taken({"type": "founded", "seat": 1, "zone": "C"})
    [(1, 'start zone', 'C')]
    """
    kind = {"enthroned": "overlord", "founded": "start zone", "hired": "minion", "recruited": "minion", "drew": "relic"}
    if event["type"] not in kind:
        return []
    name = event["secret"]["card"] if event["type"] == "drew" else event.get("zone") or event["card"]
    return [(event["seat"], kind[event["type"]], name)]


def troop_name(troop: i64) -> str:
    """Seat and letter."""
    return f"{troop // TROOPS}{'abcde'[troop % TROOPS]}"


def _minion(t: Table, seat: i64, slot: i64) -> dict[str, Any]:
    word = t.hall[seat * SLOTS + slot]
    return {"seat": seat, "card": t.cards.minion_ids[(word >> 2) - 1], "state": STATE_NAMES[word & 3]}


def first(t: Table) -> None:
    """Chance has said who begins."""
    say(t, {"type": "first", "seat": t.scepter})


def enthroned(t: Table, seat: i64, minion: i64) -> None:
    """A Dark Overlord takes the throne."""
    say(t, {"type": "enthroned", "seat": seat, "card": t.cards.minion_ids[minion]})


def recruited(t: Table, seat: i64, minion: i64) -> None:
    """A Mercenary serves a dummy."""
    say(t, {"type": "recruited", "seat": seat, "card": t.cards.minion_ids[minion]})


def revealed(t: Table, minion: i64) -> None:
    """A card comes into the pool."""
    say(t, {"type": "revealed", "card": t.cards.minion_ids[minion]})


def drew(t: Table, seat: i64, relic: i64) -> None:
    """A relic from the deck; only a human owner sees which."""
    event: dict[str, Any] = {"type": "drew", "seat": seat, "only": -1 if t.is_dummy(seat) else seat}
    say(t, event | {"secret": {"card": t.cards.relic_ids[relic]}})


def lost_relic(t: Table, seat: i64, relic: i64) -> None:
    """A relic was discarded at random."""
    say(t, {"type": "lost_relic", "seat": seat, "card": t.cards.relic_ids[relic]})


def flipped(t: Table, relic: i64) -> None:
    """A relic is flipped for a dummy."""
    terrain = TERRAINS[listed(t.cards.target[relic])[0]]
    say(t, {"type": "flipped", "card": t.cards.relic_ids[relic], "terrain": terrain})


def reshuffled(t: Table, n: i64) -> None:
    """The discard pile became the deck."""
    say(t, {"type": "reshuffled", "relics": n})


def founded(t: Table, seat: i64) -> None:
    """A fortress stands."""
    say(t, {"type": "founded", "seat": seat, "zone": t.board.ids[t.fortress[seat]]})


def morning(t: Table) -> None:
    """A day begins."""
    say(t, {"type": "morning", "day": t.day, "scepter": t.scepter})


def summoned(t: Table, troop: i64) -> None:
    """A troop comes to its fortress."""
    say(t, {"type": "summoned", "troop": troop_name(troop), "zone": t.board.ids[t.zone[troop]]})


def turn(t: Table) -> None:
    """A seat's turn begins."""
    say(t, {"type": "turn", "day": t.day, "seat": t.player})


def moved(t: Table, troop: i64, before: i64) -> None:
    """A troop goes somewhere."""
    where = {"from": t.board.ids[before], "to": t.board.ids[t.zone[troop]]}
    say(t, {"type": "moved", "troop": troop_name(troop)} | where)


def stood(t: Table, troop: i64) -> None:
    """A troop stands up."""
    say(t, {"type": "stood", "troop": troop_name(troop)})


def laid(t: Table, troop: i64) -> None:
    """A troop is laid down."""
    say(t, {"type": "laid", "troop": troop_name(troop)})


def lost(t: Table, troop: i64) -> None:
    """A troop leaves the board."""
    say(t, {"type": "lost", "troop": troop_name(troop), "zone": t.board.ids[t.zone[troop]]})


def rested(t: Table, seat: i64, slot: i64) -> None:
    """A Minion rests once."""
    say(t, {"type": "rested"} | _minion(t, seat, slot))


def exhausted(t: Table, seat: i64, slot: i64) -> None:
    """A Minion is exhausted by an effect."""
    say(t, {"type": "exhausted"} | _minion(t, seat, slot))


def all_rested(t: Table) -> None:
    """Every Minion rests at night."""
    say(t, {"type": "all_rested"})


def repaired(t: Table, seat: i64, n: i64) -> None:
    """Hit points come back."""
    say(t, {"type": "repaired", "seat": seat, "n": n, "hp": t.hp[seat]})


def gained(t: Table, seat: i64, n: i64, wasted: i64) -> None:
    """Gold comes in; what is above five is lost."""
    event = {"type": "gained", "seat": seat, "gold": n}
    say(t, event | ({"wasted": wasted} if wasted > 0 else {}))


def stole(t: Table, seat: i64, other: i64, n: i64) -> None:
    """Gold is taken; that it comes in is said on its own."""
    say(t, {"type": "stole", "seat": seat, "from": other, "gold": n})


def bought(t: Table, seat: i64, price: i64) -> None:
    """A relic is paid for."""
    say(t, {"type": "bought", "seat": seat, "gold": price})


def hired(t: Table, seat: i64, minion: i64, price: i64, change: i64) -> None:
    """A Minion is acquired; what was handed over for it."""
    paid = {"gold": t.offer_gold, "relics": [t.cards.relic_ids[r] for r in listed(t.offer_relics)]}
    slots: list[int] = []
    rest = t.offer_slots
    while rest != 0:
        slots.append(rest & 7)
        rest >>= 3
    names = [t.cards.minion_ids[t.minion_at(seat, slot)] for slot in slots]
    event = {"type": "hired", "seat": seat, "card": t.cards.minion_ids[minion], "price": price, "change": change}
    say(t, event | {"paid": paid | {"minions": names}})


def activated(t: Table, seat: i64, relic: i64) -> None:
    """A relic is activated."""
    say(t, {"type": "activated", "seat": seat, "card": t.cards.relic_ids[relic]})


def commanded(t: Table, seat: i64, minion: i64) -> None:
    """A Minion is exhausted for its Command."""
    say(t, {"type": "commanded", "seat": seat, "card": t.cards.minion_ids[minion]})


def _target(target: i64) -> str:
    return f"fortress {target - FORTRESSES}" if target >= FORTRESSES else troop_name(target)


def attacked(t: Table, strength: i64, parts: list[list[object]]) -> None:
    """An attack is declared."""
    event = {"type": "attacked", "kind": STATS[t.style], "troop": troop_name(t.attacker), "target": _target(t.target)}
    say(t, event | {"free": t.free, "strength": strength, "parts": parts})


def rebels_attack(t: Table) -> None:
    """The rebels' turn."""
    say(t, {"type": "rebels_attack", "target": _target(t.target), "strength": 3})


def defended(t: Table, seat: i64, slot: i64, defence: i64) -> None:
    """A Minion is exhausted for its defense."""
    say(t, {"type": "defended"} | _minion(t, seat, slot) | {"defense": defence})


def passed(t: Table, seat: i64) -> None:
    """A window is closed."""
    say(t, {"type": "passed", "seat": seat})


def fought(t: Table, force: i64, parts: list[list[object]], shield: i64, cover: list[list[object]]) -> None:
    """The combat is decided: both sums, number by number."""
    event: dict[str, Any] = {"type": "fought", "target": _target(t.target), "strength": force, "parts": parts}
    say(t, event | {"defense": shield, "defense_parts": cover, "won": force > shield})


def broken_off(t: Table) -> None:
    """A combat ends without a result: one of the two troops is gone, or out of range."""
    event = {"type": "broken_off", "target": _target(t.target)}
    say(t, event | ({"troop": troop_name(t.attacker)} if t.attacker >= 0 else {}))


def weighed(t: Table, seat: i64, account: dict[str, Any]) -> None:
    """Somebody may respond: how the combat stands, number by number."""
    say(t, {"type": "weighed", "seat": seat, "target": _target(t.target)} | account)


def damaged(t: Table, seat: i64, n: i64) -> None:
    """A fortress loses hit points."""
    say(t, {"type": "damaged", "seat": seat, "damage": n, "hp": t.hp[seat]})


def night(t: Table, dominance: list[dict[str, Any]]) -> None:
    """Night falls, and finds every terrain like this."""
    say(t, {"type": "night", "day": t.day, "dominance": dominance})


def discarded(t: Table, seat: i64) -> None:
    """Active relics are discarded."""
    say(t, {"type": "discarded", "seat": seat, "cards": [t.cards.relic_ids[r] for r in listed(t.active[seat])]})


def fee(t: Table, seat: i64, terrain: i64, n: i64) -> None:
    """Dominance is paid; that the gold comes in is said on its own."""
    say(t, {"type": "fee", "seat": seat, "terrain": TERRAINS[terrain], "gold": n})


def raided(t: Table, seat: i64, n: i64) -> None:
    """The town is raided."""
    say(t, {"type": "raided", "seat": seat, "relics": n, "rebels": t.rebels})


def rebels(t: Table) -> None:
    """Rebels came or went."""
    say(t, {"type": "rebels", "rebels": t.rebels})


def retaliation(t: Table) -> None:
    """Five rebels are in town."""
    say(t, {"type": "retaliation"})


def over(t: Table, result: dict[str, Any]) -> None:
    """The game is over."""
    say(t, {"type": "over"} | result)
