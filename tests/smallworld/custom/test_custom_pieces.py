"""An interpreted race and power work like built-in ones, also when the core is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hordes.engine.core.bits import BIT
from hordes.engine.core.playout import random_playout, resolve_chance
from hordes.engine.core.rng import Rng
from hordes.engine.errors import BadRequest, PieceError
from hordes.smallworld.game import SmallWorld
from hordes.smallworld.options import resolve_options
from hordes.smallworld.rules.conquest import price, price_parts
from hordes.smallworld.sets import base_powers, base_races
from hordes.smallworld.sets.be_not_afraid import Catapult
from hordes.smallworld.state.army import Army
from hordes.smallworld.state.config import Rules
from hordes.smallworld.state.traits import Power, Race
from hordes.smallworld.testing.invariants import violated_invariants

if TYPE_CHECKING:
    from hordes.smallworld.state.table import Table


class Gnomes(Race):
    """Every region costs them one token less."""

    banner = 7
    total = 12

    def cheaper_regions(self, t: Table, me: Army) -> int:
        return t.board.everywhere


class Royal(Power):
    """Two bonus coins a turn."""

    tokens = 4

    def income(self, t: Table, me: Army) -> int:
        return 2


class Dwellers(Race):
    """Their forests cost everybody one token more, also in decline."""

    banner = 5
    total = 10

    def costlier_regions(self, t: Table, me: Army) -> int:
        return t.board.forest


class Palisade(Power):
    """Every region of theirs costs everybody one token more."""

    tokens = 4

    def costlier_regions(self, t: Table, me: Army) -> int:
        return t.board.everywhere


def table(races: list[Race], powers: list[Power]) -> SmallWorld:
    """A table with these pieces beside those of the box, before chance has spoken."""
    options = resolve_options({"players": 2})
    every_race = [*[kind() for kind in base_races.RACES], *races]
    every_power = [*[kind() for kind in base_powers.POWERS], *powers]
    return SmallWorld(options.board, Rules(every_race, every_power, 2, 10, {}, "own"))


def test_numbers_and_texts_of_the_class_body_count() -> None:
    state = table([Gnomes()], [Royal()])
    state.add_combo(14, 20, 0)
    state.banner_stack &= ~(1 << 14)
    state.badge_stack &= ~(1 << 20)
    state.refill()
    resolve_chance(state, Rng(1))
    state.play("pick 1")
    army = state.active[state.player]
    assert (army.race.id, army.power.name, army.race.one) == ("gnomes", "Royal", "Gnome")
    assert (army.hand, army.tray) == (11, 1)
    assert army.race.text == "Every region costs them one token less."


def test_hooks_of_the_class_are_asked() -> None:
    state = table([Gnomes()], [Royal()])
    state.add_combo(14, 20, 0)
    state.banner_stack &= ~(1 << 14)
    state.badge_stack &= ~(1 << 20)
    state.refill()
    resolve_chance(state, Rng(1))
    seat = int(state.player)
    state.play("pick 1")
    resolve_chance(state, Rng(1))
    state.play("conquer 1")
    assert state.tokens[1] == 1
    while state.player == seat:
        state.play("stop" if "stop" in state.legal_texts() else state.legal_texts()[-1])
    assert state.coins[seat] == 5 + 1 + 2


def test_whole_games_keep_every_invariant() -> None:
    for seed in range(30):
        state = table([Gnomes()], [Royal()])
        state.refill()
        random_playout(state, Rng(seed))
        assert violated_invariants(state) == []


class Gunners(Gnomes):
    """A race whose price cannot be told while its Catapult is aimed."""

    def discount(self, t: Table, me: Army) -> int:
        if t.this_turn.aimed_from >= 0:
            raise ZeroDivisionError("no price")
        return 0


def test_a_piece_that_fails_while_its_catapult_is_tried_out_leaves_it_unaimed() -> None:
    """Listing the moves of a position never changes it."""
    state = table([Gunners()], [Catapult()])
    state.add_combo(14, 20, 0)
    state.banner_stack &= ~(1 << 14)
    state.badge_stack &= ~(1 << 20)
    state.refill()
    resolve_chance(state, Rng(1))
    state.play("pick 1")
    resolve_chance(state, Rng(1))
    state.play("conquer 1")
    with pytest.raises((PieceError, ZeroDivisionError)):
        state.legal()
    assert state.this_turn.aimed_from == -1


def test_a_race_with_too_many_tokens_is_refused() -> None:
    class Swarm(Gnomes):
        """Too many."""

        total = 80

    with pytest.raises(BadRequest, match="80"):
        table([Swarm()], [])


def test_custom_pieces_may_make_their_regions_cost_more() -> None:
    """Race and badge each add one where they say so; in decline only the race is asked; the sum names them."""
    state = table([Dwellers()], [Palisade()])
    rules = state.rules
    assert rules.has_defending_traits
    assert not resolve_options({"players": 2}).rules.has_defending_traits
    attacker, owner = Army(), Army()
    attacker.race, attacker.power, attacker.seat, attacker.hand = rules.races[0], rules.powers[0], 0, 9
    owner.race, owner.power, owner.seat = rules.races[14], rules.powers[20], 1
    state.active[0], state.active[1] = attacker, owner
    for region in range(state.board.size):
        if (state.board.land & ~state.board.mountain & ~state.lost_tribes) & BIT[region]:
            owner.hand = 1
            owner.regions |= BIT[region]
            state.put_tokens(owner, region, 1)
            wooded = state.board.forest & BIT[region] != 0
            assert price(state, attacker, region) == (5 if wooded else 4)
            names = [part["name"] for part in price_parts(state, attacker, region)]
            assert ("Dwellers" in names[2:], "Palisade" in names) == (wooded, True)
            owner.declined = True
            assert price(state, attacker, region) == (4 if wooded else 3)
            owner.declined = False
