"""1. Groups: tables by recursion, and what sets that stay together, called cores, take of them.

A vector holds for each colour how many tiles of one number lie in groups. `GROUP_JOKERS[vector]` is a bit mask of the
joker counts with which it can be dealt out into groups, and `GROUP_FIRST[vector * 8 + jokers]` names one first group of
such a dealing. Found by recursion, so that 2+2+2+2 with one joker is three groups of three.
"""

from __future__ import annotations

from functools import lru_cache

from openkub.solver.kernel.layout import (
    COLOURS,
    FIRST_JOKERS_AT,
    FIRST_ROW,
    MOST_JOKERS,
    VECTOR,
    VECTOR_BITS,
    VECTORS,
)

_GROUP = 4  # tiles in a full group
_ALL_COUNTS = (1 << (MOST_JOKERS + 1)) - 1
Core = tuple[int, int]
"""A group that may only grow: the mask of its colours, and its jokers."""


def _one_of_each(colours: int) -> int:
    """The vector with one tile of each of these colours."""
    return sum(1 << (VECTOR_BITS * c) for c in range(COLOURS) if colours >> c & 1)


def _has_all(vector: int, colours: int) -> bool:
    return all(vector >> (VECTOR_BITS * c) & VECTOR for c in range(COLOURS) if colours >> c & 1)


def _group_tables() -> tuple[bytes, bytes]:
    masks, first = bytearray(VECTORS), bytearray(VECTORS * FIRST_ROW)
    masks[0] = 1
    for vector in range(1, VECTORS):
        for colours in range(1, 1 << COLOURS):
            if not _has_all(vector, colours):
                continue
            rest, size = vector - _one_of_each(colours), colours.bit_count()
            for jokers in range(max(0, _GROUP - 1 - size), _GROUP + 1 - size):
                for k in range(MOST_JOKERS + 1 - jokers):
                    if masks[rest] >> k & 1 and not masks[vector] >> (k + jokers) & 1:
                        masks[vector] |= 1 << (k + jokers)
                        first[vector * FIRST_ROW + k + jokers] = colours | jokers << FIRST_JOKERS_AT
    return bytes(masks), bytes(first)


GROUP_JOKERS, GROUP_FIRST = _group_tables()


@lru_cache(256)
def core_choices(core: Core) -> tuple[Core, ...]:
    """The colours and jokers that a core may take, smallest first."""
    colours, jokers = core
    room = _GROUP - colours.bit_count() - jokers
    takes = [take for take in range(1 << COLOURS) if not take & colours]
    return tuple((take, extra) for take in takes for extra in range(room - take.bit_count() + 1))


@lru_cache(1024)
def core_deals(cores: tuple[Core, ...]) -> bytes:
    """GROUP_JOKERS for a number with these cores: what they may take, laid over what ordinary groups can do."""
    if not cores:
        return GROUP_JOKERS
    deals, after = core_deals(cores[:-1]), bytearray(VECTORS)
    for take, extra in core_choices(cores[-1]):
        more = _one_of_each(take)
        for vector in _not_full(take):
            after[vector + more] |= deals[vector] << extra & _ALL_COUNTS
    return bytes(after)


@lru_cache(1 << COLOURS)
def _not_full(colours: int) -> tuple[int, ...]:
    """The vectors that can take a tile more of each of these colours."""
    return tuple(vector for vector in range(VECTORS) if not _is_full(vector, colours))


def _is_full(vector: int, colours: int) -> bool:
    """Whether one of these colours can take no more tiles."""
    return any(vector >> (VECTOR_BITS * c) & VECTOR == VECTOR for c in range(COLOURS) if colours >> c & 1)


def deal_cores(cores: tuple[Core, ...], vector: int, jokers: int) -> list[Core] | None:
    """What each core takes of the vector and the jokers, so that the rest can be dealt out into groups."""
    if not cores:
        return [] if jokers >= 0 and GROUP_JOKERS[vector] >> jokers & 1 else None
    for take, extra in core_choices(cores[0]):
        if extra <= jokers and _has_all(vector, take):
            more = deal_cores(cores[1:], vector - _one_of_each(take), jokers - extra)
            if more is not None:
                return [(take, extra), *more]
    return None
