"""random: any play or none, all alike; what a learner has to beat first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from openkub.bots.choosing import dice, hold
from openkub.bots.protocol import Clock
from openkub.law.moves import Move
from openkub.play.view import View
from openkub.solver import place, plays

MOST = 1_000
"""So many plays are looked at; there are rarely more."""


@dataclass(frozen=True, slots=True)
class AtRandom:
    """Throws a die over all that it may do."""

    seed: int = 0
    name: str = "random"

    def choose(self, view: View, clock: Clock) -> Move:
        """One of the plays, or no play where that is allowed: each as likely as any other."""
        found = list(islice(plays(view), MOST))
        idle = [] if found and view.must_lay else [None]
        chosen = dice(self.seed, view).choice([*found, *idle])
        return (chosen and place(view, chosen, tidy=False)) or hold(view)
