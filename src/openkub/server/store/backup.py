"""Backup of a SQLite file while a server writes to it, and restore into an empty database, SQLite or PostgreSQL.

A backup holds the secrets of games that are being played, so only its owner may read it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from openkub.server.store import CannotOpen
from openkub.server.store.addresses import file_of, is_postgres
from openkub.server.store.sqlite_file import Lock, check, prepare

TABLES = ("games", "events", "notes", "played", "analyses", "beats", "outages", "keys", "bans")
"""Both databases have them with the same columns. The order satisfies the foreign keys."""
ROWS = 1000
PAGES = 4096
"""Database pages copied at a time; a server's writes come in between."""


def back_up(address: str, file: Path) -> int:
    """Copy all games into a new file, as they are at one moment. Return how many they are."""
    if is_postgres(address):
        raise CannotOpen("this backs up SQLite only: back up PostgreSQL with pg_dump --schema=openkub")
    source = file_of(address)
    if not source.is_file():
        raise CannotOpen(f"there is no file {source}")
    check(source)
    with _new(file) as made:
        _copy(source, made)
        return _settle(made)


async def put_back(file: Path, address: str) -> int:
    """Fill an empty database from a backup; no server may use it. Return how many games there are."""
    with tempfile.TemporaryDirectory(prefix="openkub-restore-") as folder:
        ours = Path(folder, "games.sqlite")
        if not file.is_file():
            raise CannotOpen(f"there is no file {file}")
        _copy(file, ours)
        prepare(ours)  # a backup of an older openkub
        if is_postgres(address):
            await _send(ours, address)
        else:
            _replace(ours, file_of(address))
        return _settle(ours)


@contextmanager
def _new(file: Path) -> Iterator[Path]:
    """Create a file that only its owner may read; it gets its name when it is complete."""
    if file.exists():
        raise CannotOpen(f"{file} is there already")
    with tempfile.TemporaryDirectory(prefix=".openkub-backup-", dir=file.parent) as folder:  # 0700
        made = Path(folder, "games.sqlite")
        yield made
        made.chmod(0o600)
        os.replace(made, file)


def _copy(source: Path, target: Path) -> None:
    there = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
    with closing(there) as reading, closing(sqlite3.connect(target)) as writing:
        reading.backup(writing, pages=PAGES)


def _settle(file: Path) -> int:
    """Fold the write-ahead log into the file. Return the number of games."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])


def _replace(ours: Path, target: Path) -> None:
    """Copy a file to the place of a database; the lock proves that no server uses it."""
    if not target.parent.is_dir():
        raise CannotOpen(f"there is no folder {target.parent}")
    lock = Lock(target)
    try:
        if target.exists() and target.stat().st_size:
            raise CannotOpen(f"{target} is there already: move it away first, with its -wal and -shm")
        for beside in ("-wal", "-shm"):
            target.with_name(target.name + beside).unlink(missing_ok=True)
        _settle(ours)
        target.touch(0o600)
        shutil.copyfile(ours, target)
    finally:
        lock.release()


async def _send(file: Path, address: str) -> None:
    from openkub.server.store.postgres_link import opening
    from openkub.server.store.postgres_link import prepare as prepare_tables

    await prepare_tables(address)
    async with opening(address) as connection:
        if await connection.fetchval("SELECT count(*) FROM games"):
            raise CannotOpen("the database holds games already: restore into an empty one")
        await connection.execute("DELETE FROM keys")  # of a server that was started here before
        with closing(sqlite3.connect(file)) as reading:
            for table in TABLES:
                rows = reading.execute(f"SELECT * FROM {table}")
                columns = [name for name, *_ in rows.description]
                while some := rows.fetchmany(ROWS):
                    records = [tuple(map(_value, columns, row)) for row in some]
                    await connection.copy_records_to_table(table, records=records, columns=columns)
        await connection.execute(
            "SELECT setval(pg_get_serial_sequence('games', 'id'), (SELECT coalesce(max(id), 1) FROM games))"
        )


def _value(column: str, value: object) -> object:
    """Convert the one column that SQLite has no type for."""
    return bool(value) if column == "listed" else value
