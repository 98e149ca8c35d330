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
    from openkub.solver.kernel.groups import list_groups
    from openkub.solver.kernel.layout import (
        CARRY,
        CARRY_AT,
        COLOURS,
        COPIES,
        JOKER,
        JOKER_ROW,
        LONGS_AT,
        MOST_JOKERS,
        NUMBER,
        NUMBER_AT,
        NUMBERS,
        OPTIONS,
        STANDS,
        STATE,
        STATE_BITS,
        VECTOR,
        VECTOR_BITS,
        WAYS,
        Mode,
    )
    from openkub.solver.kernel.loading import colours_at
    from openkub.solver.kernel.runs import list_options
    from openkub.solver.kernel.work import Work

IMPOSSIBLE = cython.declare(cython.longlong, layout.IMPOSSIBLE)
FAR = cython.declare(cython.longlong, layout.IMPOSSIBLE >> 3)  # four of them can be added
THREE_COLOURS = cython.declare(cython.ulonglong, (1 << 27) - 1 | 15 << 36)  # their states in a key, and the number
NEVER = cython.declare(cython.int, 1 << 24)  # the same for openings, whose costs are small
ROUNDS = cython.declare(cython.int, 16)  # how often prices are bettered
FINE = cython.declare(cython.int, 16)  # costs are multiplied, so that a tile can have a price


@cython.locals(v=cython.int, c=cython.int, row=cython.int, least=cython.longlong, other=cython.longlong)
def least_ahead(w: Work, key: cython.ulonglong, jokers: cython.int) -> cython.longlong:
    """What follows this state, with so many jokers used, costs at least so much."""
    v = cython.cast(cython.int, key >> NUMBER_AT & NUMBER)
    if v > NUMBERS:
        return 0
    if w.counts_jokers:
        return max((_least_shared(w, key, w.jokers - jokers) + FINE - 1) // FINE, 0)
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
        _agree(w)
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
        _mark(w, base, c)
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
@cython.locals(v=cython.int, s=cython.int, i=cython.int, row=cython.int, state=cython.int, then=cython.int)
def _mark(w: Work, base: cython.int, c: cython.int) -> cython.void:
    """The states of a colour that can be, number by number: they cost FAR until more is known; after 13, nothing."""
    w.bound[base + c * (STATE + 1)] = FAR
    for v in range(NUMBERS):
        row = base + (v * COLOURS + c) * (STATE + 1)
        then = row + COLOURS * (STATE + 1)
        for s in range(STATE + 1):
            if w.bound[row + s] == IMPOSSIBLE:
                continue
            for i in range(c * OPTIONS, c * OPTIONS + list_options(w, v, c, s, w.jokers)):
                state = w.option_state[i]
                # With fewer jokers left long runs are closed earlier.
                while w.bound[then + state] == IMPOSSIBLE:
                    w.bound[then + state] = FAR
                    if state >> LONGS_AT == 0:
                        break
                    state -= 1 << LONGS_AT
    row = base + (NUMBERS * COLOURS + c) * (STATE + 1)
    for s in range(STATE + 1):
        w.bound[row + s] = 0


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
        most = min(most, _groups_at(w, v))
    best = FAR
    for g in range(most + 1):
        if runs + g >= w.least[kind]:
            cost = w.loss[kind * COPIES + runs + g - w.on_table[kind]]
            cost -= point * (v + 1) * (runs + g - w.on_table[kind])
            best = min(best, cost)
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(g=cython.int, c=cython.int, tiles=cython.int, most=cython.int)
def _groups_at(w: Work, v: cython.int) -> cython.int:
    """How many groups of a number there can be."""
    most = 0
    for g in range(1, 4):
        tiles = w.jokers
        for c in range(v * COLOURS, v * COLOURS + COLOURS):
            tiles += min(w.most[c], g)
        if tiles >= 3 * g:
            most = g
    return most


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, n=cython.int, found=cython.int, best=cython.int, step=cython.int, agree=cython.bint)
def _agree(w: Work) -> cython.void:
    """9.1.1 In an opening jokers have no price but are shared out; a tile has one that a colour gives to its number."""
    w.sees_ahead = _list_bounds(w)
    if not w.sees_ahead:
        return
    for i in range(JOKER):
        w.price[i] = 0
    best = -1
    for n in range(ROUNDS):
        found = _fill_shared(w)
        if found > best:
            best = found
            for i in range(JOKER):
                w.best_price[i] = w.price[i]
        if w.start_cost + (found + FINE - 1) // FINE >= w.cost_most:
            return
        _disagree(w)
        step = FINE * (ROUNDS - n) // ROUNDS
        agree = True
        for i in range(JOKER):
            w.price[i] += step * w.disagree[i]
            agree = agree and w.disagree[i] == 0
        if agree:
            return
    for i in range(JOKER):
        w.price[i] = w.best_price[i]
    _fill_shared(w)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(c=cython.int, i=cython.int, n=cython.int)
