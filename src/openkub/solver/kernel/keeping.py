# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# mypy: allow-untyped-decorators, disable-error-code="attr-defined, no-any-return"
"""10.1 One step of the search for the least disturbance.

Each set of the table is kept whole or not when its first number comes: a run as part of its colour's option, a group
beside the other groups. What is kept takes its tiles away from the others.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # no Cython installed: the file still runs, interpreted
    from openkub.solver import _cython_shim as cython

if not cython.compiled:
    from openkub.solver.kernel.groups import cheapest_groups
    from openkub.solver.kernel.layout import (
        CARRY,
        CARRY_AT,
        CHOICE_BITS,
        COLOURS,
        GROUPS_ROW,
        ITEMS_ROW,
        JOKERS_AT,
        NUMBER,
        NUMBER_AT,
        OPTIONS,
        SET_ROW,
        STATE,
        STATE_BITS,
    )
    from openkub.solver.kernel.nodes import push
    from openkub.solver.kernel.runs import list_from
    from openkub.solver.kernel.work import Work

# Of a colour that must have tiles in groups; one that may have some counts one.
MUST = cython.declare(cython.int, 16)


@cython.locals(i=cython.int, k=cython.int, n=cython.int, here=cython.int, torn=cython.int, item=cython.int)
@cython.locals(before=cython.int, one=cython.int, two=cython.int, least=cython.int, carry=cython.uint)
def list_kept(
    w: Work, v: cython.int, c: cython.int, state: cython.int, going_on: cython.uint, left: cython.int
) -> cython.int:
    """List all options of a colour at a number, with every choice of the runs that begin here: how many there are."""
    i = v * COLOURS + c
    n = 0
    here = 0
    w.step_taken = 0
    w.step_held = 0
    w.step_carry = 0
    one = w.next_one[i]
    two = w.next_two[i]
    least = w.runs_least[i]
    for k in range(w.runs_here[i]):
        item = w.runs_at[i * ITEMS_ROW + k]
        if w.item_first[item] == v:
            w.step_items[here] = item
            here += 1
        elif going_on >> w.item_slot[item] & 1:
            _keep(w, v, i, item)
    for torn in range(1 << here):
        before = n
        w.step_cost = 0
        for k in range(here):
            if torn >> k & 1:
                w.step_cost += w.item_cost[w.step_items[k]]
            else:
                _keep(w, v, i, w.step_items[k])
        if w.step_held <= left:
            w.most[i] -= w.step_taken
            w.runs_least[i] = max(least - w.step_taken, 0)
            n = list_from(w, v, c, n, state, left - w.step_held)
            w.most[i] += w.step_taken
            _add_kept(w, c, i, before, n, torn)
        for k in range(here):
            if not torn >> k & 1:
                _give_back(w, v, i, w.step_items[k])
    w.next_one[i] = one
    w.next_two[i] = two
    w.runs_least[i] = least
    w.options[c] = n
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(row=cython.int, one=cython.uint)
def _keep(w: Work, v: cython.int, i: cython.int, item: cython.int) -> cython.void:
    """A run that is kept takes its tiles away from a number and from the look-ahead."""
    one = 1
    row = item * SET_ROW + v
    w.step_taken += w.item_tiles[row]
    w.next_one[i] -= w.item_tiles[row + 1]
    w.next_two[i] -= w.item_tiles[row + 2]
    if w.item_first[item] == v:
        w.step_held += w.item_jokers[item]
    if w.item_last[item] > v:
        w.step_carry |= one << w.item_slot[item]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(row=cython.int, one=cython.uint)
def _give_back(w: Work, v: cython.int, i: cython.int, item: cython.int) -> cython.void:
    """Undo that for a run that begins here."""
    one = 1
    row = item * SET_ROW + v
    w.step_taken -= w.item_tiles[row]
    w.next_one[i] += w.item_tiles[row + 1]
    w.next_two[i] += w.item_tiles[row + 2]
    w.step_held -= w.item_jokers[item]
    w.step_carry &= ~(one << w.item_slot[item])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(i=cython.int)
def _add_kept(
    w: Work, c: cython.int, kind: cython.int, first: cython.int, n: cython.int, torn: cython.int
) -> cython.void:
    """Add what the kept runs bring along to the options listed last."""
    for i in range(c * OPTIONS + first, c * OPTIONS + n):
        w.option_tiles[i] += w.step_taken
        w.option_jokers[i] += w.step_held
        w.option_cost[i] = w.step_cost
        w.option_carry[i] = w.step_carry
        w.option_torn[i] = torn
        w.option_rest[i] = (w.most[kind] > w.option_tiles[i]) + MUST * (w.least[kind] > w.option_tiles[i])


@cython.locals(key=cython.ulonglong, v=cython.int, left=cython.int, c=cython.int, going_on=cython.uint)
@cython.locals(i0=cython.int, i1=cython.int, i2=cython.int, i3=cython.int, rest=cython.int, rest2=cython.int)
@cython.locals(left0=cython.int, left1=cython.int, left2=cython.int, left3=cython.int)
def expand_calmly(w: Work, node: cython.int) -> cython.void:
    """All successors of a node: an option for each colour, a choice of the table's groups to be kept."""
    key = w.node_key[node]
    v = cython.cast(cython.int, key >> NUMBER_AT & NUMBER)
    going_on = cython.cast(cython.uint, key >> CARRY_AT & CARRY)
    left = w.jokers - w.node_jokers[node]
    w.expanded += 1
    for c in range(COLOURS):
        if list_kept(w, v, c, cython.cast(cython.int, key >> c * STATE_BITS & STATE), going_on, left) == 0:
            return
    for i0 in range(w.options[0]):
        left0 = left - w.option_jokers[i0] - w.option_debt[i0]
        for i1 in range(OPTIONS, OPTIONS + w.options[1]):
            left1 = left0 - w.option_jokers[i1] - w.option_debt[i1]
            if left1 < 0:
                continue
            for i2 in range(2 * OPTIONS, 2 * OPTIONS + w.options[2]):
                left2 = left1 - w.option_jokers[i2] - w.option_debt[i2]
                rest2 = w.option_rest[i0] + w.option_rest[i1] + w.option_rest[i2]
                if left2 < 0:
                    continue
                for i3 in range(3 * OPTIONS, 3 * OPTIONS + w.options[3]):
                    left3 = left2 - w.option_jokers[i3] - w.option_debt[i3]
                    # 10.2 A group takes three colours, or jokers.
                    rest = rest2 + w.option_rest[i3]
                    if left3 >= 0 and (rest < MUST or rest % MUST + left3 >= 3):
                        _keep_groups(w, node, v, i0, i1, i2, i3, left3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(key=cython.ulonglong, states=cython.ulonglong, carry=cython.uint, choice=cython.uint, tiles=cython.int)
@cython.locals(kept=cython.int, row=cython.int, all=cython.int, e=cython.int, k=cython.int, taken=cython.int)
@cython.locals(loss=cython.longlong, cost=cython.longlong, room=cython.int, used=cython.int)
def _keep_groups(
    w: Work,
    node: cython.int,
    v: cython.int,
    i0: cython.int,
    i1: cython.int,
    i2: cython.int,
    i3: cython.int,
    left: cython.int,
) -> cython.void:
    """Combine run options with every choice of the table's groups and with the cheapest of the others."""
    states = w.option_state[i0] | w.option_state[i1] << STATE_BITS | w.option_state[i2] << 2 * STATE_BITS
    states |= cython.cast(cython.ulonglong, w.option_state[i3]) << 3 * STATE_BITS
    carry = w.option_carry[i0] | w.option_carry[i1] | w.option_carry[i2] | w.option_carry[i3]
    key = states | cython.cast(cython.ulonglong, v + 1) << NUMBER_AT | cython.cast(cython.ulonglong, carry) << CARRY_AT
    choice = i0 | (i1 - OPTIONS) << CHOICE_BITS | (i2 - 2 * OPTIONS) << 2 * CHOICE_BITS
    choice |= cython.cast(cython.uint, i3 - 3 * OPTIONS) << 3 * CHOICE_BITS
    # Four bits a colour, so that the sum of two vectors stays in its place and can be compared with what there is.
    tiles = w.option_tiles[i0] | w.option_tiles[i1] << 4 | w.option_tiles[i2] << 8 | w.option_tiles[i3] << 12
    used = w.node_jokers[node] + w.option_jokers[i0] + w.option_jokers[i1] + w.option_jokers[i2] + w.option_jokers[i3]
    cost = w.node_cost[node] + w.option_cost[i0] + w.option_cost[i1] + w.option_cost[i2] + w.option_cost[i3]
    for kept in range((1 << w.groups_here[v]) - 1, -1, -1):
        row = v * GROUPS_ROW + kept
        all = tiles + w.kept_tiles[row]
        room = left - w.kept_jokers[row]
        if room < 0 or ((w.most_here[v] | 0x8888) - all) & 0x8888 != 0x8888:
            continue
        taken = used + w.kept_jokers[row]
        e = cheapest_groups(w, v, (all & 3) | (all >> 2 & 12) | (all >> 4 & 48) | (all >> 6 & 192))
        for k in range(room + 1):
            loss = w.node_loss[node] + w.cheapest_loss[e + k]
            if loss > w.loss_most:
                continue
            w.step_kept = kept
            push(
                w,
                key | cython.cast(cython.ulonglong, taken + k) << JOKERS_AT if w.every_place else key,
                cost + w.kept_cost[row],
                loss,
                taken + k,
                node,
                choice,
                w.cheapest_vector[e + k],
            )
