"""Messages to viewers: snapshots, and steps with the view changes and redacted events of one log entry.

A viewpoint is the tuple of seats a viewer holds: usually one, several at a shared screen, none for a spectator. A
message is a pure function of the entry, the states around it and the viewpoint: the same bytes for all who hold the
same seats, and again after a reconnect.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hordes.engine.core.state import OVER, PUBLIC, State
from hordes.engine.errors import Refusal
from hordes.server.http.rule_messages import sentence_of
from hordes.server.live.game_log import AppliedEntry, GameLog
from hordes.server.protocol.messages import Clock, Facts, RequestRefused, Snapshot, Step, UndoRequest

Viewpoint = tuple[int, ...]

encode = msgspec.json.Encoder().encode


def refusal_message(refusal: Refusal, ply: int = 0, request_id: str = "") -> RequestRefused:
    """A refusal as a message to the client."""
    return RequestRefused(refusal.code, str(refusal), ply, request_id, sentence_of(refusal.message))


def shown_seat(viewpoint: Viewpoint, state: State) -> int:
    """The seat whose view is shown: one's own; at a shared screen the seat to move, or PUBLIC while others move."""
    if len(viewpoint) == 1:
        return viewpoint[0]
    return int(state.to_move) if state.to_move in viewpoint else PUBLIC


class ViewCache:
    """Views of one state, computed once: the views after one entry are those before the next."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._made: list[dict[str, Any]] | None = None

    def of(self, seat: int) -> dict[str, Any]:
        """The view of a seat, or of PUBLIC (the last one in `page_views()`)."""
        if self._made is None:
            self._made = self.state.page_views()
        return self._made[seat if seat != PUBLIC else -1]


class ViewDiff:
    """Structural difference between views of two states.

    A change is a path with its new value, or a path alone where something was removed. Views of different seats share
    most of their parts, so results are memoised by the path and the identity of the compared pair: the same pair under
    two paths, such as one object that a view shows twice, is two changes.

    >>> ViewDiff().between({"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {"c": None}, "e": [4]})
    [[('b', 'd')], [('b', 'c'), None], [('e',), [4]]]
    """

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[Any, ...], int, int], list[list[Any]]] = {}

    def between(self, old: dict[str, Any], new: dict[str, Any]) -> list[list[Any]]:
        """Changes that turn one view into another."""
        return self._compare(old, new, ())

    def _compare(self, old: Any, new: Any, path: tuple[Any, ...]) -> list[list[Any]]:
        kind = type(new)
        if kind is not type(old) or (kind is not dict and kind is not list) or (kind is list and len(old) != len(new)):
            return [[path, new]]
        place = (path, id(old), id(new))  # unique while both views live, and this object does not outlive them
        known = self._known.get(place)
        if known is None:
            known = self._compare_dicts(old, new, path) if kind is dict else self._compare_lists(old, new, path)
            self._known[place] = known
        return known

    def _compare_dicts(self, old: dict[str, Any], new: dict[str, Any], path: tuple[Any, ...]) -> list[list[Any]]:
        changes: list[list[Any]] = [[(*path, key)] for key in old if key not in new]
        for key, value in new.items():
            old_value = old.get(key, old)
            if old_value is old:  # the dict itself stands for a missing key: None is a value
                changes.append([(*path, key), value])
            elif old_value is not value and old_value != value:
                changes += self._compare(old_value, value, (*path, key))
        return changes

    def _compare_lists(self, old: list[Any], new: list[Any], path: tuple[Any, ...]) -> list[list[Any]]:
        changes: list[list[Any]] = []
        for number, old_value in enumerate(old):
            if old_value is not new[number] and old_value != new[number]:
                changes += self._compare(old_value, new[number], (*path, number))
        return changes


def public_facts(game_log: GameLog, has_clock: bool) -> Facts:
    """Public facts beside the view: who decides, absences, clocks, undo request, result."""
    undo_request = game_log.undo_request
    return Facts(
        to_move=game_log.to_move if game_log.to_move >= 0 else None,
        moves=len(game_log.deciders),
        summary=game_log.state.public_summary(),
        absent=sorted(game_log.absent),
        resigned=sorted(game_log.resigned),
        asked=None
        if undo_request is None
        else UndoRequest(undo_request.by, undo_request.to, sorted(undo_request.agreed)),
        clock=Clock([round(ms / 1000, 1) for ms in game_log.time_used], game_log.decider_since) if has_clock else None,
        result=game_log.result(),
    )


def legal_moves(game_log: GameLog, viewpoint: Viewpoint) -> list[str]:
    """Legal moves of the viewer's seat if it decides now, else none."""
    return game_log.state.legal_texts() if game_log.to_move in viewpoint and game_log.to_move != OVER else []


def moves_as_data(state: State) -> list[dict[str, Any]]:
    """The legal moves as data, in the order of their texts."""
    return [state.move_data(move) for move in state.legal()]


def build_snapshot(game_log: GameLog, viewpoint: Viewpoint, facts: Facts) -> Snapshot:
    """The complete current state for a viewpoint."""
    seat = shown_seat(viewpoint, game_log.state)
    legal = legal_moves(game_log, viewpoint)
    return Snapshot(
        ply=game_log.ply,
        you=list(viewpoint),
        seat=seat,
        view=game_log.state.page_view(seat),
        facts=facts,
        legal=legal,
        can_undo=game_log.to_move in viewpoint and game_log.can_undo(game_log.to_move),
        moves=moves_as_data(game_log.state) if legal else [],
    )


def encode_snapshot(game_log: GameLog, viewpoint: Viewpoint, facts: Facts) -> bytes:
    """The complete current state as an encoded message."""
    return encode(build_snapshot(game_log, viewpoint, facts))


def encode_step(
    game_log: GameLog,
    applied: AppliedEntry,
    viewpoint: Viewpoint,
    facts: Facts,
    views: tuple[ViewCache, ViewCache, ViewDiff] | None = None,
) -> bytes:
    """Encoded step message about an applied entry, for one viewpoint; `views` around it, if cached, save time."""
    seat, changes = shown_seat(viewpoint, applied.after), list[list[Any]]()
    if applied.before is not applied.after:
        before, after, diff = views or (ViewCache(applied.before), ViewCache(applied.after), ViewDiff())
        changes = diff.between(before.of(shown_seat(viewpoint, applied.before)), after.of(seat))
    decides = game_log.to_move in viewpoint
    return encode(
        Step(
            ply=applied.entry.ply + 1,
            by=applied.entry.seat,
            kind=applied.entry.body.__struct_config__.tag,  # type: ignore[arg-type]
            seat=seat,
            events=[applied.after.page_event(event, seat) for event in applied.events],
            changes=changes,
            facts=facts,
            legal=game_log.state.legal_texts() if decides else [],
            can_undo=decides and game_log.can_undo(game_log.to_move),
            moves=moves_as_data(game_log.state) if decides else [],
        )
    )
