"""A lock for one event loop that can also be taken at once, by who goes another way if somebody has it.

>>> lock = Lock()
>>> lock.take(), lock.take(), lock.locked()
(True, False, True)
>>> lock.release()
>>> lock.take()
True
"""

from __future__ import annotations

import asyncio
from collections import deque


class Lock:
    """Who waits for it gets it in the order of coming."""

    __slots__ = ("_held", "_waiting")

    def __init__(self) -> None:
        self._held = False
        self._waiting: deque[asyncio.Future[None]] | None = None

    def locked(self) -> bool:
        """Whether somebody has it."""
        return self._held

    def take(self) -> bool:
        """Have it from now on, if nobody has it."""
        if self._held:
            return False
        self._held = True
        return True

    def release(self) -> None:
        """Hand it on to who waits longest."""
        if not self._held:
            raise RuntimeError("nobody has this lock")
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():
                first.set_result(None)
                return
        self._held = False

    async def __aenter__(self) -> None:
        """Wait for it."""
        if self.take():
            return
        if self._waiting is None:
            self._waiting = deque()
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was handed on to one that has just been cancelled
                self.release()
            raise

    async def __aexit__(self, *error: object) -> None:
        """Hand it on."""
        self.release()
