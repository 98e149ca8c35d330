# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""5. The search: from number to number, one option for each colour, then the groups."""

from __future__ import annotations

from openkub.solver.kernel import layout

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.groups import cheapest_groups, list_groups
    from openkub.solver.kernel.layout import (
        ALL_DONE,
        CARRY,
        CARRY_AT,
        CHOICE_BITS,
        COLOURS,
        COPIES,
        DEAD_AT,
        GOAL,
        JOKER,
        JOKER_ROW,
        JOKERS_AT,
        NEEDS,
        NO_GOAL,
        NO_ROOM,
        NUMBER,
        NUMBER_AT,
        NUMBERS,
        OPTIONS,
        STATE,
        STATE_BITS,
        TOO_LONG,
        VECTOR,
        VECTOR_BITS,
        VECTORS,
        Mode,
    )
    from openkub.solver.kernel.nodes import pop, push, slot_of, start_slots
    from openkub.solver.kernel.runs import list_options
    from openkub.solver.kernel.together import expand_calmly, start_calmly
    from openkub.solver.kernel.work import Work

IMPOSSIBLE = cython.declare(cython.longlong, layout.IMPOSSIBLE)


def search(w: Work) -> cython.int:
    """Run the search: the goal, or NO_GOAL, or NO_ROOM, or TOO_LONG; a dive keeps the best goal in any case."""
    w.stamp += 1
    if not w.keeps_groups:
        w.groups_now = w.stamp
    start_slots(w)
    w.nodes = 0
    w.stacked = 0
    w.heaped = 0
    w.over = False
    w.goal = NO_GOAL
    if w.mode == Mode.CALM:
        w.cost_now = 0
        w.step_due = 0
        push(w, start_calmly(w), 0, w.start_cost, 0, -1, 0, 0)
    else:
        w.cost_now = w.start_cost
        if w.pays_ahead:
            w.cost_now += w.ahead[w.count_most]
        push(w, 0, w.cost_now, 0, 0, -1, 0, 0)
    return _go_on(w)


def search_on(w: Work) -> cython.int:
    """Go on with a search for which there is more room now: what was left undone of a node is done."""
    w.over = False
    w.effort = w.effort_then
    w.expanded = w.expanded_then
    _follow(w, w.node_now)
    return _go_on(w)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(node=cython.int)
def _go_on(w: Work) -> cython.int:
    """Node after node, to the end."""
    w.is_cut = False
    while True:
        if w.over or w.effort > w.effort_most:
            w.is_cut = True
            break
        node = pop(w)
        if node < 0:
            break
        if w.node_key[node] >> DEAD_AT or w.node_cost[node] >= w.cost_most:
            continue
        if w.node_key[node] >> NUMBER_AT & NUMBER == GOAL:
            w.goal = node
            if not w.diving or w.any_goal:
                break
            w.cost_most = w.node_cost[node]
            continue
        w.effort_then = w.effort
        w.expanded_then = w.expanded
        w.node_now = node
        _follow(w, node)
    if w.goal >= 0 or not w.is_cut:
        return w.goal
    return NO_ROOM if w.over else TOO_LONG


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _follow(w: Work, node: cython.int) -> cython.void:
    """The successors of a node; of one that has some of them already, the others."""
    if w.node_key[node] >> NUMBER_AT & NUMBER == ALL_DONE:
        _count_jokers(w, node)
    elif w.mode == Mode.CALM:
        expand_calmly(w, node)
    else:
        expand(w, node)


