"""What lies on the table: armies, tokens and pieces on the map, the column of combos, coins, and the open question.

Nothing here decides; it only says what there is and keeps it consistent when something is put or taken.
"""

from __future__ import annotations

from hordes.engine.bits import BIT, count, listed, lowest
from hordes.engine.native import i64, mypyc_attr, vec
from hordes.smallworld import tell
from hordes.smallworld.army import NOBODY, Army, Rules
from hordes.smallworld.board import Board
from hordes.smallworld.column import Column
from hordes.smallworld.vocabulary import (
    BEHEMOTH,
    CAMPS,
    CATAPULT,
    COLUMN,
    DRAGON,
    ENCAMPMENT,
    FIRST_SEAT,
    FORTRESS,
    FRAMES,
    HERO,
    HOLE,
    HORDE,
    KINDS,
    LAIR,
    LARGEST_STACK,
    MARKER_AT,
    MONSTERS_AT,
    NO_MARKS,
    NOT_RECORDED,
    PIECES_MOVED,
    POT,
    SECOND_THOUGHTS,
    STACKS,
    SWAPPED,
)


@mypyc_attr(acyclic=True)
class Table(Column):
    """The fields of a game of Small World, and how they are copied, compared and kept consistent.

    Tokens change at every step and are copied with the table. The other arrays change rarely: clones share them, and
    whoever writes to one copies it first.
    """

    board: Board
    turn: i64 = 1
    player: i64 = 0
    first: i64 = 0
    tokens: vec[i64]
    walls: vec[i64]
    lost_tribes: i64 = 0
    pieces: vec[i64]
    coins: vec[i64]
    active: list[Army]
    declined: list[Army]
    acted: bool = False
    picked: bool = False
    began: bool = False
    scored: bool = False
    built: bool = False
    flown: bool = False
    shot: bool = False
    ending: bool = False
    roll: i64 = 0
    aim: i64 = 0
    round: i64 = 0
    fire: i64 = 0
    cancels: i64 = 0
    beasts: i64 = 0
    fresh: bool = False
    gifts: vec[i64]
    losing: i64 = 0
    mourning: i64 = 0
    plunder: i64 = 0
    attacked: i64 = 0
    bewitched: i64 = 0
    stood: vec[i64]
    beside: vec[i64]
    marks: vec[i64]

    def __init__(self, board: Board, rules: Rules, o: Table | None = None) -> None:
        super().__init__()
        self.board = board
        self.rules = rules
        if o is None:
            self.tokens = vec[i64]([0] * board.size)
            self.walls = vec[i64]([0] * board.size)
            self.pieces = vec[i64]([0] * KINDS)
            self.active = [NOBODY] * rules.players
            self.declined = []
            self.gifts = NOT_RECORDED
            self.marks = NO_MARKS
            self._lay_out()
        else:
            self.tokens = o.tokens[:]
            self.walls = o.walls
            self.pieces = o.pieces
            self.active = [army if army is NOBODY else Army(army) for army in o.active]
            self.declined = [Army(army) for army in o.declined]
            self.gifts = o.gifts
            self.marks = o.marks
            self._copy(o)

    def _lay_out(self) -> None:
        seats = self.rules.players
        self.phase = FIRST_SEAT
        self.subject = -1
        self.frames = vec[i64]([0] * FRAMES)
        mode, rulings = self.rules.mode, self.rules.rulings
        self.coins = vec[i64]([mode.start_coins(rulings, seat, seats) for seat in range(seats)])
        self.beside = mode.lay_out(seats)
        self.combo_race = vec[i64]([0] * COLUMN)
        self.combo_power = vec[i64]([0] * COLUMN)
        self.combo_coins = vec[i64]([0] * COLUMN)
        self.combo_extra = vec[i64]([0] * COLUMN)
        self.banners = self.rules.banners
        self.badges = BIT[len(self.rules.powers)] - 1
        self.returned = vec[i64]([0] * len(self.rules.races))
        self.forget_turn()
        self.settle_tribes(self.board.lost_tribes)

    def _copy(self, o: Table) -> None:
        self.to_move = o.to_move
        self.turn = o.turn
        self.player = o.player
        self.first = o.first
        self.phase = o.phase
        self.subject = o.subject
        self.depth = o.depth
        self.frames = o.frames
        self.lost_tribes = o.lost_tribes
        self.coins = o.coins
        self.column = o.column
        self.combo_race = o.combo_race
        self.combo_power = o.combo_power
        self.combo_coins = o.combo_coins
        self.combo_extra = o.combo_extra
        self.banners = o.banners
        self.returned = o.returned
        self.returned_count = o.returned_count
        self.badges = o.badges
        self.discarded = o.discarded
        self.acted = o.acted
        self.picked = o.picked
        self.began = o.began
        self.scored = o.scored
        self.built = o.built
        self.flown = o.flown
        self.shot = o.shot
        self.ending = o.ending
        self.aim = o.aim
        self.mourning = o.mourning
        self.round = o.round
        self.fire = o.fire
        self.cancels = o.cancels
        self.beasts = o.beasts
        self.fresh = o.fresh
        self.losing = o.losing
        self.roll = o.roll
        self.plunder = o.plunder
        self.attacked = o.attacked
        self.bewitched = o.bewitched
        self.stood = o.stood
        self.beside = o.beside

    def forget_turn(self) -> None:
        """A new turn begins with nothing done."""
        self.acted = self.picked = self.began = self.scored = self.built = self.flown = self.shot = self.ending = False
        self.roll = self.aim = self.mourning = self.losing = -1
        self.round = self.fire = self.beasts = self.cancels = self.plunder = self.attacked = self.bewitched = 0
        self.stood = self.gifts = NOT_RECORDED
        self.fresh = False
        if self.marks[SWAPPED] != 0:
            self.mark(SWAPPED, 0)

    def act(self) -> None:
        """Something has been done this turn: declining is no longer possible."""
        self.acted = True
        self.stood = NOT_RECORDED

    # Who is where

    def held(self, seat: i64) -> i64:
        """All regions of a player, of his active and his declined races."""
        found = self.active[seat].regions
        for army in self.declined:
            if army.seat == seat:
                found |= army.regions
        return found

    def holder(self, region: i64) -> Army:
        """The army that stands in a region, or NOBODY."""
        bit = BIT[region]
        for army in self.active:
            if army.regions & bit != 0:
                return army
        for army in self.declined:
            if army.regions & bit != 0:
                return army
        return NOBODY

    def stations(self, army: Army) -> i64:
        """Every place where tokens of an army stand: its regions, and its outpost when it is manned."""
        outpost = army.race.outpost(self)
        if outpost != 0 and self.tokens[lowest(outpost)] > 0:
            return army.regions | outpost
        return army.regions

    def ghouls(self, seat: i64) -> Army:
        """The player's declined race that still acts, or NOBODY."""
        for army in self.declined:
            if army.seat == seat and army.race.acts_in_decline():
                return army
        return NOBODY

    def active_in(self, regions: i64) -> Army:
        """The active army that holds one of these regions, or NOBODY."""
        for army in self.active:
            if army.regions & regions != 0:
                return army
        return NOBODY

    def army_of(self, race: i64) -> Army:
        """The army with this banner, active or in decline, or NOBODY."""
        for army in [*self.active, *self.declined]:
            if army.race.index == race:
                return army
        return NOBODY

    def camps_in(self, region: i64) -> i64:
        """How many encampments stand in a region."""
        n: i64 = 0
        bit = BIT[region]
        while n < CAMPS and self.pieces[ENCAMPMENT + n] & bit != 0:
            n += 1
        return n

    def stack_size(self, army: Army) -> i64:
        """How large the Behemoth stacks of an army are: as many as it holds swamps."""
        swamps = count(army.regions & self.board.swamp)
        return swamps if swamps < LARGEST_STACK else LARGEST_STACK

    def stacks_in(self, region: i64) -> i64:
        """How many Behemoth stacks stand in a region."""
        n: i64 = 0
        for k in range(BEHEMOTH, BEHEMOTH + STACKS):
            if self.pieces[k] & BIT[region] != 0:
                n += 1
        return n

    def resize(self) -> None:
        """Regions have changed hands: the Behemoth stacks grow or shrink at once, and go to hand without a swamp."""
        for k in range(BEHEMOTH, BEHEMOTH + STACKS):
            if self.pieces[k] != 0:
                region = lowest(self.pieces[k])
                if self.stack_size(self.holder(region)) == 0:
                    self.take_all(k, region, self.holder(region).seat, "hand")
                self.fortify(region)

    def hordes_in(self, region: i64) -> i64:
        """How many Hordes tokens stand in a region."""
        bit = BIT[region]
        if self.pieces[HORDE] & bit == 0:
            return 0
        return 2 if self.pieces[HORDE + 1] & bit != 0 else 1

    def hordes_on_map(self) -> i64:
        """How many Hordes tokens stand on the map."""
        return count(self.pieces[HORDE]) + count(self.pieces[HORDE + 1])

    def troops_in(self, region: i64) -> i64:
        """Tokens of any kind that hold a region."""
        return self.tokens[region] + self.hordes_in(region)

    def manned(self, army: Army) -> i64:
        """The regions of an army where a race token of its own stands."""
        found = army.regions
        for region in listed(army.regions & self.pieces[HORDE]):
            if self.tokens[region] == 0:
                found &= ~BIT[region]
        return found

    def camps_on_map(self) -> i64:
        """How many encampments are not in hand."""
        n: i64 = 0
        for k in range(ENCAMPMENT, ENCAMPMENT + CAMPS):
            n += count(self.pieces[k])
        return n

    def immune(self) -> i64:
        """Regions that opponents can neither conquer nor touch with any power."""
        found = self.pieces[HOLE] | self.pieces[HERO] | self.pieces[DRAGON] | self.pieces[CATAPULT]
        for army in self.active:
            found |= army.race.immune(self, army) | army.power.immune(self, army)
        for army in self.declined:
            found |= army.race.immune(self, army)
        return found

    # Putting and taking

    def fortify(self, region: i64) -> None:
        """Count anew what defends a region besides its race tokens."""
        strength = self.strength(region)
        if self.walls[region] != strength:
            self.walls = self.walls[:]
            self.walls[region] = strength
            self.touched |= BIT[region]

    def defence(self, region: i64) -> i64:
        """What adds to the two tokens that any region costs."""
        total = self.tokens[region] + self.walls[region]
        if self.rules.sturdy:
            total += len(self.holder(region).guards(self, region))
        return total

    def strength(self, region: i64) -> i64:
        """Lost Tribe, mountain and pieces that defend a region besides its race tokens."""
        bit = BIT[region]
        total = self.camps_in(region) + self.hordes_in(region)
        if (self.pieces[BEHEMOTH] | self.pieces[BEHEMOTH + 1]) & bit != 0:
            total += self.stacks_in(region) * self.stack_size(self.holder(region))
        if self.board.mountain & bit != 0:
            total += 1
        if self.lost_tribes & bit != 0:
            total += 1 if self.marks[MONSTERS_AT] & bit == 0 else 2
        if self.pieces[LAIR] & bit != 0:
            total += 1
        if self.pieces[FORTRESS] & bit != 0:
            total += 1
        return total

    def settle_tribes(self, regions: i64) -> None:
        """Let Lost Tribes stand in exactly these regions."""
        self.lost_tribes = regions
        for region in range(self.board.size):
            self.fortify(region)

    def mark(self, slot: i64, value: i64) -> None:
        """Change what is kept of Monsters, Places and Relics."""
        self.marks = self.marks[:]
        self.marks[slot] = value

    def set_tokens(self, region: i64, n: i64) -> None:
        """Let exactly so many race tokens stand in a region; everybody who changes them does it here."""
        self.tokens[region] = n
        self.touched |= BIT[region]

    def put_tokens(self, army: Army, region: i64, n: i64) -> None:
        """From the hand to a region of the army."""
        army.hand -= n
        self.set_tokens(region, self.tokens[region] + n)

    def deploy(self, army: Army, region: i64, n: i64) -> None:
        """A conquest uses race tokens first, then Hordes tokens."""
        race: i64 = n if n < army.hand else army.hand
        self.put_tokens(army, region, race)
        while n > race:
            self.put_horde(army, region)
            race += 1

    def put_horde(self, army: Army, region: i64) -> None:
        """A Hordes token from the hand to a region."""
        army.hordes -= 1
        self.put_piece(HORDE + self.hordes_in(region), region)

    def take_horde(self, army: Army, region: i64) -> None:
        """A Hordes token from a region to the hand."""
        army.hordes += 1
        self.take_piece(HORDE + self.hordes_in(region) - 1, region)

    def set_pieces(self, piece: i64, regions: i64) -> None:
        """Let the pieces of a kind stand in exactly these regions."""
        self.pieces = self.pieces[:]
        self.pieces[piece] = regions
        self.news |= PIECES_MOVED

    def may_commit(self) -> bool:
        """May something be put up for the next conquest? What can be taken back without end would never end a game."""
        return self.cancels < SECOND_THOUGHTS

    def promise(self, seat: i64, tokens: i64) -> None:
        """New tokens that a seat will get before the turn is over."""
        gifts = self.gifts[:] if len(self.gifts) > 0 else vec[i64]([0] * self.rules.players)
        gifts[seat] += tokens
        self.gifts = gifts

    def recruit(self, army: Army, tokens: i64) -> None:
        """New tokens from the tray to the hand, as many as there are."""
        before = army.hand
        army.takes(tokens)
        if army.hand > before and self.sink is not None:
            tell.received(self, army, army.hand - before)

    def earn(self, seat: i64, coins: i64) -> None:
        """Give coins to a seat, or take them."""
        self.coins = self.coins[:]
        self.coins[seat] += coins

    def put_piece(self, piece: i64, region: i64) -> None:
        """Stand a piece in a region."""
        self.set_pieces(piece, self.pieces[piece] | BIT[region])
        self.fortify(region)

    def take_piece(self, piece: i64, region: i64) -> None:
        """Take a piece out of a region."""
        self.set_pieces(piece, self.pieces[piece] & ~BIT[region])
        self.fortify(region)

    def take_all(self, piece: i64, region: i64, seat: i64, to: str) -> None:
        """Take a piece out of a region if it is there, and say where it went."""
        if self.pieces[piece] & BIT[region] != 0:
            self.set_pieces(piece, self.pieces[piece] & ~BIT[region])
            if self.sink is not None:
                tell.piece_removed(self, seat, piece, region, to)

    def strip(self, region: i64, seat: i64) -> None:
        """A region changes hands or is left: nothing that was built or stood there stays, except its mountain."""
        standing: i64 = 0
        for k in range(len(self.pieces)):
            standing |= self.pieces[k]
        if standing & BIT[region] == 0:
            return
        self.take_all(LAIR, region, seat, "supply")
        self.take_all(FORTRESS, region, seat, "supply")
        self.take_all(HOLE, region, seat, "gone")
        self.take_all(HERO, region, seat, "hand")
        self.take_all(DRAGON, region, seat, "hand")
        self.take_all(CATAPULT, region, seat, "hand")
        self.take_all(BEHEMOTH, region, seat, "hand")
        self.take_all(BEHEMOTH + 1, region, seat, "hand")
        self.take_all(POT, region, seat, "gone")
        for k in range(ENCAMPMENT, ENCAMPMENT + CAMPS):
            self.take_all(k, region, seat, "hand")

    def leave(self, army: Army, region: i64) -> i64:
        """Empty a region of an army; answers with the race tokens that stood there. Hordes tokens come to hand."""
        n = self.tokens[region]
        while self.hordes_in(region) > 0:
            self.take_horde(army, region)
        army.regions &= ~BIT[region]
        if army.race.marked:
            army.race_note &= ~BIT[region]
        if army.power.marked or army.kept.marked:
            army.power_note &= ~BIT[region]
        self.set_tokens(region, 0)
        self.strip(region, army.seat)
        self.fortify(region)
        self.loosen(army, BIT[region])
        self.resize()
        return n

    def loosen(self, army: Army, regions: i64) -> None:
        """An army no longer holds these regions, or no longer as an active one: what it had of their markers ends."""
        if not army.declined:
            for marker in self.rules.markers:
                if self.marks[MARKER_AT + marker.index] & regions != 0:
                    marker.left(self, army)
