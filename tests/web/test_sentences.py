"""Messages of the rules and the server as the page shows them, in every language: no unfilled gap, and no raw id.

The messages are those of random games with illegal moves (`sentences.py`); those that random play does not produce are
built from the keys and data fields in the sources (`tests/server/message_sources.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.message_sources import message_templates
from tests.web.sentences import CollectedMessages, Message, collect_messages
from tests.web.smallworld_player import BOT, ME, Player
from tools.web import WEB

I18N = WEB / "src" / "lib" / "i18n"
LANGUAGES = ("en", "de", "es")
FUZZ_STARTS = {"smallworld": range(150), "covil": range(50)}
TABLES: dict[str, dict[str, Any]] = {
    "smallworld": {"players": 6, "mode": "teams", "sets": ["base", "cursed", "grand_dames", "be_not_afraid"]},
    "covil": {"players": 4},
}
GAP = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}")
RUBBISH = re.compile(r"[{}]|\bundefined\b|\bNaN\b|\bnull\b|\[object|\b[a-z]+_[a-z_]+\b")
"""Signs of a missing value: gaps, JavaScript's words for nothing, ids instead of names."""


def messages_of(game: str) -> CollectedMessages:
    return collect_messages(game, FUZZ_STARTS[game], questions=8)


@cache
def templates(game: str, language: str) -> dict[str, str]:
    """Templates of all messages that the page has for this game, by key."""
    files = [I18N / "messages" / f"{name}.{language}.json" for name in ("server", game)]
    return {key: text for path in files for key, text in json.loads(path.read_text(encoding="utf-8")).items()}


def faults(text: str, template: str | None) -> Iterator[str]:
    """Faults of a displayed sentence: signs of a missing value, or the name of a gap in place of its value."""
    yield from (f"`{rubbish}`" for rubbish in RUBBISH.findall(re.sub(r"`[^`]*`|push_hosts", "", text)))
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
    match = re.fullmatch(pattern + re.escape(template[end:]), text, re.DOTALL)
    if match is None:
        yield "this is not the sentence"
        return
    for name, value in zip(names, match.groups(), strict=True):
        if value.strip().lower() in ("", name):
            yield f"{{{name}}} is {value!r}"


def open_table_in(ann: Player, table: str, language: str) -> None:
    ann.goto()
    ann.page.locator(".language select").select_option(language)
    ann.open(table)
    ann.page.wait_for_function("() => window.hordes !== undefined")
    probe = {"message": "?", "said": {"key": "not_begun"}}
    wanted = templates("server", language)["not_begun"]
    ann.page.wait_for_function("([told, text]) => window.hordes?.translate(told) === text", arg=[probe, wanted])


@pytest.fixture(params=["smallworld", "covil"])
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def table(ann: Player, game: str) -> str:
    return ann.create([ME, *[BOT] * (TABLES[game]["players"] - 1)], game=game, **TABLES[game])


def test_messages_of_random_games_are_complete_on_the_page(ann: Player, table: str, game: str) -> None:
    messages = messages_of(game)
    assert len(messages.keys()) > 0.7 * len(message_templates(game)), "random games say too little"
    answers = [one for some in messages.answers.values() for one in some]
    assert wrong_sentences(ann, table, "translate", game, answers) == []
    assert wrong_stories(ann, table, game, [one for some in messages.events.values() for one in some]) == []


def test_every_message_key_in_the_sources_is_complete_on_the_page(ann: Player, table: str, game: str) -> None:
    server = set(message_templates("server"))
    messages = [example_message(game, key) for key in {*message_templates(game), *server}]
    assert wrong_sentences(ann, table, "translate", game, messages) == []
    messages = [example_message("server", key) for key in server]
    assert wrong_sentences(ann, table, "translateServer", "server", messages) == []


