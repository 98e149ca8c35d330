"""How often somebody may do something. Every bucket is one number: the time at which it would be full again.

>>> now = 100.0
>>> pace = Meter(Rate(burst=2, per_minute=60), clock=lambda: now)
>>> pace.spend(), pace.spend(), pace.spend()
(0.0, 0.0, 1.0)
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from math import ceil
from types import MappingProxyType

from starlette.requests import HTTPConnection

from openkub.server.wire.refusals import Refusal, Refused

Clock = Callable[[], float]
NOTHING_S = 1e-6
"""Times are floats: a millionth of a second is none."""


class Kind(StrEnum):
    """What is counted apart."""

    CREATE = "create"
    JOIN = "join"
    CODE = "code"
    PLAYER = "player"
    LISTED = "listed"
    HINT = "hint"
    ANALYSIS = "analysis"
    LOOK_BACK = "look_back"
    RECORD = "record"
    EMOTE = "emote"
    DRAFT = "draft"
    VIEW = "view"
    COMING = "coming"
    SOCKET = "socket"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a minute in the long run; `crowd` times that for all players of one address."""

    burst: int
    per_minute: float
    crowd: int = 8

    @property
    def interval(self) -> float:
        """Seconds that one costs."""
        return 60 / self.per_minute


RATES: Mapping[Kind, Rate] = MappingProxyType(
    {
        Kind.CREATE: Rate(10, 10),
        Kind.JOIN: Rate(20, 30),
        # Short codes can be guessed; however many players somebody pretends to be, the address counts.
        Kind.CODE: Rate(10, 10, crowd=1),
        # A school class behind one address introduces itself at the same minute.
        Kind.PLAYER: Rate(60, 30, crowd=1),
        # The lobby shows a few dozen games: nobody fills it alone.
        Kind.LISTED: Rate(2, 1, crowd=2),
        Kind.HINT: Rate(20, 60),
        Kind.ANALYSIS: Rate(20, 60, crowd=3),
        # Each may keep a processor busy for a minute or two.
        Kind.LOOK_BACK: Rate(6, 4, crowd=2),
        # A record, and its review. A class behind one address follows the same link.
        Kind.RECORD: Rate(60, 60, crowd=3),
        Kind.EMOTE: Rate(3, 60),
        Kind.DRAFT: Rate(20, 600),
        # Everything that one may know of a game: the sheet of a long one alone has 28 kB.
        Kind.VIEW: Rate(30, 120),
        # Every leaving and coming back is an entry in the log, for ever.
        Kind.COMING: Rate(6, 6),
        Kind.SOCKET: Rate(30, 60),
        Kind.ANY: Rate(120, 600),
    }
)
"""What a person never reaches, and a program soon does."""

MISSES = Rate(burst=600, per_minute=300)
"""How often all clients together may try a short code that no game has: whoever guesses has many addresses."""


MOST_LINES = 256
"""Of one address: more than a school has at once."""
TOGETHER = Rate(burst=1_500, per_minute=18_000)
"""What all lines of an address may say together; then they are read slower."""


class TooFast(Refused):
    """Refused until some seconds have passed."""

    def __init__(self, seconds: float) -> None:
        self.retry_after = max(1, ceil(seconds - NOTHING_S))
        super().__init__(Refusal.TOO_FAST, f"Too fast: try again in {self.retry_after} s.")


class Meter:
    """A token bucket, kept as the time at which it is full again."""

    __slots__ = ("_clock", "_full_at", "_rate", "_times")

    def __init__(self, rate: Rate, clock: Clock = time.monotonic, times: int = 1) -> None:
        self._rate, self._clock, self._times, self._full_at = rate, clock, times, 0.0

    def spend(self, count: int = 1) -> float:
        """Charge `count` requests. Return the seconds by which they come too early."""
        self._full_at = max(self._full_at, self._clock()) + count * self._rate.interval / self._times
        return self.debt()

    def take(self) -> float:
        """Charge one request if it does not come too early. Return the seconds to wait otherwise."""
        before = self._full_at
        wait = self.spend()
        if wait:
            self._full_at = before
        return wait

    def has_room(self) -> bool:
        """Whether one more would not come too early."""
        rate = self._rate
        return self._full_at - self._clock() - (rate.burst - 1) * rate.interval <= NOTHING_S

    def debt(self) -> float:
        """How many seconds must pass until what came was not too much."""
        over = self._full_at - self._clock() - self._rate.burst * self._rate.interval
        return over if over > NOTHING_S else 0.0


class Crowd:
    """All lines of one address: how many there are, and their pace together."""

    __slots__ = ("lines", "pace")

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.lines, self.pace = 0, Meter(TOGETHER, clock)

    def check_room(self) -> None:
        """Raise `Refused` if there is no room for one more line."""
        if self.lines >= MOST_LINES:
            raise Refused(Refusal.TOO_FAST, f"{MOST_LINES} lines from where you are is all that there can be")


class Limits:
    """The buckets of all clients; those that were not touched for longest are forgotten first."""

    def __init__(
        self,
        rates: Mapping[Kind, Rate] = RATES,
        *,
        clients: int = 50_000,
        clock: Clock = time.monotonic,
        off: bool = False,
    ) -> None:
        self.rates, self.off = rates, off
        self._most, self._clock = clients, clock
        self._buckets: OrderedDict[str, Meter] = OrderedDict()
        self._crowds: OrderedDict[str, Crowd] = OrderedDict()
        self._misses = Meter(MISSES, clock)

    def check_misses(self) -> None:
        """Raise `TooFast` while too many codes were tried that no game has, whoever it was."""
        wait = 0.0 if self.off else self._misses.debt()
        if wait:
            raise TooFast(wait)

    def missed(self) -> None:
        """Somebody tried a code that no game has."""
        self._misses.spend()

    def crowd_of(self, connection: HTTPConnection) -> Crowd:
        """The lines of this client's address."""
        address = address_of(connection)
        crowd = self._crowds.setdefault(address, Crowd(self._clock))
        self._crowds.move_to_end(address)
        if len(self._crowds) > self._most:
            self._crowds.popitem(last=False)
        return crowd

    @property
    def remembered(self) -> int:
        """How many buckets there are."""
        return len(self._buckets)

    def spend(self, kind: Kind, connection: HTTPConnection, player: str | None = None) -> None:
        """Count one for this client, or raise `TooFast`. A known player counts alone, and as one of its address."""
        wait = self.wait(kind, connection, player)
        if wait:
            raise TooFast(wait)

    def wait(self, kind: Kind, connection: HTTPConnection, player: str | None = None) -> float:
        """Count one for this client; or, if that is too many, the seconds until one more is not."""
        if self.off:
            return 0.0
        rate, address = self.rates[kind], address_of(connection)
        own = self._waiting(f"{kind} {player or address}", rate, 1)
        crowd = self._waiting(f"{kind} all {address}", rate, rate.crowd) if not own else 0.0
        return own or crowd

    def _waiting(self, key: str, rate: Rate, times: int) -> float:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Meter(rate, self._clock, times)
        self._buckets.move_to_end(key)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take()


def address_of(connection: HTTPConnection) -> str:
    """Where a client is; of an IPv6 address the network, since a household has all of it."""
    host = connection.client.host if connection.client else ""
    return network_of(host)


def network_of(host: str) -> str:
    """The part of an address that a client cannot change at will.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        address = IPv6Address(host)
    except AddressValueError:
        return host
    mapped: IPv4Address | None = address.ipv4_mapped
    return str(mapped) if mapped else f"{IPv6Address(int(address) >> 64 << 64)}/64"
