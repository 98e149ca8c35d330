"""How rounds end and what they are worth."""

from typing import Any

import pytest

from openkub.law.score import Outcome, ran_dry, round_outcome, went_out
from openkub.notation.errors import NotationError
from tests.workshop.positions import bag, rules


def racks(*texts: Any) -> list[Any]:
    return [bag(text) for text in texts]


def test_losers_note_what_they_hold_and_the_winner_the_sum() -> None:
    """000:27-33, the first game of the example."""
    outcome = went_out(rules("sabra6"), racks("", "k5", "r9 b7", "y1 y2"), 0)
    assert outcome == Outcome("rack_empty", (0,), (24, -5, -16, -3))


@pytest.mark.parametrize(
    ("edition", "penalty"),
    [("sabra6", 25), ("sabra_xxl", 25), ("original_fr", 30), ("jumbo_de", 30), ("original_es", 30), ("default", 30)],
)
def test_a_joker_left_over_costs_what_the_leaflet_says(edition: str, penalty: int) -> None:
    """000:21, 003:24: 25; 001:137, 002:5, 004:71: 30."""
    assert went_out(rules(edition), racks("", "* k1"), 0).scores == (penalty + 1, -penalty - 1)


def test_the_lowest_rack_wins_when_the_pool_is_empty_and_its_rest_is_not_deducted() -> None:
    """001:186."""
    outcome = ran_dry(rules("original_fr"), racks("k4", "r9 b7", "y13 y2 y3"))
    assert outcome == Outcome("pool_empty", (0,), (34, -16, -18))


def test_of_equal_racks_that_with_fewer_tiles_wins() -> None:
    assert ran_dry(rules(), racks("r4 b5", "k9", "y13")) == Outcome("pool_empty", (1,), (-9, 22, -13))


@pytest.mark.parametrize(
    ("starter", "scores"), [(0, (7, 6, -13)), (1, (6, 7, -13)), (2, (7, 6, -13))], ids=["first", "second", "third"]
)
def test_equal_racks_share_and_the_odd_point_goes_to_the_earlier_in_turn_order(
    starter: int, scores: tuple[int, ...]
) -> None:
    outcome = ran_dry(rules(), racks("k9", "r9", "y13"), starter)
    assert outcome == Outcome("pool_empty", (0, 1), scores)


def test_three_share_two_odd_points() -> None:
    assert ran_dry(rules(), racks("k9", "r9", "b9", "k11"), 1).scores == (3, 4, 4, -11)


def test_all_equal_racks_get_nothing() -> None:
    assert ran_dry(rules(), racks("k9", "r9")) == Outcome("pool_empty", (0, 1), (0, 0))


def test_the_difference_may_be_all_that_the_lowest_rack_wins() -> None:
    outcome = ran_dry(rules(pool_empty_winner_plus="difference"), racks("k4", "r9 b7", "y13"))
    assert outcome.scores == (21, -12, -9)


@pytest.mark.parametrize(
    ("edition", "pool", "passes", "ended"),
    [
        ("default", 1, 0, None),
        ("default", 0, 0, None),
        ("default", 0, 1, None),
        ("default", 0, 2, "pool_empty"),
        ("default", 1, 2, None),
        ("original_es", 0, 1, None),
        ("original_es", 0, 2, "pool_empty"),
        ("original_fr", 0, 0, "pool_empty"),
        ("original_fr", 1, 2, None),
    ],
)
def test_an_empty_pool_ends_the_round_at_once_or_after_a_circle_of_passes(
    edition: str, pool: int, passes: int, ended: str | None
) -> None:
    """001:186 at once; 004:165 play on."""
    outcome = round_outcome(rules(edition), racks("k4", "r9"), pool=pool, passes=passes)
    assert (outcome and outcome.ended) == ended


def test_an_empty_rack_ends_the_round_before_an_empty_pool_is_looked_at() -> None:
    outcome = round_outcome(rules("original_fr"), racks("k4", ""), pool=0, passes=0)
    assert outcome == Outcome("rack_empty", (1,), (-4, 4))


def test_the_end_of_a_round_is_one_line() -> None:
    text = "end pool_empty, won by 1 3, scores 7 -13 6"
    outcome = Outcome("pool_empty", (0, 2), (7, -13, 6))
    assert str(outcome) == text
    assert Outcome.parse(text, 3) == outcome


@pytest.mark.parametrize(
    ("text", "seats", "says"),
    [
        ("end", 2, "no end of a round"),
        ("end rack_full, won by 1, scores 1 -1", 2, "no end of a round"),
        ("end rack_empty, won by 1, scores 1", 2, "no end of a round"),
        ("end rack_empty, won by 1, scores 1 -1 ", 2, "no end of a round"),
        ("end rack_empty, won by , scores 1 -1", 2, "no end of a round"),
        ("end rack_empty, won by 1, scores ١ -١", 2, "no end of a round"),
        ("end rack_empty, won by 1, scores 1 -1", 3, "does not fit 3 seats"),
        ("end rack_empty, won by 3, scores 1 -1", 2, "does not fit 2 seats"),
        (None, 2, "written as text"),
    ],
)
def test_an_end_that_is_not_written_well_is_refused(text: str | None, seats: int, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        Outcome.parse(text, seats)
