"""What is wrong with what is on the screen: for everybody's eyes and ears, and for the size of the window."""

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe()
COLOURS = {"runOnly": ["color-contrast"]}
CUT_OFF = """() => {
  const found = [], root = document.documentElement;
  const parts = "header, main, .actions, .side, .pane.stays, .actions button, .side article, [data-where], [data-pick]";
  const told = (one) => `${one.tagName.toLowerCase()}.${one.getAttribute("class")}`;
  const scrolls = (one) => !!one.closest(".log, .rules, .chat, .chart, .pane.open");
  if (root.scrollHeight > innerHeight) found.push(`the page is ${root.scrollHeight} high`);
  if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide`);
  for (const one of document.querySelectorAll(parts)) {
    if (!one.checkVisibility() || scrolls(one)) continue;
    const box = one.getBoundingClientRect();
    const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    if (!inside) found.push(`outside: ${told(one)}`);
    const more = one.scrollHeight - one.clientHeight;
    if (getComputedStyle(one).overflowY !== "visible" && more > 1) found.push(`cut off: ${told(one)} by ${more}`);
  }
  return found;
}"""


FILLS = """() => {
  const table = document.querySelector('.table');
  return !table || Math.abs(table.getBoundingClientRect().height - innerHeight) < 2;
}"""
"""A table is as high as the window; a browser takes a moment to notice that the window has changed."""

FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))"


AT_REST = """async () => {
  const ends = (one) => Number.isFinite(one.effect?.getComputedTiming().endTime);
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
}"""
"""Colours that fade into others are neither of both for a tenth of a second; what pulses for ever is not waited for."""


def dressed(page: Page, scheme: Literal["light", "dark"]) -> None:
    """By day or by night, once the colours have changed."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(FRAMES)
    page.evaluate(AT_REST)


def faults(page: Page) -> list[str]:
    """What axe finds, by day; and which colours are too pale by night."""
    dressed(page, "light")
    found = AXE.run(page).response["violations"]
    dressed(page, "dark")
    dark = AXE.run(page, options=COLOURS).response["violations"]
    dressed(page, "light")
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in (*found, *dark)]


def cut_off(page: Page) -> list[str]:
    """What needs scrolling to be seen, apart from what is long by nature: the story, the rules, the chat, the chart."""
    page.wait_for_function(FILLS)
    page.evaluate(FRAMES)
    found: list[str] = page.evaluate(CUT_OFF)
    return found
