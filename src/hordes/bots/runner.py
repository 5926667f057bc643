"""Runs bots: asks them for moves, checks the answers, and replaces failed answers by random legal moves."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from hordes.bots.protocol import Bot, BotFailed, Question
from hordes.engine.chance import chance_moves
from hordes.engine.core.rng import Rng, mix
from hordes.engine.core.state import OVER, Event
from hordes.engine.errors import PieceError, Refusal
from hordes.engine.games import load


@dataclass
class BotAnswer:
    """A move to play, and an error message if it is a replacement because the bot's own answer was unusable."""

    move: str
    complaint: str = ""


def ask_bot(bot: Bot, question: Question, rng: Rng) -> BotAnswer:
    """Ask a bot for its move; if it fails or answers with an illegal move, a random legal move replaces it."""
    complaint = ""
    try:
        move: Any = bot.choose(question)
        if isinstance(move, str) and move in question.legal:
            return BotAnswer(move)
        complaint = f"The bot {bot.name or type(bot).__name__} answered {str(move)[:60]!r}, which is no legal move now."
    except PieceError:  # not the bot's fault: the game that it was asked about failed
        raise
    except BotFailed as failure:
        complaint = str(failure)
    except Refusal as refusal:
        complaint = f"The bot {bot.name or type(bot).__name__} tried something that is not allowed: {refusal}"
    except Exception as error:
        complaint = f"The bot {bot.name or type(bot).__name__} crashed: {type(error).__name__}: {error}"
    legal = question.legal
    return BotAnswer(legal[rng.below(len(legal))], complaint)


@dataclass
class FinishedGame:
    """Result of a game played by bots: scores, thinking time, decisions and failures per seat, optionally the moves."""

    result: dict[str, Any]
    seconds: list[float]
    decisions: list[int]
    failures: list[int]
    complaints: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)


def play_game(game: str, options: dict[str, Any], bots: list[Bot], seed: int, record: bool = False) -> FinishedGame:
    """Play a whole game. Chance and every bot have their own random generator, so none can infer another's numbers."""
    # the fallback generator is derived, not shared, so that a failing bot does not change the dice
    chance_rng, fallback_rng = Rng(seed), Rng(int(mix(seed & 0x3FFFFFFFFFFFFFFF)) ^ 0x5EED)
    state = load(game).new(options)
    state.sink = []
    seats = len(bots)
    played = FinishedGame({}, [0.0] * seats, [0] * seats, [0] * seats)
    for seat, bot in enumerate(bots):
        bot.begin(int(mix((seed * 64 + seat + 1) & 0x3FFFFFFFFFFFFFFF)))
    while state.to_move != OVER:
        for move in chance_moves(state, chance_rng):
            if record:
                played.moves.append(state.describe(move))
            state.apply(move)
        if state.to_move == OVER:
            break
        seat = int(state.to_move)
        # CPU time of this process says nothing about a bot that thinks in another one
        clock = time.perf_counter if bots[seat].is_external else time.process_time
        begin = clock()
        answer = ask_bot(bots[seat], Question(game, options, state), fallback_rng)
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
