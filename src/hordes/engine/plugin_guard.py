"""Checks around everything that a game of another package answers: a fault names game, method, file and line.

Compiled code asks such a game, where a wrong answer would surface far from its cause or be taken for another one. So
every method that hordes calls is wrapped once, when its class is defined. An error of the game's own code becomes a
`PieceError` too; refusals (`Refusal`) are its way to refuse input and pass through.
"""

from __future__ import annotations

import functools
import re
import sys
import traceback
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

from hordes.engine.core.bits import BITS_PER_SET
from hordes.engine.core.encoding import MAX_VALUE
from hordes.engine.core.state import CHANCE, OVER, TARGETS
from hordes.engine.errors import PieceError, Refusal
from hordes.engine.event_tags import EventTag
from hordes.engine.option_schema import Option
from hordes.engine.page_guard import display_fault, drawing_fault
from hordes.engine.validation import is_single_word, shown, without_addresses

STATE_FIELDS = frozenset(("game", "options", "setup", "setup_hash", "seats", "to_move", "sink"))
"""What `PluginState.__init__` sets."""
Check = Callable[[Any, Any], str]
"""What is wrong with an answer of an object (a state or a game), as a sentence; empty when nothing is."""


def guard_methods(kind: type, base: type, checks: dict[str, Check]) -> None:
    """Wrap the methods that a class itself defines, or takes from one that is not derived from `base`."""
    for name, check in checks.items():
        owner = next((one for one in kind.__mro__ if name in vars(one)), kind)
        function = vars(owner).get(name)
        if callable(function) and (owner is kind or (not issubclass(owner, base) and owner not in base.__mro__)):
            setattr(kind, name, _guarded(name, function, check))


def _bound(function: Callable[..., Any], owner: Any) -> Callable[..., Any]:
    """What Python calls for an attribute of a class: a method, or a callable that gets no object."""
    binds = getattr(type(function), "__get__", None)
    bound: Callable[..., Any] = function if binds is None else binds(function, owner, type(owner))
    return bound


def _guarded(name: str, function: Callable[..., Any], check: Check) -> Callable[..., Any]:
    @functools.wraps(function)
    def guarded(owner: Any, *arguments: Any, **named: Any) -> Any:
        if name in TAKE_OPTIONS:
            arguments, named = (owner.normalise(*arguments, **named),), {}
        try:
            answer = _bound(function, owner)(*arguments, **named)
        except (PieceError, Refusal):
            raise
        except Exception as problem:
            said = without_addresses(f"raised {type(problem).__name__}: {problem}")
            raise PieceError(f"{_title(owner, name)} {said} ({_line(function, problem)}).") from problem
        fault = check(owner, answer)
        if fault:
            code = getattr(function, "__code__", None)
            where = f" (line {code.co_firstlineno} of {code.co_filename})" if code else ""
            raise PieceError(f"{_title(owner, name)} answered {shown(answer)}: {fault}{where}.")
        return deepcopy(answer) if name in HANDED_OUT else answer

    return guarded


def guard_beginning(kind: type) -> None:
    """Wrap the `__init__` that a class of states itself defines: its errors name it, and it calls that of its base."""
    function = vars(kind).get("__init__")
    if function is None:
        return

    @functools.wraps(function)
    def guarded(state: Any, game: Any, options: dict[str, Any], *more: Any, **named: Any) -> None:
        title = f"The game {getattr(game, 'name', game)!r} is at fault: {kind.__name__}.__init__"
        try:
            function(state, game, options, *more, **named)
        except (PieceError, Refusal):
            raise
        except Exception as problem:
            said = without_addresses(f"raised {type(problem).__name__}: {problem}")
            hint = "" if "seats" in vars(state) else "; it calls `super().__init__(game, options)` first"
            raise PieceError(f"{title} {said} ({_line(function, problem)}){hint}.") from problem
        if not vars(state).keys() >= STATE_FIELDS:
            where = f"line {function.__code__.co_firstlineno} of {function.__code__.co_filename}"
            raise PieceError(f"{title} does not call `super().__init__(game, options)` ({where}).")

    kind.__init__ = guarded  # type: ignore[misc]


