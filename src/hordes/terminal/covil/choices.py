"""Covil's legal moves as numbered choices, grouped by kind, each with its price or text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hordes.engine.core.state import State
from hordes.terminal.covil.names import card_entry, card_name, stat_text, target_name, troop_name, zone_name
from hordes.terminal.scene import Choice, ChoiceGroup, Scene
from hordes.terminal.wording import capitalise, count_noun

ORDER = (
    ("found", "Found your fortress on", True),
    ("defend", "Exhaust for defense", False),
    ("retreat", "Retreat to", True),
    ("exhaust", "Attack with", False),
    ("pay", "Hand over", True),
    ("choose", "Choose", True),
    ("hire", "Hire (once a turn)", False),
    ("relic", "Activate a relic", False),
    ("command", "Command (exhausts the Minion)", False),
    ("attack", "Troops attack", True),
    ("move", "Troops move", True),
    ("rest", "Troops rest a Minion", True),
    ("work", "Troops work", True),
    ("other", "Or", True),
)
"""Groups in display order: kind, heading, and whether the group is written on flowing lines."""
_KINDS = {"melee": "attack", "ranged": "attack", "repair": "work", "gold": "work"}
KNOWN = frozenset(kind for kind, _, _ in ORDER)


def kind_of(move: str) -> str:
    """The group a move belongs to."""
    head = move.split(maxsplit=1)[0]
    return _KINDS.get(head, head if head in KNOWN else "other")


def build_choices(moves: Sequence[str], scene: Scene) -> list[ChoiceGroup]:
    """The legal moves in groups, numbered consecutively."""
    piles: dict[str, list[str]] = {}
    for move in moves:
        piles.setdefault(kind_of(move), []).append(move)
    groups, number = list[ChoiceGroup](), 0
    for kind, heading, brief in ORDER:
        choices = []
        for move in piles.get(kind, ()):
            number += 1
            choices.append(_choice(str(number), move, kind, scene))
        asked = _choose_heading(piles[kind][0], scene) if kind == "choose" and choices else heading
        groups += [ChoiceGroup(asked, tuple(choices), brief)] if choices else []
    return groups


def _choice(key: str, move: str, kind: str, scene: Scene) -> Choice:
    words, detail = _WORDS[kind](move, scene)
    zone = move.rsplit(maxsplit=1)[-1] if kind in ("found", "retreat") or _names_zone(move, scene) else ""
    return Choice(key, move, words, detail, zone)


def _names_zone(move: str, scene: Scene) -> bool:
    return move.startswith("choose ") and scene.map_data.get(move.split()[1]) is not None


def card_in_question(move: str, scene: Scene) -> str:
    """Id of the card that asks for a choice, if one does."""
    name = scene.explain(move).removesuffix(".")
    return next((key for key, entry in scene.lexicon.glossary.items() if entry.get("name") == name), "")


def _choose_heading(move: str, scene: Scene) -> str:
    asking = card_in_question(move, scene)
    return card_name(scene.lexicon, asking) if asking else "Choose"


def price(move: str, scene: Scene) -> str:
    """Current cost of a hire, in gold."""
    match = re.search(r"costs (-?\d+)", scene.explain(move))
    return f"{match[1]} gold" if match else ""


def _found(move: str, scene: Scene) -> tuple[str, str]:
    return zone_name(scene.map_data, move.split()[1]), ""


def _hire(move: str, scene: Scene) -> tuple[str, str]:
    identifier = move.split()[1]
    entry = card_entry(scene.lexicon, identifier)
    what = f"{capitalise(str(entry.get('ability')))}: {entry.get('text')}"
    facts = f"{price(move, scene)}; {entry.get('class')}, {stat_text(scene.lexicon, identifier)}"
    return card_name(scene.lexicon, identifier), f"{facts}; {what}"


def _pay(move: str, scene: Scene) -> tuple[str, str]:
    _, kind, what = move.split()
    if kind == "gold":
        return f"{what} gold", ""
    worth = card_entry(scene.lexicon, what).get("gold" if kind == "relic" else "cost")
    return card_name(scene.lexicon, what), f"worth {worth}"


def _relic(move: str, scene: Scene) -> tuple[str, str]:
    identifier = move.split()[1]
    text = card_entry(scene.lexicon, identifier).get("text", "")
    return card_name(scene.lexicon, identifier), f"+{stat_text(scene.lexicon, identifier)}; {text}"


def _command(move: str, scene: Scene) -> tuple[str, str]:
    identifier = move.split()[1]
    return card_name(scene.lexicon, identifier), str(card_entry(scene.lexicon, identifier).get("text", ""))


def _fight(move: str, scene: Scene) -> tuple[str, str]:
    """A Minion exhausted for attack or defense: its stat, and its Aftershock if any."""
    head, identifier = move.split()
    entry = card_entry(scene.lexicon, identifier)
    shock = f"; Aftershock: {entry.get('text')}" if head == "exhaust" and entry.get("ability") == "aftershock" else ""
    force = scene.explain(move) if head == "exhaust" else ""
    return card_name(scene.lexicon, identifier), (force or stat_text(scene.lexicon, identifier)) + shock


def _attack(move: str, scene: Scene) -> tuple[str, str]:
    head, name, *whom = move.split()
    aim = " ".join(whom)
    where = zone_of(aim, scene)
    return f"{name[1]} {head}: {target_name(scene.seat_names, aim)}", f"in {where}" if where else ""


def zone_of(aim: str, scene: Scene) -> str:
    """The zone of a target; says if a troop is lying."""
    if aim.startswith("fortress"):
        fortress = (scene.view.get("fortresses") or [])[int(aim.split()[1])]
        return f"{fortress['zone']}, {fortress['hp']} hp" if fortress else ""
    state: Mapping[str, Any] = (scene.view.get("troops") or {}).get(aim) or {}
    return f"{state['zone']}{'' if state['standing'] else ', lying'}" if state else ""


def _move(move: str, scene: Scene) -> tuple[str, str]:
    _, name, zone = move.split()
    return f"{name[1]} → {zone_name(scene.map_data, zone)}", ""


def _rest(move: str, scene: Scene) -> tuple[str, str]:
    _, name, identifier, *state = move.split()
    return f"{name[1]}: {card_name(scene.lexicon, identifier)}", f"the {state[0]} one" if state else ""


def _work(move: str, scene: Scene) -> tuple[str, str]:
    head, name = move.split()
    return f"{name[1]}: {'1 gold' if head == 'gold' else 'repair the fortress'}", ""


def _choose(move: str, scene: Scene) -> tuple[str, str]:
    """A troop, zone, card, seat or number, depending on the word."""
    _, what, *state = move.split()
    if what in scene.lexicon.glossary:
        return card_name(scene.lexicon, what), f"the {state[0]} one" if state else ""
    if re.fullmatch(r"[0-3][a-e]", what) and what in (scene.view.get("troops") or {}):
        return troop_name(scene.seat_names, what), f"in {zone_of(what, scene)}"
    if scene.map_data.get(what) is not None:
        return zone_name(scene.map_data, what), ""
    return _seat_or_number(what, move, scene), ""


def _seat_or_number(what: str, move: str, scene: Scene) -> str:
    """Cards that count ask for rebels; all others, and levies, ask for a player."""
    asking = card_entry(scene.lexicon, card_in_question(move, scene))
    if "rebel" in str(asking.get("text", "")).lower():
        return count_noun(int(what), "rebel")
    return scene.seat_names.object_name(int(what))


_LONE = {
    "done": "hire the Minion",
    "cancel": "take the offer back",
    "skip": "go without it",
    "use": "do what the card says",
    "end": "end your turn",
}


def _other(move: str, scene: Scene) -> tuple[str, str]:
    words = _LONE.get(move, "")
    if move == "draw":
        match = re.search(r"(\d+) gold", scene.explain(move))
        return f"draw a relic for {match[1]} gold" if match else "draw a relic", ""
    if move == "pass":
        if scene.view.get("phase") in ("combat", "raid"):
            return "pass", scene.explain(move).removesuffix(".")
        return "pass", "buy nothing" if task(scene) == "purchases" else "take what fits"
    return (f"{move}: {words}" if words else move), ""


def task(scene: Scene) -> str:
    """Kind of the pending task, in the game's vocabulary."""
    pending = scene.view.get("pending") or [[""]]
    return str(pending[-1][0])


