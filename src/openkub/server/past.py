"""Reviews of records, and positions in them to play on from, computed in the process pool."""

from __future__ import annotations

from openkub.notation.errors import NotationError
from openkub.play.game import Fault, FaultCode, RecordError
from openkub.play.record import Record
from openkub.server.desk import Asker, Desk
from openkub.server.playing_on import Past, past_of
from openkub.server.reviewing import review
from openkub.server.wire.looking_back import PlayOn, Review
from openkub.server.wire.refusals import Refusal, Refused, Trouble


def read(text: str) -> tuple[str, Review] | Fault:
    """A record that somebody shows, as `.kub` text, and the game that it tells; or what is wrong with it."""
    try:
        record = _parsed(text)
        return str(record), review(record)
    except (RecordError, NotationError) as error:
        return _fault(error)


def find_past(wish: PlayOn) -> Past | Trouble | Fault:
    """Return the position of a record to play on from; or why there is none."""
    try:
        return past_of(_parsed(wish.record), wish.turn, wish.seat)
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
    """Reviews records within the limits of its process pool. The largest takes less than a second."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def review(self, text: str, asker: Asker | None = None) -> tuple[str, Review]:
        """Return the record as `.kub` text, and its review."""
        found = await self._desk.work(read, text, asker=asker)
        if isinstance(found, Fault):
            raise _refusal(found)
        return found

    async def past(self, wish: PlayOn, asker: Asker | None = None) -> Past:
        """Return the position of a record to play on from."""
        match await self._desk.work(find_past, wish, asker=asker):
            case Past() as past:
                return past
            case Fault() as fault:
                raise _refusal(fault)
            case Trouble(code, message, where):
                raise Refused(code, message, where=where)
