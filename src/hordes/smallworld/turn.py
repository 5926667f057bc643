"""The order of a turn: which question is open, its legal moves, and what each answer leads to.

start - (pick) - (ghouls) - conquer - redeploy - (finish) - scoring - (finish, Stout) - withdrawals - next seat.
`decline` replaces everything from the first conquest to redeployment.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.bits import BIT, listed, lowest
from hordes.engine.native import i64, vec
from hordes.engine.state import OVER, TARGETS
from hordes.smallworld import conquest, interrupts, monsters, moves, own_words, readying, redeploy, scoring, tell
from hordes.smallworld.army import NOBODY, Army
from hordes.smallworld.decline import NOWHERE, decline
from hordes.smallworld.table import Table
from hordes.smallworld.vocabulary import (
    BONEYARD,
    CHOICE,
    COLUMN,
    CONQUER,
    DIE,
    DRAW_BADGE,
    DRAW_BANNER,
    DRAW_MARKER,
    ENDED,
    FINISH,
    FIRST_SEAT,
    GHOULS,
    GHOULS_ROLLED,
    MARKER_ASKS,
    MARKER_AT,
    MONSTERS,
    NOT_RECORDED,
    PICK,
    REDEPLOY,
    TOWER,
    VALE,
    WITHDRAW,
)

FACES: Final = vec[i64]([0, 0, 0, 1, 2, 3])
"""The reinforcement die."""

# The flow of a turn


def begin(t: Table) -> None:
    """A seat's turn begins: what lasts until then ends, then it picks a combo or goes on with its race."""
    t.forget_turn()
    t.fresh = True
    if t.sink is not None:
        tell.turn(t)
    for army in t.declined:
        if army.seat == t.player:
            army.race.declined_turn_begins(t, army)
    me = t.active[t.player]
    if me is NOBODY:
        t.ask(PICK, t.player)
        return
    me.race.turn_begins(t, me)
    me.power.turn_begins(t, me)
    if not t.rules.mode.opens_turn(t):
        expand(t)


def expand(t: Table) -> None:
    """Declined Ghouls act first, then the active race."""
    readying.record_stand(t, t.player)
    ghouls = t.ghouls(t.player)
    if ghouls is NOBODY:
        open_conquest(t)
        return
    t.ask(GHOULS, t.player)
    readying.ready(t, ghouls)


def open_conquest(t: Table) -> None:
    """The active race readies its troops and may conquer."""
    t.ask(CONQUER, t.player)
    t.began = False
    t.round = 0
    readying.ready_to_keep(t, t.active[t.player])


def end_conquests(t: Table, attempted: bool) -> None:
    """After Ghouls that stop comes the active race; after it, or the one final attempt of the turn, redeployment."""
    t.roll = t.aim = -1
    if t.phase == GHOULS and (not attempted or t.rules.ghouls_own_die):
        open_conquest(t)
    else:
        if t.phase == GHOULS:
            t.round = GHOULS_ROLLED
        open_redeployment(t)


def open_redeployment(t: Table) -> None:
    """Redeployment is asked for unless nothing in hand can be placed. The time for declining instead is past."""
    t.act()
    t.ask(REDEPLOY, t.player)
    redeploy.begin(t)
    if not redeploy.pending(t):
        end_redeployment(t)


def end_redeployment(t: Table) -> None:
    """What the badge decides at the end of the turn comes before scoring."""
    redeploy.end(t)
    me = t.active[t.player]
    wanted = me.race.finish_begins(t, me)
    if me.power.finish_begins(t, me) or wanted:
        t.ask(FINISH, t.player)
    else:
        close(t)


def close(t: Table) -> None:
    """Scoring, and what Places and Relics ask for then."""
    scoring.score(t)
    consult_markers(t, 0)


def consult_markers(t: Table, k: i64) -> None:
    """From the k-th marker on: each that its holder has to decide about after scoring asks him."""
    me = t.active[t.player]
    while k < len(t.rules.markers):
        marker = t.rules.markers[k]
        if me.regions & t.marks[MARKER_AT + k] != 0 and marker.asks(t, me):
            t.ask(FINISH, t.player)
            t.push(CHOICE, t.player, MARKER_ASKS + k)
            return
        k += 1
    wind_up(t)


