"""Invariants of Small World. The fuzzer checks them after each move; a violation is a bug."""

from __future__ import annotations

from typing import Any, Final

from hordes.engine.core.bits import BIT, BITS_PER_SET, count, listed, set_of
from hordes.engine.core.rng import Rng
from hordes.engine.mypyc_compat import i64
from hordes.smallworld.rules import interrupts
from hordes.smallworld.state import questions
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.board import LAND_TERRAINS, SYMBOLS, WATER_TERRAINS
from hordes.smallworld.state.constants import (
    BONEYARD,
    BONY_RACE,
    CHOICE,
    COIN,
    COLUMN_SLOTS,
    ENCAMPMENT,
    FINISH,
    HORDE,
    INTERRUPTING_PHASES,
    MARKER_AT,
    MAX_ENCAMPMENTS,
    MAX_MONSTERS,
    MONSTERS_AT,
    NECROMANCER_PICK,
    PIECE_KINDS,
    PIECE_SETS,
    SOAPBAR,
    piece_name,
)
from hordes.smallworld.state.questions import Question
from hordes.smallworld.state.table import Table


def violated_invariants(t: Table) -> list[str]:
    """Every violated invariant, as a sentence."""
    armies = [army for army in [*t.active, *t.declined] if army is not NOBODY]
    violations: list[str] = []
    for army in armies:
        violations += _army(t, army)
    violations += _map(t, armies)
    violations += _pieces(t, armies)
    violations += _stacks(t, armies)
    violations += _seats(t)
    violations += _markers(t)
    violations += _tokens_at_start(t)
    violations += _questions(t)
    return violations + t.rules.mode.violated_invariants(t)


def _tokens_at_start(t: Table) -> list[str]:
    """Token counts from before readying are kept for regions that are still held, and for no others."""
    if len(t.this_turn.tokens_at_start) == 0:
        return []
    elsewhere = listed(t.board.everywhere & ~t.regions_of(t.player))
    left = [t.board.names[region] for region in elsewhere if t.this_turn.tokens_at_start[region] != 0]
    return [f"tokens are to go back to {', '.join(left)}, which was given up"] if left else []


def _army(t: Table, army: Army) -> list[str]:
    violations: list[str] = []
    on_map = sum([int(t.tokens[r]) for r in listed(t.token_regions(army))])
    name = army.race.name
    if army.hand + army.tray + on_map != army.race.total:
        violations.append(
            f"{name}: {army.hand} in hand + {army.tray} in the tray + {on_map} on the map is not {army.race.total}"
        )
    if army.hand < 0 or army.tray < 0 or not 0 <= army.tokens_waiting <= army.hand:
        violations.append(f"{name}: hand {army.hand}, tray {army.tray}, waiting {army.tokens_waiting}")
    least = 1 if army.declined else army.race.least
    for region in listed(army.regions):
        if t.troops_in(region) < least:
            violations.append(
                f"{name} hold {t.board.names[region]} with {t.tokens[region]} tokens, the least is {least}"
            )
    if army.declined and army.regions == 0 and army.hand == 0 and not _is_at_stake(t, army):
        violations.append(f"the declined {name} have nothing left but did not leave")
    if army.declined and army.power.index >= 0:
        violations.append(f"the declined {name} still have a working badge")
    return violations


def _map(t: Table, armies: list[Army]) -> list[str]:
    violations: list[str] = []
    held: i64 = 0
    for army in armies:
        if held & t.token_regions(army) != 0:
            violations.append(f"two races hold {t.board.region_names(held & t.token_regions(army))}")
        held |= t.token_regions(army)
    if held & t.lost_tribes != 0:
        violations.append(f"a Lost Tribe stands beside a race in {t.board.region_names(held & t.lost_tribes)}")
    for region in range(t.board.size):
        if (t.troops_in(region) == 0) != (held & BIT[region] == 0):
            violations.append(f"{t.board.names[region]}: {t.tokens[region]} tokens, held or not do not agree")
        if t.defence_bonus[region] != t.count_defence_bonus(region):
            cached = t.defence_bonus[region]
            violations.append(
                f"{t.board.names[region]}: its defences were kept as {cached} and are {t.count_defence_bonus(region)}"
            )
    return violations


