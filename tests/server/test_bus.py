"""Workers hear each other, in order and not themselves; what is lost with a database is in the store."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode

from openkub.server.bus import Silence
from openkub.server.postgres_bus import LONGEST, PostgresBus
from openkub.server.store import Unavailable
from tests.server.postgres import Cluster

pytestmark = pytest.mark.anyio


class Ear:
    """A worker's bus, and what it heard."""

    def __init__(self, address: str, name: str) -> None:
        self.bus, self.name = PostgresBus(address), name
        self.heard = []
        self._more = asyncio.Event()

    def __call__(self, game: str, message: dict[str, Any]) -> None:
        self.heard.append((game, message))
        self._more.set()

    async def wait(self, message: dict[str, Any]) -> None:
        while message not in self.heard:
            self._more.clear()
            await asyncio.wait_for(self._more.wait(), 30)


@pytest.fixture
async def workers(postgres_address: str) -> AsyncIterator[list[Ear]]:
    ears = [Ear(postgres_address, f"worker{number}") for number in range(3)]
    for ear in ears:
        await ear.bus.listen(ear.name, ear)
    yield ears
    for ear in ears:
        await ear.bus.close()


async def test_all_others_hear_what_one_says_in_order(workers: list[Ear]) -> None:
    first, *others = workers
    said = [(f"g{i % 7}", f'{{"n":{i},"ü":"☺"}}'.encode()) for i in range(1_000)]
    for game, message in said:
        first.bus.say(game, message)
    for other in others:
        await other.wait(said[-1])
        assert other.heard == said
    others[0].bus.say("g", b"1")
    await first.wait(("g", b"1"))
    assert first.heard == [("g", b"1")]


async def test_what_is_said_to_some_is_not_heard_by_others(workers: list[Ear]) -> None:
    first, second, third = workers
    for number in range(100):
        first.bus.say("g", b"%d" % number, to=["worker1"])
    first.bus.say("g", b'"both"', to=["worker1", "worker2"])
    first.bus.say("g", b'"nobody"', to=[])
    first.bus.say("g", b'"all"')
    for other in (second, third):
        await other.wait(("g", b'"both"'))
        await other.wait(("g", b'"all"'))
    assert [text for _, text in second.heard if text.isdigit()] == [b"%d" % number for number in range(100)]
    assert sorted(text for _, text in third.heard) == [b'"all"', b'"both"']


async def test_the_bus_waits_for_no_disk(cluster: Cluster, workers: list[Ear]) -> None:
    connection = await workers[0].bus._connect()
    assert await connection.fetchval("SHOW synchronous_commit") == "off"
    connection.terminate()


async def test_long_messages_travel_alone_and_longer_ones_not_at_all(workers: list[Ear]) -> None:
    first, second, _ = workers
    long = b'"' + b"x" * (LONGEST - 2) + b'"'
    for _ in range(5):
        first.bus.say("g", long)
    first.bus.say("g", b"0")
    await second.wait(("g", b"0"))
    assert second.heard[0] == ("g", long)
    with pytest.raises(ValueError, match="too long"):
        first.bus.say("g", long + b" ")


async def test_the_longest_thing_that_a_player_can_say_is_not_too_long(workers: list[Ear]) -> None:
    first, second, _ = workers
    rack = encode(["rack", 5, "\x01" * 1200])
    first.bus.say("g" * 22, rack)
    await second.wait(("g" * 22, rack))


@pytest.mark.parametrize("message", [b"\x1e", b'"\x1f"', b"\0", b"\xff"])
async def test_what_is_not_json_is_refused(workers: list[Ear], message: bytes) -> None:
    with pytest.raises(ValueError, match=r"JSON|decode"):
        workers[0].bus.say("g", message)


async def test_after_a_restart_of_postgres_they_hear_each_other_again(cluster: Cluster, workers: list[Ear]) -> None:
    first, second, _ = workers
    cluster.stop()
    first.bus.say("g", b'"lost, perhaps"')
    cluster.start()
    i = 0
    while ("g", b'"again"') not in second.heard and i < 300:
        first.bus.say("g", b'"again"')
        await asyncio.sleep(0.1)
        i += 1
    assert ("g", b'"again"') in second.heard


async def test_a_bus_without_a_database_says_so(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="bus"):
        await PostgresBus(f"postgresql:///games?host={tmp_path}&user=x").listen("me", lambda *_: None)


async def test_a_single_process_hears_nobody() -> None:
    heard = []
    bus = Silence()
    await bus.listen("me", lambda *message: heard.append(message))
    bus.say("g", b"{}")
    await bus.close()
    assert heard == []
