# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""11.1 Making the graph of all plays: forward over everything that can be reached, then back from the end.

A node is what the search's nodes are, the states of the colours and the jokers used, and one bit more: whether there
is a run. Jokers are optional, as in the search: they are used where one can be needed. If there is a run, those left
over find a place, whatever else lies there: a run of up to nine tiles can take four more, and a longer one can be cut
in two that can. As long as there is none all tiles lie in groups, and there the jokers are counted exactly.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel._fields import fields
    from openkub.solver.kernel.graph import Graph, add_row, make_rows
    from openkub.solver.kernel.groups import list_groups
    from openkub.solver.kernel.layout import (
        BARREN,
        COLOURS,
        FEW_EDGES,
        FIRST_EDGES,
        FIRST_NODES,
        JOKERS_AT,
        MAX_EDGES,
        MAX_NODES,
        NOWHERE,
        NUMBERS,
        OPTIONS,
        SPARE_RUNS,
        STARTS,
        STATE,
        STATE_BITS,
        STATE_ROW,
        VECTOR_BITS,
        VECTORS,
    )
    from openkub.solver.kernel.loading import look_on, turn_round
    from openkub.solver.kernel.nodes import slot_of, start_slots
    from openkub.solver.kernel.runs import list_from
    from openkub.solver.kernel.search import tiles_in
    from openkub.solver.kernel.work import Work, start_array

# The bit of a key that says that there is a run.
RUN = cython.declare(cython.ulonglong, 1 << 40)


@cython.cclass
class Sketch:
    """Scratch memory for one graph."""

    def __init__(self) -> None:
        if not cython.compiled:
            for name, made in fields("Sketch", "sketch").items():
                setattr(self, name, made())
        self.resize(FIRST_NODES, FIRST_EDGES)

    def resize(self, nodes: cython.int, edges: cython.int) -> object:
        """Make room for so many nodes and edges; what was there is lost."""
        self.node_room = 0
        self.grown: list[Any] = []
        self.node_key = cython.cast("unsigned long long *", start_array(self.grown, "Q", nodes))
        self.node_edges = cython.cast("int *", start_array(self.grown, "i", nodes + 1))
        self.node_place = cython.cast("int *", start_array(self.grown, "i", nodes))
        self.node_fewest = cython.cast("unsigned char *", start_array(self.grown, "B", nodes))
        self.node_jokers = cython.cast("unsigned char *", start_array(self.grown, "B", nodes))
        self.edge_to = cython.cast("int *", start_array(self.grown, "i", edges))
        self.edge_laid = cython.cast("unsigned char *", start_array(self.grown, "B", edges))
        self.node_room = nodes
        self.edge_room = edges
        return None


_POOLED = 2
_POOL: list[Sketch] = []


def taken_sketch() -> Sketch:
    """Scratch memory of one's own."""
    try:
        return _POOL.pop()  # one step, so that no other thread can take the same
    except IndexError:
        return Sketch()


def given_sketch(s: Sketch) -> object:
    """Put scratch memory into the pool, unless there is enough, or it has grown large."""
    if len(_POOL) < _POOLED and s.edge_room <= 4 * FIRST_EDGES:
        _POOL.append(s)
    return None


@cython.locals(done=cython.bint)
def draw(s: Sketch, w: Work, most: cython.int) -> cython.bint:
    """Draw with growing room; whether there was enough."""
    s.most = most
    while True:
        with cython.nogil:
            done = forward(s, w)
        if done or not grow(s, w):
            return done


def grow(s: Sketch, w: Work) -> cython.bint:
    """Make more room after a sketch had too little; whether there is more to be had."""
    if s.edges >= s.most or s.edge_room >= MAX_EDGES or s.node_room >= MAX_NODES:
        return False
    s.resize(min(s.node_room * 4, MAX_NODES), min(s.edge_room * 4, MAX_EDGES))
    if w.node_room < s.node_room:
        w.resize(s.node_room)
    return True


