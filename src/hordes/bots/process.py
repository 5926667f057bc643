"""Bots in another process, in any language: a line of JSON with the question in, a line with the move out.

The process is started once and asked question after question. Its standard error is left alone, for the author's
eyes. A crash, a time-out or an answer that makes no sense is reported by name and ends the process; the next question
starts it anew.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shlex
import shutil
import subprocess
import time
from typing import Any

from hordes.bots.protocol import Bot, BotFailed, Budget, Question
from hordes.engine.errors import BadRequest

GRACE = 2.0
"""Seconds beyond the budget before a bot counts as stuck: starting up takes a while too."""
LONGEST_LINE = 1 << 20


class ProcessBot(Bot):
    """A program that answers questions over standard input and output."""

    elsewhere = True

    def __init__(self, command: str, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget or Budget())
        self.words = check_command(command)
        self.name = command
        self.process: subprocess.Popen[bytes] | None = None
        self.rest = b""

    def __getstate__(self) -> dict[str, Any]:
        if self.process is not None:
            raise BadRequest(
                f"The bot `{self.name}` is a running program, and what it remembers cannot be copied; "
                "so the game in which it plays cannot be copied either."
            )
        return dict(vars(self))

    def choose(self, question: Question) -> str:
        """Send the question, wait for the answer."""
        budget = self.budget or Budget()
        line = json.dumps(question.as_json() | {"milliseconds": budget.clock(), "seed": self.next_seed()})
        reply = self.exchange(line.encode() + b"\n", budget.clock() / 1000.0 + GRACE)
        return self.read(reply)

    def read(self, reply: bytes) -> str:
        """The move in an answer."""
        try:
            found: Any = json.loads(reply)
        except (ValueError, RecursionError):
            self.close()
            raise BotFailed(f"The bot `{self.name}` answered with a line that is no JSON: {shown(reply)}") from None
        move = found.get("move") if isinstance(found, dict) else None
        if not isinstance(move, str):
            self.close()
            raise BotFailed(f'The bot `{self.name}` should answer {{"move": "..."}}, not {shown(reply)}')
        return " ".join(move.split())

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """One line there and one back."""
        process = self.running()
        assert process.stdin is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
        except OSError:
            raise self.crashed() from None
        return self.line_within(process, seconds)

    def running(self) -> subprocess.Popen[bytes]:
        """The process, started if it is not there."""
        if self.process is None or self.process.poll() is not None:
            self.close()
            try:
                self.process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            except OSError as error:
                raise BotFailed(f"The bot `{self.name}` cannot be started: {error.strerror}.") from error
        return self.process

    def line_within(self, process: subprocess.Popen[bytes], seconds: float) -> bytes:
        """The next line of its output."""
        assert process.stdout is not None
        deadline = time.monotonic() + seconds
        while b"\n" not in self.rest:
            left = deadline - time.monotonic()
            ready = select.select([process.stdout], [], [], max(left, 0.0))[0] if left > 0 else []
            if not ready:
                self.close()
                raise BotFailed(f"The bot `{self.name}` did not answer within {seconds:.1f} s.")
            more = os.read(process.stdout.fileno(), 65536)
            if not more:
                raise self.crashed()
            self.rest += more
            if len(self.rest) > LONGEST_LINE:
                self.close()
                raise BotFailed(f"The bot `{self.name}` answered with a line without an end.")
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def crashed(self) -> BotFailed:
        """What to say of a process that is gone."""
        status: int | None = None
        if self.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = self.process.wait(1.0)
        self.close()
        return BotFailed(f"The bot `{self.name}` ended (exit status {status}) instead of answering.")

    def close(self) -> None:
        """End the process."""
        process, self.process, self.rest = self.process, None, b""
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.2)
        if process.poll() is None:
            process.kill()
            process.wait()


def check_command(command: str) -> list[str]:
    """The words of a command whose program exists; raises `BadRequest`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadRequest(f"The bot `{command}` cannot be started: {error}.") from None
    if not words:
        raise BadRequest("A bot that is a program is named by its command, such as cmd:node my_bot.js; none was given.")
    if shutil.which(words[0]) is None:
        raise BadRequest(f"The bot `{command}` cannot be started: there is no program {words[0]!r}.")
    return words


def shown(reply: bytes) -> str:
    """The beginning of an answer, for a message."""
    text = reply[:80].decode(errors="replace")
    return f"`{text}`" + ("..." if len(reply) > 80 else "")
