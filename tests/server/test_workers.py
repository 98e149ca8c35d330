"""Two workers in one process, at one store: what one of them writes, the other takes in as soon as it hears of it."""

import asyncio
import json

import pytest

from openkub.server.house import Customs, House
from openkub.server.store.opening import open_store
from openkub.server.talk import Talk
from openkub.server.wire import socket
from openkub.server.wire.game import Settings

from .rooms import ANNA, BRUNO, player_to_move

pytestmark = pytest.mark.anyio


class Whisper:
    """A bus between two, as reliable as `deaf` lets it be."""

    def __init__(self):
        self.hears, self.other, self.deaf = None, None, False

    def say(self, game, message):
        if not self.other.deaf:
            asyncio.get_running_loop().call_soon(self.other.hears, game, message)

    async def listen(self, hear):
        self.hears = hear


class Eyes:
    """A tab that keeps what it is sent."""

    player = BRUNO

    def __init__(self):
        self.seen = []

    def send(self, message):
        self.seen.append(json.loads(message))

    @property
    def numbers(self):
        return [message["n"] for message in self.seen if message["type"] == "moved"]


@pytest.fixture
async def workers(tmp_path):
    store, _ = await open_store(str(tmp_path / "games.sqlite"))
    buses = Whisper(), Whisper()
    buses[0].other, buses[1].other = buses[1], buses[0]
    houses = [House(Customs()), House(Customs())]
    for house, bus in zip(houses, buses, strict=True):
        house.move_in(store, bus)
        await Talk(house).begin()
    yield *houses, buses[1]
    await store.close()


async def dealt(house):
    live = await house.open(ANNA, "Anna", Settings(), [])
    await house.join(live.room.id, BRUNO, "Bruno")
    for player, nonce in ((ANNA, "01" * 16), (BRUNO, "02" * 16)):
        await house.fulfil(live.room.id, player, socket.Nonce("nonce-01", nonce))
    return live


async def draw(house, live, key):
    return await house.fulfil(live.room.id, player_to_move(live.room), socket.Move(key, "draw"))


async def until(reached):
    async with asyncio.timeout(20):
        while not reached():
            await asyncio.sleep(0)


async def test_a_move_written_by_one_worker_is_shown_by_the_other(workers):
    first, second, _ = workers
    live = await dealt(first)
    there = await second.live(live.room.id)
    there.enter(eyes := Eyes())
    n = await draw(first, live, "move-001")
    await until(lambda: eyes.numbers == [n])
    assert there.room == live.room


async def test_a_worker_that_missed_the_news_takes_in_all_with_the_next(workers):
    first, second, second_bus = workers
    live = await dealt(first)
    there = await second.live(live.room.id)
    there.enter(eyes := Eyes())
    second_bus.deaf = True
    missed = await draw(first, live, "move-001")
    second_bus.deaf = False
    heard = await draw(first, live, "move-002")
    await until(lambda: eyes.numbers == [missed, heard])
    assert there.room == live.room


async def test_old_news_change_nothing(workers):
    first, second, second_bus = workers
    live = await dealt(first)
    there = await second.live(live.room.id)
    there.enter(eyes := Eyes())
    said = []
    second_bus.hears, hears = lambda *news: said.append(news), second_bus.hears
    await draw(first, live, "move-001")
    await until(lambda: said)
    await second.catch_up(there)
    hears(*said[0])
    n = await draw(first, live, "move-002")
    await until(lambda: len(said) > 1)
    hears(*said[1])
    await until(lambda: there.room.n == n)
    assert eyes.numbers == [n - 1, n]
