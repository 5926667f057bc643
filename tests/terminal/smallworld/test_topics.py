"""Help topics of Small World in the terminal: races, powers, regions, players, rules."""

from __future__ import annotations

import pytest

from hordes.terminal.smallworld.commands import COMMANDS
from hordes.terminal.smallworld.topics import commands_help, explain_topic
from tests.terminal.tables import crowded, game, map_data, rendered, scene


def explanation(topic: str) -> str:
    return "\n".join(rendered(explain_topic(topic, scene(crowded(3)), lambda move: f"<{move}>"), 100))


@pytest.mark.parametrize("key", game().glossary())
def test_everything_in_the_glossary_can_be_asked_for(key: str) -> None:
    entry = game().glossary()[key]
    assert str(entry["text"])[:20] in explanation(str(entry["name"]))


@pytest.mark.parametrize("topic", ["troll", "Trolls", "TROLLS", "trolls", "tro"])
def test_singular_plural_and_beginnings(topic: str) -> None:
    assert explanation(topic).startswith("Trolls (race, 5 tokens, 10 in all)")


def test_elf_and_dwarf() -> None:
    assert explanation("elf").startswith("Elves")
    assert explanation("dwarf").startswith("Dwarves")


def test_a_word_with_two_meanings_gives_both() -> None:
    text = explanation("forest")
    assert "(power" in text
    assert "(terrain" in text


@pytest.mark.parametrize("topic", ["7", "#7", "honeycroft", "Honey"])
def test_a_region_with_all_that_matters(topic: str) -> None:
    text = explanation(topic)
    assert "#7 Honeycroft (farmland, magic source, at the edge of the map)" in text
    assert "Neighbours: " in text
    assert "#1 Bramblewick" in text
    assert "<conquer 7>" in text


def test_who_holds_a_region_and_with_what() -> None:
    text = explanation(next(r.id for r in map_data(3).regions if crowded(3)["regions"][r.id].get("player") == 1))
    assert "Grim's" in text
    assert "hold it" in text


def test_nothing_known_gives_a_suggestion() -> None:
    assert "Did you mean Trolls" in explanation("trools")
    assert "Nothing is known about “qqq”" in explanation("qqq")


def test_help_lists_every_command() -> None:
    text = "\n".join(rendered(commands_help(), 80))
    assert all(command in text for command in COMMANDS)


@pytest.mark.parametrize(
    "topic",
    "coin coins token tokens dice combo active edge conquer turn rules score peace tray roll hand undo spread".split(),
)
def test_everyday_words_are_explained(topic: str) -> None:
    assert "Nothing is known" not in explanation(topic)
    assert "Tritons" not in explanation(topic)


def test_a_combo_is_explained_by_power_and_race() -> None:
    text = explanation("mounted humans")
    assert "Mounted (power" in text
    assert "Humans (race" in text


def test_a_player_is_explained_by_what_he_has() -> None:
    assert "Grim" in explanation("grim")
    assert "in hand" in explanation("grim")


def test_the_rules_in_ten_lines() -> None:
    assert explanation("rules").count("·") == 10
