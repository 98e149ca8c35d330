"""Those who call and then say nothing, or ever so slowly; and those for whom there is no line left.

uvicorn waits for ever for the first request on a connection, and for the rest of one that has begun; and it counts
sockets as connections, but refuses only plain requests when there are too many.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

LARGEST_HEAD = 16 * 1024
"""The bytes that a request may have in front of its body; with the piece in which they end, at most twice as many."""
NO_LINE_LEFT = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Caller(H11Protocol):
    """One connection. Between requests it has `timeout_keep_alive` to bring the next one, however it dawdles."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """A line is open: a request should come."""
        super().connection_made(transport)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        """Take in what has come, by pieces: how long a head is, is looked at only while its end has not come."""
        for begin in range(0, len(data), LARGEST_HEAD):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            super().data_received(data[begin : begin + LARGEST_HEAD])

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        self._expect_nothing()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """A request is answered: the next one should come, or the rest of a body that nobody wanted."""
        self._expect_request()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on the socket has its own patience, unless there are too many already."""
        self._expect_nothing()
        if self.limit_concurrency is not None and len(self.connections) >= self.limit_concurrency:
            self.transport.write(NO_LINE_LEFT)
            self.transport.close()
        else:
            super().handle_websocket_upgrade(event)

    def _expect_request(self) -> None:
        self._expect_nothing()
        self._late = self.loop.call_later(self.timeout_keep_alive, self._give_up)

    def _expect_nothing(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        at_work = self.cycle is not None and not self.cycle.response_complete
        if not at_work:  # a request that is being answered has come in time; what it still has to say is timed by us
            self.transport.close()
