"""Necromancer Island: the last seat plays the Ghosts, against all the others, for a victory of his own."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import BIT, count, gathered, listed
from hordes.engine.errors import BadPosition, BadRequest, NotTheMoment, RuleViolation, Saying, said
from hordes.engine.native import i64, vec
from hordes.engine.state import CHANCE
from hordes.engine.wording import option_number
from hordes.smallworld import moves, necromancer_position, scoring, tell, turn
from hordes.smallworld.army import Army
from hordes.smallworld.bills import many
from hordes.smallworld.board import Board
from hordes.smallworld.modes import Mode
from hordes.smallworld.sets.necromancer_island import Ghosts
from hordes.smallworld.table import Table
from hordes.smallworld.traits import NO_POWER, Power, Race
from hordes.smallworld.united import United
from hordes.smallworld.violations import Immune, TooDear
from hordes.smallworld.vocabulary import (
    CONQUER,
    DRAW_BADGE,
    GHOULS,
    NECROMANCER_BUY,
    NECROMANCER_PICK,
    PHASE_NAMES,
    START_COINS,
    WITHDRAW,
)
from hordes.smallworld.well import (
    ALL_GHOSTS,
    BADGES,
    DRAWN,
    EARNED,
    FROM_ISLAND,
    IN_USE,
    POWERS,
    REMOVED,
    SOULS,
    UNCOUNTED,
    WELL_GHOSTS,
    add,
    available,
    empty,
    ghosts,
    in_use,
    island,
    necromancer,
    on_map,
    price,
    reserve,
    savings,
    spawn,
    to_island,
)

NEARER: Final = 8000
WON: Final = 80_000
"""For judges, in thousandths of a coin: a Ghost more on the map or the Island, and victory."""
FEWEST_GHOSTS: Final = 12
"""Of the fourteen Ghosts one or two may be left out: the fewer, the sooner all of them are on the map."""


class Necromancer(Mode):
    """Three to six players, the last of whom is the Necromancer, on the map for one player fewer."""

    ghosts: i64
    united: dict[int, Power]

    def __init__(self) -> None:
        self.ghosts = ALL_GHOSTS
        self.united = {}

    def least_players(self) -> i64:
        return 3

    def map_of(self, players: i64) -> str:
        return f"map-{players - 1}p"

    def seat_zero_begins(self) -> bool:
        return True

    def option_keys(self) -> list[str]:
        return ["ghosts"]

    def agree(self, options: dict[str, Any], board: Board) -> dict[str, Any]:
        found = option_number(options, "ghosts", ALL_GHOSTS, FEWEST_GHOSTS, ALL_GHOSTS)
        if board.lake == 0:
            raise BadRequest("Necromancer Island fills a lake, and this map has none.")
        self.ghosts = found
        return {"ghosts": found}

    def box(self, races: list[Race], powers: list[Power], rulings: dict[str, bool]) -> list[Race]:
        left_out = "igors" if rulings["no_igors_with_him"] else ""
        return [race for race in races if race.id != left_out] + [Ghosts()]

    def start_coins(self, rulings: dict[str, bool], seat: i64, players: i64) -> i64:
        return 0 if seat == players - 1 and rulings["necromancer_starts_poor"] else START_COINS

    def soul_price(self, rulings: dict[str, bool], players: i64) -> i64:
        return players - 1 if rulings["igors_do_not_count_him"] else players

    # Set-up

    def lay_out(self, players: i64) -> vec[i64]:
        return empty(ALL_GHOSTS - self.ghosts)

    def set_up(self, t: Table) -> None:
        """One Ghost stands on the Island. He draws six powers and chooses one; then the usual set-up follows."""
        t.settle_tribes(t.lost_tribes & ~t.board.lake)
        self.enlist(t)
        to_island(t)
        t.player = necromancer(t)
        t.ask(NECROMANCER_PICK, necromancer(t))
        self.draw(t)

    def enlist(self, t: Table) -> Army:
        """The Ghosts, all of them still beside the map."""
        army = Army()
        army.seat = necromancer(t)
        army.race = t.rules.races[len(t.rules.races) - 1]
        army.tray = army.race.total
        t.active[army.seat] = army
        return army

    def draw(self, t: Table) -> None:
        """Ask chance for the next of the six powers."""
        if t.beside[DRAWN] < POWERS and self.drawable(t) != 0:
            t.push(DRAW_BADGE, CHANCE, -1)

    def drawable(self, t: Table) -> i64:
        """A power that is of no use to Ghosts is put back and replaced."""
        return t.badges & gathered([k for k, badge in enumerate(t.rules.powers) if badge.serves_ghosts()])

    def drawn(self, t: Table, power: i64) -> None:
        add(t, BADGES + t.beside[DRAWN], power)
        add(t, DRAWN, 1)
        if t.sink is not None:
            tell.drawn(t, power)
        self.draw(t)

    def revived(self, t: Table) -> None:
        self.unite(t)

    def unite(self, t: Table) -> None:
        """The Ghosts act with all powers in use together."""
        chosen = in_use(t)
        if chosen == 0:
            ghosts(t).power = NO_POWER
            return
        if chosen not in self.united:
            self.united[chosen] = United([t.rules.powers[k] for k in listed(chosen)])
        ghosts(t).power = self.united[chosen]

    # His purchases

    def opens_turn(self, t: Table) -> bool:
        """The purchases are passed over when nothing can be bought."""
        if t.player != necromancer(t) or (self.ghost_for_sale(t) == 0 and self.powers_for_sale(t) == 0):
            return False
        t.ask(NECROMANCER_BUY, t.player)
        return True

    def ghost_for_sale(self, t: Table) -> i64:
        """1 when he can buy a Ghost."""
        return 1 if reserve(t) > 0 and price(t) <= savings(t) else 0

    def powers_for_sale(self, t: Table) -> i64:
        """The powers that he can buy."""
        return available(t) if price(t) <= savings(t) else 0

    def find(self, t: Table) -> None:
        if t.phase == NECROMANCER_PICK:
            t.offer(moves.BUY, available(t))
            return
        t.offer(moves.GHOST, self.ghost_for_sale(t))
        t.offer(moves.BUY, self.powers_for_sale(t))
        t.offer(moves.DONE, 1)

    def act(self, t: Table, verb: i64, target: i64) -> None:
        if verb == moves.DONE:
            add(t, EARNED, -t.beside[EARNED])
            turn.expand(t)
        elif t.phase == NECROMANCER_PICK:
            self.put_in_use(t, target, 0)
            t.player = t.first
            turn.begin(t)
        elif verb == moves.GHOST:
            self.pay(t, "ghost", price(t))
            to_island(t)
        else:
            left = t.coins[necromancer(t)] - price(t)
            self.put_in_use(t, target, price(t))
            add(t, EARNED, t.coins[necromancer(t)] - left)

    def pay(self, t: Table, what: str, coins: i64) -> None:
        """Coins go to the bank."""
        t.earn(necromancer(t), -coins)
        if t.sink is not None:
            tell.bought(t, necromancer(t), what, coins)

    def put_in_use(self, t: Table, power: i64, coins: i64) -> None:
        """The power joins those in use and works from now on; what it counts only once may wait for the scoring."""
        self.pay(t, t.rules.power_ids[power], coins)
        self.line_up(t, power)
        self.unite(t)
        badge = t.rules.powers[power]
        if badge.looks_back(t):
            add(t, UNCOUNTED, BIT[power])
        else:
            badge.picked(t, ghosts(t))

    def line_up(self, t: Table, power: i64) -> None:
        """The power moves behind those in use, and those still available keep their order."""
        place = t.beside[IN_USE]
        slots = [t.beside[BADGES + k] for k in range(t.beside[DRAWN])]
        slots.remove(power)
        slots.insert(int(place), power)
        words = t.beside[:]
        for k in range(len(slots)):
            words[BADGES + k] = slots[k]
        words[IN_USE] = place + 1
        t.beside = words

    # The Well of Souls

    def fallen(self, t: Table, victim: Army, tokens: i64, others: i64) -> None:
        if victim.seat == necromancer(t):
            add(t, WELL_GHOSTS, tokens)
            add(t, SOULS, others)
        else:
            add(t, SOULS, tokens + others)

    def spared(self, t: Table, army: Army) -> None:
        if army.seat == necromancer(t):
            add(t, WELL_GHOSTS, -1)
            add(t, SOULS, 1)

    def discarded(self, t: Table, army: Army, tokens: i64) -> None:
        """A race that loses nothing in conquests, Elves, pays the Well when it declines."""
        if army.race.losses(t, army) == 0 and tokens > 0:
            add(t, SOULS, tokens)
            if t.sink is not None:
                tell.souls(t, tokens, army.race.id)

    def scored(self, t: Table) -> None:
        """His regions bring a soul each; powers that look back count now."""
        if t.player != necromancer(t):
            return
        me = ghosts(t)
        for power in listed(t.beside[UNCOUNTED]):
            t.rules.powers[power].picked(t, me)
        add(t, UNCOUNTED, -t.beside[UNCOUNTED])
        new = count(me.regions)
        add(t, SOULS, new)
        if new > 0 and t.sink is not None:
            tell.souls(t, new, "regions")

    # The end

    def turn_ends(self, t: Table) -> bool:
        """New Ghosts are spawned; after his own turn it is seen whether he has won."""
        spawn(t)
        if t.player != necromancer(t):
            return False
        add(t, FROM_ISLAND, -t.beside[FROM_ISLAND])
        return self.victorious(t)

    def victorious(self, t: Table) -> bool:
        """Is no Ghost left in reserve or in the Well?"""
        return reserve(t) + t.beside[WELL_GHOSTS] == 0

    def result(self, t: Table) -> dict[str, Any] | None:
        seats = list(range(t.rules.players - 1))
        if not self.victorious(t):
            return scoring.best_of(t, seats)
        scores = [int(t.coins[seat]) for seat in [*seats, int(necromancer(t))]]
        reason = "the Necromancer has no Ghost left in reserve or in the Well of Souls"
        return {"scores": scores, "winners": [int(necromancer(t))], "reason": reason}

    def stakes(self, t: Table, seat: i64) -> i64:
        """Every Ghost that is out of reserve and Well brings him nearer; the last one wins."""
        if seat != necromancer(t):
            return 0
        missing = reserve(t) + t.beside[WELL_GHOSTS]
        return WON if missing == 0 else -NEARER * missing

    # In a position

    def keys(self) -> list[str]:
        return ["necromancer"]

    def shown(self, t: Table) -> dict[str, Any]:
        return {"necromancer": necromancer_position.shown(t)}

    def restored(self, t: Table, found: dict[str, Any]) -> None:
        missing = not ghosts(t).exists()
        if missing:
            self.enlist(t)
        buying = found.get("phase") == PHASE_NAMES[NECROMANCER_BUY]
        necromancer_position.restored(t, found.get("necromancer"), ALL_GHOSTS - self.ghosts, buying)
        self.unite(t)
        if missing:
            ghosts(t).power.restored(t, ghosts(t), {})

    def phases(self) -> list[i64]:
        return [NECROMANCER_PICK, NECROMANCER_BUY]

    def reopened(self, t: Table, phase: i64) -> None:
        if phase == NECROMANCER_PICK:
            if t.beside[IN_USE] > 0 or t.turn > 1:
                raise BadPosition("The Necromancer chooses his first power before the first turn, and only one.")
            t.player = necromancer(t)
        if t.player != necromancer(t):
            raise BadPosition(f"Only seat {necromancer(t)}, the Necromancer, buys Ghosts and powers.")
        t.ask(phase, t.player)
        if phase == NECROMANCER_PICK:
            self.draw(t)

    # For people, and for the fuzzer

    def refuse(self, t: Table, verb: i64, target: i64) -> None:
        if verb in (moves.GHOST, moves.BUY):
            self.refuse_purchase(t, verb, target)
        if t.phase == NECROMANCER_PICK:
            raise NotTheMoment(
                said(
                    "ghost_first_power",
                    "First the Necromancer puts one of the powers he drew in use, with `buy POWER`.",
                )
            )
        if t.phase == NECROMANCER_BUY:
            raise NotTheMoment(
                said("ghost_buying", "The Necromancer is buying: `ghost`, `buy POWER`, or `done` to go on.")
            )
        if verb == moves.DECLINE and t.to_move == necromancer(t):
            raise RuleViolation(said("ghost_decline", "Ghosts never decline."))
        if target == island(t):
            self.refuse_island(t, verb)

    def refuse_purchase(self, t: Table, verb: i64, power: i64) -> None:
        """Who buys, when, what there is, and what it costs."""
        if t.to_move != necromancer(t):
            raise RuleViolation(
                said("ghost_who", "Only seat {seat}, the Necromancer, buys Ghosts and powers.", seat=necromancer(t))
            )
        if t.phase == CONQUER and not t.acted and price(t) > savings(t):
            self.refuse_price(t)
        if t.phase not in (NECROMANCER_PICK, NECROMANCER_BUY):
            raise NotTheMoment(
                said("ghost_moment", "The Necromancer buys at the start of his turn, before his Ghosts are readied.")
            )
        if verb == moves.BUY:
            self.refuse_power(t, power)
        elif t.phase == NECROMANCER_PICK:
            raise NotTheMoment(
                said(
                    "ghost_later",
                    "Before the first turn the Necromancer chooses a power; Ghosts are bought on his turns.",
                )
            )
        elif reserve(t) == 0:
            raise RuleViolation(said("ghost_none", "No Ghost is left in reserve."))
        self.refuse_price(t)

    def refuse_price(self, t: Table) -> None:
        """He pays with coins of earlier turns, and has not enough of them."""
        sum_ = self.price_words(t)
        text = "A Ghost or a power costs {coins}; your coins of earlier turns are {have}."
        raise TooDear(
            said("ghost_dear", text, have=savings(t), **sum_),
            f"A Ghost or a power costs {sum_['coins']}, more than seat {necromancer(t)} has from earlier turns.",
        )

    def refuse_power(self, t: Table, power: i64) -> None:
        """A power that he did not draw, or has in use."""
        name = t.rules.powers[power].name
        if in_use(t) & BIT[power] != 0:
            raise RuleViolation(said("power_used", "{power} is in use already.", power=name))
        if available(t) & BIT[power] == 0:
            raise RuleViolation(
                said("power_not_drawn", "{power} is not among the powers that the Necromancer drew.", power=name)
            )

    def refuse_island(self, t: Table, verb: i64) -> None:
        """The Island is no region to conquer, and nothing but Ghosts stands there."""
        if t.phase in (CONQUER, GHOULS) and (verb == moves.CONQUER or verb in moves.MEANS.values()):
            raise Immune(
                said("island_conquest", "Necromancer Island fills the lake: nobody conquers it, Seafaring or not.")
            )
        if moves.PLACE < verb < moves.PLACE_FORTRESS and t.phase == WITHDRAW and t.to_move == necromancer(t):
            raise RuleViolation(
                said("island_withdraw", "Ghosts withdraw to the Island only when no region is left to them.")
            )
        if verb in moves.PIECES.values() or (moves.PLACE < verb < moves.PLACE_FORTRESS and t.to_move != necromancer(t)):
            raise RuleViolation(said("island_others", "Nothing but Ghosts stands on Necromancer Island."))

    def price_words(self, t: Table) -> dict[str, Any]:
        """The price as a sum, in words and in numbers."""
        used, there = t.beside[IN_USE], on_map(t)
        powers = "1 power" if used == 1 else f"{used} powers"
        coins = f"{many(price(t), 'coin')}: {powers} in use + {many(there, 'Ghost')} on the map, the Island included"
        return {"coins": coins, "cost": price(t), "powers": used, "ghosts": there}

    def explanation(self, t: Table, verb: i64) -> Saying:
        if t.phase == NECROMANCER_BUY and verb in (moves.GHOST, moves.BUY):
            text = "costs {coins}; you have {have}"
            return said("price_ghost", text, have=savings(t), **self.price_words(t))
        return Saying()

    def badges(self, t: Table) -> list[int]:
        return [int(t.beside[BADGES + k]) for k in range(t.beside[DRAWN])]

    def broken(self, t: Table) -> list[str]:
        found: list[str] = []
        me = ghosts(t)
        words = [int(t.beside[k]) for k in (WELL_GHOSTS, SOULS, REMOVED, FROM_ISLAND, IN_USE, EARNED)]
        if min(words) < 0 or reserve(t) < 0:
            found.append(f"the Necromancer has {reserve(t)} Ghosts in reserve; beside the map: {words}")
        if t.beside[EARNED] > 0 and t.phase != NECROMANCER_BUY:
            found.append(f"the Necromancer has stopped buying and still may not spend {t.beside[EARNED]} coins")
        if [badge.index for badge in me.power.badges() if badge.index >= 0] != listed(in_use(t)):
            found.append(f"the Ghosts act as {me.power.name}, in use are {listed(in_use(t))}")
        if me.regions & BIT[island(t)] != 0 or [army for army in t.declined if army.race.haunts()]:
            found.append("Ghosts hold the Island as a region, or have declined")
        return found

    def more_decisions(self) -> int:
        return 2 * ALL_GHOSTS + POWERS + 60

    def more_coins(self, regions: i64) -> int:
        return POWERS * int(regions) + 20
