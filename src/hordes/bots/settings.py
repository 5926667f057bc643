"""Settings of bots: what each bot declares in `accepts`, and the validation of given values.

Name, type and range are checked when a bot description is parsed, before any game starts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from hordes.engine.errors import BadRequest

NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?(e[0-9]+)?")
"""The only accepted spelling of a number: `04`, `+4` or `1_0` would give one bot several names."""


@dataclass(frozen=True)
class Setting:
    """Declares one numeric setting of a bot: name, range, default, and what it does.

    >>> Setting("width", 1, 64, default=6).expected_range()
    'a whole number from 1 to 64'
    """

    name: str
    least: float
    most: float
    default: float | None = None
    """None where it depends on the game or on the other settings; `about` says how."""
    whole: bool = True
    about: str = ""

    def expected_range(self) -> str:
        """The accepted values, in words."""
        return f"a {'whole ' if self.whole else ''}number from {self.least:,.10g} to {self.most:,.10g}"

    def check(self, value: object) -> float:
        """Validate and convert a value; raises `BadRequest`."""
        number = _number(value)
        is_invalid = number is None or not self.least <= number <= self.most or (self.whole and number != int(number))
        if number is None or is_invalid:
            shown = value if isinstance(value, str) and value else repr(value)
            raise BadRequest(f"`{self.name}` is {self.expected_range()}, not {shown}.")
        return int(number) if self.whole else number


def budget_settings(simulations: int | None, milliseconds: float | None) -> tuple[Setting, Setting]:
    """The two settings that make up a bot's `Budget`; all other settings are constructor arguments.

    The defaults apply together: if only one of the two is given, the other is unlimited.
    """
    counted, timed = "simulations for a plan; unlimited if only `ms` is given", "the same in milliseconds"
    return (
        Setting("simulations", 1, 1_000_000, simulations, about=counted),
        Setting("ms", 1, 3_600_000, milliseconds, whole=False, about=timed),
    )


def parse_settings(bot: str, accepts: Sequence[Setting], text: str) -> dict[str, float]:
    """Parse and validate `name=value,name=value`; raises `BadRequest`.

    >>> parse_settings("search", budget_settings(None, 1000), "simulations=400,ms=2.5")
    {'simulations': 400, 'ms': 2.5}
    """
    given: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not name or not equals or not value:
            known = (
                f"; its settings are {', '.join(setting.name for setting in accepts)}"
                if accepts
                else ", and it has none"
            )
            raise BadRequest(f"A setting of the bot {bot!r} should read like name=10, not {part.strip()!r}{known}.")
        if name in given:
            raise BadRequest(f"The bot {bot!r} is given the setting `{name}` twice.")
        given[name] = value
    return check_settings(bot, accepts, given)


def check_settings(bot: str, accepts: Sequence[Setting], given: Mapping[str, object]) -> dict[str, float]:
    """Validate settings given by name; raises `BadRequest` for an unknown name or an invalid value."""
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
    suggestions = get_close_matches(name.lower(), known, 1)
    hint = f" Did you mean `{suggestions[0]}`?" if suggestions else ""
    settings = f"its settings are {', '.join(known)}" if known else "it has none"
    return f"The bot {bot!r} has no setting `{name}`; {settings}.{hint}"


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and NUMBER.fullmatch(value) is None:
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
