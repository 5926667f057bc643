"""The judge of Covil: what the searches ask about a table, put together from appraisal and instinct.

A turn is planned from its beginning to its end, the combats in it included: whoever is attacked answers by instinct. A
seat that is asked in somebody else's turn (to defend, to retreat) plans its answers to the end of that turn.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from hordes.covil import appraisal, combat, scoring
from hordes.covil.agenda import kind_of
from hordes.covil.boons import LYING, POINT, RELIC, STAND
from hordes.covil.instinct import Instinct
from hordes.covil.lookout import Lookout
from hordes.covil.table import Table
from hordes.covil.vocabulary import (
    AFTERNOON,
    CHOICE,
    DRAWS,
    EFFECTS,
    MORNING,
    PAYMENT,
    RAIDS,
    SEATS,
    SLOTS,
    TROOPS,
)
from hordes.engine.bits import count, lowest
from hordes.engine.judge import Judge
from hordes.engine.native import i64, vec
from hordes.engine.rng import mix
from hordes.engine.state import CHANCE, OVER, TARGETS, State

PATIENCE: Final = 24
"""Answers by instinct after which a question is taken for what it is."""


class CovilJudge(Judge):
    """Expected points by learnt weights."""

    def __init__(self, learnt: dict[str, Any]) -> None:
        super().__init__()
        self.foresight = 3
        self.trust = 16
        self.curiosity = 12000.0
        self.weights: vec[i64] = flat(learnt["weights"])
        self.instinct: Instinct = Instinct()
        self.look: Lookout = Lookout()
        self.f: vec[i64] = vec[i64]([0] * appraisal.FEATURES)

    # Values

    def expected(self, t: Table, seat: i64) -> i64:
        """Points that are still to come; the lookout has looked."""
        appraisal.measure(t, self.look, seat, self.f)
        return appraisal.summed(self.weights, appraisal.row(t, seat), self.f)

    def worth(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Table)
        self.look.look(state)
        return self.prospects(state, seat)

    def prospects(self, t: Table, seat: i64) -> i64:
        """Points on the table and to come; at the end the troops that break a tie."""
        found = scoring.points(t, seat) * POINT
        return found + t.troops_of(seat) * 10 if t.to_move == OVER else found + self.expected(t, seat)

    def margin(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Table)
        self.look.look(state)
        others: i64 = 0
        seats = state.rules.seats
        for other in range(seats):
            if other != seat:
                others += self.prospects(state, other)
        return self.prospects(state, seat) - others * self.malice // (100 * (seats - 1))

    def promise(self, state: State, seat: i64) -> i64:
        """What is begun is thought to its end by instinct first: an attack or a card is worth what comes of it."""
        assert isinstance(state, Table)
        if state.phase == AFTERNOON:
            return self.margin(state, seat)
        after = state.clone()
        assert isinstance(after, Table)
        for _ in range(PATIENCE):
            if after.phase == AFTERNOON or after.to_move == OVER or after.player != state.player:
                break
            if after.to_move == CHANCE:
                after.apply(after.nth_legal(after.find_legal() // 2))
            else:
                after.apply(self.first_thought(after))
        return self.margin(after, seat)

    def first_thought(self, t: Table) -> i64:
        """The move with the best rating."""
        t.find_legal()
        self.instinct.survey(t)
        best: i64 = -1
        best_rate: i64 = 0
        at: i64 = 0
        while at < t.menu_end:
            base = t.menu[at] * TARGETS
            rest = t.menu[at + 1]
            while rest != 0:
                move = base + lowest(rest)
                rest &= rest - 1
                rate = self.instinct.rate(t, move)
                if best < 0 or rate > best_rate:
                    best, best_rate = move, rate
            at += 2
        return best

    def takings(self, state: State, seat: i64) -> i64:
        """Points, what a combat or card in progress promises, and what this night would bring as things are."""
        assert isinstance(state, Table)
        found = scoring.points(state, seat) * POINT
        if state.to_move == OVER:
            return found
        self.look.look(state)
        found += self.look.income(seat) * POINT
        found += self.look.troops[state.board.town * SEATS + seat] * RELIC
        found += count(state.standing_of(seat)) * STAND
        if state.attacker >= 0 and state.attacker // TROOPS == seat and combat.in_contact(state):
            found += self.hope(state)
        return found

    def hope(self, t: Table) -> i64:
        """What a combat that has just begun may win."""
        self.instinct.survey(t)
        best = -LYING
        for slot in range(SLOTS):
            word = t.hall[(t.attacker // TROOPS) * SLOTS + slot]
            if word != 0 and word & 3 == 0:
                found = self.instinct.duel.wield(t, slot)
                best = max(best, found)
        return best

    # Moves

    def survey(self, state: State) -> None:
        assert isinstance(state, Table)
        self.instinct.survey(state)

    def rate(self, state: State, move: i64) -> i64:
        assert isinstance(state, Table)
        return self.instinct.rate(state, move)

    def routine(self, state: State) -> bool:
        """Payments, purchases before gold is lost, levies: there is little to think about."""
        assert isinstance(state, Table)
        if state.phase == PAYMENT:
            return True
        return state.phase == CHOICE and kind_of(state.top()) != EFFECTS

    def decisive(self, state: State) -> bool:
        """A relic that is bought or comes from a card: no plan may count on a lucky one. The raid's come anyway."""
        assert isinstance(state, Table)
        if kind_of(state.top()) != DRAWS:
            return False
        below: i64 = kind_of(state.stack[state.depth - 2]) if state.depth > 1 else DRAWS
        return below != RAIDS and below != MORNING

    def key(self, state: State) -> i64:
        assert isinstance(state, Table)
        found = mix(state.standing ^ mix(state.phase * 64 + state.depth + 4096 * (state.hiring + 1)))
        if state.depth > 0:
            found = mix(found ^ (state.top() & 0xFFFFFFFFFFFFFFF))
        for k in range(state.rules.seats * TROOPS):
            found = mix(found ^ (state.zone[k] + 1))
        for k in range(state.rules.seats * SLOTS):
            found = mix(found ^ state.hall[k])
        for seat in range(state.rules.seats):
            found = mix(found ^ (state.gold[seat] * 8 + state.hp[seat]))
            found = mix(found ^ state.hand[seat] ^ (state.active[seat] * 31 & 0xFFFFFFFFFFFF))
        fight = state.style + 8 * (state.weapon + 8 * (state.guards + 4096 * (state.attacker + 1)))
        flags: i64 = (1 if state.acted else 0) + (2 if state.hired else 0) + 4 * state.rebels
        return mix(found ^ mix(fight * 64 + state.target + 1) ^ flags)

    def stage(self, state: State) -> i64:
        """The day and whose turn it is. Alone at the table one is asked again and again: there each action counts."""
        assert isinstance(state, Table)
        if state.to_move == OVER:
            return -1
        found = state.day * 8 + state.player * 2
        return found + 1 if state.rules.humans == 1 and state.acted else found

    def seat_of(self, state: State) -> i64:
        assert isinstance(state, Table)
        return state.player

    def pieces(self, state: State, seat: i64) -> list[str]:
        assert isinstance(state, Table)
        overlord = state.minion_at(seat, 0)
        return [] if overlord < 0 else [state.cards.minion_ids[overlord]]

    def features(self, state: State, seat: i64) -> list[int]:
        """What the weights are multiplied by, for whoever fits them: the row's start, then the features."""
        assert isinstance(state, Table)
        self.look.look(state)
        appraisal.measure(state, self.look, seat, self.f)
        return [int(appraisal.row(state, seat)), *[int(n) for n in self.f]]


def flat(weights: list[list[Any]]) -> vec[i64]:
    """The weights by kind of table and nights to come as one row of numbers."""
    words: list[int] = []
    for by_night in weights:
        for row in by_night:
            words += [int(n) for n in row]
    return vec[i64](words)


def learnt_judge() -> CovilJudge:
    """The judge with the weights of the box."""
    text = (resources.files("hordes.covil") / "data" / "judge.json").read_text(encoding="utf-8")
    return CovilJudge(json.loads(text))