@cython.locals(node=cython.int)
def forward(s: Sketch, w: Work) -> cython.bint:
    """Everything that can be reached; whether there was room."""
    _spare(s, w)
    if not _draw_layers(s, w):
        return False
    for node in range(s.layer_at[NUMBERS], s.nodes):
        s.node_jokers[node] = _jokers_laid(w, s.node_key[node])
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, node=cython.int)
def _draw_layers(s: Sketch, w: Work) -> cython.bint:
    """Number after number; whether there was room."""
    s.over = False
    w.over = False
    s.nodes = 1
    s.edges = 0
    s.node_key[0] = 0
    s.layer_at[0] = 0
    for v in range(NUMBERS):
        s.layer_at[v + 1] = s.nodes
        s.layer_from = s.nodes
        w.stamp += 1
        start_slots(w)
        _start_number(s, w, v)
        for node in range(s.layer_at[v], s.layer_at[v + 1]):
            s.node_edges[node] = s.edges
            _expand(s, w, node, v)
            if s.over or w.over:
                return False
    s.layer_at[NUMBERS + 1] = s.nodes
    for node in range(s.layer_at[NUMBERS], s.nodes + 1):
        s.node_edges[node] = s.edges
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(v=cython.int, k=cython.int, jokers=cython.int, most=cython.int, runs=cython.int)
def _spare(s: Sketch, w: Work) -> cython.void:
    """11.0 How many jokers may be used up to a number: those behind it need the others.

    That is seen from the other side: from 13 down, with fewer jokers than the table has, as far as it goes.
    """
    jokers = w.jokers
    most = s.most
    runs = min(w.table_jokers, SPARE_RUNS)
    for v in range(NUMBERS):
        s.spare[v] = jokers
    if runs == 0:
        return
    s.most = min(most, FEW_EDGES)
    turn_round(w)
    for k in range(runs):
        s.needed_from[k] = 0
    for k in range(runs):
        w.jokers = k
        for v in range(NUMBERS):
            s.spare[v] = k
        if not _draw_layers(s, w):
            break
        v = NUMBERS
        while v > 0 and s.layer_at[NUMBERS - v + 2] > s.layer_at[NUMBERS - v + 1]:
            v -= 1
        s.needed_from[k] = v  # the numbers before it, counted from 0, go no further with so few
        if v == 0:
            break
    turn_round(w)
    look_on(w)
    w.jokers = jokers
    s.most = most
    for v in range(NUMBERS):
        s.spare[v] = jokers
    for k in range(runs):
        for v in range(s.needed_from[k] - 1):
            s.spare[v] = jokers - k - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int)
def _start_number(s: Sketch, w: Work, v: cython.int) -> cython.void:
    """No groups of this number are listed yet."""
    s.deals = 0
    s.table_vector = 0
    for i in range(COLOURS):
        s.table_vector |= w.on_table[v * COLOURS + i] << i * VECTOR_BITS
    for i in range(s.lists):
        s.listed[s.list_of[i]] = 0
    s.lists = 0
    for i in range(COLOURS):
        s.known[i] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(used=cython.int, low=cython.int, high=cython.int)
def _jokers_laid(w: Work, key: cython.ulonglong) -> cython.int:
    """How many of the rack's jokers may be laid at the end, as bits: exactly those used, or with a run any more."""
    used = cython.cast(cython.int, key >> JOKERS_AT)
    low = used - w.table_jokers
    high = w.rack_jokers if key & RUN else low
    low = max(low, w.must_jokers)
    return 0 if high < low else (2 << high) - (1 << low)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(key=cython.ulonglong, left=cython.int, c=cython.int, i=cython.int)
