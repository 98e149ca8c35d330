"""Simple bots to measure others against: each has one aim a turn and no plan."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from openkub.bots.choosing import dice, find_way_out, hold, play_or_idle
from openkub.bots.protocol import Clock
from openkub.law.moves import Move, Redeal
from openkub.play.view import View
from openkub.solver import best, place, plays
from openkub.solver.answers import Objective

MOST = 1_000
"""Maximum plays that `AtRandom` chooses from; there are rarely more."""


@dataclass(frozen=True, slots=True)
class Steady:
    """The exact player of one turn: most tiles, then most value."""

    name: str = "steady"

    def choose(self, view: View, clock: Clock) -> Move:
        """Return the play with the most tiles, if there is any."""
        if view.may_redeal:
            return Redeal()
        return play_or_idle(best(view, tidy=False), view)


@dataclass(frozen=True, slots=True)
class OneAim:
    """Lays what is best for one objective of the solver, every turn."""

    name: str
    objective: Objective

    def choose(self, view: View, clock: Clock) -> Move:
        """Return the best play for the objective, if there is any."""
        return play_or_idle(best(view, self.objective, tidy=False), view)


@dataclass(frozen=True, slots=True)
class Hoarder:
    """Opens with as little as it can, then draws until the whole rack goes out at once.

    Very strong where drawing is voluntary. Elsewhere it lays as little as it must.
    """

    name: str = "hoarder"

    def choose(self, view: View, clock: Clock) -> Move:
        """Go out if possible. Else hold, but open when that can be done, and sell out when the pool is empty."""
        out = find_way_out(view)
        if out:
            return out
        if not view.pool:
            return play_or_idle(best(view, "value", tidy=False), view)
        if not view.has_opened:
            return play_or_idle(best(view, "fewest", tidy=False), view)
        return hold(view)


@dataclass(frozen=True, slots=True)
class AtRandom:
    """Chooses at random among all that it may do; what a learner has to beat first."""

    seed: int = 0
    name: str = "random"

    def choose(self, view: View, clock: Clock) -> Move:
        """Return one of the plays, or no play where that is allowed. Each is as likely as any other."""
        found = list(islice(plays(view), MOST))
        idle = [] if found and view.must_lay else [None]
        chosen = dice(self.seed, view).choice([*found, *idle])
        return (chosen and place(view, chosen, tidy=False)) or hold(view)
