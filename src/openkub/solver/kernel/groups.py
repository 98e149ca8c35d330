# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""4. Groups of one number, given how many tiles of each colour lie in runs."""

from __future__ import annotations

from openkub.solver.kernel import layout

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import COLOURS, COPIES, JOKER_ROW, VECTOR, VECTORS
    from openkub.solver.kernel.work import Work

IMPOSSIBLE = cython.declare(cython.longlong, layout.IMPOSSIBLE)


@cython.locals(i=cython.int, n=cython.int, colours=cython.int, deals=cython.int, jokers=cython.int)
@cython.locals(a=cython.int, b=cython.int, c=cython.int, d=cython.int)
@cython.locals(run_a=cython.int, run_b=cython.int, run_c=cython.int, run_d=cython.int)
@cython.locals(at_a=cython.int, at_b=cython.int, at_c=cython.int, at_d=cython.int)
@cython.locals(low_a=cython.int, low_b=cython.int, low_c=cython.int, low_d=cython.int)
@cython.locals(loss_a=cython.longlong, loss_b=cython.longlong, loss_c=cython.longlong)
def list_groups(w: Work, v: cython.int, in_runs: cython.int) -> cython.int:
    """List every vector that can be dealt into groups beside these tiles in runs: how many there are."""
    n = 0
    i = v * COLOURS
    # The four colours are a, b, c, d: run_… of them lie in runs, at least low_… must lie in groups, and at_… is where
    # the losses begin when none does.
    run_a = in_runs & VECTOR
    run_b = in_runs >> 2 & VECTOR
    run_c = in_runs >> 4 & VECTOR
    run_d = in_runs >> 6
    low_a = max(w.least[i] - run_a, 0)
    low_b = max(w.least[i + 1] - run_b, 0)
    low_c = max(w.least[i + 2] - run_c, 0)
    low_d = max(w.least[i + 3] - run_d, 0)
    at_a = i * COPIES + run_a - w.on_table[i]
    at_b = (i + 1) * COPIES + run_b - w.on_table[i + 1]
    at_c = (i + 2) * COPIES + run_c - w.on_table[i + 2]
    at_d = (i + 3) * COPIES + run_d - w.on_table[i + 3]
    deals = w.deals_at[v]
    # 4.0 Too few colours left for any group: all must lie in runs or stay behind.
    colours = (w.most[i] > run_a) + (w.most[i + 1] > run_b) + (w.most[i + 2] > run_c) + (w.most[i + 3] > run_d)
    if deals == 0 and (colours == 0 or colours + w.jokers < 3):
        if low_a + low_b + low_c + low_d == 0:
            w.group_vector[0] = 0
            w.group_jokers[0] = 1
            w.group_loss[0] = w.loss[at_a] + w.loss[at_b] + w.loss[at_c] + w.loss[at_d]
            n = 1
        return n
    for a in range(low_a, w.most[i] - run_a + 1):
        loss_a = w.loss[at_a + a]
        for b in range(low_b, w.most[i + 1] - run_b + 1):
            loss_b = loss_a + w.loss[at_b + b]
            for c in range(low_c, w.most[i + 2] - run_c + 1):
                loss_c = loss_b + w.loss[at_c + c]
                for d in range(low_d, w.most[i + 3] - run_d + 1):
                    jokers = w.deals[deals + (a | b << 2 | c << 4 | d << 6)]
                    if jokers:
                        w.group_vector[n] = a | b << 2 | c << 4 | d << 6
                        w.group_jokers[n] = jokers
                        w.group_loss[n] = loss_c + w.loss[at_d + d]
                        n += 1
    return n


@cython.locals(e=cython.int, i=cython.int, k=cython.int, best=cython.longlong)
def cheapest_groups(w: Work, v: cython.int, in_runs: cython.int) -> cython.int:
    """The cheapest vector for every count of jokers, found once a search: where its row begins."""
    e = v * VECTORS + in_runs
    if w.cheapest_stamp[e] == w.groups_now:
        return e * JOKER_ROW
    w.cheapest_stamp[e] = w.groups_now
    e *= JOKER_ROW
    for k in range(w.jokers + 1):
        w.cheapest_loss[e + k] = IMPOSSIBLE
    for i in range(list_groups(w, v, in_runs)):
        for k in range(w.jokers + 1):
            if w.group_jokers[i] >> k & 1:
                if w.group_loss[i] < w.cheapest_loss[e + k]:
                    w.cheapest_loss[e + k] = w.group_loss[i]
                    w.cheapest_vector[e + k] = w.group_vector[i]
                if not w.every_place:
                    break
    # 4.1 With optional jokers more of them must buy something.
    if not w.every_place:
        best = IMPOSSIBLE
        for k in range(w.jokers + 1):
            if w.cheapest_loss[e + k] >= best:
                w.cheapest_loss[e + k] = IMPOSSIBLE
            else:
                best = w.cheapest_loss[e + k]
    return e
