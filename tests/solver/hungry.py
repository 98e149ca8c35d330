"""By how much a new process grows at its peak that asks: `python -m tests.solver.hungry QUESTION POSITIONS` prints KiB.

So many hostile positions, or for the question `slowest` so many of those that took longest; what was kept of one is
forgotten before the next. In a process of its own: its peak is the system's word, whatever else is tested.
"""

from __future__ import annotations

import re
import resource
import sys
from itertools import islice
from pathlib import Path
from random import Random

import psutil

from openkub.solver import kernel
from openkub.solver.plays import forget
from tests.solver.limits import asked, slowest
from tests.workshop.hostile import hostile_positions

STATUS = Path("/proc/self/status")


def peak() -> int:
    """The most that this process ever occupied, in KiB; on Linux `ru_maxrss` knows that of whoever started it too."""
    if STATUS.exists():
        found = re.search(r"VmHWM:\s+(\d+) kB", STATUS.read_text())
        assert found
        return int(found[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def grown_by(question: str, positions: int) -> int:
    """The KiB between what is occupied before anything is asked and the peak."""
    hostile = ((question, position) for position in hostile_positions(Random(question)))
    rows = list(islice(slowest() if question == "slowest" else hostile, positions))
    before = int(psutil.Process().memory_info().rss) // 1024
    for asked_for, position in rows:
        asked(asked_for, position)
        kernel.forget()
        forget()
    return peak() - before


if __name__ == "__main__":
    print(grown_by(sys.argv[1], int(sys.argv[2])))
