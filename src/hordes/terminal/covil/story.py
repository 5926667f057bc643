"""Covil's log in sentences: every event becomes one line, and a combat adds up both sides number by number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hordes.terminal.atlas import Atlas
from hordes.terminal.covil.things import card, place, target, troop
from hordes.terminal.words import Cast, Lexicon, capital, count, listing, title

Event = Mapping[str, Any]

QUIET = frozenset({"turn", "revealed", "passed", "all_rested", "bought", "weighed"})
"""Goes without saying while one plays; the log has it in full."""


@dataclass
class Teller:
    """Tells events to one reader."""

    atlas: Atlas
    lexicon: Lexicon
    cast: Cast

    def tell(self, event: Event) -> str:
        """One sentence for one event. An event nobody has taught us is still told, in plain words."""
        teller: Callable[[Event], str] | None = getattr(self, f"_tell_{event.get('type')}", None)
        return capital(teller(event) if teller else self._tell_other(event))

    def digest(self, events: Iterable[Event]) -> list[str]:
        """Many events in few lines: what goes without saying is left out, and what belongs together is put together."""
        lines: list[str] = []
        together: list[Event] = []
        for event in events:
            if together and not _alike(together[0], event):
                lines += self._joined(together)
                together = []
            if event.get("type") not in QUIET:
                together.append(event)
        return lines + self._joined(together)

    def _joined(self, events: Sequence[Event]) -> list[str]:
        """Events of one kind as one sentence where that reads better."""
        if len(events) < 2 or events[0]["type"] not in _JOIN:
            return [self.tell(event) for event in events]
        if events[0]["type"] == "rested":
            names = listing([f"{self._card(event)} ({event['state']})" for event in events])
            return [capital(f"{self._does(events[0], 'rest')} {names}.")]
        if events[0]["type"] == "drew":
            known = [self._card(event) for event in events if "card" in event]
            what = listing(known) if known else count(len(events), "Power Relic")
            return [capital(f"{self._does(events[0], 'draw')} {what}.")]
        letters = listing([event["troop"][1] for event in events])
        owner, where = self.cast.owner(int(events[0]["troop"][0])), place(self.atlas, events[0]["zone"])
        return [capital(f"{owner} troops {letters} come to {where}.")]

    def _card(self, event: Event) -> str:
        return card(self.lexicon, event["card"])

    def _does(self, event: Event, verb: str, verbs: str = "") -> str:
        return self.cast.does(int(event["seat"]), verb, verbs)

    def _owner(self, seat: int) -> str:
        owner = self.cast.owner(seat)
        return owner.lower() if owner == "Your" else owner

    def _troop(self, event: Event) -> str:
        return troop(self.cast, event["troop"])

    # Set-up and morning

    def _tell_first(self, event: Event) -> str:
        return (
            f"{self._does(event, 'hold')} the Evil Scepter and begin{'' if event['seat'] == self.cast.reader else 's'}."
        )

    def _tell_enthroned(self, event: Event) -> str:
        return f"{self._card(event)} takes {self._owner(event['seat'])} throne, exhausted."

    def _tell_recruited(self, event: Event) -> str:
        return f"{self._card(event)} joins {self._owner(event['seat'])} hall."

    def _tell_revealed(self, event: Event) -> str:
        return f"{self._card(event)} comes into the pool."

    def _tell_drew(self, event: Event) -> str:
        what = self._card(event) if "card" in event else "a Power Relic"
        return f"{self._does(event, 'draw')} {what}."

    def _tell_lost_relic(self, event: Event) -> str:
        return f"{self._does(event, 'discard')} {self._card(event)} at random."

    def _tell_flipped(self, event: Event) -> str:
        return f"{self._card(event)} is flipped for the dummy: {event['terrain']}."

    def _tell_reshuffled(self, event: Event) -> str:
        return f"The relic deck was empty: {count(event['relics'], 'discarded relic')} are shuffled into a new one."

    def _tell_founded(self, event: Event) -> str:
        owner = self._owner(event["seat"])
        return f"{owner} fortress rises in {place(self.atlas, event['zone'])}."

    def _tell_morning(self, event: Event) -> str:
        who = f"{self.cast.object(event['scepter'])} {_begin(self.cast, event['scepter'])}"
        return f"Morning of day {event['day']}: all troops stand up, and {who}."

    def _tell_summoned(self, event: Event) -> str:
        return f"{self._troop(event)} comes to {place(self.atlas, event['zone'])}."

    def _tell_turn(self, event: Event) -> str:
        return f"Day {event['day']}: {self._owner(event['seat'])} turn."

    # Troops

    def _tell_moved(self, event: Event) -> str:
        here, there = place(self.atlas, event["from"]), place(self.atlas, event["to"])
        return f"{self._troop(event)} goes from {here} to {there}."

    def _tell_stood(self, event: Event) -> str:
        return f"{self._troop(event)} stands up."

    def _tell_laid(self, event: Event) -> str:
        return f"{self._troop(event)} lies down."

    def _tell_lost(self, event: Event) -> str:
        return f"{self._troop(event)} is lost in {place(self.atlas, event['zone'])}."

    # Minions, gold and relics

    def _tell_rested(self, event: Event) -> str:
        return f"{self._does(event, 'rest')} {self._card(event)}, now {event['state']}."

    def _tell_exhausted(self, event: Event) -> str:
        return f"{self._owner(event['seat'])} {self._card(event)} is {event['state']}."

    def _tell_all_rested(self, event: Event) -> str:
        return "Every Minion rests once."

    def _tell_repaired(self, event: Event) -> str:
        owner = self._owner(event["seat"])
        return f"{owner} fortress is repaired by {event['n']}: {count(event['hp'], 'hit point')}."

    def _tell_gained(self, event: Event) -> str:
        wasted = f"; {event['wasted']} more would not fit" if event.get("wasted") else ""
        what = f"{event['gold']} gold" if event["gold"] else "no gold"
        return f"{self._does(event, 'gain')} {what}{wasted}."

    def _tell_stole(self, event: Event) -> str:
        return f"{self._does(event, 'take')} {event['gold']} gold from {self.cast.object(event['from'])}."

    def _tell_bought(self, event: Event) -> str:
        return f"{self._does(event, 'pay')} {event['gold']} gold for a Power Relic."

    def _tell_hired(self, event: Event) -> str:
        paid = event["paid"]
        parts = [f"{paid['gold']} gold"] if paid["gold"] else []
        parts += [card(self.lexicon, name) for name in [*paid["relics"], *paid["minions"]]]
        price = f" for {listing(parts)}" if parts else ""
        change = f" ({event['change']} gold back)" if event["change"] > 0 else ""
        return f"{self._does(event, 'hire')} {self._card(event)} (price {event['price']}){price}{change}."

    def _tell_activated(self, event: Event) -> str:
        return f"{self._does(event, 'activate')} {self._card(event)}."

    def _tell_commanded(self, event: Event) -> str:
        return f"{self._does(event, 'command')} {self._card(event)}."

    # Combat

    def _tell_attacked(self, event: Event) -> str:
        kind = {"melee": "in melee", "ranged": "from afar"}.get(event["kind"], event["kind"])
        free = ", a free attack" if event["free"] else ""
        whom = target(self.cast, event["target"])
        return f"{self._troop(event)} attacks {whom} {kind}{free}: strength {_sum(event['strength'], event['parts'])}."

    def _tell_rebels_attack(self, event: Event) -> str:
        return f"The rebels attack {target(self.cast, event['target'])} with strength {event['strength']}."

    def _tell_defended(self, event: Event) -> str:
        return f"{self._owner(event['seat'])} {self._card(event)} defends: defense {event['defense']} now."

    def _tell_passed(self, event: Event) -> str:
        return f"{self._does(event, 'pass', 'passes')}."

    def _tell_fought(self, event: Event) -> str:
        force = _sum(event["strength"], event["parts"])
        if str(event["target"]).startswith("fortress") and not event["defense_parts"]:
            return f"Nobody guards {target(self.cast, event['target'])}: strength {force} strikes home."
        shield = _sum(event["defense"], event["defense_parts"])
        end = f"{target(self.cast, event['target'])} is beaten" if event["won"] else "the attack fails"
        return f"Strength {force} against defense {shield}: {end}."

    def _tell_broken_off(self, event: Event) -> str:
        whom = target(self.cast, event["target"])
        who = f"the attack of {troop(self.cast, event['troop'])}" if "troop" in event else "the rebels' attack"
        return f"{who} on {whom} has no result: they can no longer reach each other."

    def _tell_weighed(self, event: Event) -> str:
        force, shield = (
            _sum(event["strength"], event["parts"]),
            _sum(event["defense"], event["defense_parts"]),
        )
        return f"{self._does(event, 'may respond', 'may respond')}: strength {force} against defense {shield}."

    def _tell_damaged(self, event: Event) -> str:
        owner, left = self._owner(event["seat"]), event["hp"]
        rest = f"{count(left, 'hit point')} left" if left else "it is destroyed"
        return f"{owner} fortress takes {event['damage']} damage: {rest}."

    # Night

    def _tell_night(self, event: Event) -> str:
        return f"Night {event['day']} falls."

    def _tell_discarded(self, event: Event) -> str:
        names = listing([card(self.lexicon, name) for name in event["cards"]])
        return f"{self._owner(event['seat'])} active relics are discarded: {names}."

    def _tell_fee(self, event: Event) -> str:
        return f"{self._does(event, 'dominate')} {event['terrain']}: a fee of {event['gold']} gold."

    def _tell_raided(self, event: Event) -> str:
        relics, rebels = count(event["relics"], "relic"), count(event["rebels"], "rebel")
        return f"{self._does(event, 'raid')} the town for {relics}; {rebels} in town now."

    def _tell_rebels(self, event: Event) -> str:
        are = "is" if event["rebels"] == 1 else "are"
        return f"There {are} {count(event['rebels'], 'rebel')} in town now."

    def _tell_retaliation(self, event: Event) -> str:
        return "Five rebels are in town: they strike back."

    def _tell_over(self, event: Event) -> str:
        return verdict(event, self.cast)

    def _tell_other(self, event: Event) -> str:
        facts = ", ".join(f"{key} {value}" for key, value in event.items() if key not in ("type", "seat"))
        who = f"{self.cast.name(event['seat'])}: " if isinstance(event.get("seat"), int) else ""
        return f"{who}{title(str(event.get('type', 'something')))}{f' ({facts})' if facts else ''}."


_JOIN = frozenset({"summoned", "drew", "rested"})


def _alike(one: Event, other: Event) -> bool:
    """Whether two events make one sentence: the same thing for the same seat, and in the same zone."""
    if one["type"] != other["type"] or one["type"] not in _JOIN:
        return False
    whose = [str(event.get("troop", event.get("seat")))[0] for event in (one, other)]
    return whose[0] == whose[1] and one.get("zone") == other.get("zone")


def _begin(cast: Cast, seat: int) -> str:
    return "begin" if seat == cast.reader else "begins"


def _sum(total: int, parts: Sequence[Sequence[Any]]) -> str:
    """A sum with its parts: 4 (1 base + 2 Squire + 1 Boots of the Late Postman).

    >>> _sum(3, [["base", 1], ["Squire", 2]]), _sum(0, [])
    ('3 (base 1 + Squire 2)', '0')
    """
    return f"{total} ({' + '.join(f'{label} {number}' for label, number in parts)})" if parts else str(total)


def verdict(result: Mapping[str, Any], cast: Cast) -> str:
    """Who has won, with how many points, and what decided."""
    winners: Sequence[int] = result["winners"]
    scores: Sequence[int] = result["scores"]
    names = capital(listing([cast.object(seat) for seat in winners]))
    verb = "win" if len(winners) > 1 or winners[0] == cast.reader else "wins"
    points = f"{scores[winners[0]]} victory points"
    return f"{names} {verb} with {points}: {result['reason']}."
