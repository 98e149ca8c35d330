# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""10.3 What is at least to come of a disturbance: colours and numbers part from each other, and pay each other prices.

A colour decides how many tiles of each number lie in runs, and pays a price for every other one; the number makes
groups, and is paid. Jokers and what stays behind have prices too. What all of them cost, each by itself, is never more
than what any real way costs, whatever the prices; they are moved to where it is most.
"""

from __future__ import annotations

from openkub.solver.kernel import layout

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.keeping import list_ways
    from openkub.solver.kernel.layout import (
        ALL_DONE,
        COLOURS,
        JOKER,
        LOSS,
        NUMBER,
        NUMBER_AT,
        NUMBERS,
        PRICES,
        SET_CHANGED,
        SET_ROW,
        VECTOR,
        VECTOR_BITS,
        stand_in,
    )
    from openkub.solver.kernel.others import others_of
    from openkub.solver.kernel.work import Work

FAR = cython.declare(cython.longlong, layout.IMPOSSIBLE >> 3)  # several of them can be added
LOSS_BITS = cython.declare(cython.int, 6)  # of the loss in parts that have a price
PART_BITS = cython.declare(cython.int, 4)  # that price is of so many of them
NONE = cython.declare(cython.int, -1)
MUCH = cython.declare(cython.longlong, 1 << 28)
# Prices move in so many rounds, by steps that become smaller when nothing was gained so often.
ROUNDS = cython.declare(cython.int, 32)
FIRST_STEP = cython.declare(cython.longlong, 12288)
PATIENCE = cython.declare(cython.int, 2)


@cython.locals(v=cython.int, c=cython.int, least=cython.longlong)
def least_to_come(w: Work, key: cython.ulonglong, jokers: cython.int, loss: cython.longlong) -> cython.longlong:
    """What follows this node costs at least so much, which may be less than nothing."""
    v = cython.cast(cython.int, key >> NUMBER_AT & NUMBER)
    if v >= ALL_DONE:
        return 0
    least = w.number_least[v] - w.price[JOKER] * (w.jokers - jokers) - _most_for(w, w.loss_most - loss)
    for c in range(COLOURS):
        least += w.stand_least[stand_in(key, c)]
    return least


@cython.locals(sets=cython.longlong, rest=cython.longlong)
def rounded(w: Work, cost: cython.longlong) -> cython.longlong:
    """The least cost from this on that a number of sets can come to."""
    sets = cost // SET_CHANGED
    rest = cost % SET_CHANGED
    if sets < w.items and rest > w.most_tiles[sets]:
        sets += 1
        rest = w.least_tiles[sets]
    elif sets <= w.items and rest < w.least_tiles[sets]:
        rest = w.least_tiles[sets]
    return sets * SET_CHANGED + rest


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(parts=cython.longlong)
def _parts(w: Work, loss: cython.longlong) -> cython.longlong:
    """A loss in the parts that have a price, rounded up."""
    parts = loss >> w.loss_shift
    return parts + 1 if parts << w.loss_shift < loss else parts


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _most_for(w: Work, loss: cython.longlong) -> cython.longlong:
    """What a loss costs at most; what it costs at least is rounded down."""
    return (w.price[LOSS] * _parts(w, loss) + (1 << PART_BITS) - 1) >> PART_BITS


@cython.locals(i=cython.int, n=cython.int, step=cython.longlong, best=cython.longlong, found=cython.longlong)
@cython.locals(without=cython.int)
def find_prices(w: Work) -> cython.longlong:
    """List every stand and all that numbers can do, and move the prices; what the whole costs at least."""
    w.loss_shift = 0
    while (w.loss_most - w.start_cost) >> w.loss_shift > 1 << LOSS_BITS:
        w.loss_shift += 1
    _count_sizes(w)
    for i in range(PRICES):
        w.price[i] = 0
        w.heading[i] = 0
    for i in range(NUMBERS):
        _list_all(w, i)
    best = -FAR
    step = FIRST_STEP
    without = 0
    for n in range(ROUNDS):
        found = _fill(w)
        w.effort += (w.ways + w.others) >> 4
        if found > best:
            best = found
            without = 0
            for i in range(PRICES):
                w.best_price[i] = w.price[i]
        else:
            without += 1
            if without % PATIENCE == 0:
                step = step * 7 // 10
        if not _move(w, step):
            break
    for i in range(PRICES):
        w.price[i] = w.best_price[i]
    best = _fill(w)
    _fill_extra(w)
    w.is_priced = True
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(size=cython.int, item=cython.int, small=cython.int, large=cython.int)
def _count_sizes(w: Work) -> cython.void:
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(kind=cython.int, v=cython.int, s=cython.int, i=cython.int, cost=cython.longlong)
def _fill_extra(w: Work) -> cython.void:
    """What every way and all that numbers can do cost beyond the least."""
    for kind in range(JOKER):
        s = w.first_stand[kind]
        while s != NONE:
            for i in range(w.stand_first[s], w.stand_first[s] + w.stand_ways[s]):
                cost = w.way_cost[i] + w.price[kind] * (w.most[kind] - w.way_tiles[i]) - w.stand_least[s]
                cost += w.price[JOKER] * w.way_jokers[i] + w.stand_least[w.way_then[i]]
                w.way_extra[i] = cython.cast(cython.int, min(cost, MUCH))
            s = w.next_stand[s]
    for v in range(NUMBERS):
        i = w.first_other[v]
        while i != NONE:
            cost = _priced(w, v, i) - w.number_least[v] + w.number_least[v + 1]
            w.other_extra[i] = cython.cast(cython.int, min(cost, MUCH))
            i = w.next_other[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(c=cython.int, s=cython.int, i=cython.int, vector=cython.int, can=cython.int, kind=cython.int)
@cython.locals(n=cython.int)
def _list_all(w: Work, v: cython.int) -> cython.void:
    """List the ways on from every stand of a number, and what it makes of all that they leave."""
    can = 0
    for c in range(COLOURS):
        kind = v * COLOURS + c
        s = w.first_stand[kind]
        while s != NONE:
            n = list_ways(w, s)
            for i in range(w.stand_first[s], w.stand_first[s] + n):
                can |= 1 << (c * COLOURS + w.way_tiles[i])
            s = w.next_stand[s]
    for vector in range(256):
        if can >> (vector & VECTOR) & 1 and can >> (4 + (vector >> 2 & VECTOR)) & 1:
            if can >> (8 + (vector >> 4 & VECTOR)) & 1 and can >> (12 + (vector >> 6)) & 1:
                others_of(w, v, vector)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, c=cython.int, s=cython.int, total=cython.longlong)
def _fill(w: Work) -> cython.longlong:
    """What everything costs at least at these prices, from the end; that of the start is returned."""
    w.number_least[NUMBERS] = 0
    for c in range(COLOURS):
        s = w.first_stand[NUMBERS * COLOURS + c]
        while s != NONE:
            w.stand_least[s] = 0
            s = w.next_stand[s]
    for v in range(NUMBERS - 1, -1, -1):
        w.number_least[v] = w.number_least[v + 1] + _fill_number(w, v)
        for c in range(COLOURS):
            _fill_colour(w, v * COLOURS + c)
    total = w.number_least[0] - w.price[JOKER] * w.jokers - _most_for(w, w.loss_most - w.start_cost)
    for c in range(COLOURS):
        total += w.stand_least[w.first_stand[c]]
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(s=cython.int, i=cython.int, least=cython.longlong, cost=cython.longlong, price=cython.longlong)
@cython.locals(joker=cython.longlong, all=cython.longlong, best=cython.int)
def _fill_colour(w: Work, kind: cython.int) -> cython.void:
    """The stands of a kind, from those at the next number."""
    price = w.price[kind]
    all = price * w.most[kind]
    joker = w.price[JOKER]
    s = w.first_stand[kind]
    while s != NONE:
        least = FAR
        best = NONE
        for i in range(w.stand_first[s], w.stand_first[s] + w.stand_ways[s]):
            cost = w.way_cost[i] - price * w.way_tiles[i] + joker * w.way_jokers[i] + w.stand_least[w.way_then[i]]
            if cost < least:
                least = cost
                best = i
        w.stand_least[s] = least + all
        w.stand_best[s] = best
        s = w.next_stand[s]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, k=cython.int, best=cython.int, runs=cython.int, paid=cython.longlong)
@cython.locals(least=cython.longlong, cost=cython.longlong, joker=cython.longlong, loss=cython.longlong)
def _fill_number(w: Work, v: cython.int) -> cython.longlong:
    """What a number costs at least, paid for every tile that is not in a run."""
    k = v * COLOURS
    joker = w.price[JOKER]
    loss = w.price[LOSS]
    least = FAR
    best = NONE
    runs = NONE
    paid = 0
    i = w.first_other[v]
    while i != NONE:
        if w.other_runs[i] != runs:
            runs = w.other_runs[i]
            paid = w.price[k] * (w.most[k] - (runs & VECTOR)) + w.price[k + 3] * (w.most[k + 3] - (runs >> 6))
            paid += w.price[k + 1] * (w.most[k + 1] - (runs >> 2 & VECTOR))
            paid += w.price[k + 2] * (w.most[k + 2] - (runs >> 4 & VECTOR))
        cost = w.other_cost[i] + joker * w.other_jokers[i] - paid
        if loss:
            cost += loss * (w.other_loss[i] >> w.loss_shift) >> PART_BITS
        if cost < least:
            least = cost
            best = i
        i = w.next_other[i]
    w.number_best[v] = best
    return least


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(c=cython.int, k=cython.int, cost=cython.longlong)
def _priced(w: Work, v: cython.int, i: cython.int) -> cython.longlong:
    """What something that a number can do costs at these prices."""
    k = v * COLOURS
    cost = w.other_cost[i] + w.price[JOKER] * w.other_jokers[i]
    cost += w.price[LOSS] * (w.other_loss[i] >> w.loss_shift) >> PART_BITS
    for c in range(COLOURS):
        cost -= w.price[k + c] * (w.most[k + c] - (w.other_runs[i] >> c * VECTOR_BITS & VECTOR))
    return cost


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, c=cython.int, s=cython.int, i=cython.int, n=cython.int, kind=cython.int)
@cython.locals(far=cython.longlong)
def _move(w: Work, step: cython.longlong) -> cython.bint:
    """Move the prices to where colours and numbers disagree less, and a little on as before; whether they disagree."""
    w.disagree[JOKER] = -w.jokers
    w.disagree[LOSS] = -_parts(w, w.loss_most - w.start_cost)
    for c in range(COLOURS):
        s = w.first_stand[c]
        for v in range(NUMBERS):
            kind = v * COLOURS + c
            n = w.number_best[v]
            if s == NONE or w.stand_best[s] == NONE or n == NONE:
                return False
            i = w.stand_best[s]
            s = w.way_then[i]
            w.disagree[kind] = (w.other_runs[n] >> c * VECTOR_BITS & VECTOR) - w.way_tiles[i]
            w.disagree[JOKER] += w.way_jokers[i]
            if c == 0:
                w.disagree[JOKER] += w.other_jokers[n]
                w.disagree[LOSS] += w.other_loss[n] >> w.loss_shift
    for kind in range(JOKER, PRICES):
        if w.price[kind] == 0:
            w.disagree[kind] = max(w.disagree[kind], 0)
    far = 0
    n = 0
    for kind in range(PRICES):
        n |= w.disagree[kind] != 0
        w.heading[kind] = w.disagree[kind] * (4 if kind == LOSS else 64) + (w.heading[kind] >> 1)
        far += w.heading[kind] * w.heading[kind]
    if n == 0 or far == 0:
        return False
    for kind in range(PRICES):
        if w.heading[kind] >= 0:  # C and Python round what is negative differently
            w.price[kind] += step * 64 * w.heading[kind] // far
        else:
            w.price[kind] -= step * 64 * -w.heading[kind] // far
    w.price[JOKER] = max(w.price[JOKER], 0)
    w.price[LOSS] = max(w.price[LOSS], 0)
    return True