def _title(owner: Any, name: str) -> str:
    game = getattr(owner, "game", owner)
    return f"The game {game.name!r} is at fault: {type(owner).__name__}.{name}"


def _line(function: Callable[..., Any], problem: BaseException) -> str:
    """Where in the game's own package an error arose, however deep in other libraries it was raised."""
    frames = traceback.extract_tb(problem.__traceback__)
    code = getattr(function, "__code__", None)
    own = [frame for frame in frames if code and Path(frame.filename).is_relative_to(Path(code.co_filename).parent)]
    own = own or frames
    return f"line {own[-1].lineno} of {own[-1].filename}"


def missing_methods(kind: type, base: type, names: tuple[str, ...]) -> str:
    """A sentence about the methods that a class has to implement and does not; empty when it has them all."""
    missing = [f"`{name}`" for name in names if getattr(kind, name) is getattr(base, name)]
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or kind.__module__
    return f"{kind.__name__} in {file} lacks {', '.join(missing)}." if missing else ""


# Kinds of answers


def _is_number(answer: Any) -> bool:
    return isinstance(answer, int) and not isinstance(answer, bool)


def _number(owner: Any, answer: Any) -> str:
    return "" if _is_number(answer) else "it answers with a whole number"


def _flag(owner: Any, answer: Any) -> str:
    return "" if isinstance(answer, bool) else "it answers True or False"


def _text(owner: Any, answer: Any) -> str:
    return "" if isinstance(answer, str) else "it answers with a text"


def _data(owner: Any, answer: Any) -> str:
    return "" if isinstance(answer, dict) else "it answers with a dict"


def _numbers(owner: Any, answer: Any) -> str:
    fits = isinstance(answer, list) and all(_is_number(number) for number in answer)
    return "" if fits else "it answers with a list of whole numbers"


def _texts(owner: Any, answer: Any) -> str:
    fits = isinstance(answer, list) and all(isinstance(text, str) for text in answer)
    return "" if fits else "it answers with a list of texts"


# Answers of a state


def _seat(state: Any, answer: Any) -> str:
    fits = _is_number(answer) and OVER <= answer < state.seats
    return "" if fits else f"it answers with a seat from 0 to {state.seats - 1}, CHANCE or OVER"


def _moves(state: Any, answer: Any) -> str:
    """Legal moves: those that the game has declared, and none after its end."""
    if fault := _numbers(state, answer):
        return fault
    if state.to_move == OVER:
        return "when the game is over no move is legal" if answer else ""
    if not answer:
        who = "chance" if state.to_move == CHANCE else f"seat {state.to_move}"
        return f"{who} is to move, so some move must be legal"
    return _undeclared(state, answer)


def _undeclared(state: Any, moves: Any) -> str:
    declared = state.game.declared_moves(state.options, state.to_move == CHANCE)
    if declared.issuperset(moves):
        return ""
    verb, target = divmod(next(move for move in moves if move not in declared), TARGETS)
    where = "outcome_targets" if state.to_move == CHANCE else "action_targets"
    return f"verb {verb} with target {target} is not declared in `{where}`"


def _weights(state: Any, answer: Any) -> str:
    fits = isinstance(answer, dict) and all(_is_number(n) and _is_number(move) and n > 0 for move, n in answer.items())
    if not fits:
        return "it answers with a dict of outcomes and their weights, whole numbers from 1 up"
    return _undeclared(state, answer) if answer else "chance decides, so it needs an outcome"


def _move(state: Any, answer: Any) -> str:
    return "" if _is_number(answer) and answer in state.legal_moves() else "it answers with a legal move"


