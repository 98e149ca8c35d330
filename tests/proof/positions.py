"""Positions against the integer program: random ones, those of games of all editions, crowded ones; every kit."""

from collections import Counter
from itertools import islice

from tests.solver.comparing import Comparison, crowded, of_games
from tests.workshop.dealing import mixed

SIZE = 500
CROWDED = SIZE // 25
NODES = 5_000
"""What the program may look at before it is given up; a question that it cannot decide is counted, not compared."""


def batch(number: int, size: int = SIZE) -> Counter[str]:
    """Compare so many positions: one question each, by lot, asked of both."""
    comparison = Comparison(number, nodes=NODES)
    few = min(CROWDED, size // 25)
    half = (size - few) // 2
    comparison.all_agree(islice(mixed(comparison.rng), size - few - half), in_one=True)
    comparison.all_agree(of_games(comparison.rng, half), in_one=True)
    comparison.all_agree(crowded(comparison.rng, few), in_one=True)
    return comparison.counts
