"""Of one address a few games hang in the lobby at a time, whoever opened them."""

from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import pytest

from openkub.server.bus import Silence
from openkub.server.customs import Customs
from openkub.server.door import noticeboard
from openkub.server.door.noticeboard import OF_AN_ADDRESS, Noticeboard
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.store.sqlite import SqliteStore
from openkub.server.wire import socket
from openkub.server.wire.game import Wanted
from openkub.server.wire.refusals import Refused
from tests.server.rooms import BRUNO
from tests.workshop.chance import Seeded

pytestmark = pytest.mark.anyio

HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


class Lobby:
    """A house with its board, and a clock that tests move."""

    def __init__(self, store: SqliteStore) -> None:
        self.now, self.hosts = 1_700_000_000_000, 0
        self.house = House(Customs(), Seeded("board"), lambda: self.now)
        self.house.move_in(store, Silence(), b"key")
        self.board = Noticeboard(self.house)

    def _opening(self) -> Awaitable[Live]:
        self.hosts += 1
        return self.house.open(f"{self.hosts:064}", "Anna", Wanted(listed=True), ())

    async def hang(self, address: str = HERE) -> str:
        return (await self.board.hang(address, self._opening)).room.id

    async def is_full(self) -> bool:
        try:
            await self.hang()
        except Refused as refused:
            return refused.trouble.code == "too_many_games"
        return False


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    store = await SqliteStore.open(tmp_path / "games.db")
    yield Lobby(store)
    await store.close()


async def test_of_an_address_a_few_games_hang_there_whoever_opened_them(lobby: Lobby) -> None:
    for _ in range(OF_AN_ADDRESS):
        await lobby.hang()
    assert await lobby.is_full()
    await lobby.hang(ELSEWHERE)
    assert len(await lobby.house.store.lobby(50)) == OF_AN_ADDRESS + 1


async def test_a_game_that_begins_or_is_left_or_is_deleted_or_forgotten_makes_room(lobby: Lobby) -> None:
    games = [await lobby.hang() for _ in range(OF_AN_ADDRESS)]
    await lobby.house.join(games[0], BRUNO, "Bruno")
    assert (await lobby.house.live(games[0])).room.phase != "waiting"
    await lobby.house.fulfil(games[1], f"{2:064}", socket.Leave("key-leave"))
    await lobby.house.store.delete(games[2])
    lobby.house.rooms.clear()
    assert [await lobby.is_full() for _ in range(4)] == [False, False, False, True]
    lobby.now += lobby.house.customs.listed
    assert not await lobby.is_full()


async def test_only_so_many_addresses_are_remembered(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noticeboard, "REMEMBERED", 1)
    for _ in range(OF_AN_ADDRESS):
        await lobby.hang()
    await lobby.hang(ELSEWHERE)
    assert not await lobby.is_full()
