"""Replay of event logs: a room is the sum of its entries, applied one by one.

The log is trusted: every turn was judged before it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from openkub.play.game import EXCHANGED, may_be_exchange
from openkub.server.entries import Happening, Moved, from_bytes
from openkub.server.room import Room, had_exchanges, read_move
from openkub.server.store import Entry


def replay(game: str, log: Iterable[Entry]) -> Iterator[Room]:
    """Yield the room after each entry of a whole log; `ValueError` if the log makes no sense."""
    first, *rest = log
    room = Room.opened(game, first)
    yield room
    checks_exchanges = had_exchanges(first)
    for entry in rest:
        happening = from_bytes(entry.data)
        if checks_exchanges:
            _refuse_exchange(room, entry, happening)
        room = room.after(entry, happening)
        yield room


def _refuse_exchange(room: Room, entry: Entry, happening: Happening) -> None:
    """Raise `ValueError` if a joker was exchanged before the opening: the present rules have no such move."""
    if isinstance(happening, Moved) and may_be_exchange(room.playing.state, read_move(happening.move)):
        raise ValueError(f"entry {entry.n}: {EXCHANGED}")


def replayed(game: str, log: Iterable[Entry]) -> Room:
    """Return the room after a whole log. It blocks the event loop; the server uses `live.recalled`."""
    for room in replay(game, log):  # noqa: B007 - the last one is wanted
        pass
    return room
