"""Intervals and the sequential test against known values and simulated deals."""

from math import log
from operator import mul
from random import Random
from typing import Any

import pytest

from openkub.arena.sprt import Sprt, _likeliest, log_ratio
from openkub.arena.statistics import FEWEST_DEALS, certainty, estimate, rate, student_t


@pytest.mark.parametrize(("freedom", "known"), [(9, 2.262), (14, 2.145), (29, 2.045), (99, 1.984), (9999, 1.960)])
def test_students_t_is_that_of_the_tables(freedom: int, known: float) -> None:
    assert student_t(freedom) == pytest.approx(known, abs=0.001)


def test_the_interval_of_a_known_sample() -> None:
    # mean 5.5, deviation 3.02765, t = 2.262: as any text book has it
    found = estimate(list(range(1, 11)))
    assert found.mean == 5.5
    assert found.interval == pytest.approx((3.334, 7.666), abs=0.001)


@pytest.mark.parametrize("count", range(FEWEST_DEALS))
def test_few_deals_have_a_mean_and_no_interval(count: int) -> None:
    values = [0.25, 0.75, 0.5, 0.5, 1.0, 0.0, 0.5, 0.75, 0.25][:count]
    assert estimate(values).interval is None
    assert rate(values).interval is None
    assert rate([*values, *[0.5] * (FEWEST_DEALS - count)]).interval


@pytest.mark.parametrize("count", [10, 11, 60, 1000])
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0, 1 / 3])
def test_deals_that_all_ended_alike_leave_room_for_others(share: float, count: int) -> None:
    low, high = rate([share] * count).interval
    assert 0 <= low <= share <= high <= 1
    assert high - low > 1 / count
    assert estimate([100 * share] * count).interval is None


def test_what_could_not_come_otherwise_is_certain_unless_it_did() -> None:
    assert certainty([1 / 3] * 3).interval == pytest.approx((1 / 3, 1 / 3))
    assert certainty([0.5, 0.5, 0.75]) is None
    assert certainty([]) is None


HALVES, QUARTERS = (0, 0.5, 1), (0, 0.25, 0.5, 0.75, 1)


@pytest.mark.parametrize("count", [10, 30, 100, 300])
@pytest.mark.parametrize(
    ("scores", "weights"),
    [
        pytest.param(HALVES, (15, 70, 15), id="equals"),
        pytest.param(HALVES, (8, 52, 40), id="better"),
        pytest.param(HALVES, (2, 96, 2), id="nearly the same bot"),
        pytest.param(HALVES, (1, 18, 81), id="much better"),
        pytest.param((0, 1), (3, 97), id="all or nothing"),
        pytest.param(QUARTERS, (27, 48, 20, 4, 1), id="four seats"),
    ],
)
def test_about_ninety_five_of_a_hundred_win_rate_intervals_hold_the_truth(
    scores: tuple[Any, ...], weights: tuple[int, ...], count: int
) -> None:
    dice, truth = Random(11), sum(map(mul, scores, weights)) / sum(weights)
    hits = 0
    for _ in range(500):
        low, high = rate(dice.choices(scores, weights, k=count)).interval
        assert 0 <= low < high <= 1
        hits += low <= truth <= high
    assert hits >= 460
    if count >= 100 and scores != (0, 1) and weights[1] < 90:
        assert hits <= 490  # nor are they much too wide


@pytest.mark.parametrize("count", [10, 40])
def test_ninety_five_of_a_hundred_point_intervals_hold_the_truth(count: int) -> None:
    dice, hits = Random(1), 0
    for _ in range(1000):
        low, high = estimate([dice.gauss(3, 40) for _ in range(count)]).interval
        hits += low <= 3 <= high
    assert 930 <= hits <= 970


def elo(value: Any) -> Any:
    return 1 / (1 + 10 ** (-value / 400))


@pytest.mark.parametrize(
    ("pairs", "low", "high", "known"),
    [
        # The figures that fastchess tests its own pentanomial model with.
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55983, 26678, 821), 0.0, 2.0, -4.98),
    ],
)
def test_the_pentanomial_ratio_is_that_of_fastchess(
    pairs: tuple[int, ...], low: float, high: float, known: float
) -> None:
    counts = {score / 4: count for score, count in enumerate(pairs)}
    assert log_ratio(counts, elo(low), elo(high)) == pytest.approx(known, abs=0.01)


def test_the_likeliest_distribution_sums_to_one_and_has_the_mean() -> None:
    found = _likeliest({0: 0.2, 0.25: 0.1, 0.5: 0.3, 0.75: 0.3, 1: 0.1}, 0.6)
    assert sum(found.values()) == pytest.approx(1)
    assert sum(score * share for score, share in found.items()) == pytest.approx(0.6)


def test_for_many_deals_the_ratio_is_that_of_a_normal_distribution() -> None:
    counts = {0: 900, 0.25: 2100, 0.5: 4000, 0.75: 2000, 1: 1000}
    total = sum(counts.values())
    mean = sum(score * count for score, count in counts.items()) / total
    spread = sum(count * (score - mean) ** 2 for score, count in counts.items()) / total
    normal = total * 0.01 * (2 * mean - 0.50 - 0.51) / (2 * spread)
    assert log_ratio(counts, 0.50, 0.51) == pytest.approx(normal, abs=0.03)


def test_the_bounds_are_walds() -> None:
    test = Sprt(0.5, 0.55)
    assert test.verdict(log(19)) == "high"
    assert test.verdict(-log(19)) == "low"
    assert test.verdict(2.9) is None
    assert test.ratio({}) == 0


def decided(test: Any, weights: Any, dice: Any) -> Any:
    """Which way simulated deals of these probabilities decide, and after how many."""
    scores = [step / (len(weights) - 1) for step in range(len(weights))]
    counts = {}
    for number in range(1, 5000):
        score = dice.choices(scores, weights)[0]
        counts[score] = counts.get(score, 0) + 1
        if number % 5 == 0 and (verdict := test.verdict(test.ratio(counts))):
            return verdict, number
    return None, number


@pytest.mark.parametrize(
    ("games", "weights", "low", "high", "right"),
    [
        (2, (15, 20, 30, 20, 15), 0.5, 0.6, "low"),
        (2, (8, 14, 30, 28, 20), 0.5, 0.6, "high"),
        (4, (30, 45, 20, 5, 0), 0.25, 0.35, "low"),
        (4, (20, 36, 28, 12, 4), 0.25, 0.35, "high"),
    ],
)
def test_simulated_deals_are_judged_right(
    games: int, weights: tuple[int, ...], low: float, high: float, right: str
) -> None:
    dice = Random(7)
    verdicts = [decided(Sprt(low, high, games), weights, dice)[0] for _ in range(60)]
    assert verdicts.count(right) >= 51


def test_a_few_lucky_deals_decide_nothing() -> None:
    assert Sprt(0.5, 0.53).verdict(Sprt(0.5, 0.53).ratio({1.0: 8})) is None
