"""Worst cases of the solver: the slowest positions that the tests have found, and games under bound jokers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

from _measure import human_us, print_table

from openkub.law.turns import Position
from openkub.solver import LIMIT, Effort, any_play, best, best_opening, can_play, go_out, hint, smallest_opening

SLOWEST = Path(__file__).parent.parent / "tests" / "data" / "solver" / "slowest.jsonl"
QUESTIONS: dict[str, Callable[[Position, Effort], object]] = {
    "best, tidy=False": lambda position, effort: best(position, tidy=False, limit=effort),
    "best": lambda position, effort: best(position, limit=effort),
    "can_play": lambda position, effort: can_play(position, limit=effort),
    "any_play": lambda position, effort: any_play(position, limit=effort),
    "go_out": lambda position, effort: go_out(position, limit=effort),
    "best_opening": lambda position, effort: best_opening(position, limit=effort),
    "smallest_opening": lambda position, effort: smallest_opening(position, limit=effort),
    "hint": lambda position, effort: hint(position, 3, limit=effort),
}


def positions() -> Iterator[Position]:
    """The ten slowest."""
    for line in SLOWEST.read_text().splitlines():
        row = json.loads(line)
        yield Position(row["rules"], row["table"], row["rack"], opened=row["opened"])


def worst_cases() -> None:
    """Every question on the slowest positions ever found: CPU time, work, and how many answers were proven."""
    print_table(
        ("the ten slowest positions of the tests: CPU time", "slowest", "target", "most work", "limit", "exact"),
        (_row(name, question) for name, question in QUESTIONS.items()),
    )
    print()


def _row(name: str, question: Callable[[Position, Effort], object]) -> list[str]:
    times, efforts = list[float](), list[Effort]()
    for position in positions():
        effort, start = Effort(LIMIT), process_time()
        question(position, effort)
        times.append((process_time() - start) * 1e6)
        efforts.append(effort)
    exact = f"{sum(effort.exact for effort in efforts)} of {len(efforts)}"
    return [name, human_us(max(times)), "100 ms", f"{LIMIT - min(e.left for e in efforts):,}", f"{LIMIT:,}", exact]
