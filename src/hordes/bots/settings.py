"""Settings of bots: what each bot declares in `accepts`, and the one place where given values are checked.

A setting is checked by its name, its type and its range when a bot is named, before anything is played.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from hordes.engine.errors import BadRequest

WRITTEN = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?(e[0-9]+)?")
"""A number as one writes it: `04`, `+4` and `1_0` would name the same bot in two ways."""


@dataclass(frozen=True)
class Setting:
    """One number that a bot can be given: its name, the least and the most it can be, and what it does.

    >>> Setting("width", 1, 64, default=6).expected()
    'a whole number from 1 to 64'
    """

    name: str
    least: float
    most: float
    default: float | None = None
    """None where it depends on the game or on the other settings; `about` says how."""
    whole: bool = True
    about: str = ""

    def expected(self) -> str:
        """What a value has to be, in words."""
        return f"a {'whole ' if self.whole else ''}number from {self.least:,.10g} to {self.most:,.10g}"

    def check(self, value: object) -> float:
        """The value as the bot gets it; raises `BadRequest`."""
        number = _number(value)
        wrong = number is None or not self.least <= number <= self.most or (self.whole and number != int(number))
        if number is None or wrong:
            shown = value if isinstance(value, str) and value else repr(value)
            raise BadRequest(f"`{self.name}` is {self.expected()}, not {shown}.")
        return int(number) if self.whole else number


def budget_settings(simulations: int | None, milliseconds: float | None) -> tuple[Setting, Setting]:
    """The two settings that become the `Budget` of a bot, with its defaults; others are arguments of its class.

    The defaults hold together: where one of the two is given, the other is unlimited.
    """
    counted, timed = "simulations for a plan; unlimited if only `ms` is given", "the same in milliseconds"
    return (
        Setting("simulations", 1, 1_000_000, simulations, about=counted),
        Setting("ms", 1, 3_600_000, milliseconds, whole=False, about=timed),
    )


def parse(bot: str, accepts: Sequence[Setting], text: str) -> dict[str, float]:
    """The settings in `name=value,name=value`, checked; raises `BadRequest`.

    >>> parse("search", budget_settings(None, 1000), "simulations=400,ms=2.5")
    {'simulations': 400, 'ms': 2.5}
    """
    found: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not name or not equals or not value:
            known = (
                f"; its settings are {', '.join(setting.name for setting in accepts)}"
                if accepts
                else ", and it has none"
            )
            raise BadRequest(f"A setting of the bot {bot!r} should read like name=10, not {part.strip()!r}{known}.")
        if name in found:
            raise BadRequest(f"The bot {bot!r} is given the setting `{name}` twice.")
        found[name] = value
    return check(bot, accepts, found)


def check(bot: str, accepts: Sequence[Setting], given: Mapping[str, object]) -> dict[str, float]:
    """The settings as numbers; raises `BadRequest` for one that the bot does not have, or a value it cannot have."""
    known = {setting.name: setting for setting in accepts}
    checked: dict[str, float] = {}
    for name, value in given.items():
        if name not in known:
            raise BadRequest(_unknown(bot, name, list(known)))
        try:
            checked[name] = known[name].check(value)
        except BadRequest as refusal:
            raise BadRequest(f"The bot {bot!r}: {refusal}") from None
    return checked


def _unknown(bot: str, name: str, known: list[str]) -> str:
    near = get_close_matches(name.lower(), known, 1)
    hint = f" Did you mean `{near[0]}`?" if near else ""
    settings = f"its settings are {', '.join(known)}" if known else "it has none"
    return f"The bot {bot!r} has no setting `{name}`; {settings}.{hint}"


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and WRITTEN.fullmatch(value) is None:
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
