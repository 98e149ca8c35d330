"""Queue of game analyses: one at a time, in a process of low priority. Requests for the same game share it.

The queue is short, with a limit per address. A job that nobody asks about any more is dropped. Every worker has its own
queue; what was found in a game is in the store for all of them.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from asyncio.subprocess import PIPE
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import msgspec

from openkub.analysis import Analysis
from openkub.analysis.analysing import PLAYOUTS
from openkub.server.wire.looking_back import Progress
from openkub.server.wire.refusals import Refusal, Refused

logger = logging.getLogger("openkub.server")

PROGRAM = (sys.executable, "-P", "-m", "openkub.server.analysing")
LONGEST_S = 600
"""So long one game may take; what was found by then stands."""
PATIENCE_S = 120
"""Who has not asked for so long is not there any more."""
MOST_WAITING = 24
OF_AN_ADDRESS = 3
"""So many games of one address are looked at or wait."""
KEPT = 128
"""So many analyses are kept in memory."""
LONGEST_LINE = 16 * 1024 * 1024

Keep = Callable[[bytes], Awaitable[None]]
"""Stores an analysis."""
State = Literal["waiting", "working", "done", "failed"]


@dataclass(slots=True)
class Job:
    """A game that somebody wants to look back at."""

    id: str
    record: str
    address: str
    asked: float
    keep: Keep | None = None
    """Stores every finer analysis, if it is stored."""
    state: State = "waiting"
    done: float = 0.0
    playouts: int | None = None
    found: bytes | None = None

    @property
    def is_open(self) -> bool:
        """Whether there is still something to do."""
        return self.state in ("waiting", "working")

    def take_in(self, line: bytes) -> bool:
        """A line of the process; whether it is a finer analysis."""
        if not line.startswith(b"{"):
            self.done = max(self.done, min(1.0, float(line)))
            return False
        self.found, self.playouts = line, playouts_of(line)
        self.done = max(self.done, self.playouts / PLAYOUTS)
        return True


def playouts_of(found: bytes) -> int:
    """How fine an analysis is; `DecodeError`, a ValueError, if it is none of ours."""
    return msgspec.json.decode(found, type=Analysis).playouts


def told_of(id_: str, found: bytes) -> Progress | None:
    """How far an analysis had come that was kept; None if it is of another openkub."""
    try:
        playouts = playouts_of(found)
    except msgspec.DecodeError:
        return None
    is_done = playouts >= PLAYOUTS
    return Progress(id_, "done" if is_done else "working", 0, min(1.0, playouts / PLAYOUTS), playouts)


class Analyst:
    """The line of games to be looked at, and those that were."""

    def __init__(
        self,
        *,
        waiting: int = MOST_WAITING,
        program: Sequence[str] = PROGRAM,
        seconds: float = LONGEST_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._program, self._seconds, self._clock = waiting + 1, program, seconds, clock
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._line: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many games wait or are looked at."""
        return sum(job.is_open for job in self._jobs.values())

    def ask(self, id_: str, record: str, address: str, keep: Keep | None = None, *, limited: bool = True) -> Progress:
        """Look at this game, unless that is done already or under way; `Refused` if there is too much to do."""
        job = self._jobs.get(id_)
        if job is None or job.state == "failed":
            self._check_room(address, limited=limited)
            job = self._jobs[id_] = Job(id_, record, address, self._clock(), keep)
            self._jobs.move_to_end(id_)
            self._forget()
            if self._line is None or self._line.done():
                self._line = asyncio.get_running_loop().create_task(self._work())
        return self._told(job)

    def progress(self, id_: str) -> Progress | None:
        """How far an analysis is; None if nobody asked for it."""
        job = self._jobs.get(id_)
        return self._told(job) if job else None

    def is_at(self, id_: str) -> bool:
        """Whether this game is looked at here, or waits, or was looked at to some end."""
        job = self._jobs.get(id_)
        return job is not None and job.state != "failed"

    def found(self, id_: str) -> bytes | None:
        """The finest analysis so far, as JSON."""
        job = self._jobs.get(id_)
        return job.found if job else None

    def _check_room(self, address: str, *, limited: bool) -> None:
        open_ = [job for job in self._jobs.values() if job.is_open]
        if limited and sum(job.address == address for job in open_) >= OF_AN_ADDRESS:
            raise Refused(Refusal.TOO_FAST, "Some of your games are being looked at: wait for them.")
        if len(open_) >= self._most:
            raise Refused(Refusal.UNAVAILABLE, "Too many games are being looked at: try again later.")

    def _told(self, job: Job) -> Progress:
        job.asked = self._clock()
        before = [other for other in self._jobs.values() if other.is_open]
        ahead = before.index(job) if job.state == "waiting" else 0
        return Progress(job.id, job.state, ahead, round(job.done, 3), job.playouts)

    def _forget(self) -> None:
        for id_ in [id_ for id_, job in self._jobs.items() if not job.is_open][: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[id_]

    async def _work(self) -> None:
        while job := next((job for job in self._jobs.values() if job.state == "waiting"), None):
            if self._clock() - job.asked > PATIENCE_S:
                del self._jobs[job.id]
                continue
            job.state = "working"
            try:
                async with asyncio.timeout(self._seconds):
                    await self._look_at(job)
                job.state = "done"
            except (TimeoutError, OSError, ValueError) as error:
                logger.warning("%s could not be analysed: %s", job.id[:6], type(error).__name__)
                job.state = "done" if job.playouts else "failed"

    async def _look_at(self, job: Job) -> None:
        process = await asyncio.create_subprocess_exec(*self._program, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE)
        try:
            assert process.stdin
            assert process.stdout
            process.stdin.write(job.record.encode())
            process.stdin.write_eof()
            async for line in process.stdout:
                if job.take_in(line.strip()) and job.keep and job.found:
                    await job.keep(job.found)
            if await process.wait():
                raise OSError(f"it ended with {process.returncode}")
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def rest(self) -> None:
        """Wait until nothing is left to do."""
        if self._line:
            await self._line

    async def end(self) -> None:
        """Look at nothing any more."""
        if self._line:
            self._line.cancel()
            await asyncio.gather(self._line, return_exceptions=True)
