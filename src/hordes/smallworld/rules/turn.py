"""Turn order as a state machine: the open question (phase), its legal moves, and what each move leads to.

start - (pick) - (ghouls) - conquer - redeploy - (finish) - scoring - (finish, Stout) - withdrawals - next seat.
`decline` replaces everything from the first conquest to redeployment.
"""

from __future__ import annotations

from typing import Final

from hordes.engine.core.bits import BIT
from hordes.engine.core.state import OVER, TARGETS
from hordes.engine.mypyc_compat import i64, vec
from hordes.smallworld.rules import conquest, custom_verbs, interrupts, monsters, readying, redeployment, scoring
from hordes.smallworld.rules.decline import NOWHERE, decline
from hordes.smallworld.state import events, moves, questions
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.constants import (
    BONEYARD,
    CHOICE,
    COLUMN_SLOTS,
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
    MARKER_AT,
    MODE_PHASES,
    MONSTERS,
    NOT_RECORDED,
    PICK,
    REDEPLOY,
    VALE,
    WITHDRAW,
)
from hordes.smallworld.state.questions import NO_QUESTION
from hordes.smallworld.state.table import Table

DIE_FACES: Final = vec[i64]([0, 0, 0, 1, 2, 3])
"""The six faces of the reinforcement die."""

# Transitions between phases


def begin_turn(t: Table) -> None:
    """Begin a seat's turn: call the hooks, then let it pick a combo or go on with its race."""
    t.reset_turn()
    t.this_turn.is_untouched = True
    if t.sink is not None:
        events.turn(t)
    for army in t.declined:
        if army.seat == t.player:
            army.race.declined_turn_begins(t, army)
    me = t.active[t.player]
    if me is NOBODY:
        t.ask(PICK, t.player)
        return
    me.race.turn_begins(t, me)
    me.power.turn_begins(t, me)
    if not t.rules.mode.asks_before_readying(t):
        open_expansion(t)


def open_expansion(t: Table) -> None:
    """Open the conquests of the turn: declined Ghouls act first, then the active race."""
    readying.record_if_undoable(t, t.player)
    ghouls = t.acting_declined(t.player)
    if ghouls is NOBODY:
        open_conquest(t)
        return
    t.ask(GHOULS, t.player)
    readying.ready_troops(t, ghouls)


def open_conquest(t: Table) -> None:
    """Ready the troops of the active race and ask for its conquests."""
    t.ask(CONQUER, t.player)
    t.this_turn.conquests_begun = False
    t.this_turn.conquest_round = 0
    readying.ready_active_race(t, t.active[t.player])


def end_conquests(t: Table, attempted: bool) -> None:
    """Go on to the active race after Ghouls that stop; otherwise, or after the final attempt, to redeployment."""
    t.this_turn.roll = t.this_turn.aimed_from = -1
    if t.phase == GHOULS and (not attempted or t.rules.ghouls_own_die):
        open_conquest(t)
    else:
        if t.phase == GHOULS:
            t.this_turn.conquest_round = GHOULS_ROLLED
        open_redeployment(t)


def open_redeployment(t: Table) -> None:
    """Ask for redeployment, unless there is nothing to place. Declining is no longer possible."""
    t.mark_acted()
    t.ask(REDEPLOY, t.player)
    redeployment.begin(t)
    if not redeployment.has_choices(t):
        end_redeployment(t)


def end_redeployment(t: Table) -> None:
    """Ask for decisions of race or badge before scoring, if there are any; otherwise score."""
    redeployment.set_waiting_tokens(t)
    me = t.active[t.player]
    race_asks = me.race.finish_begins(t, me)  # both hooks are called, whatever the first one answers
    if me.power.finish_begins(t, me) or race_asks:
        t.ask(FINISH, t.player)
    else:
        score_turn(t)


def score_turn(t: Table) -> None:
    """Score the turn, then ask the questions of Places and Relics."""
    scoring.score(t)
    ask_markers(t, 0)


def ask_markers(t: Table, k: i64) -> None:
    """Ask the next question that a marker has after scoring, from the k-th marker on; then go on."""
    me = t.active[t.player]
    while k < len(t.rules.markers):
        marker = t.rules.markers[k]
        if me.regions & t.marker_state[MARKER_AT + k] != 0 and marker.asks_after_scoring(t, me):
            t.ask(FINISH, t.player)
            t.open(questions.after_scoring(t.player, k))
            return
        k += 1
    continue_after_scoring(t)


