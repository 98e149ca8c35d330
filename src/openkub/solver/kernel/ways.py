# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""The ways through a sketch that lead to the end: for a Graph (11.2), a short list (11.5), the masks of a turn (12.1).

A `Graph` is made to be kept by whoever asked; this is memory that is used again, and every step of it does without
Python. Most turns have a few dozen edges, so each says by itself what is laid on it.
"""

from __future__ import annotations

from typing import Any

from openkub.solver.kernel.loading import Counts
from openkub.solver.kernel.work import EACH_TILE

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel._fields import fields
    from openkub.solver.kernel.graph import Graph, add_row, make_rows
    from openkub.solver.kernel.layout import (
        COLOURS,
        FEW_EDGES,
        FEW_PLAYS,
        FEW_STEPS,
        GUARDS,
        JOKER,
        LAYER_BITS,
        MAX_EDGES,
        NOWHERE,
        NUMBERS,
        VECTOR,
        VECTOR_BITS,
        VECTORS,
        WORDS,
    )
    from openkub.solver.kernel.loading import load, ready
    from openkub.solver.kernel.search import tiles_in
    from openkub.solver.kernel.sketch import Sketch, draw, given_sketch, taken_sketch
    from openkub.solver.kernel.work import Effort, Work, given_back, start_array, taken

LEADS = cython.declare(cython.int, 1)  # reached on a way that holds the choice
ALONE = cython.declare(cython.int, 2)  # reached by the choice and nothing else
# So many jokers as counts, which are no numbers of C: those are too small.
_JOKERS = [jokers << 4 * 52 for jokers in range(8)]
# Where a word of counts begins.
_WORDS = [0, 64, 128, 192]


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
    _look_back(s)
    _copy_nodes(g, s)
    g.edges = 0
    for node in range(s.layer_at[NUMBERS]):
        if s.node_fewest[node]:
            g.node_edges[s.node_place[node]] = g.edges
            for e in range(s.node_edges[node], s.node_edges[node + 1]):
                if s.node_fewest[s.edge_to[e]]:
                    g.edge_to[g.edges] = s.node_place[s.edge_to[e]]
                    g.edge_laid[g.edges] = _spread(s.edge_laid[e])
                    g.edges += 1
    for node in range(g.layer_at[NUMBERS], g.nodes + 1):
        g.node_edges[node] = g.edges


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, node=cython.int, e=cython.int, alive=cython.bint, laid=cython.int)
def _look_back(s: Sketch) -> cython.void:
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


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _spread(vector: cython.int) -> cython.int:
    """Four bits a colour for the two of a vector."""
    return (
        vector & VECTOR
        | (vector >> VECTOR_BITS & VECTOR) << 4
        | (vector >> 2 * VECTOR_BITS & VECTOR) << 8
        | (vector >> 3 * VECTOR_BITS) << 12
    )


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
    _look_back(s)
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
            s.few_laid[then * WORDS + word] |= cython.cast(cython.ulonglong, _spread(s.row_vector[row])) << shift
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
