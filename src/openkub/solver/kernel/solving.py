# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""8. Running and reading out: the play of largest gain, going out, laying anything at all."""

from __future__ import annotations

from collections.abc import Sequence

from openkub.solver.kernel import layout
from openkub.solver.kernel.cores import GroupCore, RunCore
from openkub.solver.kernel.loading import Counts
from openkub.solver.kernel.work import EACH_TILE

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.ahead import look_ahead
    from openkub.solver.kernel.arrange import arrange, place_jokers
    from openkub.solver.kernel.cores import load_cores
    from openkub.solver.kernel.layout import (
        BLIND,
        CALM_BLIND,
        COLOURS,
        COPIES,
        JOKER,
        KINDS,
        MAX_NODES,
        NEEDS,
        NO_GOAL,
        NO_ROOM,
        NUMBERS,
        SET_CHANGED,
        SET_ROW,
        TOO_LONG,
        Mode,
    )
    from openkub.solver.kernel.loading import load, ready
    from openkub.solver.kernel.nodes import grow
    from openkub.solver.kernel.prices import find_prices, rounded
    from openkub.solver.kernel.search import search, search_on
    from openkub.solver.kernel.work import Effort, Weights, Work, taken

Play = tuple[int, int, list[bytes]]
"""What was found: the gain, the rack tiles laid as counts, all sets of the table after."""

IMPOSSIBLE = cython.declare(cython.longlong, layout.IMPOSSIBLE)


def solve(
    table: Counts,
    rack: Counts,
    weights: Weights = EACH_TILE,
    must: Counts | None = None,
    at_least_one: bool = False,
    run_cores: Sequence[RunCore] = (),
    group_cores: Sequence[GroupCore] = (),
    tiles: int | None = None,
    effort: Effort | None = None,
) -> Play | None:
    """The play of largest gain; None when the table cannot be laid so.

    With `must` among the tiles laid, with at least one, or with exactly so many `tiles`; with cores beside the table.
    """
    w: Work
    with taken() as w:
        load(w, table, rack, must, weights)
        begin(w, effort)
        if run_cores or group_cores:
            load_cores(w, run_cores, group_cores)
        if tiles is not None:
            if tiles < 0:
                raise ValueError("fewer than no tiles cannot be laid")
            if tiles > _rack_size(w):
                return None
            _count_exactly(w, tiles)
        elif at_least_one:
            count_tiles(w, 1)
        ready(w)
        if w.pays_ahead and not _look_ahead(w):
            return None
        goal: cython.int
        with cython.nogil:
            goal = find(w)
        end(w, effort)
        return None if goal < 0 else (w.whole_gain - w.node_cost[goal], placed(w), sets_of(w))


def exactly(table: Counts, rack: Counts, tiles: int, weights: Weights = EACH_TILE) -> Play | None:
    """The play of largest gain with exactly so many rack tiles."""
    return solve(table, rack, weights, tiles=tiles)


@cython.locals(effort=Effort)
def begin(w: Work, effort: Effort | None) -> object:
    """Search no longer than this effort allows."""
    if effort is not None:
        w.effort_most = max(effort.left, 0)
    return None


@cython.locals(effort=Effort)
def end(w: Work, effort: Effort | None) -> object:
    """Tell what the search took, and whether anything was cut short."""
    if effort is not None:
        effort.left -= w.effort
        if w.was_cut:
            effort.exact = False
    return None


def can_go_out(table: Counts, rack: Counts, effort: Effort | None = None) -> bool:
    """Can the whole rack be laid now?"""
    w: Work
    with taken() as w:
        return _goes_out(w, table, rack, effort) >= 0


def go_out(table: Counts, rack: Counts, effort: Effort | None = None) -> list[bytes] | None:
    """The table after the whole rack went down, or None."""
    w: Work
    with taken() as w:
        return sets_of(w) if _goes_out(w, table, rack, effort) >= 0 else None


def can_play_any(table: Counts, rack: Counts, effort: Effort | None = None) -> bool:
    """Is there a play with at least one rack tile?"""
    w: Work
    i: cython.int
    with taken() as w:
        load(w, table, rack, None, EACH_TILE)
        begin(w, effort)
        for i in range(KINDS * COPIES):
            w.loss[i] = 0
        count_tiles(w, 1)
        with cython.nogil:
            ready(w)
            i = find(w)
        end(w, effort)
        return i >= 0


