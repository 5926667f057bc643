"""Events: what happened, as JSON objects for logs, animations and statistics. Only emitted when the state has a sink.

Their types are in `covil/wire/events.py`. An event with `only` names the seat that may read its `secret`;
`redact_event` removes it for the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from hordes.covil.state.constants import ATTACK_KINDS, REBEL_STRENGTH, SLOTS, STATE_NAMES, TERRAINS, TROOPS
from hordes.covil.state.troop_names import piece_ref, target_name, troop_name
from hordes.engine.core.bits import listed
from hordes.engine.event_tags import EventTag, GameBegins, Income, Lost, RoundBegins, Taken, TurnBegins
from hordes.engine.mypyc_compat import i64

if TYPE_CHECKING:
    from hordes.covil.state.table import Table
    from hordes.covil.wire.events import (
        Attacked,
        BrokenOff,
        CovilEvent,
        Defended,
        DrewSecretly,
        Fought,
        Gained,
        Hired,
        Moved,
        Weighed,
    )
    from hordes.covil.wire.parts import CardState, CombatPart, Paid, TerrainDominance

NOT_FOR_PAGES: Final = ("target", "parts", "defense_parts")
"""Keys of combats with names for the referee and the terminal; pages get `against`, `for_attack`, `for_defense`."""


def emit(t: Table, event: CovilEvent | DrewSecretly) -> None:
    """Append an event to the sink, if there is one."""
    if t.sink is not None:
        t.sink.append(cast("dict[str, Any]", event))


def page_event(event: dict[str, Any], seat: i64) -> dict[str, Any]:
    """An event as a page gets it that a seat looks at."""
    visible = redact_event(event, seat)
    return {key: value for key, value in visible.items() if key not in NOT_FOR_PAGES} if "against" in event else visible


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
    return [Lost(event["seat"])] if kind == "lost" else []


def _minion(t: Table, seat: i64, slot: i64) -> tuple[str, CardState]:
    """Id and state of a Minion in a hall."""
    word = t.hall[seat * SLOTS + slot]
    return t.cards.minion_ids[(word >> 2) - 1], STATE_NAMES[word & 3]


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
    owner = -1 if t.is_dummy(seat) else seat
    emit(t, {"type": "drew", "seat": seat, "only": owner, "secret": {"card": t.cards.relic_ids[relic]}})


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
    zone = t.board.ids[t.troop_zone[troop]]
    emit(t, {"type": "summoned", "seat": troop // TROOPS, "troop": troop_name(troop), "zone": zone})


def turn(t: Table) -> None:
    """A seat's turn begins."""
    emit(t, {"type": "turn", "day": t.day, "seat": t.player})


def moved(t: Table, troop: i64, before: i64) -> None:
    """A troop goes somewhere."""
    step: Moved = {
        "type": "moved", "seat": troop // TROOPS, "troop": troop_name(troop),
        "from": t.board.ids[before], "to": t.board.ids[t.troop_zone[troop]],
    }  # fmt: skip
    emit(t, step)


