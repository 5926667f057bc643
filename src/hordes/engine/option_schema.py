"""Declaration of a game's options: name, type, default and limits, for validation and for user interfaces."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict

from hordes.engine.errors import BadRequest
from hordes.engine.validation import did_you_mean

Kind = Literal["number", "choice", "several", "flag", "data"]


class OptionData(TypedDict):
    """The declaration of an option as JSON data."""

    name: str
    kind: Kind
    default: Any
    about: str
    least: NotRequired[int]
    most: NotRequired[int]
    choices: NotRequired[list[str]]
    takes_data: NotRequired[bool]
    needs: NotRequired[dict[str, Any]]
    proposed: NotRequired[Any]


@dataclass(frozen=True)
class Option:
    """One option of a game.

    It is a whole number from `least` to `most`; one of `choices`, or with a list as its default several of them; with
    neither limits nor choices a flag, if its default is true or false, or else JSON data such as a file's content. A
    default of None stands for a value that follows from other options. With `takes_data` a choice may be data instead,
    such as a board of one's own. `needs` is another option with the value at which alone this one may be set.
    `proposed` is a value that interfaces propose to people who do not say, where the default would not be their choice.

    A name with a dot is a key within an option that is an object: `rulings.pots` is `{"rulings": {"pots": ...}}`.

    >>> players = Option("players", 2, "How many seats.", least=2, most=4)
    >>> players.check(3)
    3
    >>> players.check(9)
    Traceback (most recent call last):
        ...
    hordes.engine.errors.BadRequest: `players` is a whole number from 2 to 4, not 9.
    >>> Option("sets", ["base"], "The boxes.", choices=("base", "cursed")).kind
    'several'
    """

    name: str
    default: Any
    about: str
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    takes_data: bool = False
    needs: tuple[str, Any] | None = None
    proposed: Any = None

    @property
    def kind(self) -> Kind:
        """What values the option has."""
        if self.choices:
            return "several" if isinstance(self.default, list) else "choice"
        if isinstance(self.default, bool):
            return "flag"
        return "number" if isinstance(self.default, int) or self.least < self.most else "data"

    def check(self, value: Any) -> Any:
        """The value if it is allowed, else `BadRequest`."""
        if (value is None and self.default is None) or self.kind == "data" or self._is_own_data(value):
            return value
        if self.kind == "several":
            return self._check_several(value)
        if self.kind == "choice":
            self._check_choice(value)
        elif self.kind == "flag":
            if not isinstance(value, bool):
                raise BadRequest(f"`{self.name}` is true or false, not {value!r}.")
        elif isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise BadRequest(f"`{self.name}` is a whole number from {self.least} to {self.most}, not {value!r}.")
        return value

    def _is_own_data(self, value: Any) -> bool:
        return self.takes_data and isinstance(value, dict)

    def _check_choice(self, value: Any) -> None:
        if value not in self.choices:
            known = ", ".join(self.choices)
            raise BadRequest(f"`{self.name}` is one of {known}, not {value!r}.{did_you_mean(value, self.choices)}")

    def _check_several(self, value: Any) -> list[str]:
        """The chosen ones in the order of the choices, each once."""
        if not isinstance(value, list):
            raise BadRequest(f"`{self.name}` is a list of some of {', '.join(self.choices)}, not {value!r}.")
        for word in value:
            self._check_choice(word)
        return [choice for choice in self.choices if choice in value]

    def values(self) -> list[Any]:
        """Every value that the option can have; of several choices, each in addition to the default; of data, it."""
        if self.kind == "several":
            added = [[*self.default, choice] for choice in self.choices if choice not in self.default]
            return [[*self.default], *added, *([[*self.choices]] if len(added) > 1 else [])]
        if self.kind == "choice":
            return list(self.choices)
        if self.kind == "data":
            return [self.default]
        return [False, True] if self.kind == "flag" else list(range(self.least, self.most + 1))

    def as_json(self) -> OptionData:
        """The declaration as JSON data."""
        data: OptionData = {"name": self.name, "kind": self.kind, "default": self.default, "about": self.about}
        if self.choices:
            data["choices"] = list(self.choices)
        if self.kind == "number":
            data["least"], data["most"] = self.least, self.most
        if self.takes_data:
            data["takes_data"] = True
        if self.needs is not None:
            data["needs"] = {self.needs[0]: self.needs[1]}
        if self.proposed is not None:
            data["proposed"] = self.proposed
        return data


def fill_in(options: dict[str, Any], declared: list[Option]) -> dict[str, Any]:
    """The options, checked, in the order of their declaration, with every default filled in.

    >>> bid = Option("bid", 3, "Coins.", least=1, most=9, needs=("auction", True))
    >>> fill_in({"auction": True}, [Option("auction", False, "An auction first."), bid])
    {'auction': True, 'bid': 3}
    >>> fill_in({"bid": 4}, [Option("auction", False, "An auction first."), bid])
    Traceback (most recent call last):
        ...
    hordes.engine.errors.BadRequest: `bid` may be set only where `auction` is true.
    """
    known = [option.name for option in declared]
    for name in options:
        if name not in known:
            raise BadRequest(f"There is no option `{name}`; there are {', '.join(known)}.{did_you_mean(name, known)}")
    complete = {option.name: option.check(options.get(option.name, option.default)) for option in declared}
    for option in declared:
        if option.needs is not None and complete[option.name] != option.default:
            name, value = option.needs
            if complete[name] != value:
                wanted = str(value).lower() if isinstance(value, bool) else repr(value)
                raise BadRequest(f"`{option.name}` may be set only where `{name}` is {wanted}.")
    return complete


def nest(options: dict[str, Any], left_to_game: Collection[str] = ()) -> dict[str, Any]:
    """Options with their dotted names as objects, and without those that None leaves to the game.

    Only options named in `left_to_game`, whose declared default is None, can be left to it.

    >>> nest({"players": 3, "map": None, "rulings.pots": 12, "rulings": ["a"]}, ("map",))
    {'players': 3, 'rulings': {'a': True, 'pots': 12}}
    """
    nested = {
        name: value
        for name, value in options.items()
        if "." not in name and (value is not None or name not in left_to_game)
    }
    for name, value in options.items():
        group, dot, key = name.partition(".")
        if dot:
            inner = nested.get(group, {})
            if isinstance(inner, list):
                inner = {str(word): True for word in inner}
            if not isinstance(inner, dict):
                raise BadRequest(f"`{group}` is an object, not {inner!r}, where `{name}` is set too.")
            nested[group] = {**inner, key: value}
    return nested


def unnest(options: dict[str, Any], declared: list[Option]) -> dict[str, Any]:
    """Options with the keys of objects as dotted names, where such names are declared: the reverse of `nest`.

    >>> unnest({"rulings": {"pots": 12}, "players": 3}, [Option("rulings.pots", 16, "Pots.", least=1, most=61)])
    {'rulings.pots': 12, 'players': 3}
    """
    groups = {option.name.partition(".")[0] for option in declared if "." in option.name}
    flat: dict[str, Any] = {}
    for name, value in options.items():
        if name in groups and isinstance(value, dict):
            flat |= {f"{name}.{key}": inner for key, inner in value.items()}
        elif name in groups and isinstance(value, list):
            flat |= {f"{name}.{word}": True for word in value}
        else:
            flat[name] = value
    return flat


def declared_value(complete: dict[str, Any], name: str) -> Any:
    """The value of an option in complete options, dotted names included; None where it does not apply."""
    group, dot, key = name.partition(".")
    if name in complete or not dot:
        return complete.get(name)
    inner = complete.get(group)
    return inner.get(key) if isinstance(inner, dict) else None


def board_option(declared: list[Option]) -> Option | None:
    """The option that chooses the board: the one whose value may also be a board of one's own; None without one."""
    return next((option for option in declared if option.takes_data and option.choices), None)


def board_name(declared: list[Option], options: dict[str, Any]) -> str:
    """The board in complete options: its name, or what a board of one's own is called; empty without a choice.

    >>> maps = [Option("map", None, "The map.", choices=("large", "small"), takes_data=True)]
    >>> board_name(maps, {"map": "small"}), board_name(maps, {"map": {"regions": []}}), board_name([], {})
    ('small', 'own map', '')
    """
    option = board_option(declared)
    if option is None:
        return ""
    board = options.get(option.name)
    return board if isinstance(board, str) else str((board or {}).get("name") or f"own {option.name}")


def player_limits(declared: list[Option]) -> tuple[int, int]:
    """The least and the most players of a game, by its declared options."""
    players = next((option for option in declared if option.name == "players"), None)
    if players is None:
        raise BadRequest("The game declares no option `players`.")
    return players.least, players.most