def wrong_sentences(ann: Player, table: str, way: str, game: str, messages: list[Message]) -> list[str]:
    """Messages that the page of a table shows wrongly, with what is wrong.

    `way` is the function of the page: `translate` at a table, `translateServer` for the server's messages elsewhere.
    """
    wrong: list[str] = []
    for language in LANGUAGES:
        open_table_in(ann, table, language)
        texts: list[str] = ann.page.evaluate("([way, all]) => all.map((one) => hordes[way](one))", [way, messages])
        for one, text in zip(messages, texts, strict=True):
            template = templates(game, language).get(one["said"]["key"])
            wrong += [f"{language} {one['said']}: {text} ({fault})" for fault in faults(text, template)]
    return wrong


def wrong_stories(ann: Player, table: str, game: str, events: list[Message]) -> list[str]:
    """Events for which the log has no sentence, or a faulty one."""
    known = json.loads((I18N / "en.json").read_text(encoding="utf-8"))
    prefix, wrong = {"smallworld": "event.", "covil": "cv.event."}[game], []
    for language in LANGUAGES:
        open_table_in(ann, table, language)
        texts: list[str] = ann.page.evaluate("events => hordes.describe(events)", events)
        for event, text in zip(events, texts, strict=True):
            event_faults = [*RUBBISH.findall(text), *(bare_ids(event, text) if language != "en" else ())]
            if text and not any(key.startswith((prefix + event["type"], "event." + event["type"])) for key in known):
                event_faults.append("no words for it")
            wrong += [f"{language} {event}: {text} ({fault})" for fault in event_faults]
    return wrong


def bare_ids(event: Message, text: str) -> list[str]:
    """Ids of an event that its sentence shows unchanged (in English some ids equal their names)."""
    ids = [value for name, value in event.items() if name != "type" and isinstance(value, str)]
    return [word for word in ids if re.fullmatch(r"[a-z]{3,}", word) and re.search(rf"\b{word}\b", text)]


def example_message(game: str, key: str) -> Message:
    """A message with a value in every gap: a number where a counted word follows, else a name."""
    gaps = {gap for language in LANGUAGES for gap in GAP.findall(templates(game, language)[key])}
    counted = {name for name, one, _ in gaps if one}
    own, other = thing("troop", "0a", 0), thing("troop", "1a", 1)
    named = {"seat": 1, "troop": own, "troops": [own, other], "target": thing("fortress", "1", 1)}
    data = {name: named.get(name, 2 if name in counted else "Owlshade") for name, _, _ in gaps}
    if "bill" not in data:
        return {"message": "?", "said": {"key": key, "data": data}}
    parts = [{"amount": 2, "source": "region", "name": "region"}, {"amount": 1, "source": "lair", "name": "lair"}]
    return {"message": "?", "said": {"key": key, "data": data, "cost": {"total": 3, "have": 1, "parts": parts}}}


def thing(kind: str, name: str, seat: int) -> dict[str, Any]:
    """A troop or fortress in a message."""
    return {"kind": kind, "id": name, "name": name, "seat": seat}


def shown_gaps(text: str) -> set[str]:
    """Gaps whose value is shown; a language may omit a word that only depends on a number."""
    return {name for name, one, _ in GAP.findall(text) if not one}


def test_a_region_out_of_reach_says_why_by_name(ann: Player) -> None:
    """Click a region that cannot be conquered: the card gives the reason and the name of the region."""
    ann.open(ann.create([ME, BOT], players=2))
    ann.wait()
    ann.decide()
    ann.wait()
    region = ann.page.locator(".region:not(.open):not(.luck)").first
    name = (region.get_attribute("aria-label") or "").partition(",")[0]
    region.press("Enter")
    expect(ann.page.locator("aside.fixed .no")).to_contain_text(name)


@pytest.mark.parametrize("name", ["", "messages/smallworld.", "messages/covil.", "messages/server."])
def test_every_sentence_has_the_same_gaps_in_every_language(name: str) -> None:
    files = {one: json.loads((I18N / f"{name}{one}.json").read_text(encoding="utf-8")) for one in LANGUAGES}
    gaps = {name: {key: shown_gaps(text) for key, text in sentences.items()} for name, sentences in files.items()}
    for language in ("de", "es"):
        different = {key for key in gaps["en"] if gaps[language].get(key) != gaps["en"][key]}
        assert different == set(), language
