"""Beats to PostgreSQL from a thread of its own, over a connection of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from openkub.server.store import GAP_MS, Beaten, Outage, Unavailable
from openkub.server.store.batch import FORGOTTEN_MS
from openkub.server.store.postgres_claims import CLOCK, claimed
from openkub.server.store.postgres_link import LOCK, LOST, Connection, Pooled, connect, part

__all__ = ["PostgresBeats", "beaten"]

T = TypeVar("T")


async def beaten(connection: Connection | Pooled, worker: str, now: int, *, late: bool) -> int:
    """Write a beat, and the outage that it ends if there was one; the newest of all beats."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
    if not late:
        await connection.execute(
            """INSERT INTO outages ("begin", "end") SELECT max(at), $1 FROM beats HAVING $1 - max(at) > $2
            ON CONFLICT DO NOTHING""",
            now,
            GAP_MS,
        )
    await connection.execute(
        "INSERT INTO beats VALUES ($1, $2) ON CONFLICT (worker) DO UPDATE SET at = excluded.at", worker, now
    )
    await connection.execute("DELETE FROM beats WHERE at < $1", now - FORGOTTEN_MS)
    await connection.execute('DELETE FROM outages WHERE "end" < $1', now - FORGOTTEN_MS)
    return int(await connection.fetchval("SELECT max(at) FROM beats"))


class PostgresBeats:
    """The beats of one worker; made in any thread, used in one."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._runner: asyncio.Runner | None = None
        self._connection: Connection | None = None

    def beat(self, worker: str, now: int, since: int, *, late: bool) -> Beaten:
        """Beat once; the newest of all beats, the outages that ended after `since`, and the database's time."""
        return self._run(self._beat(worker, now, since, late=late))

    def hold(self, worker: str, whats: Sequence[str], ms: int) -> None:
        """Be at these things for so long."""
        self._run(self._hold(worker, whats, ms))

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        if self._runner is None:
            self._runner = asyncio.Runner()
        try:
            return self._runner.run(work)
        except LOST as error:
            raise Unavailable(f"the database could not do it: {error}") from error

    async def _connected(self) -> Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._address, "openkub heart")
        return self._connection

    async def _beat(self, worker: str, now: int, since: int, *, late: bool) -> Beaten:
        connection = await self._connected()
        async with connection.transaction():
            newest = await beaten(connection, worker, now, late=late)
        rows = await connection.fetch('SELECT "begin", "end" FROM outages WHERE "end" > $1 ORDER BY "end"', since)
        time = await connection.fetchval(f"SELECT {CLOCK}")  # last, so that it is of this very moment
        return Beaten(newest, [Outage(*row) for row in rows], int(time))

    async def _hold(self, worker: str, whats: Sequence[str], ms: int) -> None:
        connection = await self._connected()
        async with connection.transaction():
            await claimed(connection, worker, whats, ms)

    def close(self) -> None:
        """Say good-bye; in the thread that beat."""
        if self._runner is not None:
            if self._connection is not None:
                self._runner.run(part(self._connection))
            self._runner.close()
