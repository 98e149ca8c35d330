"""One word of configuration: the address of a database becomes a store and a bus.

An address is `postgresql://…`, `sqlite:///relative/file`, `sqlite:////absolute/file` or the plain path of a file.
"""

from __future__ import annotations

from pathlib import Path

from openkub.server.bus import Bus, Silence
from openkub.server.store import CannotOpen, Store
from openkub.server.store.sqlite import SqliteStore


async def open_store(address: str) -> tuple[Store, Bus]:
    """The store of a server, brought up to date; `CannotOpen` says why not."""
    if is_postgres(address):
        from openkub.server.postgres_bus import PostgresBus
        from openkub.server.store.postgres import PostgresStore

        store = await PostgresStore.open(address)
        return store, PostgresBus(address)
    return await SqliteStore.open(file_of(address)), Silence()


async def visit_store(address: str) -> Store:
    """The same store for the host's own commands, beside servers that may be running: nothing is made or changed."""
    if is_postgres(address):
        from openkub.server.store.postgres import PostgresStore

        return await PostgresStore.visit(address)
    return await SqliteStore.visit(file_of(address))


def is_postgres(address: str) -> bool:
    """Whether the address is that of a PostgreSQL database."""
    return address.startswith(("postgresql://", "postgres://"))


def place_of(address: str) -> str:
    """Where the games are, for the log: no password is told."""
    if is_postgres(address):
        from openkub.server.store.postgres_link import where

        return f"PostgreSQL at {where(address)}"
    return f"SQLite, {file_of(address)}"


def file_of(address: str) -> Path:
    """The file of a SQLite store."""
    scheme, mark, rest = address.partition("://")
    if mark and scheme != "sqlite":
        raise CannotOpen(f"a database is sqlite:///… or postgresql://…, not {scheme}://")
    if mark and not rest.startswith("/"):
        raise CannotOpen("the address of a file has three slashes, sqlite:///file, or four from the root on")
    return Path(rest[1:] if mark else address).expanduser()
