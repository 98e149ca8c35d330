# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""9.1 What is at least to come, for A*: the colours part from each other, and what they share has a price.

From a number on every colour goes its own way: its tiles may lie in groups wherever its number has any, and jokers and
points that are still wanted are bought and sold at a price. What all colours cost then is never more than what any real
way costs, whatever the prices; those are taken at which it is the most.
"""

from __future__ import annotations

from openkub.solver.kernel import layout

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import (
        CARRY,
        CARRY_AT,
        COLOURS,
        COPIES,
        JOKER,
        MOST_JOKERS,
        NUMBER,
        NUMBER_AT,
        NUMBERS,
        OPTIONS,
        STATE,
        STATE_BITS,
        Mode,
    )
    from openkub.solver.kernel.loading import colours_at
    from openkub.solver.kernel.runs import list_options
    from openkub.solver.kernel.sharing import agree_on_prices, groups_at, least_opening, mark
    from openkub.solver.kernel.work import Work

IMPOSSIBLE = cython.declare(cython.longlong, layout.IMPOSSIBLE)
FAR = cython.declare(cython.longlong, layout.IMPOSSIBLE >> 3)  # four of them can be added


@cython.locals(v=cython.int, c=cython.int, row=cython.int, least=cython.longlong, other=cython.longlong)
def least_ahead(w: Work, key: cython.ulonglong, jokers: cython.int) -> cython.longlong:
    """What follows this state, with so many jokers used, costs at least so much."""
    v = cython.cast(cython.int, key >> NUMBER_AT & NUMBER)
    if v > NUMBERS:
        return 0
    if w.counts_jokers:
        return least_opening(w, key, w.jokers - jokers)
    least = w.bound_groups[v] + w.bound_jokers[jokers]
    for c in range(COLOURS):
        row = (v * COLOURS + c) * (STATE + 1)
        least += w.bound[row + cython.cast(cython.int, key >> c * STATE_BITS & STATE)]
    if w.point_price > 0:
        other = w.bound_groups[NUMBERS + 1 + v] + w.bound_jokers[MOST_JOKERS + 1 + jokers]
        other += w.point_price * (w.count_cap - cython.cast(cython.int, key >> CARRY_AT & CARRY))
        for c in range(COLOURS):
            row = ((NUMBERS + 1 + v) * COLOURS + c) * (STATE + 1)
            other += w.bound[row + cython.cast(cython.int, key >> c * STATE_BITS & STATE)]
        least = max(least, other)
    return max(least, 0)


@cython.locals(scale=cython.longlong, kind=cython.int, row=cython.int, copies=cython.int, joker=cython.longlong)
def look_ahead(w: Work) -> cython.void:
    """Find prices at which the bound is high, and fill in the bounds."""
    if w.counts_jokers:
        agree_on_prices(w)
        return
    w.sees_ahead = True
    scale = 1
    for kind in range(JOKER + 1):
        # Only as many as the rack has: beyond, an earlier question may have left something behind.
        copies = w.rack_jokers if kind == JOKER else w.most[kind] - w.on_table[kind]
        for row in range(1, copies + 1):
            scale = max(scale, w.loss[kind * COPIES + row - 1] - w.loss[kind * COPIES + row])
            scale = max(scale, w.loss[kind * COPIES + row] - w.loss[kind * COPIES + row - 1])
    w.point_price = 0
    joker = _best_joker_price(w, scale)
    if w.mode == Mode.POINTS:
        w.point_price = _best_point_price(w, scale, joker)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(price=cython.longlong, step=cython.longlong, best=cython.longlong, found=cython.longlong)
def _best_joker_price(w: Work, scale: cython.longlong) -> cython.longlong:
    """The joker's price at which the bound from the start is highest: uphill, with smaller steps; its bounds stay."""
    price = scale - NUMBERS * w.joker_unit
    best = _fill(w, 0, 0, price)
    step = scale if w.jokers > 0 else 0
    while step * 4 > scale:
        found = _fill(w, 0, 0, price + step)
        if found > best and price < 8 * scale:
            best = found
            price += step
            continue
        found = _fill(w, 0, 0, price - step)
        if found > best:
            best = found
            price -= step
        step //= 2
    _fill(w, 0, 0, price)
    return price


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(price=cython.longlong, step=cython.longlong, best=cython.longlong, found=cython.longlong)
def _best_point_price(w: Work, scale: cython.longlong, joker: cython.longlong) -> cython.longlong:
    """The price of a point, when a joker has that price; it has an end, also where nothing can be reached."""
    price = max(scale // 8, 1)
    step = price
    best = _fill(w, 1, price, joker)
    while step > 0 and step * 64 > scale:
        found = _fill(w, 1, price + step, joker)
        if found > best and price < 2 * scale:
            best = found
            price += step
            continue
        found = _fill(w, 1, price - step, joker)
        if found > best:
            best = found
            price -= step
        step //= 2
    _fill(w, 1, price, joker)
    return price


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, v=cython.int, c=cython.int, base=cython.int, total=cython.longlong)
def _fill(w: Work, which: cython.int, point: cython.longlong, joker: cython.longlong) -> cython.longlong:
    """All bounds at these prices, of a point and of a joker; that of the start is returned."""
    base = which * (NUMBERS + 1) * COLOURS * (STATE + 1)
    for i in range(base, base + (NUMBERS + 1) * COLOURS * (STATE + 1)):
        w.bound[i] = IMPOSSIBLE
    _fill_groups(w, which, point, joker)
    _fill_jokers(w, which, joker)
    total = w.bound_groups[which * (NUMBERS + 1)] + w.bound_jokers[which * (MOST_JOKERS + 1)] + point * w.count_cap
    for c in range(COLOURS):
        mark(w, base, c)
        for v in range(NUMBERS - 1, -1, -1):
            _fill_colour(w, base, v, c, point, joker)
        total += w.bound[base + c * (STATE + 1)]
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, each=cython.longlong, at=cython.int)
def _fill_groups(w: Work, which: cython.int, point: cython.longlong, joker: cython.longlong) -> cython.void:
    """Jokers in groups, where one gains more there than its price."""
    at = which * (NUMBERS + 1)
    w.bound_groups[at + NUMBERS] = 0
    for v in range(NUMBERS - 1, -1, -1):
        each = NUMBERS * w.joker_unit + joker - (v + 1) * (w.joker_unit + point * w.count_joker)
        w.bound_groups[at + v] = w.bound_groups[at + v + 1]
        if each < 0 and colours_at(w, v) > 0 and colours_at(w, v) + w.jokers >= 3:
            w.bound_groups[at + v] += each * w.jokers


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(
    used=cython.int, last=cython.int, r=cython.int, cost=cython.longlong, best=cython.longlong, at=cython.int
)
def _fill_jokers(w: Work, which: cython.int, joker: cython.longlong) -> cython.void:
    """By jokers used so far: the least that the others come to when each that is used further gets its price back."""
    at = which * (MOST_JOKERS + 1)
    for used in range(w.jokers + 1):
        best = FAR
        for last in range(used, w.jokers + 1):
            cost = FAR
            for r in range(max(last - w.table_jokers, w.must_jokers), w.rack_jokers + 1):
                cost = min(cost, w.loss[JOKER * COPIES + r])
                if w.every_place:
                    break
            best = min(best, cost + (w.jokers - last) * NUMBERS * w.joker_unit - (last - used) * joker)
        w.bound_jokers[at + used] = best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(s=cython.int, i=cython.int, row=cython.int, then=cython.int, best=cython.longlong, cost=cython.longlong)