def _list_bounds(w: Work) -> cython.bint:
    """The states of the colours that can be, in order, and the ways on from each; whether there was room for them.

    They lie where stands lie in other questions, which are not known afterwards.
    """
    for i in range((NUMBERS + 1) * COLOURS * (STATE + 1)):
        w.bound[i] = IMPOSSIBLE
    for c in range(COLOURS):
        _mark(w, 0, c)
    w.stands = 0
    w.bounds = 0
    for i in range(JOKER * (STATE + 1)):
        if w.bound[i] != IMPOSSIBLE and w.bounds < STANDS - 2:
            w.bound[i] = w.bounds
            w.stand_key[w.bounds] = i
            w.bounds += 1
    for c in range(COLOURS):
        w.bound[(JOKER + c) * (STATE + 1)] = w.bounds
    n = 0
    for i in range(w.bounds):
        w.stand_first[i] = n
        n = _list_ways(w, w.stand_key[i], n)
    w.stand_first[w.bounds] = n
    for i in range(JOKER * (STATE + 1)):
        w.bound[i] = min(w.bound[i], w.bounds + 1)
    return w.bounds < STANDS - 2 and n < WAYS - OPTIONS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(c=cython.int, i=cython.int, k=cython.int, first=cython.int, then=cython.int)
def _list_ways(w: Work, row: cython.int, n: cython.int) -> cython.int:
    """List the ways on from a state behind those that are there, as long as there is room: how many there are then."""
    c = (row >> STATE_BITS) % COLOURS
    first = n
    then = row - (row & STATE) + COLOURS * (STATE + 1)
    if n >= WAYS - OPTIONS:
        return n
    for i in range(c * OPTIONS, c * OPTIONS + list_options(w, row >> STATE_BITS + 2, c, row & STATE, w.jokers)):
        w.effort += 1
        w.way_then[n] = w.bound[then + w.option_state[i]]
        w.way_tiles[n] = w.option_tiles[i]
        w.way_jokers[n] = w.option_jokers[i]
        w.way_cost[n] = (w.option_jokers[i] * NUMBERS - w.option_face[i]) * w.joker_unit * FINE
        k = first
        while w.way_then[k] != w.way_then[n] or w.way_tiles[k] != w.way_tiles[n] or w.way_jokers[k] != w.way_jokers[n]:
            k += 1
        w.way_cost[k] = min(w.way_cost[k], w.way_cost[n])
        n = max(n, k + 1)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, c=cython.int, i=cython.int, k=cython.int, j=cython.int, at=cython.int, cost=cython.int)
def _fill_shared(w: Work) -> cython.int:
    """The bounds of numbers and colours at these prices, for every number of jokers; that of the start is returned."""
    for k in range(JOKER_ROW):
        w.groups_least[NUMBERS * JOKER_ROW + k] = k * NUMBERS * w.joker_unit * FINE
        w.bound_with[w.bounds * JOKER_ROW + k] = NEVER if k > 0 else 0
        w.bound_with[(w.bounds + 1) * JOKER_ROW + k] = NEVER
    for v in range(NUMBERS - 1, -1, -1):
        at = v * JOKER_ROW
        for k in range(w.jokers + 1):
            w.number_costs[at + k] = NEVER
            w.groups_least[at + k] = NEVER
        for i in range(list_groups(w, v, 0)):
            w.effort += 1
            cost = 0
            for c in range(COLOURS):
                j = w.group_vector[i] >> c * VECTOR_BITS & VECTOR
                cost -= cython.cast(cython.int, w.price[v * COLOURS + c]) * j
            for k in range(w.jokers + 1):
                j = cost + k * (NUMBERS - 1 - v) * w.joker_unit * FINE
                if w.group_jokers[i] >> k & 1 and j < w.number_costs[at + k]:
                    w.number_costs[at + k] = j
                    w.number_vector[at + k] = w.group_vector[i]
        for k in range(w.jokers + 1):
            for j in range(k + 1):
                cost = w.number_costs[at + j] + w.groups_least[at + JOKER_ROW + k - j]
                w.groups_least[at + k] = min(w.groups_least[at + k], cost)
    _fill_colours(w)
    w.shared_key = IMPOSSIBLE
    return _least_shared(w, 0, w.jokers)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(
    n=cython.int, i=cython.int, j=cython.int, row=cython.int, at=cython.int, then=cython.int, cost=cython.int
)
@cython.locals(kind=cython.int)
def _fill_colours(w: Work) -> cython.void:
    """The bounds of the colours, those at a number from those at the next."""
    kind = -1
    for n in range(w.bounds - 1, -1, -1):
        if cython.cast(cython.int, w.stand_key[n] >> STATE_BITS) != kind:
            kind = w.stand_key[n] >> STATE_BITS
            for i in range(w.most[kind] + 1):
                w.kind_costs[i] = _cost_beside(w, kind, i)
        at = n * JOKER_ROW
        for j in range(w.jokers + 1):
            w.bound_with[at + j] = NEVER
        w.effort += w.stand_first[n + 1] - w.stand_first[n]
        for i in range(w.stand_first[n], w.stand_first[n + 1]):
            cost = w.way_cost[i] + w.kind_costs[w.way_tiles[i]]
            then = w.way_then[i] * JOKER_ROW - w.way_jokers[i]
            for j in range(w.way_jokers[i], w.jokers + 1):
                w.bound_with[at + j] = min(w.bound_with[at + j], cost + w.bound_with[then + j])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(given=cython.int)
