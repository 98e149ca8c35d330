"""Games in PostgreSQL, for any number of workers."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import asyncpg

from openkub.server.store import (
    GAP_MS,
    NO_END,
    Append,
    Appended,
    CannotOpen,
    Census,
    Damaged,
    Due,
    Entry,
    Kept,
    Listed,
    Listing,
    Outage,
    Phase,
    Repeat,
    Told,
    Unavailable,
)
from openkub.server.store.batch import FORGOTTEN_MS, check_text, page
from openkub.server.store.notes import Notes, Row
from openkub.server.store.postgres_claims import CLOCK, claimed, claimed_due
from openkub.server.store.postgres_link import (
    COMMAND_S,
    CONNECT_S,
    LOCK,
    LOST,
    Connection,
    Pooled,
    check,
    part,
    prepare,
    settings,
    where,
)
from openkub.server.store.postgres_writer import Writer

__all__ = ["PostgresStore"]

logger = logging.getLogger("openkub.server")

T = TypeVar("T")

LISTING = "name, at, phase, listed, due, code, host, summary"


class PostgresStore:
    """A `Store` in a database that other workers use as well."""

    def __init__(self, address: str, pool: asyncpg.Pool[asyncpg.Record]) -> None:
        self._address, self._pool = address, pool
        self._writer = Writer(address)
        self._notes = Notes(self._write_notes)
        self._closed = False
        self.damage: str | None = None
        """What the database said when something in it was found broken."""

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

    async def append(self, wish: Append) -> Appended | Repeat:
        """Write one entry and the game's new listing, both or neither."""
        told: asyncio.Future[Appended | Repeat] = asyncio.get_running_loop().create_future()
        self.append_for(wish, told)
        return await told

    def append_for(self, wish: Append, told: Told) -> None:
        """The same for who does not wait for it but is told."""
        check_text(wish.game, wish.entry.key)
        if wish.listing.changed:
            check_text(wish.listing.code, wish.listing.host)
        self._check_open()
        self._writer.append(wish, told)

    async def load(self, game: str, after: int = -1, until: int = NO_END) -> Sequence[Entry]:
        """The entries behind number `after`, as far as `until`, in order."""
        query = """SELECT e.n, e.at, e.data, e.key FROM games AS g JOIN events AS e ON e.game = g.id
            WHERE g.name = $1 AND e.n > $2 AND e.n <= $3 ORDER BY e.n"""
        return [Entry(*row) for row in await self._read(query, game, after, until)]

    async def load_all(self, games: Sequence[str]) -> Mapping[str, Kept]:
        """The logs and notes of many games, with two questions."""
        entries = """SELECT g.name, e.n, e.at, e.data, e.key FROM games AS g JOIN events AS e ON e.game = g.id
            WHERE g.name = ANY ($1) ORDER BY g.name, e.n"""
        notes = """SELECT g.name, n.seat, n.text FROM games AS g JOIN notes AS n ON n.game = g.id
            WHERE g.name = ANY ($1)"""
        logs: dict[str, list[Entry]] = defaultdict(list)
        noted: dict[str, dict[int, str]] = defaultdict(dict)
        for name, *entry in await self._read(entries, games):
            logs[name].append(Entry(*entry))
        for name, seat, text in await self._read(notes, games):
            noted[name][seat] = text
        return {game: Kept(log, noted[game] | self._notes.of(game)) for game, log in logs.items()}

    async def find(self, game: str, key: str) -> int | None:
        """The number of the entry with this key."""
        query = "SELECT e.n FROM games AS g JOIN events AS e ON e.game = g.id WHERE g.name = $1 AND e.key = $2"
        return next((n for (n,) in await self._read(query, game, key)), None)

    async def last(self, games: Iterable[str]) -> Mapping[str, int]:
        """The number of the last entry of each of these games that exists."""
        names = list(games)
        check_text(*names)
        return dict(map(tuple, await self._read("SELECT name, n FROM games WHERE name = ANY ($1)", names)))

    async def by_code(self, code: str) -> str | None:
        """The game with this short code that waits for players."""
        return next((name for (name,) in await self._read("SELECT name FROM games WHERE code = $1", code)), None)

    async def lobby(self, limit: int, since: int = 0) -> Sequence[tuple[str, Listing]]:
        """The listed games that wait for players, newest first."""
        query = f"""SELECT {LISTING} FROM games WHERE listed AND phase = 'waiting' AND at >= $2
            ORDER BY begun DESC LIMIT $1"""
        found = self._listed(await self._read(query, limit, since))
        return [(name, listing) for name, _, listing in found]

    async def time(self) -> int:
        """What the clock of the database says."""
        ((time,),) = await self._read(f"SELECT {CLOCK}")
        return int(time)

    async def claim_due(self, worker: str, *, now: int, late: int, limit: int, ms: int) -> Sequence[str]:
        """Games in which something is overdue by the database's clock, which this worker is at from now on."""
        check_text(worker)
        return await self._do(lambda connection: claimed_due(connection, worker, late, limit, ms))

    async def put_off(self, whens: Sequence[Due]) -> None:
        """In these games something must happen by itself when they say so, and not before."""
        games, ns, dues = zip(*whens, strict=True)
        locks = "SELECT 1 FROM games WHERE name = ANY ($1) ORDER BY name FOR NO KEY UPDATE"  # as `append` takes them
        query = """UPDATE games AS g SET due = w.due FROM unnest($1::text[], $2::integer[], $3::bigint[])
            AS w (game, n, due) WHERE g.name = w.game AND g.n = w.n"""

        async def work(connection: Pooled) -> None:
            await connection.execute(locks, games)
            await connection.execute(query, games, ns, dues)

        await self._do(work)

    async def claim(self, worker: str, whats: Iterable[str], ms: int) -> frozenset[str]:
        """Be at these things for so long; those of them that no other worker is at."""
        wanted = list(whats)
        check_text(worker, *wanted)
        return await self._do(lambda connection: claimed(connection, worker, wanted, ms))

    async def open_games(self, host: str) -> int:
        """How many games of this host are not over."""
        ((count,),) = await self._read("SELECT count(*) FROM games WHERE host = $1 AND phase <> 'over'", host)
        return int(count)

    async def played(self, player: str, before: int, limit: int) -> Sequence[tuple[str, int, Listing]]:
        """The games of this player that were over before `before`, newest first."""
        query = f"""SELECT {LISTING} FROM played AS p JOIN games AS g ON g.id = p.game
            WHERE p.player = $1 AND g.at < $2 ORDER BY g.at DESC LIMIT $3"""
        return self._listed(await self._read(query, player, before, limit))

    async def keep_analysis(self, game: str, data: bytes) -> None:
        """Keep what was found in a game; the latest wins."""
        check_text(game)
        query = """INSERT INTO analyses (game, data) SELECT id, $2 FROM games WHERE name = $1
            ON CONFLICT (game) DO UPDATE SET data = excluded.data"""
        await self._do(lambda connection: connection.execute(query, game, data))

    async def analysis(self, game: str) -> bytes | None:
        """What was found in a game, if anybody looked."""
        query = "SELECT a.data FROM games AS g JOIN analyses AS a ON a.game = g.id WHERE g.name = $1"
        return next((bytes(data) for (data,) in await self._read(query, game)), None)

    def note(self, game: str, seat: int, text: str) -> None:
        """Keep a seat's draft and rack order, soon."""
        self._notes.put(game, seat, text)

    async def notes(self, game: str) -> Mapping[int, str]:
        """What was noted for each seat of a game."""
        newer = self._notes.of(game)
        query = "SELECT n.seat, n.text FROM games AS g JOIN notes AS n ON n.game = g.id WHERE g.name = $1"
        return dict(map(tuple, await self._read(query, game))) | newer

    async def beat(self, worker: str, now: int) -> int:
        """Store a heartbeat of this worker. A silence of all workers before it is stored as an outage."""
        check_text(worker)

        async def work(connection: Pooled) -> int:
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
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

        return await self._do(work)

    async def outages(self, since: int) -> Sequence[Outage]:
        """The outages that ended after `since`, in order."""
        query = """SELECT "begin", "end" FROM outages WHERE "end" > $1 ORDER BY "end\""""
        return [Outage(*row) for row in await self._read(query, since)]

    async def workers(self, since: int) -> Sequence[str]:
        """The workers that have said so since then."""
        return sorted(worker for (worker,) in await self._read("SELECT worker FROM beats WHERE at >= $1", since))

    async def ban(self, player: str, until: int) -> None:
        """This player is not wanted before that time."""
        check_text(player)
        query = "INSERT INTO bans VALUES ($1, $2) ON CONFLICT (player) DO UPDATE SET until = excluded.until"
        await self._do(lambda connection: connection.execute(query, player, until))

    async def banned(self, now: int) -> Mapping[str, int]:
        """The players who are not wanted now, and until when."""
        return dict(map(tuple, await self._read("SELECT player, until FROM bans WHERE until > $1", now)))

    async def house_key(self, fresh: bytes) -> bytes:
        """The key of this house, which is kept from the first time on."""

        async def work(connection: Pooled) -> bytes:
            await connection.execute("INSERT INTO keys VALUES ('house', $1) ON CONFLICT DO NOTHING", fresh)
            return bytes(await connection.fetchval("SELECT value FROM keys WHERE purpose = 'house'"))

        return await self._do(work)

    async def games(self, phase: Phase | None, before: int, limit: int) -> Sequence[Listed]:
        """Games last touched before `before`, newest first."""
        # One page of finished games and one of open ones, since these have indexes.
        found: list[asyncpg.Record] = []
        for kind in ("phase = 'over'", "phase <> 'over'"):
            query = f"""SELECT {LISTING} FROM games WHERE {kind} AND at < $1 AND phase = coalesce($3, phase)
                ORDER BY at DESC FETCH FIRST $2 ROWS WITH TIES"""
            found += await self._read(query, before, limit, phase)
        return page(self._listed(found), limit)

    async def names(self) -> Sequence[str]:
        """The ids of all games."""
        return [name for (name,) in await self._read("SELECT name FROM games")]

    async def census(self) -> Census:
        """How many games there are, and how large the tables are."""
        games = await self._read("SELECT phase, count(*) FROM games GROUP BY phase")
        ((size,),) = await self._read("""SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
            WHERE relnamespace = 'openkub'::regnamespace AND relkind = 'r'""")
        try:
            return Census({Phase(phase): count for phase, count in games}, size)
        except ValueError as error:
            raise self._damaged(error) from error

    async def delete(self, game: str) -> bool:
        """Remove a game with its log; whether it was there."""
        check_text(game)

        async def work(connection: Pooled) -> bool:
            number = await connection.fetchval("DELETE FROM games WHERE name = $1 RETURNING id", game)
            await connection.execute("DELETE FROM events WHERE game = $1", number)
            return number is not None

        return await self._do(work)

    async def close(self) -> None:
        """Write what is waiting, and let go."""
        if self._closed:
            return
        await self._notes.close()
        self._closed = True
        await self._writer.close()
        await part(self._pool)

    def _check_open(self) -> None:
        if self._closed:
            raise Unavailable("the store is closed")

    async def _write_notes(self, rows: Sequence[Row]) -> None:
        query = """INSERT INTO notes (game, seat, text) SELECT g.id, w.seat, w.text
            FROM unnest($1::text[], $2::integer[], $3::text[]) AS w (game, seat, text)
            JOIN games AS g ON g.name = w.game WHERE g.phase <> 'over' ORDER BY g.id, w.seat
            ON CONFLICT (game, seat) DO UPDATE SET text = excluded.text"""
        games, seats, texts = zip(*rows, strict=True)
        await self._do(lambda connection: connection.execute(query, games, seats, texts))

    async def _do(self, work: Callable[[Pooled], Awaitable[T]]) -> T:
        self._check_open()
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                return await work(connection)
        except LOST as error:
            raise Unavailable(f"the database could not do it: {error}") from error

    async def _read(self, query: str, *arguments: object) -> Sequence[asyncpg.Record]:
        self._check_open()
        check_text(*(argument for argument in arguments if isinstance(argument, str)))
        try:
            return await self._pool.fetch(query, *arguments)
        except LOST as error:
            if not isinstance(error, asyncpg.DataCorruptedError | asyncpg.IndexCorruptedError):
                raise Unavailable(f"nothing could be read: {error}") from error
            raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> Damaged:
        place = where(self._address)
        if self.damage is None:
            self.damage = str(error)
            logger.error("%s is damaged, and some games cannot be read: %s", place, error)
        return Damaged(f"{place}: {error}")

    def _listed(self, rows: Iterable[asyncpg.Record]) -> list[Listed]:
        try:
            return [(name, at, Listing(Phase(phase), *rest)) for name, at, phase, *rest in rows]
        except ValueError as error:  # of a phase that is none
            raise self._damaged(error) from error


async def _leave_as_it_is(connection: Connection) -> None:
    """Nobody here changes a session: to clean up behind everybody would be a question for each answer."""
