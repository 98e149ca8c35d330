"""What is broken in one game is that game's misfortune: it is refused with a closed code, counted and named."""

import os
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import asyncpg
import msgspec
import pytest

from openkub.server.entries import Opened, to_bytes
from openkub.server.store import Append, CannotOpen, Damaged, Entry, Listing, Phase, Store
from openkub.server.store.addresses import file_of, is_postgres, open_store, visit_store
from openkub.server.store.postgres_link import where
from openkub.server.summary import Kept
from openkub.server.wire.game import Settings
from tests.server.inprocess import serving
from tests.server.rooms import ANNA, SECRET
from tests.workshop import patience

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


@pytest.mark.parametrize("damage", ["at = 'x'", "key = x'ff'", "data = x'ff'"])
async def test_a_broken_row_makes_only_its_game_unreadable(sqlite_address: str, damage: str) -> None:
    store, _ = await open_store(sqlite_address)
    await two_games(store)
    await store.close()
    await tamper(sqlite_address, f"UPDATE events SET {damage} WHERE game = 1")
    with serving(sqlite_address) as server:
        told = patience.get(f"{server.base}/api/games/{BROKEN}")
        assert (told.status_code, told.json()["code"]) == (500, "unreadable")
        assert patience.get(f"{server.base}/api/games/{FINE}").status_code == 200


async def test_one_broken_summary_does_not_empty_the_lobby(sqlite_address: str) -> None:
    store, _ = await open_store(sqlite_address)
    await two_games(store, Phase.WAITING, LATER)
    await store.close()
    await tamper(sqlite_address, f"UPDATE games SET summary = x'ff' WHERE name = '{BROKEN}'")
    with serving(sqlite_address) as server:
        told = patience.get(f"{server.base}/api/games").json()["games"]
    assert FINE in [game["id"] for game in told]


async def test_a_phase_that_there_is_none_of_is_damage_of_a_database_that_is_named(store: Store, address: str) -> None:
    await tamper(address, f"UPDATE games SET phase = 'evil' WHERE name = '{BROKEN}'")
    place = where(address) if is_postgres(address) else str(file_of(address))
    for question in (store.census(), store.games(None, LATER, 9)):
        with pytest.raises(Damaged, match=f"^{re.escape(place)}: .*evil"):
            await question
    assert sorted(await store.names()) == [BROKEN, FINE]


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
