"""What a move would cost or bring: the rules' own sums, as numbers with their sources and as a sentence."""

from __future__ import annotations

from typing import Any

from hordes.engine.errors import Saying, said
from hordes.engine.native import i64
from hordes.smallworld import conquest, moves
from hordes.smallworld.army import Army
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import CONQUER, GHOULS, PICK


def many(n: i64, word: str = "token") -> str:
    """A number with its noun.

    >>> many(1), many(3, "coin")
    ('1 token', '3 coins')
    """
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def spoken(parts: list[list[Any]]) -> str:
    """A sum in words.

    >>> parts = [[2, "region", "region"], [1, "mountain", "mountain"], [2, "trolls", "Trolls"]]
    >>> spoken([*parts, [-1, "commando", "Commando"]])
    '2 + 1 mountain + 2 Trolls - 1 Commando'
    """
    text = ""
    for n, source, name in parts:
        sign = "-" if n < 0 else "+"
        term = f"{abs(n)}" if source == "region" else f"{abs(n)} {name}"
        text = f"{text} {sign} {term}" if text else term
    return text


def bill(t: Table, me: Army, region: i64) -> dict[str, Any]:
    """The price of a region for an army, part by part, and the tokens at hand for it."""
    parts = conquest.parts(t, me, region)
    return {"total": conquest.price(t, me, region), "have": me.troops(), "parts": parts}


def explanation(t: Table, move: i64) -> Saying:
    """The price of a conquest, or of a combo with what it brings."""
    verb, target = moves.verb_of(move), moves.target_of(move)
    if verb == moves.PICK and t.phase == PICK and target < t.column:
        return _combo(t, target)
    if t.phase not in (CONQUER, GHOULS):
        return t.rules.mode.explanation(t, verb)
    me = conquest.attacker(t)
    if verb in (moves.CONQUER, moves.CONQUER_DIE):
        return _conquest(t, me, target, verb == moves.CONQUER_DIE)
    if verb == moves.CONQUER_DRAGON:
        least, cost, have = me.race.least, conquest.price(t, me, target), me.troops()
        text = "{tokens} instead of {cost}; you have {have}"
        return said("price_dragon", text, tokens=many(least), n=least, cost=cost, have=have)
    return Saying()


def combo(t: Table, slot: i64) -> dict[str, Any]:
    """What a combo of the column costs, and the coins and tokens it brings."""
    army = Army()
    army.race, army.power = t.rules.races[t.combo_race[slot]], t.rules.powers[t.combo_power[slot]]
    tokens = min(army.recruits() + t.combo_extra[slot], army.race.total)
    return {"cost": t.price_of(slot), "coins": t.combo_coins[slot], "n": tokens}


def _combo(t: Table, slot: i64) -> Saying:
    data = combo(t, slot)
    price, found, tokens = many(data["cost"], "coin"), many(data["coins"], "coin"), many(data["n"])
    return Saying(f"costs {price}, brings {found} and {tokens}", "price_combo", data)


def _conquest(t: Table, me: Army, region: i64, die: bool) -> Saying:
    total = bill(t, me, region)
    cost, have = total["total"], total["have"]
    tokens, words = many(cost), spoken(total["parts"])
    if not die:
        return said("price", "{tokens}: {sum}; you have {have}", tokens=tokens, sum=words, have=have, bill=total)
    text = "{tokens}: {sum}; you have {have}, so the die must show {die} or more"
    if cost - have <= conquest.DIE_MOST:
        return said("price_die", text, tokens=tokens, sum=words, have=have, die=cost - have, bill=total)
    worth = me.power.rescue(t, me)
    text += ", and a coin is paid for {worth} more"
    data: dict[str, Any] = {"have": have, "die": cost - have - worth, "worth": worth, "bill": total}
    return said("price_die_coin", text, tokens=tokens, sum=words, **data)