def continue_after_scoring(t: Table) -> None:
    """After scoring: a Stout race may still decline; otherwise the others place what they withdrew."""
    if t.active[t.player].power.declines_after_scoring():
        t.ask(FINISH, t.player)
    else:
        open_withdrawals(t, t.player)


def open_withdrawals(t: Table, after: i64) -> None:
    """Ask the next seat, clockwise, to place the troops it withdrew; after the last one the next turn begins."""
    players = t.rules.players
    if after == t.player:
        deliver_pending_tokens(t)
    seat = (after + 1) % players
    while seat != t.player:
        t.ask(WITHDRAW, seat)
        if redeployment.has_choices(t):
            return
        seat = (seat + 1) % players
    next_turn(t)


def deliver_pending_tokens(t: Table) -> None:
    """Give the tokens that were promised for the end of the turn, such as those for victims of the Fauns."""
    for seat in range(len(t.this_turn.pending_tokens)):
        if t.active[seat] is not NOBODY:
            t.recruit(t.active[seat], t.this_turn.pending_tokens[seat])
    t.this_turn.pending_tokens = NOT_RECORDED


def next_turn(t: Table) -> None:
    """Go on to the next seat, and to the next round after the last seat; the game may be over instead."""
    is_decided = t.rules.mode.turn_ends(t)
    next_seat = (t.player + 1) % t.rules.players
    if is_decided or (next_seat == t.first_seat and t.turn == t.rules.turns):
        finish_game(t)
        return
    if next_seat == t.first_seat:
        t.turn += 1
    t.player = next_seat
    begin_turn(t)


def finish_game(t: Table) -> None:
    """End the game: nothing of the last turn is kept, so equal results are equal states."""
    t.reset_turn()
    t.ask(ENDED, OVER)
    if t.sink is not None:
        events.over(t, scoring.result(t))


# Legal moves


def offer_moves(t: Table) -> None:
    """Offer the moves of the open question."""
    phase = t.phase
    if phase == CONQUER or phase == GHOULS:
        conquest.offer_moves(t)
    elif phase == REDEPLOY or phase == WITHDRAW:
        redeployment.offer_moves(t, phase)
    elif phase == PICK:
        offer_picks(t)
    elif phase == FINISH:
        offer_finish_moves(t)
    elif phase == CHOICE:
        interrupts.offer_choice(t)
    elif phase == MONSTERS:
        t.offer(moves.MONSTER, monsters.monster_regions(t))
    elif BIT[phase] & MODE_PHASES != 0:
        t.rules.mode.offer_moves(t)
    else:
        offer_chance_outcomes(t)
    if len(t.rules.verb_forms) > 0:
        custom_verbs.offer_moves(t)


def offer_picks(t: Table) -> None:
    """Offer every combo that the player can pay for. Prices rise down the column, so the first too dear one ends it."""
    slot: i64 = 0
    while slot < t.column_size and t.pick_price(slot) <= t.coins[t.player]:
        slot += 1
    t.offer(moves.PICK, BIT[slot] - 1)


def offer_finish_moves(t: Table) -> None:
    """Offer decisions before scoring, or the decline of a Stout race after it."""
    if t.this_turn.is_scored:
        t.offer(moves.DECLINE, 1)
        t.offer(moves.DONE, 1)
    else:
        me = t.active[t.player]
        me.power.offer_finish(t, me)
        if not t.has_offers():
            t.offer(moves.DONE, 1)
        me.power.offer_optional_finish(t, me)


def offer_chance_outcomes(t: Table) -> None:
    """Offer the outcomes of a chance question. The die has three blank faces, so a 0 has the weight of three."""
    if t.phase == DIE:
        t.offer(moves.ROLLED, BIT[conquest.MAX_PIPS + 1] - 1)
        t.pick_count = len(DIE_FACES)  # `SmallWorld.nth_legal` maps a pick to a face
    elif t.phase == DRAW_BANNER:
        t.offer(moves.BANNER, t.banner_stack)
    elif t.phase == DRAW_BADGE:
        t.offer(moves.BADGE, t.badge_stack if t.question.race >= 0 else t.rules.mode.drawable_badges(t))
    elif t.phase == DRAW_MARKER:
        t.offer(moves.MARKER, monsters.undrawn_markers(t))
    elif t.phase == FIRST_SEAT:
        t.offer(moves.FIRST, 1 if t.rules.mode.seat_zero_begins() else BIT[t.rules.players] - 1)


