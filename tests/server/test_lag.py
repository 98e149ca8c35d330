"""A server that is late is not away, and a machine's clock that somebody sets changes nobody's turn."""

from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.json import decode

from openkub.server.bus import Silence
from openkub.server.clock import DRAWN_MS, NS_A_MS, SKEW_MS, SteadyClock, wall_clock
from openkub.server.customs import Customs
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.room import Room
from openkub.server.store import Outage, Store, Unavailable
from openkub.server.store.addresses import open_store
from openkub.server.store.sqlite import SqliteStore
from openkub.server.talk import Talk
from openkub.server.thinking import Thinkers
from openkub.server.timetable import deadline
from openkub.server.watch import Watch
from openkub.server.wire.game import BankClock, Settings, TurnClock, Wanted
from openkub.server.wire.socket import Move, Nonce, Seal
from tests.server.postgres import Cluster
from tests.server.rooms import ANNA, BRUNO, dealt, player_to_move
from tests.workshop.chance import Seeded, seal_of

pytestmark = pytest.mark.anyio

HOUR = 3_600_000
NONCES = {ANNA: "01" * 16, BRUNO: "02" * 16}


class Machine:
    """A machine whose clock can be set; what passes, passes."""

    def __init__(self) -> None:
        self.passed, self.set_by = 0, 0

    def wall(self) -> int:
        return 1_700_000_000_000 + self.passed + self.set_by

    def clock(self) -> SteadyClock:
        return SteadyClock(self.wall, lambda: self.passed * NS_A_MS)


class Tab:
    """A tab that keeps what it is sent."""

    steps = False

    def __init__(self, player: str) -> None:
        self.player, self.told = player, []

    def send(self, message: bytes) -> None:
        self.told.append(message)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await SqliteStore.open(tmp_path / "games.db")
    yield store
    await store.close()


def begun(store: Store, machine: Machine) -> tuple[House, Watch]:
    """A server that has just started at this machine."""
    house = House(Customs(), Seeded("lag"), machine.clock())
    house.move_in(store, Silence(), b"key")
    return house, Watch(house, Talk(house), Thinkers())


async def beating(watch: Watch, machine: Machine, seconds: int) -> None:
    for _ in range(seconds):
        machine.passed += 1_000
        await watch._beat()


def table(house: House, number: int = 0, room: Room | None = None) -> Live:
    """A table at which a turn of a minute has just begun, with both players there."""
    live = Live(room or dealt(settings=Settings(clock=TurnClock(60)), at=house.now()))
    house.rooms[f"game {number}"] = live
    for player in (ANNA, BRUNO):
        live.enter(Tab(player))
    return live


def left(house: House, live: Live) -> int:
    return deadline(live.room, house.outages, house.now()) - house.now()


@pytest.mark.parametrize("by", [-HOUR, HOUR, -24 * HOUR, 24 * HOUR])
async def test_a_clock_that_is_set_changes_no_turn(store: Store, by: int) -> None:
    machine = Machine()
    house, watch = begun(store, machine)
    await beating(watch, machine, 3)
    live = table(house)
    await beating(watch, machine, 10)
    machine.set_by += by
    await beating(watch, machine, 10)
    assert abs(left(house, live) - 40_000) <= 2_000
    await watch.end()


async def test_a_clock_that_was_set_back_while_the_server_was_down_changes_no_turn(store: Store) -> None:
    machine = Machine()
    house, watch = begun(store, machine)
    await beating(watch, machine, 3)
    live = table(house)
    await beating(watch, machine, 10)
    await watch.end()
    machine.set_by -= HOUR
    house, watch = begun(store, machine)
    await watch._beat()
    house.rooms["game"] = live
    await beating(watch, machine, 10)
    assert abs(left(house, live) - 40_000) <= 2_000
    await watch.end()


async def test_of_two_machines_with_wrong_clocks_both_go_by_the_databases(postgres_address: str) -> None:
    store, bus = await open_store(postgres_address)
    for wrong_by in (HOUR, -HOUR):
        house = House(Customs(), Seeded("lag"), SteadyClock(lambda wrong_by=wrong_by: wall_clock() + wrong_by))
        house.move_in(store, bus, b"key")
        watch = Watch(house, Talk(house), Thinkers())
        before = await store.time()
        await watch.begin()
        assert before <= house.now() <= await store.time() + SKEW_MS
        await watch.end()
    await store.close()


