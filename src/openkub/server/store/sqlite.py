"""Games in one SQLite file, for one process: a thread that writes and a thread that reads, neither waits for the other.

Every query answers with one row of JSON: a cursor that steps row by row releases the interpreter's lock at each row.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec

from openkub.server.store import Append, CannotOpen, Damaged, Told, Unavailable
from openkub.server.store.claims import Claims
from openkub.server.store.queries import SqlStore
from openkub.server.store.sqlite_file import Lock, check, connect, is_damage, prepare, run
from openkub.server.store.sqlite_writer import Writer
from openkub.server.store.transactions import T, Transaction, bound_for_sqlite, for_sqlite

logger = logging.getLogger("openkub.server")


class SqliteStore(SqlStore):
    """A `Store` in one file."""

    def __init__(self, file: Path, lock: Lock | None) -> None:
        super().__init__(SqliteDriver(file, lock))

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


class SqliteDriver:
    """The connections to a file, and the leases of the one process that has it."""

    size = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"

    def __init__(self, file: Path, lock: Lock | None) -> None:
        self._file, self._lock = file, lock
        self._reading = connect(file)
        self._reading.execute("PRAGMA query_only = ON")
        self._reading.text_factory = _text
        self._writer = Writer(file)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="openkub-reader")
        self._claims = Claims()
        self.damage: str | None = None

    def append(self, wish: Append, told: Told) -> None:
        self._writer.append(wish, told)

    async def write(self, transaction: Transaction[T], *, alone: bool = False) -> T:
        """Execute a transaction in the next commit; the writer executes one at a time."""
        return await self._writer.do(lambda connection: run(connection, transaction))

    async def read(self, row: object, text: str, *arguments: object) -> Sequence[Any]:
        values = bound_for_sqlite(arguments)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, self._ask, row, text, values)
        except sqlite3.Error as error:
            if not is_damage(error):
                raise Unavailable(f"nothing could be read: {error}") from error
            raise self.damaged(error) from error
        except msgspec.MsgspecError as error:  # of types that no column of ours has
            raise self.damaged(error) from error

    def damaged(self, error: Exception) -> Damaged:
        if self.damage is None:
            self.damage = str(error)
            logger.error("%s is damaged, and some games cannot be read: %s", self._file, error)
        return Damaged(f"{self._file}: {error}")

    async def time(self) -> None:
        """There is one process, and its clock is the machine's."""

    async def claim_due(self, worker: str, *, now: int, late: int, limit: int, ms: int) -> Sequence[str]:
        query = "SELECT name FROM games WHERE due <= $1 ORDER BY due LIMIT $2"
        found = await self.read(tuple[str], query, now - late, limit + len(self._claims))
        games = [game for (game,) in found if game not in self._claims][:limit]
        self._claims.claim(worker, games, ms)
        return games

    async def claim(self, worker: str, whats: Iterable[str], ms: int) -> frozenset[str]:
        return self._claims.claim(worker, whats, ms)

    async def close(self) -> None:
        await self._writer.close()
        self._reader.shutdown()
        self._reading.close()
        if self._lock:
            self._lock.release()

    def _ask(self, row: object, text: str, values: Sequence[Any]) -> Sequence[Any]:
        (answer,) = self._reading.execute(_in_one_row(row, text), values).fetchone()
        rows = _decoder(row).decode(answer)
        if get_args(row)[-1] is bytes:
            rows = [(*columns, bytes.fromhex(data)) for *columns, data in rows]
        return rows


@cache
def _in_one_row(row: object, text: str) -> str:
    """Rewrite a query so that it answers with one JSON array; a column of bytes, the last, as hexadecimal digits."""
    names = [f"c{number}" for number in range(len(get_args(row)))]
    values = [*names[:-1], f"hex({names[-1]})" if get_args(row)[-1] is bytes else names[-1]]
    return f"""WITH answer ({", ".join(names)}) AS ({for_sqlite(text)})
        SELECT json_group_array(json_array({", ".join(values)})) FROM answer"""


@cache
def _decoder(row: object) -> msgspec.json.Decoder[list[Any]]:
    columns = tuple(str if column is bytes else column for column in get_args(row))
    return msgspec.json.Decoder(list[tuple[columns]], strict=False)  # type: ignore[valid-type]


def _text(answer: bytes) -> str:
    """Decode an answer. A broken letter is replaced, so that it harms one game only."""
    return answer.decode(errors="replace")
