"""Rulebook route: chapters of the rules in several languages, and the rulings a table may switch.

The chapters are in `rulebook/GAME.LANGUAGE.json`: lists of an id, a name and paragraphs. English is the reference: what
is missing in another language appears in English. A game without a rulebook has its glossary only.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Annotated, Any

from litestar import get
from litestar.params import QueryParameter

from hordes.engine.games import load
from hordes.server.http.routes.common import ERROR_RESPONSES, NamePath
from hordes.server.protocol.games import Chapter, Rulebook

LANGUAGES = ("en", "de", "es")
Language = Annotated[str, QueryParameter(min_length=2, max_length=8)]


@cache
def chapters(game: str, language: str) -> dict[str, Chapter]:
    """Chapters of one file by id, in its order."""
    path = resources.files("hordes.server") / "rulebook" / f"{game}.{language}.json"
    if not path.is_file():
        return {}
    entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return {entry["id"]: Chapter(entry["id"], entry["name"], entry["text"]) for entry in entries}


def rulebook(game: str, language: str) -> Rulebook:
    """All chapters in the order of the English file, and the rulings a table may switch."""
    name = load(game).name
    translated = chapters(name, language) if language in LANGUAGES else {}
    ordered = [translated.get(key, chapter) for key, chapter in chapters(name, "en").items()]
    return Rulebook(ordered, {key: str(text) for key, text in load(game).option_choices().get("rulings", {}).items()})


@get("/games/{name:str}/rules", responses=ERROR_RESPONSES)
async def rules(name: NamePath, language: Language = "en") -> Rulebook:
    """The rules of a game. Pieces and terms are in its glossary."""
    return rulebook(name, language)


HANDLERS = [rules]
