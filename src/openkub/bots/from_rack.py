"""Whole sets from the rack, as a person lays them: the table stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from openkub.law.moves import Play
from openkub.law.rules import Rules
from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import TileBag
from openkub.pieces.within import melds_within
from openkub.play.view import View


def lay_sets(view: View, seen: Callable[[Meld], bool]) -> Play | None:
    """All that the sets seen on the own rack come to; before the opening only if it is enough for one."""
    sets = [meld for meld in melds_within(view.position.layable.rack) if seen(meld)]
    chosen = opening_sets(view.rules, sets, view.rack) if not view.has_opened else most_tiles(sets, view.rack)
    return Play(Table((*view.table, *chosen))) if chosen else None


def opening_sets(rules: Rules, sets: list[Meld], rack: TileBag) -> tuple[Meld, ...]:
    """The sets to open with, or none if they do not come to the points."""

    def points(meld: Meld) -> int:
        return meld.value(rules.opening_joker_value)

    chosen = _best_sets(sets, rack, points)
    if rules.opening_sets == "one":
        chosen = tuple(sorted(sets, key=points)[-1:])
    return chosen if sum(map(points, chosen)) >= rules.opening_min_points else ()


def most_tiles(sets: list[Meld], rack: TileBag) -> tuple[Meld, ...]:
    """The sets that take the most tiles off the rack."""
    return _best_sets(sets, rack, len)


def _best_sets(sets: list[Meld], rack: TileBag, worth: Callable[[Meld], int]) -> tuple[Meld, ...]:
    """Those of the sets that fit together on the rack and are worth most; of very many, the longest are looked at."""
    few = sorted(sets, key=lambda meld: (-worth(meld), meld))[:_ENOUGH]

    @cache
    def best(first: int, tiles: TileBag) -> tuple[int, tuple[Meld, ...]]:
        found: tuple[int, tuple[Meld, ...]] = (0, ())
        for index in range(first, len(few)):
            meld = few[index]
            if meld.bag <= tiles:
                gain, others = best(index, tiles - meld.bag)
                found = max(found, (gain + worth(meld), (meld, *others)), key=lambda option: option[0])
        return found

    return best(0, rack)[1]


_ENOUGH = 24
