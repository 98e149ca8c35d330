# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""12. Many rounds at once, each turn built tile by tile, for players that learn.

Where jokers are free, and an opening may rearrange the table, only which tiles lie on it matters: so a round is a few
rows of counts. The actions are those of openkub.env. Several threads may each have rounds of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import addressof, c_char
from typing import Any

from openkub.solver.kernel.dealing import checked_bytes, checked_deal, checked_kit

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel._fields import fields
    from openkub.solver.kernel.layout import (
        ACTIONS,
        CUT,
        DONE,
        GOING,
        KEPT_EDGES,
        KEPT_NODES,
        KEPT_OPENINGS,
        KINDS,
        MOST_TILES,
        NUMBERS,
        OVER,
        STALE,
        WORDS,
    )
    from openkub.solver.kernel.work import start_array


@cython.cclass
class Lanes:
    """So many rounds of one law, whose steps do without Python."""

    def __init__(
        self,
        lanes: cython.int,
        seats: cython.int,
        kit: bytes,
        minimum: cython.int,
        face: cython.bint,
        always_lays: cython.bint,
        lays_when_dry: cython.bint,
        ends_when_dry: cython.bint,
        most_turns: cython.int,
        most_edges: cython.int,
    ) -> None:
        if not cython.compiled:
            for name, made in fields("Lanes", "lanes").items():
                setattr(self, name, made())
        self.lanes = lanes
        self.seats = seats
        self.minimum = minimum
        self.face = face
        self.always_lays = always_lays
        self.lays_when_dry = lays_when_dry
        self.ends_when_dry = ends_when_dry
        self.most_turns = most_turns
        self.most_edges = most_edges
        self.whole: bytes = checked_kit(lanes, seats, kit)
        for kind in range(KINDS):
            self.kit[kind] = self.whole[kind]
        self.grown: list[Any] = []
        _make_rows(self)
        _make_kept(self)

    @cython.locals(kind=cython.int, seat=cython.int, at=cython.int, place=cython.int, size=cython.int, tiles=bytes)
    def deal(self, lane: cython.int, racks: Sequence[bytes], pool: bytes, starter: cython.int) -> None:
        """Begin a round: the racks by kind, the pool in its order."""
        if not 0 <= lane < self.lanes or not 0 <= starter < self.seats or len(racks) != self.seats:
            raise ValueError("there is no such round")
        tiles = checked_deal(self.whole, racks, pool)
        for kind in range(KINDS):
            self.table[lane * KINDS + kind] = 0
            self.chosen[lane * KINDS + kind] = 0
        for seat in range(self.seats):
            at = lane * self.seats + seat
            self.sizes[at] = 0
            self.opened[at] = 0
            for kind in range(KINDS):
                self.racks[at * KINDS + kind] = tiles[seat * KINDS + kind]
                self.sizes[at] += tiles[seat * KINDS + kind]
        size = len(tiles) - self.seats * KINDS
        for place in range(size):
            self.pool[lane * MOST_TILES + place] = tiles[self.seats * KINDS + place]
        self.pool_at[lane] = 0
        self.pool_size[lane] = size
        self.turn[lane] = starter
        self.passes[lane] = 0
        self.turns[lane] = 0
        self.stage[lane] = GOING
        _forget_turn(self, lane)

    @cython.locals(wanted=cython.p_longlong)
    def wrong(self, actions: Any) -> int:
        """The first lane whose action, a long integer each, is not legal, or -1."""
        held = checked_bytes(actions, 8 * self.lanes)
        wanted = cython.cast("long long *", start_of(held, "q"))
        return _first_wrong(self, wanted)

    @cython.locals(lane=cython.int, wanted=cython.p_longlong)
    def step(self, actions: Any) -> None:
        """Do one action a lane, if all are legal; what is legal next is known after the next `look`."""
        held = checked_bytes(actions, 8 * self.lanes)
        wanted = cython.cast("long long *", start_of(held, "q"))
        with cython.nogil:
            if _first_wrong(self, wanted) < 0:
                for lane in range(self.lanes):
                    _act(self, lane, cython.cast(cython.int, wanted[lane]))

    def ended(self) -> list[tuple[int, bool]]:
        """The lanes whose rounds are over, and whether they were cut off."""
        return [(lane, self.stage[lane] == CUT) for lane in range(self.lanes) if self.stage[lane] > GOING]

    def row(self, lane: int) -> tuple[int, bytes, list[bytes], bytes, list[bool], int, int]:
        """Whose turn it is; table, racks and choice by kind; who has opened; the size of the pool, and the passes."""
        if not 0 <= lane < self.lanes:
            raise ValueError("there is no such round")
        at = lane * self.seats
        return (
            self.turn[lane],
            _counts(self.table, lane),
            [_counts(self.racks, at + seat) for seat in range(self.seats)],
            _counts(self.chosen, lane),
            [self.opened[at + seat] != 0 for seat in range(self.seats)],
            self.pool_size[lane] - self.pool_at[lane],
            self.passes[lane],
        )


