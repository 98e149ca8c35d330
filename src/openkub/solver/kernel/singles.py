# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""8.2 Single tiles that a table would take, all in one pass.

A state carries a mask of the kinds that, added to the table, can lead to it. Layer follows layer, number by number;
until a tile was added the look-ahead allows for one more tile anywhere.
"""

from __future__ import annotations

from openkub.solver.kernel import layout
from openkub.solver.kernel.loading import Counts
from openkub.solver.kernel.solving import can_go_out
from openkub.solver.kernel.work import EACH_TILE

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.groups import cheapest_groups
    from openkub.solver.kernel.layout import (
        CARRY,
        CARRY_AT,
        COLOURS,
        JOKER,
        MAX_NODES,
        MOST_COPIES,
        MOST_JOKERS,
        NUMBERS,
        Mode,
    )
    from openkub.solver.kernel.loading import load, packed, ready
    from openkub.solver.kernel.search import expand
    from openkub.solver.kernel.solving import begin, end
    from openkub.solver.kernel.work import Effort, Work, taken

IMPOSSIBLE = cython.declare(cython.longlong, layout.IMPOSSIBLE)
# Masks and counts are shifted by these, which are no numbers of C: those are too small.
_NUMBERED = list(range(layout.JOKER))
_WILD: int = layout.JOKER


def singles(table: Counts, copies: int = 2, jokers: int = 2, effort: Effort | None = None) -> int:
    """A bit mask of the single tiles which the table would take, as far as the effort goes.

    The kit has `copies` of each numbered tile and `jokers` jokers.
    """
    if not (0 <= copies <= MOST_COPIES and 0 <= jokers <= MOST_JOKERS):
        raise ValueError("no kit has so many copies or jokers")
    tiles = packed(table)
    w: Work
    with taken() as w:
        load(w, tiles, 0, None, EACH_TILE)
        begin(w, effort)
        w.effort_most //= 8  # the rest is for those that are asked about
        left = 0
        for kind in _NUMBERED:
            left |= (w.on_table[kind] < copies) << kind
        wild = w.table_jokers < jokers
        ready(w)
        sure = w.table_jokers == 0 or _needs_run(w)
        mask = _layers(w, left)
        end(w, effort)
    # Left-over jokers of the table are sure of a place only where a run must lie; and where the layers need more room
    # or work than there is, every tile is asked about.
    if mask < 0 or not sure:
        asked = [kind for kind in _NUMBERED if (mask & left) >> kind & 1]
        mask = sum([1 << kind for kind in asked if can_go_out(tiles, 1 << 4 * kind, effort)])
    if wild and can_go_out(tiles, 1 << 4 * _WILD, effort):
        mask |= 1 << _WILD
    return mask


@cython.cfunc
@cython.locals(v=cython.int, k=cython.int, row=cython.int, need=cython.int, needed=cython.int)
def _needs_run(w: Work) -> cython.bint:
    """Must every arrangement contain a run? Then left-over jokers have a place."""
    needed = 0
    w.stamp += 1
    w.groups_now = w.stamp
    for v in range(NUMBERS):
        row = cheapest_groups(w, v, 0)
        need = MOST_JOKERS + 1
        for k in range(w.jokers, -1, -1):
            if w.cheapest_loss[row + k] < IMPOSSIBLE:
                need = k
        needed += need
    return needed > w.jokers


@cython.cfunc
@cython.locals(kind=cython.int, found=cython.longlong, left=cython.ulonglong)
def _layers(w: Work, tiles: object) -> object:
    """The mask of numbered tiles among these that the table would take, -1 if that needs too much room."""
    left = tiles
    w.mode = Mode.SINGLES
    for kind in range(JOKER):
        w.runs_least[kind] = 0  # the tile to be added may make a group
    while True:
        with cython.nogil:
            found = _all_layers(w, left)
        if found >= 0 or not w.over or w.node_room >= MAX_NODES:
            return found
        w.effort = 0  # how much room there was must not matter
        w.resize(min(w.node_room * 4, MAX_NODES))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, i=cython.int, at=cython.int, n=cython.int, found=cython.longlong)
def _all_layers(w: Work, left: cython.ulonglong) -> cython.longlong:
    """Layer after layer: the mask, or -1 where the room is too small."""
    w.over = False
    w.layer_room = w.node_room // 2
    w.node_key[0] = 0
    w.node_jokers[0] = 0
    w.node_loss[0] = 0
    at = 0
    n = 1
    for v in range(NUMBERS):
        w.stamp += 1
        w.layer_nodes = 0
        w.layer_at = w.layer_room - at
        for i in range(at, at + n):
            _go_on(w, i, v, left)
            if w.over or w.effort > w.effort_most:
                return -1
        at = w.layer_at
        n = w.layer_nodes
    found = 0
    for i in range(at, at + n):
        if w.node_key[i] >> CARRY_AT & CARRY:
            found |= w.node_loss[i]
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(kind=cython.int, one=cython.ulonglong)
def _go_on(w: Work, node: cython.int, v: cython.int, left: cython.ulonglong) -> cython.void:
    """Expand a node of a layer; as long as no tile was added, with each of this number too."""
    one = 1
    w.step_bits = w.node_loss[node]
    w.step_carry = 1
    if w.node_key[node] >> CARRY_AT & CARRY:
        expand(w, node)
        return
    w.step_carry = 0
    for kind in range(v * COLOURS, v * COLOURS + COLOURS):
        w.next_one[kind] += left >> (kind + COLOURS) & 1
        w.next_two[kind] += left >> (kind + 2 * COLOURS) & 1
    expand(w, node)
    for kind in range(v * COLOURS, v * COLOURS + COLOURS):
        w.next_one[kind] -= left >> (kind + COLOURS) & 1
        w.next_two[kind] -= left >> (kind + 2 * COLOURS) & 1
    w.step_carry = 1
    for kind in range(v * COLOURS, v * COLOURS + COLOURS):
        if left >> kind & 1:
            w.most[kind] += 1
            w.step_bits = one << kind
            expand(w, node)
            w.most[kind] -= 1
