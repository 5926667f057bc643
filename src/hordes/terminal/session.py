"""One game at the table: asks people, lets the others play, tells what happened, and obeys commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from rich.console import RenderableType
from rich.text import Text

from hordes.engine import games
from hordes.engine.errors import Refusal
from hordes.engine.match import Match
from hordes.engine.rng import Rng
from hordes.engine.state import OVER, Game
from hordes.terminal.desk import Desk, Leave
from hordes.terminal.face import Event, Face, Narrator
from hordes.terminal.faces import face_of
from hordes.terminal.news import by_turn
from hordes.terminal.order import Command, whole
from hordes.terminal.rivals import Rivals
from hordes.terminal.saves import Autosave, Saved, SaveError, check_names, load_path, read_save, save_path, write_save
from hordes.terminal.scene import Frame, Group, Scene, flatten
from hordes.terminal.screen import bullets
from hordes.terminal.words import Cast

LINE_PAUSE = 0.35
TURN_PAUSE = 1.0
FOOTER = "? explains · undo · log · save · quit"


@dataclass
class Session:
    """A game in progress with its players and its screen."""

    game: Game
    match: Match
    humans: frozenset[int]
    names: tuple[str, ...]
    desk: Desk
    autosave: Autosave | None = None
    luck: Rng = field(default_factory=lambda: Rng(0))
    rivals: Rivals = field(default_factory=Rivals)
    face: Face = field(init=False)
    steps: list[int] = field(default_factory=list)
    seen: dict[int, int] = field(default_factory=dict)
    told: int = 0
    notes: list[str] = field(default_factory=list)
    hinted: set[str] = field(default_factory=set)
    last_human: int = -1
    last_board: tuple[object, ...] = ()

    def __post_init__(self) -> None:
        self._sit_down()

    def _sit_down(self) -> None:
        """Reads what depends on the match: the board, and where the story has got to."""
        self.face = face_of(self.game, self.match.record.options)
        fresh = self.face.fresh(self.match)
        self.told = 0 if fresh else len(self.match.events)
        self.seen = dict.fromkeys(self.humans, 0 if fresh else max(0, self.told - 12))
        self.steps.clear()
        self.last_human, self.last_board = -1, ()

    # The course of the game

    def run(self) -> int:
        """Plays to the end, or until the player leaves."""
        try:
            self._welcome()
            while self.match.state.to_move != OVER:
                if self.match.state.to_move in self.humans:
                    self._decide(int(self.match.state.to_move))
                else:
                    self._rival_turn()
            self._finish()
        except Leave:
            self._farewell()
        return 0

    def _welcome(self) -> None:
        """What a newcomer needs to know, shown with the first question."""
        hint = self.face.hint(self.scene(self._reader()), self.desk.console)
        self.notes += ["Type what stands in front of a choice, ? for help, quit to leave.", *([hint] if hint else [])]

    def greet(self, lines: Sequence[str]) -> None:
        """Says something before the game begins; on a screen that is cleared it stands below the first question."""
        self.desk.say(*lines, style="bold")
        if self.desk.live:
            self.notes += lines

    def _rival_turn(self) -> None:
        """A seat nobody sits at plays until its turn is over or a person has to answer."""
        player = self.match.state.view(0).get("player")
        self._thinking(int(self.match.state.to_move))
        self.rivals.begin(self.luck)
        while self.match.state.to_move not in self.humans and self.match.state.to_move != OVER:
            try:
                move = self.rivals.choose(self.match, self.luck)
            except KeyboardInterrupt as end:
                raise Leave from end
            self.match.play(move)
            if self.match.state.view(0).get("player") != player:
                break
        for complaint in self.rivals.complaints():
            self.complain(complaint)
        self._keep()
        if self.match.state.to_move != OVER:
            self._tell()

    def _thinking(self, seat: int) -> None:
        """A line that says who is at it, for a person who waits."""
        if self.desk.live and self.rivals.described(seat):
            who = f"{self.names[seat]} ({self.rivals.described(seat)})"
            self.desk.say(f"{who} is thinking … Ctrl-C leaves.", style="italic dim")

    def _tell(self) -> None:
        """Shows the board after a rival's turn and tells the turn line by line; Enter skips ahead."""
        reader = self._reader()
        lines = self._teller(self.told, reader).digest(self._heard(reader)[self.told :])
        self.told = len(self.match.events)
        self.desk.clear()
        self.desk.show(self.face.board(Frame(self.scene(reader)), self.desk.console, self.desk.palette, len(lines) + 1))
        skipped = False
        self._hint_once("Enter skips ahead.")
        for line in lines:
            self.desk.show(bullets([line]))
            skipped = skipped or self.desk.pause(LINE_PAUSE)
        if not skipped:
            self.desk.pause(TURN_PAUSE)
        self.last_board = ()

    def _hint_once(self, hint: str) -> None:
        """Says something the first time it is useful to a person."""
        if self.desk.live and not self.desk.fast and hint not in self.hinted:
            self.hinted.add(hint)
            self.desk.say(hint, style="italic dim")

    def _reader(self) -> int:
        """Whose eyes the screen is for while nobody has to decide."""
        return self.last_human if self.last_human in self.humans else min(self.humans, default=0)

    def _finish(self) -> None:
        """The last screen: the map, how the last turn went, the scores, the winner and why."""
        result = self.match.state.result() or {"scores": [], "winners": [], "reason": ""}
        scene, palette = self.scene(self._reader()), self.desk.palette
        lines = self._teller(self.told, scene.seat).digest(self._heard(scene.seat)[self.told : -1])[-6:]
        self.desk.clear()
        frame = Frame(scene, over=True)
        self.desk.show(self.face.board(frame, self.desk.console, palette, len(self.names) + len(lines) + 8))
        self.desk.show(bullets(lines), self.face.final(scene, result, self.match.events, palette))
        cast = scene.cast if len(self.humans) == 1 else Cast(self.names)
        self.desk.say(self.face.verdict(result, cast), style="bold")
        self._keep()

    def _farewell(self) -> None:
        self._keep()
        kept = self.autosave is not None and self.match.state.to_move != OVER
        self.desk.say("Until next time." + (" The game waits: start again to go on with it." if kept else ""))

    # One decision of a person

    def _decide(self, seat: int) -> None:
        if seat != self.last_human and len(self.humans) > 1 and self._somebody_else(seat):
            self._pass_the_screen(seat)
        self.last_human = seat
        move, note = self.face.forced(self.match.state)
        if move:
            self._play_forced(move, note)
            return
        moves = self.match.state.legal_texts()
        scene = self.scene(seat)
        frame = self._frame(scene, self.face.choices(moves, scene))
        self._show(frame)
        while not self._obey(self.face.understand(self.desk.ask(self._prompt(frame.groups)), moves, frame), frame):
            continue

    def _somebody_else(self, seat: int) -> bool:
        """Whether another person may be at the screen: not before the very first decision of a game."""
        return self.last_human >= 0 or any(decider >= 0 for decider in self.match.deciders)

    def _play_forced(self, move: str, note: str) -> None:
        """Plays what nobody needs to be asked for; it belongs to the move before, and is taken back with it."""
        self.match.play(move)
        if self.steps and self.match.can_undo():
            self.steps[-1] += 1
        self.notes.append(note)

    def _frame(self, scene: Scene, groups: Sequence[Group]) -> Frame:
        footer = FOOTER if self.desk.live else ""
        frame = Frame(scene, groups, self.news(scene.seat), gist=self.gist(scene.seat), footer=footer)
        notes = [*self.notes, self.face.advice(frame)]
        self.notes.clear()
        return replace(frame, notes=tuple(note for note in notes if note))

    def _prompt(self, groups: Sequence[Group]) -> str:
        only = flatten(groups)
        return f"Enter = {self.face.prompt(only[0])} › " if len(only) == 1 else "› "

    def _show(self, frame: Frame) -> None:
        """A person gets a fresh screen every time; a transcript gets the board only when the question changes."""
        self.seen[frame.scene.seat] = self.told = len(self.match.events)
        board = self.face.moment(frame.scene)
        if self.desk.live or board != self.last_board:
            self.desk.clear()
            self.desk.show(self.face.compose(frame, self.desk.console, self.desk.palette))
        else:
            self.desk.show(self.face.lower(frame, self.desk.console.width, self.desk.palette))
        self.last_board = board

    def _pass_the_screen(self, seat: int) -> None:
        self.desk.clear()
        self.desk.ask(f"{self.names[seat]} plays next. Pass the screen and press Enter. ")

    def scene(self, seat: int) -> Scene:
        """What a seat sees now."""
        return self.face.scene(self.match.state, seat, self.names)

    def _heard(self, reader: int) -> list[Event]:
        """All that has happened, as this seat may hear it."""
        return [self.match.state.overheard(event, reader) for event in self.match.events]

    def _teller(self, start: int, reader: int) -> Narrator:
        """A teller who has heard everything before `start`."""
        teller = self.face.narrator(Cast(self.names, reader))
        for event in self._heard(reader)[:start]:
            teller.tell(event)
        return teller

    def news(self, seat: int) -> list[str]:
        """What has happened since this seat last decided, in sentences."""
        start = min(self.seen.get(seat, 0), len(self.match.events))
        return self._teller(start, seat).digest(self._heard(seat)[start:])

    def gist(self, seat: int) -> list[str]:
        """The same in brief, with one line for each turn of the others."""
        start = min(self.seen.get(seat, 0), len(self.match.events))
        return self.face.gist(self._heard(seat)[start:], self._teller(start, seat))

    # Commands

    def _obey(self, command: Command, frame: Frame) -> bool:
        """Does what was typed. True when the question has to be asked anew, with the game changed."""
        if command.verb == "nothing":
            only = flatten(frame.groups)
            return self.play(self.face.obvious(only[0], self.match.state)) if len(only) == 1 else False
        if command.verb == "unclear":
            return self.complain(command.argument)
        if command.verb == "move":
            return self._agreed(command.argument, frame) and self.play([command.argument] * command.times)
        return self._orders()[command.verb](command.argument, frame)

    def _agreed(self, move: str, frame: Frame) -> bool:
        """Asks a person once before a word that gives a turn away."""
        if not self.desk.live or move not in self.match.state.legal_texts():
            return True
        doubt = self.face.doubt(move, self.match.state, frame)
        return not doubt or self.desk.agrees(doubt)

    def _orders(self) -> dict[str, Callable[[str, Frame], bool]]:
        return {
            "undo": lambda _, __: self._undo(),
            "?": self._explain,
            "log": self._log,
            "save": lambda path, _: self._save(path),
            "load": lambda path, _: self._load(path),
            "quit": lambda _, __: self._quit(),
            **self.face.orders(self),
        }

    def print(self, *parts: RenderableType) -> bool:
        """Shows something; the question stays open."""
        self.desk.show(*parts)
        return False

    def complain(self, message: str) -> bool:
        """Says why not; the question stays open."""
        self.desk.say(message, style="" if self.desk.palette.plain else "bold yellow")
        return False

    def play(self, moves: Sequence[str]) -> bool:
        """Plays moves that belong together; what the engine refuses is explained in its own words."""
        done = 0
        try:
            for move in moves:
                self.match.play(move)
                done += 1
        except Refusal as refusal:
            self.complain(self._named(str(refusal)))
        if done:
            self.steps.append(done)
            self._keep()
        return done > 0

    def _undo(self) -> bool:
        if not self.match.can_undo():
            return self.complain(
                "Nothing can be taken back: a die, a reveal or another player's decision lies behind you."
            )
        for _ in range(self.steps.pop() if self.steps else 1):
            if self.match.can_undo():
                self.match.undo()
        self.seen = {seat: min(mark, len(self.match.events)) for seat, mark in self.seen.items()}
        self.last_board = ()
        self._keep()
        return True

    def _explain(self, topic: str, frame: Frame) -> bool:
        if topic:
            return self.print(self.face.explain(topic, frame.scene, self._why))
        return self.print(self.face.help())

    def _why(self, move: str) -> str:
        """What a move would cost, or why it is not allowed, with the price where the reason does not name it."""
        state = self.match.state
        price = state.explain(move)
        if move in state.legal_texts():
            return price
        trial = state.clone()
        trial.sink = None
        try:
            trial.play(move)
        except Refusal as refusal:
            reason = self._named(str(refusal))
            return reason if not price or "cost" in reason else f"{reason} (It would take {price}.)"
        return price

    def _named(self, message: str) -> str:
        """The engine's words with names for seat numbers."""
        return re.sub(
            r"\b[Ss]eat (\d)\b",
            lambda found: Cast(self.names).name(int(found[1])),
            self.face.named(message, Cast(self.names, self.last_human)),
        )

    def _log(self, amount: str, frame: Frame) -> bool:
        lines = self._story(frame.scene.seat)
        wanted = whole(amount) or 25
        self.desk.say(*lines[-wanted:])
        return False

    def _story(self, reader: int) -> list[str]:
        """The whole game in sentences, with a heading for every turn."""
        teller, lines = self._teller(0, reader), list[str]()
        for turn in by_turn(self._heard(reader)):
            lines += [teller.tell(turn[0])] if turn[0]["type"] == "turn" else []
            lines += [f"  · {line}" for line in teller.digest(turn)]
        return lines

    # Keeping the game

    def saved(self) -> Saved:
        """The game as it goes to disk."""
        over = self.match.state.to_move == OVER
        seats = tuple(sorted(self.humans))
        bots = self.rivals.texts
        return Saved(self.match.save(), self.game.name, self.names, seats, over, int(self.luck.seed), bots)

    def _keep(self) -> None:
        if self.autosave is not None:
            self.autosave.keep(self.saved())

    def _save(self, text: str) -> bool:
        if not text:
            return self.complain("Save where? Give a file name, such as `save evening`.")
        try:
            path = save_path(text)
            write_save(path, self.saved())
        except SaveError as error:
            return self.complain(str(error))
        self.desk.say(f"Saved to {path}.")
        return False

    def _load(self, text: str) -> bool:
        """Goes on with another game; the one in hand is set aside, and nothing changes if the file is no good."""
        if not text:
            return self.complain("Load which game? Give its file name, such as `load evening`.")
        try:
            saved = read_save(load_path(text))
            match = Match.load(dict(saved.record))
            check_names(saved, int(match.state.seats()))
        except (SaveError, Refusal) as error:
            return self.complain(str(error))
        if self.autosave is not None:
            kept = self.autosave.set_aside()
            self.notes += [f"The game you left is kept: `load {kept}`."] if kept else []
            self.autosave = Autosave(self.autosave.folder)
        self.match = match
        self._seat(saved)
        self._sit_down()
        self._keep()
        return True

    def _seat(self, saved: Saved) -> None:
        """Puts the people of a saved game on their chairs; a bare record keeps those who sit here now."""
        self.game = games.load(saved.game)
        if saved.names:
            self.names, self.humans = saved.names, frozenset(saved.humans)
        self.luck = Rng(len(self.match.events) if saved.luck is None else saved.luck)
        self.rivals = Rivals(saved.bots or self.rivals.texts)

    def _quit(self) -> bool:
        answer = self.desk.ask("Save before you go? A file name saves, Enter just leaves, c goes back › ").strip()
        if answer.lower() in ("c", "cancel", "back"):
            return False
        if answer.lower() in ("", "n", "no"):
            raise Leave
        if answer.lower() in ("y", "yes"):
            answer = "hordes-game.json"
        try:
            write_save(save_path(answer), self.saved())
        except SaveError as error:
            return self.complain(str(error))
        self.desk.show(Text(f"Saved to {save_path(answer)}."))
        raise Leave
