# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""6. The arrangement: walk back from the goal, replay the options forwards with sets in hand.

No row can overflow: the tiles of a position are those of a kit, which `loading` has made sure of.
"""

from __future__ import annotations

from openkub.solver.kernel.tables import deal_cores

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.layout import (
        ALL_DONE,
        BRIDGE,
        BRIDGE_AT,
        CHOICE,
        CHOICE_BITS,
        COLOURS,
        CORE_HEAD,
        CORE_HEAD_AT,
        FILL,
        FILL_AT,
        FIRST_COLOURS,
        FIRST_JOKERS_AT,
        FIRST_ROW,
        HEAD,
        HEAD_AT,
        HEAD_BITS,
        ITEMS_ROW,
        JOIN,
        JOKER,
        NUMBERS,
        OPEN_ROW,
        OPTIONS,
        SET_ROW,
        START,
        START_AT,
        STATE,
        STATE_BITS,
        SWALLOW,
        SWALLOW_ONE_AT,
        SWALLOW_TWO_AT,
        VECTOR_BITS,
        Form,
        Mode,
        stand_in,
    )
    from openkub.solver.kernel.runs import list_options
    from openkub.solver.kernel.work import Work

# The rows of open runs: three lengths for each of four colours, and one for what is sorted out.
LENGTHS = cython.declare(cython.int, 3)
SCRATCH = cython.declare(cython.int, 12)


@cython.locals(left=cython.int)
def arrange(w: Work, goal: cython.int) -> cython.int:
    """Build the sets of a goal; returns how many jokers found no place."""
    left = _replay(w, goal)
    if w.group_cores:
        with cython.gil:
            _deal_group_cores(w)
    return left


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(node=cython.int, child=cython.int, v=cython.int, c=cython.int, left=cython.int, k=cython.int)
@cython.locals(key=cython.ulonglong, option=cython.int)
def _replay(w: Work, goal: cython.int) -> cython.int:
    """Lay the runs and groups, but for the groups of numbers with group cores."""
    w.sets = 0
    for c in range(SCRATCH):
        w.opened[c] = 0
    for c in range(w.items):
        w.item_torn[c] = 0
    node = w.node_parent[goal]
    for v in range(ALL_DONE, -1, -1):
        w.path[v] = node
        node = w.node_parent[node]
    for v in range(NUMBERS):
        node = w.path[v]
        child = w.path[v + 1]
        key = w.node_key[node]
        left = w.jokers - w.node_jokers[node]
        k = w.node_jokers[child] - w.node_jokers[node]
        if w.mode == Mode.CALM:
            k -= _keep_groups(w, v, w.node_kept[child])
        for c in range(COLOURS):
            option = cython.cast(cython.int, w.node_choice[child] >> c * CHOICE_BITS & CHOICE)
            if w.mode == Mode.CALM:
                option += w.stand_first[stand_in(key, c)]
                _tear(w, v, v * COLOURS + c, w.way_torn[option])
                k -= w.way_jokers[option]
                _replay_runs(w, v, c, w.way_word[option])
                continue
            option += c * OPTIONS
            list_options(w, v, c, cython.cast(cython.int, key >> c * STATE_BITS & STATE), left)
            k -= w.option_jokers[option]
            _replay_runs(w, v, c, w.option_word[option])
        if w.deals_at[v] == 0:
            _replay_groups(w, v, w.node_groups[child], k)
        else:
            # 6.6 Group cores are dealt with by Python, which holds the GIL.
            w.rest_vector[v] = w.node_groups[child]
            w.rest_jokers[v] = k
    return w.table_jokers + cython.cast(cython.int, w.node_choice[goal]) - w.node_jokers[w.path[ALL_DONE]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(k=cython.int, item=cython.int)
def _tear(w: Work, v: cython.int, kind: cython.int, torn: cython.int) -> cython.void:
    """Mark which of the table's runs that begin at a number are changed."""
    for k in range(w.runs_here[kind]):
        item = w.runs_at[kind * ITEMS_ROW + k]
        if w.item_first[item] == v:
            w.item_torn[item] = torn & 1
            torn >>= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, item=cython.int, jokers=cython.int)
