"""Notes are written behind: the latest of every seat, together, about once a second."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from openkub.server.store import Unavailable
from openkub.server.store.batch import check_text

Row = tuple[str, int, str]
"""Game, seat, text."""

PAUSE_S = 1.0


class Notes:
    """What was noted and is not in the store yet."""

    def __init__(self, write: Callable[[Sequence[Row]], Awaitable[None]]) -> None:
        self._write = write
        self._waiting: dict[str, dict[int, str]] = {}
        self._on_the_way: dict[str, dict[int, str]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._flush: asyncio.Task[None] | None = None

    def put(self, game: str, seat: int, text: str) -> None:
        """Note it; written soon."""
        check_text(game, text)
        self._waiting.setdefault(game, {})[seat] = text
        self._later()

    def of(self, game: str) -> dict[int, str]:
        """What is newer than the store for this game."""
        return self._on_the_way.get(game, {}) | self._waiting.get(game, {})

    async def close(self) -> None:
        """Write what is left; what cannot be written now is given up."""
        if self._flush is not None:
            await self._flush
        if self._timer is not None:
            self._timer.cancel()
        await self._write_all()
        if self._timer is not None:
            self._timer.cancel()

    def _later(self) -> None:
        if self._timer is None and self._flush is None:
            self._timer = asyncio.get_running_loop().call_later(PAUSE_S, self._now)

    def _now(self) -> None:
        self._timer = None
        self._flush = asyncio.create_task(self._write_all())

    async def _write_all(self) -> None:
        self._on_the_way, self._waiting = self._waiting, {}
        rows = [(game, seat, text) for game, seats in self._on_the_way.items() for seat, text in seats.items()]
        try:
            if rows:
                await self._write(sorted(rows))
        except Unavailable:
            for game, seats in self._on_the_way.items():
                self._waiting[game] = seats | self._waiting.get(game, {})
        self._on_the_way, self._flush = {}, None
        if self._waiting:
            self._later()
