"""Connections to PostgreSQL, and the tables in it, brought to the newest version."""

from __future__ import annotations

from asyncio import timeout
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import asyncpg

from openkub.server.store import CannotOpen
from openkub.server.store.schema import missing
from openkub.server.store.schema.archives import UNPACK_BEFORE, unpack
from openkub.server.store.transactions import T, Transaction, for_postgres

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Connection = asyncpg.Connection[asyncpg.Record]
    Pooled = PoolConnectionProxy[asyncpg.Record]
else:
    Connection = Pooled = asyncpg.Connection

LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""All that a database may do instead of answering; a time that ran out is an OSError. Who asks between the last words
of a server that stops and the end of its line meets a driver that is still at them, an InternalClientError."""

CONNECT_S = 3.0
COMMAND_S = 10.0

LOCK = 0x6F70656E6B7562
"""Whoever holds this advisory lock changes the tables or measures an outage."""


def settings(name: str) -> dict[str, str]:
    """How our sessions differ from the server's defaults: our tables, and no planning for large answers."""
    return {"application_name": name, "search_path": "openkub", "jit": "off"}


def where(address: str) -> str:
    """The database's place without the password."""
    parts = urlsplit(address)
    return f"{parts.hostname or 'the local socket'}, database {parts.path.lstrip('/') or '(default)'}"


async def connect(address: str, name: str, **more: str) -> Connection:
    """A new connection; a commit on it is durable when it returns."""
    connection = await asyncpg.connect(
        address, timeout=CONNECT_S, command_timeout=COMMAND_S, server_settings=settings(name) | more
    )
    with ended_if_lost(connection):
        # A host may ask for more than `on`, but not for less.
        if await connection.fetchval("SHOW synchronous_commit") in ("off", "local"):
            await connection.execute("SET synchronous_commit = on")
    return connection


@contextmanager
def ended_if_lost(connection: Connection) -> Iterator[None]:
    """What is asked of a new connection before anybody has it: if that fails, nobody would close it."""
    try:
        yield
    except BaseException:
        connection.terminate()
        raise


async def part(link: Connection | asyncpg.Pool[asyncpg.Record]) -> None:
    """Say good-bye, so that the server's log stays quiet; if it does not listen, just go."""
    try:
        async with timeout(CONNECT_S):
            await link.close()
    except LOST:
        link.terminate()


async def run(connection: Connection | Pooled, transaction: Transaction[T]) -> T:
    """Execute the statements of a transaction that the caller has begun."""
    try:
        text, arguments = next(transaction)
        while True:
            text, arguments = transaction.send(await connection.fetch(for_postgres(text), *arguments))
    except StopIteration as end:
        result: T = end.value
        return result


async def prepare(address: str) -> None:
    """Apply the steps that the database lacks; of several workers that start at once, one does it."""
    async with opening(address) as connection:
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        await _migrate(connection)


async def check(address: str) -> None:
    """Refuse a database that lacks a step: it may be in use, and is left as it is."""
    async with opening(address) as connection:
        if missing("postgres", await _version(connection)):
            raise CannotOpen(f"the tables are not there or of an older openkub ({where(address)}): start a server once")


@asynccontextmanager
async def opening(address: str) -> AsyncIterator[Connection]:
    """Connect and begin a transaction; all that is written in it is kept, or nothing."""
    try:
        connection = await connect(address, "openkub opening")
    except (*LOST, ValueError) as error:
        raise CannotOpen(f"PostgreSQL cannot be reached ({where(address)}): {error}") from error
    try:
        async with connection.transaction():
            yield connection
    except LOST as error:
        raise CannotOpen(f"the tables cannot be set up ({where(address)}): {error}") from error
    finally:
        await connection.close()


async def _migrate(connection: Connection) -> None:
    # Asked first, since even IF NOT EXISTS wants the right to create schemas.
    if not await connection.fetchval("SELECT 1 FROM pg_namespace WHERE nspname = 'openkub'"):
        await connection.execute("CREATE SCHEMA openkub")
    for number, step in missing("postgres", await _version(connection)).items():
        if number == UNPACK_BEFORE["postgres"]:
            await run(connection, unpack())
        await connection.execute(step)
        await connection.execute("INSERT INTO migrations (version) VALUES ($1)", number)


async def _version(connection: Connection) -> int:
    if await connection.fetchval("SELECT to_regclass('openkub.migrations')") is None:
        return 0
    return int(await connection.fetchval("SELECT max(version) FROM migrations"))
