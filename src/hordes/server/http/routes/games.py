"""Routes: available games and their glossaries."""

from __future__ import annotations

from typing import Any

from litestar import get

from hordes.engine.core.state import Game
from hordes.engine.games import load, usable_games
from hordes.server.http.routes.common import ERROR_RESPONSES, ApiRequest, NamePath, manager_of
from hordes.server.protocol.games import GameInfo, GameList, OptionInfo


@get("/games", responses=ERROR_RESPONSES)
async def list_games(request: ApiRequest) -> GameList:
    """Available games and bot levels."""
    infos = [game_info(game) for game in usable_games()]
    return GameList(infos, manager_of(request).levels.names())


def game_info(game: Game) -> GameInfo:
    """What the list of games says about one."""
    schema = [OptionInfo(**option.as_json()) for option in game.option_schema()]
    return GameInfo(
        game.name,
        game.rules_version,
        game.normalise({}),
        game.title or game.name,
        schema,
        game.option_choices(),
        game.about,
    )


@get("/games/{name:str}/glossary", responses=ERROR_RESPONSES)
async def glossary(name: NamePath) -> dict[str, dict[str, Any]]:
    """Every piece and term of a game by id."""
    return load(name).glossary()


HANDLERS = [list_games, glossary]
