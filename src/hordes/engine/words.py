"""Reading a dump: every field of a state as plain integers, from front to back."""

from __future__ import annotations


class Words:
    """Reads a dump from front to back.

    >>> at = Words([3, 1, 4])
    >>> at.one(), at.some(2)
    (3, [1, 4])
    """

    def __init__(self, words: list[int]) -> None:
        self.words = words
        self.place = 0

    def one(self) -> int:
        """The next word."""
        self.place += 1
        return self.words[self.place - 1]

    def some(self, n: int) -> list[int]:
        """The next n words."""
        self.place += n
        return self.words[self.place - n : self.place]
