"""Process pools for the solver and the bots, with quotas per player and address, a short queue and a timeout.

The work runs in processes, so a search never blocks the event loop and can be killed when it takes too long.
"""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar, TypeVarTuple, Unpack

import anyio
from anyio.to_process import run_sync

from openkub.server.wire.refusals import Refusal, Refused

LOST = (anyio.BrokenWorkerProcess, ProcessLookupError, KeyboardInterrupt)
"""Raised where a process gave no answer: it was killed, it ended at its start, or Ctrl-C reached it then."""

T = TypeVar("T")
Args = TypeVarTuple("Args")


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: a player, if one is known, and from where."""

    player: str | None
    address: str


@dataclass(frozen=True, slots=True)
class Manners:
    """How many questions there may be of one player, and of all at one address; who asks more is sent away."""

    of_a_player: int = 1
    of_an_address: int = 3
    in_line: int = 3
    """So many of an address stand in the line of all; the others wait beside it, so that nobody waits for them."""


FEW = Manners()


async def start_process() -> None:
    """Start a process if none is idle, so that the next task's timeout does not include the start."""
    with anyio.CancelScope(shield=True):  # a process whose start is cancelled would be left behind
        await run_sync(_load)


async def warm_up() -> None:
    """Start the first process. A server that is stopped meanwhile does without."""
    with suppress(*LOST):
        await start_process()


def _load() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is meant for the server
    import openkub.bots  # noqa: F401  # once a process: bots and solver are imported before the timeout begins


class Desk:
    """A limit on concurrent and queued tasks. Further tasks are refused. All limits share the idle processes."""

    def __init__(self, processes: int = 2, waiting: int = 16, seconds: float = 5, *, manners: Manners = FEW) -> None:
        self._processes, self._most, self._seconds, self._manners = processes, processes + waiting, seconds, manners
        self._asking: Counter[str] = Counter()
        self._beside: dict[str, asyncio.Semaphore] = {}
        """Where those of an address wait for each other."""
        self._limiter: anyio.CapacityLimiter | None = None
        self.at_work = 0

    @contextmanager
    def place_for(self, asker: Asker) -> Iterator[None]:
        """A place for one more question of this player and this address; `Refused` if they have all they may have."""
        asking = {asker.address: self._manners.of_an_address}
        if asker.player:
            asking[asker.player] = self._manners.of_a_player
        if any(self._asking[who] >= most for who, most in asking.items()):
            raise Refused(Refusal.TOO_FAST, "One question at a time: wait for the answer to the last.")
        self._asking.update(asking.keys())
        try:
            yield
        finally:
            self._asking.subtract(asking.keys())
            self._asking = +self._asking
            if asker.address not in self._asking:
                self._beside.pop(asker.address, None)

    async def work(
        self, task: Callable[[Unpack[Args]], T], *args: *Args, asker: Asker | None = None, seconds: float | None = None
    ) -> T:
        """What the task returns: a function of a module, whose arguments and result can be pickled.

        `Refused` if there is too much to do, or if this is too much to do, or too much of what this one asks.
        """
        if asker is None:
            return await self._work(task, *args, seconds=seconds or self._seconds)
        with self.place_for(asker):
            async with self._beside.setdefault(asker.address, asyncio.Semaphore(self._manners.in_line)):
                return await self._work(task, *args, seconds=seconds or self._seconds)

    async def _work(self, task: Callable[[Unpack[Args]], T], *args: *Args, seconds: float) -> T:
        if self.at_work >= self._most:
            raise Refused(Refusal.UNAVAILABLE, "Too many ask at once: try again.")
        if self._limiter is None:  # it belongs to the event loop, which is not there yet when the app is made
            self._limiter = anyio.CapacityLimiter(self._processes)
        self.at_work += 1
        try:
            async with self._limiter:
                await start_process()
                with anyio.fail_after(seconds):
                    return await run_sync(task, *args, cancellable=True, limiter=anyio.CapacityLimiter(1))
        except (MemoryError, TimeoutError):
            raise Refused(Refusal.TOO_HARD, "This position is too hard to be looked through.") from None
        except LOST:  # killed from outside, say for want of memory
            raise Refused(Refusal.UNAVAILABLE, "The answer was lost: try again.") from None
        finally:
            self.at_work -= 1
