"""Legal moves as numbered choices: grouped by decision, each with its consequence in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hordes.terminal.atlas import Atlas
from hordes.terminal.words import Cast, Lexicon, count, listing, title

View = Mapping[str, Any]
Explain = Callable[[str], str]


@dataclass(frozen=True)
class Choice:
    """One numbered line: the move it plays, what it says, and the region it is about, if any."""

    number: int
    move: str
    words: str
    detail: str = ""
    region: str = ""


@dataclass(frozen=True)
class Group:
    """Choices of one kind under a heading; a brief group is written on one line."""

    heading: str
    choices: tuple[Choice, ...]
    brief: bool = False


@dataclass(frozen=True)
class Scene:
    """What a seat sees when it has to decide: its view and the words for it."""

    view: View
    seat: int
    atlas: Atlas
    lexicon: Lexicon
    cast: Cast
    explain: Explain
    tokens: Mapping[int, int] = field(default_factory=dict)
    """Tokens that each combo of the column would bring, where known for sure."""

    def player(self, seat: int) -> Mapping[str, Any]:
        """A seat's entry of the view."""
        players: Sequence[Mapping[str, Any]] = self.view.get("players") or []
        return players[seat] if seat < len(players) else {}

    def region(self, region: str) -> Mapping[str, Any]:
        """A region's entry of the view."""
        entry: Mapping[str, Any] = (self.view.get("regions") or {}).get(region) or {}
        return entry

    @property
    def hand(self) -> int:
        """Tokens the deciding seat has in hand, in the race that acts."""
        return hand_of(self.player(self.seat), str(self.view.get("phase")))


def hand_of(player: Mapping[str, Any], phase: str) -> int:
    """Race tokens in a player's hand: the declined Ghouls' while they act, else all of them."""
    own = player.get("active") or {}
    active = int(own.get("hand") or 0) - (int(own.get("waiting") or 0) if phase == "withdraw" else 0)
    declined = sum(int(race.get("hand") or 0) for race in player.get("declined") or [])
    return declined if phase == "ghouls" else active if phase == "conquer" else active + declined


_ORDER = (
    ("pick", "Choose a race", False),
    ("conquer", "Conquer", False),
    ("dragon", "Send the Dragon: one token takes the region", True),
    ("sorcery", "Sorcery: turn a lone enemy", True),
    ("means", "Conquer by other means", False),
    ("die", "Last attempt with the die", False),
    ("place", "Place tokens", True),
    ("piece", "Place pieces", True),
    ("abandon", "Abandon before conquering", True),
    ("ally", "Make peace", True),
    ("other", "Or", False),
)


def build_choices(moves: Sequence[str], scene: Scene) -> list[Group]:
    """Numbers the legal moves from 1, in groups. Of `place R N` only the smallest number is listed per region."""
    piles: dict[str, list[str]] = {}
    for move in moves:
        piles.setdefault(kind_of(move), []).append(move)
    if "place" in piles:
        piles["place"] = _one_per_region(piles["place"])
    groups, number = [], 1
    for kind, heading, brief in _ORDER:
        pile = piles.get(kind, [])
        if pile:
            choices = tuple(_choice(number + i, move, kind, scene) for i, move in enumerate(pile))
            groups.append(Group(heading, choices, brief))
            number += len(pile)
    return groups


def flatten(groups: Sequence[Group]) -> list[Choice]:
    """All choices in the order of their numbers."""
    return [choice for group in groups for choice in group.choices]


def kind_of(move: str) -> str:
    """The group a move belongs to."""
    words = move.split()
    match words:
        case ["pick", _] | ["abandon", _] | ["ally", _]:
            return words[0]
        case ["conquer", _]:
            return "conquer"
        case ["conquer", _, "with", means]:
            return means if means in ("die", "dragon", "sorcery") else "means"
        case ["place", piece, _] if not words[2].isdigit() or piece in PLACEABLE:
            return "piece"
        case ["place", *_]:
            return "place"
    return "other"


PLACEABLE = frozenset({"fortress", "encampment", "hero", "pot", "horde", "behemoth1", "behemoth2"})


def region_of(move: str) -> str:
    """The region a move is about; empty if it is about none."""
    words = move.split()
    if not words or words[0] not in ("conquer", "abandon", "place", "tower", "monster", "soapbar", "sacrifice"):
        return ""
    return words[2] if kind_of(move) == "piece" else words[1] if len(words) > 1 else ""


def _one_per_region(moves: Sequence[str]) -> list[str]:
    found: dict[str, str] = {}
    for move in moves:
        found.setdefault(move.split()[1], move)
    return list(found.values())


def _choice(number: int, move: str, kind: str, scene: Scene) -> Choice:
    words = _WORDS.get(kind, _other)(move, scene)
    detail = "" if kind == "pick" else brief(scene.explain(move))
    return Choice(number, move, words, detail or _DETAILS.get(kind, _no_detail)(move, scene), region_of(move))


_PRICE = re.compile(r"(\d+) tokens?: (.*?); you have \d+(?:, so (.*))?")
_MORE = re.compile(r"([1-3]) or more")
_ODDS = {"1": "1 in 2", "2": "1 in 3", "3": "1 in 6"}


