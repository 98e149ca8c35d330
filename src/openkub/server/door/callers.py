"""HTTP connections: time-outs, connection limits, and back-pressure by the token bucket of the IP address.

uvicorn parses all received bytes at once, and waits for ever for the rest of a request. `Caller` holds received bytes,
and parses them by slices while the address has points (`peers.py`). Reading is paused meanwhile.
"""

from __future__ import annotations

import asyncio
import re
from functools import partial
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from openkub.server.door.peers import (
    HANDSHAKE,
    MOST_UPGRADED,
    PIECE,
    Peer,
    Peers,
    RequestLog,
    count_refused,
    count_throttled,
)

LARGEST_HEAD = 16 * 1024
"""Maximum bytes of a request line and its headers."""
MOST_HEADERS = 100
"""Maximum headers of a request. A browser sends 20, a proxy adds 5."""
SLICE = 1024
"""Bytes that are parsed at once."""
SMALL_BODY = 16 * 1024
"""Bytes of a body that is read to its end although its request was answered, so that the connection can be kept."""
LINGER_S, LINGER_BYTES = 2, 2**20
"""Maximum seconds and bytes for which the rest of a body is discarded after its answer. A client that still sends
would lose the answer if the connection was closed at once."""
NO_LINE_LEFT = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_END_OF_HEAD = re.compile(rb"\n\r?\n")


class MeteredParser(h11.Connection):
    """An h11 connection that spends points of a peer for what it parses, and limits the number of headers."""

    def __init__(self, peer: Peer, largest: int) -> None:
        super().__init__(h11.SERVER, largest)
        self._peer = peer
        self.needs_data = True
        """False while a pipelined request waits for the answer to the one before."""
        self.is_small = True
        """Whether the body of the request has a `Content-Length` of at most `SMALL_BODY`."""

    def next_event(self) -> Any:
        """Parse the next event, and spend its points."""
        if self.their_state is h11.IDLE:
            self._check_head()
        event = super().next_event()
        self.needs_data = event is h11.NEED_DATA
        if isinstance(event, h11.Request):
            self._peer.spend(self._peer.request)
            self.is_small = any(name == b"content-length" and int(value) <= SMALL_BODY for name, value in event.headers)
        elif event is not h11.PAUSED:
            self._peer.spend(PIECE)
        return event

    def _check_head(self) -> None:
        head, _ = self.trailing_data
        end = _END_OF_HEAD.search(head)
        if head.count(b"\n", 0, end.start() if end else None) > MOST_HEADERS:
            raise h11.RemoteProtocolError("too many headers", error_status_hint=431)


