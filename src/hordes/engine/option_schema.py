"""Declaration of a game's options: name, type, default and limits, for validation and for user interfaces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hordes.engine.errors import BadRequest
from hordes.engine.validation import did_you_mean


@dataclass(frozen=True)
class Option:
    """One option of a game: a whole number from `least` to `most`, one of `choices`, or, without either, a flag.

    >>> players = Option("players", 2, "How many seats.", least=2, most=4)
    >>> players.check(3)
    3
    >>> players.check(9)
    Traceback (most recent call last):
        ...
    hordes.engine.errors.BadRequest: `players` is a whole number from 2 to 4, not 9.
    """

    name: str
    default: Any
    about: str
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """`choice`, `flag` or `number`."""
        if self.choices:
            return "choice"
        return "flag" if isinstance(self.default, bool) else "number"

    def check(self, value: Any) -> Any:
        """The value if it is allowed, else `BadRequest`."""
        if self.kind == "choice":
            if value not in self.choices:
                known = ", ".join(self.choices)
                raise BadRequest(f"`{self.name}` is one of {known}, not {value!r}.{did_you_mean(value, self.choices)}")
        elif self.kind == "flag":
            if not isinstance(value, bool):
                raise BadRequest(f"`{self.name}` is true or false, not {value!r}.")
        elif isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise BadRequest(f"`{self.name}` is a whole number from {self.least} to {self.most}, not {value!r}.")
        return value

    def values(self) -> list[Any]:
        """Every value that the option can have."""
        if self.kind == "choice":
            return list(self.choices)
        return [False, True] if self.kind == "flag" else list(range(self.least, self.most + 1))

    def as_json(self) -> dict[str, Any]:
        """The declaration as JSON data."""
        data: dict[str, Any] = {
            "name": self.name,
            "kind": self.kind,
            "default": self.default,
            "about": self.about,
        }
        if self.kind == "choice":
            return data | {"choices": list(self.choices)}
        return data if self.kind == "flag" else data | {"least": self.least, "most": self.most}


def fill_in(options: dict[str, Any], declared: list[Option]) -> dict[str, Any]:
    """The options, checked, in the order of their declaration, with every default filled in."""
    known = [option.name for option in declared]
    for name in options:
        if name not in known:
            raise BadRequest(f"There is no option `{name}`; there are {', '.join(known)}.{did_you_mean(name, known)}")
    return {option.name: option.check(options.get(option.name, option.default)) for option in declared}
