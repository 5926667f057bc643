"""The host: puts questions to bots, checks their answers, and lets the game go on whatever they do."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from hordes.bots.protocol import Bot, BotFailed, Question
from hordes.engine.errors import Refusal
from hordes.engine.games import load
from hordes.engine.rng import Rng, mix
from hordes.engine.state import CHANCE, OVER, Event


@dataclass
class Answer:
    """A move, and what was wrong with the bot's own answer if it is not the bot's."""

    move: str
    complaint: str = ""


def ask(bot: Bot, question: Question, luck: Rng) -> Answer:
    """The bot's move; a bot that fails is named, and a random legal move is made in its place."""
    complaint = ""
    try:
        move: Any = bot.choose(question)
        if isinstance(move, str) and move in question.legal:
            return Answer(move)
        complaint = f"The bot {bot.name or type(bot).__name__} answered {str(move)[:60]!r}, which is no legal move now."
    except BotFailed as failure:
        complaint = str(failure)
    except Refusal as refusal:
        complaint = f"The bot {bot.name or type(bot).__name__} tried something that is not allowed: {refusal}"
    except Exception as error:
        complaint = f"The bot {bot.name or type(bot).__name__} crashed: {type(error).__name__}: {error}"
    legal = question.legal
    return Answer(legal[luck.below(len(legal))], complaint)


@dataclass
class Played:
    """A game that bots have played."""

    result: dict[str, Any]
    seconds: list[float]
    decisions: list[int]
    failures: list[int]
    complaints: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)


def play_game(game: str, options: dict[str, Any], bots: list[Bot], seed: int, record: bool = False) -> Played:
    """A whole game. Chance has a generator of its own, each bot another: none can be told from another's."""
    rng, luck = Rng(seed), Rng(int(mix(seed & 0x3FFFFFFFFFFFFFFF)) ^ 0x5EED)
    state = load(game).new(options)
    state.sink = []
    seats = len(bots)
    played = Played({}, [0.0] * seats, [0] * seats, [0] * seats)
    for seat, bot in enumerate(bots):
        bot.begin(int(mix((seed * 64 + seat + 1) & 0x3FFFFFFFFFFFFFFF)))
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            move = int(state.nth_legal(rng.below(state.find_legal())))
            if record:
                played.moves.append(state.describe(move))
            state.apply(move)
            continue
        seat = int(state.to_move)
        clock = time.perf_counter if bots[seat].elsewhere else time.process_time
        begin = clock()
        answer = ask(bots[seat], Question(game, options, state), luck)
        played.seconds[seat] += clock() - begin
        played.decisions[seat] += 1
        if answer.complaint:
            played.failures[seat] += 1
            played.complaints.append(f"Seat {seat}: {answer.complaint}")
        if record:
            played.moves.append(answer.move)
        state.play(answer.move)
    played.result = state.result() or {}
    played.events = state.sink or []
    return played
