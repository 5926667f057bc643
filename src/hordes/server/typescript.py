"""The wire in TypeScript, made from the same structs: `python -m hordes.server.typescript > web/src/wire.ts`."""

from __future__ import annotations

from typing import Any

import msgspec

from hordes.server import wire

HEADER = "// Made by `python -m hordes.server.typescript` from hordes/server/wire.py. Do not edit.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def structs() -> list[type]:
    """Every struct of the wire."""
    found = [value for value in vars(wire).values() if isinstance(value, type) and issubclass(value, wire.Wire)]
    return [kind for kind in found if kind is not wire.Wire]


def kind_of(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON schema.

    >>> kind_of({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]})
    'number[] | null'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return " | ".join(f'"{word}"' for word in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(kind_of(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        item = kind_of(schema.get("items", {}))
        return f"({item})[]" if " " in item else f"{item}[]"
    if schema.get("type") == "object":
        return f"Record<string, {kind_of(schema.get('additionalProperties') or {})}>"
    return PLAIN.get(schema.get("type", ""), "unknown")


def interface(name: str, schema: dict[str, Any]) -> str:
    """One struct as an interface; what is left out when it has its default is optional."""
    required = set(schema.get("required", []))
    lines = [f"  {key}{'' if key in required else '?'}: {kind_of(part)};" for key, part in schema["properties"].items()]
    about = f"/** {' '.join(schema.get('description', '').split())} */\n"
    return f"{about}export interface {name} {{\n" + "".join(line + "\n" for line in lines) + "}\n"


def types() -> str:
    """The whole file."""
    _, parts = msgspec.json.schema_components(structs(), ref_template="#/{name}")
    unions = {"FromClient": wire.FromClient, "FromServer": wire.FromServer}
    said = [
        f"export type {name} = {' | '.join(k.__name__ for k in union.__args__)};\n" for name, union in unions.items()
    ]
    return "\n".join([HEADER, *[interface(name, parts[name]) for name in sorted(parts)], *said])


if __name__ == "__main__":
    print(types(), end="")
