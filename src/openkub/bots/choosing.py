"""Functions that bots share: going out, idle turns, and chance that can be repeated."""

from __future__ import annotations

from random import Random

from openkub.law.moves import Move, Play
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.play.view import View
from openkub.solver import Answer, best
from openkub.solver.answers import Objective
from openkub.solver.fast import NONE, Counts, Opening, goes_out, out


def play_or_idle(answer: Answer | None, view: View) -> Move:
    """The play that was found, or no play."""
    return answer.play if answer else view.idle


def hold(view: View, duty: Objective = "fewest") -> Move:
    """No play where that is allowed; elsewhere the play that the rules insist on, by default the smallest."""
    return play_or_idle(best(view, duty, tidy=False), view) if view.must_lay else view.idle


def dice(seed: int, view: View) -> Random:
    """Chance that is the same whenever the same bot looks at the same position."""
    key = (seed, view.seat, len(view.history), view.pool, view.rack.bits, view.table.bag.bits)
    return Random(repr(key))


def opponents(view: View) -> list[int]:
    """The other seats in the order in which they play."""
    seats = len(view.counts)
    return [(view.turn + step) % seats for step in range(1, seats)]


def is_last_call(view: View) -> bool:
    """Whether racks are counted when the pool is empty, and this may be the last turn before that."""
    return view.rules.pool_empty_rule == "immediate_lowest" and view.pool <= len(view.counts)


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
