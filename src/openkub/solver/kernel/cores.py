# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""7.4 Taking in cores: sets of the table that stay together and may only grow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openkub.solver.kernel.loading import too_many
from openkub.solver.kernel.tables import Core, core_deals

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import COLOURS, JOKER, MOST_COPIES, MOST_JOKERS, NUMBERS, SET_ROW, VECTORS
    from openkub.solver.kernel.work import Work

RunCore = tuple[int, int, Sequence[int]]
"""A run that may only grow: colour, first number, kinds in order."""
GroupCore = tuple[int, int, int]
"""A group that may only grow: number, mask of colours, jokers."""

_SMALLEST_SET = 3


@cython.locals(v=cython.int)
def load_cores(w: Work, runs: Any, groups: Any) -> object:
    """Take in sets that stay together and may only grow."""
    held = [w.most[kind] for kind in range(JOKER)] + [w.jokers]
    cores = 0
    for colour, first, kinds in runs:
        _check_run(colour, first, kinds)
        _hold(held, kinds)
        w.has_cores = True
        w.core_colour[cores] = colour
        w.core_first[cores] = first - 1
        w.core_length[cores] = len(kinds)
        for place, kind in enumerate(kinds):
            w.core_tiles[cores * SET_ROW + place] = kind
        w.cores_begin[(first - 1) * COLOURS + colour] += 1
        w.cores_end[(first + len(kinds) - 2) * COLOURS + colour] += 1
        cores += 1
    w.run_cores = cores
    cores = 0
    numbers: dict[int, list[Core]] = {}
    for number, colours, jokers in groups:
        _check_group(number, colours, jokers)
        _hold(held, [number * COLOURS - COLOURS + c for c in range(COLOURS) if colours >> c & 1] + [JOKER] * jokers)
        w.has_cores = True
        w.group_core_number[cores] = number - 1
        w.group_core_colours[cores] = colours
        w.group_core_jokers[cores] = jokers
        numbers.setdefault(number - 1, []).append((colours, jokers))
        cores += 1
    w.group_cores = cores
    for v, here in numbers.items():
        w.deals_at[v] = (v + 1) * VECTORS
        _copy_deals(w, w.deals_at[v], core_deals(tuple(here)))
    return None


@cython.locals(row=cython.int, size=cython.int, place=cython.int, kind=cython.int, start=cython.int)
@cython.locals(colours=cython.int, jokers=cython.int, number=cython.int)
def load_core(w: Work, item: cython.int) -> object:
    """Take in one of the sets that were read as a core; what can be a run is one."""
    row = item * SET_ROW
    size = w.item_size[item]
    start = -1
    colours = 0
    jokers = 0
    number = 0
    for place in range(size):
        kind = w.item_row[row + place]
        w.core_tiles[place] = kind
        if kind == JOKER:
            jokers += 1
            continue
        if colours == 0:
            start = kind - COLOURS * place
            number = kind // COLOURS
        colours |= 1 << kind % COLOURS
    w.has_cores = True
    if colours & (colours - 1) == 0 and 0 <= start and start + COLOURS * (size - 1) < JOKER:
        w.core_colour[0] = start % COLOURS
        w.core_first[0] = start // COLOURS
        w.core_length[0] = size
        w.cores_begin[start] += 1
        w.cores_end[start + COLOURS * (size - 1)] += 1
        w.run_cores = 1
        return None
    w.group_core_number[0] = number
    w.group_core_colours[0] = colours
    w.group_core_jokers[0] = jokers
    w.group_cores = 1
    w.deals_at[number] = (number + 1) * VECTORS
    _copy_deals(w, w.deals_at[number], core_deals(((colours, jokers),)))
    return None


@cython.cfunc
@cython.locals(vector=cython.int)
def _copy_deals(w: Work, at: cython.int, deals: bytes) -> object:
    """How the vectors of a number with cores can be dealt."""
    for vector in range(VECTORS):
        w.deals[at + vector] = deals[vector]
    return None


def _hold(held: list[int], kinds: Sequence[int]) -> None:
    """Count the tiles of a core to the others; since no kit has more, there is room for all cores."""
    for kind in kinds:
        held[kind] += 1
        if held[kind] > (MOST_JOKERS if kind == JOKER else MOST_COPIES):
            raise ValueError(too_many(kind, held[kind]))


def _check_run(colour: int, first: int, kinds: Sequence[int]) -> None:
    size = len(kinds)
    if not (0 <= colour < COLOURS and 1 <= first and size >= _SMALLEST_SET and first + size - 1 <= NUMBERS):
        raise ValueError(f"there is no run of {size} tiles from {first} on in colour {colour}")
    for place, kind in enumerate(kinds):
        if kind not in (JOKER, (first - 1 + place) * COLOURS + colour):
            raise ValueError(f"kind {kind} is no tile of a run in colour {colour} at {first + place}")


def _check_group(number: int, colours: int, jokers: int) -> None:
    if not (1 <= number <= NUMBERS and 0 < colours < 1 << COLOURS and jokers >= 0):
        raise ValueError(f"there is no group of {number} with colours {colours}")
    if not _SMALLEST_SET <= colours.bit_count() + jokers <= COLOURS:
        raise ValueError("a group has three or four tiles")
