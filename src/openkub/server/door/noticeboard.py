"""The lobby as a board on which there is room for all: of one address a few games hang there, whoever opened them.

Where they were opened stands in no store, so every worker counts for itself, and from its start on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.store import Phase
from openkub.server.wire.refusals import Refusal, Refused

OF_AN_ADDRESS = 4
REMEMBERED = 10_000
"""So many addresses; the one that has hung up nothing for longest is forgotten first."""


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
