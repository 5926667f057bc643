"""Small World's face at the terminal: ties its map, column, choices and commands to the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console, RenderableType

from hordes.engine.match import Match
from hordes.engine.state import Game, State
from hordes.terminal import ledger, panels, topics
from hordes.terminal.atlas import read_atlas
from hordes.terminal.choices import advice, build_choices, kind_of
from hordes.terminal.commands import Table, understand
from hordes.terminal.face import Event, Host, Narrator, Why
from hordes.terminal.news import gist
from hordes.terminal.order import Command
from hordes.terminal.palette import Palette
from hordes.terminal.plans import after_done, all_moves, combo_tokens, forecast, only_stopping, spread_moves
from hordes.terminal.scene import Choice, Frame, Group, Scene, flatten
from hordes.terminal.screen import board_part, compose, drawn_map, lower_part, map_rows, names_of, size_hint
from hordes.terminal.story import Teller, winner_sentence
from hordes.terminal.tables import region_table
from hordes.terminal.words import Cast, Lexicon, count

NARROW = 100


class SmallWorldFace:
    """Small World at the terminal."""

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        self.atlas = read_atlas(game.board_data(options))
        self.lexicon = Lexicon(game.glossary_for(options))

    def fresh(self, match: Match) -> bool:
        """The first turn is told from its beginning."""
        return match.state.view(0).get("turn") == 1

    def scene(self, state: State, seat: int, names: tuple[str, ...]) -> Scene:
        """What a seat sees now, with what each combo would bring."""
        cast, gains = Cast(names, seat), combo_tokens(state) if state.to_move == seat else {}
        after = after_done(state) if state.to_move == seat else ""
        return Scene(state.view(seat), seat, self.atlas, self.lexicon, cast, state.explain, gains, after)

    def choices(self, moves: Sequence[str], scene: Scene) -> list[Group]:
        """The legal moves in groups."""
        return build_choices(moves, scene)

    def understand(self, line: str, moves: Sequence[str], frame: Frame) -> Command:
        """What was typed."""
        names, column = Cast(frame.scene.cast.names), frame.scene.view.get("column") or ()
        return understand(line, Table(self.atlas, self.lexicon, names, flatten(frame.groups), moves, column))

    def advice(self, frame: Frame) -> str:
        """A hint at the shortcuts of redeployment."""
        return advice(frame.groups, frame.scene)

    def prompt(self, only: Choice) -> str:
        """What Enter does."""
        return f"all to {self.atlas.called(only.region)}" if only.most > 1 else only.move

    def obvious(self, only: Choice, state: State) -> list[str]:
        """What Enter plays when there is one choice: of tokens all of them, and out of turn that is all there is."""
        moves = all_moves(state, only.region) if kind_of(only.move) == "place" else [only.move]
        return [*moves, "done"] if state.phase_name() == "withdraw" and "done" not in moves else moves

    def forced(self, state: State) -> tuple[str, str]:
        """Conquests end by themselves when nothing else is left."""
        if only_stopping(state):
            return "stop", "Nothing more could be conquered, so the conquests are over."
        return "", ""

    def doubt(self, move: str, state: State, frame: Frame) -> str:
        """Declining, and stopping with nothing, are asked for twice."""
        if move == "decline":
            regions, coins = forecast(state, move)
            stay = f"{count(regions, 'region')} {'stays' if regions == 1 else 'stay'}, {count(coins, 'coin')}"
            return f"This ends your turn: {stay}. Go into decline?"
        scene = frame.scene
        able = any(kind_of(choice.move) == "conquer" for choice in flatten(frame.groups))
        held = panels.regions_held(scene.view, scene.seat)[0]
        if move != "stop" or not able or scene.view.get("phase") != "conquer" or held:
            return ""
        return "You hold no region yet and could conquer one. Stop all the same?"

    def orders(self, host: Host) -> Mapping[str, Callable[[str, Frame], bool]]:
        """Redeployment at once, and everything there is to look at."""
        return {
            "all": lambda region, _: host.play(all_moves(host.match.state, region)),
            "spread": lambda _, __: self._spread(host),
            "map": lambda _, frame: self._map(host, frame),
            "table": lambda _, frame: self._table(host, frame),
            "players": lambda _, frame: host.print(panels.player_strip(frame.scene, host.desk.palette)),
            "column": lambda _, frame: self._column(host, frame.scene),
            "score": lambda _, frame: self._score(host, frame.scene),
        }

    def _spread(self, host: Host) -> bool:
        moves = spread_moves(host.match.state)
        return host.play(moves) if moves else host.complain("There are no tokens to spread now.")

    def _map(self, host: Host, frame: Frame) -> bool:
        if not self.atlas.drawn:
            return self._table(host, frame)
        width, palette = host.desk.console.width, host.desk.palette
        rows = map_rows(frame.scene, width, host.desk.console.height - 4)
        drawn, forms = drawn_map(frame, palette, width, rows), panels.short_forms(frame.scene)
        return host.print(drawn, panels.legend(palette, width), forms)

    def _table(self, host: Host, frame: Frame) -> bool:
        table = region_table(self.atlas, frame.scene.view, names_of(frame.scene), host.desk.palette, frame.chips)
        return host.print(table, panels.short_forms(frame.scene))

    def _column(self, host: Host, scene: Scene) -> bool:
        width, palette = host.desk.console.width, host.desk.palette
        narrow = width < NARROW
        return host.print(
            panels.combo_cards(scene, palette) if narrow else panels.column_panel(scene, palette, words=width)
        )

    def _score(self, host: Host, scene: Scene) -> bool:
        mine, coins = scene.player(scene.seat), int(scene.player(scene.seat).get("coins") or 0)
        events, desk = host.match.events, host.desk
        per_turn = ledger.income_by_turn(events, scene.seat)
        desk.say(f"You have {panels.coins_of(mine)}; the others keep theirs secret until the end.")
        desk.say(f"From {ledger.account(events, scene.seat, coins)}.")
        if per_turn:
            desk.say(f"Turn by turn: {', '.join(map(str, per_turn))}  {ledger.sparkline(per_turn)}")
        return False

    def help(self) -> RenderableType:
        """What one can type."""
        return topics.commands_help()

    def explain(self, topic: str, scene: Scene, why: Why) -> RenderableType:
        """Everything known under a word."""
        return topics.explain_topic(topic, scene, why)

    def named(self, message: str, cast: Cast) -> str:
        """The engine names races and regions already."""
        return message

    def narrator(self, cast: Cast) -> Teller:
        """Tells the story to one reader."""
        return Teller(self.atlas, self.lexicon, cast)

    def gist(self, events: Sequence[Event], narrator: Narrator) -> list[str]:
        """The news in brief."""
        assert isinstance(narrator, Teller)
        return gist(events, narrator)

    def moment(self, scene: Scene) -> tuple[object, ...]:
        """A transcript shows the map anew with each turn, phase and seat."""
        return scene.view.get("turn"), scene.view.get("phase"), scene.seat

    def compose(self, frame: Frame, console: Console, palette: Palette) -> RenderableType:
        """The whole screen."""
        return compose(frame, console, palette)

    def board(self, frame: Frame, console: Console, palette: Palette, below: int) -> RenderableType:
        """The map and the players."""
        return board_part(frame, console, palette, below)

    def lower(self, frame: Frame, width: int, palette: Palette) -> RenderableType:
        """News, question and choices."""
        return lower_part(frame, width, palette)

    def hint(self, scene: Scene, console: Console) -> str:
        """A window too small to draw the map."""
        return size_hint(scene, console)

    def final(self, scene: Scene, result: Event, events: Sequence[Event], palette: Palette) -> RenderableType:
        """Coins by source."""
        return ledger.final_table(scene, result, events, palette)

    def verdict(self, result: Event, cast: Cast) -> str:
        """Who has won, and what decided where it was not coins alone."""
        reason = "" if result["reason"].startswith("most coins") else f" ({result['reason']})"
        return f"{winner_sentence(result, cast)}{reason}"
