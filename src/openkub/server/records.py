"""The record of a game that is kept here: what everybody may have, and what the host's own file may hold."""

from __future__ import annotations

from openkub.record import FairDeal, Record
from openkub.server.room import Room
from openkub.server.store import Phase
from openkub.server.wire.refusals import Refusal, Refused


def public_record(room: Room) -> Record:
    """The record as everybody may have it: moves are public, the secret is not until the game is over."""
    return _record(room, room.secret if room.phase == Phase.OVER else None)


def whole_record(room: Room) -> Record:
    """The record with its secret: whoever has it knows every rack and what lies in the pool."""
    return _record(room, room.secret)


def _record(room: Room, secret: bytes | None) -> Record:
    if room.game is None:
        raise Refused(Refusal.WRONG_PHASE, "the game has not begun")
    record = room.game.record
    return Record(record.rules, record.seats, FairDeal(room.commitment, room.nonces, secret), record.rounds)