def _pieces(t: Table, armies: list[Army]) -> list[str]:
    violations: list[str] = []
    held = set_of([r for army in armies for r in listed(army.regions)])
    for piece in PIECE_KINDS.values():
        n = t.encampments_on_map() if piece == ENCAMPMENT else count(t.pieces[piece])
        n = t.hordes_on_map() if piece == HORDE else n
        if n > t.rules.piece_limits[piece]:
            violations.append(f"{n} pieces {piece_name(piece)} on the map, there are {t.rules.piece_limits[piece]}")
    for piece in range(PIECE_SETS):
        if piece != COIN and t.pieces[piece] & ~held != 0:
            violations.append(f"a piece stands in the empty {t.board.region_names(t.pieces[piece] & ~held)}")
    for k in range(ENCAMPMENT + 1, ENCAMPMENT + MAX_ENCAMPMENTS):
        if t.pieces[k] & ~t.pieces[k - 1] != 0:
            violations.append("encampments are not counted from one up")
    return violations


def _stacks(t: Table, armies: list[Army]) -> list[str]:
    banners = [int(t.combo_race[k]) for k in range(t.column_size)] + [
        int(t.returned_banners[k]) for k in range(t.returned_count)
    ]
    banners += listed(t.banner_stack) + [int(army.race.index) for army in armies]
    badges = [int(t.combo_power[k]) for k in range(t.column_size)] + listed(t.badge_stack) + listed(t.discarded_badges)
    badges += [int(badge.index) for army in armies for badge in (army.power, army.kept_badge) if badge.index >= 0]
    badges += t.rules.mode.reserved_badges(t)
    if t.question.kind == questions.BADGE_DRAW and t.question.race >= 0:
        banners.append(int(t.question.race))
    violations: list[str] = []
    if sorted(banners) != list(range(len(t.rules.races))):
        violations.append(f"banners are not each in one place: {sorted(banners)}")
    if sorted(badges) != list(range(len(t.rules.powers))):
        violations.append(f"badges are not each in one place: {sorted(badges)}")
    if t.to_move >= 0 and t.phase not in (CHOICE, NECROMANCER_PICK) and t.column_size < COLUMN_SLOTS and t.can_refill():
        violations.append("a combo is missing in the column")
    return violations


def _seats(t: Table) -> list[str]:
    violations: list[str] = []
    for seat in range(t.rules.players):
        bound = [army for army in t.declined if army.seat == seat and not army.kept_badge.ignores_decline_limit()]
        if len(bound) > 1:
            violations.append(f"seat {seat} has {len(bound)} races in decline")
        if t.coins[seat] < 0:
            violations.append(f"seat {seat} has {t.coins[seat]} coins")
    return violations


WAITING_KINDS: Final = (
    questions.CONQUESTS_END, questions.BONY, questions.MARKER_DRAW, questions.LOSS_ROLL, questions.LOSS,
    questions.SACRIFICE, questions.PLEA,
)  # fmt: skip
"""Questions that may wait while another one is open: what a conquest leaves."""


def _questions(t: Table) -> list[str]:
    """The stack of questions: one waits only below an open one that interrupts a turn, and each can be answered."""
    opened = f"phase {t.phase} of seat {t.to_move} is open"
    if t.question is questions.NO_QUESTION:
        leftovers = [f"{len(t.waiting)} questions wait, and none of them is open"] if t.waiting else []
        is_same = (t.phase, t.to_move) == (t.turn_phase, t.turn_to_move)
        asks = f"{opened}, the turn asks phase {t.turn_phase} of seat {t.turn_to_move}"
        declines = t.phase != FINISH or not t.this_turn.is_scored or t.active[t.player].power.declines_after_scoring()
        late = [] if declines else ["the turn is scored and nothing interrupts it, but its phase is finish"]
        return leftovers + ([] if is_same else [asks]) + late
    violations: list[str] = []
    if (t.phase, t.to_move) != (t.question.phase, t.question.seat):
        asks = f"question {t.question.kind} is phase {t.question.phase} of seat {t.question.seat}"
        violations.append(f"{opened}, {asks}")
    if BIT[t.turn_phase] & INTERRUPTING_PHASES != 0:
        violations.append(f"the turn itself is in phase {t.turn_phase}, which only interrupts turns")
    for question in t.waiting:
        if question.kind not in WAITING_KINDS:
            violations.append(f"question {question.kind} waits, which is always asked at once")
        elif question.kind != questions.CONQUESTS_END and not _is_answerable(t, question):
            violations.append(f"question {question.kind} waits, is not moot, and has no answer")
    return violations


def _is_answerable(t: Table, question: Question) -> bool:
    """Whether a waiting question is moot now, or somebody who is there has an answer to it."""
    if interrupts.is_moot(t, question):
        return True
    trial = t.clone()
    assert isinstance(trial, Table)
    trial.close()
    trial.open(question)
    return trial.find_legal() > 0


