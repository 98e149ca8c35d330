"""novice: lays whole sets from its rack when it sees them, and leaves the table alone."""

from __future__ import annotations

from dataclasses import dataclass

from openkub.bots.choosing import dice, hold
from openkub.bots.from_rack import lay_sets
from openkub.bots.protocol import Clock
from openkub.law.moves import Move
from openkub.pieces.melds import Meld
from openkub.play.view import View


@dataclass(frozen=True, slots=True)
class Novice:
    """A beginner: never rearranges, never adds to a set, overlooks things."""

    seed: int = 0
    sees: float = 0.7
    """How likely it is to see a set of three without a joker; longer sets and jokers are harder."""
    name: str = "novice"

    def choose(self, view: View, clock: Clock) -> Move:
        """The sets that it happens to see; where it must play and sees nothing, somebody helps it."""
        chance = dice(self.seed, view)

        def seen(meld: Meld) -> bool:
            return chance.random() < self.sees ** (len(meld) - 2 + meld.jokers)

        return lay_sets(view, seen) or hold(view)
