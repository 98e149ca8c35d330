"""What is broken in one game is that game's misfortune: it is refused with a closed code, counted and named."""

import os
import sqlite3
import zlib
from collections.abc import AsyncIterator
from contextlib import closing

import asyncpg
import msgspec
import pytest

from openkub.server.bus import Silence
from openkub.server.customs import Customs
from openkub.server.entries import Opened, to_bytes
from openkub.server.house import House
from openkub.server.store import Append, CannotOpen, Census, Damaged, Entry, Listing, Phase, Store
from openkub.server.store.addresses import file_of, is_postgres, open_store, visit_store
from openkub.server.store.archive import FORM, MOST_BYTES, MOST_ROWS, packed, unpacked
from openkub.server.summary import Kept
from openkub.server.tidying import tidy
from openkub.server.wire.game import Settings
from tests.server.inprocess import serving
from tests.server.rooms import ANNA, SECRET
from tests.workshop import patience
from tests.workshop.chance import Seeded

pytestmark = pytest.mark.anyio

FINE, BROKEN = "F" * 22, "B" * 22
LOG = to_bytes(Opened(Settings(), SECRET, ANNA, "CCCCCC", "Anna"))
LATER = 10**15


async def tamper(address: str, text: str) -> None:
    """Let somebody write into the database who should not."""
    if is_postgres(address):
        connection = await asyncpg.connect(address, server_settings={"search_path": "openkub"})
        await connection.execute(text)
        await connection.close()
    else:
        with closing(sqlite3.connect(file_of(address))) as file, file:
            file.execute(text)


async def two_games(store: Store, phase: Phase = Phase.OVER, at: int = 1_000) -> None:
    """The first of them is the one with which somebody will tamper."""
    for number, game in enumerate((BROKEN, FINE)):
        told = msgspec.json.encode(Kept(game, Settings(), ["Anna"]))
        listing = Listing(phase, phase is Phase.WAITING, None, game[:6], ANNA, told)
        await store.append(Append(game, Entry(0, at + number, LOG), listing))


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    """With two games that are over."""
    store, bus = await open_store(address)
    await two_games(store)
    yield store
    await bus.close()
    await store.close()


ARCHIVED = {
    "cut": "UPDATE archives SET data = substr(data, 1, 20)",
    "empty": "UPDATE archives SET data = substr(data, 1, 0)",
    "of another form": "UPDATE archives SET data = substr(data, 2)",
}


