"""Small World's State and Game: the entry point that connects rules, options, positions, encoder and evaluator."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final, cast

from hordes.engine.core.dump_reader import DumpReader
from hordes.engine.core.encoding import Encoder
from hordes.engine.core.evaluator import Evaluator
from hordes.engine.core.fields import FieldsOfClass, dump_fields, restore_fields
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import CHANCE, OVER, PUBLIC, TARGETS, Event, FuzzStart, Game, Inspection, State
from hordes.engine.errors import BadPosition, BadRequest, Message, UnknownMove, translatable
from hordes.engine.event_tags import EventTag
from hordes.engine.map_sketch import DrawnMap, MapSketch
from hordes.engine.mypyc_compat import i64, mypyc_attr
from hordes.engine.option_schema import Option
from hordes.engine.validation import check_seat, check_text
from hordes.smallworld.ai.evaluator import learned_evaluator
from hordes.smallworld.custom import hook_guard, loader
from hordes.smallworld.learning.observation import SmallWorldEncoder
from hordes.smallworld.options import (
    ResolvedOptions,
    glossary,
    option_choices,
    option_schema,
    resolve_options,
    version_1_options,
)
from hordes.smallworld.rules import default_move, scoring, turn
from hordes.smallworld.sets.base_powers import WEALTHY_COINS
from hordes.smallworld.state import events, moves, questions
from hordes.smallworld.state.army import NOBODY, Army
from hordes.smallworld.state.board import Board
from hordes.smallworld.state.config import Rules
from hordes.smallworld.state.constants import COLUMN_SLOTS, DIE, PHASE_NAMES, START_COINS
from hordes.smallworld.state.questions import NO_QUESTION, Question
from hordes.smallworld.state.table import Table
from hordes.smallworld.state.traits import NO_POWER
from hordes.smallworld.state.turn_state import TurnState
from hordes.smallworld.testing import fuzz_starts, invariants
from hordes.smallworld.text import (
    cost_explanation,
    custom_verbs,
    illegal_moves,
    move_reader,
    move_writer,
    position_reader,
)
from hordes.smallworld.text.move_data import move_data
from hordes.smallworld.text.move_text import move_text
from hordes.smallworld.text.page_map import page_map
from hordes.smallworld.text.position_writer import position, views

if TYPE_CHECKING:
    from hordes.smallworld.wire.views import Summary


@mypyc_attr(acyclic=True, free_list_len=1)
class SmallWorld(Table):
    """State of a game of Small World: the table with the rules attached."""

    def fill_menu(self) -> None:
        turn.offer_moves(self)

    def nth_legal(self, k: i64) -> i64:
        if self.phase == DIE:
            return turn.nth_face(k)
        return super().nth_legal(k)

    def apply(self, move: i64) -> None:
        turn.apply_move(self, move)

    def clone(self) -> SmallWorld:
        return SmallWorld(self.board, self.rules, self)

    def describe(self, move: i64) -> str:
        if moves.is_custom(move >> 6):
            return custom_verbs.describe(self, move)
        return move_writer.describe_move(self.board, move, self.rules.race_ids, self.rules.power_ids)

    def parse(self, text: str) -> i64:
        check_text(text)
        custom = custom_verbs.parse(self, text)
        if custom >= 0:
            return custom
        move = move_reader.parse_move(self.board, text, self.rules.race_ids, self.rules.power_ids)
        if moves.group_of(moves.verb_of(move)) == moves.CHANCE_GROUP and self.to_move != CHANCE:
            raise UnknownMove(
                translatable(
                    "chance_word", "`{word}` is chance's word, not a seat's move.", word=text.split(maxsplit=1)[0]
                )
            )
        return move

    def refuse(self, move: i64) -> None:
        if moves.is_custom(move >> 6):
            custom_verbs.raise_illegal_move(self, move)
        illegal_moves.raise_illegal_move(self, move)

    def explanation(self, text: str) -> Message:
        move = self.parse(text)
        if moves.is_custom(move >> 6):
            return Message(custom_verbs.explain(self, move))
        return cost_explanation.explanation(self, move)

    def public_summary(self) -> dict[str, Any]:
        """Cost and content of each combo, and the partners in team modes."""
        combos = [cost_explanation.combo_cost(self, slot) for slot in range(self.column_size)]
        partners = [int(self.rules.mode.partner(seat)) for seat in range(self.rules.players)]
        summary: Summary = {"combos": combos}
        if partners[0] >= 0:
            summary["partners"] = partners
        return cast("dict[str, Any]", summary)

    def page_event(self, event: Event, seat: i64) -> Event:
        return events.page_event(event)

    def move_data(self, move: i64) -> dict[str, Any]:
        return cast("dict[str, Any]", move_data(self, move))

    def move_text(self, data: dict[str, Any]) -> str:
        return move_text(data)

    def position(self) -> dict[str, Any]:
        return cast("dict[str, Any]", position(self, PUBLIC, True))

    def view(self, seat: i64) -> dict[str, Any]:
        check_seat(seat, self.rules.players, PUBLIC)
        return cast("dict[str, Any]", position(self, seat, False))

    def views(self) -> list[dict[str, Any]]:
        return cast("list[dict[str, Any]]", views(self))

    def resample(self, seat: i64, rng: Rng) -> SmallWorld:
        """Sample the opponents' hidden coins from public knowledge: the starting coins, and some per turn played.

        Everything else is public. The true totals are never read, so nothing can leak through a search.
        """
        world = self.clone()
        if self.to_move != OVER:
            for other in range(self.rules.players):
                if other != seat:
                    world.add_coins(other, self.sample_coins(other, rng) - world.coins[other])
        return world

    def sample_coins(self, seat: i64, rng: Rng) -> i64:
        """A random guess of a seat's coins: the starting coins may be spent, and each turn brings some."""
        rules, turns = self.rules, self.turns_scored(seat)
        begin = rules.mode.start_coins(rules.rulings, seat, rules.players)
        if turns == 0:
            return begin
        coins = rng.below(begin + 1)
        for _ in range(turns):
            coins += rng.below(13)
        return coins

    def turns_scored(self, seat: i64) -> i64:
        """How many turns of a seat have been scored."""
        players = self.rules.players
        order, now = (seat - self.first_seat) % players, (self.player - self.first_seat) % players
        paid = order < now or (order == now and self.this_turn.is_scored)
        return self.turn if paid else self.turn - 1

    def turn_seat(self) -> i64:
        return OVER if self.to_move == OVER else self.player

    def phase_name(self) -> str:
        return PHASE_NAMES[self.phase]

    def result(self) -> dict[str, Any] | None:
        return scoring.result(self) if self.to_move == OVER else None

    def score(self, seat: i64) -> i64:
        if not 0 <= seat < self.rules.players:
            raise BadRequest(f"Seats are numbered from 0 to {self.rules.players - 1}; there is no seat {seat}.")
        return self.coins[seat]

    def game_name(self) -> str:
        return GAME.name

    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = json.loads(self.rules.setup)
        return options

    def seats(self) -> i64:
        return self.rules.players

    def die_move(self, pips: i64) -> i64:
        return moves.ROLLED * TARGETS + pips if self.phase == DIE else -1

    def default_move(self) -> i64:
        return default_move.default_move(self)

    def __reduce__(self) -> tuple[object, ...]:
        return from_pickle, (self.rules.setup, self.dump(), GAME.rules_version, DUMP_LAYOUT)

    # Dumps: `dump_fields` finds the fields of the table and of its parts by itself

    def dump(self) -> list[int]:
        words = [
            int(self.rules.setup_hash),
            *dump_fields(self, table_fields()),
            *dump_fields(self.this_turn, TURN_FIELDS),
        ]
        words.append(len(self.waiting))
        for question in (self.question, *self.waiting):
            words += dump_fields(question, QUESTION_FIELDS)
        words.append(len(self.declined))
        for army in (*self.active, *self.declined):
            words += dump_fields(army, ARMY_FIELDS)
        return words

    def restore(self, words: list[int]) -> None:
        """Set all fields from a `dump`."""
        reader = DumpReader(words)
        if reader.read() != self.rules.setup_hash:
            raise BadPosition("These words were dumped by a table with another set-up.")
        restore_fields(self, reader, table_fields())
        restore_fields(self.this_turn, reader, TURN_FIELDS)
        waiting = reader.read()
        self.question = read_question(reader)
        self.waiting = [read_question(reader) for _ in range(waiting)]
        declined = reader.read()
        self.active = [self.read_army(reader) for _ in range(self.rules.players)]
        self.declined = [self.read_army(reader) for _ in range(declined)]
        self.rules.mode.after_load(self)

    def read_army(self, reader: DumpReader) -> Army:
        """An army from its dump."""
        army = Army()
        indices = restore_fields(army, reader, ARMY_FIELDS)
        if indices["race"] < 0:
            return NOBODY
        army.race = self.rules.races[indices["race"]]
        army.power = self.rules.powers[indices["power"]] if indices["power"] >= 0 else NO_POWER
        army.kept_badge = self.rules.powers[indices["kept_badge"]] if indices["kept_badge"] >= 0 else NO_POWER
        return army


