# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""10.3 What the numbers still to come disturb at least, found by a search from the other side.

Read from 13 down to 1 a position is another position, its mirror. A search in the mirror that stops half-way knows, for
every choice of the kept runs that reach across a number, what the numbers beyond it disturb at least.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import (
        ALL_DONE,
        BEYOND,
        CARRY,
        CARRY_AT,
        COLOURS,
        COPIES,
        DEAD_AT,
        GROUPS_ROW,
        ITEMS_ROW,
        JOKER,
        JOKER_ROW,
        KINDS_ROOM,
        NUMBER,
        NUMBER_AT,
        NUMBERS,
        SET_ROW,
        SLOTS,
        Mode,
    )
    from openkub.solver.kernel.loading import look_on, set_back
    from openkub.solver.kernel.work import Work

# Multiplier of the hash: 2^32 / golden ratio; its upper twelve bits are the row.
MIX = cython.declare(cython.uint, 0x9E3779B1)
MASK32 = cython.declare(cython.uint, 0xFFFFFFFF)


@cython.locals(v=cython.int, row=cython.int)
def least_beyond(w: Work, key: cython.ulonglong, jokers: cython.int) -> cython.longlong:
    """What is still to come disturbs at least this much, beside the sets that began before."""
    v = cython.cast(cython.int, key >> NUMBER_AT & NUMBER)
    if v >= ALL_DONE:
        return 0
    row = _row(w, v, cython.cast(cython.uint, key >> CARRY_AT & CARRY))
    return w.beyond_cost[row * JOKER_ROW + w.jokers - jokers]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(key=cython.uint, row=cython.int, k=cython.int, rest=cython.longlong)
def _row(w: Work, v: cython.int, going_on: cython.uint) -> cython.int:
    """The row of these kept runs after so many numbers; a new one says what holds of all that was not seen."""
    key = going_on << 4 | v
    row = cython.cast(cython.int, ((key * MIX) & MASK32) >> 20)
    while w.beyond_stamp[row] == w.beyond_now:
        if w.beyond_key[row] == key:
            return row
        row = (row + 1) & (BEYOND - 1)
    if w.beyond_rows < BEYOND - 2:
        w.beyond_rows += 1
        w.beyond_stamp[row] = w.beyond_now
        w.beyond_key[row] = key
    rest = max(w.beyond_all - _torn(w, v, going_on), 0)
    for k in range(JOKER_ROW):
        w.beyond_cost[row * JOKER_ROW + k] = rest
    return row


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(s=cython.int, cost=cython.longlong)
def _torn(w: Work, v: cython.int, going_on: cython.uint) -> cython.longlong:
    """The cost of the runs that reach across and are not kept: both searches have paid it."""
    cost = w.straddling[v]
    for s in range(SLOTS):
        if going_on >> s & 1:
            cost -= w.item_cost[w.slot_item[v * SLOTS + s]]
    return cost


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(s=cython.int, jokers=cython.int)
def _held(w: Work, v: cython.int, going_on: cython.uint) -> cython.int:
    """The jokers in the kept runs that reach across: both searches count them."""
    jokers = 0
    for s in range(SLOTS):
        if going_on >> s & 1:
            jokers += w.item_jokers[w.slot_item[v * SLOTS + s]]
    return jokers


@cython.locals(i=cython.int, k=cython.int, v=cython.int, row=cython.int, going_on=cython.uint, cost=cython.longlong)
def look_beyond(w: Work, m: Work) -> cython.void:
    """Take over what the search in the mirror has seen: everything below its present cost."""
    w.beyond_now += 1
    w.beyond_rows = 0
    w.beyond_all = m.cost_now
    for i in range(m.nodes):
        if m.node_cost[i] >= m.cost_now or m.node_key[i] >> DEAD_AT:
            continue
        v = ALL_DONE - cython.cast(cython.int, m.node_key[i] >> NUMBER_AT & NUMBER)
        if v <= 0 or w.beyond_rows >= BEYOND // 2:
            continue
        going_on = cython.cast(cython.uint, m.node_key[i] >> CARRY_AT & CARRY)
        row = _row(w, v, going_on) * JOKER_ROW
        cost = m.node_cost[i] - _torn(w, v, going_on)
        for k in range(m.node_jokers[i] - _held(w, v, going_on), JOKER_ROW):
            w.beyond_cost[row + k] = min(w.beyond_cost[row + k], cost)
    # Where not even half the room was enough, nothing that was not noted may count as not seen.
    w.looks_beyond = w.beyond_rows < BEYOND // 2


@cython.locals(v=cython.int, c=cython.int, k=cython.int, i=cython.int, n=cython.int)
def mirror(w: Work, m: Work) -> object:
    """Load the mirror of a position with its sets."""
    set_back(m)
    m.jokers = w.jokers
    m.table_jokers = w.table_jokers
    m.rack_jokers = w.rack_jokers
    m.must_jokers = w.must_jokers
    m.start_cost = w.start_cost
    m.loss_most = w.loss_most
    m.mode = Mode.CALM
    m.items = w.items
    for k in range(JOKER, KINDS_ROOM):
        m.most[k] = 0
    for n in range(COPIES):
        m.loss[JOKER * COPIES + n] = w.loss[JOKER * COPIES + n]
    for v in range(NUMBERS):
        for c in range(COLOURS):
            _mirror_kind(w, m, v * COLOURS + c, (NUMBERS - 1 - v) * COLOURS + c)
        _mirror_groups(w, m, v, NUMBERS - 1 - v)
    look_on(m)
    for i in range(w.items):
        m.item_cost[i] = w.item_cost[i]
        m.item_jokers[i] = w.item_jokers[i]
        m.item_slot[i] = w.item_slot[i]
        m.item_first[i] = NUMBERS - 1 - w.item_last[i]
        m.item_last[i] = NUMBERS - 1 - w.item_first[i]
        for v in range(SET_ROW):
            m.item_tiles[i * SET_ROW + v] = w.item_tiles[i * SET_ROW + NUMBERS - 1 - v] if v < NUMBERS else 0
    return None


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(n=cython.int)
def _mirror_kind(w: Work, m: Work, i: cython.int, k: cython.int) -> cython.void:
    """A kind, with the runs of the table that hold it."""
    m.most[k] = w.most[i]
    m.least[k] = w.least[i]
    m.on_table[k] = w.on_table[i]
    m.runs_least[k] = w.runs_least[i]
    for n in range(COPIES):
        m.loss[k * COPIES + n] = w.loss[i * COPIES + n]
    m.runs_here[k] = w.runs_here[i]
    for n in range(ITEMS_ROW):
        m.runs_at[k * ITEMS_ROW + n] = w.runs_at[i * ITEMS_ROW + n]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(n=cython.int)
def _mirror_groups(w: Work, m: Work, v: cython.int, u: cython.int) -> cython.void:
    """The groups of the table of one number."""
    m.most_here[u] = w.most_here[v]
    m.groups_here[u] = w.groups_here[v]
    for n in range(1 << w.groups_here[v]):
        m.kept_tiles[u * GROUPS_ROW + n] = w.kept_tiles[v * GROUPS_ROW + n]
        m.kept_jokers[u * GROUPS_ROW + n] = w.kept_jokers[v * GROUPS_ROW + n]
        m.kept_cost[u * GROUPS_ROW + n] = w.kept_cost[v * GROUPS_ROW + n]
