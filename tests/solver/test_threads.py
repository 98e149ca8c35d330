"""Many solves at once and many in a row: the kernel releases the lock, answers right, and keeps no memory."""

import resource
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from random import Random

import pytest

from openkub.rules import EDITIONS
from openkub.solver import TILES, kernel
from openkub.turns import Position

from .deals import mixed, positions_of_games, random_position

RUNS_AS_C = kernel.__file__.endswith((".so", ".pyd"))


def some_positions(seed: int, count: int) -> list[Position]:
    rng = Random(seed)
    return [*positions_of_games(EDITIONS, rng, count), *islice(mixed(rng), count // 2)]


def solved(position: Position) -> tuple[int, int]:
    """The gain of a position, and the number of tiles laid for it."""
    table, rack = position.table.bag.bits, position.rack.bits
    found = kernel.solve(table, rack, TILES.compiled)
    assert found
    return found[0], found[1].bit_count()


def test_threads_that_solve_at_once_get_the_answers_of_one_that_solves_alone() -> None:
    positions = some_positions(1, 200)
    rng = Random(2)
    positions += [random_position(rng, sets=30, rack=25) for _ in range(20)]
    alone = [solved(position)[0] for position in positions]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            together = list(pool.map(solved, positions))
            assert [gain for gain, _ in together] == alone


def memory() -> int:
    """The most memory that the process has had so far, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def grown_by(solves: int) -> int:
    """The KiB by which so many solves, of every kind, raise the peak; some come first, to fill the caches."""
    positions = some_positions(3, 300)
    kinds: list[Callable[[int, int], object]] = [kernel.solve, kernel.can_go_out, kernel.can_play_any]
    questions = cycle([kernel.solve, kernel.solve, *kinds])
    start = 0
    for i, (position, question) in enumerate(islice(zip(cycle(positions), questions, strict=False), solves)):
        if i == solves // 10:
            start = memory()
        question(position.table.bag.bits, position.rack.bits)
    return memory() - start


def test_nothing_grows_over_many_solves() -> None:
    assert grown_by(20_000 if RUNS_AS_C else 500) < 4096


@pytest.mark.slow
def test_nothing_grows_over_a_million_solves(capsys: pytest.CaptureFixture[str]) -> None:
    grown = grown_by(1_000_000)
    with capsys.disabled():
        print(f"\na million solves: {grown} KiB more")
    assert grown < 4096
