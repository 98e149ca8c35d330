"""How much a question may cost: work, never seconds, so that every machine gives the same answer."""

from __future__ import annotations

from operator import index

from openkub.solver.kernel import LIMIT, Effort

__all__ = ["LIMIT", "PATIENCE", "Effort", "Limit", "effort_of", "goes_on", "work_of"]

Limit = int | Effort
"""So much work, or what is left of an effort: afterwards it tells what is left then, and whether all was seen."""

PAIR = 30
"""What it costs to compare two sets, or to see whether there are tiles for one more, in the successors that the kernel
could look at meanwhile."""
WAY = 300
"""The same for thinking of one more way."""
MELD = 100
"""For thinking of one more set."""
SWAP = 80
"""For looking at the tiles of a swap, which may lead to a way or not."""
HOME = 150
"""For a new set of a freed joker, with the rest of the tiles laid anew."""
LOOK = 300
"""To see whether freed jokers lie in new sets."""
VERDICT = 3000
"""And for a verdict of the rules."""
SINGLE = 600
"""For the best single set of some tiles."""
LAID = 150
"""For a question to the kernel, and for its answer as a table."""
SOME = 50_000
"""So much is always left to look for anything that can be laid."""
PATIENCE = 10 * LIMIT
"""For a mask of a turn that is built tile by tile: cut short, it could leave no way to end the turn."""
_NO_LIMIT = 1 << 60


def effort_of(limit: Limit) -> Effort:
    """The effort that a limit allows."""
    if limit is LIMIT:  # as nearly always
        return Effort(LIMIT)
    return limit if isinstance(limit, Effort) else Effort(work_of(limit))


def work_of(limit: int) -> int:
    """A limit as the kernel can count it down; so large a one is as good as none."""
    try:
        work = index(limit)
    except TypeError:
        raise TypeError(f"a limit is a number of successors, or an Effort, not {limit!r}") from None
    return work if 0 <= work <= _NO_LIMIT else max(0, min(work, _NO_LIMIT))


def goes_on(effort: Effort, cost: int) -> bool:
    """Take that much of the effort; False once nothing is left, and then the answer is not proven."""
    effort.left -= cost
    if effort.left < 0:
        effort.exact = False
    return effort.left >= 0
