"""Each play once: the kernel's graph of all plays, walked by sets of nodes.

The same tiles may lie on several paths of the graph. All nodes that certain tiles lead to are therefore taken together,
as one set, which is what makes a play a single path. Sets that were seen before are not looked at again, so that plays
can be counted without being listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from openkub.pieces.tiles import JOKER, TileBag
from openkub.solver.effort import Effort, goes_on
from openkub.solver.kernel import Graph

_NUMBERS = 13
_BITS = 16
"""The bits of a bag that count the tiles of one number."""
_COUNTER = 128
"""The bits of one counter: more than enough for all bags of tiles that there are."""
_SHORT = 1024
"""Ends of plays are kept as lists where there cannot be more than so many."""
_MOST_BYTES = 1 << 23
"""So much is remembered of sets of nodes, and so much of ends."""
_END = 64
"""The bytes of one end."""

_STEP = 33
_EDGES = 25
"""What one step from set to set costs, in the successors that the kernel could look at; so many edges cost one."""
_JOINED = 8
"""So many ends of plays that are put together cost one."""

_Way = tuple[int, int, int, bytes, int]
"""Tiles laid at one number, as bits and how many; the number and the nodes reached; the fewest tiles still to come."""
_Ends = tuple[list[int], list[int]]
"""Ends of plays: their bits, and their numbers of tiles."""


class WorkIsOverError(Exception):
    """The work that an answer may cost is done, and it is not found."""


class Listing:
    """The plays of a graph."""

    def __init__(self, graph: Graph, rack: TileBag) -> None:
        self.graph = graph
        self._effort = Effort(0)
        self._bytes = [0, 0]
        self._ways: dict[tuple[int, bytes], list[_Way]] = {}
        self._ends: dict[tuple[int, bytes], _Ends] = {}
        self._counts: dict[tuple[int, bytes], int] = {}
        self._short_from = _short_from(rack)

    def plays(self, at_most: int, effort: Effort) -> Iterator[TileBag]:
        """Every play with so many tiles, but for the empty one; `WorkIsOverError` when the effort is spent."""
        self._effort = effort
        bag_of = TileBag.from_bits
        for start, laid, (ends, sizes) in self._parts(0, self.graph.start, 0, 0, at_most):
            for bits, size in zip(ends, sizes, strict=True):
                if 0 < laid + size <= at_most:
                    yield bag_of(start | bits)

    def counts(self, effort: Effort) -> list[int]:
        """How many plays lay no tile, one tile, two …; `WorkIsOverError` if that costs more than there is."""
        self._effort = effort
        number, counts = self._count(0, self.graph.start) if self.graph.start else 0, list[int]()
        while number:
            counts.append(number & (1 << _COUNTER) - 1)
            number >>= _COUNTER
        return counts

    def _parts(self, v: int, nodes: bytes, start: int, laid: int, at_most: int) -> Iterator[tuple[int, int, _Ends]]:
        """Beginnings of plays, each with all its ends."""
        if v >= self._short_from:
            yield start, laid, self._ends_from(v, nodes)
            return
        for bits, size, number, reached, fewest in self._ways_from(v, nodes):
            if laid + size + fewest <= at_most:
                yield from self._parts(number, reached, start | bits, laid + size, at_most)

    def _ways_from(self, v: int, nodes: bytes) -> list[_Way]:
        if not nodes:
            return []
        key = v, nodes
        if key not in self._ways:
            before = self.graph.work
            found = self.graph.ways(v, nodes)
            self._spend(_STEP * len(found) + (self.graph.work - before) // _EDGES)
            if self._is_full(0, len(nodes) + sum(len(reached) for _, _, reached, _ in found)):
                self._ways.clear()
            self._ways[key] = [(laid << _BITS * v, _tiles(laid), *where) for laid, *where in found]
        return self._ways[key]

    def _ends_from(self, v: int, nodes: bytes) -> _Ends:
        key = v, nodes
        if key not in self._ends:
            ends = self._jokers(nodes) if v == _NUMBERS else self._joined(v, nodes)
            self._spend(len(ends[0]) // _JOINED)
            if self._is_full(1, len(nodes) + _END * len(ends[0])):
                self._ends.clear()
            self._ends[key] = ends
        return self._ends[key]

    def _spend(self, cost: int) -> None:
        if not goes_on(self._effort, cost):
            raise WorkIsOverError

    def _is_full(self, which: int, size: int) -> bool:
        """Whether as much is remembered as may be when this comes to it: then it is the first again."""
        self._bytes[which] += size
        if self._bytes[which] <= _MOST_BYTES:
            return False
        self._bytes[which] = size
        return True

    def _joined(self, v: int, nodes: bytes) -> _Ends:
        all_bits, all_sizes = list[int](), list[int]()
        for laid, size, number, reached, _ in self._ways_from(v, nodes):
            ends, sizes = self._ends_from(number, reached)
            all_bits += [laid | bits for bits in ends] if laid else ends
            all_sizes += [size + more for more in sizes] if size else sizes
        return all_bits, all_sizes

    def _jokers(self, nodes: bytes) -> _Ends:
        laid = _ones(self.graph.jokers_after(nodes))
        return [count << 4 * JOKER for count in laid], laid

    def _count(self, v: int, nodes: bytes) -> int:
        """The counters side by side in one number, that for no tile lowest."""
        key = v, nodes
        if key not in self._counts:
            if v == _NUMBERS:
                total = sum(1 << _COUNTER * count for count in _ones(self.graph.jokers_after(nodes)))
            else:
                ways = self._ways_from(v, nodes)
                total = sum(self._count(n, reached) << _COUNTER * size for _, size, n, reached, _ in ways)
            self._counts[key] = total
        return self._counts[key]


def _short_from(rack: TileBag) -> int:
    """The first number from which on there are but few ways to take tiles of the rack."""
    kinds = [(0 if tile.is_joker else tile.number, rack.count(tile) + 1) for tile in rack.kinds()]
    for v in range(_NUMBERS):
        if prod(ways for number, ways in kinds if number == 0 or number > v) <= _SHORT:
            return v
    return _NUMBERS


def _tiles(laid: int) -> int:
    """How many tiles four counts of four bits come to."""
    pairs = (laid & 0x0F0F) + (laid >> 4 & 0x0F0F)
    return (pairs & 0xFF) + (pairs >> 8)


def _ones(bits: int) -> list[int]:
    return [place for place in range(bits.bit_length()) if bits >> place & 1]