PARTS_OF_TABLE: Final = ("board", "rules", "active", "declined", "this_turn", "question", "waiting")
"""Fields of the table that hold objects: those that can change are dumped by themselves."""
ARMY_FIELDS: Final = FieldsOfClass(Army())
TURN_FIELDS: Final = FieldsOfClass(TurnState())
QUESTION_FIELDS: Final = FieldsOfClass(NO_QUESTION)
_table_fields: Final[list[FieldsOfClass]] = []


def table_fields() -> FieldsOfClass:
    """The fields of a table but for its parts."""
    if not _table_fields:
        _table_fields.append(FieldsOfClass(GAME.new_table(resolve_options({})), PARTS_OF_TABLE))
    return _table_fields[0]


def read_question(reader: DumpReader) -> Question:
    """A question from its dump."""
    question = Question(questions.NONE, -1, -1)
    restore_fields(question, reader, QUESTION_FIELDS)
    return NO_QUESTION if question.kind == questions.NONE else question


DUMP_LAYOUT: Final = 3
"""Counts the changes of what the integers of a dump mean."""


def from_pickle(setup: str, words: list[int], version: str = "", layout: int = 1) -> SmallWorld:
    """Unpickle a state: the options as JSON, its dump, and the rules and the layout that it was dumped with."""
    if version != GAME.rules_version:
        raise BadPosition(
            f"The state was pickled under version {version!r} of the rules, this program has {GAME.rules_version!r}."
        )
    if layout != DUMP_LAYOUT:
        raise BadPosition("The state was pickled by another version of hordes; records and positions are read by all.")
    options = resolve_options(json.loads(setup))
    state = SmallWorld(options.board, options.rules)
    state.restore(words)
    return state


