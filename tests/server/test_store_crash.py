"""Whatever is killed, filled or cut: what was acknowledged is there, and nothing else that was refused."""

import asyncio
import contextlib
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from openkub.server.store import CannotOpen, Store, Unavailable
from openkub.server.store.addresses import open_store
from tests.server import appending
from tests.server.cutting import Scissors
from tests.server.inprocess import Line
from tests.server.postgres import Cluster
from tests.server.test_store import PLAYING, Appended, Repeat, wish

pytestmark = [pytest.mark.anyio, pytest.mark.heavy]


@contextlib.contextmanager
def a_process(address: str, *first: str) -> Iterator[Any]:
    """Another process that appends, and the lines it says; `first` is what starts it."""
    command = [*first, sys.executable, str(Path(appending.__file__)), address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process, map(str.split, process.stdout)
        finally:
            process.kill()


def until(lines: Sequence[Line], what: Any, count: int = 1) -> Any:
    """Read on until something was said so often; all that was written on the way, and what stands in the pipe later."""
    heard = []
    for line in lines:
        heard.append(line)
        count -= line[0] == what
        if count == 0:
            return heard
    raise AssertionError(f"the process ended before it said {what!r}")


async def check(address: str, heard: Any) -> None:
    """The store has every entry that was acknowledged, in order and unharmed, and at most one more in every game."""
    assert {line[0] for line in heard} <= {"written", "unavailable"}
    acknowledged = Counter(game for said, game, _ in heard if said == "written")
    store, _ = await open_store(address)
    for i in range(appending.PLAYERS):
        game = f"g{i}"
        entries = await store.load(game)
        assert acknowledged[game] <= len(entries) <= acknowledged[game] + 1
        assert [entry.data for entry in entries] == [appending.data(game, n) for n in range(len(entries))]
    await store.close()


async def test_what_a_killed_process_acknowledged_is_there(address: str) -> None:
    heard = []
    for _ in range(3):
        with a_process(address) as (process, lines):
            heard = until(lines, "written", 300)
            process.kill()
            heard += lines
        await check(address, heard)
        store, _ = await open_store(address)
        for i in range(appending.PLAYERS):
            await store.delete(f"g{i}")
        await store.close()


async def test_a_second_process_is_kept_out_of_the_file_until_the_first_is_killed(sqlite_address: str) -> None:
    with a_process(sqlite_address) as (process, lines):
        until(lines, "written")
        with pytest.raises(CannotOpen, match="another openkub"):
            await open_store(sqlite_address)
        process.kill()
        process.wait()
        store, _ = await open_store(sqlite_address)
        with pytest.raises(CannotOpen, match="this process"):
            await open_store(sqlite_address)
        await store.close()


async def test_a_full_disk_refuses_and_going_on_needs_only_room(sqlite_address: str) -> None:
    with a_process(sqlite_address) as (process, lines):
        heard = until(lines, "written", 200)
        free = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        for _ in range(3):
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (20_000, free[1]))
            heard += until(lines, "unavailable", 200)
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, free)
            heard += until(lines, "written", 200)
        process.kill()
        heard += lines
    await check(sqlite_address, heard)


DISK_KIB, OTHERS_KIB = 6 * 1024, 200
TINY_DISK = (
    f'mount -t tmpfs -o size={DISK_KIB}k tmpfs "$0" && head -c {OTHERS_KIB}k /dev/zero > "$0/others" && exec "$@"'
)
SMALL_FILES = f'ulimit -S -f {2 * DISK_KIB} && exec "$@"'
"""Blocks of 512 bytes."""
ENTRIES = 4_000
"""Their pages fit on the disk. Their frames in the write-ahead log are three times as large."""


def on_a_tiny_disk(folder: Path) -> list[str]:
    """Return the start of a command that sees a tiny disk here, or has small files if mounting is forbidden."""
    mounting = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", TINY_DISK, str(folder)]
    with contextlib.suppress(FileNotFoundError):
        if subprocess.run([*mounting, "true"], capture_output=True, check=False).returncode == 0:
            return mounting
    return ["sh", "-c", SMALL_FILES, str(folder)]


async def test_a_tiny_disk_takes_entries_until_they_fill_it_and_a_little_room_is_enough_to_go_on(
    tmp_path: Path,
) -> None:
    with a_process(str(tmp_path / "games.db"), *on_a_tiny_disk(tmp_path)) as (process, lines):
        before = Counter(line[0] for line in until(lines, "unavailable"))
        assert before["written"] > ENTRIES
        until(lines, "unavailable", 200)
        seen = Path(f"/proc/{process.pid}/root{tmp_path}")
        if (seen / "others").exists():
            (seen / "others").unlink()
        else:
            more = (2 * DISK_KIB * 1024, resource.RLIM_INFINITY)
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, more)
        after = Counter(line[0] for line in until(lines, "written", 100))
        assert after["unavailable"] < 1_000