@cython.locals(i0=cython.int, i1=cython.int, i2=cython.int, i3=cython.int)
@cython.locals(left0=cython.int, left1=cython.int, left2=cython.int, left3=cython.int)
@cython.locals(tiles1=cython.int, tiles2=cython.int, states1=cython.ulonglong, states2=cython.ulonglong)
@cython.locals(jokers1=cython.int, jokers2=cython.int, used=cython.int)
def _expand(s: Sketch, w: Work, node: cython.int, v: cython.int) -> cython.void:
    """All edges of a node: one option for each colour, then the groups."""
    key = s.node_key[node]
    used = cython.cast(cython.int, key >> JOKERS_AT)
    left = s.spare[min(v + 2, NUMBERS - 1)] - used  # what open runs need they need at the next two numbers
    for c in range(COLOURS):
        i = _options_from(s, w, v, c, cython.cast(cython.int, key >> c * STATE_BITS & STATE), left)
        if s.known_at[i] == s.known_end[i]:
            return
        s.first_now[c] = s.known_at[i]
        s.end_now[c] = s.known_end[i]
    for i0 in range(s.first_now[0], s.end_now[0]):
        left0 = left - w.option_jokers[i0] - w.option_debt[i0]
        for i1 in range(s.first_now[1], s.end_now[1]):
            left1 = left0 - w.option_jokers[i1] - w.option_debt[i1]
            if left1 < 0:
                continue
            jokers1 = used + w.option_jokers[i0] + w.option_jokers[i1]
            tiles1 = w.option_tiles[i0] | w.option_tiles[i1] << VECTOR_BITS
            states1 = w.option_state[i0] | w.option_state[i1] << STATE_BITS | (key & RUN)
            for i2 in range(s.first_now[2], s.end_now[2]):
                left2 = left1 - w.option_jokers[i2] - w.option_debt[i2]
                if left2 < 0:
                    continue
                jokers2 = jokers1 + w.option_jokers[i2]
                tiles2 = tiles1 | w.option_tiles[i2] << 2 * VECTOR_BITS
                states2 = states1 | w.option_state[i2] << 2 * STATE_BITS
                for i3 in range(s.first_now[3], s.end_now[3]):
                    left3 = left2 - w.option_jokers[i3] - w.option_debt[i3]
                    i = tiles2 | w.option_tiles[i3] << 3 * VECTOR_BITS
                    if s.listed[i] > left3 + 1:
                        continue  # as jokers are left, the groups beside these tiles need more
                    if left3 < 0:
                        continue
                    _with_groups(
                        s,
                        w,
                        v,
                        i,
                        jokers2 + w.option_jokers[i3],
                        left3,
                        states2 | cython.cast(cython.ulonglong, w.option_state[i3]) << 3 * STATE_BITS,
                    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, first=cython.int, row=cython.int, here=cython.int)
def _options_from(s: Sketch, w: Work, v: cython.int, c: cython.int, state: cython.int, left: cython.int) -> cython.int:
    """Where the options of a colour are: many nodes of a number have them in common."""
    row = c * STARTS
    here = (c * (STATE + 1) + state) * STATE_ROW + left
    i = s.known_place[here]  # of this number, or of one before it
    if i < row + s.known[c] and s.known_from[i] == here:
        return i
    if s.known[c] == STARTS:
        s.known[c] = 0
    i = row + s.known[c]
    first = s.known_end[i - 1] if s.known[c] else c * OPTIONS
    s.known_end[i] = c * OPTIONS + list_from(w, v, c, first - c * OPTIONS, state, left)
    if w.over and s.known[c]:
        w.over = False
        i = row
        first = c * OPTIONS
        s.known[c] = 0
        s.known_end[i] = first + list_from(w, v, c, 0, state, left)
    s.known_place[here] = i
    s.known_from[i] = here
    s.known_at[i] = first
    s.known[c] += 1
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, k=cython.int, n=cython.int)
def _with_groups(
    s: Sketch, w: Work, v: cython.int, in_runs: cython.int, used: cython.int, left: cython.int, key: cython.ulonglong
) -> cython.void:
    """The edges for these tiles in runs, one for each choice of groups, with as few jokers as can be."""
    if in_runs:
        key |= RUN
    if not s.listed[in_runs]:
        _list_deals(s, w, v, in_runs)
    left = min(left, s.spare[v] - used)
    for i in range(s.deals_at[in_runs], s.deals_end[in_runs]):
        for k in range(s.listed[in_runs] - 1, left + 1):
            if s.deal_jokers[i] >> k & 1:
                _add_edge(s, w, key | cython.cast(cython.ulonglong, used + k) << JOKERS_AT, s.deal_laid[i])
                if key & RUN:
                    break  # one more is never needed


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, jokers=cython.int, any_jokers=cython.int)
def _list_deals(s: Sketch, w: Work, v: cython.int, in_runs: cython.int) -> cython.void:
    """All groups that can lie beside these tiles in runs, as what is then laid."""
    s.deals_at[in_runs] = s.deals
    any_jokers = 1 << BARREN
    for i in range(list_groups(w, v, in_runs)):
        s.deal_laid[s.deals] = in_runs + w.group_vector[i] - s.table_vector
        s.deal_jokers[s.deals] = w.group_jokers[i]
        any_jokers |= w.group_jokers[i]
        s.deals += 1
    s.deals_end[in_runs] = s.deals
    jokers = 0
    while not any_jokers >> jokers & 1:
        jokers += 1
    s.listed[in_runs] = jokers + 1
    s.list_of[s.lists] = in_runs
    s.lists += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(slot=cython.ulonglong, node=cython.int)
