"""Hints in three strengths: which tiles, which sets, the whole play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from openkub.law.moves import Play
from openkub.pieces.tiles import TileBag
from openkub.play.steps import Step
from openkub.solver.answers import Where, best, position_of
from openkub.solver.effort import LIMIT, SOME, Effort, Limit, effort_of
from openkub.solver.explaining import explain

Strength = Literal[1, 2, 3]


@dataclass(frozen=True, slots=True)
class Hint:
    """What a hint tells: always the tiles to lay; from strength 2 the table sets that change; at 3 the play itself.

    It is `exact` if no play lays more for sure, or as many of more value.
    """

    laid: TileBag
    sets: tuple[int, ...] | None = None
    play: Play | None = None
    steps: tuple[Step, ...] | None = None
    exact: bool = True


def hint(where: Where, strength: Strength, *, limit: Limit = LIMIT) -> Hint | None:
    """A hint towards the best play, or None if nothing can be played."""
    if strength not in (1, 2, 3):
        raise ValueError(f"a hint has strength 1, 2 or 3, not {strength!r}")
    effort = effort_of(limit)
    answer = best(where, limit=effort)
    if answer is None:
        return None
    if strength == 1:
        return Hint(answer.laid, exact=answer.exact)
    before = position_of(where).table
    sets = before.not_in(answer.table)
    if strength == 2:
        return Hint(answer.laid, sets, exact=answer.exact)
    rest = Effort(max(effort.left, SOME))
    steps = explain(before, answer.table, limit=rest)
    effort.left = min(effort.left, rest.left)
    return Hint(answer.laid, sets, answer.play, steps, answer.exact)
