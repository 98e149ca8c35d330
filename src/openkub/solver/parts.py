"""A part of the rack, where the whole of it leads to nothing that the rules accept.

Where jokers are exchanged before an opening, the turns of largest gain may all be refused as they lie, though a smaller
one is lawful. Then the parts of the rack that fit the table are tried one by one.
"""

from __future__ import annotations

from openkub.law.turns import Position
from openkub.pieces.tiles import TileBag
from openkub.solver.candidates import ANY_NUMBER, Candidates
from openkub.solver.effort import SOME, Effort
from openkub.solver.laying import Laid
from openkub.solver.openings import lay_soonest


def lay_something(position: Position, effort: Effort) -> Laid | None:
    """What can be laid in this turn, whichever way is found first; if need be, by trying part after part."""
    return lay_soonest(position, effort) or lay_part(position, effort)


def lay_part(position: Position, effort: Effort) -> Laid | None:
    """The first part of the rack that is seen to be a play, where jokers may be exchanged before the opening."""
    # Whoever lists parts and sees none looks once more for what is near at hand.
    most = effort.left - SOME
    if most <= 0 or effort.exact or position.opened or position.rules.joker_needs_opened:
        return None
    share = Effort(most)
    parts = Candidates(position, TileBag(), ANY_NUMBER, share)
    tiles = next(parts.plays(), None)
    effort.left -= most - share.left
    return parts.lying if tiles is not None else None
