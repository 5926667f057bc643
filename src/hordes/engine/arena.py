"""The arena: many games side by side, each waiting for a seat's decision, with everything a learner needs in arrays.

One call makes a move in every game, lets chance answer, and writes observations and masks of legal actions in place.
NumPy looks at the arrays without copying them, and only `hordes.envs` knows NumPy. The same source runs interpreted,
where the arrays are lists.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import FULL, lowest
from hordes.engine.encoding import Encoder
from hordes.engine.native import i16, i64, mypyc_attr, u8, vec
from hordes.engine.playout import settle_chance
from hordes.engine.rng import Rng, mix
from hordes.engine.state import OVER, State

ILLEGAL: Final = -4
"""The answer to an action that is not legal; nothing has happened then."""


@mypyc_attr(acyclic=True)
class Arena:
    """Games of one set-up, and the arrays that show them: row k belongs to game k.

    `numbers` are the observations of the seats to move, `masks` their legal actions, `to_move` the seats. After
    `step_all`, `over` says which games have just ended, `results` how (each seat's score, then its share of the
    victory in sixtieths), and these games have begun anew.
    """

    start: State
    encoder: Encoder
    count: i64
    seats: i64
    games: list[State]
    luck: list[Rng]
    numbers: vec[i16]
    memo: vec[i64]
    masks: vec[u8]
    lit: vec[i16]
    lit_count: vec[i64]
    actions: vec[i64]
    to_move: vec[i64]
    over: vec[u8]
    results: vec[i64]
    scratch: vec[i16]
    scratch_memo: vec[i64]

    def __init__(self, start: State, encoder: Encoder, count: i64, seed: i64) -> None:
        self.start = start
        self.encoder = encoder
        self.count = count
        self.seats = start.seats()
        self.games = []
        self.luck = []
        size, width, memory = encoder.size, encoder.actions, encoder.memory
        self.numbers = vec[i16]([0] * (count * size))
        self.memo = vec[i64]([0] * (count * memory))
        self.masks = vec[u8]([0] * (count * width))
        self.lit = vec[i16]([0] * (count * width))
        self.lit_count = vec[i64]([0] * count)
        self.actions = vec[i64]([0] * count)
        self.to_move = vec[i64]([0] * count)
        self.over = vec[u8]([0] * count)
        self.results = vec[i64]([0] * (count * self.seats * 2))
        self.scratch = vec[i16]([0] * size)
        self.scratch_memo = vec[i64]([0] * memory)
        encoder.settle(self.scratch, 0)
        for k in range(count):
            encoder.settle(self.numbers, k * size)
            self.luck.append(Rng(mix(mix(seed & FULL) ^ k)))
            self.games.append(start)
            self.begin(k)
            self.look(k)

    def reseed(self, k: i64, seed: i64) -> None:
        """The generator of a game begins anew: what follows depends on the seed alone."""
        self.luck[k] = Rng(seed)

    def begin(self, k: i64) -> None:
        """A new game; chance answers until a seat decides."""
        state = self.start.clone()
        settle_chance(state, self.luck[k])
        self.place(k, state)

    def place(self, k: i64, state: State) -> None:
        """Let a game go on from a state in which a seat decides or all is over."""
        self.games[k] = state
        self.to_move[k] = state.to_move
        self.light(k, state)

    def light(self, k: i64, state: State) -> None:
        """Write the mask of legal actions over the last one."""
        width = self.encoder.actions
        base = k * width
        masks, lit = self.masks, self.lit
        for j in range(base, base + self.lit_count[k]):
            masks[base + i64(lit[j])] = 0
        found: i64 = base
        if state.to_move != OVER:
            state.find_legal()
            menu, first = state.menu, self.encoder.first_action
            at: i64 = 0
            while at < state.menu_end:
                rest = menu[at + 1]
                action = first[menu[at]]
                while rest != 0:
                    index = action + lowest(rest)
                    masks[base + index] = 1
                    lit[found] = i16(index)
                    found += 1
                    rest &= rest - 1
                at += 2
        self.lit_count[k] = found - base

    def look(self, k: i64) -> None:
        """Write what the seat to move sees."""
        state = self.games[k]
        if state.to_move != OVER:
            encoder = self.encoder
            encoder.write(state, state.to_move, self.numbers, k * encoder.size, self.memo, k * encoder.memory)

    def look_for(self, k: i64, seat: i64) -> None:
        """Write what any seat sees of a game to `scratch`."""
        self.encoder.write(self.games[k], seat, self.scratch, 0, self.scratch_memo, 0)

    def is_legal(self, k: i64, action: i64) -> bool:
        """May the seat to move do this?"""
        width = self.encoder.actions
        return 0 <= action < width and self.masks[k * width + action] != 0

    def step(self, k: i64, action: i64) -> i64:
        """Make a move in one game and let chance answer; says who is to move then, or ILLEGAL."""
        if not self.is_legal(k, action):
            return ILLEGAL
        state = self.games[k]
        state.apply(self.encoder.moves[action])
        settle_chance(state, self.luck[k])
        self.to_move[k] = state.to_move
        self.light(k, state)
        return state.to_move

    def nth_action(self, k: i64, n: i64) -> i64:
        """The n-th legal action of a game."""
        return i64(self.lit[k * self.encoder.actions + n])

    def take(self, actions: list[int]) -> i64:
        """Make these moves, one in each game; see `step_all`."""
        for k in range(self.count):
            self.actions[k] = actions[k]
        return self.step_all()

    def step_all(self) -> i64:
        """Make the moves in `actions`, one in each game; games that end begin anew. Answers with -1.

        An action that is not legal changes nothing anywhere: the answer is the number of its game.
        """
        for k in range(self.count):
            if not self.is_legal(k, self.actions[k]):
                return k
        for k in range(self.count):
            self.over[k] = 0
            if self.step(k, self.actions[k]) == OVER:
                self.over[k] = 1
                self.settle(k)
                self.begin(k)
            self.look(k)
        return -1

    def settle(self, k: i64) -> None:
        """Write how a game has ended."""
        result = self.games[k].result()
        if result is not None:
            scores: list[int] = result["scores"]
            winners: list[int] = result["winners"]
            base = k * self.seats * 2
            for seat in range(self.seats):
                self.results[base + seat] = scores[seat]
                self.results[base + self.seats + seat] = 60 // len(winners) if seat in winners else 0

    def sample(self, rng: Rng) -> None:
        """Write a random legal action of every game to `actions`."""
        width = self.encoder.actions
        for k in range(self.count):
            self.actions[k] = i64(self.lit[k * width + rng.below(self.lit_count[k])])
