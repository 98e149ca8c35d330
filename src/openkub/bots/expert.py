"""expert: the strongest player here."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.bots.choosing import held, played
from openkub.bots.going_out import outright
from openkub.bots.protocol import Clock
from openkub.moves import Move
from openkub.solver import best
from openkub.view import View


@dataclass(frozen=True, slots=True)
class Expert:
    """Rules and search."""

    seed: int = 0
    think: float = 0.5
    name: str = "expert"

    def choose(self, view: View, clock: Clock) -> Move:
        """Out if possible; else hold."""
        out = outright(view)
        if out:
            return out
        if not view.pool or not view.rules.voluntary_draw:
            return played(best(view, tidy=False), view)
        return held(view)
