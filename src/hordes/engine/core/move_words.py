"""Checks that the move readers of all games share: the number of words, and words in the wrong case."""

from __future__ import annotations

from hordes.engine.errors import RuleViolation, translatable


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
