"""Mode `necromancer` (Necromancer Island): the last seat plays the Ghosts, with its own victory condition."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, count, listed, set_of
from hordes.engine.errors import BadPosition, BadRequest, Message, NotTheMoment, RuleViolation, translatable
from hordes.engine.mypyc_compat import i64, vec
from hordes.engine.validation import option_number
from hordes.smallworld.rules import scoring, turn
from hordes.smallworld.sets.necromancer import position
from hordes.smallworld.sets.necromancer.board import (
    ALL_GHOSTS,
    COUNTED_AT_SCORING,
    DRAWN_COUNT,
    EARNED_THIS_TURN,
    FIRST_BADGE,
    FROM_ISLAND,
    IN_USE_COUNT,
    POWER_COUNT,
    REMOVED,
    SOULS,
    WELL_GHOSTS,
    add_to_mode_state,
    empty_mode_state,
    ghost_army,
    ghosts_in_reserve,
    ghosts_on_map,
    island_region,
    move_ghost_to_island,
    necromancer_seat,
    powers_available,
    powers_in_use,
    purchase_price,
    spawn_ghosts,
    spendable_coins,
)
from hordes.smallworld.sets.necromancer.combined_power import CombinedPower
from hordes.smallworld.sets.necromancer.ghosts import Ghosts
from hordes.smallworld.state import events, moves, questions
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.board import Board
from hordes.smallworld.state.constants import (
    CONQUER,
    GHOULS,
    NECROMANCER_BUY,
    NECROMANCER_PICK,
    PHASE_NAMES,
    START_COINS,
    WITHDRAW,
)
from hordes.smallworld.state.modes import Mode
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import NO_POWER, Power, Race
from hordes.smallworld.text.cost_explanation import plural
from hordes.smallworld.text.errors import Immune, TooExpensive
from hordes.smallworld.text.names import power_named

GHOST_VALUE: Final = 8000
VICTORY_VALUE: Final = 80_000
"""For evaluators, in thousandths of a coin: value of one more Ghost out of reserve and Well, and of victory."""
MIN_GHOSTS: Final = 12
"""Fewest Ghosts that the options allow: with fewer of them all are on the map sooner."""


class Necromancer(Mode):
    """Three to six players, the last of whom is the Necromancer, on the map for one player fewer.

    `combined_powers` caches one `CombinedPower` for each set of powers in use.
    """

    ghost_count: i64
    combined_powers: dict[int, Power]

    def __init__(self) -> None:
        self.ghost_count = ALL_GHOSTS
        self.combined_powers = {}

    def min_players(self) -> i64:
        return 3

    def default_map(self, players: i64) -> str:
        return f"map-{players - 1}p"

    def seat_zero_begins(self) -> bool:
        return True

    def option_keys(self) -> list[str]:
        return ["ghosts"]

    def check_options(self, options: dict[str, Any], board: Board) -> dict[str, Any]:
        ghost_count = option_number(options, "ghosts", ALL_GHOSTS, MIN_GHOSTS, ALL_GHOSTS)
        if board.lake == 0:
            raise BadRequest("Necromancer Island fills a lake, and this map has none.")
        self.ghost_count = ghost_count
        return {"ghosts": ghost_count}

    def game_races(self, races: list[Race], powers: list[Power], rulings: dict[str, bool]) -> list[Race]:
        left_out = "igors" if rulings["no_igors_with_him"] else ""
        return [race for race in races if race.id != left_out] + [Ghosts()]

    def start_coins(self, rulings: dict[str, bool], seat: i64, players: i64) -> i64:
        return 0 if seat == players - 1 and rulings["necromancer_starts_poor"] else START_COINS

    def soul_price(self, rulings: dict[str, bool], players: i64) -> i64:
        return players - 1 if rulings["igors_do_not_count_him"] else players

    # Set-up

    def initial_mode_state(self, players: i64) -> vec[i64]:
        return empty_mode_state(ALL_GHOSTS - self.ghost_count)

    def set_up(self, t: Table) -> None:
        """Put one Ghost on the Island; he draws six powers and chooses one, then the usual set-up follows."""
        t.set_lost_tribes(t.lost_tribes & ~t.board.lake)
        self.create_ghost_army(t)
        move_ghost_to_island(t)
        t.player = necromancer_seat(t)
        t.ask(NECROMANCER_PICK, necromancer_seat(t))
        self.draw_next_power(t)

    def create_ghost_army(self, t: Table) -> Army:
        """Create the army of Ghosts, all of them still beside the map."""
        army = Army()
        army.seat = necromancer_seat(t)
        army.race = t.rules.races[len(t.rules.races) - 1]
        army.tray = army.race.total
        t.active[army.seat] = army
        return army

    def draw_next_power(self, t: Table) -> None:
        """Ask chance for the next of the six powers."""
        if t.mode_state[DRAWN_COUNT] < POWER_COUNT and self.drawable_badges(t) != 0:
            t.open(questions.badge_draw(-1))

    def drawable_badges(self, t: Table) -> i64:
        """Badges in the stack that are of use to Ghosts."""
        return t.badge_stack & set_of([k for k, badge in enumerate(t.rules.powers) if badge.serves_ghosts()])

    def badge_drawn(self, t: Table, power: i64) -> None:
        add_to_mode_state(t, FIRST_BADGE + t.mode_state[DRAWN_COUNT], power)
        add_to_mode_state(t, DRAWN_COUNT, 1)
        if t.sink is not None:
            events.drawn(t, power)
        self.draw_next_power(t)

    def after_load(self, t: Table) -> None:
        self.combine_powers(t)

    def combine_powers(self, t: Table) -> None:
        """Set the Ghosts' power to the combination of all powers in use."""
        chosen = powers_in_use(t)
        if chosen == 0:
            ghost_army(t).power = NO_POWER
            return
        if chosen not in self.combined_powers:
            self.combined_powers[chosen] = CombinedPower([t.rules.powers[k] for k in listed(chosen)])
        ghost_army(t).power = self.combined_powers[chosen]

    # Purchases

    def asks_before_readying(self, t: Table) -> bool:
        """Ask for purchases, unless nothing can be bought."""
        if t.player != necromancer_seat(t) or (self.ghost_for_sale(t) == 0 and self.powers_for_sale(t) == 0):
            return False
        t.ask(NECROMANCER_BUY, t.player)
        return True

    def ghost_for_sale(self, t: Table) -> i64:
        """1 if he can buy a Ghost, else 0: a set for `offer`."""
        return 1 if ghosts_in_reserve(t) > 0 and purchase_price(t) <= spendable_coins(t) else 0

    def powers_for_sale(self, t: Table) -> i64:
        """The powers that he can buy, as a set."""
        return powers_available(t) if purchase_price(t) <= spendable_coins(t) else 0

    def offer_moves(self, t: Table) -> None:
        if t.phase == NECROMANCER_PICK:
            t.offer(moves.BUY, powers_available(t))
            return
        t.offer(moves.GHOST, self.ghost_for_sale(t))
        t.offer(moves.BUY, self.powers_for_sale(t))
        t.offer(moves.DONE, 1)

    def apply_move(self, t: Table, verb: i64, target: i64) -> None:
        if verb == moves.DONE:
            add_to_mode_state(t, EARNED_THIS_TURN, -t.mode_state[EARNED_THIS_TURN])
            turn.open_expansion(t)
        elif t.phase == NECROMANCER_PICK:
            self.put_in_use(t, target, 0)
            t.player = t.first_seat
            turn.begin_turn(t)
        elif verb == moves.GHOST:
            self.pay(t, "ghost", purchase_price(t))
            move_ghost_to_island(t)
        else:
            # A power that pays at once (Historian) earns coins of this turn, which buy nothing yet.
            left = t.coins[necromancer_seat(t)] - purchase_price(t)
            self.put_in_use(t, target, purchase_price(t))
            add_to_mode_state(t, EARNED_THIS_TURN, t.coins[necromancer_seat(t)] - left)

    def pay(self, t: Table, what: str, coins: i64) -> None:
        """Pay coins to the bank for a purchase, and report it."""
        t.add_coins(necromancer_seat(t), -coins)
        if t.sink is not None:
            events.bought(t, necromancer_seat(t), what, coins)

    def put_in_use(self, t: Table, power: i64, coins: i64) -> None:
        """Put a power in use at once; one that counts at scoring only is marked for that."""
        self.pay(t, t.rules.power_ids[power], coins)
        self.move_behind_powers_in_use(t, power)
        self.combine_powers(t)
        badge = t.rules.powers[power]
        if badge.counts_at_scoring_only(t):
            add_to_mode_state(t, COUNTED_AT_SCORING, BIT[power])
        else:
            badge.picked(t, ghost_army(t))

    def move_behind_powers_in_use(self, t: Table, power: i64) -> None:
        """Move a power behind those in use; those still available keep their order."""
        place = t.mode_state[IN_USE_COUNT]
        slots = [t.mode_state[FIRST_BADGE + k] for k in range(t.mode_state[DRAWN_COUNT])]
        slots.remove(power)
        slots.insert(int(place), power)
        words = t.mode_state[:]
        for k in range(len(slots)):
            words[FIRST_BADGE + k] = slots[k]
        words[IN_USE_COUNT] = place + 1
        t.mode_state = words

    # The Well of Souls

    def tokens_lost(self, t: Table, victim: Army, tokens: i64, others: i64) -> None:
        if victim.seat == necromancer_seat(t):
            add_to_mode_state(t, WELL_GHOSTS, tokens)
            add_to_mode_state(t, SOULS, others)
        else:
            add_to_mode_state(t, SOULS, tokens + others)

    def horde_lost_instead(self, t: Table, army: Army) -> None:
        if army.seat == necromancer_seat(t):
            add_to_mode_state(t, WELL_GHOSTS, -1)
            add_to_mode_state(t, SOULS, 1)

    def tokens_discarded(self, t: Table, army: Army, tokens: i64) -> None:
        """A race that loses no tokens in conquests (Elves) adds to the Well when it declines."""
        if army.race.losses(t, army) == 0 and tokens > 0:
            add_to_mode_state(t, SOULS, tokens)
            if t.sink is not None:
                events.souls(t, tokens, army.race.id)

    def scored(self, t: Table) -> None:
        """His regions bring a soul each; powers that count at scoring only count now."""
        if t.player != necromancer_seat(t):
            return
        me = ghost_army(t)
        for power in listed(t.mode_state[COUNTED_AT_SCORING]):
            t.rules.powers[power].picked(t, me)
        add_to_mode_state(t, COUNTED_AT_SCORING, -t.mode_state[COUNTED_AT_SCORING])
        new = count(me.regions)
        add_to_mode_state(t, SOULS, new)
        if new > 0 and t.sink is not None:
            events.souls(t, new, "regions")

    # The end

    def turn_ends(self, t: Table) -> bool:
        """Spawn new Ghosts; after his own turn check whether he has won."""
        spawn_ghosts(t)
        if t.player != necromancer_seat(t):
            return False
        add_to_mode_state(t, FROM_ISLAND, -t.mode_state[FROM_ISLAND])
        return self.has_won(t)

    def has_won(self, t: Table) -> bool:
        """Whether no Ghost is left in reserve or in the Well."""
        return ghosts_in_reserve(t) + t.mode_state[WELL_GHOSTS] == 0

    def result(self, t: Table) -> dict[str, Any] | None:
        seats = list(range(t.rules.players - 1))
        if not self.has_won(t):
            return scoring.best_of(t, seats)
        scores = [int(t.coins[seat]) for seat in [*seats, int(necromancer_seat(t))]]
        reason = "the Necromancer has no Ghost left in reserve or in the Well of Souls"
        return {"scores": scores, "winners": [int(necromancer_seat(t))], "reason": reason}

    def victory_value(self, t: Table, seat: i64) -> i64:
        """The fewer Ghosts are left in reserve and Well the better; without any he wins."""
        if seat != necromancer_seat(t):
            return 0
        missing = ghosts_in_reserve(t) + t.mode_state[WELL_GHOSTS]
        return VICTORY_VALUE if missing == 0 else -GHOST_VALUE * missing

    # JSON of positions

    def position_keys(self) -> list[str]:
        return ["necromancer"]

    def position_fields(self, t: Table) -> dict[str, Any]:
        return {"necromancer": position.position_fields(t)}

    def read_position(self, t: Table, data: dict[str, Any]) -> None:
        missing = not ghost_army(t).exists()
        if missing:
            self.create_ghost_army(t)
        buying = data.get("phase") == PHASE_NAMES[NECROMANCER_BUY]
        position.read_position(t, data.get("necromancer"), ALL_GHOSTS - self.ghost_count, buying)
        self.combine_powers(t)
        if missing:
            ghost_army(t).power.read_position(t, ghost_army(t), {})

    def own_phases(self) -> list[i64]:
        return [NECROMANCER_PICK, NECROMANCER_BUY]

    def resume_phase(self, t: Table, phase: i64) -> None:
        if phase == NECROMANCER_PICK:
            if t.mode_state[IN_USE_COUNT] > 0 or t.turn > 1:
                raise BadPosition("The Necromancer chooses his first power before the first turn, and only one.")
            t.player = necromancer_seat(t)
        if t.player != necromancer_seat(t):
            raise BadPosition(f"Only seat {necromancer_seat(t)}, the Necromancer, buys Ghosts and powers.")
        t.ask(phase, t.player)
        if phase == NECROMANCER_PICK:
            self.draw_next_power(t)

    # Explanations for people, and bounds for the fuzzer

    def raise_violation(self, t: Table, verb: i64, target: i64) -> None:
        if verb in (moves.GHOST, moves.BUY):
            self.refuse_purchase(t, verb, target)
        if t.phase == NECROMANCER_PICK:
            raise NotTheMoment(
                translatable(
                    "ghost_first_power",
                    "First the Necromancer puts one of the powers he drew in use, with `buy POWER`.",
                )
            )
        if t.phase == NECROMANCER_BUY:
            raise NotTheMoment(
                translatable("ghost_buying", "The Necromancer is buying: `ghost`, `buy POWER`, or `done` to go on.")
            )
        if verb == moves.DECLINE and t.to_move == necromancer_seat(t):
            raise RuleViolation(translatable("ghost_decline", "Ghosts never decline."))
        if target == island_region(t):
            self.refuse_island(t, verb)

    def refuse_purchase(self, t: Table, verb: i64, power: i64) -> None:
        """Raise the violation of a purchase: wrong seat, wrong phase, nothing left, or too dear."""
        if t.to_move != necromancer_seat(t):
            raise RuleViolation(
                translatable(
                    "ghost_who", "Only seat {seat}, the Necromancer, buys Ghosts and powers.", seat=necromancer_seat(t)
                )
            )
        if t.phase == CONQUER and not t.this_turn.has_acted and purchase_price(t) > spendable_coins(t):
            self.refuse_price(t)
        if t.phase not in (NECROMANCER_PICK, NECROMANCER_BUY):
            raise NotTheMoment(
                translatable(
                    "ghost_moment", "The Necromancer buys at the start of his turn, before his Ghosts are readied."
                )
            )
        if verb == moves.BUY:
            self.refuse_power(t, power)
        elif t.phase == NECROMANCER_PICK:
            raise NotTheMoment(
                translatable(
                    "ghost_later",
                    "Before the first turn the Necromancer chooses a power; Ghosts are bought on his turns.",
                )
            )
        elif ghosts_in_reserve(t) == 0:
            raise RuleViolation(translatable("ghost_none", "No Ghost is left in reserve."))
        self.refuse_price(t)

    def refuse_price(self, t: Table) -> None:
        """Raise the violation of a purchase that his coins of earlier turns do not cover."""
        sum_ = self.price_words(t)
        text = "A Ghost or a power costs {coins}; your coins of earlier turns are {have}."
        raise TooExpensive(
            translatable("ghost_dear", text, have=spendable_coins(t), **sum_),
            f"A Ghost or a power costs {sum_['coins']}, more than seat {necromancer_seat(t)} has from earlier turns.",
        )

    def refuse_power(self, t: Table, power: i64) -> None:
        """Raise the violation of buying a power that he did not draw, or has in use."""
        name = power_named(t.rules.powers[power])
        if powers_in_use(t) & BIT[power] != 0:
            raise RuleViolation(translatable("power_used", "{power} is in use already.", power=name))
        if powers_available(t) & BIT[power] == 0:
            raise RuleViolation(
                translatable(
                    "power_not_drawn", "{power} is not among the powers that the Necromancer drew.", power=name
                )
            )

    def refuse_island(self, t: Table, verb: i64) -> None:
        """Raise the violation of a move onto the Island: it cannot be conquered, and is for Ghosts only."""
        if t.phase in (CONQUER, GHOULS) and (verb == moves.CONQUER or verb in moves.CONQUEST_VERBS.values()):
            raise Immune(
                translatable(
                    "island_conquest", "Necromancer Island fills the lake: nobody conquers it, Seafaring or not."
                )
            )
        places_tokens = moves.group_of(verb) == moves.PLACING_GROUP
        if places_tokens and t.phase == WITHDRAW and t.to_move == necromancer_seat(t):
            raise RuleViolation(
                translatable("island_withdraw", "Ghosts withdraw to the Island only when no region is left to them.")
            )
        if verb in moves.PIECE_VERBS.values() or (places_tokens and t.to_move != necromancer_seat(t)):
            raise RuleViolation(translatable("island_others", "Nothing but Ghosts stands on Necromancer Island."))

    def price_words(self, t: Table) -> dict[str, Any]:
        """Values of a message about the price: the sum in words, and its numbers."""
        cost, used, there = purchase_price(t), t.mode_state[IN_USE_COUNT], ghosts_on_map(t)
        powers = "1 power" if used == 1 else f"{used} powers"
        coins = f"{plural(cost, 'coin')}: {powers} in use + {plural(there, 'Ghost')} on the map, the Island included"
        return {"coins": coins, "cost": cost, "powers": used, "ghosts": there}

    def explanation(self, t: Table, verb: i64) -> Message:
        if t.phase == NECROMANCER_BUY and verb in (moves.GHOST, moves.BUY):
            text = "costs {coins}; you have {have}"
            return translatable("price_ghost", text, have=spendable_coins(t), **self.price_words(t))
        return Message()

    def reserved_badges(self, t: Table) -> list[int]:
        return [int(t.mode_state[FIRST_BADGE + k]) for k in range(t.mode_state[DRAWN_COUNT])]

    def violated_invariants(self, t: Table) -> list[str]:
        violations: list[str] = []
        me = ghost_army(t)
        words = [
            int(t.mode_state[k]) for k in (WELL_GHOSTS, SOULS, REMOVED, FROM_ISLAND, IN_USE_COUNT, EARNED_THIS_TURN)
        ]
        if min(words) < 0 or ghosts_in_reserve(t) < 0:
            violations.append(f"the Necromancer has {ghosts_in_reserve(t)} Ghosts in reserve; beside the map: {words}")
        if t.mode_state[EARNED_THIS_TURN] > 0 and t.phase != NECROMANCER_BUY:
            violations.append(
                f"the Necromancer has stopped buying and still may not spend {t.mode_state[EARNED_THIS_TURN]} coins"
            )
        if [badge.index for badge in me.power.badges() if badge.index >= 0] != listed(powers_in_use(t)):
            violations.append(f"the Ghosts act as {me.power.name}, in use are {listed(powers_in_use(t))}")
        if me.regions & BIT[island_region(t)] != 0 or [army for army in t.declined if army.race.counts_as_declined()]:
            violations.append("Ghosts hold the Island as a region, or have declined")
        return violations

    def max_extra_decisions(self) -> int:
        return 2 * ALL_GHOSTS + POWER_COUNT + 60

    def max_extra_coins(self, regions: i64) -> int:
        return POWER_COUNT * int(regions) + 20
