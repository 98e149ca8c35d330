"""Least disturbance where jokers are free: of the best plays one that leaves most sets of the table as they lie.

People have to follow a play with their eyes. The kernel finds the largest number of sets that can stay, exactly; here
a set that is the only one to change is made to grow rather than to be taken apart, where it can.
"""

from __future__ import annotations

from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import TileBag
from openkub.solver import kernel
from openkub.solver.effort import Effort
from openkub.solver.laying import Laid, kinds_of, lay_bag, meld_of
from openkub.solver.weights import Weights


def lay_calmly(table: Table, rack: TileBag, weights: Weights, effort: Effort) -> Laid | None:
    """The play of largest gain that changes the fewest sets; None if nothing can be laid."""
    found = kernel.calmest([kinds_of(meld) for meld in table], rack.bits, weights.compiled, effort)
    if found is None:
        return _lay_greedily(table, rack, weights, effort)
    gain, bits, kept_kinds, others = found
    if not bits:
        return None
    kept = [meld_of(kinds) for kinds in kept_kinds]
    laid = Laid(gain, TileBag.from_bits(bits), Table((*kept, *map(meld_of, others))))
    return _growing(_left_out(table, kept), kept, rack, weights, laid)


def _left_out(table: Table, kept: list[Meld]) -> list[Meld]:
    rest = list(table)
    for meld in kept:
        rest.remove(meld)
    return rest


def _growing(changed: list[Meld], kept: list[Meld], rack: TileBag, weights: Weights, laid: Laid) -> Laid:
    """The same gain with a single changed set only growing, if that can be; of several it rarely can."""
    if len(changed) != 1 or any(changed[0].bag <= meld.bag for meld in laid.table[len(kept) :]):
        return laid
    found = lay_bag(TileBag(), rack, weights, cores=((changed[0], changed[0].readings[0]),))
    if found is None or found.gain < laid.gain:
        return laid
    return Laid(found.gain, found.laid, Table((*kept, *found.table)))


def _lay_greedily(table: Table, rack: TileBag, weights: Weights, effort: Effort) -> Laid | None:
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
