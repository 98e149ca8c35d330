"""All games in one file, taken while servers run, and put back into an empty store of either kind.

A backup is a SQLite file with the tables of the SQLite store; those of PostgreSQL have the same columns. It holds the
secrets of games that are being played, and so it is for its owner's eyes alone.
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

TABLES = {
    "games": ("id", "name", "n", "begun", "at", "phase", "listed", "due", "code", "host", "summary"),
    "events": ("game", "n", "at", "data", "key"),
    "notes": ("game", "seat", "text"),
    "played": ("player", "game"),
    "analyses": ("game", "data"),
    "beats": ("worker", "at"),
    "outages": ("begin", "end"),
    "keys": ("purpose", "value"),
    "bans": ("player", "until"),
}
"""What there is to keep, in an order in which it can be put back."""
ROWS = 1000
PAGES = 4096
"""So much is read at once; a server's writes come in between."""


async def back_up(address: str, file: Path) -> int:
    """Write all games into a new file, as they are at one moment; how many they are."""
    with _new(file) as made:
        if is_postgres(address):
            prepare(made)
            await _fetch(address, made)
        else:
            source = file_of(address)
            if not source.is_file():
                raise CannotOpen(f"there is no file {source}")
            check(source)
            _copy(source, made)
        return _settle(made)


async def put_back(file: Path, address: str) -> int:
    """Fill an empty store from a backup; no server may use it. How many games there are."""
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
    """A file that nobody else may read, and that has its name only when it is whole."""
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
    """One file without a log beside it; how many games are in it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])


def _replace(ours: Path, target: Path) -> None:
    """Put a file where a store is to be; the lock says that nobody serves it."""
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


def _columns(table: str) -> str:
    return ", ".join(f'"{column}"' for column in TABLES[table])


async def _fetch(address: str, file: Path) -> None:
    from openkub.server.store.postgres_link import check as check_tables
    from openkub.server.store.postgres_link import reading

    await check_tables(address)
    async with reading(address) as connection:
        with closing(sqlite3.connect(file)) as writing:
            for table, columns in TABLES.items():
                marks = ", ".join("?" * len(columns))
                insert = f"INSERT INTO {table} ({_columns(table)}) VALUES ({marks})"
                cursor = await connection.cursor(f"SELECT {_columns(table)} FROM {table}")
                while rows := await cursor.fetch(ROWS):
                    writing.executemany(insert, map(tuple, rows))
            writing.commit()


async def _send(file: Path, address: str) -> None:
    from openkub.server.store.postgres_link import filling
    from openkub.server.store.postgres_link import prepare as prepare_tables

    await prepare_tables(address)
    async with filling(address) as connection:
        if await connection.fetchval("SELECT count(*) FROM games"):
            raise CannotOpen("the database holds games already: restore into an empty one")
        await connection.execute("DELETE FROM keys")  # of a server that was started here before
        with closing(sqlite3.connect(file)) as reading:
            for table, columns in TABLES.items():
                rows = reading.execute(f"SELECT {_columns(table)} FROM {table}")
                listed = columns.index("listed") if "listed" in columns else None
                while some := rows.fetchmany(ROWS):
                    records = [tuple(bool(v) if i == listed else v for i, v in enumerate(row)) for row in some]
                    await connection.copy_records_to_table(table, records=records, columns=columns)
        await connection.execute(
            "SELECT setval(pg_get_serial_sequence('games', 'id'), (SELECT coalesce(max(id), 1) FROM games))"
        )
