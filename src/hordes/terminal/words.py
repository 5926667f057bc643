"""Words: names of races, powers and seats, counts in the right number, lists that read well."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Glossary = Mapping[str, Mapping[str, Any]]

RIVALS = (
    "Grim", "Mabel", "Old Tuck", "Sable", "Rufus", "Nettle", "Quince", "Bramble", "Odo", "Wilma",
    "Fennel", "Gudrun", "Pike", "Tansy", "Borin", "Hazel", "Crispin", "Ulla", "Dagna", "Moss",
)  # fmt: skip


def count(number: int, thing: str, things: str = "") -> str:
    """A number with its noun: 1 token, 2 tokens."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def listing(items: Sequence[str], last: str = "and") -> str:
    """a, b and c."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def a(noun: str) -> str:
    """The noun with its indefinite article."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def capital(sentence: str) -> str:
    """The same with a capital first letter, the rest untouched."""
    return sentence[:1].upper() + sentence[1:]


def title(identifier: str) -> str:
    """A readable name for an id that no glossary knows."""
    return identifier.replace("_", " ").title()


def sum_of(parts: Iterable[Sequence[Any]], unnamed: str = "region") -> str:
    """A cost or an income in words; what every region costs anyway is not named.

    >>> sum_of([["region", 2], ["mountain", 1], ["Commando", -1]])
    '2 + 1 mountain - 1 Commando'
    """
    text = ""
    for label, number in parts:
        sign = "-" if number < 0 else "+"
        amount = str(abs(number)) if label == unnamed else f"{abs(number)} {label}"
        text += f" {sign} {amount}" if text else amount if number >= 0 else f"-{amount}"
    return text


def rival_names(seats: int, humans: Iterable[int], seed: int) -> list[str]:
    """A name for every seat: people are Player N (or You, said elsewhere), the others get a character's."""
    pool = list(RIVALS)
    random.Random(seed).shuffle(pool)
    people = set(humans)
    return [f"Player {seat + 1}" if seat in people else pool[seat] for seat in range(seats)]


@dataclass(frozen=True)
class Lexicon:
    """The names of everything in one game, from the game's own glossary."""

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
        """Race ids and the shortest beginnings, two letters or more, that tell them apart."""
        names = list(self.races.values())
        return {race: _shortest(name, names) for race, name in self.races.items()}

    def race(self, race: str | None) -> str:
        """A race's name."""
        return self.races.get(race or "", title(race or "nobody"))

    def power(self, power: str | None) -> str:
        """A power's name, empty where there is none (any more)."""
        return self.powers.get(power or "", title(power or ""))

    def marker(self, marker: str) -> str:
        """A Place's or Relic's name."""
        return str(self.entry("marker", marker).get("name") or title(marker))

    def combo(self, race: str | None, power: str | None) -> str:
        """Power and race together: Flying Trolls, Were-Trolls."""
        badge = self.power(power)
        return f"{badge}{'' if not badge or badge.endswith('-') else ' '}{self.race(race)}"

    def entry(self, kind: str, identifier: str | None) -> Mapping[str, Any]:
        """What the glossary says about one race, power, piece or term; empty if nothing."""
        for key, entry in self.glossary.items():
            if entry.get("kind") == kind and _bare(key, kind) == identifier:
                return entry
        return {}

    def tokens(self, race: str | None, power: str | None) -> int | None:
        """Tokens a combo brings, as far as the glossary's numbers say."""
        people, badge = self.entry("race", race), self.entry("power", power)
        if people.get("tokens") is None or badge.get("tokens") is None:
            return None
        return int(people["tokens"]) + int(people.get("extra") or 0) + int(badge["tokens"])

    def _kind(self, kind: str) -> dict[str, str]:
        entries = self.glossary.items()
        return {_bare(key, kind): str(entry["name"]) for key, entry in entries if entry.get("kind") == kind}


def _bare(key: str, kind: str) -> str:
    """The id without a kind in front or behind, as in `power:forest`, which sets it apart from the terrain."""
    for glue in ("_", ":"):
        key = key.removeprefix(kind + glue).removesuffix(glue + kind)
    return key


def _shortest(name: str, names: Sequence[str]) -> str:
    for length in range(2, len(name)):
        if sum(other.startswith(name[:length]) for other in names) == 1:
            return name[:length]
    return name


@dataclass(frozen=True)
class Cast:
    """Who sits where, as seen by one reader: that seat is You, the others go by name."""

    names: tuple[str, ...]
    reader: int | None = None

    def name(self, seat: int) -> str:
        """You, or the seat's name."""
        if seat == self.reader:
            return "You"
        return self.names[seat] if 0 <= seat < len(self.names) else f"Seat {seat}"

    def object(self, seat: int) -> str:
        """The same inside a sentence: you, or the name."""
        return "you" if seat == self.reader else self.name(seat)

    def owner(self, seat: int) -> str:
        """Your, or Grim's."""
        if seat == self.reader:
            return "Your"
        return f"{self.name(seat)}'s"

    def does(self, seat: int, verb: str, verbs: str = "") -> str:
        """Subject and verb in agreement: You pick, Grim picks."""
        return f"{self.name(seat)} {verb if seat == self.reader else verbs or verb + 's'}"
