# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""All plays of a position: as a Graph, made of a sketch (11.2), or as a list where they are few (11.5)."""

from __future__ import annotations

from typing import Any

from openkub.solver.kernel.loading import Counts
from openkub.solver.kernel.work import EACH_TILE

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.drawing import draw, given_sketch, taken_sketch
    from openkub.solver.kernel.graph import Graph, add_row, make_rows
    from openkub.solver.kernel.layout import (
        FEW_EDGES,
        FEW_PLAYS,
        FEW_STEPS,
        LAYER_BITS,
        MAX_EDGES,
        NOWHERE,
        NUMBERS,
        VECTORS,
        WORDS,
        spread,
    )
    from openkub.solver.kernel.loading import load, ready
    from openkub.solver.kernel.search import tiles_in
    from openkub.solver.kernel.sketch import Sketch
    from openkub.solver.kernel.ways import look_back
    from openkub.solver.kernel.work import Effort, Work, given_back, taken

# So many jokers as counts, which are no numbers of C: those are too small.
_JOKERS = [jokers << 4 * 52 for jokers in range(8)]
# Where a word of counts begins.
_WORDS = [0, 64, 128, 192]


def all_plays(table: Counts, rack: Counts, must: Counts | None = None, most: int = 1 << 22) -> Graph | None:
    """The graph of all plays that hold what `must` be laid, the empty one too; None if it has `most` edges or more."""
    return _found(table, rack, must, min(most, 1 << 22), None)


def few_plays(table: Counts, rack: Counts, must: Counts | None, most: int, effort: Effort) -> list[int] | Graph | None:
    """The same where plays are many; where they are few, all of them but the empty one, as counts."""
    return _found(table, rack, must, min(most, 1 << 22), effort)


@cython.cfunc
@cython.locals(count=cython.int)
def _found(table: object, rack: object, must: object, most: cython.int, effort: Effort | None) -> Any:
    """The graph, or the list where it is short and there is an effort of which it is paid."""
    g: Graph
    s: Sketch = taken_sketch()
    w: Work = taken()
    found: Any = None
    try:
        load(w, table, rack, must, EACH_TILE)
        ready(w)
        if draw(s, w, min(most, MAX_EDGES)):
            count = -1
            if effort is not None and s.edges <= FEW_EDGES:
                count = _list_few(s, w.rack_jokers, min(FEW_STEPS, effort.left - most))
            if count >= 0:
                found = _told(s, count)
                most = s.edges + s.few_steps
            else:
                g = _trimmed(s)
                found = g
                most = g.node_edges[g.layer_at[NUMBERS + 1]]
        if effort is not None:
            effort.left -= most
    finally:
        given_back(w)
    given_sketch(s)
    return found


# --- 11.2 back from the end ---


@cython.cfunc
@cython.locals(v=cython.int, node=cython.int, e=cython.int, nodes=cython.int, edges=cython.int, fewest=cython.int)
def _trimmed(s: Sketch) -> Graph:
    """Of a sketch only what leads to the end is kept, with the fewest tiles that it takes."""
    g: Graph
    edges = 0
    nodes = 0
    for node in range(s.nodes - 1, -1, -1):
        fewest = NOWHERE
        if node >= s.layer_at[NUMBERS]:
            fewest = 0
            while fewest < 8 and not s.node_jokers[node] >> fewest & 1:
                fewest += 1
            if fewest == 8:
                fewest = NOWHERE
        for e in range(s.node_edges[node], s.node_edges[node + 1]):
            if s.node_fewest[s.edge_to[e]] != NOWHERE:
                fewest = min(fewest, s.node_fewest[s.edge_to[e]] + tiles_in(s.edge_laid[e]))
                edges += 1
        s.node_fewest[node] = fewest
        nodes += fewest != NOWHERE
    g = Graph(nodes, edges)
    nodes = 0
    for v in range(NUMBERS + 1):
        g.layer_at[v] = nodes
        for node in range(s.layer_at[v], s.layer_at[v + 1]):
            s.node_place[node] = nodes
            if s.node_fewest[node] != NOWHERE:
                g.node_fewest[nodes] = s.node_fewest[node]
                g.node_jokers[nodes] = s.node_jokers[node] if v == NUMBERS else 0
                nodes += 1
    g.layer_at[NUMBERS + 1] = nodes
    _copy_edges(s, g)
    return g


@cython.cfunc
@cython.locals(v=cython.int, node=cython.int, e=cython.int, edges=cython.int)
def _copy_edges(s: Sketch, g: Graph) -> object:
    """The edges that lead on, with the rows of what is laid on them."""
    edges = 0
    for v in range(NUMBERS):
        for node in range(VECTORS):
            s.row_of[node] = -1
        for node in range(s.layer_at[v], s.layer_at[v + 1]):
            if s.node_fewest[node] == NOWHERE:
                continue
            g.node_edges[s.node_place[node]] = edges
            for e in range(s.node_edges[node], s.node_edges[node + 1]):
                if s.node_fewest[s.edge_to[e]] != NOWHERE:
                    if s.row_of[s.edge_laid[e]] < 0:
                        s.row_of[s.edge_laid[e]] = g.rows[v]
                        add_row(g, v, s.edge_laid[e])
                    g.edge_to[edges] = s.node_place[s.edge_to[e]]
                    g.edge_row[edges] = s.row_of[s.edge_laid[e]]
                    edges += 1
    for node in range(g.layer_at[NUMBERS], g.layer_at[NUMBERS + 1] + 1):
        g.node_edges[node] = edges
    make_rows(g)
    return None


# --- 11.5 all plays at once, where they are few ---


