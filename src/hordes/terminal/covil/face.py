"""Covil's face at the terminal: ties board, halls, choices, commands and story to the session."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.console import Group as Stack
from rich.text import Text

from hordes.engine.match import Match
from hordes.engine.state import Game, State
from hordes.terminal.covil import panels, screen, topics
from hordes.terminal.covil.board import draw_board, legend, zone_table
from hordes.terminal.covil.choices import build_choices, forecast
from hordes.terminal.covil.commands import understand
from hordes.terminal.covil.story import Teller, verdict
from hordes.terminal.covil.things import place, read_board, troop
from hordes.terminal.face import Event, Host, Narrator, Why
from hordes.terminal.news import by_turn
from hordes.terminal.order import Command
from hordes.terminal.palette import Palette
from hordes.terminal.scene import Choice, Frame, Group, Scene, flatten
from hordes.terminal.words import Cast, Lexicon, capital

GIST = 4
"""Lines that are told of a turn of somebody else, for lack of room."""


class CovilFace:
    """Covil at the terminal."""

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        self.atlas = read_board(game.board_data(options))
        self.lexicon = Lexicon(game.glossary_for(options))
        self.listed: list[Choice] = []

    def fresh(self, match: Match) -> bool:
        """A game in which nobody has decided anything is told from its beginning."""
        return not any(decider >= 0 for decider in match.deciders)

    def scene(self, state: State, seat: int, names: tuple[str, ...]) -> Scene:
        """What a seat sees now; of an attack, what it would add up to."""

        def explain(move: str) -> str:
            return forecast(state, move) if move.startswith("exhaust ") else state.explain(move)

        return Scene(state.view(seat), seat, self.atlas, self.lexicon, Cast(names, seat), explain)

    def choices(self, moves: Sequence[str], scene: Scene) -> list[Group]:
        """The legal moves in groups; remembered, so that `? 3` can explain the third."""
        groups = build_choices(moves, scene)
        self.listed = flatten(groups)
        return groups

    def understand(self, line: str, moves: Sequence[str], frame: Frame) -> Command:
        """What was typed."""
        return understand(line, moves, frame)

    def advice(self, frame: Frame) -> str:
        """How an offer becomes a hire."""
        moves = [choice.move for choice in flatten(frame.groups)]
        if not any(move.startswith("pay ") for move in moves):
            return ""
        return "`done` hires, `cancel` takes everything back." if "done" in moves else "Not enough yet for `done`."

    def prompt(self, only: Choice) -> str:
        """What Enter does."""
        return only.move if not only.region else f"{only.move.split()[0]} {place(self.atlas, only.region)}"

    def obvious(self, only: Choice, state: State) -> list[str]:
        """What Enter plays."""
        return [only.move]

    def forced(self, state: State) -> tuple[str, str]:
        """Everything is worth asking for: even a lone move may be answered by buying a relic another time."""
        return "", ""

    def doubt(self, move: str, state: State, frame: Frame) -> str:
        """Nothing that is typed gives a whole turn away."""
        return ""

    def orders(self, host: Host) -> Mapping[str, Callable[[str, Frame], bool]]:
        """Everything there is to look at."""
        return {
            "map": lambda _, frame: self._map(host, frame),
            "table": lambda _, frame: host.print(zone_table(frame.scene, host.desk.palette)),
            "players": lambda _, frame: self._players(host, frame.scene),
            "hand": lambda _, frame: host.print(panels.hand_table(frame.scene)),
            "pool": lambda _, frame: host.print(panels.pool(frame.scene)),
            "score": lambda _, frame: self._score(host, frame.scene),
        }

    def _map(self, host: Host, frame: Frame) -> bool:
        console, palette = host.desk.console, host.desk.palette
        if not self.atlas.drawn:
            return host.print(zone_table(frame.scene, palette))
        natural = round(console.width * self.atlas.box[1] / self.atlas.box[0] / 2)
        rows = max(screen.LEAST_MAP, min(natural, console.height - 4))
        drawn = draw_board(frame.scene, palette, console.width, rows, frame.chips)
        return host.print(drawn, legend(frame.scene, palette))

    def _players(self, host: Host, scene: Scene) -> bool:
        seats = range(len(scene.view["players"]))
        return host.print(*(panels.hall_table(scene, seat, host.desk.palette) for seat in seats))

    def _score(self, host: Host, scene: Scene) -> bool:
        """One's own score in full; of the others what lies open."""
        for seat in range(len(scene.view["players"])):
            total = int(host.match.state.score(seat)) if seat == scene.seat else None
            parts = panels.points(scene, seat, total or 0)
            shown = {name: n for name, n in parts.items() if name != "Influence" or total is not None}
            sums = ", ".join(f"{name} {n}" for name, n in shown.items() if n)
            known = sum(shown.values())
            hidden = "" if seat == scene.seat else ", and what relics in hand and Influences add"
            host.desk.say(f"{scene.cast.name(seat)}: {known} ({sums}{hidden}).")
        return False

    def help(self) -> RenderableType:
        """What one can type."""
        return topics.commands_help()

    def explain(self, topic: str, scene: Scene, why: Why) -> RenderableType:
        """Everything known under a word; of a choice, asked for by its number, what it says and what it is about."""
        found = next((choice for choice in self.listed if choice.key == topic), None)
        if found is None or self.atlas.get(topic) is not None:
            return topics.explain_topic(topic, scene)
        said = Text(f"`{found.move}`: {found.words}. {found.detail}".strip())
        about = found.move.split()[-1]
        known = about in self.lexicon.glossary or self.atlas.get(about) is not None
        return Stack(said, topics.explain_topic(about, scene)) if known else said

    def named(self, message: str, cast: Cast) -> str:
        """Cards and troops by their names; in a move that may be typed, `move 0a C`, troops stay as they are."""

        def name(found: re.Match[str]) -> str:
            return troop(cast, found[1] or found[2]) if found[1] or found[2] else found[0]

        said = re.sub(r"`[^`]*`|\b[Tt]roop ([0-3][a-e])\b|\b([0-3][a-e])\b", name, message)
        glossary = self.lexicon.glossary
        return capital(re.sub(r"\b\w+\b", lambda word: str(glossary.get(word[0], {}).get("name", word[0])), said))

    def narrator(self, cast: Cast) -> Teller:
        """Tells the story to one reader."""
        return Teller(self.atlas, self.lexicon, cast)

    def gist(self, events: Sequence[Event], narrator: Narrator) -> list[str]:
        """Of every turn of somebody else the last lines: what came of it."""
        lines: list[str] = []
        for turn in by_turn(events):
            told = narrator.digest(turn)
            theirs = turn[0]["type"] == "turn" and turn[0]["seat"] != narrator.cast.reader
            lines += told[-GIST:] if theirs else told
        return lines

    def moment(self, scene: Scene) -> tuple[object, ...]:
        """A transcript shows the board anew with each day, turn and phase."""
        view = scene.view
        return view.get("day"), view.get("player"), view.get("phase"), scene.seat, str(view.get("troops"))

    def compose(self, frame: Frame, console: Console, palette: Palette) -> RenderableType:
        """The whole screen."""
        return screen.compose(frame, console, palette)

    def board(self, frame: Frame, console: Console, palette: Palette, below: int) -> RenderableType:
        """The board and the players."""
        return screen.board_part(frame, console, palette, below, 2 if console.height >= screen.TALL_FROM else 1)

    def lower(self, frame: Frame, width: int, palette: Palette) -> RenderableType:
        """News, question and choices."""
        return screen.lower_part(frame, width, palette)

    def hint(self, scene: Scene, console: Console) -> str:
        """A window too small to draw the board."""
        large = console.width >= screen.DRAWN_FROM and console.height >= screen.TALL_FROM
        if not scene.atlas.drawn or large:
            return ""
        return f"`map` draws the board; a window of {screen.DRAWN_FROM} x {screen.TALL_FROM} or more always does."

    def final(self, scene: Scene, result: Event, events: Sequence[Event], palette: Palette) -> RenderableType:
        """Points by source."""
        return panels.final_table(scene, result, palette) if result["scores"] else Text("")

    def verdict(self, result: Event, cast: Cast) -> str:
        """Who has won, and what decided."""
        return verdict(result, cast) if result["winners"] else "The game is over, and nobody wins."
