"""Who meets whom, and where they sit."""

import pytest

from openkub.arena.plan import Plan, PlanError, all_pairs, lineup, one_table
from openkub.law.rules import EDITIONS


def test_every_entrant_takes_every_seat_equally_often() -> None:
    for order in ((0, 1), (0, 1, 1, 1), (0, 1, 0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 2, 2, 2)):
        plan = Plan(tuple("abcd"), (order,))
        for deal in range(6):
            seatings = plan.seatings(order, deal)
            assert len(set(seatings)) == len(seatings)
            for seat in range(len(order)):
                sitting = [seating[seat] for seating in seatings]
                for who in order:
                    assert sitting.count(who) * len(order) == order.count(who) * len(seatings)


def test_who_sits_beside_whom_changes_from_deal_to_deal() -> None:
    plan = Plan(tuple("abcd"), ((0, 1, 2, 3),))
    assert len({plan.seatings((0, 1, 2, 3), deal)[0] for deal in range(6)}) == 6


def test_the_last_bot_takes_the_seats_that_are_left() -> None:
    assert one_table(2, 4) == (0, 1, 1, 1)
    assert one_table(3, None) == (0, 1, 2)
    assert one_table(1, None) == (0, 0)
    with pytest.raises(PlanError, match="add seats"):
        one_table(3, 2)


def test_pairs_are_all_pairs() -> None:
    assert all_pairs(3, 2) == ((0, 1), (0, 2), (1, 2))
    assert len(all_pairs(3, 4)) == 6
    with pytest.raises(PlanError):
        all_pairs(1, 2)


def test_a_line_up_in_letters_names_every_bot() -> None:
    assert lineup("abab", 2) == (0, 1, 0, 1)
    for wrong in ("AC", "AA", "A1", ""):
        with pytest.raises(PlanError, match="one letter a seat"):
            lineup(wrong, 2)


def test_rules_that_are_not_made_for_so_many_are_refused() -> None:
    with pytest.raises(PlanError, match="2 to 4 can play"):
        Plan(("a", "b"), ((0, 1, 1, 1, 1),), EDITIONS["jumbo_de"])


def test_a_bot_that_enters_twice_is_numbered() -> None:
    assert Plan(("x/y.py:A", "z.py:A", "A"), ((0, 1, 2),)).labels == ("A", "A#2", "A#3")