def _is_at_stake(t: Table, army: Army) -> bool:
    """Whether the last token of this army is at stake."""
    kinds = (questions.SACRIFICE, questions.PLEA, questions.GIFT)
    return any(q.kind in kinds and q.race == army.race.index for q in [t.question, *t.waiting])


def _markers(t: Table) -> list[str]:
    """Invariants of Monsters, Places and Relics."""
    violations: list[str] = []
    alone = t.marker_state[MONSTERS_AT] & ~t.lost_tribes
    if alone != 0:
        violations.append(f"a Monster without a Lost Tribe in {t.board.region_names(alone)}")
    if count(t.marker_state[MONSTERS_AT]) > MAX_MONSTERS:
        violations.append(f"{count(t.marker_state[MONSTERS_AT])} Monsters on the map, there are {MAX_MONSTERS}")
    if len(t.rules.markers) == 0 and sum([int(n) for n in t.marker_state]) != 0:
        violations.append("a table without markers keeps something of them")
    for marker in t.rules.markers:
        if count(t.marker_state[MARKER_AT + marker.index]) > 1:
            violations.append(f"{marker.name} lies in two regions")
    if t.marker_state[BONY_RACE] != 0 and not t.army_with_race(t.marker_state[BONY_RACE] - 1).declined:
        violations.append("Bony protects a race that is not in decline")
    if t.marker_state[BONY_RACE] != 0 and t.active_in(t.marker_state[MARKER_AT + BONEYARD]) is NOBODY:
        violations.append("Bony is out although no active race holds the Boneyard")
    return violations


def lost_markers(before: Table, after: Table) -> list[str]:
    """Markers that have left the map: once drawn they stay, and only the Relic moves."""
    violations: list[str] = []
    for marker in after.rules.markers:
        was, now = before.marker_state[MARKER_AT + marker.index], after.marker_state[MARKER_AT + marker.index]
        if was != 0 and now != was and (now == 0 or marker.index != SOAPBAR):
            violations.append(f"{marker.name} has left {before.board.region_names(was)}")
    return violations


def coins_in_play(t: Table) -> int:
    """Total coins outside the bank."""
    purses = sum([int(t.coins[seat]) for seat in range(t.rules.players)])
    return purses + sum([int(t.combo_coins[k]) for k in range(t.column_size)])


def unexplained_coins(before: Table, after: Table, events: list[dict[str, Any]]) -> list[str]:
    """Changes of the total of coins that no event accounts for."""
    paid = sum([int(event["coins"]) for event in events if event["type"] in ("scored", "paid")])
    paid -= sum([int(event["coins"]) for event in events if event["type"] == "bought"])
    if coins_in_play(after) - coins_in_play(before) != paid:
        return [f"{coins_in_play(after) - coins_in_play(before)} coins appeared, {paid} were scored"]
    return []


def fuzz_column(races: list[str], powers: list[str], k: int, players: int) -> list[dict[str, Any]]:
    """The k-th column of a rotation in which every race meets every power."""
    column: list[dict[str, Any]] = []
    for n in range(COLUMN_SLOTS):
        p = (k * players + n) % (len(races) * len(powers))
        race = p % len(races)
        power = (race + p // len(races)) % len(powers)
        column.append({"race": races[race], "power": powers[power], "coins": 0})
    return column


def random_map(seed: int, most: int = BITS_PER_SET) -> dict[str, Any]:
    """A random map: 1 to `most` regions of any kind, linked in a ring with random chords."""
    rng = Rng(seed)
    size = 1 + int(rng.below(most))
    links = {(min(n, (n + 1) % size), max(n, (n + 1) % size)) for n in range(size) if size > 1}
    for _ in range(size):
        a, b = int(rng.below(size)), int(rng.below(size))
        if a != b:
            links.add((min(a, b), max(a, b)))
    regions = [_random_region(rng, n, [a + b - n for a, b in sorted(links) if n in (a, b)]) for n in range(size)]
    return {"turns": 1 + int(rng.below(8)), "regions": regions}


def _random_region(rng: Rng, number: int, near: list[int]) -> dict[str, Any]:
    terrain = (LAND_TERRAINS + WATER_TERRAINS)[rng.below(len(LAND_TERRAINS + WATER_TERRAINS))]
    symbols = [symbol for symbol in SYMBOLS if rng.below(4) == 0]
    flags = {"border": rng.below(3) == 0, "lost_tribe": terrain in LAND_TERRAINS and rng.below(4) == 0}
    return {"id": str(number), "terrain": terrain, "symbols": symbols, "adjacent": [str(n) for n in near]} | flags
