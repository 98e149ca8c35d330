"""The lobby as a board on which there is room for all: of one address a few games hang there, whoever opened them.

Where they were opened stands in no store, so every worker counts for itself, and from its start on. Many addresses
together hang up more than the board has lines: then half of the lines are for the newest, and on the other half all
others take turns, so that nobody pushes anybody off for long.
"""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.store import Listing, Phase
from openkub.server.wire.refusals import Refusal, Refused

OF_AN_ADDRESS = 4
REMEMBERED = 10_000
"""So many addresses; the one that has hung up nothing for longest is forgotten first."""
LINES = 50
OF_THE_NEWEST = LINES // 2
TAKING_TURNS = 475
"""So many games behind the newest; what is older than these is not shown until some of them have begun or are gone."""
TURN_MS = 10_000
"""For so long the others stand there who stand there; the page looks as often."""

Notice = tuple[str, Listing]
"""A game and what the store has at hand of it."""


def whose_turn(others: Sequence[Notice], period: int, key: bytes, lines: int = LINES - OF_THE_NEWEST) -> list[Notice]:
    """Those who stand there in this period, in the order in which they came; in a round everybody does.

    Every round has another order, which nobody knows who has not the key, so that nobody can open and leave games just
    so that another's turn never comes; and it is the same at every worker.
    """
    if len(others) <= lines:
        return list(others)
    a_round, turn = divmod(period, -(-len(others) // lines))

    def lot(notice: Notice) -> bytes:
        return hmac.digest(key, f"lobby {a_round} {notice[0]}".encode(), "sha256")

    order = sorted(others, key=lot)
    chosen = {game for game, _ in (order * 2)[turn * lines : (turn + 1) * lines]}
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
        """Whose turn it is in this period."""
        self._choosing = asyncio.Lock()

    async def shown(self) -> Sequence[Notice]:
        """The games that the lobby shows now, newest first."""
        now = self._house.now()
        since = now - self._house.customs.listed
        newest = await self._house.store.lobby(LINES + 1, since)
        if len(newest) <= LINES:
            return newest
        newest = newest[:OF_THE_NEWEST]
        above = {game for game, _ in newest}
        others = await self._others_in(now // TURN_MS, since)
        return [*newest, *(notice for notice in others if notice[0] not in above and self._may_wait(notice[0]))]

    async def _others_in(self, period: int, since: int) -> Sequence[Notice]:
        """Whose turn it is: the store is asked once a period, however many look."""
        if self._period != period:
            async with self._choosing:
                if self._period != period:  # nobody has asked while we waited
                    waiting = await self._house.store.lobby(OF_THE_NEWEST + TAKING_TURNS, since)
                    self._others = whose_turn(waiting[OF_THE_NEWEST:], period, self._house.key)
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
