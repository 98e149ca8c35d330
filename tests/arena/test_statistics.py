"""Intervals and the sequential test against known values and simulated deals."""

from math import inf, log
from random import Random

import pytest

from openkub.arena.sprt import Sprt, _likeliest, log_ratio
from openkub.arena.statistics import estimate, rate, student_t


@pytest.mark.parametrize(
    ("freedom", "known"), [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (99, 1.984), (9999, 1.960)]
)
def test_students_t_is_that_of_the_tables(freedom, known):
    assert student_t(freedom) == pytest.approx(known, abs=0.002)


def test_the_interval_of_a_known_sample():
    # mean 5.5, deviation 3.02765, t = 2.262: as any text book has it
    found = estimate(list(range(1, 11)))
    assert (found.mean, found.half) == (5.5, pytest.approx(2.1658, abs=0.001))
    assert (found.low, found.high) == (pytest.approx(3.334, abs=0.001), pytest.approx(7.666, abs=0.001))


def test_one_deal_says_nothing_about_the_spread():
    assert estimate([0.5]).half == inf
    assert rate([1.0]).half == inf


def test_ninety_five_of_a_hundred_intervals_hold_the_truth():
    dice = Random(1)
    hits = 0
    for _ in range(1000):
        found = estimate([dice.choice((0, 0.5, 0.5, 1)) for _ in range(40)])
        hits += found.low <= 0.5 <= found.high
    assert 930 <= hits <= 970


def test_a_bot_that_won_all_deals_may_still_lose_one():
    assert rate([1.0] * 60).half == pytest.approx(0.05)
    assert rate([0.5] * 60).half == 0


def elo(value):
    return 1 / (1 + 10 ** (-value / 400))


@pytest.mark.parametrize(
    ("pairs", "low", "high", "known"),
    [
        # The figures that fastchess tests its own pentanomial model with.
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55983, 26678, 821), 0.0, 2.0, -4.98),
    ],
)
def test_the_pentanomial_ratio_is_that_of_fastchess(pairs, low, high, known):
    counts = {score / 4: count for score, count in enumerate(pairs)}
    assert log_ratio(counts, elo(low), elo(high)) == pytest.approx(known, abs=0.01)


def test_the_likeliest_distribution_sums_to_one_and_has_the_mean():
    found = _likeliest({0: 0.2, 0.25: 0.1, 0.5: 0.3, 0.75: 0.3, 1: 0.1}, 0.6)
    assert sum(found.values()) == pytest.approx(1)
    assert sum(score * share for score, share in found.items()) == pytest.approx(0.6)


def test_for_many_deals_the_ratio_is_that_of_a_normal_distribution():
    counts = {0: 900, 0.25: 2100, 0.5: 4000, 0.75: 2000, 1: 1000}
    total = sum(counts.values())
    mean = sum(score * count for score, count in counts.items()) / total
    spread = sum(count * (score - mean) ** 2 for score, count in counts.items()) / total
    normal = total * 0.01 * (2 * mean - 0.50 - 0.51) / (2 * spread)
    assert log_ratio(counts, 0.50, 0.51) == pytest.approx(normal, abs=0.03)


def test_the_bounds_are_walds():
    test = Sprt(0.5, 0.55)
    assert test.verdict(log(19)) == "high"
    assert test.verdict(-log(19)) == "low"
    assert test.verdict(2.9) is None
    assert test.ratio({}) == 0


def decided(test, weights, dice):
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
def test_simulated_deals_are_judged_right(games, weights, low, high, right):
    dice = Random(7)
    verdicts = [decided(Sprt(low, high, games), weights, dice)[0] for _ in range(60)]
    assert verdicts.count(right) >= 51


def test_a_few_lucky_deals_decide_nothing():
    assert Sprt(0.5, 0.53).verdict(Sprt(0.5, 0.53).ratio({1.0: 8})) is None
