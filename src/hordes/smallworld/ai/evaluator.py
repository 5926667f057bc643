"""Evaluator of Small World: expected coins by learned weights, and move ratings, for the searches."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.rng import mix
from hordes.engine.core.state import OVER, State
from hordes.engine.mypyc_compat import i64, vec
from hordes.smallworld.ai import features
from hordes.smallworld.ai.move_rating import POINT, REGIONS_PER_100_TOKENS, MoveRater
from hordes.smallworld.rules.conquest import attacker
from hordes.smallworld.state import questions
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.config import Rules
from hordes.smallworld.state.constants import CHOICE, CONQUER, DIE, FINISH, GHOULS, PICK, REDEPLOY, WITHDRAW
from hordes.smallworld.state.moves import PICK as PICK_VERB
from hordes.smallworld.state.table import Table

MAX_PLAYERS: Final = 6
NEW_RACE_VALUE: Final = 3000
"""Value of a new race next turn, in thousandths of a coin, for the greedy value of a seat without an active race."""


class SmallWorldEvaluator(Evaluator):
    """Expected coins by learned weights; race and power count by their features and by a learned value for each."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__()
        self.weights: vec[i64] = flatten_weights(data["weights"])
        self.trait_values: dict[str, int] = {str(name): int(value) for name, value in data["traits"].items()}
        self.move_rater: MoveRater = MoveRater(self.weights)
        self.f: vec[i64] = vec[i64]([0] * features.FEATURE_COUNT)
        self.setup_hash: i64 = -1
        self.race_values: vec[i64] = vec[i64]([])
        self.power_values: vec[i64] = vec[i64]([])

    # Values of races and powers

    def load_trait_values(self, rules: Rules) -> None:
        """Cache the learned values of a game's races and powers by index."""
        self.setup_hash = rules.setup_hash
        self.race_values = vec[i64]([self.trait_values.get(race.id, 0) for race in rules.races])
        self.power_values = vec[i64]([self.trait_values.get(power.id, 0) for power in rules.powers])

    def combo_trait_value(self, t: Table, me: Army) -> i64:
        """The learned value of an active race and its badge, in tenths of a coin over a long game."""
        if self.setup_hash != t.rules.setup_hash:
            self.load_trait_values(t.rules)
        value: i64 = self.race_values[me.race.index] if me.race.index >= 0 else 0
        return value + self.power_values[me.power.index] if me.power.index >= 0 else value

    # Values

    def expected_coins(self, t: Table, seat: i64, immune: i64, ended: bool) -> i64:
        """Expected further coins; with `ended` as if the turn in progress had been scored."""
        features.compute_features(t, seat, immune, self.combo_trait_value(t, t.active[seat]), self.f)
        return features.weighted_sum(self.weights, features.weight_row(t, seat, ended), self.f)

    def value(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Table)
        if state.to_move == OVER:
            return state.coins[seat] * POINT
        return state.coins[seat] * POINT + self.expected_coins(state, seat, state.immune_regions(), False)

    def margin(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Table)
        return self.expected_lead(state, seat, False)

    def expected_lead(self, t: Table, seat: i64, ended: bool) -> i64:
        """A seat's expected coins minus the weighted mean of its opponents'."""
        others: i64 = 0
        rivals: i64 = 0
        immune = t.immune_regions()
        team = t.team_of(seat)
        for k in range(t.rules.players):
            if t.team_of(k) != team:
                others += self.expected_total(t, k, immune, ended)
                rivals += 1
        own = self.expected_total(t, seat, immune, ended)
        partner = t.rules.mode.partner(seat)
        if partner >= 0:
            own = team_value(own, self.expected_total(t, partner, immune, ended))
        return own - (others * self.opponent_weight // (100 * rivals) if rivals > 0 else 0)

    def expected_total(self, t: Table, seat: i64, immune: i64, ended: bool) -> i64:
        """Coins in hand and expected, and what the mode adds."""
        total = t.coins[seat] * POINT + t.rules.mode.victory_value(t, seat)
        return total if t.to_move == OVER else total + self.expected_coins(t, seat, immune, ended)

    def mid_turn_value(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Table)
        value = self.expected_lead(state, seat, True)
        if not state.this_turn.is_scored:
            value += features.pending_coins(state, seat) * POINT
            if state.phase == CONQUER or state.phase == GHOULS:
                row = features.weight_row(state, seat, True)
                region = POINT + self.weights[row + features.REGIONS]
                value += attacker(state).troops() * region * 32 // 100  # a token in hand is worth 0.32 regions
        return value

    def greedy_value(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Table)
        value = state.coins[seat] * POINT
        if state.to_move != OVER and state.player == seat and not state.this_turn.is_scored:
            value += features.pending_coins(state, seat) * POINT
            if state.phase == CONQUER or state.phase == GHOULS:
                value += attacker(state).troops() * POINT * REGIONS_PER_100_TOKENS // 100
        if state.active[seat] is NOBODY and features.turns_left(state, seat, True) > 1:
            value += NEW_RACE_VALUE
        return value

    # Moves

    def prepare_ratings(self, state: State) -> None:
        assert isinstance(state, Table)
        seat: i64 = state.to_move if state.to_move >= 0 else state.player
        self.move_rater.prepare(state, self.combo_trait_value(state, state.active[seat]))

    def rate(self, state: State, move: i64) -> i64:
        assert isinstance(state, Table)
        rating = self.move_rater.rate(state, move)
        if move >> 6 == PICK_VERB:
            rating += self.combo_value(state, move & 63)
        return rating

    def combo_value(self, t: Table, slot: i64) -> i64:
        """Learned value of a combo's race and power, over the turns that are left."""
        if self.setup_hash != t.rules.setup_hash:
            self.load_trait_values(t.rules)
        value = self.race_values[t.combo_race[slot]] + self.power_values[t.combo_power[slot]]
        return value * self.weights[features.weight_row(t, t.player, True) + features.TRAITS]

    def is_trivial(self, state: State) -> bool:
        assert isinstance(state, Table)
        phase = state.phase
        if phase == FINISH:
            return not state.this_turn.is_scored
        return phase == REDEPLOY or phase == WITHDRAW or phase == CHOICE

    def branches_fully(self, state: State) -> bool:
        assert isinstance(state, Table)
        return state.phase == PICK

    def is_decisive_chance(self, state: State) -> bool:
        assert isinstance(state, Table)
        return state.phase == DIE and state.question.kind != questions.LOSS_ROLL

    def dedup_key(self, state: State) -> i64:
        assert isinstance(state, Table)
        me = attacker(state) if state.phase == GHOULS or state.phase == CONQUER else state.active[state.player]
        # what tells states of a turn apart: regions, hand, phase, race, committed pieces, a roll, declined races
        key = mix(me.regions ^ mix(me.hand + 64 * me.hordes_in_hand + 4096 * state.phase + 65536 * me.race.index))
        now = state.this_turn
        pieces = now.aimed_from + 64 * (now.fireballs_committed + 16 * (now.behemoths_committed + 4 * (now.roll + 1)))
        return mix(key ^ pieces ^ (state.active[state.player].regions * 31 & 0xFFFFFFFFFFFF) ^ len(state.declined))

    def turn_id(self, state: State) -> i64:
        assert isinstance(state, Table)
        return -1 if state.to_move == OVER else state.turn * MAX_PLAYERS + state.player

    def piece_ids(self, state: State, seat: i64) -> list[str]:
        assert isinstance(state, Table)
        me = state.active[seat]
        return [] if me is NOBODY else [me.race.id, me.power.id]

    def features(self, state: State, seat: i64) -> list[int]:
        """The offset of the weight row and the feature values of a seat, for training."""
        assert isinstance(state, Table)
        features.compute_features(
            state, seat, state.immune_regions(), self.combo_trait_value(state, state.active[seat]), self.f
        )
        return [int(features.weight_row(state, seat, False)), *[int(n) for n in self.f]]


def team_value(own: i64, partner: i64) -> i64:
    """Value of a team: its weaker player counts three times as much as the other."""
    return (3 * own + partner) // 4 if own < partner else (own + 3 * partner) // 4


def flatten_weights(weights: list[list[Any]]) -> vec[i64]:
    """The weights by players, place and turns left, as one flat vector."""
    flat: list[int] = []
    for by_place in weights:
        for by_left in by_place:
            for row in by_left:
                flat += [int(n) for n in row]
    return vec[i64](flat)


def learned_evaluator() -> SmallWorldEvaluator:
    """The evaluator with the weights shipped in data/evaluator.json."""
    text = (resources.files("hordes.smallworld") / "data" / "evaluator.json").read_text(encoding="utf-8")
    return SmallWorldEvaluator(json.loads(text))
