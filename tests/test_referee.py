"""The referee's work is bounded where jokers may be exchanged before the opening, in however many ways."""

import json
from pathlib import Path
from typing import Any

import pytest

from openkub.law.opening import WORK, Work
from openkub.law.turns import Position
from openkub.pieces.melds import Table
from openkub.play.state import soon
from openkub.solver import Effort, can_play, kernel

ROWS = [
    json.loads(line) for line in (Path(__file__).parent / "data" / "solver" / "referee.jsonl").read_text().splitlines()
]
"""The slowest that `bench/referee.py` found when each way was judged by itself: up to 25 ms."""
LAST = 40_000
"""What the last look of a verdict may cost when nothing is left for another."""


def of_kind(question: str) -> list[Any]:
    return [row for row in ROWS if row["question"] == question] if kernel.IS_COMPILED else []


def told(row: dict[str, str]) -> tuple[Position, Table]:
    return Position(row["rules"], row["table"], row["rack"], opened=False), Table(row["after"])


@pytest.mark.parametrize("row", of_kind("play") + of_kind("time-out"))
def test_the_slowest_openings_by_exchange_are_judged_within_the_bound_and_as_without_one(row: dict[str, str]) -> None:
    position, after = told(row)
    for table in (after, Table(list(after)[:-1])):
        bounded, unbounded = Work(WORK), Work()
        assert position.allows(table, bounded) is position.allows(table, unbounded)
        assert bounded.spent <= WORK + LAST


@pytest.mark.parametrize("row", of_kind("draw"))
def test_the_slowest_draws_before_an_opening_by_exchange_keep_to_their_limit(row: dict[str, str]) -> None:
    position, _ = told(row)
    effort = Effort(soon(position.rules))
    can_play(position, limit=effort)
    assert -effort.left <= LAST


def test_a_verdict_that_is_cut_short_refuses() -> None:
    rules = "default joker_needs_opened=False joker_set_split=forbidden"
    position = Position(rules, "r10 * r12 | y10 y11 y12 y13", "r11 k13 b13", opened=False)
    after = Table("r10 r11 r12 | y10 y11 y12 | k13 b13 * y13")
    assert position.allows(after)
    assert not position.allows(after, Work(1))


def test_a_joker_more_is_not_enough_where_the_tile_given_for_it_is_the_only_one_of_its_set() -> None:
    rules = "default tile_set=160 opening_min_points=15 joker_needs_opened=False"
    position = Position(rules, "r4 * y4 | * y5 r5 | y5 * k5", "k3 y3 b5 b5 *", opened=False)
    assert position.allows(Table("r4 * y4 | b5 y5 r5 | y5 * k5 | b5 * *"))  # one b5 given, not both
    assert position.allows(Table("r4 * y4 * | b5 y5 r5 * | y5 k5 b5 *"))  # the same tiles, which could have lain so


def test_an_opening_that_lies_there_as_it_was_laid_is_seen_whatever_the_work() -> None:
    for split in ("forbidden", "allowed"):
        rules = f"default joker_needs_opened=False joker_set_split={split} joker_reuse=new_set_with_rack_tiles"
        position = Position(rules, "r10 * r12", "r11 k13 b13", opened=False)
        assert position.allows(Table("r10 r11 r12 | k13 b13 *"), Work(1))


def test_the_same_tiles_given_for_another_joker_are_not_looked_at_again_and_not_beyond_the_bound() -> None:
    position = Position("default joker_needs_opened=False", "r10 * r12 | r10 * r12", "r11 k13", opened=False)
    after = Table("r10 r11 r12 | r10 * r12 *")
    assert not position.allows(after)
    assert not position.allows(after, Work(1))


@pytest.mark.parametrize("row", of_kind("play") + of_kind("time-out"))
def test_what_is_refused_tells_points_that_are_not_more_than_there_are(row: dict[str, str]) -> None:
    position, after = told(row)
    for table in (after, Table(list(after)[:-1])):
        problem = position.play_problem(table)
        if problem and problem.points is not None:
            assert problem.points <= position.opening_points(table)