@cython.cfunc
@cython.exceptval(-3)
@cython.locals(kind=cython.int, goal=cython.int)
def _goes_out(w: Work, table: object, rack: object, effort: Effort | None) -> cython.int:
    """The goal of laying the whole rack."""
    load(w, table, rack, None, EACH_TILE)
    begin(w, effort)
    for kind in range(JOKER):
        w.least[kind] = w.most[kind]
    w.must_jokers = w.rack_jokers
    with cython.nogil:
        ready(w)
        goal = find(w)
    end(w, effort)
    return goal


@cython.cfunc
@cython.locals(kind=cython.int, tiles=cython.int)
def _rack_size(w: Work) -> cython.int:
    tiles = w.rack_jokers
    for kind in range(JOKER):
        tiles += w.most[kind] - w.on_table[kind]
    return tiles


def count_tiles(w: Work, at_least: cython.int) -> cython.void:
    """Count the rack tiles laid, as far as so many."""
    w.mode = Mode.TILES
    w.count_least = at_least
    w.count_cap = at_least
    w.count_joker = 1


@cython.cfunc
@cython.exceptval(check=False)
def _count_exactly(w: Work, tiles: cython.int) -> cython.void:
    count_tiles(w, tiles)
    w.count_most = tiles
    w.pays_ahead = True


@cython.cfunc
@cython.locals(v=cython.int, need=cython.int, kind=cython.int, total=cython.longlong)
def _look_ahead(w: Work) -> cython.bint:
    """The least loss from each number on; whether so many tiles can be laid at all.

    What cannot be laid any more stays behind, the cheapest first. The loss of a tile is taken as the least that a copy
    of its kind can come to, so the bound is never too high, and never falls along a path: A* stays exact.
    """
    still = _least_losses(w, JOKER, w.rack_jokers)  # of the tiles still to come, cheapest first
    for v in range(NUMBERS, -1, -1):
        if v < NUMBERS:
            for kind in range(v * COLOURS, v * COLOURS + COLOURS):
                still += _least_losses(w, kind, w.most[kind] - w.on_table[kind])
            still.sort()
        total = sum(still)
        for need in range(w.count_most + 1):
            w.ahead[v * NEEDS + need] = total if need <= len(still) else IMPOSSIBLE
            if need < len(still):
                total -= still[len(still) - 1 - need]
    return w.ahead[w.count_most] < IMPOSSIBLE


