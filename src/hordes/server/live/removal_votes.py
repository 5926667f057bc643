"""Ending a game early, and removing a player by vote: the entries for it, and who decides (`moderation/removal.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordes.engine.core.state import OVER
from hordes.engine.errors import NotTheMoment, translatable
from hordes.server.live.log_entries import Aborted, RemovalVoted

if TYPE_CHECKING:
    from hordes.server.live.game_log import GameLog
    from hordes.server.live.live_table import LiveTable


def propose_abort(game_log: GameLog, people: list[list[int]]) -> Aborted:
    """End without a winner, as long as not everybody has moved; `people` are the seats of each person."""
    game_log.check_started()
    if game_log.to_move == OVER:
        raise NotTheMoment(translatable("game_over", "The game is over."))
    moved = set(game_log.deciders)
    if all(moved & {*seats} for seats in people):
        text = "Everybody has moved, so the game can no longer be aborted; you can resign."
        raise NotTheMoment(translatable("abort_late", text))
    return Aborted()


def propose_removal_vote(game_log: GameLog, seat: int, target: int, agree: bool) -> RemovalVoted:
    """A vote that a seat be removed, or its withdrawal."""
    if game_log.to_move == OVER:
        raise NotTheMoment(translatable("game_over", "The game is over."))
    if target in game_log.resigned or (seat in game_log.removal_votes.get(target, ())) == agree:
        raise NotTheMoment(translatable("vote_none", "There is nothing to vote about here."))
    return RemovalVoted(target, agree)


def people_at(table: LiveTable) -> dict[str, list[int]]:
    """The seats of each person who has not resigned, by owner."""
    people: dict[str, list[int]] = {}
    for seat in table.seats:
        if seat.kind == "human" and seat.seat not in table.game_log.resigned:
            people.setdefault(seat.owner or f"seat {seat.seat}", []).append(seat.seat)
    return people


def voters_about(table: LiveTable, target: int) -> list[list[int]]:
    """The seats of each person who decides whether a seat is removed: the others, unless a bot has replaced them."""
    others = [seats for seats in people_at(table).values() if target not in seats]
    return [seats for seats in others if not table.game_log.absent.issuperset(seats)]


def agreed_removal(table: LiveTable) -> int | None:
    """A seat that everybody else has voted to remove: at least two people, at a table that is not rated."""
    if not table.game_log.removal_votes or table.is_rated():
        return None
    for target, votes in table.game_log.removal_votes.items():
        voters = voters_about(table, target)
        if target not in table.game_log.resigned and len(voters) > 1 and all(votes & {*seats} for seats in voters):
            return target
    return None
