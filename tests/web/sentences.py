"""Everything the rules can say, heard in random games: refusals, prices, and the events of the story.

Whatever was legal once is asked again at other moments, where it mostly is not; so are moves made of the words of
several, and moves that are none. Nothing here knows the moves of a game, so new ones are heard without a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.engine.rng import Rng
from hordes.engine.state import OVER, State
from hordes.server.asking import answer

SAMPLES = 4
"""How many examples of one sentence are kept for each set of words that comes with it."""
NOISE = (
    "",
    "dance",
    "banner nobody",
    "marker nothing",
    "rolled 9",
    "roll 3",
    "first 0",
    "place",
    "place 1 1",
    "place 1 0",
    "place hero",
    "conquer",
    "conquer nowhere",
    "conquer 1 with luck",
    "pick 7",
    "pick x",
    "lose",
    "share 1 9",
    "bony 0 nobody",
    "behemoth 3",
    "pay gold 99",
    "pay gold 0",
    "pay gold x",
    "pay x y",
    "hire nobody",
    "relic nothing",
    "found nowhere",
    "move 9z A",
    "melee 0a fortress 9",
    "reveal x",
)
T = TypeVar("T")
Message = dict[str, Any]
Samples = dict[tuple[str, ...], list[Message]]


class Phrasebook:
    """The moves that were legal anywhere: by verb, then by form (numbers left out), so that rare ones are asked too."""

    def __init__(self) -> None:
        self.forms: dict[str, dict[str, list[str]]] = {}
        self.known: set[str] = set()
        self.words: list[str] = []

    def learn(self, texts: list[str]) -> None:
        for text in texts:
            if text not in self.known:
                self.known.add(text)
                verb, *words = text.split()
                self.forms.setdefault(verb, {}).setdefault(re.sub(r"\d+", "#", text), []).append(text)
                self.words.extend(word for word in words if word not in self.words)

    def question(self, rng: Rng) -> str:
        """A move to ask about: one that was legal somewhere, one with a word changed, or none at all."""
        if rng.below(20) == 0:
            return one_of(NOISE, rng)
        texts = one_of(list(one_of(list(self.forms.values()), rng).values()), rng)
        words = one_of(texts, rng).split()
        if rng.below(3) == 0:
            at = rng.below(len(words) + 1)
            words[at : at + 1] = [one_of(self.words, rng)] if self.words else []
        return " ".join(words)


def one_of(things: Sequence[T], rng: Rng) -> T:
    return things[rng.below(len(things))]


@dataclass
class Heard:
    """Examples of what was said, a few for each shape: as the server would send them."""

    answers: Samples = field(default_factory=dict)
    events: Samples = field(default_factory=dict)

    def keys(self) -> set[str]:
        """The sentences that were heard, by key."""
        return {shape[0] for shape in self.answers}

    def hear(self, state: State, text: str) -> None:
        told = answer(state, text)
        if told.said is not None:
            shape = (told.said.key, *sorted(told.said.data), "cost" if told.said.cost else "")
            keep(self.answers, shape, msgspec.to_builtins(told))

    def witness(self, event: Message) -> None:
        keep(self.events, shape_of(event), event)


def keep(samples: Samples, shape: tuple[str, ...], one: Message) -> None:
    found = samples.setdefault(shape, [])
    if len(found) < SAMPLES and one not in found:
        found.append(one)


def shape_of(event: Message) -> tuple[str, ...]:
    """What decides which sentence tells an event: its type, what comes with it, and the words that name a variant."""
    variants = [f"{name}={event[name]}" for name in ("means", "piece", "why", "state", "kind") if name in event]
    blank = [f"no {name}" for name, value in event.items() if not value]
    return (event["type"], *sorted(event), *variants, *sorted(blank))


def listen(game: str, drills: range, questions: int, seed: int = 0) -> Heard:
    """Play the drills of a game at random, and ask at every decision about some moves that may be illegal."""
    heard, book, rng = Heard(), Phrasebook(), Rng(seed)
    for k in drills:
        here = Phrasebook()
        for state, events in random_game(game, k, rng):
            for event in events:
                heard.witness(event)
            book.learn(state.legal_texts())
            here.learn(state.legal_texts())
            for n in range(questions if here.forms else 0):
                heard.hear(state, (here if n % 2 else book).question(rng))
    return heard


def random_game(game: str, k: int, rng: Rng) -> Iterator[tuple[State, list[Message]]]:
    """Every decision of a random game and its end, with the events since the one before."""
    drill = load(game).drill(k)
    match, opening, seen = Match(load(game), drill.options, seed=k, position=drill.position), list(drill.opening), 0
    while True:
        yield match.state, match.events[seen:]
        seen = len(match.events)
        if match.state.to_move == OVER:
            return
        legal = match.state.legal_texts()
        match.play(opening.pop(0) if opening and opening[0] in legal else one_of(legal, rng))
