"""Whose clock runs out, at which of two workers: who is connected to one of them is not timed out by the other."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from openkub.server.clock import GRACE_MS
from openkub.server.customs import Customs
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.store.addresses import open_store
from openkub.server.talk import Talk
from openkub.server.thinking import Thinkers
from openkub.server.watch import OTHERS_FIRST_MS, THEIRS_MS, Watch
from openkub.server.wire import socket
from openkub.server.wire.game import TurnClock, Wanted
from tests.server.rooms import ANNA, BRUNO
from tests.server.test_lag import Tab
from tests.server.test_workers import Whisper, until
from tests.workshop.chance import Seeded, seal_of

pytestmark = pytest.mark.anyio

TURN_MS = 15_000


@dataclass
class Worker:
    """One of two, and the table as it has it."""

    house: House
    watch: Watch
    live: Live

    async def wake(self) -> None:
        """Its timer for this table rings."""
        self.live.waking = True
        await self.watch._wake(self.live)

    @property
    def timeouts(self) -> int:
        """How many turns the clock has ended, as far as it knows."""
        return sum(str(turn.move) == "timeout" for turn in self.live.room.playing.state.history)


@dataclass
class Apart:
    """A table of two whose players are at different workers; the one whose turn it is, at `theirs`."""

    now: int
    theirs: Worker
    other: Worker


@pytest.fixture
async def apart(tmp_path: Path) -> AsyncIterator[Apart]:
    """The turn has just begun, by a move of the player at the other worker."""
    store, _ = await open_store(str(tmp_path / "games.sqlite"))
    buses = Whisper(), Whisper()
    buses[0].other, buses[1].other = buses[1], buses[0]
    table = Apart(1_000_000, None, None)
    houses = [House(Customs(), Seeded(name), lambda: table.now) for name in ("first", "second")]
    for house, bus in zip(houses, buses, strict=True):
        house.move_in(store, bus, b"key")
        house.pulse.last_beat = 10**9  # nobody is silent here
    talks = [Talk(house) for house in houses]
    watches = [Watch(house, talk, Thinkers()) for house, talk in zip(houses, talks, strict=True)]
    for talk in talks:
        await talk.begin()
    first = await begun(houses[0])
    second = await houses[1].live(first.room.id)
    mover = first.room.seats[first.room.playing.state.turn].player
    lives, at = (first, second), 0 if mover == ANNA else 1
    for live, talk, player in zip(lives, talks, (ANNA, BRUNO), strict=True):
        talk.enter(live, Tab(player))
    workers = [Worker(*parts) for parts in zip(houses, watches, lives, strict=True)]
    table.other, table.theirs = workers[at], workers[1 - at]
    await table.other.house.fulfil(first.room.id, mover, socket.Move("first-move", "draw"))
    await until(lambda: first.room.n == second.room.n and first.here() == second.here() == [True, True])
    yield table
    for watch in watches:
        await watch.end()
    await store.close()


async def begun(house: House) -> Live:
    """A game with fifteen seconds a turn, dealt."""
    live = await house.open(ANNA, "Anna", Wanted(clock=TurnClock(TURN_MS // 1000)), [])
    await house.join(live.room.id, BRUNO, "Bruno")
    nonces = ((ANNA, "01" * 16), (BRUNO, "02" * 16))
    for player, nonce in nonces:
        await house.fulfil(live.room.id, player, socket.Seal("seal-001", seal_of(nonce)))
    for player, nonce in nonces:
        await house.fulfil(live.room.id, player, socket.Nonce("nonce-01", nonce))
    return live


async def test_a_turn_is_ended_by_the_worker_at_which_its_player_is(apart: Apart) -> None:
    apart.now += TURN_MS + GRACE_MS
    assert apart.other.live.ours
    await apart.other.wake()
    assert apart.other.timeouts == 0
    await apart.theirs.wake()
    assert apart.theirs.timeouts == 1


async def test_if_that_worker_does_nothing_for_long_the_other_does_it(apart: Apart) -> None:
    apart.now += TURN_MS + GRACE_MS + THEIRS_MS
    await apart.other.wake()
    assert apart.other.timeouts == 1


async def test_who_comes_to_the_other_worker_is_timed_out_there(apart: Apart) -> None:
    room = apart.other.live.room
    apart.other.live.enter(Tab(room.seats[room.playing.state.turn].player))
    apart.now += TURN_MS + GRACE_MS
    await apart.other.wake()
    assert apart.other.timeouts == 1


async def test_time_that_one_worker_gave_back_is_not_taken_by_another(apart: Apart) -> None:
    theirs, other = apart.theirs, apart.other
    apart.now += 6_000
    theirs.watch.lagged(4.0)  # the player could not play in these
    apart.now += TURN_MS - 6_000 + GRACE_MS + OTHERS_FIRST_MS
    for worker in (other, theirs):
        await worker.wake()
        assert worker.timeouts == 0
    apart.now += 4_000 - OTHERS_FIRST_MS
    await theirs.wake()
    assert theirs.timeouts == 1
