# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""11.1 Drawing a sketch: number after number, forward over everything that can be reached.

Before that it is seen from the other side how many jokers the higher numbers need (11.0). Where the room was too small,
there is more of it, and all is drawn again.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import FEW_EDGES, FIRST_EDGES, MAX_EDGES, MAX_NODES, NUMBERS, SPARE_RUNS
    from openkub.solver.kernel.loading import look_on, turn_round
    from openkub.solver.kernel.nodes import start_slots
    from openkub.solver.kernel.sketch import Sketch, expand, jokers_laid, start_number
    from openkub.solver.kernel.work import Work

_POOLED = 2
_POOL: list[Sketch] = []


def taken_sketch() -> Sketch:
    """Scratch memory of one's own."""
    try:
        return _POOL.pop()  # one step, so that no other thread can take the same
    except IndexError:
        return Sketch()


def given_sketch(s: Sketch) -> object:
    """Put scratch memory into the pool, unless there is enough, or it has grown large."""
    if len(_POOL) < _POOLED and s.edge_room <= 4 * FIRST_EDGES:
        _POOL.append(s)
    return None


@cython.locals(done=cython.bint)
def draw(s: Sketch, w: Work, most: cython.int) -> cython.bint:
    """Draw with growing room; whether there was enough."""
    s.most = most
    while True:
        with cython.nogil:
            done = forward(s, w)
        if done or not grow(s, w):
            return done


def grow(s: Sketch, w: Work) -> cython.bint:
    """Make more room after a sketch had too little; whether there is more to be had."""
    if s.edges >= s.most or s.edge_room >= MAX_EDGES or s.node_room >= MAX_NODES:
        return False
    s.resize(min(s.node_room * 4, MAX_NODES), min(s.edge_room * 4, MAX_EDGES))
    if w.node_room < s.node_room:
        w.resize(s.node_room)
    return True


@cython.locals(node=cython.int)
def forward(s: Sketch, w: Work) -> cython.bint:
    """Everything that can be reached; whether there was room."""
    _spare(s, w)
    if not _draw_layers(s, w):
        return False
    for node in range(s.layer_at[NUMBERS], s.nodes):
        s.node_jokers[node] = jokers_laid(w, s.node_key[node])
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, node=cython.int)
def _draw_layers(s: Sketch, w: Work) -> cython.bint:
    """Number after number; whether there was room."""
    s.over = False
    w.over = False
    s.nodes = 1
    s.edges = 0
    s.node_key[0] = 0
    s.layer_at[0] = 0
    for v in range(NUMBERS):
        s.layer_at[v + 1] = s.nodes
        s.layer_from = s.nodes
        w.stamp += 1
        start_slots(w)
        start_number(s, w, v)
        for node in range(s.layer_at[v], s.layer_at[v + 1]):
            s.node_edges[node] = s.edges
            expand(s, w, node, v)
            if s.over or w.over:
                return False
    s.layer_at[NUMBERS + 1] = s.nodes
    for node in range(s.layer_at[NUMBERS], s.nodes + 1):
        s.node_edges[node] = s.edges
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, k=cython.int, jokers=cython.int, most=cython.int, runs=cython.int)
def _spare(s: Sketch, w: Work) -> cython.void:
    """11.0 How many jokers may be used up to a number: those behind it need the others.

    That is seen from the other side: from 13 down, with fewer jokers than the table has, as far as it goes.
    """
    jokers = w.jokers
    most = s.most
    runs = min(w.table_jokers, SPARE_RUNS)
    for v in range(NUMBERS):
        s.spare[v] = jokers
    if runs == 0:
        return
    s.most = min(most, FEW_EDGES)
    turn_round(w)
    for k in range(runs):
        s.needed_from[k] = 0
    for k in range(runs):
        w.jokers = k
        for v in range(NUMBERS):
            s.spare[v] = k
        if not _draw_layers(s, w):
            break
        v = NUMBERS
        while v > 0 and s.layer_at[NUMBERS - v + 2] > s.layer_at[NUMBERS - v + 1]:
            v -= 1
        s.needed_from[k] = v  # the numbers before it, counted from 0, go no further with so few
        if v == 0:
            break
    turn_round(w)
    look_on(w)
    w.jokers = jokers
    s.most = most
    for v in range(NUMBERS):
        s.spare[v] = jokers
    for k in range(runs):
        for v in range(s.needed_from[k] - 1):
            s.spare[v] = jokers - k - 1
