"""Cost explanations: what a move would cost or bring, itemised by source and as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordes.engine.errors import Message, translatable
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import conquest
from hordes.smallworld.state import moves
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.constants import CONQUER, GHOULS, PICK
from hordes.smallworld.state.table import Table

if TYPE_CHECKING:
    from hordes.smallworld.wire.parts import Bill, PricePart
    from hordes.smallworld.wire.views import ComboSummary


def plural(n: i64, word: str = "token") -> str:
    """A number with its noun, in the plural if need be.

    >>> plural(1), plural(3, "coin")
    ('1 token', '3 coins')
    """
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def sum_text(parts: list[PricePart]) -> str:
    """An itemised price as a sum in words.

    >>> land, trolls = (2, "region", "region"), (2, "trolls", "Trolls")
    >>> parts = [land, (1, "mountain", "mountain"), trolls, (-1, "commando", "Commando")]
    >>> sum_text([{"amount": n, "source": source, "name": name} for n, source, name in parts])
    '2 + 1 mountain + 2 Trolls - 1 Commando'
    """
    text = ""
    for part in parts:
        n = part["amount"]
        sign = "-" if n < 0 else "+"
        term = f"{abs(n)}" if part["source"] == "region" else f"{abs(n)} {part['name']}"
        text = f"{text} {sign} {term}" if text else term
    return text


def price_breakdown(t: Table, me: Army, region: i64) -> Bill:
    """The price of a region for an army, itemised, and the tokens at hand for it."""
    parts = conquest.price_parts(t, me, region)
    return {"total": conquest.price(t, me, region), "have": me.troops(), "parts": parts}


def explanation(t: Table, move: i64) -> Message:
    """Explanation of a conquest's price, or of a combo's price and content."""
    verb, target = moves.verb_of(move), moves.target_of(move)
    if verb == moves.PICK and t.phase == PICK and target < t.column_size:
        return _combo(t, target)
    if t.phase not in (CONQUER, GHOULS):
        return t.rules.mode.explanation(t, verb)
    me = conquest.attacker(t)
    if verb in (moves.CONQUER, moves.CONQUER_DIE):
        return _conquest(t, me, target, verb == moves.CONQUER_DIE)
    if verb == moves.CONQUER_DRAGON:
        least, cost, have = me.race.least, conquest.price(t, me, target), me.troops()
        text = "{tokens} instead of {cost}; you have {have}"
        return translatable("price_dragon", text, tokens=plural(least), n=least, cost=cost, have=have)
    return Message()


def combo_cost(t: Table, slot: i64) -> ComboSummary:
    """Price of a combo in the column, and the coins and tokens it brings."""
    army = Army()
    army.race, army.power = t.rules.races[t.combo_race[slot]], t.rules.powers[t.combo_power[slot]]
    tokens = min(army.starting_tokens() + t.combo_tokens[slot], army.race.total)
    return {"cost": t.pick_price(slot), "coins": t.combo_coins[slot], "n": tokens}


def _combo(t: Table, slot: i64) -> Message:
    data = combo_cost(t, slot)
    price, coins, tokens = plural(data["cost"], "coin"), plural(data["coins"], "coin"), plural(data["n"])
    return Message(f"costs {price}, brings {coins} and {tokens}", "price_combo", {**data})


def _conquest(t: Table, me: Army, region: i64, die: bool) -> Message:
    total = price_breakdown(t, me, region)
    cost, have = total["total"], total["have"]
    tokens, sum_words = plural(cost), sum_text(total["parts"])
    if not die:
        return translatable(
            "price", "{tokens}: {sum}; you have {have}", tokens=tokens, sum=sum_words, have=have, bill=total
        )
    text = "{tokens}: {sum}; you have {have}, so the die must show {die} or more"
    if cost - have <= conquest.MAX_PIPS:
        return translatable("price_die", text, tokens=tokens, sum=sum_words, have=have, die=cost - have, bill=total)
    coin_value = me.power.tokens_per_coin(t, me)
    text += ", and a coin is paid for {worth} more"
    pips = cost - have - coin_value
    return translatable(
        "price_die_coin", text, tokens=tokens, sum=sum_words, have=have, die=pips, worth=coin_value, bill=total
    )
