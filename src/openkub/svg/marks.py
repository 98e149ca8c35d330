"""What stands out in a picture.

>>> changes(Table.parse("k4 r4 b4 y4"), Table.parse("k4 r4 b4 | r4 r5 r6"))
(0, 1, (1, 0), (1, 1), (1, 2))
"""

from __future__ import annotations

from collections.abc import Iterator

from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag

Mark = int | tuple[int, int]
"""A set by its index, or one of its tiles by both indices."""


def changes(before: Table, after: Table) -> tuple[Mark, ...]:
    """What a turn did, as marks: the sets that lie otherwise than before, and the tiles that were not there."""
    sets = after.not_in(before)
    return tuple(sorted([*sets, *_laid(before, after, sets)], key=_in_order))


def _in_order(mark: Mark) -> tuple[int, int]:
    return (mark, -1) if isinstance(mark, int) else mark


def _laid(before: Table, after: Table, sets: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Which of two equal tiles was laid, nobody knows; most likely the one that was in no such set before."""
    new = after.bag.minus(before.bag)
    foreign = _foreign(before, after, sets)
    for index in sets:
        for place, tile in enumerate(after[index]):
            if tile in foreign[index] and tile in new:
                new -= TileBag([tile])
                foreign[index] -= TileBag([tile])
                yield index, place


def _foreign(before: Table, after: Table, sets: tuple[int, ...]) -> dict[int, TileBag]:
    """The tiles of each set that do not come from the old one that it has most of; who has most may say first."""
    old = [before[index].bag for index in before.not_in(after)]
    kept = {index: max((_common(after[index].bag, bag) for bag in old), default=0) for index in sets}
    foreign = {}
    for index in sorted(sets, key=lambda index: -kept[index]):
        bag = after[index].bag
        source = max(range(len(old)), key=lambda number: _common(bag, old[number]), default=None)
        foreign[index] = bag if source is None else bag.minus(old[source])
        if source is not None:
            old[source] = old[source].minus(bag)
    return foreign


def _common(one: TileBag, other: TileBag) -> int:
    return len(one) - len(one.minus(other))
