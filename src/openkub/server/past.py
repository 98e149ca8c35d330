"""Games that are over, told once and remembered: what a game was does not change any more."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from openkub.notation.errors import NotationError
from openkub.play.game import Fault, FaultCode, RecordError
from openkub.play.record import Record
from openkub.server.desk import Desk
from openkub.server.records import whole_record
from openkub.server.reviewing import review
from openkub.server.room import Room
from openkub.server.store import Phase
from openkub.server.wire.looking_back import Review
from openkub.server.wire.refusals import Refusal, Refused

REMEMBERED = 64
"""So many games are remembered; each takes some ten thousand bytes."""


def finished_record(room: Room) -> Record:
    """The record with its secret; `Refused` while anything of it may still be hidden."""
    if room.phase != Phase.OVER or room.game is None:
        raise Refused(Refusal.WRONG_PHASE, "the game is not over: only then it can be looked back at")
    return whole_record(room)


def read(text: str) -> tuple[str, Review] | Fault:
    """A record that somebody shows, as `.kub` text, and the game that it tells; or what is wrong with it."""
    try:
        record = Record.from_json(text) if text.lstrip().startswith("{") else Record.parse(text)
        return str(record), review(record)
    except RecordError as error:
        return error.fault
    except NotationError as error:
        return Fault(error.line, FaultCode.NOTATION, str(error))


class Memory:
    """Tells of games that are over; however many ask for the same, it is worked out once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._told: OrderedDict[str, asyncio.Task[Review]] = OrderedDict()

    async def of_room(self, room: Room) -> Review:
        """The game that was played in this room."""
        record = finished_record(room)
        task = self._told.get(room.id)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            bots = [None if seat.player else seat.bot for seat in room.seats]
            work = self._desk.work(review, record, bots)
            task = self._told[room.id] = asyncio.get_running_loop().create_task(work)
            if len(self._told) > REMEMBERED:
                self._told.popitem(last=False)
        self._told.move_to_end(room.id)
        return await asyncio.shield(task)

    async def of_record(self, text: str) -> tuple[str, Review]:
        """The record as `.kub` text, and the game that it tells; nothing of it is remembered."""
        found = await self._desk.work(read, text)
        if isinstance(found, Fault):
            where = f"$.record, line {found.line}" if found.line else "$.record"
            raise Refused(Refusal.BAD_RECORD, found.message, where=where, problem=found.problem)
        return found
