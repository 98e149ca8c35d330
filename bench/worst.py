"""Worst cases of the solver and of the referee: `python bench/worst.py [PLAYS] [SEED]`.

First every question is asked about the ten slowest positions that the tests have found. Then the referee judges hostile
openings at first sight. Each is judged as a play, as the draft of a turn that the clock ends, and as a draw. Times are
CPU time of the thread, and nothing is remembered of any question. Where an answer takes more than a millisecond, the
least of three counts. The slowest are printed.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from time import process_time, thread_time

from lib import ROOT
from lib.measure import human_us, print_table

from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.play.state import SOON
from openkub.solver import LIMIT, Effort, any_play, best, best_opening, can_play, go_out, hint, smallest_opening
from tests.solver.limits import forget_all
from tests.workshop.hostile import hostile_plays

SLOWEST = ROOT / "tests" / "data" / "solver" / "slowest.jsonl"
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
JUDGED: dict[str, Callable[[Position, Table], object]] = {
    "play": lambda position, after: position.play_problem(after),
    "time-out": lambda position, after: position.time_out(Table(list(after)[:-1])),
    "draw": lambda position, _after: can_play(position, limit=SOON),
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


def referee(plays: int, seed: str) -> None:
    """Judge so many plays and print what that took."""
    times: dict[str, list[tuple[float, str]]] = {}
    for position, after in islice(hostile_plays(Random(seed)), plays):
        for name, question in JUDGED.items():
            row = least_ms(question, position, after), _line(position, after)
            times.setdefault(name, []).append(row)
        gc.collect(0)
    for name, rows in times.items():
        rows.sort(reverse=True)
        over = sum(ms > 5 for ms, _ in rows)
        print(
            f"{name}: {len(rows):,}, median {rows[len(rows) // 2][0]:.2f} ms, p99 {rows[len(rows) // 100][0]:.2f},"
            f" p99.9 {rows[len(rows) // 1000][0]:.2f}, slowest {rows[0][0]:.2f}; {over} above 5 ms"
        )
        print(*(f"{ms:.2f} {line}" for ms, line in rows[:3]), sep="\n")


def least_ms(question: Callable[[Position, Table], object], position: Position, after: Table) -> float:
    least = 1e9
    for _ in range(3):
        forget_all()
        fresh = Position(position.rules, Table(position.table), position.rack, opened=position.opened)
        again = Table(after)
        start = thread_time()
        question(fresh, again)
        least = min(least, (thread_time() - start) * 1000)
        if least <= 1:
            break
    return least


def _line(position: Position, after: Table) -> str:
    told = {"rules": str(position.rules), "table": str(position.table), "rack": str(position.rack)}
    return json.dumps({**told, "after": str(after)})


def main(plays: str = "5000", seed: str = "referee") -> None:
    worst_cases()
    gc.disable()
    referee(int(plays), seed)


if __name__ == "__main__":
    main(*sys.argv[1:])
