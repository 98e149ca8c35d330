"""most-value: lays as many points as it can, every turn."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.bots.choosing import play_or_idle
from openkub.bots.protocol import Clock
from openkub.law.moves import Move
from openkub.play.view import View
from openkub.solver import best


@dataclass(frozen=True, slots=True)
class MostValue:
    """A baseline: most value, then most tiles."""

    name: str = "most-value"

    def choose(self, view: View, clock: Clock) -> Move:
        """The play of the most value, if there is any."""
        return play_or_idle(best(view, "value", tidy=False), view)
