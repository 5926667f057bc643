"""Schema of card files: counts, costs, and every word of the effects are checked, so that custom cards are playable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hordes.covil.state.constants import (
    ABILITIES,
    CLASSES,
    CONDITIONS,
    INSTANTS,
    MAX_SEATS,
    MODIFIERS,
    PER_NAMES,
    PICK_NAMES,
    POOL_SIZE,
    STATS,
    TERRAINS,
)
from hordes.engine.core.bits import BITS_PER_SET
from hordes.engine.errors import BadRequest
from hordes.engine.validation import is_single_word

GROUPS: Final = ["overlords", "henchmen", "mercenaries", "relics"]
MOST_EFFECTS: Final = 4
LARGEST: Final = 20
MODIFIER_KEYS: Final[dict[str, list[str]]] = {
    "attack": ["n", "kind", "terrain", "where", "vs"],
    "defense": ["n", "terrain", "where"],
    "move": ["n", "terrain"],
    "price": ["n", "class"],
    "relicPrice": ["n"],
    "fee": ["n", "per"],
    "levy": ["n", "from"],
    "raid": ["rebels"],
    "score": ["n", "per", "class"],
}
"""Keys that a modifier may have beside `mod`."""
INSTANT_KEYS: Final[dict[str, list[str]]] = {
    "move": ["who", "steps", "count", "pick"],
    "push": ["range"],
    "stand": ["count", "pick", "where"],
    "lay": ["range"],
    "gold": ["n", "per"],
    "steal": ["n", "from"],
    "rest": ["count", "self", "other", "overlord"],
    "ready": ["count", "notOverlord"],
    "exhaust": ["count"],
    "rebels": ["n", "upTo", "goldEach"],
    "relic": ["n"],
    "discardRelic": ["n"],
    "damage": ["n", "range"],
    "repair": ["n"],
    "attack": ["kind", "bonus"],
    "summon": ["n", "state"],
    "strength": ["n"],
}
"""Keys that an instant may have beside `do`; Aftershocks also have `when` and `if`."""
ALLOWED_WORDS: Final[dict[str, list[str]]] = {
    "kind": ["melee", "ranged", "any"],
    "where": ["ownFortressZone"],
    "vs": ["lying", "fortressZone"],
    "who": ["own"],
    "pick": PICK_NAMES,
    "per": PER_NAMES[1:],
    "state": ["standing"],
    "class": CLASSES,
    "from": ["defender", "choose", "richer"],
    "when": ["declare", "after"],
}
FLAGS: Final = ["self", "other", "overlord", "notOverlord"]
RANGES: Final[dict[str, tuple[int, int]]] = {
    "n": (-LARGEST, LARGEST), "rebels": (-5, 0), "steps": (1, 2), "count": (1, 5), "range": (0, 1), "upTo": (1, 5),
    "goldEach": (0, 5), "bonus": (0, LARGEST),
}  # fmt: skip
PER_WORDS: Final[dict[str, list[str]]] = {
    "fee": ["dominance", "none"],
    "score": ["minion", "relic", "troop"],
    "gold": ["dominance"],
}


def check_cards(data: Any) -> dict[str, Any]:
    """The card file itself, or a `BadRequest` that names the card and what is wrong with it."""
    if not isinstance(data, dict) or sorted(data) != sorted(GROUPS):
        raise BadRequest(f"A card file is an object with the lists {', '.join(GROUPS)}.")
    for group in GROUPS:
        if not isinstance(data[group], list):
            raise BadRequest(f"`{group}` of a card file is a list of cards.")
    ids = [check_card(card, group) for group in GROUPS for card in data[group]]
    for key in ids:
        if ids.count(key) > 1:
            raise BadRequest(f"Two cards have the id {key}.")
    _check_counts(data)
    return data


def _check_counts(data: dict[str, Any]) -> None:
    if len(data["overlords"]) < MAX_SEATS:
        raise BadRequest(f"{len(data['overlords'])} Overlords are too few: each of {MAX_SEATS} seats needs one.")
    if len(data["henchmen"]) > 5:
        raise BadRequest(f"{len(data['henchmen'])} Henchmen do not fit into a hall; it has 5 places beside the throne.")
    if len(data["mercenaries"]) < 4 * POOL_SIZE:
        raise BadRequest(f"{len(data['mercenaries'])} Mercenaries are too few: a game uses {4 * POOL_SIZE}.")
    minions = len(data["overlords"]) + len(data["henchmen"]) + len(data["mercenaries"])
    if minions > BITS_PER_SET - 1 or not 1 <= len(data["relics"]) <= BITS_PER_SET - 1:
        raise BadRequest(f"There may be {BITS_PER_SET - 1} different Minions and 1 to {BITS_PER_SET - 1} relics.")


def check_card(card: Any, group: str) -> str:
    """The id of a card, or a `BadRequest` that says what is wrong with it."""
    if not isinstance(card, dict) or not isinstance(card.get("id"), str) or not is_single_word(card["id"]):
        raise BadRequest(f"Each card of `{group}` is an object with an `id` of one word.")
    key: str = card["id"]
    if not isinstance(card.get("name"), str):
        raise BadRequest(f"Card {key} lacks its `name`.")
    if group == "relics":
        _check_relic(key, card)
    else:
        _check_minion(key, card, group)
    return key


def _check_minion(key: str, card: dict[str, Any], group: str) -> None:
    if card.get("class") not in CLASSES or (card["class"] == CLASSES[0]) != (group == "overlords"):
        raise BadRequest(f"Card {key} of `{group}` has the class {card.get('class')!r}; there are {CLASSES}.")
    _check_number(key, card.get("cost"), "cost", 0, LARGEST)
    _check_stat(key, card.get("stat"), STATS[1:])
    ability = card.get("ability")
    if not isinstance(ability, dict) or ability.get("type") not in ABILITIES:
        raise BadRequest(f"Card {key} needs an `ability` with a `type`: {', '.join(ABILITIES)}.")
    _check_effects(key, ability, str(ability["type"]))
    if ability["type"] in ("command", "aftershock"):
        _check_no_endless_loop(key, ability["effects"], ability["type"] == "command")


def _check_relic(key: str, card: dict[str, Any]) -> None:
    _check_number(key, card.get("gold"), "gold", 0, LARGEST)
    if card.get("target") not in TERRAINS:
        raise BadRequest(f"Relic {key} has the target {card.get('target')!r}; there are {', '.join(TERRAINS)}.")
    _check_stat(key, card.get("bonus"), [*STATS[1:], "attack"], "stat", "bonus")
    instant = card.get("instant")
    if not isinstance(instant, dict):
        raise BadRequest(f"Relic {key} needs an `instant` with `effects`.")
    _check_effects(key, instant, "relic")


def _check_stat(key: str, stat: Any, words: list[str], name: str = "type", what: str = "stat") -> None:
    if not isinstance(stat, dict) or stat.get(name) not in words:
        raise BadRequest(f"Card {key} needs a `{what}` with `{name}` ({', '.join(words)}) and `value`.")
    _check_number(key, stat.get("value"), f"value of {what}", 0, LARGEST)


def _check_number(key: str, value: Any, what: str, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadRequest(f"`{what}` of card {key} is a number from {least} to {most}, not {value!r}.")


def _check_effects(key: str, ability: dict[str, Any], kind: str) -> None:
    effects = ability.get("effects")
    if not isinstance(effects, list) or len(effects) > MOST_EFFECTS:
        raise BadRequest(f"Card {key} needs a list of at most {MOST_EFFECTS} `effects`.")
    passive = kind in ("reinforcement", "influence")
    for effect in effects:
        if not isinstance(effect, dict):
            raise BadRequest(f"Each effect of card {key} is an object.")
        word = effect.get("mod" if passive else "do")
        if word not in (MODIFIERS if passive else INSTANTS):
            known = ", ".join(MODIFIERS if passive else INSTANTS)
            raise BadRequest(f"Card {key}: a {kind} cannot have the effect {effect!r}; there are {known}.")
        _check_kind(key, kind, str(word))
        _check_effect_keys(key, effect, str(word), passive, kind)


def _check_kind(key: str, kind: str, word: str) -> None:
    fighting = word in ("attack", "defense", "move")
    if kind in ("reinforcement", "influence") and fighting != (kind == "reinforcement"):
        raise BadRequest(f"Card {key}: `{word}` does not belong to a {kind}.")
    if word == "strength" and kind != "aftershock":
        raise BadRequest(f"Card {key}: `strength` counts while an attack is declared, in an aftershock only.")


def _check_effect_keys(key: str, effect: dict[str, Any], word: str, passive: bool, kind: str) -> None:
    known = ["mod" if passive else "do", *(MODIFIER_KEYS if passive else INSTANT_KEYS)[word]]
    known += ["when", "if"] if kind == "aftershock" else []
    for name, value in effect.items():
        if name not in known:
            raise BadRequest(f"Card {key}: the effect `{word}` has no `{name}`; there are {', '.join(known)}.")
        _check_value(key, word, name, value)
    if not passive and (effect.get("pick") == "attacker" or effect.get("from") == "defender") and kind != "aftershock":
        raise BadRequest(f"Card {key}: only an aftershock knows an attacker and a defender.")


def _check_value(key: str, word: str, name: str, value: Any) -> None:
    allowed = PER_WORDS.get(word, []) if name == "per" else ALLOWED_WORDS.get(name)
    if allowed is not None and value not in allowed:
        raise BadRequest(f"Card {key}: `{name}` of `{word}` is one of {', '.join(allowed)}, not {value!r}.")
    if name in RANGES:
        _check_number(key, value, f"{name} of {word}", RANGES[name][0], RANGES[name][1])
    if name == "n" and word == "rebels" and value not in (1, -1):
        raise BadRequest(f"Card {key}: `n` of `rebels` is 1 (put) or -1 (remove).")
    if name == "n" and value > 0 and word in ("price", "relicPrice"):
        raise BadRequest(f"Card {key}: `n` of `{word}` cannot be above 0; Influences lower prices.")
    if name == "n" and value < 0 and word not in ("price", "relicPrice", "rebels"):
        raise BadRequest(f"Card {key}: `n` of `{word}` cannot be below 0.")
    if name in FLAGS and not isinstance(value, bool):
        raise BadRequest(f"Card {key}: `{name}` of `{word}` is true or false.")
    if name == "terrain" and not (value and _is_word_list(value, TERRAINS)):
        raise BadRequest(f"Card {key}: `terrain` is a list of {', '.join(TERRAINS)}.")
    if name == "if" and not _is_word_list([value] if isinstance(value, str) else value, list(CONDITIONS)):
        raise BadRequest(f"Card {key}: `if` is one or more of {', '.join(CONDITIONS)}.")


def _is_word_list(value: Any, known: Sequence[str]) -> bool:
    """Whether this is a list of known words.

    >>> _is_word_list(["Water"], TERRAINS), _is_word_list([[]], TERRAINS), _is_word_list("Water", TERRAINS)
    (True, False, False)
    """
    return isinstance(value, list) and all(word in known for word in value)


def _check_no_endless_loop(key: str, effects: list[dict[str, Any]], command: bool) -> None:
    """Refuse a card that gives back as much as it costs: an afternoon might never end.

    A standing troop counts 4, a step of rest 3, and exhausting a Minion costs two of these.
    """
    given_back = 0
    for effect in effects:
        n = int(effect.get("count", 1))
        given_back += {"stand": 4 * n, "rest": 3 * n, "ready": 6 * n, "summon": 4 * int(effect.get("n", 1))}.get(
            str(effect.get("do")), 0
        )
    if given_back > 6 or (command and given_back == 6):
        raise BadRequest(f"Card {key} gives back more than it costs: an afternoon with it might never end.")
