"""Where the solver works for whoever asks: in a few processes, with a short queue and a deadline.

Processes, because under some house rules a search may go on for minutes, and a thread cannot be stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar, TypeVarTuple, Unpack

import anyio
import anyio.to_process

from openkub.server.wire.refusals import Refusal, Refused

T = TypeVar("T")
Args = TypeVarTuple("Args")

OF_AN_ADDRESS = 3
"""So many questions of one address are at work or wait, whoever asks them."""


class Desk:
    """A few processes, and a few places to wait for one; who finds all of them taken is sent away."""

    def __init__(self, processes: int = 2, waiting: int = 16, seconds: float = 5) -> None:
        self._processes, self._most, self._seconds = processes, processes + waiting, seconds
        self._asking: Counter[str] = Counter()
        self._limiter: anyio.CapacityLimiter | None = None
        self.at_work = 0

    @contextmanager
    def place_for(self, player: str | None, address: str) -> Iterator[None]:
        """A place for one question of this player, who has one at a time, and a few for all of an address."""
        asking = {address: OF_AN_ADDRESS, **({player: 1} if player else {})}
        if any(self._asking[who] >= most for who, most in asking.items()):
            raise Refused(Refusal.TOO_FAST, "One question at a time: wait for the answer to the last.")
        self._asking.update(asking.keys())
        try:
            yield
        finally:
            self._asking.subtract(asking.keys())
            self._asking = +self._asking

    async def work(self, task: Callable[[Unpack[Args]], T], *args: *Args) -> T:
        """What the task returns: a function of a module, whose arguments and result can be pickled.

        `Refused` if there is too much to do, or if this is too much to do.
        """
        if self.at_work >= self._most:
            raise Refused(Refusal.UNAVAILABLE, "Too many ask at once: try again.")
        if self._limiter is None:  # it belongs to the event loop, which is not there yet when the app is made
            self._limiter = anyio.CapacityLimiter(self._processes)
        self.at_work += 1
        try:
            async with self._limiter:
                with anyio.fail_after(self._seconds):
                    return await anyio.to_process.run_sync(task, *args, cancellable=True)
        except (MemoryError, TimeoutError):
            raise Refused(Refusal.TOO_HARD, "This position is too hard to be looked through.") from None
        except anyio.BrokenWorkerProcess:  # killed from outside, say for want of memory
            raise Refused(Refusal.UNAVAILABLE, "The answer was lost: try again.") from None
        finally:
            self.at_work -= 1
