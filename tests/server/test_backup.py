"""A backup of all games of a SQLite file, taken while the server runs, and put back into an empty database."""

import stat
from pathlib import Path

import pytest

from openkub.server.store import Append, Appended, CannotOpen, Entry, Listing, Phase, Store
from openkub.server.store.addresses import open_store
from openkub.server.store.backup import back_up, put_back
from tests.server.postgres import Cluster

pytestmark = pytest.mark.anyio

LISTING = Listing(Phase.PLAYING, listed=True, due=5, code=None, host="h", summary=b"{}")


async def write(store: Store, game: str, n: int) -> None:
    entry = Entry(n, n, f"{game} {n}".encode(), f"key {n}")
    assert await store.append(Append(game, entry, LISTING)) is Appended.WRITTEN


async def test_a_backup_is_of_one_moment_and_for_nobody_elses_eyes(sqlite_address: str, tmp_path: Path) -> None:
    store, _ = await open_store(sqlite_address)
    for n in range(3):
        await write(store, "first", n)
    assert back_up(sqlite_address, tmp_path / "kept") == 1
    await write(store, "first", 3)
    await write(store, "second", 0)
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if "kept" in path.name] == ["kept"]
    found, _ = await open_store(str(tmp_path / "kept"))
    assert [entry.n for entry in await found.load("first")] == [0, 1, 2]
    assert not await found.load("second")
    await found.close()
    await store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_what_is_put_back_is_what_was_there_and_goes_on(
    sqlite_address: str, kind: str, cluster: Cluster, tmp_path: Path
) -> None:
    store, _ = await open_store(sqlite_address)
    for game in ("first", "second"):
        await write(store, game, 0)
    await write(store, "first", 1)
    back_up(sqlite_address, tmp_path / "kept")
    elsewhere = cluster.database() if kind == "postgres" else str(tmp_path / "new.sqlite")
    assert await put_back(tmp_path / "kept", elsewhere) == 2
    restored, bus = await open_store(elsewhere)
    assert await restored.load("first") == await store.load("first")
    await write(restored, "first", 2)
    await write(restored, "third", 0)
    assert (await restored.last(["first", "second", "third"])) == {"first": 2, "second": 0, "third": 0}
    await bus.close()
    await restored.close()
    await store.close()


async def test_nothing_that_is_there_is_written_over(
    sqlite_address: str, postgres_address: str, tmp_path: Path
) -> None:
    for address in (sqlite_address, postgres_address):
        store, bus = await open_store(address)
        await write(store, "first", 0)
        await bus.close()
        await store.close()
    back_up(sqlite_address, tmp_path / "kept")
    with pytest.raises(CannotOpen, match="is there already"):
        back_up(sqlite_address, tmp_path / "kept")
    with pytest.raises(CannotOpen, match="is there already"):
        await put_back(tmp_path / "kept", sqlite_address)
    with pytest.raises(CannotOpen, match="holds games already"):
        await put_back(tmp_path / "kept", postgres_address)


async def test_a_file_that_a_server_uses_is_not_restored_into(sqlite_address: str, tmp_path: Path) -> None:
    store, _ = await open_store(sqlite_address)
    back_up(sqlite_address, tmp_path / "kept")
    with pytest.raises(CannotOpen, match="in use by"):
        await put_back(tmp_path / "kept", sqlite_address)
    await store.close()


async def test_postgres_is_backed_up_by_its_own_tool(postgres_address: str, tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="pg_dump"):
        back_up(postgres_address, tmp_path / "kept")


async def test_what_is_not_there_cannot_be_kept_or_put_back(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="there is no file"):
        back_up(str(tmp_path / "none.sqlite"), tmp_path / "kept")
    with pytest.raises(CannotOpen, match="there is no file"):
        await put_back(tmp_path / "kept", str(tmp_path / "new.sqlite"))
    assert list(tmp_path.iterdir()) == []
