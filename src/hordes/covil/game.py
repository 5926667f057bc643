"""Covil as a game of the engine: options, new games, positions, and the state that ties the rules together."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from hordes.covil import (
    defaults,
    drills,
    hall,
    inspection,
    invariants,
    morning,
    moves,
    moves_reading,
    reading,
    refusal,
    refusal_prospect,
    scoring,
    secrets,
    tell,
    turn,
)
from hordes.covil.dominance import dominion
from hordes.covil.encoding import CovilEncoder
from hordes.covil.judge import learnt_judge
from hordes.covil.morning import reserve
from hordes.covil.options import BOARDS, RULINGS, Options, agreed, box_cards, former, full_cards, glossary
from hordes.covil.position import position, views
from hordes.covil.table import Table
from hordes.covil.vocabulary import DAYS, DOMINATED, MOST_REBELS, PAYMENT, PHASE_NAMES, SLOTS
from hordes.engine.bits import count
from hordes.engine.encoding import Encoder
from hordes.engine.errors import BadPosition, BadRequest, Saying, UnknownMove, said
from hordes.engine.judge import Judge
from hordes.engine.native import i64, mypyc_attr, vec
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, PUBLIC, TARGETS, Drill, Event, Game, Inspection, State
from hordes.engine.words import Words


@mypyc_attr(acyclic=True)
class Covil(Table):
    """A moment of a game of Covil."""

    def find(self) -> None:
        turn.find(self)

    def apply(self, move: i64) -> None:
        turn.apply(self, move)

    def clone(self) -> Covil:
        return Covil(self.board, self.rules, self)

    def describe(self, move: i64) -> str:
        return moves.describe(self, move)

    def parse(self, text: str) -> i64:
        move = moves_reading.parse(self, text, turn.choice_verb(self))
        if move >= moves.FIRST * TARGETS and self.to_move != CHANCE:
            raise UnknownMove(
                said("chance_word", "`{word}` is chance's word, not a seat's move.", word=text.split(maxsplit=1)[0])
            )
        return move

    def refuse(self, move: i64) -> None:
        refusal.refuse(self, move)

    def explanation(self, text: str) -> Saying:
        move = self.parse(text)
        if moves.MELEE <= move // TARGETS < moves.EXHAUST and self.is_legal(move):
            world = self.clone()
            world.sink = None
            world.apply(move)
            return refusal_prospect.prospect(world)
        return refusal_prospect.explanation(self, move)

    def outlook(self) -> dict[str, Any]:
        """What night would find, how many troops everybody will have tomorrow, and what is being paid for costs."""
        found: dict[str, Any] = {"dominance": [dominion(self, terrain) for terrain in range(DOMINATED)]}
        found["raiders"] = [count(self.troops_in(seat, self.board.town)) for seat in range(self.rules.seats)]
        found["most_rebels"] = MOST_REBELS
        found["points"] = [scoring.in_sight(self, seat) for seat in range(self.rules.seats)]
        if self.phase == PAYMENT:
            found["price"] = hall.price(self, self.to_move, self.hiring)
        return found | ({"reserve": reserve(self.day + 1)} if self.day < DAYS else {})

    def position(self) -> dict[str, Any]:
        return position(self, PUBLIC, True)

    def view(self, seat: i64) -> dict[str, Any]:
        if seat != PUBLIC and not 0 <= seat < self.rules.seats:
            raise BadRequest(f"There is no seat {seat}; PUBLIC is for spectators.")
        return position(self, seat, False)

    def views(self) -> list[dict[str, Any]]:
        return views(self)

    def overheard(self, event: Event, seat: i64) -> Event:
        return tell.overheard(event, seat)

    def resample(self, seat: i64, rng: Rng) -> Covil:
        world = self.clone()
        if self.to_move != OVER:
            secrets.deal_anew(world, seat, rng)
        return world

    def phase_name(self) -> str:
        return PHASE_NAMES[self.phase]

    def default_move(self) -> i64:
        return defaults.default_move(self)

    def result(self) -> dict[str, Any] | None:
        return scoring.result(self) if self.to_move == OVER else None

    def score(self, seat: i64) -> i64:
        return scoring.points(self, seat)

    def seats(self) -> i64:
        return self.rules.seats

    def __reduce__(self) -> tuple[object, ...]:
        return revive, (self.rules.setup, self.dump())

    def dump(self) -> list[int]:
        words = [int(self.rules.stamp), self.to_move, self.phase, self.day, self.scepter, self.player, self.rebels]
        words += [int(self.hired), int(self.acted), int(self.last), self.cancels, self.standing]
        words += [self.deck, self.discard, self.pool_count, self.mercenaries, self.removed, self.dismissed, self.out]
        words += [self.hiring, self.offer_gold, self.offer_relics, self.offer_slots]
        words += [self.attacker, self.target, self.style, self.weapon, self.bonus, self.guards, self.aim]
        words += [int(self.free), int(self.stood), int(self.besieged), self.depth]
        words += [int(self.stack[k]) for k in range(self.depth)]
        for array in (self.zone, self.fortress, self.hp, self.gold, self.hall, self.hand, self.active, self.rank):
            words += [int(word) for word in array]
        words += [int(self.pool[k]) for k in range(self.pool_count)]
        return words + [int(word) for word in self.shuffles]

    def restore(self, words: list[int]) -> None:
        """The reverse of `dump`."""
        at = Words(words)
        if at.one() != self.rules.stamp:
            raise BadPosition("These words were dumped by a table with another set-up.")
        self.to_move, self.phase, self.day, self.scepter = at.one(), at.one(), at.one(), at.one()
        self.player, self.rebels = at.one(), at.one()
        self.hired, self.acted, self.last = at.one() == 1, at.one() == 1, at.one() == 1
        self.cancels, self.standing = at.one(), at.one()
        self.deck, self.discard, self.pool_count, self.mercenaries = at.one(), at.one(), at.one(), at.one()
        self.removed, self.dismissed, self.out = at.one(), at.one(), at.one()
        self.hiring, self.offer_gold, self.offer_relics, self.offer_slots = at.one(), at.one(), at.one(), at.one()
        self.attacker, self.target, self.style, self.weapon = at.one(), at.one(), at.one(), at.one()
        self.bonus, self.guards, self.aim = at.one(), at.one(), at.one()
        self.free, self.stood, self.besieged = at.one() == 1, at.one() == 1, at.one() == 1
        self.depth = at.one()
        for k, word in enumerate(at.some(self.depth)):
            self.stack[k] = word
        self.zone = vec[i64](at.some(len(self.zone)))
        self.fortress = vec[i64](at.some(len(self.fortress)))
        self.hp = vec[i64](at.some(len(self.hp)))
        self.gold = vec[i64](at.some(len(self.gold)))
        self.hall = vec[i64](at.some(len(self.hall)))
        self.hand = vec[i64](at.some(len(self.hand)))
        self.active = vec[i64](at.some(len(self.active)))
        self.rank = vec[i64](at.some(len(self.rank)))
        self.pool = vec[i64](at.some(self.pool_count) + [0] * (len(self.pool) - self.pool_count))
        self.shuffles = vec[i64](at.some(len(words) - at.place))


def revive(setup: str, words: list[int]) -> Covil:
    """A state from a pickle: the agreed options as JSON, and its dump."""
    options = agreed(json.loads(setup))
    state = Covil(options.board, options.rules)
    state.restore(words)
    return state


class CovilGame(Game):
    """Covil for one to four players."""

    name: str = "covil"
    rules_version: str = "2"

    def normalise(self, options: dict[str, Any]) -> dict[str, Any]:
        return agreed(options).copied()

    def former_options(self, options: dict[str, Any], version: str) -> dict[str, Any] | None:
        """Version 1 had other readings of the rules: each is a switch now."""
        return former(options) if version == "1" else None

    def new(self, options: dict[str, Any]) -> State:
        found = agreed(options)
        if count(found.board.starts) < found.rules.seats:
            raise BadRequest(
                f"The board has {count(found.board.starts)} spirals, too few for {found.rules.seats} fortresses."
            )
        state = self.table(found)
        morning.set_up(state)
        turn.settle(state)
        return state

    def table(self, options: Options) -> Covil:
        """An empty table."""
        return Covil(options.board, options.rules)

    def from_position(
        self, options: dict[str, Any], position: dict[str, Any], sink: list[Event] | None = None
    ) -> State:
        state = self.table(agreed(options))
        state.sink = sink
        reading.read(state, position)
        return state

    def load(self, options: dict[str, Any], words: list[int]) -> State:
        state = self.table(agreed(options))
        state.restore(words)
        return state

    def distinct_moves(self, options: dict[str, Any]) -> int:
        return (moves.LAST_VERB + 1) * TARGETS

    def max_game_length(self, options: dict[str, Any]) -> int:
        """What can stand up bounds the turns of a day; cards, gold and second thoughts bound a turn."""
        found = agreed(options)
        seats, relics = int(found.rules.seats), int(found.rules.cards.relics)
        rounds = 5 * seats + 2 * relics + SLOTS * seats
        turn_length = 8 * (2 + SLOTS + relics) + 4 * (SLOTS + relics) + 4 * relics + 40
        return DAYS * (rounds * seats * turn_length + 100 * seats)

    def score_bounds(self, options: dict[str, Any]) -> tuple[int, int]:
        """Six Minions, gold, the fortress, every relic, and Influences for each of them."""
        cards = agreed(options).rules.cards
        relics = sum([int(value) for value in cards.value])
        dearest = max([int(cost) for cost in cards.cost])
        largest = max([int(effect.n) for effect in cards.effects] + [0])
        influence = SLOTS * 4 * largest * max(int(cards.relics), SLOTS)
        return 0, SLOTS * dearest + 10 + relics + influence

    def encoder(self, options: dict[str, Any]) -> Encoder:
        found = agreed(options)
        return CovilEncoder(found.board, found.rules)

    def board_data(self, options: dict[str, Any]) -> dict[str, Any]:
        return deepcopy(agreed(options).board.data)

    def choices(self) -> dict[str, Any]:
        return {"modes": {"standard": [1, 4]}, "boards": [*BOARDS], "rulings": dict(RULINGS), "dummies": [1, 3]}

    def glossary(self) -> dict[str, dict[str, Any]]:
        return glossary(box_cards())

    def glossary_for(self, options: dict[str, Any]) -> dict[str, dict[str, Any]]:
        return glossary(full_cards(agreed(options).data.get("cards")) or box_cards())

    def recognises(self, data: object) -> bool:
        return inspection.recognises(data)

    def inspect(self, path: str) -> Inspection:
        return inspection.inspect(path)

    def exercise(self, k: int, options: dict[str, Any]) -> Drill:
        return inspection.exercise(k, options)

    def judge(self) -> Judge:
        return learnt_judge()

    def taken(self, event: Event) -> list[tuple[int, str, str]]:
        return tell.taken(event)

    def drill(self, k: int) -> Drill:
        return drills.drill(k)

    def broken(self, state: State) -> list[str]:
        assert isinstance(state, Covil)
        return invariants.broken(state)

    def broken_step(self, before: State, after: State, events: list[Event]) -> list[str]:
        assert isinstance(before, Covil)
        assert isinstance(after, Covil)
        return invariants.unpaid(before, after, events)


GAME = CovilGame()
