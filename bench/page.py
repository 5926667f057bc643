"""Speed of the web page in a real Chromium: `python bench/page.py [--rounds N]`.

Bytes of a first load, time from following a link to the first usable control, time from a server message to the
painted move, and frame times of sixty board updates. Wall-clock times need an idle machine; the load average is printed
with them. Work of the page's main thread is CPU time and hardly depends on the load.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from hordes.engine.core.bits import COMPILED
from hordes.engine.core.rng import Rng
from hordes.engine.games import load
from hordes.engine.match import Match
from tests.server.clients import BOT, ME, Server
from tools.screenshots import FLAGS, SIZES, chromium
from tools.web import STATIC

GAMES = ("smallworld", "covil")
PREFERENCES = "localStorage.hordes ??= JSON.stringify({name: 'Ann', pace: 4, sound: false, language: 'en'});"
UPDATES = 60
FRAME = 50

PLAYABLE = """
const ready = () => document.querySelector(".table[data-mine='true'] .actions button, .table[data-mine='true'] .take");
const note = () => requestAnimationFrame(() => setTimeout(() => (window.playable = performance.now())));
const watch = () => (ready() ? note() : requestAnimationFrame(watch));
watch();
"""
"""Records when the first control of a legal move has been painted."""

PAINTED = """
window.painted = [];
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", (event) => {
      const begin = event.timeStamp;
      if (JSON.parse(event.data).type !== "step") return;
      requestAnimationFrame(() => setTimeout(() => window.painted.push(performance.now() - begin)));
    });
  }
};
"""
"""Records, for every step, the time from its message to the frame that shows it."""

FRAMES = """
([updates, pause]) => new Promise((done) => {
  const slider = document.querySelector(".slider");
  const gaps = [];
  let last = performance.now(), count = 0, begun = last, next = last + pause;
  const frame = (now) => {
    gaps.push(now - last);
    last = now;
    if (now >= next && count < updates) {
      next = now + pause;
      count += 1;
      slider.value = String(count);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (count < updates || now < next) requestAnimationFrame(frame);
    else done(gaps);
  };
  slider.value = "0";
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  setTimeout(() => { last = performance.now(); next = last + pause; requestAnimationFrame(frame); }, 500);
})
"""
"""Shows sixty positions of a game in sequence, and records the gaps between frames."""


@dataclass
class Row:
    """A measured value, its target, and whether it is met."""

    what: str
    game: str
    target: str
    result: str
    good: bool


def visitor(browser: Browser, script: str) -> Page:
    """A browser context without stored data."""
    context = browser.new_context(viewport=SIZES["wide"], locale="en-GB")  # type: ignore[arg-type]
    page = context.new_page()
    page.add_init_script(PREFERENCES + script)
    return page


def table(page: Page, base: str, game: str) -> str:
    """A new table against a bot that moves at once."""
    body = {"game": game, "options": {"players": 2}, "seats": [ME, BOT], "name": "Ann"}
    response = page.request.post(
        f"{base}/api/tables", data=json.dumps(body), headers={"content-type": "application/json"}
    )
    return str(response.json()["table"])


def first_load(browser: Browser, base: str, game: str, rounds: int) -> list[Row]:
    """Bytes and seconds until a first-time visitor can play."""
    times, files = list[float](), set[str]()
    for _ in range(rounds):
        page = visitor(browser, PLAYABLE)
        page.on("response", lambda answer: files.add(answer.url) if "/static/" in answer.url else None)
        page.goto(f"{base}/#/t/{table(page, base, game)}")
        page.wait_for_function("() => window.playable", timeout=60_000)
        times.append(page.evaluate("window.playable") / 1000)
        page.context.close()
    size = sum(len(gzip.compress((STATIC / url.split("/static/")[1]).read_bytes())) for url in files) / 1000
    playable = statistics.median(times)
    return [
        Row("first load, gzipped", game, "< 200 kB", f"{size:.0f} kB", size < 200),
        Row("playable after", game, "< 1.5 s", f"{playable:.2f} s (worst {max(times):.2f})", playable < 1.5),
    ]


def moves(browser: Browser, base: str, game: str) -> Row:
    """Time from a move's message to the frame that shows it, during a game against a bot."""
    page = visitor(browser, PAINTED)
    page.goto(f"{base}/#/t/{table(page, base, game)}")
    page.wait_for_selector(".table", timeout=60_000)
    chance = Rng(7)
    for _ in range(600):
        if page.evaluate("window.painted.length") >= UPDATES:
            break
        play(page, base, chance)
    delays = sorted(page.evaluate("window.painted"))
    page.context.close()
    middle, late = statistics.median(delays), delays[int(len(delays) * 0.95)]
    result = f"{middle:.0f} ms (19 of 20 within {late:.0f}, {len(delays)} moves)"
    return Row("move painted within", game, "< 50 ms", result, middle < FRAME)


def play(page: Page, base: str, chance: Rng) -> None:
    """Play a legal move over HTTP, so that the page receives it like anybody's."""
    name = page.evaluate("location.hash.split('/')[2]")
    view = page.request.get(f"{base}/api/tables/{name}/view?wait=2").json()
    legal = view.get("legal") or []
    if not legal:
        return
    body = {"type": "move", "ply": view["ply"], "text": legal[chance.below(len(legal))], "id": os.urandom(8).hex()}
    headers = {"content-type": "application/json"}
    page.request.post(f"{base}/api/tables/{name}/moves", data=json.dumps(body), headers=headers)


def record(game: str) -> dict[str, Any]:
    """A whole random game."""
    match, chance = Match(load(game), {"players": 4}, seed=3), Rng(3)
    while match.state.result() is None:
        legal = match.state.legal_texts()
        match.play(legal[chance.below(len(legal))])
    return match.save()


def spent(session: CDPSession) -> float:
    """CPU seconds of the page's main thread so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def updates(browser: Browser, base: str, game: str) -> list[Row]:
    """Sixty positions of a replay at ten per second: longest frames, and work per frame."""
    page = visitor(browser, "")
    body = json.dumps({"record": record(game), "name": "Ann"})
    response = page.request.post(f"{base}/api/records", data=body, headers={"content-type": "application/json"}).json()
    page.goto(f"{base}/#/replay/{response['table']}?ply=0")
    page.wait_for_selector(".slider", timeout=60_000)
    page.wait_for_load_state("networkidle")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = spent(session)
    gaps = page.evaluate(FRAMES, [UPDATES, 100])
    work = (spent(session) - before) / UPDATES * 1000
    page.context.close()
    late = [gap for gap in gaps if gap > FRAME]
    result = f"{len(late)} of {len(gaps)} (longest {max(gaps):.0f} ms)"
    return [
        Row(f"frames over {FRAME} ms in {UPDATES} updates", game, "0", result, not late),
        Row("work of an update, CPU", game, f"< {FRAME} ms", f"{work:.1f} ms", work < FRAME),
    ]


def measure(rounds: int) -> list[Row]:
    """All results for both games."""
    rows = list[Row]()
    with tempfile.TemporaryDirectory() as home, Server(Path(home)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for game in GAMES:
            rows += first_load(browser, server.base, game, rounds)
            rows.append(moves(browser, server.base, game))
            rows += updates(browser, server.base, game)
        browser.close()
    return rows


def main() -> None:
    """Measure the page and print a row for each figure: target met or missed, and the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="first visits of each game (5)")
    asked = parser.parse_args()
    if not (STATIC / "index.html").is_file():
        raise SystemExit("the page is not built: python -m tools.web")
    rows = measure(asked.rounds)
    rules = "compiled" if COMPILED else "plain"
    load_before = "/".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {load_before}, {rules} rules, Chromium without a GPU\n")
    for row in rows:
        print(f"{'ok  ' if row.good else 'MISS'}  {row.what:<32} {row.game:<11} {row.target:<9} {row.result}")


if __name__ == "__main__":
    main()
