# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""10. Least disturbance: among the plays of largest gain one that leaves most sets of the table as they lie.

The same layers; each table set is kept whole or not when its first number comes, kept runs that go on are bits of the
state, and the cost is now the disturbance, the loss a resource that may not exceed the optimum. Where that takes long,
a search from the other side says what is still to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from openkub.solver.kernel.loading import Counts
from openkub.solver.kernel.work import EACH_TILE

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import (
        COLOURS,
        COPIES,
        GROUPS_ROW,
        ITEMS_ROW,
        JOKER,
        NUMBERS,
        SET_CHANGED,
        SET_ROW,
        SLOTS,
        Mode,
    )
    from openkub.solver.kernel.loading import load_sets, ready
    from openkub.solver.kernel.solving import begin, end, find, lays_any, placed, sets_of
    from openkub.solver.kernel.work import Effort, Weights, Work, taken

Set = TypeVar("Set", bound=Sequence[int])
"""A set as it lies: its tiles by kind."""
Calm = tuple[int, int, list[Set], list[Set], list[bytes]]
"""What was found: the gain, the rack tiles laid as counts, the sets kept, those changed, and all sets but the kept."""

_MOST_GROUPS = 6  # groups of one number: every choice of them is looked at


def calmest(
    sets: Sequence[Set], rack: Counts, weights: Weights = EACH_TILE, effort: Effort | None = None
) -> Calm[Set] | None:
    """The play of largest gain that leaves most table sets unchanged.

    `sets` is the table as it lies. Exact in the number of sets kept, then in the number of tiles of the others; None
    where that takes more room than there is.
    """
    w: Work
    goal: cython.int
    with taken() as w:
        load_sets(w, sets, rack, weights)
        begin(w, effort)
        with cython.nogil:
            ready(w)
            goal = find(w)
        end(w, effort)
        if goal < 0:
            return None
        gain = w.whole_gain - w.node_cost[goal]
        if not lays_any(w):
            return gain, 0, list(sets), [], []
        w.loss_most = w.node_cost[goal]
        _must_lie(w)
        found = _load_items(w, len(sets))
        if found:
            with cython.nogil:
                goal = find(w)
            found = goal >= 0
        if effort is not None:
            effort.left = min(effort.left, w.effort_most - w.effort)
        if not found:
            return None
        kept: list[Set] = []
        torn: list[Set] = []
        for item, tiles in enumerate(sets):
            (torn if w.item_torn[item] else kept).append(tiles)
        return gain, placed(w), kept, torn, sets_of(w)


@cython.cfunc
@cython.locals(kind=cython.int)
def _must_lie(w: Work) -> object:
    """What may not stay behind, since that alone would lose too much, must lie on the table."""
    for kind in range(JOKER):
        while w.least[kind] < w.most[kind]:
            if w.loss[kind * COPIES + w.least[kind] - w.on_table[kind]] <= w.loss_most - w.start_cost:
                break
            w.least[kind] += 1
    ready(w)
    return None


@cython.cfunc
@cython.locals(i=cython.int, v=cython.int)
def _load_items(w: Work, items: cython.int) -> cython.bint:
    """Turn to the least disturbance of the sets that were read; False when there is no room for them."""
    w.items = items
    for i in range(JOKER):
        w.runs_here[i] = 0
    for i in range(COLOURS * SLOTS):
        w.slot_busy[i] = 0
    for v in range(NUMBERS):
        w.groups_here[v] = 0
        w.most_here[v] = 0
        for i in range(COLOURS):
            w.most_here[v] |= w.most[v * COLOURS + i] << 4 * i
    for i in range(items):
        if not _load_item(w, i):
            return False
    for v in range(NUMBERS):
        _load_choices(w, v)
    _load_sizes(w)
    w.mode = Mode.CALM
    w.every_place = False
    return True


@cython.cfunc
@cython.locals(
    first=cython.int, last=cython.int, place=cython.int, kind=cython.int, jokers=cython.int, colour=cython.int
)
def _load_item(w: Work, item: cython.int) -> cython.bint:
    """Take one set in, as a group or as a run."""
    first = NUMBERS
    last = -1
    jokers = 0
    colour = 0
    for place in range(w.item_size[item]):
        kind = w.item_row[item * SET_ROW + place]
        if kind == JOKER:
            jokers += 1
            continue
        first = min(first, kind // COLOURS)
        last = max(last, kind // COLOURS)
        colour = kind % COLOURS
    w.item_jokers[item] = jokers
    w.item_cost[item] = SET_CHANGED + w.item_size[item]
    if first < last:
        return _load_run(w, item, colour, first, last)
    if w.groups_here[first] >= _MOST_GROUPS:
        return False
    w.groups_at[first * ITEMS_ROW + w.groups_here[first]] = item
    w.groups_here[first] += 1
    return True


@cython.cfunc
@cython.locals(v=cython.int, i=cython.int, slot=cython.int, span=cython.uint, place=cython.int, kind=cython.int)
def _load_run(w: Work, item: cython.int, colour: cython.int, first: cython.int, last: cython.int) -> cython.bint:
    """Lay a run out by number, with a bit of its colour's stands as long as it goes on."""
    span = (2 << last) - (1 << first)
    slot = 0
    while slot < SLOTS and w.slot_busy[colour * SLOTS + slot] & span:
        slot += 1
    if slot == SLOTS:
        return False
    w.slot_busy[colour * SLOTS + slot] |= span
    w.item_first[item] = first
    w.item_last[item] = last
    w.item_slot[item] = slot
    for v in range(SET_ROW):
        w.item_tiles[item * SET_ROW + v] = 0
    for place in range(w.item_size[item]):
        kind = w.item_row[item * SET_ROW + place]
        if kind != JOKER:
            w.item_tiles[item * SET_ROW + kind // COLOURS] = 1
    for v in range(first, last + 1):
        i = v * COLOURS + colour
        if w.runs_here[i] >= ITEMS_ROW:
            return False
        w.runs_at[i * ITEMS_ROW + w.runs_here[i]] = item
        w.runs_here[i] += 1
    return True


@cython.cfunc
@cython.locals(size=cython.int, item=cython.int, small=cython.int, large=cython.int)
def _load_sizes(w: Work) -> object:
    """How many tiles the smallest and the largest sets of the table have, by their number."""
    small = 0
    large = 0
    w.least_tiles[0] = 0
    w.most_tiles[0] = 0
    for size in range(SET_ROW):
        for item in range(w.items):
            if w.item_size[item] == size:
                w.least_tiles[small + 1] = w.least_tiles[small] + size
                small += 1
            if w.item_size[item] == SET_ROW - size:
                w.most_tiles[large + 1] = w.most_tiles[large] + SET_ROW - size
                large += 1
    return None


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
