"""Options for fuzzing, varied by their declarations: all numbers of players, all values of each option, mixtures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hordes.engine.core.rng import Rng, mix
from hordes.engine.errors import Refusal
from hordes.engine.option_schema import Option

if TYPE_CHECKING:
    from hordes.engine.core.state import Game

MOST_VALUES = 12
"""Values of a number's range that are tried at most: its ends, and others spread between them."""


def vary(game: Game, k: int, fixed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The k-th options of a game, all but `fixed` ones varied; the numbers of players take turns.

    First come the defaults, then one option at a time with each of its values, then random mixtures. Values that do
    not go together, as the game says, are left at their defaults.
    """
    declared = {option.name: option for option in game.option_schema()}
    given = dict(fixed or {})
    free = [option for name, option in declared.items() if name not in given]
    players = [option for option in free if option.name == "players"]
    crowd: dict[str, Any] = {}
    for option in players:
        values = some_values(option)
        crowd[option.name] = values[k % len(values)]
        k //= len(values)
    changed = changes([option for option in free if option not in players], k)
    for trial in (crowd | changed, changed, crowd, {}):
        options = with_needs_met(declared, trial | given, given)
        if options is not None and is_accepted(game, options):
            return game.normalise(options)
    return game.normalise(given)


def some_values(option: Option) -> list[Any]:
    """The values of an option; of a wide range some, with both ends.

    >>> some_values(Option("goal", 50, "Points.", least=10, most=1000))
    [10, 100, 190, 280, 370, 460, 550, 640, 730, 820, 910, 1000]
    """
    if option.kind != "number" or option.most - option.least < MOST_VALUES:
        return option.values()
    steps = MOST_VALUES - 1
    return [option.least + (option.most - option.least) * step // steps for step in range(MOST_VALUES)]


def changes(options: list[Option], k: int) -> dict[str, Any]:
    """What the k-th variation sets: nothing, then one value of one option, then random values of all."""
    single = [(option.name, value) for option in options for value in some_values(option) if value != option.default]
    if k <= len(single):
        return dict(single[k - 1 : k]) if k > 0 else {}
    rng = Rng(int(mix(k)))
    chosen: dict[str, Any] = {}
    for option in options:
        values = some_values(option)
        chosen[option.name] = values[int(rng.below(len(values)))]
    return chosen


def with_needs_met(
    declared: Mapping[str, Option], options: dict[str, Any], given: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Options without those that may not be set beside the others; None if that would be one of the given ones.

    A single option brings what it needs; in a mixture, where that has another value already, it is left out.
    """
    complete = dict(options)
    for name in options:
        needs = declared[name].needs if name in declared else None
        if needs is not None and complete[name] != declared[name].default:
            complete.setdefault(*needs)
    for name in options:
        needs = declared[name].needs if name in declared else None
        if needs is not None and complete.get(needs[0]) != needs[1]:
            if name in given:
                return None
            del complete[name]
    return complete


def is_accepted(game: Game, options: dict[str, Any]) -> bool:
    """Whether a game with these options can begin."""
    try:
        game.new(game.normalise(options))
    except Refusal:
        return False
    return True
