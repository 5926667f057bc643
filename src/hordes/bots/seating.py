"""Which bot plays which seat, when bots are named one after the other."""

from collections.abc import Sequence

from hordes.engine.errors import BadRequest


def seat_bots(bots: Sequence[str], seats: Sequence[int]) -> dict[int, str]:
    """A bot for each of these seats: the bots in the order named, over and over; more bots than seats are refused.

    >>> seat_bots(["easy", "hard"], [0, 2, 3])
    {0: 'easy', 2: 'hard', 3: 'easy'}
    >>> seat_bots(["easy", "hard"], [1])
    Traceback (most recent call last):
        ...
    hordes.engine.errors.BadRequest: 2 bots are named (easy, hard), and there is 1 seat for them.
    """
    if len(bots) > len(seats):
        named = f"{len(bots)} bots are named" if len(bots) > 1 else "A bot is named"
        there = "there is 1 seat for them" if len(seats) == 1 else f"there are {len(seats) or 'no'} seats for them"
        raise BadRequest(f"{named} ({', '.join(bots)}), and {there}.")
    return {seat: bots[k % len(bots)] for k, seat in enumerate(seats)} if bots else {}
