"""The clocks of a table, without a clock: how long a seat may think, given when its turn began. All in milliseconds.

>>> lost([Outage(5_000, 8_000)], 6_000, 20_000)
2000
>>> allowance(BankClock(60, 5), (40_000, 60_000), 0), spent_bank(BankClock(60, 5), 40_000, 12_000)
(40000, 33000)
>>> allowance(DelayClock(60, 5), (40_000, 60_000), 0), spent_bank(DelayClock(60, 5), 40_000, 12_000)
(45000, 33000)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from openkub.server.store import Outage
from openkub.server.wire.game import BankClock, Clock, DelayClock, TurnClock

GRACE_MS = 300
"""What a message may need on its way: a move that was sent in time is not late."""

SKEW_MS = 1_000
"""By so much clocks may differ before anybody minds."""

DRAWN_MS = 10
"""By so much a clock is drawn near another at a time: no turn is a hundredth longer or shorter for it."""

NS_A_MS = 1_000_000

TableClock = Clock | None


def full_banks(clock: TableClock, seats: int) -> tuple[int, ...] | None:
    """Every seat's bank at the start of a round."""
    return (clock.seconds * 1000,) * seats if isinstance(clock, BankClock | DelayClock) else None


def allowance(clock: TableClock, banks: tuple[int, ...] | None, seat: int) -> int | None:
    """How long this seat may think about this turn; None is as long as it likes."""
    if clock is None:
        return None
    if isinstance(clock, TurnClock):
        return clock.seconds * 1000
    own = clock.delay * 1000 if isinstance(clock, DelayClock) else 0
    return own + banks[seat] if banks else None


def spent_bank(clock: BankClock | DelayClock, bank: int, used: int) -> int:
    """A bank after a turn: what was used is gone and the increment is added, or what went beyond the delay is gone."""
    if isinstance(clock, DelayClock):
        return max(0, bank - max(0, used - clock.delay * 1000))
    return max(0, bank - max(0, used)) + clock.increment * 1000


def lost(outages: Iterable[Outage], begin: int, end: int) -> int:
    """How much of the time between these two nobody could have played."""
    return sum([max(0, min(outage.end, end) - max(outage.begin, begin)) for outage in outages])


def merged(outages: Iterable[Outage]) -> Sequence[Outage]:
    """The same times, none of them twice.

    >>> merged([Outage(5, 9), Outage(1, 3), Outage(2, 4), Outage(9, 12)])
    [Outage(begin=1, end=4), Outage(begin=5, end=12)]
    """
    found: list[Outage] = []
    for outage in sorted(outages, key=lambda outage: outage.begin):
        if found and outage.begin <= found[-1].end:
            found[-1] = Outage(found[-1].begin, max(found[-1].end, outage.end))
        else:
            found.append(outage)
    return found


def wall_clock() -> int:
    """Milliseconds since 1970, as this machine believes."""
    return time.time_ns() // NS_A_MS


class SteadyClock:
    """The time of the day when it was made, and from then on what has passed: who sets the machine's clock back sets
    nobody's turn back. It only ever jumps forward, when it is told to, and then the jump is an outage to all turns.
    With a clock that counts for all workers, the database's, that of the machine does not matter.
    """

    def __init__(self, wall: Callable[[], int] = wall_clock, steady_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._wall, self._steady_ns = wall, steady_ns
        """What nobody can set; it counts nanoseconds since some moment."""
        self._ahead = wall() - self._steady()
        self._of_others: int | None = None
        """How far ahead a clock is that counts for all workers, if there is one."""

    def __call__(self) -> int:
        return self._steady_ns() // NS_A_MS + self._ahead

    def _steady(self) -> int:
        return self._steady_ns() // NS_A_MS

    def go_by(self, theirs: int) -> None:
        """A clock that counts for all workers says this just now: from the second time on it is only drawn near."""
        ahead = theirs - self._steady()
        first = self._of_others is None
        self._ahead = ahead if first else self._ahead + max(-DRAWN_MS, min(ahead - self._ahead, DRAWN_MS))
        self._of_others = ahead

    def follow(self, newest: int) -> None:
        """Be no further than `SKEW_MS` behind the machine's clock, nor behind what was said at this time already."""
        wall = self._wall() if self._of_others is None else self._steady() + self._of_others
        behind = max(wall - SKEW_MS, newest) - self()
        if behind > 0:
            self._ahead += behind