@pytest.mark.parametrize("damage", ARCHIVED)
async def test_a_broken_record_is_refused_counted_and_named(
    store: Store, address: str, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert await store.archive(BROKEN)
    await tamper(address, ARCHIVED[damage])
    await store.close()
    with serving(address) as server:
        for _ in range(2):
            told = patience.get(f"{server.base}/api/games/{BROKEN}")
            assert (told.status_code, told.json()["code"]) == (500, "unreadable")
        assert patience.get(f"{server.base}/api/games/{FINE}").status_code == 200
        assert patience.get(f"{server.base}/healthz").json()["damaged"] is True
        assert "openkub_unreadable 1" in patience.get(f"{server.base}/metrics").text
    assert [record.getMessage()[:21] for record in caplog.records] == ["BBBBBB cannot be read"]


@pytest.mark.parametrize("damage", ["at = 'x'", "key = x'ff'", "n = 'x'"])
async def test_a_broken_row_is_refused_as_a_broken_record_is(sqlite_address: str, damage: str) -> None:
    store, _ = await open_store(sqlite_address)
    await two_games(store)
    await store.close()
    await tamper(sqlite_address, f"UPDATE events SET {damage} WHERE game = 1")
    with serving(sqlite_address) as server:
        told = patience.get(f"{server.base}/api/games/{BROKEN}")
        assert (told.status_code, told.json()["code"]) == (500, "unreadable")
        assert patience.get(f"{server.base}/api/games/{FINE}").status_code == 200


def test_a_record_that_would_fill_the_memory_is_not_unpacked() -> None:
    with pytest.raises(Damaged, match="no end"):
        unpacked(packed([Entry(0, 0, bytes(MOST_BYTES))]))
    row = msgspec.msgpack.encode((0, 0, b"", None))
    many = b"\xdd" + (MOST_ROWS + 1).to_bytes(4, "big") + row * (MOST_ROWS + 1)
    with pytest.raises(Damaged, match="length"):
        unpacked(FORM + zlib.compress(many))


async def test_a_game_that_cannot_be_put_away_is_in_nobodys_way(sqlite_address: str) -> None:
    store, _ = await open_store(sqlite_address)
    await two_games(store)
    await tamper(sqlite_address, "UPDATE events SET at = 'x' WHERE game = 1")
    house = House(Customs(archive=1_000), Seeded("tidy"), now=lambda: 9_000)
    house.move_in(store, Silence(), b"key")
    await tidy(house)
    assert house.unreadable == {BROKEN}
    assert await store.unarchived(LATER, 9) == [BROKEN]
    await store.close()


async def test_a_phase_that_there_is_none_of_hides_no_game(store: Store, address: str) -> None:
    await tamper(address, f"UPDATE games SET phase = 'evil' WHERE name = '{BROKEN}'")
    assert [(name, listing is None) for name, _, listing in await store.games(None, LATER, 9)] == [
        (FINE, False),
        (BROKEN, True),
    ]
    found = await store.census()
    assert (found.games, found.unknown) == ({Phase.OVER: 1}, 1)


async def test_a_time_that_cannot_be_hides_no_game(store: Store, address: str) -> None:
    await tamper(address, f"UPDATE games SET at = {2**63 - 1} WHERE name = '{BROKEN}'")
    assert [name for name, _, _ in await store.games(None, LATER, 9)] == [FINE]
    assert [name for name, _, _ in await store.undated(None)] == [BROKEN]
    assert [name for name, _, _ in await store.undated(Phase.PLAYING)] == []
    assert sorted(await store.names()) == [BROKEN, FINE]


@pytest.mark.parametrize("damage", ["summary = 'x'", "host = x'ff'", "at = 'x'", "code = 1.5", "due = 'x'"])
async def test_one_broken_game_does_not_empty_the_lobby(sqlite_address: str, damage: str) -> None:
    store, _ = await open_store(sqlite_address)
    await two_games(store, Phase.WAITING, LATER)
    await store.close()
    await tamper(sqlite_address, f"UPDATE games SET {damage} WHERE name = '{BROKEN}'")
    with serving(sqlite_address) as server:
        told = patience.get(f"{server.base}/api/games").json()["games"]
    assert FINE in [game["id"] for game in told]


def test_what_is_counted_in_no_phase_is_counted_apart() -> None:
    assert Census.of([("over", 3), ("evil", 1), ("", 2)], 7) == Census({Phase.OVER: 3}, 7, 3)


async def test_a_database_that_lost_all_its_bytes_is_not_taken_for_a_new_one(sqlite_address: str) -> None:
    file = file_of(sqlite_address)
    store, _ = await open_store(sqlite_address)
    await two_games(store)
    await store.close()
    os.truncate(file, 0)
    for _ in range(2):
        with pytest.raises(CannotOpen, match="held games and is empty now: restore a backup, or delete it to start"):
            await open_store(sqlite_address)
    with pytest.raises(CannotOpen, match="is empty"):
        await visit_store(sqlite_address)
    assert file.stat().st_size == 0
    file.unlink()
    store, _ = await open_store(sqlite_address)
    assert await store.last([FINE]) == {}
    await store.close()


@pytest.mark.parametrize("lock", [None, b"new\n"])
async def test_an_empty_file_in_which_no_games_were_kept_is_a_new_database(
    sqlite_address: str, lock: bytes | None
) -> None:
    file = file_of(sqlite_address)
    file.touch()
    if lock is not None:  # of a server that was killed while it made the tables
        file.with_name(f"{file.name}-lock").write_bytes(lock)
    store, _ = await open_store(sqlite_address)
    await store.close()