_WORDS: dict[str, Callable[[str, Scene], tuple[str, str]]] = {
    "found": _found, "hire": _hire, "pay": _pay, "relic": _relic, "command": _command, "exhaust": _fight,
    "defend": _fight, "retreat": _found, "attack": _attack, "move": _move, "rest": _rest, "work": _work,
    "choose": _choose, "other": _other,
}  # fmt: skip


def question(scene: Scene, groups: Sequence[ChoiceGroup]) -> str:
    """The current question, in one line."""
    view = scene.view
    match view.get("phase"):
        case "found":
            return "Where shall your fortress stand? Zones with a spiral are free to choose"
        case "afternoon":
            return _afternoon(view)
        case "payment":
            return _offer(scene)
        case "combat" | "raid":
            return _combat(scene, groups)
        case "retreat":
            return "Your troop is beaten and must retreat"
        case "choice":
            return _asked(scene, groups)
    return str(view.get("phase"))


def _afternoon(view: Mapping[str, Any]) -> str:
    if view.get("acted"):
        return "Your turn: the troop action is done"
    left = "" if view.get("hired") else "hire a Minion if you like, "
    return f"Your turn: {left}free actions, and one troop action"


def _offer(scene: Scene) -> str:
    """How much has been offered for a Minion, and its cost."""
    offer = scene.view.get("payment") or {}
    hall = scene.player(scene.seat).get("hall") or []
    minions = [hall[slot]["card"] for slot in offer.get("slots") or [] if slot < len(hall)]
    sums = [int(offer.get("gold") or 0)]
    sums += [int(card_entry(scene.lexicon, relic).get("gold") or 0) for relic in offer.get("relics") or []]
    sums += [int(card_entry(scene.lexicon, minion).get("cost") or 0) for minion in minions]
    cost = price(f"hire {offer.get('card')}", scene)
    return f"Hiring {card_name(scene.lexicon, offer.get('card'))} for {cost}: {sum(sums)} offered so far"


