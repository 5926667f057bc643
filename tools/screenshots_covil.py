"""Scenes of Covil, the rules and the lessons for `tools.screenshots`."""

from __future__ import annotations

import contextlib
import json
import os
import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Page

Seen = dict[str, Any]
Scene = Callable[[Page, str], None]
BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
HEADERS = {"content-type": "application/json"}


def verbs(message: Seen) -> set[str]:
    """First words of the legal moves."""
    return {text.split()[0] for text in message.get("legal", [])}


def is_my_turn(message: Seen) -> bool:
    """Whether it is our turn."""
    return message["facts"].get("to_move") in message["you"]


def asked(word: str, day: int = 1) -> Callable[[Seen], bool]:
    """A condition: a move of this kind is legal, on this day or later."""
    return lambda message: is_my_turn(message) and message["view"]["day"] >= day and word in verbs(message)


def play_until(page: Page, base: str, table: str, until: Callable[[Seen], bool], most: int = 700) -> None:
    """Play sensible moves, the same ones each time, until a condition holds."""
    chance = random.Random(5)
    for _ in range(most):
        message = page.request.get(f"{base}/api/tables/{table}/view?wait=3").json()
        if until(message) or message["facts"].get("result"):
            return
        if not message.get("legal") or not is_my_turn(message):
            page.wait_for_timeout(40)
            continue
        text = preferred(message["legal"], chance)
        body = {"type": "move", "ply": message["ply"], "text": text, "id": os.urandom(8).hex()}
        page.request.post(f"{base}/api/tables/{table}/moves", data=json.dumps(body), headers=HEADERS)


def preferred(legal: list[str], chance: random.Random) -> str:
    """Fight if possible, else move."""
    for words in (("melee", "ranged", "exhaust"), ("done",), ("pay", "move", "found", "retreat", "choose")):
        moves = [text for text in legal if text.startswith(words)]
        if moves:
            return chance.choice(moves)
    calm = [text for text in legal if not text.startswith(("hire", "cancel", "draw", "relic", "defend"))]
    return chance.choice(calm or legal)


def covil(
    until: Callable[[Seen], bool],
    then: Callable[[Page], None] | None = None,
    seed: int = 7,
    seats: list[dict[str, Any]] | None = None,
    **options: Any,
) -> Scene:
    """A table of Covil in a certain situation."""

    def scene(page: Page, base: str) -> None:
        players = options.get("players", 2)
        body = {"game": "covil", "options": {"players": players, **options}, "seed": seed, "name": "Anna"}
        body |= {"seats": seats or [ME, *[BOT] * (players - 1)]}
        response = page.request.post(f"{base}/api/tables", data=json.dumps(body), headers=HEADERS).json()
        play_until(page, base, response["table"], until)
        page.goto(f"{base}/#/t/{response['table']}")
        page.wait_for_selector("[data-zone]", state="attached", timeout=60000)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(700)
        if then:
            then(page)
            page.wait_for_timeout(900)

    return scene


def visible(page: Page, selector: str) -> bool:
    """Click the first visible match, opening its pane if necessary; False if there is none."""
    matches = page.locator(f"{selector}:visible")
    for word in ("Hall", "Pool"):
        tab = page.locator("nav.narrow button:visible", has_text=word)
        if matches.count() == 0 and tab.count() > 0:
            tab.click()
            page.wait_for_timeout(250)
    if matches.count() > 0:
        matches.first.click()
        return True
    return False


def take(page: Page) -> None:
    """Select a troop."""
    page.locator("[data-troop].actor").first.dispatch_event("click")


def forbidden(page: Page) -> None:
    """Try to move too far."""
    take(page)
    for zone in page.locator("[data-zone]:not(.open)").all():
        zone.dispatch_event("click")
        page.wait_for_timeout(300)
        if page.locator("aside .no").count():
            return


def hire(page: Page) -> None:
    """Start paying for a Minion, with another Minion if possible."""
    if visible(page, "[data-where='pool'].open"):
        page.locator("aside.fixed [data-move^='hire']").click()
        page.wait_for_selector("[data-move='cancel']")
        visible(page, "[data-where='hall'].open")


def lesson(game: str, steps: int) -> Scene:
    """A lesson after some steps that are only read."""

    def scene(page: Page, base: str) -> None:
        page.goto(f"{base}/#/learn/{game}")
        page.wait_for_selector(".coach")
        for _ in range(steps):
            page.locator("[data-do='next']").click()
        page.wait_for_timeout(1200)

    return scene


def rules(game: str, wanted: str) -> Scene:
    """The rules with a search."""

    def scene(page: Page, base: str) -> None:
        page.goto(f"{base}/#/rules/{game}")
        page.locator("input[type='search']").fill(wanted)
        page.wait_for_timeout(700)

    return scene


def night(page: Page) -> None:
    """Let the day end."""
    for _ in range(60):
        if page.locator("[data-guide='night'] [data-do='morning']").count():
            return
        for selector in ("[data-move^='gold']", "[data-move='pass']", "[data-move='end']", "[data-move='skip']"):
            if page.locator(selector).count():
                with contextlib.suppress(Error):  # opponents' moves may remove a button before it is clicked
                    page.locator(selector).first.click(timeout=2000)
                break
        else:
            if page.locator("[data-troop].actor").count():
                take(page)
            elif page.locator("[data-zone].open").count():
                page.locator("[data-zone].open").first.dispatch_event("click")
        page.wait_for_timeout(150)


def card(where: str) -> Callable[[Page], None]:
    """Open a card."""
    return lambda page: None if visible(page, f"[data-where='{where}']") else print(f"no card in the {where}")


def pane(word: str) -> Callable[[Page], None]:
    """Open a pane by its name."""

    def then(page: Page) -> None:
        page.locator(f"nav.tabs:visible button:has-text('{word}')").first.click()

    return then


SCENES: dict[str, Scene] = {
    "cv-found": covil(asked("found")),
    "cv-turn": covil(asked("move", 2)),
    "cv-take": covil(asked("move", 2), take, players=3),
    "cv-forbidden": covil(asked("move", 2), forbidden, players=4),
    "cv-pool": covil(asked("hire", 2), card("pool")),
    "cv-pay": covil(asked("hire"), hire, seed=11),
    "cv-exhaust": covil(asked("exhaust"), seed=3),
    "cv-combat": covil(asked("defend"), seed=3, players=1),
    "cv-night": covil(asked("move", 2), night),
    "cv-solo": covil(asked("move", 3), players=1),
    "cv-over": covil(lambda message: bool(message["facts"].get("result"))),
    "cv-curtain": covil(asked("found"), seats=[ME, ME]),
    "learn-cv": lesson("covil", 1),
    "learn-sw": lesson("smallworld", 1),
    "rules-all": rules("covil", ""),
    "rules-found": rules("covil", "rebels"),
    "cv-rules": covil(asked("move"), pane("Rules")),
}
