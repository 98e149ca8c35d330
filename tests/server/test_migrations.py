"""Every version of the tables is led to the newest; what is not ours, or newer than we are, is refused."""

import asyncio
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import asyncpg
import msgspec
import pytest

from openkub.server.store import Appended, CannotOpen, Entry, Phase
from openkub.server.store.addresses import open_store
from openkub.server.store.schema import missing
from tests.server.postgres import Cluster
from tests.server.test_store import PLAYING, wish
from tests.workshop.old_versions import ALL, Kept

pytestmark = pytest.mark.anyio

NEWEST = {kind: max(missing(kind, 0)) for kind in ("sqlite", "postgres")}

GAME = """
INSERT INTO games (name, n, begun, at, phase, listed, due, code, host, summary)
VALUES ('old', 0, 5, 5, 'over', {false}, NULL, NULL, 'anna', {summary});
INSERT INTO events (game, n, at, data, key) SELECT id, 0, 5, {summary}, 'k' FROM games;
INSERT INTO migrations (version) VALUES (1);
"""


def sqlite_of_version_1(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executescript(missing("sqlite", 0)[1] + GAME.format(false="0", summary="X'7B7D'"))


async def postgres_of_version_1(address: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute("CREATE SCHEMA openkub; SET search_path = openkub")
    await connection.execute(missing("postgres", 0)[1] + GAME.format(false="false", summary="'{}'"))
    await connection.close()


async def check_the_old_game(address: str) -> None:
    store, _ = await open_store(address)
    ((name, at, listing),) = await store.games(Phase.OVER, 10, 10)
    assert (name, at, listing.summary) == ("old", 5, b"{}")
    assert await store.find("old", "k") == 0
    assert await store.append(wish("new", 0, PLAYING)) is Appended.WRITTEN
    await store.close()


async def test_a_file_of_version_1_becomes_the_newest_with_its_games(tmp_path: Path, sqlite_address: str) -> None:
    sqlite_of_version_1(tmp_path / "games.db")
    await check_the_old_game(sqlite_address)
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        versions = [version for (version,) in connection.execute("SELECT version FROM migrations")]
        assert versions == list(range(1, NEWEST["sqlite"] + 1))
        assert list(connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'games_over'"))


async def test_a_postgres_of_version_1_becomes_the_newest_with_its_games(postgres_address: str) -> None:
    await postgres_of_version_1(postgres_address)
    await check_the_old_game(postgres_address)
    connection = await asyncpg.connect(postgres_address)
    assert await connection.fetchval("SELECT max(version) FROM openkub.migrations") == NEWEST["postgres"]
    assert await connection.fetchval("SELECT to_regclass('openkub.games_over')")
    await connection.close()


async def test_an_opened_store_opens_again_as_it_is(address: str) -> None:
    for n in range(3):
        store, _ = await open_store(address)
        assert await store.append(wish("g", n)) is Appended.WRITTEN
        await store.close()


async def test_workers_that_start_at_once_set_the_tables_up_once(postgres_address: str) -> None:
    opened = await asyncio.gather(*(open_store(postgres_address) for _ in range(5)))
    assert await opened[0][0].append(wish("g", 0)) is Appended.WRITTEN
    assert await opened[4][0].last(["g"]) == {"g": 0}
    for store, _ in opened:
        await store.close()


async def test_a_file_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path, sqlite_address: str) -> None:
    sqlite_of_version_1(tmp_path / "games.db")
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        connection.execute("INSERT INTO migrations (version) VALUES (99)")
    for _ in range(2):
        with pytest.raises(CannotOpen, match="version 99, newer than this openkub"):
            await open_store(sqlite_address)


async def test_a_postgres_of_a_newer_version_is_refused(postgres_address: str) -> None:
    await postgres_of_version_1(postgres_address)
    connection = await asyncpg.connect(postgres_address)
    await connection.execute("INSERT INTO openkub.migrations (version) VALUES (99)")
    await connection.close()
    with pytest.raises(CannotOpen, match="version 99, newer than this openkub"):
        await open_store(postgres_address)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear players, " * 100)
    with pytest.raises(CannotOpen, match="not a database"):
        await open_store(str(tmp_path / "letter"))
    assert (tmp_path / "letter").read_text().startswith("Dear")


async def test_a_database_of_somebody_else_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "books.db")) as connection, connection:
        connection.execute("CREATE TABLE books (title TEXT)")
    with pytest.raises(CannotOpen, match="not one of openkub"):
        await open_store(str(tmp_path / "books.db"))


async def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="no folder"):
        await open_store(str(tmp_path / "nowhere" / "games.db"))
    with pytest.raises(CannotOpen, match=tmp_path.name):
        await open_store(str(tmp_path))


async def test_only_the_owner_may_read_the_file(tmp_path: Path, sqlite_address: str) -> None:
    store, _ = await open_store(sqlite_address)
    await store.append(wish("g", 0))
    assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}
    await store.close()


