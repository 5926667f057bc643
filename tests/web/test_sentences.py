"""What the rules and the server say, as the built page puts it, in every language: no gap is left and no id shown.

The sentences are those of random games with illegal moves (`sentences.py`); what random play does not reach is put
together from the keys and words that the sources name (`tests/server/sayings.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.sayings import sayings
from tests.web.player import BOT, ME, Player
from tests.web.sentences import Heard, Message, listen
from tools.web import WEB

I18N = WEB / "src" / "lib" / "i18n"
LANGUAGES = ("en", "de", "es")
DRILLS = {"smallworld": range(150), "covil": range(50)}
TABLES: dict[str, dict[str, Any]] = {
    "smallworld": {"players": 6, "mode": "teams", "sets": ["base", "cursed", "grand_dames", "be_not_afraid"]},
    "covil": {"players": 4},
}
GAP = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}")
RUBBISH = re.compile(r"[{}]|\bundefined\b|\bNaN\b|\bnull\b|\[object|\b[a-z]+_[a-z_]+\b")
"""Signs of a value that did not come: gaps, JavaScript's words for nothing, ids instead of names."""


def heard(game: str) -> Heard:
    return listen(game, DRILLS[game], questions=8)


@cache
def templates(game: str, language: str) -> dict[str, str]:
    """The sentences that the page knows at a table of this game."""
    files = [I18N / "said" / f"{name}.{language}.json" for name in ("server", game)]
    return {key: text for path in files for key, text in json.loads(path.read_text(encoding="utf-8")).items()}


def faults(text: str, template: str | None) -> Iterator[str]:
    """What is wrong with a sentence on the page: rubbish in it, or the name of a gap where its value belongs."""
    yield from (f"`{found}`" for found in RUBBISH.findall(re.sub(r"`[^`]*`|push_hosts", "", text)))
    if not text.strip():
        yield "nothing is said"
    if template is None:
        yield "there is no such sentence"
    else:
        yield from bare_gaps(text, template)


def bare_gaps(text: str, template: str) -> Iterator[str]:
    pattern, names, end = "", [], 0
    for gap in GAP.finditer(template):
        pattern += re.escape(template[end : gap.start()])
        one, many = gap[2], gap[3]
        pattern += "(.*?)" if one is None else f"(?:{re.escape(one)}|{re.escape(many)})"
        names += [gap[1]] if one is None else []
        end = gap.end()
    found = re.fullmatch(pattern + re.escape(template[end:]), text, re.DOTALL)
    if found is None:
        yield "this is not the sentence"
        return
    for name, value in zip(names, found.groups(), strict=True):
        if value.strip().lower() in ("", name):
            yield f"{{{name}}} is {value!r}"


def speak(ann: Player, table: str, language: str) -> None:
    ann.goto()
    ann.page.locator(".language select").select_option(language)
    ann.open(table)
    ann.page.wait_for_function("() => window.hordes !== undefined")
    probe = {"message": "?", "said": {"key": "not_begun"}}
    wanted = templates("server", language)["not_begun"]
    ann.page.wait_for_function("([told, text]) => window.hordes?.say(told) === text", arg=[probe, wanted])


@pytest.fixture(params=["smallworld", "covil"])
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def table(ann: Player, game: str) -> str:
    return ann.create([ME, *[BOT] * (TABLES[game]["players"] - 1)], game=game, **TABLES[game])


def test_what_random_games_say_and_tell_is_whole_on_the_page(ann: Player, table: str, game: str) -> None:
    found = heard(game)
    assert len(found.keys()) > 0.7 * len(sayings(game)), "random games say too little"
    assert wrong_sentences(ann, table, "say", game, [one for some in found.answers.values() for one in some]) == []
    assert wrong_stories(ann, table, game, [one for some in found.events.values() for one in some]) == []


def test_every_sentence_that_the_sources_name_is_whole_on_the_page(ann: Player, table: str, game: str) -> None:
    server = set(sayings("server"))
    assert wrong_sentences(ann, table, "say", game, [made_up(game, key) for key in {*sayings(game), *server}]) == []
    assert wrong_sentences(ann, table, "plain", "server", [made_up("server", key) for key in server]) == []


