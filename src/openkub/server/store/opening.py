"""One word of configuration: the address of a database becomes a store and a bus."""

from __future__ import annotations

from pathlib import Path

from openkub.server.bus import Bus, Silence
from openkub.server.store import CannotOpen, Store
from openkub.server.store.sqlite import SqliteStore

__all__ = ["open_store"]


async def open_store(address: str) -> tuple[Store, Bus]:
    """Open `postgresql://…`, `sqlite:///relative/file`, `sqlite:////absolute/file` or the plain path of a file."""
    scheme, mark, rest = address.partition("://")
    if scheme in ("postgresql", "postgres") and mark:
        from openkub.server.postgres_bus import PostgresBus
        from openkub.server.store.postgres import PostgresStore

        store = await PostgresStore.open(address)
        return store, PostgresBus(address)
    if mark and scheme != "sqlite":
        raise CannotOpen(f"a database is sqlite:///… or postgresql://…, not {scheme}://")
    if mark and not rest.startswith("/"):
        raise CannotOpen("the address of a file has three slashes, sqlite:///file, or four from the root on")
    return await SqliteStore.open(Path(rest[1:] if mark else address).expanduser()), Silence()
