# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""9. The opening: sets from the rack alone, a joker worth what it stands for."""

from __future__ import annotations

from openkub.solver.kernel import layout
from openkub.solver.kernel.loading import Counts
from openkub.solver.kernel.solving import Play
from openkub.solver.kernel.work import EACH_TILE, value_weights

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import COPIES, JOKER, KINDS, NUMBERS, Mode
    from openkub.solver.kernel.loading import load, ready
    from openkub.solver.kernel.solving import begin, end, find, placed, sets_of
    from openkub.solver.kernel.work import Effort, Weights, Work, taken

IMPOSSIBLE = cython.declare(cython.longlong, layout.IMPOSSIBLE)
_FACES = value_weights(0)
_ALL_POINTS = 9999  # more than any rack has
_JOKERS_AT = 4 * layout.JOKER  # no number of C: those are too small to be shifted by it
_FINE = 64  # losses are multiplied, so that a point can have a price


def opening_value(rack: Counts, face: bool = True, effort: Effort | None = None, minimum: int = 0) -> Play:
    """The opening of the highest value: (value, counts, sets); (0, 0, []) if none is worth at least `minimum`.

    A joker counts what it stands for, or nothing where `face` is false.
    """
    w: Work
    goal: cython.int
    with taken() as w:
        load(w, 0, rack, None, _FACES)
        begin(w, effort)
        w.every_place = True
        w.joker_unit = 1 if face else 0
        w.counts_jokers = True
        w.cost_most = w.whole_gain + w.jokers * NUMBERS * w.joker_unit - minimum + 1
        with cython.nogil:
            ready(w)
            goal = find(w)
        end(w, effort)
        if goal < 0:
            return 0, 0, []
        value = w.whole_gain + w.jokers * NUMBERS * w.joker_unit - w.node_cost[goal]
        return value, placed(w), sets_of(w)


def opening_any(rack: Counts, minimum: int, face: bool = True, effort: Effort | None = None) -> Play | None:
    """An opening of so many points, whichever: (tiles, counts, sets); without jokers at first, which cost more."""
    bits = rack if isinstance(rack, int) else int.from_bytes(rack, "little")
    numbered = bits & (1 << _JOKERS_AT) - 1
    for jokers in range((bits >> _JOKERS_AT) + 1):
        found = _reaching(numbered | jokers << _JOKERS_AT, minimum, face, effort)
        if found:
            return found
    return None


@cython.cfunc
def _reaching(rack: object, minimum: int, face: cython.bint, effort: Effort | None) -> object:
    """Deepest first, with no more loss than leaves enough."""
    w: Work
    goal: cython.int
    with taken() as w:
        load(w, 0, rack, None, _FACES)
        begin(w, effort)
        w.every_place = True
        w.joker_unit = 1 if face else 0
        w.cost_most = w.whole_gain + w.jokers * NUMBERS * w.joker_unit - minimum + 1
        w.diving = True
        w.any_goal = True
        with cython.nogil:
            ready(w)
            goal = find(w)
        end(w, effort)
        if goal < 0:
            return None
        sets = sets_of(w)
        return sum([len(tiles) for tiles in sets]), placed(w), sets


def opening_best(
    rack: Counts, weights: Weights = EACH_TILE, face: bool = True, minimum: int = 30, effort: Effort | None = None
) -> Play | None:
    """The opening of largest gain among those worth at least `minimum`."""
    w: Work
    goal: cython.int
    i: cython.int
    kind: cython.int
    copies: cython.int
    with taken() as w:
        _count_points(w, rack, weights, face, minimum)
        begin(w, effort)
        fine = _FINE if w.whole_gain < IMPOSSIBLE >> 16 else 1
        for kind in range(KINDS):
            # Only those of the rack: what an earlier question left behind would grow without end.
            copies = w.rack_jokers if kind == JOKER else w.most[kind]
            for i in range(kind * COPIES, kind * COPIES + copies + 1):
                w.loss[i] *= fine
        with cython.nogil:
            ready(w)
            goal = find(w)
        end(w, effort)
        return None if goal < 0 else (w.whole_gain - w.node_cost[goal] // fine, placed(w), sets_of(w))


def opening_fewest(rack: Counts, face: bool = True, minimum: int = 30, effort: Effort | None = None) -> Play | None:
    """The opening with the fewest tiles worth at least `minimum`: (tiles, counts, sets)."""
    w: Work
    goal: cython.int
    i: cython.int
    with taken() as w:
        _count_points(w, rack, EACH_TILE, face, minimum)
        begin(w, effort)
        for i in range(KINDS * COPIES):
            w.loss[i] = i % COPIES * _FINE  # here a tile that is laid is the loss
        with cython.nogil:
            ready(w)
            goal = find(w)
        end(w, effort)
        return None if goal < 0 else (w.node_cost[goal] // _FINE, placed(w), sets_of(w))


@cython.cfunc
def _count_points(w: Work, rack: object, weights: Weights, face: cython.bint, minimum: int) -> object:
    """Load the rack as a position of its own, with its points, up to the minimum, as quantity."""
    load(w, 0, rack, None, weights)
    w.every_place = True
    w.mode = Mode.POINTS
    w.count_least = max(0, min(minimum, _ALL_POINTS))
    w.count_cap = w.count_least
    w.count_most = _ALL_POINTS
    w.count_joker = 1 if face else 0
    return None
