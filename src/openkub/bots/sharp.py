"""sharp: a strong club player, who is patient, keeps what will fit later, and never sleeps."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.bots.choosing import idle, is_last_call, opponents, played
from openkub.bots.going_out import outright
from openkub.bots.protocol import Clock
from openkub.moves import Move
from openkub.solver import Answer, Weights, best, kernel
from openkub.tiles import JOKER, TILES
from openkub.view import View


@dataclass(frozen=True, slots=True)
class Sharp:
    """Goes out in one go if it may, sells when somebody is about to, and in between lays what it need not keep."""

    patience: int = 20
    """With so many tiles on the rack it lays some of them."""
    alarm: int = 2
    """With so few tiles on an opponent's rack it lays all it can."""
    near: int = 4
    """With so few tiles that do not fit yet it waits for the tile that takes it out."""
    name: str = "sharp"

    def choose(self, view: View, clock: Clock) -> Move:
        """Out if possible; everything when in danger; else patience."""
        out = outright(view)
        if out:
            return out
        if not view.pool or self._in_danger(view) or is_last_call(view):
            return played(best(view, "value", tidy=False), view)
        if not view.rules.voluntary_draw:
            return played(best(view, tidy=False), view)
        if len(view.rack) < self.patience:
            return idle(view)
        return self._trim(view)

    def _in_danger(self, view: View) -> bool:
        return any(view.opened[seat] and view.counts[seat] <= self.alarm for seat in opponents(view))

    def _trim(self, view: View) -> Move:
        """Lay what the table will not take later; wait if nearly everything fits."""
        most = best(view, tidy=False)
        if most is None or len(view.rack) - most.tiles <= self.near:
            return idle(view)
        kept = best(view, keeping(view), tidy=False) if view.has_opened else opening(view)
        return played(kept, view)


def keeping(view: View) -> Weights:
    """Weights that hold back jokers, and fourths and ends: tiles that the table takes at any time."""
    taken = kernel.singles(view.table.bag.bits, 3, 4)
    later = {tile: 0 for tile in TILES if taken >> tile & 1}
    return Weights.of({**later, JOKER: 0}, otherwise=1)


def opening(view: View) -> Answer | None:
    """An opening that leaves jokers on the rack if it can."""
    return best(view, Weights.of({JOKER: 0}, otherwise=1), tidy=False)
