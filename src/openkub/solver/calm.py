"""Least disturbance where jokers are free: of the best plays one that leaves most sets of the table as they lie.

People have to follow a play with their eyes. The kernel finds the largest number of sets that can stay, exactly; here
a set that is the only one to change is made to grow rather than to be taken apart, where it can.
"""

from __future__ import annotations

from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import TileBag
from openkub.solver import kernel
from openkub.solver.effort import Effort
from openkub.solver.laying import lay_bag, split_cores
from openkub.solver.weights import Weights

Calmly = tuple[int, list[Meld], list[bytes]]
"""The rack tiles laid as counts, the sets that stay as they lie, and the others as the kernel writes them."""


def lay_calmly(table: Table, rack: TileBag, weights: Weights, effort: Effort) -> tuple[int, Calmly] | None:
    """The play of largest gain that changes the fewest sets, with its gain; None if nothing can be laid."""
    found = kernel.calmest(table, rack.bits, weights.compiled, effort)
    if found is None:
        return _lay_greedily(table, rack, weights, effort)
    gain, laid, kept, changed, others = found
    if not laid:
        return None
    if len(changed) == 1:
        return _growing(found, rack, weights, Effort(effort.left))
    return gain, (laid, kept, others)


def _growing(found: kernel.Calm[Meld], rack: TileBag, weights: Weights, effort: Effort) -> tuple[int, Calmly]:
    """The same gain with a single changed set only growing, if that can be; of several it rarely can."""
    gain, laid, kept, [changed], others = found
    if not any(all(kinds.count(tile) >= changed.count(tile) for tile in changed) for kinds in others):
        runs, groups = split_cores(((changed, changed.readings[0]),))
        grown = kernel.solve(0, rack.bits, weights.compiled, None, False, runs, groups, None, effort)
        if grown and grown[0] == gain:
            gain, laid, others = grown
    return gain, (laid, kept, others)


def _lay_greedily(table: Table, rack: TileBag, weights: Weights, effort: Effort) -> tuple[int, Calmly] | None:
    """Keep set after set as long as nothing is lost: for the few positions that are beyond the kernel's memory."""
    best = lay_bag(table.bag, rack, weights, effort=effort)
    rest = Effort(effort.left)
    loose, kept = table.bag, list[Meld]()
    for meld in table if best else ():
        found = lay_bag(loose - meld.bag, rack, weights, effort=rest)
        if best and found and found.gain == best.gain:
            loose, best = loose - meld.bag, found
            kept.append(meld)
    return (best.gain, (best.laid.bits, kept, list(map(bytes, best.table)))) if best else None
