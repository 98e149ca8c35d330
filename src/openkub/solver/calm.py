"""Least disturbance where jokers are free and the kernel has not the room for it: set after set is kept.

People have to follow a play with their eyes. Nearly always the kernel itself finds the largest number of sets that can
stay, exactly.
"""

from __future__ import annotations

from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import TileBag
from openkub.solver.effort import Effort
from openkub.solver.laying import Laid, lay_bag
from openkub.solver.weights import Weights


def lay_greedily(table: Table, rack: TileBag, weights: Weights, effort: Effort) -> Laid | None:
    """Keep set after set as long as nothing is lost: for the few positions that are beyond the kernel's memory."""
    best = lay_bag(table.bag, rack, weights, effort=effort)
    rest = Effort(effort.left)
    loose, kept = table.bag, list[Meld]()
    for meld in table if best else ():
        found = lay_bag(loose - meld.bag, rack, weights, effort=rest)
        if best and found and found.gain == best.gain:
            loose, best = loose - meld.bag, found
            kept.append(meld)
    return Laid(best.gain, best.laid, Table((*kept, *best.table))) if best else None
