# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""11. Every play at once: a graph of layers, one a number, in which each path from the start to the end is one.

An edge says what is laid at its number, by a row of a table. Only nodes that a play goes through are in it. The same
tiles may be laid on several paths, for they can be arranged in several ways: `ways` takes all nodes together to which
they lead.
"""

from __future__ import annotations

from typing import Any

from openkub.solver.kernel.loading import Counts

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel._fields import fields
    from openkub.solver.kernel.layout import COLOURS, GUARDS, JOKER, NUMBERS, VECTORS
    from openkub.solver.kernel.loading import packed
    from openkub.solver.kernel.work import start_array

LEADS = cython.declare(cython.int, 1)  # reached on a way that holds the choice
ALONE = cython.declare(cython.int, 2)  # reached by the choice and nothing else
# Masks are shifted by these, which are no numbers of C: those are too small.
_KINDS = list(range(53))


@cython.cclass
class Graph:
    """All plays of a position, the empty one too; `plays` makes one of a sketch."""

    def __init__(self, nodes: cython.int, edges: cython.int) -> None:
        if not cython.compiled:
            for name, made in fields("Graph", "graph").items():
                setattr(self, name, made())
        self.grown: list[Any] = []
        self.node_edges = cython.cast("int *", start_array(self.grown, "i", nodes + 1))
        self.node_fewest = cython.cast("unsigned char *", start_array(self.grown, "B", nodes))
        self.node_jokers = cython.cast("unsigned char *", start_array(self.grown, "B", nodes))
        self.node_reached = cython.cast("unsigned char *", start_array(self.grown, "B", nodes))
        self.node_open = cython.cast("unsigned char *", start_array(self.grown, "B", nodes))
        self.edge_to = cython.cast("int *", start_array(self.grown, "i", edges))
        self.edge_row = cython.cast("unsigned char *", start_array(self.grown, "B", edges))

    @property
    def size(self) -> int:
        """How many edges it has."""
        return self.node_edges[self.layer_at[NUMBERS + 1]]

    @property
    def work(self) -> int:
        """How many edges, and bytes of sets of nodes, were looked at for `ways` so far."""
        return self.scanned

    @property
    def start(self) -> bytes:
        """The set of nodes in which every play begins: empty if there is no play."""
        return b"\x01" if self.layer_at[1] else b""

    @cython.locals(row=cython.int, width=cython.int, number=cython.int, reached=bytes)
    def ways(self, v: cython.int, nodes: bytes) -> list[tuple[int, int, bytes, int]]:
        """What can be laid at a number from any of these nodes, and where that leads.

        The tiles, the number reached, its nodes, the fewest tiles to come. Numbers at which nothing is laid are passed.
        """
        width = _width(self, v + 1)
        for row in range(self.rows[v]):
            self.row_open[row] = 0
        _fill_rows(self, v, nodes, 0)
        found = []
        for row in range(self.rows[v]):
            if not self.row_open[row]:
                continue
            reached = _take_row(self, row * width, width)
            number = v + 1
            while number < NUMBERS and self.rows[number] == 1 and self.row_laid[number * VECTORS] == 0:
                _fill_rows(self, number, reached, self.spare_row)
                number += 1
                reached = _take_row(self, self.spare_row, _width(self, number))
            found.append((self.row_laid[v * VECTORS + row], number, reached, _fewest(self, number, reached)))
        return found

    @cython.locals(node=cython.int, jokers=cython.int)
    def jokers_after(self, nodes: bytes) -> int:
        """How many rack jokers may be laid at the end from any of these nodes, as bits."""
        jokers = 0
        for node in range(self.layer_at[NUMBERS + 1] - self.layer_at[NUMBERS]):
            if nodes[node >> 3] >> (node & 7) & 1:
                jokers |= self.node_jokers[self.layer_at[NUMBERS] + node]
        return jokers

    @cython.locals(v=cython.int, c=cython.int, tiles=bytes, last=cython.int, more=cython.int)
    def mask(self, choice: Counts) -> tuple[int, bool]:
        """The kinds, as bits, of which one more can be laid beside a choice; whether the choice is itself a play."""
        tiles = packed(choice)
        _compare_rows(self, tiles)
        _reach(self)
        last = _finish(self, tiles[JOKER >> 1] & 15)
        found = 1 << _KINDS[JOKER] if last & LEADS else 0
        for v in range(NUMBERS - 1, -1, -1):
            more = _return(self, v, tiles[2 * v] | tiles[2 * v + 1] << 8)
            for c in range(COLOURS):
                if more >> 4 * c & 7:
                    found |= 1 << _KINDS[v * COLOURS + c]
        return found, last & ALONE != 0


@cython.locals(laid=cython.int)
def add_row(g: Graph, v: cython.int, vector: cython.int) -> object:
    """One more thing that can be laid at a number."""
    laid = vector & 3 | (vector & 12) << 2 | (vector & 48) << 4 | (vector & 192) << 6
    g.row_laid[v * VECTORS + g.rows[v]] = laid
    g.rows[v] += 1
    return None


@cython.locals(v=cython.int, most=cython.int, widest=cython.int)
def make_rows(g: Graph) -> object:
    """Make room for the bits of all rows of a number, and of one more."""
    most = 0
    widest = 0
    for v in range(NUMBERS):
        most = max(most, g.rows[v] * _width(g, v + 1))
        widest = max(widest, _width(g, v + 1))
    g.spare_row = most
    g.row_bits = cython.cast("unsigned char *", start_array(g.grown, "B", most + widest))
    g.row_array = g.grown[len(g.grown) - 1]
    return None


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _width(g: Graph, v: cython.int) -> cython.int:
    """The bytes of a set of a layer's nodes."""
    return (g.layer_at[v + 1] - g.layer_at[v] + 7) >> 3