def stood(t: Table, troop: i64) -> None:
    """A troop stands up."""
    emit(t, {"type": "stood", "seat": troop // TROOPS, "troop": troop_name(troop)})


def laid(t: Table, troop: i64) -> None:
    """A troop is laid down."""
    emit(t, {"type": "laid", "seat": troop // TROOPS, "troop": troop_name(troop)})


def lost(t: Table, troop: i64) -> None:
    """A troop leaves the board."""
    zone = t.board.ids[t.troop_zone[troop]]
    emit(t, {"type": "lost", "seat": troop // TROOPS, "troop": troop_name(troop), "zone": zone})


def rested(t: Table, seat: i64, slot: i64) -> None:
    """A Minion rests once."""
    card, state = _minion(t, seat, slot)
    emit(t, {"type": "rested", "seat": seat, "card": card, "state": state})


def exhausted(t: Table, seat: i64, slot: i64) -> None:
    """A Minion is exhausted by an effect."""
    card, state = _minion(t, seat, slot)
    emit(t, {"type": "exhausted", "seat": seat, "card": card, "state": state})


def all_rested(t: Table) -> None:
    """Every Minion rests at night."""
    emit(t, {"type": "all_rested"})


def repaired(t: Table, seat: i64, n: i64) -> None:
    """Hit points come back."""
    emit(t, {"type": "repaired", "seat": seat, "n": n, "hp": t.hp[seat]})


def gained(t: Table, seat: i64, n: i64, wasted: i64) -> None:
    """Gold is gained; what exceeds five is wasted."""
    gain: Gained = {"type": "gained", "seat": seat, "gold": n}
    if wasted > 0:
        gain["wasted"] = wasted
    emit(t, gain)


def stole(t: Table, seat: i64, other: i64, n: i64) -> None:
    """Gold is taken from another seat; gaining it is an event of its own."""
    emit(t, {"type": "stole", "seat": seat, "from": other, "gold": n})


def bought(t: Table, seat: i64, price: i64) -> None:
    """A relic is paid for."""
    emit(t, {"type": "bought", "seat": seat, "gold": price})


def hired(t: Table, seat: i64, minion: i64, price: i64, change: i64) -> None:
    """A Minion is hired, with everything that was paid for it."""
    slots: list[int] = []
    rest = t.offer_slots
    while rest != 0:
        slots.append(rest & 7)
        rest >>= 3
    minions = [t.cards.minion_ids[t.minion_at(seat, slot)] for slot in slots]
    relics = [t.cards.relic_ids[r] for r in listed(t.offer_relics)]
    paid: Paid = {"gold": t.offer_gold, "relics": relics, "minions": minions}
    hire: Hired = {"type": "hired", "seat": seat, "card": t.cards.minion_ids[minion], "price": price,
                   "change": change, "paid": paid}  # fmt: skip
    emit(t, hire)


def activated(t: Table, seat: i64, relic: i64) -> None:
    """A relic is activated."""
    emit(t, {"type": "activated", "seat": seat, "card": t.cards.relic_ids[relic]})


def commanded(t: Table, seat: i64, minion: i64) -> None:
    """A Minion is exhausted for its Command."""
    emit(t, {"type": "commanded", "seat": seat, "card": t.cards.minion_ids[minion]})


def attacked(t: Table, strength: i64, parts: list[CombatPart]) -> None:
    """An attack is declared."""
    combat = t.combat
    attack: Attacked = {
        "type": "attacked", "seat": combat.attacking_seat(), "kind": ATTACK_KINDS[combat.attack_kind],
        "troop": troop_name(combat.attacker), "target": target_name(combat.target),
        "against": piece_ref(combat.target), "free": combat.is_free_attack,
        "strength": strength, "parts": labels(t, parts), "for_attack": parts,
    }  # fmt: skip
    emit(t, attack)


def rebels_attack(t: Table) -> None:
    """The rebels of an effect attack their next target: a combat without an attacking troop."""
    target, against = target_name(t.combat.target), piece_ref(t.combat.target)
    emit(t, {"type": "rebels_attack", "target": target, "against": against, "strength": REBEL_STRENGTH})


def defended(t: Table, seat: i64, slot: i64, defense: i64) -> None:
    """A Minion is exhausted for its defense."""
    card, state = _minion(t, seat, slot)
    defender: Defended = {"type": "defended", "seat": seat, "card": card, "state": state, "defense": defense}
    emit(t, defender)


def passed(t: Table, seat: i64) -> None:
    """A window is closed."""
    emit(t, {"type": "passed", "seat": seat})


def fought(
    t: Table, strength: i64, attack_parts: list[CombatPart], defense: i64, defense_parts: list[CombatPart]
) -> None:
    """A combat is resolved: both totals with their parts."""
    result: Fought = {
        "type": "fought", "target": target_name(t.combat.target), "against": piece_ref(t.combat.target),
        "strength": strength, "parts": labels(t, attack_parts), "for_attack": attack_parts,
        "defense": defense, "defense_parts": labels(t, defense_parts), "for_defense": defense_parts,
        "won": strength > defense,
    }  # fmt: skip
    emit(t, result)


def broken_off(t: Table) -> None:
    """A combat ends without a result: one of the two troops is gone, or out of range."""
    end: BrokenOff = {
        "type": "broken_off",
        "target": target_name(t.combat.target),
        "against": piece_ref(t.combat.target),
    }
    if t.combat.attacker >= 0:
        end["troop"], end["seat"] = troop_name(t.combat.attacker), t.combat.attacker // TROOPS
    emit(t, end)


def weighed(
    t: Table, seat: i64, strength: i64, attack_parts: list[CombatPart], defense: i64, defense_parts: list[CombatPart]
) -> None:
    """A seat may respond in a combat: both totals as they are now."""
    account: Weighed = {
        "type": "weighed", "seat": seat, "target": target_name(t.combat.target), "against": piece_ref(t.combat.target),
        "strength": strength, "parts": labels(t, attack_parts), "for_attack": attack_parts,
        "defense": defense, "defense_parts": labels(t, defense_parts), "for_defense": defense_parts,
    }  # fmt: skip
    emit(t, account)


def labels(t: Table, parts: list[CombatPart]) -> list[list[Any]]:
    """Parts of a sum with English labels, such as `Siege Tinker, Reinforcement`, for the referee and the terminal."""
    named: list[list[Any]] = []
    for part in parts:
        name = _name(t, part["source"])
        named.append([f"{name}, {part['ability'].capitalize()}" if "ability" in part else name, part["amount"]])
    return named


def _name(t: Table, source: str) -> str:
    if source in t.cards.minion_ids:
        return t.cards.minion_names[t.cards.minion_ids.index(source)]
    if source in t.cards.relic_ids:
        return t.cards.relic_names[t.cards.relic_ids.index(source)]
    return source.replace("_", " ")


def damaged(t: Table, seat: i64, n: i64) -> None:
    """A fortress loses hit points."""
    emit(t, {"type": "damaged", "seat": seat, "damage": n, "hp": t.hp[seat]})


def night(t: Table, dominance: list[TerrainDominance]) -> None:
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
    scores, winners, reason = result["scores"], result["winners"], result["reason"]
    emit(t, {"type": "over", "scores": scores, "winners": winners, "reason": reason})