def brief(explained: str) -> str:
    """The engine's account of a price, put so that a list of many reads easily, with the odds of a die added.

    >>> brief("3 tokens: 2 + 1 Lost Tribe; you have 9")
    'costs 3: 2 + 1 Lost Tribe'
    >>> brief("5 tokens: 2 + 3 Orcs; you have 3, so the die must show 2 or more")
    'costs 5: the die must show 2 or more (1 in 3)'
    """
    found = _PRICE.fullmatch(explained)
    if found is None:
        return explained
    cost, parts, die = found.groups()
    if die:
        return f"costs {cost}: {_MORE.sub(lambda more: f'{more[0]} ({_ODDS[more[1]]})', die)}"
    return f"costs {cost}" + (f": {parts}" if parts != cost else "")


def _pick(move: str, scene: Scene) -> str:
    combo = combo_at(move, scene.view)
    return scene.lexicon.combo(combo.get("race"), combo.get("power"))


def combo_at(move: str, view: View) -> Mapping[str, Any]:
    """The entry of the column that a `pick N` takes."""
    slot = int(move.split()[1]) - 1
    column: Sequence[Mapping[str, Any]] = view.get("column") or []
    return column[slot] if 0 <= slot < len(column) else {}


def _region_words(move: str, scene: Scene) -> str:
    return scene.atlas.title(region_of(move))


def _piece_words(move: str, scene: Scene) -> str:
    return f"{move.split()[1]} on {scene.atlas.title(region_of(move))}"


def _ally(move: str, scene: Scene) -> str:
    return f"with {scene.cast.object(int(move.split()[1]))}"


_PLAIN = {
    "stop": "stop conquering",
    "done": "done",
    "decline": "go into decline",
    "roll": "roll the die before the next conquest",
}


def _other(move: str, scene: Scene) -> str:
    if move == "done" and scene.view.get("phase") in ("redeploy", "finish"):
        return "done: end the turn"
    return _PLAIN.get(move, title(move).lower())


def _pick_detail(move: str, scene: Scene) -> str:
    combo, slot = combo_at(move, scene.view), int(move.split()[1])
    tokens = scene.tokens.get(slot) or scene.lexicon.tokens(combo.get("race"), combo.get("power"))
    parts = ["free" if slot == 1 else f"costs {count(slot - 1, 'coin')}"]
    parts += [count(tokens, "token")] if tokens else []
    parts += [f"{count(combo['coins'], 'coin')} lying on it"] if combo.get("coins") else []
    return ", ".join(parts)


def _place_detail(move: str, scene: Scene) -> str:
    tokens = int(scene.region(region_of(move)).get("tokens") or 0)
    return f"{tokens} there"


def _other_detail(move: str, scene: Scene) -> str:
    hand = scene.hand
    if move == "stop":
        return f"{count(hand, 'token')} left to place" if hand else "nothing left to place"
    if move == "decline":
        held = [r for r in (scene.view.get("regions") or {}).values() if _mine(r, scene.seat)]
        return f"keep one token in each of {count(len(held), 'region')}; choose a new race next turn"
    return ""


def _mine(region: Mapping[str, Any], seat: int) -> bool:
    return region.get("player") == seat and not region.get("declined")


def _no_detail(move: str, scene: Scene) -> str:
    return ""


_WORDS: dict[str, Callable[[str, Scene], str]] = {
    "pick": _pick,
    "conquer": _region_words,
    "dragon": _region_words,
    "sorcery": _region_words,
    "means": lambda move, scene: f"{_region_words(move, scene)} {' '.join(move.split()[2:])}",
    "die": _region_words,
    "place": _region_words,
    "abandon": _region_words,
    "piece": _piece_words,
    "ally": _ally,
    "other": _other,
}
_DETAILS: dict[str, Callable[[str, Scene], str]] = {
    "pick": _pick_detail,
    "place": _place_detail,
    "abandon": _place_detail,
    "other": _other_detail,
}


def advice(groups: Sequence[Group], scene: Scene) -> str:
    """A hint at the shortcuts that fit the question."""
    places = [choice for choice in flatten(groups) if kind_of(choice.move) == "place"]
    if not places or scene.hand < 2:
        return ""
    last = places[-1]
    together = f", `{last.number} 2` puts two with choice {last.number}"
    return f"`spread` shares the tokens evenly, `all {last.region}` puts all on #{last.region}{together}."


def question(scene: Scene) -> str:
    """What is being asked, in one line."""
    phase, hand = str(scene.view.get("phase")), count(scene.hand, "token")
    race = scene.lexicon.combo(*_acting(scene))
    match phase:
        case "pick":
            return "Choose a race and power"
        case "ghouls":
            return f"Your declined Ghouls act first: {hand} in hand"
        case "conquer":
            roll = (scene.view.get("this_turn") or {}).get("roll")
            die = f", and the die adds {roll}" if roll is not None else ""
            return f"{race}: conquer with {hand} in hand{die}"
        case "redeploy":
            left = ([hand] if scene.hand else []) + _loose_pieces(scene)
            return f"{race}: redeploy {listing(left)}" if left else f"{race}: all tokens are placed"
        case "withdraw":
            return f"Your troops withdraw: place {hand}"
        case "finish":
            return f"{race}: last things before scoring"
    return title(phase)


def _acting(scene: Scene) -> tuple[str | None, str | None]:
    active = scene.player(scene.seat).get("active") or {}
    return active.get("race"), active.get("power")


def _loose_pieces(scene: Scene) -> list[str]:
    active = scene.player(scene.seat).get("active") or {}
    pieces = {"encampments": "encampment", "heroes": "Hero", "fortresses": "fortress"}
    things = {"Hero": "Heroes", "fortress": "fortresses"}
    return [count(int(active[key]), one, things.get(one, "")) for key, one in pieces.items() if active.get(key)]
