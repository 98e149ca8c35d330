"""Many solves at once and many in a row: the kernel releases the lock, answers right, and keeps no memory."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from openkub.law.rules import EDITIONS
from openkub.law.turns import Position
from openkub.pieces.tiles import TileBag
from openkub.solver import EACH_TILE, LIMIT, best, best_many, kernel
from tests.workshop.dealing import random_position, some_positions

MANY = 20_000 if kernel.IS_COMPILED else 500
MOST_KIB = 4096
ROOT = Path(__file__).parents[2]


def gain(position: Position) -> int:
    found = kernel.solve(position.table.bag.bits, position.rack.bits, EACH_TILE.compiled)
    assert found
    return int(found[0])


def test_threads_that_solve_at_once_get_the_answers_of_one_that_solves_alone() -> None:
    positions = some_positions(1, 200)
    rng = Random(2)
    positions += [random_position(rng, sets=30, rack=25) for _ in range(20)]
    alone = list(map(gain, positions))
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            assert list(pool.map(gain, positions)) == alone


def test_many_positions_are_answered_as_each_of_them_alone() -> None:
    positions = some_positions(3, 60)
    for tidy in (False, True):
        assert best_many(positions, "value", tidy=tidy) == [best(where, "value", tidy=tidy) for where in positions]
    assert best_many([]) == best_many([], tidy=False) == []


def test_many_positions_at_once_are_each_answered_by_their_own_rules_and_limit() -> None:
    positions = some_positions(4, 40)
    mixed = [replace(where, rules=EDITIONS[name]) for where in positions for name in ("default", "jumbo_de")]
    for limit in (40, LIMIT):
        assert best_many(mixed, tidy=False, limit=limit) == [best(where, tidy=False, limit=limit) for where in mixed]


def test_a_position_that_no_kit_has_is_refused_among_many() -> None:
    here = replace(Position("default", "r5 r6 r7", "r8", opened=True), rack=TileBag("r8 r8 r8"))
    with pytest.raises(ValueError, match="4 tiles r8, but the kit of 160 has 3"):
        best_many([here, replace(here, rack=TileBag("r8 r8 r8 r8"))], tidy=False)


def grown_by(solves: int, leak: int = 0) -> int:
    """The KiB by which a process of its own grows."""
    command = [sys.executable, "-m", "tests.solver.growing", str(solves), str(leak)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, timeout=3600).stdout)


@pytest.mark.heavy
def test_nothing_grows_over_many_solves() -> None:
    assert grown_by(MANY) < MOST_KIB


@pytest.mark.heavy
def test_a_loss_at_every_solve_would_be_seen() -> None:
    assert grown_by(MANY, leak=2 * 1024 * MOST_KIB // MANY) > MOST_KIB


@pytest.mark.slow
def test_nothing_grows_over_a_million_solves(capsys: pytest.CaptureFixture[str]) -> None:
    grown = grown_by(1_000_000)
    with capsys.disabled():
        print(f"\na million solves: {grown} KiB more")
    assert grown < MOST_KIB
