"""The arena: many games side by side, each waiting for a seat's decision, with everything a learner needs in arrays.

One call makes a move in every game, lets chance answer, and writes observations and masks of legal actions in place.
NumPy looks at the arrays without copying them, and only `hordes.envs` knows NumPy. The same source runs interpreted,
where the arrays are lists.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.bits import FULL, lowest
from hordes.engine.encoding import Encoder
from hordes.engine.errors import BadRequest
from hordes.engine.native import i16, i64, mypyc_attr, u8, vec
from hordes.engine.playout import settle_chance
from hordes.engine.rng import Rng, mix
from hordes.engine.state import CHANCE, MENU, OVER, State

ROOM: Final = MENU + 1
NO_VERB: Final = 1000000
"""Ends a menu that is shown: greater than every verb."""
ILLEGAL: Final = -4
"""The answer to an action that is not legal; nothing has happened then."""


@mypyc_attr(acyclic=True)
class Arena:
    """Games of one set-up, and the arrays that show them: row k belongs to game k.

    `numbers` are the observations of the seats to move, `masks` their legal actions, `to_move` the seats. After
    `step_all`, `over` says which games have just ended and begun anew: of these, `scores` has each seat's score,
    `shares` its share of the victory and `prizes` what that is worth (see `prize`); rows of other games are zeros.
    `shown` is the menu that each mask was written from.
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
    shown: vec[i64]
    turned: vec[u8]
    actions: vec[i64]
    to_move: vec[i64]
    over: vec[u8]
    scores: vec[i64]
    shares: vec[float]
    prizes: vec[float]
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
        self.shown = vec[i64]([NO_VERB] * (count * ROOM * 2))
        self.turned = vec[u8]([0] * count)
        self.actions = vec[i64]([0] * count)
        self.to_move = vec[i64]([0] * count)
        self.over = vec[u8]([0] * count)
        self.scores = vec[i64]([0] * (count * self.seats))
        self.shares = vec[float]([0.0] * (count * self.seats))
        self.prizes = vec[float]([0.0] * (count * self.seats))
        self.scratch = vec[i16]([0] * size)
        self.scratch_memo = vec[i64]([0] * memory)
        encoder.settle(self.scratch, 0)
        for k in range(count):
            encoder.settle(self.numbers, k * size)
            self.luck.append(Rng(0))
            self.games.append(start)
        self.restart(seed)

    def __reduce__(self) -> tuple[object, ...]:
        raise BadRequest("An arena is not copied by itself: copy the environment that it belongs to, or its games.")

    def save(self) -> dict[str, Any]:
        """The games, their luck, and what the arrays show that does not follow from the games."""
        return {
            "games": [game.clone() for game in self.games],
            "luck": [int(rng.seed) for rng in self.luck],
            "numbers": [int(word) for word in self.numbers],
            "memo": [int(word) for word in self.memo],
            "actions": [int(word) for word in self.actions],
            "over": [int(word) for word in self.over],
            "scores": [int(word) for word in self.scores],
            "shares": [float(word) for word in self.shares],
            "prizes": [float(word) for word in self.prizes],
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Let everything go on from what `save` of an arena of this set-up and size has answered."""
        games: list[State] = saved["games"]
        luck: list[int] = saved["luck"]
        for k in range(self.count):
            self.luck[k] = Rng(luck[k])
            self.place(k, games[k].clone())
        numbers: list[int] = saved["numbers"]
        for k in range(len(numbers)):
            self.numbers[k] = i16(numbers[k])
        over: list[int] = saved["over"]
        for k in range(self.count):
            self.over[k] = u8(over[k])
        copy_words(saved["memo"], self.memo)
        copy_words(saved["actions"], self.actions)
        copy_words(saved["scores"], self.scores)
        copy_floats(saved["shares"], self.shares)
        copy_floats(saved["prizes"], self.prizes)

    def restart(self, seed: i64) -> None:
        """New games everywhere: what follows depends on the seed alone. The arrays stay where they are."""
        for k in range(self.count):
            self.luck[k] = Rng(mix(mix(seed & FULL) ^ k))
            self.clear(k)
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
        state.touched = state.news = FULL
        self.games[k] = state
        self.to_move[k] = state.to_move
        self.light(k, state)

    def light(self, k: i64, state: State) -> None:
        """Bring the mask of legal actions up to date: only what differs between the last menu and this is written.

        Both menus are in ascending order of verbs, so one walk along both is enough. A game has room for two menus in
        `shown`, which take turns.
        """
        end: i64 = 0
        if state.to_move != OVER:
            state.find_legal()
            end = state.menu_end
        shown, first, masks, menu = self.shown, self.encoder.first_action, self.masks, state.menu
        base, at, to = k * self.encoder.actions, 2 * k * ROOM, (2 * k + 1) * ROOM
        if self.turned[k] != 0:
            at, to = to, at
        self.turned[k] ^= 1
        was = shown[at]
        for new in range(0, end, 2):
            verb, targets = menu[new], menu[new + 1]
            while was < verb:
                toggle(masks, base + first[was], shown[at + 1])
                at += 2
                was = shown[at]
            changed = targets
            if was == verb:
                changed ^= shown[at + 1]
                at += 2
                was = shown[at]
            if changed != 0:
                toggle(masks, base + first[verb], changed)
            shown[to + new] = verb
            shown[to + new + 1] = targets
        shown[to + end] = NO_VERB
        while was < NO_VERB:
            toggle(masks, base + first[was], shown[at + 1])
            at += 2
            was = shown[at]

    def look(self, k: i64) -> None:
        """Write what the seat to move sees."""
        self.look_at(k, self.games[k])

    def look_at(self, k: i64, state: State) -> None:
        """The same for whoever has the game at hand."""
        if state.to_move != OVER:
            encoder = self.encoder
            encoder.write(state, state.to_move, self.numbers, k * encoder.size, self.memo, k * encoder.memory, True)
            state.touched = state.news = 0

    def look_for(self, k: i64, seat: i64) -> None:
        """Write what any seat sees of a game to `scratch`."""
        self.encoder.write(self.games[k], seat, self.scratch, 0, self.scratch_memo, 0, False)

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

    def pick(self, k: i64, rng: Rng) -> i64:
        """A random legal action of a game."""
        return self.pick_of(self.games[k], rng)

    def pick_of(self, state: State, rng: Rng) -> i64:
        """A random one of the actions on the menu that was last found."""
        move = state.nth_legal(rng.below(state.choices))
        return self.encoder.first_action[move >> 6] + (move & 63)

    def take(self, actions: list[int]) -> i64:
        """Make these moves, one in each game; see `step_all`."""
        for k in range(self.count):
            self.actions[k] = actions[k]
        return self.step_all()

    def step_all(self) -> i64:
        """Make the moves in `actions`, one in each game; games that end begin anew. Answers with how many have ended.

        An action that is not legal changes nothing anywhere: the answer is -1 less the number of its game.
        """
        for k in range(self.count):
            if not self.is_legal(k, self.actions[k]):
                return -1 - k
        ended: i64 = 0
        for k in range(self.count):
            ended += self.advance(k, self.games[k], self.actions[k])
        return ended

    def step_randomly(self, rng: Rng) -> i64:
        """Make a random legal move in every game; see `step_all`."""
        ended: i64 = 0
        for k in range(self.count):
            state = self.games[k]
            action = self.pick_of(state, rng)
            self.actions[k] = action
            ended += self.advance(k, state, action)
        return ended

    def advance(self, k: i64, state: State, action: i64) -> i64:
        """Make a legal move in a game and show what follows; 1 if it has ended, and another has begun."""
        state.apply(self.encoder.moves[action])
        if state.to_move == CHANCE:
            settle_chance(state, self.luck[k])
        if self.over[k] != 0:
            self.clear(k)
        if state.to_move == OVER:
            self.settle(k)
            self.begin(k)
            self.look(k)
            return 1
        self.to_move[k] = state.to_move
        self.light(k, state)
        self.look_at(k, state)
        return 0

    def act(self, action: i64) -> i64:
        """`step` and `look` in one, for an arena of a single game."""
        if not self.is_legal(0, action):
            return ILLEGAL
        state = self.games[0]
        state.apply(self.encoder.moves[action])
        if state.to_move == CHANCE:
            settle_chance(state, self.luck[0])
        self.to_move[0] = state.to_move
        self.light(0, state)
        self.look_at(0, state)
        return state.to_move

    def settle(self, k: i64) -> None:
        """Write how a game has ended."""
        self.over[k] = 1
        result = self.games[k].result()
        if result is not None:
            scores: list[int] = result["scores"]
            winners: list[int] = result["winners"]
            share = 1 / len(winners)
            for seat in range(self.seats):
                self.scores[k * self.seats + seat] = scores[seat]
                if seat in winners:
                    self.shares[k * self.seats + seat] = share
                self.prizes[k * self.seats + seat] = prize(float(len(scores)), share if seat in winners else 0.0)

    def clear(self, k: i64) -> None:
        """Forget how the game before this one has ended."""
        self.over[k] = 0
        for place in range(k * self.seats, (k + 1) * self.seats):
            self.scores[place] = 0
            self.shares[place] = 0.0
            self.prizes[place] = 0.0

    def sample(self, rng: Rng) -> None:
        """Write a random legal action of every game to `actions`."""
        for k in range(self.count):
            self.actions[k] = self.pick(k, rng)


def copy_words(words: list[int], to: vec[i64]) -> None:
    """Write these numbers into an array of the same length."""
    for k in range(len(words)):
        to[k] = words[k]


def copy_floats(words: list[float], to: vec[float]) -> None:
    """The same for numbers with a point."""
    for k in range(len(words)):
        to[k] = words[k]


def toggle(masks: vec[u8], start: i64, members: i64) -> None:
    """Turn zeros to ones and ones to zeros at the places of a set."""
    rest = members
    while rest != 0:
        masks[start + lowest(rest)] ^= 1
        rest &= rest - 1


def prize(seats: float, share: float) -> float:
    """What a share of the victory is worth: 1 for all of it, and what all seats get adds up to 0.

    >>> prize(4.0, 1.0), prize(3.0, 0.5), prize(3.0, 0.0)
    (1.0, 0.25, -0.5)
    """
    return (seats * share - 1.0) / (seats - 1.0)