@cython.cfunc
@cython.locals(i=cython.int, k=cython.int, jokers=cython.int, tiles=object)
def _told(s: Sketch, count: cython.int) -> list[int]:
    """What was listed last, each with every number of jokers that goes with it."""
    found = []
    for i in range(s.few_at, s.few_at + count):
        tiles = 0
        for k in range(WORDS):
            if s.few_laid[i * WORDS + k]:
                tiles |= s.few_laid[i * WORDS + k] << _WORDS[k]
        jokers = cython.cast(cython.int, s.few_nodes[i])
        k = 0
        while jokers >> k:
            if jokers >> k & 1 and (k or tiles):
                found.append(tiles | _JOKERS[k] if k else tiles)
            k += 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, last=cython.int, node=cython.int, place=cython.int, count=cython.int)
def _list_few(s: Sketch, rack_jokers: cython.int, most: cython.int) -> cython.int:
    """Number after number, all that can be laid so far with the nodes that it leads to: how many, -1 if not few.

    Below the first number at which something is laid all nodes are reached by laying nothing; above the last one all
    lead to the end, where no more than the jokers of the rack is laid.
    """
    look_back(s)
    s.few_steps = 0
    s.few_at = 0
    v = 0
    while v < NUMBERS and not s.layer_laid[v]:
        v += 1
    if not s.node_fewest[0] or (v == NUMBERS and rack_jokers == 0):
        return 0
    last = NUMBERS
    while rack_jokers == 0 and not s.layer_laid[last - 1]:
        last -= 1
    for place in range(VECTORS):
        s.row_of[place] = -1
    for place in range(WORDS):
        s.few_laid[place] = 0
    if not _number_nodes(s, v):
        return -1
    s.few_nodes[0] = 0
    for node in range(s.layer_at[v], s.layer_at[v + 1]):
        if s.node_fewest[node]:
            s.few_nodes[0] |= cython.cast(cython.ulonglong, 1) << s.node_place[node]
    count = 1
    while v < last:
        count = _list_on(s, v, count, most) if _number_nodes(s, v + 1) else -1
        if count < 0:
            return -1
        v += 1
    _add_jokers(s, count, rack_jokers)
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(node=cython.int, place=cython.int)
def _number_nodes(s: Sketch, v: cython.int) -> cython.bint:
    """Give the nodes of a layer that lead to the end a bit each; whether a word has so many."""
    place = 0
    for node in range(s.layer_at[v], s.layer_at[v + 1]):
        s.node_place[node] = place
        place += s.node_fewest[node]
    return place <= LAYER_BITS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, k=cython.int, row=cython.int, rows=cython.int, then=cython.int, last=cython.int)
@cython.locals(word=cython.int, shift=cython.int)
def _list_on(s: Sketch, v: cython.int, count: cython.int, most: cython.int) -> cython.int:
    """Go on over a number: how many there are then, -1 if they are too many."""
    rows = _list_rows(s, v)
    word = v >> 2
    shift = 16 * (v & 3)
    then = FEW_PLAYS - s.few_at
    last = then + FEW_PLAYS
    for i in range(s.few_at, s.few_at + count):
        _step_on(s, v, s.few_nodes[i])
        if s.few_steps > most:
            return -1
        for row in range(rows):
            if s.row_nodes[row] == 0:
                continue
            if then == last:
                return -1
            s.few_nodes[then] = s.row_nodes[row]
            s.row_nodes[row] = 0
            for k in range(WORDS):
                s.few_laid[then * WORDS + k] = s.few_laid[i * WORDS + k]
            s.few_laid[then * WORDS + word] |= cython.cast(cython.ulonglong, spread(s.row_vector[row])) << shift
            then += 1
    for row in range(rows):
        s.row_of[s.row_vector[row]] = -1
    s.few_at = FEW_PLAYS - s.few_at
    return then - s.few_at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(node=cython.int, e=cython.int, rows=cython.int)
def _list_rows(s: Sketch, v: cython.int) -> cython.int:
    """What can be laid at a number, in the order in which it is met, as in a Graph: how many rows."""
    rows = 0
    for node in range(s.layer_at[v], s.layer_at[v + 1]):
        if s.node_fewest[node]:
            for e in range(s.node_edges[node], s.node_edges[node + 1]):
                if s.node_fewest[s.edge_to[e]] and s.row_of[s.edge_laid[e]] < 0:
                    s.row_of[s.edge_laid[e]] = rows
                    s.row_vector[rows] = s.edge_laid[e]
                    s.row_nodes[rows] = 0
                    rows += 1
    return rows


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(node=cython.int, e=cython.int, one=cython.ulonglong)
def _step_on(s: Sketch, v: cython.int, nodes: cython.ulonglong) -> cython.void:
    """The nodes that are reached from these, by the row of what is laid."""
    one = 1
    for node in range(s.layer_at[v], s.layer_at[v + 1]):
        if s.node_fewest[node] and nodes >> s.node_place[node] & 1:
            s.few_steps += s.node_edges[node + 1] - s.node_edges[node]
            for e in range(s.node_edges[node], s.node_edges[node + 1]):
                if s.node_fewest[s.edge_to[e]]:
                    s.row_nodes[s.row_of[s.edge_laid[e]]] |= one << s.node_place[s.edge_to[e]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, node=cython.int, jokers=cython.ulonglong)
def _add_jokers(s: Sketch, count: cython.int, rack_jokers: cython.int) -> cython.void:
    """At the end: instead of its nodes, how many rack jokers may be laid with each, as bits."""
    for i in range(s.few_at, s.few_at + count):
        jokers = rack_jokers == 0
        for node in range(s.layer_at[NUMBERS] if rack_jokers else s.nodes, s.nodes):
            if s.node_fewest[node] and s.few_nodes[i] >> s.node_place[node] & 1:
                jokers |= s.node_jokers[node]
        s.few_nodes[i] = jokers