# --- 11.3 the ways on from a set of nodes ---


@cython.cfunc
@cython.locals(i=cython.int, e=cython.int, node=cython.int, to=cython.int, byte=cython.int)
@cython.locals(following=cython.int, width=cython.int)
def _fill_rows(g: Graph, v: cython.int, nodes: bytes, at: cython.int) -> object:
    """Mark the nodes that are reached from these, in the row of what is laid; the rows begin at a place."""
    width = _width(g, v + 1)
    following = g.layer_at[v + 1]
    g.scanned += len(nodes)
    for i in range(len(nodes)):
        byte = nodes[i]
        node = g.layer_at[v] + 8 * i
        while byte:
            if byte & 1:
                g.scanned += g.node_edges[node + 1] - g.node_edges[node]
                for e in range(g.node_edges[node], g.node_edges[node + 1]):
                    to = g.edge_to[e] - following
                    g.row_bits[at + g.edge_row[e] * width + (to >> 3)] |= 1 << (to & 7)
                    g.row_open[g.edge_row[e]] = 1
            byte >>= 1
            node += 1
    return None


@cython.cfunc
@cython.locals(i=cython.int)
def _take_row(g: Graph, at: cython.int, width: cython.int) -> bytes:
    """The bits of a row, which is empty afterwards."""
    taken: bytes = g.row_array[at : at + width].tobytes()
    g.scanned += width
    for i in range(at, at + width):
        g.row_bits[i] = 0
    return taken


@cython.cfunc
@cython.locals(i=cython.int, byte=cython.int, node=cython.int, fewest=cython.int)
def _fewest(g: Graph, v: cython.int, nodes: bytes) -> cython.int:
    """The fewest rack tiles that are still to be laid from any of these nodes."""
    fewest = 255
    for i in range(len(nodes)):
        byte = nodes[i]
        node = g.layer_at[v] + 8 * i
        while byte:
            if byte & 1:
                fewest = min(fewest, g.node_fewest[node])
            byte >>= 1
            node += 1
    return fewest


# --- 11.4 the mask ---


@cython.cfunc
@cython.locals(v=cython.int, row=cython.int, chosen=cython.int, laid=cython.int)
def _compare_rows(g: Graph, tiles: bytes) -> object:
    """Which rows hold the choice, and which are the choice."""
    for v in range(NUMBERS):
        chosen = tiles[2 * v] | tiles[2 * v + 1] << 8
        for row in range(v * VECTORS, v * VECTORS + g.rows[v]):
            laid = g.row_laid[row]
            g.row_leads[row] = 0
            if ((laid | GUARDS) - chosen) & GUARDS == GUARDS:
                g.row_leads[row] = LEADS | ALONE if laid == chosen else LEADS
    return None


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(v=cython.int, node=cython.int, e=cython.int, how=cython.int)
def _reach(g: Graph) -> cython.void:
    """Forward: which nodes lie on a way that holds the choice."""
    for node in range(g.layer_at[NUMBERS + 1]):
        g.node_reached[node] = 0
    if g.layer_at[1]:
        g.node_reached[0] = LEADS | ALONE
    for v in range(NUMBERS):
        for node in range(g.layer_at[v], g.layer_at[v + 1]):
            how = g.node_reached[node]
            if how:
                for e in range(g.node_edges[node], g.node_edges[node + 1]):
                    g.node_reached[g.edge_to[e]] |= how & g.row_leads[v * VECTORS + g.edge_row[e]]


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(node=cython.int, last=cython.int)
def _finish(g: Graph, jokers: cython.int) -> cython.int:
    """At the end: whether one more joker can be laid (LEADS), and whether the choice is a play (ALONE)."""
    last = 0
    for node in range(g.layer_at[NUMBERS], g.layer_at[NUMBERS + 1]):
        g.node_open[node] = g.node_reached[node] != 0 and g.node_jokers[node] >> jokers != 0
        if g.node_reached[node] and g.node_jokers[node] >> (jokers + 1):
            last |= LEADS
        if g.node_reached[node] & ALONE and g.node_jokers[node] >> jokers & 1:
            last |= ALONE
    return last


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(node=cython.int, e=cython.int, row=cython.int, more=cython.int)
def _return(g: Graph, v: cython.int, chosen: cython.int) -> cython.int:
    """Backward over a number: from where the choice can be finished, and what is laid beside it, as any bits."""
    for row in range(g.rows[v]):
        g.row_open[row] = 0
    for node in range(g.layer_at[v], g.layer_at[v + 1]):
        g.node_open[node] = 0
        if g.node_reached[node]:
            for e in range(g.node_edges[node], g.node_edges[node + 1]):
                if g.node_open[g.edge_to[e]] and g.row_leads[v * VECTORS + g.edge_row[e]]:
                    g.node_open[node] = 1
                    g.row_open[g.edge_row[e]] = 1
    more = 0
    for row in range(g.rows[v]):
        if g.row_open[row]:
            more |= (g.row_laid[v * VECTORS + row] | GUARDS) - chosen
    return more
