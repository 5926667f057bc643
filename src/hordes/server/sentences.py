"""What the rules say, on its way over the wire."""

from __future__ import annotations

from hordes.engine.errors import Saying
from hordes.server.wire import Cost, Part, Sentence


def sentence_of(saying: Saying) -> Sentence | None:
    """A saying as other languages need it; nothing when it has no key, for then there is only its text."""
    if not saying.key:
        return None
    data = {word: value for word, value in saying.data.items() if word != "bill"}
    bill = saying.data.get("bill")
    if bill is None:
        return Sentence(saying.key, data)
    parts = [Part(amount, source, name) for amount, source, name in bill["parts"]]
    return Sentence(saying.key, data, Cost(bill["total"], bill["have"], parts))
