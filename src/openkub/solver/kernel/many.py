# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""8.3 By the shortest way: a play as a row of bytes, and many positions in one go.

These are taken in, searched and written down without the lock, so that cores do not wait. A row says whether there is a
play (1, or 2 where it lays something), whether it was cut short, and how many sets there are; eight bytes of the gain;
the rack tiles laid, as counts; then for each set its length and its kinds.
"""

from __future__ import annotations

from collections.abc import Sequence

from openkub.solver.kernel.loading import Counts

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import ROW, SET_ROW
    from openkub.solver.kernel.loading import load_sets, read_sets, ready, take_in
    from openkub.solver.kernel.solving import begin, count_placed, count_tiles, end, find
    from openkub.solver.kernel.work import Effort, Weights, Work, given_back, taken

COUNTS = cython.declare(cython.int, 27)
GAIN = cython.declare(cython.int, 3)
LAID = cython.declare(cython.int, 11)
SETS = cython.declare(cython.int, 38)
_BYTES, _GAIN, _LAID, _SETS, _ROW = 27, 3, 11, 38, 256

Row = tuple[int, bytes]
"""What was found for a position: its gain, and all of it as bytes."""


@cython.locals(goal=cython.int, size=cython.int, gain=cython.longlong)
def solve_sets(
    sets: Sequence[Sequence[int]], rack: Counts, weights: Weights, at_least_one: bool, effort: Effort | None
) -> Row:
    """The play of largest gain on a table as it lies, of at least one tile where that is asked for."""
    w: Work = taken()
    try:
        load_sets(w, sets, rack, weights)
        begin(w, effort)
        if at_least_one:
            count_tiles(w, 1)
        with cython.nogil:
            ready(w)
            goal = find(w)
            gain = 0 if goal < 0 else w.whole_gain - w.node_cost[goal]
            size = _tell(w, w.told, 0, goal, gain)
        end(w, effort)
        return gain, _bytes_told(w, size)
    finally:
        given_back(w)


@cython.cfunc
@cython.locals(first=cython.p_uchar)
def _bytes_told(w: Work, size: cython.int) -> bytes:
    if cython.compiled:
        first = cython.address(w.told[0])
        return first[:size]
    else:
        return bytes(w.told[:size])


def told_of(w: Work, gain: cython.longlong) -> bytes:
    """The arrangement as such a row."""
    return _bytes_told(w, _tell(w, w.told, 0, 0, gain))


@cython.locals(first=cython.p_uchar)
def counted(sets: Sequence[Sequence[int]]) -> bytes:
    """The tiles of a table as it lies, as counts."""
    w: Work
    with taken() as w:
        read_sets(w, sets)
        if cython.compiled:
            first = cython.address(w.counts[0])
            return first[:COUNTS]
        else:
            return bytes(w.counts)


@cython.locals(tb=cython.p_uchar, rb=cython.p_uchar, mb=cython.p_uchar, told=bytearray, rows=cython.p_uchar)
@cython.locals(n=cython.int, i=cython.int, goal=cython.int, most=cython.longlong)
def solve_many(tables: bytes, racks: bytes, weights: Weights, limit: int) -> list[Row]:
    """The plays of largest gain on these tables from these racks, 27 bytes of counts each; each has the limit."""
    w: Work
    n = len(tables) // COUNTS
    if len(tables) != n * COUNTS or len(racks) != len(tables):
        raise ValueError("tables and racks are as many, of 27 bytes each")
    tb = tables
    rb = racks
    nothing = bytes(_BYTES)
    mb = nothing
    most = max(limit, 0)
    told = bytearray(n * _ROW)
    rows = told
    with taken() as w:
        with cython.nogil:
            for i in range(n):
                if take_in(w, tb, rb, mb, i * COUNTS, weights) < 0:  # of what no kit has nothing is told
                    w.effort_most = most
                    ready(w)
                    goal = find(w)
                    _tell(w, rows, i * ROW, goal, 0 if goal < 0 else w.whole_gain - w.node_cost[goal])
    each = [bytes(told[first : first + _ROW]) for first in range(0, n * _ROW, _ROW)]
    return [(_number(row[_GAIN:_LAID]), row) for row in each]


def _number(digits: bytes) -> int:
    return int.from_bytes(digits, "little")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, k=cython.int)
def _tell(w: Work, row: cython.p_uchar, at: cython.int, goal: cython.int, gain: cython.longlong) -> cython.int:
    """Write down what was found: where it ends."""
    row[at] = 0
    row[at + 1] = w.was_cut
    row[at + 2] = 0
    if goal < 0:
        return at + SETS
    row[at] = 1
    row[at + 2] = w.sets
    for k in range(LAID - GAIN):
        row[at + GAIN + k] = gain >> 8 * k & 255
    count_placed(w)
    for k in range(COUNTS):
        row[at + LAID + k] = w.used[2 * k] | w.used[2 * k + 1] << 4
        if row[at + LAID + k]:
            row[at] = 2
    at += SETS
    for i in range(w.sets):
        row[at] = w.set_length[i]
        at += 1
        for k in range(w.set_length[i]):
            row[at] = w.set_tiles[i * SET_ROW + k]
            at += 1
    return at


def laid_told(row: bytes) -> int:
    """The rack tiles laid by a row, as counts."""
    return _number(row[_LAID:_SETS])


def sets_told(row: bytes) -> list[bytes]:
    """The sets of a row."""
    sets, at = [], _SETS
    for _ in range(row[2]):
        sets.append(row[at + 1 : at + 1 + row[at]])
        at += 1 + row[at]
    return sets
