# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""10.1 Least disturbance, one colour: its stands, and the ways on from them.

Each run of the table is kept whole or not when its first number comes. What is kept takes its tiles away from the
others. A stand is what a colour has open before a number: its runs by length, and which of the table's runs go on as
they lie. Its ways on are listed once a question, however many nodes come by.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import (
        COLOURS,
        ITEMS_ROW,
        NUMBERS,
        OPTIONS,
        SET_ROW,
        STAND_SLOTS,
        STANDS,
        STATE,
        STATE_BITS,
        WAYS,
        key_of,
    )
    from openkub.solver.kernel.runs import list_from
    from openkub.solver.kernel.work import Work

# Where a stand's kind and its kept runs begin in its key, behind the state.
KIND_AT = cython.declare(cython.int, STATE_BITS)
KEPT_AT = cython.declare(cython.int, STATE_BITS + 6)
# Multiplier of the hash: 2^32 / golden ratio.
MIX = cython.declare(cython.uint, 0x9E3779B1)
MASK32 = cython.declare(cython.uint, 0xFFFFFFFF)
NONE = cython.declare(cython.int, -1)


@cython.locals(i=cython.int)
def forget_stands(w: Work) -> cython.void:
    """Begin without any stand."""
    w.stands_now += 1
    w.stands = 0
    w.ways = 0
    for i in range((NUMBERS + 1) * COLOURS):
        w.first_stand[i] = NONE
        w.bare_stand[i] = NONE


@cython.locals(i=cython.int, slot=cython.uint, key=cython.uint)
def stand_of(w: Work, kind: cython.int, state: cython.int, going_on: cython.uint) -> cython.int:
    """The stand of a colour before a number, new where it was not met before; NONE where there is no more room."""
    key = going_on << KEPT_AT | cython.cast(cython.uint, kind) << KIND_AT | cython.cast(cython.uint, state)
    if state == 0 and going_on == 0:
        if w.bare_stand[kind] == NONE:
            w.bare_stand[kind] = _new_stand(w, kind, key)
        return w.bare_stand[kind]
    slot = ((key * MIX) & MASK32) >> 18 & (STAND_SLOTS - 1)
    while w.stand_stamp[slot] == w.stands_now:
        if w.stand_key[w.stand_at[slot]] == key:
            return w.stand_at[slot]
        slot = (slot + 1) & (STAND_SLOTS - 1)
    i = _new_stand(w, kind, key)
    if i != NONE:
        w.stand_stamp[slot] = w.stands_now
        w.stand_at[slot] = i
    return i


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int)
def _new_stand(w: Work, kind: cython.int, key: cython.uint) -> cython.int:
    """One more stand, if there is room for it."""
    if w.stands >= STANDS:
        return NONE
    i = w.stands
    w.stands += 1
    w.stand_key[i] = key
    w.stand_ways[i] = NONE
    w.next_stand[i] = w.first_stand[kind]
    w.first_stand[kind] = i
    return i


@cython.locals(key=cython.uint, kind=cython.int, c=cython.int, i=cython.int, k=cython.int, then=cython.int)
def list_ways(w: Work, stand: cython.int) -> cython.int:
    """List the ways on from a stand: how many there are."""
    if w.stand_ways[stand] != NONE:
        return w.stand_ways[stand]
    key = w.stand_key[stand]
    kind = key >> KIND_AT & 63
    c = kind % COLOURS
    w.stand_first[stand] = w.ways
    for i in range(c * OPTIONS, c * OPTIONS + _list_kept(w, kind, key & STATE, key >> KEPT_AT)):
        w.effort += 1
        then = NONE if w.ways >= WAYS else stand_of(w, kind + COLOURS, w.option_state[i], w.option_carry[i])
        if then == NONE:
            w.was_cut = True
            break
        k = w.ways
        w.ways += 1
        w.way_then[k] = then
        w.way_key[k] = key_of(then, c)
        w.way_tiles[k] = w.option_tiles[i]
        w.way_jokers[k] = w.option_jokers[i]
        w.way_needs[k] = w.option_jokers[i] + w.option_debt[i]
        w.way_cost[k] = cython.cast(cython.int, w.option_cost[i])
        w.way_extra[k] = w.way_cost[k]
        w.way_torn[k] = w.option_torn[i]
        w.way_word[k] = w.option_word[i]
    w.was_cut |= w.over  # these are all that are ever listed
    w.stand_ways[stand] = w.ways - w.stand_first[stand]
    return w.stand_ways[stand]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, k=cython.int, n=cython.int, here=cython.int, torn=cython.int, item=cython.int)
@cython.locals(before=cython.int, one=cython.int, two=cython.int, one_then=cython.int, two_then=cython.int)
@cython.locals(least=cython.int, v=cython.int, c=cython.int, taken=cython.int, carry=cython.uint)
def _list_kept(w: Work, kind: cython.int, state: cython.int, going_on: cython.uint) -> cython.int:
    """List all options of a colour at a number, with every choice of the runs that begin here: how many there are."""
    v = kind // COLOURS
    c = kind % COLOURS
    n = 0
    here = 0
    w.step_taken = 0
    w.step_carry = 0
    one = w.next_one[kind]
    two = w.next_two[kind]
    least = w.runs_least[kind]
    for k in range(w.runs_here[kind]):
        item = w.runs_at[kind * ITEMS_ROW + k]
        if w.item_first[item] == v:
            w.step_items[here] = item
            here += 1
        elif going_on >> w.item_slot[item] & 1:
            _keep(w, v, kind, item)
    taken = w.step_taken
    carry = w.step_carry
    one_then = w.next_one[kind]
    two_then = w.next_two[kind]
    for torn in range(1 << here):
        before = n
        w.step_cost = 0
        w.step_held = 0
        w.step_taken = taken
        w.step_carry = carry
        w.next_one[kind] = one_then
        w.next_two[kind] = two_then
        for k in range(here):
            if torn >> k & 1:
                w.step_cost += w.item_cost[w.step_items[k]]
            else:
                _keep(w, v, kind, w.step_items[k])
        if w.step_held <= w.jokers and w.step_taken <= w.most[kind]:
            w.most[kind] -= w.step_taken
            w.runs_least[kind] = max(least - w.step_taken, 0)
            n = list_from(w, v, c, n, state, w.jokers - w.step_held)
            w.most[kind] += w.step_taken
            for i in range(c * OPTIONS + before, c * OPTIONS + n):
                w.option_tiles[i] += w.step_taken
                w.option_jokers[i] += w.step_held
                w.option_cost[i] = w.step_cost
                w.option_carry[i] = w.step_carry
                w.option_torn[i] = torn
    w.next_one[kind] = one
    w.next_two[kind] = two
    w.runs_least[kind] = least
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(row=cython.int, one=cython.uint)
def _keep(w: Work, v: cython.int, i: cython.int, item: cython.int) -> cython.void:
    """A run that is kept takes its tiles away from a number and from the look-ahead."""
    one = 1
    row = item * SET_ROW + v
    w.step_taken += w.item_tiles[row]
    # Where tiles of the table are spoken for already, two runs may need the same one: then neither goes on for long.
    w.next_one[i] = max(w.next_one[i] - w.item_tiles[row + 1], 0)
    w.next_two[i] = max(w.next_two[i] - w.item_tiles[row + 2], 0)
    if w.item_first[item] == v:
        w.step_held += w.item_jokers[item]
    if w.item_last[item] > v:
        w.step_carry |= one << w.item_slot[item]
