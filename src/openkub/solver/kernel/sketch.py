# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""11.1 The sketch of all plays: its memory, and the edges that go out from a node.

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
    from openkub.solver.kernel.layout import (
        COLOURS,
        COPIES,
        FIRST_EDGES,
        FIRST_NODES,
        JOKERS_AT,
        LENGTH,
        LONGS_AT,
        NEEDS_AT,
        NUMBERS,
        ONES,
        OPTIONS,
        SHORTEST,
        STARTS,
        STATE,
        STATE_BITS,
        STATE_ROW,
        TILES_AT,
        TWOS_AT,
        USED,
        USED_AT,
        VECTOR,
        VECTOR_BITS,
        VECTORS,
    )
    from openkub.solver.kernel.nodes import slot_of
    from openkub.solver.kernel.runs import list_from
    from openkub.solver.kernel.search import tiles_in
    from openkub.solver.kernel.work import Work, start_array

# The bit of a key that says that there is a run.
RUN = cython.declare(cython.ulonglong, 1 << 40)
# The states of the colours in a key, and in an option.
STATES = cython.declare(cython.ulonglong, (1 << 36) - 1)


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


@cython.locals(i=cython.int, groups=cython.int)
def start_number(s: Sketch, w: Work, v: cython.int) -> cython.void:
    """The tiles of this number; none of its groups are listed yet."""
    s.deals = 0
    s.table_vector = 0
    s.least_vector = 0
    s.most_vector = 0
    for i in range(COLOURS):
        s.table_vector |= w.on_table[v * COLOURS + i] << i * VECTOR_BITS
        s.least_vector |= w.least[v * COLOURS + i] << i * VECTOR_BITS
        s.most_vector |= w.most[v * COLOURS + i] << i * VECTOR_BITS
    # No more groups than this: what the table has beyond them must lie in runs.
    groups = 0
    if _colours_in(s.most_vector) + s.spare[v] >= SHORTEST:
        groups = (tiles_in(s.most_vector) + s.spare[v]) // SHORTEST
    for i in range(v * COLOURS, v * COLOURS + COLOURS):
        w.runs_least[i] = max(w.least[i] - groups, 0)
    for i in range(s.lists):
        s.listed[s.list_of[i]] = 0
    s.lists = 0
    for i in range(COLOURS):
        s.known[i] = 0


@cython.locals(used=cython.int, low=cython.int, high=cython.int)
def jokers_laid(w: Work, key: cython.ulonglong) -> cython.int:
    """How many of the rack's jokers may be laid at the end, as bits: exactly those used, or with a run any more."""
    used = cython.cast(cython.int, key >> JOKERS_AT)
    low = used - w.table_jokers
    high = w.rack_jokers if key & RUN else low
    low = max(low, w.must_jokers)
    return 0 if high < low else (2 << high) - (1 << low)