@cython.cfunc
@cython.locals(n=cython.int)
def _least_losses(w: Work, kind: cython.int, copies: cython.int) -> list[int]:
    """For each of so many copies of a kind, the least that leaving it behind can come to."""
    if copies == 0:
        return []
    return [min([w.loss[kind * COPIES + copies - n] // n for n in range(1, copies + 1)])] * copies


@cython.cfunc
@cython.nogil
@cython.exceptval(-3)
@cython.locals(goal=cython.int)
def _run(w: Work) -> cython.int:
    """Search with growing room: the goal, NO_GOAL, NO_ROOM where even the most is too little, or TOO_LONG."""
    goal = search(w)
    while w.over and w.node_room < MAX_NODES:
        with cython.gil:
            grow(w)
        goal = search_on(w)
    return goal


@cython.cfunc
@cython.nogil
@cython.exceptval(-3)
@cython.locals(goal=cython.int, most=cython.longlong)
def _search_within(w: Work) -> cython.int:
    """Cheapest first, soon with bounds; where that takes too long, deepest first, for what a third of the effort finds.

    `w.was_cut` says whether that is proven.
    """
    most = w.effort_most
    w.effort_most = min(most, w.effort + (CALM_BLIND if w.mode == Mode.CALM or w.counts_jokers else BLIND))
    goal = _run(w)
    if goal != NO_ROOM and goal != TOO_LONG:
        w.effort_most = most
        return goal
    if w.mode != Mode.CALM and _may_look_ahead(w) and w.effort < most:
        look_ahead(w)
    w.effort_most = w.effort + (most - w.effort) // 3 * 2
    goal = _search_band_by_band(w) if w.mode == Mode.CALM else _run(w)
    w.effort_most = most
    if goal == NO_ROOM or goal == TOO_LONG:
        w.diving = True
        goal = _run(w)
        w.diving = False
        w.cost_most = IMPOSSIBLE
        if w.is_cut:
            w.was_cut = True
    w.sees_ahead = False
    w.is_priced = False
    return goal if goal >= 0 else NO_GOAL


@cython.cfunc
@cython.nogil
@cython.exceptval(-3)
@cython.locals(goal=cython.int, sets=cython.longlong, most=cython.longlong)
def _search_band_by_band(w: Work) -> cython.int:
    """With prices, for so many changed sets, then for one more: what costs more is not even looked at."""
    most = w.cost_most
    sets = rounded(w, max(find_prices(w), 0)) // SET_CHANGED
    goal = NO_GOAL
    while goal == NO_GOAL and sets <= w.items and sets * SET_CHANGED < most:
        sets += 1
        w.cost_most = min(sets * SET_CHANGED, most)
        goal = _run(w)
    w.cost_most = most
    return goal


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_look_ahead(w: Work) -> cython.bint:
    """Whether there are bounds for this question; for some, costs hold other ones already."""
    return not w.pays_ahead and (w.mode == Mode.PLAIN or w.mode == Mode.TILES or w.mode == Mode.POINTS)


@cython.locals(goal=cython.int, left=cython.int)
def find(w: Work) -> cython.int:
    """Search lean, arrange, and search for every place where jokers find none: the goal, or NO_GOAL."""
    if not w.every_place:
        goal = _search_within(w)
        if goal < 0:
            return goal
        left = arrange(w, goal)
        if left == 0 or place_jokers(w, left) == 0:
            return goal
        # 8.1 Some jokers found no place: again, with every place that there is.
        w.every_place = True
        w.keeps_groups = False
    goal = _search_within(w)
    if goal >= 0:
        arrange(w, goal)
    return goal


@cython.locals(i=cython.int, first=cython.p_uchar)
def sets_of(w: Work) -> list[bytes]:
    """The arrangement as Python bytes, one per set."""
    out: list[bytes] = []
    for i in range(w.sets):
        if cython.compiled:
            first = cython.address(w.set_tiles[i * SET_ROW])
            out.append(first[: w.set_length[i]])
        else:
            out.append(bytes(w.set_tiles[i * SET_ROW : i * SET_ROW + w.set_length[i]]))
    return out


@cython.locals(kind=cython.int)
def placed(w: Work) -> object:
    """The rack tiles laid, as counts, from the arrangement itself."""
    counts = bytearray(27)
    count_placed(w)
    for kind in range(KINDS):
        counts[kind >> 1] |= w.used[kind] << 4 * (kind & 1)
    return int.from_bytes(counts, "little")


@cython.locals(kind=cython.int)
def lays_any(w: Work) -> cython.bint:
    """Whether the arrangement holds a tile of the rack."""
    count_placed(w)
    for kind in range(KINDS):
        if w.used[kind]:
            return True
    return False


@cython.locals(i=cython.int, k=cython.int, kind=cython.int)
def count_placed(w: Work) -> cython.void:
    """The same by kind, in `used`."""
    for kind in range(KINDS):
        w.used[kind] = 0
    for i in range(w.sets):
        for k in range(w.set_length[i]):
            w.used[w.set_tiles[i * SET_ROW + k]] += 1
    for i in range(w.run_cores):
        for k in range(w.core_length[i]):
            w.used[w.core_tiles[i * SET_ROW + k]] -= 1
    for i in range(w.group_cores):
        for k in range(COLOURS):
            if w.group_core_colours[i] >> k & 1:
                w.used[w.group_core_number[i] * COLOURS + k] -= 1
        w.used[JOKER] -= w.group_core_jokers[i]
    for i in range(w.items):
        if not w.item_torn[i]:
            for k in range(w.item_size[i]):
                w.used[w.item_row[i * SET_ROW + k]] += 1
    for kind in range(KINDS):
        w.used[kind] -= w.on_table[kind]