class Caller(H11Protocol):
    """An HTTP connection. Between requests it has `timeout_keep_alive` to bring the next one, however it dawdles."""

    def __init__(
        self,
        peers: Peers,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._peers = peers
        self._peer: Peer
        self._parser: MeteredParser
        self._admitted = False
        self._trusted = False
        self._late: asyncio.TimerHandle | None = None
        self._held = bytearray()
        self._queued = False
        self._paused = False
        self._unwanted: int | None = None
        """Bytes that may still be discarded, once a request was answered before all of its body had come."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Admit a connection, or close it if its address has too many."""
        super().connection_made(transport)
        if self.client is None:  # it was reset before it was accepted
            transport.abort()
            return
        host = self.client[0]
        self._trusted = trusted = self._is_trusted(host)
        self._peer = self._peers.proxy() if trusted else self._peers.of(host)
        self.conn = self._parser = MeteredParser(self._peer, self.config.h11_max_incomplete_event_size or LARGEST_HEAD)
        self.app_state = {**self.app_state, "peer": self._peer, **({"peers": self._peers} if trusted else {})}
        allowed, count = partial(self._peers.has_line, self._peer), partial(count_refused, self.app_state)
        # No reference to this connection: it would form a cycle.
        self.logger = RequestLog(self.logger, allowed, count)  # type: ignore[assignment]  # uvicorn calls no more of it
        self._admitted = self._peers.admits(self._peer, len(self.connections), trusted=trusted)
        if self._admitted:
            self._peer.connections += 1
            self._expect_request()
        else:
            self._refuse()

    def _is_trusted(self, host: str) -> bool:
        """Return whether this is a proxy whose `X-Forwarded-For` is honoured."""
        app = self.config.loaded_app
        return isinstance(app, ProxyHeadersMiddleware) and host in app.trusted_hosts

    def _refuse(self) -> None:
        count_refused(self.app_state, "connections")
        self.transport.write(NO_LINE_LEFT)
        self.transport.close()

    # --- reading ---

    def data_received(self, data: bytes) -> None:
        """Hold what was received, and parse it when it is this connection's turn."""
        if self._unwanted is not None:
            self._discard(len(data))
        elif self._is_open():
            self._held += data
            self._ask_turn()
            self._stay_paused()

    def _is_open(self) -> bool:
        return not self.transport.is_closing() and self.transport.get_protocol() is self

    def _ask_turn(self) -> None:
        if self._held and not self._queued and self._parser.needs_data:
            self._queued = True
            self._peer.serve(self)
            if self._queued and self._peer.wait():
                count_throttled(self.app_state)

    def take_turn(self) -> bool:
        """Parse one slice. Return whether more can be parsed."""
        if self._held and self._is_open():  # what was held is dropped when a connection lingers
            piece = bytes(self._held[:SLICE])
            del self._held[:SLICE]
            super().data_received(piece)
        if not self._is_open():
            self._held.clear()
        self._stay_paused()
        self._queued = bool(self._held) and self._parser.needs_data
        if not self._held and self._is_open():
            self._read_on()
        return self._queued

    def _stay_paused(self) -> None:
        """Pause again while bytes are held: uvicorn resumes reading after every answer."""
        if self._held and not self.transport.is_closing():
            self._paused = True
            self.transport.pause_reading()

    def _read_on(self) -> None:
        if self._paused:
            self._paused = False
            if not self.flow.read_paused:
                self.transport.resume_reading()

    def _discard(self, size: int) -> None:
        assert self._unwanted is not None
        self._unwanted -= size
        self._peer.spend(size // SLICE)
        if self._unwanted < 0:
            self.transport.close()

    # --- the end of requests and connections ---

    def connection_lost(self, exc: Exception | None) -> None:
        """Release what the connection has held."""
        self._expect_nothing()
        self._held.clear()
        self._release()
        super().connection_lost(exc)

    def _release(self) -> None:
        if self._admitted:
            self._admitted = False
            self._peer.connections -= 1

    def on_response_complete(self) -> None:
        """Expect the next request. The rest of a body that was answered before its end is not read on, if it is large.

        Clients send small bodies apart from their headers, and then reuse the connection.
        """
        self._expect_request()
        unread = self.conn.their_state is h11.SEND_BODY and not self._parser.is_small
        super().on_response_complete()
        if unread and not self.transport.is_closing():
            self._linger()
        else:
            self._ask_turn()
            self._stay_paused()

    def _linger(self) -> None:
        self._unwanted = LINGER_BYTES
        self._held.clear()
        self._expect_nothing()
        self._late = self.loop.call_later(LINGER_S, self.transport.close)
        self.transport.write_eof()
        self.transport.resume_reading()

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be parsed, and drop the app's own answer to the same request."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def shutdown(self) -> None:
        """Close the connection when its answer is complete; at once if its request is not."""
        if self._unwanted is not None or self.conn.their_state is h11.SEND_BODY:
            self.transport.close()
        else:
            super().shutdown()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to `Line`, or refuse it if there are too many."""
        self._expect_nothing()
        self._release()
        self._read_on()
        self._peer.spend(0 if self._trusted else HANDSHAKE)
        full = self.limit_concurrency is not None and len(self.connections) >= self.limit_concurrency
        if full or (self._peers.limited and not self._trusted and self._peer.upgraded >= MOST_UPGRADED):
            self._refuse()
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
