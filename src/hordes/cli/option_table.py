"""`hordes options GAME`: the declared options of a game as a table."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hordes.engine.games import load
from hordes.engine.option_schema import Option


def print_options(name: str) -> None:
    """Print every option that one may choose, with its values and its default."""
    game = load(name)
    table = Table("option", "values, and what it is for", box=None, pad_edge=False)
    table.columns[0].no_wrap = True
    for option in game.option_schema():
        default = "" if option.default is None else f" (default {option_text(option.default)})"
        about = Text.assemble((f"{values_text(option)}{default}", "dim"), f"\n{about_text(option)}")
        table.add_row(Text(option.name, "bold"), about)
    console = Console()
    console.print(Text(f"{game.title}, rules version {game.rules_version}", "bold"), table)
    console.print(
        Text(f"An option is given as --option NAME=VALUE, for example {example(game.option_schema())}.", "dim")
    )


def values_text(option: Option) -> str:
    """The values that an option can have, in words.

    >>> values_text(Option("players", 2, "", least=2, most=4)), values_text(Option("auction", False, ""))
    ('2 to 4', 'true or false')
    >>> values_text(Option("map", None, "", choices=("large", "small"), takes_data=True))
    'large, small, a .json file'
    """
    match option.kind:
        case "number":
            return f"{option.least} to {option.most}"
        case "flag":
            return "true or false"
        case "data":
            return "JSON, or a .json file"
        case "several":
            return f"some of {', '.join(option.choices)}"
        case "choice":
            return ", ".join([*option.choices, *(["a .json file"] if option.takes_data else [])])


def about_text(option: Option) -> str:
    """What an option is for, and what it needs."""
    if option.needs is None:
        return option.about
    name, value = option.needs
    return f"{option.about} Only where {name} is {option_text(value)}."


def option_text(value: Any) -> str:
    """A value as it is given on the command line.

    >>> option_text(["base", "cursed"]), option_text(True), option_text(3)
    ('base,cursed', 'true', '3')
    """
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return ",".join(value)
    return value if isinstance(value, str) else json.dumps(value)


def example(declared: list[Option]) -> str:
    """An option set to another value than its default."""
    option = next((option for option in declared if len(option.values()) > 1), declared[0])
    other = next((value for value in option.values() if value != option.default), option.default)
    return f"--option {option.name}={option_text(other)}"
