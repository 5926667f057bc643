"""Small World's legal moves as choices: grouped, each with its key and its consequence in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hordes.terminal.scene import Choice, ChoiceGroup, Scene, View, all_choices
from hordes.terminal.smallworld import choice_keys
from hordes.terminal.wording import count_noun, join_words, title_from_id


def tokens_in_hand(scene: Scene) -> int:
    """Tokens in hand of the deciding seat, of the acting race."""
    return tokens_in_hand_of(scene.player(scene.seat), str(scene.view.get("phase")))


def tokens_in_hand_of(player: Mapping[str, Any], phase: str) -> int:
    """Race tokens in a player's hand: only the declined Ghouls' while they act."""
    own = player.get("active") or {}
    active = int(own.get("hand") or 0) - (int(own.get("waiting") or 0) if phase == "withdraw" else 0)
    declined = sum(int(race.get("hand") or 0) for race in player.get("declined") or [])
    return declined if phase == "ghouls" else active if phase == "conquer" else active + declined


_ORDER = (
    ("pick", "Choose a race", False),
    ("buy", "Ghosts and powers", False),
    ("conquer", "Conquer", False),
    ("dragon", "Send the Dragon: one token takes the region", True),
    ("sorcery", "Sorcery: turn a lone enemy", True),
    ("means", "Conquer by other means", False),
    ("die", "Last attempt with the die", False),
    ("place", "Place tokens", True),
    ("piece", "Place pieces", True),
    ("abandon", "Abandon before conquering", True),
    ("keep", "Put readied tokens back before anything else", True),
    ("monster", "Put a Monster beside a Lost Tribe", True),
    ("soapbar", "Move the Golden Soapbar", True),
    ("ask", "Ask somebody to give a token for yours", False),
    ("sacrifice", "Give a token", True),
    ("bony", "Send Bony to protect a declined race", False),
    ("share", "Share the Tavern's coins", False),
    ("ally", "Make peace", True),
    ("own", "Only you can", False),
    ("other", "Or", False),
)


def build_choices(moves: Sequence[str], scene: Scene) -> list[ChoiceGroup]:
    """The legal moves in groups with their keys. `place R N` and `keep R N` are listed once per region."""
    piles: dict[str, list[str]] = {}
    for move in moves:
        piles.setdefault(kind_of(move), []).append(move)
    most = {kind: most_tokens(piles.get(kind, ())) for kind in COUNTED_VERBS}
    for kind in COUNTED_VERBS & set(piles):
        piles[kind] = _one_per_region(piles[kind])
    typed = choice_keys.assign_keys(
        [(kind, piles[kind]) for kind, _, _ in _ORDER if kind in piles], scene.map_data.has_numeric_ids
    )
    groups = []
    for kind, heading, brief in _ORDER:
        choices = tuple(_choice(typed[move], move, kind, scene, most.get(kind, {})) for move in piles.get(kind, ()))
        groups += [ChoiceGroup(heading, choices, brief)] if choices else []
    return groups


def most_tokens(moves: Sequence[str]) -> dict[str, int]:
    """Maximum number of tokens that can be placed on each region at once."""
    most: dict[str, int] = {}
    for move in moves:
        _, region, *number = move.split()
        most[region] = max(most.get(region, 0), int(number[0]) if number else 1)
    return most


def kind_of(move: str) -> str:
    """The group a move belongs to."""
    words = move.split()
    match words:
        case ["keep", *_]:
            return "keep"
        case ["pick" | "abandon" | "ally" | "ask" | "monster" | "soapbar" | "sacrifice", _] | ["bony" | "share", _, _]:
            return words[0]
        case ["buy", _] | ["ghost"]:
            return "buy"
        case ["conquer", _]:
            return "conquer"
        case ["conquer", _, "with", means]:
            return means if means in ("die", "dragon", "sorcery") else "means"
        case ["place", piece, _] if not words[2].isdigit() or piece in PLACEABLE_PIECES:
            return "piece"
        case ["place", *_]:
            return "place"
    return "own" if words and words[0] not in KNOWN else "other"


KNOWN = frozenset(
    "pick conquer place abandon ally stop done decline roll catapult cancel fireball behemoth pay pass exchange tower "
    "lose monster swap soapbar share bony sacrifice refuse ask keep ghost buy".split()
)
"""Words of the official sets and modes; any other word belongs to a custom piece."""


COUNTED_VERBS = frozenset({"place", "keep"})
"""Moves with a region and a number of tokens."""
PLACEABLE_PIECES = frozenset({"fortress", "encampment", "hero", "pot", "horde", "behemoth1", "behemoth2"})


def region_of(move: str) -> str:
    """The region a move concerns; empty if none."""
    words = move.split()
    if not words or words[0] not in REGION_VERBS:
        return ""
    return words[2] if kind_of(move) == "piece" else words[1] if len(words) > 1 else ""


REGION_VERBS = frozenset("conquer abandon keep place tower monster soapbar sacrifice".split())
"""Words that are followed by a region."""


def _one_per_region(moves: Sequence[str]) -> list[str]:
    first: dict[str, str] = {}
    for move in moves:
        first.setdefault(move.split()[1], move)
    return list(first.values())


def _choice(key: str, move: str, kind: str, scene: Scene, most: Mapping[str, int]) -> Choice:
    words, region = _WORDS.get(kind, _other)(move, scene), region_of(move)
    detail = "" if kind == "pick" else brief_cost(_own_troops(scene.explain(move), region, scene))
    detail = detail or _DETAILS.get(kind, _no_detail)(move, scene)
    detail += _given_up(move, scene) if kind == "conquer" and "your own" not in detail else ""
    return Choice(key, move, words, detail, region, most.get(region, 1))


def _own_troops(explained: str, region: str, scene: Scene) -> str:
    """Notes that defenders are one's own declined tokens, where a ruling lets them defend."""
    state = scene.region(region)
    if state.get("player") != scene.seat or not state.get("declined") or not explained:
        return explained
    entry = scene.lexicon.entry("race", state.get("race"))
    names = [re.escape(str(name)) for name in (entry.get("one"), entry.get("name")) if name]
    pattern = rf"(\+ \d+) ({'|'.join(names)})\b"
    return re.sub(pattern, r"\1 your own declined \2", explained) if names else explained