# Applying moves


def apply_move(t: Table, move: i64) -> None:
    """Apply a legal move, and open what it leaves to be asked.

    Dispatches on the group of the verb, see `state/moves.py`, and on the phase.
    """
    verb = move >> 6  # TARGETS is 64
    target = move & 63
    group = moves.GROUP_OF[verb]
    if not leaves_turn_untouched(verb, group):
        t.this_turn.is_untouched = False
    if group == moves.KEEPING_GROUP:
        readying.keep_tokens(t, target, verb - moves.KEEP)
    elif group == moves.CUSTOM_GROUP:
        custom_verbs.apply_move(t, verb, target)
    elif group == moves.CHANCE_GROUP:
        apply_chance_outcome(t, verb, target)
    elif t.phase == CHOICE:
        interrupts.apply_choice(t, verb, target)
    elif BIT[t.phase] & MODE_PHASES != 0:
        t.rules.mode.apply_move(t, verb, target)
    elif group == moves.CONQUEST_GROUP:
        apply_conquest_move(t, verb, target)
    elif group == moves.MARKER_GROUP:
        apply_marker_move(t, verb, target)
    else:
        apply_redeployment_move(t, verb, target, group)
    complete_move(t)


def complete_move(t: Table) -> None:
    """A move is complete: open the next question that it left, and draw new combos if none is open."""
    if len(t.waiting) > 0 and t.question is NO_QUESTION:
        interrupts.open_next(t)
    if t.column_size < COLUMN_SLOTS and t.may_refill_now():
        t.refill()


def leaves_turn_untouched(verb: i64, group: i64) -> bool:
    """Whether a move still leaves the turn at its start: chance, and the start-of-turn moves themselves."""
    if group == moves.CHANCE_GROUP or group == moves.KEEPING_GROUP:
        return True
    return verb == moves.EXCHANGE or verb == moves.SWAP or moves.is_bony(verb)


def apply_conquest_move(t: Table, verb: i64, target: i64) -> None:
    """Apply a move from picking to the end of the conquests."""
    if verb == moves.CONQUER:
        me = conquest.attacker(t)
        conquest.conquer(t, me, target, conquest.price(t, me, target), verb)
    elif verb == moves.STOP:
        stop_conquests(t)
    elif verb == moves.CONQUER_DIE:
        interrupts.begin_final_attempt(t, target)
    elif verb == moves.ABANDON:
        abandon_region(t, target)
    elif verb == moves.PICK:
        pick_combo(t, target)
    elif verb == moves.DECLINE:
        go_into_decline(t)
    elif verb == moves.ROLL:
        interrupts.roll_first(t)
    else:
        apply_trait_move(t, conquest.attacker(t), verb, target)


def apply_redeployment_move(t: Table, verb: i64, target: i64, group: i64) -> None:
    """Apply a move of redeployment or of the end of the turn."""
    if group == moves.PLACING_GROUP:
        redeployment.place_tokens(t, target, verb - moves.PLACE)
    elif verb == moves.DONE:
        end_phase(t)
    else:
        apply_trait_move(t, t.active[t.to_move], verb, target)


def apply_trait_move(t: Table, me: Army, verb: i64, target: i64) -> None:
    """Apply a move that only the race or the badge has."""
    if me.race.owns_verb(verb):
        me.race.apply_move(t, me, verb, target)
    else:
        me.power.apply_move(t, me, verb, target)


def apply_marker_move(t: Table, verb: i64, target: i64) -> None:
    """Apply a move of Monsters (before the first turn) or of the Vale or Boneyard (at the start of a turn)."""
    if verb == moves.MONSTER:
        monsters.place_monster(t, target)
    else:
        t.rules.markers[VALE if verb == moves.SWAP else BONEYARD].apply_answer(t, t.player, verb, target)


