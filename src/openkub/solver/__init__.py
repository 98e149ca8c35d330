"""What can be played here? Exact answers, `best(here, tidy=False)` in microseconds; docs/solver.md explains how."""

from openkub.solver.answers import (
    Answer,
    Takes,
    any_play,
    best,
    best_many,
    best_opening,
    best_play,
    can_go_out,
    can_play,
    go_out,
    place,
    placed,
    smallest_opening,
    takes,
)
from openkub.solver.difficulty import Difficulty, difficulty
from openkub.solver.effort import LIMIT, Effort
from openkub.solver.explaining import explain
from openkub.solver.frontiers import Frontier, frontier
from openkub.solver.hints import Hint, hint
from openkub.solver.kernel import IS_COMPILED, SLOW
from openkub.solver.plays import Count, Mask, Plays, count_plays, mask, plays
from openkub.solver.weights import EACH_TILE, Weights, face_value

__all__ = [
    "EACH_TILE",
    "IS_COMPILED",
    "LIMIT",
    "SLOW",
    "Answer",
    "Count",
    "Difficulty",
    "Effort",
    "Frontier",
    "Hint",
    "Mask",
    "Plays",
    "Takes",
    "Weights",
    "any_play",
    "best",
    "best_many",
    "best_opening",
    "best_play",
    "can_go_out",
    "can_play",
    "count_plays",
    "difficulty",
    "explain",
    "face_value",
    "frontier",
    "go_out",
    "hint",
    "mask",
    "place",
    "placed",
    "plays",
    "smallest_opening",
    "takes",
]
