"""Where the solver works for whoever asks: in a few processes, with a short queue and a deadline.

Processes, because a search may take as long as it likes beside the event loop, and a thread cannot be stopped.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TypeVar, TypeVarTuple, Unpack

import anyio
from anyio.to_thread import run_sync

from openkub.server.hand import Hand, Lost
from openkub.server.wire.refusals import Refusal, Refused

T = TypeVar("T")
Args = TypeVarTuple("Args")

STARTING_S = 60
"""A process has so long to start, which is not counted as work."""
IDLE_S = 300
"""Who had nothing to do for so long goes."""


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


class Crew:
    """The processes that work at all desks of a house, and wait for the next question."""

    def __init__(self) -> None:
        self._idle: deque[tuple[Hand, float]] = deque()

    @asynccontextmanager
    async def hand(self) -> AsyncIterator[Hand]:
        """One of them, or a new one; whoever is left in the middle of its work is killed."""
        hand = self._waiting() or await _start()
        try:
            yield hand
        finally:
            if hand.is_free:
                self._idle.append((hand, anyio.current_time()))
            else:
                await _kill(hand)

    def _waiting(self) -> Hand | None:
        while self._idle and self._idle[0][1] < anyio.current_time() - IDLE_S:
            self._idle.popleft()[0].kill()
        while self._idle:
            hand, _ = self._idle.pop()
            if hand.is_there:
                return hand
            hand.kill()
        return None

    def dismiss(self) -> None:
        """Nothing more is asked."""
        while self._idle:
            self._idle.pop()[0].kill()


async def _start() -> Hand:
    hand: Hand = await run_sync(Hand)
    try:
        with anyio.move_on_after(STARTING_S):
            await run_sync(hand.greet, abandon_on_cancel=True)
        if not hand.is_free:
            raise Lost
    except BaseException:
        await _kill(hand)
        raise
    return hand


async def _kill(hand: Hand) -> None:
    with anyio.CancelScope(shield=True):
        await run_sync(hand.kill)


class Desk:
    """A few processes, and a few places to wait for one; who finds all of them taken is sent away."""

    def __init__(
        self,
        processes: int = 2,
        waiting: int = 16,
        seconds: float = 5,
        *,
        manners: Manners = FEW,
        crew: Crew | None = None,
    ) -> None:
        self._crew = crew or Crew()
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
            async with self._limiter, self._crew.hand() as hand:
                with anyio.fail_after(seconds):
                    return await run_sync(hand.work, task, args, abandon_on_cancel=True)
        except (MemoryError, TimeoutError):
            raise Refused(Refusal.TOO_HARD, "This position is too hard to be looked through.") from None
        except Lost:  # killed from outside, say for want of memory
            raise Refused(Refusal.UNAVAILABLE, "The answer was lost: try again.") from None
        finally:
            self.at_work -= 1
