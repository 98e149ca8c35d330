"""A crowd at many tables: whoever's turn it is moves, at a given pace or at once, and every answer is timed."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import quantiles
from time import perf_counter, process_time

from openkub.law.rules import EDITIONS
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.solver import best

AT_ONCE = 50
"""So many tables are opened, and lines connected, at the same time."""
LAST_ANSWERS_S = 5


class Game(ABC):
    """One table with its two players."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd, self.number = crowd, number
        self.to_move: int | None = None
        """The seat that may move now, until it does."""
        self.due = 0.0
        self.sent = [0.0, 0.0]
        """When each seat sent the move whose answer it awaits; 0 if it awaits none."""

    @abstractmethod
    async def open(self) -> None:
        """Open the table and seat both players."""

    @abstractmethod
    async def connect(self) -> None:
        """Let both players look at it."""

    @abstractmethod
    def send(self, seat: int) -> None:
        """Send the move of this seat."""

    @abstractmethod
    def close(self) -> None:
        """Hang up."""

    def turn_of(self, seat: int) -> None:
        """It is this seat's turn."""
        self.to_move = seat
        self.crowd.may_move(self)

    def move(self) -> None:
        """Move now, if somebody is to and the crowd still plays."""
        if self.to_move is None or self.crowd.resting:
            return
        seat, self.to_move = self.to_move, None
        self.sent[seat] = perf_counter()
        self.send(seat)

    def answered(self, seat: int) -> None:
        """The move of this seat is acknowledged."""
        if self.sent[seat]:
            self.crowd.took(perf_counter() - self.sent[seat])
            self.sent[seat] = 0.0


class Crowd:
    """All games, and what their answers came to."""

    def __init__(self) -> None:
        self.games: Sequence[Game] = ()
        self.resting = True
        self.errors: Counter[str] = Counter()
        self._every = 0.0
        self._times: list[float] = []

    def may_move(self, game: Game) -> None:
        """At once, or when this table's time has come."""
        if self.resting:
            return
        if not self._every:
            game.move()
            return
        loop = asyncio.get_running_loop()
        loop.call_at(max(game.due, loop.time()), game.move)
        game.due += self._every

    def took(self, seconds: float) -> None:
        """An answer came after so long."""
        if not self.resting:
            self._times.append(seconds)

    async def play(self, seconds: float, every: float) -> dict[str, object]:
        """Play for so long, every table once in `every` seconds (0: as fast as it goes); what it came to."""
        self.errors.clear()
        self._times, self._every, self.resting = [], every, False
        loop, random, start, cpu = asyncio.get_running_loop(), Random(0), perf_counter(), process_time()
        for game in self.games:
            game.due = loop.time() + random.random() * every
            if game.to_move is not None:
                self.may_move(game)
        await asyncio.sleep(seconds)
        took, cpu, self.resting = perf_counter() - start, process_time() - cpu, True
        await self._last_answers()
        self.errors["no answer"] += sum(any(game.sent) for game in self.games)
        hundredths = quantiles(self._times, n=100) if len(self._times) > 1 else [0.0] * 99
        return {
            "moves": len(self._times),
            "seconds": took,
            "cpu": cpu,
            "p50": hundredths[49],
            "p99": hundredths[98],
            "slowest": max(self._times, default=0.0),
            "errors": dict(+self.errors),
        }

    async def _last_answers(self) -> None:
        for _ in range(10 * LAST_ANSWERS_S):
            if not any(any(game.sent) for game in self.games):
                return
            await asyncio.sleep(0.1)

    async def open(self) -> None:
        await self._each("open")

    async def connect(self) -> None:
        await self._each("connect")

    async def _each(self, what: str) -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(game: Game) -> None:
            async with gate:
                await getattr(game, what)()

        await asyncio.gather(*map(one, self.games))

    def close(self) -> None:
        for game in self.games:
            game.close()


def advice(table: str, rack: str, pool: int, *, opened: bool) -> str:
    """What the solver would do: `play …`, `draw` or `pass`."""
    where = Position(EDITIONS["default"], Table.parse(table), TileBag.parse(rack), opened)
    answer = best(where, tidy=False)
    if answer:
        return f"play {answer.table}"
    return "draw" if pool else "pass"
