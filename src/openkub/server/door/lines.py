"""The line under a socket: every frame counts, and who does not read is not read either.

uvicorn takes in whatever comes. A ping costs as much as a message, and so does a piece of one; answers to them pile up
for a client that does not fetch them. So bytes are taken in by small pieces, and held back while frames come too
fast, while the conversation is busy with a message, or while the client does not read.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request

from openkub.server.door.limits import Clock, Meter, Rate

FRAMES = Rate(burst=400, per_minute=6_000)
PIECE = 1024
"""So many bytes are taken in at once: a few milliseconds of work, whatever they say."""
MOST_FRAGMENTS = 64
TOO_BIG = 1009


class Line(WebSocketsSansIOProtocol):
    """One line. What came and was not taken in yet is held, and nothing more is read meanwhile."""

    clock: Clock = time.monotonic
    rate: Rate | None = FRAMES

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._held = bytearray()
        self._pace = Meter(self.rate, type(self).clock) if self.rate else None
        self._later: asyncio.TimerHandle | None = None
        self.when_writable: Callable[[], None] = lambda: None
        """Called when the other end reads again."""

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone, and what it still had to say with it."""
        self._held.clear()
        if self._later is not None:
            self._later.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what has come, or hold it."""
        if len(data) <= PIECE and not self._held and not self._must_wait():
            super().data_received(data)
            return
        self._held += data
        self._go_on()

    def _go_on(self) -> None:
        """Take in what is held, as far as that may be; read more when nothing is left."""
        while self._held and not self._must_wait():
            piece = bytes(self._held[:PIECE])
            del self._held[:PIECE]
            super().data_received(piece)
        wait = bool(self._held) or self._must_wait()
        if wait != self.read_paused and not self.transport.is_closing():
            self.read_paused = wait
            (self.transport.pause_reading if wait else self.transport.resume_reading)()

    def _must_wait(self) -> bool:
        busy = not self.queue.empty() and not self.close_sent
        return busy or self._later is not None or not self.writable.is_set()

    def handle_events(self) -> None:
        """Frames have come: they are counted, and after too many of them there is a pause."""
        if self._pace:
            wait = self._pace.spend(len(self.conn.events))
            if wait:
                self._pause(wait)
        super().handle_events()

    def _pause(self, seconds: float) -> None:
        if self._later is None:
            self._later = self.loop.call_later(seconds, self._after_pause)

    def _after_pause(self) -> None:
        self._later = None
        wait = self._pace.debt() if self._pace else 0
        if wait:
            self._pause(wait)
        else:
            self._go_on()

    def handle_connect(self, event: Request) -> None:
        """A handshake: whoever answers it finds this line in the state of its scope."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["line"] = self

    @property
    def blocked(self) -> bool:
        """Whether the other end does not read what it was sent."""
        return not self.writable.is_set()

    def say(self, text: bytes) -> None:
        """Send a message at once; to one who is gone, nothing."""
        if not self.close_sent and not self.transport.is_closing():
            try:
                self.conn.send_text(text)
            except InvalidState:
                return
            self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_cont(self, event: Frame) -> None:
        """One more piece of a message; one that comes in very many is nonsense."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.conn.fail(TOO_BIG, "too many pieces")
            self.handle_parser_exception()
        else:
            super().handle_cont(event)

    def pause_writing(self) -> None:
        """The other end does not read: nothing more is taken from it."""
        super().pause_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self.when_writable()
        self._go_on()

    async def receive(self) -> object:  # type: ignore[override]  # uvicorn's types are its own
        """The next message for the conversation; once it has all of them, the line is read on."""
        message = await self.queue.get()
        if self.queue.empty():
            self._go_on()
        return message


class FreeLine(Line):
    """A line whose frames nobody counts."""

    rate = None
