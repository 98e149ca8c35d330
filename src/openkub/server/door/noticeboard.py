"""The lobby: which waiting games are listed, how many per address, and which address may not join a game.

The lobby shows the newest games and, where there are more, a random sample of the others. So no address can push other
games off the list. The address that opened a game is not stored: every worker counts for itself, from its start.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.room import Room
from openkub.server.store import Listing, Phase
from openkub.server.wire.refusals import Refusal, Refused
from openkub.server.wishes import SENT_AWAY_MS

OF_AN_ADDRESS = 4
REMEMBERED = 10_000
"""Maximum addresses with listed games, and maximum players with a known address. The oldest is evicted."""
LINES = 50
"""Maximum games shown."""
NEWEST = LINES // 2
"""Lines for the newest games. The other lines are drawn at random where more games wait."""
CANDIDATES = 475
"""Games behind the newest ones from which is drawn."""
PERIOD_MS = 10_000
"""Milliseconds between two draws; the page asks as often."""

Notice = tuple[str, Listing]
"""A game and its row in the store's index."""


def drawn(others: Sequence[Notice], period: int, key: bytes) -> list[Notice]:
    """Return a random sample of `others` in their order. Every worker draws the same one in this period."""
    if len(others) <= LINES - NEWEST:
        return list(others)
    lots = {game: hmac.digest(key, f"lobby {period} {game}".encode(), "sha256") for game, _ in others}
    chosen = set(sorted(lots, key=lots.__getitem__)[: LINES - NEWEST])
    return [notice for notice in others if notice[0] in chosen]


class _Hung:
    """What one address has hung up."""

    __slots__ = ("games", "one_at_a_time")

    def __init__(self) -> None:
        self.games: list[str] = []
        self.one_at_a_time = asyncio.Lock()


class Noticeboard:
    """Which games of which address wait in the lobby."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._hung: OrderedDict[str, _Hung] = OrderedDict()
        self._period: int | None = None
        self._others: Sequence[Notice] = ()
        """The sample of this period."""
        self._choosing = asyncio.Lock()

    async def shown(self) -> Sequence[Notice]:
        """The games that the lobby shows now, newest first."""
        now = self._house.now()
        since = now - self._house.customs.listed
        newest = await self._house.store.lobby(LINES + 1, since)
        if len(newest) <= LINES:
            return newest
        newest = newest[:NEWEST]
        above = {game for game, _ in newest}
        others = await self._others_in(now // PERIOD_MS, since)
        return [*newest, *(notice for notice in others if notice[0] not in above and self._may_wait(notice[0]))]

    async def _others_in(self, period: int, since: int) -> Sequence[Notice]:
        """Return the sample of the period. The store is asked once a period for all viewers."""
        if self._period != period:
            async with self._choosing:
                if self._period != period:  # no other request has drawn meanwhile
                    waiting = await self._house.store.lobby(NEWEST + CANDIDATES, since)
                    self._others = drawn(waiting[NEWEST:], period, self._house.key)
                    self._period = period
        return self._others

    def _may_wait(self, game: str) -> bool:
        """Whether it waits still, as far as this worker knows without asking: it did when the period began."""
        live = self._house.rooms.get(game)
        return live is None or live.room.phase is Phase.WAITING

    async def hang(self, address: str, opening: Callable[[], Awaitable[Live]]) -> Live:
        """Open a game that is to hang there; `Refused` while as many of this address do."""
        hung = self._hung.setdefault(address, _Hung())
        self._hung.move_to_end(address)
        if len(self._hung) > REMEMBERED:
            self._hung.popitem(last=False)
        async with hung.one_at_a_time:
            hung.games = [game for game in hung.games if await self._hangs(game)]
            if len(hung.games) >= OF_AN_ADDRESS:
                why = "enough games are listed from where you are: wait until one begins, or do not list this one"
                raise Refused(Refusal.TOO_MANY_GAMES, why)
            live = await opening()
            hung.games.append(live.room.id)
        return live

    async def _hangs(self, game: str) -> bool:
        """Whether the lobby shows it still."""
        try:
            room = (await self._house.live(game)).room
        except Refused:  # it was deleted
            return False
        return room.phase is Phase.WAITING and self._house.now() - room.at < self._house.customs.listed


class Doorstep:
    """Addresses from which players joined a game. They are not stored: every worker knows those that joined through it.

    After the host removed a player, nobody new from that address can join for a minute. The host's own address is
    exempt: a family has one address, and its host can talk to the others.
    """

    def __init__(self) -> None:
        self._came: OrderedDict[tuple[str, str], str] = OrderedDict()

    def came(self, game: str, player: str, address: str) -> None:
        """Record the address of a player who joined."""
        self._came[game, player] = address
        self._came.move_to_end((game, player))
        if len(self._came) > REMEMBERED:
            self._came.popitem(last=False)

    def check(self, room: Room, player: str, address: str, now: int) -> None:
        """Raise `Refused` if the host has just removed a player with this address."""
        if room.seat_of(player) is not None or self._came.get((room.id, room.host)) == address:
            return
        sent = (other for other, at in room.sent_away if now < at + SENT_AWAY_MS)
        if any(self._came.get((room.id, other)) == address for other in sent):
            why = "the host has sent somebody away from where you are: come again in a minute"
            raise Refused(Refusal.NOT_INVITED, why)
