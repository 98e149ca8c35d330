"""Bots think in processes of their own, so that no socket waits for them; and bots that nobody watches wait for others.

A table has one bot thinking at a time, so that who comes first comes first is fair between tables.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from openkub.bots import Clock, make_bot
from openkub.law.moves import Move
from openkub.play.view import View
from openkub.server.desk import Desk
from openkub.server.wire.refusals import Refused
from openkub.solver import any_play

LONGEST_S = 4
"""A bot that has found nothing by then draws; the searches of some house rules do not end."""
TOO_LONG_S = 5
"""When bots at a table with people wait for so long, there are enough of them."""


def choose(level: str, seed: int, view: View, seconds: float) -> Move:
    """The move of a bot, in the process that thinks."""
    return make_bot(level, seed, seconds).choose(view, Clock(seconds))


@dataclass(frozen=True, slots=True)
class _Waiting:
    called: asyncio.Future[None]
    since: float


class Queue:
    """Who may think next: tables with people first; the others never have all places, where there is more than one."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free, self._kept, self._clock = places, min(1, places - 1), clock
        self._watched: deque[_Waiting] = deque()
        self._alone: deque[_Waiting] = deque()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._watched) + len(self._alone)

    @property
    def longest_wait(self) -> float:
        """For how many seconds somebody with people at the table has been waiting."""
        return self._clock() - self._watched[0].since if self._watched else 0.0

    @asynccontextmanager
    async def place(self, *, watched: bool) -> AsyncIterator[None]:
        """Wait for a place, and give it back in the end."""
        mine = _Waiting(asyncio.get_running_loop().create_future(), self._clock())
        line = self._watched if watched else self._alone
        line.append(mine)
        self._call()
        try:
            await mine.called
        except asyncio.CancelledError:
            if mine in line:
                line.remove(mine)
            elif mine.called.done() and not mine.called.cancelled():
                self._leave()
            raise
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        self._free += 1
        self._call()

    def _call(self) -> None:
        while (self._watched and self._free) or (self._alone and self._free > self._kept):
            mine = (self._watched or self._alone).popleft()
            if not mine.called.done():
                self._free -= 1
                mine.called.set_result(None)


class Thinkers:
    """A few processes in which bots think."""

    def __init__(self, processes: int = 2) -> None:
        self._desk = Desk(processes, waiting=0, seconds=LONGEST_S)
        self.queue = Queue(processes)

    @property
    def overworked(self) -> bool:
        """Whether more bots would make everybody wait."""
        return self.queue.longest_wait > TOO_LONG_S

    async def choose(self, level: str, seed: int, view: View, seconds: float, *, watched: bool = True) -> Move:
        """The move of a bot; if it comes to none, it lays nothing, whether it may or not."""
        async with self.queue.place(watched=watched):
            try:
                return await self._desk.work(choose, level, seed, view, seconds)
            except Refused:
                return view.idle

    async def must_lay(self, view: View, *, watched: bool = True) -> Move:
        """A move for one who may not lay nothing; `Refused` if none is found in time."""
        async with self.queue.place(watched=watched):
            return await self._desk.work(any_play, view) or view.idle
