"""sharp: a strong club player."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.bots.choosing import held, opponents, played
from openkub.bots.going_out import outright
from openkub.bots.protocol import Clock
from openkub.moves import Move
from openkub.solver import best
from openkub.view import View


@dataclass(frozen=True, slots=True)
class Sharp:
    """Holds back what it will need, goes out in one go if it may, and sells when somebody else is about to."""

    name: str = "sharp"

    def choose(self, view: View, clock: Clock) -> Move:
        """Out if possible; everything when in danger; else patience."""
        out = outright(view)
        if out:
            return out
        if not view.pool or not view.rules.voluntary_draw or self._in_danger(view):
            return played(best(view, tidy=False), view)
        return held(view)

    def _in_danger(self, view: View) -> bool:
        return any(view.opened[seat] and view.counts[seat] <= 3 for seat in opponents(view))