def _words(state: Any, answer: Any) -> str:
    """The text of a move."""
    if not isinstance(answer, str) or not answer or answer != " ".join(answer.split()):
        return "it answers with words, one space between them"
    return "" if answer.split()[0] in state.game.verbs else f"its first word is none of `verbs`, {state.game.verbs}"


def _nothing(state: Any, answer: Any) -> str:
    """After a move: somebody whom hordes can ask is to move."""
    if answer is not None:
        return "it answers nothing, but changes the state"
    return to_move_fault(state)


def to_move_fault(state: Any) -> str:
    """What is wrong with a state's `to_move`."""
    if _seat(state, state.to_move):
        return f"`to_move` is then {state.to_move!r}, neither a seat from 0 to {state.seats - 1} nor CHANCE nor OVER"
    if state.to_move >= 0 and state.is_automatic(state.to_move):
        return f"seat {state.to_move} is then to move, which is automatic: let chance decide for it"
    return ""


def _state(owner: Any, answer: Any) -> str:
    """A copy, or a world for a seat: a state of its own."""
    return (
        "" if type(answer) is type(owner) and answer is not owner else f"it answers with another {type(owner).__name__}"
    )


def _event(state: Any, answer: Any) -> str:
    return "" if isinstance(answer, dict) and isinstance(answer.get("type"), str) else "it answers with an event"


def _result(state: Any, answer: Any) -> str:
    """Nothing before the end, then scores of all seats, winners, and a reason."""
    if state.to_move != OVER:
        return "" if answer is None else "it answers None until the game is over"
    seats = range(state.seats)
    if not isinstance(answer, dict) or _numbers(state, answer.get("scores")) or len(answer["scores"]) != state.seats:
        return f"it answers with `scores`, a whole number for each of {state.seats} seats"
    winners = answer.get("winners")
    if not isinstance(winners, list) or winners != [seat for seat in seats if seat in winners]:
        return "`winners` is an ascending list of seats"
    return "" if isinstance(answer.get("reason"), str) else "`reason` is a text"


def _display(state: Any, answer: Any) -> str:
    return display_fault(answer, state.seats, state.game.region_ids(state.options))


def _observation(state: Any, answer: Any) -> str:
    """Numbers that an array of 16 bits can hold; a wrong one is named with the part that it belongs to."""
    if fault := _numbers(state, answer):
        return fault
    wrong = next((k for k, number in enumerate(answer) if not 0 <= number <= MAX_VALUE), None)
    if wrong is None:
        return ""
    end, named = 0, ""
    for name, rows, columns, _, _ in state.game.observation_parts(state.options):
        named = f" (part {name!r})" if end <= wrong < end + rows * len(columns) else named
        end += rows * len(columns)
    return f"number {wrong}{named} is {answer[wrong]}, and numbers are from 0 to {MAX_VALUE}"


def _move_data(state: Any, answer: Any) -> str:
    if fault := _data(state, answer):
        return fault
    for key in ("verb", "label"):
        if key in answer and not isinstance(answer[key], str):
            return f"`{key}` is a text, not {shown(answer[key])}"
    for key in ("arguments", "regions"):
        if _texts(state, answer.get(key, [])):
            return f"`{key}` is a list of texts, not {shown(answer[key])}"
    unknown = [name for name in answer.get("regions", []) if name not in state.game.region_ids(state.options)]
    return f"`regions` names {unknown[0]!r}, which is no region of `board_drawing`" if unknown else ""


STATE_CHECKS: dict[str, Check] = {
    "legal_moves": _moves, "chance_weights": _weights, "apply": _nothing, "describe": _words, "position": _data,
    "score": _number, "clone": _state, "view": _data, "redact_event": _event, "resample": _state, "result": _result,
    "phase_name": _text, "default_move": _move, "die_move": _number, "why_illegal": _text, "explain": _text,
    "public_summary": _data, "display": _display, "move_data": _move_data, "narrate": _text, "turn_seat": _seat,
    "turn_number": _number, "team_of": _number, "is_automatic": _flag, "estimate": _number, "rate": _number,
    "observation": _observation, "parse": _number,
}  # fmt: skip
NEEDED_OF_STATES = ("legal_moves", "apply", "describe", "position", "read_position", "score")


