"""A connected tab: its outbox, and the end of one that does not read."""

from __future__ import annotations

import asyncio
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect

MOST_WAITING = 200
MOST_BYTES = 256 * 1024


class Tab:
    """Sends in order and never makes the room wait. A task runs only while there is something to send."""

    __slots__ = ("_bytes", "_outbox", "_sender", "_socket", "gone", "patience", "player", "steps", "too_slow")

    def __init__(self, socket: WebSocket, player: str | None) -> None:
        self._socket, self.player = socket, player
        self._outbox: deque[bytes] = deque()
        self._bytes = 0
        self._sender: asyncio.Task[None] | None = None
        self.gone = self.too_slow = self.steps = False
        self.patience: asyncio.Timeout | None = None
        """Runs while the conversation waits for this tab; it ends at once when the tab is cut off."""

    def send(self, message: bytes) -> None:
        """Put a message into the outbox; who has too much in it does not read, and is cut off."""
        if self.gone:
            return
        self._outbox.append(message)
        self._bytes += len(message)
        if self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._send_all())
        elif len(self._outbox) > MOST_WAITING or self._bytes > MOST_BYTES:
            self._cut_off()

    async def _send_all(self) -> None:
        try:
            while self._outbox:
                message = self._outbox.popleft()
                self._bytes -= len(message)
                await self._socket.send_text(message.decode())
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.gone = True
        finally:
            self._sender = None

    def _cut_off(self) -> None:
        self.gone = self.too_slow = True
        self._outbox.clear()
        if self._sender:
            self._sender.cancel()
        if self.patience:
            self.patience.reschedule(asyncio.get_running_loop().time())

    async def finish(self) -> None:
        """Send what is left before the socket is closed."""
        if self._sender:
            await asyncio.wait([self._sender], timeout=5)
