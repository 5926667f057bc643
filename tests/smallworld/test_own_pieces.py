"""A race and a power written in plain Python play like those of the box, also when the core is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hordes.engine.errors import BadRequest
from hordes.engine.playout import random_game, settle_chance
from hordes.engine.rng import Rng
from hordes.smallworld.army import Rules
from hordes.smallworld.game import SmallWorld
from hordes.smallworld.invariants import broken
from hordes.smallworld.options import agreed
from hordes.smallworld.sets import base
from hordes.smallworld.traits import Power, Race

if TYPE_CHECKING:
    from hordes.smallworld.army import Army
    from hordes.smallworld.table import Table


class Gnomes(Race):
    """Every region costs them one token less."""

    banner = 7
    total = 12

    def cheaper(self, t: Table, me: Army) -> int:
        return t.board.everywhere


class Royal(Power):
    """Two bonus coins a turn."""

    tokens = 4

    def income(self, t: Table, me: Army) -> int:
        return 2


def table(races: list[Race], powers: list[Power]) -> SmallWorld:
    """A table with these pieces beside those of the box, before chance has spoken."""
    options = agreed({"players": 2})
    every_race = [*[kind() for kind in base.RACES], *races]
    every_power = [*[kind() for kind in base.POWERS], *powers]
    return SmallWorld(options.board, Rules(every_race, every_power, 2, 10, {}, "own"))


def test_numbers_and_texts_of_the_class_body_count() -> None:
    state = table([Gnomes()], [Royal()])
    state.lay_combo(14, 20, 0)
    state.banners &= ~(1 << 14)
    state.badges &= ~(1 << 20)
    state.refill()
    settle_chance(state, Rng(1))
    state.play("pick 1")
    army = state.active[state.player]
    assert (army.race.id, army.power.name, army.race.one) == ("gnomes", "Royal", "Gnome")
    assert (army.hand, army.tray) == (11, 1)
    assert army.race.text == "Every region costs them one token less."


def test_hooks_of_the_class_are_asked() -> None:
    state = table([Gnomes()], [Royal()])
    state.lay_combo(14, 20, 0)
    state.banners &= ~(1 << 14)
    state.badges &= ~(1 << 20)
    state.refill()
    settle_chance(state, Rng(1))
    seat = int(state.player)
    state.play("pick 1")
    settle_chance(state, Rng(1))
    state.play("conquer 1")
    assert state.tokens[1] == 1
    while state.player == seat:
        state.play("stop" if "stop" in state.legal_texts() else state.legal_texts()[-1])
    assert state.coins[seat] == 5 + 1 + 2


def test_whole_games_keep_every_invariant() -> None:
    for seed in range(30):
        state = table([Gnomes()], [Royal()])
        state.refill()
        random_game(state, Rng(seed))
        assert broken(state) == []


def test_a_race_with_too_many_tokens_is_refused() -> None:
    class Swarm(Gnomes):
        """Too many."""

        total = 80

    with pytest.raises(BadRequest, match="80"):
        table([Swarm()], [])