CUSTOM_INCOME_FACTOR: Final = 4
"""Factor on the bound of coins per turn for games with custom sets."""
MAX_CUSTOM_MOVES: Final = 62
"""Bound of custom moves per turn and verb, for the maximal length of a game."""


class SmallWorldGame(Game):
    """Small World for two to six players."""

    name: str = "smallworld"
    title: str = "Small World"
    rules_version: str = "2"
    moves_are_public: bool = True

    def normalise(self, options: dict[str, Any]) -> dict[str, Any]:
        return resolve_options(options).copy_data()

    def options_for_version(self, options: dict[str, Any], version: str) -> dict[str, Any] | None:
        return version_1_options(options) if version == "1" else None

    def new(self, options: dict[str, Any]) -> State:
        state = self.new_table(resolve_options(options))
        state.rules.mode.set_up(state)
        return state

    def new_table(self, options: ResolvedOptions) -> SmallWorld:
        """The table before any chance outcome: empty but for Lost Tribes."""
        return SmallWorld(options.board, options.rules)

    def from_position(
        self, options: dict[str, Any], position: dict[str, Any], sink: list[Event] | None = None
    ) -> State:
        state = self.new_table(resolve_options(options))
        state.sink = sink
        position_reader.read(state, position)
        return state

    def load(self, options: dict[str, Any], words: list[int]) -> State:
        state = self.new_table(resolve_options(options))
        state.restore(words)
        return state

    def die_faces(self) -> list[int]:
        return sorted(set(turn.DIE_FACES))

    def distinct_moves(self, options: dict[str, Any]) -> int:
        """Custom verbs come after the built-in ones, whose numbers never change; `keep` verbs come after both."""
        rules = resolve_options(options).rules
        last = moves.BUILT_IN_VERBS[-1]
        if len(rules.verb_forms) > 0:
            last = max(last, moves.FIRST_CUSTOM + len(rules.verb_forms) - 1)
        if rules.max_kept > 0:
            last = max(last, int(moves.KEEP + rules.max_kept))
        return (last + 1) * TARGETS

    def max_game_length(self, options: dict[str, Any]) -> int:
        """Bound by turns: each token or piece is placed once, a conquest uses up a token or an opponent, and so on."""
        resolved = resolve_options(options)
        return max_turn_length(resolved.board, resolved.rules) * int(resolved.rules.players) * int(resolved.rules.turns)

    def score_bounds(self, options: dict[str, Any]) -> tuple[int, int]:
        """Each turn at most three coins per region and a bonus; coins on picked combos, and a Tavern's gifts."""
        resolved = resolve_options(options)
        others, turns = int(resolved.rules.players) - 1, int(resolved.rules.turns)
        per_turn = (
            3 * int(resolved.board.size) + WEALTHY_COINS + resolved.rules.mode.max_extra_coins(resolved.board.size)
        )
        gifts = others * (COLUMN_SLOTS + 1)
        if resolved.rules.markers:
            per_turn += 1 + moves.MAX_SHARED
            gifts += others * moves.MAX_SHARED
        if "digests" in resolved.data:
            per_turn *= CUSTOM_INCOME_FACTOR
        return 0, START_COINS + turns * (per_turn + gifts)

    def option_schema(self) -> list[Option]:
        return option_schema()

    def option_choices(self) -> dict[str, Any]:
        return option_choices()

    def board_data(self, options: dict[str, Any]) -> dict[str, Any]:
        return deepcopy(resolve_options(options).board.data)

    def page_board(self, options: dict[str, Any]) -> dict[str, Any]:
        return cast("dict[str, Any]", page_map(self.board_data(options)))

    def glossary(self) -> dict[str, dict[str, Any]]:
        return cast("dict[str, dict[str, Any]]", glossary())

    def event_tags(self, event: Event, before: Event) -> list[EventTag]:
        return events.event_tags(event)

    def source_kind(self, source: str) -> str:
        return events.source_kind(source, {entry["name"]: entry["kind"] for entry in glossary().values()})

    def evaluator(self) -> Evaluator:
        return learned_evaluator()

    def encoder(self, options: dict[str, Any]) -> Encoder:
        resolved = resolve_options(options)
        return SmallWorldEncoder(resolved.board, resolved.rules, resolved.data["sets"], "digests" in resolved.data)

    def fuzz_start(self, k: int) -> FuzzStart:
        """Every fifth start is a Necromancer game; a third of the others have Monsters and markers.

        Every second one has some of the switchable rulings on.
        """
        start = self.fuzz_start_without_rulings(k)
        if k % 2 == 1:
            start.options["rulings"] = fuzz_starts.random_rulings(k)
        return start

    def fuzz_start_without_rulings(self, k: int) -> FuzzStart:
        """Like `fuzz_start`, with default rulings."""
        if k % 5 == 4:
            return fuzz_starts.necromancer_start(k // 5)
        k -= k // 5
        return fuzz_starts.marker_start(k // 3) if k % 3 == 2 else fuzz_starts.standard_start(k - k // 3)

    def register_set(self, path: str) -> str:
        return loader.register_set(path)

    def recognises(self, content: object) -> bool:
        from hordes.smallworld.custom import inspector

        return inspector.recognises(content)

    def map_sketch(self, data: object) -> MapSketch:
        from hordes.smallworld.custom import map_drawing  # like the inspector

        return map_drawing.sketch_of(data)

    def with_drawing(self, data: dict[str, Any], drawn: DrawnMap) -> dict[str, Any]:
        from hordes.smallworld.custom import map_drawing

        return map_drawing.with_drawing(data, drawn)

    def inspect(self, path: str) -> Inspection:
        from hordes.smallworld.custom import inspector  # imported late: rarely needed

        return inspector.inspect(path)

    def custom_fuzz_start(self, k: int, options: dict[str, Any]) -> FuzzStart:
        from hordes.smallworld.custom import inspector

        return inspector.custom_fuzz_start(k, options)

    def violated_invariants(self, state: State) -> list[str]:
        assert isinstance(state, SmallWorld)
        return invariants.violated_invariants(state) + hook_guard.changed_attributes(
            [*state.rules.races, *state.rules.powers]
        )

    def violated_step_invariants(self, before: State, after: State, events: list[Event]) -> list[str]:
        assert isinstance(before, SmallWorld)
        assert isinstance(after, SmallWorld)
        return invariants.unexplained_coins(before, after, events) + invariants.lost_markers(before, after)


def max_turn_length(board: Board, rules: Rules) -> int:
    """Upper bound of the decisions in one turn, the withdrawals of all other seats included."""
    tokens = max([int(race.total) for race in rules.races])
    regions = int(board.size)
    active_race = (
        8 + 2 * min(regions, tokens) + 2 * (tokens + int(rules.players)) + tokens + 8 + 2 * int(rules.max_kept)
    )
    ghouls = 2 + 2 * min(regions, tokens) + tokens
    withdrawal = tokens + 5 + 1 + tokens
    pieces = 160  # Pots, Fireballs, Hordes, Behemoths, the Catapult, and second thoughts about them
    custom = MAX_CUSTOM_MOVES * len(rules.verb_forms) + rules.mode.max_extra_decisions()
    decisions = active_race + ghouls + pieces + custom + withdrawal * (int(rules.players) - 1)
    if rules.markers:
        conquests = 2 * (tokens + int(rules.players)) + tokens
        decisions += (
            conquests * (2 * int(rules.players) + 2) + 8
        )  # the Sigil asks at every loss; the others once or twice
    return decisions


GAME = SmallWorldGame()
