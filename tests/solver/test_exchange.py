"""Openings for which a joker of the table is exchanged first, under joker rules that bind it: no leaflet has both."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from openkub import EDITIONS
from openkub.law.rules import Rules
from openkub.law.turns import Position
from openkub.pieces.kits import Kit
from openkub.pieces.melds import Table
from openkub.pieces.tiles import JOKER, TileBag
from openkub.solver import LIMIT, Effort, any_play, best, can_play, plays
from tests.solver.brute import Brute, TooLargeError
from tests.solver.test_editions import shown
from tests.workshop.dealing import random_position

BOUND = replace(EDITIONS["default"], joker_needs_opened=False, joker_set_split="forbidden")
CHOICES = {
    "joker_set_split": ("forbidden", "allowed"),
    "joker_reuse": ("same_turn_anywhere", "new_set_with_rack_tiles"),
    "joker_replacement_source": ("any", "rack"),
    "opening_turn_manipulation": ("allowed", "forbidden"),
    "opening_sets": ("one_or_more", "one"),
    "opening_joker_value": ("face", "zero"),
}


def bound_laws(*, needs_opened: bool) -> list[Rules]:
    """Every mix of the options that have a say in it, and leave jokers not wholly free."""
    mixes = (dict(zip(CHOICES, mix, strict=True)) for mix in product(*CHOICES.values()))
    base = replace(EDITIONS["default"], joker_needs_opened=needs_opened)
    laws = (replace(base, **mix) for mix in mixes)  # type: ignore[arg-type]  # each of these is a word of its option
    return [rules for rules in laws if not rules.jokers_are_free]


def small(rng: Random, rules: Rules) -> Position:
    """A table with a joker, as a rule, and a rack within a few numbers, so that much can be laid."""
    points = rng.choice((1, 8, 15, 20, 30, 30))
    low = rng.randrange(6 if points == 30 else 1, 12)
    return random_position(
        rng,
        replace(rules, opening_min_points=points),
        kit=rng.choice(list(Kit)),
        jokers=rng.choice((1, 2, 2, 2, 3, 4)),
        sets=rng.randrange(1, 4),
        rack=rng.randrange(3, 8),
        numbers=range(low, min(14, low + rng.randrange(3, 6))),
        joker_share=0.25,
        opened=False,
    )


def compare(seed: int, count: int, *, needs_opened: bool) -> int:
    """Compare so many positions with brute force by the referee: in how many something can be laid."""
    rng, laws, seen, playable = Random(f"exchange {seed} {needs_opened}"), bound_laws(needs_opened=needs_opened), 0, 0
    while seen < count:
        position = small(rng, rng.choice(laws))
        if JOKER not in position.table.bag:
            continue
        brute = Brute(position)
        try:
            every = brute.plays
        except TooLargeError:
            continue
        seen += 1
        playable += bool(every)
        answer = best(position)
        assert (answer is not None) == bool(every), shown(position)
        assert can_play(position) == (any_play(position) is not None) == bool(every), shown(position)
        if answer:
            assert answer.laid in every, shown(position)
            assert position.play_problem(answer.table) is None, shown(position)
            assert not answer.exact or answer.count == max(map(len, every)), shown(position)
    return playable


@pytest.mark.parametrize("needs_opened", [False, True], ids=["exchanged first", "not exchanged"])
def test_whoever_can_open_under_bound_jokers_is_told_a_play(needs_opened: bool) -> None:
    assert compare(1, 150, needs_opened=needs_opened) >= 30


@pytest.mark.slow
@pytest.mark.parametrize("needs_opened", [False, True], ids=["exchanged first", "not exchanged"])
def test_whoever_can_open_under_bound_jokers_is_told_a_play_in_many_positions(needs_opened: bool) -> None:
    assert compare(2, 12_000, needs_opened=needs_opened) >= 3000


def test_where_jokers_are_exchanged_for_an_opening_both_may_have_to_lie_in_one_new_set() -> None:
    rules = replace(EDITIONS["jumbo_de"], opening_min_points=8, joker_needs_opened=False)
    position = Position(rules, "* k12 *", "k10 r10 y10 k11 b11 k13 b13", opened=False)
    both = TileBag("k11 b11 k13 b13")
    assert position.play_problem(Table("k11 k12 k13 | * b11 * b13")) is None
    assert both in list(plays(position))
    answer = best(replace(position, rack=both))
    assert answer
    assert answer.laid == both


def test_a_joker_set_of_the_opening_may_only_be_added_to_in_the_same_turn() -> None:
    rules = replace(BOUND, opening_min_points=12)
    position = Position(rules, "k11 r11 b11 | * y11 k11", "r9 y11 r12 b10 b11 r13", opened=False)
    more = Table("r9 * r11 r12 r13 | k11 b11 y11 | k11 b11 y11")  # r11 put in for the joker of "* r12 r13"
    assert position.play_problem(more) is not None
    effort = Effort(LIMIT)
    answer = best(position, limit=effort)
    assert answer
    assert (answer.count, answer.exact, effort.exact) == (4, True, True)


@pytest.mark.parametrize(
    ("changes", "table", "rack"),
    [
        ({"opening_sets": "one", "opening_joker_value": "zero"}, "* y8 y9 | r7 r8 r9 | * r7 k7 b7", "b7 y7 k8 r8 b9"),
        ({"opening_sets": "one", "joker_reuse": "new_set_with_rack_tiles"}, "* k3 * | y4 r4 b4", "y2 k3 r3 y3 k4 k4"),
    ],
)
@pytest.mark.parametrize("objective", ["tiles", "value", "fewest"])
def test_where_every_largest_turn_is_refused_a_smaller_one_is_told(
    changes: dict[str, str], table: str, rack: str, objective: str
) -> None:
    rules = replace(BOUND, opening_min_points=15, **changes)  # type: ignore[arg-type]  # words of their options
    position = Position(rules, table, rack, opened=False)
    answer = best(position, objective)  # type: ignore[arg-type]  # one of its words
    assert answer
    assert position.play_problem(answer.table) is None
    assert can_play(position)


@pytest.mark.parametrize(
    ("rules", "table", "rack"),
    [
        (
            "tile_set=160 joker_set_split=forbidden joker_reuse=new_set_with_rack_tiles",
            "b5 * b7 | k3 * k5 * | k3 k4 k5 * | r3 r4 r5 r6 r7 | b4 b5 b6 b7 | y3 y4 y5 y6 y7 | b4 y4 k4 | "
            "r3 r4 r5 r6 r7",
            "b3 b3 y3 y5 k6 k6 b6 k7 y7",
        ),
        (
            "tile_set=160 joker_set_split=forbidden joker_reuse=new_set_with_rack_tiles joker_replacement_source=rack "
            "opening_min_points=50",
            "k8 y8 * | r7 * * | r6 r7 * | k6 k7 k8 k9 | y6 y7 y8 y9 | r6 b6 k6 | k9 b9 r9 y9 | b6 b7 b8 b9",
            "y6 k7 b7 y7 r8 r8 b8 r9",
        ),
        (
            "tile_set=160 joker_set_split=forbidden joker_reuse=new_set_with_rack_tiles opening_joker_value=zero",
            "y8 y9 y10 | k9 b9 * r9 | y8 r8 k8 * | r6 * r8 r9 r10 | b8 * r8 y8 | b6 y6 r6 | k6 k7 k8 | b9 r9 y9 k9",
            "k6 y6 y7 y7 k8 b8 y9 k10 b10",
        ),
        (
            "tile_set=160 joker_set_split=forbidden joker_reuse=new_set_with_rack_tiles joker_replacement_source=rack "
            "opening_sets=one",
            "* k3 b3 | * k4 k5 * | b5 * r5 | r6 k6 b6 | r3 r4 r5 r6",
            "b3 y3 k4 k5 k6 k6 r6 b6",
        ),
        (
            "tile_set=160 joker_set_split=forbidden joker_replacement_source=rack opening_joker_value=zero",
            "y9 b9 r9 k9 | * * r6 | r3 r4 r5 r6 r7 r8 | y4 y5 y6 y7 y8 | k2 b2 y2 | k2 k3 k4 k5 k6 k7 k8 k9",
            "y2 b3 y3 r4 b4 b4 r5 k6 k7 r9 y9",
        ),
        (
            "tile_set=160 joker_set_split=forbidden joker_reuse=new_set_with_rack_tiles opening_sets=one "
            "opening_min_points=50",
            "y6 * y8 | k7 * * | * b7 b8 | k5 k6 k7 k8 | k5 r5 y5 b5",
            "r5 k6 r6 b6 y6 k7 r7 y7 y7 y7 k8",
        ),
        (
            "tile_set=160 joker_set_split=forbidden joker_reuse=new_set_with_rack_tiles opening_min_points=50",
            "b6 r6 y6 | * k5 k6 | y4 y5 y6 | y4 y5 y6 | * r5 r6 | * k5 k6 | r5 y5 b5 k5 | r4 k4 y4 b4",
            "k4 k4 r4 b4 r5 b5 b5 r6 b6",
        ),
        (
            "tile_set=160 joker_reuse=new_set_with_rack_tiles opening_min_points=50",
            "k3 r3 * | k3 k4 k5 | * * b5 | r3 * r5",
            "r3 b3 y3 y3 r4 y4 k5 r5 r5 b5 b5",
        ),
        (
            "tile_set=160 joker_reuse=new_set_with_rack_tiles joker_replacement_source=rack opening_sets=one "
            "opening_min_points=50 opening_turn_manipulation=forbidden",
            "* * k9 | b7 y7 k7 | r7 r8 r9 | r6 r7 r8 r9 | r7 k7 y7 | * * y6 | r8 y8 b8 k8",
            "k6 k6 k6 r6 b6 b6 y7 k8 k9 r9 b9 y9 y9",
        ),
    ],
)
def test_where_all_the_work_goes_into_the_largest_turn_something_beside_the_table_is_told(
    rules: str, table: str, rack: str
) -> None:
    position = Position(f"default joker_needs_opened=False {rules}", table, rack, opened=False)
    effort = Effort(LIMIT)
    answer = best(position, limit=effort)
    assert answer
    assert position.play_problem(answer.table) is None
    assert effort.left >= -LIMIT // 4
    assert can_play(position)


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("sets", ["one", "one_or_more"])
def test_the_tile_may_be_given_for_the_one_joker_or_for_the_other(order: int, sets: str) -> None:
    rules = f"default tile_set=160 joker_needs_opened=False opening_min_points=46 opening_sets={sets}"
    bound = "joker_reuse=new_set_with_rack_tiles joker_set_split=forbidden"
    table = " | ".join(["k11 b11 * y11", "r10 * r12"][::order])
    position = Position(f"{rules} {bound}", table, "r10 r11 r11 r12 k1 b3 y4 k5 r2 y6 b6", opened=False)
    answer = best(position)
    assert answer
    assert TileBag("r10 r11 r11 r12") <= answer.laid
    assert can_play(position)