def _keep_groups(w: Work, v: cython.int, kept: cython.uint) -> cython.int:
    """The jokers in the table's groups that are kept; the others are changed."""
    jokers = 0
    for i in range(w.groups_here[v]):
        item = w.groups_at[v * ITEMS_ROW + i]
        if kept >> i & 1:
            jokers += w.item_jokers[item]
        else:
            w.item_torn[item] = 1
    return jokers


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, k=cython.int)
def _new_set(w: Work, form: cython.int, first: cython.int, heads: cython.int) -> cython.int:
    """Begin a set, with so many jokers in front of number `first`."""
    i = w.sets
    w.sets += 1
    w.set_length[i] = 0
    w.set_form[i] = form
    w.set_first[i] = first - heads
    for k in range(heads):
        _add(w, i, JOKER)
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add(w: Work, one: cython.int, kind: cython.int) -> cython.void:
    """Put a tile behind the others of a set."""
    w.set_tiles[one * SET_ROW + w.set_length[one]] = kind
    w.set_length[one] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _open(w: Work, row: cython.int, one: cython.int) -> cython.void:
    """A set is an open run of this row."""
    w.open_sets[row * OPEN_ROW + w.opened[row]] = one
    w.opened[row] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(k=cython.int, row=cython.int, i=cython.int, head=cython.int, one=cython.int)
def _replay_runs(w: Work, v: cython.int, c: cython.int, word: cython.uint) -> cython.void:
    """Continue, bridge, close and start the runs of one colour at one number."""
    row = c * LENGTHS
    if w.run_cores:
        _begin_cores(w, v, c, word)
    _go_on(w, v * COLOURS + c, row, word)
    # 6.3 New runs, with their jokers in front.
    for i in range(cython.cast(cython.int, word >> START_AT & START)):
        head = word >> (HEAD_AT + i * HEAD_BITS) & HEAD
        one = _new_set(w, Form.RUN, v, head)
        _add(w, one, v * COLOURS + c)
        _open(w, row + min(head, 2), one)
    for k in range(w.run_cores):
        if w.core_colour[k] == c and w.core_first[k] + w.core_length[k] - 1 == v:
            _open(w, row + 2, w.core_set[k])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(k=cython.int, row=cython.int, i=cython.int, head=cython.int, one=cython.int)
@cython.locals(ones=cython.int, twos=cython.int, heads=cython.int)
def _begin_cores(w: Work, v: cython.int, c: cython.int, word: cython.uint) -> cython.void:
    """6.1 Cores that begin here swallow open runs or get jokers in front."""
    row = c * LENGTHS
    ones = word >> SWALLOW_ONE_AT & SWALLOW
    twos = word >> SWALLOW_TWO_AT & SWALLOW
    heads = word >> CORE_HEAD_AT & CORE_HEAD
    for k in range(w.run_cores):
        if w.core_colour[k] != c or w.core_first[k] != v:
            continue
        if ones > 0:
            ones -= 1
            w.opened[row] -= 1
            one = w.open_sets[row * OPEN_ROW + w.opened[row]]
            w.set_form[one] = Form.RUN_CORE
        elif twos > 0:
            twos -= 1
            w.opened[row + 1] -= 1
            one = w.open_sets[(row + 1) * OPEN_ROW + w.opened[row + 1]]
            w.set_form[one] = Form.RUN_CORE
        else:
            head = min(heads, v)
            heads -= head
            one = _new_set(w, Form.RUN_CORE, v, head)
        w.core_set[k] = one
        for i in range(w.core_length[k]):
            _add(w, one, w.core_tiles[k * SET_ROW + i])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, one=cython.int, ones=cython.int, twos=cython.int, longs=cython.int)
@cython.locals(join=cython.int, fill=cython.int, bridge=cython.int)
def _go_on(w: Work, kind: cython.int, row: cython.int, word: cython.uint) -> cython.void:
    """6.2 Tiles go to the runs of length two, to those of length one, then to the long ones; then jokers do."""
    join = word & JOIN
    fill = word >> FILL_AT & FILL
    bridge = word >> BRIDGE_AT & BRIDGE
    ones = w.opened[row]
    twos = w.opened[row + 1]
    longs = w.opened[row + 2]
    w.opened[row] = 0
    w.opened[row + 1] = 0
    w.opened[row + 2] = 0
    w.opened[SCRATCH] = 0
    for i in range(twos + ones):
        one = w.open_sets[(row + 1) * OPEN_ROW + i] if i < twos else w.open_sets[row * OPEN_ROW + i - twos]
        if join > 0:
            join -= 1
            _add(w, one, kind)
        else:
            fill -= 1
            _add(w, one, JOKER)
        _open(w, SCRATCH if i < twos else row + 1, one)
    for i in range(longs):
        one = w.open_sets[(row + 2) * OPEN_ROW + i]
        if join > 0:
            join -= 1
            _add(w, one, kind)
        elif fill > 0:
            fill -= 1
            _add(w, one, JOKER)
        elif bridge > 0:
            bridge -= 1
            _add(w, one, JOKER)
            _open(w, row + 1, one)
            continue
        else:
            continue
        _open(w, SCRATCH, one)
    for i in range(w.opened[SCRATCH]):
        _open(w, row + 2, w.open_sets[SCRATCH * OPEN_ROW + i])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(first=cython.int, c=cython.int, one=cython.int)
