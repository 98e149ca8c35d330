"""Claims of the one process that has a file: in its memory, since nobody else could make any."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic

CLAIM_MS = 3_000
"""So long what a worker has claimed is its own, unless it says so again: who dies holds nobody up for longer."""


class Claims:
    """Who is at what, and until when."""

    def __init__(self) -> None:
        self._held: dict[str, tuple[str, float]] = {}

    def __len__(self) -> int:
        return len(self._held)

    def __contains__(self, what: str) -> bool:
        """Whether anybody is at it."""
        return what in self._held and self._held[what][1] > monotonic()

    def claim(self, worker: str, whats: Iterable[str], ms: int) -> frozenset[str]:
        """Those of these that nobody else is at: now this worker is."""
        now = monotonic()
        self._held = {what: held for what, held in self._held.items() if held[1] > now}
        ours = {what for what in whats if what not in self._held or self._held[what][0] == worker}
        self._held |= dict.fromkeys(ours, (worker, now + ms / 1000))
        return frozenset(ours)
