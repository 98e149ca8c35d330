"""A connected tab: its outbox, and the end of one that does not read."""

from __future__ import annotations

import asyncio
from collections import deque

from openkub.server.door.lines import Line

MOST_WAITING = 200
MOST_BYTES = 256 * 1024
SLOW_S = 1.0
"""So long the other end must have read nothing, with so much waiting for it, to be cut off: it may only be late."""
FAR_TOO_MANY = 10


class Tab:
    """Sends in order and never makes the room wait. What is sent goes out at once while the other end reads.

    To one that waits for an answer, what happens comes together with the answer: one write instead of two.
    """

    __slots__ = (
        "_asks",
        "_bytes",
        "_outbox",
        "_slow",
        "_soon",
        "_together",
        "gone",
        "line",
        "player",
        "steps",
        "too_slow",
    )

    def __init__(self, line: Line, player: str | None) -> None:
        self.line, self.player = line, player
        self._outbox: deque[bytes] = deque()
        self._bytes = 0
        self._asks = self._soon = False
        self._together: list[bytes] = []
        """What goes out with the answer, or in a moment without it."""
        self._slow: asyncio.TimerHandle | None = None
        self.gone = self.too_slow = self.steps = False
        line.when_writable = self._flush

    def send(self, message: bytes) -> None:
        """Send a message, or keep it while the other end does not read; with too much kept it is cut off."""
        if self.gone:
            return
        if self._together:
            self._together.append(message)
            return
        if not self._outbox and not self.line.blocked:
            if self._asks:
                self._together.append(message)
                if not self._soon:
                    self.line.loop.call_soon(self.say_together)
            else:
                self.line.say(message)
            return
        self._outbox.append(message)
        self._bytes += len(message)
        if self._is_over(FAR_TOO_MANY):
            self._cut_off()
        elif self._slow is None and self._is_over():
            self._slow = asyncio.get_running_loop().call_later(SLOW_S, self._judge)

    def ask(self, *, soon: bool = False) -> None:
        """It has said what it wants, and waits for an answer.

        That comes `soon` if whoever tells what happens answers in the same moment, or calls `say_together`.
        """
        self._asks, self._soon = True, soon

    def answer(self, message: bytes) -> None:
        """Send the answer that it waits for."""
        self._asks = False
        self.send(message)
        self.say_together()

    def say_together(self) -> None:
        """Send what was to go out with the answer."""
        if self._together:
            self.line.say(*self._together)
            self._together.clear()

    def _is_over(self, times: int = 1) -> bool:
        return len(self._outbox) > times * MOST_WAITING or self._bytes > times * MOST_BYTES

    def _flush(self) -> None:
        while self._outbox and not self.line.blocked:
            message = self._outbox.popleft()
            self._bytes -= len(message)
            self.line.say(message)

    def _judge(self) -> None:
        self._slow = None
        if self.line.blocked and self._is_over():
            self._cut_off()

    def _cut_off(self) -> None:
        self.gone = self.too_slow = True
        self._outbox.clear()
        self.line.hang_up()

    async def finish(self) -> None:
        """Send what is left before the socket is closed, for as long as the other end reads."""
        self.say_together()
        self.gone = True
        if self._slow is not None:
            self._slow.cancel()
        if self._outbox:
            async with asyncio.timeout(5):
                while self._outbox:
                    await self.line.writable.wait()
                    self._flush()
