"""Questions that interrupt a turn: what is asked, of whom, and about what.

Each kind has a function here that makes such a question. It is opened at the end of a move or, where a conquest leaves
it, pushed on the stack of those that wait (`state/question_stack.py`). The rules read its fields when it is open:
`rules/interrupts.py` says of each kind when it is moot, what may be answered, and what follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hordes.engine.core.state import CHANCE
from hordes.engine.mypyc_compat import i64, mypyc_attr
from hordes.smallworld.state.constants import CHOICE, DIE, DRAW_BADGE, DRAW_BANNER, DRAW_MARKER

if TYPE_CHECKING:
    from hordes.smallworld.wire.views import QuestionName

# Kinds of question. Observations contain those that are asked of seats, so their numbers never change.
NONE: Final = -1
TOWER: Final = 0
"""Where the tower of a declining race stands."""
HIRE: Final = 1
"""Whether a coin is paid after a final attempt that fell short."""
LOSS: Final = 2
"""Whether a race token or a Hordes token is lost."""
SOAPBAR_MOVE: Final = 3
TAVERN_GIFT: Final = 4
BONY: Final = 5
"""Questions of markers: where the Soapbar goes, who gets the Tavern's coins, which race Bony protects."""
SACRIFICE: Final = 7
"""Whether a seat gives a token for another one that is being lost."""
PLEA: Final = 8
"""Whom the Sigil's holder asks for a token in place of one of his active race."""
GIFT: Final = 9
"""Whether a race token or a Hordes token is given for another one."""
ATTEMPT_ROLL: Final = 10
"""The die of the final attempt on a region."""
FIRST_ROLL: Final = 11
"""The die that Berserk rolls before a region is chosen."""
LOSS_ROLL: Final = 12
"""The die that is rolled for a lost token."""
BANNER_DRAW: Final = 13
BADGE_DRAW: Final = 14
MARKER_DRAW: Final = 15
CONQUESTS_END: Final = 16
"""Asks nothing: when everything above it has been answered, the conquests of the turn are over."""

CHOICE_NAMES: Final[dict[int, QuestionName]] = {
    TOWER: "tower", HIRE: "hire", LOSS: "loss", SOAPBAR_MOVE: "soapbar", TAVERN_GIFT: "tavern", BONY: "boneyard",
    SACRIFICE: "sigil", PLEA: "plea", GIFT: "loss",
}  # fmt: skip
"""What positions call the questions that are asked of seats."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Question:
    """A question that interrupts a turn. It never changes, so clones of a state share it.

    Which of the fields matter depends on the kind; the others have their defaults.
    """

    def __init__(
        self,
        kind: i64,
        phase: i64,
        seat: i64,
        region: i64 = -1,
        race: i64 = -1,
        short: i64 = 0,
        horde: bool = False,
        asked: i64 = 0,
    ) -> None:
        self.kind = kind
        # Phase of the game while it is open; who answers: a seat, or CHANCE.
        self.phase = phase
        self.seat = seat
        # The region and the race that it is about, or -1.
        self.region = region
        self.race = race
        # Tokens that a final attempt was short of.
        self.short = short
        # Whether a Hordes token is at stake instead of a race token, and the seats that the Sigil's holder has asked.
        self.horde = horde
        self.asked = asked

    def marker(self) -> i64:
        """The marker that asks: the kinds of their questions are numbered like them."""
        return self.kind - SOAPBAR_MOVE


NO_QUESTION: Final = Question(NONE, -1, -1)
"""Null object: the turn's own question is open."""


# Asked of seats


def tower(seat: i64) -> Question:
    """Where the tower of the seat's declining race stands."""
    return Question(TOWER, CHOICE, seat)


def hire(seat: i64, region: i64, short: i64) -> Question:
    """Whether the seat pays a coin for a final attempt on a region that is so many tokens short."""
    return Question(HIRE, CHOICE, seat, region, short=short)


def loss(seat: i64, race: i64) -> Question:
    """Whether the seat's active race loses a race token, which has been assumed, or a Hordes token."""
    return Question(LOSS, CHOICE, seat, race=race)


def after_scoring(seat: i64, marker: i64) -> Question:
    """What the holder of a Place or Relic decides after scoring."""
    return Question(SOAPBAR_MOVE + marker, CHOICE, seat)


def bony(seat: i64) -> Question:
    """Which race in decline Bony protects."""
    return Question(BONY, CHOICE, seat)


def sacrifice(seat: i64, race: i64, horde: bool, asked: i64) -> Question:
    """Whether the seat gives a token for one that a race is losing."""
    return Question(SACRIFICE, CHOICE, seat, race=race, horde=horde, asked=asked)


def plea(seat: i64, race: i64, horde: bool, asked: i64) -> Question:
    """Whom the seat asks for a token in place of one that its active race is losing; `asked` have been asked before."""
    return Question(PLEA, CHOICE, seat, race=race, horde=horde, asked=asked)


def gift(sacrifice: Question, region: i64) -> Question:
    """Which kind of token is given from a region, by the seat that a sacrifice was asked of."""
    return Question(GIFT, CHOICE, sacrifice.seat, region, sacrifice.race, horde=sacrifice.horde, asked=sacrifice.asked)


# Asked of chance


def attempt_roll(region: i64) -> Question:
    """The die of the final attempt on a region."""
    return Question(ATTEMPT_ROLL, DIE, CHANCE, region)


def first_roll() -> Question:
    """The die that is rolled before a region is chosen."""
    return Question(FIRST_ROLL, DIE, CHANCE)


def loss_roll(race: i64) -> Question:
    """The die that is rolled for a lost token of a race."""
    return Question(LOSS_ROLL, DIE, CHANCE, race=race)


def banner_draw() -> Question:
    """The banner of the next combo."""
    return Question(BANNER_DRAW, DRAW_BANNER, CHANCE)


def badge_draw(race: i64) -> Question:
    """The badge that goes with a banner, or, without one (-1), with the mode."""
    return Question(BADGE_DRAW, DRAW_BADGE, CHANCE, race=race)


def marker_draw(region: i64) -> Question:
    """The marker that a Monster guarded in a region."""
    return Question(MARKER_DRAW, DRAW_MARKER, CHANCE, region)


def conquests_end() -> Question:
    """The conquests are over as soon as everything above is answered."""
    return Question(CONQUESTS_END, -1, CHANCE)