@cython.locals(key=cython.ulonglong, v=cython.int, left=cython.int, c=cython.int)
@cython.locals(i0=cython.int, i1=cython.int, i2=cython.int, i3=cython.int)
@cython.locals(left0=cython.int, left1=cython.int, left2=cython.int, left3=cython.int)
@cython.locals(jokers1=cython.int, jokers2=cython.int, face1=cython.int, face2=cython.int)
@cython.locals(tiles1=cython.int, tiles2=cython.int, states1=cython.ulonglong, states2=cython.ulonglong)
def expand(w: Work, node: cython.int) -> cython.void:
    """All successors of a node: one option for each colour, as long as there are jokers for all of them."""
    key = w.node_key[node]
    v = cython.cast(cython.int, key >> NUMBER_AT & NUMBER)
    left = w.jokers - w.node_jokers[node]
    w.expanded += 1
    for c in range(COLOURS):
        if list_options(w, v, c, cython.cast(cython.int, key >> c * STATE_BITS & STATE), left) == 0:
            return
    for i0 in range(w.options[0]):
        left0 = left - w.option_jokers[i0] - w.option_debt[i0]
        for i1 in range(OPTIONS, OPTIONS + w.options[1]):
            left1 = left0 - w.option_jokers[i1] - w.option_debt[i1]
            if left1 < 0 or w.effort > w.effort_most:
                continue
            jokers1 = w.option_jokers[i0] + w.option_jokers[i1]
            face1 = w.option_face[i0] + w.option_face[i1]
            tiles1 = w.option_tiles[i0] | w.option_tiles[i1] << VECTOR_BITS
            states1 = w.option_state[i0] | w.option_state[i1] << STATE_BITS
            for i2 in range(2 * OPTIONS, 2 * OPTIONS + w.options[2]):
                left2 = left1 - w.option_jokers[i2] - w.option_debt[i2]
                if left2 < 0:
                    continue
                jokers2 = jokers1 + w.option_jokers[i2]
                face2 = face1 + w.option_face[i2]
                tiles2 = tiles1 | w.option_tiles[i2] << 2 * VECTOR_BITS
                states2 = states1 | w.option_state[i2] << 2 * STATE_BITS
                for i3 in range(3 * OPTIONS, 3 * OPTIONS + w.options[3]):
                    left3 = left2 - w.option_jokers[i3] - w.option_debt[i3]
                    if left3 < 0:
                        continue
                    _with_groups(
                        w,
                        node,
                        v,
                        tiles2 | w.option_tiles[i3] << 3 * VECTOR_BITS,
                        jokers2 + w.option_jokers[i3],
                        left3,
                        face2 + w.option_face[i3],
                        states2 | cython.cast(cython.ulonglong, w.option_state[i3]) << 3 * STATE_BITS,
                        i0
                        | (i1 - OPTIONS) << CHOICE_BITS
                        | (i2 - 2 * OPTIONS) << 2 * CHOICE_BITS
                        | cython.cast(cython.uint, i3 - 3 * OPTIONS) << 3 * CHOICE_BITS,
                    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(key=cython.ulonglong, used=cython.int)
def _with_groups(
    w: Work,
    node: cython.int,
    v: cython.int,
    in_runs: cython.int,
    jokers: cython.int,
    left: cython.int,
    face: cython.int,
    states: cython.ulonglong,
    choice: cython.uint,
) -> cython.void:
    """Combine run options, with so many tiles and jokers, with every useful choice of groups."""
    w.effort += 1
    key = states | cython.cast(cython.ulonglong, v + 1) << NUMBER_AT
    used = w.node_jokers[node] + jokers
    if w.mode == Mode.PLAIN:
        _push_cheapest(w, node, v, in_runs, jokers, left, face, key, used, choice)
    elif w.mode == Mode.SINGLES:
        _add_to_layer(w, v, in_runs, left, key, used)
    else:
        _push_counted(w, node, v, in_runs, left, face, key, used, choice)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _key(w: Work, key: cython.ulonglong, used: cython.int) -> cython.ulonglong:
    """The key with the jokers used, where these matter."""
    return key | cython.cast(cython.ulonglong, used) << JOKERS_AT if w.every_place else key


@cython.locals(pairs=cython.int)
def tiles_in(vector: cython.int) -> cython.int:
    """How many tiles a vector holds, two colours added at a time."""
    pairs = (vector & 0x33) + (vector >> VECTOR_BITS & 0x33)
    return (pairs & 15) + (pairs >> 2 * VECTOR_BITS)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(e=cython.int, k=cython.int, cost=cython.longlong)
def _push_cheapest(
    w: Work,
    node: cython.int,
    v: cython.int,
    in_runs: cython.int,
    jokers: cython.int,
    left: cython.int,
    face: cython.int,
    key: cython.ulonglong,
    used: cython.int,
    choice: cython.uint,
) -> cython.void:
    """Nothing is counted: of the groups with as many jokers the cheapest is enough."""
    e = v * VECTORS + in_runs
    e = e * JOKER_ROW if w.cheapest_stamp[e] == w.groups_now else cheapest_groups(w, v, in_runs)
    for k in range(left, -1, -1):
        cost = w.cheapest_loss[e + k]
        if cost < IMPOSSIBLE:
            cost += w.node_cost[node] + ((jokers + k) * NUMBERS - face - k * (v + 1)) * w.joker_unit
            push(w, _key(w, key, used + k), cost, 0, used + k, node, choice, w.cheapest_vector[e + k])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, k=cython.int, kind=cython.int, counted=cython.int, laid=cython.int, each=cython.int)