def pick_combo(t: Table, slot: i64) -> None:
    """Pick a combo: pay for those above it, take the coins lying on it and its tokens; then open the conquests."""
    seat = t.player
    # Read both before `take_combo` moves the column up.
    coins_found, paid = t.combo_coins[slot], t.pick_price(slot)
    army = create_army(t, seat, t.combo_race[slot], t.combo_power[slot])
    army.draw_from_tray(army.starting_tokens() + t.combo_tokens[slot])
    t.take_combo(slot)
    t.add_coins(seat, coins_found - paid)
    t.mark_acted()
    t.this_turn.has_picked = True
    if t.sink is not None:
        events.picked(t, army, slot, paid, coins_found)
    army.race.picked(t, army)
    army.power.picked(t, army)
    open_expansion(t)


def create_army(t: Table, seat: i64, race: i64, power: i64) -> Army:
    """Create an active army with all its tokens still in the tray."""
    army = Army()
    army.seat = seat
    army.race = t.rules.races[race]
    army.power = t.rules.powers[power]
    army.tray = army.race.total
    t.active[seat] = army
    return army


def stop_conquests(t: Table) -> None:
    """End the conquests of this race, or its round. Ghouls that only stop have not acted: declining stays possible."""
    me = conquest.attacker(t)
    if t.sink is not None:
        events.stopped(t, me)
    t.this_turn.conquest_round += 1
    if t.phase == CONQUER and t.this_turn.conquest_round < me.power.conquest_rounds():
        t.this_turn.roll = -1
        t.mark_acted()
        t.this_turn.conquests_begun = True
        readying.ready_active_race(t, me)
    else:
        end_conquests(t, False)


def abandon_region(t: Table, region: i64) -> None:
    """Abandon a region: before the first conquest, or in redeployment because the race must."""
    if t.phase == REDEPLOY:
        redeployment.give_up(t, region)
    else:
        conquest.abandon(t, conquest.attacker(t), region)


def go_into_decline(t: Table) -> None:
    """Begin a decline; a race that stacks its tokens is asked for the region first."""
    me = t.active[t.player]
    if me.race.stacks_in_decline() and t.regions_with_tokens(me) != 0:
        t.open(questions.tower(t.player))
    else:
        complete_decline(t, NOWHERE)


def complete_decline(t: Table, tower: i64) -> None:
    """Decline, score unless that has been done (Stout), and go on to the withdrawals."""
    decline(t, t.active[t.player], tower)
    if not t.this_turn.is_scored:
        scoring.score(t)
    open_withdrawals(t, t.player)


def end_phase(t: Table) -> None:
    """Apply `done`: end the phase, whichever it is."""
    if t.phase == REDEPLOY:
        end_redeployment(t)
    elif t.phase == WITHDRAW:
        open_withdrawals(t, t.to_move)
    elif t.this_turn.is_scored:
        open_withdrawals(t, t.player)
    else:
        score_turn(t)


# Chance


def apply_chance_outcome(t: Table, verb: i64, target: i64) -> None:
    """Apply an outcome of chance: die, banner, badge, marker or first seat."""
    if verb == moves.ROLLED:
        interrupts.apply_roll(t, target)
    elif verb == moves.BANNER:
        t.banner_stack &= ~BIT[target]
        t.close()
        t.draw_badge_for(target)
    elif verb == moves.BADGE:
        reveal_badge(t, target)
    elif verb == moves.MARKER:
        monsters.place_drawn_marker(t, target)
    else:
        t.first_seat = t.player = target
        if t.sink is not None:
            events.first(t)
        begin_game(t)


def begin_game(t: Table) -> None:
    """The first seat is known: ask for Monsters if they are in the game, then begin the first turn."""
    if len(t.rules.markers) > 0:
        monsters.ask_next_seat(t, (t.first_seat + 1) % t.rules.players)
    else:
        begin_turn(t)


def reveal_badge(t: Table, power: i64) -> None:
    """Complete a new combo with the badge that was drawn; a badge without a banner goes to the mode."""
    race = t.close().race
    t.badge_stack &= ~BIT[power]
    if race < 0:
        t.rules.mode.badge_drawn(t, power)
        return
    t.add_combo(race, power, 0)
    if t.sink is not None:
        events.revealed(t)


def nth_face(k: i64) -> i64:
    """The chance move of the k-th of the six faces of the die."""
    return moves.ROLLED * TARGETS + DIE_FACES[k]
