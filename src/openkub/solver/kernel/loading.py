# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""7. Taking a position in. All that is wrong with one is found here, before anything is written by its numbers."""

from __future__ import annotations

from typing import Any

from openkub.solver.kernel import layout

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import (
        COLOURS,
        COPIES,
        JOKER,
        KINDS,
        KINDS_ROOM,
        LENGTH,
        LIMIT,
        MAX_ITEMS,
        MOST_COPIES,
        MOST_JOKERS,
        NUMBERS,
        SET_ROW,
        SHORTEST,
        Mode,
    )
    from openkub.solver.kernel.work import Weights, Work

IMPOSSIBLE = cython.declare(cython.longlong, layout.IMPOSSIBLE)

Counts = int | bytes
"""Tiles by kind: four bits each, as an int or as 27 bytes."""

_BYTES = 27
_NOTHING = bytes(_BYTES)


@cython.locals(tiles=bytes)
def packed(counts: Any) -> bytes:
    """Counts as bytes."""
    tiles = counts if isinstance(counts, bytes) else counts.to_bytes(_BYTES, "little")
    if len(tiles) != _BYTES or tiles[_BYTES - 1] > 15:
        raise ValueError("counts have four bits for each of 53 kinds, as an int or as 27 bytes")
    return tiles


def too_many(kind: int, tiles: int) -> str:
    """What is wrong when there are so many of a kind."""
    name = "*" if kind == JOKER else "krby"[kind % COLOURS] + str(kind // COLOURS + 1)
    return f"{tiles} tiles {name} are more than there are"


@cython.locals(tb=bytes, rb=bytes, mb=bytes, fault=cython.int)
def load(w: Work, table: object, rack: object, must: object, weights: Weights) -> object:
    """Fill in the position and its losses; every setting is that of a plain search without cores."""
    tb = packed(table)
    rb = packed(rack)
    mb = _NOTHING if must is None else packed(must)
    fault = take_in(w, tb, rb, mb, 0, weights)
    if fault >= 0:
        raise ValueError(_fault(fault, tb, rb, mb))
    return None


@cython.locals(rb=bytes, mb=bytes, fault=cython.int)
def load_sets(w: Work, sets: Any, rack: object, weights: Weights) -> object:
    """The same from a table as it lies, whose sets are looked through too."""
    rb = packed(rack)
    mb = _NOTHING
    read_sets(w, sets)
    fault = take_in(w, w.counts, rb, mb, 0, weights)
    if fault >= 0:
        raise ValueError(_fault(fault, bytes([w.counts[byte] for byte in range(_BYTES)]), rb, mb))
    return None


@cython.locals(item=cython.int, row=cython.int, size=cython.int, kind=cython.int)
def read_sets(w: Work, sets: Any) -> object:
    """7.0 Write the sets of a table down and count their tiles, if all are sets."""
    for kind in range(KINDS):
        w.used[kind] = 0
    item = 0
    for tiles in sets:
        row = min(item, MAX_ITEMS - 1)  # so many have more tiles than any kit
        size = 0
        for kind in cython.cast(tuple, tiles if isinstance(tiles, tuple) else tuple(tiles)):
            if size >= NUMBERS or not 0 <= kind < KINDS:
                size = 0
                break
            w.item_row[row * SET_ROW + size] = kind
            size += 1
            w.used[kind] = min(w.used[kind] + 1, 15)
        w.item_size[row] = size
        if not _is_set(w, row * SET_ROW, size):
            raise ValueError(f"set {item + 1} of the table is no valid set")
        item += 1
    _pack(w)
    return None


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(kind=cython.int)
def _pack(w: Work) -> cython.void:
    """The tiles used, as counts."""
    for kind in range(0, JOKER, 2):
        w.counts[kind >> 1] = w.used[kind] | w.used[kind + 1] << 4
    w.counts[JOKER >> 1] = w.used[JOKER]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(place=cython.int, kind=cython.int, start=cython.int, number=cython.int, colours=cython.int)
@cython.locals(is_run=cython.bint, is_group=cython.bint)
def _is_set(w: Work, row: cython.int, size: cython.int) -> cython.bint:
    """Whether the tiles of a row are a run or a group."""
    is_run = True
    is_group = size <= COLOURS
    colours = 0
    start = -1  # the kind with which a run would begin
    number = 0
    for place in range(size):
        kind = w.item_row[row + place]
        if kind == JOKER:
            continue
        if colours == 0:
            start = kind - COLOURS * place
            number = kind // COLOURS
        is_run = is_run and kind == start + COLOURS * place
        is_group = is_group and kind // COLOURS == number and not colours >> kind % COLOURS & 1
        colours |= 1 << kind % COLOURS
    is_run = is_run and start >= 0 and start + COLOURS * (size - 1) < JOKER
    return size >= SHORTEST and colours > 0 and (is_run or is_group)


def _fault(kind: int, table: bytes, rack: bytes, must: bytes) -> str:
    t, r, m = [tiles[kind >> 1] >> 4 * (kind & 1) & 15 for tiles in (table, rack, must)]
    if t + r > (MOST_JOKERS if kind == JOKER else MOST_COPIES):
        return too_many(kind, t + r)
    return f"kind {kind} must be placed {m} times, the rack has {r}"


@cython.locals(kind=cython.int, shift=cython.int, n=cython.int, byte=cython.int)
@cython.locals(t=cython.int, r=cython.int, m=cython.int, top=cython.longlong)
def take_in(
    w: Work, table: cython.p_uchar, rack: cython.p_uchar, must: cython.p_uchar, at: cython.int, weights: Weights
) -> cython.int:
    """Fill in the position whose table and rack begin at a place: -1, or the kind of which there are too many."""
    set_back(w)
    for kind in range(KINDS):
        shift = 4 * (kind & 1)
        byte = kind >> 1
        t = table[at + byte] >> shift & 15
        r = rack[at + byte] >> shift & 15
        m = must[byte] >> shift & 15
        if m > r or t + r > (MOST_JOKERS if kind == JOKER else MOST_COPIES):
            return kind
        w.on_table[kind] = t
        w.least[kind] = t + m
        w.most[kind] = t + r
        w.loss[kind * COPIES] = 0
        if r > 0:
            top = weights.gain[kind * COPIES + r]
            w.whole_gain += top
            for n in range(r + 1):
                w.loss[kind * COPIES + n] = top - weights.gain[kind * COPIES + n]
    part_jokers(w)
    return -1


@cython.locals(kind=cython.int)
def part_jokers(w: Work) -> cython.void:
    """Jokers are counted by themselves, apart from the other kinds."""
    w.jokers = w.most[JOKER]
    w.table_jokers = w.on_table[JOKER]
    w.rack_jokers = w.jokers - w.table_jokers
    w.must_jokers = w.least[JOKER] - w.table_jokers
    for kind in range(JOKER, KINDS_ROOM):
        w.most[kind] = 0  # no run goes on after 13


@cython.locals(i=cython.int)
def set_back(w: Work) -> cython.void:
    """Forget the last question."""
    if w.has_cores:
        for i in range(KINDS_ROOM):
            w.cores_begin[i] = 0
            w.cores_end[i] = 0
        for i in range(NUMBERS):
            w.deals_at[i] = 0
    w.has_cores = False
    w.run_cores = 0
    w.group_cores = 0
    w.mode = Mode.PLAIN
    w.every_place = False
    w.whole_gain = 0
    w.start_cost = 0
    w.joker_unit = 0
    w.count_least = 0
    w.count_most = 255
    w.count_cap = 0
    w.count_joker = 0
    w.pays_ahead = False
    w.keeps_groups = False
    w.slot_mask = w.slots_all
    w.expanded = 0
    w.effort = 0
    w.effort_most = LIMIT
    w.diving = False
    w.any_goal = False
    w.was_cut = False
    w.cost_most = IMPOSSIBLE
    w.sees_ahead = False
    w.counts_jokers = False
    w.is_priced = False
    w.stands = 0
    w.items = 0
    w.step_kept = 0
    w.step_carry = 0


def colours_at(w: Work, v: cython.int) -> cython.int:
    """How many colours a number has."""
    v *= COLOURS
    return (w.most[v] > 0) + (w.most[v + 1] > 0) + (w.most[v + 2] > 0) + (w.most[v + 3] > 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, gap=cython.int, below=cython.int, above=cython.int)
def _missing(w: Work, kind: cython.int) -> cython.int:
    """How many tiles the set through this one that lacks the fewest lacks."""
    v = kind // COLOURS
    gap = 3 - colours_at(w, v)
    if gap <= w.jokers:
        return gap
    below = w.most[kind - COLOURS] > 0 if v >= 1 else 0
    above = w.most[kind + COLOURS] > 0 if v <= 11 else 0
    if 1 <= v <= 11:
        gap = min(gap, 2 - below - above)
    if v >= 2:
        gap = min(gap, 2 - below - (w.most[kind - 2 * COLOURS] > 0))
    if v <= 10:
        gap = min(gap, 2 - above - (w.most[kind + 2 * COLOURS] > 0))
    return gap


@cython.locals(kind=cython.int, v=cython.int, again=cython.bint, forced=cython.bint)
def ready(w: Work) -> cython.void:
    """Set aside rack tiles that fit nowhere, then compute the look-ahead."""
    # 7.1 A rack tile is isolated when every run and group through it lacks
    #     more tiles than there are jokers. Removing one may isolate others.
    again = not w.has_cores and w.jokers < 2
    while again:
        again = False
        for kind in range(JOKER):
            if w.most[kind] > 0 and w.least[kind] == 0 and _missing(w, kind) > w.jokers:
                w.most[kind] = 0
                w.start_cost += w.loss[kind * COPIES]
                w.loss[kind * COPIES] = 0
                again = True
    # 7.2 Where too few colours are there for a group, the table's tiles must
    #     all lie in runs.
    for v in range(NUMBERS):
        forced = w.deals_at[v] == 0 and colours_at(w, v) + w.jokers < 3
        for kind in range(v * COLOURS, v * COLOURS + COLOURS):
            w.runs_least[kind] = w.least[kind] if forced else 0
    look_on(w)
    if w.has_cores:
        for kind in range(JOKER):
            w.next_one[kind] += w.cores_begin[kind + COLOURS]
            w.next_two[kind] += w.cores_begin[kind + COLOURS] + w.cores_begin[kind + 2 * COLOURS]


@cython.locals(kind=cython.int)
def look_on(w: Work) -> cython.void:
    """7.3 How many runs can go on at the next number and the one after it."""
    for kind in range(JOKER):
        w.next_one[kind] = w.most[kind + COLOURS]
        w.next_two[kind] = w.most[kind + 2 * COLOURS]


@cython.locals(kind=cython.int, other=cython.int, here=cython.int)
def turn_round(w: Work) -> cython.void:
    """The same tiles with 13 for 1, 12 for 2 …; any run may go on, until `look_on` says which can."""
    for kind in range(JOKER // 2):
        other = (NUMBERS - 1 - kind // COLOURS) * COLOURS + kind % COLOURS
        if kind < other:
            here = w.most[kind]
            w.most[kind] = w.most[other]
            w.most[other] = here
            here = w.least[kind]
            w.least[kind] = w.least[other]
            w.least[other] = here
            here = w.on_table[kind]
            w.on_table[kind] = w.on_table[other]
            w.on_table[other] = here
            here = w.runs_least[kind]
            w.runs_least[kind] = w.runs_least[other]
            w.runs_least[other] = here
    for kind in range(JOKER):
        w.next_one[kind] = LENGTH
        w.next_two[kind] = LENGTH
