"""What can be played here?"""

from __future__ import annotations

from functools import cache

from openkub.opening import best_points, melds_with_lowest
from openkub.tiles import JOKER, TileBag
from openkub.view import View


def can_play(view: View) -> bool:
    """Whether the seat that looks can lay at least one tile."""
    if not view.has_opened:
        return best_points(view.rules, view.rack) >= view.rules.opening_min_points
    return _can_lay(view.table.bag + view.rack, view.table.bag)


def _can_lay(everything: TileBag, required: TileBag) -> bool:
    target = len(required)

    @cache
    def most(tiles: TileBag, needed: TileBag) -> int:
        first = next(iter(tiles), JOKER)
        if first.is_joker:
            return -1000 if JOKER in needed else 0
        one = TileBag([first])
        best = -1000
        if tiles.count(first) > needed.count(first):
            best = most(tiles - one, needed)
        for meld in melds_with_lowest(first, tiles):
            best = max(best, len(meld) + most(tiles - meld.bag, needed.minus(meld.bag)))
        return best

    return most(everything, required) > target
