"""What every store promises, on both."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from openkub.server.store import (
    GAP_MS,
    Append,
    Appended,
    CannotOpen,
    Due,
    Entry,
    Listing,
    Outage,
    Phase,
    Repeat,
    Store,
    Unavailable,
)
from openkub.server.store.addresses import open_store, visit_store
from openkub.server.store.batch import FORGOTTEN_MS

pytestmark = pytest.mark.anyio

WAITING = Listing(Phase.WAITING, listed=True, due=None, code=None, host="anna", summary=b'{"seats":2}')
LATER = 10**15
PLAYING = replace(WAITING, phase=Phase.PLAYING, listed=False, due=5_000)
OVER = replace(WAITING, phase=Phase.OVER, listed=False)


def wish(
    game: str, n: Any, listing: Any = PLAYING, *, data: bytes = b"{}", key: str | None = None, at: Any = None
) -> Append:
    return Append(game, Entry(n, 1_000 + n if at is None else at, data, key), listing)


async def test_a_log_is_read_as_it_was_written(store: Store) -> None:
    entries = [Entry(0, 7, b"\x00\xff", "a"), Entry(1, 8, '{"ü":"\\u0000"}'.encode()), Entry(2, 2**52, b"", "ß☺")]
    for entry in entries:
        assert await store.append(Append("g", entry, PLAYING)) is Appended.WRITTEN
    assert await store.load("g") == entries
    assert await store.load("g", after=1) == entries[2:]
    assert await store.load("g", after=0, until=1) == entries[1:2]
    assert await store.load("other") == []
    assert await store.last(["g", "other"]) == {"g": 2}
    assert await store.find("g", "ß☺") == 2
    assert await store.find("g", "b") is None


async def test_many_games_are_read_at_once_with_their_notes(store: Store) -> None:
    for game in ("g", "h"):
        for n in range(3):
            await store.append(wish(game, n, data=b"%d" % n, key=f"key {n}"))
    store.note("h", 1, "a draft")
    found = await store.load_all(["g", "h", "other"])
    assert found == {game: (await store.load(game), await store.notes(game)) for game in ("g", "h")}
    assert found["h"].notes == {1: "a draft"}


async def test_bytes_may_be_none_at_all(store: Store) -> None:
    empty = replace(WAITING, summary=b"")
    assert await store.append(wish("g", 0, empty, data=b"")) is Appended.WRITTEN
    assert await asyncio.gather(store.append(wish("g", 1, empty, data=b"")), store.append(wish("h", 0, empty))) == [
        Appended.WRITTEN,
        Appended.WRITTEN,
    ]
    assert [entry.data for entry in await store.load("g")] == [b"", b""]
    assert dict(await store.lobby(9)) == {"g": empty, "h": empty}


async def test_a_number_is_written_once(store: Store) -> None:
    await store.append(wish("g", 0, data=b"first"))
    assert await store.append(wish("g", 0, data=b"second")) is Appended.TAKEN
    assert [entry.data for entry in await store.load("g")] == [b"first"]


async def test_a_log_has_no_holes(store: Store) -> None:
    assert await store.append(wish("g", 1)) is Appended.TAKEN
    await store.append(wish("g", 0))
    assert await store.append(wish("g", 2)) is Appended.TAKEN
    assert await store.last(["g"]) == {"g": 0}


async def test_the_same_key_is_answered_with_its_number(store: Store) -> None:
    await store.append(wish("g", 0, key="a"))
    await store.append(wish("g", 1, key="b"))
    assert await store.append(wish("g", 1, key="b")) == Repeat(1)
    assert await store.append(wish("g", 2, key="a")) == Repeat(0)
    assert await store.append(wish("g", 0, key="a")) == Repeat(0)
    assert await store.append(wish("other", 0, key="a")) is Appended.WRITTEN
    assert await store.last(["g"]) == {"g": 1}


async def test_wishes_that_wait_together_have_outcomes_of_their_own(store: Store) -> None:
    await store.append(wish("a", 0))
    wishes = [
        wish("a", 1, key="k"),
        wish("a", 1, key="l"),
        wish("a", 2, key="k"),
        wish("a", 2, key="m"),
        wish("b", 0, replace(WAITING, code="QRST")),
        wish("c", 0, replace(WAITING, code="QRST")),
        wish("b", 0),
        wish("d", 3),
    ]
    outcomes = await asyncio.gather(*map(store.append, wishes))
    written, taken = Appended.WRITTEN, Appended.TAKEN
    assert outcomes == [written, taken, Repeat(1), written, written, Appended.CODE_TAKEN, taken, taken]
    assert await store.last("abcd") == {"a": 2, "b": 0}


async def test_of_many_who_want_the_same_number_one_gets_it(store: Store) -> None:
    outcomes = await asyncio.gather(*(store.append(wish("g", 0, data=b"%d" % i)) for i in range(200)))
    assert sorted(outcomes) == [Appended.TAKEN] * 199 + [Appended.WRITTEN]
    (entry,) = await store.load("g")
    assert outcomes[int(entry.data)] is Appended.WRITTEN


async def test_more_wishes_than_share_a_commit_are_all_written(store: Store) -> None:
    assert set(await asyncio.gather(*(store.append(wish(f"g{i}", 0)) for i in range(2_500)))) == {Appended.WRITTEN}
    assert len(await store.last(f"g{i}" for i in range(2_500))) == 2_500


async def test_text_that_no_database_takes_is_refused_alone(store: Store) -> None:
    good = store.append(wish("good", 0))
    bad = [store.append(wish("bad", 0, key=key)) for key in ("\0", "\ud800")]
    first, *others = await asyncio.gather(good, *bad, return_exceptions=True)
    assert first is Appended.WRITTEN
    assert all(isinstance(other, ValueError) for other in others)
    with pytest.raises(ValueError, match="NUL"):
        store.note("good", 0, "\0")
    with pytest.raises(ValueError, match="NUL"):
        await store.find("good", "\0")


async def test_a_short_code_finds_the_game_until_it_begins(store: Store) -> None:
    await store.append(wish("g", 0, replace(WAITING, code="ABCD")))
    assert await store.append(wish("h", 0, replace(WAITING, code="ABCD"))) is Appended.CODE_TAKEN
    assert await store.by_code("ABCD") == "g"
    await store.append(wish("g", 1, replace(WAITING, code="ABCD")))
    assert await store.by_code("ABCD") == "g"
    await store.append(wish("g", 2, replace(PLAYING, code="ABCD")))
    assert await store.by_code("ABCD") is None
    assert await store.append(wish("h", 0, replace(WAITING, code="ABCD"))) is Appended.WRITTEN
    assert await store.by_code("ABCD") == "h"


async def test_the_key_of_the_house_is_the_one_that_was_kept_first(store: Store) -> None:
    assert await store.house_key(b"first") == b"first"
    assert await store.house_key(b"second") == b"first"


async def test_the_lobby_shows_listed_games_that_wait_newest_first(store: Store) -> None:
    await store.append(wish("old", 0, at=1))
    await store.append(wish("old", 1, WAITING, at=50))
    await store.append(wish("new", 0, WAITING, at=2))
    await store.append(wish("private", 0, replace(WAITING, listed=False)))
    await store.append(wish("running", 0, PLAYING))
    assert await store.lobby(10) == [("new", WAITING), ("old", WAITING)]
    assert await store.lobby(1) == [("new", WAITING)]


async def test_the_open_games_of_a_host_are_counted(store: Store) -> None:
    await store.append(wish("a", 0, WAITING))
    await store.append(wish("b", 0, PLAYING))
    await store.append(wish("c", 0, OVER))
    assert await store.open_games("anna") == 2
    assert await store.open_games("ben") == 0


async def test_the_latest_note_of_a_seat_counts(store: Store, address: str) -> None:
    await store.append(wish("g", 0))
    store.note("g", 0, "first")
    store.note("g", 0, "second")
    store.note("g", 3, "ß☺")
    store.note("nowhere", 0, "lost")
    assert await store.notes("g") == {0: "second", 3: "ß☺"}
    await store.close()
    again, _ = await open_store(address)
    assert await again.notes("g") == {0: "second", 3: "ß☺"}
    again.note("g", 0, "third")
    assert await again.notes("g") == {0: "third", 3: "ß☺"}
    await again.close()


async def test_a_note_is_written_without_being_asked_for(store: Store, address: str) -> None:
    await store.append(wish("g", 0))
    store.note("g", 1, "draft")
    host = await visit_store(address)
    async with asyncio.timeout(30):
        while await host.notes("g") != {1: "draft"}:
            await asyncio.sleep(0.02)
    await host.close()


async def test_notes_are_kept_until_the_game_is_over(store: Store, address: str) -> None:
    for game in ("over", "open"):
        await store.append(wish(game, 0))
        store.note(game, 0, "draft")
    await store.close()
    again, _ = await open_store(address)
    await again.append(wish("over", 1, OVER))
    assert (await again.notes("over"), await again.notes("open")) == ({}, {0: "draft"})
    again.note("over", 0, "too late")
    await again.close()
    host = await visit_store(address)
    assert await host.notes("over") == {}
    await host.close()


async def test_a_silence_of_all_workers_is_an_outage(store: Store) -> None:
    await store.beat("a", 10_000)
    await store.beat("b", 10_000 + GAP_MS)
    assert await store.outages(0) == []
    await store.beat("a", 60_000)
    await store.beat("b", 60_010)
    await store.beat("a", 90_000)
    first, second = Outage(10_000 + GAP_MS, 60_000), Outage(60_010, 90_000)
    assert await store.outages(0) == [first, second]
    assert await store.outages(60_000) == [second]
    assert await store.workers(60_010) == ["a", "b"]
    assert await store.workers(60_011) == ["a"]


async def test_a_beat_returns_the_newest_of_all_workers(store: Store) -> None:
    assert await store.beat("b", 60_000) == 60_000
    assert await store.beat("a", 59_000) == 60_000


async def test_an_outage_is_forgotten_after_a_day(store: Store) -> None:
    await store.beat("a", 10_000)
    await store.beat("a", 60_000)
    await store.beat("a", 60_000 + FORGOTTEN_MS)
    assert await store.outages(0) == [Outage(10_000, 60_000), Outage(60_000, 60_000 + FORGOTTEN_MS)]
    await store.beat("a", 60_001 + FORGOTTEN_MS)
    assert await store.outages(0) == [Outage(60_000, 60_000 + FORGOTTEN_MS)]


async def test_workers_that_wake_at_once_find_one_outage(store: Store) -> None:
    await store.beat("w", 0)
    await asyncio.gather(*(store.beat(f"w{i}", 9_000) for i in range(8)))
    assert await store.outages(0) == [Outage(0, 9_000)]


async def test_the_host_pages_through_all_games(store: Store) -> None:
    for i in range(7):
        await store.append(wish(f"g{i}", 0, OVER if i % 2 else PLAYING, at=i // 3))
    pages, before = [], 100
    while page := await store.games(None, before, 2):
        pages.append([name for name, _, _ in page])
        before = page[-1][1]
    assert pages == [["g6", "g3", "g4", "g5"], ["g0", "g1", "g2"]]
    assert [name for name, _, _ in await store.games(Phase.OVER, 100, 9)] == ["g3", "g5", "g1"]
    assert await store.games(Phase.PLAYING, 1, 9) == [("g0", 0, PLAYING), ("g2", 0, PLAYING)]


async def test_a_deleted_game_is_gone_and_cannot_be_continued(store: Store) -> None:
    await store.append(wish("g", 0, replace(WAITING, code="ABCD"), key="k"))
    store.note("g", 0, "draft")
    assert await store.delete("g")
    assert not await store.delete("g")
    assert await store.load("g") == []
    assert await store.by_code("ABCD") is None
    assert await store.append(wish("g", 1)) is Appended.TAKEN


async def test_a_closed_store_is_unavailable(store: Store) -> None:
    await store.close()
    with pytest.raises(Unavailable, match="closed"):
        await store.append(wish("g", 0))
    with pytest.raises(Unavailable, match="closed"):
        await store.load("g")


async def test_what_waits_at_closing_is_written(store: Store, address: str) -> None:
    asked = [asyncio.create_task(store.append(wish(f"g{i}", 0))) for i in range(50)]
    await asyncio.sleep(0)
    await store.close()
    assert set(await asyncio.gather(*asked)) == {Appended.WRITTEN}
    again, _ = await open_store(address)
    assert len(await again.last(f"g{i}" for i in range(50))) == 50
    await again.close()


@pytest.mark.parametrize("address", ["mysql://x", "sqlite://x"])
async def test_an_address_of_no_store_is_refused(address: str) -> None:
    with pytest.raises(CannotOpen, match="sqlite:///"):
        await open_store(address)


async def test_a_player_finds_the_games_that_are_over_and_nobody_elses(store: Store) -> None:
    ends = {
        "first": b'{"owners":["anna",null,"bruno"]}',
        "second": b'{"owners":["anna"]}',
        "third": b"\xff",
        "last": b"",
    }
    for at, (game, summary) in enumerate(ends.items()):
        await store.append(wish(game, 0, at=at))
        await store.append(wish(game, 1, replace(OVER, summary=summary), at=100 + at))
    await store.append(wish("running", 0, replace(PLAYING, summary=b'{"owners":["anna"]}')))
    assert [(name, at) for name, at, _ in await store.played("anna", 999, 9)] == [("second", 101), ("first", 100)]
    assert [name for name, _, _ in await store.played("anna", 101, 9)] == ["first"]
    assert [name for name, _, _ in await store.played("bruno", 999, 9)] == ["first"]
    assert await store.delete("first")
    assert await store.played("bruno", 999, 9) == []


async def test_what_was_found_in_a_game_is_kept_with_it(store: Store) -> None:
    await store.append(wish("g", 0))
    assert await store.analysis("g") is None
    for found in (b"coarse", b"\x00fine"):
        await store.keep_analysis("g", found)
        assert await store.analysis("g") == found
    await store.keep_analysis("other", b"of a game that is gone")
    assert await store.analysis("other") is None
    assert await store.delete("g")
    assert await store.analysis("g") is None


async def test_the_lobby_leaves_out_what_nobody_has_touched_for_long(store: Store) -> None:
    await store.append(wish("old", 0, WAITING, at=1_000))
    await store.append(wish("new", 0, WAITING, at=2_000))
    assert [game for game, _ in await store.lobby(9, since=2_000)] == ["new"]
    await store.append(wish("old", 1, WAITING, at=3_000))
    assert [game for game, _ in await store.lobby(9, since=2_000)] == ["new", "old"]


async def test_what_is_not_overdue_is_put_off_unless_there_is_a_newer_entry(store: Store) -> None:
    for game in ("early", "newer", "never"):
        await store.append(wish(game, 0, replace(WAITING, due=1_000, code=None)))
    await store.append(wish("newer", 1, replace(WAITING, due=1_001, code=None)))
    await store.put_off([Due("never", 0, None), Due("early", 0, LATER), Due("newer", 0, LATER), Due("gone", 0, 1)])
    late = {"now": 10**14, "late": 0, "limit": 9, "ms": 1}
    assert await store.claim_due("w", **late) == ["newer"]


async def test_a_ban_ends_when_its_time_is_over_or_it_is_forgiven(store: Store) -> None:
    await store.ban("anna", 1_000)
    await store.ban("bruno", 2_000)
    assert await store.banned(999) == {"anna": 1_000, "bruno": 2_000}
    assert await store.banned(1_000) == {"bruno": 2_000}
    await store.ban("bruno", 0)
    assert await store.banned(1_000) == {}
