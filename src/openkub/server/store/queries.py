"""Implements `Store` for both databases: every statement is written once, and a driver executes it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from openkub.server.store import (
    GAP_MS,
    NO_END,
    Append,
    Appended,
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
from openkub.server.store.transactions import T, Transaction

LISTING = "name, at, phase, listed, due, code, host, summary"
ListingRow = tuple[str, int, str, bool, int | None, str | None, str, bytes]


class Driver(Protocol):
    """A database: its connections, append path, leases and clock."""

    size: str
    """A query for the bytes that all of it takes."""

    @property
    def damage(self) -> str | None:
        """The first error that said that something is broken."""

    def damaged(self, error: Exception) -> Damaged:
        """Log the damage once and return the exception to raise."""

    async def read(self, row: object, text: str, *arguments: object) -> Sequence[Any]:
        """Return the rows of a query. `row` is a type such as `tuple[int, bytes]`; only the last may be bytes."""

    async def write(self, transaction: Transaction[T], *, alone: bool = False) -> T:
        """Execute a transaction and return its result, durably. With `alone`, others of this kind wait for it."""

    def append(self, wish: Append, told: Told) -> None:
        """Write this with the next commit."""

    async def time(self) -> int | None: ...

    async def claim_due(self, worker: str, *, now: int, late: int, limit: int, ms: int) -> Sequence[str]: ...

    async def claim(self, worker: str, whats: Sequence[str], ms: int) -> frozenset[str]: ...

    async def close(self) -> None:
        """Write what waits, then disconnect."""


class SqlStore:
    """A `Store` in a SQL database; the interface is described there."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._notes = Notes(self._write_notes)
        self._closed = False

    @property
    def damage(self) -> str | None:
        return self._driver.damage

    async def append(self, wish: Append) -> Appended | Repeat:
        told: asyncio.Future[Appended | Repeat] = asyncio.get_running_loop().create_future()
        self.append_for(wish, told)
        return await told

    def append_for(self, wish: Append, told: Told) -> None:
        check_text(wish.game, wish.entry.key)
        if wish.listing.changed:
            check_text(wish.listing.code, wish.listing.host)
        self._check_open()
        self._driver.append(wish, told)

    async def load(self, game: str, after: int = -1, until: int = NO_END) -> Sequence[Entry]:
        query = """SELECT e.n, e.at, e.key, e.data FROM games AS g JOIN events AS e ON e.game = g.id
            WHERE g.name = $1 AND e.n > $2 AND e.n <= $3 ORDER BY e.n"""
        rows = await self._read(tuple[int, int, str | None, bytes], query, game, after, until)
        return [Entry(n, at, data, key) for n, at, key, data in rows]

    async def load_all(self, games: Sequence[str]) -> Mapping[str, Kept]:
        entries = """SELECT g.name, e.n, e.at, e.key, e.data FROM games AS g JOIN events AS e ON e.game = g.id
            WHERE g.name = ANY ($1) ORDER BY g.name, e.n"""
        notes = """SELECT g.name, n.seat, n.text FROM games AS g JOIN notes AS n ON n.game = g.id
            WHERE g.name = ANY ($1)"""
        logs: dict[str, list[Entry]] = defaultdict(list)
        noted: dict[str, dict[int, str]] = defaultdict(dict)
        for name, n, at, key, data in await self._read(tuple[str, int, int, str | None, bytes], entries, games):
            logs[name].append(Entry(n, at, data, key))
        for name, seat, text in await self._read(tuple[str, int, str], notes, games):
            noted[name][seat] = text
        return {game: Kept(log, noted[game] | self._notes.of(game)) for game, log in logs.items()}

    async def find(self, game: str, key: str) -> int | None:
        query = "SELECT e.n FROM games AS g JOIN events AS e ON e.game = g.id WHERE g.name = $1 AND e.key = $2"
        return _first(await self._read(tuple[int], query, game, key))

    async def last(self, games: Iterable[str]) -> Mapping[str, int]:
        return dict(await self._read(tuple[str, int], "SELECT name, n FROM games WHERE name = ANY ($1)", list(games)))

    async def by_code(self, code: str) -> str | None:
        return _first(await self._read(tuple[str], "SELECT name FROM games WHERE code = $1", code))

    async def lobby(self, limit: int, since: int = 0) -> Sequence[tuple[str, Listing]]:
        query = f"""SELECT {LISTING} FROM games WHERE listed AND phase = 'waiting' AND at >= $2
            ORDER BY begun DESC LIMIT $1"""
        return [(name, listing) for name, _, listing in await self._list(query, limit, since)]

    async def time(self) -> int | None:
        return await self._driver.time()

    async def claim_due(self, worker: str, *, now: int, late: int, limit: int, ms: int) -> Sequence[str]:
        check_text(worker)
        self._check_open()
        return await self._driver.claim_due(worker, now=now, late=late, limit=limit, ms=ms)

    async def put_off(self, whens: Sequence[Due]) -> None:
        def work() -> Transaction[None]:
            # `append` locks its games in this order too, so that the two never deadlock.
            yield (
                """SELECT count(*) FROM (
                    SELECT 1 FROM games WHERE name = ANY ($1) ORDER BY name FOR NO KEY UPDATE
                ) AS locked""",
                ([when.game for when in whens],),
            )
            yield (
                """UPDATE games SET due = CAST(w.value ->> 2 AS bigint) FROM json_each($1) AS w
                WHERE games.name = w.value ->> 0 AND games.n = CAST(w.value ->> 1 AS integer)""",
                (_json(whens),),
            )

        await self._write(work())

    async def claim(self, worker: str, whats: Iterable[str], ms: int) -> frozenset[str]:
        wanted = list(whats)
        check_text(worker, *wanted)
        self._check_open()
        return await self._driver.claim(worker, wanted, ms)

    async def open_games(self, host: str) -> int:
        query = "SELECT count(*) FROM games WHERE host = $1 AND phase <> 'over'"
        return _first(await self._read(tuple[int], query, host)) or 0

    async def played(self, player: str, before: int, limit: int) -> Sequence[Listed]:
        query = f"""SELECT {LISTING} FROM played AS p JOIN games AS g ON g.id = p.game
            WHERE p.player = $1 AND g.at < $2 ORDER BY g.at DESC LIMIT $3"""
        return await self._list(query, player, before, limit)

    async def keep_analysis(self, game: str, data: bytes) -> None:
        query = """INSERT INTO analyses (game, data) SELECT id, $2 FROM games WHERE name = $1
            ON CONFLICT (game) DO UPDATE SET data = excluded.data"""
        await self._execute(query, game, data)

    async def analysis(self, game: str) -> bytes | None:
        query = "SELECT a.data FROM games AS g JOIN analyses AS a ON a.game = g.id WHERE g.name = $1"
        return _first(await self._read(tuple[bytes], query, game))

    def note(self, game: str, seat: int, text: str) -> None:
        self._notes.put(game, seat, text)

    async def notes(self, game: str) -> Mapping[int, str]:
        newer = self._notes.of(game)
        query = "SELECT n.seat, n.text FROM games AS g JOIN notes AS n ON n.game = g.id WHERE g.name = $1"
        return dict(await self._read(tuple[int, str], query, game)) | newer

    async def beat(self, worker: str, now: int) -> int:
        def work() -> Transaction[int]:
            yield (
                """INSERT INTO outages ("begin", "end") SELECT max(at), $1 FROM beats HAVING $1 - max(at) > $2
                ON CONFLICT DO NOTHING""",
                (now, GAP_MS),
            )
            yield (
                "INSERT INTO beats (worker, at) VALUES ($1, $2) ON CONFLICT (worker) DO UPDATE SET at = excluded.at",
                (worker, now),
            )
            yield "DELETE FROM beats WHERE at < $1", (now - FORGOTTEN_MS,)
            yield 'DELETE FROM outages WHERE "end" < $1', (now - FORGOTTEN_MS,)
            ((newest,),) = yield "SELECT max(at) FROM beats", ()
            return int(newest)

        check_text(worker)
        return await self._write(work(), alone=True)

    async def outages(self, since: int) -> Sequence[Outage]:
        query = """SELECT "begin", "end" FROM outages WHERE "end" > $1 ORDER BY "end\""""
        return [Outage(*row) for row in await self._read(tuple[int, int], query, since)]

    async def workers(self, since: int) -> Sequence[str]:
        query = "SELECT worker FROM beats WHERE at >= $1"
        return sorted(worker for (worker,) in await self._read(tuple[str], query, since))

    async def ban(self, player: str, until: int) -> None:
        query = """INSERT INTO bans (player, until) VALUES ($1, $2)
            ON CONFLICT (player) DO UPDATE SET until = excluded.until"""
        await self._execute(query, player, until)

    async def banned(self, now: int) -> Mapping[str, int]:
        return dict(await self._read(tuple[str, int], "SELECT player, until FROM bans WHERE until > $1", now))

    async def house_key(self, fresh: bytes) -> bytes:
        def work() -> Transaction[bytes]:
            yield "INSERT INTO keys (purpose, value) VALUES ('house', $1) ON CONFLICT DO NOTHING", (fresh,)
            ((kept,),) = yield "SELECT value FROM keys WHERE purpose = 'house'", ()
            return bytes(kept)

        return await self._write(work())

    async def games(self, phase: Phase | None, before: int, limit: int) -> Sequence[Listed]:
        # One page of finished games and one of open ones, because these have indexes.
        found: list[Listed] = []
        for kind in ("phase = 'over'", "phase <> 'over'"):
            where = f"{kind} AND at < $1 AND phase = coalesce($3, phase)"
            lowest = f"(SELECT at FROM games WHERE {where} ORDER BY at DESC LIMIT 1 OFFSET $2 - 1)"
            query = f"SELECT {LISTING} FROM games WHERE {where} AND at >= coalesce({lowest}, at)"
            found += await self._list(query, before, limit, phase)
        return page(found, limit)

    async def names(self) -> Sequence[str]:
        return [name for (name,) in await self._read(tuple[str], "SELECT name FROM games")]

    async def census(self) -> Census:
        counts = await self._read(tuple[str, int], "SELECT phase, count(*) FROM games GROUP BY phase")
        size = _first(await self._read(tuple[int], self._driver.size)) or 0
        return Census({self._phase(phase): count for phase, count in counts}, size)

    async def delete(self, game: str) -> bool:
        def work() -> Transaction[bool]:
            found = yield "DELETE FROM games WHERE name = $1 RETURNING id", (game,)
            for (number,) in found:
                yield "DELETE FROM events WHERE game = $1", (number,)
            return bool(found)

        check_text(game)
        return await self._write(work())

    async def close(self) -> None:
        if self._closed:
            return
        await self._notes.close()
        self._closed = True
        await self._driver.close()

    def _check_open(self) -> None:
        if self._closed:
            raise Unavailable("the store is closed")

    async def _write_notes(self, rows: Sequence[Row]) -> None:
        query = """INSERT INTO notes (game, seat, text)
            SELECT g.id, CAST(w.value ->> 1 AS integer), w.value ->> 2
            FROM json_each($1) AS w CROSS JOIN games AS g WHERE g.name = w.value ->> 0 AND g.phase <> 'over'
            ORDER BY 1, 2 ON CONFLICT (game, seat) DO UPDATE SET text = excluded.text"""
        await self._execute(query, _json(rows))

    async def _list(self, query: str, *arguments: object) -> Sequence[Listed]:
        return [
            (name, at, Listing(self._phase(phase), listed, due, code, host, summary))
            for name, at, phase, listed, due, code, host, summary in await self._read(ListingRow, query, *arguments)
        ]

    def _phase(self, phase: str) -> Phase:
        try:
            return Phase(phase)
        except ValueError as error:
            raise self._driver.damaged(error) from error

    async def _read(self, row: object, text: str, *arguments: object) -> Sequence[Any]:
        self._check_open()
        for argument in arguments:
            check_text(*(argument if isinstance(argument, list) else ()))
            check_text(argument if isinstance(argument, str) else None)
        return await self._driver.read(row, text, *arguments)

    async def _execute(self, text: str, *arguments: object) -> None:
        def work() -> Transaction[None]:
            yield text, arguments

        check_text(*(argument for argument in arguments if isinstance(argument, str)))
        await self._write(work())

    async def _write(self, transaction: Transaction[T], *, alone: bool = False) -> T:
        self._check_open()
        return await self._driver.write(transaction, alone=alone)


def _first(rows: Sequence[tuple[T]]) -> T | None:
    return rows[0][0] if rows else None


def _json(rows: Sequence[object]) -> str:
    return msgspec.json.encode(rows).decode()
