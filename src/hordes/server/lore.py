"""The rules to look things up: chapters in our own words, and every switchable ruling as the code says it.

The chapters lie in `rulebook/GAME.LANGUAGE.json`, lists of an id, a name and paragraphs. The English one is the
measure: a chapter that is missing in another language appears in English; a game without a rulebook has its glossary.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Annotated, Any

from litestar import get
from litestar.params import QueryParameter

from hordes.engine.games import load
from hordes.server.routes import PROBLEMS, Word
from hordes.server.wire import Chapter, Rulebook

LANGUAGES = ("en", "de", "es")
Language = Annotated[str, QueryParameter(min_length=2, max_length=8)]


@cache
def chapters(game: str, language: str) -> dict[str, Chapter]:
    """The chapters of one file by their ids, in its order."""
    path = resources.files("hordes.server") / "rulebook" / f"{game}.{language}.json"
    if not path.is_file():
        return {}
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return {one["id"]: Chapter(one["id"], one["name"], one["text"]) for one in found}


def rulebook(game: str, language: str) -> Rulebook:
    """All chapters in the order of the English ones, then the rulings a table may switch."""
    name = load(game).name
    spoken = chapters(name, language) if language in LANGUAGES else {}
    found = [spoken.get(key, chapter) for key, chapter in chapters(name, "en").items()]
    return Rulebook(found, {key: str(text) for key, text in load(game).choices().get("rulings", {}).items()})


@get("/api/games/{name:str}/rules", responses=PROBLEMS)
async def rules(name: Word, language: Language = "en") -> Rulebook:
    """The rules of a game, to look things up. Pieces and terms are in its glossary."""
    return rulebook(name, language)
