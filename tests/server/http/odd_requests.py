"""Odd requests for every operation of the OpenAPI document: control characters, wrong types, nesting, long texts."""

from __future__ import annotations

import copy
import http.client
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

ODD_TEXTS = [
    "a\0b", "\0", "\x1b[2J", "\x7f", "\x85", "\n", " ", "", "\u202e", "\ufffe", "ΐ" * 30, "🐉" * 30, "x" * 5_000,
    "'; --", "%00", "../../x", "A" * 22, "None", "\u0130" * 13,
]  # fmt: skip
ODD_VALUES: list[Any] = [
    *ODD_TEXTS,
    None,
    True,
    -1,
    2**31,
    2**63,
    2**100,
    1e308,
    [],
    {},
    [None],
    {"\0": "\0"},
    {"": {}},
]
ODD_PATHS = ["%00", "%0a", "%7f", "%ff%fe", "..%2f..%2fx", "%2e%2e", "a%20b", "A" * 22, "x" * 3_000, quote("ΐ" * 13)]
ODD_BODIES = [
    b"", b"{", b"\xff\xfe", b"\0", b"null", b"[]", b"1e999", b"NaN", b'"\\ud800"', b'"\xed\xa0\x80"', b'{"a":1,"a":2}',
    b"[" * 100_000, b'{"a":' * 20_000, b"[" * 500 + b"]" * 500, b'{"options":' * 400 + b"{}" + b"}" * 400,
    b" " * 2_000_000,
]  # fmt: skip
ODD_HEADERS = [
    ("Host", "["), ("Host", ""), ("Host", "localhost:x"), ("Host", "\xff"), ("Origin", "http://["), ("Origin", "\xff"),
    ("Origin", ""), ("Cookie", "hordes_you=\xff"), ("Cookie", "=;=;hordes_you"), ("Authorization", "Bearer \xff"),
    ("Authorization", "Bearer " + "A." * 3_000), ("Authorization", ""), ("X-Invite", "\xff"), ("X-Invite", "x" * 5_000),
    ("Content-Type", "text/\xff"), ("Content-Type", "multipart/form-data"), ("Content-Type", "application/x-msgpack"),
    ("Content-Type", ""), ("Accept", "application/openmetrics-text; version=x"), ("Accept", "\xff"),
    ("Range", "bytes=9-1"),
    ("If-None-Match", "\xff"), ("Sec-Fetch-Site", "\xff"), ("X-Forwarded-For", "\xff"), ("Accept-Encoding", "\xff"),
]  # fmt: skip
FURTHER_PATHS = [
    "/",
    "/t/x",
    "/health",
    "/ready",
    "/metrics",
    "/sw.js",
    "/static/index.html",
    "/api/openapi.json",
    "/x",
]
TEXTS_OF_PATTERNS = ["x", "A" * 22, "A" * 86, "Grim.Troll", "https://x.example/1234567", "me@x.example", "normal"]
SECURITY_HEADERS = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")


@dataclass
class Request:
    """A request; without a body it has no content type either."""

    method: str
    path: str
    body: bytes | None = None
    headers: list[tuple[str, str]] = field(default_factory=list)


