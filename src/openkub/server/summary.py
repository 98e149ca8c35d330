"""What the store knows of a room without replaying it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.json import Encoder

from openkub.server.room import Room
from openkub.server.store import Listing, Outage, Phase
from openkub.server.timetable import Pace, due
from openkub.server.wire.http import LobbyGame

_encode = Encoder().encode


def listing(room: Room, pace: Pace, outages: Sequence[Outage], now: int) -> Listing:
    """The room as the lobby and the watch see it."""
    return Listing(
        phase=room.phase,
        listed=room.settings.listed,
        due=due(room, pace, outages, now),
        code=None if room.phase == Phase.OVER else room.code,
        host=room.host,
        summary=_encode(LobbyGame(room.id, room.settings, [seat.name for seat in room.seats])),
    )