# Answers of a game


def _schema(game: Any, answer: Any) -> str:
    if not isinstance(answer, list) or not all(isinstance(option, Option) for option in answer):
        return "it answers with a list of `Option`"
    names = [option.name for option in answer]
    if len(set(names)) < len(names):
        return "two options have the same name"
    players = next((option for option in answer if option.name == "players"), None)
    if players is None or players.kind != "number" or players.least < 1 or players.most > BITS_PER_SET:
        return f"the option `players` is missing, or no whole number from 1 to {BITS_PER_SET} at most"
    return next(filter(None, (_option_fault(option, answer) for option in answer)), "")


def _option_fault(option: Option, declared: list[Option]) -> str:
    """What is wrong with an option: its name, its default and what is proposed, what it needs."""
    if not NAME.fullmatch(option.name):
        return (
            f"the option {option.name!r}: a name has small letters, digits and `_`, such as `big_dice`, and begins so"
        )
    if option.name in NAMES_OF_COMMANDS:
        return (
            f"the option `{option.name}` would be hidden by what `--{option.name}` is to a command; name it otherwise"
        )
    try:
        option.check(option.default)
    except Refusal as refusal:
        return f"a default that it refuses itself: {str(refusal).rstrip('.')}"
    try:
        option.check(option.default if option.proposed is None else option.proposed)
    except Refusal as refusal:
        return f"what is proposed for `{option.name}` is refused: {str(refusal).rstrip('.')}"
    return _need_fault(option, declared) if option.needs is not None else ""


def _need_fault(option: Option, declared: list[Option]) -> str:
    name, value = option.needs or ("", None)
    needed = next((other for other in declared if other.name == name), None)
    if needed is None or needed is option:
        return f"`{option.name}` needs `{name}`, which is no other option"
    try:
        needed.check(value)
    except Refusal as refusal:
        return f"`{option.name}` needs what `{name}` cannot be: {str(refusal).rstrip('.')}"
    return ""


def _started(game: Any, answer: Any) -> str:
    if not isinstance(answer, game.state_class):
        return f"it answers with a {game.state_class.__name__}"
    return to_move_fault(answer)


def _length(game: Any, answer: Any) -> str:
    return "" if _is_number(answer) and answer > 0 else "it answers with a whole number from 1 up"


def _bounds(game: Any, answer: Any) -> str:
    fits = isinstance(answer, tuple) and len(answer) == 2 and all(map(_is_number, answer)) and answer[0] <= answer[1]
    return "" if fits else "it answers with the least and the greatest score, both whole numbers"


def _targets(game: Any, answer: Any) -> str:
    fits = isinstance(answer, dict) and all(
        _is_number(verb) and verb >= 0 and _is_number(n) and 0 < n <= BITS_PER_SET for verb, n in answer.items()
    )
    return "" if fits else f"it answers with a dict of verbs and their numbers of targets, {BITS_PER_SET} at most"


def _parts(game: Any, answer: Any) -> str:
    fits = isinstance(answer, list) and all(
        isinstance(part, tuple) and len(part) == 5 and isinstance(part[0], str) and _is_number(part[1])
        and _texts(game, part[2]) == "" and _is_number(part[3]) and isinstance(part[4], str)
        for part in answer
    )  # fmt: skip
    return "" if fits else "it answers with parts: name, rows, names of columns, maximum, description"


def _drawing(game: Any, answer: Any) -> str:
    return drawing_fault(answer)


def _glossary(game: Any, answer: Any) -> str:
    """Names and explanations by id."""
    if fault := _data(game, answer):
        return fault
    for key, entry in answer.items():
        if not isinstance(key, str) or not isinstance(entry, dict):
            return f"{key!r} has {shown(entry)}, and entries are dicts by id"
        for name in ("kind", "name", "text"):
            if not isinstance(entry.get(name), str):
                return f"the entry {key!r} has the {name} {shown(entry.get(name))}; `kind`, `name` and `text` are texts"
    return ""


