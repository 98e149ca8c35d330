"""The file of the SQLite store: kept for one process, opened, and brought to the newest version."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from pathlib import Path

from openkub.server.store import CannotOpen
from openkub.server.store.schema import missing
from openkub.server.store.schema.archives import UNPACK_BEFORE, unpack
from openkub.server.store.transactions import T, Transaction, bound_for_sqlite, for_sqlite

BUSY_S = 5.0
"""So long a write waits when somebody else (a back-up, a curious host) holds the file."""

PRAGMAS = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA wal_autocheckpoint = 1000;
PRAGMA journal_size_limit = 67108864;
PRAGMA cache_size = -32768;
PRAGMA temp_store = MEMORY;
"""


UNFINISHED = b"new\n"
"""Content of the lock file until the database beside it has its tables."""


class Lock:
    """The exclusive lock on a database file. It ends with the process, however that ends.

    The lock file stays behind, so it also tells that the database was in use before.
    """

    _held: set[Path] = set()  # noqa: RUF012 - the system does not tell two owners in one process apart

    def __init__(self, file: Path) -> None:
        self._path = file.with_name(file.name + "-lock").resolve()
        if self._path in self._held:
            raise CannotOpen(f"{file} is in use by this process")
        self._file, self._is_first = file, not self._path.exists()
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._descriptor)
        except OSError as error:
            os.close(self._descriptor)
            raise CannotOpen(f"{file} is in use by another openkub; several need PostgreSQL") from error
        self._held.add(self._path)

    def begin(self) -> None:
        """Refuse an empty file that held games before; note that a new one is unfinished."""
        if self._is_first or not self._file.exists():
            os.write(self._descriptor, UNFINISHED)
        elif not self._file.stat().st_size and os.read(self._descriptor, len(UNFINISHED)) != UNFINISHED:
            remedy = "restore a backup, or delete it to start without games"
            raise CannotOpen(f"{self._file} held games and is empty now: {remedy}")

    def finish(self) -> None:
        """Note that the database has its tables."""
        os.ftruncate(self._descriptor, 0)

    def release(self) -> None:
        """Let others have the file."""
        os.close(self._descriptor)
        self._held.discard(self._path)


# A lock of `fcntl.lockf` belongs to the process alone. One of `flock` would be inherited by forked bots, and a server
# that was killed could not start again until the last of them had noticed.
if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def connect(file: Path) -> sqlite3.Connection:
    """A connection as the store uses it; any thread may use it, but one at a time."""
    connection = sqlite3.connect(file, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        connection.executescript(PRAGMAS)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def run(connection: sqlite3.Connection, transaction: Transaction[T]) -> T:
    """Execute the statements of a transaction that the caller has begun."""
    try:
        text, arguments = next(transaction)
        while True:
            rows = connection.execute(for_sqlite(text), bound_for_sqlite(arguments)).fetchall()
            text, arguments = transaction.send(rows)
    except StopIteration as end:
        result: T = end.value
        return result


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is broken, or holds what it never should, of which our questions make no sense."""
    return _kind(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG)


def is_full(error: Exception) -> bool:
    """Whether a file could not grow."""
    return _kind(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def is_cramped(file: Path) -> bool:
    """Whether the write-ahead log is so large that a checkpoint may soon lack disk space.

    A checkpoint that cannot grow the database never shrinks the log, and a full disk would stay full.
    """
    return shutil.disk_usage(file.parent).free < 2 * _size(file.with_name(file.name + "-wal"))


def checkpoint(connection: sqlite3.Connection) -> None:
    """Copy the write-ahead log into the database and truncate it. Do not wait for readers: the next call goes on."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_S * 1000:.0f}")


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _kind(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def prepare(file: Path) -> None:
    """Make the file if there is none, and apply the steps that it lacks; refuse what is not ours."""
    # The file holds the secrets of running games: it is nobody else's.
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    connection = connect(file)
    try:
        for number, step in missing("sqlite", _version(connection, file)).items():
            if number == UNPACK_BEFORE["sqlite"]:
                connection.execute("BEGIN IMMEDIATE")
                run(connection, unpack())
                connection.execute("COMMIT")
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{step}\nINSERT INTO migrations (version) VALUES ({number});\nCOMMIT;"
            )
    finally:
        connection.close()


def check(file: Path) -> None:
    """Refuse a file that is not ours, is empty, or lacks a step: it may be in use, and is left as it is."""
    if not file.stat().st_size:
        raise CannotOpen(f"{file} is empty")
    connection = connect(file)
    try:
        if missing("sqlite", _version(connection, file)):
            raise CannotOpen(f"{file} is of an older openkub: start the server once, it brings the file up to date")
    finally:
        connection.close()


def _version(connection: sqlite3.Connection, file: Path) -> int:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return 0
    if "migrations" not in tables:
        raise CannotOpen(f"{file} is a database, but not one of openkub")
    (version,) = connection.execute("SELECT max(version) FROM migrations").fetchone()
    return int(version)
