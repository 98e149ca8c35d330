"""Copies of records: a long one takes milliseconds to write, in which the event loop had better do something else."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from msgspec.json import format as indented

from openkub.play.record import Record
from openkub.server.records import public_record, text_of
from openkub.server.room import Room

KEPT = 8 * 2**20
"""So many characters of copies are kept, for whoever asks for the same."""

Write = Callable[[Room, Record], str]
Copy = tuple[str, int, Write]


def json_of(room: Room, record: Record) -> str:
    """The JSON twin of the record of this room."""
    return indented(record.to_json(indent=None), indent=1)


class Copyist:
    """Writes records out beside the event loop, one at a time; a copy is good until more has happened."""

    def __init__(self) -> None:
        self._writing = asyncio.Lock()
        self._copies: OrderedDict[Copy, str] = OrderedDict()
        self.written = 0
        """How many were written, and not found."""

    async def copy(self, room: Room, write: Write = text_of) -> str:
        """The record of a room as everybody may have it now; `Refused` if there is none."""
        record, wanted = public_record(room), (room.id, room.n, write)
        async with self._writing:
            found = self._copies.get(wanted)
            if found is None:
                found = await asyncio.to_thread(write, room, record)
                self.written += 1
            self._keep(wanted, found)
        return found

    def _keep(self, copy: Copy, text: str) -> None:
        self._copies[copy] = text
        self._copies.move_to_end(copy)
        while sum(map(len, self._copies.values())) > KEPT:
            self._copies.popitem(last=False)
