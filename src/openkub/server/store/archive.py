"""The log of a finished game as one compressed record: a fifth of the room, and is read like any other.

>>> unpacked(packed([Entry(0, 7, b"{}", "key")]))
[Entry(n=0, at=7, data=b'{}', key='key')]
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Annotated

import msgspec

from openkub.server.store import NO_END, Damaged, Entry

__all__ = ["in_archive", "packed", "unpacked", "with_archive"]

FORM = b"1"
"""The first byte of a record: who knows only this form does not guess at another."""
MOST_BYTES, MOST_ROWS = 1 << 26, 1 << 15
"""More than the longest log that a house lets grow: a record that claims more is made to fill somebody's memory."""
Row = tuple[int, int, bytes, str | None]
Rows = Annotated[list[Row], msgspec.Meta(max_length=MOST_ROWS)]


def packed(log: Sequence[Entry]) -> bytes:
    """A whole log as one record."""
    rows = [(entry.n, entry.at, entry.data, entry.key) for entry in log]
    return FORM + zlib.compress(msgspec.msgpack.encode(rows), 9)


def unpacked(record: bytes) -> list[Entry]:
    """The log in a record; `Damaged` if it is none, or not whole."""
    if not record.startswith(FORM):
        raise Damaged(f"its record is of the form {record[:1]!r}")
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(record[len(FORM) :], MOST_BYTES)
        if not unpacking.eof:
            raise Damaged("its record is not whole, or has no end")
        rows: list[Row] = msgspec.msgpack.decode(data, type=Rows)
    except (zlib.error, msgspec.MsgspecError, ValueError) as error:
        raise Damaged(f"its record is broken: {error}") from error
    return [Entry(*row) for row in rows]


def with_archive(rows: list[Entry], after: int, until: int = NO_END) -> list[Entry]:
    """The entries behind number `after`, as far as `until`; a first row of number -1 is a record, which is opened."""
    if not rows or rows[0].n >= 0:
        return rows
    return [entry for entry in (*unpacked(rows[0].data), *rows[1:]) if after < entry.n <= until]


def in_archive(log: Sequence[Entry], key: str) -> int | None:
    """The number of the entry with this key."""
    return next((entry.n for entry in log if entry.key == key), None)
