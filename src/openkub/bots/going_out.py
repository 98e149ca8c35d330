"""Going out: the question that is asked every turn, with a quick no."""

from __future__ import annotations

from openkub.moves import Play
from openkub.solver import best, kernel
from openkub.view import View


def outright(view: View) -> Play | None:
    """The play that lays the whole rack, if there is one."""
    # Where jokers are not free, or the player has not opened, this is not enough, but no less is needed.
    if not kernel.can_go_out(view.table.bag.bits, view.rack.bits):
        return None
    answer = best(view, tidy=False)
    return answer.play if answer and answer.tiles == len(view.rack) else None