@cython.locals(before=cython.int, so_far=cython.int, cost=cython.longlong, paid=cython.longlong)
def _push_counted(
    w: Work,
    node: cython.int,
    v: cython.int,
    in_runs: cython.int,
    left: cython.int,
    face: cython.int,
    key: cython.ulonglong,
    used: cython.int,
    choice: cython.uint,
) -> cython.void:
    """With a quantity to count no choice of groups replaces another."""
    # 5.3 The quantity so far: the node's, and what the runs bring. Tiles of
    #     the table are taken off, those in groups come on top.
    before = cython.cast(cython.int, w.node_key[node] >> CARRY_AT & CARRY)
    so_far = before
    each = 1
    if w.mode == Mode.POINTS:
        so_far += face * w.count_joker
        each = v + 1
    so_far += tiles_in(in_runs) * each
    for kind in range(v * COLOURS, v * COLOURS + COLOURS):
        so_far -= w.on_table[kind] * each
    for i in range(list_groups(w, v, in_runs)):
        w.effort += 1
        laid = so_far + tiles_in(w.group_vector[i]) * each
        for k in range(left + 1):
            if not w.group_jokers[i] >> k & 1:
                continue
            counted = laid
            if w.mode == Mode.POINTS:
                counted += k * (v + 1) * w.count_joker
            if counted > w.count_most:
                continue
            counted = min(counted, w.count_cap)
            cost = w.node_cost[node] + w.group_loss[i]
            if w.pays_ahead:
                # 5.4 A* where the count is given: what must stay behind is paid ahead.
                paid = w.ahead[(v + 1) * NEEDS + w.count_most - counted]
                if paid >= IMPOSSIBLE:
                    break
                cost += paid - w.ahead[v * NEEDS + w.count_most - before]
            push(
                w,
                _key(w, key, used + k) | cython.cast(cython.ulonglong, counted) << CARRY_AT,
                cost,
                0,
                used + k,
                node,
                choice,
                w.group_vector[i],
            )
            if not w.every_place:
                break


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int, k=cython.int, c=cython.int, rest=cython.int, jokers=cython.int, slot=cython.ulonglong)
def _add_to_layer(
    w: Work, v: cython.int, in_runs: cython.int, left: cython.int, key: cython.ulonglong, used: cython.int
) -> cython.void:
    """8.2 A state of the next layer, and the single tiles that lead to it; what is not in runs lies in groups."""
    rest = 0
    for c in range(COLOURS):
        rest |= (w.most[v * COLOURS + c] - (in_runs >> c * VECTOR_BITS & VECTOR)) << c * VECTOR_BITS
    jokers = w.deals[rest]
    if jokers == 0:
        return
    k = 0
    while not jokers >> k & 1:
        k += 1
    if k > left:
        return
    key |= cython.cast(cython.ulonglong, w.step_carry) << CARRY_AT
    key |= cython.cast(cython.ulonglong, used + k) << JOKERS_AT
    slot = slot_of(w, key)
    if w.slot_stamp[slot] == w.stamp:
        w.node_loss[w.slot_node[slot]] |= w.step_bits
        return
    if w.layer_nodes >= w.layer_room:
        w.over = True
        return
    i = w.layer_at + w.layer_nodes
    w.layer_nodes += 1
    w.slot_stamp[slot] = w.stamp
    w.slot_key[slot] = key
    w.slot_node[slot] = i
    w.node_key[i] = key
    w.node_jokers[i] = used + k
    w.node_loss[i] = w.step_bits


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(r=cython.int, low=cython.int, high=cython.int, counted=cython.int, end=cython.ulonglong)
@cython.locals(cost=cython.longlong, used=cython.int)
def _count_jokers(w: Work, node: cython.int) -> cython.void:
    """All numbers are done: decide how many of the rack's jokers are laid."""
    end = cython.cast(cython.ulonglong, GOAL) << NUMBER_AT
    used = w.node_jokers[node]
    low = used - w.table_jokers
    high = low if w.every_place else w.rack_jokers
    for r in range(max(low, w.must_jokers), high + 1):
        if w.mode == Mode.CALM:
            if w.node_loss[node] + w.loss[JOKER * COPIES + r] <= w.loss_most:
                w.step_due = w.node_cost[node]
                push(w, end, w.node_cost[node], 0, 0, node, r, 0)
                break
            continue
        counted = cython.cast(cython.int, w.node_key[node] >> CARRY_AT & CARRY)
        cost = w.node_cost[node] + (w.jokers - used) * NUMBERS * w.joker_unit + w.loss[JOKER * COPIES + r]
        if w.pays_ahead:
            cost -= w.ahead[ALL_DONE * NEEDS + w.count_most - counted]
        if w.mode == Mode.TILES:
            counted += r * w.count_joker
            if counted > w.count_most:
                break
            counted = min(counted, w.count_cap)
        if counted >= w.count_least:
            push(w, end, cost, 0, 0, node, r, 0)
