"""Small World as a game of the engine: options, new games, positions, and the state that ties the rules together."""

from __future__ import annotations

from typing import Any

from hordes.engine.bits import BIT, COMPILED
from hordes.engine.errors import UnknownMove
from hordes.engine.native import i64, mypyc_attr, vec
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, Drill, Event, Game, State
from hordes.smallworld import invariants, moves, reading, refusal, scoring, turn
from hordes.smallworld.army import NOBODY, Army, Rules
from hordes.smallworld.board import Board
from hordes.smallworld.options import Options, agreed, glossary
from hordes.smallworld.position import position
from hordes.smallworld.table import DIE, PHASE_NAMES, Table
from hordes.smallworld.traits import NO_POWER

__all__ = ["COMPILED", "GAME", "SmallWorld", "SmallWorldGame"]


@mypyc_attr(acyclic=True)
class SmallWorld(Table):
    """A moment of a game of Small World."""

    def find(self) -> None:
        turn.find(self)

    def nth_legal(self, k: i64) -> i64:
        if self.phase == DIE:
            return turn.nth_pick(self, k)
        return super().nth_legal(k)

    def apply(self, move: i64) -> None:
        turn.apply(self, move)

    def clone(self) -> SmallWorld:
        return SmallWorld(self.board, self.rules, self)

    def describe(self, move: i64) -> str:
        return moves.describe(self.board, move, self.rules.race_ids, self.rules.power_ids)

    def parse(self, text: str) -> i64:
        move = moves.parse(self.board, text, self.rules.race_ids, self.rules.power_ids)
        if move >= moves.ROLLED * 64 and self.to_move != CHANCE:
            raise UnknownMove(f"`{text.split(maxsplit=1)[0]}` is chance's word, not a seat's move.")
        return move

    def refuse(self, move: i64) -> str:
        refusal.refuse(self, move)
        return ""

    def explain(self, text: str) -> str:
        return refusal.explain(self, self.parse(text))

    def position(self) -> dict[str, Any]:
        return position(self, -1)

    def view(self, seat: i64) -> dict[str, Any]:
        return position(self, seat)

    def resample(self, seat: i64, seed: int) -> SmallWorld:
        """The others' coins are dealt anew from what every seat knows: five to begin with, some for each turn played.

        All else is on the table. The true totals are never looked at, so nothing can leak through a search.
        """
        world = self.clone()
        rng = Rng(seed)
        for other in range(self.rules.players):
            if other != seat and self.to_move != OVER:
                turns = self.turn - 1 + (1 if self.seats_since_first(other) else 0)
                guess = 5 + sum([int(rng.below(13)) for _ in range(turns)])
                world.earn(other, guess - world.coins[other])
        return world

    def seats_since_first(self, seat: i64) -> bool:
        """Has a seat had its turn in this round already?"""
        players = self.rules.players
        return (seat - self.first) % players < (self.player - self.first) % players

    def phase_name(self) -> str:
        return PHASE_NAMES[self.phase]

    def result(self) -> dict[str, Any] | None:
        return scoring.result(self) if self.to_move == OVER else None

    def score(self, seat: i64) -> i64:
        return self.coins[seat]

    def seats(self) -> i64:
        return self.rules.players

    def die_move(self, pips: i64) -> i64:
        return moves.ROLLED * 64 + pips if self.phase == DIE else -1

    def dump(self) -> list[int]:
        words = [
            self.to_move,
            self.turn,
            self.player,
            self.first,
            self.phase,
            self.subject,
            self.depth,
            self.lost_tribes,
        ]
        words += [self.column, self.banners, self.returned_count, self.badges, self.discarded]
        words += [int(self.acted), int(self.began), int(self.scored), int(self.built), int(self.flown)]
        words += [self.roll, self.plunder, self.attacked, self.bewitched]
        for array in (self.frames, self.tokens, self.defence, self.pieces, self.coins):
            words += [int(word) for word in array]
        for array in (self.combo_race, self.combo_power, self.combo_coins, self.returned):
            words += [int(word) for word in array]
        for army in self.active:
            words += army.words()
        words.append(len(self.declined))
        for army in self.declined:
            words += army.words()
        return words + [int(word) for word in self.stood]

    def restore(self, words: list[int]) -> None:
        """The reverse of `dump`."""
        at = Words(words)
        self.to_move, self.turn, self.player, self.first = at.one(), at.one(), at.one(), at.one()
        self.phase, self.subject, self.depth, self.lost_tribes = at.one(), at.one(), at.one(), at.one()
        self.column, self.banners, self.returned_count = at.one(), at.one(), at.one()
        self.badges, self.discarded = at.one(), at.one()
        self.acted, self.began, self.scored = at.one() == 1, at.one() == 1, at.one() == 1
        self.built, self.flown = at.one() == 1, at.one() == 1
        self.roll, self.plunder, self.attacked, self.bewitched = at.one(), at.one(), at.one(), at.one()
        self.frames = vec[i64](at.some(len(self.frames)))
        self.tokens = vec[i64](at.some(len(self.tokens)))
        self.defence = vec[i64](at.some(len(self.defence)))
        self.pieces = vec[i64](at.some(len(self.pieces)))
        self.coins = vec[i64](at.some(len(self.coins)))
        self.combo_race = vec[i64](at.some(len(self.combo_race)))
        self.combo_power = vec[i64](at.some(len(self.combo_power)))
        self.combo_coins = vec[i64](at.some(len(self.combo_coins)))
        self.returned = vec[i64](at.some(len(self.returned)))
        self.active = [self.army(at.some(12)) for _ in range(self.rules.players)]
        self.declined = [self.army(at.some(12)) for _ in range(at.one())]
        self.stood = vec[i64](at.some(len(words) - at.place))

    def army(self, words: list[int]) -> Army:
        """The reverse of `Army.words`."""
        if words[0] < 0:
            return NOBODY
        army = Army()
        army.race = self.rules.races[words[0]]
        army.power = self.rules.powers[words[1]] if words[1] >= 0 else NO_POWER
        army.kept = self.rules.powers[words[2]] if words[2] >= 0 else NO_POWER
        army.seat, army.declined, army.regions = words[3], words[4] == 1, words[5]
        army.hand, army.waiting, army.tray = words[6], words[7], words[8]
        army.holes, army.wealth, army.ally = words[9], words[10], words[11]
        return army


