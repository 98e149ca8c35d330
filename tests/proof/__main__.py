"""`python -m tests.proof WHAT COUNT [--first BATCH]`: batch by batch, and after each what has been reached."""

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from time import process_time

from openkub.solver import IS_COMPILED
from tests.proof import freed, games, inputs, positions

PROOFS: dict[str, tuple[Callable[[int], Counter[str]], int]] = {
    "positions": (positions.batch, positions.SIZE),
    "freed": (freed.batch, freed.SIZE),
    "games": (games.batch, games.SIZE),
    "inputs": (inputs.batch, inputs.SIZE),
}
"""What does a batch of each, and how many make one."""


def main(words: list[str]) -> None:
    """Do as many batches as it takes."""
    said = argparse.ArgumentParser(prog="python -m tests.proof", description=__doc__)
    said.add_argument("what", choices=PROOFS)
    said.add_argument("count", type=int)
    said.add_argument("--first", type=int, default=0, help="the batch to begin with")
    given = said.parse_args(words)
    batch, size = PROOFS[given.what]
    total, wanted = Counter[str](), -(-given.count // size)
    print(f"{given.what} at {commit()}, kernel {'compiled' if IS_COMPILED else 'NOT compiled'}", flush=True)
    for number in range(given.first, given.first + wanted):
        try:
            total += batch(number)
        except BaseException:
            print(f"in batch {number}", flush=True)
            raise
        counted = ", ".join(f"{what} {count:,}" for what, count in sorted(total.items()))
        print(f"batches {given.first} to {number}, {process_time():.0f} s of CPU: {counted}", flush=True)


def commit() -> str:
    """Which source this is."""
    told = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    return told.stdout.strip() or "no commit"


if __name__ == "__main__":
    main(sys.argv[1:])
