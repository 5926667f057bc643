"""What is wrong with a request is said in a sentence that names the field, by HTTP and by WebSocket."""

import json
import re
from typing import Any

import pytest

from hordes.server.http.validation_messages import explain_problem
from hordes.server.protocol import base
from tests.server.clients import ME, OPEN, Guest, Server, open_socket

RAW = re.compile(
    r"Expected `|got `|regex|\$\.|Object (?:missing|contains)|malformed|enum|Method Not|Not Found|\^\[|data:"
)
"""Words of the decoder and the framework that people are not shown."""
TABLE = {"seats": [ME, OPEN], "options": {"players": 2}}


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        ("/api/accounts", {"name": 5, "password": "correct horse"}, "`name` must be a text, not a whole number."),
        ("/api/accounts", {"name": "Ann"}, "The field `password` is missing."),
        ("/api/accounts", {"name": "Ann", "password": "x"}, "`password` must have at least 8 characters."),
        ("/api/accounts", {"name": "", "password": "correct horse"}, "`name` must not be empty."),
        ("/api/accounts", {"name": "Ann", "password": "correct horse", "x": 1}, "There is no field `x` here."),
        ("/api/accounts", [], "The request must be an object with named fields, not a list."),
        ("/api/accounts", None, "The request needs a body: a JSON object."),
        (
            "/api/tables",
            {"seats": [{"kind": "x"}]},
            "`seats[0].kind` cannot be 'x'; it must be one of: open, me, bot.",
        ),
        (
            "/api/tables",
            {"seats": [{"level": "a b\n"}]},
            "`seats[0].level` must be made of the letters a to z, digits, - and _.",
        ),
        ("/api/tables", {"seats": [{}] * 17}, "`seats` must have at most 16 entries."),
        ("/api/tables", {"clocks": {"turn": 1}}, "`clocks.turn` must be 5 or more."),
        ("/api/tables", {"clocks": {"turn": "x"}}, "`clocks.turn` must be a whole number, not a text."),
        (
            "/api/tables",
            {"clocks": {"at_zero": "cry"}},
            "`clocks.at_zero` cannot be 'cry'; it must be one of: bot, resign.",
        ),
        ("/api/tables", {"seed": -1}, "`seed` must be 0 or more."),
        ("/api/tables", {"title": "x" * 81}, "`title` must have at most 80 characters."),
        (
            "/api/push",
            {"endpoint": "https://x y", "keys": {}},
            "`endpoint` must be an address that begins with https://.",
        ),
    ],
)
def test_a_wrong_field_is_named_with_what_is_expected(ann: Guest, path: str, body: Any, sentence: str) -> None:
    answer = ann.http.post(path, json=body)
    assert (answer.status_code, answer.json()["message"]) == (400, sentence)
    assert answer.json()["code"] == "bad_request"
    assert answer.json()["said"]["key"], "and can be translated"


@pytest.mark.parametrize(
    ("method", "path", "status", "sentence"),
    [
        ("GET", "/api/tables/short", 400, "`table_id` must have at least 22 characters."),
        ("GET", f"/api/tables/{'A' * 21}%0A", 400, "An address contains no control characters."),
        ("GET", f"/api/tables/{'A' * 21}.", 400, "`table_id` must be made of the letters a to z, digits, - and _."),
        ("GET", f"/api/tables/{'A' * 22}/view?since=x", 400, "`since` must be a whole number, not a text."),
        ("GET", f"/api/tables/{'A' * 22}/view?wait=100", 400, "`wait` must be 25 or less."),
        ("GET", f"/api/tables/{'A' * 22}/view?since=-5", 400, "`since` must be -1 or more."),
        ("GET", "/api/games/smallworld/rules?language=e", 400, "`language` must have at least 2 characters."),
        ("GET", "/api/nothing", 404, "There is nothing at this address."),
        ("GET", "/nothing", 404, "There is nothing at this address."),
        ("GET", "/static/nothing.js", 404, "There is nothing at this address."),
        ("PATCH", "/api/me", 405, "This address does not take that kind of request."),
    ],
)
def test_wrong_addresses_are_refused_with_a_sentence(
    ann: Guest, method: str, path: str, status: int, sentence: str
) -> None:
    answer = ann.http.request(method, path)
    assert (answer.status_code, answer.json()["message"]) == (status, sentence)


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"name=1", b'{"a":'])
def test_what_is_no_json_is_called_that(ann: Guest, content: bytes) -> None:
    answer = ann.http.post("/api/accounts", content=content, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["message"]) == (400, "The request is not valid JSON.")


def test_a_body_that_is_too_large_is_refused_with_a_sentence(ann: Guest) -> None:
    answer = ann.http.post("/api/tables", content=b" " * 1_100_000, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["message"]) == (413, "The request is too large.")


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("x", "The request is not valid JSON."),
        ('{"type": "hello"}', "The field `table` is missing."),
        ('{"type": "hello", "table": 5}', "`table` must be a text, not a whole number."),
        (
            json.dumps({"type": "hello", "table": "A" * 21 + "\n"}),
            "`table` must be made of the letters a to z, digits, - and _.",
        ),
        (json.dumps({"type": "hello", "table": "A" * 22, "ply": -1}), "`ply` must be 0 or more."),
        ("[]", "The request must be an object with named fields, not a list."),
        ("[" * 5000, "The request must be an object with named fields, not a list."),
    ],
)
def test_the_socket_says_what_is_wrong(server: Server, message: str, sentence: str) -> None:
    with open_socket(server.base) as socket:
        socket.send(message)
        answer = json.loads(socket.recv(timeout=20))
    assert (answer["type"], answer["code"], answer["message"]) == ("no", "bad_request", sentence)
    assert answer["said"]["key"]


def test_an_unknown_message_is_answered_with_the_known_ones(server: Server) -> None:
    with open_socket(server.base) as socket:
        socket.send('{"type": "dance"}')
        answer = json.loads(socket.recv(timeout=20))
    assert answer["message"].startswith("`type` cannot be 'dance'; it must be one of: hello, move, undo, ")


def test_no_text_of_the_decoder_reaches_people(ann: Guest) -> None:
    """Every field of every request, with values of every kind."""
    description = ann.get("/api/openapi.json")
    values: list[Any] = [None, 5, -1, 2**70, 1.5, "", "x\n", "x" * 1000, [], [[]], {}, {"x": 1}, True]
    count = 0
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            if "requestBody" not in operation:
                continue
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            kinds = [schema, *schema.get("oneOf", []), *schema.get("anyOf", [])]
            name = next(str(kind["$ref"]) for kind in kinds if "$ref" in kind).rpartition("/")[2]
            for field in description["components"]["schemas"][name]["properties"]:
                for value in values:
                    answer = ann.http.request(method, path.replace("{table_id}", "A" * 22), json={field: value})
                    if answer.status_code >= 400:
                        count += 1
                        assert not RAW.search(answer.json()["message"]), (path, field, value, answer.text)
    assert count > 500


def test_every_pattern_of_a_field_has_words() -> None:
    for pattern, words in base.FORMS.items():
        assert pattern.endswith(r"$(?!\n)"), "a line break at the end must not fit"
        assert str(explain_problem("x", f"Expected `str` matching regex {pattern!r}")) == f"`x` must be {words}."
