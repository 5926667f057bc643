"""What pages show of a position beside the view: the rules' own sums, the part of the day, what is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordes.covil.rules import hiring, scoring
from hordes.covil.rules.dominance import terrain_summary
from hordes.covil.rules.morning import troop_reserve
from hordes.covil.state.constants import (
    CHOICE,
    COMBAT,
    DAYS,
    DOMINABLE_TERRAINS,
    ENDED,
    FOUNDING_PHASE,
    MAX_REBELS,
    PAYMENT,
    RAID,
)
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import EFFECTS, EXHAUSTION, GAIN, LEVIES, NEXT_DAY, PURCHASES, RETALIATION
from hordes.covil.state.tasks import next_day_has_sold, task_kind
from hordes.covil.text.question_errors import card_of_effect
from hordes.engine.core.bits import count

if TYPE_CHECKING:
    from hordes.covil.wire.views import PartOfDay, QuestionSummary, Summary


def public_summary(t: Table) -> Summary:
    """Tonight's dominance, troops in town, public points, the part of the day, the open question, prices."""
    summary: Summary = {
        "dominance": [terrain_summary(t, terrain) for terrain in range(DOMINABLE_TERRAINS)],
        "raiders": [count(t.troops_in(seat, t.board.town)) for seat in range(t.rules.seats)],
        "most_rebels": MAX_REBELS,
        "points": [scoring.public_points(t, seat) for seat in range(t.rules.seats)],
        "part": part_of_day(t),
    }
    asked = question(t)
    if asked is not None:
        summary["question"] = asked
    if t.phase == PAYMENT:
        summary["price"] = hiring.price(t, t.to_move, t.minion_for_hire)
    if t.day < DAYS:
        summary["reserve"] = troop_reserve(t.day + 1)
    return summary


def part_of_day(t: Table) -> PartOfDay:
    """Morning until all fortresses are founded; night from the first of its tasks until the next day."""
    if t.phase == FOUNDING_PHASE:
        return "morning"
    if t.phase == ENDED or (t.depth > 0 and task_kind(t.stack[0]) == NEXT_DAY):
        return "night"
    return "afternoon"


def question(t: Table) -> QuestionSummary | None:
    """What a seat is asked, where the phase alone does not say it."""
    if t.to_move < 0 or t.depth == 0 or t.phase not in (CHOICE, COMBAT, RAID):
        return None
    task = task_kind(t.top())
    if task == EFFECTS:
        return {"kind": "effect", "card": card_of_effect(t).id}
    if task == PURCHASES:
        return {"kind": "last_purchase" if next_day_has_sold(t.stack[0]) else "purchase"}
    if task == LEVIES:
        return {"kind": "levy"}
    if task == GAIN:
        return {"kind": "overflow"}
    if task == RETALIATION:
        return {"kind": "victim"}
    return {"kind": "weapon"} if task == EXHAUSTION else None
