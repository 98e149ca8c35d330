"""Of one address a few games hang in the lobby at a time, whoever opened them; where many hang, a sample is shown."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from pathlib import Path

import pytest

from openkub.server import rooms
from openkub.server.bus import Silence
from openkub.server.customs import Customs
from openkub.server.door import noticeboard
from openkub.server.door.noticeboard import (
    CANDIDATES,
    LINES,
    NEWEST,
    OF_AN_ADDRESS,
    PERIOD_MS,
    Noticeboard,
)
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.store import Listing, Phase
from openkub.server.store.sqlite import SqliteStore
from openkub.server.wire import socket
from openkub.server.wire.game import Wanted
from openkub.server.wire.refusals import Refused
from tests.server.inprocess import Guest, guests_of, serving
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


# --- more games than lines ---


class Hands:
    """The hands of a server's clock: they stand still until a test moves them."""

    def __init__(self) -> None:
        self.now = 4_000_000_000_000  # the database's clock, which does not stand still, finds nothing due here

    def __call__(self) -> int:
        return self.now


class Crowd:
    """A server without limits, a host who lists many games there, and two who look at the lobby."""

    def __init__(self, hands: Hands, host: Guest, viewers: Sequence[Guest]) -> None:
        self.hands, self.host, self.viewers = hands, host, viewers
        self.games: list[str] = []
        """Newest first."""

    def hang(self, games: int) -> None:
        for _ in range(games):
            self.hands.now += 1
            self.games.insert(0, self.host.opened(listed=True, seats=2))

    def shown(self) -> list[str]:
        """What everybody sees now."""
        one, other = ([game["id"] for game in viewer.http.get("/api/games").json()["games"]] for viewer in self.viewers)
        assert one == other
        return one


@pytest.fixture
def crowd(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Crowd]:
    hands = Hands()
    monkeypatch.setattr(rooms, "SteadyClock", lambda: hands)
    with serving(address) as server, guests_of(server) as guests:
        yield Crowd(hands, guests.guest(), [guests.guest(), guests.guest()])


def test_where_many_games_are_listed_the_newest_are_shown_and_a_sample_of_the_others(crowd: Crowd) -> None:
    crowd.hang(LINES)
    assert crowd.shown() == crowd.games
    crowd.hang(80)
    seen = set()
    for _ in range(30):
        shown = crowd.shown()
        assert len(shown) == len(set(shown)) == LINES
        assert shown[:NEWEST] == crowd.games[:NEWEST]
        assert shown == sorted(shown, key=crowd.games.index)
        assert crowd.shown() == shown
        seen |= set(shown)
        crowd.hands.now += PERIOD_MS
    assert seen == set(crowd.games)


def test_who_lists_a_game_among_many_is_seen_at_once_and_one_that_begins_is_gone_at_once(crowd: Crowd) -> None:
    crowd.hang(LINES + 30)
    *_, last = crowd.shown()
    crowd.hang(1)
    assert crowd.shown()[0] == crowd.games[0]
    crowd.viewers[0].join(crowd.games[0])
    crowd.viewers[0].join(last)
    assert not {crowd.games[0], last} & set(crowd.shown())


class Asked:
    """A store with so many listed games, which counts what it is asked."""

    def __init__(self, games: int) -> None:
        listing = Listing(Phase.WAITING, listed=True, due=None, code=None, host="", summary=b"")
        self.games = [(f"{number:022}", listing) for number in range(games)]
        self.limits: list[int] = []

    async def lobby(self, limit: int, since: int) -> Sequence[tuple[str, Listing]]:
        self.limits.append(limit)
        await asyncio.sleep(0)
        return self.games[:limit]


async def test_the_store_is_asked_for_the_sample_once_a_period(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Asked(NEWEST + CANDIDATES + 100)
    monkeypatch.setattr(lobby.house, "store", store)
    told = await asyncio.gather(*(lobby.board.shown() for _ in range(20)))
    assert all(one == told[0] for one in told)
    assert sorted(store.limits) == [LINES + 1] * 20 + [NEWEST + CANDIDATES]
    lobby.now += PERIOD_MS
    assert await lobby.board.shown() != told[0]
