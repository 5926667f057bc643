"""The task EFFECTS: how far the effects of a card have been carried out. It divides its five arguments.

- effect: index of the effect
- owner: seat, slot of the Minion (NO_SLOT for a relic) and defending seat, three bits each
- memory: the remembered troop + 1: the attacker, or the one that the previous effect chose
- progress: targets done (4 bits), stage of the question (2 bits), and the conditions of the combat that hold
- choice: what was chosen at stage 0, plus 1 (5 bits), and the set of targets already served
"""

from __future__ import annotations

from hordes.covil.state.cards import Effect
from hordes.covil.state.table import Table
from hordes.covil.state.task_kinds import EFFECTS
from hordes.covil.state.tasks import argument, pack_all, part
from hordes.engine.mypyc_compat import i64

# Parts of a task


def effect_index(task: i64) -> i64:
    """The index of the effect."""
    return argument(task, 0)


def owner_seat(task: i64) -> i64:
    """The seat that owns the effect."""
    return argument(task, 1) & 7


def owner_slot(task: i64) -> i64:
    """The hall slot of the Minion that has the effect; NO_SLOT for a relic."""
    return (argument(task, 1) >> 3) & 7


def owner_defender(task: i64) -> i64:
    """The defending seat of the combat that an Aftershock follows."""
    return argument(task, 1) >> 6


def memory_troop(task: i64) -> i64:
    """The remembered troop, or -1."""
    return argument(task, 2) - 1


def progress_targets(task: i64) -> i64:
    """How many targets are done."""
    return argument(task, 3) & 15


def progress_stage(task: i64) -> i64:
    """0 while the first choice is asked for, 1 for the second."""
    return (argument(task, 3) >> 4) & 3


def progress_conditions(task: i64) -> i64:
    """The conditions of the combat that hold, as bits."""
    return argument(task, 3) >> 6


def choice_first(task: i64) -> i64:
    """What was chosen at stage 0, a troop or a seat; -1 before."""
    return (argument(task, 4) & 31) - 1


def choice_served(task: i64) -> i64:
    """Troop letters, or hall slots, that the effect has already served, as a set."""
    return argument(task, 4) >> 5


def pack_owner(seat: i64, slot: i64, defender: i64) -> i64:
    """The argument `owner`."""
    return part(EFFECTS, seat, 7) + 8 * part(EFFECTS, slot, 7) + 64 * part(EFFECTS, defender, 7)


def pack_progress(targets: i64, stage: i64, conditions: i64) -> i64:
    """The argument `progress`."""
    return part(EFFECTS, targets, 15) + 16 * part(EFFECTS, stage, 3) + 64 * conditions


def pack_choice(first: i64, served: i64) -> i64:
    """The argument `choice`."""
    return part(EFFECTS, first + 1, 31) + 32 * served


def forget_troop(task: i64) -> i64:
    """The task without its remembered troop."""
    return pack_all(EFFECTS, argument(task, 0), argument(task, 1), 0, argument(task, 3), argument(task, 4))


# The task on top


def push_card_effects(t: Table, source: i64, seat: i64, slot: i64, defender: i64, troop: i64, known: i64) -> None:
    """Push the task for the effects of a Minion, or of relic r as `minion_count` + r."""
    first = t.cards.first_effect[source]
    if first >= 0:
        owner = pack_owner(seat, slot, defender)
        t.push(pack_all(EFFECTS, first, owner, troop + 1, pack_progress(0, 0, known), 0))


def current_effect(t: Table) -> Effect:
    """The effect that is being carried out."""
    return t.cards.effects[effect_index(t.top())]


def effect_seat(t: Table) -> i64:
    """The seat that owns the effect."""
    return owner_seat(t.top())


def effect_slot(t: Table) -> i64:
    """The hall slot of the Minion that has the effect; NO_SLOT for a relic."""
    return owner_slot(t.top())


def question_stage(t: Table) -> i64:
    """0 while the first choice is asked for, 1 for the second."""
    return progress_stage(t.top())


def first_choice(t: Table) -> i64:
    """What was chosen at stage 0: a troop or a seat."""
    return choice_first(t.top())


def served_targets(t: Table) -> i64:
    """Troop letters, or hall slots, that this effect has already served, as a set."""
    return choice_served(t.top())


def next_effect(t: Table) -> None:
    """Finish the current effect; the next one of the card remembers the same troop and conditions."""
    task = t.top()
    if current_effect(t).is_last:
        t.pop()
    else:
        progress = pack_progress(0, 0, progress_conditions(task))
        t.replace_top(pack_all(EFFECTS, effect_index(task) + 1, argument(task, 1), argument(task, 2), progress, 0))


def set_first_choice(t: Table, chosen: i64) -> None:
    """Store the choice of stage 0 and go on to stage 1."""
    task = t.top()
    progress = pack_progress(progress_targets(task), 1, progress_conditions(task))
    choice = pack_choice(chosen, choice_served(task))
    t.replace_top(pack_all(EFFECTS, argument(task, 0), argument(task, 1), argument(task, 2), progress, choice))


def finish_target(t: Table, troop: i64, used: i64) -> None:
    """Count one target as done, and finish the effect when it may have no more."""
    task = t.top()
    done = progress_targets(task) + 1
    is_finished = done >= current_effect(t).count
    memory = troop + 1 if troop >= 0 else argument(task, 2)
    progress = pack_progress(0 if is_finished else done, 0, progress_conditions(task))
    choice = pack_choice(-1, choice_served(task) | used)
    t.replace_top(pack_all(EFFECTS, argument(task, 0), argument(task, 1), memory, progress, choice))
    if is_finished:
        next_effect(t)
