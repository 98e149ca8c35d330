"""The clocks of a table, without a clock: how long a seat may think, given when its turn began. All in milliseconds.

>>> lost([Outage(5_000, 8_000)], 6_000, 20_000)
2000
>>> allowance(BankClock(60, 5), (40_000, 60_000), 0), spent_bank(BankClock(60, 5), 40_000, 12_000)
(40000, 33000)
>>> allowance(DelayClock(60, 5), (40_000, 60_000), 0), spent_bank(DelayClock(60, 5), 40_000, 12_000)
(45000, 33000)
"""

from __future__ import annotations

from collections.abc import Iterable

from openkub.server.store import Outage
from openkub.server.wire.game import BankClock, Clock, DelayClock, TurnClock

GRACE_MS = 300
"""What a message may need on its way: a move that was sent in time is not late."""

TableClock = Clock | None


def full_banks(clock: TableClock, seats: int) -> tuple[int, ...] | None:
    """Every seat's bank at the start of a round."""
    return (clock.seconds * 1000,) * seats if isinstance(clock, BankClock | DelayClock) else None


def allowance(clock: TableClock, banks: tuple[int, ...] | None, seat: int) -> int | None:
    """How long this seat may think about this turn; None is as long as it likes."""
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
    return sum(max(0, min(outage.end, end) - max(outage.begin, begin)) for outage in outages)
