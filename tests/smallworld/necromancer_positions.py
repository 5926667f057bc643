"""Positions with a Necromancer: seats 0 and 1 against seat 2, on a map of five regions around a lake.

x - p - q - y        x and y touch the border of the board; p and q touch the lake l,
     \\ /            which Necromancer Island fills.
      l
"""

from __future__ import annotations

from typing import Any

from hordes.engine.referee import answer
from tests.refusals import reason
from tests.smallworld.positions import board, held, player

SETS = ["base", "cursed", "grand_dames", "be_not_afraid", "royal_bonus"]
LINKS = "l-p l-q p-q p-x q-y"
NECROMANCER = 2


def world(p: str = "hill", q: str = "hill", x: str = "hill", y: str = "hill") -> dict[str, Any]:
    """The five regions, with other terrains or symbols: `farmland+cavern`."""
    return board(f"l:lake p:{p} q:{q} x:{_edge(x)} y:{_edge(y)}", LINKS)


def _edge(terrain: str) -> str:
    kind, *symbols = terrain.split("+")
    return "+".join([f"{kind},border", *symbols])


def ghosts(tokens: int = 1, **pieces: Any) -> dict[str, Any]:
    """A region (or the Island) with Ghosts."""
    return held(NECROMANCER, "ghosts", tokens, **pieces)


def seats(
    first: dict[str, Any] | None = None,
    second: dict[str, Any] | None = None,
    coins: int = 0,
    hand: int = 0,
    **more: Any,
) -> list[dict[str, Any]]:
    """Two players between races unless they are given, and the Necromancer with his coins."""
    nobody = player(coins=0)
    return [first or nobody, second or nobody, player("ghosts", None, hand, coins, **more)]


def ask(
    regions: dict[str, Any],
    *moves: str,
    players: list[dict[str, Any]] | None = None,
    in_use: str = "forest",
    available: str = "",
    well: tuple[int, int] = (0, 0),
    reserve: int | None = None,
    seat: int = NECROMANCER,
    on: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    rolls: tuple[int, ...] = (),
    view: Any = "all",
    **position: Any,
) -> dict[str, Any]:
    """What the referee answers, by default in the Necromancer's third turn; `well` counts Ghosts and souls."""
    board_of_his: dict[str, Any] = {"in_use": in_use.split(), "available": available.split()}
    board_of_his["well"] = {"ghosts": well[0], "souls": well[1]}
    if reserve is not None:
        board_of_his["reserve"] = reserve
    start: dict[str, Any] = {
        "turn": 3,
        "player": seat,
        "phase": "start",
        "regions": regions,
        "players": players or seats(),
    }
    table = {"map": on or world(), "players": len(start["players"]), "mode": "necromancer", "sets": SETS}
    return answer(
        {
            "game": "smallworld",
            "options": table | (options or {}),
            "seed": 1,
            "position": start | {"necromancer": board_of_his} | position,
            "moves": list(moves),
            "rolls": list(rolls),
            "view": view,
        }
    )


def granted(*arguments: Any, **keywords: Any) -> dict[str, Any]:
    """Like `ask`, for moves that must all be legal."""
    reply = ask(*arguments, **keywords)
    assert reply["ok"], reply["error"]
    return reply


def refused(*arguments: Any, because: str, **keywords: Any) -> str:
    """Like `ask`, for a last move that must be forbidden, for this reason: answers with the whole sentence."""
    return reason(ask(*arguments, **keywords), len(arguments) - 2, because=because)


def necromancer_board(reply: dict[str, Any]) -> dict[str, Any]:
    """The Necromancer's board in the position of a reply."""
    return dict(reply["position"]["necromancer"])


def well(reply: dict[str, Any]) -> tuple[int, int]:
    """Ghosts and souls in the Well, in the position of a reply."""
    entry = necromancer_board(reply)["well"]
    return int(entry["ghosts"]), int(entry["souls"])


def reserve(reply: dict[str, Any]) -> int:
    """Ghosts in reserve, in the position of a reply."""
    return int(necromancer_board(reply)["reserve"])
