"""Beats to SQLite from a thread of its own, through the one that writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from openkub.server.store import GAP_MS, Beaten, Outage
from openkub.server.store.batch import FORGOTTEN_MS
from openkub.server.store.sqlite_writer import Writer

__all__ = ["SqliteBeats", "beaten"]


def beaten(connection: sqlite3.Connection, worker: str, now: int, *, late: bool) -> int:
    """Write a beat, and the outage that it ends if there was one; the newest of all beats."""
    if not late:
        connection.execute(
            """INSERT INTO outages ("begin", "end") SELECT max(at), ?1 FROM beats HAVING ?1 - max(at) > ?2""",
            (now, GAP_MS),
        )
    connection.execute("INSERT OR REPLACE INTO beats (worker, at) VALUES (?, ?)", (worker, now))
    connection.execute("DELETE FROM beats WHERE at < ?", (now - FORGOTTEN_MS,))
    connection.execute('DELETE FROM outages WHERE "end" < ?', (now - FORGOTTEN_MS,))
    (newest,) = connection.execute("SELECT max(at) FROM beats").fetchone()
    return int(newest)


class SqliteBeats:
    """Beats from a thread of its own, through the one that writes."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def beat(self, worker: str, now: int, since: int, *, late: bool) -> Beaten:
        """Beat once; the newest of all beats, and the outages that ended after `since`."""

        def work(connection: sqlite3.Connection) -> Beaten:
            newest = beaten(connection, worker, now, late=late)
            rows = connection.execute('SELECT "begin", "end" FROM outages WHERE "end" > ? ORDER BY "end"', (since,))
            return Beaten(newest, [Outage(*row) for row in rows], None)

        return self._writer.do_now(work)

    def hold(self, worker: str, whats: Sequence[str], ms: int) -> None:
        """There is nobody else who could be at it."""

    def close(self) -> None:
        """Nothing is kept here."""
