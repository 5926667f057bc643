r"""Sentences for people about input that does not fit: which field, and what was expected there.

The decoder (msgspec) says ``Expected `str` of length >= 2`` and shows regular expressions. That is for programmers of
this server; whoever made the request reads here what the field has to be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Literal, get_args, get_origin, get_type_hints

from hordes.engine.errors import Message, Named, translatable, word
from hordes.server.protocol import base
from hordes.server.protocol.messages import FromClient
from hordes.server.protocol.tables import Clocks, SeatPlan

KINDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "an object with named fields",
    "array": "a list",
    "null": "nothing",
}
"""Kinds of values, as the decoder calls them, in words."""
MAX_SHOWN = 60
"""Longest part of somebody's input that is quoted."""
CHOICES = {
    name: [str(value) for value in get_args(kind)]
    for struct in (SeatPlan, Clocks)
    for name, kind in get_type_hints(struct).items()
    if get_origin(kind) is Literal
} | {"type": [str(kind.__struct_config__.tag) for kind in get_args(FromClient)]}
"""Fields that take one of a few words, and these words."""


def explain_problems(problems: Iterable[tuple[str, str]]) -> Message:
    """One sentence for each problem: a field (empty for the whole request) and what the decoder says about it."""
    sentences = [explain_problem(field, text) for field, text in problems]
    if len(sentences) == 1:
        return sentences[0]
    return Message(" ".join(str(sentence) for sentence in sentences[:5]))


def explain_decoding(error: Exception) -> Message:
    """The sentence for an error of the decoder, which ends in the path of the field."""
    text, _, path = str(getattr(error, "detail", "") or error).partition(" - at `$")
    return explain_problem(path.rstrip("`").lstrip("."), text)


def explain_problem(field: str, text: str) -> Message:
    """The sentence for one problem.

    >>> str(explain_problem("name", "Expected `str` of length >= 2"))
    '`name` must have at least 2 characters.'
    """
    for pattern, explain in EXPLANATIONS:
        if match := pattern.fullmatch(text):
            return explain(_shown_field(field), *match.groups())
    return translatable(
        "field_bad", "{field} does not have the form that is expected there.", field=_shown_field(field)
    )


def _shown_field(field: str) -> Named | str:
    if field in ("", "data", "..."):
        return word("The request")
    return f"`{field[:MAX_SHOWN]}`"


Field = Named | str


def _missing(_: Field, name: str) -> Message:
    return translatable("field_missing", "The field {name} is missing.", name=_shown_field(name))


def _unknown(_: Field, name: str) -> Message:
    return translatable("field_unknown", "There is no field {name} here.", name=_shown_field(name))


def _of_another_kind(field: Field, expected: str, given: str) -> Message:
    kinds = [KINDS.get(kind.strip(), "a value of another kind") for kind in expected.split("|")]
    kind = next((kind for kind in kinds if kind != "nothing"), kinds[0])
    text = "{field} must be {kind}, not {given}."
    return translatable(
        "field_kind", text, field=field, kind=word(kind), given=word(KINDS.get(given, "something else"))
    )


def _too_short(field: Field, kind: str, n: str) -> Message:
    if n == "1":
        return translatable("field_empty", "{field} must not be empty.", field=field)
    if kind == "str":
        return translatable("field_short", "{field} must have at least {n} characters.", field=field, n=int(n))
    return translatable("field_few", "{field} must have at least {n} entries.", field=field, n=int(n))


def _too_long(field: Field, kind: str, n: str) -> Message:
    if kind == "str":
        return translatable("field_long", "{field} must have at most {n} characters.", field=field, n=int(n))
    return translatable("field_many", "{field} must have at most {n} entries.", field=field, n=int(n))


def _of_exact_length(field: Field, _: str, n: str) -> Message:
    return translatable("field_length", "{field} must have exactly {n} characters.", field=field, n=int(n))


def _too_low(field: Field, least: str) -> Message:
    return translatable("field_low", "{field} must be {n} or more.", field=field, n=_number(least))


def _too_high(field: Field, most: str) -> Message:
    return translatable("field_high", "{field} must be {n} or less.", field=field, n=_number(most))


def _number(text: str) -> int | str:
    value = float(text)
    return int(text) if text.lstrip("-").isdigit() else int(value) if value.is_integer() else text


def _of_another_form(field: Field, pattern: str) -> Message:
    plain = pattern.encode().decode("unicode_escape")
    form = next((form for known, form in base.FORMS.items() if plain in (known, repr(known)[1:-1])), "of another form")
    return translatable("field_form", "{field} must be {form}.", field=field, form=word(form))


def _no_choice(field: Field, given: str) -> Message:
    name = str(field).strip("`").rpartition(".")[2]
    choices = CHOICES.get(name)
    if choices is None:
        return translatable("field_bad", "{field} does not have the form that is expected there.", field=field)
    text = "{field} cannot be {given}; it must be one of: {choices}."
    return translatable("field_choice", text, field=field, given=given[:MAX_SHOWN], choices=", ".join(choices))


def _no_json(_: Field) -> Message:
    return translatable("json_bad", "The request is not valid JSON.")


def _no_body(_: Field) -> Message:
    return translatable("body_missing", "The request needs a body: a JSON object.")


EXPLANATIONS: list[tuple[re.Pattern[str], Callable[..., Message]]] = [
    (re.compile(r"Object missing required field `(.*)`", re.S), _missing),
    (re.compile(r"Object contains unknown field `(.*)`", re.S), _unknown),
    (re.compile(r"Expected `([^`]*)`, got `([^`]*)`"), _of_another_kind),
    (re.compile(r"Expected `(\w+)` of length >= (\d+)"), _too_short),
    (re.compile(r"Expected `(\w+)` of length <= (\d+)"), _too_long),
    (re.compile(r"Expected `(\w+)` of length == (\d+)"), _of_exact_length),
    (re.compile(r"Expected `(?:int|float)` >= (-?[\d.]+)"), _too_low),
    (re.compile(r"Expected `(?:int|float)` <= (-?[\d.]+)"), _too_high),
    (re.compile(r"Expected `str` matching regex ['\"](.*)['\"]", re.S), _of_another_form),
    (re.compile(r"Invalid (?:enum )?value (.*)", re.S), _no_choice),
    (re.compile(r"JSON is malformed.*|Input data was truncated|Invalid UTF-8.*|.*codec can't.*", re.S), _no_json),
    (re.compile(r".*(?:recursion|nested).*", re.S | re.I), _no_json),
    (re.compile(r"'data'|Missing required .*", re.S), _no_body),
]
"""What the decoder says, and the sentence for it."""

STATUS_SENTENCES = {
    404: translatable("status_404", "There is nothing at this address."),
    405: translatable("status_405", "This address does not take that kind of request."),
    413: translatable("status_413", "The request is too large."),
}
"""Sentences for refusals of the framework that are not about a field."""


def explain_status(status: int) -> Message:
    """The sentence for a refusal of the framework, by its HTTP status."""
    return STATUS_SENTENCES.get(status) or translatable("status_other", "This request cannot be answered.")