def _add_edge(s: Sketch, w: Work, key: cython.ulonglong, laid: cython.int) -> cython.void:
    """An edge to the node of this key, which is new or not."""
    if s.edges >= s.edge_room or s.edges >= s.most:
        s.over = True
        return
    slot = slot_of(w, key)
    if w.slot_stamp[slot] == w.stamp:
        node = w.slot_node[slot]
    else:
        node = s.nodes
        if node >= s.node_room or node >= w.node_room:
            s.over = True
            return
        w.slot_stamp[slot] = w.stamp
        w.slot_key[slot] = key
        w.slot_node[slot] = node
        s.node_key[node] = key
        s.nodes += 1
        if s.nodes - s.layer_from == w.slots_enough:
            _widen(s, w)
    s.edge_to[s.edges] = node
    s.edge_laid[s.edges] = laid
    s.edges += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(slot=cython.ulonglong, node=cython.int)
def _widen(s: Sketch, w: Work) -> cython.void:
    """Go over to the whole hash table, in which the nodes of the layer are found again."""
    w.stamp += 1
    w.slot_mask = w.slots_all
    w.slots_enough = w.node_room
    for node in range(s.layer_from, s.nodes):
        slot = slot_of(w, s.node_key[node])
        w.slot_stamp[slot] = w.stamp
        w.slot_key[slot] = s.node_key[node]
        w.slot_node[slot] = node


@cython.locals(v=cython.int, node=cython.int, e=cython.int, nodes=cython.int, edges=cython.int, fewest=cython.int)
def trimmed(s: Sketch) -> Graph:
    """11.2 Backward: only what leads to the end is kept, with the fewest tiles that it takes."""
    g: Graph
    edges = 0
    nodes = 0
    for node in range(s.nodes - 1, -1, -1):
        fewest = NOWHERE
        if node >= s.layer_at[NUMBERS]:
            fewest = 0
            while fewest < 8 and not s.node_jokers[node] >> fewest & 1:
                fewest += 1
            if fewest == 8:
                fewest = NOWHERE
        for e in range(s.node_edges[node], s.node_edges[node + 1]):
            if s.node_fewest[s.edge_to[e]] != NOWHERE:
                fewest = min(fewest, s.node_fewest[s.edge_to[e]] + tiles_in(s.edge_laid[e]))
                edges += 1
        s.node_fewest[node] = fewest
        nodes += fewest != NOWHERE
    g = Graph(nodes, edges)
    nodes = 0
    for v in range(NUMBERS + 1):
        g.layer_at[v] = nodes
        for node in range(s.layer_at[v], s.layer_at[v + 1]):
            s.node_place[node] = nodes
            if s.node_fewest[node] != NOWHERE:
                g.node_fewest[nodes] = s.node_fewest[node]
                g.node_jokers[nodes] = s.node_jokers[node] if v == NUMBERS else 0
                nodes += 1
    g.layer_at[NUMBERS + 1] = nodes
    _copy_edges(s, g)
    return g


@cython.cfunc
@cython.locals(v=cython.int, node=cython.int, e=cython.int, edges=cython.int)
def _copy_edges(s: Sketch, g: Graph) -> object:
    """The edges that lead on, with the rows of what is laid on them."""
    edges = 0
    for v in range(NUMBERS):
        for node in range(VECTORS):
            s.row_of[node] = -1
        for node in range(s.layer_at[v], s.layer_at[v + 1]):
            if s.node_fewest[node] == NOWHERE:
                continue
            g.node_edges[s.node_place[node]] = edges
            for e in range(s.node_edges[node], s.node_edges[node + 1]):
                if s.node_fewest[s.edge_to[e]] != NOWHERE:
                    if s.row_of[s.edge_laid[e]] < 0:
                        s.row_of[s.edge_laid[e]] = g.rows[v]
                        add_row(g, v, s.edge_laid[e])
                    g.edge_to[edges] = s.node_place[s.edge_to[e]]
                    g.edge_row[edges] = s.row_of[s.edge_laid[e]]
                    edges += 1
    for node in range(g.layer_at[NUMBERS], g.layer_at[NUMBERS + 1] + 1):
        g.node_edges[node] = edges
    make_rows(g)
    return None
