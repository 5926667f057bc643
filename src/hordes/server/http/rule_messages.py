"""Conversion of the engine's translatable messages to wire structs."""

from __future__ import annotations

from typing import Any

from hordes.engine.errors import Message, Named, NamedList
from hordes.server.protocol.explanations import Cost, Part, Sentence, Thing


def sentence_of(message: Message) -> Sentence | None:
    """A message with its key and data, for translation; None when it has no key, only text."""
    if not message.key:
        return None
    data = {name: value_of(value) for name, value in message.data.items() if name != "bill"}
    bill = message.data.get("bill")
    if bill is None:
        return Sentence(message.key, data)
    parts = [Part(part["amount"], part["source"], part["name"]) for part in bill["parts"]]
    return Sentence(message.key, data, Cost(bill["total"], bill["have"], parts))


def value_of(value: Any) -> int | str | Thing | list[Thing]:
    """What a message says in one place, as pages get it."""
    if isinstance(value, NamedList):
        return [thing_of(item) for item in value.items]
    if isinstance(value, Named):
        return thing_of(value)
    return value if isinstance(value, int) else str(value)


def thing_of(item: Named) -> Thing:
    """Something that a message names, as pages get it."""
    kind: Any = item.kind
    return Thing(kind, item.id, item.name, item.seat if item.seat >= 0 else None)
