"""JSON schemas of everything that goes over the wire to pages: the server's protocol, and what each game sends.

The protocol's structs are msgspec's, which makes their schemas. The games' types are typed dictionaries, since compiled
code builds plain ones; msgspec refuses unions of these, so their schemas are made here.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

from hordes.engine.display import PageBoard, PageEntry, PageEvent, PageMove, PageSummary, PageView
from hordes.engine.games import load
from hordes.engine.wire import AsText, Format, NotForPages
from hordes.server.protocol import accounts, explanations, games, messages, records, tables
from hordes.server.protocol.base import Wire

GENERIC: dict[str, Any] = {
    "view": PageView,
    "event": PageEvent,
    "move": PageMove,
    "summary": PageSummary,
    "board": PageBoard,
    "entry": PageEntry,
}
"""What the page's generic table gets of a game that it does not know."""
OPEN = (PageView, PageMove, PageSummary, PageBoard, PageEntry)
"""Types beside whose fields a game may have others."""
PRIMITIVES = {int: "integer", float: "number", bool: "boolean", type(None): "null"}
MODULES = (accounts, explanations, games, messages, records, tables)


class TypeSchemas:
    """Schemas of typed dictionaries, each defined once."""

    def __init__(self) -> None:
        self.defined: dict[str, dict[str, Any]] = {}
        self._types: dict[str, Any] = {}

    def of(self, hint: Any) -> dict[str, Any]:
        """The schema of a type.

        >>> TypeSchemas().of(list[int] | None)
        {'anyOf': [{'type': 'array', 'items': {'type': 'integer'}}, {'type': 'null'}]}
        """
        if is_typeddict(hint):
            return self._reference(hint)
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._marked(arguments[0], arguments[1:])
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(argument) for argument in arguments]}
        if origin is Literal:
            return {"enum": list(arguments)}
        if hint is str:  # every text is an id, unless it is marked as something else
            return {"type": "string", "format": "id"}
        return {"type": PRIMITIVES[hint]} if origin is None else self._container(origin, arguments)

    def _container(self, origin: Any, arguments: tuple[Any, ...]) -> dict[str, Any]:
        if origin is NotRequired:
            return self.of(arguments[0])
        if origin is dict:
            keys = {"format": "id"}
            return {"type": "object", "propertyNames": keys, "additionalProperties": self.of(arguments[1])}
        items = [self.of(argument) for argument in arguments]
        if origin is list:
            return {"type": "array", "items": items[0]}
        assert origin is tuple
        return {"type": "array", "items": items, "minItems": len(items), "maxItems": len(items)}

    def _marked(self, hint: Any, marks: tuple[object, ...]) -> dict[str, Any]:
        if any(isinstance(mark, AsText) for mark in marks):
            return self.of(str)
        schema = self.of(hint)
        for mark in marks:
            if isinstance(mark, Format):
                schema["format"] = mark.name
        return schema

    def _reference(self, kind: Any) -> dict[str, Any]:
        name = kind.__name__
        if self._types.setdefault(name, kind) is not kind:
            raise ValueError(f"two types of one game are called {name}")
        if name not in self.defined:
            self.defined[name] = {}  # so that a type may contain itself
            self.defined[name] = self._object(kind)
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, kind: Any) -> dict[str, Any]:
        hints = get_type_hints(kind, include_extras=True)
        fields = {name: hint for name, hint in hints.items() if not is_left_out(hint)}
        text = inspect.getdoc(kind) if kind.__doc__ else None
        return {
            "title": kind.__name__,
            **({"description": text} if text else {}),
            "type": "object",
            "properties": {name: self.of(hint) for name, hint in fields.items()},
            "required": [name for name, hint in fields.items() if get_origin(hint) is not NotRequired],
            "additionalProperties": kind in OPEN,
        }


def is_left_out(hint: Any) -> bool:
    """Whether pages do not get a field of this type."""
    return get_origin(hint) is Annotated and any(isinstance(mark, NotForPages) for mark in get_args(hint)[1:])


def game_schema(name: str) -> dict[str, Any]:
    """The schema of what a built-in game sends to pages: types of its folder `wire`, by role."""
    title = load(name).title
    return _page_schema(title, title.replace(" ", ""), import_module(f"hordes.{name}.wire").PAGE_TYPES)


def generic_schema() -> dict[str, Any]:
    """The schema of what any other game sends to pages."""
    return _page_schema("a game without pages of its own", "Generic", GENERIC)


def _page_schema(title: str, word: str, kinds: dict[str, Any]) -> dict[str, Any]:
    schemas, roots = TypeSchemas(), {}
    for role, kind in kinds.items():
        reference = schemas.of(kind)
        if "anyOf" in reference:  # a union gets a name of its own
            union = f"{word}{role.capitalize()}"
            schemas.defined[union] = {"title": union, **reference}
            reference = {"$ref": f"#/$defs/{union}"}
        roots[role] = reference
    return _document(f"{word}Wire", f"What {title} sends to pages.", roots, schemas.defined)


def protocol_schema() -> dict[str, Any]:
    """The schema of the server's messages, requests and responses."""
    unions = {"FromClient": messages.FromClient, "FromServer": messages.FromServer}
    _, parts = msgspec.json.schema_components(structs(), ref_template="#/$defs/{name}")
    parts = {name: _with_tuples(part) for name, part in sorted(parts.items())}
    for title, union in unions.items():
        members = [{"$ref": f"#/$defs/{member.__name__}"} for member in get_args(union)]
        parts[title] = {"title": title, "anyOf": members}
    roots = {name: {"$ref": f"#/$defs/{name}"} for name in parts}
    return _document("Protocol", "Every message, request and response of the server, by its name.", roots, parts)


def structs() -> list[type]:
    """All wire structs."""
    values = {name: value for module in MODULES for name, value in vars(module).items()}
    return [
        value for value in values.values() if isinstance(value, type) and issubclass(value, Wire) and value is not Wire
    ]


def _with_tuples(schema: Any) -> Any:
    """A schema with tuples as `items`, which every reader of schemas knows, in place of `prefixItems`."""
    if isinstance(schema, list):
        return [_with_tuples(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    copied = {key: _with_tuples(part) for key, part in schema.items()}
    if isinstance(copied.get("description"), str):
        copied["description"] = inspect.cleandoc(copied["description"])
    if "prefixItems" in copied:
        copied["items"] = copied.pop("prefixItems")
    return copied


def _document(title: str, text: str, roots: dict[str, Any], defined: dict[str, Any]) -> dict[str, Any]:
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": title,
        "description": text,
        "type": "object",
        "properties": roots,
        "required": list(roots),
        "additionalProperties": False,
        "$defs": defined,
    }
