"""The pulse of a worker: when it last said in the store that it lives, and when nobody could play."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from openkub.server.clock import merged
from openkub.server.store import GAP_MS, Outage

ASLEEP_MS = 5_000
"""A worker that has not said for so long that it lives cannot keep anything, or its clocks stand still."""


class Pulse:
    """What one worker knows about times that are nobody's fault."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self.last_beat: int | None = None
        self.outages: Sequence[Outage] = ()
        """When no worker lived, or none could write, as the store has it."""
        self.stalls: Sequence[Outage] = ()
        """When the event loop of this worker stood still: nobody could play at it."""
        self._known: Sequence[Outage] = ()
        """Both together, none of it twice."""

    @property
    def awake(self) -> bool:
        """Whether turns can be kept here, and clocks run."""
        return self.last_beat is not None and self.now() - self.last_beat < ASLEEP_MS

    @property
    def lost(self) -> Sequence[Outage]:
        """The outages that are known, and the present silence: it may turn out to be one, and no clock runs in it.

        Else whoever wakes first after a lost store, or a lost machine, would punish players before it is written down.
        """
        return self.lost_until(self.now())

    def lost_until(self, now: int) -> Sequence[Outage]:
        """The same for who knows what time it is."""
        if self.last_beat is None or now - self.last_beat <= GAP_MS:
            return self._known
        return merged((*self._known, Outage(self.last_beat, now)))

    def know(self, outages: Sequence[Outage], stalls: Sequence[Outage]) -> bool:
        """From now on these are known; whether that is news."""
        news = (tuple(outages), tuple(stalls)) != (tuple(self.outages), tuple(self.stalls))
        self.outages, self.stalls = outages, stalls
        self._known = merged((*outages, *stalls)) if news else self._known
        return news
