# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""3. One colour at one number: all ways to go on from its open runs.

Open runs of a colour are counted by length 1, 2 and 3-or-more: the colour's state. Given how many tiles join runs the
successor is forced: lengths 1 and 2 must go on, then the long ones do, and only then do new runs start.

In all rooms `v` is a number counted from 0, `c` a colour, and `left` the jokers that are left.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import (
        BRIDGE_AT,
        COLOURS,
        CORE_HEAD_AT,
        FILL_AT,
        HEAD_AT,
        HEAD_BITS,
        LENGTH,
        LONGS_AT,
        OPTIONS,
        START_AT,
        SWALLOW_ONE_AT,
        SWALLOW_TWO_AT,
        TWOS_AT,
    )
    from openkub.solver.kernel.work import Work


def list_options(w: Work, v: cython.int, c: cython.int, state: cython.int, left: cython.int) -> cython.int:
    """List all options of a colour at a number from this state: how many there are."""
    w.options[c] = list_from(w, v, c, 0, state, left)
    return w.options[c]


@cython.locals(ones=cython.int, twos=cython.int, longs=cython.int, cores=cython.int)
@cython.locals(one=cython.int, two=cython.int, heads=cython.int, word=cython.uint)
def list_from(w: Work, v: cython.int, c: cython.int, n: cython.int, state: cython.int, left: cython.int) -> cython.int:
    """List them behind those that are there: how many there are then."""
    cores = w.cores_begin[v * COLOURS + c]
    if state == 0 and w.most[v * COLOURS + c] == 0 and cores == 0:
        return _emit(w, v, c, n, 0, 0, 0, 0, 0, 0, left, 0)  # no tile, and nothing that would need one
    ones = state & LENGTH
    twos = state >> TWOS_AT & LENGTH
    longs = state >> LONGS_AT
    # 3.7 Run cores that begin here: each may swallow one open run of any
    #     length (only short ones gain by it), or take jokers in front.
    for one in range(min(ones, cores) + 1):
        for two in range(min(twos, cores - one) + 1):
            word = one << SWALLOW_ONE_AT | two << SWALLOW_TWO_AT
            if not w.every_place:
                n = _lean(w, v, c, n, ones - one, twos - two, longs, left, word)
                continue
            for heads in range(min(left, (cores - one - two) * v) + 1):
                n = _full(w, v, c, n, ones - one, twos - two, longs, left, heads, word | heads << CORE_HEAD_AT)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, most=cython.int, short=cython.int, t=cython.int, fill=cython.int)
