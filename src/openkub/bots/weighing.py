"""Weighing plays against each other: the same guesses for all, each played to the end; only a clear lead counts."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from statistics import mean, stdev

from openkub.bots.beliefs import Beliefs
from openkub.bots.ground import Ground
from openkub.bots.playout import play_out, scene_of, step
from openkub.play.view import View
from openkub.solver.fast import Counts


@dataclass(frozen=True, slots=True)
class Scales:
    """A view, and guesses about it; everybody is thought to lay as much as they can."""

    view: View
    ground: Ground
    beliefs: Beliefs
    clear: float
    """By so many standard errors another play must lead the first."""

    def choose(self, plays: list[Counts], guesses: int, chance: Random) -> Counts:
        """The best of these plays, by the tiles laid; the first unless another is clearly better."""
        worth: list[list[float]] = [[] for _ in plays]
        for _ in range(guesses):
            racks, pool = self.beliefs.guess(chance)
            for laid, found in zip(plays, worth, strict=True):
                found.append(self._worth(laid, racks, pool))
        leads = [_lead(found, worth[0], self.clear) for found in worth]
        return plays[max(range(len(plays)), key=lambda index: leads[index])]

    def _worth(self, laid: Counts, racks: list[Counts], pool: list[Counts]) -> float:
        view = self.view
        scene = scene_of(view, racks, pool)
        step(scene, laid, self.ground.draw)
        return play_out(self.ground, scene)[view.turn]


def _lead(found: list[float], base: list[float], clear: float) -> float:
    """How far a play leads beyond what chance explains; nothing for the base itself and for doubtful leads."""
    ahead = [a - b for a, b in zip(found, base, strict=True)]
    doubt = clear * stdev(ahead) / sqrt(len(ahead)) if len(ahead) > 1 else inf
    return max(0.0, mean(ahead) - doubt)
