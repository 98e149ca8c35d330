"""Any legal play, whichever is found first: the fallback of every question whose effort was not enough."""

from __future__ import annotations

from openkub.law.turns import Position
from openkub.solver.effort import SOME, Effort
from openkub.solver.laying import Laid
from openkub.solver.openings import lay_alone
from openkub.solver.strict import is_free, lay_any


def may_lead_nowhere(position: Position) -> bool:
    """Whether all the work may go into turns that the rules refuse, so that any turn at all is looked for first."""
    return position.opened and not is_free(position)


def lay_near_at_hand(position: Position, most: int, effort: Effort) -> Laid | None:
    """The same where so much work has led to nothing; a little is always left for it."""
    more = max(most // 8, SOME) + max(effort.left, 0)
    rest = Effort(more)
    found = lay_soonest(position, rest)
    effort.left -= more - rest.left
    return found


def lay_soonest(position: Position, effort: Effort) -> Laid | None:
    """What can be laid in this turn, whichever way is found first."""
    return lay_any(position, effort) if position.opened else lay_alone(position, effort)