@cython.locals(longer=cython.int, start=cython.int, bridge=cython.int, head=cython.int, heads=cython.uint)
def _lean(
    w: Work,
    v: cython.int,
    c: cython.int,
    n: cython.int,
    ones: cython.int,
    twos: cython.int,
    longs: cython.int,
    left: cython.int,
    word: cython.uint,
) -> cython.int:
    """Options when jokers are optional: only places where one can be needed."""
    i = v * COLOURS + c
    most = w.most[i]
    short = ones + twos
    for t in range(max(short - left, w.runs_least[i]), most + 1):
        if t <= short:
            # 3.4 Jokers fill what the tiles cannot; a long run may be bridged
            #     by a joker, and then must go on at once: it counts as length
            #     two again.
            fill = short - t
            for bridge in range(min(longs, left - fill, w.next_one[i]), -1, -1):
                n = _emit(
                    w, v, c, n, 0, ones + bridge, twos, t, fill + bridge, 0, left,
                    word | t | fill << FILL_AT | bridge << BRIDGE_AT,
                )  # fmt: skip
            continue
        longer = min(t - short, longs)
        start = t - short - longer
        if start > 0 and v >= 11:
            # 3.5 A joker heads a run only in 11-12-13: everywhere else it can
            #     move to the tail. Runs starting at 12 bring one, at 13 two.
            head = v - 10
            if start * head > left:
                continue
            heads = head | (head << HEAD_BITS if start > 1 else 0) | (head << 2 * HEAD_BITS if start > 2 else 0)
            n = _emit(
                w, v, c, n, 0, ones + (start if head == 1 else 0), twos + longer + (start if head == 2 else 0),
                t, start * head, 0, left, word | (t - start) | start << START_AT | heads << HEAD_AT,
            )  # fmt: skip
            continue
        for bridge in range(min(longs - longer, left, w.next_one[i]), -1, -1):
            n = _emit(
                w, v, c, n, start, ones + bridge, twos + longer, t, bridge, 0, left,
                word | (t - start) | bridge << BRIDGE_AT | start << START_AT,
            )  # fmt: skip
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, short=cython.int, t=cython.int, start=cython.int, join=cython.int, on=cython.int)
@cython.locals(fill=cython.int, then=cython.uint)
def _full(
    w: Work,
    v: cython.int,
    c: cython.int,
    n: cython.int,
    ones: cython.int,
    twos: cython.int,
    longs: cython.int,
    left: cython.int,
    heads: cython.int,
    word: cython.uint,
) -> cython.int:
    """Options when every place of a joker matters (heads, tails, face values)."""
    i = v * COLOURS + c
    short = ones + twos
    for t in range(w.runs_least[i], w.most[i] + 1):
        for start in range(t + 1):
            join = t - start
            for on in range(max(short, join), short + longs + 1):
                fill = on - join
                if heads + fill > left:
                    break
                then = word | join | fill << FILL_AT | start << START_AT
                if start > 0 and v > 0 and heads + fill < left:
                    n = _headed(
                        w, v, c, n, start, on == short + longs, ones, twos + on - short, t, heads + fill,
                        fill * (v + 1), left, then,
                    )  # fmt: skip
                elif start == 0 or on == short + longs:
                    n = _emit(
                        w, v, c, n, start, ones, twos + on - short, t, heads + fill, fill * (v + 1), left, then
                    )  # fmt: skip
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(spare=cython.int, a=cython.int, b=cython.int, d=cython.int, bare=cython.int, face_now=cython.int)
def _headed(
    w: Work,
    v: cython.int,
    c: cython.int,
    n: cython.int,
    start: cython.int,
    all_go_on: cython.bint,
    twos: cython.int,
    longs: cython.int,
    tiles: cython.int,
    jokers: cython.int,
    face: cython.int,
    left: cython.int,
    word: cython.uint,
) -> cython.int:
    """Options for `start` new runs, with every number of jokers at their heads."""
    # 3.6 New runs bring a >= b >= d jokers in front; a run without any would
    #     rather have joined a long one.
    spare = left - jokers
    for a in range(min(spare, v) if start > 0 else 0, -1, -1):
        for b in range(min(spare - a, a) if start > 1 else 0, -1, -1):
            for d in range(min(spare - a - b, b) if start > 2 else 0, -1, -1):
                bare = start - (a > 0) - (b > 0) - (d > 0)
                if bare > 0 and not all_go_on:
                    continue
                face_now = face + (a + b + d) * (v + 1) - (a * (a + 1) + b * (b + 1) + d * (d + 1)) // 2
                n = _emit(
                    w, v, c, n, bare, twos + (a == 1) + (b == 1) + (d == 1), longs + (a > 1) + (b > 1) + (d > 1),
                    tiles, jokers + a + b + d, face_now, left,
                    word | a << HEAD_AT | b << (HEAD_AT + HEAD_BITS) | d << (HEAD_AT + 2 * HEAD_BITS),
                )  # fmt: skip
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, short=cython.int, debt=cython.int, k=cython.int, stay=cython.int)
def _emit(
    w: Work,
    v: cython.int,
    c: cython.int,
    n: cython.int,
    ones: cython.int,
    twos: cython.int,
    longs: cython.int,
    tiles: cython.int,
    jokers: cython.int,
    face: cython.int,
    left: cython.int,
    word: cython.uint,
) -> cython.int:
    """Append the option of these open runs unless the next two numbers cannot continue them."""
    i = v * COLOURS + c
    short = ones + twos
    debt = 0
    longs += w.cores_end[i]
    # 3.1 After 13 nothing may stay open, after 12 no run of length one.
    if v == 12:
        if short > 0:
            return n
        longs = 0
    else:
        if v == 11 and ones > 0:
            return n
        # 3.2 Look ahead: runs that must go on need tiles at the next two
        #     numbers; what is missing must be jokers, and we count them now.
        debt = max(short - w.next_one[i], 0) + max(ones - w.next_two[i], 0)
    if jokers + debt > left:
        return n
    # 3.3 Long runs that nothing can continue are closed at once, so that
    #     states which differ only in them become one.
    if longs > 0:
        stay = max(short - w.cores_begin[i + COLOURS], 0)
        stay = max(w.next_one[i] - stay, 0)
        k = left - jokers
        if not w.every_place:
            k = min(k, w.next_two[i])
        longs = min(longs, stay + k, LENGTH)
    if n >= OPTIONS:
        w.over = True
        return n
    k = c * OPTIONS + n
    w.option_tiles[k] = tiles
    w.option_jokers[k] = jokers
    w.option_debt[k] = debt
    w.option_face[k] = face
    w.option_state[k] = ones | twos << TWOS_AT | longs << LONGS_AT
    w.option_word[k] = word
    return n + 1
