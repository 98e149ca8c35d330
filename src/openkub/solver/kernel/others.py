# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""10.2 Least disturbance, one number: what it makes of the tiles that are not in runs.

The table's groups of the number are kept or not, and the cheapest of the other groups lie beside them.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.groups import cheapest_groups
    from openkub.solver.kernel.layout import GROUPS_ROW, GUARDS, NUMBERS, OTHERS, VECTORS
    from openkub.solver.kernel.work import Work

NONE = cython.declare(cython.int, -1)


@cython.locals(v=cython.int)
def forget_others(w: Work) -> cython.void:
    """Begin without any."""
    w.others = 0
    for v in range(NUMBERS):
        w.first_other[v] = NONE


@cython.locals(e=cython.int, first=cython.int, kept=cython.int, row=cython.int, all=cython.int, g=cython.int)
@cython.locals(k=cython.int, tiles=cython.int, loss=cython.longlong)
def others_of(w: Work, v: cython.int, in_runs: cython.int) -> cython.int:
    """Where it says what a number makes of the tiles beside those in runs: groups kept, groups made, tiles left."""
    e = v * VECTORS + in_runs
    if w.others_stamp[e] == w.stands_now:
        return e
    w.others_stamp[e] = w.stands_now
    first = w.others
    # Four bits a colour, so that the sum of two vectors stays in its place and can be compared with what there is.
    tiles = (in_runs & 3) | (in_runs << 2 & 0x30) | (in_runs << 4 & 0x300) | (in_runs << 6 & 0x3000)
    for kept in range((1 << w.groups_here[v]) - 1, -1, -1):
        row = v * GROUPS_ROW + kept
        all = tiles + w.kept_tiles[row]
        if ((w.most_here[v] | GUARDS) - all) & GUARDS != GUARDS:
            continue
        g = cheapest_groups(w, v, (all & 3) | (all >> 2 & 12) | (all >> 4 & 48) | (all >> 6 & 192))
        for k in range(w.jokers - w.kept_jokers[row] + 1):
            loss = w.cheapest_loss[g + k]
            if loss <= w.loss_most - w.start_cost:
                _add_other(w, first, v, in_runs, kept, loss, k, w.cheapest_vector[g + k])
    w.others_first[e] = first
    w.others_count[e] = w.others - first
    return e


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, row=cython.int, jokers=cython.int, cost=cython.int)
def _add_other(
    w: Work,
    first: cython.int,
    v: cython.int,
    in_runs: cython.int,
    kept: cython.int,
    loss: cython.longlong,
    new_jokers: cython.int,
    vector: cython.int,
) -> cython.void:
    """Add one, unless it costs no less than one that is there."""
    row = v * GROUPS_ROW + kept
    jokers = w.kept_jokers[row] + new_jokers
    cost = cython.cast(cython.int, w.kept_cost[row])
    w.effort += 1
    for i in range(first, w.others):
        if w.other_cost[i] <= cost and w.other_loss[i] <= loss:
            if w.other_jokers[i] == jokers or (w.other_jokers[i] < jokers and not w.every_place):
                return
    if w.others >= OTHERS:
        w.was_cut = True
        return
    i = w.others
    w.others += 1
    w.other_runs[i] = in_runs
    w.other_cost[i] = cost
    w.other_loss[i] = loss
    w.other_extra[i] = cost
    w.other_jokers[i] = jokers
    w.other_kept[i] = kept
    w.other_vector[i] = vector
    w.next_other[i] = w.first_other[v]
    w.first_other[v] = i
