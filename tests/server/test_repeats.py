"""A wish that is sent again is answered, not done again; to know that, no entry of the log is read."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from openkub.server.bus import Silence
from openkub.server.customs import Customs
from openkub.server.house import House
from openkub.server.live import KEPT
from openkub.server.store import NO_END, Entry
from openkub.server.store.sqlite import SqliteStore
from openkub.server.wire import socket
from openkub.server.wire.game import Wanted
from tests.server.rooms import ANNA
from tests.workshop.chance import Seeded

pytestmark = pytest.mark.anyio


class Counting(SqliteStore):
    """A store that knows how many entries were read from it."""

    read = 0

    async def load(self, game: str, after: int = -1, until: int = NO_END) -> Sequence[Entry]:
        log = await super().load(game, after, until)
        self.read += len(log)
        return log


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Counting]:
    store = await Counting.open(tmp_path / "games.db")
    assert isinstance(store, Counting)
    yield store
    await store.close()


async def test_an_old_key_is_answered_as_the_first_time_and_no_entry_is_read(store: Counting) -> None:
    house = House(Customs(), Seeded("repeats"))
    house.move_in(store, Silence(), b"key")
    game = (await house.open(ANNA, "Anna", Wanted(seats=3), ())).room.id
    first = socket.SeatBot("key-first", "novice")
    n = await house.fulfil(game, ANNA, first)
    for number in range(KEPT):
        await house.fulfil(game, ANNA, socket.Unseat(f"unseat-{number}", 1))
        await house.fulfil(game, ANNA, socket.SeatBot(f"seat-{number}", "novice"))
    store.read = 0
    assert await house.fulfil(game, ANNA, first) == n
    assert await house.fulfil(game, ANNA, socket.Unseat("key-first", 1)) == n
    assert await house.fulfil(game, ANNA, socket.Leave("key-first")) == n
    assert store.read == 0
    assert house.rooms[game].room.seat_of(ANNA) == 0
