"""Every question that there is, with its default limit, and the slowest that were ever asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from openkub.law.turns import Position
from openkub.pieces.tiles import TileBag
from openkub.solver import (
    LIMIT,
    Effort,
    any_play,
    best,
    best_opening,
    can_go_out,
    can_play,
    count_plays,
    frontier,
    go_out,
    hint,
    kernel,
    mask,
    place,
    plays,
    smallest_opening,
    takes,
)

SLOWEST = Path(__file__).parents[1] / "data" / "solver" / "slowest.jsonl"
ALLOWED = LIMIT if kernel.IS_COMPILED else LIMIT // 20
QUESTIONS: dict[str, Callable[[Position, Effort], Any]] = {
    "best": lambda position, effort: best(position, tidy=False, limit=effort),
    "calm": lambda position, effort: best(position, limit=effort),
    "value": lambda position, effort: best(position, "value", tidy=False, limit=effort),
    "fewest": lambda position, effort: best(position, "fewest", tidy=False, limit=effort),
    "best_opening": lambda position, effort: best_opening(position, limit=effort),
    "smallest_opening": lambda position, effort: smallest_opening(position, limit=effort),
    "can_play": lambda position, effort: can_play(position, limit=effort),
    "any_play": lambda position, effort: any_play(position, limit=effort),
    "go_out": lambda position, effort: go_out(position, limit=effort),
    "can_go_out": lambda position, effort: can_go_out(position, limit=effort),
    "place": lambda position, effort: place(position, TileBag(list(position.rack)[::3]), limit=effort),
    "hint": lambda position, effort: hint(position, 3, limit=effort),
    "frontier": lambda position, effort: frontier(position, limit=effort),
    "takes": lambda position, effort: takes(position, limit=effort),
    "plays": lambda position, effort: next(plays(position, limit=effort.left), None),
    "count_plays": lambda position, effort: count_plays(position, limit=effort.left),
    "mask": lambda position, effort: mask(position, TileBag(list(position.rack)[:2]), limit=effort.left),
}


def asked(question: str, position: Position) -> tuple[Any, int]:
    """The answer, and what it took."""
    effort = Effort(ALLOWED)
    return QUESTIONS[question](position, effort), ALLOWED - effort.left


def slowest() -> Iterator[tuple[str, Position]]:
    """The ten that took longest, each with its question."""
    for line in SLOWEST.read_text().splitlines():
        row = json.loads(line)
        yield row["question"], Position(row["rules"], row["table"], row["rack"], opened=row["opened"])
