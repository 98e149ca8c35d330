"""The record of a game that is kept here: what everybody may have, and what the host's own file may hold.

Where players have banks of seconds, the text of a record says behind every turn what was left: a comment, which is no
part of the game and which nothing follows from.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace

from msgspec.json import format as indented

from openkub.play.record import FairDeal, Record
from openkub.server.room import Room
from openkub.server.store import Phase
from openkub.server.wire.refusals import Refusal, Refused


def public_record(room: Room) -> Record:
    """The record as everybody may have it: moves are public, the secret is not until the game is over."""
    return _record(room, room.secret if room.phase == Phase.OVER else None)


def whole_record(room: Room) -> Record:
    """The record with its secret: whoever has it knows every rack and what lies in the pool."""
    return _record(room, room.secret)


def text_of(room: Room, record: Record) -> str:
    """The text of the record of this room, with what every turn left of its seat's bank."""
    if not room.lefts:
        return str(record)
    lefts = iter(room.lefts)
    return "".join(_noted(line, lefts) for line in str(record).splitlines(keepends=True))


def json_of(room: Room, record: Record) -> str:
    """The JSON twin of the record of this room."""
    return indented(record.to_json(indent=None), indent=1)


async def written(room: Room, write: Callable[[Room, Record], str] = text_of) -> str:
    """Write the public record in a thread: a long one takes milliseconds. `Refused` if there is none."""
    return await asyncio.to_thread(write, room, public_record(room))


def _noted(line: str, lefts: Iterator[int | None]) -> str:
    left = next(lefts) if line[0].isdigit() else None  # only turns begin with the number of their seat
    return line if left is None else f"{line.rstrip()} ; {left / 1000:.1f} s left\n"


def _record(room: Room, secret: bytes | None) -> Record:
    if room.game is None:
        raise Refused(Refusal.WRONG_PHASE, "the game has not begun")
    record = room.game.record
    if record.start is not None and secret is None:
        raise Refused(Refusal.WRONG_PHASE, "all racks stand in the record of a game that began in the middle")
    bots = tuple((number, seat.bot) for number, seat in enumerate(room.seats) if seat.bot and not seat.player)
    return replace(record, shuffle=FairDeal(room.commitment, room.nonces, secret), bots=bots)
