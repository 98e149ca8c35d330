"""Connection limits and a token bucket for every IP address, applied before a request is parsed.

The bucket holds points. One point is about 25 µs of CPU time, so an address that never stops takes 5 % of a core.
A connection whose address has no points left is not read until the bucket has refilled. No request is refused for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, MutableMapping
from math import inf
from types import MappingProxyType
from typing import Any, Protocol

from openkub.server.door.limits import Clock, Meter, Rate, network_of

POINTS = Rate(burst=20_000, per_minute=120_000)
"""Maximum points per address, and how many come back a minute. A class of 30 takes 14,000 to open the page."""
REQUEST, HANDSHAKE, PIECE = 10, 40, 1
"""Points of a request, of a WebSocket handshake besides, and of a chunk or up to `SLICE` bytes of a body."""
TURN = 40
"""Maximum points per address and iteration of the event loop: about a millisecond."""

MOST_CONNECTIONS, FEW_CONNECTIONS = 256, 32
"""Maximum plain connections per address, usually and when the server is nearly full. A browser opens six."""
MOST_UPGRADED = 320
"""Maximum WebSockets per address, including those that are being refused or closed. 256 of them may talk."""
NEARLY_FULL = 3 / 4
"""Share of all connections from which on an address has only `FEW_CONNECTIONS`."""

LINES = Rate(burst=1, per_minute=1)
"""Maximum log lines about requests per address."""
ALL_LINES = Rate(burst=60, per_minute=60)
"""Maximum log lines about requests per process."""
REASONS = MappingProxyType(
    {
        "Invalid HTTP request received.": "malformed",
        "Unsupported upgrade request.": "upgrade",
        "Exceeded concurrency limit.": "connections",
    }
)
"""Warnings of uvicorn about requests, and their `reason` in `openkub_http_refused_total`."""

Count = Callable[[str], None]
"""Called with the reason of a refusal."""


class Connection(Protocol):
    """A connection that has received bytes and waits for its turn to parse them."""

    def take_turn(self) -> bool:
        """Parse one slice. Return whether more can be parsed."""


class Peer:
    """The connections of one IP address, its token bucket, and a FIFO queue of connections that wait for it."""

    __slots__ = ("_lines", "_meter", "_queue", "_timer", "_turn", "connections", "request", "upgraded")

    def __init__(self, rate: Rate | None, clock: Clock, *, request: int = REQUEST) -> None:
        self._meter = Meter(rate, clock) if rate else None
        self._lines = Meter(LINES, clock)
        self._queue: deque[Connection] = deque()
        self._timer: asyncio.Handle | None = None
        self._turn = 0
        self.connections = 0
        self.upgraded = 0
        self.request = request
        """Points of a request."""

    def spend(self, points: int) -> float:
        """Take points out of the bucket. Return the seconds until it is no longer overdrawn."""
        self._turn += points
        return self._meter.spend(points) if self._meter else 0.0

    def wait(self) -> float:
        """Return the seconds until the bucket is no longer overdrawn."""
        return self._meter.debt() if self._meter else 0.0

    def serve(self, connection: Connection) -> None:
        """Let a connection parse what it has received, now or when it is its turn."""
        self._queue.append(connection)
        if self._timer is None:
            self._work()

    def has_line(self) -> bool:
        """Return whether one more log line may be about this address, and count it."""
        room = self._lines.has_room()
        if room:
            self._lines.spend()
        return room

    def _work(self) -> None:
        self._timer, self._turn = None, 0
        while self._queue and (self._meter is None or (self._turn < TURN and not self._meter.debt())):
            connection = self._queue.popleft()
            if connection.take_turn():
                self._queue.append(connection)
        if self._meter is not None and (self._queue or self._turn):
            self._timer = asyncio.get_running_loop().call_later(self._meter.debt(), self._work)


class Peers:
    """All addresses that have connected; the least recently used are evicted.

    `capacity` is the number of connections that the process can hold, `allowed` the number that its host allows;
    uvicorn enforces the second. `limited` is False for benchmarks.
    """

    def __init__(
        self,
        capacity: float = inf,
        allowed: float | None = None,
        *,
        limited: bool = True,
        clock: Clock = time.monotonic,
        most: int = 50_000,
    ) -> None:
        self.limited = limited
        self._capacity, self._clock, self._most = capacity, clock, most
        self._nearly_full = NEARLY_FULL * min(capacity, inf if allowed is None else allowed)
        self._peers: OrderedDict[str, Peer] = OrderedDict()
        self._lines = Meter(ALL_LINES, clock)

    def of(self, host: str) -> Peer:
        """Return the peer at an IP address, or in an IPv6 network of 64 bits."""
        address = network_of(host)
        peer = self._peers.get(address)
        if peer is None:
            peer = self._peers[address] = Peer(POINTS if self.limited else None, self._clock)
        self._peers.move_to_end(address)
        if len(self._peers) > self._most:
            self._peers.popitem(last=False)
        return peer

    def proxy(self) -> Peer:
        """Return a peer for one connection of a trusted proxy: requests cost its clients, not the connection."""
        return Peer(POINTS if self.limited else None, self._clock, request=0)

    def admits(self, peer: Peer, connections: int, *, trusted: bool) -> bool:
        """Return whether a peer may open one more connection while the process has so many."""
        if connections > self._capacity:
            return False
        most = FEW_CONNECTIONS if connections > self._nearly_full else MOST_CONNECTIONS
        return trusted or not self.limited or peer.connections < most

    def has_line(self, peer: Peer) -> bool:
        """Return whether one more log line may be about this peer, and count it."""
        if not self.limited:
            return True
        if not self._lines.has_room() or not peer.has_line():
            return False
        self._lines.spend()
        return True


class RequestLog(logging.LoggerAdapter[logging.Logger]):
    """The logger of one connection: counts the warnings about its requests, and drops those above the limit."""

    def __init__(self, logger: logging.Logger, allowed: Callable[[], bool], count: Count) -> None:
        super().__init__(logger)
        self.level = logger.level
        self._allowed, self._count = allowed, count

    def warning(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Count a warning, and log it if that is allowed."""
        if str(msg) in REASONS:
            self._count(REASONS[str(msg)])
        if self._allowed():
            super().warning(msg, *args, **kwargs)

    def process(self, msg: Any, kwargs: MutableMapping[str, Any]) -> tuple[Any, MutableMapping[str, Any]]:
        """Leave everything as it is."""
        return msg, kwargs


def count_refused(state: Mapping[str, Any], reason: str) -> None:
    """Count a refusal in the metrics of the app, if it has any."""
    if metrics := state.get("metrics"):
        metrics.count("http_refused_total", reason=reason)


def count_throttled(state: Mapping[str, Any]) -> None:
    """Count that a request or connection has to wait, in the metrics of the app, if it has any."""
    if metrics := state.get("metrics"):
        metrics.count("http_throttled_total")
