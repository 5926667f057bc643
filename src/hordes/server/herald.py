"""Who is told that it is his turn, where turns take hours: the owner of the seat, if he is not at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hordes.server import mail
from hordes.server.mail import Postman
from hordes.server.push import Pusher
from hordes.server.settings import Settings

if TYPE_CHECKING:
    from hordes.server.hall import Hall
    from hordes.server.table import Table

SLOW = 3600
"""Tables with at least this many seconds a turn, or no limit for a turn, send notices."""


class Herald:
    """Tells people by Web Push on every device they have asked it for, and by mail where they gave an address."""

    def __init__(self, settings: Settings, secret: str) -> None:
        self.postman, self.pusher = Postman(settings), Pusher(settings, secret)

    def concerns(self, table: Table) -> bool:
        """Is somebody to be told? Asked at every move, so the cheap questions come first."""
        seat, turn = table.course.to_move, table.row.clocks.turn
        if seat < 0 or not (self.pusher.on or self.postman.on) or (turn is not None and turn < SLOW):
            return False
        owner = table.seats[seat].owner
        return owner is not None and not table.played_by_bot(seat) and not table.is_here(owner)

    async def your_turn(self, hall: Hall, table: Table) -> None:
        """Tell the owner of the seat that decides now."""
        owner = table.seats[table.course.to_move].owner or ""
        if self.pusher.on:
            await self.pusher.tell(hall.store, owner, table.row)
        if self.postman.on and owner.startswith("a:"):
            address = await hall.store.read(lambda c: mail.address_of(c, int(owner[2:])))
            await self.postman.tell(address, table.row)
