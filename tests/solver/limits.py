"""Every question that there is, with its default limit, and the slowest that were ever asked."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper, cache, lru_cache
from pathlib import Path
from types import FrameType
from typing import Any

from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import TileBag
from openkub.solver import (
    LIMIT,
    Effort,
    any_play,
    best,
    best_many,
    best_opening,
    can_go_out,
    can_play,
    count_plays,
    difficulty,
    explain,
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
UNSEEN = Position(
    "default tile_set=108 opening_sets=one opening_turn_manipulation=forbidden joker_replacement_source=rack_or_table",
    "* y3 * * | * b5 r5 | b4 b5 b6 | y11 b11 r11 | b2 b3 b4 | y9 k9 r9 | y11 y12 y13 | k4 k5 k6 | r12 b12 k12 | "
    "r10 r11 r12 r13 | k7 k8 k9 k10 k11 | b6 b7 b8 | y7 y8 y9 y10 | r4 r5 r6 r7 r8 | k13 y13 r13 | r8 y8 b8 | "
    "k10 y10 b10 | y2 r2 k2 b2",
    "k1 k1 b1 y1 k2 r2 y2 k3 k3 r3 r3 b3 y3 k4 r4 y4 y4 k5 y5 y5 k6 r6 y6 y6 k7 r7 b7 y7 k8 r9 b9 b9 r10 b10 k11 b12 "
    "y12 k13 b13 b13",
    opened=False,
)
"""A full table and forty tiles on the rack, before an opening of one set."""
ALLOWED = LIMIT if kernel.IS_COMPILED else LIMIT // 20
QUESTIONS: dict[str, Callable[[Position, Effort], Any]] = {
    "best": lambda position, effort: best(position, tidy=False, limit=effort),
    "calm": lambda position, effort: best(position, limit=effort),
    "value": lambda position, effort: best(position, "value", tidy=False, limit=effort),
    "fewest": lambda position, effort: best(position, "fewest", tidy=False, limit=effort),
    "best_opening": lambda position, effort: best_opening(position, limit=effort),
    "best_opening beside the table": lambda position, effort: best_opening(position, rearrange=False, limit=effort),
    "smallest_opening": lambda position, effort: smallest_opening(position, limit=effort),
    "smallest_opening and more": lambda position, effort: smallest_opening(position, rearrange=True, limit=effort),
    "can_play": lambda position, effort: can_play(position, limit=effort),
    "any_play": lambda position, effort: any_play(position, limit=effort),
    "go_out": lambda position, effort: go_out(position, limit=effort),
    "can_go_out": lambda position, effort: can_go_out(position, limit=effort),
    "place": lambda position, effort: place(position, TileBag(list(position.rack)[::3]), limit=effort),
    "hint": lambda position, effort: hint(position, 3, limit=effort),
    "frontier": lambda position, effort: frontier(position, limit=effort),
    "calm frontier": lambda position, effort: frontier(position, tidy=True, limit=effort),
    "best_many": lambda position, effort: best_many([position], tidy=False, limit=effort.left)[0],
    "takes": lambda position, effort: takes(position, limit=effort),
    "explain": lambda position, effort: explain(position.table, after(position), limit=effort),
    "difficulty": lambda position, effort: difficulty(*with_play(position), limit=effort),
    "plays": lambda position, effort: next(plays(position, limit=effort), None),
    "count_plays": lambda position, effort: count_plays(position, limit=effort),
    "plays after the opening": lambda position, effort: next(plays(position, opening=False, limit=effort), None),
    "plays that open": lambda position, effort: next(plays(position, opening=True, limit=effort), None),
    "count_plays that open": lambda position, effort: count_plays(position, opening=True, limit=effort),
    "mask": lambda position, effort: mask(position, TileBag(list(position.rack)[:2]), limit=effort),
    "mask of nothing": lambda position, effort: mask(position, "", limit=effort),
    "mask of an opening": lambda position, effort: mask(position, "", opening=True, limit=effort),
    "mask after the opening": lambda position, effort: mask(position, "", opening=False, limit=effort),
}


@lru_cache(4)
def after(position: Position) -> Table:
    """The table after the first best play that is found, to be explained; as it was where nothing can be played."""
    answer = best(position, tidy=False)
    return answer.table if answer else position.table


def with_play(position: Position) -> tuple[Position, Table]:
    """The same beside its position; where nothing can be played, a play that is simple."""
    table = after(position)
    simple = Position(position.rules, "", "r1 r2 r3", opened=True), Table("r1 r2 r3")
    return simple if table is position.table else (position, table)


@cache
def _caches() -> list[_lru_cache_wrapper[Any]]:
    found = [thing for thing in gc.get_objects() if isinstance(thing, _lru_cache_wrapper)]
    return [thing for thing in found if getattr(thing, "__module__", "").startswith("openkub.")]


def forget_all() -> None:
    """As in a process that has just begun: nothing is remembered of any question."""
    for remembered in _caches():
        remembered.cache_clear()


def calls_of(question: str, position: Position) -> int:
    """How often a function is called at first sight, by Python and of C: what Python does beside the kernel."""
    calls = 0

    def counted(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    forget_all()
    effort = Effort(ALLOWED)
    sys.setprofile(counted)
    try:
        QUESTIONS[question](position, effort)
    finally:
        sys.setprofile(None)
    return calls


def asked(question: str, position: Position) -> tuple[Any, int]:
    """The answer, and what it took."""
    effort = Effort(ALLOWED)
    return QUESTIONS[question](position, effort), ALLOWED - effort.left


def slowest() -> Iterator[tuple[str, Position]]:
    """The ten that took longest, each with its question."""
    for line in SLOWEST.read_text().splitlines():
        row = json.loads(line)
        yield row["question"], Position(row["rules"], row["table"], row["rack"], opened=row["opened"])
