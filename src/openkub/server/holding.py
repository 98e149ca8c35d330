"""Turns that no other worker may end: their players are connected to this one, whose event loop stands or stood still.

They are held by claims of a few seconds, which end by themselves if this worker dies.
"""

from __future__ import annotations

from collections.abc import Sequence

from openkub.server.clock import lost
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.store.claims import CLAIM_MS

MOST_MS = 60_000
"""No stall is longer than this."""


def at_work(house: House) -> Sequence[str]:
    """The games in which something takes long here, such as a bot that thinks, and those with turns that go on."""
    return [game for game, live in house.rooms.items() if live.waking or _has_more_time(house, live)]


def _has_more_time(house: House, live: Live) -> bool:
    """Whether a turn here would have ended by now, or will soon, had our own event loop not stood still in it."""
    when, now = _end(house, live), house.now()
    if when is None or not now - CLAIM_MS < when < now + MOST_MS:
        return False
    more = lost(house.pulse.stalls, live.room.began, now)
    return more > 0 and when - more < now + CLAIM_MS


def ending(house: House) -> Sequence[str]:
    """The games with turns that have just ended, or will soon: what their players say in time may still be unread.

    Called in another thread while the event loop stands still; `RuntimeError` if it has gone on meanwhile.
    """
    ends = {game: _end(house, live) for game, live in list(house.rooms.items())}
    now = house.now()
    return [game for game, when in ends.items() if when is not None and when < now + CLAIM_MS]


def _end(house: House, live: Live) -> int | None:
    return house.due(live) if live.is_turn_here() else None
