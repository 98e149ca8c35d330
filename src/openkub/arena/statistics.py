"""Means with intervals, and both as text.

They are counted in deals: games of one deal share their tiles, so they are not independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import NormalDist, fmean

CONFIDENCE = 0.95
FEWEST_DEALS = 10
"""From fewer deals there is no interval: too little is known about the spread."""
ROUNDING = 1e-9
"""Values that differ by less are the same."""

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the ends of its 95 % interval, if there is one."""

    mean: float
    interval: Interval | None

    def times(self, factor: float) -> Estimate:
        """The same in another unit.

        >>> Estimate(0.5, (0.25, 0.75)).times(100)
        Estimate(mean=50.0, interval=(25.0, 75.0))
        """
        ends = self.interval and (factor * self.interval[0], factor * self.interval[1])
        return Estimate(factor * self.mean, ends)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values; no interval from few of them, nor from values that are all the same.

    >>> estimate([1.0, 2.0, 3.0])
    Estimate(mean=2.0, interval=None)
    """
    mean, squares = _mean_and_squares(values)
    if len(values) < FEWEST_DEALS or squares < ROUNDING:
        return Estimate(mean, None)
    half = _half(squares, len(values))
    return Estimate(mean, (mean - half, mean + half))


def rate(values: Sequence[float]) -> Estimate:
    """The mean of shares between 0 and 1, and so are the ends of the interval.

    The spread is that of the values and of two more, one deal won and one lost, after Agresti and Coull: deals that
    all ended alike do not prove that the next one will.

    >>> found = rate([1.0] * 100)
    >>> found.mean, [round(end, 3) for end in found.interval]
    (1.0, [0.98, 1.0])
    """
    mean, squares = _mean_and_squares(values)
    if len(values) < FEWEST_DEALS:
        return Estimate(mean, None)
    half = _half(squares + mean**2 + (1 - mean) ** 2, len(values))
    return Estimate(mean, (max(0.0, mean - half), min(1.0, mean + half)))


def certainty(values: Sequence[float]) -> Estimate | None:
    """What needs no interval because it could not have come otherwise; None if it did come otherwise."""
    mean, squares = _mean_and_squares(values)
    return Estimate(mean, (mean, mean)) if values and squares < ROUNDING else None


def _mean_and_squares(values: Sequence[float]) -> tuple[float, float]:
    mean = fmean(values) if values else 0.0
    return mean, fsum((value - mean) ** 2 for value in values)


def _half(squares: float, count: int) -> float:
    """Half the width of an interval, from the sum of the squares."""
    return student_t(count - 1) * sqrt(squares / (count - 1) / count)


def student_t(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's distribution: a series around the normal one, for nine or more."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def percent(value: Estimate) -> str:
    """`54.2 % ± 1.3`; where the interval was cut at 0 or 100 %, the other side alone.

    >>> percent(Estimate(0.5416, (0.5284, 0.5548))), percent(Estimate(0.98, (0.9, 1.0))), percent(Estimate(0.5, None))
    ('54.2 % ± 1.3', '98.0 % -8.0', '50.0 % ± –')
    """
    value = value.times(100)
    return f"{value.mean:.1f} %{sides(value)}"


def signed(value: Estimate) -> str:
    """`+3.2 ± 1.0`."""
    return f"{value.mean + 0.0:+.1f}{sides(value)}"


def sides(value: Estimate) -> str:
    """What stands behind a mean: its interval."""
    if value.interval is None:
        return " ± –"
    below, above = value.mean - value.interval[0], value.interval[1] - value.mean
    if abs(above - below) < ROUNDING:
        return f" ± {above:.1f}"
    return f" +{above:.1f}" if above > below else f" -{below:.1f}"


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows below each other: the first column begins at the left, the others end at the right.

    >>> print(columns([["bot", "wins"], ["steady", "7.5 %"], ["Mine", "92.5 %"]]))
    bot       wins
    steady   7.5 %
    Mine    92.5 %
    """
    first, *others = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ([row[0].ljust(first), *map(str.rjust, row[1:], others)] for row in rows)
    return "\n".join("  ".join(line) for line in lines)
