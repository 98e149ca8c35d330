"""sharp: a strong club player, who is patient, keeps what will fit later, and never sleeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from openkub.bots.choosing import find_way_out, is_last_call, play_or_idle
from openkub.bots.protocol import Clock
from openkub.law.moves import Move, Redeal
from openkub.law.turns import Position
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.play.view import View
from openkub.solver import EACH_TILE, Weights, best
from openkub.solver.fast import Counts, fits

Aim = Literal["sell", "lay", "wait", "trim"]
"""Lay the most value, lay the most tiles, lay nothing, or lay what the table will not take later."""


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
        last_call, must_play = is_last_call(view), not view.rules.voluntary_draw
        match self.aim(view.turn, view.counts, view.opened, view.pool, last_call=last_call, must_play=must_play):
            case "sell":
                return play_or_idle(best(view, "value", tidy=False), view)
            case "lay":
                return play_or_idle(best(view, tidy=False), view)
            case "trim":
                return self._trim(view)
        return view.idle

    def aim(
        self, seat: int, sizes: Sequence[int], opened: Sequence[bool], pool: int, *, last_call: bool, must_play: bool
    ) -> Aim:
        """Return what a seat with a rack that cannot go out does, by the sizes of the racks. Rollouts ask it too."""
        in_danger = any(opened[other] and size <= self.alarm for other, size in enumerate(sizes) if other != seat)
        if not pool or in_danger or last_call:
            return "sell"
        if must_play:
            return "lay"
        return "wait" if sizes[seat] < self.patience else "trim"

    def is_worth_trimming(self, size: int, most: int) -> bool:
        """Return whether a rack of `size` tiles, of which `most` can be laid, is far from going out."""
        return 0 < most < size - self.near

    def _trim(self, view: View) -> Move:
        """Return the play of what the table will not take later, or none if nearly everything fits."""
        most = best(view, tidy=False)
        if most is None or not self.is_worth_trimming(len(view.rack), most.count):
            return view.idle
        weights = weights_to_keep(Counts.of(view.table.bag), Counts.of(view.rack), opened=view.has_opened)
        return play_or_idle(best(without_jokers(view), weights, tidy=False), view)


def without_jokers(view: View) -> Position:
    """The position as if there were no jokers on the rack."""
    return Position(view.rules, view.table, view.rack.minus(_JOKERS), view.has_opened)


def weights_to_keep(table: Counts, rack: Counts, *, opened: bool) -> Weights:
    """Return weights that hold back what the table takes at any time (fourths, ends). In the opening all are equal."""
    return _keeping(tuple(fits(table, rack))) if opened else EACH_TILE


@lru_cache(4096)
def _keeping(later: tuple[Tile, ...]) -> Weights:
    return Weights.of(dict.fromkeys(later, 0), otherwise=1)


_JOKERS = TileBag([JOKER] * 4)