def _tags(game: Any, answer: Any) -> str:
    fits = isinstance(answer, list) and all(isinstance(tag, EventTag) for tag in answer)
    return "" if fits else "it answers with a list of tags (hordes.engine.event_tags)"


def _none(game: Any, answer: Any) -> str:
    return "" if answer is None else "it answers nothing; options that do not go together it refuses by `BadRequest`"


GAME_CHECKS: dict[str, Check] = {
    "option_schema": _schema, "check_options": _none, "start": _started, "max_game_length": _length,
    "max_chance_events": _number,
    "score_bounds": _bounds, "action_targets": _targets, "outcome_targets": _targets, "observation_parts": _parts,
    "board_data": _data, "page_board": _data, "board_drawing": _drawing,
    "glossary": _glossary, "glossary_for": _glossary,
    "die_faces": _numbers, "violated_invariants": _texts, "violated_step_invariants": _texts, "event_tags": _tags,
    "source_kind": _text, "piece_names": _data,
    "piece_kinds": _data,
}  # fmt: skip
TAKE_OPTIONS = frozenset(GAME_CHECKS) - {
    "option_schema", "check_options", "glossary", "die_faces", "violated_invariants", "violated_step_invariants",
    "event_tags", "source_kind", "piece_names",
}  # fmt: skip
"""Methods of a game whose argument is a set of options: they get complete ones, whoever asks."""
HANDED_OUT = frozenset(("board_data", "page_board", "board_drawing", "glossary", "glossary_for"))
"""Methods of a game whose answers are copied: callers may change them, and the game's own tables stay as they are."""
NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?")
"""Names of options: keywords of `Match`, flags with `-` for `_`, and parameters in OpenSpiel."""
NAMES_OF_COMMANDS = frozenset((
    "game", "games", "seed", "seat", "load", "bots", "hotseat", "fast", "option", "options", "port", "browser",
    "terminal", "jobs", "details", "out", "tables", "ray", "lineup", "minutes", "deep", "first", "position", "help",
    "version",
))  # fmt: skip
"""Names that an option cannot have: flags of the commands that take options, and arguments of `Match`."""
NEEDED_OF_GAMES = ("option_schema", "max_game_length", "score_bounds", "action_targets")


def declaration_fault(kind: Any, game_base: type, state_base: type) -> str:
    """What is wrong with the class of a game, as far as can be seen before any game; empty when nothing is."""
    title, state_class = kind.__name__, kind.state_class
    for name in ("name", "title", "rules_version"):
        if not isinstance(getattr(kind, name), str) or not getattr(kind, name):
            return f"`{name}` of {title} is a text, not {getattr(kind, name)!r}."
    if not isinstance(kind.about, str):
        return f"`about` of {title} is a text, not {kind.about!r}."
    if not is_single_word(kind.name):
        return f"`name` of {title} is one word, not {kind.name!r}."
    if not isinstance(kind.moves_are_public, bool):
        return f"`moves_are_public` of {title} is True or False, not {kind.moves_are_public!r}."
    verbs = kind.verbs
    if not isinstance(verbs, tuple) or not verbs or not all(isinstance(v, str) and is_single_word(v) for v in verbs):
        return f"`verbs` of {title} is a tuple of words, with which moves begin, not {verbs!r}."
    if not isinstance(state_class, type) or not issubclass(state_class, state_base):
        return f"`state_class` of {title} is a subclass of {state_base.__name__}, not {state_class!r}."
    missing = missing_methods(kind, game_base, NEEDED_OF_GAMES)
    if state_class is state_base and not missing:
        return f"{title} lacks `state_class`, the subclass of {state_base.__name__} that has its rules."
    return missing or missing_methods(state_class, state_base, NEEDED_OF_STATES)
