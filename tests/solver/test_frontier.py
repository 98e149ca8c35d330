"""The frontier where its limit is too little for all of it: what is known stands, and it says what is proven."""

import pytest

from openkub.law.turns import Position
from openkub.solver import LIMIT, Effort, best, frontier

FULL = Position(
    "default tile_set=160",
    "k5 k6 k7 | r1 r2 * r4 r5 r6 r7 | b1 b2 b3 | r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 | r4 y4 b4 | b8 b9 b10 b11 | "
    "y10 * b10 | r5 y5 b5 | r9 r10 r11 r12 r13 | b1 b2 b3 | b6 b7 b8 b9 b10 | b7 y7 k7 r7 | y11 y12 y13 | "
    "b1 k1 y1 r1 | k9 * k11 | b3 b4 b5 * b7 | b11 b12 b13 | k13 b13 r13 y13 | k4 k5 k6 | k2 b2 y2 | "
    "k7 k8 k9 | k3 r3 y3 | k11 k12 k13 | b9 k9 y9 r9 | k4 y4 b4 | y3 y4 y5 | k12 y12 b12 | y7 y8 y9 y10 y11 | "
    "r6 k6 b6 y6 | y11 y12 y13 | r8 b8 y8 k8 | k3 k4 k5 | k10 k11 k12 k13 | b11 b12 b13 | r1 r2 r3 | y7 y8 y9 | "
    "k1 k2 k3 | r10 r11 r12 | y2 r2 k2 | y1 y2 y3",
    "k1 y1 b5 y5 b6 y6 y6 k8 r8 k10 k10 y10",
    opened=True,
)
SMALL = Position("default", "r4 r5 r6 | k6 b6 y6", "k7 r7 b7 y9", opened=True)


def test_a_frontier_has_the_largest_play_whatever_the_others_cost() -> None:
    found, most = frontier(FULL), best(FULL)
    assert most
    assert most.count == 12
    assert found[12].exact
    assert found[12].value == most.value


@pytest.mark.parametrize("limit", [1, LIMIT // 10, LIMIT])
def test_a_frontier_is_not_empty_however_small_the_limit(limit: int) -> None:
    found = frontier(FULL, limit=limit)
    assert found
    assert not found.exact
    assert all(FULL.play_problem(answer.table) is None for answer in found.values())


@pytest.mark.parametrize("tidy", [True, False])
def test_a_frontier_is_a_dictionary_that_says_whether_it_is_proven(tidy: bool) -> None:
    effort = Effort(LIMIT)
    found = frontier(SMALL, tidy=tidy, limit=effort)
    assert found == dict(found)
    assert {count: str(answer.laid) for count, answer in found.items()} == {1: "r7", 3: "k7 r7 b7"}
    assert [answer.gain for answer in found.values()] == [7, 21]
    assert found.exact
    assert effort.exact


def test_where_nothing_can_be_laid_that_is_a_frontier_too() -> None:
    nothing = frontier(Position("default", "", "r1 k5", opened=True))
    assert nothing == {}
    assert nothing.exact
