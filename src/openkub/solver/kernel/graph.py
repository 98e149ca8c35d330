# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""11. Every play at once: a graph of layers, one a number, in which each path from the start to the end is one.

An edge carries the rack tiles that are laid at its number. Only nodes that a play goes through are in it. The same
tiles may be laid on several paths, for they can be arranged in several ways: `listing` tells them apart.
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
    from openkub.solver.kernel.layout import COLOURS, GUARDS, JOKER, NOWHERE, NUMBERS, VECTORS
    from openkub.solver.kernel.loading import packed
    from openkub.solver.kernel.work import start_array

LEADS = cython.declare(cython.int, 1)  # reached on a way that holds the choice
ALONE = cython.declare(cython.int, 2)  # reached by the choice and nothing else


@cython.cclass
class Graph:
    """All plays of a position; `sketch` makes one."""

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
        self.edge_laid = cython.cast("unsigned short *", start_array(self.grown, "H", edges))

    @property
    def size(self) -> int:
        """How many edges it has."""
        return self.node_edges[self.layer_at[NUMBERS + 1]]

    @property
    def start(self) -> bytes:
        """The set of nodes in which every play begins: none if there is no play."""
        return b"\x01" if self.layer_at[1] else b""

    @cython.locals(v=cython.int, node=cython.int, e=cython.int, row=cython.int, most=cython.int)
    def set_rows(self) -> object:
        """Give everything that is laid at a number its row, when all edges are there."""
        most = 0
        for v in range(NUMBERS):
            for row in range(VECTORS):
                self.row_of[v * VECTORS + row] = 255
            for e in range(self.node_edges[self.layer_at[v]], self.node_edges[self.layer_at[v + 1]]):
                row = v * VECTORS + vector_of(self.edge_laid[e])
                if self.row_of[row] == 255:
                    self.row_of[row] = self.rows[v]
                    self.row_laid[v * VECTORS + self.rows[v]] = self.edge_laid[e]
                    self.rows[v] += 1
            most = max(most, self.rows[v] * _width(self, v + 1))
        self.row_bits = cython.cast("unsigned char *", start_array(self.grown, "B", most))
        self.row_room = self.grown[len(self.grown) - 1]
        return None

    @cython.locals(row=cython.int, width=cython.int, first=cython.int, e=cython.int)
    def ways(self, v: cython.int, nodes: bytes) -> list[tuple[int, bytes, int]]:
        """What can be laid at a number from any of these nodes: the tiles, the nodes reached, the fewest to come."""
        width = _width(self, v + 1)
        for row in range(self.rows[v]):
            self.row_fewest[row] = NOWHERE
        _fill_rows(self, v, nodes, width)
        found = []
        for row in range(self.rows[v]):
            if self.row_fewest[row] != NOWHERE:
                first = row * width
                reached = self.row_room[first : first + width].tobytes()
                found.append((self.row_laid[v * VECTORS + row], reached, self.row_fewest[row]))
                for e in range(first, first + width):
                    self.row_bits[e] = 0
        return found

    @cython.locals(node=cython.int, jokers=cython.int)
    def jokers_after(self, nodes: bytes) -> int:
        """How many rack jokers may be laid at the end from any of these nodes, as bits."""
        jokers = 0
        for node in range(self.layer_at[NUMBERS + 1] - self.layer_at[NUMBERS]):
            if nodes[node >> 3] >> (node & 7) & 1:
                jokers |= self.node_jokers[self.layer_at[NUMBERS] + node]
        return jokers

    @cython.locals(v=cython.int, c=cython.int, tiles=bytes, last=cython.int)
    def mask(self, choice: Counts) -> tuple[int, bool]:
        """The kinds, as bits, of which one more can be laid beside a choice; whether the choice is itself a play."""
        tiles = packed(choice)
        for v in range(NUMBERS):
            self.chosen[v] = tiles[2 * v] | tiles[2 * v + 1] << 8
            self.more[v] = 0
        _reach(self)
        last = _finish(self, tiles[JOKER >> 1] & 15)
        _return(self)
        found = 1 << JOKER_BIT if last & LEADS else 0
        for v in range(NUMBERS):
            for c in range(COLOURS):
                if self.more[v] >> 4 * c & 7:
                    found |= 1 << _KINDS[v * COLOURS + c]
        return found, last & ALONE != 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def vector_of(laid: cython.int) -> cython.int:
    """Counts of four bits a colour as a vector."""
    return laid & 3 | laid >> 2 & 12 | laid >> 4 & 48 | laid >> 6 & 192


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _width(g: Graph, v: cython.int) -> cython.int:
    """The bytes of a set of a layer's nodes."""
    return (g.layer_at[v + 1] - g.layer_at[v] + 7) >> 3


