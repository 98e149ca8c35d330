"""The solver against the integer program, where jokers are handled freely: every kit, no joker to four.

The long run, `.venv/bin/pytest -m slow tests/solver -s`, prints how many positions were compared and how many the
program could not decide within its nodes.
"""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from openkub.pieces.kits import Kit
from openkub.pieces.tiles import TILES as KINDS
from openkub.pieces.tiles import TileBag
from openkub.solver import EACH_TILE, can_go_out, can_play, takes
from tests.solver.asking import most_by_program
from tests.solver.comparing import Comparison, crowded, of_games
from tests.workshop.dealing import mixed

pytestmark = pytest.mark.heavy


def test_random_positions_agree_with_the_integer_program() -> None:
    comparison = Comparison(1)
    comparison.all_agree(islice(mixed(comparison.rng), 100))
    assert comparison.counts["tiles: compared"] >= 95


def test_positions_of_games_agree_with_the_integer_program() -> None:
    comparison = Comparison(2)
    comparison.all_agree(of_games(comparison.rng, 90))
    assert comparison.counts["tiles: compared"] >= 85


def test_crowded_positions_agree_with_the_integer_program() -> None:
    comparison = Comparison(3)
    comparison.all_agree(crowded(comparison.rng, 12))
    assert comparison.counts["tiles: compared"] == 12


def test_single_tiles_that_the_table_takes_are_those_of_the_integer_program() -> None:
    rng = Random(4)
    for position in islice(mixed(rng), 6):
        taken = takes(position)
        kit = position.rules.kit(2)
        # With more tiles than that it is a table of five or six.
        kit = Kit.BIG if kit.lacks(position.table.bag + position.rack) else kit
        left = kit.bag.minus(position.table.bag)
        assert all(tile in left for tile in taken)
        for tile in rng.sample(KINDS, 12):
            if tile in left:
                single = replace(position, rack=TileBag([tile]))
                assert (tile in taken) == (most_by_program(single, EACH_TILE) == 1), (position, tile)


def test_whether_anything_or_everything_can_be_laid_follows_from_the_integer_program() -> None:
    rng = Random(5)
    for position in islice(mixed(rng), 30):
        wanted = most_by_program(position, EACH_TILE)
        assert can_play(position) == (wanted != 0)
        assert can_go_out(position) == (wanted == len(position.rack))


@pytest.mark.slow
def test_thousands_of_positions_agree_with_the_integer_program(capsys: pytest.CaptureFixture[str]) -> None:
    comparison = Comparison(6, nodes=20_000)
    for positions in (
        islice(mixed(comparison.rng), 1200),
        of_games(comparison.rng, 1000),
        crowded(comparison.rng, 60),
    ):
        comparison.all_agree(positions)
        with capsys.disabled():
            print("\n" + ", ".join(f"{what} {count}" for what, count in sorted(comparison.counts.items())))
    assert comparison.counts["tiles: compared"] >= 2000
