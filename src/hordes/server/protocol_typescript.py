"""TypeScript types of the protocol: `python -m hordes.server.protocol_typescript` prints them.

`python -m tools.wire_types` writes them for the page.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hordes.engine.display import BoardDrawing, Display
from hordes.server.protocol import accounts, explanations, games, messages, records, tables
from hordes.server.protocol.base import Wire

HEADER = "// Made by `python -m tools.wire_types` from types in Python. Do not edit.\n"
MODULES = (accounts, explanations, games, messages, records, tables)
PRIMITIVES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def structs() -> list[type]:
    """All wire structs."""
    values = {name: value for module in MODULES for name, value in vars(module).items()}
    return [
        value for value in values.values() if isinstance(value, type) and issubclass(value, Wire) and value is not Wire
    ]


def type_of(schema: dict[str, Any]) -> str:
    """TypeScript type of a JSON schema.

    >>> type_of({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]})
    'number[] | null'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(type_of(part) for part in schema["anyOf"])
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(part) for part in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        item = type_of(schema.get("items", {}))
        return f"({item})[]" if " " in item else f"{item}[]"
    if schema.get("type") == "object":
        return f"Record<string, {type_of(schema.get('additionalProperties') or {})}>"
    return PRIMITIVES.get(schema.get("type", ""), "unknown")


def interface(name: str, schema: dict[str, Any]) -> str:
    """One struct as an interface; fields with a default are optional, since they are omitted."""
    required = set(schema.get("required", []))
    lines = [f"  {key}{'' if key in required else '?'}: {type_of(part)};" for key, part in schema["properties"].items()]
    comment = f"/** {' '.join(schema.get('description', '').split())} */\n"
    return f"{comment}export interface {name} {{\n" + "".join(line + "\n" for line in lines) + "}\n"


def typescript() -> str:
    """The whole file: interfaces by name, then the message unions."""
    _, parts = msgspec.json.schema_components([*structs(), BoardDrawing, Display], ref_template="#/{name}")
    unions = {"FromClient": messages.FromClient, "FromServer": messages.FromServer}
    union_types = [
        f"export type {name} = {' | '.join(k.__name__ for k in union.__args__)};\n" for name, union in unions.items()
    ]
    return "\n".join([HEADER, *[interface(name, parts[name]) for name in sorted(parts)], *union_types])


if __name__ == "__main__":
    print(typescript(), end="")