async def test_a_postgres_that_is_not_there_is_refused_without_its_password(cluster: Cluster, tmp_path: Path) -> None:
    for address in (
        f"postgresql://me:secret@/games?host={tmp_path}",
        "postgresql://me:secret@127.0.0.1:1/games",
        "postgresql://me:secret@127.0.0.1:port/games",
        cluster.address("missing"),
    ):
        with pytest.raises(CannotOpen, match="cannot be reached") as refusal:
            await open_store(address)
        assert "secret" not in str(refusal.value)


async def test_a_postgres_without_rights_is_refused(cluster: Cluster, postgres_address: str) -> None:
    cluster.sql("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN")
    with pytest.raises(CannotOpen, match="permission denied"):
        await open_store(postgres_address.replace("user=openkub", "user=guest"))


# --- compressed logs, which the version of 6d303d9 wrote ---

WITH_ARCHIVES = [kept for kept in ALL if kept.version == "6d303d9"]
UNREADABLE = b"1 cut short"


def in_archive(log: list[Entry]) -> bytes:
    rows = [(entry.n, entry.at, entry.data, entry.key) for entry in log]
    return b"1" + zlib.compress(msgspec.msgpack.encode(rows), 9)


def archiving(number: int, log: list[Entry] | None, quote: str) -> str:
    """Return SQL that archives a game as that version did; without a log the record is damaged."""
    record = in_archive(log).hex() if log else UNREADABLE.hex()
    return f"""DELETE FROM events WHERE game = {number};
        UPDATE games SET archived = 1 WHERE id = {number};
        INSERT INTO archives (game, data) VALUES ({number}, {quote}{record}');"""


class Old:
    """A database of that version, in which its finished games are archived; the record of the first is damaged."""

    def __init__(self, kept: Kept, folder: Path, cluster: Cluster) -> None:
        self.is_sqlite = kept.folder.name == "sqlite"
        self.address = kept.sqlite(folder / "games.db") if self.is_sqlite else kept.postgres(cluster)
        self.logs: dict[str, list[Entry]] = {}

    async def execute(self, text: str) -> list[tuple[object, ...]]:
        if self.is_sqlite:
            with closing(sqlite3.connect(self.address)) as connection, connection:
                if ";" in text:
                    connection.executescript(text)
                    return []
                return connection.execute(text).fetchall()
        connection = await asyncpg.connect(self.address, server_settings={"search_path": "openkub"})
        try:
            if ";" in text:
                await connection.execute(text)
                return []
            return [tuple(row) for row in await connection.fetch(text)]
        finally:
            await connection.close()

    async def archive(self) -> None:
        blob = "X'" if self.is_sqlite else r"'\x"
        script = ""
        for number, name in await self.execute("SELECT id, name FROM games WHERE phase = 'over' ORDER BY id"):
            rows = await self.execute(f"SELECT n, at, data, key FROM events WHERE game = {number} ORDER BY n")
            self.logs[str(name)] = [Entry(*row) for row in rows]  # type: ignore[arg-type]
            script += archiving(int(str(number)), self.logs[str(name)] if len(self.logs) > 1 else None, blob)
        await self.execute(script)


@pytest.fixture(params=WITH_ARCHIVES, ids=str)
async def old(request: pytest.FixtureRequest, tmp_path: Path, cluster: Cluster) -> Old:
    old = Old(request.param, tmp_path, cluster)
    await old.archive()
    return old


async def check_unpacked(old: Old) -> None:
    store, bus = await open_store(old.address)
    (damaged, _), *whole = old.logs.items()
    for game, log in whole:
        assert await store.load(game) == log
        assert await store.find(game, log[3].key or "") in (3, None)
    assert [entry.data for entry in await store.load(damaged)] == [UNREADABLE]
    await bus.close()
    await store.close()
    tables = "sqlite_master" if old.is_sqlite else "(SELECT relname AS name FROM pg_class) AS tables"
    assert await old.execute(f"SELECT name FROM {tables} WHERE name = 'archives'") == []


async def test_compressed_logs_of_an_old_version_become_events_again(old: Old) -> None:
    assert len(old.logs) > 3
    await check_unpacked(old)


async def test_unpacking_that_is_interrupted_loses_nothing(old: Old) -> None:
    last = f"SELECT id FROM games WHERE name = '{list(old.logs)[-1]}'"
    ((number,),) = await old.execute(last)
    before = await old.execute("SELECT game, data FROM archives ORDER BY game")
    if old.is_sqlite:
        await old.execute(
            f"""CREATE TRIGGER stop BEFORE INSERT ON events WHEN NEW.game = {number} AND NEW.n = 5
            BEGIN SELECT RAISE(ABORT, 'killed'); END;"""
        )
    else:
        await old.execute(f"ALTER TABLE events ADD CONSTRAINT killed CHECK (game <> {number} OR n <> 5) NOT VALID;")
    with pytest.raises(CannotOpen, match="killed"):
        await open_store(old.address)
    assert await old.execute("SELECT game, data FROM archives ORDER BY game") == before
    await old.execute("DROP TRIGGER stop;" if old.is_sqlite else "ALTER TABLE events DROP CONSTRAINT killed;")
    await check_unpacked(old)
