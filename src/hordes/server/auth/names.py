r"""Names and texts of visitors: cleaning, and names that look like other names.

Every text that others read is one line of printable characters. What has no glyph of its own is removed: control
characters, line breaks, characters that turn the direction of writing, letters that are drawn as nothing. Names of
accounts are letters, digits and `_.-` of one script, and no two of them look alike: their *skeletons* differ, in which
a letter stands for all that look like it. A guest's name may be anything printable, but not the look-alike of another
name at the same table.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable

from hordes.engine.errors import BadRequest, Refusal, translatable

MIN_ACCOUNT_NAME, MAX_ACCOUNT_NAME = 2, 30
MAX_NAME = 30
"""Longest name of a seat that gets a number."""
MAX_FOLDED = 60
"""Length of the column `account.folded`: casefolding makes some letters three."""
MAX_SKELETON = 200
"""Length of the column `account.skeleton`."""
MAX_MARKS = 3
"""Most combining marks on one letter; more would be drawn over the lines around."""
INVISIBLE = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that count as printable and are drawn as nothing: fillers of Korean and Khmer, the empty Braille cell."""
EMOJI_JOINTS = "\u200d\ufe0e\ufe0f"
"""Joiner and variation selectors inside emoji: kept where people write sentences."""
LOOK_ALIKES = {
    "a": "аαɑ", "b": "ЬƄ", "c": "сϲᴄ", "d": "ԁɗ", "e": "еєҽε", "g": "ɡԍ", "h": "һհ", "i": "іιɩı", "j": "јϳ",
    "k": "кκ", "l": "1|Iӏ׀ߊ", "m": "м", "n": "пηռ", "o": "оοօ०0σ", "p": "рρ", "q": "ԛզ", "r": "гᴦ", "s": "ѕꜱ",
    "t": "тτ", "u": "υսʋцμ", "v": "ѵνᴠ", "w": "ѡԝωшա", "x": "хχ", "y": "уγү", "z": "ᴢ",
    "A": "АΑ", "B": "ВΒ", "C": "СϹ", "E": "ЕΕ", "H": "НΗ", "J": "Ј", "K": "КΚ", "M": "МΜ", "N": "Ν", "O": "ОΟ",
    "P": "РΡ", "S": "Ѕ", "T": "ТΤ", "X": "ХΧ", "Y": "УΥҮ", "Z": "Ζ", "l ": "ІΙ",
}  # fmt: skip
"""Letters of other scripts, and digits, by the Latin letter that they look like. `I` is drawn as `l` is."""
SKELETON = {ord(letter): latin.strip() for latin, others in LOOK_ALIKES.items() for letter in others}
SCRIPT_GROUPS = [{"CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO"}, {"CJK", "HANGUL"}]
"""Scripts that are written together."""


def clean_text(text: str, keep: str = "") -> str:
    r"""A text as one line of printable characters, with single spaces; HTML is escaped by readers.

    >>> clean_text("  <b>Grim</b> \x00 the   Troll\u202e\n")
    '<b>Grim</b> the Troll'
    """
    shown = (letter if is_shown(letter) or letter in keep else " " for letter in unicodedata.normalize("NFC", text))
    return _drop_piled_marks(" ".join("".join(shown).split()))


def clean_chat(text: str) -> str:
    """A line of chat, cleaned; refuses one of which nothing is left."""
    line = clean_text(text, keep=EMOJI_JOINTS)
    if not any(is_shown(letter) for letter in line):
        raise Refusal(translatable("chat_blank", "This line has no printable character."))
    return line


def is_shown(letter: str) -> bool:
    """Whether a character is drawn as something (or is the space)."""
    return letter.isprintable() and letter not in INVISIBLE and letter not in EMOJI_JOINTS


def _drop_piled_marks(text: str) -> str:
    marks, kept = 0, []
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MAX_MARKS:
            kept.append(letter)
    return "".join(kept)


def check_seat_name(name: str, others: Iterable[str] = ()) -> str:
    """A seat's name, cleaned; refuses a blank one, mixed scripts, and the look-alike of another name at the table."""
    name = clean_text(name)
    if not any(unicodedata.category(letter)[0] in "LNSP" for letter in name):
        raise Refusal(translatable("name_letter", "A name needs at least one letter."))
    check_scripts(name)
    for other in others:
        if other != name and skeleton(other) == skeleton(name):
            text = "{name} looks like {other}, who sits here already; please take another name."
            raise Refusal(translatable("name_alike", text, name=name, other=other))
    return name


def check_account_name(name: str) -> str:
    """The name of a new account, in Unicode's normal form; raises `BadRequest` with a sentence."""
    name = unicodedata.normalize("NFKC", name)
    if not re.fullmatch(r"[\w.-]+", name) or not all(is_shown(letter) for letter in name):
        text = "A name of an account is made of letters, digits and the characters . - _ without spaces."
        raise BadRequest(translatable("account_name_letters", text))
    if not MIN_ACCOUNT_NAME <= len(name) <= MAX_ACCOUNT_NAME or len(folded_name(name)) > MAX_FOLDED:
        text = "A name of an account has {least} to {most} letters."
        raise BadRequest(translatable("account_name_length", text, least=MIN_ACCOUNT_NAME, most=MAX_ACCOUNT_NAME))
    check_scripts(name)
    return name


def check_scripts(name: str) -> None:
    """Refuse a name with a word whose letters are of several scripts: they are made to look like another name."""
    for word in name.split():
        scripts = {script for letter in word if (script := script_of(letter))}
        if len(scripts) > 1 and not any(scripts <= group for group in SCRIPT_GROUPS):
            text = "The name {name} mixes letters of different alphabets that look alike; please use one alphabet."
            raise BadRequest(translatable("name_scripts", text, name=name))


def script_of(letter: str) -> str:
    """The script of a letter, from its name in Unicode; empty for what is no letter, or belongs to all of them.

    >>> script_of("b"), script_of("б"), script_of("3")
    ('LATIN', 'CYRILLIC', '')
    """
    if not unicodedata.category(letter).startswith("L") or unicodedata.category(letter) == "Lm":
        return ""
    plain = unicodedata.normalize("NFKC", letter)[:1]  # of an ordinal ª that is an a
    return unicodedata.name(plain, "").split(" ")[0].partition("-")[0]


def folded_name(name: str) -> str:
    """A name for comparison without regard to capitals and kinds of width.

    >>> folded_name("Straße") == folded_name("ＳＴＲＡＳＳＥ")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def skeleton(name: str) -> str:
    """What a name looks like: equal for names that people take for the same.

    >>> skeleton("bob") == skeleton("b0b") == skeleton("bоb"), skeleton("Bob") == skeleton("Bod")
    (True, False)
    """
    plain = unicodedata.normalize("NFKC", "".join(letter for letter in name if is_shown(letter)))
    return plain.translate(SKELETON).casefold().translate(SKELETON).replace("rn", "m").replace("vv", "w")


def distinct_name(name: str, taken: Collection[str]) -> str:
    """The name, with a number after it if somebody at the table is called so.

    >>> distinct_name("Ann", ["Bran", "ann", "Ann 2", ""]), distinct_name("Ann", ["Anna"])
    ('Ann 3', 'Ann')
    """
    others = {other.casefold() for other in taken}
    number, distinct = 1, name
    while distinct.casefold() in others and name:
        number += 1
        distinct = f"{name[: MAX_NAME - len(str(number)) - 1].rstrip()} {number}"
    return distinct
