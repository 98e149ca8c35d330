# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""10. Least disturbance: among the plays of largest gain one that leaves most sets of the table as they lie.

The same layers; each table set is kept whole or not when its first number comes, kept runs that go on are bits of the
state, and the cost is now the disturbance, the loss a resource that may not exceed the optimum. Where that takes long,
a search from the other side says what is still to come.
"""

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
    from openkub.solver.kernel.cores import load_core, load_cores
    from openkub.solver.kernel.layout import (
        COLOURS,
        COPIES,
        GROUPS_ROW,
        ITEMS_ROW,
        JOKER,
        NO_GOAL,
        NUMBERS,
        SET_CHANGED,
        SET_ROW,
        SLOTS,
        Mode,
    )
    from openkub.solver.kernel.loading import load, load_sets, read_sets, ready
    from openkub.solver.kernel.many import told_of
    from openkub.solver.kernel.solving import begin, end, find, lays_any
    from openkub.solver.kernel.work import Effort, Weights, Work, given_back, taken

Calm = tuple[int, bytes, int]
"""What was found: the gain, a row of bytes (8.3) that tells all sets but those kept, and which change, as bits."""

MASK = cython.declare(cython.ulonglong, (1 << layout.JOKER) - 1)
_NO_TILES = bytes(27)
_MOST_GROUPS = 6  # groups of one number: every choice of them is looked at


def calmest(
    sets: Sequence[Sequence[int]], rack: Counts, weights: Weights = EACH_TILE, effort: Effort | None = None
) -> Calm | None:
    """The play of largest gain that leaves most table sets unchanged.

    `sets` is the table as it lies. Exact in the number of sets kept, then in the number of tiles of the others; None
    where that takes more room than there is.
    """
    goal: cython.int
    item: cython.int
    changed: cython.ulonglong
    w: Work = taken()
    try:
        load_sets(w, sets, rack, weights)
        begin(w, effort)
        with cython.nogil:
            ready(w)
            goal = find(w)
        end(w, effort)
        if goal < 0:
            return None
        gain = w.whole_gain - w.node_cost[goal]
        if not lays_any(w):
            return gain, told_of(w, gain), 0
        w.loss_most = w.node_cost[goal]
        _must_lie(w)
        found = _load_items(w, len(sets))
        if found:
            with cython.nogil:
                w.cost_most = _cost_of(w) + 1
                goal = find(w)
            found = goal >= 0
        if effort is not None:
            effort.left = min(effort.left, w.effort_most - w.effort)
        if not found:
            return None
        changed = _changed(w)
        told = told_of(w, gain)
        if changed and changed & (changed - 1) == 0:
            item = _only(changed)
            was_cut = w.was_cut
            if _could_grow(w, item) and _grows(w, item, rack, weights, effort):
                w.was_cut |= was_cut
                told = told_of(w, gain)
        return gain, told, changed
    finally:
        given_back(w)


def calmer(
    sets: Sequence[Sequence[int]],
    table: Counts,
    rack: Counts,
    weights: Weights,
    gain: int,
    below: int,
    must: Counts | None = None,
    run_cores: Sequence[RunCore] = (),
    group_cores: Sequence[GroupCore] = (),
    effort: Effort | None = None,
) -> Calm | None:
    """Of the plays that gain so much the one that disturbs these sets least, if it disturbs them less than `below`.

    What lies on the `table` besides the cores is told apart from the sets: it may be more than they have, or less. What
    a changed set costs is 1,024, and one for each of its tiles. The effort tells whether anything was cut short.
    """
    goal: cython.int
    w: Work = taken()
    try:
        read_sets(w, sets)
        load(w, table, rack, must, weights)
        begin(w, effort)
        if run_cores or group_cores:
            load_cores(w, run_cores, group_cores)
        ready(w)
        w.loss_most = w.whole_gain - gain
        _must_lie(w)
        w.keeps_groups = False
        if w.start_cost > w.loss_most or below <= 0:
            return None
        goal = NO_GOAL
        if _load_items(w, len(sets)):
            w.cost_most = below
            with cython.nogil:
                goal = find(w)
        else:
            w.was_cut = True
        end(w, effort)
        if goal < 0 or w.node_cost[goal] >= below:
            return None
        return w.node_cost[goal], told_of(w, gain), _changed(w)
    finally:
        given_back(w)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(item=cython.int, one=cython.ulonglong, changed=cython.ulonglong)
def _changed(w: Work) -> cython.ulonglong:
    """The sets of the table that are changed, as bits."""
    one = 1
    changed = 0
    for item in range(w.items):
        if w.item_torn[item]:
            changed |= one << item
    return changed


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(item=cython.int)
def _only(changed: cython.ulonglong) -> cython.int:
    """The set of which this is the bit."""
    item = 0
    while changed >> item > 1:
        item += 1
    return item


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(place=cython.int, tiles=cython.ulonglong, one=cython.ulonglong)
def _tiles_of(row: cython.p_uchar, at: cython.int, size: cython.int) -> cython.ulonglong:
    """The tiles of a set whatever their order: a bit for each kind, and above them how many jokers."""
    one = 1
    tiles = 0
    for place in range(at, at + size):
        tiles += one << row[place]
    return tiles


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, item=cython.int, cost=cython.longlong, tiles=cython.ulonglong)
def _cost_of(w: Work) -> cython.longlong:
    """What the play found first disturbs: no more than that is to be looked for."""
    cost = 0
    for i in range(w.sets):
        w.set_whole[i] = _tiles_of(w.set_tiles, i * SET_ROW, w.set_length[i])
    for item in range(w.items):
        tiles = _tiles_of(w.item_row, item * SET_ROW, w.item_size[item])
        i = 0
        while i < w.sets and w.set_whole[i] != tiles:
            i += 1
        if i < w.sets:
            w.set_whole[i] = 0
        else:
            cost += w.item_cost[item]
    return cost


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, tiles=cython.ulonglong, whole=cython.ulonglong, rest=cython.ulonglong)
def _could_grow(w: Work, item: cython.int) -> cython.bint:
    """Whether no set of the arrangement holds all tiles of this one."""
    tiles = _tiles_of(w.item_row, item * SET_ROW, w.item_size[item])
    for i in range(w.sets):
        whole = _tiles_of(w.set_tiles, i * SET_ROW, w.set_length[i])
        rest = tiles & ~whole & MASK
        if rest == 0 and whole >> JOKER >= tiles >> JOKER:
            return False
    return True


@cython.cfunc
@cython.locals(goal=cython.int, most=cython.longlong, whole=cython.longlong)
def _grows(w: Work, item: cython.int, rack: object, weights: Weights, effort: Effort | None) -> cython.bint:
    """Whether as much is gained where this set, the only one to change, only grows; then that is arranged."""
    most = w.loss_most
    load(w, _NO_TILES, rack, None, weights)
    begin(w, effort)
    load_core(w, item)
    w.cost_most = most + 1
    with cython.nogil:
        ready(w)
        goal = find(w)
    return goal >= 0 and w.node_cost[goal] == most


@cython.cfunc
@cython.locals(kind=cython.int)
def _must_lie(w: Work) -> object:
    """What may not stay behind, since that alone would lose too much, must lie on the table."""
    w.keeps_groups = not w.every_place
    for kind in range(JOKER):
        while w.least[kind] < w.most[kind]:
            if w.loss[kind * COPIES + w.least[kind] - w.on_table[kind]] <= w.loss_most - w.start_cost:
                break
            w.least[kind] += 1
            w.keeps_groups = False
    if not w.keeps_groups:
        ready(w)
    return None


@cython.cfunc
@cython.locals(i=cython.int, v=cython.int)
def _load_items(w: Work, items: cython.int) -> cython.bint:
    """Turn to the least disturbance of the sets that were read; False when there is no room for them."""
    w.items = items
    for i in range(JOKER):
        w.runs_here[i] = 0
    for i in range(COLOURS * SLOTS):
        w.slot_busy[i] = 0
    for v in range(NUMBERS):
        w.groups_here[v] = 0
        w.most_here[v] = 0
        for i in range(COLOURS):
            w.most_here[v] |= w.most[v * COLOURS + i] << 4 * i
    for i in range(items):
        if not _load_item(w, i):
            return False
    for v in range(NUMBERS):
        _load_choices(w, v)
    w.mode = Mode.CALM
    w.every_place = False
    return True


@cython.cfunc
@cython.locals(
    first=cython.int, last=cython.int, place=cython.int, kind=cython.int, jokers=cython.int, colour=cython.int
)
def _load_item(w: Work, item: cython.int) -> cython.bint:
    """Take one set in, as a group or as a run."""
    first = NUMBERS
    last = -1
    jokers = 0
    colour = 0
    for place in range(w.item_size[item]):
        kind = w.item_row[item * SET_ROW + place]
        if kind == JOKER:
            jokers += 1
            continue
        first = min(first, kind // COLOURS)
        last = max(last, kind // COLOURS)
        colour = kind % COLOURS
    w.item_jokers[item] = jokers
    w.item_cost[item] = SET_CHANGED + w.item_size[item]
    if first < last:
        return _load_run(w, item, colour, first, last)
    if w.groups_here[first] >= _MOST_GROUPS:
        return False
    w.groups_at[first * ITEMS_ROW + w.groups_here[first]] = item
    w.groups_here[first] += 1
    return True


@cython.cfunc
@cython.locals(v=cython.int, i=cython.int, slot=cython.int, span=cython.uint, place=cython.int, kind=cython.int)
def _load_run(w: Work, item: cython.int, colour: cython.int, first: cython.int, last: cython.int) -> cython.bint:
    """Lay a run out by number, with a bit of its colour's stands as long as it goes on."""
    span = (2 << last) - (1 << first)
    slot = 0
    while slot < SLOTS and w.slot_busy[colour * SLOTS + slot] & span:
        slot += 1
    if slot == SLOTS:
        return False
    w.slot_busy[colour * SLOTS + slot] |= span
    w.item_first[item] = first
    w.item_last[item] = last
    w.item_slot[item] = slot
    for v in range(SET_ROW):
        w.item_tiles[item * SET_ROW + v] = 0
    for place in range(w.item_size[item]):
        kind = w.item_row[item * SET_ROW + place]
        if kind != JOKER:
            w.item_tiles[item * SET_ROW + kind // COLOURS] = 1
    for v in range(first, last + 1):
        i = v * COLOURS + colour
        if w.runs_here[i] >= ITEMS_ROW:
            return False
        w.runs_at[i * ITEMS_ROW + w.runs_here[i]] = item
        w.runs_here[i] += 1
    return True


@cython.cfunc
@cython.locals(i=cython.int, c=cython.int, kept=cython.int, row=cython.int, item=cython.int, kind=cython.int)
def _load_choices(w: Work, v: cython.int) -> object:
    """Every choice of the groups of a number to be kept."""
    for kept in range(1 << w.groups_here[v]):
        row = v * GROUPS_ROW + kept
        w.kept_tiles[row] = 0
        w.kept_jokers[row] = 0
        w.kept_cost[row] = 0
        for i in range(w.groups_here[v]):
            item = w.groups_at[v * ITEMS_ROW + i]
            if not kept >> i & 1:
                w.kept_cost[row] += w.item_cost[item]
                continue
            w.kept_jokers[row] += w.item_jokers[item]
            for c in range(w.item_size[item]):
                kind = w.item_row[item * SET_ROW + c]
                if kind != JOKER:
                    w.kept_tiles[row] += 1 << 4 * (kind % COLOURS)
    return None
