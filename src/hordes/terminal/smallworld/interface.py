"""`SmallWorldInterface`: connects map, column, choices, commands and narration of Small World to the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console, RenderableType

from hordes.engine.core.state import Game, State
from hordes.engine.match import Match
from hordes.terminal.board.labels import occupant
from hordes.terminal.board.map_data import read_map_data
from hordes.terminal.board.palette import Palette
from hordes.terminal.interface import Event, ExplainMove, Narrator, Occupant, SessionApi
from hordes.terminal.parsed_command import Command
from hordes.terminal.scene import Choice, ChoiceGroup, Frame, Scene, all_choices
from hordes.terminal.smallworld import income_table, panels, topics
from hordes.terminal.smallworld.choices import build_choices, kind_of, shortcut_hint
from hordes.terminal.smallworld.commands import CommandContext, parse_line
from hordes.terminal.smallworld.previews import (
    after_done,
    all_moves,
    combo_tokens,
    forecast,
    only_stopping,
    spread_moves,
)
from hordes.terminal.smallworld.region_list import region_table
from hordes.terminal.smallworld.screen import board_part, compose, drawn_map, lower_part, map_rows, names_of, size_hint
from hordes.terminal.smallworld.story import SmallWorldNarrator, result_sentence
from hordes.terminal.smallworld.turn_summary import summarise_turns
from hordes.terminal.wording import Lexicon, SeatNames, count_noun

MIN_TABLE_WIDTH = 100


class SmallWorldInterface:
    """Small World's implementation of `GameInterface`."""

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        self.game = game
        self.map_data = read_map_data(game.board_data(options))
        self.lexicon = Lexicon(game.glossary_for(options))

    def reports_whole_game(self, match: Match) -> bool:
        """Whether it is still the first turn."""
        return match.state.view(0).get("turn") == 1

    def scene(self, state: State, seat: int, names: tuple[str, ...]) -> Scene:
        """What a seat sees now, with the tokens each combo would bring."""
        seat_names, gains = SeatNames(names, seat), combo_tokens(state) if state.to_move == seat else {}
        after = after_done(state) if state.to_move == seat else ""
        return Scene(state.view(seat), seat, self.map_data, self.lexicon, seat_names, state.explain, gains, after)

    def choices(self, moves: Sequence[str], scene: Scene) -> list[ChoiceGroup]:
        """The legal moves in groups."""
        return build_choices(moves, scene)

    def parse_line(self, line: str, moves: Sequence[str], frame: Frame) -> Command:
        """Parse a typed line."""
        names, column = SeatNames(frame.scene.seat_names.names), frame.scene.view.get("column") or ()
        return parse_line(
            line, CommandContext(self.map_data, self.lexicon, names, all_choices(frame.groups), moves, column)
        )

    def shortcut_hint(self, frame: Frame) -> str:
        """Hint at shortcuts of redeployment."""
        return shortcut_hint(frame.groups, frame.scene)

    def enter_label(self, only: Choice) -> str:
        """What Enter does."""
        return f"all to {self.map_data.display_name(only.region)}" if only.max_tokens > 1 else only.move

    def enter_moves(self, only: Choice, state: State) -> list[str]:
        """The moves Enter plays where there is only one choice: all tokens at once; out of turn, the only move."""
        moves = all_moves(state, only.region) if kind_of(only.move) == "place" else [only.move]
        return [*moves, "done"] if state.phase_name() == "withdraw" and "done" not in moves else moves

    def forced_move(self, state: State) -> tuple[str, str]:
        """`stop` is played automatically when nothing else is left."""
        if only_stopping(state):
            return "stop", "Nothing more could be conquered, so the conquests are over."
        return "", ""

    def confirmation_question(self, move: str, state: State, frame: Frame) -> str:
        """Declining, and stopping without a conquest, need confirmation."""
        if move == "decline":
            regions, coins = forecast(state, move)
            stay = f"{count_noun(regions, 'region')} {'stays' if regions == 1 else 'stay'}, {count_noun(coins, 'coin')}"
            return f"This ends your turn: {stay}. Go into decline?"
        scene = frame.scene
        able = any(kind_of(choice.move) == "conquer" for choice in all_choices(frame.groups))
        held = panels.regions_held(scene.view, scene.seat)[0]
        if move != "stop" or not able or scene.view.get("phase") != "conquer" or held:
            return ""
        return "You hold no region yet and could conquer one. Stop all the same?"

    def commands(self, session: SessionApi) -> Mapping[str, Callable[[str, Frame], bool]]:
        """Small World's own commands."""
        return {
            "all": lambda region, _: session.play(all_moves(session.match.state, region)),
            "spread": lambda _, __: self._spread(session),
            "map": lambda _, frame: self._map(session, frame),
            "table": lambda _, frame: self._table(session, frame),
            "players": lambda _, frame: session.print(panels.player_strip(frame.scene, session.terminal.palette)),
            "column": lambda _, frame: self._column(session, frame.scene),
            "score": lambda _, frame: self._score(session, frame.scene),
        }

    def _spread(self, session: SessionApi) -> bool:
        moves = spread_moves(session.match.state)
        return session.play(moves) if moves else session.print_error("There are no tokens to spread now.")

    def _map(self, session: SessionApi, frame: Frame) -> bool:
        if not self.map_data.has_outlines:
            return self._table(session, frame)
        width, palette = session.terminal.console.width, session.terminal.palette
        rows = map_rows(frame.scene, width, session.terminal.console.height - 4)
        drawn, forms = drawn_map(frame, palette, width, rows), panels.short_forms(frame.scene)
        return session.print(drawn, panels.legend(palette, width), forms)

    def _table(self, session: SessionApi, frame: Frame) -> bool:
        table = region_table(
            self.map_data, frame.scene.view, names_of(frame.scene), session.terminal.palette, frame.chips
        )
        return session.print(table, panels.short_forms(frame.scene))

    def _column(self, session: SessionApi, scene: Scene) -> bool:
        width, palette = session.terminal.console.width, session.terminal.palette
        narrow = width < MIN_TABLE_WIDTH
        return session.print(
            panels.combo_cards(scene, palette) if narrow else panels.column_panel(scene, palette, words=width)
        )

    def _score(self, session: SessionApi, scene: Scene) -> bool:
        mine, coins = scene.player(scene.seat), int(scene.player(scene.seat).get("coins") or 0)
        events, terminal = session.match.events, session.terminal
        per_turn = income_table.income_by_turn(events, scene.seat)
        terminal.print_lines(f"You have {panels.coins_of(mine)}; the others keep theirs secret until the end.")
        terminal.print_lines(f"From {income_table.coins_by_source(events, scene.seat, coins)}.")
        if per_turn:
            terminal.print_lines(f"Turn by turn: {', '.join(map(str, per_turn))}  {income_table.sparkline(per_turn)}")
        return False

    def help(self) -> RenderableType:
        """The list of commands."""
        return topics.commands_help()

    def explain(self, topic: str, scene: Scene, explain_move: ExplainMove) -> RenderableType:
        """Everything known about a word."""
        return topics.explain_topic(topic, scene, explain_move)

    def with_names(self, message: str, seat_names: SeatNames) -> str:
        """Unchanged: the engine already names races and regions."""
        return message

    def narrator(self, seat_names: SeatNames, state: State) -> SmallWorldNarrator:
        """A narrator for one reader."""
        return SmallWorldNarrator(self.map_data, self.lexicon, seat_names)

    def brief_news(self, events: Sequence[Event], narrator: Narrator) -> list[str]:
        """The news in fewer lines."""
        assert isinstance(narrator, SmallWorldNarrator)
        return summarise_turns(events, narrator, self.game)

    def board_key(self, scene: Scene) -> tuple[object, ...]:
        """The map is shown again with each turn, phase and seat."""
        return scene.view.get("turn"), scene.view.get("phase"), scene.seat

    def occupants(self, scene: Scene) -> list[Occupant]:
        """The seat with tokens in each region."""
        holders = [(region.id, occupant(scene.region(region.id))) for region in self.map_data.regions]
        return [(region, who[0], who[2], who[3]) for region, who in holders if who is not None]

    def compose(self, frame: Frame, console: Console, palette: Palette) -> RenderableType:
        """The whole screen."""
        return compose(frame, console, palette)

    def board(self, frame: Frame, console: Console, palette: Palette, below: int) -> RenderableType:
        """Map and players."""
        return board_part(frame, console, palette, below)

    def lower_part(self, frame: Frame, width: int, palette: Palette) -> RenderableType:
        """News, question and choices."""
        return lower_part(frame, width, palette)

    def window_hint(self, scene: Scene, console: Console) -> str:
        """Advice for windows too small to draw the map."""
        return size_hint(scene, console)

    def final_scores(self, scene: Scene, result: Event, events: Sequence[Event], palette: Palette) -> RenderableType:
        """Coins by source."""
        return income_table.final_table(scene, result, events, palette)

    def result_sentence(self, result: Event, seat_names: SeatNames) -> str:
        """Who has won, and the tie-breaker if there was one."""
        reason = "" if result["reason"].startswith("most coins") else f" ({result['reason']})"
        return f"{result_sentence(result, seat_names)}{reason}"


INTERFACE = SmallWorldInterface
"""Found by its name in this place (`terminal.interfaces`)."""
