"""Narrates Small World's events: one sentence per event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hordes.terminal.board.map_data import MapData
from hordes.terminal.wording import (
    Lexicon,
    SeatNames,
    capitalise,
    count_noun,
    format_sum,
    join_words,
    title_from_id,
    with_article,
)

Event = Mapping[str, Any]

SILENT_EVENTS = frozenset({"readied", "stopped", "turn", "revealed", "tribe_lost", "piece_removed"})
PIECE_NAMES = {"lair": "Troll lair", "hole": "hole in the ground", "hero": "Hero", "dragon": "Dragon"}


@dataclass
class SmallWorldNarrator:
    """Describes events for one reader. Remembers who plays which race, to name races with their powers."""

    map_data: MapData
    lexicon: Lexicon
    seat_names: SeatNames
    powers: dict[tuple[int, str], str] = field(default_factory=dict)
    lost_powers: set[tuple[int, str]] = field(default_factory=set)

    def describe_event(self, event: Event) -> str:
        """One sentence for an event; unknown events get a generic sentence."""
        describe: Callable[[Event], str] | None = getattr(self, f"_tell_{event.get('type')}", None)
        sentence = describe(event) if describe else self._tell_other(event)
        return capitalise(sentence)

    def describe_events(self, events: Iterable[Event]) -> list[str]:
        """A turn in few lines: trivial events are omitted, placements joined."""
        lines: list[str] = []
        placed: list[Event] = []
        for event in events:
            if event.get("type") == "placed":
                placed.append(event)
                continue
            self._flush(placed, lines)
            sentence = self.describe_event(event)
            if event.get("type") not in SILENT_EVENTS:
                lines.append(sentence)
        self._flush(placed, lines)
        return lines

    def _flush(self, placed: list[Event], lines: list[str]) -> None:
        """Append the collected placements as one sentence per army."""
        armies: dict[tuple[int, str], dict[str, int]] = {}
        for event in placed:
            shares = armies.setdefault((event["seat"], event["race"]), {})
            shares[str(event["region"])] = shares.get(str(event["region"]), 0) + event["tokens"]
        for (seat, race), shares in armies.items():
            parts = [f"{tokens} to {self.map_data.display_name(region)}" for region, tokens in shares.items()]
            lines.append(capitalise(f"{self._army(seat, race)} redeploy {join_words(parts)}."))
        placed.clear()

    def _army(self, seat: int, race: str) -> str:
        """Grim's Flying Trolls, your declined Ghouls."""
        owner = self.seat_names.possessive(seat)
        if (seat, race) in self.lost_powers:
            return f"{owner} declined {self.lexicon.race(race)}"
        return f"{owner} {self.lexicon.combo(race, self.powers.get((seat, race)))}"

    def _subject_verb(self, event: Event, verb: str, verbs: str = "") -> str:
        """The event's seat and a verb in agreement: You pick, Grim picks."""
        return self.seat_names.subject_verb(event["seat"], verb, verbs)

    def _place(self, event: Event) -> str:
        return self.map_data.display_name(event["region"])

    def _tell_first(self, event: Event) -> str:
        return f"{self._subject_verb(event, 'take')} the first turn."

    def _tell_turn(self, event: Event) -> str:
        who = self.seat_names.possessive(event["seat"])
        return f"Turn {event['turn']}: {who.lower() if who == 'Your' else who} turn."

    def _tell_revealed(self, event: Event) -> str:
        return f"{self.lexicon.combo(event['race'], event['power'])} join the column."

    def _tell_picked(self, event: Event) -> str:
        seat, race, power = event["seat"], event["race"], event["power"]
        combo = self.lexicon.combo(race, power)
        self.powers[seat, race] = power
        self.lost_powers.discard((seat, race))
        price = f"for {count_noun(event['paid'], 'coin')}" if event.get("paid") else "for free"
        coins_there = f", finding {count_noun(event['found'], 'coin')} there" if event.get("found") else ""
        tokens = count_noun(event["tokens"], "token")
        return f"{self._subject_verb(event, 'pick')} {combo} {price}{coins_there}: {tokens}."

    def _tell_readied(self, event: Event) -> str:
        return f"{self._army(event['seat'], event['race'])} are ready, {count_noun(event['tokens'], 'token')} in hand."

    def _tell_abandoned(self, event: Event) -> str:
        tokens = count_noun(event["tokens"], "token")
        return f"{self._army(event['seat'], event['race'])} abandon {self._place(event)}, taking {tokens} along."

    def _tell_kept(self, event: Event) -> str:
        army, tokens = self._army(event["seat"], event["race"]), count_noun(event["tokens"], "token")
        return f"{army} put {tokens} back in {self._place(event)}."

    def _tell_attempted(self, event: Event) -> str:
        army, tokens = self._army(event["seat"], event["race"]), count_noun(event["tokens"], "token")
        cost = f" (cost {event['cost']})" if isinstance(event.get("cost"), int) else ""
        return f"{army} try for {self._place(event)}{cost} with {tokens} and the die."

    def _tell_rolled(self, event: Event) -> str:
        pips = event["pips"]
        return f"The die shows {pips}." if pips else "The die comes up blank."

    def _tell_failed(self, event: Event) -> str:
        short = f": {count_noun(event['short'], 'token')} short" if event.get("short") else ""
        return f"The attempt on {self._place(event)} fails{short}."

    def _tell_spent(self, event: Event) -> str:
        return f"{self._army(event['seat'], event['race'])} can afford nothing more after that roll."

    def _tell_conquered(self, event: Event) -> str:
        army, place = self._army(event["seat"], event["race"]), self._place(event)
        tokens, cost = count_noun(event["tokens"], "token"), self._cost(event)
        match event.get("means"):
            case "dragon":
                return f"{army} send the Dragon into {place} with {tokens}."
            case "sorcery":
                return f"{army} enchant the lone defender of {place} and take the region."
            case "die":
                return f"{army} take {place} with their last {tokens if event['tokens'] > 1 else 'token'}."
            case "berserk":
                return f"{army} storm {place} in a rage with {tokens}{cost}."
        return f"{army} conquer {place} with {tokens}{cost}."

    def _cost(self, event: Event) -> str:
        parts = event.get("cost") or []
        return f" ({format_sum(parts)})" if len(parts) > 1 else ""

    def _tell_tribe_lost(self, event: Event) -> str:
        return f"The Lost Tribe of {self._place(event)} is no more."

    def _tell_monster_placed(self, event: Event) -> str:
        return f"{self._subject_verb(event, 'put')} a Monster in {self._place(event)}."

    def _tell_monster_slain(self, event: Event) -> str:
        return f"The Monster of {self._place(event)} is slain."

    def _tell_marker_found(self, event: Event) -> str:
        return f"{self.lexicon.marker(event['marker'])} is found in {self._place(event)}."

    def _tell_marker_moved(self, event: Event) -> str:
        marker = self.lexicon.marker(event["marker"])
        return f"{self._subject_verb(event, 'move')} the {marker} to {self._place(event)}."

    def _tell_bony_placed(self, event: Event) -> str:
        army = f"{self.seat_names.possessive(event['owner'])} declined {self.lexicon.race(event['race'])}"
        return f"{self._subject_verb(event, 'send')} Bony to protect {army_in_sentence(army)}: no power touches them."

    def _tell_bony_left(self, event: Event) -> str:
        return "Bony goes back beside the board."

    def _tell_swapped(self, event: Event) -> str:
        pairs = [(event["seat"], event["race"], event["power"])]
        pairs.append((event["partner"], event["partner_race"], event["partner_power"]))
        for seat, race, power in pairs:
            self.powers[seat, race] = power
        now = join_words([army_in_sentence(self._army(seat, race)) for seat, race, _ in pairs])
        return f"Mirror's Vale exchanges two badges: now there are {now}."

    def _tell_sacrificed(self, event: Event) -> str:
        saved = army_in_sentence(self._army(event["for_seat"], event["for_race"]))
        giver = self._army(event["seat"], event["race"])
        return f"{giver} give a token in {self._place(event)}, so that {saved} lose none."

    def _tell_sacrifice_asked(self, event: Event) -> str:
        loser = army_in_sentence(self._army(event["for_seat"], event["for_race"]))
        if event["giver"] == event["seat"]:
            return f"{self._subject_verb(event, 'think')} of a declined token to give for {loser}."
        giver = self.seat_names.object_name(event["giver"])
        return f"{self._subject_verb(event, 'ask')} {giver} for a token to save {loser}."

    def _tell_sacrifice_unasked(self, event: Event) -> str:
        return f"{self._subject_verb(event, 'ask')} nobody for a token: it is lost."

    def _tell_refused_sacrifice(self, event: Event) -> str:
        loser = army_in_sentence(self._army(event["for_seat"], event["for_race"]))
        return f"{self._subject_verb(event, 'give')} no token for {loser}."

    def _tell_lost(self, event: Event) -> str:
        seat, race, place = event["seat"], event["race"], self._place(event)
        if event.get("declined"):
            self.lost_powers.add((seat, race))
        army, lost, saved = self._army(seat, race), event["tokens"], event.get("withdrawn", 0)
        if not saved:
            return f"{army} lose {place} and {count_noun(lost, 'token')}."
        fled = f"{saved} withdraw" if saved > 1 else "1 withdraws"
        return f"{army} lose {place}: {count_noun(lost, 'token') if lost else 'no token'} lost, {fled}."

    def _tell_piece_placed(self, event: Event) -> str:
        piece, place = self._piece(event), self._place(event)
        if event["piece"] in ("lair", "hole"):
            return f"{with_article(piece)} now guards {place}."
        if event["piece"] == "dragon":
            return f"The Dragon settles in {place}: nobody can attack it there."
        return f"{self._subject_verb(event, 'place')} {with_article(piece)} in {place}."

    def _tell_horde_given(self, event: Event) -> str:
        return f"{self._army(event['seat'], event['race'])} lose a Hordes token instead of the race token."

    def _tell_piece_removed(self, event: Event) -> str:
        piece, place = self._piece(event), self._place(event)
        match event.get("to"):
            case "hand":
                owner = self.seat_names.possessive(event["seat"])
                return f"The {piece} leaves {place} for {owner.lower() if owner == 'Your' else owner} hand."
            case "supply":
                return f"The {piece} in {place} is torn down."
        return f"The {piece} in {place} is gone."

    def _piece(self, event: Event) -> str:
        piece = str(event["piece"])
        return PIECE_NAMES.get(piece, piece.replace("_", " "))

    def _tell_received(self, event: Event) -> str:
        return (
            f"{self._army(event['seat'], event['race'])} gain {count_noun(event['tokens'], 'new token')} from the tray."
        )

    def _tell_placed(self, event: Event) -> str:
        army, tokens = self._army(event["seat"], event["race"]), count_noun(event["tokens"], "token")
        return f"{army} put {tokens} in {self._place(event)}."

    def _tell_allied(self, event: Event) -> str:
        return f"{self._subject_verb(event, 'make')} a pact of peace with {self.seat_names.object_name(event['ally'])}."

    def _tell_pact_ended(self, event: Event) -> str:
        return (
            f"{self.seat_names.possessive(event['seat'])} pact with {self.seat_names.object_name(event['ally'])} ends."
        )

    def _tell_stopped(self, event: Event) -> str:
        return f"{self._army(event['seat'], event['race'])} end their conquests."

    def _tell_declined(self, event: Event) -> str:
        seat, race = event["seat"], event["race"]
        self.powers.setdefault((seat, race), event.get("power") or "")
        army = self._army(seat, race)
        self.lost_powers.add((seat, race))
        regions = event.get("regions", 0)
        held = regions if isinstance(regions, int) else len(regions)
        return f"{army} go into decline, keeping {count_noun(held, 'region') if held else 'no region'}."

    def _tell_vanished(self, event: Event) -> str:
        army = self._army(event["seat"], event["race"])
        self.lost_powers.discard((event["seat"], event["race"]))
        return f"{army} vanish from the map."

    def _tell_gathered(self, event: Event) -> str:
        army, tokens = self._army(event["seat"], event["race"]), count_noun(event["tokens"], "token")
        return f"{army} gather in {self._place(event)}: a tower of {tokens}."

    def _tell_mourned(self, event: Event) -> str:
        return f"{self._army(event['seat'], event['race'])} roll {event['pips']} for the one they lost."

    def _tell_drawn(self, event: Event) -> str:
        return f"{self._subject_verb(event, 'draw')} {self.lexicon.power(event['power'])}."

    def _tell_bought(self, event: Event) -> str:
        price = f"for {count_noun(event['coins'], 'coin')}" if event["coins"] else "for free"
        if event["what"] == "ghost":
            return f"{self._subject_verb(event, 'buy')} a Ghost {price}."
        return f"{self._subject_verb(event, 'put')} {self.lexicon.power(event['what'])} in use {price}."

    def _tell_souls(self, event: Event) -> str:
        joined = f"{count_noun(event['tokens'], 'soul')} {'joins' if event['tokens'] == 1 else 'join'} the Well"
        if event["why"] == "regions":
            return f"{joined}, one for each region of the Ghosts."
        return f"{joined}: discarded {self.lexicon.race(event['why'])}."

    def _tell_spawned(self, event: Event) -> str:
        rise = "rises" if event["ghosts"] == 1 else "rise"
        return f"{count_noun(event['ghosts'], 'new Ghost')} {rise} from the Well onto the Island."

    def _tell_paid(self, event: Event) -> str:
        verb = "receive" if event["coins"] > 0 else "pay"
        return f"{self._subject_verb(event, verb)} {count_noun(abs(event['coins']), 'coin')} ({event['why']})."

    def _tell_own_word(self, event: Event) -> str:
        army, what = self._army(event["seat"], event["race"]), str(event["word"])
        if "region" in event:
            what += f" {self._place(event)}"
        elif "other" in event:
            what += f" {self.seat_names.object_name(event['other'])}"
        elif "number" in event:
            what += f" {event['number']}"
        return f"{army}: {what}."

    def _tell_tribute(self, event: Event) -> str:
        payer, taker = self.seat_names.subject_verb(event["from"], "pay"), self.seat_names.object_name(event["seat"])
        return f"{payer} {taker} {count_noun(event['coins'], 'coin')} ({event['why']})."

    def _tell_scored(self, event: Event) -> str:
        parts = [(income_label(*part), part[1]) for part in event.get("sources") or [] if part[1]]
        detail = f": {format_sum(parts, unnamed='')}" if parts else ""
        return f"{self._subject_verb(event, 'score')} {count_noun(event['coins'], 'coin')}{detail}."

    def _tell_over(self, event: Event) -> str:
        return result_sentence(event, self.seat_names)

    def _tell_other(self, event: Event) -> str:
        facts = ", ".join(f"{key} {value}" for key, value in event.items() if key not in ("type", "seat"))
        who = f"{self.seat_names.name(event['seat'])}: " if isinstance(event.get("seat"), int) else ""
        return f"{who}{title_from_id(str(event.get('type', 'something')))}{f' ({facts})' if facts else ''}."


