"""The screens of Covil, the rules and the lessons, for `tools.screenshots`."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

Seen = dict[str, Any]
Scene = Callable[[Page, str], None]
BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
HEADERS = {"content-type": "application/json"}


def verbs(seen: Seen) -> set[str]:
    """The words the legal moves begin with."""
    return {text.split()[0] for text in seen.get("legal", [])}


def mine(seen: Seen) -> bool:
    """Is it ours to decide?"""
    return seen["facts"].get("to_move") in seen["you"]


def asked(word: str, day: int = 1) -> Callable[[Seen], bool]:
    """Is a move of this kind ours to make, on this day or later?"""
    return lambda seen: mine(seen) and seen["view"]["day"] >= day and word in verbs(seen)


def played(page: Page, base: str, table: str, until: Callable[[Seen], bool], most: int = 700) -> None:
    """Play sensible moves, the same ones each time, until something holds."""
    chance = random.Random(5)
    for _ in range(most):
        seen = page.request.get(f"{base}/api/tables/{table}/view?wait=3").json()
        if until(seen) or seen["facts"].get("result"):
            return
        if not seen.get("legal") or not mine(seen):
            page.wait_for_timeout(40)
            continue
        text = preferred(seen["legal"], chance)
        body = {"type": "move", "ply": seen["ply"], "text": text, "id": os.urandom(8).hex()}
        page.request.post(f"{base}/api/tables/{table}/moves", data=json.dumps(body), headers=HEADERS)


def preferred(legal: list[str], chance: random.Random) -> str:
    """Fight where one can, else move about."""
    for words in (("melee", "ranged", "exhaust"), ("done",), ("pay", "move", "found", "retreat", "choose")):
        found = [text for text in legal if text.startswith(words)]
        if found:
            return chance.choice(found)
    calm = [text for text in legal if not text.startswith(("hire", "cancel", "draw", "relic", "defend"))]
    return chance.choice(calm or legal)


def covil(
    until: Callable[[Seen], bool],
    then: Callable[[Page], None] | None = None,
    seed: int = 7,
    seats: list[dict[str, Any]] | None = None,
    **options: Any,
) -> Scene:
    """A table of Covil at some moment."""

    def scene(page: Page, base: str) -> None:
        players = options.get("players", 2)
        body = {"game": "covil", "options": {"players": players, **options}, "seed": seed, "name": "Anna"}
        body |= {"seats": seats or [ME, *[BOT] * (players - 1)]}
        made = page.request.post(f"{base}/api/tables", data=json.dumps(body), headers=HEADERS).json()
        played(page, base, made["table"], until)
        page.goto(f"{base}/#/t/{made['table']}")
        page.wait_for_selector("[data-zone]", state="attached", timeout=60000)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(700)
        if then:
            then(page)
            page.wait_for_timeout(900)

    return scene


def visible(page: Page, selector: str) -> bool:
    """Click the first that can be seen; open the pane that has it where nothing can. Is there any?"""
    found = page.locator(f"{selector}:visible")
    for word in ("Hall", "Pool"):
        tab = page.locator("nav.narrow button:visible", has_text=word)
        if found.count() == 0 and tab.count() > 0:
            tab.click()
            page.wait_for_timeout(250)
    if found.count() > 0:
        found.first.click()
        return True
    return False


def take(page: Page) -> None:
    """Take a troop in hand."""
    page.locator("[data-troop].actor").first.dispatch_event("click")


def forbidden(page: Page) -> None:
    """Try to go too far."""
    take(page)
    for zone in page.locator("[data-zone]:not(.open)").all():
        zone.dispatch_event("click")
        page.wait_for_timeout(300)
        if page.locator("aside .no").count():
            return


def hire(page: Page) -> None:
    """Begin to pay for a Minion, with another Minion if one can be given."""
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
    """The rules, searched."""

    def scene(page: Page, base: str) -> None:
        page.goto(f"{base}/#/rules/{game}")
        page.locator("input[type='search']").fill(wanted)
        page.wait_for_timeout(700)

    return scene


def night(page: Page) -> None:
    """Let the day end while one watches."""
    for _ in range(60):
        if page.locator("[data-guide='night'] [data-do='morning']").count():
            return
        for selector in ("[data-move^='gold']", "[data-move='pass']", "[data-move='end']", "[data-move='skip']"):
            if page.locator(selector).count():
                page.locator(selector).first.click()
                break
        else:
            if page.locator("[data-troop].actor").count():
                take(page)
            elif page.locator("[data-zone].open").count():
                page.locator("[data-zone].open").first.dispatch_event("click")
        page.wait_for_timeout(150)


def card(where: str) -> Callable[[Page], None]:
    """Read a card."""
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
    "cv-over": covil(lambda seen: bool(seen["facts"].get("result"))),
    "cv-curtain": covil(asked("found"), seats=[ME, ME]),
    "learn-cv": lesson("covil", 1),
    "learn-sw": lesson("smallworld", 1),
    "rules-all": rules("covil", ""),
    "rules-found": rules("covil", "rebels"),
    "cv-rules": covil(asked("move"), pane("Rules")),
}
