"""Covil as a game of the engine: the state that ties the rules together, new games, positions and options."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any, Final, cast

from hordes.covil.ai.evaluator import learned_evaluator
from hordes.covil.custom import inspector
from hordes.covil.learning.observation import CovilEncoder
from hordes.covil.options import (
    BOARDS,
    RULINGS,
    ResolvedOptions,
    box_cards,
    complete_cards,
    glossary,
    option_schema,
    resolve_options,
    version_1_options,
)
from hordes.covil.rules import default_move, morning, resample, scoring, turn
from hordes.covil.state import events, moves
from hordes.covil.state.combat import Combat
from hordes.covil.state.constants import DAYS, PHASE_NAMES, SLOTS
from hordes.covil.state.table import Table
from hordes.covil.testing import fuzz_starts, invariants
from hordes.covil.text import cost_explanation, illegal_moves, move_data, move_reader, page_summary, position_reader
from hordes.covil.text.move_text import move_text
from hordes.covil.text.move_writer import describe_move
from hordes.covil.text.page_board import page_board
from hordes.covil.text.position_writer import write_page_view, write_page_views, write_position, write_views
from hordes.engine.core.bits import count
from hordes.engine.core.dump_reader import DumpReader
from hordes.engine.core.encoding import Encoder
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, PUBLIC, TARGETS, Event, FuzzStart, Game, Inspection, State
from hordes.engine.errors import BadPosition, BadRequest, Message, UnknownMove, translatable
from hordes.engine.event_tags import EventTag
from hordes.engine.mypyc_compat import i64, mypyc_attr, vec
from hordes.engine.option_schema import Option
from hordes.engine.validation import check_seat, check_text


@mypyc_attr(acyclic=True)
class Covil(Table):
    """The state of a game of Covil. The methods pass on to the modules of `rules` and `text`."""

    def fill_menu(self) -> None:
        turn.offer_moves(self)

    def apply(self, move: i64) -> None:
        turn.apply_move(self, move)

    def clone(self) -> Covil:
        return Covil(self.board, self.rules, self)

    def describe(self, move: i64) -> str:
        return describe_move(self, move)

    def parse(self, text: str) -> i64:
        check_text(text)
        move = move_reader.parse_move(self, text, turn.choice_verb(self))
        if moves.group_of(move // TARGETS) == moves.CHANCE_GROUP and self.to_move != CHANCE:
            raise UnknownMove(
                translatable(
                    "chance_word", "`{word}` is chance's word, not a seat's move.", word=text.split(maxsplit=1)[0]
                )
            )
        return move

    def refuse(self, move: i64) -> None:
        illegal_moves.raise_illegal_move(self, move)

    def explanation(self, text: str) -> Message:
        move = self.parse(text)
        if moves.MELEE <= move // TARGETS < moves.EXHAUST and self.is_legal(move):
            world = self.clone()
            world.sink = None
            world.apply(move)
            return cost_explanation.explain_attack(world)
        return cost_explanation.explain_move(self, move)

    def public_summary(self) -> dict[str, Any]:
        """What the rules say of a position beside the view; see `text/page_summary.py`."""
        return cast("dict[str, Any]", page_summary.public_summary(self))

    def position(self) -> dict[str, Any]:
        return cast("dict[str, Any]", write_position(self, PUBLIC, True))

    def view(self, seat: i64) -> dict[str, Any]:
        check_seat(seat, self.rules.seats, PUBLIC)
        return cast("dict[str, Any]", write_position(self, seat, False))

    def views(self) -> list[dict[str, Any]]:
        return cast("list[dict[str, Any]]", write_views(self))

    def page_view(self, seat: i64) -> dict[str, Any]:
        check_seat(seat, self.rules.seats, PUBLIC)
        return cast("dict[str, Any]", write_page_view(self, seat))

    def page_views(self) -> list[dict[str, Any]]:
        return cast("list[dict[str, Any]]", write_page_views(self))

    def page_event(self, event: Event, seat: i64) -> Event:
        return events.page_event(event, seat)

    def move_data(self, move: i64) -> dict[str, Any]:
        return cast("dict[str, Any]", move_data.move_data(self, move))

    def move_text(self, data: dict[str, Any]) -> str:
        return move_text(data)

    def redact_event(self, event: Event, seat: i64) -> Event:
        return events.redact_event(event, seat)

    def resample(self, seat: i64, rng: Rng) -> Covil:
        world = self.clone()
        if self.to_move != OVER:
            resample.resample_hidden(world, seat, rng)
        return world

    def turn_seat(self) -> i64:
        return OVER if self.to_move == OVER else self.player

    def is_automatic(self, seat: i64) -> bool:
        return seat >= self.rules.humans

    def phase_name(self) -> str:
        return PHASE_NAMES[self.phase]

    def default_move(self) -> i64:
        return default_move.default_move(self)

    def result(self) -> dict[str, Any] | None:
        return scoring.result(self) if self.to_move == OVER else None

    def score(self, seat: i64) -> i64:
        if not 0 <= seat < self.rules.seats:
            raise BadRequest(f"Seats are numbered from 0 to {self.rules.seats - 1}; there is no seat {seat}.")
        return scoring.total_points(self, seat)

    def game_name(self) -> str:
        return GAME.name

    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = json.loads(self.rules.setup)
        return options

    def seats(self) -> i64:
        return self.rules.seats

    def __reduce__(self) -> tuple[object, ...]:
        return from_pickle, (self.rules.setup, self.dump(), GAME.rules_version)

    def dump(self) -> list[int]:
        words = [int(self.rules.setup_hash), self.to_move, self.phase, self.day, self.scepter, self.player, self.rebels]
        words += [int(self.has_hired), int(self.has_acted), int(self.is_last_night), self.takebacks, self.standing]
        words += [
            self.deck,
            self.discard_pile,
            self.pool_count,
            self.mercenary_deck,
            self.removed_mercenaries,
            self.dismissed_mercenaries,
            self.removed_relics,
        ]
        words += [self.minion_for_hire, self.offer_gold, self.offer_relics, self.offer_slots]
        combat = self.combat
        words += [combat.attacker, combat.target, combat.attack_kind, combat.weapon_slot, combat.bonus]
        words += [combat.defending_slots, self.aimed_zones]
        words += [int(combat.is_free_attack), int(combat.target_stood), int(combat.target_besieged), self.depth]
        words += [int(self.stack[k]) for k in range(self.depth)]
        for array in (
            self.troop_zone,
            self.fortress_zone,
            self.hp,
            self.gold,
            self.hall,
            self.hand,
            self.active_relics,
            self.relic_rank,
        ):
            words += [int(word) for word in array]
        words += [int(self.pool[k]) for k in range(self.pool_count)]
        return words + [int(word) for word in self.shuffles]

    def restore(self, words: list[int]) -> None:
        """The reverse of `dump`."""
        at = DumpReader(words)
        if at.read() != self.rules.setup_hash:
            raise BadPosition("These words were dumped by a table with another set-up.")
        self.to_move, self.phase, self.day, self.scepter = at.read(), at.read(), at.read(), at.read()
        self.player, self.rebels = at.read(), at.read()
        self.has_hired, self.has_acted, self.is_last_night = at.read() == 1, at.read() == 1, at.read() == 1
        self.takebacks, self.standing = at.read(), at.read()
        self.deck, self.discard_pile, self.pool_count, self.mercenary_deck = at.read(), at.read(), at.read(), at.read()
        self.removed_mercenaries, self.dismissed_mercenaries, self.removed_relics = at.read(), at.read(), at.read()
        self.minion_for_hire, self.offer_gold, self.offer_relics, self.offer_slots = (
            at.read(),
            at.read(),
            at.read(),
            at.read(),
        )
        attacker, target, attack_kind, weapon_slot = at.read(), at.read(), at.read(), at.read()
        bonus, defending_slots, self.aimed_zones = at.read(), at.read(), at.read()
        free, stood, besieged = at.read() == 1, at.read() == 1, at.read() == 1
        combat = Combat(attack_kind, attacker, target, bonus, free, stood, besieged)
        self.combat = combat.with_slots(weapon_slot, defending_slots)
        self.depth = at.read()
        for k, word in enumerate(at.read_many(self.depth)):
            self.stack[k] = word
        self.troop_zone = vec[i64](at.read_many(len(self.troop_zone)))
        self.fortress_zone = vec[i64](at.read_many(len(self.fortress_zone)))
        self.hp = vec[i64](at.read_many(len(self.hp)))
        self.gold = vec[i64](at.read_many(len(self.gold)))
        self.hall = vec[i64](at.read_many(len(self.hall)))
        self.hand = vec[i64](at.read_many(len(self.hand)))
        self.active_relics = vec[i64](at.read_many(len(self.active_relics)))
        self.relic_rank = vec[i64](at.read_many(len(self.relic_rank)))
        self.pool = vec[i64](at.read_many(self.pool_count) + [0] * (len(self.pool) - self.pool_count))
        # The only field of unknown length comes last.
        self.shuffles = vec[i64](at.read_many(len(words) - at.offset))


def from_pickle(setup: str, words: list[int], version: str = "") -> Covil:
    """Unpickle a state: the options as JSON, its dump, and the version of the rules that made it."""
    if version != GAME.rules_version:
        raise BadPosition(
            f"The state was pickled under version {version!r} of the rules, this program has {GAME.rules_version!r}."
        )
    options = resolve_options(json.loads(setup))
    state = Covil(options.board, options.rules)
    state.restore(words)
    return state


CHANCE_PER_DECISION: Final = 12


class CovilGame(Game):
    """Covil for one to four players."""

    name: str = "covil"
    title: str = "Covil"
    rules_version: str = "2"

    def normalise(self, options: dict[str, Any]) -> dict[str, Any]:
        return resolve_options(options).copy_data()

    def options_for_version(self, options: dict[str, Any], version: str) -> dict[str, Any] | None:
        """Version 1 read some rules differently; each difference is a ruling now."""
        return version_1_options(options) if version == "1" else None

    def new(self, options: dict[str, Any]) -> State:
        resolved = resolve_options(options)
        if count(resolved.board.start_zones) < resolved.rules.seats:
            raise BadRequest(
                f"The board has {count(resolved.board.start_zones)} spirals, "
                f"too few for {resolved.rules.seats} fortresses."
            )
        state = self.new_table(resolved)
        morning.push_setup(state)
        turn.run_tasks(state)
        return state

    def new_table(self, options: ResolvedOptions) -> Covil:
        """An empty table."""
        return Covil(options.board, options.rules)

    def from_position(
        self, options: dict[str, Any], position: dict[str, Any], sink: list[Event] | None = None
    ) -> State:
        state = self.new_table(resolve_options(options))
        state.sink = sink
        position_reader.read_position(state, position)
        return state

    def load(self, options: dict[str, Any], words: list[int]) -> State:
        state = self.new_table(resolve_options(options))
        state.restore(words)
        return state

    def distinct_moves(self, options: dict[str, Any]) -> int:
        return moves.VERB_LIMIT * TARGETS

    def max_game_length(self, options: dict[str, Any]) -> int:
        """Upper bound: what can stand up bounds the turns of a day; cards, gold and cancelled payments bound a turn."""
        resolved = resolve_options(options)
        seats, relics = int(resolved.rules.seats), int(resolved.rules.cards.relic_count)
        rounds = 5 * seats + 2 * relics + SLOTS * seats
        turn_length = 8 * (2 + SLOTS + relics) + 4 * (SLOTS + relics) + 4 * relics + 40
        return DAYS * (rounds * seats * turn_length + 100 * seats)

    def max_chance_events(self, options: dict[str, Any]) -> int:
        """A move may end a day: relics drawn, cards revealed, and what the rules let dummies do."""
        return CHANCE_PER_DECISION * (self.max_game_length(options) + 2 * SLOTS)

    def score_bounds(self, options: dict[str, Any]) -> tuple[int, int]:
        """Upper bound: six Minions, gold, the fortress, every relic, and Influences for each of them."""
        cards = resolve_options(options).rules.cards
        relics = sum([int(value) for value in cards.relic_gold])
        dearest = max([int(cost) for cost in cards.cost])
        largest = max([int(effect.amount) for effect in cards.effects] + [0])
        influence = SLOTS * 4 * largest * max(int(cards.relic_count), SLOTS)
        return 0, SLOTS * dearest + 10 + relics + influence

    def encoder(self, options: dict[str, Any]) -> Encoder:
        resolved = resolve_options(options)
        return CovilEncoder(resolved.board, resolved.rules)

    def board_data(self, options: dict[str, Any]) -> dict[str, Any]:
        return deepcopy(resolve_options(options).board.data)

    def page_board(self, options: dict[str, Any]) -> dict[str, Any]:
        return cast("dict[str, Any]", page_board(self.board_data(options)))

    def option_schema(self) -> list[Option]:
        return option_schema()

    def option_choices(self) -> dict[str, Any]:
        return {"modes": {"standard": [1, 4]}, "boards": [*BOARDS], "rulings": dict(RULINGS), "dummies": [1, 3]}

    def glossary(self) -> dict[str, dict[str, Any]]:
        return cast("dict[str, dict[str, Any]]", glossary(box_cards()))

    def glossary_for(self, options: dict[str, Any]) -> dict[str, dict[str, Any]]:
        cards = complete_cards(resolve_options(options).data.get("cards")) or box_cards()
        return cast("dict[str, dict[str, Any]]", glossary(cards))

    def recognises(self, content: object) -> bool:
        return inspector.recognises(content)

    def inspect(self, path: str) -> Inspection:
        return inspector.inspect(path)

    def custom_fuzz_start(self, k: int, options: dict[str, Any]) -> FuzzStart:
        return inspector.custom_fuzz_start(k, options)

    def evaluator(self) -> Evaluator:
        return learned_evaluator()

    def event_tags(self, event: Event, before: Event) -> list[EventTag]:
        return events.event_tags(event, before)

    def source_kind(self, source: str) -> str:
        """Terrains pay fees for dominance; a card is of its own kind; else the event before it was no source."""
        known = events.SOURCE_KINDS.get(source) or self.glossary().get(source, {}).get("kind")
        return str(known or "other")

    def piece_kinds(self, options: dict[str, Any]) -> dict[tuple[str, str], str]:
        """Minions are Mercenaries, Henchmen or Overlords."""
        return {(events.MINION, key): entry["kind"] for key, entry in self.glossary_for(options).items()}

    def piece_names(self, options: dict[str, Any], kind: str) -> dict[str, str]:
        if kind != events.START_ZONE:
            return super().piece_names(options, kind)
        zones: list[dict[str, Any]] = self.board_data(options)["zones"]
        return {str(zone["id"]): f"{zone['id']} {zone.get('name') or ''}".strip() for zone in zones}

    def fuzz_start(self, k: int) -> FuzzStart:
        return fuzz_starts.fuzz_start(k)

    def violated_invariants(self, state: State) -> list[str]:
        assert isinstance(state, Covil)
        return invariants.violated_invariants(state)

    def violated_step_invariants(self, before: State, after: State, events: list[Event]) -> list[str]:
        assert isinstance(before, Covil)
        assert isinstance(after, Covil)
        return invariants.unexplained_gold(before, after, events)


GAME = CovilGame()
