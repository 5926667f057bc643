"""What is written on a region, from the roomiest wording to the tightest, and where it fits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hordes.terminal.atlas import Region
from hordes.terminal.palette import SYMBOL_GLYPHS, TRIBE_GLYPH, mark
from hordes.terminal.raster import Grid

Span = tuple[str, str]
Line = tuple[Span, ...]
Label = tuple[Line, ...]
Runs = Mapping[int, tuple[int, int]]
"""The widest open stretch of a region in each row."""

PIECE_WORDS = {
    "lair": ("lair", "L"),
    "fortress": ("fort", "F"),
    "encampment": ("camp", "E"),
    "hole": ("hole", "O"),
    "hero": ("hero", "H"),
    "dragon": ("dragon", "D"),
    "catapult": ("catapult", "C"),
    "pot": ("pot", "P"),
    "coin": ("coin", "$"),
    "behemoth": ("behemoth", "B"),
    "horde": ("horde", "X"),
}


def pieces_in_use(states: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The letters of the pieces that lie on the map now, and what they mean."""
    found = {piece for state in states for piece, amount in (state.get("pieces") or {}).items() if amount}
    return {letter: word for piece, (word, letter) in PIECE_WORDS.items() if piece in found}


@dataclass(frozen=True)
class Spot:
    """Top row and middle column of a label."""

    row: int
    column: int


def occupant(state: Mapping[str, Any]) -> tuple[int, str, int, bool] | None:
    """Seat, race, tokens and declined of whoever stands in a region's entry of a position."""
    if state.get("player") is None or not state.get("race"):
        return None
    return int(state["player"]), str(state["race"]), int(state.get("tokens", 0)), bool(state.get("declined"))


def badge(state: Mapping[str, Any], race_words: Mapping[str, str]) -> Span | None:
    """Shape, count and race of the tokens in a region; parentheses say they are in decline."""
    who = occupant(state)
    if who is None:
        return None
    seat, race, tokens, declined = who
    word = race_words.get(race, race)
    text = f"{mark(seat, declined)}{tokens} {word}".rstrip()
    return (f"({text})", f"declined{seat}") if declined else (f" {text} ", f"active{seat}")


def pieces(state: Mapping[str, Any], short: bool = False) -> list[str]:
    """The pieces lying in a region, in words or in letters."""
    found = []
    for piece, amount in (state.get("pieces") or {}).items():
        word = PIECE_WORDS.get(piece, (piece, piece[:1].upper()))[short]
        count = "+".join(str(size) for size in amount) if isinstance(amount, list) else amount
        if count:
            found.append(word if count == 1 else f"{word}{'' if short else '×'}{count}")
    found += ["M" if short else "monster"] if state.get("monster") else []
    here = state.get("marker") or []
    return [*found, *(here if isinstance(here, list) else [str(here)])]


def symbols(region: Region, state: Mapping[str, Any]) -> str:
    """The glyphs of a region: mine, magic, cavern and the Lost Tribe that still lives there."""
    glyphs = [SYMBOL_GLYPHS.get(symbol, "?") for symbol in region.symbols]
    return "".join(glyphs + [TRIBE_GLYPH] * bool(state.get("lost_tribe")))


def label_variants(
    region: Region, state: Mapping[str, Any], names: Mapping[str, str], abbreviations: Mapping[str, str], chip: str = ""
) -> list[Label]:
    """All wordings of a region's label, best first."""
    glyphs = symbols(region, state)
    long, short, bare = (badge(state, words) for words in (names, abbreviations, dict.fromkeys(names, "")))
    word_pieces, letter_pieces = " ".join(pieces(state)), "".join(pieces(state, short=True))
    full = _head(region, chip, region.name)
    number = _head(region, chip, "")
    first, _, rest = region.name.partition(" ")
    named = _chip(chip) + _word(region.name) if chip and region.name else full
    variants = [
        _lines(full, _extras(glyphs, word_pieces), _badge_line(long)),
        _lines(full, _extras(glyphs, word_pieces), _badge_line(short)),
        _lines(_head(region, chip, first), (*_word(rest), *_gap(glyphs + letter_pieces)), _badge_line(short)),
        _lines(full, (*_extras(glyphs, letter_pieces), *_spaced(short, bool(glyphs or letter_pieces)))),
        _lines(full + _gap(glyphs), _badge_line(short) + _gap(letter_pieces, "piece")),
        _lines(named, (*_extras(glyphs, letter_pieces), *_spaced(short, bool(glyphs or letter_pieces)))),
        _lines(number + _gap(glyphs), _badge_line(short), _extras("", letter_pieces)),
        _lines(number + _gap(glyphs), _badge_line(bare) + _gap(letter_pieces, "piece")),
        _lines(number + _gap(glyphs) + _spaced(bare, True)),
        _lines(number + _spaced(bare, True)),
    ]
    return list(dict.fromkeys(variants))


