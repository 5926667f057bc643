"""The judge of Small World: what the searches ask about a table, put together from appraisal and instinct."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from hordes.engine.judge import Judge
from hordes.engine.native import i64, vec
from hordes.engine.rng import mix
from hordes.engine.state import OVER, State
from hordes.smallworld import appraisal
from hordes.smallworld.army import NOBODY, Army, Rules
from hordes.smallworld.conquest import attacker
from hordes.smallworld.instinct import FRUIT, POINT, Instinct
from hordes.smallworld.moves import PICK as PICK_VERB
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import CHOICE, CONQUER, DIE, FINISH, GHOULS, MOURNED, PICK, REDEPLOY, WITHDRAW

MOST_PLAYERS: Final = 6
FRESH: Final = 3000
"""What somebody who counts only the coins of this turn sees in a new race next turn."""


class SmallWorldJudge(Judge):
    """Expected coins by learnt weights. Race and power count by what they do and by a learnt number for each."""

    def __init__(self, learnt: dict[str, Any]) -> None:
        super().__init__()
        self.weights: vec[i64] = flat(learnt["weights"])
        self.traits: dict[str, int] = {str(name): int(worth) for name, worth in learnt["traits"].items()}
        self.instinct: Instinct = Instinct(self.weights)
        self.f: vec[i64] = vec[i64]([0] * appraisal.FEATURES)
        self.stamp: i64 = -1
        self.race_worth: vec[i64] = vec[i64]([])
        self.power_worth: vec[i64] = vec[i64]([])

    # What races and powers are worth

    def agree(self, rules: Rules) -> None:
        """Look up the races and powers of a table once."""
        self.stamp = rules.stamp
        self.race_worth = vec[i64]([self.traits.get(race.id, 0) for race in rules.races])
        self.power_worth = vec[i64]([self.traits.get(power.id, 0) for power in rules.powers])

    def traits_of(self, t: Table, me: Army) -> i64:
        """The learnt numbers of an active race and its badge, in tenths of a coin over a long game."""
        if self.stamp != t.rules.stamp:
            self.agree(t.rules)
        found: i64 = self.race_worth[me.race.index] if me.race.index >= 0 else 0
        return found + self.power_worth[me.power.index] if me.power.index >= 0 else found

    # Values

    def expected(self, t: Table, seat: i64, immune: i64, ended: bool) -> i64:
        """Coins that are still to come; with `ended` as if the turn in progress were over after scoring."""
        appraisal.measure(t, seat, immune, self.traits_of(t, t.active[seat]), self.f)
        return appraisal.summed(self.weights, appraisal.row(t, seat, ended), self.f)

    def worth(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Table)
        if state.to_move == OVER:
            return state.coins[seat] * POINT
        return state.coins[seat] * POINT + self.expected(state, seat, state.immune(), False)

    def margin(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Table)
        return self.lead(state, seat, False)

    def with_me(self, state: State, seat: i64, other: i64) -> bool:
        assert isinstance(state, Table)
        return seat == other or state.rules.mode.partner(seat) == other

    def lead(self, t: Table, seat: i64, ended: bool) -> i64:
        """A seat's expected coins against the mean of its opponents'; malice is what theirs count in per cent."""
        others: i64 = 0
        rivals: i64 = 0
        immune = t.immune()
        for k in range(t.rules.players):
            if not self.with_me(t, seat, k):
                others += self.prospects(t, k, immune, ended)
                rivals += 1
        own = self.prospects(t, seat, immune, ended)
        partner = t.rules.mode.partner(seat)
        if partner >= 0:
            own = weaker_first(own, self.prospects(t, partner, immune, ended))
        return own - (others * self.malice // (100 * rivals) if rivals > 0 else 0)

    def prospects(self, t: Table, seat: i64, immune: i64, ended: bool) -> i64:
        """Coins in hand and to come, and what a mode adds to them."""
        found = t.coins[seat] * POINT + t.rules.mode.stakes(t, seat)
        return found if t.to_move == OVER else found + self.expected(t, seat, immune, ended)

    def promise(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Table)
        found = self.lead(state, seat, True)
        if not state.scored:
            found += appraisal.pending(state, seat) * POINT
            if state.phase == CONQUER or state.phase == GHOULS:
                row = appraisal.row(state, seat, True)
                region = POINT + self.weights[row + appraisal.REGIONS]
                found += attacker(state).troops() * region * 32 // 100
        return found

    def takings(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Table)
        found = state.coins[seat] * POINT
        if state.to_move != OVER and state.player == seat and not state.scored:
            found += appraisal.pending(state, seat) * POINT
            if state.phase == CONQUER or state.phase == GHOULS:
                found += attacker(state).troops() * POINT * FRUIT // 100
        if state.active[seat] is NOBODY and appraisal.turns_left(state, seat, True) > 1:
            found += FRESH
        return found

    # Moves

    def survey(self, state: State) -> None:
        assert isinstance(state, Table)
        seat: i64 = state.to_move if state.to_move >= 0 else state.player
        self.instinct.survey(state, self.traits_of(state, state.active[seat]))

    def rate(self, state: State, move: i64) -> i64:
        assert isinstance(state, Table)
        found = self.instinct.rate(state, move)
        if move >> 6 == PICK_VERB:
            found += self.combo_worth(state, move & 63)
        return found

    def combo_worth(self, t: Table, slot: i64) -> i64:
        """What the ids of a combo say about it, over the turns that are left."""
        if self.stamp != t.rules.stamp:
            self.agree(t.rules)
        found = self.race_worth[t.combo_race[slot]] + self.power_worth[t.combo_power[slot]]
        return found * self.weights[appraisal.row(t, t.player, True) + appraisal.TRAITS]

    def routine(self, state: State) -> bool:
        assert isinstance(state, Table)
        phase = state.phase
        return phase == REDEPLOY or phase == WITHDRAW or phase == CHOICE or (phase == FINISH and not state.scored)

    def forks(self, state: State) -> bool:
        assert isinstance(state, Table)
        return state.phase == PICK

    def decisive(self, state: State) -> bool:
        assert isinstance(state, Table)
        return state.phase == DIE and state.subject < MOURNED

    def key(self, state: State) -> i64:
        assert isinstance(state, Table)
        me = attacker(state) if state.phase == GHOULS or state.phase == CONQUER else state.active[state.player]
        found = mix(me.regions ^ mix(me.hand + 64 * me.hordes + 4096 * state.phase + 65536 * me.race.index))
        pieces = state.aim + 64 * (state.fire + 16 * (state.beasts + 4 * (state.roll + 1)))
        return mix(found ^ pieces ^ (state.active[state.player].regions * 31 & 0xFFFFFFFFFFFF) ^ len(state.declined))

    def stage(self, state: State) -> i64:
        assert isinstance(state, Table)
        return -1 if state.to_move == OVER else state.turn * MOST_PLAYERS + state.player

    def seat_of(self, state: State) -> i64:
        assert isinstance(state, Table)
        return state.player

    def pieces(self, state: State, seat: i64) -> list[str]:
        assert isinstance(state, Table)
        me = state.active[seat]
        return [] if me is NOBODY else [me.race.id, me.power.id]

    def features(self, state: State, seat: i64) -> list[int]:
        """What the weights are multiplied by, for whoever fits them: the row's start, then the features."""
        assert isinstance(state, Table)
        appraisal.measure(state, seat, state.immune(), self.traits_of(state, state.active[seat]), self.f)
        return [int(appraisal.row(state, seat, False)), *[int(n) for n in self.f]]


def weaker_first(own: i64, partner: i64) -> i64:
    """A team is as good as its weaker player: he counts three times as much as the other."""
    return (3 * own + partner) // 4 if own < partner else (own + 3 * partner) // 4


def flat(weights: list[list[Any]]) -> vec[i64]:
    """The weights by players, place and turns left as one row of numbers."""
    words: list[int] = []
    for by_place in weights:
        for by_left in by_place:
            for row in by_left:
                words += [int(n) for n in row]
    return vec[i64](words)


def learnt_judge() -> SmallWorldJudge:
    """The judge with the weights of the box."""
    text = (resources.files("hordes.smallworld") / "data" / "judge.json").read_text(encoding="utf-8")
    return SmallWorldJudge(json.loads(text))
