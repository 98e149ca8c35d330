"""The log of a finished game as one compressed record: a fifth of the room, and is read like any other.

>>> unpacked(packed([Entry(0, 7, b"{}", "key")]))
[Entry(n=0, at=7, data=b'{}', key='key')]
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import msgspec

from openkub.server.store import Entry, Unavailable

__all__ = ["in_archive", "packed", "unpacked", "with_archive"]

FORM = b"1"
"""The first byte of a record: who knows only this form does not guess at another."""
Row = tuple[int, int, bytes, str | None]


def packed(log: Sequence[Entry]) -> bytes:
    """A whole log as one record."""
    rows = [(entry.n, entry.at, entry.data, entry.key) for entry in log]
    return FORM + zlib.compress(msgspec.msgpack.encode(rows), 9)


def unpacked(record: bytes) -> list[Entry]:
    """The log in a record; `Unavailable` if it is damaged."""
    if record[:1] != FORM:
        raise Unavailable(f"an archived game cannot be read: a record of the form {record[:1]!r}")
    try:
        rows = msgspec.msgpack.decode(zlib.decompress(record[1:]), type=list[Row])
    except (zlib.error, msgspec.MsgspecError) as error:
        raise Unavailable(f"an archived game cannot be read: {error}") from error
    return [Entry(*row) for row in rows]


def with_archive(rows: list[Entry], after: int) -> list[Entry]:
    """The entries behind number `after`; a first row with the number -1 is a record, and is opened."""
    if not rows or rows[0].n >= 0:
        return rows
    return [entry for entry in (*unpacked(rows[0].data), *rows[1:]) if entry.n > after]


def in_archive(log: Sequence[Entry], key: str) -> int | None:
    """The number of the entry with this key."""
    return next((entry.n for entry in log if entry.key == key), None)
