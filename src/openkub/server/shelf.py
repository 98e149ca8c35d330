"""Where analyses of finished games are kept, and which worker is at which: none is begun twice."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from openkub.server.house import House
from openkub.server.store import Unavailable

CLAIM_MS = 30_000
"""So long nobody else begins what a worker is at, unless it says so again."""


class Shelf:
    """The shelf of a house, which all workers share."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def take(self, games: Iterable[str]) -> bool:
        """Be at these games, or for a while longer; whether no other worker is at any of them."""
        wanted = {_claim(game) for game in games}
        try:
            return wanted == await self._house.store.claim(self._house.worker, wanted, CLAIM_MS)
        except Unavailable:
            return True  # then what is found is remembered as long as this worker runs

    async def let_go(self, game: str) -> None:
        """Be at this game no more."""
        with suppress(Unavailable):  # the claim ends by itself
            await self._house.store.release(self._house.worker, _claim(game))

    async def is_taken(self, game: str) -> bool:
        """Whether any worker is at this game."""
        return await self._house.store.is_claimed(_claim(game))

    async def put(self, game: str, found: bytes) -> None:
        """Keep what was found."""
        with suppress(Unavailable):
            await self._house.store.keep_analysis(game, found)

    async def look(self, game: str) -> bytes | None:
        """What was found so far."""
        return await self._house.store.analysis(game)


def _claim(game: str) -> str:
    return f"analysis {game}"
