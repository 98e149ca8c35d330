"""The fast door says what the slow one says."""

from itertools import islice
from random import Random

import pytest

from openkub.law.rules import EDITIONS
from openkub.law.turns import Position
from openkub.pieces.tiles import JOKER, TILES, Tile, TileBag
from openkub.solver import (
    EACH_TILE,
    Weights,
    best,
    best_opening,
    can_go_out,
    can_play,
    face_value,
    smallest_opening,
    takes,
)
from openkub.solver.fast import NONE, Counts, Opening, fits, goes_out, lays, out, sets_of
from openkub.solver.fast import can_play as can_play_fast
from tests.workshop.dealing import mixed, positions_of_games
from tests.workshop.positions import position as at


def positions() -> list[Position]:
    rng = Random(5)
    return [*islice(mixed(rng), 60), *positions_of_games(["default"], rng, 60, every=3)]


def counts(position: Position) -> tuple[Counts, Counts]:
    return Counts.of(position.table.bag), Counts.of(position.rack)


SOME = positions()


@pytest.mark.parametrize("position", SOME[::3])
def test_counts_are_a_bag(position: Position) -> None:
    bag, same = position.rack, Counts.of(position.rack)
    assert same.bag == bag
    assert list(same.kinds()) == list(bag.kinds())
    assert [same.count(tile) for tile in same.kinds()] == [bag.count(tile) for tile in bag.kinds()]
    assert (same.points(30), same.size) == (bag.points(30), len(bag))
    assert [tile for tile in TILES if same.has(Counts.one(tile))] == list(bag.kinds())
    assert same == Counts.of(bag) == Counts.parse(str(bag)) == Counts.joined(map(Counts.one, bag))


def test_counts_are_added_and_taken_out() -> None:
    some, more = Counts.parse("r7 *"), Counts.parse("r7 k1")
    assert some.plus(more) == Counts.parse("r7 r7 k1 *")
    assert some.plus(more).minus(some) == more
    assert not some.minus(some)
    assert some


@pytest.mark.parametrize("position", SOME)
def test_what_can_be_laid_is_what_the_solver_says(position: Position) -> None:
    opened = Position(position.rules, position.table, position.rack, opened=True)
    table, rack = counts(position)
    assert can_play_fast(table, rack) == can_play(opened)
    assert goes_out(table, rack) == can_go_out(opened)
    answer = best(opened, EACH_TILE, tidy=False)
    assert lays(table, rack).bag == (answer.laid if answer else TileBag())


@pytest.mark.parametrize("position", SOME[60::2])
def test_the_tiles_that_fit_are_those_that_the_table_takes(position: Position) -> None:
    table, rack = counts(position)
    wanted = [tile for tile in position.rack.kinds() if tile in takes(position) and tile != JOKER]
    assert list(fits(table, rack)) == wanted[::-1]


@pytest.mark.parametrize("position", SOME[::4])
def test_openings_are_those_of_the_solver_where_the_table_is_left_alone(position: Position) -> None:
    closed = Position(EDITIONS["default"], position.table, position.rack, opened=False)
    opening, rack = Opening.of(closed.rules), Counts.of(closed.rack)
    most, fewest = best_opening(closed, EACH_TILE, rearrange=False), smallest_opening(closed)
    assert opening.is_reached(rack) == (most is not None)
    assert len(opening.most(rack).bag) == (most.count if most else 0)
    assert len(opening.fewest(rack).bag) == (fewest.count if fewest else 0)


def test_who_goes_out_is_shown_the_sets() -> None:
    here = at("r4 r5 r6 | k6 b6 y6", "k7 r7 b7")
    melds = out(*counts(here))
    assert melds is not None
    assert sorted(map(str, melds)) == ["k6 b6 y6", "k7 r7 b7", "r4 r5 r6"]
    assert out(NONE, Counts.parse("k7 r7")) is None
    assert out(NONE, NONE) == []


def test_the_sets_of_a_rack_are_told_one_by_one() -> None:
    parts = sets_of(Counts.parse("k7 r7 b7 y1 y2 y3 y9"), face_value(30))
    assert sorted(str(part.bag) for part in parts) == ["k7 r7 b7", "y1 y2 y3"]
    assert sets_of(NONE) == []


def test_a_tile_that_gains_nothing_is_laid_rather_than_none() -> None:
    only_black = Weights.of({Tile("k1"): 1})
    table, rack = Counts.parse("r4 r5 r6"), Counts.parse("r7 k1")
    assert lays(table, rack, only_black) == Counts.parse("r7")
    assert lays(table, Counts.parse("k1"), only_black) == NONE
