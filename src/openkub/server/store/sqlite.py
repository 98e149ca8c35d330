"""Games in one file, for one process: a thread that writes, a thread that reads, and no waiting between them."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

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
from openkub.server.store.claims import Claims
from openkub.server.store.notes import Notes, Row
from openkub.server.store.sqlite_file import Lock, check, connect, is_damage, prepare
from openkub.server.store.sqlite_writer import Writer

__all__ = ["SqliteStore"]

logger = logging.getLogger("openkub.server")

T = TypeVar("T")

LISTING = "json_array(name, at, phase, listed, due, code, host, hex(summary))"
ListingRow = tuple[str, int, Phase, bool, int | None, str | None, str, str]


class SqliteStore:
    """A `Store` in one file. Every query answers with one row of JSON, for the reason given in `sqlite_writer`."""

    def __init__(self, file: Path, lock: Lock | None) -> None:
        self._file, self._lock = file, lock
        self._reading = connect(file)
        self._reading.execute("PRAGMA query_only = ON")
        self._reading.text_factory = _text
        self._writer = Writer(file)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="openkub-reader")
        self._notes = Notes(self._write_notes)
        self._claims = Claims()
        self._closed = False
        self.damage: str | None = None
        """What the file said when something in it was found broken."""

    @classmethod
    async def open(cls, file: Path) -> SqliteStore:
        """Open the file, or make it; `CannotOpen` says why not."""
        if not file.parent.is_dir():
            raise CannotOpen(f"there is no folder {file.parent}")
        if file.is_dir():
            raise CannotOpen(f"{file} is a folder")
        try:
            lock = Lock(file)
        except OSError as error:
            raise CannotOpen(f"{file} cannot be written: {error.strerror}") from error
        try:
            lock.begin()
            await asyncio.to_thread(prepare, file)
            lock.finish()
            return cls(file, lock)
        except CannotOpen:
            lock.release()
            raise
        except (sqlite3.Error, OSError) as error:
            lock.release()
            raise CannotOpen(f"{file} cannot be opened: {error}") from error

    @classmethod
    async def visit(cls, file: Path) -> SqliteStore:
        """Open a file that a server may be using: to read, and to delete, which is one commit like any other."""
        if not file.is_file():
            raise CannotOpen(f"there is no file {file}")
        try:
            await asyncio.to_thread(check, file)
            return cls(file, None)
        except (sqlite3.Error, OSError) as error:
            raise CannotOpen(f"{file} cannot be opened: {error}") from error

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
        query = """SELECT json_group_array(json_array(e.n, e.at, hex(e.data), e.key))
            FROM games AS g JOIN events AS e ON e.game = g.id WHERE g.name = ?1 AND e.n > ?2 AND e.n <= ?3"""
        rows = sorted(await self._read(query, list[tuple[int, int, str, str | None]], game, after, until))
        return [Entry(n, at, bytes.fromhex(data), key) for n, at, data, key in rows]

    async def load_all(self, games: Sequence[str]) -> Mapping[str, Kept]:
        """The logs and notes of many games."""
        found = {game: Kept(await self.load(game), await self.notes(game)) for game in games}
        return {game: kept for game, kept in found.items() if kept.log}

    async def find(self, game: str, key: str) -> int | None:
        """The number of the entry with this key."""
        query = """SELECT json_group_array(e.n) FROM games AS g JOIN events AS e ON e.game = g.id
            WHERE g.name = ? AND e.key = ?"""
        return next(iter(await self._read(query, list[int], game, key)), None)

    async def last(self, games: Iterable[str]) -> Mapping[str, int]:
        """The number of the last entry of each of these games that exists."""
        query = "SELECT json_group_object(g.name, g.n) FROM json_each(?) AS w CROSS JOIN games AS g ON g.name = w.value"
        return await self._read(query, dict[str, int], msgspec.json.encode(list(games)).decode())

    async def by_code(self, code: str) -> str | None:
        """The game with this short code that waits for players."""
        query = "SELECT json_group_array(name) FROM games WHERE code = ?"
        return next(iter(await self._read(query, list[str], code)), None)

    async def lobby(self, limit: int, since: int = 0) -> Sequence[tuple[str, Listing]]:
        """The listed games that wait for players, newest first."""
        query = f"""SELECT json_group_array({LISTING}) FROM (
            SELECT * FROM games WHERE listed AND phase = 'waiting' AND at >= ?2 ORDER BY begun DESC LIMIT ?1
        )"""
        return [(name, listing) for name, _, listing in await self._list(query, limit, since)]

    async def time(self) -> None:
        """There is one process, and its clock is the machine's."""

    async def claim_due(self, worker: str, *, now: int, late: int, limit: int, ms: int) -> Sequence[str]:
        """Games in which something is overdue, which this worker is at from now on."""
        query = "SELECT json_group_array(name) FROM (SELECT name FROM games WHERE due <= ? ORDER BY due LIMIT ?)"
        found = await self._read(query, list[str], now - late, limit + len(self._claims))
        games = [game for game in found if game not in self._claims][:limit]
        self._claims.claim(worker, games, ms)
        return games

    async def put_off(self, whens: Sequence[Due]) -> None:
        """In these games something must happen by itself when they say so, and not before."""
        query = "UPDATE games SET due = ?3 WHERE name = ?1 AND n = ?2"
        await self._do(lambda connection: connection.executemany(query, whens).rowcount)

    async def claim(self, worker: str, whats: Iterable[str], ms: int) -> frozenset[str]:
        """Be at these things for so long; those of them that no other worker is at."""
        return self._claims.claim(worker, whats, ms)

    async def open_games(self, host: str) -> int:
        """How many games of this host are not over."""
        return await self._read("SELECT count(*) FROM games WHERE host = ? AND phase <> 'over'", int, host)

    async def played(self, player: str, before: int, limit: int) -> Sequence[tuple[str, int, Listing]]:
        """The games of this player that were over before `before`, newest first."""
        query = f"""SELECT json_group_array({LISTING}) FROM (
            SELECT g.* FROM played AS p JOIN games AS g ON g.id = p.game
            WHERE p.player = ?1 AND g.at < ?2 ORDER BY g.at DESC LIMIT ?3
        )"""
        return await self._list(query, player, before, limit)

    async def keep_analysis(self, game: str, data: bytes) -> None:
        """Keep what was found in a game; the latest wins."""
        check_text(game)
        query = "INSERT OR REPLACE INTO analyses (game, data) SELECT id, ? FROM games WHERE name = ?"
        await self._do(lambda connection: connection.execute(query, (data, game)).rowcount)

    async def analysis(self, game: str) -> bytes | None:
        """What was found in a game, if anybody looked."""
        query = """SELECT json_group_array(hex(a.data))
            FROM games AS g JOIN analyses AS a ON a.game = g.id WHERE g.name = ?"""
        return next((bytes.fromhex(data) for data in await self._read(query, list[str], game)), None)

    def note(self, game: str, seat: int, text: str) -> None:
        """Keep a seat's draft and rack order, soon."""
        self._notes.put(game, seat, text)

    async def notes(self, game: str) -> Mapping[int, str]:
        """What was noted for each seat of a game."""
        newer = self._notes.of(game)
        query = """SELECT json_group_object(n.seat, n.text)
            FROM games AS g JOIN notes AS n ON n.game = g.id WHERE g.name = ?"""
        return await self._read(query, dict[int, str], game) | newer

    async def beat(self, worker: str, now: int) -> int:
        """Store a heartbeat of this worker. A silence of all workers before it is stored as an outage."""
        check_text(worker)

        def work(connection: sqlite3.Connection) -> int:
            connection.execute(
                """INSERT INTO outages ("begin", "end") SELECT max(at), ?1 FROM beats HAVING ?1 - max(at) > ?2""",
                (now, GAP_MS),
            )
            connection.execute("INSERT OR REPLACE INTO beats (worker, at) VALUES (?, ?)", (worker, now))
            connection.execute("DELETE FROM beats WHERE at < ?", (now - FORGOTTEN_MS,))
            connection.execute('DELETE FROM outages WHERE "end" < ?', (now - FORGOTTEN_MS,))
            (newest,) = connection.execute("SELECT max(at) FROM beats").fetchone()
            return int(newest)

        return await self._do(work)

    async def outages(self, since: int) -> Sequence[Outage]:
        """The outages that ended after `since`, in order."""
        query = """SELECT json_group_array(json_array("begin", "end")) FROM outages WHERE "end" > ?"""
        return [Outage(*times) for times in sorted(await self._read(query, list[tuple[int, int]], since))]

    async def workers(self, since: int) -> Sequence[str]:
        """The workers that have said so since then."""
        return sorted(await self._read("SELECT json_group_array(worker) FROM beats WHERE at >= ?", list[str], since))

    async def ban(self, player: str, until: int) -> None:
        """This player is not wanted before that time."""
        check_text(player)
        query = "INSERT OR REPLACE INTO bans (player, until) VALUES (?, ?)"
        await self._do(lambda connection: connection.execute(query, (player, until)).rowcount)

    async def banned(self, now: int) -> Mapping[str, int]:
        """The players who are not wanted now, and until when."""
        query = "SELECT json_group_object(player, until) FROM bans WHERE until > ?"
        return await self._read(query, dict[str, int], now)

    async def house_key(self, fresh: bytes) -> bytes:
        """The key of this house, which is kept from the first time on."""

        def work(connection: sqlite3.Connection) -> bytes:
            connection.execute("INSERT OR IGNORE INTO keys (purpose, value) VALUES ('house', ?)", (fresh,))
            (kept,) = connection.execute("SELECT value FROM keys WHERE purpose = 'house'").fetchone()
            return bytes(kept)

        return await self._do(work)

    async def games(self, phase: Phase | None, before: int, limit: int) -> Sequence[Listed]:
        """Games last touched before `before`, newest first."""
        # One page of finished games and one of open ones, since these have indexes.
        wanted = "true" if phase is None else "phase = ?3"
        arguments = (before, limit) if phase is None else (before, limit, phase)
        found: list[Listed] = []
        for kind in ("phase = 'over'", "phase <> 'over'"):
            where = f"{kind} AND at < ?1 AND {wanted}"
            lowest = f"(SELECT at FROM games WHERE {where} ORDER BY at DESC LIMIT 1 OFFSET ?2 - 1)"
            query = f"SELECT json_group_array({LISTING}) FROM games WHERE {where} AND at >= coalesce({lowest}, at)"
            found += await self._list(query, *arguments)
        return page(found, limit)

    async def names(self) -> Sequence[str]:
        """The ids of all games; they are in an index of their own."""
        query = "SELECT json_group_array(name) FROM games"
        return await self._read(query, list[str])

    async def census(self) -> Census:
        """How many games there are, and how large the file is."""
        query = "SELECT json_group_object(phase, n) FROM (SELECT phase, count(*) AS n FROM games GROUP BY phase)"
        size = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        return Census(await self._read(query, dict[Phase, int]), await self._read(size, int))

    async def delete(self, game: str) -> bool:
        """Remove a game with its log; whether it was there."""
        check_text(game)
        return await self._do(
            lambda connection: connection.execute("DELETE FROM games WHERE name = ?", (game,)).rowcount > 0
        )

    async def close(self) -> None:
        """Write what is waiting, and let go."""
        if self._closed:
            return
        await self._notes.close()
        self._closed = True
        await self._writer.close()
        self._reader.shutdown()
        self._reading.close()
        if self._lock:
            self._lock.release()

    def _check_open(self) -> None:
        if self._closed:
            raise Unavailable("the store is closed")

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        self._check_open()
        return await self._writer.do(work)

    async def _write_notes(self, rows: Sequence[Row]) -> None:
        query = """INSERT OR REPLACE INTO notes (game, seat, text)
            SELECT g.id, json_extract(w.value, '$[1]'), json_extract(w.value, '$[2]')
            FROM json_each(?) AS w CROSS JOIN games AS g ON g.name = json_extract(w.value, '$[0]')
            WHERE g.phase <> 'over'"""
        text = msgspec.json.encode(rows).decode()
        await self._do(lambda connection: connection.execute(query, (text,)).rowcount)

    async def _list(self, query: str, *arguments: object) -> list[Listed]:
        return [_listed(row) for row in await self._read(query, list[ListingRow], *arguments)]

    async def _read(self, query: str, kind: type[T], *arguments: object) -> T:
        self._check_open()
        check_text(*(argument for argument in arguments if isinstance(argument, str)))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, self._ask, query, kind, arguments)
        except sqlite3.Error as error:
            if not is_damage(error):
                raise Unavailable(f"nothing could be read: {error}") from error
            raise self._damaged(error) from error
        except msgspec.MsgspecError as error:  # of types that no column of ours has
            raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> Damaged:
        if self.damage is None:
            self.damage = str(error)
            logger.error("%s is damaged, and some games cannot be read: %s", self._file, error)
        return Damaged(f"{self._file}: {error}")

    def _ask(self, query: str, kind: type[T], arguments: Sequence[Any]) -> T:
        (answer,) = self._reading.execute(query, arguments).fetchone()
        return answer if kind is int else msgspec.json.decode(answer, type=kind, strict=False)


def _text(answer: bytes) -> str:
    """An answer in which a letter may be broken: then it is shown as such."""
    return answer.decode(errors="replace")


def _listed(row: ListingRow) -> Listed:
    name, at, phase, listed, due, code, host, summary = row
    return name, at, Listing(phase, listed, due, code, host, bytes.fromhex(summary))