def _given_up(move: str, scene: Scene) -> str:
    """What is lost by conquering one's own declined region."""
    state = scene.region(region_of(move))
    if state.get("player") != scene.seat or not state.get("declined"):
        return ""
    return f"; your declined {scene.lexicon.race(state.get('race'))} lose it"


_PRICE = re.compile(r"(\d+) tokens?: (.*?); you have \d+(?:, so (.*))?")
_MORE = re.compile(r"([1-3]) or more")
_ODDS = {"1": "1 in 2", "2": "1 in 3", "3": "1 in 6"}


def brief_cost(explained: str) -> str:
    """A shorter version of the engine's cost explanation, with the odds of the die.

    >>> brief_cost("3 tokens: 2 + 1 Lost Tribe; you have 9")
    'costs 3: 2 + 1 Lost Tribe'
    >>> brief_cost("5 tokens: 2 + 3 Orcs; you have 3, so the die must show 2 or more")
    'costs 5: the die must show 2 or more (1 in 3)'
    >>> brief_cost("5 tokens: 2 + 3 Orcs; you have 2, so the die must show 3 or more")
    'costs 5: the die must show 3 (1 in 6)'
    """
    match = _PRICE.fullmatch(explained)
    if match is None:
        return explained
    cost, parts, die = match.groups()
    if die:
        return f"costs {cost}: {_MORE.sub(_odds, die)}"
    return f"costs {cost}" + (f": {parts}" if parts != cost else "")


def _odds(more: re.Match[str]) -> str:
    """What the die must show, with its probability; three is its maximum."""
    return f"{'3' if more[1] == '3' else more[0]} ({_ODDS[more[1]]})"


def _pick(move: str, scene: Scene) -> str:
    combo = combo_at(move, scene.view)
    return scene.lexicon.combo(combo.get("race"), combo.get("power"))


def combo_at(move: str, view: View) -> Mapping[str, Any]:
    """The entry of the column that `pick N` takes."""
    slot = int(move.split()[1]) - 1
    column: Sequence[Mapping[str, Any]] = view.get("column") or []
    return column[slot] if 0 <= slot < len(column) else {}


def _region_words(move: str, scene: Scene) -> str:
    return _place_name(region_of(move), scene)


def _place_name(identifier: str, scene: Scene) -> str:
    """Name of a region beside its key: without the number if that is the key."""
    region = scene.map_data.get(identifier)
    if region is None or not scene.map_data.has_numeric_ids:
        return scene.map_data.numbered_name(identifier)
    return region.name or region.terrain


def _piece_words(move: str, scene: Scene) -> str:
    return f"{move.split()[1]} on {_place_name(region_of(move), scene)}"


def _buy(move: str, scene: Scene) -> str:
    power = scene.lexicon.entry("power", move.rsplit(maxsplit=1)[-1])
    return f"{power['name']}: {power['text']}" if power else "a Ghost for the Island"


def _ally(move: str, scene: Scene) -> str:
    return f"with {scene.seat_names.object_name(int(move.split()[1]))}"


def _ask(move: str, scene: Scene) -> str:
    seat = int(move.split()[1])
    return "yourself, for your declined race" if seat == scene.seat else scene.seat_names.object_name(seat)


