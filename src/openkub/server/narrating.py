"""How a play was done, told to whoever wants to see it: worked out once for all, beside the event loop.

A move is told when it is durable, and never waits for this; what would take too long is told as null.
"""

from __future__ import annotations

import asyncio

from openkub.pieces.melds import Table
from openkub.server.desk import Desk
from openkub.server.house import House
from openkub.server.live import Live
from openkub.server.room import Room
from openkub.server.steps import step_view
from openkub.server.wire import socket
from openkub.server.wire.game import Step
from openkub.server.wire.refusals import Refused
from openkub.solver import explain


class Narrator:
    """Follows the plays of a house."""

    def __init__(self, house: House, desk: Desk) -> None:
        self._desk = desk
        self._tasks: set[asyncio.Task[None]] = set()
        house.after_play = self.tell

    def tell(self, live: Live, before: Room) -> None:
        """Tell the tabs that want to know how one came from the table before to the one that lies now."""
        if live.curious:
            tables = before.playing.state.table, live.room.playing.state.table
            task = asyncio.get_running_loop().create_task(self._tell(live, live.room.n, *tables))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _tell(self, live: Live, n: int, before: Table, after: Table) -> None:
        message = socket.encode(socket.ShowSteps(n, await self._steps(before, after)))
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
