# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""10. Least disturbance: among the plays of largest gain one that leaves most sets of the table as they lie.

The same layers; each table set is kept whole or not when its first number comes, kept runs that go on are bits of the
state, and the cost is now the disturbance, the loss a resource that may not exceed the optimum. Where that takes long,
a search from the other side says what is still to come.
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
        GROUPS_ROW,
        ITEMS_ROW,
        JOKER,
        MAX_ITEMS,
        NUMBERS,
        SET_CHANGED,
        SET_ROW,
        SLOTS,
        Mode,
    )
    from openkub.solver.kernel.loading import load, ready
    from openkub.solver.kernel.solving import begin, end, find, placed, sets_of
    from openkub.solver.kernel.work import Effort, Weights, Work, taken

Calm = tuple[int, int, list[bytes], list[bytes]]
"""What was found: the gain, the rack tiles laid as counts, the sets kept, the other sets."""

_MOST_GROUPS = 6  # groups of one number: every choice of them is looked at


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
        if not _load_items(w, sets) or find(w) < 0:
            return None
        kept = [tiles for item, tiles in enumerate(sets) if not w.item_torn[item]]
        others = sets_of(w)
    laid = sum([_counts(tiles) for tiles in others]) + sum([_counts(tiles) for tiles in kept]) - table
    return gain, laid, kept, others


@lru_cache(1 << 14)
def _counts(tiles: bytes) -> int:
    """The tiles of a set as counts; the sets on tables are few, and asked for again and again."""
    return sum([1 << 4 * kind for kind in list(tiles)])  # a list, lest C shifts an int of its own


@cython.cfunc
@cython.locals(i=cython.int, v=cython.int)
def _load_items(w: Work, sets: Sequence[bytes]) -> cython.bint:
    """Turn to the least disturbance of these sets; False when they do not fit the state."""
    if len(sets) > MAX_ITEMS:
        return False
    w.items = len(sets)
    for i in range(JOKER):
        w.runs_here[i] = 0
    for v in range(NUMBERS):
        w.groups_here[v] = 0
        w.straddling[v] = 0
        w.most_here[v] = 0
        for i in range(COLOURS):
            w.most_here[v] |= w.most[v * COLOURS + i] << 4 * i
    busy = [0] * SLOTS  # for every bit of the key, the numbers at which it is taken
    for item, tiles in enumerate(sets):
        if not _load_item(w, item, tiles, busy):
            return False
    for v in range(NUMBERS):
        _load_choices(w, v)
    w.mode = Mode.CALM
    w.every_place = False
    return True


@cython.cfunc
def _load_item(w: Work, item: cython.int, tiles: bytes, busy: list[int]) -> cython.bint:
    """Take one set in, as a group or as a run."""
    numbers = [kind // COLOURS for kind in tiles if kind != JOKER]
    if not numbers:
        raise ValueError("a set has a numbered tile")
    first, last = min(numbers), max(numbers)
    for place, kind in enumerate(tiles):
        w.item_row[item * SET_ROW + place] = kind
    w.item_size[item] = len(tiles)
    w.item_jokers[item] = len(tiles) - len(numbers)
    w.item_cost[item] = SET_CHANGED + len(tiles)
    if first < last:
        return _load_run(w, item, tiles, first, last, busy)
    if w.groups_here[first] >= _MOST_GROUPS:
        return False
    w.groups_at[first * ITEMS_ROW + w.groups_here[first]] = item
    w.groups_here[first] += 1
    return True


@cython.cfunc
@cython.locals(v=cython.int, i=cython.int)
def _load_run(
    w: Work, item: cython.int, tiles: bytes, first: cython.int, last: cython.int, busy: list[int]
) -> cython.bint:
    """Lay a run out by number, with a bit of the key as long as it goes on."""
    colour = next(kind for kind in tiles if kind != JOKER) % COLOURS
    span = (2 << last) - (1 << first)
    slot = next((s for s in range(SLOTS) if not busy[s] & span), None)
    if slot is None:
        return False
    busy[slot] |= span
    w.item_first[item] = first
    w.item_last[item] = last
    w.item_slot[item] = slot
    for v in range(SET_ROW):
        w.item_tiles[item * SET_ROW + v] = 0
    for v in range(first, last + 1):
        i = v * COLOURS + colour
        if w.runs_here[i] >= ITEMS_ROW:
            return False
        w.runs_at[i * ITEMS_ROW + w.runs_here[i]] = item
        w.runs_here[i] += 1
        w.item_tiles[item * SET_ROW + v] = i in tiles
        w.slot_item[v * SLOTS + slot] = item
        if v > first:
            w.straddling[v] += w.item_cost[item]
    return True


@cython.cfunc
@cython.locals(i=cython.int, c=cython.int, kept=cython.int, row=cython.int, item=cython.int, kind=cython.int)
def _load_choices(w: Work, v: cython.int) -> object:
    """Every choice of the groups of a number to be kept."""
    for kept in range(1 << w.groups_here[v]):
        row = v * GROUPS_ROW + kept
        w.kept_tiles[row] = 0
        w.kept_jokers[row] = 0
        w.kept_cost[row] = 0
        for i in range(w.groups_here[v]):
            item = w.groups_at[v * ITEMS_ROW + i]
            if not kept >> i & 1:
                w.kept_cost[row] += w.item_cost[item]
                continue
            w.kept_jokers[row] += w.item_jokers[item]
            for c in range(w.item_size[item]):
                kind = w.item_row[item * SET_ROW + c]
                if kind != JOKER:
                    w.kept_tiles[row] += 1 << 4 * (kind % COLOURS)
    return None
