"""The one task that appends to PostgreSQL: it takes all that waits, and one round trip makes all of it durable."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

import asyncpg

from openkub.server.chance import unlike_any_other
from openkub.server.store import Append, Appended, Repeat, Told, Unavailable
from openkub.server.store.batch import MOST, Waiting, code_of, rounds, settle
from openkub.server.store.postgres_link import LOST, Connection, connect, part

APPEND = "SELECT append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"

WHY_NOT = """
SELECT g.n AS last, (SELECT e.n FROM events AS e WHERE e.game = g.id AND e.key = w.key) AS repeat
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w (game, key, place)
LEFT JOIN games AS g ON g.name = w.game ORDER BY w.place
"""

IS_THERE = """
SELECT EXISTS (
    SELECT 1 FROM games AS g JOIN events AS e ON e.game = g.id
    WHERE g.name = w.game AND e.n = w.n AND e.at = w.at AND e.data = w.data AND e.key IS NOT DISTINCT FROM w.key
) FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::bytea[], $5::text[])
    WITH ORDINALITY AS w (game, n, at, data, key, place) ORDER BY w.place
"""

END_OF = """
SELECT coalesce(bool_and(pg_terminate_backend(pid, 3000)), true) FROM pg_stat_activity
WHERE pid = $1 AND application_name = $2
"""

# A plan that is made while the tables are small is kept when they have grown, so it has to use the indexes.
PLANS = {
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
}

TRIES = 3


class Writer:
    """Owns the task and its connection."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Connection | None = None
        self._session = (0, "")
        self._waiting: deque[Waiting] = deque()
        self._in_hand: Sequence[Waiting] = ()
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run())

    def append(self, wish: Append, told: Told) -> None:
        """Write this with the next commit."""
        if self._task.done():
            raise Unavailable("the writer has ended")
        self._waiting.append(Waiting(wish, told))
        self._wake.set()

    async def close(self) -> None:
        """Write what waits, then end."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        try:
            while self._waiting or not self._closing:
                await self._write_all()
                self._wake.clear()
                if not self._closing:
                    await self._wake.wait()
        finally:
            # Whatever ends this task, nobody may wait for it for ever.
            settle((left.told, Unavailable("the writer has ended")) for left in (*self._in_hand, *self._waiting))
            if self._connection is not None:
                await part(self._connection)

    async def _write_all(self) -> None:
        while self._waiting:
            self._in_hand = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST))]
            for turn in rounds(self._in_hand):
                outcomes = await self._write([waiting.wish for waiting in turn])
                settle(zip((waiting.told for waiting in turn), outcomes, strict=True))
            self._in_hand = ()

    async def _write(self, wishes: Sequence[Append]) -> Sequence[Appended | Repeat | Unavailable]:
        connection = self._connection
        try:
            if connection is None or connection.is_closed():
                connection = await self._connect()
        except LOST as error:
            return _sorry(wishes, error)
        try:
            return await _append(connection, wishes)
        except LOST as error:
            if isinstance(error, asyncpg.PostgresError) and not connection.is_closed():
                if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
                    connection.terminate()  # this server became a follower; the address may lead to the new leader
                return _sorry(wishes, error)
            return await self._after_losing(connection, wishes, error)

    async def _connect(self) -> Connection:
        name = f"openkub writer {unlike_any_other()}"
        self._connection = await connect(self._address, name, **PLANS)
        self._session = (self._connection.get_server_pid(), name)
        return self._connection

    async def _after_losing(
        self, lost: Connection, wishes: Sequence[Append], error: Exception
    ) -> Sequence[Appended | Repeat | Unavailable]:
        """The answer is lost, not necessarily the commit: make sure that it is over, then look."""
        session = self._session
        lost.terminate()
        for attempt in range(TRIES):
            try:
                connection = await self._connect()
                if await connection.fetchval(END_OF, *session):
                    return await _look(connection, wishes)
            except LOST as again:
                error = again
            await asyncio.sleep(2**attempt / 2)
        return _sorry(wishes, error)


def _sorry(wishes: Sequence[Append], error: Exception) -> Sequence[Unavailable]:
    return [Unavailable(f"nothing was written: {error}")] * len(wishes)


async def _append(connection: Connection, wishes: Sequence[Append]) -> Sequence[Appended | Repeat]:
    entries, listings = [wish.entry for wish in wishes], [wish.listing for wish in wishes]
    names = await _again_after_deadlock(
        connection,
        [wish.game for wish in wishes],
        [entry.n for entry in entries],
        [entry.at for entry in entries],
        [entry.data for entry in entries],
        [entry.key for entry in entries],
        [listing.phase.value for listing in listings],
        [listing.listed for listing in listings],
        [listing.due for listing in listings],
        [code_of(wish) for wish in wishes],
        [listing.host for listing in listings],
        [listing.summary for listing in listings],
    )
    refused = [wish for wish in wishes if wish.game not in names]
    reasons = iter(await _why_not(connection, refused) if refused else ())
    return [Appended.WRITTEN if wish.game in names else next(reasons) for wish in wishes]


async def _again_after_deadlock(connection: Connection, *columns: Sequence[object]) -> set[str]:
    """Games are locked in order, but short codes are not: two workers may block each other, and one is thrown out."""
    for _ in range(TRIES - 1):
        try:
            return set(await connection.fetchval(APPEND, *columns))
        except (asyncpg.DeadlockDetectedError, asyncpg.SerializationError):
            continue
    return set(await connection.fetchval(APPEND, *columns))


async def _why_not(connection: Connection, wishes: Sequence[Append]) -> Sequence[Appended | Repeat]:
    rows = await connection.fetch(WHY_NOT, [wish.game for wish in wishes], [wish.entry.key for wish in wishes])
    return [_reason(wish, row["last"], row["repeat"]) for wish, row in zip(wishes, rows, strict=True)]


def _reason(wish: Append, last: int | None, repeat: int | None) -> Appended | Repeat:
    if repeat is not None:
        return Repeat(repeat)
    return Appended.CODE_TAKEN if last is None and wish.entry.n == 0 else Appended.TAKEN


async def _look(connection: Connection, wishes: Sequence[Append]) -> Sequence[Appended | Unavailable]:
    entries = [wish.entry for wish in wishes]
    rows = await connection.fetch(
        IS_THERE,
        [wish.game for wish in wishes],
        [entry.n for entry in entries],
        [entry.at for entry in entries],
        [entry.data for entry in entries],
        [entry.key for entry in entries],
    )
    return [Appended.WRITTEN if there else Unavailable("nothing was written: connection lost") for (there,) in rows]
