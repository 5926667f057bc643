"""Chat: muted people, reports to the operator, and tables without chat."""

from pathlib import Path
from typing import Any

import pytest

from hordes.cli.commands import app
from hordes.engine.errors import BadRequest
from hordes.server.db import queries
from hordes.server.protocol.messages import ChatLine
from tests.server.clients import ME, OPEN, Guest, Server, Viewer


def say(viewer: Viewer, text: str) -> int:
    """Say something; returns the number of the line."""
    viewer.send(type="say", text=text)
    return int(viewer.until("chat", text=text)["n"])


def start_table(ann: Guest, bob: Guest) -> dict[str, Any]:
    made = ann.create([ME, OPEN, OPEN], public=True, title="A table")
    bob.join(made, "Bob")
    return made


def test_who_is_muted_is_not_heard_by_that_visitor_alone(server: Server, ann: Guest, bob: Guest) -> None:
    made = start_table(ann, bob)
    path = f"/api/tables/{made['table']}"
    with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b, server.guest() as spectator:
        a.until("snapshot")
        first = say(b, "one")
        a.until("chat", text="one")
        answer = ann.post(f"{path}/mute", {"line": first}, 200)
        assert [person["name"] for person in answer["muted"]] == ["Bob"]
        assert answer["lines"] == [first]
        say(b, "two")
        say(a, "three")
        assert [line["text"] for line in a.received if line["type"] == "chat"] == ["one", "three"]
        b.until("chat", text="three")
        with ann.open_viewer(made["table"]) as again, spectator.open_viewer(made["table"]) as other:
            assert again.until("chat")["text"] == "three", "lines of before are left out, too"
            assert other.until("chat")["text"] == "one"
        number = ann.get("/api/me/muted")["muted"][0]["id"]
        assert bob.http.delete(f"/api/me/muted/{number}").status_code == 404, "that is Ann's"
        assert ann.http.delete(f"/api/me/muted/{number}").status_code == 204
        say(b, "four")
        assert a.until("chat")["text"] == "four"
        assert ann.get("/api/me/muted") == {"muted": []}


def test_muting_needs_a_line_of_somebody_else(server: Server, ann: Guest, bob: Guest) -> None:
    made, other = start_table(ann, bob), ann.create([ME, OPEN])
    path = f"/api/tables/{made['table']}"
    with ann.open_viewer(made["table"]) as a, ann.open_viewer(other["table"]) as elsewhere:
        mine, hidden = say(a, "mine"), say(elsewhere, "private")
        assert ann.post(f"{path}/mute", {"line": mine}, 409)["message"] == "That is your own line."
        for line in (10**9, hidden):
            answer = bob.post(f"{path}/mute", {"line": line}, 404)
            assert answer["message"] == "There is no such line in the chat of this table."
            assert bob.post(f"{path}/report", {"line": line}, 404) == answer
        for word in ("mute", "report"):
            bob.post(f"/api/tables/{other['table']}/{word}", {"line": hidden}, 404)
            with server.guest() as stranger:
                assert "stranger" in stranger.post(f"{path}/{word}", {"line": mine}, 403)["message"]


def test_a_spectator_without_a_cookie_cannot_be_told_from_others(server: Server, ann: Guest, bob: Guest) -> None:
    made = start_table(ann, bob)
    with server.guest() as nobody, nobody.open_viewer(made["table"]) as viewer:
        line = say(viewer, "who am I?")
    assert "without a cookie" in ann.post(f"/api/tables/{made['table']}/mute", {"line": line}, 404)["message"]


def test_a_reported_line_is_shown_to_the_operator_with_its_context(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HORDES_FOLDER", str(tmp_path))
    with Server(tmp_path) as server, server.guest() as ann, server.guest() as bob:
        assert app(["reports"]) == 0
        assert capsys.readouterr().out == "There are no reports.\n"
        made = start_table(ann, bob)
        with ann.open_viewer(made["table"]) as a, bob.open_viewer(made["table"]) as b:
            a.until("snapshot")
            say(b, "before")
            line = say(b, "something nasty")
            say(a, "please stop")
        old = ChatLine(0, 1, "Bob\x1b[2J", "typed in \x1b[31m0.1\nunseen", 1)
        server.run(server.manager.database.write(lambda c: queries.insert_chat(c, made["table"], old, "")))
        body = {"line": line, "reason": "insult\u202e[31m\nto me"}
        ann.post(f"/api/tables/{made['table']}/report", body, 204)
        assert app(["reports"]) == 0
        shown = capsys.readouterr().out
        assert "> Bob: something nasty\n" in shown
        assert "Bob: before" in shown
        assert "please stop" in shown
        assert "    Bob [2J: typed in [31m0.1 unseen\n" in shown, "one line, whatever it holds"
        assert "\x1b" not in shown
        assert "Reason: insult [31m to me" in shown, "what a visitor has written does nothing to the terminal"
        assert app(["reports", "--delete", "1"]) == 0
        assert app(["reports"]) == 0
        assert capsys.readouterr().out.endswith("There are no reports.\n")
        with pytest.raises(BadRequest, match=r"There is no report 1\."):
            app(["reports", "--delete", "1"])


def test_reports_have_a_rate(server: Server, ann: Guest, bob: Guest) -> None:
    made = start_table(ann, bob)
    with bob.open_viewer(made["table"]) as b:
        line = say(b, "x")
    path = f"/api/tables/{made['table']}/report"
    codes = [ann.http.post(path, json={"line": line}).status_code for _ in range(12)]
    assert codes == [204] * 10 + [429] * 2


def test_the_host_switches_the_chat_off_and_on(ann: Guest, bob: Guest) -> None:
    made = start_table(ann, bob)
    path = f"/api/tables/{made['table']}"
    with bob.open_viewer(made["table"]) as b:
        b.until("snapshot")
        assert (
            bob.post(f"{path}/chat", {"enabled": False}, 403)["message"] == "Only whoever made the table can do that."
        )
        ann.post(f"{path}/chat", {"enabled": False}, 204)
        while b.until("welcome")["table"].get("chat", True):
            pass
        b.send(type="say", text="hello?")
        assert b.until("no")["message"] == "The host has switched the chat of this table off."
        ann.post(f"{path}/chat", {"enabled": True}, 204)
        say(b, "hello!")
    silent = ann.create([ME, OPEN], chat=False)
    assert ann.get(f"/api/tables/{silent['table']}")["chat"] is False