def wrong_sentences(ann: Player, table: str, way: str, game: str, told: list[Message]) -> list[str]:
    """Sentences that the page of a table does not say as it should, with what is wrong.

    The way is `say` at the table, or `plain` for what the server says beside any table.
    """
    wrong: list[str] = []
    for language in LANGUAGES:
        speak(ann, table, language)
        texts: list[str] = ann.page.evaluate("([way, told]) => told.map((one) => hordes[way](one))", [way, told])
        for one, text in zip(told, texts, strict=True):
            template = templates(game, language).get(one["said"]["key"])
            wrong += [f"{language} {one['said']}: {text} ({fault})" for fault in faults(text, template)]
    return wrong


def wrong_stories(ann: Player, table: str, game: str, events: list[Message]) -> list[str]:
    """Events that the story has no words for, or tells with rubbish in between."""
    known = json.loads((I18N / "en.json").read_text(encoding="utf-8"))
    prefix, wrong = {"smallworld": "event.", "covil": "cv.event."}[game], []
    for language in LANGUAGES:
        speak(ann, table, language)
        texts: list[str] = ann.page.evaluate("events => hordes.tell(events)", events)
        for event, text in zip(events, texts, strict=True):
            found = [*RUBBISH.findall(text), *(bare_ids(event, text) if language != "en" else ())]
            if text and not any(key.startswith((prefix + event["type"], "event." + event["type"])) for key in known):
                found.append("no words for it")
            wrong += [f"{language} {event}: {text} ({fault})" for fault in found]
    return wrong


def bare_ids(event: Message, text: str) -> list[str]:
    """Ids of an event that stand in its sentence as they are; English has some words that are written alike."""
    ids = [value for name, value in event.items() if name != "type" and isinstance(value, str)]
    return [word for word in ids if re.fullmatch(r"[a-z]{3,}", word) and re.search(rf"\b{word}\b", text)]


def made_up(game: str, key: str) -> Message:
    """A sentence with something in every gap: numbers where a word follows them, else what looks like a name."""
    gaps = {gap for language in LANGUAGES for gap in GAP.findall(templates(game, language)[key])}
    counted = {name for name, one, _ in gaps if one}
    named = {"seat": 1, "troop": "0a", "troops": "0a, 1a", "target": "fortress 1"}
    data = {name: named.get(name, 2 if name in counted else "Owlshade") for name, _, _ in gaps}
    if "bill" not in data:
        return {"message": "?", "said": {"key": key, "data": data}}
    parts = [{"amount": 2, "source": "region", "name": "region"}, {"amount": 1, "source": "lair", "name": "lair"}]
    return {"message": "?", "said": {"key": key, "data": data, "cost": {"total": 3, "have": 1, "parts": parts}}}


def shown_gaps(text: str) -> set[str]:
    """Gaps whose value is shown: languages may do without a word that only follows a number."""
    return {name for name, one, _ in GAP.findall(text) if not one}


def test_a_region_out_of_reach_says_why_by_name(ann: Player) -> None:
    """A region that is touched and cannot be conquered: what the card says, in words that the player can see."""
    ann.open(ann.create([ME, BOT], players=2))
    ann.wait()
    ann.decide()
    ann.wait()
    region = ann.page.locator(".region:not(.open):not(.luck)").first
    name = (region.get_attribute("aria-label") or "").partition(",")[0]
    region.press("Enter")
    expect(ann.page.locator("aside.fixed .no")).to_contain_text(name)


@pytest.mark.parametrize("name", ["", "said/smallworld.", "said/covil.", "said/server."])
def test_every_sentence_has_the_same_gaps_in_every_language(name: str) -> None:
    files = {one: json.loads((I18N / f"{name}{one}.json").read_text(encoding="utf-8")) for one in LANGUAGES}
    gaps = {name: {key: shown_gaps(text) for key, text in found.items()} for name, found in files.items()}
    for language in ("de", "es"):
        different = {key for key in gaps["en"] if gaps[language].get(key) != gaps["en"][key]}
        assert different == set(), language
