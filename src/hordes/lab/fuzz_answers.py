"""The fuzzer's checks of everything else that a game answers: to seats, who may learn nothing hidden, bots, learners.

What a seat is shown must be the same in every world that agrees with what it knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hordes.engine.core.encoding import Encoder
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.state import PUBLIC, Event, Game, State
from hordes.engine.errors import BadRequest, Refusal
from hordes.lab.fuzz_checks import expect, expect_same, places


def encoder_of(game: Game, options: dict[str, Any]) -> Encoder | None:
    """The game's encoder; None where it has no numbers for learners."""
    try:
        return game.encoder(options)
    except BadRequest:
        return None


def check_answers_of_game(game: Game, options: dict[str, Any]) -> None:
    """Ask once what never changes during a game, so that a wrong answer is met here and not at somebody's table."""
    game.page_board(options)
    game.board_drawing(options)
    game.glossary_for(options)
    game.die_faces()
    game.option_choices()


def check_answers_to_bots(state: State, evaluator: Evaluator, encoder: Encoder | None) -> None:
    """Ask what bots and learners ask; observations keep to what their parts declare."""
    for seat in range(int(state.seats())):
        evaluator.greedy_value(state, seat)
        state.team_of(seat)
        if encoder is not None:
            _check_numbers(encoder, encoder.observation(state, seat))
    evaluator.turn_id(state)
    if state.to_move >= 0:
        evaluator.prepare_ratings(state)
        for move in state.legal():
            evaluator.rate(state, move)


def _check_numbers(encoder: Encoder, numbers: list[int]) -> None:
    for part in encoder.parts:
        size, columns = part.size(), part.columns
        for k, number in enumerate(numbers[part.start : part.start + size]):
            column = f", `{columns[k % len(columns)]}`" if columns != [""] else ""
            where = f"number {part.start + k} of an observation (part `{part.name}`{column})"
            expect(0 <= number <= part.most, f"{where} is {number}; declared are 0 to {part.most}")


def check_refusals(state: State, texts: Iterable[str]) -> None:
    """Read texts that are no legal moves: they are refused with a sentence, whatever they are."""
    for text in texts:
        try:
            state.parse(text)
        except Refusal as refusal:
            expect(bool(str(refusal).strip()), f"`{text}` is refused without a sentence")


def check_shown_to_all(state: State, world: State, seat: int) -> None:
    """Views, pages and names: the same in a state and in a world that agrees with what a seat knows."""
    expect(state.phase_name() == world.phase_name(), "the name of the phase shows something hidden")
    expect_same(state.view(seat), world.view(seat), f"the view of seat {seat} shows something hidden")
    expect_same(state.page_view(seat), world.page_view(seat), f"the page of seat {seat} shows something hidden")
    expect_same(state.page_view(PUBLIC), world.page_view(PUBLIC), "the page of the public shows something hidden")
    expect_same(state.public_summary(), world.public_summary(), "the public summary shows something hidden")
    expect(state.turn_seat() == world.turn_seat(), "whose turn it is shows something hidden")
    for other in range(int(state.seats())):
        expect(state.team_of(other) == world.team_of(other), f"the team of seat {other} shows something hidden")


def check_shown_to_seat(state: State, world: State, seat: int, encoder: Encoder | None, events: list[Event]) -> None:
    """What only a seat's own interface and its learner get: data and explanations of moves, events, numbers."""
    if encoder is not None:
        numbers, others = encoder.observation(state, seat), encoder.observation(world, seat)
        parts = [part.name for part in encoder.parts if _differs(part, numbers, others)]
        named = f" (in {', '.join(parts)})"
        expect(not parts, f"the observation of seat {seat} shows something hidden{named}")
    for event in events:
        kind = event["type"]
        shown, same = state.page_event(event, seat), world.page_event(event, seat)
        expect_same(shown, same, f"what seat {seat} is told of the event {kind!r} shows something hidden")
    if state.to_move == seat:
        for move, text in zip(state.legal(), state.legal_texts(), strict=True):
            data, other = state.move_data(move), world.move_data(move)
            expect_same(data, other, f"the data of the move `{text}` of seat {seat} show something hidden")
            same_words = state.explain(text) == world.explain(text)
            expect(same_words, f"the explanation of the move `{text}` of seat {seat} shows something hidden")


def _differs(part: Any, numbers: list[int], others: list[int]) -> bool:
    """Whether two observations differ in a part."""
    end = part.start + part.size()
    return numbers[part.start : end] != others[part.start : end]


def named_events(events: list[Event], others: list[Event]) -> str:
    """Where two accounts of a move differ, as the end of a sentence.

    >>> named_events([{"type": "drew", "card": "ace"}], [{"type": "drew", "card": "two"}])
    ': the event `drew` (in card)'
    >>> named_events([{"type": "drew"}], [])
    ': there is the event `drew`, or there is not'
    """
    for event, other in zip(events, others, strict=False):
        if event["type"] != other["type"]:
            return f": there is the event `{event['type']}`, or `{other['type']}`"
        if event != other:
            return f": the event `{event['type']}`{places(event, other)}"
    more = events[len(others) :] or others[len(events) :]
    return f": there is the event `{more[0]['type']}`, or there is not"
