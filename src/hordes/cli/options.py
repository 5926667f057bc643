"""What several commands ask for: kinds of numbers, sets, and the options of a table."""

from typing import Annotated, Any

from cyclopts import Parameter, validators

from hordes.engine.errors import BadRequest

Sets = Annotated[list[str] | None, Parameter(negative="")]
Positive = Annotated[int, Parameter(validator=validators.Number(gte=1))]


def said_names(names: list[str] | None, what: str) -> list[str]:
    """Names as they were said on the command line. An empty one is a slip, as of a shell variable, and not nobody."""
    words = names or []
    if not all(word.strip() for word in words):
        raise BadRequest(f"The name of a {what} is empty.")
    return words


def enrol_sets(game: str, sets: list[str] | None) -> list[str]:
    """The names of the sets that were asked for, `base` first; files of the user's own join the game here."""
    from hordes.engine.games import enrol

    words = said_names([word for text in sets or [] for word in text.split(",")], "set")
    names = [enrol(game, word) if word.endswith(".py") else word for word in words]
    return list(dict.fromkeys(["base", *names])) if names else []


def table_options(
    game: str, players: int | None, map: str | None, sets: list[str] | None, **more: str | int | None
) -> dict[str, Any]:
    """The options of a game as the command line says them."""
    from hordes.engine.games import read_board

    files = {"map": map} | {name: more.pop(name) for name in ("board", "cards") if name in more}
    read = {name: None if file is None else read_board(str(file)) for name, file in files.items()}
    if more.get("dummies") is not None and players is None:
        players = 1
    said = {"players": players, "sets": enrol_sets(game, sets), **read, **more}
    return {name: value for name, value in said.items() if value is not None and value != []}
