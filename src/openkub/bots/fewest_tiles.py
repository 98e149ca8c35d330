"""fewest-tiles: lays as little as it can, every turn."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.bots.choosing import play_or_idle
from openkub.bots.protocol import Clock
from openkub.law.moves import Move
from openkub.play.view import View
from openkub.solver import best


@dataclass(frozen=True, slots=True)
class FewestTiles:
    """A baseline: at least one tile, but no more than needed."""

    name: str = "fewest-tiles"

    def choose(self, view: View, clock: Clock) -> Move:
        """The play with the fewest tiles, if there is any."""
        return play_or_idle(best(view, "fewest", tidy=False), view)
