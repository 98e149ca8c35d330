"""Few plays, which the kernel lists at once: the same as by searches one by one and by the graph."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from openkub import EDITIONS
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, Tile, TileBag
from openkub.solver import LIMIT, Effort, count_plays, kernel, plays
from openkub.solver.listing import Listing
from tests.solver.brute import parts
from tests.solver.test_editions import shown
from tests.solver.test_plays import ENOUGH, WIDE, at, crowded
from tests.workshop.dealing import mixed, positions_of_games


def one_by_one(table: int, rack: TileBag, must: TileBag) -> set[int]:
    """Every part of the rack of which a search by itself says that it can be laid."""
    every = (part for part in parts(rack) if part and must <= part)
    return {part.bits for part in every if kernel.can_go_out(table, part.bits, Effort(ENOUGH))}


def by_graph(table: int, rack: TileBag, must: int | None) -> set[int]:
    """What the graph lists, however few plays it has."""
    graph = kernel.all_plays(table, rack.bits, must)
    assert graph
    return {tiles.bits for tiles in Listing(graph, rack).plays(len(rack), Effort(ENOUGH))}


def test_few_plays_are_those_that_a_search_finds_one_by_one() -> None:
    rng, few = Random(17), Counter[int]()
    for position in islice(mixed(rng), 150):
        rack = TileBag(rng.sample(list(position.rack), min(7, len(position.rack))))
        must = TileBag([rng.choice(list(rack))]) if rack and rng.random() < 0.3 else TileBag()
        table = position.table.bag
        found = kernel.few_plays(table.bits, rack.bits, must.bits or None, 1 << 22, Effort(ENOUGH))
        every = one_by_one(table.bits, rack, must)
        assert by_graph(table.bits, rack, must.bits or None) == every, f"{shown(position)}: {rack}"
        if isinstance(found, list):
            assert sorted(found) == sorted(every), f"{shown(position)}: {rack}"
            few[table.count(JOKER)] += 1
    assert all(few[jokers] >= 8 for jokers in range(4)), few


def test_the_lists_of_games_are_those_of_their_graphs() -> None:
    lists = 0
    for position in positions_of_games(EDITIONS, Random(3), 150, every=3):
        table, rack = position.table.bag.bits, position.rack
        found = kernel.few_plays(table, rack.bits, None, 1 << 22, Effort(ENOUGH))
        if isinstance(found, list):
            assert set(found) == by_graph(table, rack, None), shown(position)
            lists += 1
    assert lists >= 100


def test_short_lists_come_in_the_order_of_the_graph() -> None:
    rng, lists = Random(19), Counter[bool]()
    for position in (*islice(mixed(rng), 120), *positions_of_games(EDITIONS, Random(4), 120, every=3)):
        table, rack = position.table.bag.bits, position.rack
        must = TileBag([rng.choice(list(rack))]).bits if rack and rng.random() < 0.3 else None
        found = kernel.few_plays(table, rack.bits, must, 1 << 22, Effort(ENOUGH))
        if isinstance(found, list):
            graph = kernel.all_plays(table, rack.bits, must)
            assert graph
            assert found == [tiles.bits for tiles in Listing(graph, rack).plays(len(rack), Effort(ENOUGH))]
            lists[JOKER in rack] += 1
    assert lists[False] >= 100 <= 10 * lists[True]


@pytest.mark.parametrize(
    ("table", "rack"),
    [
        ("k1 k2 k3 | r1 b1 y1 | r11 r12 r13", "k1"),
        ("k1 k2 k3 | r11 r12 r13 | k13 b13 y13", "r13 r10"),
        ("k5 r5 b5", "*"),
        ("k5 r5 b5", "y5 * *"),
        ("k1 k2 * | r13 b13 y13", "k3 k13"),
        ("k1 k2 * | r7 r8 r9 | *  r13 b13", "k3 r6 y13"),
        ("", "k12 k13 *"),
        ("", "k1"),
    ],
)
def test_what_is_laid_at_the_lowest_and_highest_numbers_is_listed(table: str, rack: str) -> None:
    here = at(table, rack)
    every = one_by_one(here.table.bag.bits, here.rack, TileBag())
    assert {tiles.bits for tiles in plays(here)} == every
    assert count_plays(here).plays == len(every)


@pytest.mark.parametrize("copies", [1, 2, 3, 4])
def test_tiles_that_no_box_has_are_refused_before_the_list_is_asked(copies: int) -> None:
    many = Position("default", Table([*Table("k5 r5 b5")] * copies), TileBag([Tile("k5")] * (5 - copies)), opened=True)
    with pytest.raises(ValueError, match="k5"):
        plays(many)
    with pytest.raises(ValueError, match="of a kind"):
        plays(replace(many, rack=TileBag([Tile("k5")] * 7)))


@pytest.mark.parametrize("most", [0, 1, 20, 200, 2000])
def test_few_plays_cost_no_more_than_they_may(most: int) -> None:
    for position in (WIDE, crowded(), *islice(mixed(Random(5)), 40)):
        effort = Effort(3 * most // 2)
        found = kernel.few_plays(position.table.bag.bits, position.rack.bits, None, most, effort)
        assert effort.left >= 0
        if isinstance(found, list):
            assert set(found) == by_graph(position.table.bag.bits, position.rack, None)


def test_a_list_that_is_not_short_begins_at_once() -> None:
    here = at("", "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 k1 k2 k3 k4 k5 k6 k7 k8 *")
    found = kernel.few_plays(0, here.rack.bits, None, 1 << 22, Effort(LIMIT))
    assert isinstance(found, kernel.Graph)
    assert next(plays(here))
