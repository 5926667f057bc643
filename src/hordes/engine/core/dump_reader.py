"""Sequential reader for the integers of `State.dump`."""

from __future__ import annotations

from hordes.engine.errors import BadPosition


class DumpReader:
    """Reads integers from front to back.

    >>> at = DumpReader([3, 1, 4])
    >>> at.read(), at.read_many(2)
    (3, [1, 4])
    """

    def __init__(self, words: list[int]) -> None:
        self.words = words
        self.offset = 0

    def read(self) -> int:
        """The next integer."""
        return self.read_many(1)[0]

    def read_many(self, n: int) -> list[int]:
        """The next n integers; raises `BadPosition` when there are fewer."""
        if n < 0 or self.offset + n > len(self.words):
            raise BadPosition(f"These {len(self.words)} integers are no dump of a state: it would have more.")
        self.offset += n
        return self.words[self.offset - n : self.offset]
