"""Rulebook over HTTP: the same chapters in every language, and rulings as in the code."""

import json
from importlib import resources
from pathlib import Path

import pytest

from hordes.engine.games import game_names, load
from hordes.server.http.routes.rules import LANGUAGES, rulebook
from tests.server.clients import BOT, ME, Server


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_chapters(game: str, language: str) -> None:
    path = resources.files("hordes.server") / "rulebook"
    spoken = json.loads((path / f"{game}.{language}.json").read_text(encoding="utf-8"))
    measure = json.loads((path / f"{game}.en.json").read_text(encoding="utf-8"))
    assert [(one["id"], len(one["text"])) for one in spoken] == [(one["id"], len(one["text"])) for one in measure]


def test_an_unknown_language_is_answered_in_english() -> None:
    assert rulebook("covil", "fr") == rulebook("covil", "en")


def test_the_rulings_are_those_of_the_code() -> None:
    assert rulebook("covil", "en").rulings == load("covil").option_choices()["rulings"]


def test_the_rules_are_served(server: Server) -> None:
    with server.guest() as guest:
        rulebook_data = guest.get("/api/games/covil/rules?language=de")
        assert rulebook_data["chapters"][0]["name"] == "Ziel des Spiels"
        assert guest.get("/api/games/chess/rules", status=400)["code"]


def test_a_table_names_the_cards_that_it_brought_along(server: Server) -> None:
    cards = json.loads((Path(__file__).parents[3] / "examples" / "night_shift.json").read_text(encoding="utf-8"))
    with server.guest() as ann:
        made = ann.create([ME, BOT], game="covil", options={"players": 2, "cards": cards})
        names = {entry["name"] for entry in ann.get(f"/api/tables/{made['table']}/glossary").values()}
        boxed = {entry["name"] for entry in ann.get("/api/games/covil/glossary").values()}
        assert names - boxed == {
            card["name"] for group in ("overlords", "mercenaries", "relics") for card in cards[group]
        }
