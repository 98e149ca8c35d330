"""Going out: the question that is asked every turn, with a quick no."""

from __future__ import annotations

from openkub.law.moves import Play
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.play.view import View
from openkub.solver import best
from openkub.solver.fast import NONE, Counts, Opening, goes_out, out


def find_way_out(view: View) -> Play | None:
    """The play that lays the whole rack, if there is one."""
    # Where jokers are not free, or the player has not opened, this is not enough, but no less is needed.
    if not goes_out(Counts.of(view.table.bag), Counts.of(view.rack)):
        return None
    if _is_plain(view):
        return _lay_beside(view) or _rearrange(view)
    answer = best(view, tidy=False)
    return answer.play if answer and answer.count == len(view.rack) else None


def _is_plain(view: View) -> bool:
    """Whether any way to lay the whole rack will do."""
    opening = TileBag() if view.has_opened else view.rack
    if not view.rules.jokers_are_free and JOKER in view.table.bag + opening:
        return False
    if view.has_opened:
        return True
    rules = view.rules
    enough = Opening.of(rules).goes_out(Counts.of(view.rack))
    return enough and rules.opening_sets == "one_or_more" and rules.opening_turn_manipulation == "allowed"


def _lay_beside(view: View) -> Play | None:
    """Out with sets of the rack alone, which are easy to follow."""
    sets = out(NONE, Counts.of(view.rack))
    return Play(Table((*view.table, *sets))) if sets else None


def _rearrange(view: View) -> Play | None:
    """Out with the help of the table."""
    sets = out(Counts.of(view.table.bag), Counts.of(view.rack))
    return Play(Table(sets)) if sets else None
