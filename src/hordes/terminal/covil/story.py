"""Narrates Covil's events: one sentence per event; combats list the strengths of both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hordes.terminal.board.map_data import MapData
from hordes.terminal.covil.names import card_name, target_name, troop_name, zone_name
from hordes.terminal.wording import Lexicon, SeatNames, capitalise, count_noun, join_words, title_from_id

Event = Mapping[str, Any]

SILENT_EVENTS = frozenset({"turn", "revealed", "passed", "all_rested", "bought", "weighed"})
"""Events omitted from the news; the log has all."""


@dataclass
class CovilNarrator:
    """Describes events for one reader."""

    map_data: MapData
    lexicon: Lexicon
    seat_names: SeatNames

    def describe_event(self, event: Event) -> str:
        """One sentence for an event; unknown events get a generic sentence."""
        describe: Callable[[Event], str] | None = getattr(self, f"_tell_{event.get('type')}", None)
        return capitalise(describe(event) if describe else self._tell_other(event))

    def describe_events(self, events: Iterable[Event]) -> list[str]:
        """Many events in few lines: trivial ones are omitted, related ones joined."""
        lines: list[str] = []
        together: list[Event] = []
        for event in events:
            if together and not _alike(together[0], event):
                lines += self._joined(together)
                together = []
            if event.get("type") not in SILENT_EVENTS:
                together.append(event)
        return lines + self._joined(together)

    def _joined(self, events: Sequence[Event]) -> list[str]:
        """Events of one kind as one sentence where possible."""
        if len(events) < 2 or events[0]["type"] not in _JOIN:
            return [self.describe_event(event) for event in events]
        if events[0]["type"] == "rested":
            names = join_words([f"{self._card(event)} ({event['state']})" for event in events])
            return [capitalise(f"{self._subject_verb(events[0], 'rest')} {names}.")]
        if events[0]["type"] == "drew":
            known = [self._card(event) for event in events if "card" in event]
            what = join_words(known) if known else count_noun(len(events), "Power Relic")
            return [capitalise(f"{self._subject_verb(events[0], 'draw')} {what}.")]
        letters = join_words([event["troop"][1] for event in events])
        owner, where = (
            self.seat_names.possessive(int(events[0]["troop"][0])),
            zone_name(self.map_data, events[0]["zone"]),
        )
        return [capitalise(f"{owner} troops {letters} come to {where}.")]

    def _card(self, event: Event) -> str:
        return card_name(self.lexicon, event["card"])

    def _subject_verb(self, event: Event, verb: str, verbs: str = "") -> str:
        return self.seat_names.subject_verb(int(event["seat"]), verb, verbs)

    def _owner(self, seat: int) -> str:
        owner = self.seat_names.possessive(seat)
        return owner.lower() if owner == "Your" else owner

    def _troop(self, event: Event) -> str:
        return troop_name(self.seat_names, event["troop"])

    # Set-up and morning

    def _tell_first(self, event: Event) -> str:
        begin = "begin" if event["seat"] == self.seat_names.reader else "begins"
        return f"{self._subject_verb(event, 'hold')} the Evil Scepter and {begin}."

    def _tell_enthroned(self, event: Event) -> str:
        return f"{self._card(event)} takes {self._owner(event['seat'])} throne, exhausted."

    def _tell_recruited(self, event: Event) -> str:
        return f"{self._card(event)} joins {self._owner(event['seat'])} hall."

    def _tell_revealed(self, event: Event) -> str:
        return f"{self._card(event)} comes into the pool."

    def _tell_drew(self, event: Event) -> str:
        what = self._card(event) if "card" in event else "a Power Relic"
        return f"{self._subject_verb(event, 'draw')} {what}."

    def _tell_lost_relic(self, event: Event) -> str:
        return f"{self._subject_verb(event, 'discard')} {self._card(event)} at random."

    def _tell_flipped(self, event: Event) -> str:
        return f"{self._card(event)} is flipped for the dummy: {event['terrain']}."

    def _tell_reshuffled(self, event: Event) -> str:
        return (
            f"The relic deck was empty: {count_noun(event['relics'], 'discarded relic')} are shuffled into a new one."
        )

    def _tell_founded(self, event: Event) -> str:
        owner = self._owner(event["seat"])
        return f"{owner} fortress rises in {zone_name(self.map_data, event['zone'])}."

    def _tell_morning(self, event: Event) -> str:
        who = f"{self.seat_names.object_name(event['scepter'])} {_begin(self.seat_names, event['scepter'])}"
        return f"Morning of day {event['day']}: all troops stand up, and {who}."

    def _tell_summoned(self, event: Event) -> str:
        return f"{self._troop(event)} comes to {zone_name(self.map_data, event['zone'])}."

    def _tell_turn(self, event: Event) -> str:
        return f"Day {event['day']}: {self._owner(event['seat'])} turn."

    # Troops

    def _tell_moved(self, event: Event) -> str:
        here, there = zone_name(self.map_data, event["from"]), zone_name(self.map_data, event["to"])
        return f"{self._troop(event)} goes from {here} to {there}."

    def _tell_stood(self, event: Event) -> str:
        return f"{self._troop(event)} stands up."

    def _tell_laid(self, event: Event) -> str:
        return f"{self._troop(event)} lies down."

    def _tell_lost(self, event: Event) -> str:
        return f"{self._troop(event)} is lost in {zone_name(self.map_data, event['zone'])}."

    # Minions, gold and relics

    def _tell_rested(self, event: Event) -> str:
        return f"{self._subject_verb(event, 'rest')} {self._card(event)}, now {event['state']}."

    def _tell_exhausted(self, event: Event) -> str:
        return f"{self._owner(event['seat'])} {self._card(event)} is {event['state']}."

    def _tell_all_rested(self, event: Event) -> str:
        return "Every Minion rests once."

    def _tell_repaired(self, event: Event) -> str:
        owner = self._owner(event["seat"])
        return f"{owner} fortress is repaired by {event['n']}: {count_noun(event['hp'], 'hit point')}."

    def _tell_gained(self, event: Event) -> str:
        wasted = f"; {event['wasted']} more would not fit" if event.get("wasted") else ""
        what = f"{event['gold']} gold" if event["gold"] else "no gold"
        return f"{self._subject_verb(event, 'gain')} {what}{wasted}."

    def _tell_stole(self, event: Event) -> str:
        victim = self.seat_names.object_name(event["from"])
        return f"{self._subject_verb(event, 'take')} {event['gold']} gold from {victim}."

    def _tell_bought(self, event: Event) -> str:
        return f"{self._subject_verb(event, 'pay')} {event['gold']} gold for a Power Relic."

    def _tell_hired(self, event: Event) -> str:
        paid = event["paid"]
        parts = [f"{paid['gold']} gold"] if paid["gold"] else []
        parts += [card_name(self.lexicon, name) for name in [*paid["relics"], *paid["minions"]]]
        price = f" for {join_words(parts)}" if parts else ""
        change = f" ({event['change']} gold back)" if event["change"] > 0 else ""
        return f"{self._subject_verb(event, 'hire')} {self._card(event)} (price {event['price']}){price}{change}."

    def _tell_activated(self, event: Event) -> str:
        return f"{self._subject_verb(event, 'activate')} {self._card(event)}."

    def _tell_commanded(self, event: Event) -> str:
        return f"{self._subject_verb(event, 'command')} {self._card(event)}."

    # Combat

    def _tell_attacked(self, event: Event) -> str:
        kind = {"melee": "in melee", "ranged": "from afar"}.get(event["kind"], event["kind"])
        free = ", a free attack" if event["free"] else ""
        whom = target_name(self.seat_names, event["target"])
        return f"{self._troop(event)} attacks {whom} {kind}{free}: strength {_sum(event['strength'], event['parts'])}."

    def _tell_rebels_attack(self, event: Event) -> str:
        return f"The rebels attack {target_name(self.seat_names, event['target'])} with strength {event['strength']}."

    def _tell_defended(self, event: Event) -> str:
        return f"{self._owner(event['seat'])} {self._card(event)} defends: defense {event['defense']} now."

    def _tell_passed(self, event: Event) -> str:
        return f"{self._subject_verb(event, 'pass', 'passes')}."

    def _tell_fought(self, event: Event) -> str:
        force = _sum(event["strength"], event["parts"])
        if str(event["target"]).startswith("fortress") and not event["defense_parts"]:
            return f"Nobody guards {target_name(self.seat_names, event['target'])}: strength {force} strikes home."
        shield = _sum(event["defense"], event["defense_parts"])
        end = f"{target_name(self.seat_names, event['target'])} is beaten" if event["won"] else "the attack fails"
        return f"Strength {force} against defense {shield}: {end}."

    def _tell_broken_off(self, event: Event) -> str:
        whom = target_name(self.seat_names, event["target"])
        who = (
            f"the attack of {troop_name(self.seat_names, event['troop'])}" if "troop" in event else "the rebels' attack"
        )
        return f"{who} on {whom} has no result: they can no longer reach each other."

    def _tell_weighed(self, event: Event) -> str:
        force, shield = (
            _sum(event["strength"], event["parts"]),
            _sum(event["defense"], event["defense_parts"]),
        )
        return f"{self._subject_verb(event, 'may respond', 'may respond')}: strength {force} against defense {shield}."

    def _tell_damaged(self, event: Event) -> str:
        owner, left = self._owner(event["seat"]), event["hp"]
        rest = f"{count_noun(left, 'hit point')} left" if left else "it is destroyed"
        return f"{owner} fortress takes {event['damage']} damage: {rest}."

    # Night

    def _tell_night(self, event: Event) -> str:
        return f"Night {event['day']} falls."

    def _tell_discarded(self, event: Event) -> str:
        names = join_words([card_name(self.lexicon, name) for name in event["cards"]])
        return f"{self._owner(event['seat'])} active relics are discarded: {names}."

    def _tell_fee(self, event: Event) -> str:
        return f"{self._subject_verb(event, 'dominate')} {event['terrain']}: a fee of {event['gold']} gold."

    def _tell_raided(self, event: Event) -> str:
        relics, rebels = count_noun(event["relics"], "relic"), count_noun(event["rebels"], "rebel")
        return f"{self._subject_verb(event, 'raid')} the town for {relics}; {rebels} in town now."

    def _tell_rebels(self, event: Event) -> str:
        are = "is" if event["rebels"] == 1 else "are"
        return f"There {are} {count_noun(event['rebels'], 'rebel')} in town now."

    def _tell_retaliation(self, event: Event) -> str:
        return "Five rebels are in town: they strike back."

    def _tell_over(self, event: Event) -> str:
        return result_sentence(event, self.seat_names)

    def _tell_other(self, event: Event) -> str:
        facts = ", ".join(f"{key} {value}" for key, value in event.items() if key not in ("type", "seat"))
        who = f"{self.seat_names.name(event['seat'])}: " if isinstance(event.get("seat"), int) else ""
        return f"{who}{title_from_id(str(event.get('type', 'something')))}{f' ({facts})' if facts else ''}."


_JOIN = frozenset({"summoned", "drew", "rested"})


def _alike(one: Event, other: Event) -> bool:
    """Whether two events can be joined: same type, seat and zone."""
    if one["type"] != other["type"] or one["type"] not in _JOIN:
        return False
    whose = [str(event.get("troop", event.get("seat")))[0] for event in (one, other)]
    return whose[0] == whose[1] and one.get("zone") == other.get("zone")


def _begin(seat_names: SeatNames, seat: int) -> str:
    return "begin" if seat == seat_names.reader else "begins"


def _sum(total: int, parts: Sequence[Sequence[Any]]) -> str:
    """A sum with its parts: 4 (1 base + 2 Squire + 1 Boots of the Late Postman).

    >>> _sum(3, [["base", 1], ["Squire", 2]]), _sum(0, [])
    ('3 (base 1 + Squire 2)', '0')
    """
    return f"{total} ({' + '.join(f'{label} {number}' for label, number in parts)})" if parts else str(total)


def result_sentence(result: Mapping[str, Any], seat_names: SeatNames) -> str:
    """Who has won, with how many points, and what decided."""
    winners: Sequence[int] = result["winners"]
    scores: Sequence[int] = result["scores"]
    names = capitalise(join_words([seat_names.object_name(seat) for seat in winners]))
    verb = "win" if len(winners) > 1 or winners[0] == seat_names.reader else "wins"
    points = f"{scores[winners[0]]} victory points"
    return f"{names} {verb} with {points}: {result['reason']}."
