"""steady, or most-tiles: lays as many tiles as it can, every turn."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.bots.choosing import play_or_idle
from openkub.bots.protocol import Clock
from openkub.law.moves import Move, Redeal
from openkub.play.view import View
from openkub.solver import best


@dataclass(frozen=True, slots=True)
class Steady:
    """The exact player of one turn: most tiles, then most value."""

    name: str = "steady"

    def choose(self, view: View, clock: Clock) -> Move:
        """The play with the most tiles, if there is any."""
        if view.may_redeal:
            return Redeal()
        return play_or_idle(best(view, tidy=False), view)
