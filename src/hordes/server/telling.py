"""What a viewer is told: the view of his seat, what a line changed in it, and the events he may hear of.

A viewpoint is the tuple of seats somebody holds: one for most, several at one screen, none for a spectator. A message
is a function of the line, the states around it and the viewpoint: the same bytes for all who hold the same seats, and
for one who asks again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hordes.engine.state import OVER, PUBLIC, State
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
    """The views of one state, made once: what was the view after one line is the view before the next."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._made: list[dict[str, Any]] | None = None

    def of(self, seat: int) -> dict[str, Any]:
        """The view of a seat, or of the public."""
        if self._made is None:
            self._made = self.state.views()
        return self._made[seat if seat != PUBLIC else -1]


class Difference:
    """What leads from the views of one state to those of the next; what they share is compared once.

    A change is a path with its new value, or a path alone where something is gone.

    >>> Difference().between({"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {"c": None}, "e": [4]})
    [[('b', 'd')], [('b', 'c'), None], [('e',), [4]]]
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], list[list[Any]]] = {}

    def between(self, old: dict[str, Any], new: dict[str, Any]) -> list[list[Any]]:
        """The changes from one view to another."""
        return self._compare(old, new, ())

    def _compare(self, old: Any, new: Any, path: tuple[Any, ...]) -> list[list[Any]]:
        kind = type(new)
        if kind is not type(old) or (kind is not dict and kind is not list) or (kind is list and len(old) != len(new)):
            return [[path, new]]
        pair = (id(old), id(new))
        if pair not in self._known:
            self._known[pair] = self._inside(old, new, path) if kind is dict else self._along(old, new, path)
        return self._known[pair]

    def _inside(self, old: dict[str, Any], new: dict[str, Any], path: tuple[Any, ...]) -> list[list[Any]]:
        found: list[list[Any]] = [[(*path, key)] for key in old if key not in new]
        for key, value in new.items():
            was = old.get(key, old)
            if was is old:
                found.append([(*path, key), value])
            elif was is not value and was != value:
                found += self._compare(was, value, (*path, key))
        return found

    def _along(self, old: list[Any], new: list[Any], path: tuple[Any, ...]) -> list[list[Any]]:
        found: list[list[Any]] = []
        for number, was in enumerate(old):
            if was is not new[number] and was != new[number]:
                found += self._compare(was, new[number], (*path, number))
        return found


def facts(course: Course, clocked: bool) -> Facts:
    """What everybody knows beside the view."""
    question = course.question
    return Facts(
        to_move=course.to_move if course.to_move >= 0 else None,
        moves=len(course.deciders),
        outlook=course.state.outlook(),
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
    course: Course, told: Told, viewpoint: Viewpoint, known: Facts, views: tuple[Views, Views, Difference] | None = None
) -> bytes:
    """A line that has just been applied, for one viewpoint; `views` around it, if at hand, save time."""
    seat, found = shown_seat(viewpoint, told.after), list[list[Any]]()
    if told.before is not told.after:
        before, after, difference = views or (Views(told.before), Views(told.after), Difference())
        found = difference.between(before.of(shown_seat(viewpoint, told.before)), after.of(seat))
    mine = course.to_move in viewpoint
    return encode(
        Step(
            ply=told.entry.ply + 1,
            by=told.entry.seat,
            kind=told.entry.body.__struct_config__.tag,  # type: ignore[arg-type]
            seat=seat,
            events=[told.after.overheard(event, seat) for event in told.events],
            changes=found,
            facts=known,
            legal=course.state.legal_texts() if mine else [],
            can_undo=mine and course.can_undo(course.to_move),
        )
    )
