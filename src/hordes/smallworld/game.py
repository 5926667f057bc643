"""Small World as a game of the engine: options, new games, positions, and the state that ties the rules together."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any, Final

from hordes.engine.encoding import Encoder
from hordes.engine.errors import BadPosition, BadRequest, Saying, UnknownMove, said
from hordes.engine.judge import Judge
from hordes.engine.native import i64, mypyc_attr, vec
from hordes.engine.rng import Rng
from hordes.engine.state import CHANCE, OVER, PUBLIC, TARGETS, Drill, Event, Game, Inspection, State
from hordes.engine.words import Words
from hordes.smallworld import (
    bills,
    drills,
    invariants,
    moves,
    own,
    own_guard,
    own_words,
    reading,
    refusal,
    scoring,
    turn,
)
from hordes.smallworld.army import NOBODY, Army, Rules
from hordes.smallworld.board import Board
from hordes.smallworld.encoding import SmallWorldEncoder
from hordes.smallworld.judge import learnt_judge
from hordes.smallworld.options import FORMER, Options, agreed, choices, former, glossary
from hordes.smallworld.position import position, views
from hordes.smallworld.sets.base_powers import WEALTH
from hordes.smallworld.table import Table
from hordes.smallworld.traits import NO_POWER
from hordes.smallworld.vocabulary import COLUMN, DIE, PHASE_NAMES, START_COINS


@mypyc_attr(acyclic=True, free_list_len=1)
class SmallWorld(Table):
    """A moment of a game of Small World."""

    def find(self) -> None:
        turn.find(self)

    def nth_legal(self, k: i64) -> i64:
        if self.phase == DIE:
            return turn.nth_face(k)
        return super().nth_legal(k)

    def apply(self, move: i64) -> None:
        turn.apply(self, move)

    def clone(self) -> SmallWorld:
        return SmallWorld(self.board, self.rules, self)

    def describe(self, move: i64) -> str:
        if moves.is_own(move >> 6):
            return own_words.describe(self, move)
        return moves.describe(self.board, move, self.rules.race_ids, self.rules.power_ids)

    def parse(self, text: str) -> i64:
        own = own_words.parse(self, text)
        if own >= 0:
            return own
        move = moves.parse(self.board, text, self.rules.race_ids, self.rules.power_ids)
        if moves.ROLLED <= move >> 6 < moves.OWN and self.to_move != CHANCE:
            raise UnknownMove(
                said("chance_word", "`{word}` is chance's word, not a seat's move.", word=text.split(maxsplit=1)[0])
            )
        return move

    def refuse(self, move: i64) -> None:
        if moves.is_own(move >> 6):
            own_words.refuse(self, move)
        refusal.refuse(self, move)

    def explanation(self, text: str) -> Saying:
        move = self.parse(text)
        if moves.is_own(move >> 6):
            return Saying(own_words.explain(self, move))
        return bills.explanation(self, move)

    def outlook(self) -> dict[str, Any]:
        """What each combo costs and brings, and who plays together."""
        found: dict[str, Any] = {"combos": [bills.combo(self, slot) for slot in range(self.column)]}
        partners = [int(self.rules.mode.partner(seat)) for seat in range(self.rules.players)]
        return found | ({"partners": partners} if partners[0] >= 0 else {})

    def position(self) -> dict[str, Any]:
        return position(self, PUBLIC, True)

    def view(self, seat: i64) -> dict[str, Any]:
        if seat != PUBLIC and not 0 <= seat < self.rules.players:
            raise BadRequest(f"There is no seat {seat}; PUBLIC is for spectators.")
        return position(self, seat, False)

    def views(self) -> list[dict[str, Any]]:
        return views(self)

    def resample(self, seat: i64, rng: Rng) -> SmallWorld:
        """The others' coins are dealt anew from what every seat knows: five to begin with, some for each turn played.

        All else is on the table. The true totals are never looked at, so nothing can leak through a search.
        """
        world = self.clone()
        if self.to_move != OVER:
            for other in range(self.rules.players):
                if other != seat:
                    world.earn(other, self.guessed_coins(other, rng) - world.coins[other])
        return world

    def guessed_coins(self, seat: i64, rng: Rng) -> i64:
        """A seat's coins as others may guess them: the first ones may be spent, and each turn brings some."""
        rules, turns = self.rules, self.turns_scored(seat)
        begin = rules.mode.start_coins(rules.rulings, seat, rules.players)
        if turns == 0:
            return begin
        guess = rng.below(begin + 1)
        for _ in range(turns):
            guess += rng.below(13)
        return guess

    def turns_scored(self, seat: i64) -> i64:
        """How many turns of a seat have been paid for."""
        players = self.rules.players
        order, now = (seat - self.first) % players, (self.player - self.first) % players
        paid = order < now or (order == now and self.scored)
        return self.turn if paid else self.turn - 1

    def phase_name(self) -> str:
        return PHASE_NAMES[self.phase]

    def result(self) -> dict[str, Any] | None:
        return scoring.result(self) if self.to_move == OVER else None

    def score(self, seat: i64) -> i64:
        return self.coins[seat]

    def seats(self) -> i64:
        return self.rules.players

    def die_move(self, pips: i64) -> i64:
        return moves.ROLLED * TARGETS + pips if self.phase == DIE else -1

    def default_move(self) -> i64:
        return turn.default_move(self)

    def __reduce__(self) -> tuple[object, ...]:
        return revive, (self.rules.setup, self.dump())

    def dump(self) -> list[int]:
        words = [int(self.rules.stamp), self.to_move, self.turn, self.player, self.first]
        words += [self.phase, self.subject, self.depth, self.lost_tribes]
        words += [self.column, self.banners, self.returned_count, self.badges, self.discarded]
        words += [
            int(self.acted),
            int(self.picked),
            int(self.began),
            int(self.scored),
            int(self.built),
            int(self.flown),
        ]
        words += [int(self.shot), int(self.ending), self.aim, self.mourning, self.round, self.losing]
        words += [
            self.fire,
            self.cancels,
            self.beasts,
            int(self.fresh),
            len(self.gifts),
            *[int(word) for word in self.gifts],
        ]
        words += [self.roll, self.plunder, self.attacked, self.bewitched]
        for array in (self.frames, self.tokens, self.walls, self.pieces, self.coins):
            words += [int(word) for word in array]
        for array in (self.combo_race, self.combo_power, self.combo_coins, self.combo_extra, self.returned):
            words += [int(word) for word in array]
        words += [int(word) for word in self.marks]
        words += [len(self.beside), *[int(word) for word in self.beside]]
        for army in self.active:
            words += army.words()
        words.append(len(self.declined))
        for army in self.declined:
            words += army.words()
        return words + [int(word) for word in self.stood]

    def restore(self, words: list[int]) -> None:
        """The reverse of `dump`."""
        at = Words(words)
        if at.one() != self.rules.stamp:
            raise BadPosition("These words were dumped by a table with another set-up.")
        self.to_move, self.turn, self.player, self.first = at.one(), at.one(), at.one(), at.one()
        self.phase, self.subject, self.depth, self.lost_tribes = at.one(), at.one(), at.one(), at.one()
        self.column, self.banners, self.returned_count = at.one(), at.one(), at.one()
        self.badges, self.discarded = at.one(), at.one()
        self.acted, self.picked, self.began, self.scored = at.one() == 1, at.one() == 1, at.one() == 1, at.one() == 1
        self.built, self.flown = at.one() == 1, at.one() == 1
        self.shot, self.ending, self.aim, self.mourning = at.one() == 1, at.one() == 1, at.one(), at.one()
        self.round, self.losing = at.one(), at.one()
        self.fire, self.cancels, self.beasts, self.fresh = at.one(), at.one(), at.one(), at.one() == 1
        self.gifts = vec[i64](at.some(at.one()))
        self.roll, self.plunder, self.attacked, self.bewitched = at.one(), at.one(), at.one(), at.one()
        self.frames = vec[i64](at.some(len(self.frames)))
        self.tokens = vec[i64](at.some(len(self.tokens)))
        self.walls = vec[i64](at.some(len(self.walls)))
        self.pieces = vec[i64](at.some(len(self.pieces)))
        self.coins = vec[i64](at.some(len(self.coins)))
        self.combo_race = vec[i64](at.some(len(self.combo_race)))
        self.combo_power = vec[i64](at.some(len(self.combo_power)))
        self.combo_coins = vec[i64](at.some(len(self.combo_coins)))
        self.combo_extra = vec[i64](at.some(len(self.combo_extra)))
        self.returned = vec[i64](at.some(len(self.returned)))
        self.marks = vec[i64](at.some(len(self.marks)))
        self.beside = vec[i64](at.some(at.one()))
        size = len(NOBODY.words())
        self.active = [self.army(at.some(size)) for _ in range(self.rules.players)]
        self.declined = [self.army(at.some(size)) for _ in range(at.one())]
        self.stood = vec[i64](at.some(len(words) - at.place))
        self.rules.mode.revived(self)

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
        army.holes, army.wealth, army.ally, army.pots = words[9], words[10], words[11], words[12]
        army.hordes, army.fireballs, army.souls, army.idle_hordes = words[13], words[14], words[15], words[16]
        army.race_note, army.power_note = words[17], words[18]
        return army