def _head(region: Region, chip: str, name: str) -> Line:
    """What to type, number and name; the number is not repeated where it is what to type."""
    number: Line = () if is_number(chip, region) else ((f"#{region.id}", "id"),)
    between: Line = ((" ", "name"),) if chip and number else ()
    return _chip(chip) + between + number + _word(f" {name}" if name else "")


def is_number(chip: str, region: Region) -> bool:
    """Whether a chip shows the region's own number, with or without a letter for the way of taking it."""
    return chip.rstrip("abcdefghijklmnopqrstuvwxyz ") == region.id if chip else False


def _chip(chip: str) -> Line:
    return ((f" {chip} ", "chip"),) if chip else ()


def _extras(glyphs: str, words: str) -> Line:
    line: Line = ((" ".join(glyphs), "symbol"),) if glyphs else ()
    if words:
        line += ((f" {words}" if glyphs else words, "piece"),)
    return line


def _word(text: str) -> Line:
    return ((text, "name"),) if text else ()


def _gap(text: str, role: str = "symbol") -> Line:
    return ((f" {text}", role),) if text else ()


def _badge_line(span: Span | None) -> Line:
    return (span,) if span else ()


def _spaced(span: Span | None, gap: bool) -> Line:
    if span is None:
        return ()
    return ((" ", "name"), span) if gap else (span,)


def _lines(*lines: Line) -> Label:
    return tuple(line for line in lines if line)


def width(line: Line) -> int:
    """Cells a line takes; every glyph used here is one cell wide."""
    return sum(len(text) for text, _ in line)


def fit(runs: Runs, label: Label, middle: tuple[float, float]) -> Spot | None:
    """The place nearest to the region's middle where every line stays inside the region, if there is one."""
    best: tuple[float, Spot] | None = None
    widths = [width(line) for line in label]
    for row in runs:
        if row + len(label) - 1 not in runs:
            continue
        reach = _common_reach([runs[row + i] for i in range(len(label))], widths)
        if reach is None:
            continue
        column = min(max(round(middle[0]), reach[0]), reach[1])
        distance = abs(column - middle[0]) + 2 * abs(row + len(label) / 2 - middle[1])
        if best is None or distance < best[0]:
            best = (distance, Spot(row, column))
    return best[1] if best else None


def _common_reach(runs: Sequence[tuple[int, int]], widths: Sequence[int]) -> tuple[int, int] | None:
    """The middle columns at which lines of these widths fit into these runs of cells."""
    low = max(start + w // 2 for (start, _), w in zip(runs, widths, strict=True))
    high = min(end - w + w // 2 for (_, end), w in zip(runs, widths, strict=True))
    return (low, high) if low <= high else None


def open_runs(free: Grid) -> dict[int, Runs]:
    """For every region the longest stretch of open cells in each row: start and end (exclusive)."""
    found: dict[int, dict[int, tuple[int, int]]] = {}
    for row, line in enumerate(free):
        for index, start, end in _stretches(line):
            here = found.setdefault(index, {})
            if row not in here or end - start > here[row][1] - here[row][0]:
                here[row] = (start, end)
    return dict(found)


def _stretches(line: Sequence[int]) -> list[tuple[int, int, int]]:
    """Runs of equal regions in a row; closed cells (-1) are left out."""
    stretches, start = [], 0
    for column in range(1, len(line) + 1):
        if column == len(line) or line[column] != line[start]:
            if line[start] >= 0:
                stretches.append((line[start], start, column))
            start = column
    return stretches