def wind_up(t: Table) -> None:
    """After scoring a Stout race may still decline; then the others place what they withdrew."""
    if t.active[t.player].power.declines_after_scoring():
        t.ask(FINISH, t.player)
    else:
        open_withdrawals(t, t.player)


def open_withdrawals(t: Table, after: i64) -> None:
    """Clockwise from the active player, every other seat places the troops it withdrew; then the next turn begins."""
    players = t.rules.players
    if after == t.player:
        deliver_gifts(t)
    seat = (after + 1) % players
    while seat != t.player:
        t.ask(WITHDRAW, seat)
        if redeploy.pending(t):
            return
        seat = (seat + 1) % players
    next_turn(t)


def deliver_gifts(t: Table) -> None:
    """Victims of the Fauns get new tokens at the end of the turn."""
    for seat in range(len(t.gifts)):
        if t.active[seat] is not NOBODY:
            t.recruit(t.active[seat], t.gifts[seat])
    t.gifts = NOT_RECORDED


def next_turn(t: Table) -> None:
    """The next seat; the turn marker moves when the first one is back, and after its last space all is over."""
    decided = t.rules.mode.turn_ends(t)
    following = (t.player + 1) % t.rules.players
    if decided or (following == t.first and t.turn == t.rules.turns):
        finish_game(t)
        return
    if following == t.first:
        t.turn += 1
    t.player = following
    begin(t)


def finish_game(t: Table) -> None:
    """The game is over; nothing of the last turn lingers."""
    t.forget_turn()
    t.ask(ENDED, OVER)
    if t.sink is not None:
        tell.over(t, scoring.result(t))


# Legal moves


def find(t: Table) -> None:
    """Offer the moves of the open question."""
    phase = t.phase
    if phase == CONQUER or phase == GHOULS:
        conquest.find(t)
    elif phase == REDEPLOY or phase == WITHDRAW:
        redeploy.find(t, phase)
    elif phase == PICK:
        find_picks(t)
    elif phase == FINISH:
        find_finish(t)
    elif phase == CHOICE:
        interrupts.find_choice(t)
    elif phase == MONSTERS:
        t.offer(moves.MONSTER, monsters.lairs(t))
    elif phase > CHOICE:
        t.rules.mode.find(t)
    else:
        find_chance(t)
    if len(t.rules.forms) > 0:
        own_words.find(t)


def find_picks(t: Table) -> None:
    """Each combo whose price, what it costs to pass over those above it, the player holds."""
    slot: i64 = 0
    while slot < t.column and t.price_of(slot) <= t.coins[t.player]:
        slot += 1
    t.offer(moves.PICK, BIT[slot] - 1)


def find_finish(t: Table) -> None:
    """Before scoring the badge decides; after it a Stout race may decline."""
    if t.scored:
        t.offer(moves.DECLINE, 1)
        t.offer(moves.DONE, 1)
    else:
        me = t.active[t.player]
        me.power.offer_finish(t, me)
        if t.menu_end == 0:
            t.offer(moves.DONE, 1)
        me.power.offer_last(t, me)


def find_chance(t: Table) -> None:
    """What chance may answer. The die has three blank faces, so a blank weighs three of its six picks."""
    if t.phase == DIE:
        t.offer(moves.ROLLED, BIT[conquest.DIE_MOST + 1] - 1)
        t.choices = len(FACES)
    elif t.phase == DRAW_BANNER:
        t.offer(moves.BANNER, t.banners)
    elif t.phase == DRAW_BADGE:
        t.offer(moves.BADGE, t.badges if t.subject >= 0 else t.rules.mode.drawable(t))
    elif t.phase == DRAW_MARKER:
        t.offer(moves.MARKER, monsters.stack(t))
    elif t.phase == FIRST_SEAT:
        t.offer(moves.FIRST, 1 if t.rules.mode.seat_zero_begins() else BIT[t.rules.players] - 1)


WAYS_OUT: Final = (moves.REFUSE, moves.PASS, moves.STOP, moves.DONE, moves.CANCEL)
"""Words that end a question and change nothing else."""


