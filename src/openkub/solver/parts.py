"""A part of the rack, where the whole of it leads to nothing that is seen in time.

What can be laid under any joker law can be laid where jokers are free, and the kernel lists that. Of a small part it is
soon known whether the law accepts it: few new sets could be meant for a freed joker. Who has tried every part knows
that nothing can be laid.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

from openkub.law.turns import Position
from openkub.pieces.tiles import TileBag
from openkub.solver import kernel
from openkub.solver.effort import WAY, Effort, goes_on
from openkub.solver.laying import Laid
from openkub.solver.listing import Listing, WorkIsOverError
from openkub.solver.strict import Terms, lay
from openkub.solver.weights import EACH_TILE

_MOST_PARTS, _MOST_TILES = 200, 3
"""Where the list is long, so many are tried, of so many tiles at most."""
_TRIALS = 3
"""Into one part goes at most such a part of what is left, unless there are fewer of them."""


def lay_part(position: Position, effort: Effort) -> Laid | None:
    """The smallest part of the rack that one who has opened can lay, as far as that is seen."""
    parts = _parts(position, effort)
    for place, tiles in enumerate(parts):
        if not goes_on(effort, WAY):
            return None
        most = effort.left // min(_TRIALS, len(parts) - place)
        trial = Effort(most)
        terms = Terms(EACH_TILE, count=len(tiles), effort=trial)
        found = lay(position.rules, position.table, tiles, terms)
        effort.left -= most - trial.left
        if found:
            return found
        effort.exact = effort.exact and trial.exact
    return None


def _parts(position: Position, effort: Effort) -> list[TileBag]:
    """What could be laid if jokers were free, the smallest first."""
    most = max(effort.left, 0) // 2
    share = Effort(most)
    found = kernel.few_plays(position.table.bag.bits, position.rack.bits, None, most * 2 // 3, share)
    parts = []
    if isinstance(found, list):
        parts = [TileBag.from_bits(bits) for bits in found]
    else:
        effort.exact = False
        if found is not None:
            with suppress(WorkIsOverError):
                for tiles in islice(Listing(found, position.rack).plays(_MOST_TILES, share), _MOST_PARTS):
                    parts.append(tiles)  # one by one: what was listed before the work was over is tried
    effort.left -= most - share.left
    return sorted(parts, key=len)