def army_in_sentence(army: str) -> str:
    """An army's name inside a sentence: your Elves, Grim's Elves."""
    return "y" + army[1:] if army.startswith("Your ") else army


def income_label(label: str, coins: int = 0) -> str:
    """Source of income as a noun after its number of coins.

    >>> income_label("regions", 1), income_label("declined Elves", 2), income_label("Dwarves in decline", 1)
    ('region', 'from declined Elves', 'bonus of declined Dwarves')
    """
    if label.startswith("declined "):
        return f"from {label}"
    if label.endswith(" in decline"):
        return f"bonus of declined {label.removesuffix(' in decline')}"
    return label.removesuffix("s") if label == "regions" and coins == 1 else label


def result_sentence(result: Mapping[str, Any], seat_names: SeatNames) -> str:
    """Who won, with how many coins; the tie-breaker is in the result's reason."""
    winners: Sequence[int] = result["winners"]
    scores: Sequence[int] = result["scores"]
    if not winners:
        return "The game is over, and nobody wins."
    coins = count_noun(scores[winners[0]], "coin")
    if len(winners) == 1 and scores[winners[0]] < max(scores):
        return f"{seat_names.subject_verb(winners[0], 'win')}: {result['reason']}."
    if len(winners) == 1:
        return f"{seat_names.subject_verb(winners[0], 'win')} with {coins}."
    names = join_words([seat_names.name(seat) if seat != seat_names.reader else "you" for seat in winners])
    if len({scores[seat] for seat in winners}) > 1 or "partner" in str(result.get("reason", "")):
        each = join_words([str(scores[seat]) for seat in winners])
        return capitalise(f"{names} win as a team with {each} coins.")
    return capitalise(f"{names} share the victory with {coins}.")
