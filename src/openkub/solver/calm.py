"""Least disturbance: of equal plays, the one that leaves most sets of the table as they are.

People have to follow a play with their eyes. Where jokers are free the kernel finds the calmest of the best plays by
itself. Where there is more to be kept than the gain, that is known by then, and the same search over the same ways is
made once more for the disturbance: a changed set costs a lot, each of its tiles a little.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from openkub.pieces.melds import Meld, Table
from openkub.pieces.tiles import TileBag
from openkub.solver import kernel
from openkub.solver.effort import LAID, Effort
from openkub.solver.laying import Core, Laid, lay_bag, meld_of, split_cores
from openkub.solver.weights import Weights

_SET_CHANGED = 1024
"""As in the kernel: more than the tiles of all sets together."""


@dataclass(frozen=True, slots=True)
class Calm:
    """What is wanted beside a gain: that these sets of the table are disturbed, and `less` than so much.

    What was found then has its disturbance, negative, for a gain.
    """

    sets: Table
    gain: int
    less: int


def disturbance(before: Table, after: Table) -> int:
    """The sets that change, each worse than any number of tiles, and the tiles in them.

    >>> disturbance(Table("r1 r2 r3 | k5 b5 y5"), Table("k5 b5 y5 | r1 r2 r3 r4"))
    1027
    """
    return sum(_SET_CHANGED + len(before[index]) for index in before.not_in(after))


def lay_calmly(
    table: TileBag,
    rack: TileBag,
    weights: Weights,
    calm: Calm,
    *,
    must: TileBag,
    cores: tuple[Core, ...],
    effort: Effort,
) -> Laid | None:
    """The least disturbance with `must` among the tiles laid; cores that are not read stay as they lie."""
    effort.left -= LAID
    stay = [meld for meld, reading in cores if reading is None]
    sets = _without(calm.sets, stay)
    runs, groups = split_cores(cores)
    found = kernel.calmer(
        sets,
        table.bits,
        rack.bits,
        weights.compiled,
        calm.gain,
        calm.less,
        must.bits or None,
        runs,
        groups,
        effort,
    )
    if found is None:
        return None
    cost, row, changed = found
    kept = [meld for place, meld in enumerate(sets) if not changed >> place & 1]
    new = map(meld_of, kernel.sets_told(row))
    return Laid(-cost, TileBag.from_bits(kernel.laid_told(row)), Table((*stay, *kept, *new)))


def _without(sets: Iterable[Meld], some: Iterable[Meld]) -> list[Meld]:
    others = list(sets)
    for meld in some:
        if meld in others:
            others.remove(meld)
    return others


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