def revive(setup: str, words: list[int]) -> SmallWorld:
    """A state from a pickle: the agreed options as JSON, and its dump."""
    options = agreed(json.loads(setup))
    state = SmallWorld(options.board, options.rules)
    state.restore(words)
    return state


OWN_INCOME: Final = 4
"""How many times the coins of the box a turn may bring with sets of one's own."""
OWN_REPEATS: Final = 62
"""How often an own word may be said in one turn, as a bound for the length of games."""


class SmallWorldGame(Game):
    """Small World for two to six players."""

    name: str = "smallworld"
    rules_version: str = "2"
    open_book: bool = True

    def normalise(self, options: dict[str, Any]) -> dict[str, Any]:
        return agreed(options).copied()

    def former_options(self, options: dict[str, Any], version: str) -> dict[str, Any] | None:
        return former(options) if version == "1" else None

    def stored_options(self, options: dict[str, Any]) -> dict[str, Any]:
        rulings = options.get("rulings")
        old = isinstance(rulings, dict) and len([name for name in FORMER if name in rulings]) == 0
        return former(options) if old else options

    def new(self, options: dict[str, Any]) -> State:
        state = self.table(agreed(options))
        state.rules.mode.set_up(state)
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

    def die_faces(self) -> list[int]:
        return sorted(set(turn.FACES))

    def distinct_moves(self, options: dict[str, Any]) -> int:
        """Own words lie behind the words of the box, whose numbers never change; behind both those for putting back."""
        rules = agreed(options).rules
        if rules.most_kept > 0:
            return int(moves.KEEP + rules.most_kept + 1) * TARGETS
        return (moves.OWN + len(rules.forms) if len(rules.forms) > 0 else moves.VERBS) * TARGETS

    def max_game_length(self, options: dict[str, Any]) -> int:
        """Each turn a token or piece is placed once, a conquest uses a token or a bewitched opponent, and so on."""
        found = agreed(options)
        return longest_turn(found.board, found.rules) * int(found.rules.players) * int(found.rules.turns)

    def score_bounds(self, options: dict[str, Any]) -> tuple[int, int]:
        """Each turn at most three coins a region and a bonus once; what others lay on combos, and a Tavern's gifts."""
        found = agreed(options)
        others, turns = int(found.rules.players) - 1, int(found.rules.turns)
        per_turn = 3 * int(found.board.size) + WEALTH + found.rules.mode.more_coins(found.board.size)
        gifts = others * (COLUMN + 1)
        if found.rules.markers:
            per_turn += 1 + moves.MOST_SHARED
            gifts += others * moves.MOST_SHARED
        if "digests" in found.data:
            per_turn *= OWN_INCOME
        return 0, START_COINS + turns * (per_turn + gifts)

    def choices(self) -> dict[str, Any]:
        return choices()

    def board_data(self, options: dict[str, Any]) -> dict[str, Any]:
        return deepcopy(agreed(options).board.data)

    def glossary(self) -> dict[str, dict[str, Any]]:
        return glossary()

    def judge(self) -> Judge:
        return learnt_judge()

    def encoder(self, options: dict[str, Any]) -> Encoder:
        found = agreed(options)
        return SmallWorldEncoder(found.board, found.rules, found.data["sets"], "digests" in found.data)

    def drill(self, k: int) -> Drill:
        """Every fifth beginning is the Necromancer's; a third of the others have Monsters and markers.

        Every second one has some of the switchable rulings on.
        """
        found = self.plain_drill(k)
        if k % 2 == 1:
            found.options["rulings"] = drills.switched(k)
        return found

    def plain_drill(self, k: int) -> Drill:
        """The same without rulings."""
        if k % 5 == 4:
            return drills.necromancer(k // 5)
        k -= k // 5
        return drills.with_markers(k // 3) if k % 3 == 2 else drills.standard(k - k // 3)

    def enrol(self, path: str) -> str:
        return own.enrol(path)

    def inspect(self, path: str) -> Inspection:
        from hordes.smallworld import own_inspect  # only who asks for it waits for it

        return own_inspect.inspect(path)

    def exercise(self, k: int, options: dict[str, Any]) -> Drill:
        from hordes.smallworld import own_inspect

        return own_inspect.exercise(k, options)

    def broken(self, state: State) -> list[str]:
        assert isinstance(state, SmallWorld)
        return invariants.broken(state) + own_guard.changed([*state.rules.races, *state.rules.powers])

    def broken_step(self, before: State, after: State, events: list[Event]) -> list[str]:
        assert isinstance(before, SmallWorld)
        assert isinstance(after, SmallWorld)
        return invariants.unpaid(before, after, events) + invariants.lost_markers(before, after)


def longest_turn(board: Board, rules: Rules) -> int:
    """More decisions than any one turn can ask for, the withdrawals of all the others included."""
    tokens = max([int(race.total) for race in rules.races])
    regions = int(board.size)
    own = 8 + 2 * min(regions, tokens) + 2 * (tokens + int(rules.players)) + tokens + 8 + 2 * int(rules.most_kept)
    ghouls = 2 + 2 * min(regions, tokens) + tokens
    withdrawal = tokens + 5 + 1 + tokens
    pieces = 160  # Pots, Fireballs, Hordes, Behemoths, the Catapult, and second thoughts about them
    said = OWN_REPEATS * len(rules.forms) + rules.mode.more_decisions()
    found = own + ghouls + pieces + said + withdrawal * (int(rules.players) - 1)
    if rules.markers:
        conquests = 2 * (tokens + int(rules.players)) + tokens
        found += conquests * (2 * int(rules.players) + 2) + 8  # the Sigil asks at every loss; the others once or twice
    return found


GAME = SmallWorldGame()
