"""The example of an external bot (`examples/outside_bot.py`) plays a game to its end over HTTP."""

import importlib.util
import threading
from pathlib import Path
from typing import Any

from tests.server.clients import ME, OPEN, Guest

EXAMPLE = Path(__file__).parents[3] / "examples" / "outside_bot.py"


def test_an_outside_bot_plays_a_whole_game(ann: Guest) -> None:
    spec = importlib.util.spec_from_file_location("outside_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    bot: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    made = ann.create([ME, OPEN], options={"players": 2, "turns": 2})
    results: list[dict[str, Any]] = []
    link = f"{ann.base}/t/{made['table']}#invite={made['invite']}"
    thread = threading.Thread(target=lambda: results.append(bot.play(link, "Robo")))
    thread.start()
    with ann.open_viewer(made["table"]) as me:
        me.until("snapshot")
        while "result" not in me.last["facts"]:
            me.move(me.last["legal"][0]) if me.last.get("legal") else me.until("step", 20)
    thread.join(20)
    assert results == [me.last["facts"]["result"]]