def _replay_groups(w: Work, v: cython.int, vector: cython.int, jokers: cython.int) -> cython.void:
    """Deal a vector out into groups."""
    while vector > 0:
        first = w.first_group[vector * FIRST_ROW + jokers]
        one = _new_set(w, Form.GROUP, v, 0)
        for c in range(COLOURS):
            if (first & FIRST_COLOURS) >> c & 1:
                _add(w, one, v * COLOURS + c)
                vector -= 1 << c * VECTOR_BITS
        jokers -= first >> FIRST_JOKERS_AT
        for c in range(first >> FIRST_JOKERS_AT):
            _add(w, one, JOKER)


@cython.cfunc
def _deal_group_cores(w: Work) -> object:
    """The groups of numbers with group cores."""
    for v in range(NUMBERS):
        if w.deals_at[v] == 0:
            continue
        here = [i for i in range(w.group_cores) if w.group_core_number[i] == v]
        cores = tuple([(w.group_core_colours[i], w.group_core_jokers[i]) for i in here])
        vector, jokers = w.rest_vector[v], w.rest_jokers[v]
        plan = deal_cores(cores, vector, jokers)
        assert plan is not None
        for (colours, own), (take, extra) in zip(cores, plan, strict=True):
            one = _new_set(w, Form.GROUP_CORE, v, 0)
            for c in range(COLOURS):
                if (colours | take) >> c & 1:
                    _add(w, one, v * COLOURS + c)
                if take >> c & 1:
                    vector -= 1 << c * VECTOR_BITS
            for _ in range(own + extra):
                _add(w, one, JOKER)
            jokers -= extra
        _replay_groups(w, v, vector, jokers)
    return None


@cython.locals(i=cython.int, k=cython.int, n=cython.int)
def place_jokers(w: Work, left: cython.int) -> cython.int:
    """Append jokers that no set needed; returns how many found no place."""
    n = w.sets
    # 6.4 At the tail of a run, at its head, as a group's fourth tile.
    for i in range(n):
        while left > 0 and not w.set_form[i] & Form.GROUP and w.set_first[i] + w.set_length[i] < NUMBERS:
            _add(w, i, JOKER)
            left -= 1
    for i in range(n):
        while left > 0 and not w.set_form[i] & Form.GROUP and w.set_first[i] > 0 and w.set_length[i] < NUMBERS:
            for k in range(w.set_length[i], 0, -1):
                w.set_tiles[i * SET_ROW + k] = w.set_tiles[i * SET_ROW + k - 1]
            w.set_tiles[i * SET_ROW] = JOKER
            w.set_length[i] += 1
            w.set_first[i] -= 1
            left -= 1
    for i in range(n):
        if left > 0 and w.set_form[i] & Form.GROUP and w.set_length[i] < COLOURS:
            _add(w, i, JOKER)
            left -= 1
    # 6.5 A run 1..13 is cut in two, and each part has room again.
    for i in range(n):
        if left > 0 and w.set_form[i] == Form.RUN and w.set_length[i] == NUMBERS:
            for k in range(3, NUMBERS - 2):
                if _cut(w, i, k):
                    while left > 0 and w.set_length[i] < NUMBERS:
                        _add(w, i, JOKER)
                        left -= 1
                    break
    return left


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(p=cython.int, before=cython.int, after=cython.int, one=cython.int)
def _cut(w: Work, i: cython.int, k: cython.int) -> cython.bint:
    """Cut run i before its k-th tile if both parts keep a numbered tile."""
    before = 0
    after = 0
    for p in range(w.set_length[i]):
        if w.set_tiles[i * SET_ROW + p] != JOKER:
            if p < k:
                before += 1
            else:
                after += 1
    if before == 0 or after == 0:
        return False
    one = _new_set(w, Form.RUN, w.set_first[i] + k, 0)
    for p in range(k, w.set_length[i]):
        _add(w, one, w.set_tiles[i * SET_ROW + p])
    w.set_length[i] = k
    return True
