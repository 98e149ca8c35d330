"""The line under a socket: every frame counts, and who does not read is not read either.

uvicorn takes in whatever comes. A ping costs as much as a message, and so does a piece of one; answers to them pile up
for a client that does not fetch them. So bytes are taken in by small pieces, and held back while frames come too
fast, while the conversation is busy with a message, or while the client does not read.

Nearly all that comes is one short text in one frame: that is taken in and sent without any detour.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from openkub.server.door.frames import all_whole, text_frame, text_of
from openkub.server.door.limits import Clock, Meter, Rate
from openkub.server.door.peers import Peer

FRAMES = Rate(burst=400, per_minute=6_000)
PIECE = 1024
"""So many bytes are taken in at once: a few milliseconds of work, whatever they say."""
MOST_FRAGMENTS = 64
TOO_BIG = 1009
END_OF_HEAD = b"\r\n\r\n"


def _nothing() -> None:
    pass


def never(_text: str) -> bool:
    """Nothing goes straight."""
    return False


class Inbox(asyncio.Queue[Any]):
    """What has come and the conversation has not taken yet: without a bound, and for one reader."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.messages: deque[Any] = deque()
        self._make_future = loop.create_future
        self.waiting: asyncio.Future[None] | None = None
        """What the conversation waits for, if it waits for the next message."""

    def empty(self) -> bool:
        """Whether all of it was taken."""
        return not self.messages

    def put_nowait(self, item: Any) -> None:
        """One more message."""
        self.messages.append(item)
        waiting, self.waiting = self.waiting, None
        if waiting is not None and not waiting.done():  # else whoever waited is being called off
            waiting.set_result(None)

    async def get(self) -> Any:
        """The next message, once it is there."""
        while not self.messages:
            self.waiting = waiting = self._make_future()
            try:
                await waiting
            except asyncio.CancelledError:
                self.waiting = None
                raise
        return self.messages.popleft()


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
        self.queue = self._inbox = Inbox(self.loop)
        self._held = bytearray()
        self._pace = Meter(self.rate, type(self).clock) if self.rate else None
        self._later: asyncio.TimerHandle | None = None
        self._peer: Peer | None = app_state.get("peer")  # type: ignore[assignment]  # as Caller put it there
        self._state: dict[str, Any] = {}
        """What whoever answers the handshake finds."""
        self._whole = True
        """Whether no frame has come in parts so far: only then it is known where the next one begins."""
        self.when_writable: Callable[[], None] = _nothing
        """Called when the other end reads again."""
        self.blocked = False
        """Whether the other end does not read what it was sent."""
        self.straight: Callable[[str], bool] = never
        """Called with a text before it is put into the queue: whether it has been taken."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the socket for its IP address."""
        super().connection_made(transport)
        if self._peer is not None:
            self._peer.upgraded += 1

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone, and what it still had to say with it.

        It lets go of all that holds it in turn, and so its memory is free at once: whoever looks for such circles comes
        by once in hours.
        """
        self._held.clear()
        if self._peer is not None:
            self._peer.upgraded -= 1
        if self._later is not None:
            self._later.cancel()
        self.blocked = False
        super().connection_lost(exc)
        self.conn.parser.close()
        self.when_writable = _nothing
        self.straight = never
        self._state.pop("line", None)

    def shutdown(self) -> None:
        """Close the connection. A handshake that was not answered yet has been by now, with 500."""
        super().shutdown()
        self.handshake_complete = True

    def data_received(self, data: bytes) -> None:
        """Take in what has come, or hold it."""
        if self._held or self._must_wait() or not self._take_text(data):
            if self.handshake_initiated:
                self._whole = self._whole and len(data) <= PIECE and all_whole(data)
            else:
                self._whole = data.endswith(END_OF_HEAD)
            self._held += data
            self._go_on()

    def _take_text(self, data: bytes) -> bool:
        """Take in what has come if it is one short text and nothing else; whether it was."""
        if not self._whole or len(data) > PIECE or not self.handshake_complete or self.frames:
            return False
        text = text_of(data) if self.conn.state is OPEN else None
        if text is None:
            return False
        if not self.straight(text):
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        wait = self._pace.spend() if self._pace else 0.0
        if wait:
            self._pause(wait)
        return True

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
        busy = self._inbox.messages and not self.close_sent
        return bool(busy) or self._later is not None or self.blocked

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
            self._state = self.scope["state"]
            self._state["line"] = self

    def say(self, *texts: bytes) -> None:
        """Send messages at once, in one write; to one who is gone, nothing."""
        if self.conn.state is OPEN and not self.close_sent and not self.transport.is_closing():
            self.transport.write(text_frame(*texts) if len(texts) == 1 else b"".join(map(text_frame, texts)))

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
        self.blocked = True
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self.blocked = False
        self.when_writable()
        self._go_on()

    def hang_up(self) -> None:
        """Whoever waits for a message waits no longer."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def stumble(self, error: Exception) -> None:
        """Whoever waits for a message has this happen."""
        self._inbox.put_nowait({"type": "openkub.error", "error": error})

    @property
    def awaited(self) -> bool:
        """Whether the conversation waits for the next message, and has none."""
        return self._inbox.waiting is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing can be said any more: the other end is gone, or this server stops."""
        return self.transport.is_closing()

    async def receive(self) -> Any:
        """The next message for the conversation; once it has all of them, the line is read on."""
        message = await self.queue.get()
        if (self._held or self.read_paused) and self.queue.empty():
            self._go_on()
        return message


class FreeLine(Line):
    """A line whose frames nobody counts."""

    rate = None
