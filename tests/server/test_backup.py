"""A backup of all games, taken while the server runs, and put back into an empty store of either kind."""

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


async def test_a_backup_is_of_one_moment_and_for_nobody_elses_eyes(store: Store, address: str, tmp_path: Path) -> None:
    for n in range(3):
        await write(store, "first", n)
    assert await back_up(address, tmp_path / "kept") == 1
    await write(store, "first", 3)
    await write(store, "second", 0)
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if "kept" in path.name] == ["kept"]
    found, _ = await open_store(str(tmp_path / "kept"))
    assert [entry.n for entry in await found.load("first")] == [0, 1, 2]
    assert not await found.load("second")
    await found.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_what_is_put_back_is_what_was_there_and_goes_on(
    store: Store, address: str, kind: str, cluster: Cluster, tmp_path: Path
) -> None:
    for game in ("first", "second"):
        await write(store, game, 0)
    await write(store, "first", 1)
    await back_up(address, tmp_path / "kept")
    elsewhere = cluster.database() if kind == "postgres" else str(tmp_path / "new.sqlite")
    assert await put_back(tmp_path / "kept", elsewhere) == 2
    restored, bus = await open_store(elsewhere)
    assert await restored.load("first") == await store.load("first")
    await write(restored, "first", 2)
    await write(restored, "third", 0)
    assert (await restored.last(["first", "second", "third"])) == {"first": 2, "second": 0, "third": 0}
    await bus.close()
    await restored.close()


async def test_nothing_that_is_there_is_written_over(store: Store, address: str, tmp_path: Path) -> None:
    await write(store, "first", 0)
    await back_up(address, tmp_path / "kept")
    with pytest.raises(CannotOpen, match="is there already"):
        await back_up(address, tmp_path / "kept")
    with pytest.raises(CannotOpen, match=r"in use by|holds games already"):
        await put_back(tmp_path / "kept", address)


async def test_what_is_not_there_cannot_be_kept_or_put_back(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="there is no file"):
        await back_up(str(tmp_path / "none.sqlite"), tmp_path / "kept")
    with pytest.raises(CannotOpen, match="there is no file"):
        await put_back(tmp_path / "kept", str(tmp_path / "new.sqlite"))
    assert list(tmp_path.iterdir()) == []
