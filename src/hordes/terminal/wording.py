"""English wording: names of races, powers and seats, plurals, lists."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Glossary = Mapping[str, Mapping[str, Any]]

OPPONENT_NAMES = (
    "Grim", "Mabel", "Old Tuck", "Sable", "Rufus", "Nettle", "Quince", "Bramble", "Odo", "Wilma",
    "Fennel", "Gudrun", "Pike", "Tansy", "Borin", "Hazel", "Crispin", "Ulla", "Dagna", "Moss",
)  # fmt: skip


def count_noun(number: int, singular: str, plural: str = "") -> str:
    """A number with its noun: 1 token, 2 tokens."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def join_words(items: Sequence[str], last: str = "and") -> str:
    """Join with commas and a final conjunction: a, b and c."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def with_article(noun: str) -> str:
    """The noun with its indefinite article."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def capitalise(sentence: str) -> str:
    """Capitalise the first letter, leave the rest."""
    return sentence[:1].upper() + sentence[1:]


def title_from_id(identifier: str) -> str:
    """A readable name for an id without a glossary entry."""
    return identifier.replace("_", " ").title()


def format_sum(parts: Iterable[Sequence[Any]], unnamed: str = "region") -> str:
    """A cost or income as a sum; the label of the base cost is omitted.

    >>> format_sum([["region", 2], ["mountain", 1], ["Commando", -1]])
    '2 + 1 mountain - 1 Commando'
    """
    text = ""
    for label, number in parts:
        sign = "-" if number < 0 else "+"
        amount = str(abs(number)) if label == unnamed else f"{abs(number)} {label}"
        text += f" {sign} {amount}" if text else amount if number >= 0 else f"-{amount}"
    return text


def make_seat_names(seats: int, humans: Iterable[int], seed: int, dummies: Sequence[int] = ()) -> list[str]:
    """A name for every seat: Player N for persons, character names for opponents; dummies are numbered."""
    pool = list(OPPONENT_NAMES)
    # a generator of its own: names must not consume the game's random numbers
    random.Random(seed).shuffle(pool)
    people, numbers = set(humans), {seat: number for number, seat in enumerate(dummies, 1)}

    def name(seat: int) -> str:
        if seat in numbers:
            return f"Dummy {numbers[seat]}"
        return f"Player {seat + 1}" if seat in people else pool[seat % len(pool)]

    return [name(seat) for seat in range(seats)]


@dataclass(frozen=True)
class Lexicon:
    """Names of everything in a game, from its glossary."""

    glossary: Glossary

    @cached_property
    def races(self) -> dict[str, str]:
        """Race ids and their names."""
        return self._kind("race")

    @cached_property
    def powers(self) -> dict[str, str]:
        """Power ids and their names."""
        return self._kind("power")

    @cached_property
    def short_races(self) -> dict[str, str]:
        """Race ids and their shortest unique abbreviations of at least two letters."""
        names = list(self.races.values())
        return {race: _shortest(name, names) for race, name in self.races.items()}

    def race(self, race: str | None) -> str:
        """A race's name."""
        return self.races.get(race or "", title_from_id(race or "nobody"))

    def power(self, power: str | None) -> str:
        """A power's name; empty if there is none."""
        return self.powers.get(power or "", title_from_id(power or ""))

    def marker(self, marker: str) -> str:
        """A Place's or Relic's name."""
        return str(self.entry("marker", marker).get("name") or title_from_id(marker))

    def combo(self, race: str | None, power: str | None) -> str:
        """Power and race together: Flying Trolls, Were-Trolls."""
        badge = self.power(power)
        return f"{badge}{'' if not badge or badge.endswith('-') else ' '}{self.race(race)}"

    def entry(self, kind: str, identifier: str | None) -> Mapping[str, Any]:
        """Glossary entry of a race, power, piece or term; empty if there is none."""
        for key, entry in self.glossary.items():
            if entry.get("kind") == kind and _bare(key, kind) == identifier:
                return entry
        return {}

    def tokens(self, race: str | None, power: str | None) -> int | None:
        """Tokens of a combo, as far as the glossary says."""
        people, badge = self.entry("race", race), self.entry("power", power)
        if people.get("tokens") is None or badge.get("tokens") is None:
            return None
        return int(people["tokens"]) + int(people.get("extra") or 0) + int(badge["tokens"])

    def _kind(self, kind: str) -> dict[str, str]:
        entries = self.glossary.items()
        return {_bare(key, kind): str(entry["name"]) for key, entry in entries if entry.get("kind") == kind}


def _bare(key: str, kind: str) -> str:
    """The id without a prefix or suffix for its kind, as in `power:forest`, which differs from the terrain."""
    for glue in ("_", ":"):
        key = key.removeprefix(kind + glue).removesuffix(glue + kind)
    return key


def _shortest(name: str, names: Sequence[str]) -> str:
    for length in range(2, len(name)):
        if sum(other.startswith(name[:length]) for other in names) == 1:
            return name[:length]
    return name


@dataclass(frozen=True)
class SeatNames:
    """Names of the seats as seen by one reader, who is called You."""

    names: tuple[str, ...]
    reader: int | None = None

    def name(self, seat: int) -> str:
        """You, or the seat's name."""
        if seat == self.reader:
            return "You"
        return self.names[seat] if 0 <= seat < len(self.names) else f"Seat {seat}"

    def object_name(self, seat: int) -> str:
        """Name as the object of a sentence: you, or the name."""
        return "you" if seat == self.reader else self.name(seat)

    def possessive(self, seat: int) -> str:
        """Possessive: Your, or Grim's."""
        if seat == self.reader:
            return "Your"
        return f"{self.name(seat)}'s"

    def subject_verb(self, seat: int, verb: str, verbs: str = "") -> str:
        """Subject and verb in agreement: You pick, Grim picks."""
        return f"{self.name(seat)} {verb if seat == self.reader else verbs or verb + 's'}"
