"""Collects the messages of the rules from random games: refusals, costs and events.

Moves that were legal once are tried again at other moments, where most are illegal; so are moves with a word exchanged,
and texts that are no moves. Nothing here is specific to a game, so new moves are covered without a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, PUBLIC, State
from hordes.engine.games import load
from hordes.engine.match import Match
from hordes.server.http.routes.explanations import explain_move

SAMPLES = 4
"""Examples kept for each message key and set of data fields."""
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


class KnownMoves:
    """Moves that were legal at some moment, by verb and form (without numbers), so that rare ones are drawn too."""

    def __init__(self) -> None:
        self.forms: dict[str, dict[str, list[str]]] = {}
        self.known: set[str] = set()
        self.words: list[str] = []

    def add(self, texts: list[str]) -> None:
        for text in texts:
            if text not in self.known:
                self.known.add(text)
                verb, *words = text.split()
                self.forms.setdefault(verb, {}).setdefault(re.sub(r"\d+", "#", text), []).append(text)
                self.words.extend(word for word in words if word not in self.words)

    def random_move(self, rng: Rng) -> str:
        """A text to ask about: a known move, one with a word exchanged, or a text that is no move."""
        if rng.below(20) == 0:
            return choose(NOISE, rng)
        texts = choose(list(choose(list(self.forms.values()), rng).values()), rng)
        words = choose(texts, rng).split()
        if rng.below(3) == 0:
            at = rng.below(len(words) + 1)
            words[at : at + 1] = [choose(self.words, rng)] if self.words else []
        return " ".join(words)


def choose(things: Sequence[T], rng: Rng) -> T:
    return things[rng.below(len(things))]


@dataclass
class CollectedMessages:
    """Messages as the server sends them, a few examples for each key and set of data fields."""

    answers: Samples = field(default_factory=dict)
    events: Samples = field(default_factory=dict)

    def keys(self) -> set[str]:
        """Keys of the collected answers."""
        return {shape[0] for shape in self.answers}

    def add_answer(self, state: State, text: str) -> None:
        explanation = explain_move(state, text)
        if explanation.said is not None:
            shape = (explanation.said.key, *sorted(explanation.said.data), "cost" if explanation.said.cost else "")
            add_example(self.answers, shape, msgspec.to_builtins(explanation))

    def add_event(self, event: Message) -> None:
        add_example(self.events, shape_of(event), event)


def add_example(samples: Samples, shape: tuple[str, ...], message: Message) -> None:
    examples = samples.setdefault(shape, [])
    if len(examples) < SAMPLES and message not in examples:
        examples.append(message)


def shape_of(event: Message) -> tuple[str, ...]:
    """What decides the sentence for an event: its type, its fields, and the words that name a variant."""
    variants = [f"{name}={event[name]}" for name in ("means", "piece", "why", "state", "kind") if name in event]
    blank = [f"no {name}" for name, value in event.items() if not value]
    return (event["type"], *sorted(event), *variants, *sorted(blank))


def collect_messages(game: str, starts: range, questions: int, seed: int = 0) -> CollectedMessages:
    """Play the fuzz starts of a game at random, and ask at every decision about some moves that may be illegal."""
    collected, all_moves, rng = CollectedMessages(), KnownMoves(), Rng(seed)
    for k in starts:
        game_moves = KnownMoves()
        for state, events in random_game(game, k, rng):
            for event in events:
                collected.add_event(state.page_event(event, PUBLIC))
            all_moves.add(state.legal_texts())
            game_moves.add(state.legal_texts())
            for n in range(questions if game_moves.forms else 0):
                collected.add_answer(state, (game_moves if n % 2 else all_moves).random_move(rng))
    return collected


def random_game(game: str, k: int, rng: Rng) -> Iterator[tuple[State, list[Message]]]:
    """States of a random game, at every decision and at the end, each with the events since the last one."""
    start = load(game).fuzz_start(k)
    match, opening, seen = Match(load(game), start.options, seed=k, position=start.position), list(start.opening), 0
    while True:
        yield match.state, match.events[seen:]
        seen = len(match.events)
        if match.state.to_move == OVER:
            return
        legal = match.state.legal_texts()
        match.play(opening.pop(0) if opening and opening[0] in legal else choose(legal, rng))
