"""Bots that are external programs, in any language: questions and answers are lines of JSON over stdin and stdout.

The process is started once and asked question after question. Its standard error is not captured, for debugging.
A crash, a timeout or an invalid answer raises `BotFailed` and ends the process; the next question restarts it.
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

GRACE_SECONDS = 2.0
"""Seconds beyond the budget before a bot counts as hanging; they include the start of the program."""
MAX_LINE_BYTES = 1 << 20


class ProcessBot(Bot):
    """A bot that runs as a subprocess and answers over its standard output."""

    is_external = True

    def __init__(self, command: str, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed, budget or Budget())
        self.argv = check_command(command)
        self.name = command
        self.process: subprocess.Popen[bytes] | None = None
        self.unread = b""

    def __getstate__(self) -> dict[str, Any]:
        if self.process is not None:
            raise BadRequest(
                f"The bot `{self.name}` is a running program, and what it remembers cannot be copied; "
                "so the game in which it plays cannot be copied either."
            )
        return dict(vars(self))

    def choose(self, question: Question) -> str:
        """Send the question and wait for the answer."""
        budget = self.budget or Budget()
        line = json.dumps(question.as_json() | {"milliseconds": budget.time_limit_ms(), "seed": self.next_seed()})
        reply = self.exchange(line.encode() + b"\n", budget.time_limit_ms() / 1000.0 + GRACE_SECONDS)
        return self.parse_reply(reply)

    def parse_reply(self, reply: bytes) -> str:
        """The move in an answer line; raises `BotFailed`."""
        try:
            answer: Any = json.loads(reply)
        except (ValueError, RecursionError):
            self.close()
            raise BotFailed(f"The bot `{self.name}` answered with a line that is no JSON: {excerpt(reply)}") from None
        move = answer.get("move") if isinstance(answer, dict) else None
        if not isinstance(move, str):
            self.close()
            raise BotFailed(f'The bot `{self.name}` should answer {{"move": "..."}}, not {excerpt(reply)}')
        return " ".join(move.split())

    def exchange(self, line: bytes, seconds: float) -> bytes:
        """Send one line and read one line."""
        process = self.ensure_running()
        assert process.stdin is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
        except OSError:
            raise self.exit_error() from None
        return self.read_line(process, seconds)

    def ensure_running(self) -> subprocess.Popen[bytes]:
        """The running process; started if necessary."""
        if self.process is None or self.process.poll() is not None:
            self.close()
            try:
                self.process = subprocess.Popen(self.argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            except OSError as error:
                raise BotFailed(f"The bot `{self.name}` cannot be started: {error.strerror}.") from error
        return self.process

    def read_line(self, process: subprocess.Popen[bytes], seconds: float) -> bytes:
        """The next line of the process's output; raises `BotFailed` after the timeout."""
        assert process.stdout is not None
        deadline = time.monotonic() + seconds
        while b"\n" not in self.unread:
            left = deadline - time.monotonic()
            # `select` instead of a blocking read, so that a hanging bot cannot stop the game
            ready = select.select([process.stdout], [], [], max(left, 0.0))[0] if left > 0 else []
            if not ready:
                self.close()
                raise BotFailed(f"The bot `{self.name}` did not answer within {seconds:.1f} s.")
            more = os.read(process.stdout.fileno(), 65536)
            if not more:
                raise self.exit_error()
            self.unread += more
            if len(self.unread) > MAX_LINE_BYTES:
                self.close()
                raise BotFailed(f"The bot `{self.name}` answered with a line without an end.")
        line, _, self.unread = self.unread.partition(b"\n")
        return line

    def exit_error(self) -> BotFailed:
        """The error for a process that has ended."""
        status: int | None = None
        if self.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = self.process.wait(1.0)
        self.close()
        return BotFailed(f"The bot `{self.name}` ended (exit status {status}) instead of answering.")

    def close(self) -> None:
        """End the process."""
        process, self.process, self.unread = self.process, None, b""
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
    """Split a command line and check that its program exists; raises `BadRequest`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadRequest(f"The bot `{command}` cannot be started: {error}.") from None
    if not words:
        raise BadRequest("A bot that is a program is named by its command, such as cmd:node my_bot.js; none was given.")
    if shutil.which(words[0]) is None:
        raise BadRequest(f"The bot `{command}` cannot be started: there is no program {words[0]!r}.")
    return words


def excerpt(reply: bytes) -> str:
    """The beginning of an answer, for error messages."""
    text = reply[:80].decode(errors="replace")
    return f"`{text}`" + ("..." if len(reply) > 80 else "")
