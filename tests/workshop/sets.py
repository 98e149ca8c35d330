"""Every set there is, for whoever models a turn as a choice of sets."""

from __future__ import annotations

from functools import cache
from itertools import combinations

JOKER = 52
Tiles = tuple[int, ...]
"""Tiles as kinds, `4 * (number - 1) + colour`, the joker 52."""


@cache
def all_sets(jokers: int) -> tuple[Tiles, ...]:
    """Every set by its tiles, with at most so many jokers; a run of more than five is some of the shorter ones."""
    whole = [
        tuple(4 * n + c for c in colours) for n in range(13) for k in (3, 4) for colours in combinations(range(4), k)
    ]
    whole += [tuple(range(4 * n + c, 4 * (n + k) + c, 4)) for c in range(4) for k in (3, 4, 5) for n in range(14 - k)]
    found = set()
    for tiles in whole:
        for count in range(min(jokers, len(tiles) - 1) + 1):
            for places in combinations(range(len(tiles)), count):
                found.add(tuple(sorted(JOKER if i in places else tile for i, tile in enumerate(tiles))))
    return tuple(sorted(found))
