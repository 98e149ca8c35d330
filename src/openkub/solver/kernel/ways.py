# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""12.1 The ways through a sketch that lead to the end, and the masks of a turn.

A `Graph` is made to be kept by whoever asked; this is memory that is used again, and every step of it does without
Python. Most turns have a few dozen edges, so each says by itself what is laid on it.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel._fields import fields
    from openkub.solver.kernel.layout import COLOURS, GUARDS, JOKER, NUMBERS, spread
    from openkub.solver.kernel.sketch import Sketch
    from openkub.solver.kernel.work import start_array

LEADS = cython.declare(cython.int, 1)  # reached on a way that holds the choice
ALONE = cython.declare(cython.int, 2)  # reached by the choice and nothing else


@cython.cclass
class Ways:
    """The graph of one turn, and its last mask."""

    def __init__(self) -> None:
        if not cython.compiled:
            for name, made in fields("Ways", "ways").items():
                setattr(self, name, made())

    def resize(self, nodes: cython.int, edges: cython.int) -> object:
        """Make room for so many nodes and edges; what was there is lost."""
        self.node_room = 0
        self.grown: list[Any] = []
        self.node_edges = cython.cast("int *", start_array(self.grown, "i", nodes + 1))
        self.node_jokers = cython.cast("unsigned char *", start_array(self.grown, "B", nodes))
        self.node_reached = cython.cast("unsigned char *", start_array(self.grown, "B", nodes))
        self.node_open = cython.cast("unsigned char *", start_array(self.grown, "B", nodes))
        self.edge_to = cython.cast("int *", start_array(self.grown, "i", edges))
        self.edge_laid = cython.cast("unsigned short *", start_array(self.grown, "H", edges))
        self.node_room = nodes
        self.edge_room = edges
        return None


@cython.locals(node=cython.int, e=cython.int)
def trim(g: Ways, s: Sketch) -> cython.void:
    """Take over from a sketch, which has as much room, what leads to the end."""
    look_back(s)
    _copy_nodes(g, s)
    g.edges = 0
    for node in range(s.layer_at[NUMBERS]):
        if s.node_fewest[node]:
            g.node_edges[s.node_place[node]] = g.edges
            for e in range(s.node_edges[node], s.node_edges[node + 1]):
                if s.node_fewest[s.edge_to[e]]:
                    g.edge_to[g.edges] = s.node_place[s.edge_to[e]]
                    g.edge_laid[g.edges] = spread(s.edge_laid[e])
                    g.edges += 1
    for node in range(g.layer_at[NUMBERS], g.nodes + 1):
        g.node_edges[node] = g.edges


@cython.locals(v=cython.int, node=cython.int, e=cython.int, alive=cython.bint, laid=cython.int)
def look_back(s: Sketch) -> cython.void:
    """Which nodes lead to the end: their fewest tiles say no more than that here. And where anything is laid."""
    for node in range(s.layer_at[NUMBERS], s.nodes):
        s.node_fewest[node] = s.node_jokers[node] != 0
    for v in range(NUMBERS - 1, -1, -1):
        laid = 0
        for node in range(s.layer_at[v], s.layer_at[v + 1]):
            alive = False
            for e in range(s.node_edges[node], s.node_edges[node + 1]):
                if s.node_fewest[s.edge_to[e]]:
                    alive = True
                    laid |= s.edge_laid[e]
            s.node_fewest[node] = alive
        s.layer_laid[v] = laid


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, node=cython.int)
def _copy_nodes(g: Ways, s: Sketch) -> cython.void:
    """Number the nodes anew."""
    g.nodes = 0
    for v in range(NUMBERS + 1):
        g.layer_at[v] = g.nodes
        for node in range(s.layer_at[v], s.layer_at[v + 1]):
            if s.node_fewest[node]:
                s.node_place[node] = g.nodes
                g.node_jokers[g.nodes] = s.node_jokers[node] if v == NUMBERS else 0
                g.nodes += 1
    g.layer_at[NUMBERS + 1] = g.nodes


@cython.locals(v=cython.int, c=cython.int, more=cython.int, one=cython.ulonglong)
def find_more(g: Ways, choice: cython.p_uchar, at: cython.int) -> cython.void:
    """The mask beside a choice, whose counts begin at a place."""
    one = 1
    _reach(g, choice, at)
    g.more = 0
    g.lies = False
    if _finish(g, choice[at + JOKER]):
        g.more = one << JOKER
    for v in range(NUMBERS - 1, -1, -1):
        more = _return(g, v, _here(choice, at, v))
        for c in range(COLOURS):
            if more >> 4 * c & 7:
                g.more |= one << (v * COLOURS + c)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _here(choice: cython.p_uchar, at: cython.int, v: cython.int) -> cython.int:
    """What is chosen of a number, four bits a colour."""
    at += v * COLOURS
    return choice[at] | choice[at + 1] << 4 | choice[at + 2] << 8 | choice[at + 3] << 12


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _holds(laid: cython.int, chosen: cython.int) -> cython.bint:
    return ((laid | GUARDS) - chosen) & GUARDS == GUARDS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, node=cython.int, e=cython.int, how=cython.int, chosen=cython.int)
def _reach(g: Ways, choice: cython.p_uchar, at: cython.int) -> cython.void:
    """Forward: which nodes lie on a way that holds the choice."""
    for node in range(g.nodes):
        g.node_reached[node] = 0
    if g.nodes:
        g.node_reached[0] = LEADS | ALONE
    for v in range(NUMBERS):
        chosen = _here(choice, at, v)
        for node in range(g.layer_at[v], g.layer_at[v + 1]):
            how = g.node_reached[node]
            if how:
                for e in range(g.node_edges[node], g.node_edges[node + 1]):
                    if g.edge_laid[e] == chosen:
                        g.node_reached[g.edge_to[e]] |= how
                    elif _holds(g.edge_laid[e], chosen):
                        g.node_reached[g.edge_to[e]] |= LEADS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(node=cython.int, more=cython.bint)
def _finish(g: Ways, jokers: cython.int) -> cython.bint:
    """At the end: whether one more joker can be laid; and whether the choice lies as it is."""
    more = False
    for node in range(g.layer_at[NUMBERS], g.layer_at[NUMBERS + 1]):
        g.node_open[node] = g.node_reached[node] != 0 and g.node_jokers[node] >> jokers != 0
        if g.node_reached[node] and g.node_jokers[node] >> (jokers + 1):
            more = True
        if g.node_reached[node] & ALONE and g.node_jokers[node] >> jokers & 1:
            g.lies = True
    return more


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(node=cython.int, e=cython.int, more=cython.int)
def _return(g: Ways, v: cython.int, chosen: cython.int) -> cython.int:
    """Backward over a number: from where the choice can be finished, and what is laid beside it, as any bits."""
    more = 0
    for node in range(g.layer_at[v], g.layer_at[v + 1]):
        g.node_open[node] = 0
        if g.node_reached[node]:
            for e in range(g.node_edges[node], g.node_edges[node + 1]):
                if g.node_open[g.edge_to[e]] and _holds(g.edge_laid[e], chosen):
                    g.node_open[node] = 1
                    more |= (g.edge_laid[e] | GUARDS) - chosen
    return more
