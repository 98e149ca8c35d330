"""Turns under the laws of freed jokers against integer programs."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

from openkub.law.rules import EDITIONS, Rules
from openkub.law.turns import Position
from openkub.pieces.kits import Kit
from openkub.pieces.tiles import JOKER
from openkub.solver import EACH_TILE, LIMIT, Effort, Weights, best, face_value
from tests.solver.asking import most_by_program
from tests.solver.freed_oracle import as_free, better_tables
from tests.solver.oracle import UndecidedError
from tests.workshop.dealing import random_position, random_weights

SIZE = 100
NODES = 2_000
"""Maximum branch-and-bound nodes of a program. A question that needs more is counted as undecided."""
REUSES = ("new_set", "new_set_with_rack_tiles", "new_set_with_two_rack_tiles")


def laws() -> list[Rules]:
    """Return the laws of freed jokers, for `default` and for `jumbo_de`."""
    mixes = product(("default", "jumbo_de"), REUSES)
    return [replace(EDITIONS[edition], joker_reuse=reuse, tile_set=160) for edition, reuse in mixes]  # type: ignore[arg-type]  # words of the option


def positions(rng: Random) -> Iterator[Position]:
    """Tables of up to eight sets with one joker to four, within a few numbers or over all, and racks of up to ten."""
    while True:
        low = rng.randrange(1, 10)
        few = rng.random() < 0.8
        position = random_position(
            rng,
            rng.choice(laws()),
            kit=rng.choice(list(Kit)),
            jokers=rng.choice((1, 2, 2, 2, 3, 4)),
            sets=rng.randrange(1, 9),
            rack=rng.randrange(1, 11),
            numbers=range(low, min(14, low + rng.randrange(3, 6))) if few else range(1, 14),
            joker_share=0.2,
        )
        if position.rack and JOKER in position.table.bag:
            yield position


def compare(position: Position, weights: Weights, counts: Counter[str]) -> None:
    """Ask the solver, then the programs for more: nothing gains more than an answer that calls itself exact."""
    effort = Effort(LIMIT)
    answer = best(position, weights, tidy=False, limit=effort)
    gain = answer.gain if answer else -1
    assert answer is None or position.play_problem(answer.table) is None, position
    try:
        if most_by_program(as_free(position), weights, nodes=NODES) == max(gain, 0) and answer:
            counts["as much as with free jokers"] += 1
            return
        tables = list(better_tables(position, weights, gain, NODES))
        # The programs know of the answer itself, so they are not too strict.
        assert answer is None or any(True for _ in better_tables(position, weights, gain - 1, NODES)), position
    except UndecidedError:
        counts["undecided"] += 1
        return
    if any(position.allows(table) for table in tables):
        assert not effort.exact, (position, weights.rows)
        counts["not the most, and said so"] += 1
    elif tables:
        counts["the program asks for less than the law"] += 1
    else:
        counts["the most"] += 1


def batch(number: int, size: int = SIZE) -> Counter[str]:
    """Compare so many positions, each by one question."""
    rng, counts = Random(f"freed {number}"), Counter[str]()
    for position, _ in zip(positions(rng), range(size), strict=False):
        counts["positions"] += 1
        weights = rng.choice((EACH_TILE, face_value(30), random_weights(rng)))
        compare(position, weights, counts)
    return counts
