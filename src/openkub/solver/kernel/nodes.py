# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""5. The nodes of a search: cheapest first, and among equals deepest first."""

from __future__ import annotations

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.ahead import least_ahead
    from openkub.solver.kernel.layout import FEW_NODES, FEW_SLOTS, MAX_NODES, NUMBER, NUMBER_AT
    from openkub.solver.kernel.prices import rounded
    from openkub.solver.kernel.work import Work

# Multiplier of the hash: 2^64 / golden ratio.
MIX = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
DEAD = cython.declare(cython.ulonglong, 1 << 63)


def start_slots(w: Work) -> cython.void:
    """Begin with a small part of the hash table."""
    w.slot_mask = FEW_SLOTS - 1
    w.slots_enough = FEW_NODES


@cython.locals(slot=cython.ulonglong)
def slot_of(w: Work, key: cython.ulonglong) -> cython.ulonglong:
    """The place of a key in the hash table: taken by it in this search, or free."""
    slot = ((key * MIX) & MASK64) >> 20 & w.slot_mask
    while w.slot_stamp[slot] == w.stamp and w.slot_key[slot] != key:
        slot = (slot + 1) & w.slot_mask
    return slot


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(due=cython.longlong)
def _due(w: Work, key: cython.ulonglong, cost: cython.longlong, jokers: cython.int) -> cython.longlong:
    """What a way through a node costs at least, to the end; never less than what was paid before, but in a dive."""
    due = cost + least_ahead(w, key, jokers) if w.sees_ahead else rounded(w, max(cost, w.step_due))
    return w.cost_now if due < w.cost_now and not w.diving else due


@cython.locals(slot=cython.ulonglong, i=cython.int, head=cython.int, before=cython.int, due=cython.longlong)
def push(
    w: Work,
    key: cython.ulonglong,
    cost: cython.longlong,
    loss: cython.longlong,
    jokers: cython.int,
    parent: cython.int,
    choice: cython.uint,
    groups: cython.int,
) -> cython.void:
    """Add a node unless one with the same key is as good in cost, loss and jokers."""
    w.effort += 1
    due = _due(w, key, cost, jokers) if w.sees_ahead or w.is_priced else cost
    if due >= w.cost_most:
        return
    if w.nodes >= w.slots_enough:
        if w.nodes >= w.node_room:
            w.over = True
            return
        _widen(w)
    slot = slot_of(w, key)
    head = -1
    if w.slot_stamp[slot] == w.stamp:
        head = w.slot_node[slot]
        # 5.1 Nodes of one state are chained; fewer jokers are never worse (or
        #     part of the key), so a node must beat all in cost, loss or jokers.
        before = -1
        i = head
        while i >= 0:
            if w.node_cost[i] <= cost and w.node_jokers[i] <= jokers and w.node_loss[i] <= loss:
                return
            if cost <= w.node_cost[i] and jokers <= w.node_jokers[i] and loss <= w.node_loss[i]:
                w.node_key[i] |= DEAD  # the new one is at least as good
                if before < 0:
                    head = w.node_next[i]
                else:
                    w.node_next[before] = w.node_next[i]
            else:
                before = i
            i = w.node_next[i]
    i = w.nodes
    w.nodes += 1
    w.node_key[i] = key
    w.node_cost[i] = cost
    w.node_loss[i] = loss
    w.node_parent[i] = parent
    w.node_choice[i] = choice
    w.node_next[i] = head
    w.slot_stamp[slot] = w.stamp
    w.slot_key[slot] = key
    w.slot_node[slot] = i
    w.node_jokers[i] = jokers
    w.node_groups[i] = groups
    w.node_kept[i] = w.step_kept
    if due == w.cost_now and not w.diving:
        w.stack[w.stacked] = i
        w.stacked += 1
    else:
        _wait(w, i, due)


def grow(w: Work) -> object:
    """Make room for four times as many nodes, as far as there may be."""
    w.resize(min(w.node_room * 4, MAX_NODES))
    _widen(w)
    return None


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, slot=cython.ulonglong)
def _widen(w: Work) -> cython.void:
    """Go over to the whole hash table, in which the last node of each state is found again."""
    w.stamp += 1
    w.slot_mask = w.slots_all
    w.slots_enough = w.node_room
    for i in range(w.nodes):
        if not w.node_key[i] & DEAD:
            slot = slot_of(w, w.node_key[i])
            w.slot_stamp[slot] = w.stamp
            w.slot_key[slot] = w.node_key[i]
            w.slot_node[slot] = i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(number=cython.ulonglong, other_number=cython.ulonglong)
def _before(
    w: Work, cost: cython.longlong, node: cython.int, other_cost: cython.longlong, other: cython.int
) -> cython.bint:
    """Whether a node comes before another: the cheaper one, and among equals the deeper; in a dive the deeper first."""
    if cost != other_cost and not w.diving:
        return cost < other_cost
    number = w.node_key[node] >> NUMBER_AT & NUMBER
    other_number = w.node_key[other] >> NUMBER_AT & NUMBER
    if number != other_number:
        return number > other_number
    return cost < other_cost


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(p=cython.int, q=cython.int)
def _wait(w: Work, node: cython.int, cost: cython.longlong) -> cython.void:
    """Put a node into the heap."""
    # 5.2 Dearer nodes wait in a binary heap; among equals the deeper wins.
    p = w.heaped
    w.heaped += 1
    while p > 0:
        q = (p - 1) >> 1
        if not _before(w, cost, node, w.heap_cost[q], w.heap_node[q]):
            break
        w.heap_cost[p] = w.heap_cost[q]
        w.heap_node[p] = w.heap_node[q]
        p = q
    w.heap_cost[p] = cost
    w.heap_node[p] = node


@cython.locals(i=cython.int, p=cython.int, q=cython.int, last=cython.int, cost=cython.longlong)
def pop(w: Work) -> cython.int:
    """The next node to expand, or -1."""
    if w.stacked > 0:
        w.stacked -= 1
        return w.stack[w.stacked]
    if w.heaped == 0:
        return -1
    i = w.heap_node[0]
    w.cost_now = w.heap_cost[0]
    w.heaped -= 1
    last = w.heap_node[w.heaped]
    cost = w.heap_cost[w.heaped]
    p = 0
    while True:
        q = 2 * p + 1
        if q >= w.heaped:
            break
        if q + 1 < w.heaped and _before(w, w.heap_cost[q + 1], w.heap_node[q + 1], w.heap_cost[q], w.heap_node[q]):
            q += 1
        if not _before(w, w.heap_cost[q], w.heap_node[q], cost, last):
            break
        w.heap_cost[p] = w.heap_cost[q]
        w.heap_node[p] = w.heap_node[q]
        p = q
    w.heap_cost[p] = cost
    w.heap_node[p] = last
    return i
