"""Options that several commands share: number types, sets, and the table options."""

from typing import Annotated, Any

from cyclopts import Parameter, validators

from hordes.engine.errors import BadRequest

Sets = Annotated[list[str] | None, Parameter(negative="")]
Positive = Annotated[int, Parameter(validator=validators.Number(gte=1))]


def check_names_given(names: list[str] | None, what: str) -> list[str]:
    """Check names given on the command line: an empty one is an error, such as an unset shell variable."""
    words = names or []
    if not all(word.strip() for word in words):
        raise BadRequest(f"The name of a {what} is empty.")
    return words


def load_sets(game: str, sets: list[str] | None) -> list[str]:
    """Resolve set names, `base` first; a set in a file of the user is loaded and registered."""
    from hordes.engine.games import register_set

    words = check_names_given([word for text in sets or [] for word in text.split(",")], "set")
    names = [register_set(game, word) if word.endswith(".py") else word for word in words]
    return list(dict.fromkeys(["base", *names])) if names else []


def table_options(
    game: str, players: int | None, map: str | None, sets: list[str] | None, **more: str | int | None
) -> dict[str, Any]:
    """The game's options from command-line arguments."""
    from hordes.engine.games import read_board

    files = {"map": map} | {name: more.pop(name) for name in ("board", "cards") if name in more}
    read = {name: None if file is None else read_board(str(file)) for name, file in files.items()}
    # dummies imply the solo game
    if more.get("dummies") is not None and players is None:
        players = 1
    given = {"players": players, "sets": load_sets(game, sets), **read, **more}
    return {name: value for name, value in given.items() if value is not None and value != []}
