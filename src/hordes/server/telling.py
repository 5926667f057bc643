"""What a viewer is told: the view of his seat, what a line changed in it, and the events he may hear of.

A viewpoint is the tuple of seats somebody holds: one for most, several at one screen, none for a spectator. A message
is a function of the line, the states around it and the viewpoint: the same bytes for all who hold the same seats, and
for one who asks again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hordes.engine.state import OVER, PUBLIC, Event, State
from hordes.server.course import Course, Told
from hordes.server.wire import Clock, Facts, Snapshot, Step

Viewpoint = tuple[int, ...]

encode = msgspec.json.Encoder().encode


def shown_seat(viewpoint: Viewpoint, state: State) -> int:
    """Whose view it is: one's own; at a shared screen that of the seat to move, and nobody's while others move."""
    if len(viewpoint) == 1:
        return viewpoint[0]
    return int(state.to_move) if state.to_move in viewpoint else PUBLIC


class Views:
    """The views of one state, each made once: what was the view after one line is the view before the next."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._made: dict[int, dict[str, Any]] = {}

    def of(self, seat: int) -> dict[str, Any]:
        """The view of a seat, or of the public."""
        if seat not in self._made:
            self._made[seat] = self.state.view(seat)
        return self._made[seat]


def changes(old: Any, new: Any) -> list[list[Any]]:
    """What leads from one JSON value to another: paths with their new value, or alone where something is gone.

    >>> changes({"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {"c": None}, "e": [4]})
    [[['b', 'd']], [['b', 'c'], None], [['e'], [4]]]
    """
    found: list[list[Any]] = []
    _compare(old, new, [], found)
    return found


def _compare(old: Any, new: Any, path: list[Any], found: list[list[Any]]) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        found += [[[*path, key]] for key in old if key not in new]
        for key, value in new.items():
            if key not in old:
                found.append([[*path, key], value])
            elif old[key] != value:
                _compare(old[key], value, [*path, key], found)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (was, now) in enumerate(zip(old, new, strict=True)):
            if was != now:
                _compare(was, now, [*path, number], found)
    elif old != new:
        found.append([path, new])


def facts(course: Course, clocked: bool) -> Facts:
    """What everybody knows beside the view."""
    question = course.question
    return Facts(
        to_move=course.to_move if course.to_move >= 0 else None,
        moves=len(course.deciders),
        absent=sorted(course.absent),
        resigned=sorted(course.resigned),
        asked=None if question is None else {"by": question.by, "to": question.to, "agreed": sorted(question.agreed)},
        clock=Clock([round(ms / 1000, 1) for ms in course.used], course.since) if clocked else None,
        result=course.result(),
    )


def legal(course: Course, viewpoint: Viewpoint) -> list[str]:
    """The moves a viewer can choose from now: those of his seat when it decides."""
    return course.state.legal_texts() if course.to_move in viewpoint and course.to_move != OVER else []


def snapshot_of(course: Course, viewpoint: Viewpoint, known: Facts) -> Snapshot:
    """Where the game stands, whole."""
    seat = shown_seat(viewpoint, course.state)
    return Snapshot(
        ply=course.ply,
        you=list(viewpoint),
        seat=seat,
        view=course.state.view(seat),
        facts=known,
        legal=legal(course, viewpoint),
        can_undo=course.to_move in viewpoint and course.can_undo(course.to_move),
    )


def snapshot(course: Course, viewpoint: Viewpoint, known: Facts) -> bytes:
    """The same as a message."""
    return encode(snapshot_of(course, viewpoint, known))


def step(
    course: Course, told: Told, viewpoint: Viewpoint, known: Facts, views: tuple[Views, Views] | None = None
) -> bytes:
    """A line that has just been applied, for one viewpoint; `views` of the states before and after it save time."""
    seat, found = shown_seat(viewpoint, told.after), list[list[Any]]()
    if told.before is not told.after:
        before, after = views or (Views(told.before), Views(told.after))
        found = changes(before.of(shown_seat(viewpoint, told.before)), after.of(seat))
    heard: list[Event] = [told.after.overheard(event, seat) for event in told.events]
    return encode(
        Step(
            ply=told.entry.ply + 1,
            by=told.entry.seat,
            kind=told.entry.body.__struct_config__.tag,  # type: ignore[arg-type]
            seat=seat,
            events=heard,
            changes=found,
            facts=known,
            legal=legal(course, viewpoint),
            can_undo=course.to_move in viewpoint and course.can_undo(course.to_move),
        )
    )