class Words:
    """Reads a dump from front to back."""

    def __init__(self, words: list[int]) -> None:
        self.words = words
        self.place = 0

    def one(self) -> int:
        """The next word."""
        self.place += 1
        return self.words[self.place - 1]

    def some(self, n: int) -> list[int]:
        """The next n words."""
        self.place += n
        return self.words[self.place - n : self.place]


class SmallWorldGame(Game):
    """Small World for two to five players."""

    name: str = "smallworld"
    rules_version: str = "1"

    def normalise(self, options: dict[str, Any]) -> dict[str, Any]:
        return agreed(options).data

    def new(self, options: dict[str, Any]) -> State:
        state = self.table(agreed(options))
        state.refill()
        return state

    def table(self, options: Options) -> SmallWorld:
        """An empty table, Lost Tribes in place, before chance has said anything."""
        return SmallWorld(options.board, options.rules)

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

    def max_game_length(self, options: dict[str, Any]) -> int:
        """Each turn a token or piece is placed once, a conquest uses a token or a bewitched opponent, and so on."""
        found = agreed(options)
        return longest_turn(found.board, found.rules) * int(found.rules.players) * int(found.rules.turns)

    def score_bounds(self, options: dict[str, Any]) -> tuple[int, int]:
        """All starting coins, and each turn three coins a region and seven for the Wealthy."""
        found = agreed(options)
        per_turn = 3 * int(found.board.size) + 7
        return 0, 5 * int(found.rules.players) + per_turn * int(found.rules.turns)

    def board_data(self, options: dict[str, Any]) -> dict[str, Any]:
        return agreed(options).board.data

    def glossary(self) -> dict[str, dict[str, Any]]:
        return glossary()

    def drill(self, k: int) -> Drill:
        """A quarter are plain new games; the others deal out chosen combos, which the seats pick from the top."""
        players = 2 + k % 4
        options = {"players": players, "map": f"map-{players}p"}
        if k % 16 >= 12:
            return Drill(options, None, [])
        rules = agreed(options).rules
        column = invariants.drill(rules.race_ids, rules.power_ids, k // 16 * 3 + k // 4 % 4, players)
        tribes = agreed(options).board
        regions = {key: {"lost_tribe": True} for key in tribes.ids if tribes.lost_tribes & BIT[tribes.number[key]] != 0}
        position = {"first": k // 4 % players, "player": k // 4 % players, "regions": regions, "column": column}
        return Drill(options, position, ["pick 1"] * players)

    def broken(self, state: State) -> list[str]:
        assert isinstance(state, SmallWorld)
        return invariants.broken(state)

    def broken_step(self, before: State, after: State, events: list[Event]) -> list[str]:
        assert isinstance(before, SmallWorld)
        assert isinstance(after, SmallWorld)
        return invariants.unpaid(before, after, events)


def longest_turn(board: Board, rules: Rules) -> int:
    """More decisions than any one turn can ask for, the withdrawals of all the others included."""
    tokens = max([int(race.total) for race in rules.races])
    regions = int(board.size)
    own = 8 + 2 * min(regions, tokens) + 2 * (tokens + int(rules.players)) + tokens + 8
    ghouls = 2 + 2 * min(regions, tokens) + tokens
    withdrawal = tokens + 5 + 1 + tokens
    return own + ghouls + withdrawal * (int(rules.players) - 1)


GAME = SmallWorldGame()
