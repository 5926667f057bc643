"""A game session in the terminal: prompts persons, runs opponents, narrates events, executes commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from rich.console import RenderableType
from rich.text import Text

from hordes.engine import games
from hordes.engine.core.rng import Rng
from hordes.engine.core.state import OVER, Game
from hordes.engine.errors import Refusal
from hordes.engine.match import Match
from hordes.terminal.console import PlayerLeft, Terminal
from hordes.terminal.interface import Event, GameInterface, Narrator
from hordes.terminal.interfaces import interface_for
from hordes.terminal.news import begins_turn, bullets, split_turns
from hordes.terminal.opponents import Opponents
from hordes.terminal.parsed_command import Command, parse_number
from hordes.terminal.saves import (
    Autosave,
    SavedGame,
    SaveError,
    check_names,
    load_path,
    read_save,
    save_path,
    write_save,
)
from hordes.terminal.scene import ChoiceGroup, Frame, Scene, all_choices
from hordes.terminal.wording import SeatNames

LINE_PAUSE = 0.35
TURN_PAUSE = 1.0
RECENT_EVENTS = 12
"""How many of the past events a resumed game reports."""
FOOTER = "? explains · undo · log · save · quit"


@dataclass
class Session:
    """A game in progress with its players and its screen."""

    game: Game
    match: Match
    humans: frozenset[int]
    names: tuple[str, ...]
    terminal: Terminal
    autosave: Autosave | None = None
    rng: Rng = field(default_factory=lambda: Rng(0))
    opponents: Opponents = field(default_factory=Opponents)
    interface: GameInterface = field(init=False)
    undo_steps: list[int] = field(default_factory=list)
    events_seen: dict[int, int] = field(default_factory=dict)
    events_told: int = 0
    notes: list[str] = field(default_factory=list)
    hints_given: set[str] = field(default_factory=set)
    last_human: int = -1
    last_board: tuple[object, ...] = ()

    def __post_init__(self) -> None:
        self._load_match()

    def _load_match(self) -> None:
        """Initialise everything that depends on the match: the interface, and which events have been reported."""
        self.interface = interface_for(self.game, self.match.record.options)
        report_all = self.interface.reports_whole_game(self.match)
        self.events_told = 0 if report_all else len(self.match.events)
        self.events_seen = dict.fromkeys(self.humans, 0 if report_all else max(0, self.events_told - RECENT_EVENTS))
        self.undo_steps.clear()
        self.last_human, self.last_board = -1, ()

    # Playing

    def run(self) -> int:
        """Play to the end, or until the player leaves."""
        try:
            self._welcome()
            while self.match.state.to_move != OVER:
                if self.match.state.to_move in self.humans:
                    self._decide(int(self.match.state.to_move))
                else:
                    self._opponent_turn()
            self._finish()
        except PlayerLeft:
            self._farewell()
        return 0

    def _welcome(self) -> None:
        """Notes for the first question."""
        hint = self.interface.window_hint(self.scene(self._reader()), self.terminal.console)
        self.notes += ["Type what stands in front of a choice, ? for help, quit to leave.", *([hint] if hint else [])]

    def greet(self, lines: Sequence[str]) -> None:
        """Print lines before the game starts; in an interactive terminal also below the first question."""
        self.terminal.print_lines(*lines, style="bold")
        if self.terminal.is_interactive:
            self.notes += lines

    def _opponent_turn(self) -> None:
        """Let the opponent to move play until its turn is over or a person has to decide."""
        player = self.match.state.turn_seat()
        self._announce_thinking(int(self.match.state.to_move))
        self.opponents.begin(self.rng)
        while self.match.state.to_move not in self.humans and self.match.state.to_move != OVER:
            try:
                move = self.opponents.choose(self.match, self.rng)
            except KeyboardInterrupt as end:
                raise PlayerLeft from end
            self.match.play(move)
            if self.match.state.turn_seat() != player:
                break
        for complaint in self.opponents.complaints():
            self.print_error(complaint)
        self._autosave()
        if self.match.state.to_move != OVER:
            self._show_opponent_turn()

    def _announce_thinking(self, seat: int) -> None:
        """Say which bot is thinking."""
        if self.terminal.is_interactive and self.opponents.spec_of(seat):
            who = f"{self.names[seat]} ({self.opponents.spec_of(seat)})"
            self.terminal.print_lines(f"{who} is thinking … Ctrl-C leaves.", style="italic dim")

    def _show_opponent_turn(self) -> None:
        """Show the board after an opponent's turn and its events line by line; Enter skips ahead."""
        reader = self._reader()
        lines = self._narrator(self.events_told, reader).describe_events(
            self._visible_events(reader)[self.events_told :]
        )
        self.events_told = len(self.match.events)
        self.terminal.clear()
        self.terminal.show(
            self.interface.board(
                Frame(self.scene(reader)), self.terminal.console, self.terminal.palette, len(lines) + 1
            )
        )
        skipped = False
        self._hint_once("Enter skips ahead.")
        for line in lines:
            self.terminal.show(bullets([line]))
            skipped = skipped or self.terminal.pause(LINE_PAUSE)
        if not skipped:
            self.terminal.pause(TURN_PAUSE)
        self.last_board = ()

    def _hint_once(self, hint: str) -> None:
        """Print a hint once."""
        if self.terminal.is_interactive and not self.terminal.fast and hint not in self.hints_given:
            self.hints_given.add(hint)
            self.terminal.print_lines(hint, style="italic dim")

    def _reader(self) -> int:
        """The seat whose view is shown while nobody has to decide."""
        return self.last_human if self.last_human in self.humans else min(self.humans, default=0)

    def _finish(self) -> None:
        """The final screen: map, last events, scores, winner."""
        result = self.match.state.result() or {"scores": [], "winners": [], "reason": ""}
        scene, palette = self.scene(self._reader()), self.terminal.palette
        lines = self._narrator(self.events_told, scene.seat).describe_events(
            self._visible_events(scene.seat)[self.events_told : -1]
        )[-6:]
        self.terminal.clear()
        frame = Frame(scene, is_over=True)
        self.terminal.show(
            self.interface.board(frame, self.terminal.console, palette, len(self.names) + len(lines) + 8)
        )
        self.terminal.show(bullets(lines), self.interface.final_scores(scene, result, self.match.events, palette))
        seat_names = scene.seat_names if len(self.humans) == 1 else SeatNames(self.names)
        self.terminal.print_lines(self.interface.result_sentence(result, seat_names), style="bold")
        self._autosave()

    def _farewell(self) -> None:
        self._autosave()
        kept = self.autosave is not None and self.match.state.to_move != OVER
        self.terminal.print_lines(
            "Until next time." + (" The game waits: start again to go on with it." if kept else "")
        )

    # Decisions of persons

    def _decide(self, seat: int) -> None:
        if seat != self.last_human and len(self.humans) > 1 and self._may_be_another_person(seat):
            self._pass_the_screen(seat)
        self.last_human = seat
        move, note = self.interface.forced_move(self.match.state)
        if move:
            self._play_forced(move, note)
            return
        moves = self.match.state.legal_texts()
        scene = self.scene(seat)
        frame = self._frame(scene, self.interface.choices(moves, scene))
        self._show(frame)
        while not self._run_command(
            self.interface.parse_line(self.terminal.ask(self._prompt(frame.groups)), moves, frame), frame
        ):
            continue

    def _may_be_another_person(self, seat: int) -> bool:
        """Whether another person may be at the screen: not before the first decision of a game."""
        return self.last_human >= 0 or any(decider >= 0 for decider in self.match.deciders)

    def _play_forced(self, move: str, note: str) -> None:
        """Play a forced move; it is undone together with the move before it."""
        self.match.play(move)
        # undone together with the move that forced it
        if self.undo_steps and self.match.can_undo():
            self.undo_steps[-1] += 1
        self.notes.append(note)

    def _frame(self, scene: Scene, groups: Sequence[ChoiceGroup]) -> Frame:
        footer = FOOTER if self.terminal.is_interactive else ""
        frame = Frame(scene, groups, self.news(scene.seat), brief_news=self.brief_news(scene.seat), footer=footer)
        notes = [*self.notes, self.interface.shortcut_hint(frame)]
        self.notes.clear()
        return replace(frame, notes=tuple(note for note in notes if note))

    def _prompt(self, groups: Sequence[ChoiceGroup]) -> str:
        only = all_choices(groups)
        return f"Enter = {self.interface.enter_label(only[0])} › " if len(only) == 1 else "› "

    def _show(self, frame: Frame) -> None:
        """An interactive screen is redrawn every time; a transcript shows the board only when it changes."""
        self.events_seen[frame.scene.seat] = self.events_told = len(self.match.events)
        board = self.interface.board_key(frame.scene)
        if self.terminal.is_interactive or board != self.last_board:
            self.terminal.clear()
            self.terminal.show(self.interface.compose(frame, self.terminal.console, self.terminal.palette))
        else:
            self.terminal.show(self.interface.lower_part(frame, self.terminal.console.width, self.terminal.palette))
        self.last_board = board

    def _pass_the_screen(self, seat: int) -> None:
        self.terminal.clear()
        self.terminal.ask(f"{self.names[seat]} plays next. Pass the screen and press Enter. ")

    def scene(self, seat: int) -> Scene:
        """What a seat sees now."""
        return self.interface.scene(self.match.state, seat, self.names)

    def _visible_events(self, reader: int) -> list[Event]:
        """All events as visible to this seat."""
        return [self.match.state.redact_event(event, reader) for event in self.match.events]

    def _narrator(self, start: int, reader: int) -> Narrator:
        """A narrator that already knows the events before `start`."""
        narrator = self.interface.narrator(SeatNames(self.names, reader), self.match.state)
        for event in self._visible_events(reader)[:start]:
            narrator.describe_event(event)
        return narrator

    def news(self, seat: int) -> list[str]:
        """Sentences about what has happened since this seat last decided."""
        start = min(self.events_seen.get(seat, 0), len(self.match.events))
        return self._narrator(start, seat).describe_events(self._visible_events(seat)[start:])

    def brief_news(self, seat: int) -> list[str]:
        """The news in fewer lines: one for each turn of an opponent."""
        start = min(self.events_seen.get(seat, 0), len(self.match.events))
        return self.interface.brief_news(self._visible_events(seat)[start:], self._narrator(start, seat))

    # Commands

    def _run_command(self, command: Command, frame: Frame) -> bool:
        """Execute a command. True when the game changed and the question has to be asked again."""
        if command.verb == "nothing":
            only = all_choices(frame.groups)
            return self.play(self.interface.enter_moves(only[0], self.match.state)) if len(only) == 1 else False
        if command.verb == "unclear":
            return self.print_error(command.argument)
        if command.verb == "move":
            return self._is_confirmed(command.argument, frame) and self.play([command.argument] * command.times)
        return self._commands()[command.verb](command.argument, frame)

    def _is_confirmed(self, move: str, frame: Frame) -> bool:
        """Ask for confirmation of a costly move."""
        if not self.terminal.is_interactive or move not in self.match.state.legal_texts():
            return True
        question = self.interface.confirmation_question(move, self.match.state, frame)
        return not question or self.terminal.confirm(question)

    def _commands(self) -> dict[str, Callable[[str, Frame], bool]]:
        return {
            "undo": lambda _, __: self._undo(),
            "?": self._explain,
            "log": self._log,
            "save": lambda path, _: self._save(path),
            "load": lambda path, _: self._load(path),
            "quit": lambda _, __: self._quit(),
            **self.interface.commands(self),
        }

    def print(self, *parts: RenderableType) -> bool:
        """Print something; the question stays open."""
        self.terminal.show(*parts)
        return False

    def print_error(self, message: str) -> bool:
        """Print an error; the question stays open."""
        self.terminal.print_lines(message, style="" if self.terminal.palette.is_plain else "bold yellow")
        return False

    def play(self, moves: Sequence[str]) -> bool:
        """Play moves as one undo step; a refusal is explained in the engine's words."""
        done = 0
        try:
            for move in moves:
                self.match.play(move)
                done += 1
        except Refusal as refusal:
            self.print_error(self._with_names(str(refusal)))
        if done:
            self.undo_steps.append(done)
            self._autosave()
        return done > 0

    def _undo(self) -> bool:
        if not self.match.can_undo():
            return self.print_error(
                "Nothing can be taken back: a die, a reveal or another player's decision lies behind you."
            )
        for _ in range(self.undo_steps.pop() if self.undo_steps else 1):
            if self.match.can_undo():
                self.match.undo()
        # events that were taken back will be told again
        self.events_seen = {seat: min(mark, len(self.match.events)) for seat, mark in self.events_seen.items()}
        self.last_board = ()
        self._autosave()
        return True

    def _explain(self, topic: str, frame: Frame) -> bool:
        if topic:
            return self.print(self.interface.explain(topic, frame.scene, self._why))
        return self.print(self.interface.help())

    def _why(self, move: str) -> str:
        """What a move would cost, or why it is illegal, with the cost if the reason does not mention it."""
        state = self.match.state
        price = state.explain(move)
        if move in state.legal_texts():
            return price
        # tried on a copy, because only playing a move tells why it is illegal
        trial = state.clone()
        trial.sink = None
        try:
            trial.play(move)
        except Refusal as refusal:
            reason = self._with_names(str(refusal))
            return reason if not price or "cost" in reason else f"{reason} (It would take {price}.)"
        return price

    def _with_names(self, message: str) -> str:
        """An engine message with players' names instead of seat numbers."""
        return re.sub(
            r"\b[Ss]eat (\d)\b",
            lambda match: SeatNames(self.names).name(int(match[1])),
            self.interface.with_names(message, SeatNames(self.names, self.last_human)),
        )

    def _log(self, amount: str, frame: Frame) -> bool:
        lines = self._story(frame.scene.seat)
        wanted = parse_number(amount) or 25
        self.terminal.print_lines(*lines[-wanted:])
        return False

    def _story(self, reader: int) -> list[str]:
        """The whole game in sentences, with a heading for every turn."""
        narrator, lines = self._narrator(0, reader), list[str]()
        for turn in split_turns(self._visible_events(reader), self.game):
            lines += [narrator.describe_event(turn[0])] if begins_turn(self.game, turn[0]) else []
            lines += [f"  · {line}" for line in narrator.describe_events(turn)]
        return lines

    # Saving and loading

    def saved(self) -> SavedGame:
        """The session as a saved game."""
        over = self.match.state.to_move == OVER
        seats = tuple(sorted(self.humans))
        bots = self.opponents.specs
        return SavedGame(self.match.save(), self.game.name, self.names, seats, over, int(self.rng.seed), bots)

    def _autosave(self) -> None:
        if self.autosave is not None:
            self.autosave.save(self.saved())

    def _save(self, text: str) -> bool:
        if not text:
            return self.print_error("Save where? Give a file name, such as `save evening`.")
        try:
            path = save_path(text)
            write_save(path, self.saved())
        except SaveError as error:
            return self.print_error(str(error))
        self.terminal.print_lines(f"Saved to {path}.")
        return False

    def _load(self, text: str) -> bool:
        """Load another game; the current one is set aside. Nothing changes if the file is invalid."""
        if not text:
            return self.print_error("Load which game? Give its file name, such as `load evening`.")
        try:
            saved = read_save(load_path(text))
            match = Match.load(dict(saved.record))
            check_names(saved, int(match.state.seats()))
        except (SaveError, Refusal) as error:
            return self.print_error(str(error))
        if self.autosave is not None:
            kept = self.autosave.set_aside()
            self.notes += [f"The game you left is kept: `load {kept}`."] if kept else []
            self.autosave = Autosave(self.autosave.folder)
        self.match = match
        self._restore_players(saved)
        self._load_match()
        self._autosave()
        return True

    def _restore_players(self, saved: SavedGame) -> None:
        """Restore the players of a saved game; a plain record keeps the current ones."""
        self.game = games.load(saved.game)
        if saved.names:
            self.names, self.humans = saved.names, frozenset(saved.humans)
        self.rng = Rng(len(self.match.events) if saved.luck is None else saved.luck)
        former = self.opponents
        self.opponents = Opponents(saved.bots or [spec for spec in former.specs if spec])
        former.close()

    def _quit(self) -> bool:
        answer = self.terminal.ask("Save before you go? A file name saves, Enter just leaves, c goes back › ").strip()
        if answer.lower() in ("c", "cancel", "back"):
            return False
        if answer.lower() in ("", "n", "no"):
            raise PlayerLeft
        if answer.lower() in ("y", "yes"):
            answer = "hordes-game.json"
        try:
            write_save(save_path(answer), self.saved())
        except SaveError as error:
            return self.print_error(str(error))
        self.terminal.show(Text(f"Saved to {save_path(answer)}."))
        raise PlayerLeft
