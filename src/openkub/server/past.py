"""Reviews of finished games and of records, worked out in the process pool."""

from __future__ import annotations

from collections.abc import Sequence

from openkub.notation.errors import NotationError
from openkub.play.game import Fault, FaultCode, RecordError
from openkub.play.record import Record
from openkub.server.desk import Asker, Desk
from openkub.server.playing_on import Past, past_of
from openkub.server.records import whole_record
from openkub.server.reviewing import review
from openkub.server.room import Room
from openkub.server.store import Phase
from openkub.server.wire.looking_back import PlayOn, PlayOnRecord, Review
from openkub.server.wire.refusals import Refusal, Refused, Trouble

STRANGE_S = 5
"""So long a record may take that somebody shows; one of the largest takes less than a second."""


def finished_record(room: Room) -> Record:
    """The record with its secret; `Refused` while anything of it may still be hidden."""
    if room.phase != Phase.OVER or room.game is None:
        raise Refused(Refusal.WRONG_PHASE, "the game is not over: only then it can be looked back at")
    return whole_record(room)


def read(text: str) -> tuple[str, Review] | Fault:
    """A record that somebody shows, as `.kub` text, and the game that it tells; or what is wrong with it."""
    try:
        record = _parsed(text)
        return str(record), review(record)
    except (RecordError, NotationError) as error:
        return _fault(error)


def find_past(shown: Record | str, wish: PlayOn, bots: Sequence[str | None] = ()) -> Past | Trouble | Fault:
    """The position that somebody wants to play on from; or why there is none."""
    try:
        record = shown if isinstance(shown, Record) else _parsed(shown)
        return past_of(record, wish.turn, wish.seat, bots)
    except (RecordError, NotationError) as error:
        return _fault(error)
    except Refused as refused:
        return refused.trouble


def _parsed(text: str) -> Record:
    return Record.from_json(text) if text.lstrip().startswith("{") else Record.parse(text)


def _fault(error: RecordError | NotationError) -> Fault:
    if isinstance(error, RecordError):
        return error.fault
    return Fault(error.line, FaultCode.NOTATION, str(error))


def _refusal(fault: Fault) -> Refused:
    where = f"$.record, line {fault.line}" if fault.line else "$.record"
    return Refused(Refusal.BAD_RECORD, fault.message, where=where, problem=fault.problem)


class Memory:
    """Works out reviews, within the limits of its pool."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def of_room(self, room: Room, asker: Asker | None = None) -> Review:
        """The game that was played in this room."""
        return await self._desk.work(review, finished_record(room), _bots(room), asker=asker)

    async def of_record(self, text: str, asker: Asker | None = None) -> tuple[str, Review]:
        """The record as `.kub` text, and the game that it tells; nothing of it is remembered."""
        found = await self._desk.work(read, text, asker=asker, seconds=STRANGE_S)
        if isinstance(found, Fault):
            raise _refusal(found)
        return found

    async def past_of_room(self, room: Room, wish: PlayOn, asker: Asker | None = None) -> Past:
        """The position in the game of this room that somebody wants to play on from."""
        return _told(await self._desk.work(find_past, finished_record(room), wish, _bots(room), asker=asker))

    async def past_of_record(self, wish: PlayOnRecord, asker: Asker | None = None) -> Past:
        """The same in a record."""
        return _told(await self._desk.work(find_past, wish.record, wish, asker=asker, seconds=STRANGE_S))


def _told(found: Past | Trouble | Fault) -> Past:
    match found:
        case Fault():
            raise _refusal(found)
        case Trouble(code, message, where):
            raise Refused(code, message, where=where)
    return found


def _bots(room: Room) -> list[str | None]:
    """The bots that played to the end."""
    return [None if seat.player else seat.bot for seat in room.seats]
