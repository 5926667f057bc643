"""Conversion of the engine's translatable messages to wire structs."""

from __future__ import annotations

from hordes.engine.errors import Message
from hordes.server.protocol.explanations import Cost, Part, Sentence


def sentence_of(message: Message) -> Sentence | None:
    """A message with its key and data, for translation; None when it has no key, only text."""
    if not message.key:
        return None
    data = {name: value for name, value in message.data.items() if name != "bill"}
    bill = message.data.get("bill")
    if bill is None:
        return Sentence(message.key, data)
    parts = [Part(amount, source, name) for amount, source, name in bill["parts"]]
    return Sentence(message.key, data, Cost(bill["total"], bill["have"], parts))
