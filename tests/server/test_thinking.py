"""Bots think one after the other; those at tables with people come first, and always have a place."""

import asyncio
from collections.abc import Callable

import pytest

from openkub.server.bus import Silence
from openkub.server.customs import Customs
from openkub.server.house import House
from openkub.server.thinking import TOO_LONG_S, Queue
from openkub.server.wire.game import Wanted
from openkub.server.wire.refusals import Refused
from tests.server.rooms import ANNA
from tests.workshop.chance import Seeded

pytestmark = pytest.mark.anyio


class Tables:
    """Bots that think until they are told to stop."""

    def __init__(self, places: int, clock: Callable[[], float] = lambda: 0.0) -> None:
        self.queue, self.at_work, self.ends = Queue(places, clock), [], {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, *, watched: bool) -> None:
        self.ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.get_running_loop().create_task(self._think(name, watched=watched))
        await asyncio.sleep(0)

    async def _think(self, name: str, *, watched: bool) -> None:
        async with self.queue.place(watched=watched):
            self.at_work.append(name)
            await self.ends[name].wait()

    async def end(self, name: str) -> None:
        self.ends[name].set()
        await self.tasks[name]
        await asyncio.sleep(0)


async def test_who_has_people_at_the_table_comes_before_all_who_have_not() -> None:
    tables = Tables(1)
    for number in range(3):
        await tables.ask(f"alone {number}", watched=False)
    await tables.ask("Anna's", watched=True)
    for name in ("alone 0", "Anna's", "alone 1", "alone 2"):
        await tables.end(name)
    assert tables.at_work == ["alone 0", "Anna's", "alone 1", "alone 2"]


async def test_one_place_is_kept_for_tables_with_people() -> None:
    tables = Tables(2)
    for number in range(360):
        await tables.ask(f"alone {number}", watched=False)
    await tables.ask("Anna's", watched=True)
    assert tables.at_work == ["alone 0", "Anna's"]
    assert tables.queue.waiting == 359
    for task in tables.tasks.values():
        task.cancel()


async def test_who_goes_away_leaves_the_place_to_others() -> None:
    tables = Tables(1)
    for name in ("first", "second", "third"):
        await tables.ask(name, watched=True)
    for name in ("second", "first"):
        tables.tasks[name].cancel()
    await asyncio.gather(*list(tables.tasks.values())[:2], return_exceptions=True)
    await tables.end("third")
    assert tables.at_work == ["first", "third"]


async def test_it_is_known_for_how_long_the_first_has_been_waiting() -> None:
    now = [100.0]
    tables = Tables(1, lambda: now[0])
    await tables.ask("first", watched=True)
    await tables.ask("second", watched=True)
    now[0] += TOO_LONG_S
    assert tables.queue.longest_wait == TOO_LONG_S
    for name in ("first", "second"):
        await tables.end(name)
    assert tables.queue.longest_wait == 0


async def test_when_bots_wait_too_long_no_more_of_them_sit_down() -> None:
    house = House(Customs(), Seeded("thinking"))
    house.move_in(None, Silence(), b"key")
    house.is_overworked = lambda: True
    with pytest.raises(Refused, match="too much to do"):
        await house.open(ANNA, "Anna", Wanted(), ["expert"])
