"""What every bot does alike: stand still where that is allowed, and be random in a way that can be repeated."""

from __future__ import annotations

from random import Random

from openkub.law.moves import Move
from openkub.play.view import View
from openkub.solver import Answer, best
from openkub.solver.answers import Objective


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
