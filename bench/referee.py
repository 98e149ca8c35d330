"""What the referee takes at most: `python bench/referee.py [PLAYS] [SEED]` judges hostile openings at first sight.

Each is judged as a play, as the draft of a turn that the clock ends, and, where the rules make it so, as a draw in
spite of what could be laid; CPU time on the thread, nothing remembered of any question, the least of three where one
took more than a millisecond. The slowest are printed.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from time import thread_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.play.state import SOON
from openkub.solver import can_play
from tests.solver.limits import forget_all
from tests.workshop.hostile import hostile_plays

QUESTIONS: dict[str, Callable[[Position, Table], object]] = {
    "play": lambda position, after: position.play_problem(after),
    "time-out": lambda position, after: position.time_out(Table(list(after)[:-1])),
    "draw": lambda position, _after: can_play(position, limit=SOON),
}


def main(plays: int = 5000, seed: str = "referee") -> None:
    """Judge so many plays and print what that took."""
    times: dict[str, list[tuple[float, str]]] = {}
    for position, after in islice(hostile_plays(Random(seed)), plays):
        for name, question in QUESTIONS.items():
            row = _ms(question, position, after), _line(position, after)
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


def _ms(question: Callable[[Position, Table], object], position: Position, after: Table) -> float:
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


if __name__ == "__main__":
    gc.disable()
    main(*(convert(word) for convert, word in zip((int, str), sys.argv[1:], strict=False)))
