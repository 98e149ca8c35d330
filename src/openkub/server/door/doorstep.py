"""Who was sent away does not come back at once as somebody else: for a minute nobody new sits down from their address.

A family has one address, and a host who sits there too can speak to whoever it is: then any of them may sit down, and
be sent away again. Where players sat down stands in no store: every worker knows those that came by it, and forgets.
"""

from __future__ import annotations

from collections import OrderedDict

from openkub.server.room import Room
from openkub.server.wire.refusals import Refusal, Refused
from openkub.server.wishes import SENT_AWAY_MS

REMEMBERED = 10_000
"""So many players at tables; who came longest ago is forgotten first."""


class Doorstep:
    """From where players have come to their tables."""

    def __init__(self) -> None:
        self._came: OrderedDict[tuple[str, str], str] = OrderedDict()

    def came(self, game: str, player: str, address: str) -> None:
        """A player has sat down."""
        self._came[game, player] = address
        self._came.move_to_end((game, player))
        if len(self._came) > REMEMBERED:
            self._came.popitem(last=False)

    def check(self, room: Room, player: str, address: str, now: int) -> None:
        """Raise `Refused` if the host has just sent somebody away who came from where this player is."""
        if room.seat_of(player) is not None or self._came.get((room.id, room.host)) == address:
            return
        sent = (other for other, at in room.sent_away if now < at + SENT_AWAY_MS)
        if any(self._came.get((room.id, other)) == address for other in sent):
            why = "the host has sent somebody away from where you are: come again in a minute"
            raise Refused(Refusal.NOT_INVITED, why)
