"""sharp: a strong club player, who is patient, keeps what will fit later, and never sleeps."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.bots.choosing import is_last_call, opponents, play_or_idle
from openkub.bots.going_out import find_way_out
from openkub.bots.protocol import Clock
from openkub.law.moves import Move, Redeal
from openkub.law.turns import Position
from openkub.pieces.tiles import JOKER, TileBag
from openkub.play.view import View
from openkub.solver import Weights, best
from openkub.solver.fast import Counts, fits


@dataclass(frozen=True, slots=True)
class Sharp:
    """Goes out in one go if it may, sells when somebody is about to, and in between lays what it need not keep."""

    patience: int = 16
    """With so many tiles on the rack it lays some of them."""
    alarm: int = 2
    """With so few tiles on an opponent's rack it lays all it can."""
    near: int = 4
    """With so few tiles that do not fit yet it waits for the tile that takes it out."""
    name: str = "sharp"

    def choose(self, view: View, clock: Clock) -> Move:
        """Out if possible; everything when in danger; else patience."""
        if view.may_redeal:
            return Redeal()
        out = find_way_out(view)
        if out:
            return out
        if not view.pool or self._in_danger(view) or is_last_call(view):
            return play_or_idle(best(view, "value", tidy=False), view)
        if not view.rules.voluntary_draw:
            return play_or_idle(best(view, tidy=False), view)
        if len(view.rack) < self.patience:
            return view.idle
        return self._trim(view)

    def _in_danger(self, view: View) -> bool:
        return any(view.opened[seat] and view.counts[seat] <= self.alarm for seat in opponents(view))

    def _trim(self, view: View) -> Move:
        """Lay what the table will not take later; wait if nearly everything fits."""
        most = best(view, tidy=False)
        if most is None or len(view.rack) - most.count <= self.near:
            return view.idle
        return play_or_idle(best(without_jokers(view), weights_to_keep(view), tidy=False), view)


def without_jokers(view: View) -> Position:
    """The position as if there were no jokers on the rack."""
    return Position(view.rules, view.table, view.rack.minus(_JOKERS), view.has_opened)


def weights_to_keep(view: View) -> Weights:
    """Weights that hold back fourths and ends: tiles that the table takes at any time. In the opening all are equal."""
    later = fits(Counts.of(view.table.bag), Counts.of(view.rack)) if view.has_opened else ()
    return Weights.of(dict.fromkeys(later, 0), otherwise=1)


_JOKERS = TileBag([JOKER] * 4)
