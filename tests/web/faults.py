"""Checks of a page in the browser: accessibility (axe) in light and dark colours, and elements outside the window."""

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe()
COLOURS = {"runOnly": ["color-contrast"]}
CUT_OFF = """() => {
  const faults = [], root = document.documentElement;
  const parts = "header, main, .actions, .side, .pane.stays, .actions button, .side article, [data-where], [data-pick]";
  const told = (one) => `${one.tagName.toLowerCase()}.${one.getAttribute("class")}`;
  const scrolls = (one) => !!one.closest(".log, .rules, .chat, .chart, .pane.open");
  if (root.scrollHeight > innerHeight) faults.push(`the page is ${root.scrollHeight} high`);
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide`);
  for (const one of document.querySelectorAll(parts)) {
    if (!one.checkVisibility() || scrolls(one)) continue;
    const box = one.getBoundingClientRect();
    const inside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    if (!inside) faults.push(`outside: ${told(one)}`);
    const more = one.scrollHeight - one.clientHeight;
    if (getComputedStyle(one).overflowY !== "visible" && more > 1) faults.push(`cut off: ${told(one)} by ${more}`);
  }
  return faults;
}"""


FILLS = """() => {
  const table = document.querySelector('.table');
  return !table || Math.abs(table.getBoundingClientRect().height - innerHeight) < 2;
}"""
"""Whether the table is as high as the window: a browser notices a change of the window late."""

FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))"


ANIMATIONS_END = """async () => {
  const ends = (one) => Number.isFinite(one.effect?.getComputedTiming().endTime);
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
}"""
"""Waits for the end of animations, except endless ones: colours in transition would be measured wrongly."""


def set_color_scheme(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Switch between light and dark colours, and wait until they are shown."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(FRAMES)
    page.evaluate(ANIMATIONS_END)


def faults(page: Page) -> list[str]:
    """Accessibility violations that axe reports in light colours, and those of contrast in dark ones."""
    set_color_scheme(page, "light")
    light = AXE.run(page).response["violations"]
    set_color_scheme(page, "dark")
    dark = AXE.run(page, options=COLOURS).response["violations"]
    set_color_scheme(page, "light")
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in (*light, *dark)]


def cut_off(page: Page) -> list[str]:
    """Elements outside the window or cut off, except in parts that may scroll: log, rules, chat, chart, open pane."""
    page.wait_for_function(FILLS)
    page.evaluate(FRAMES)
    parts: list[str] = page.evaluate(CUT_OFF)
    return parts