async def test_the_write_ahead_log_stays_below_five_megabytes(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with a_process(str(file)) as (_, lines):
        until(lines, "written", ENTRIES)
        assert file.with_name("games.db-wal").stat().st_size < 5_000_000


async def test_a_stopped_postgres_refuses_and_going_on_needs_only_its_start(cluster: Cluster) -> None:
    address = cluster.database()
    with a_process(address) as (process, lines):
        heard = until(lines, "written", 200)
        for mode in ("immediate", "fast"):
            cluster.stop(mode)
            try:
                heard += until(lines, "unavailable", appending.PLAYERS)
            finally:
                cluster.start()
            heard += until(lines, "written", 200)
        process.kill()
        heard += lines
    await check(address, heard)


async def test_reading_and_beating_go_on_after_a_restart_of_postgres(cluster: Cluster) -> None:
    store, _ = await open_store(cluster.database())
    await store.append(wish("g", 0))
    await store.beat("w", 1_000)
    cluster.stop()
    try:
        for call in (store.load("g"), store.beat("w", 2_000), store.append(wish("g", 1)), store.delete("g")):
            with pytest.raises(Unavailable):
                await call
        store.note("g", 0, "kept")
    finally:
        cluster.start()
    assert len(await store.load("g")) == 1
    await store.beat("w", 9_000)
    assert [(outage.begin, outage.end) for outage in await store.outages(0)] == [(1_000, 9_000)]
    assert await store.append(wish("g", 1)) is Appended.WRITTEN
    assert await store.notes("g") == {0: "kept"}
    await store.close()


async def test_a_commit_whose_answer_is_lost_is_found(cluster: Cluster) -> None:
    async with Scissors(cluster) as scissors:
        store, _ = await open_store(scissors.address)
        assert await store.append(wish("g", 0)) is Appended.WRITTEN
        scissors.cut_answers = True
        outcomes = await asyncio.gather(store.append(wish("g", 1, key="k")), store.append(wish("h", 0)))
        assert outcomes == [Appended.WRITTEN] * 2
        assert scissors.cuts == 1
        assert await store.append(wish("g", 2, key="k")) == Repeat(1)
        await store.close()


async def test_a_wish_that_is_lost_on_its_way_is_not_done(cluster: Cluster) -> None:
    async with Scissors(cluster) as scissors:
        store, _ = await open_store(scissors.address)
        await store.append(wish("g", 0))
        scissors.cut_questions = True
        with pytest.raises(Unavailable):
            await store.append(wish("g", 1))
        assert scissors.cuts == 1
        assert len(await store.load("g")) == 1
        assert await store.append(wish("g", 1)) is Appended.WRITTEN
        await store.close()


async def test_two_workers_never_write_the_same_number_and_never_block_each_other(postgres_address: str) -> None:
    stores = [(await open_store(postgres_address))[0] for _ in range(3)]
    games = [f"g{i}" for i in range(40)]

    async def race(store: Store, name: str, order: Any) -> Any:
        won = Counter()
        for n in range(8):
            wishes = [wish(game, n, PLAYING, data=name, key=f"{name}{n}") for game in order]
            outcomes = await asyncio.gather(*map(store.append, wishes))
            won.update({game: 1 for game, outcome in zip(order, outcomes, strict=True) if outcome is Appended.WRITTEN})
            assert set(outcomes) <= {Appended.WRITTEN, Appended.TAKEN}
        return won

    names = (b"a", b"b", b"c")
    orders = (games, games[::-1], games[20:] + games[:20])
    won = await asyncio.gather(*map(race, stores, names, orders))
    for game in games:
        entries = await stores[0].load(game)
        assert [entry.n for entry in entries] == list(range(8))
        assert Counter(entry.data for entry in entries) == +Counter(
            {name: wins[game] for name, wins in zip(names, won, strict=True)}
        )
    for store in stores:
        await store.close()


async def test_the_same_key_at_two_workers_is_written_once(postgres_address: str) -> None:
    stores = [(await open_store(postgres_address))[0] for _ in range(3)]
    await stores[0].append(wish("g", 0))
    outcomes = await asyncio.gather(*(store.append(wish("g", 1, key="k")) for store in stores))
    assert outcomes.count(Appended.WRITTEN) == 1
    assert outcomes.count(Repeat(1)) == 2
    for store in stores:
        await store.close()


async def test_a_log_beside_the_file_that_fills_the_disk_is_emptied_into_it(tmp_path: Path) -> None:
    store, _ = await open_store(str(tmp_path / "games.db"))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, hard))  # no file grows any further: a full disk
    failed = []
    try:
        for number in range(400):
            try:
                await store.beat("worker", number)
            except Unavailable:
                failed.append(number)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert 0 < len(failed) < 20
    await store.close()