def _cost_beside(w: Work, kind: cython.int, runs: cython.int) -> cython.int:
    """What the tiles of a kind cost that do not lie in runs: given to groups, or left behind."""
    given = _given(w, kind, runs)
    return cython.cast(cython.int, w.loss[kind * COPIES + runs + given] * FINE + given * w.price[kind])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _given(w: Work, kind: cython.int, runs: cython.int) -> cython.int:
    """How many tiles of a kind are given to groups beside those in runs: all that go, or none."""
    if w.price[kind] >= (kind // COLOURS + 1) * FINE:
        return 0
    return min(w.most[kind] - runs, _groups_at(w, kind // COLOURS))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, c=cython.int, j=cython.int, left=cython.int, at=cython.int, n=cython.int, i=cython.int)
@cython.locals(kind=cython.int, cost=cython.int)
def _disagree(w: Work) -> cython.void:
    """Of every kind, what its colour gives to groups less what its number takes, where both cost the least."""
    left = w.jokers
    cost = _least_shared(w, 0, left)
    for c in range(COLOURS - 1, -1, -1):
        _share(w, 0, c)
        j = 0
        while cost != w.shared[left - j] + w.bound_with[_row_of(w, 0, c) + j]:
            j += 1
        left -= j
        cost = w.shared[left]
        n = cython.cast(cython.int, w.bound[c * (STATE + 1)])
        for kind in range(JOKER):
            if kind % COLOURS != c:
                continue
            i = w.stand_first[n]
            while (
                w.way_jokers[i] > j
                or w.bound_with[n * JOKER_ROW + j]
                != w.way_cost[i]
                + _cost_beside(w, kind, w.way_tiles[i])
                + w.bound_with[w.way_then[i] * JOKER_ROW + j - w.way_jokers[i]]
            ):
                i += 1
            w.disagree[kind] = _given(w, kind, w.way_tiles[i])
            n = w.way_then[i]
            j -= w.way_jokers[i]
    for v in range(NUMBERS):
        at = v * JOKER_ROW
        j = 0
        while w.groups_least[at + left] != w.number_costs[at + j] + w.groups_least[at + JOKER_ROW + left - j]:
            j += 1
        left -= j
        for c in range(COLOURS):
            w.disagree[v * COLOURS + c] -= w.number_vector[at + j] >> c * VECTOR_BITS & VECTOR


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(most=cython.ulonglong, at=cython.int, j=cython.int, least=cython.int)
def _least_shared(w: Work, key: cython.ulonglong, left: cython.int) -> cython.int:
    """What follows at least when so many jokers are shared out in the best way; three colours are often as before."""
    most = key & THREE_COLOURS
    if most != w.shared_key:
        w.shared_key = most
        _share(w, key, COLOURS - 1)
    at = _row_of(w, key, COLOURS - 1)
    least = w.shared[left] + w.bound_with[at]
    for j in range(1, left + 1):
        least = min(least, w.shared[left - j] + w.bound_with[at + j])
    return least


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, c=cython.int, k=cython.int, j=cython.int, at=cython.int, least=cython.int)
def _share(w: Work, key: cython.ulonglong, colours: cython.int) -> cython.void:
    """What numbers and some colours cost at least with each number of jokers."""
    v = cython.cast(cython.int, key >> NUMBER_AT & NUMBER)
    for k in range(w.jokers + 1):
        w.shared[k] = w.groups_least[v * JOKER_ROW + k]
    for c in range(colours):
        at = _row_of(w, key, c)
        for k in range(w.jokers, -1, -1):
            least = w.shared[k] + w.bound_with[at]
            for j in range(1, k + 1):
                least = min(least, w.shared[k - j] + w.bound_with[at + j])
            w.shared[k] = least


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _row_of(w: Work, key: cython.ulonglong, c: cython.int) -> cython.int:
    """Where the bounds of a colour begin in this state."""
    return (
        cython.cast(
            cython.int,
            w.bound[((key >> NUMBER_AT & NUMBER) * COLOURS + c) * (STATE + 1) + (key >> c * STATE_BITS & STATE)],
        )
        * JOKER_ROW
    )
