"""hoarder: opens with as little as it can, then draws until the whole rack goes out at once."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.bots.choosing import hold, play_or_idle
from openkub.bots.going_out import find_way_out
from openkub.bots.protocol import Clock
from openkub.law.moves import Move
from openkub.play.view import View
from openkub.solver import best


@dataclass(frozen=True, slots=True)
class Hoarder:
    """A baseline: very strong where drawing is voluntary; elsewhere it lays as little as it must."""

    name: str = "hoarder"

    def choose(self, view: View, clock: Clock) -> Move:
        """Out if possible; else hold, but open when that can be done and sell out when the pool is empty."""
        out = find_way_out(view)
        if out:
            return out
        if not view.pool:
            return play_or_idle(best(view, "value", tidy=False), view)
        if not view.has_opened:
            return play_or_idle(best(view, "fewest", tidy=False), view)
        return hold(view)
