# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""9.1.1 What is at least to come of an opening: jokers have no price but are shared out among colours and numbers.

A tile has a price instead, at which its colour gives it to the groups of its number. Which states a colour can be in,
and how many groups a number can have, any bound must know (9.1).
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
        COLOURS,
        COPIES,
        JOKER,
        JOKER_ROW,
        LONGS_AT,
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
    )
    from openkub.solver.kernel.runs import list_options
    from openkub.solver.kernel.work import Work

IMPOSSIBLE = cython.declare(cython.longlong, layout.IMPOSSIBLE)
FAR = cython.declare(cython.longlong, layout.IMPOSSIBLE >> 3)  # four of them can be added
NEVER = cython.declare(cython.int, 1 << 24)  # the same for openings, whose costs are small
THREE_COLOURS = cython.declare(cython.ulonglong, (1 << 27) - 1 | 15 << 36)  # their states in a key, and the number
ROUNDS = cython.declare(cython.int, 16)  # how often prices are bettered
FINE = cython.declare(cython.int, 16)  # costs are multiplied, so that a tile can have a price


@cython.locals(v=cython.int, s=cython.int, i=cython.int, row=cython.int, state=cython.int, then=cython.int)
def mark(w: Work, base: cython.int, c: cython.int) -> cython.void:
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


@cython.locals(g=cython.int, c=cython.int, tiles=cython.int, most=cython.int)
def groups_at(w: Work, v: cython.int) -> cython.int:
    """How many groups of a number there can be."""
    most = 0
    for g in range(1, 4):
        tiles = w.jokers
        for c in range(v * COLOURS, v * COLOURS + COLOURS):
            tiles += min(w.most[c], g)
        if tiles >= 3 * g:
            most = g
    return most


def least_opening(w: Work, key: cython.ulonglong, left: cython.int) -> cython.int:
    """What follows this state of an opening costs at least so much, with so many jokers left."""
    return max((_least_shared(w, key, left) + FINE - 1) // FINE, 0)


@cython.locals(i=cython.int, n=cython.int, found=cython.int, best=cython.int, step=cython.int, agree=cython.bint)
def agree_on_prices(w: Work) -> cython.void:
    """Find prices of the tiles at which the bound is high, and fill in the bounds; none where there is no room."""
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
        mark(w, 0, c)
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
    return min(w.most[kind] - runs, groups_at(w, kind // COLOURS))


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
