# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""10. Least disturbance, one step: a way for each colour, and what the number makes of the tiles left over."""

from __future__ import annotations

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.keeping import forget_stands, list_ways, stand_of
    from openkub.solver.kernel.layout import (
        CHOICE_BITS,
        COLOURS,
        JOKERS_AT,
        NUMBER,
        NUMBER_AT,
        VECTOR_BITS,
        VECTORS,
        key_of,
        stand_in,
    )
    from openkub.solver.kernel.nodes import push
    from openkub.solver.kernel.others import forget_others, others_of
    from openkub.solver.kernel.prices import least_to_come
    from openkub.solver.kernel.work import Work


@cython.locals(key=cython.ulonglong, c=cython.int)
def start_calmly(w: Work) -> cython.ulonglong:
    """The key of the start; what was listed for another question is forgotten."""
    if w.stands == 0 or w.stands_full != w.every_place:
        w.stands_full = w.every_place
        forget_stands(w)
        forget_others(w)
    key = 0
    for c in range(COLOURS):
        key |= key_of(stand_of(w, c, 0, 0), c)
    return key


@cython.locals(key=cython.ulonglong, v=cython.int, e=cython.int, left=cython.int, due=cython.longlong)
@cython.locals(i0=cython.int, i1=cython.int, i2=cython.int, i3=cython.int, slack=cython.longlong)
@cython.locals(at0=cython.int, at1=cython.int, at2=cython.int, at3=cython.int)
@cython.locals(n0=cython.int, n1=cython.int, n2=cython.int, n3=cython.int)
@cython.locals(left0=cython.int, left1=cython.int, left2=cython.int, left3=cython.int)
@cython.locals(slack0=cython.longlong, slack1=cython.longlong, slack2=cython.longlong, slack3=cython.longlong)
@cython.locals(tiles1=cython.int, tiles2=cython.int, jokers1=cython.int, jokers2=cython.int)
@cython.locals(cost1=cython.int, cost2=cython.int, key1=cython.ulonglong, key2=cython.ulonglong)
@cython.locals(choice1=cython.uint, choice2=cython.uint)
def expand_calmly(w: Work, node: cython.int) -> cython.void:
    """All successors of a node: a way for each colour, as long as there are jokers for all of them."""
    key = w.node_key[node]
    v = cython.cast(cython.int, key >> NUMBER_AT & NUMBER)
    left = w.jokers - w.node_jokers[node]
    due = w.node_cost[node]
    if w.is_priced:
        due += least_to_come(w, key, w.node_jokers[node], w.node_loss[node])
    slack = w.cost_most - 1 - due
    w.expanded += 1
    at0 = stand_in(key, 0)
    at1 = stand_in(key, 1)
    at2 = stand_in(key, 2)
    at3 = stand_in(key, 3)
    n0 = w.stand_ways[at0] if w.stand_ways[at0] >= 0 else list_ways(w, at0)
    n1 = w.stand_ways[at1] if w.stand_ways[at1] >= 0 else list_ways(w, at1)
    n2 = w.stand_ways[at2] if w.stand_ways[at2] >= 0 else list_ways(w, at2)
    n3 = w.stand_ways[at3] if w.stand_ways[at3] >= 0 else list_ways(w, at3)
    at0 = w.stand_first[at0]
    at1 = w.stand_first[at1]
    at2 = w.stand_first[at2]
    at3 = w.stand_first[at3]
    key = cython.cast(cython.ulonglong, v + 1) << NUMBER_AT
    for i0 in range(at0, at0 + n0):
        left0 = left - w.way_needs[i0]
        slack0 = slack - w.way_extra[i0]
        if left0 < 0 or slack0 < 0:
            continue
        for i1 in range(at1, at1 + n1):
            left1 = left0 - w.way_needs[i1]
            slack1 = slack0 - w.way_extra[i1]
            if left1 < 0 or slack1 < 0 or w.effort > w.effort_most:
                continue
            tiles1 = w.way_tiles[i0] | w.way_tiles[i1] << VECTOR_BITS
            jokers1 = w.way_jokers[i0] + w.way_jokers[i1]
            cost1 = w.way_cost[i0] + w.way_cost[i1]
            key1 = key | w.way_key[i0] | w.way_key[i1]
            choice1 = (i0 - at0) | (i1 - at1) << CHOICE_BITS
            for i2 in range(at2, at2 + n2):
                left2 = left1 - w.way_needs[i2]
                slack2 = slack1 - w.way_extra[i2]
                if left2 < 0 or slack2 < 0:
                    continue
                tiles2 = tiles1 | w.way_tiles[i2] << 2 * VECTOR_BITS
                jokers2 = jokers1 + w.way_jokers[i2]
                cost2 = cost1 + w.way_cost[i2]
                key2 = key1 | w.way_key[i2]
                choice2 = choice1 | (i2 - at2) << 2 * CHOICE_BITS
                for i3 in range(at3, at3 + n3):
                    left3 = left2 - w.way_needs[i3]
                    slack3 = slack2 - w.way_extra[i3]
                    if left3 < 0 or slack3 < 0:
                        continue
                    e = v * VECTORS + (tiles2 | w.way_tiles[i3] << 3 * VECTOR_BITS)
                    if w.others_stamp[e] != w.stands_now:
                        others_of(w, v, e - v * VECTORS)
                    if w.others_count[e] > 0:
                        w.step_choice = choice2 | cython.cast(cython.uint, i3 - at3) << 3 * CHOICE_BITS
                        _with_others(
                            w, node, e, left3, slack3, key2 | w.way_key[i3], jokers2 + w.way_jokers[i3],
                            cost2 + w.way_cost[i3],
                        )  # fmt: skip


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(k=cython.int, used=cython.int, loss=cython.longlong)
def _with_others(
    w: Work,
    node: cython.int,
    e: cython.int,
    left: cython.int,
    slack: cython.longlong,
    key: cython.ulonglong,
    jokers: cython.int,
    cost: cython.int,
) -> cython.void:
    """Combine ways, with so many jokers at this cost, with everything that the number can make of the other tiles."""
    for k in range(w.others_first[e], w.others_first[e] + w.others_count[e]):
        loss = w.node_loss[node] + w.other_loss[k]
        if w.other_jokers[k] > left or w.other_extra[k] > slack or loss > w.loss_most:
            continue
        used = w.node_jokers[node] + jokers + w.other_jokers[k]
        w.step_kept = w.other_kept[k]
        w.step_due = w.cost_most - 1 - slack + w.other_extra[k]
        push(
            w,
            key | cython.cast(cython.ulonglong, used) << JOKERS_AT if w.every_place else key,
            w.node_cost[node] + cost + w.other_cost[k],
            loss,
            used,
            node,
            w.step_choice,
            w.other_vector[k],
        )
