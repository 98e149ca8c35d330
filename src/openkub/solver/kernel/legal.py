# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""12.2 What is legal in every lane, and what the seat at turn sees.

What was found out at the beginning of a turn is kept while it goes on, if it is small; if it is not it is found again,
with all that is chosen bound to be laid, which makes it smaller with every tile.
"""

from __future__ import annotations

from typing import Any

from openkub.solver.kernel.dealing import checked_bytes

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel._fields import fields
    from openkub.solver.kernel.drawing import forward, grow
    from openkub.solver.kernel.lanes import Lanes, start_of
    from openkub.solver.kernel.layout import (
        ACTIONS,
        ASKED,
        COPIES,
        COUNTS,
        DONE,
        GOING,
        IDLE,
        KEPT_EDGES,
        KEPT_NODES,
        KEPT_OPENINGS,
        KINDS,
        KNOWN,
        MOST_SEATS,
        NUMBERS,
        OBSERVED,
        STALE,
        WORDS,
    )
    from openkub.solver.kernel.loading import part_jokers, ready, set_back
    from openkub.solver.kernel.sketch import Sketch
    from openkub.solver.kernel.smallest import Openings, list_openings
    from openkub.solver.kernel.ways import Ways, find_more, trim
    from openkub.solver.kernel.work import Work


@cython.cclass
class Desk:
    """Scratch memory for whoever looks what is legal: one thread has one."""

    def __init__(self) -> None:
        if not cython.compiled:
            for name, made in fields("Desk", "legal").items():
                setattr(self, name, made())
        self.work = Work()
        self.sketch = Sketch()
        self.ways = Ways()
        self.ways.resize(self.sketch.node_room, self.sketch.edge_room)
        self.smallest = Openings()


@cython.locals(lane=cython.int, w=Work, s=Sketch, g=Ways, o=Openings, desk=Desk, r=Lanes)
def look(r: Lanes, desk: Desk) -> list[int]:
    """Find what is legal wherever that is not known: the lanes where it is too much for this room."""
    w = desk.work
    s = desk.sketch
    g = desk.ways
    o = desk.smallest
    lane = 0
    while True:
        with cython.nogil:
            lane = _look_from(r, desk, w, s, g, o, lane)
        if lane == r.lanes:
            return [lane for lane in range(r.lanes) if r.ready[lane] == ASKED]
        if grow(s, w):
            g.resize(s.node_room, s.edge_room)
        else:
            r.ready[lane] = ASKED


@cython.locals(r=Lanes)
def tell(r: Lanes, lane: int, more: int, is_play: bool) -> None:
    """What else may be laid in a lane that was too much, and whether what is chosen is a play."""
    if not 0 <= lane < r.lanes:
        raise ValueError("there is no such round")
    _set_legal(r, lane, more, is_play)


@cython.locals(lane=cython.int, first=cython.p_uchar, second=cython.p_uchar, third=cython.p_uchar, r=Lanes)
def write(r: Lanes, seen: Any, masks: Any, turns: Any) -> None:
    """Write what the seats at turn see, 233 bytes a lane; whether each action is legal, 55; and who they are."""
    views = checked_bytes(seen, r.lanes * OBSERVED), checked_bytes(masks, r.lanes * ACTIONS)
    last = checked_bytes(turns, r.lanes)
    first = cython.cast("unsigned char *", start_of(views[0], "B"))
    second = cython.cast("unsigned char *", start_of(views[1], "B"))
    third = cython.cast("unsigned char *", start_of(last, "B"))
    with cython.nogil:
        for lane in range(r.lanes):
            _write_seen(r, lane, first, lane * OBSERVED)
            _write_mask(r, lane, second, lane * ACTIONS)
            third[lane] = r.turn[lane]


# --- what is legal ---


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(lane=cython.int)
def _look_from(r: Lanes, desk: Desk, w: Work, s: Sketch, g: Ways, o: Openings, first: cython.int) -> cython.int:
    """Find what is legal from a lane on: the lane for which there is too little room, or the number of lanes."""
    for lane in range(first, r.lanes):
        if r.ready[lane] == STALE and not _find_legal(r, desk, w, s, g, o, lane):
            return lane
    return r.lanes


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(rack=cython.int, count=cython.int)
def _find_legal(r: Lanes, desk: Desk, w: Work, s: Sketch, g: Ways, o: Openings, lane: cython.int) -> cython.bint:
    """Find what is legal in a lane; whether there was room."""
    rack = lane * r.seats + r.turn[lane]
    if r.stage[lane] != GOING:
        r.legal[lane] = 0
        r.ready[lane] = KNOWN
        return True
    if not r.opened[rack]:
        count = _openings_of(r, o, lane, rack)
        if count < 0:
            r.ready[lane] = ASKED
            return True
        if count == 0:
            _set_legal(r, lane, 0, False)
            return True
    if not _draw_ways(r, w, s, g, lane, rack):
        return False
    find_more(g, r.chosen, lane * KINDS)
    if not r.opened[rack]:
        _find_opening(r, desk, g, o, lane)
    _set_legal(r, lane, g.more, g.lies)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(one=cython.ulonglong, legal=cython.ulonglong)
def _set_legal(r: Lanes, lane: cython.int, more: cython.ulonglong, is_play: cython.bint) -> cython.void:
    """The legal actions: these tiles, laying what is chosen, and while nothing is chosen drawing or passing."""
    one = 1
    legal = more
    if r.picked[lane] == 0:
        if more == 0 or not _must_lay(r, lane):
            legal |= one << IDLE
    elif is_play:
        legal |= one << DONE
    r.legal[lane] = legal
    r.ready[lane] = KNOWN


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _must_lay(r: Lanes, lane: cython.int) -> cython.bint:
    """Whether who can lay must."""
    return r.always_lays or (r.lays_when_dry and r.pool_at[lane] == r.pool_size[lane])


# --- the graph of the turn ---


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _draw_ways(r: Lanes, w: Work, s: Sketch, g: Ways, lane: cython.int, rack: cython.int) -> cython.bint:
    """The graph of the turn, as it was kept or anew; whether there was room."""
    if r.kept[lane] >= 0:
        _recall_ways(r, g, lane)
        return True
    _load(r, w, lane, rack)
    s.most = r.most_edges
    if not forward(s, w):
        return False
    trim(g, s)
    if g.nodes <= KEPT_NODES and g.edges <= KEPT_EDGES:
        _keep_ways(r, g, lane)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(kind=cython.int, i=cython.int, here=cython.int)
def _load(r: Lanes, w: Work, lane: cython.int, rack: cython.int) -> cython.void:
    """Take the position of the seat at turn in, as `loading` does."""
    set_back(w)
    here = lane * KINDS
    for kind in range(KINDS):
        w.on_table[kind] = r.table[here + kind]
        w.least[kind] = r.table[here + kind] + r.chosen[here + kind]
        w.most[kind] = r.table[here + kind] + r.racks[rack * KINDS + kind]
    for i in range(KINDS * COPIES):
        w.loss[i] = 0
    part_jokers(w)
    ready(w)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, at=cython.int)
def _keep_ways(r: Lanes, g: Ways, lane: cython.int) -> cython.void:
    at = lane * (NUMBERS + 2)
    for i in range(NUMBERS + 2):
        r.kept_layers[at + i] = g.layer_at[i]
    at = lane * (KEPT_NODES + 1)
    for i in range(g.nodes + 1):
        r.kept_nodes[at + i] = g.node_edges[i]
    at = lane * KEPT_NODES
    for i in range(g.layer_at[NUMBERS], g.nodes):
        r.kept_jokers[at + i] = g.node_jokers[i]
    at = lane * KEPT_EDGES
    for i in range(g.edges):
        r.kept_to[at + i] = g.edge_to[i]
        r.kept_laid[at + i] = g.edge_laid[i]
    r.kept[lane] = g.edges


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, at=cython.int)
def _recall_ways(r: Lanes, g: Ways, lane: cython.int) -> cython.void:
    at = lane * (NUMBERS + 2)
    for i in range(NUMBERS + 2):
        g.layer_at[i] = r.kept_layers[at + i]
    g.nodes = g.layer_at[NUMBERS + 1]
    g.edges = r.kept[lane]
    at = lane * (KEPT_NODES + 1)
    for i in range(g.nodes + 1):
        g.node_edges[i] = r.kept_nodes[at + i]
    at = lane * KEPT_NODES
    for i in range(g.layer_at[NUMBERS], g.nodes):
        g.node_jokers[i] = r.kept_jokers[at + i]
    at = lane * KEPT_EDGES
    for i in range(g.edges):
        g.edge_to[i] = r.kept_to[at + i]
        g.edge_laid[i] = r.kept_laid[at + i]


# --- openings ---


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, at=cython.int, count=cython.int)
def _openings_of(r: Lanes, o: Openings, lane: cython.int, rack: cython.int) -> cython.int:
    """The smallest openings of the rack at turn, as they were kept or anew: how many, or -1 if there are too many."""
    at = lane * KEPT_OPENINGS * WORDS
    if r.known[lane] >= 0:
        o.count = r.known[lane]
        for i in range(o.count * WORDS):
            o.tiles[i] = r.openings[at + i]
        return o.count
    count = list_openings(o, r.racks, rack * KINDS, r.minimum, r.face)
    if 0 <= count <= KEPT_OPENINGS:
        r.known[lane] = count
        for i in range(count * WORDS):
            r.openings[at + i] = o.tiles[i]
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, kind=cython.int, has=cython.int, lacks=cython.ulonglong, one=cython.ulonglong)
@cython.locals(most=cython.ulonglong, more=cython.ulonglong, lies=cython.bint)
def _find_opening(r: Lanes, desk: Desk, g: Ways, o: Openings, lane: cython.int) -> cython.void:
    """Of what the choice alone would allow, what some opening beside it allows too."""
    one = 1
    most = g.more
    lies = g.lies
    more = 0
    for i in range(o.count):
        lacks = 0
        for kind in range(KINDS):
            has = cython.cast(cython.int, o.tiles[i * WORDS + (kind >> 4)] >> 4 * (kind & 15) & COUNTS)
            desk.both[kind] = max(has, r.chosen[lane * KINDS + kind])
            if has > r.chosen[lane * KINDS + kind]:
                lacks |= one << kind
        if lacks == 0:
            g.more = most
            g.lies = lies
            return
        if more != most:
            find_more(g, cython.address(desk.both[0]) if cython.compiled else desk.both, 0)
            if g.more or g.lies:
                more |= g.more | lacks
    g.more = more
    g.lies = False


# --- what is seen ---


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(kind=cython.int, here=cython.int, rack=cython.int, i=cython.int, seat=cython.int)
def _write_seen(r: Lanes, lane: cython.int, seen: cython.p_uchar, at: cython.int) -> cython.void:
    """What the seat at turn knows: its rack and choice, the table, what is nowhere to be seen, and public figures."""
    here = lane * KINDS
    rack = lane * r.seats + r.turn[lane]
    for kind in range(KINDS):
        seen[at + kind] = r.racks[rack * KINDS + kind]
        seen[at + KINDS + kind] = r.chosen[here + kind]
        seen[at + 2 * KINDS + kind] = r.table[here + kind]
        seen[at + 3 * KINDS + kind] = r.kit[kind] - r.table[here + kind] - r.racks[rack * KINDS + kind]
    at += 4 * KINDS
    for i in range(MOST_SEATS):
        seat = lane * r.seats + (r.turn[lane] + i) % r.seats
        seen[at + i] = r.sizes[seat] if i < r.seats else 0
        seen[at + MOST_SEATS + i] = r.opened[seat] if i < r.seats else 0
        seen[at + 2 * MOST_SEATS + i] = i < r.seats
    at += 3 * MOST_SEATS
    seen[at] = r.pool_size[lane] - r.pool_at[lane]
    seen[at + 1] = min(r.passes[lane], 255)
    seen[at + 2] = _must_lay(r, lane)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(action=cython.int)
def _write_mask(r: Lanes, lane: cython.int, masks: cython.p_uchar, at: cython.int) -> cython.void:
    for action in range(ACTIONS):
        masks[at + action] = r.legal[lane] >> action & 1
