"""Games in PostgreSQL, for any number of workers."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import asyncpg

from openkub.server.store import Append, CannotOpen, Damaged, Told, Unavailable
from openkub.server.store.postgres_claims import CLOCK, claimed, claimed_due
from openkub.server.store.postgres_link import (
    COMMAND_S,
    CONNECT_S,
    LOCK,
    LOST,
    Connection,
    check,
    part,
    prepare,
    run,
    settings,
    where,
)
from openkub.server.store.postgres_writer import Writer
from openkub.server.store.queries import SqlStore
from openkub.server.store.transactions import T, Transaction, for_postgres

logger = logging.getLogger("openkub.server")


class PostgresStore(SqlStore):
    """A `Store` in a database that other workers use as well."""

    def __init__(self, address: str, pool: asyncpg.Pool[asyncpg.Record]) -> None:
        super().__init__(PostgresDriver(address, pool))

    @classmethod
    async def open(cls, address: str) -> PostgresStore:
        """Open the database and set up its tables; `CannotOpen` says why not."""
        await prepare(address)
        return await cls._opened(address)

    @classmethod
    async def visit(cls, address: str) -> PostgresStore:
        """Open a database that servers may be using, and leave its tables as they are."""
        await check(address)
        return await cls._opened(address)

    @classmethod
    async def _opened(cls, address: str) -> PostgresStore:
        try:
            pool = await asyncpg.create_pool(
                address,
                min_size=0,  # else the pool itself tries to connect, and writes a traceback each time that it cannot
                max_size=4,
                timeout=CONNECT_S,
                command_timeout=COMMAND_S,
                server_settings=settings("openkub reader"),
                reset=_leave_as_it_is,
            )
        except LOST as error:
            raise CannotOpen(f"PostgreSQL cannot be reached ({where(address)}): {error}") from error
        return cls(address, pool)


class PostgresDriver:
    """The connections of one worker."""

    size = """SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
        WHERE relnamespace = 'openkub'::regnamespace AND relkind = 'r'"""

    def __init__(self, address: str, pool: asyncpg.Pool[asyncpg.Record]) -> None:
        self._address, self._pool = address, pool
        self._writer = Writer(address)
        self.damage: str | None = None

    def append(self, wish: Append, told: Told) -> None:
        self._writer.append(wish, told)

    async def write(self, transaction: Transaction[T], *, alone: bool = False) -> T:
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                if alone:
                    await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
                return await run(connection, transaction)
        except LOST as error:
            raise Unavailable(f"the database could not do it: {error}") from error

    async def read(self, row: object, text: str, *arguments: object) -> Sequence[Any]:
        try:
            return await self._pool.fetch(for_postgres(text), *arguments)
        except LOST as error:
            if isinstance(error, asyncpg.DataCorruptedError | asyncpg.IndexCorruptedError):
                raise self.damaged(error) from error
            raise Unavailable(f"nothing could be read: {error}") from error

    def damaged(self, error: Exception) -> Damaged:
        place = where(self._address)
        if self.damage is None:
            self.damage = str(error)
            logger.error("%s is damaged, and some games cannot be read: %s", place, error)
        return Damaged(f"{place}: {error}")

    async def time(self) -> int:
        ((time,),) = await self.read(tuple[int], f"SELECT {CLOCK}")
        return int(time)

    async def claim_due(self, worker: str, *, now: int, late: int, limit: int, ms: int) -> Sequence[str]:
        return await self.write(claimed_due(worker, late, limit, ms))

    async def claim(self, worker: str, whats: Sequence[str], ms: int) -> frozenset[str]:
        return await self.write(claimed(worker, whats, ms))

    async def close(self) -> None:
        await self._writer.close()
        await part(self._pool)


async def _leave_as_it_is(connection: Connection) -> None:
    """Skip the pool's reset of a connection, a round trip per query: no session is changed here."""
