# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""10.1 What table sets that are kept take away from a number: tiles, jokers, and runs that could go on."""

from __future__ import annotations

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import COLOURS, ITEMS_ROW, SET_ROW, SLOTS
    from openkub.solver.kernel.work import Work

SET_CHANGED = cython.declare(cython.longlong, 1024)  # a changed set is worse than any number of tiles in it


@cython.locals(i=cython.int, s=cython.int, item=cython.int, one=cython.uint, after=cython.uint)
def keep_sets(w: Work, v: cython.int, going_on: cython.uint, kept: cython.uint) -> cython.void:
    """Set a number up for the kept runs that go on, and for those kept of the sets that begin here."""
    one = 1
    after = 0
    for i in range(v * COLOURS, v * COLOURS + COLOURS):
        w.most[i] = w.all_most[i]
        w.least[i] = w.all_least[i]
        w.on_table[i] = w.all_table[i]
        w.next_one[i] = w.all_most[i + COLOURS]
        w.next_two[i] = w.all_most[i + 2 * COLOURS]
    w.step_jokers = 0
    w.step_cost = 0
    w.step_kept = kept
    for s in range(SLOTS):
        if going_on >> s & 1:
            item = w.slot_item[v * SLOTS + s]
            _take_away(w, v, item)
            if w.item_last[item] > v:
                after |= one << s
    for i in range(w.items[v]):
        item = w.items_at[v * ITEMS_ROW + i]
        if kept >> i & 1:
            _take_away(w, v, item)
            w.step_jokers += w.item_jokers[item]
            if w.item_last[item] > v:
                after |= one << w.item_slot[item]
        else:
            w.step_cost += SET_CHANGED + w.item_size[item]
    w.step_carry = after


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(c=cython.int, i=cython.int, row=cython.int)
def _take_away(w: Work, v: cython.int, item: cython.int) -> cython.void:
    """Take a kept set's tiles away from a number and from the look-ahead."""
    row = item * SET_ROW + v
    for c in range(COLOURS):
        i = v * COLOURS + c
        if w.item_tiles[row] >> c & 1:
            w.most[i] -= 1
            w.least[i] -= 1
            w.on_table[i] -= 1
        if w.item_tiles[row + 1] >> c & 1:
            w.next_one[i] -= 1
        if w.item_tiles[row + 2] >> c & 1:
            w.next_two[i] -= 1
