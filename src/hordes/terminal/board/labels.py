"""Labels of regions on the map: variants from the longest to the shortest, and where they fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hordes.terminal.board.map_data import Region
from hordes.terminal.board.palette import SYMBOL_GLYPHS, TRIBE_GLYPH, seat_mark
from hordes.terminal.board.raster import Grid

Span = tuple[str, str]
Line = tuple[Span, ...]
Label = tuple[Line, ...]
OpenSpans = Mapping[int, tuple[int, int]]
"""The widest free span of a region in each row."""

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
    """The letters used for pieces that are on the map now, and their meaning."""
    in_use = {piece for state in states for piece, amount in (state.get("pieces") or {}).items() if amount}
    return {letter: word for piece, (word, letter) in PIECE_WORDS.items() if piece in in_use}


@dataclass(frozen=True)
class LabelSpot:
    """Top row and middle column of a label."""

    row: int
    column: int


def occupant(state: Mapping[str, Any]) -> tuple[int, str, int, bool] | None:
    """Seat, race, tokens and decline of the tokens in a region; None if there are none."""
    if state.get("player") is None or not state.get("race"):
        return None
    return int(state["player"]), str(state["race"]), int(state.get("tokens", 0)), bool(state.get("declined"))


def token_badge(state: Mapping[str, Any], race_words: Mapping[str, str]) -> Span | None:
    """Seat mark, token count and race of a region; in parentheses if in decline."""
    who = occupant(state)
    if who is None:
        return None
    seat, race, tokens, declined = who
    word = race_words.get(race, race)
    text = f"{seat_mark(seat, declined)}{tokens} {word}".rstrip()
    return (f"({text})", f"declined{seat}") if declined else (f" {text} ", f"active{seat}")


def piece_labels(state: Mapping[str, Any], short: bool = False) -> list[str]:
    """The pieces in a region, as words or letters."""
    labels = []
    for piece, amount in (state.get("pieces") or {}).items():
        word = PIECE_WORDS.get(piece, (piece, piece[:1].upper()))[short]
        count = "+".join(str(size) for size in amount) if isinstance(amount, list) else amount
        if count:
            labels.append(word if count == 1 else f"{word}{'' if short else '×'}{count}")
    labels += ["M" if short else "monster"] if state.get("monster") else []
    here = state.get("marker") or []
    return [*labels, *(here if isinstance(here, list) else [str(here)])]


def symbols(region: Region, state: Mapping[str, Any]) -> str:
    """The glyphs of a region: mine, magic, cavern and the Lost Tribe that still lives there."""
    glyphs = [SYMBOL_GLYPHS.get(symbol, "?") for symbol in region.symbols]
    return "".join(glyphs + [TRIBE_GLYPH] * bool(state.get("lost_tribe")))


def label_variants(
    region: Region, state: Mapping[str, Any], names: Mapping[str, str], abbreviations: Mapping[str, str], chip: str = ""
) -> list[Label]:
    """All variants of a region's label, the longest first."""
    glyphs = symbols(region, state)
    long, short, bare = (token_badge(state, words) for words in (names, abbreviations, dict.fromkeys(names, "")))
    word_pieces, letter_pieces = " ".join(piece_labels(state)), "".join(piece_labels(state, short=True))
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
    """Key, number and name; the number is omitted where it equals the key."""
    number: Line = () if is_number(chip, region) else ((f"#{region.id}", "id"),)
    between: Line = ((" ", "name"),) if chip and number else ()
    return _chip(chip) + between + number + _word(f" {name}" if name else "")


def is_number(chip: str, region: Region) -> bool:
    """Whether a key is the region's number, possibly with a letter for the way of conquering."""
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
    """Width of a line in cells; every glyph used here is one cell wide."""
    return sum(len(text) for text, _ in line)


def fit_label(runs: OpenSpans, label: Label, middle: tuple[float, float]) -> LabelSpot | None:
    """The position nearest to the region's middle where the whole label stays inside the region, if any."""
    best: tuple[float, LabelSpot] | None = None
    widths = [width(line) for line in label]
    for row in runs:
        if row + len(label) - 1 not in runs:
            continue
        reach = _common_reach([runs[row + i] for i in range(len(label))], widths)
        if reach is None:
            continue
        column = min(max(round(middle[0]), reach[0]), reach[1])
        # rows count twice, because cells are about twice as high as wide
        distance = abs(column - middle[0]) + 2 * abs(row + len(label) / 2 - middle[1])
        if best is None or distance < best[0]:
            best = (distance, LabelSpot(row, column))
    return best[1] if best else None


def _common_reach(runs: Sequence[tuple[int, int]], widths: Sequence[int]) -> tuple[int, int] | None:
    """Range of middle columns at which lines of these widths fit into these spans."""
    low = max(start + w // 2 for (start, _), w in zip(runs, widths, strict=True))
    high = min(end - w + w // 2 for (_, end), w in zip(runs, widths, strict=True))
    return (low, high) if low <= high else None


def open_spans(free: Grid) -> dict[int, OpenSpans]:
    """For every region, the longest span of free cells in each row: start and end (exclusive)."""
    spans: dict[int, dict[int, tuple[int, int]]] = {}
    for row, line in enumerate(free):
        for index, start, end in _stretches(line):
            here = spans.setdefault(index, {})
            if row not in here or end - start > here[row][1] - here[row][0]:
                here[row] = (start, end)
    return dict(spans)


def _stretches(line: Sequence[int]) -> list[tuple[int, int, int]]:
    """Runs of equal regions in a row; closed cells (-1) are skipped."""
    stretches, start = [], 0
    for column in range(1, len(line) + 1):
        if column == len(line) or line[column] != line[start]:
            if line[start] >= 0:
                stretches.append((line[start], start, column))
            start = column
    return stretches
