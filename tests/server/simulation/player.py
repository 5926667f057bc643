"""Simulated player or spectator: what the page does (`web/src/lib/tableSocket.ts`), and a person who makes moves."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hordes.server.live.messages import Viewpoint
from tests.server.clients import apply_changes
from tests.server.simulation.network import Wire
from tests.server.simulation.truth import TableTruth, Violation

if TYPE_CHECKING:
    from tests.server.simulation.world import World

Message = dict[str, Any]
REFUSED_FOR_GOOD = 1008


class Player:
    """One page: reconnects with its last ply, sends what is unacknowledged again, and checks all that it is sent."""

    def __init__(self, world: World, name: str, table: str, viewpoint: Viewpoint, token: str, invite: str) -> None:
        self.world, self.name, self.table, self.viewpoint = world, name, table, viewpoint
        self.token, self.invite = token, invite
        self.rng = world.branch(name)
        self.pace = self.rng.choice([0.3, 1.0, 1.0, 4.0])
        self.wire: Wire | None = None
        self.is_open = self.has_left = self.is_thinking = self.is_refused = False
        self.attempts = self.count = 0
        self.view: dict[str, Any] = {}
        self.ply: int | None = None
        self.chat = 0
        self.last: Message = {}
        self.unacknowledged: dict[str, Message] = {}
        self.acknowledged: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.chat_seen: set[int] = set()
        self.is_calm = False

    @property
    def truth(self) -> TableTruth:
        """What is true of the table."""
        return self.world.truth.table(self.table)

    # The socket of the page

    def connect(self) -> None:
        """Connect to one of the processes, whichever the balancer picks."""
        if not self.has_left and not self.is_refused:
            self.wire = self.world.network.connect(self.world.pick_process(self.rng), self, self.table, self.name)
            self.wire.slowness = 1.0 if self.is_calm else self.rng.choice([1.0, 1.0, 1.0, 10.0, 40.0])

    def on_open(self) -> None:
        """Say hello with the last ply and chat line, and send again what is unacknowledged."""
        self.is_open = True
        hello: Message = {"type": "hello", "table": self.table}
        hello |= {"token": self.token} if self.token else {"invite": self.invite}
        hello |= {} if self.ply is None else {"ply": self.ply}
        hello |= {"chat": self.chat} if self.chat else {}
        self._transmit(hello)
        for word, message in self.unacknowledged.items():
            self._transmit(message | {"id": word})

    def on_close(self, code: int) -> None:
        """Reconnect after a while, longer each time; not where the server has refused."""
        self.world.trace(self.name, f"disconnected {code}")
        self.is_open, self.wire = False, None
        if code == REFUSED_FOR_GOOD:
            self.is_refused = True
            raise Violation(f"access: {self.name} was refused at the door of his own table")
        self.attempts += 1
        pause = min(8.0, 0.25 * 2 ** min(self.attempts, 5)) * self.rng.uniform(0.7, 1.3)
        self.world.later(pause, self.connect)

    def on_message(self, text: str, committed: int) -> None:
        """Check and apply a message."""
        message: Message = json.loads(text)
        kind = message["type"]
        if kind != "welcome" and message.get("ply", 0) > committed:
            raise Violation(f"early: {kind} of ply {message['ply']} was sent with {committed} entries committed")
        self.world.check_secrets(self, text)
        handler: Callable[[Message, str], None] = getattr(self, f"_on_{kind}")
        handler(message, text)
        self._consider()

    def _transmit(self, message: Message) -> None:
        if self.wire is not None and self.is_open:
            self.world.trace(self.name, f"sends {json.dumps(message)[:110]}")
            for _ in range(1 if self.is_calm or message["type"] in ("hello", "say") else self.rng.choice([1, 1, 1, 2])):
                self.wire.send(json.dumps(message))

    def _send(self, message: Message) -> None:
        self.count += 1
        word = f"{self.name}-{self.count}"
        self.unacknowledged[word] = message
        self._transmit(message | {"id": word})

    # What the server says

    def _on_welcome(self, message: Message, text: str) -> None:
        self.attempts = 0

    def _on_snapshot(self, message: Message, text: str) -> None:
        self.view, self.ply, self.last = message["view"], message["ply"], message
        self.world.trace(self.name, f"snapshot {self.ply}")
        self._compare()

    def _on_step(self, message: Message, text: str) -> None:
        ply = message["ply"]
        if self.ply is None or ply != self.ply + 1:
            raise Violation(f"views: {self.name} got the step to {ply} at {self.ply}")
        if text.encode() != self.truth.steps[ply, self.viewpoint]:
            raise Violation(f"views: the step to {ply} that {self.name} got is not that of the replay")
        self.ply, self.last = ply, message
        apply_changes(self.view, message["changes"])
        self._compare()

    def _compare(self) -> None:
        """View, facts and legal moves are those of a replay of the log."""
        assert self.ply is not None
        truth = self.truth
        if self.view != truth.view(self.ply, self.viewpoint):
            raise Violation(f"views: what {self.name} sees at ply {self.ply} is not the view of the replay")
        if self.last["facts"] != truth.facts[self.ply]:
            raise Violation(f"views: facts of {self.name} at ply {self.ply}: {self.last['facts']}")
        if self.last.get("legal", []) != truth.legal_for(self.ply, self.viewpoint):
            raise Violation(f"views: legal moves of {self.name} at ply {self.ply}")

    def _on_ack(self, message: Message, text: str) -> None:
        word, ply = message["id"], message["ply"]
        self.world.trace(self.name, f"ack {word} {ply}{' again' if message.get('again') else ''}")
        if self.acknowledged.setdefault(word, ply) != ply:
            raise Violation(f"doubled: {word} was acknowledged at {self.acknowledged[word]} and {ply}")
        row = self.truth.rows[ply - 1] if ply <= len(self.truth.rows) else None
        if row is None or row.ref is None or row.ref.partition(":")[2] != word:
            raise Violation(f"lost: {word} was acknowledged at {ply}, where the log has {row}")
        self.unacknowledged.pop(word, None)

    def _on_no(self, message: Message, text: str) -> None:
        word, code = message.get("id", ""), message["code"]
        self.world.trace(self.name, f"no {word} {code}")
        self.world.refusals[code] += 1
        if word not in self.unacknowledged:
            return
        if code == "not_stored":
            self.world.later(self.rng.uniform(0.5, 3.0), lambda: self._again(word))
        else:
            self.refused[word] = code
            del self.unacknowledged[word]

    def _again(self, word: str) -> None:
        """Somebody clicks again, or reloads."""
        if word in self.unacknowledged and self.wire is not None and self.is_open:
            if self.rng.random() < 0.5:
                self._transmit(self.unacknowledged[word] | {"id": word})
            else:
                self.reload()

    def reload(self) -> None:
        """Close the connection and make another; sometimes the page has forgotten everything."""
        if self.wire is not None:
            self.wire.close()
            self.is_open, self.wire = False, None
            if self.rng.random() < 0.3:
                self.ply, self.view, self.last, self.chat = None, {}, {}, 0
                self.chat_seen = set()
            self.world.later(0.1, self.connect)

    def _on_chat(self, message: Message, text: str) -> None:
        self.chat = max(self.chat, message["n"])
        self.chat_seen.add(message["n"])

    def _on_pong(self, message: Message, text: str) -> None:
        """Alive."""

    def _on_bye(self, message: Message, text: str) -> None:
        """The server closes the connection; `on_close` follows."""

    # The person

    def _consider(self) -> None:
        """Begin to think if there is something to do."""
        if not self.is_thinking and not self.has_left and self.viewpoint:
            self.is_thinking = True
            seconds = self.rng.expovariate(1 / (0.5 if self.is_calm else self.pace))
            if not self.is_calm and self.rng.random() < 0.03:
                seconds += self.rng.choice([6.0, 35.0])
            self.world.later(seconds, self.act)

    def act(self) -> None:
        """Do something, if there is something to do."""
        self.is_thinking = False
        facts = self.last.get("facts")
        if not self.is_open or facts is None or self.unacknowledged or self.has_left or self.world.is_resting:
            return
        if facts.get("result") is not None:
            return
        if asked := facts.get("asked"):
            self._answer_request(asked)
        elif mine := [seat for seat in facts.get("absent", []) if self._can_return(seat, facts)]:
            self._send({"type": "back", "seat": mine[0]})
        else:
            self._play(facts)

    def _can_return(self, seat: int, facts: Message) -> bool:
        is_mine = seat in self.viewpoint and seat not in facts.get("resigned", [])
        return is_mine and not self.truth.has_no_game_time(seat)

    def _answer_request(self, asked: Message) -> None:
        for seat in self.viewpoint:
            if seat != asked["by"] and seat not in asked["agreed"] and asked["by"] not in self.viewpoint:
                agree = self.rng.random() < 0.6
                self._send({"type": "answer", "ply": self.ply, "agree": agree, "seat": seat})
                return
        self._play(self.last["facts"])

    def _play(self, facts: Message) -> None:
        chance, legal = self.rng.random(), self.last.get("legal", [])
        odd = 0.0 if self.is_calm else 1.0
        if chance < 0.02 * odd:
            self._transmit({"type": "say", "text": f"{self.name} says {self.count}"})
        elif chance < 0.03 * odd:
            self._transmit({"type": "ping"})
        elif chance < 0.04 * odd:
            self.reload()
        elif chance < 0.045 * odd:
            self._send({"type": "resign", "seat": self.viewpoint[0]})
        elif chance < 0.07 * odd and facts["moves"] > 1:
            self._send({"type": "undo", "ply": self.ply, "to": self.rng.randrange(facts["moves"])})
        elif chance < 0.11 * odd and self.last.get("can_undo"):
            self._send({"type": "undo", "ply": self.ply})
        elif legal:
            self._send({"type": "move", "ply": self.ply, "text": self.rng.choice(legal)})