def _combat(scene: Scene, groups: Sequence[ChoiceGroup]) -> str:
    combat = scene.view.get("combat")
    if combat is None:
        return "Which of your troops do the rebels attack next?"
    aim = target_name(scene.seat_names, str(combat["target"]))
    if any(choice.move.startswith("exhaust") for group in groups for choice in group.choices):
        return f"Which Minion leads the {combat['kind']} attack on {aim}?"
    who = (
        "The rebels attack"
        if combat["attacker"] is None
        else f"{capitalise(troop_name(scene.seat_names, combat['attacker']))} attacks"
    )
    inside = any(entry[0] == "suspended" for entry in scene.view.get("pending") or [])
    who = f"A combat inside another: {who[0].lower()}{who[1:]}" if inside else who
    odds = scene.explain("pass").removesuffix(".")
    return f"{who} {aim}. {odds}" if odds else f"{who} {aim}"


def _asked(scene: Scene, groups: Sequence[ChoiceGroup]) -> str:
    for group in groups:
        for choice in group.choices:
            asking = card_in_question(choice.move, scene) if choice.move != "draw" else ""
            if asking:
                return f"{card_name(scene.lexicon, asking)}: {card_entry(scene.lexicon, asking).get('text')}"
    if task(scene) == "purchases":
        last = [entry for entry in scene.view.get("pending") or [] if entry[0] == "next_day" and len(entry) > 1]
        return f"{'The last night ends' if last else 'Treasuries will be compared tonight'}: buy a relic first?"
    if any(choice.move == "pass" for group in groups for choice in group.choices):
        return "More gold comes in than your treasury holds (5): buy a relic first?"
    return "From whom is the levy taken?"


def forecast(state: State, move: str) -> str:
    """Strength of an attack with a Minion, found by trying it on a copy of the game."""
    trial = state.clone()
    trial.sink = []
    trial.apply(trial.parse(move))
    return next((f"strength {event['strength']}" for event in trial.sink if event["type"] == "attacked"), "")