@cython.cfunc
def _make_rows(r: Lanes) -> object:
    """Room for the rounds themselves."""
    n = r.lanes
    r.table = cython.cast("unsigned char *", start_array(r.grown, "B", n * KINDS))
    r.racks = cython.cast("unsigned char *", start_array(r.grown, "B", n * r.seats * KINDS))
    r.chosen = cython.cast("unsigned char *", start_array(r.grown, "B", n * KINDS))
    r.pool = cython.cast("unsigned char *", start_array(r.grown, "B", n * MOST_TILES))
    r.pool_at = cython.cast("int *", start_array(r.grown, "i", n))
    r.pool_size = cython.cast("int *", start_array(r.grown, "i", n))
    r.sizes = cython.cast("int *", start_array(r.grown, "i", n * r.seats))
    r.opened = cython.cast("unsigned char *", start_array(r.grown, "B", n * r.seats))
    r.turn = cython.cast("int *", start_array(r.grown, "i", n))
    r.passes = cython.cast("int *", start_array(r.grown, "i", n))
    r.turns = cython.cast("int *", start_array(r.grown, "i", n))
    r.picked = cython.cast("int *", start_array(r.grown, "i", n))
    r.stage = cython.cast("unsigned char *", start_array(r.grown, "B", n))
    r.ready = cython.cast("unsigned char *", start_array(r.grown, "B", n))
    r.legal = cython.cast("unsigned long long *", start_array(r.grown, "Q", n))
    return None


@cython.cfunc
def _make_kept(r: Lanes) -> object:
    """Room for what is kept of a turn."""
    n = r.lanes
    r.kept = cython.cast("int *", start_array(r.grown, "i", n))
    r.kept_layers = cython.cast("unsigned short *", start_array(r.grown, "H", n * (NUMBERS + 2)))
    r.kept_nodes = cython.cast("unsigned short *", start_array(r.grown, "H", n * (KEPT_NODES + 1)))
    r.kept_jokers = cython.cast("unsigned char *", start_array(r.grown, "B", n * KEPT_NODES))
    r.kept_to = cython.cast("unsigned short *", start_array(r.grown, "H", n * KEPT_EDGES))
    r.kept_laid = cython.cast("unsigned short *", start_array(r.grown, "H", n * KEPT_EDGES))
    r.known = cython.cast("int *", start_array(r.grown, "i", n))
    r.openings = cython.cast("unsigned long long *", start_array(r.grown, "Q", n * KEPT_OPENINGS * WORDS))
    return None


def start_of(view: Any, code: str) -> cython.size_t:
    """Where a buffer begins: compiled an address, interpreted the buffer itself."""
    if cython.compiled:
        return addressof(c_char.from_buffer(view))
    else:
        return view.cast(code)


@cython.cfunc
@cython.locals(kind=cython.int)
def _counts(rows: cython.p_uchar, row: cython.int) -> bytes:
    return bytes([rows[row * KINDS + kind] for kind in range(KINDS)])


# --- one action ---


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(lane=cython.int)
def _first_wrong(r: Lanes, actions: cython.p_longlong) -> cython.int:
    """The first lane whose action is not legal, or -1."""
    for lane in range(r.lanes):
        if actions[lane] < 0 or actions[lane] >= ACTIONS or not r.legal[lane] >> actions[lane] & 1:
            return lane
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(kind=cython.int, rack=cython.int)
def _act(r: Lanes, lane: cython.int, action: cython.int) -> cython.void:
    """Choose a tile, or end the turn."""
    if action < DONE:
        r.chosen[lane * KINDS + action] += 1
        r.picked[lane] += 1
        r.ready[lane] = STALE
        return
    rack = lane * r.seats + r.turn[lane]
    if action == DONE:
        for kind in range(KINDS):
            r.table[lane * KINDS + kind] += r.chosen[lane * KINDS + kind]
            r.racks[rack * KINDS + kind] -= r.chosen[lane * KINDS + kind]
            r.chosen[lane * KINDS + kind] = 0
        r.sizes[rack] -= r.picked[lane]
        r.opened[rack] = 1
        r.passes[lane] = 0
    elif r.pool_at[lane] < r.pool_size[lane]:
        r.racks[rack * KINDS + r.pool[lane * MOST_TILES + r.pool_at[lane]]] += 1
        r.pool_at[lane] += 1
        r.sizes[rack] += 1
        r.passes[lane] = 0
    else:
        r.passes[lane] += 1
    r.turns[lane] += 1
    _end_turn(r, lane, r.sizes[rack] == 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _end_turn(r: Lanes, lane: cython.int, is_out: cython.bint) -> cython.void:
    """The next seat, or the end."""
    if is_out:
        r.stage[lane] = OVER
    elif r.pool_at[lane] == r.pool_size[lane] and (r.ends_when_dry or r.passes[lane] >= r.seats):
        r.stage[lane] = OVER
    elif r.turns[lane] >= r.most_turns:
        r.stage[lane] = CUT
    r.turn[lane] = (r.turn[lane] + 1) % r.seats
    _forget_turn(r, lane)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _forget_turn(r: Lanes, lane: cython.int) -> cython.void:
    r.picked[lane] = 0
    r.ready[lane] = STALE
    r.kept[lane] = -1
    r.known[lane] = -1