def _own_words(move: str, scene: Scene) -> str:
    """A move of a custom piece, with region names instead of ids."""
    word, *target = move.split()
    form = str(scene.lexicon.glossary.get(word, {}).get("name", ""))
    if target and form.endswith(" REGION"):
        return (
            _place_name(target[0], scene)
            if scene.map_data.has_numeric_ids
            else f"{word} {_place_name(target[0], scene)}"
        )
    if target and form.endswith(" SEAT"):
        return scene.seat_names.object_name(int(target[0]))
    return "" if scene.map_data.has_numeric_ids else move


_PLAIN = {
    "stop": "end your conquests",
    "decline": "retire the race",
    "roll": "the die before the next conquest",
    "swap": "exchange badges with your partner",
    "refuse": "give nothing",
}


def _bony(move: str, scene: Scene) -> str:
    _, seat, race = move.split()
    owner = scene.seat_names.possessive(int(seat))
    return f"{owner.lower() if owner == 'Your' else owner} {scene.lexicon.race(race)}"


def _share(move: str, scene: Scene) -> str:
    _, seat, coins = move.split()
    return f"{count_noun(int(coins), 'coin')} for {scene.seat_names.object_name(int(seat))}"


def _other(move: str, scene: Scene) -> str:
    """What a single word does; preceded by the word if it is not the key."""
    words = _PLAIN.get(move, "")
    if move == "done":
        words = scene.after_done or "go on"
    elif move == "refuse" and (scene.view.get("choice") or {}).get("ask") == "plea":
        words = "ask nobody, and lose the token"
    elif move == "stop" and scene.view.get("phase") == "ghouls":
        words = f"the Ghouls end; {_next_to_act(scene)}"
    if scene.map_data.has_numeric_ids:
        return words
    return f"{move}: {words}" if words else title_from_id(move).lower()


def _next_to_act(scene: Scene) -> str:
    race, _ = _acting(scene)
    return f"the {scene.lexicon.race(race)} go on" if race else "the turn goes on"


def _pick_detail(move: str, scene: Scene) -> str:
    combo, slot = combo_at(move, scene.view), int(move.split()[1])
    tokens = scene.tokens.get(slot) or scene.lexicon.tokens(combo.get("race"), combo.get("power"))
    parts = ["free" if slot == 1 else f"costs {count_noun(slot - 1, 'coin')}"]
    parts += [count_noun(tokens, "token")] if tokens else []
    parts += [f"{count_noun(combo['coins'], 'coin')} lying on it"] if combo.get("coins") else []
    return ", ".join(parts)


def _place_detail(move: str, scene: Scene) -> str:
    tokens = int(scene.region(region_of(move)).get("tokens") or 0)
    return f"{tokens} there"


def _other_detail(move: str, scene: Scene) -> str:
    if move == "stop":
        return f"{tokens_in_hand(scene)} in hand" if tokens_in_hand(scene) else "none in hand"
    if move == "decline":
        held = [r for r in (scene.view.get("regions") or {}).values() if _mine(r, scene.seat)]
        stay = f"one token stays in each of {count_noun(len(held), 'region')}" if held else "you hold no region"
        return f"{stay}; choose a new race next turn"
    return ""


def _mine(region: Mapping[str, Any], seat: int) -> bool:
    return region.get("player") == seat and not region.get("declined")


def _no_detail(move: str, scene: Scene) -> str:
    return ""


_WORDS: dict[str, Callable[[str, Scene], str]] = {
    "pick": _pick,
    "conquer": _region_words,
    "dragon": _region_words,
    "sorcery": _region_words,
    "means": lambda move, scene: f"{_region_words(move, scene)} {' '.join(move.split()[2:])}",
    "die": _region_words,
    "place": _region_words,
    "abandon": _region_words,
    "keep": _region_words,
    "piece": _piece_words,
    "ally": _ally,
    "ask": _ask,
    "monster": _region_words,
    "soapbar": _region_words,
    "sacrifice": _region_words,
    "bony": _bony,
    "share": _share,
    "buy": _buy,
    "own": _own_words,
    "other": _other,
}
_DETAILS: dict[str, Callable[[str, Scene], str]] = {
    "pick": _pick_detail,
    "place": _place_detail,
    "abandon": _place_detail,
    "keep": _place_detail,
    "sacrifice": _place_detail,
    "other": _other_detail,
}


def shortcut_hint(groups: Sequence[ChoiceGroup], scene: Scene) -> str:
    """A hint at shortcuts for the current question."""
    places = [choice for choice in all_choices(groups) if kind_of(choice.move) in ("place", "piece")]
    if not places or max(tokens_in_hand(scene), sum(_camps(scene))) < 2:
        return ""
    last = places[-1]
    together = f"`{last.key} 2` puts two on {scene.map_data.display_name(last.region)}"
    return f"`spread` shares them evenly, {together}, `all {last.region}` all."


