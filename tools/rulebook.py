"""Generates docs/rules/*.md, the reference of both games, from the glossary and data: `python -m tools.rulebook`.

python -m tools.rulebook --check      fails if a page is out of date
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

from hordes.engine.games import load
from hordes.smallworld.options import BUILT_IN_SETS
from tools.project import ROOT

FOLDER = ROOT / "docs" / "rules"
BOXES = list(BUILT_IN_SETS)
NOTE = "*This page is made from the program's own texts by `python -m tools.rulebook`: what it says is what is played.*"


CHAPTERS = ROOT / "src" / "hordes" / "server" / "rulebook" / "covil.en.json"
USUAL_SEATS = {
    "desert-town": "one and two players, possible for up to four",
    "forest-town": "two players who choose it, possible for up to four",
    "water-town": "three players",
    "mountain-town": "four players",
}
"""Number of players each board of Covil is meant for."""
PLURALS = {"henchman": "Henchmen", "mercenary": "Mercenaries", "class": "Classes"}


def cell(text: object) -> str:
    """Escape a text for a table cell."""
    return " ".join(str(text).split()).replace("|", "\\|")


def table(heads: list[str], rows: list[list[object]]) -> Iterator[str]:
    """A Markdown table."""
    yield "| " + " | ".join(heads) + " |"
    yield "|" + " --- |" * len(heads)
    for row in rows:
        yield "| " + " | ".join(cell(part) for part in row) + " |"
    yield ""


def entries(glossary: dict[str, dict[str, Any]], kind: str) -> list[tuple[str, dict[str, Any]]]:
    """Glossary entries of a kind, by name."""
    matching = [(key, entry) for key, entry in glossary.items() if entry["kind"] == kind]
    return sorted(matching, key=lambda item: str(item[1]["name"]))


def smallworld() -> Iterator[str]:
    """Small World: races, powers, markers, pieces and terms; maps; rulings."""
    from hordes.smallworld.options import MAPS, NUMBER_RULINGS, RULINGS

    game = load("smallworld")
    glossary = game.glossary()
    yield "# Small World: reference\n"
    yield NOTE + "\n"
    yield "## Races\n"
    rows = [[e["name"], f"`{k}`", e["tokens"], e["total"], e["text"]] for k, e in entries(glossary, "race")]
    yield from table(["race", "id", "tokens", "in the box", "what it does"], rows)
    yield "## Special powers\n"
    rows = [[e["name"], f"`{k}`", e["tokens"], e["text"]] for k, e in entries(glossary, "power")]
    yield from table(["power", "id", "tokens", "what it does"], rows)
    yield from others(glossary, {"race", "power"})
    yield "## Maps of the box\n"
    maps: list[list[object]] = []
    for name in MAPS:
        board = game.board_data({"map": name})
        regions = board["regions"]
        water = sum(region["terrain"] in ("sea", "lake") for region in regions)
        tribes = sum(bool(region.get("lost_tribe")) for region in regions)
        maps.append([f"`{name}`", board["players"], board["turns"], len(regions), water, tribes])
    yield from table(["map", "players", "turns", "regions", "of them water", "Lost Tribes"], maps)
    yield "## Rulings that a table may switch on\n"
    yield from table(["ruling", "what it says"], [[f"`{key}`", text] for key, text in RULINGS.items()])
    counts: list[list[object]] = [[f"`{key}`", *limits[:3], limits[3]] for key, limits in NUMBER_RULINGS.items()]
    yield from table(["number", "default", "least", "most", "what it counts"], counts)


def covil() -> Iterator[str]:
    """Covil: the rules in brief, cards with all their numbers, boards zone by zone, rulings."""
    from hordes.covil.options import BOARDS, RULINGS

    game = load("covil")
    glossary = game.glossary()
    yield "# Covil: reference\n"
    yield NOTE + "\n"
    for chapter in json.loads(CHAPTERS.read_text(encoding="utf-8")):
        yield f"## {chapter['name']}\n"
        yield "\n\n".join(chapter["text"]) + "\n"
    for kind in ("overlord", "henchman", "mercenary"):
        yield f"## {PLURALS.get(kind, 'Overlords')}\n"
        heads = ["name", "id", "class", "cost", "base stat", "ability", "what it does"]
        yield from table(heads, [minion_row(key, entry) for key, entry in entries(glossary, kind)])
    yield "## Power Relics\n"
    yield "The bonus is for all troops of whoever has activated the relic; *attack* is melee and ranged.\n"
    rows: list[list[object]] = [
        [e["name"], f"`{k}`", e["gold"], f"{e['bonus']['stat']} +{e['bonus']['value']}", e["target"], e["text"]]
        for k, e in entries(glossary, "relic")
    ]
    yield from table(["name", "id", "gold", "bonus while active", "terrain for dummies", "Instant"], rows)
    yield "## Boards of the box\n"
    for name in BOARDS:
        yield from board_page(game.board_data({"board": name}), USUAL_SEATS[name])
    yield "## Rulings that a table may switch on\n"
    yield from table(["ruling", "what it says"], [[f"`{key}`", text] for key, text in RULINGS.items()])


def minion_row(key: str, entry: dict[str, Any]) -> list[object]:
    """A Minion with everything printed on its card."""
    stat = f"{entry['stat']['type']} {entry['stat']['value']}"
    return [entry["name"], f"`{key}`", entry["class"], entry["cost"], stat, entry["ability"], entry["text"]]


def board_page(board: dict[str, Any], players: str) -> Iterator[str]:
    """A board of Covil, zone by zone."""
    zones = board["zones"]
    starts = sum(bool(zone.get("start")) for zone in zones)
    yield f"### {board['name']}\n"
    yield f"`{board['id']}`: usual for {players}; {len(zones)} zones, {starts} spirals.\n"
    rows: list[list[object]] = [
        [zone["id"], zone.get("name", ""), ", ".join(zone["terrain"]), "yes" if zone.get("start") else "",
         ", ".join(str(other) for other in zone["adjacent"])]
        for zone in zones
    ]  # fmt: skip
    yield from table(["zone", "name", "terrain", "spiral", "adjacent"], rows)


def others(glossary: dict[str, dict[str, Any]], done: set[str]) -> Iterator[str]:
    """All other kinds of entries, with their texts and numbers."""
    for kind in dict.fromkeys(str(entry["kind"]) for entry in glossary.values()):
        if kind in done:
            continue
        members = entries(glossary, kind)
        extra = [key for key in members[0][1] if key not in ("kind", "name", "text", "effects")]
        extra = [key for key in extra if all(not isinstance(entry.get(key), (dict, list)) for _, entry in members)]
        yield f"## {PLURALS.get(kind, f'{kind.capitalize()}s')}\n"
        rows = [[e["name"], f"`{k}`", *[e.get(key, "") for key in extra], e.get("text", "")] for k, e in members]
        yield from table(["name", "id", *extra, "what it is"], rows)


def pages() -> dict[str, str]:
    """File names and contents."""
    return {name: "\n".join(make()).rstrip() + "\n" for name, make in (("smallworld", smallworld), ("covil", covil))}


def main() -> int:
    """Write the pages, or compare them."""
    if "--check" in sys.argv:
        stale = [n for n, text in pages().items() if (FOLDER / f"{n}.md").read_text(encoding="utf-8") != text]
        if stale:
            print(f"not as the code says: {', '.join(stale)}; run python -m tools.rulebook", file=sys.stderr)
        return 1 if stale else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (FOLDER / f"{name}.md").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
