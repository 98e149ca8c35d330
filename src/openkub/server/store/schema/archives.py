"""Compressed logs, which versions between 0.1.0 and 0.2.0 wrote: a migration unpacks them into events."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import msgspec

from openkub.server.store.transactions import Transaction

UNPACK_BEFORE = {"sqlite": 7, "postgres": 8}
"""The step that drops the table `archives`."""
FORM = b"1"
"""The first byte of a record."""
Row = tuple[int, int, bytes, str | None]
EVENT = "INSERT INTO events (game, n, at, data, key) VALUES ($1, $2, $3, $4, $5)"


def unpack() -> Transaction[None]:
    """Turn every record into events and delete it."""
    for (game,) in (yield "SELECT game FROM archives", ()):
        ((record,),) = yield "SELECT data FROM archives WHERE game = $1", (game,)
        for row in _rows(bytes(record)):
            yield EVENT, (game, *row)
        yield "DELETE FROM archives WHERE game = $1", (game,)


def _rows(record: bytes) -> Sequence[Row]:
    """Return the events of a record. A damaged one becomes event 0: its game is unreadable, and its bytes are kept."""
    try:
        if record.startswith(FORM):
            return msgspec.msgpack.decode(zlib.decompress(record[len(FORM) :]), type=list[Row])
    except (zlib.error, msgspec.MsgspecError):
        pass
    return [(0, 0, record, None)]
