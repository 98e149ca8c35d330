"""By how much a process grows that solves: `python -m tests.solver.growing SOLVES [LEAK]` prints KiB.

What it occupies now, not its peak: other tests in the same process may have been hungrier. With LEAK, so many bytes are
lost at every solve; whoever watches for growth can so be watched.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import cycle, islice

import psutil

from openkub.solver import kernel
from tests.workshop.dealing import some_positions


def memory() -> int:
    """What this process occupies, in KiB."""
    return int(psutil.Process().memory_info().rss) // 1024


def grown_by(solves: int, leak: int) -> int:
    """The KiB that so many solves, of every kind, leave behind; some come first, to fill the caches."""
    positions, lost, start = some_positions(3, 300), list[bytes](), 0
    kinds: list[Callable[[int, int], object]] = [kernel.solve, kernel.can_go_out, kernel.can_play_any]
    questions = cycle([kernel.solve, kernel.solve, *kinds])
    for i, (position, question) in enumerate(islice(zip(cycle(positions), questions, strict=False), solves)):
        if i == solves // 10:
            start = memory()
        question(position.table.bag.bits, position.rack.bits)
        if leak:
            lost.append(bytes(leak))
    return memory() - start


if __name__ == "__main__":
    print(grown_by(*map(int, sys.argv[1:])))