@cython.locals(rest0=cython.longlong, rest1=cython.longlong, rest2=cython.longlong, rest3=cython.longlong, t=cython.int)
def _fill_colour(
    w: Work, base: cython.int, v: cython.int, c: cython.int, point: cython.longlong, joker: cython.longlong
) -> cython.void:
    """The bounds of a colour at a number, from those at the next."""
    row = base + (v * COLOURS + c) * (STATE + 1)
    then = row + COLOURS * (STATE + 1)
    rest0 = _rest(w, v, c, 0, point)
    rest1 = _rest(w, v, c, 1, point)
    rest2 = _rest(w, v, c, 2, point)
    rest3 = _rest(w, v, c, 3, point)
    for s in range(STATE + 1):
        if w.bound[row + s] == IMPOSSIBLE:
            continue
        best = FAR
        w.effort += 2
        for i in range(c * OPTIONS, c * OPTIONS + list_options(w, v, c, s, w.jokers)):
            w.effort += 1
            t = w.option_tiles[i]
            cost = rest0 if t == 0 else rest1 if t == 1 else rest2 if t == 2 else rest3
            cost += w.option_jokers[i] * (NUMBERS * w.joker_unit + joker)
            cost -= w.option_face[i] * (w.joker_unit + point * w.count_joker)
            cost += w.bound[then + w.option_state[i]]
            best = min(best, cost)
        w.bound[row + s] = best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(kind=cython.int, g=cython.int, most=cython.int, best=cython.longlong, cost=cython.longlong)
def _rest(w: Work, v: cython.int, c: cython.int, runs: cython.int, point: cython.longlong) -> cython.longlong:
    """With so many tiles of a kind in runs, the least that all of them cost when the others may lie in groups."""
    kind = v * COLOURS + c
    if runs > w.most[kind]:
        return FAR
    most = w.most[kind] - runs
    if w.deals_at[v] == 0:
        most = min(most, groups_at(w, v))
    best = FAR
    for g in range(most + 1):
        if runs + g >= w.least[kind]:
            cost = w.loss[kind * COPIES + runs + g - w.on_table[kind]]
            cost -= point * (v + 1) * (runs + g - w.on_table[kind])
            best = min(best, cost)
    return best