def default_move(t: Table) -> i64:
    """For a seat that does not answer: the way out if there is one, else a token to its weakest region, else the first.

    A combo is the topmost, which is free; tokens that could not be placed later go back to where they stood; conquests
    stop; what has to be placed is spread; what may be left is left.
    """
    t.find_legal()
    if t.menu_end > 0 and t.menu[t.menu_end - 2] > moves.KEEP:
        return t.menu[t.menu_end - 2] * TARGETS + lowest(t.menu[t.menu_end - 1])
    weakest: i64 = -1
    for at in range(0, t.menu_end, 2):
        verb = t.menu[at]
        if verb in WAYS_OUT:
            return verb * TARGETS
        if verb == moves.PLACE + 1:
            weakest = verb * TARGETS + weakest_of(t, t.menu[at + 1])
    return t.nth_legal(0) if weakest < 0 else weakest


def weakest_of(t: Table, regions: i64) -> i64:
    """Of these regions, the one with the fewest tokens."""
    found = lowest(regions)
    for region in listed(regions):
        if t.tokens[region] < t.tokens[found]:
            found = region
    return found


# What moves do


def apply(t: Table, move: i64) -> None:
    """Carry out a legal move, then lay out new combos where the column is short."""
    verb = move >> 6
    target = move & 63
    if not opens_turn(verb):
        t.fresh = False
    if verb > moves.KEEP:
        readying.keep(t, target, verb - moves.KEEP)
    elif verb >= moves.OWN:
        own_words.act(t, verb, target)
        interrupts.settle_losses(t)
    elif verb >= moves.ROLLED:
        answer_chance(t, verb, target)
    elif t.phase == CHOICE:
        interrupts.answer_choice(t, verb, target)
    elif t.phase > CHOICE and t.phase != MONSTERS:
        t.rules.mode.act(t, verb, target)
    elif verb >= moves.MONSTER:
        act_by_marker(t, verb, target)
    elif verb > moves.PLACE:
        settle(t, verb, target)
    else:
        act(t, verb, target)
    if t.column < COLUMN and t.awaits_combos():
        t.refill()


def opens_turn(verb: i64) -> bool:
    """Chance, and what may be done at the start of a turn, leave the start of the turn as it is."""
    start = verb == moves.EXCHANGE or verb == moves.SWAP or moves.is_bony(verb) or verb > moves.KEEP
    return start or moves.ROLLED <= verb < moves.OWN


def act(t: Table, verb: i64, target: i64) -> None:
    """Moves from picking to the end of the conquests."""
    if verb == moves.CONQUER:
        me = conquest.attacker(t)
        conquest.conquer(t, me, target, conquest.price(t, me, target), verb)
        interrupts.settle_losses(t)
    elif verb == moves.STOP:
        stop(t)
    elif verb == moves.CONQUER_DIE:
        interrupts.attempt(t, target)
    elif verb == moves.ABANDON:
        give_up(t, target)
    elif verb == moves.PICK:
        pick(t, target)
    elif verb == moves.DECLINE:
        go_into_decline(t)
    elif verb == moves.ROLL:
        interrupts.roll_first(t)
    else:
        act_by_trait(t, conquest.attacker(t), verb, target)
        interrupts.settle_losses(t)


def settle(t: Table, verb: i64, target: i64) -> None:
    """Moves of redeployment and of the end of the turn."""
    if verb < moves.PLACE_FORTRESS:
        redeploy.place(t, target, verb - moves.PLACE)
    elif verb == moves.DONE:
        done(t)
    else:
        act_by_trait(t, t.active[t.to_move], verb, target)


def act_by_trait(t: Table, me: Army, verb: i64, target: i64) -> None:
    """A move that only the race or the badge has."""
    if me.race.knows(verb):
        me.race.act(t, me, verb, target)
    else:
        me.power.act(t, me, verb, target)


def act_by_marker(t: Table, verb: i64, target: i64) -> None:
    """Monsters before the first turn; the Vale and a waiting Bony at the start of any."""
    if verb == moves.MONSTER:
        monsters.settle(t, target)
    else:
        t.rules.markers[VALE if verb == moves.SWAP else BONEYARD].answer(t, t.player, 0, verb, target)


