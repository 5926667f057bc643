"""What several commands share: kinds of numbers, and the options of a game as flags and as `--option NAME=VALUE`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from cyclopts import Parameter, Token, validators

from hordes.engine.errors import BadRequest


def whole_number(kind: object, tokens: Sequence[Token]) -> int:
    """A whole number from a word of the command line: a fraction is refused, not rounded."""
    text = tokens[0].value
    try:
        return int(text, 0 if text.lstrip("+-")[:2].lower() == "0x" else 10)
    except ValueError:
        raise ValueError(f"{text!r} is no whole number.") from None


Whole = Annotated[int, Parameter(converter=whole_number)]
Positive = Annotated[Whole, Parameter(validator=validators.Number(gte=1))]
Sets = Annotated[list[str] | None, Parameter(negative="")]
Assignments = Annotated[list[str] | None, Parameter(negative="")]
"""Options of the game as NAME=VALUE."""


def check_names_given(names: list[str] | None, what: str) -> list[str]:
    """Check names given on the command line: an empty one is an error, such as an unset shell variable."""
    words = names or []
    if not all(word.strip() for word in words):
        raise BadRequest(f"The name of a {what} is empty.")
    return words


def option_values(
    game: str, flags: Mapping[str, Any], assignments: list[str] | None, sets: list[str] | None = None
) -> dict[str, list[Any]]:
    """Values of the game's options, in the order given: from flags of their names, and from NAME=VALUE.

    Sets named with their flag are played with in addition to the default ones.
    """
    from hordes.engine.games import load
    from hordes.engine.option_input import find_option, read_assignments, read_option, read_several

    rules = load(game)
    values: dict[str, list[Any]] = {}
    if sets:
        words = read_several(rules, [word for text in sets for word in text.split(",")], "sets")
        values["sets"] = [list(dict.fromkeys([*find_option(rules, "sets").default, *words]))]
    for name, given in flags.items():
        for value in given if isinstance(given, list) else [] if given is None else [given]:
            option = find_option(rules, name)
            values.setdefault(name, []).append(
                read_option(rules, name, value) if isinstance(value, str) else option.check(value)
            )
    for name, more in read_assignments(rules, assignments or []).items():
        values.setdefault(name, []).extend(more)
    return values


def game_options(
    game: str, flags: Mapping[str, Any], assignments: list[str] | None, sets: list[str] | None = None
) -> dict[str, Any]:
    """The game's options, each given once, and those that they need."""
    from hordes.engine.games import load
    from hordes.engine.option_input import with_needed

    values = option_values(game, flags, assignments, sets)
    return with_needed(load(game), {name: only_value(name, given) for name, given in values.items()})


def only_value(name: str, values: list[Any]) -> Any:
    """The value of an option that may be given only once."""
    if len(values) > 1:
        raise BadRequest(f"`{name}` is given {len(values)} times; it has one value.")
    return values[0]


def load_sets(words: list[str] | None) -> None:
    """Load sets from files of the user, each into the game that it is for; names of boxes are checked."""
    from hordes.engine.games import DEFAULT_GAME, game_of_file, load
    from hordes.engine.option_input import SET_FILE, find_option, read_several

    for word in check_names_given([word.strip() for text in words or [] for word in text.split(",")], "set"):
        game = load(game_of_file(word) if word.endswith(SET_FILE) else DEFAULT_GAME)
        names = read_several(game, [word], "sets")
        game.normalise({"sets": [*find_option(game, "sets").default, *names]})