@cython.locals(key=cython.ulonglong, left=cython.int, rest=cython.int, c=cython.int, i=cython.int, used=cython.int)
@cython.locals(i0=cython.int, i1=cython.int, i2=cython.int, i3=cython.int)
@cython.locals(to0=cython.ulonglong, to1=cython.ulonglong, to2=cython.ulonglong, to3=cython.ulonglong)
def expand(s: Sketch, w: Work, node: cython.int, v: cython.int) -> cython.void:
    """All edges of a node: one option for each colour, then the groups."""
    key = s.node_key[node]
    used = cython.cast(cython.int, key >> JOKERS_AT)
    left = s.spare[min(v + 2, NUMBERS - 1)] - used  # what open runs need they need at the next two numbers
    for c in range(COLOURS):
        i = cython.cast(cython.int, key >> c * STATE_BITS & STATE)
        if (i | w.most[v * COLOURS + c]) == 0:
            s.first_now[c] = c * OPTIONS  # nothing: that is always there
            s.end_now[c] = c * OPTIONS + 1
            continue
        i = _options_from(s, w, v, c, i, left)
        if s.known_at[i] == s.known_end[i]:
            return
        s.first_now[c] = s.known_at[i]
        s.end_now[c] = s.known_end[i]
    for i0 in range(s.first_now[0], s.end_now[0]):
        to0 = s.option[i0]
        for i1 in range(s.first_now[1], s.end_now[1]):
            to1 = to0 + s.option[i1]
            if cython.cast(cython.int, to1 >> NEEDS_AT) > left:
                continue
            for i2 in range(s.first_now[2], s.end_now[2]):
                to2 = to1 + s.option[i2]
                if cython.cast(cython.int, to2 >> NEEDS_AT) > left:
                    continue
                for i3 in range(s.first_now[3], s.end_now[3]):
                    to3 = to2 + s.option[i3]
                    rest = left - cython.cast(cython.int, to3 >> NEEDS_AT)
                    i = _tiles(to3)
                    if rest < 0 or ((2 << rest) - 1 & ~s.listed[i]) == 0:
                        continue  # as jokers are left, the groups beside these tiles need more
                    _with_groups(
                        s,
                        w,
                        v,
                        i,
                        used + cython.cast(cython.int, to3 >> USED_AT & USED),
                        rest,
                        to3 & STATES | key & RUN,
                    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _tiles(options: cython.ulonglong) -> cython.int:
    """What options lay in runs, a vector."""
    return cython.cast(cython.int, options >> TILES_AT & (VECTORS - 1))


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
    first = s.known_end[i - 1] if s.known[c] else c * OPTIONS + 1
    s.known_end[i] = _list_options(s, w, v, c, first, state, left)
    if w.over and s.known[c]:
        w.over = False
        i = row
        first = c * OPTIONS + 1
        s.known[c] = 0
        s.known_end[i] = _list_options(s, w, v, c, first, state, left)
    s.known_place[here] = i
    s.known_from[i] = here
    s.known_at[i] = first
    s.known[c] += 1
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, end=cython.int)
def _list_options(
    s: Sketch, w: Work, v: cython.int, c: cython.int, first: cython.int, state: cython.int, left: cython.int
) -> cython.int:
    """List the options of a colour from a place on, each as a number to which those of others are added: the end."""
    if left == 0:
        return _list_plain(s, w, v, c, first, state)
    end = c * OPTIONS + list_from(w, v, c, first - c * OPTIONS, state, left)
    for i in range(first, end):
        s.option[i] = (
            cython.cast(cython.ulonglong, w.option_state[i]) << c * STATE_BITS
            | cython.cast(cython.ulonglong, w.option_tiles[i]) << TILES_AT + c * VECTOR_BITS
            | cython.cast(cython.ulonglong, w.option_jokers[i]) << USED_AT
            | cython.cast(cython.ulonglong, w.option_jokers[i] + w.option_debt[i]) << NEEDS_AT
        )
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, ones=cython.int, twos=cython.int, short=cython.int, t=cython.int)
@cython.locals(longer=cython.int, start=cython.int)
def _list_plain(s: Sketch, w: Work, v: cython.int, c: cython.int, n: cython.int, state: cython.int) -> cython.int:
    """The same where no joker is left: what `list_from` would say, sooner."""
    i = v * COLOURS + c
    ones = state & LENGTH
    twos = state >> TWOS_AT & LENGTH
    short = ones + twos
    if n + COPIES > c * OPTIONS + OPTIONS:
        w.over = True
        return n
    if ones > (w.next_one[i] if v < NUMBERS - 1 else 0):
        return n
    for t in range(max(short, w.runs_least[i]), w.most[i] + 1):
        longer = min(t - short, state >> LONGS_AT)
        start = t - short - longer
        if start > 0 and (v >= NUMBERS - 2 or start + ones > w.next_one[i] or start > w.next_two[i]):
            break
        longer = min(twos + longer, w.next_one[i] - start - ones) if v < NUMBERS - 1 else 0
        s.option[n] = (
            cython.cast(cython.ulonglong, start | ones << TWOS_AT | longer << LONGS_AT) << c * STATE_BITS
            | cython.cast(cython.ulonglong, t) << TILES_AT + c * VECTOR_BITS
        )
        n += 1
    return n


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
        for k in range(left + 1):
            if s.deal_jokers[i] >> k & 1:
                _add_edge(s, w, key | cython.cast(cython.ulonglong, used + k) << JOKERS_AT, s.deal_laid[i])
                if key & RUN:
                    break  # one more is never needed


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(pairs=cython.int)
def _colours_in(vector: cython.int) -> cython.int:
    """How many colours a vector has tiles of."""
    vector = (vector | vector >> 1) & ONES
    pairs = vector + (vector >> VECTOR_BITS)
    return (pairs & VECTOR) + (pairs >> 2 * VECTOR_BITS & VECTOR)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(c=cython.int, low=cython.int)
def _missing(least: cython.int, vector: cython.int) -> cython.int:
    """What a vector lacks of another."""
    low = 0
    for c in range(COLOURS):
        low |= max((least >> c * VECTOR_BITS & VECTOR) - (vector >> c * VECTOR_BITS & VECTOR), 0) << c * VECTOR_BITS
    return low


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(low=cython.int, any_jokers=cython.int)
def _list_deals(s: Sketch, w: Work, v: cython.int, in_runs: cython.int) -> cython.void:
    """All groups that can lie beside these tiles in runs, as what is then laid."""
    s.deals_at[in_runs] = s.deals
    any_jokers = 0
    low = _missing(s.least_vector, in_runs)
    if _colours_in(s.most_vector - in_runs) + s.spare[v] < SHORTEST:
        if low == 0:
            s.deal_laid[s.deals] = in_runs - s.table_vector
            s.deal_jokers[s.deals] = 1
            any_jokers = 1
            s.deals += 1
    else:
        any_jokers = _list_groups(s, w, in_runs, low, (2 << s.spare[v]) - 1)
    s.deals_end[in_runs] = s.deals
    s.listed[in_runs] = ~any_jokers & 255
    s.list_of[s.lists] = in_runs
    s.lists += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(rest=cython.int, any_jokers=cython.int, jokers=cython.int)
@cython.locals(a=cython.int, b=cython.int, c=cython.int, d=cython.int)
def _list_groups(s: Sketch, w: Work, in_runs: cython.int, low: cython.int, wanted: cython.int) -> cython.int:
    """Those that hold at least so many, with counts of jokers that are wanted: the counts of all of them together."""
    any_jokers = 0
    rest = s.most_vector - in_runs
    for a in range(low & VECTOR, (rest & VECTOR) + 1):
        for b in range(low >> 2 & VECTOR, (rest >> 2 & VECTOR) + 1):
            for c in range(low >> 4 & VECTOR, (rest >> 4 & VECTOR) + 1):
                for d in range(low >> 6, (rest >> 6) + 1):
                    jokers = w.deals[a | b << 2 | c << 4 | d << 6] & wanted
                    if jokers:
                        s.deal_laid[s.deals] = in_runs + (a | b << 2 | c << 4 | d << 6) - s.table_vector
                        s.deal_jokers[s.deals] = jokers
                        any_jokers |= jokers
                        s.deals += 1
    return any_jokers


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
