"""Evaluator of Covil: what the searches ask about a position, from features with learned weights and move ratings.

A turn is planned from its beginning to its end, combats included: the attacked seat answers by its best-rated move. A
seat that is asked during another seat's turn (to defend, to retreat) plans its answers to the end of that turn.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from hordes.covil.ai import features
from hordes.covil.ai.effect_values import LYING_TROOP, POINT, STANDING_TROOP, UNKNOWN_RELIC
from hordes.covil.ai.move_rating import MoveRater
from hordes.covil.ai.zone_counts import ZoneCounts
from hordes.covil.rules import scoring
from hordes.covil.rules.combat_totals import are_both_on_board
from hordes.covil.state.combat import Combat
from hordes.covil.state.constants import AFTERNOON, CHOICE, MAX_SEATS, PAYMENT, SLOTS, TROOPS
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import DRAWS, EFFECTS, MORNING, RAIDS
from hordes.covil.state.tasks import task_kind
from hordes.engine.core.bits import count, lowest
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.rng import mix
from hordes.engine.core.state import CHANCE, OVER, TARGETS, State
from hordes.engine.mypyc_compat import i64, vec

MAX_GREEDY_MOVES: Final = 24
"""Moves by rating alone after which `mid_turn_value` evaluates the position as it is."""


class CovilEvaluator(Evaluator):
    """Expected points by learned weights."""

    def __init__(self, learnt: dict[str, Any]) -> None:
        super().__init__()
        self.rollout_turns = 3
        self.prior_visits = 16
        self.exploration = 12000.0
        self.weights: vec[i64] = flatten_weights(learnt["weights"])
        self.move_rater: MoveRater = MoveRater()
        self.zone_counts: ZoneCounts = ZoneCounts()
        self.feature_values: vec[i64] = vec[i64]([0] * features.FEATURE_COUNT)

    # Values of positions

    def expected_points(self, t: Table, seat: i64) -> i64:
        """Points still to come for a seat; `zone_counts` must be up to date."""
        features.compute_features(t, self.zone_counts, seat, self.feature_values)
        return features.weighted_sum(self.weights, features.weight_row(t, seat), self.feature_values)

    def value(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Table)
        self.zone_counts.recount(state)
        return self.expected_total(state, seat)

    def expected_total(self, t: Table, seat: i64) -> i64:
        """Points so far plus expected points; at the end troops break ties."""
        points = scoring.total_points(t, seat) * POINT
        return points + t.troop_count(seat) * 10 if t.to_move == OVER else points + self.expected_points(t, seat)

    def margin(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Table)
        self.zone_counts.recount(state)
        others: i64 = 0
        seats = state.rules.seats
        for other in range(seats):
            if other != seat:
                others += self.expected_total(state, other)
        return self.expected_total(state, seat) - others * self.opponent_weight // (100 * (seats - 1))

    def mid_turn_value(self, state: State, seat: i64) -> i64:
        """Value in the middle of a turn: what is begun, a combat or a card, is first played to its end by rating."""
        assert isinstance(state, Table)
        if state.phase == AFTERNOON:
            return self.margin(state, seat)
        after = state.clone()
        assert isinstance(after, Table)
        for _ in range(MAX_GREEDY_MOVES):
            if after.phase == AFTERNOON or after.to_move == OVER or after.player != state.player:
                break
            if after.to_move == CHANCE:  # the middle outcome stands for all of them
                after.apply(after.nth_legal(after.find_legal() // 2))
            else:
                after.apply(self.best_rated_move(after))
        return self.margin(after, seat)

    def best_rated_move(self, t: Table) -> i64:
        """The legal move with the best rating."""
        t.find_legal()
        self.move_rater.prepare(t)
        best: i64 = -1
        best_rate: i64 = 0
        at: i64 = 0
        while at < t.menu_end:
            base = t.menu[at] * TARGETS
            rest = t.menu[at + 1]
            while rest != 0:
                move = base + lowest(rest)
                rest &= rest - 1
                rate = self.move_rater.rate(t, move)
                if best < 0 or rate > best_rate:
                    best, best_rate = move, rate
            at += 2
        return best

    def greedy_value(self, state: State, seat: i64) -> i64:
        """Points, what a combat in progress may win, and what this night would bring as things are."""
        assert isinstance(state, Table)
        value = scoring.total_points(state, seat) * POINT
        if state.to_move == OVER:
            return value
        self.zone_counts.recount(state)
        value += self.zone_counts.income(seat) * POINT
        value += self.zone_counts.troops[state.board.town * MAX_SEATS + seat] * UNKNOWN_RELIC
        value += count(state.standing_troops(seat)) * STANDING_TROOP
        combat = state.combat
        if combat.attacking_seat() == seat and are_both_on_board(state, combat):
            value += self.attack_value(state, combat)
        return value

    def attack_value(self, t: Table, combat: Combat) -> i64:
        """What a combat that has just begun may win."""
        self.move_rater.prepare(t)
        return self.move_rater.combat_rater.rate_best_weapon(t, combat, -LYING_TROOP)

    # Moves

    def prepare_ratings(self, state: State) -> None:
        assert isinstance(state, Table)
        self.move_rater.prepare(state)

    def rate(self, state: State, move: i64) -> i64:
        assert isinstance(state, Table)
        return self.move_rater.rate(state, move)

    def is_trivial(self, state: State) -> bool:
        """Payments, purchases before gold is lost, and levies."""
        assert isinstance(state, Table)
        if state.phase == PAYMENT:
            return True
        return state.phase == CHOICE and task_kind(state.top()) != EFFECTS

    def is_decisive_chance(self, state: State) -> bool:
        """A relic that is bought or comes from a card, so that no plan counts on a lucky one; not the raid's relics."""
        assert isinstance(state, Table)
        if task_kind(state.top()) != DRAWS:
            return False
        below: i64 = task_kind(state.stack[state.depth - 2]) if state.depth > 1 else DRAWS
        return below != RAIDS and below != MORNING

    def dedup_key(self, state: State) -> i64:
        assert isinstance(state, Table)
        h = mix(state.standing ^ mix(state.phase * 64 + state.depth + 4096 * (state.minion_for_hire + 1)))
        if state.depth > 0:
            h = mix(h ^ (state.top() & 0xFFFFFFFFFFFFFFF))
        for k in range(state.rules.seats * TROOPS):
            h = mix(h ^ (state.troop_zone[k] + 1))
        for k in range(state.rules.seats * SLOTS):
            h = mix(h ^ state.hall[k])
        for seat in range(state.rules.seats):
            h = mix(h ^ (state.gold[seat] * 8 + state.hp[seat]))
            h = mix(h ^ state.hand[seat] ^ (state.active_relics[seat] * 31 & 0xFFFFFFFFFFFF))
        combat = state.combat
        slots = combat.weapon_slot + 8 * (combat.defending_slots + 4096 * (combat.attacker + 1))
        flags: i64 = (1 if state.has_acted else 0) + (2 if state.has_hired else 0) + 4 * state.rebels
        return mix(h ^ mix((combat.attack_kind + 8 * slots) * 64 + combat.target + 1) ^ flags)

    def turn_id(self, state: State) -> i64:
        """The day and whose turn it is; in the solo game also whether the seat has acted.

        There no other seat is asked between two turns of a day, which would otherwise have the same number.
        """
        assert isinstance(state, Table)
        if state.to_move == OVER:
            return -1
        turn = state.day * 8 + state.player * 2
        return turn + 1 if state.rules.humans == 1 and state.has_acted else turn

    def piece_ids(self, state: State, seat: i64) -> list[str]:
        assert isinstance(state, Table)
        overlord = state.minion_at(seat, 0)
        return [] if overlord < 0 else [state.cards.minion_ids[overlord]]

    def features(self, state: State, seat: i64) -> list[int]:
        """The features of a seat for training: the index of its weights, then the feature values."""
        assert isinstance(state, Table)
        self.zone_counts.recount(state)
        features.compute_features(state, self.zone_counts, seat, self.feature_values)
        return [int(features.weight_row(state, seat)), *[int(n) for n in self.feature_values]]


def flatten_weights(weights: list[list[Any]]) -> vec[i64]:
    """The weights by kind of table and nights to come, flattened into one vector."""
    words: list[int] = []
    for by_night in weights:
        for row in by_night:
            words += [int(n) for n in row]
    return vec[i64](words)


def learned_evaluator() -> CovilEvaluator:
    """The evaluator with the weights that come with the package."""
    text = (resources.files("hordes.covil") / "data" / "evaluator.json").read_text(encoding="utf-8")
    return CovilEvaluator(json.loads(text))
