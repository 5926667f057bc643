"""What the move readers of all games share: the number of words, words in the wrong case, moves given as data."""

from __future__ import annotations

from typing import Any

from hordes.engine.errors import BadRequest, RuleViolation, translatable
from hordes.engine.validation import is_single_word


def require_word_count(text: str, arguments: list[str], n: int, form: str) -> None:
    """Refuse a move text whose verb is not followed by exactly n words; `form` is how the move is written."""
    if len(arguments) != n:
        raise RuleViolation(
            translatable(
                "move_form",
                "`{move}` is not complete or too long: the move is written `{form}`.",
                move=text.strip(),
                form=form,
            )
        )


def match_other_case(word: str, known: list[str]) -> str:
    """The known word that differs from this one only in capital and small letters; empty when none or several do.

    >>> match_other_case("f", ["E", "F"]), match_other_case("F", ["E", "F"])
    ('F', '')
    """
    matches = [other for other in known if other != word and other.lower() == word.lower()]
    return matches[0] if len(matches) == 1 else ""


def refuse_other_case(word: str, known: list[str], text: str) -> None:
    """Refuse a word that is a known one but for its capital and small letters.

    The sentence is the game's own, with the gaps `word` and `meant`.
    """
    meant = match_other_case(word, known)
    if meant != "":
        raise RuleViolation(translatable("word_case", text, word=word, meant=meant))


def fill_form(forms: dict[str, str], data: dict[str, Any]) -> str:
    """The text of a move given as data, by the form of its verb; every value is one word.

    >>> fill_form({"move": "move {troop} {zone}"}, {"verb": "move", "troop": "0a", "zone": "B"})
    'move 0a B'
    """
    verb = data.get("verb")
    if not isinstance(verb, str) or verb not in forms:
        raise BadRequest(f"A move as data has a key `verb`, one of {', '.join(sorted(forms))}.")
    words: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, (str, int)) and not is_single_word(str(value)):
            raise BadRequest(f"`{key}` of a move as data is one word, not {value!r}.")
        words[key] = str(value)
    try:
        return forms[verb].format(**words)
    except KeyError as missing:
        raise BadRequest(f"A move `{verb}` as data lacks the key `{missing.args[0]}`.") from None
