"""The watch keeps every clock and every bot going, whatever goes wrong in one game or in one round."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from openkub.law.moves import Play
from openkub.server import watch as watching
from openkub.server.bus import Silence
from openkub.server.customs import Customs
from openkub.server.entries import Opened, to_bytes
from openkub.server.house import House
from openkub.server.pulse import ASLEEP_MS
from openkub.server.store import Append, Entry, Listing, Phase, Unavailable
from openkub.server.store.sqlite import SqliteStore
from openkub.server.talk import Talk
from openkub.server.thinking import Thinkers
from openkub.server.tidying import tidy
from openkub.server.timetable import Pace
from openkub.server.watch import Watch
from openkub.server.wire.game import Settings, Wanted
from openkub.server.wire.socket import Move
from openkub.solver import any_play
from tests.server.rooms import ANNA, SECRET
from tests.workshop.chance import Seeded

pytestmark = pytest.mark.anyio

QUICK = Customs(Pace(bot_pause=0, nonces=0))


class Stumbling(SqliteStore):
    """A store that has an error of its own as often as `stumbles` says, and takes as long as `slow` makes it.

    Nothing can be written while it is `full`, and nobody learns what is due while it is `away`.
    """

    stumbles = 0
    slow = None
    full = away = False

    async def append(self, wish: Append) -> Any:
        if self.full:
            raise Unavailable("it is full")
        return await super().append(wish)

    async def claim_due(self, worker: str, **wanted: Any) -> Any:
        if self.away:
            raise Unavailable("it is away")
        if self.slow:
            await self.slow.wait()
        self.stumbles -= 1
        if self.stumbles >= 0:
            raise RuntimeError("nobody has thought of this")
        return await super().claim_due(worker, **wanted)


class Confused(Thinkers):
    """Bots that cannot think."""

    async def choose(self, level: Any, seed: int, view: Any, seconds: Any, **more: Any) -> None:
        raise RuntimeError("nobody has thought of this")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Stumbling]:
    store = await Stumbling.open(tmp_path / "games.db")
    yield store
    await store.close()


@pytest.fixture
async def begin(store: Stumbling, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Callable[..., Any]]:
    """Begins the watch over a house; it ends with the test."""
    monkeypatch.setattr(watching, "BEAT_S", 0.01)
    watches = []

    async def begun(thinkers: Any = None) -> Any:
        house = House(QUICK, Seeded("watch"))
        house.move_in(store, Silence(), b"key")
        watches.append(Watch(house, Talk(house), thinkers or Thinkers()))
        await watches[-1].begin()
        return house

    yield begun
    for watch in watches:
        await watch.end()


async def until(reached: Any) -> None:
    async with asyncio.timeout(20):
        while not reached():
            await asyncio.sleep(0.005)


def overdue(game: str, number: Any, data: Any, code: Any) -> Append:
    """The first entry of a game in which something should have happened long ago."""
    return Append(game, Entry(number, 1_000, data), Listing(Phase.WAITING, False, 1_000, code, ANNA, b"{}"))


async def test_finished_games_are_deleted_after_the_time_that_the_host_chose(store: Stumbling) -> None:
    fine = to_bytes(Opened(Settings(), SECRET, ANNA, "CCCCCC", "Anna"))
    for game, at in (("old", 1_000), ("new", 5_000)):
        await store.append(Append(game, Entry(0, at, fine), Listing(Phase.OVER, False, None, None, ANNA, b"{}")))
    house = House(Customs(keep=8_000), Seeded("tidy"), now=lambda: 3_000)
    house.move_in(store, Silence(), b"key")
    await tidy(house)
    assert (await house.live("old")).room.host == ANNA
    house.now = lambda: 10_000
    await tidy(house)
    assert (await store.last(["old", "new"])) == {"new": 0}
    assert "old" not in house.rooms


async def test_a_log_that_cannot_be_read_stops_no_other_game(
    store: Stumbling, begin: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    await store.append(overdue("broken", 0, b'{"what":"shouted"}', "AAAAAA"))
    await store.append(overdue("no-first", 0, b'{"what":"complete"}', "BBBBBB"))
    fine = to_bytes(Opened(Settings(), SECRET, ANNA, "CCCCCC", "Anna"))
    await store.append(overdue("forgotten", 0, fine, "CCCCCC"))
    house = await begin()
    await until(lambda: (live := house.rooms.get("forgotten")) and live.room.phase == Phase.OVER)
    rounds = house.pulse.last_beat
    await until(lambda: house.pulse.last_beat > rounds + 100)
    assert sorted(record.getMessage()[:6] for record in caplog.records) == ["broken", "no-fir"]
    assert house.unreadable == {"broken", "no-first"}


async def test_an_error_in_one_round_is_written_down_and_the_next_round_comes(
    store: Stumbling, begin: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    store.stumbles = 3
    fine = to_bytes(Opened(Settings(), SECRET, ANNA, "CCCCCC", "Anna"))
    await store.append(overdue("forgotten", 0, fine, "CCCCCC"))
    house = await begin()
    await until(lambda: (live := house.rooms.get("forgotten")) and live.room.phase == Phase.OVER)
    assert [record.getMessage() for record in caplog.records] == ["the watch stumbled"] * 3
    assert "openkub_stumbles_total 3" in house.metrics.text({})


async def test_however_many_tables_wait_for_the_store_the_log_has_one_line_of_them_a_round(
    store: Stumbling, begin: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "openkub.server")
    for number in range(30):
        fine = to_bytes(Opened(Settings(), SECRET, ANNA, f"AAAA{number}", "Anna"))
        await store.append(overdue(f"table-{number}", 0, fine, f"AAAA{number}"))
    store.full = True
    await begin()

    def lines(level: int, begin: str = "") -> list[str]:
        return [line for _, at, line in caplog.record_tuples if at == level and line.startswith(begin)]

    await until(lambda: len(lines(logging.DEBUG)) >= 30)
    store.away = True
    await until(lambda: lines(logging.WARNING, "the store cannot be reached: it is away"))
    told = lines(logging.WARNING, "tables that wait: ")
    assert len(told) < 10
    assert all(line.endswith(": it is full; trying again") for line in told)
    store.full = store.away = False
    async with asyncio.timeout(20):
        while await store.open_games(ANNA):
            await asyncio.sleep(0.005)


async def test_a_bot_that_stumbles_draws_and_the_game_goes_on(begin: Callable[..., Any]) -> None:
    house = await begin(Confused())
    live = await house.open(ANNA, "Anna", Settings(), ["novice"])
    await until(lambda: live.room.game)
    if live.room.playing.state.turn == 0:
        await house.fulfil(live.room.id, ANNA, Move("move-001", "draw"))
    await until(lambda: any(turn.seat == 1 for turn in live.room.playing.state.history))
    assert {turn.drawn for turn in live.room.playing.state.history} == {1}


async def test_a_bot_that_stumbles_lays_where_it_must(begin: Callable[..., Any]) -> None:
    house = await begin(Confused())
    live = await house.open(ANNA, "Anna", Wanted("default voluntary_draw=False opening_min_points=1"), ["novice"])
    await until(lambda: live.room.game)

    def laid() -> bool:
        return any(turn.seat == 1 and isinstance(turn.move, Play) for turn in live.room.playing.state.history)

    while not laid():
        state = live.room.playing.state
        if state.turn == 0:
            move = state.view(0).idle if state.check(state.view(0).idle) is None else any_play(state.view(0))
            await house.fulfil(live.room.id, ANNA, Move(f"move-{live.room.n:03}", str(move)))
        await until(lambda: laid() or live.room.playing.state.turn == 0)


async def test_heartbeats_go_on_while_a_round_takes_long(store: Stumbling, begin: Callable[..., Any]) -> None:
    store.slow = asyncio.Event()
    house = await begin()
    before = house.pulse.last_beat
    await until(lambda: house.pulse.last_beat > before + 100)
    assert house.pulse.awake
    assert not store.slow.is_set()
    store.slow.set()


async def test_a_worker_without_heartbeats_is_not_well(store: Stumbling, begin: Callable[..., Any]) -> None:
    house = await begin()
    await store.close()  # nothing can be written any more
    beat = house.pulse.last_beat
    house.pulse.now = lambda: beat + ASLEEP_MS
    assert not house.pulse.awake
