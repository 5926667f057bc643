"""The legal moves of any game as numbered choices, grouped by what their labels have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hordes.terminal.generic.scene import GenericScene, generic, region_name
from hordes.terminal.scene import Choice, ChoiceGroup, Scene
from hordes.terminal.wording import capitalise, title_from_id

OTHERS = "Or"
PARTICLES = frozenset(("away", "back", "down", "in", "off", "on", "out", "over", "up"))
"""Words that belong to the verb before them, so that neither can be read without the other."""


@dataclass(frozen=True)
class LabelledMove:
    """A legal move with its label, its verb, and the regions that it names."""

    text: str
    label: str
    verb: str
    regions: tuple[str, ...]


def labelled(text: str, scene: GenericScene) -> LabelledMove:
    """A move as its game describes it; without a label its words, with the names of regions."""
    data = scene.moves.get(text, {})
    verb, *arguments = text.split()
    regions = tuple(str(region) for region in data.get("regions", ()))
    words = [region_name(scene, word) if word in regions else word.replace("_", " ") for word in arguments]
    label = str(data.get("label") or " ".join([capitalise(title_from_id(verb).lower()), *words]))
    return LabelledMove(text, label, str(data.get("verb", verb)), regions)


def build_choices(moves: Sequence[str], scene: Scene) -> list[ChoiceGroup]:
    """The legal moves in groups, numbered consecutively; moves with nothing in common come last."""
    shown = generic(scene)
    groups, singles = _grouped([labelled(move, shown) for move in moves])
    number, built = 0, list[ChoiceGroup]()
    for heading, members in [*groups, *([(OTHERS, singles)] if singles else [])]:
        choices = []
        for move in members:
            number += 1
            words = move.label if heading == OTHERS else move.label[len(heading) :].strip()
            detail = scene.explain(move.text)
            choices.append(Choice(str(number), move.text, words, detail, _only_region(move)))
        built.append(ChoiceGroup(heading, tuple(choices), is_brief=True))
    return built


def _only_region(move: LabelledMove) -> str:
    """The region that a move concerns, if it is one alone."""
    return move.regions[0] if len(move.regions) == 1 else ""


def _grouped(moves: list[LabelledMove]) -> tuple[list[tuple[str, list[LabelledMove]]], list[LabelledMove]]:
    """Groups with the words that their labels begin with, and moves that stand alone.

    Moves of one verb are taken together by the region they begin in, and what is left of the verb once more.
    """
    groups: list[tuple[str, list[LabelledMove]]] = []
    singles: list[LabelledMove] = []
    for verb in dict.fromkeys(move.verb for move in moves):
        rest = []
        own = [move for move in moves if move.verb == verb]
        for origin in dict.fromkeys(move.regions[:1] for move in own if len(move.regions) > 1):
            together = [move for move in own if move.regions[:1] == origin and len(move.regions) > 1]
            heading = common_words([move.label for move in together])
            if len(together) > 1 and heading:
                groups.append((heading, together))
        grouped = {move.text for _, members in groups for move in members}
        rest = [move for move in own if move.text not in grouped]
        heading = common_words([move.label for move in rest])
        if len(rest) > 1 and heading:
            groups.append((heading, rest))
        else:
            singles += rest
    return groups, singles


def common_words(labels: Sequence[str]) -> str:
    """The words that all labels begin with; each keeps a word of its own, one that is no number like its key.

    >>> common_words(["March from Lorn to Mere", "March from Lorn to Ivern"]), common_words(["Muster in Hale", "Pass"])
    ('March from Lorn to', '')
    >>> common_words(["Bid 2", "Bid 3"]), common_words(["Offer card 2", "Offer card 3"])
    ('', 'Offer')
    >>> common_words(["Write down 1", "Write down 2"]), common_words(["Roll a die", "Roll on"])
    ('', '')
    """
    words = [label.split() for label in labels]
    common: list[str] = []
    for column in zip(*[line[:-1] for line in words], strict=False):
        if len(set(column)) > 1:
            break
        common.append(column[0])
    while common and any(is_bare(line[len(common) :]) for line in words):
        common.pop()
    return " ".join(common)


def is_bare(words: Sequence[str]) -> bool:
    """Whether what a label keeps begins with no readable word: a number like its key, or a particle like `down`."""
    return words[0].isdigit() or words[0].lower() in PARTICLES