@cython.cfunc
@cython.locals(i=cython.int, k=cython.int, e=cython.int, node=cython.int, to=cython.int, row=cython.int)
@cython.locals(first=cython.int, following=cython.int, byte=cython.int)
def _fill_rows(g: Graph, v: cython.int, nodes: bytes, width: cython.int) -> object:
    """Mark the nodes that are reached, in the row of what is laid."""
    first = g.layer_at[v]
    following = g.layer_at[v + 1]
    for i in range(len(nodes)):
        byte = nodes[i]
        k = 0
        while byte >> k:
            if byte >> k & 1:
                node = first + 8 * i + k
                for e in range(g.node_edges[node], g.node_edges[node + 1]):
                    row = g.row_of[v * VECTORS + vector_of(g.edge_laid[e])]
                    to = g.edge_to[e]
                    g.row_fewest[row] = min(g.row_fewest[row], g.node_fewest[to])
                    to -= following
                    g.row_bits[row * width + (to >> 3)] |= 1 << (to & 7)
            k += 1
    return None


# Masks are shifted by these, which are no numbers of C: those are too small.
_KINDS = list(range(52))
JOKER_BIT: int = 52


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(v=cython.int, node=cython.int, e=cython.int, chosen=cython.int, laid=cython.int, how=cython.int)
def _reach(g: Graph) -> cython.void:
    """11.1 Forward: which nodes lie on a way that holds the choice."""
    for node in range(g.layer_at[NUMBERS + 1]):
        g.node_reached[node] = 0
    if g.layer_at[1]:
        g.node_reached[0] = LEADS | ALONE
    for v in range(NUMBERS):
        chosen = g.chosen[v]
        for node in range(g.layer_at[v], g.layer_at[v + 1]):
            how = g.node_reached[node]
            if not how:
                continue
            for e in range(g.node_edges[node], g.node_edges[node + 1]):
                laid = g.edge_laid[e]
                if laid == chosen:
                    g.node_reached[g.edge_to[e]] |= how
                elif ((laid | GUARDS) - chosen) & GUARDS == GUARDS:
                    g.node_reached[g.edge_to[e]] |= LEADS


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(node=cython.int, last=cython.int)
def _finish(g: Graph, jokers: cython.int) -> cython.int:
    """At the end: whether one more joker can be laid (LEADS), and whether the choice is a play (ALONE)."""
    last = 0
    for node in range(g.layer_at[NUMBERS], g.layer_at[NUMBERS + 1]):
        g.node_open[node] = g.node_reached[node] != 0 and g.node_jokers[node] >> jokers != 0
        if g.node_reached[node] & LEADS and g.node_jokers[node] >> (jokers + 1):
            last |= LEADS
        if g.node_reached[node] & ALONE and g.node_jokers[node] >> jokers & 1:
            last |= ALONE
    return last


@cython.cfunc
@cython.exceptval(check=False)
@cython.locals(v=cython.int, node=cython.int, e=cython.int, chosen=cython.int, rest=cython.int)
def _return(g: Graph) -> cython.void:
    """Backward: from which of them the choice can be finished, and what is laid beside it on the way."""
    for v in range(NUMBERS - 1, -1, -1):
        chosen = g.chosen[v]
        for node in range(g.layer_at[v], g.layer_at[v + 1]):
            g.node_open[node] = 0
            if not g.node_reached[node]:
                continue
            for e in range(g.node_edges[node], g.node_edges[node + 1]):
                if g.node_open[g.edge_to[e]]:
                    rest = (g.edge_laid[e] | GUARDS) - chosen
                    if rest & GUARDS == GUARDS:
                        g.node_open[node] = 1
                        g.more[v] |= rest
