"""Screenshots of every screen of the web page in two sizes: `python -m tools.screenshots FOLDER [--only WORD]`.

Needs the developer's tools (playwright) and a Chromium: $CHROMIUM, the system's own or Playwright's.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright

from hordes.smallworld.options import BUILT_IN_SETS
from tests.server.clients import Guest, Server
from tools import programs, screenshots_covil

SIZES = {"wide": {"width": 1280, "height": 720}, "phone": {"width": 390, "height": 844}}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
Scene = Callable[[Page, str], None]


def chromium() -> str:
    """Path of the browser; exits with an installation hint if there is none."""
    machine = programs.Machine()
    path = programs.chromium(machine)
    if path is None:
        raise SystemExit(programs.install_hint([programs.CHROMIUM], machine))
    return path


def make_table(page: Page, base: str, **body: Any) -> str:
    """Create a table with the page's own cookie."""
    response = page.request.post(
        f"{base}/api/tables", data=json.dumps(body), headers={"content-type": "application/json"}
    ).json()
    return str(response["table"])


def play_until(page: Page, base: str, table_id: str, until: Callable[[dict[str, Any]], bool], most: int = 400) -> None:
    """Play the first sensible move repeatedly until a condition holds."""
    for _ in range(most):
        view = page.request.get(f"{base}/api/tables/{table_id}/view?wait=3").json()
        if until(view):
            return
        if not view.get("legal"):
            page.wait_for_timeout(60)
            continue
        preferred = [text for text in view["legal"] if text.startswith(("conquer", "place", "pick", "buy"))]
        text = next((word for word in preferred if " with " not in word), view["legal"][-1])
        body = {"type": "move", "ply": view["ply"], "text": text, "id": os.urandom(8).hex()}
        page.request.post(
            f"{base}/api/tables/{table_id}/moves", data=json.dumps(body), headers={"content-type": "application/json"}
        )


def wait_until_idle(page: Page) -> None:
    """Wait until the page is idle."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(700)


def page_scene(path: str, width: str = "") -> Scene:
    """A page without preparation."""

    def scene(page: Page, base: str) -> None:
        page.goto(f"{base}/#/{path}{width}")
        wait_until_idle(page)

    return scene


def smallworld(
    until: Callable[[dict[str, Any]], bool],
    then: Callable[[Page], None] | None = None,
    seats: int = 2,
    **options: Any,
) -> Scene:
    """A table of Small World in a certain situation."""

    def scene(page: Page, base: str) -> None:
        body = {"game": "smallworld", "options": {"players": seats, **options}, "seed": 7, "name": "Anna"}
        table_id = make_table(page, base, **body, seats=[ME, *[BOT] * (seats - 1)])
        play_until(page, base, table_id, until)
        page.goto(f"{base}/#/t/{table_id}")
        page.wait_for_selector("[data-region]", state="attached", timeout=60000)
        wait_until_idle(page)
        if then:
            then(page)
            page.wait_for_timeout(1200)

    return scene


def replay(page: Page) -> None:
    """Open the replay."""
    page.get_by_role("link", name="Replay and chart").click()
    page.wait_for_selector(".chart", state="attached")


def turn(message: dict[str, Any], number: int, phase: str) -> bool:
    """Whether we have to decide in this turn and phase."""
    view = message["view"]
    mine = message["facts"].get("to_move") in message["you"]
    return bool(mine and view["turn"] >= number and view["phase"] == phase)


def hover(page: Page) -> None:
    """Focus a region that can be chosen."""
    page.locator(".region.open").first.focus()


def forbidden(page: Page) -> None:
    """Click a region that cannot be conquered."""
    page.locator(".region:not(.open):not(.luck)").nth(3).dispatch_event("click")


def spread(page: Page) -> None:
    """Plan a redeployment."""
    page.get_by_role("button", name="Spread evenly").click()


def combo(page: Page) -> None:
    """Open the details of a combo."""
    page.locator("[data-pick='2']").click()


SCENES: dict[str, Scene] = {
    "home": page_scene(""),
    "new": page_scene("new"),
    "learn": page_scene("learn"),
    "watch": page_scene("watch"),
    "records": page_scene("records"),
    "settings": page_scene("settings"),
    "reset": page_scene("reset/x"),
    "sw-pick": smallworld(lambda seen: turn(seen, 1, "pick"), combo),
    "sw-conquer": smallworld(lambda seen: turn(seen, 3, "conquer"), hover, seats=3),
    "sw-forbidden": smallworld(lambda seen: turn(seen, 2, "conquer"), forbidden, seats=4),
    "sw-redeploy": smallworld(lambda seen: turn(seen, 3, "redeploy"), spread, seats=3),
    "sw-five": smallworld(
        lambda seen: turn(seen, 5, "conquer"),
        seats=5,
        sets=list(BUILT_IN_SETS),
        markers=True,
    ),
    "sw-over": smallworld(lambda seen: bool(seen["facts"].get("result")), turns=4),
    "sw-replay": smallworld(lambda seen: bool(seen["facts"].get("result")), replay, turns=4, seats=3),
    "sw-necromancer": smallworld(lambda seen: turn(seen, 3, "conquer"), seats=3, mode="necromancer"),
}


SCENES |= screenshots_covil.SCENES


def take_screenshots(browser: Browser, base: str, folder: Path, only: str, dark: bool) -> list[str]:
    """Photograph all scenes in all sizes; returns the names of those that failed."""
    missing = list[str]()
    for name, scene in SCENES.items():
        if only and only not in name:
            continue
        for size, box in SIZES.items():
            context = browser.new_context(
                viewport=box,  # type: ignore[arg-type]
                color_scheme="dark" if dark else "light",
                has_touch=size == "phone",
                is_mobile=size == "phone",
                locale="en-GB",
            )
            page = context.new_page()
            page.on("console", lambda message: print(f"  {message.type}: {message.text}"))
            page.on("pageerror", lambda error: print(f"  error: {error}"))
            page.add_init_script("localStorage.hordes ??= JSON.stringify({name: 'Anna', pace: 4, sound: false})")
            picture = f"{name}-{size}{'-dark' if dark else ''}"
            try:
                scene(page, base)
                page.screenshot(path=folder / f"{picture}.png")
                print(picture, flush=True)
            except Error as problem:
                missing.append(picture)
                print(f"{picture} is missing: {problem.message}", flush=True)
            context.close()
    return missing


def main() -> None:
    """Start a server, take the screenshots, and exit with an error if some are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--dark", action="store_true")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, Server(Path(home)) as server, sync_playwright() as playwright:
        with Guest(server.base) as guest:
            guest.get("/api/games")
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        missing = take_screenshots(browser, server.base, arguments.folder, arguments.only, arguments.dark)
        browser.close()
    if missing:
        raise SystemExit(f"{len(missing)} pictures are missing: {', '.join(missing)}")


if __name__ == "__main__":
    main()
