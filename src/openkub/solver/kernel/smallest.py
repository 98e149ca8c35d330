# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""9.2 The smallest openings of a rack: tiles that come to enough points, and to too few without some of their sets.

Whatever opens holds one of them, and whatever holds one opens. A longer run than five is two runs, so that sets have
three to five tiles; a joker stands in front of a run only where that ends with 13, for elsewhere it counts more behind.
"""

from __future__ import annotations

from openkub.solver.kernel.loading import Counts

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel._fields import fields
    from openkub.solver.kernel.layout import (
        COLOURS,
        COUNTS,
        FIFTH,
        JOKER,
        KINDS,
        LARGEST_GROUP,
        MOST_COPIES,
        MOST_JOKERS,
        MOST_OPENINGS,
        MOST_OWN_SETS,
        MOST_TRIED,
        NUMBERS,
        SHORTEST,
        SUMS,
        WORDS,
    )
    from openkub.solver.kernel.loading import packed

# The bit above each count, so that one subtraction compares sixteen of them.
ABOVE = cython.declare(cython.ulonglong, 0x8888888888888888)


@cython.cclass
class Openings:
    """Scratch memory, and the openings that were listed last."""

    def __init__(self) -> None:
        if not cython.compiled:
            for name, made in fields("Openings", "smallest").items():
                setattr(self, name, made())


_POOLED = 2
_POOL: list[Openings] = []


@cython.locals(tiles=bytes, o=Openings, i=cython.int, w=cython.int, kind=cython.int, count=cython.int)
def openings(rack: Counts, minimum: int = 30, face: bool = True) -> list[int] | None:
    """The smallest openings of a rack as counts, perhaps with some larger ones among them; None if there are too many.

    A joker counts what it stands for, or nothing where `face` is false.
    """
    tiles = packed(rack)
    counts = bytearray(KINDS)
    for kind in range(KINDS):
        count = tiles[kind >> 1] >> 4 * (kind & 1) & 15
        if count > (MOST_JOKERS if kind == JOKER else MOST_COPIES):
            raise ValueError(f"{count} tiles of kind {kind} are more than there are")
        counts[kind] = count
    try:
        o = _POOL.pop()
    except IndexError:
        o = Openings()
    count = list_openings(o, counts, 0, minimum, face)
    found: list[int] = []
    for i in range(count):
        bits = 0
        for w in range(WORDS - 1, -1, -1):
            bits = bits << 64 | o.tiles[i * WORDS + w]
        found.append(bits)
    if len(_POOL) < _POOLED:
        _POOL.append(o)
    return None if count < 0 else found


@cython.locals(kind=cython.int, w=cython.int, points=cython.int)
def list_openings(
    o: Openings, rack: cython.p_uchar, at: cython.int, minimum: cython.int, face: cython.bint
) -> cython.int:
    """List the openings of a rack, whose counts begin at a place: how many, or -1 if there are too many."""
    o.minimum = minimum
    o.face = face
    o.sets = 0
    o.count = 0
    o.tried = 0
    o.over = False
    o.jokers = rack[at + JOKER]
    for w in range(WORDS):
        o.held[w] = 0
        o.sum[w] = 0
    points = o.jokers * NUMBERS
    for kind in range(KINDS):
        if rack[at + kind]:
            o.held[kind >> 4] |= cython.cast(cython.ulonglong, rack[at + kind]) << 4 * (kind & 15)
            if kind < JOKER:
                points += rack[at + kind] * (kind // COLOURS + 1)
    if points < minimum:
        return 0
    _list_groups(o)
    _list_runs(o)
    _combine(o, 0, 0, 0)
    return -1 if o.over else o.count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has(o: Openings, kind: cython.int) -> cython.int:
    """Whether the rack has a tile of this kind."""
    return o.held[kind >> 4] >> 4 * (kind & 15) & COUNTS != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, c=cython.int, have=cython.int, colours=cython.int, size=cython.int, jokers=cython.int)
def _list_groups(o: Openings) -> cython.void:
    for v in range(NUMBERS):
        have = 0
        for c in range(COLOURS):
            have |= _has(o, v * COLOURS + c) << c
        for colours in range(1, 1 << COLOURS):
            if colours & ~have:
                continue
            size = _ones(colours)
            for jokers in range(max(SHORTEST - size, 0), min(LARGEST_GROUP - size, o.jokers) + 1):
                _start_set(o)
                for c in range(COLOURS):
                    if colours >> c & 1:
                        _add_tile(o, v * COLOURS + c)
                _end_set(o, size * (v + 1), jokers, jokers * (v + 1))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, c=cython.int, length=cython.int, have=cython.int, whole=cython.int, wild=cython.int)
@cython.locals(place=cython.int)
def _list_runs(o: Openings) -> cython.void:
    for length in range(SHORTEST, FIFTH + 1):
        whole = (1 << length) - 1
        for v in range(NUMBERS - length + 1):
            for c in range(COLOURS):
                have = 0
                for place in range(length):
                    have |= _has(o, (v + place) * COLOURS + c) << place
                if _ones(whole & ~have) > o.jokers or have == 0:
                    continue
                for wild in range(whole if o.jokers else 1):
                    if wild | have != whole or _ones(wild) > o.jokers:
                        continue
                    if not (wild & 1 and v + length < NUMBERS):
                        _list_run(o, v, c, length, wild)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(place=cython.int, points=cython.int, faces=cython.int)
def _list_run(o: Openings, v: cython.int, c: cython.int, length: cython.int, wild: cython.int) -> cython.void:
    """A run from a number on, with jokers at some of its places."""
    points = 0
    faces = 0
    _start_set(o)
    for place in range(length):
        if wild >> place & 1:
            faces += v + place + 1
        else:
            points += v + place + 1
            _add_tile(o, (v + place) * COLOURS + c)
    _end_set(o, points, _ones(wild), faces)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(w=cython.int)
def _start_set(o: Openings) -> cython.void:
    """An empty set, where the next one goes."""
    for w in range(WORDS):
        o.set_tiles[o.sets * WORDS + w] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_tile(o: Openings, kind: cython.int) -> cython.void:
    o.set_tiles[o.sets * WORDS + (kind >> 4)] |= cython.cast(cython.ulonglong, 1) << 4 * (kind & 15)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(w=cython.int)
def _end_set(o: Openings, points: cython.int, jokers: cython.int, faces: cython.int) -> cython.void:
    """The set is an opening by itself, or one of those that make one together."""
    o.set_tiles[o.sets * WORDS + (JOKER >> 4)] |= cython.cast(cython.ulonglong, jokers) << 4 * (JOKER & 15)
    if o.face:
        points += faces
    if points >= o.minimum:
        for w in range(WORDS):
            o.sum[WORDS + w] = o.set_tiles[o.sets * WORDS + w]
        _keep(o, WORDS)
    elif o.sets + 1 < MOST_OWN_SETS:
        o.set_points[o.sets] = points
        o.sets += 1
    else:
        o.over = True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, w=cython.int, at=cython.int, both=cython.ulonglong, fits=cython.bint)
def _combine(o: Openings, first: cython.int, points: cython.int, taken: cython.int) -> cython.void:
    """Take one set more, from a place on, until there are enough points."""
    at = (taken + 1) * WORDS
    if taken + 1 >= SUMS:
        o.over = True
    for i in range(first, o.sets):
        o.tried += 1
        if o.over or o.tried > MOST_TRIED:
            o.over = True
            return
        fits = True
        for w in range(WORDS):
            both = o.sum[at - WORDS + w] + o.set_tiles[i * WORDS + w]
            o.sum[at + w] = both
            fits = fits and ((o.held[w] | ABOVE) - both) & ABOVE == ABOVE
        if not fits:
            continue
        if points + o.set_points[i] >= o.minimum:
            _keep(o, at)
        else:
            _combine(o, i, points + o.set_points[i], taken + 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, w=cython.int, holds=cython.bint)
def _keep(o: Openings, at: cython.int) -> cython.void:
    """The tiles of this sum are an opening: keep it unless it holds one that was kept."""
    for i in range(o.count):
        holds = True
        for w in range(WORDS):
            if ((o.sum[at + w] | ABOVE) - o.tiles[i * WORDS + w]) & ABOVE != ABOVE:
                holds = False
                break
        if holds:
            return
    if o.count >= MOST_OPENINGS:
        o.over = True
        return
    for w in range(WORDS):
        o.tiles[o.count * WORDS + w] = o.sum[at + w]
    o.count += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ones(bits: cython.int) -> cython.int:
    """How many of five bits are set."""
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1) + (bits >> 4 & 1)
