"""The steps of the last play, worked out once for all tabs that want them, in a process.

A `moved` never waits for its steps. Steps that would take too long are null.
"""

from __future__ import annotations

import asyncio

from openkub.pieces.melds import Table
from openkub.server.desk import Desk
from openkub.server.house import House
from openkub.server.live import Link, Live
from openkub.server.steps import step_view
from openkub.server.wire import socket
from openkub.server.wire.game import Step
from openkub.server.wire.refusals import Refused
from openkub.solver import explain


class Narrator:
    """Explains the last play of a game once, and sends the message to every tab that wants it."""

    def __init__(self, house: House, desk: Desk) -> None:
        self._desk = desk
        self._tasks: set[asyncio.Task[None]] = set()
        house.explain = self.tell

    def tell(self, live: Live, link: Link | None = None) -> None:
        """Send the steps of the last play to `link` if they are known; else work them out for all tabs."""
        if live.room.last_change is None or not live.curious:
            return
        _, before, n = live.room.last_change
        known, message = live.explained
        if known == n:
            if link and message:
                link.send(message)
            return
        live.explained = n, None
        task = asyncio.get_running_loop().create_task(self._tell(live, n, before, live.room.playing.state.table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, live: Live, n: int, before: Table, after: Table) -> None:
        message = socket.encode(socket.ShowSteps(n, await self._steps(before, after)))
        if live.explained[0] == n:
            live.explained = n, message
        for link in live.curious:
            link.send(message)

    async def _steps(self, before: Table, after: Table) -> list[Step] | None:
        try:
            return [step_view(step) for step in await self._desk.work(explain, before, after)]
        except Refused:
            return None

    async def end(self) -> None:
        """Stop telling."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