def pick(t: Table, slot: i64) -> None:
    """Pay a coin on each combo above, take the coins lying on the chosen one, and its tokens; then the turn goes on."""
    seat = t.player
    found, paid = t.combo_coins[slot], t.price_of(slot)
    army = enlist(t, seat, t.combo_race[slot], t.combo_power[slot])
    army.takes(army.recruits() + t.combo_extra[slot])
    t.take_combo(slot)
    t.earn(seat, found - paid)
    t.act()
    t.picked = True
    if t.sink is not None:
        tell.picked(t, army, slot, paid, found)
    army.race.picked(t, army)
    army.power.picked(t, army)
    expand(t)


def enlist(t: Table, seat: i64, race: i64, power: i64) -> Army:
    """A new active army with all its tokens still in the tray."""
    army = Army()
    army.seat = seat
    army.race = t.rules.races[race]
    army.power = t.rules.powers[power]
    army.tray = army.race.total
    t.active[seat] = army
    return army


def stop(t: Table) -> None:
    """No more conquests of this race. Ghouls that only stop have not acted: their owner may still decline."""
    me = conquest.attacker(t)
    if t.sink is not None:
        tell.stopped(t, me)
    t.round += 1
    if t.phase == CONQUER and t.round < me.power.rounds():
        t.roll = -1
        t.act()
        t.began = True
        readying.ready_to_keep(t, me)
    else:
        end_conquests(t, False)


def give_up(t: Table, region: i64) -> None:
    """Abandon a region, before the first conquest, or because Amazons must."""
    if t.phase == REDEPLOY:
        redeploy.give_up(t, region)
    else:
        conquest.abandon(t, conquest.attacker(t), region)


def go_into_decline(t: Table) -> None:
    """A race that gathers in decline asks where first."""
    me = t.active[t.player]
    if me.race.gathers() and t.manned(me) != 0:
        t.push(CHOICE, t.player, TOWER)
    else:
        retire(t, NOWHERE)


def retire(t: Table, tower: i64) -> None:
    """A normal decline replaces the turn and is scored; after scoring (Stout) nothing is scored twice."""
    decline(t, t.active[t.player], tower)
    if not t.scored:
        scoring.score(t)
    open_withdrawals(t, t.player)


def done(t: Table) -> None:
    """Whatever phase this was, it is over."""
    if t.phase == REDEPLOY:
        end_redeployment(t)
    elif t.phase == WITHDRAW:
        open_withdrawals(t, t.to_move)
    elif t.scored:
        open_withdrawals(t, t.player)
    else:
        close(t)


# Chance


def answer_chance(t: Table, verb: i64, target: i64) -> None:
    """What chance answers to its four questions."""
    if verb == moves.ROLLED:
        interrupts.rolled(t, target)
    elif verb == moves.BANNER:
        t.banners &= ~BIT[target]
        t.pop()
        t.draw_badge_for(target)
    elif verb == moves.BADGE:
        reveal(t, target)
    elif verb == moves.MARKER:
        monsters.found(t, target)
        interrupts.settle_losses(t)
    else:
        t.first = t.player = target
        if t.sink is not None:
            tell.first(t)
        begin_game(t)


def begin_game(t: Table) -> None:
    """It is known who is first: Monsters settle where they are played with, then the first turn begins."""
    if len(t.rules.markers) > 0:
        monsters.ask(t, (t.first + 1) % t.rules.players)
    else:
        begin(t)


def reveal(t: Table, power: i64) -> None:
    """Banner and badge together are a new combo; a badge alone is the mode's."""
    race = t.subject
    t.pop()
    t.badges &= ~BIT[power]
    if race < 0:
        t.rules.mode.drawn(t, power)
        return
    t.lay_combo(race, power, 0)
    if t.sink is not None:
        tell.revealed(t)


def nth_face(k: i64) -> i64:
    """The k-th of the six faces of the die."""
    return moves.ROLLED * TARGETS + FACES[k]
