# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""10. Least disturbance: among the plays of largest gain one that leaves most sets of the table as they lie.

The same layers; each table set is kept whole or not when its first number comes, kept runs that go on are bits of the
state, and the cost is now the disturbance, the loss a resource that may not exceed the optimum.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from openkub.solver.kernel.loading import Counts
from openkub.solver.kernel.work import EACH_TILE

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import (
        COLOURS,
        ITEMS_ROW,
        JOKER,
        KINDS_ROOM,
        MAX_ITEMS,
        NUMBERS,
        SET_ROW,
        SLOTS,
        Mode,
    )
    from openkub.solver.kernel.loading import load, ready
    from openkub.solver.kernel.solving import begin, end, find, placed, sets_of
    from openkub.solver.kernel.work import Effort, Weights, Work, taken

Calm = tuple[int, int, list[bytes], list[bytes]]
"""What was found: the gain, the rack tiles laid as counts, the sets kept, the other sets."""

_MOST_AT_A_NUMBER = 12  # sets that begin at one number: every choice of them is tried


def calmest(
    sets: Sequence[bytes], rack: Counts, weights: Weights = EACH_TILE, effort: Effort | None = None
) -> Calm | None:
    """The play of largest gain that leaves most table sets unchanged.

    `sets` is the table as it lies. Exact in the number of sets kept, then in the number of tiles of the others; None
    where that takes more room than there is.
    """
    w: Work
    goal: cython.int
    table = sum([_counts(tiles) for tiles in sets])
    with taken() as w:
        load(w, table, rack, None, weights)
        begin(w, effort)
        ready(w)
        goal = find(w)
        end(w, effort)
        if goal < 0 and w.was_cut:
            return None
        if goal < 0:
            raise ValueError("the table does not consist of valid sets")
        gain = w.whole_gain - w.node_cost[goal]
        if not placed(w):
            return gain, 0, list(sets), []
        w.loss_most = w.node_cost[goal]
        if not _load_items(w, sets):
            return None
        if find(w) < 0:
            return None
        kept, others = _kept(w, sets), sets_of(w)
    laid = sum([_counts(tiles) for tiles in others]) + sum([_counts(tiles) for tiles in kept]) - table
    return gain, laid, kept, others


@lru_cache(1 << 14)
def _counts(tiles: bytes) -> int:
    """The tiles of a set as counts; the sets on tables are few, and asked for again and again."""
    return sum([1 << 4 * kind for kind in list(tiles)])  # a list, lest C shifts an int of its own


@cython.cfunc
@cython.locals(i=cython.int)
def _load_items(w: Work, sets: Sequence[bytes]) -> cython.bint:
    """Turn to the least disturbance of these sets; False when they do not fit the state."""
    if len(sets) > MAX_ITEMS:
        return False
    for i in range(NUMBERS):
        w.items[i] = 0
    busy = [0] * SLOTS  # for every bit of the key, the numbers at which it is taken
    for item, tiles in enumerate(sets):
        if not _load_item(w, item, tiles, busy):
            return False
    for i in range(KINDS_ROOM):
        w.runs_least[i] = 0  # kept sets take tiles away, so nothing is forced beforehand
        w.all_most[i] = w.most[i]
        w.all_least[i] = w.least[i]
        w.all_table[i] = w.on_table[i]
    w.mode = Mode.CALM
    w.every_place = False
    return True


@cython.cfunc
@cython.locals(v=cython.int)
def _load_item(w: Work, item: cython.int, tiles: bytes, busy: list[int]) -> cython.bint:
    """Lay one set out by number, with a bit of the key if it goes on from number to number."""
    numbers = [kind // COLOURS for kind in tiles if kind != JOKER]
    if not numbers:
        raise ValueError("a set has a numbered tile")
    first, last = min(numbers), max(numbers)
    for v in range(SET_ROW):
        w.item_tiles[item * SET_ROW + v] = 0
    for kind in tiles:
        if kind != JOKER:
            w.item_tiles[item * SET_ROW + kind // COLOURS] |= 1 << kind % COLOURS
    w.item_jokers[item] = len(tiles) - len(numbers)
    w.item_size[item] = len(tiles)
    w.item_last[item] = last
    if w.items[first] >= _MOST_AT_A_NUMBER:
        return False
    w.items_at[first * ITEMS_ROW + w.items[first]] = item
    w.items[first] += 1
    if first == last:
        return True
    span = (2 << last) - (1 << first)
    slot = next((s for s in range(SLOTS) if not busy[s] & span), None)
    if slot is None:
        return False
    busy[slot] |= span
    w.item_slot[item] = slot
    for v in range(first, last + 1):
        w.slot_item[v * SLOTS + slot] = item
    return True


@cython.cfunc
@cython.locals(v=cython.int, i=cython.int)
def _kept(w: Work, sets: Sequence[bytes]) -> list[bytes]:
    """The sets that the arrangement leaves as they lie."""
    kept = []
    for v in range(NUMBERS):
        for i in range(w.items[v]):
            if w.node_kept[w.path[v + 1]] >> i & 1:
                kept.append(sets[w.items_at[v * ITEMS_ROW + i]])
    return kept
