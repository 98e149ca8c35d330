"""Which number a set has on the screen when the whole table is laid anew."""

from __future__ import annotations

from collections.abc import Sequence

from openkub.melds import Meld, Table


def renumbered(table: Table, before: Sequence[Meld], now: Sequence[Meld]) -> tuple[Meld, ...]:
    """The sets of a table in their places; where none lies there is an empty one.

    A set that lay there at the start of the turn, or lies there now, keeps its number; one that was changed takes the
    number of the set of which it holds most; new ones come behind.

    >>> before = Table.parse("k3 b3 y3 | r4 r5 r6 | b8 b9 b10")
    >>> sets = renumbered(Table.parse("b8 b9 b10 b11 | b3 y3 k3 | r1 r2 r3 r4 r5 r6"), before, before)
    >>> print(Table(sets))
    k3 b3 y3 | r1 r2 r3 r4 r5 r6 | b8 b9 b10 b11
    """
    left = list(table)
    places: dict[int, Meld] = {}
    for lying in (before, now):
        for place, meld in enumerate(lying):
            found = next((new for new in left if new.key == meld.key), None)
            if found is not None and meld and place not in places:
                left.remove(found)
                places[place] = meld
    for _, place, new in sorted(_likenesses(left, before), key=lambda likeness: -likeness[0]):
        if place not in places and new in left:
            left.remove(new)
            places[place] = new
    behind = (place for place in range(len(before), len(before) + len(table)) if place not in places)
    places.update(zip(behind, left, strict=False))
    last = max([len(before) - 1, *places])
    return tuple(places.get(place, Meld()) for place in range(last + 1))


def _likenesses(sets: Sequence[Meld], before: Sequence[Meld]) -> list[tuple[int, int, Meld]]:
    """How many tiles a set shares with one that lay there, the place of that one, and the set."""
    shared = [(len(old.bag) - len(old.bag.minus(new.bag)), at, new) for new in sets for at, old in enumerate(before)]
    return [likeness for likeness in shared if likeness[0]]
