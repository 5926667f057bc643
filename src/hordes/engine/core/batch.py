"""Batched environment: many games stepped together, with observations, action masks and rewards in flat arrays.

One call makes a move in every game, resolves chance, and writes observations and masks of legal actions in place.
NumPy views the arrays without copying them; only `hordes.envs` imports NumPy. Interpreted, the arrays are lists.
"""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import FULL, lowest
from hordes.engine.core.encoding import Encoder
from hordes.engine.core.playout import resolve_chance
from hordes.engine.core.rng import Rng, derived_seed
from hordes.engine.core.state import CHANCE, MENU_CAPACITY, OVER, State
from hordes.engine.errors import BadRequest
from hordes.engine.mypyc_compat import i16, i64, mypyc_attr, u8, vec

MENU_ROOM: Final = MENU_CAPACITY + 1
NO_VERB: Final = 1000000
"""Sentinel at the end of a shown menu: greater than every verb."""
ILLEGAL: Final = -4
"""Returned by `step` for an illegal action; the game is unchanged."""


@mypyc_attr(acyclic=True)
class GameBatch:
    """Games of one set-up and their arrays; row k of each array belongs to game k.

    `observations` are those of the seats to move, `masks` their legal actions, `to_move` the seats. After `step_all`,
    `over` marks the games that have just ended and been restarted: for these, `scores` has each seat's score,
    `win_shares` its share of the victory and `rewards` the zero-sum reward; rows of other games are zeros.
    `shown_menus` has the menu that each mask was written from.
    """

    start: State
    encoder: Encoder
    count: i64
    seats: i64
    games: list[State]
    rngs: list[Rng]
    observations: vec[i16]
    memo: vec[i64]
    masks: vec[u8]
    shown_menus: vec[i64]
    menu_swapped: vec[u8]
    actions: vec[i64]
    to_move: vec[i64]
    over: vec[u8]
    scores: vec[i64]
    win_shares: vec[float]
    rewards: vec[float]
    scratch: vec[i16]
    scratch_memo: vec[i64]

    def __init__(self, start: State, encoder: Encoder, count: i64, seed: i64) -> None:
        self.start = start
        self.encoder = encoder
        self.count = count
        self.seats = start.seats()
        self.games = []
        self.rngs = []
        size, width, memory = encoder.size, encoder.action_count, encoder.memo_size
        self.observations = vec[i16]([0] * (count * size))
        self.memo = vec[i64]([0] * (count * memory))
        self.masks = vec[u8]([0] * (count * width))
        self.shown_menus = vec[i64]([NO_VERB] * (count * MENU_ROOM * 2))
        self.menu_swapped = vec[u8]([0] * count)
        self.actions = vec[i64]([0] * count)
        self.to_move = vec[i64]([0] * count)
        self.over = vec[u8]([0] * count)
        self.scores = vec[i64]([0] * (count * self.seats))
        self.win_shares = vec[float]([0.0] * (count * self.seats))
        self.rewards = vec[float]([0.0] * (count * self.seats))
        self.scratch = vec[i16]([0] * size)
        self.scratch_memo = vec[i64]([0] * memory)
        encoder.write_constants(self.scratch, 0)
        for k in range(count):
            encoder.write_constants(self.observations, k * size)
            self.rngs.append(Rng(0))
            self.games.append(start)
        self.restart(seed)

    def __reduce__(self) -> tuple[object, ...]:
        raise BadRequest("A batch is not copied by itself: copy the environment that it belongs to, or its games.")

    def save(self) -> dict[str, Any]:
        """Checkpoint: the games, their generators, and array contents that do not follow from the games."""
        return {
            "games": [game.clone() for game in self.games],
            "luck": [int(rng.seed) for rng in self.rngs],  # keys as in version 0.1, for saved checkpoints
            "numbers": [int(word) for word in self.observations],
            "memo": [int(word) for word in self.memo],
            "actions": [int(word) for word in self.actions],
            "over": [int(word) for word in self.over],
            "scores": [int(word) for word in self.scores],
            "shares": [float(word) for word in self.win_shares],
            "prizes": [float(word) for word in self.rewards],
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Continue from a checkpoint that `save` of a batch of this set-up and size has returned."""
        games: list[State] = saved["games"]
        seeds: list[int] = saved["luck"]
        for k in range(self.count):
            self.rngs[k] = Rng(seeds[k])
            self.set_state(k, games[k].clone())
        numbers: list[int] = saved["numbers"]
        for k in range(len(numbers)):
            self.observations[k] = i16(numbers[k])
        over: list[int] = saved["over"]
        for k in range(self.count):
            self.over[k] = u8(over[k])
        copy_words(saved["memo"], self.memo)
        copy_words(saved["actions"], self.actions)
        copy_words(saved["scores"], self.scores)
        copy_floats(saved["shares"], self.win_shares)
        copy_floats(saved["prizes"], self.rewards)

    def restart(self, seed: i64) -> None:
        """Start a new game in every row; everything that follows depends on the seed alone. Arrays are reused."""
        for k in range(self.count):
            self.rngs[k] = Rng(derived_seed(seed, k))
            self.clear_result(k)
            self.start_game(k)
            self.write_observation(k)

    def reseed(self, k: i64, seed: i64) -> None:
        """Restart the generator of one game; what follows depends on the seed alone."""
        self.rngs[k] = Rng(seed)

    def start_game(self, k: i64) -> None:
        """Start a new game in row k and resolve chance until a seat decides."""
        state = self.start.clone()
        resolve_chance(state, self.rngs[k])
        self.set_state(k, state)

    def set_state(self, k: i64, state: State) -> None:
        """Put a state into row k: one in which a seat decides, or the game is over."""
        state.changed_places = state.changed_kinds = FULL
        self.games[k] = state
        self.to_move[k] = state.to_move
        self.update_mask(k, state)

    def update_mask(self, k: i64, state: State) -> None:
        """Update the action mask of row k: only the difference between the last menu and this one is written.

        Both menus are in ascending order of verbs, so one merge-like walk along both is enough. `shown_menus` has room
        for two menus per game, double-buffered; `menu_swapped` says which of them is current.
        """
        end: i64 = 0
        if state.to_move != OVER:
            state.find_legal()
            end = state.menu_end
        shown, first, masks, menu = self.shown_menus, self.encoder.first_action, self.masks, state.menu
        base, at, to = k * self.encoder.action_count, 2 * k * MENU_ROOM, (2 * k + 1) * MENU_ROOM
        if self.menu_swapped[k] != 0:
            at, to = to, at
        self.menu_swapped[k] ^= 1
        was = shown[at]
        for new in range(0, end, 2):
            verb, targets = menu[new], menu[new + 1]
            while was < verb:  # on the old menu only
                toggle(masks, base + first[was], shown[at + 1])
                at += 2
                was = shown[at]
            changed = targets
            if was == verb:  # on both: only the symmetric difference of the targets
                changed ^= shown[at + 1]
                at += 2
                was = shown[at]
            if changed != 0:
                toggle(masks, base + first[verb], changed)
            shown[to + new] = verb
            shown[to + new + 1] = targets
        shown[to + end] = NO_VERB
        while was < NO_VERB:  # the rest of the old menu
            toggle(masks, base + first[was], shown[at + 1])
            at += 2
            was = shown[at]

    def write_observation(self, k: i64) -> None:
        """Write the observation of the seat to move in row k."""
        self.write_observation_of(k, self.games[k])

    def write_observation_of(self, k: i64, state: State) -> None:
        """Like `write_observation`, for a caller that already holds the state."""
        if state.to_move != OVER:
            encoder = self.encoder
            encoder.write(
                state, state.to_move, self.observations, k * encoder.size, self.memo, k * encoder.memo_size, True
            )
            state.changed_places = state.changed_kinds = 0

    def write_seat_observation(self, k: i64, seat: i64) -> None:
        """Write the observation of any seat of a game to `scratch`."""
        self.encoder.write(self.games[k], seat, self.scratch, 0, self.scratch_memo, 0, False)

    def is_legal(self, k: i64, action: i64) -> bool:
        """Whether the seat to move may take this action."""
        width = self.encoder.action_count
        return 0 <= action < width and self.masks[k * width + action] != 0

    def step(self, k: i64, action: i64) -> i64:
        """Take an action in one game and resolve chance; returns the seat to move next, or ILLEGAL."""
        if not self.is_legal(k, action):
            return ILLEGAL
        state = self.games[k]
        state.apply(self.encoder.action_moves[action])
        resolve_chance(state, self.rngs[k])
        self.to_move[k] = state.to_move
        self.update_mask(k, state)
        return state.to_move

    def random_action(self, k: i64, rng: Rng) -> i64:
        """A random legal action of a game."""
        return self.random_action_of(self.games[k], rng)

    def random_action_of(self, state: State, rng: Rng) -> i64:
        """A random action of the menu that `find_legal` filled last."""
        move = state.nth_legal(rng.below(state.pick_count))
        return self.encoder.first_action[move >> 6] + (move & 63)

    def step_with(self, actions: list[int]) -> i64:
        """Take these actions, one in each game; see `step_all`."""
        for k in range(self.count):
            self.actions[k] = actions[k]
        return self.step_all()

    def step_all(self) -> i64:
        """Take the actions in `actions`, one in each game, and restart games that end; returns how many have ended.

        An illegal action changes nothing anywhere: the result is then -1 minus the index of its game.
        """
        for k in range(self.count):
            if not self.is_legal(k, self.actions[k]):
                return -1 - k
        ended: i64 = 0
        for k in range(self.count):
            ended += self.advance(k, self.games[k], self.actions[k])
        return ended

    def step_randomly(self, rng: Rng) -> i64:
        """Take a random legal action in every game; see `step_all`."""
        ended: i64 = 0
        for k in range(self.count):
            state = self.games[k]
            action = self.random_action_of(state, rng)
            self.actions[k] = action
            ended += self.advance(k, state, action)
        return ended

    def advance(self, k: i64, state: State, action: i64) -> i64:
        """Take a legal action in one game and update its row; returns 1 if the game ended and was restarted."""
        state.apply(self.encoder.action_moves[action])
        if state.to_move == CHANCE:
            resolve_chance(state, self.rngs[k])
        if self.over[k] != 0:
            self.clear_result(k)
        if state.to_move == OVER:
            self.write_result(k)
            self.start_game(k)
            self.write_observation(k)
            return 1
        self.to_move[k] = state.to_move
        self.update_mask(k, state)
        self.write_observation_of(k, state)
        return 0

    def step_single(self, action: i64) -> i64:
        """`step` and `write_observation` in one call, for a batch of a single game."""
        if not self.is_legal(0, action):
            return ILLEGAL
        state = self.games[0]
        state.apply(self.encoder.action_moves[action])
        if state.to_move == CHANCE:
            resolve_chance(state, self.rngs[0])
        self.to_move[0] = state.to_move
        self.update_mask(0, state)
        self.write_observation_of(0, state)
        return state.to_move

    def write_result(self, k: i64) -> None:
        """Write the result of a finished game to `scores`, `win_shares` and `rewards`."""
        self.over[k] = 1
        result = self.games[k].result()
        if result is not None:
            scores: list[int] = result["scores"]
            winners: list[int] = result["winners"]
            share = 1 / len(winners) if len(winners) > 0 else 0.0
            for seat in range(self.seats):
                self.scores[k * self.seats + seat] = scores[seat]
                if seat in winners:
                    self.win_shares[k * self.seats + seat] = share
                if len(winners) > 0 or self.seats == 1:
                    own = share if seat in winners else 0.0
                    self.rewards[k * self.seats + seat] = zero_sum_reward(float(len(scores)), own)

    def clear_result(self, k: i64) -> None:
        """Clear the result of the previous game of this row."""
        self.over[k] = 0
        for place in range(k * self.seats, (k + 1) * self.seats):
            self.scores[place] = 0
            self.win_shares[place] = 0.0
            self.rewards[place] = 0.0

    def sample_actions(self, rng: Rng) -> None:
        """Write a random legal action of every game to `actions`."""
        for k in range(self.count):
            self.actions[k] = self.random_action(k, rng)


def copy_words(words: list[int], to: vec[i64]) -> None:
    """Copy integers into an array of the same length."""
    for k in range(len(words)):
        to[k] = words[k]


def copy_floats(words: list[float], to: vec[float]) -> None:
    """Copy floats into an array of the same length."""
    for k in range(len(words)):
        to[k] = words[k]


def toggle(masks: vec[u8], start: i64, members: i64) -> None:
    """Flip the mask entries at the members of a bit set."""
    rest = members
    while rest != 0:
        masks[start + lowest(rest)] ^= 1
        rest &= rest - 1


def zero_sum_reward(seats: float, share: float) -> float:
    """Zero-sum reward for a share of the victory: 1 for a sole winner, and the rewards of all seats add up to 0.

    A seat that plays alone wins or loses against the game.

    >>> zero_sum_reward(4.0, 1.0), zero_sum_reward(3.0, 0.5), zero_sum_reward(3.0, 0.0)
    (1.0, 0.25, -0.5)
    >>> zero_sum_reward(1.0, 1.0), zero_sum_reward(1.0, 0.0)
    (1.0, -1.0)
    """
    if seats == 1.0:
        return 2.0 * share - 1.0
    return (seats * share - 1.0) / (seats - 1.0)
