"""What several commands share: kinds of numbers, and the options of a game as flags and as `--option NAME=VALUE`."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from cyclopts import Parameter, Token, validators

from hordes.engine.core.game import Game
from hordes.engine.errors import BadRequest
from hordes.engine.validation import did_you_mean


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
Declared = Annotated[list[str], Parameter(negative="")]
"""Options of the game as flags of their names: whatever the game declares."""


def check_names_given(names: list[str] | None, what: str) -> list[str]:
    """Check names given on the command line: an empty one is an error, such as an unset shell variable."""
    words = names or []
    if not all(word.strip() for word in words):
        raise BadRequest(f"The name of a {what} is empty.")
    return words


def option_values(
    game: str,
    players: int | None,
    declared: Mapping[str, list[str]],
    assignments: list[str] | None,
    *,
    command: Callable[..., int],
) -> dict[str, list[Any]]:
    """Values of the game's options, in the order given: from flags of their names, and from NAME=VALUE.

    What a flag chooses of several is added to the default ones.
    """
    from hordes.engine.games import load
    from hordes.engine.option_input import find_option, read_assignments, read_option, read_several

    rules = load(game)
    values: dict[str, list[Any]] = {}
    if players is not None:
        values["players"] = [find_option(rules, "players").check(players)]
    for flag, texts in declared.items():
        name = flag.replace("-", "_")
        check_flag(rules, flag, command)
        option = find_option(rules, name)
        if option.kind == "several":
            words = read_several(rules, [word for text in texts for word in text.split(",")], name)
            values[name] = [list(dict.fromkeys([*option.default, *words]))]
        else:
            values[name] = [read_option(rules, name, text) for text in texts]
    for name, more in read_assignments(rules, assignments or []).items():
        values.setdefault(name, []).extend(more)
    return values


def check_flag(game: Game, flag: str, command: Callable[..., int]) -> None:
    """Refuse a flag that neither the command nor the game has, and name the one that was meant."""
    declared = [option.name for option in game.option_schema() if "." not in option.name]
    if flag.replace("-", "_") in declared:
        return
    own = [
        name
        for name, one in inspect.signature(command).parameters.items()
        if one.kind is inspect.Parameter.KEYWORD_ONLY
    ]
    near = did_you_mean(flag.replace("-", "_"), [*own, *declared])
    raise BadRequest(
        f"There is no flag --{flag}, and {game.title} has no such option; it has {', '.join(declared)}.{near}"
    )


def game_options(
    game: str,
    players: int | None,
    declared: Mapping[str, list[str]],
    assignments: list[str] | None,
    *,
    command: Callable[..., int],
) -> dict[str, Any]:
    """The game's options, each given once, and those that they need."""
    from hordes.engine.games import load
    from hordes.engine.option_input import with_needed

    values = option_values(game, players, declared, assignments, command=command)
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