def _camps(scene: Scene) -> list[int]:
    return [int((scene.player(scene.seat).get("active") or {}).get("encampments") or 0)]


def question(scene: Scene, groups: Sequence[ChoiceGroup] = ()) -> str:
    """The current question, in one line."""
    phase, tokens = str(scene.view.get("phase")), count_noun(tokens_in_hand(scene), "token")
    race = scene.lexicon.combo(*_acting(scene))
    match phase:
        case "pick":
            return "Choose a race and power"
        case "necromancer_pick" | "necromancer_buy":
            first = phase == "necromancer_pick"
            board = necromancer_board(scene.view)
            return "Necromancer, choose a power, for free" if first else f"Buy Ghosts and powers: {board}"
        case "ghouls":
            return f"Your declined Ghouls act first: {tokens} in hand"
        case "conquer":
            roll = (scene.view.get("this_turn") or {}).get("roll")
            die = f", and the die adds {roll}" if roll is not None else ""
            return f"{race}: conquer with {tokens} in hand{die}"
        case "redeploy":
            return f"{race}: {_to_redeploy(scene, groups)}"
        case "withdraw":
            return f"Your troops withdraw: {f'place {tokens}' if tokens_in_hand(scene) else 'all are placed'}"
        case "finish":
            return f"{race}: last things before scoring" if _unscored(groups) else f"{race}: the turn is scored"
        case _:
            return _asked(scene)


def necromancer_board(view: View) -> str:
    """Reserve and Well beside the map in the Necromancer's mode."""
    board = view.get("necromancer") or {}
    well = board.get("well") or {}
    inside = int(well.get("ghosts") or 0) + int(well.get("souls") or 0)
    return f"{board.get('reserve')} in reserve, {inside} in the Well"


_ASKED = {
    "monsters": "Put a Monster beside a Lost Tribe, away from the other Monsters",
    "tower": "Where shall the tower stand?",
    "hire": "The die was not enough: pay a coin for two tokens more?",
    "loss": "Which of your tokens is lost?",
    "soapbar": "The Golden Soapbar has paid you and must move on: where to?",
    "tavern": "Glandulf's Tavern has paid you two coins: share them?",
    "boneyard": "The Boneyard is yours: whom shall Bony protect?",
}


def _asked(scene: Scene) -> str:
    """The question of an interrupt, or of the set-up."""
    choice = scene.view.get("choice") or {"ask": scene.view.get("phase")}
    if choice.get("ask") == "plea":
        return f"Your {scene.lexicon.race(choice.get('race'))} are losing a token: whom do you ask to give one for it?"
    if choice.get("ask") == "sigil":
        return f"The {scene.lexicon.race(choice.get('race'))} are losing a token: give one of yours instead?"
    return _ASKED.get(str(choice.get("ask")), title_from_id(str(choice.get("ask"))))


def _unscored(groups: Sequence[ChoiceGroup]) -> bool:
    return not any(choice.move == "decline" for choice in all_choices(groups))


def _to_redeploy(scene: Scene, groups: Sequence[ChoiceGroup]) -> str:
    """How many tokens are to be placed, and how many stay in hand for the next turn."""
    own = int((scene.player(scene.seat).get("active") or {}).get("hand") or 0)
    free = [
        choice.max_tokens for choice in all_choices(groups) if kind_of(choice.move) == "place" and _own(choice, scene)
    ]
    waits = own - max(free, default=0) if groups else 0
    tokens = tokens_in_hand(scene) - waits
    left = ([count_noun(tokens, "token")] if tokens else []) + _loose_pieces(scene)
    wait = f" ({waits} more {'waits' if waits == 1 else 'wait'} for your next turn)" if waits else ""
    if any(choice.move.startswith("abandon") for choice in all_choices(groups)):
        return f"only {own} in hand, so a region must be left"
    return (f"redeploy {join_words(left)}" if left else "everything is placed") + wait


def _own(choice: Choice, scene: Scene) -> bool:
    return _mine(scene.region(choice.region), scene.seat)


def _acting(scene: Scene) -> tuple[str | None, str | None]:
    active = scene.player(scene.seat).get("active") or {}
    return active.get("race"), active.get("power")


def _loose_pieces(scene: Scene) -> list[str]:
    active = scene.player(scene.seat).get("active") or {}
    pieces = {"encampments": "encampment", "heroes": "Hero", "fortresses": "fortress"}
    plurals = {"Hero": "Heroes", "fortress": "fortresses"}
    return [count_noun(int(active[key]), one, plurals.get(one, "")) for key, one in pieces.items() if active.get(key)]
