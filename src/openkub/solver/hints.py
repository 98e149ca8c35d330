"""Hints in three strengths: which tiles, which sets, the whole play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from openkub.law.moves import Play
from openkub.pieces.tiles import TileBag
from openkub.play.steps import Step
from openkub.solver.answers import Where, best, position_of
from openkub.solver.effort import LIMIT, Limit
from openkub.solver.explaining import explain

Strength = Literal[1, 2, 3]


@dataclass(frozen=True, slots=True)
class Hint:
    """What a hint tells: always the tiles to lay; from strength 2 the table sets that change; at 3 the play itself."""

    laid: TileBag
    sets: tuple[int, ...] | None = None
    play: Play | None = None
    steps: tuple[Step, ...] | None = None


def hint(where: Where, strength: Strength, *, limit: Limit = LIMIT) -> Hint | None:
    """A hint towards the best play, or None if nothing can be played."""
    if strength not in (1, 2, 3):
        raise ValueError(f"a hint has strength 1, 2 or 3, not {strength!r}")
    answer = best(where, limit=limit)
    if answer is None:
        return None
    if strength == 1:
        return Hint(answer.laid)
    before = position_of(where).table
    sets = before.not_in(answer.table)
    if strength == 2:
        return Hint(answer.laid, sets)
    return Hint(answer.laid, sets, answer.play, explain(before, answer.table))