class OddRequests:
    """All odd requests that follow from an OpenAPI document; `table` and `token` are of a real table."""

    def __init__(self, document: dict[str, Any], table: str, token: str) -> None:
        self.document, self.table = document, table
        self.bearer = [("Authorization", f"Bearer {token}")]

    def all(self) -> Iterator[Request]:
        """Each operation with one thing odd at a time, then what is no operation."""
        for path, operations in self.document["paths"].items():
            for method, operation in operations.items():
                yield from self._of_operation(path, method.upper(), operation)
        for path in [*FURTHER_PATHS, *self.document["paths"]]:
            for header in ODD_HEADERS:
                yield Request("GET", self._fill(path), None, [header])
            for method in ("TRACE", "OPTIONS", "HEAD", "PUT", "ODD"):
                yield Request(method, self._fill(path))
        for odd in ODD_PATHS:
            for folder in ("/", "/t/", "/static/", "/static/x/", "/api/", "/health/", "/static/index.html/"):
                yield Request("GET", folder + odd)

    def _of_operation(self, path: str, method: str, operation: dict[str, Any]) -> Iterator[Request]:
        names = re.findall(r"{(\w+)}", path)
        body = self._sample_body(operation)
        sample = None if body is None else json.dumps(body).encode()
        yield Request(method, self._fill(path), sample, self.bearer)
        for name in names:
            for odd in ODD_PATHS:
                yield Request(method, self._fill(path.replace("{" + name + "}", odd)), sample, self.bearer)
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "query":
                for text in ODD_TEXTS:
                    query = f"?{parameter['name']}={quote(text)}"
                    yield Request(method, self._fill(path) + query, sample, self.bearer)
        if method != "GET":
            for header in ODD_HEADERS:
                yield Request(method, self._fill(path), sample, [*self.bearer, header])
            for odd_body in ODD_BODIES:
                yield Request(method, self._fill(path), odd_body, self.bearer)
        for changed in _changed(body):
            yield Request(method, self._fill(path), json.dumps(changed).encode(), self.bearer)

    def _fill(self, path: str) -> str:
        path = path.replace("{table_id}", self.table)
        return re.sub(r"{\w+}", "smallworld", path)

    def _sample_body(self, operation: dict[str, Any]) -> Any:
        content = operation.get("requestBody", {}).get("content", {})
        return self._sample(content["application/json"]["schema"]) if content else None

    def _sample(self, schema: dict[str, Any]) -> Any:
        """A valid value, with every property."""
        if "$ref" in schema:
            return self._sample(self.document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
        for several in ("oneOf", "anyOf", "allOf"):
            if several in schema:
                return self._sample(next(part for part in schema[several] if part.get("type") != "null"))
        if "const" in schema or "enum" in schema:
            return schema.get("const", schema.get("enum", [None])[0])
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = next(one for one in kind if one != "null")
        if kind == "object":
            return {name: self._sample(part) for name, part in schema.get("properties", {}).items()}
        if kind == "string":
            shortest, pattern = schema.get("minLength", 0), schema.get("pattern", "")
            return next(
                (text for text in TEXTS_OF_PATTERNS if len(text) >= shortest and re.search(pattern, text)),
                "x" * shortest,
            )
        samples = {"array": [], "integer": schema.get("minimum", 0), "number": 0.0, "boolean": True}
        return samples.get(kind or "", {})


def _changed(body: Any) -> Iterator[Any]:
    """A body with one value, or one key, replaced by something odd."""
    if not isinstance(body, dict):
        return
    for name, value in body.items():
        for odd in ODD_VALUES:
            yield body | {name: odd}
        for inner in _changed(value):
            yield copy.deepcopy(body) | {name: inner}
        if isinstance(value, dict):
            yield body | {name: value | {"\0": 1}}
    yield body | {"\0": "\0", "unknown": 1}


class Asker:
    """Sends requests exactly as they are, over one connection as long as the server keeps it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def problem(self, request: Request) -> str | None:
        """What is wrong with the answer to a request; None if nothing is."""
        try:
            status, headers, content = self._ask(request)
        except (http.client.HTTPException, OSError):  # kept alive too long; a second failure is the server's
            self.connection.close()
            status, headers, content = self._ask(request)
        where = f"{request.method} {request.path[:80]} {request.headers} {(request.body or b'')[:120]!r}: {status}"
        is_unbuilt = status == 503 and b"page was not built" in content  # in a checkout, until tools.web has run
        if status >= 500 and not is_unbuilt:
            return f"{where} {content[:200]!r}"
        if missing := [name for name in SECURITY_HEADERS if name not in headers]:
            return f"{where} lacks {missing}"
        if status >= 400 and not is_unbuilt and request.method != "HEAD":
            try:
                said = json.loads(content)
            except ValueError:
                return f"{where} is no JSON: {content[:200]!r}"
            if not {"code", "message"} <= said.keys() or len(said["message"].split()) < 2:
                return f"{where} is no sentence: {content[:200]!r}"
        return None

    def _ask(self, request: Request) -> tuple[int, dict[str, str], bytes]:
        has_host = any(name == "Host" for name, _ in request.headers)
        self.connection.putrequest(request.method, request.path, skip_host=has_host, skip_accept_encoding=True)
        kinds = [name for name, _ in request.headers]
        for name, value in request.headers:
            if name != "Authorization" or kinds.count(name) == 1 or (name, value) == request.headers[-1]:
                self.connection.putheader(name, value.encode("latin-1"))
        if request.body is not None:
            if "Content-Type" not in kinds:
                self.connection.putheader("Content-Type", "application/json")
            self.connection.putheader("Content-Length", str(len(request.body)))
        self.connection.endheaders(request.body)
        answer = self.connection.getresponse()
        content = answer.read()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        if answer.will_close:
            self.connection.close()
        return answer.status, headers, content
