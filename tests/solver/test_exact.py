"""The solver against the integer program, where jokers are handled freely: every kit, no joker to four.

The long run, `.venv/bin/pytest -m slow tests/solver -s`, prints how many positions were compared and how many the
program could not decide within its nodes.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from openkub.law.rules import EDITIONS
from openkub.law.turns import Position
from openkub.pieces.kits import Kit
from openkub.pieces.tiles import TILES as KINDS
from openkub.pieces.tiles import TileBag
from openkub.solver import EACH_TILE, Weights, best, can_go_out, can_play, face_value, frontier, takes
from tests.solver.asking import most_by_program
from tests.solver.oracle import UndecidedError
from tests.workshop.dealing import mixed, positions_of_games, random_position, random_weights

pytestmark = pytest.mark.heavy

VALUE = face_value(30)


def of_games(rng: Random, count: int) -> Iterator[Position]:
    """From games of all editions; whoever has not opened is taken to have, so that jokers are free."""
    every = positions_of_games(EDITIONS, rng, count, every=13)
    return (replace(position, rules=EDITIONS["default"], opened=True) for position in every)


def crowded(rng: Random, count: int) -> Iterator[Position]:
    """Nearly all tiles of a kit on the table, big racks, all the jokers."""
    for kit in islice((kit for _ in iter(int, 1) for kit in Kit), count):
        yield random_position(rng, kit=kit, jokers=4, sets=40, rack=30)


class Comparison:
    """Compares one position after the other and counts."""

    def __init__(self, seed: int, nodes: int = 1_000) -> None:
        self.rng, self.nodes, self.counts = Random(seed), nodes, Counter[str]()

    def agrees(self, position: Position) -> None:
        """Tiles, value and random weights; then one count of the frontier, chosen by lot."""
        self.counts["positions"] += 1
        for name, weights in (("tiles", EACH_TILE), ("value", VALUE), ("any weights", random_weights(self.rng))):
            self._agree(name, position, weights, None)
        self._agree("exactly so many", position, VALUE, self.rng.randint(1, len(position.rack)))

    def _agree(self, name: str, position: Position, weights: Weights, exactly: int | None) -> None:
        try:
            wanted = most_by_program(position, weights, exactly=exactly, nodes=self.nodes)
        except UndecidedError:
            self.counts[f"{name}: undecided"] += 1
            return
        found: int | None
        if exactly is None:
            answer = best(position, weights, tidy=False)
            found = answer.gain if answer else 0
        else:
            answer = frontier(position).get(exactly)
            found = answer.gain if answer else None
        self.counts[f"{name}: compared"] += 1
        assert found == wanted, (name, exactly, str(position.table), str(position.rack), weights.rows)
        if answer:
            assert position.play_problem(answer.table) is None
            assert weights.gain(answer.laid) == answer.gain

    def all_agree(self, positions: Iterable[Position]) -> None:
        for position in positions:
            if position.rack:
                self.agrees(position)


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
        left = position.rules.kit(2).bag.minus(position.table.bag)
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