async def bank_of(house: House) -> Live:
    """A table of two with two minutes for the round, dealt, and kept in the store."""
    live = await house.open(ANNA, "Anna", Wanted(clock=BankClock(120)), [])
    await house.join(live.room.id, BRUNO, "Bruno")
    for player, nonce in NONCES.items():
        await house.fulfil(live.room.id, player, Seal("seal-001", seal_of(nonce)))
    for player, nonce in NONCES.items():
        await house.fulfil(live.room.id, player, Nonce("nonce-01", nonce))
        live.enter(Tab(player))
    return live


async def test_the_time_in_which_the_database_was_lost_is_given_back_to_the_millisecond(
    postgres_address: str, cluster: Cluster
) -> None:
    machine = Machine()
    store, bus = await open_store(postgres_address)
    house, watch = begun(store, machine)
    await beating(watch, machine, 3)
    live = await bank_of(house)
    seat, player = live.room.playing.state.turn, player_to_move(live.room)
    await beating(watch, machine, 10)
    with cluster.stopped():
        for _ in range(5):
            machine.passed += HOUR
            with pytest.raises(Unavailable):
                await watch._beat()
            assert left(house, live) == 110_000
            await house.settle(live)  # nothing is due
    while True:  # its old lines are found to be broken
        with suppress(Unavailable):
            await watch._beat()
            break
    assert left(house, live) == 110_000
    await house.fulfil(live.room.id, player, Move("move-001", "draw"))
    assert [turn.seat for turn in live.room.playing.state.history] == [seat]
    assert live.room.banks[seat] == 110_000
    await watch.end()
    await bus.close()
    await store.close()


def test_a_clock_that_others_go_by_is_drawn_near_and_not_jumped_back_to() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.go_by(5 * HOUR)
    assert clock() == 5 * HOUR
    clock.go_by(4 * HOUR)
    assert clock() == 5 * HOUR - DRAWN_MS
    clock.follow(0)
    assert clock() == 5 * HOUR - DRAWN_MS
    clock.go_by(6 * HOUR)
    clock.follow(0)
    assert clock() == 6 * HOUR - SKEW_MS


async def test_time_that_a_machine_slept_is_found_out() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.set_by += 8 * HOUR
    clock.follow(0)
    assert clock() == machine.wall() - SKEW_MS


async def test_a_long_stall_of_the_only_worker_is_an_outage_and_the_turn_gets_its_time_back(store: Store) -> None:
    machine = Machine()
    house, watch = begun(store, machine)
    await beating(watch, machine, 3)
    live = table(house)
    machine.passed += 3_000
    watch.lagged(3.0)
    await beating(watch, machine, 1)
    assert [outage.end - outage.begin for outage in await store.outages(0)] == [4_000]
    assert left(house, live) == 60_000
    await watch.end()


async def test_a_timer_that_was_set_in_a_silence_comes_sooner_when_less_was_lost_than_it_seemed(store: Store) -> None:
    machine = Machine()
    house, watch = begun(store, machine)
    await beating(watch, machine, 3)
    live = table(house)
    house.rooms[live.room.id] = live
    await beating(watch, machine, 50)
    machine.passed += 10_000
    watch.arrange(live, True, 5)  # what rings in the silence finds that nothing is due yet
    seemed = live.rings
    now = house.now()
    house.pulse.last_beat = now
    house.pulse.know((), (Outage(now - 2_000, now),))
    await watch._set_clocks()
    assert live.rings == house.due(live) < seemed
    await watch.end()


async def test_ten_thousand_tabs_are_told_of_a_stall_briefly(store: Store) -> None:
    machine = Machine()
    house, watch = begun(store, machine)
    await beating(watch, machine, 3)
    room = table(house).room
    tabs = [link for number in range(5_000) for link in table(house, number, room).links]
    machine.passed += 3_000
    watch.lagged(3.0)
    await watch._set_clocks()
    await beating(watch, machine, 2)
    assert len(tabs) == 10_000
    assert {len(tab.told) for tab in tabs} <= {1, 2, 3}  # the stall, its outage, and the one asked for here
    assert max(len(message) for tab in tabs for message in tab.told) < 100
    assert decode(tabs[0].told[0])["type"] == "clock"
    await watch.end()


async def test_a_short_lag_is_told_and_costs_nobody_anything(store: Store) -> None:
    house, watch = begun(store, Machine())
    watch.lagged(0.4)
    assert (house.metrics.longest_lag(), house.metrics.longest_lag()) == (0.4, 0.0)
    assert house.pulse.stalls == ()
